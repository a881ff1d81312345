"""``boundcheck check ID FILE``: a verdict on one's own trials."""

from __future__ import annotations

import argparse
import dataclasses
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bounds.claims.claim import Claim, Comparator, Outcomes
from bounds.data.files import name_of
from bounds.data.trials import Trials
from bounds.data.vectors import vector
from bounds.display import counted, rich_table
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from bounds.numbers import Number, number_text, short_text
from verify.commands.bar import bar
from verify.commands.common import claim_named, parameters, require_writable, write_found
from verify.commands.printing import print_json, print_table, say
from verify.judge.certificate import certificate
from verify.judge.check import Verdict, check, first_failure_text, heading, verdict_parts
from verify.judge.defaults import missing_text, require_settable, to_be_set
from verify.judge.read_certificate import in_file, under
from verify.judge.replay import replayed
from verify.judge.status import Status
from verify.judge.words import lines_of
from verify.own_data.completed import completed
from verify.own_data.reader import ReadOptions, ReadResult, cleaned, read_trials
from verify.own_data.separability import why_vacuous
from verify.own_data.survey import applicable, check_all
from verify.publish.report import STYLES, trace_table

ALL = "all"
"""What stands for every claim, in the place of an id."""

EXIT = {"HOLDS": 0, "VIOLATED": 1, "VACUOUS": 3, "UNDECIDED": 3}


class Reading(NamedTuple):
    """The user's instance: whether its comparator was found rather than given, and the rates that were chosen.

    ``outcomes`` and ``entries`` say as what outcomes and attributes were read; ``claim`` is about the
    predictions of the file, if it has some. ``left_out`` are the parameters of a certificate that the claim does not
    leave open.
    """

    instance: Instance
    found: bool
    chosen: tuple[Any, ...]
    outcomes: str
    entries: str
    claim: Claim
    left_out: Sequence[Any] = ()


def read(options: argparse.Namespace, *, empty: bool = False, claim: Claim | None = None) -> ReadResult:
    """Read the user's trials as the options say; BoundcheckError where there are none, unless that may be.

    Columns that the claim speaks of are no attributes.
    """
    if options.file is None and in_file(options.id) is None:
        raise BoundcheckError("give a FILE of trials (CSV or JSON, - for standard input), or a certificate alone")
    file = Path(options.id) if options.file is None else options.file
    reading = ReadOptions(**{part.name: getattr(options, part.name) for part in dataclasses.fields(ReadOptions)})
    with telling(file) as told:
        data = read_trials(file, reading, progress=told)
    data = data if claim is None else data.with_columns_of(claim)
    if not (data.trials.l or data.certified or empty):
        raise BoundcheckError(
            f"no trials in {name_of(file)}; give one row a trial after the header (CSV), or a list of trials (JSON)"
        )
    u = data.comparator
    if options.comparator is not None:
        u = vector(_entries(options.comparator), "comparator")
    return dataclasses.replace(data, trials=doubled(data.trials) if options.double else data.trials, comparator=u)


def instance_of(claim: Claim, options: argparse.Namespace, rule: str | None = None) -> Reading:
    """Read the user's instance, and fill in what is not given; a rule stands beside the predictions of the file."""
    given = parameters(options.set)
    data = read(options, empty=claim.outcomes is Outcomes.NONE, claim=claim)
    known, left_out = under(claim, data.instance) if data.certified else (data.instance, [])
    values = {**known.parameters, **given}
    require_settable(claim, values)
    trials, u = data.trials, data.comparator
    _require_complete(claim, Instance(trials, u, values))
    changing = claim.comparator is Comparator.SEQUENCE
    if u is None and claim.comparator is not Comparator.NONE and not changing:
        tell_if_large(trials, "looking for a comparator")
    whole = Instance(trials, u, values, data.start, data.sequence, data.columns)
    instance, looked_for, chosen = completed(claim, whole)
    outcomes = data.outcomes
    if claim.outcomes is Outcomes.INTERVALS and claim.learner is not None and {1, -1} & {*trials.written.outcomes}:
        version = claim.case(instance).version
        outcomes += f"; +1 stands for {version.positive}, -1 for {version.negative}"
    return Reading(instance, looked_for, chosen, outcomes, data.entries, data.about(claim, rule), left_out)


LARGE_FILE, LARGE = 10**6, 10**5
"""Bytes of a file, and numbers in the examples, from which what is being done is said on stderr."""


@contextmanager
def telling(file: Path) -> Iterator[Any]:
    """Say that a large file is being read: by a bar on a terminal, else by a line."""
    try:
        size = file.stat().st_size
    except (OSError, ValueError):
        size = 0
    if size < LARGE_FILE:
        yield None
        return
    what = f"reading {file.name} ({size / 10**6:.0f} MB)"
    if not sys.stderr.isatty():
        print(what, file=sys.stderr, flush=True)
    with bar(what) as update:
        yield lambda done, of: update(completed=done, total=of)


def tell_if_large(trials: Trials, what: str) -> None:
    """Say on stderr what is being done, where it may take a while."""
    if trials.size > LARGE:
        print(f"{what}: {trials.l} trials, {trials.n} attributes", file=sys.stderr, flush=True)


def _entries(text: str) -> list[str]:
    return [cleaned(entry, f"entry {i} of the comparator") for i, entry in enumerate(text.split(","), 1)]


def _require_complete(claim: Claim, instance: Instance) -> None:
    """Raise BoundcheckError, naming all values that have to be set, where there are such besides the rates."""
    wanted = to_be_set(claim, instance)
    if wanted:
        raise BoundcheckError(missing_text(claim, wanted, options=True))


def doubled(trials: Trials) -> Trials:
    """Return the trials on (x, -x)."""
    return Trials(np.hstack([trials.numerators, -trials.numerators]), trials.denominator, trials.outcomes)


def run(options: argparse.Namespace) -> int:
    """Print the verdict; 0 for HOLDS, 1 for VIOLATED, 3 for VACUOUS or UNDECIDED."""
    if options.trace and options.json:
        raise BoundcheckError("--trace is a table for reading, and --json has no place for it; leave one of them out")
    if options.id == ALL:
        return _survey(options)
    if options.claims:
        raise BoundcheckError("--claims chooses among all claims; say all in the place of an id, or leave it out")
    if options.out is not None:
        require_writable(options.out)
    claim = claim_named(options.id)
    if options.trace and claim.draws:
        raise BoundcheckError("--trace shows one run, and a learner that draws has many; leave it out")
    instance, found, chosen, outcomes, entries, claim, left_out = instance_of(claim, options, options.rule)
    tell_if_large(instance.trials, "judging")
    verdict = dataclasses.replace(check(claim, instance), found=found)
    because = why_vacuous(verdict, doubled=options.double) if found else ""
    written = options.out is not None and verdict.status in (Status.HOLDS, Status.VIOLATED)
    if written:
        write_found(certificate(verdict), options.out)
    if options.json:
        extra = {
            "found": found,
            "outcomes": outcomes,
            "columns": entries,
            "trivial": verdict.trivial,
            "chosen": [str(rate) for rate in chosen],
            "because": because or None,
        }
        if left_out:
            extra["left out"] = [str(symbol) for symbol in left_out]
        print_json({**verdict_object(verdict), **extra})
        return EXIT[verdict.status.value]
    more = {"data": [("outcomes", outcomes), ("columns", entries)], "parameters": list[tuple[str, str]]()}
    if left_out:
        names = ", ".join(map(str, left_out))
        more["parameters"].append(("left out", f"{names} of the certificate: not open in this claim"))
    for rate in chosen:
        said = (
            f"{rate} = {number_text(instance.parameters[rate])}, as none is given; set another with --set {rate}=VALUE"
        )
        more["parameters"].append(("chosen", said))
    parts = [part for name, text in verdict_parts(verdict) for part in ((name, text), *more.get(name, ()))]
    parts += [("because", because)] if because else []
    if options.out is not None:
        parts.append(("written", str(options.out) if written else "nothing: this verdict has no certificate"))
    for line in (heading(claim), *lines_of(parts)):
        say(line)
    say(verdict.status.value, STYLES[verdict.status])
    if options.trace and verdict.status in (Status.HOLDS, Status.VIOLATED):
        print_table(trace_table(replayed(verdict.case)))
    return EXIT[verdict.status.value]


def _survey(options: argparse.Namespace) -> int:
    """Print what claims say of the same trials: 1 where one is VIOLATED, 0 where one HOLDS, else 3."""
    if options.trace or options.out is not None or options.rule is not None:
        raise BoundcheckError("--trace, --out and --rule are of one claim; name it in the place of all")
    chosen = applicable().titled(*options.claims)
    data = read(options)
    given = {**data.parameters, **parameters(options.set)}
    instance = Instance(data.trials, data.comparator, given, data.start, data.sequence, data.columns)
    with bar("judging") as update:
        survey = check_all(
            instance,
            chosen,
            about=data.about,
            told=lambda done, of, claim: update(completed=done, total=of, description=f"judging {claim}"),
        )
    statuses = {verdict.status for verdict in survey.verdicts}
    code = next((EXIT[a.value] for a in (Status.VIOLATED, Status.HOLDS) if a in statuses), 3)
    if options.json:
        print_json(
            {
                "outcomes": data.outcomes,
                "columns": data.entries,
                "verdicts": [{**verdict_object(v), "trivial": v.trivial, "found": v.found} for v in survey.verdicts],
                "vacuous": [verdict_object(verdict) for verdict in survey.vacuous],
                "lacking": survey.lacking,
                "others": survey.others,
            }
        )
        return code
    say(f"data: {counted(data.trials.l, 'trial')}, {counted(data.trials.n, 'attribute')}")
    say(f"outcomes: {data.outcomes}")
    if survey.verdicts:
        table = rich_table(survey.HEADINGS, survey.rows())
        for column in table.columns[:-1]:  # titles are wrapped, nothing else
            column.no_wrap = True
        print_table(table)
    for name, text in survey.lines:
        say(f"{name}: {text}")
    return code


def _exact(number: Number) -> str:
    """Return a number exactly, as far as Python writes its integers, which is up to 4300 digits."""
    return short_text(number, 10**6)


def verdict_object(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict as --json prints it."""
    decisive, instance, intercept = verdict.decisive, verdict.instance, verdict.intercept
    return {
        "claim": verdict.claim.id,
        "bound": verdict.claim.inequality,
        "verdict": verdict.status.value,
        "lhs": None if decisive is None else _exact(decisive.lhs),
        "rhs": None if decisive is None else _exact(decisive.rhs),
        "slack": None if decisive is None else _exact(decisive.slack),
        "trial": None if decisive is None else decisive.row.t,
        "ratio": verdict.ratio if verdict.ratio is None or isfinite(verdict.ratio) else None,
        "intercept": None
        if intercept is None
        else {"since": intercept.since, "verdict": None if intercept.status is None else intercept.status.value},
        "deviation": None if verdict.deviation is None else verdict.deviation.as_json(),
        "failures": [
            {"hypothesis": f.hypothesis.name, "text": f.hypothesis.text, "difference": _exact(f.amount)}
            for f in verdict.failures
        ],
        "undecided": verdict.undecided or None,
        "first_failure": first_failure_text(verdict) if verdict.status is Status.VIOLATED else None,
        "trials": instance.trials.l,
        "attributes": instance.trials.n,
        "comparator": None if instance.comparator is None else [_exact(a) for a in instance.comparator],
        **({} if instance.sequence is None else {"comparators": [[_exact(a) for a in u] for u in instance.sequence]}),
        "parameters": {str(k): _exact(v) for k, v in verdict.case.values.items()},
    }
