"""Reads a user's trials from JSON, CSV or another format (see ``bounds.data.formats``), without losing a digit.

CSV (tab-separated in a ``.tsv`` file) starts with a row of column names. One column holds the outcomes, the
others are attributes; blank lines are skipped, and a cell that contains a comma, such as an interval, is
quoted::

    weight,height,outcome
    1,1/2,"[0.5,2)"
    0.25,-3,"(-oo,0]"

JSON is a list of trials, or an object whose key ``trials`` holds that list. The other keys are optional::

    {"trials": [{"x": [1, "1/2"], "outcome": "[0.5,2)"},
                {"x": [0.25, -3], "outcome": {"hi": 0, "hi_closed": true}}],
     "attributes": ["weight", "height"],
     "comparator": ["1/3", 0],
     "start": [0, 0],
     "parameters": {"eta": "1/10", "U": "sqrt(2)"}}

In the place of a trial, ``{"repeat": 1000, "trials": [...]}`` stands for these trials a thousand times over; where that
makes more than five million trials, they are judged as they are repeated.
A certificate is read as the instance that it has, and so is a page of one, or a link that carries one.

Numbers are decimals or texts such as ``"p/q"``, always exact. In an outcome object an absent or null end is
infinite, and an end is closed unless ``lo_closed`` or ``hi_closed`` says otherwise.

An outcome is a label (1, +1, -1, + or -), an interval, or a number, which stands for the interval of that
point. If every outcome is a label they are read as labels, otherwise as intervals.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from bounds.claims.claim import Claim
from bounds.data.cells import cleaned as cleaned
from bounds.data.csv_text import Progress, load
from bounds.data.files import suffix_of
from bounds.data.formats import is_parquet, read_table, table_of
from bounds.data.table import DEFAULTS, ReadOptions, parts
from bounds.data.trials import Trials
from bounds.data.vectors import Vector
from bounds.errors import BoundcheckError
from bounds.formulas.trial_columns import column_kind
from bounds.instances import Instance
from bounds.numbers import Number
from verify import kernel
from verify.judge.read_certificate import in_text, instance_of
from verify.links import carries, source_of, text_of
from verify.own_data.json_text import Contents, read_json, trials_of
from verify.own_data.logged import with_predictions

__all__ = ["ReadOptions", "ReadResult", "read_trials"]


@dataclass(frozen=True)
class ReadResult:
    """What a file holds; ``attributes`` names the columns, ``source`` the file.

    ``outcomes`` and ``entries`` say how outcomes and attributes were read; ``predictions`` are those that the file
    says a learner made. ``certified`` tells that the file is a certificate, about some claim.
    """

    trials: Trials
    comparator: Vector | None
    start: Vector | None
    parameters: dict[Any, Number]
    attributes: tuple[str, ...]
    source: str
    outcomes: str
    entries: str
    predictions: list[Fraction] | None = None
    certified: bool = False
    sequence: Iterable[Vector] | None = None
    columns: Mapping[str, Any] = field(default_factory=dict)

    def about(self, claim: Claim, rule: str | None = None) -> Claim:
        """Return the claim, with the predictions of the file in the place of its learner's where there are some.

        A rule is what should have made them; raises BoundcheckError where there are none.
        """
        if self.predictions is not None:
            return with_predictions(claim, self.predictions, rule=rule)
        if rule is not None:
            raise BoundcheckError("a rule stands beside predictions, and the file has none; name their column")
        return claim

    def with_columns_of(self, claim: Claim) -> ReadResult:
        """Return what a table holds with those of its columns that a claim calls so as further columns of the trials.

        A number is the column of its name, a vector h those called h1, h2, ...; the others are the attributes.
        """
        if not claim.columns or self.columns or self.certified:
            return self
        names, taken = list(self.attributes), dict[str, list[int]]()
        numbers = {name for name, text in claim.columns.items() if column_kind(name, text).kind == "number"}
        for name in claim.columns:
            called = [name] if name in numbers else [f"{name}{i + 1}" for i in range(len(names))]
            taken[name] = [names.index(a) for a in called if a in names]
        kept = [i for i in range(len(names)) if not any(i in places for places in taken.values())]
        if not all(taken.values()) or self.comparator is not None or self.start is not None:
            return self
        rows = [list(x) for x in self.trials.examples]
        columns = {
            name: [row[at[0]] if name in numbers else [row[i] for i in at] for row in rows]
            for name, at in taken.items()
        }
        trials = Trials.of([[row[i] for i in kept] for row in rows], self.trials.outcomes, len(kept))
        return replace(self, trials=trials, attributes=tuple(names[i] for i in kept), columns=columns)

    @property
    def instance(self) -> Instance:
        """The trials with comparator, start vector and parameters."""
        return Instance(self.trials, self.comparator, self.parameters, self.start, self.sequence, self.columns)


def read_trials(
    path: Path,
    options: ReadOptions = DEFAULTS,
    *,
    progress: Progress | None = None,
) -> ReadResult:
    """Read trials from a ``.json``, ``.csv`` or ``.tsv`` file; of another, the first character tells which.

    The path ``-`` is standard input: JSON where it begins with ``{`` or ``[``, else CSV.
    Raises BoundcheckError, naming the file and the line or trial, for a file that cannot be read or does not follow
    the format.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "run.csv")
    ...     _ = file.write_text("size,colour\\n0.1,red\\n1/3,blue\\n")
    ...     result = read_trials(file, ReadOptions(outcome="colour", positive="red", bias=True))
    >>> result.attributes, result.trials
    (('size', 'bias'), Trials(l=2, n=2: (1/10, 1) -> 1; (1/3, 1) -> -1))
    """
    path = Path(path)
    try:
        text = "" if is_parquet(path) else text_of(path, kernel.MAX_BYTES) if carries(str(path)) else load(path)
        if (certificate := in_text(text)) is not None:
            return _certified(instance_of(certificate), options, source_of(path))
        given = Contents()
        if not text:
            table = read_table(path, options)
        elif _is_json(path, text):
            table, given = read_json(text, options)
        else:
            table = table_of(text, path, options, progress)
        read = parts(table, options)
        sequence = [(f"comparator {t}", u) for t, u in enumerate(given.sequence or (), 1)]
        for name, vector in (("comparator", given.comparator), ("start vector", given.start), *sequence):
            if vector is not None and len(vector) != len(read.attributes):
                counted = " with the bias" if options.bias else ""
                raise BoundcheckError(
                    f"the {name} has {len(vector)} entries; "
                    f"the examples have {len(read.attributes)} attributes{counted}"
                )
    except BoundcheckError as error:
        raise BoundcheckError(f"{source_of(path)}: {error}") from None
    return ReadResult(
        trials_of(read, given),
        given.comparator,
        given.start,
        given.parameters,
        read.attributes,
        source_of(path),
        read.said + (f"; of the {len(read.outcomes)} that are written" if given.blocks else ""),
        read.entries,
        read.predictions,
        sequence=given.sequence,
        columns=given.columns,
    )


def _certified(instance: Instance, options: ReadOptions, source: str) -> ReadResult:
    """Return what a certificate holds, which no option reads otherwise."""
    pairs = ((part.name, getattr(options, part.name), getattr(DEFAULTS, part.name)) for part in fields(options))
    given = [name for name, a, usual in pairs if (tuple(a) if isinstance(a, list) else a) != usual]
    if given:
        raise BoundcheckError(
            f"this is a certificate, whose trials are what they are; leave out --{given[0].replace('_', '-')}"
        )
    trials, read = instance.trials, "as the certificate says"
    names = tuple(f"x{i}" for i in range(1, trials.n + 1))
    values = dict(instance.parameters)
    return ReadResult(
        trials,
        instance.comparator,
        instance.start,
        values,
        names,
        source,
        read,
        f"exact, {read}",
        certified=True,
        sequence=instance.sequence,
        columns=instance.columns,
    )


def read_instance(text: str) -> Instance:
    """Return the instance of a text in JSON, as ``trials_text`` writes it.

    >>> read_instance('{"trials": [{"x": ["1"], "outcome": "[1, 2)"}]}').trials
    Trials(l=1, n=1: (1) -> [1, 2))
    """
    table, given = read_json(text, DEFAULTS)
    read = parts(table, DEFAULTS)
    trials = trials_of(read, given)
    return Instance(trials, given.comparator, given.parameters, given.start, given.sequence, given.columns)


def _is_json(path: Path, text: str) -> bool:
    suffix = suffix_of(path)
    if suffix in (".json", ".csv", ".tsv"):
        return suffix == ".json"
    return text.lstrip()[0] in "[{"
