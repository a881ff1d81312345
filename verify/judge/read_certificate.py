"""Reading certificates back: a file's claim, as an object that states what the file says, and its instance.

What is a certificate, and not a claim of one's own or trials, is told here alone: JSON with the key ``format``. What
the file says of its verdict is not looked at; whoever wants to know asks ``check``, or ``boundcheck replay``.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from bounds import symbols
from bounds.calls import checked
from bounds.claims.claim import Claim
from bounds.data.files import read_whole
from bounds.data.interval import Interval, Outcome
from bounds.data.repetition import Block, repeated
from bounds.data.trials import Trials
from bounds.data.vectors import vector
from bounds.errors import BoundcheckError
from bounds.expression import parse_number
from bounds.instances import Instance
from bounds.numbers import Number
from verify import kernel, kernel_worst
from verify.judge.restated import restated
from verify.links import carries, source_of, text_of

MOST = 5_000_000
"""Numbers of trials that are written out and played one by one; where there are more they are kept as blocks."""

MOST_PARTS = 200
"""Premises, definitions and the like of a statement."""

Document = Mapping[str, Any]


class Certificate(NamedTuple):
    """What a certificate is about: a claim, and an instance of it."""

    claim: Claim
    instance: Instance


@checked
def read_certificate(path: Path | str) -> Certificate:
    """Return the claim and the instance of a certificate, as ``boundcheck search --out`` writes it.

    The claim is the catalogue's, with the changes that the file says, or one's own by rule.

    Parameters
    ----------
    path : Path or str
        The file of a certificate, its page, or a link that carries one.

    Returns
    -------
    Certificate
        A pair: the claim and the instance.

    Raises
    ------
    BoundcheckError
        With the file's name, for what is no certificate, and where no claim states what the file says.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from boundcheck import search, theorem
    >>> from verify.judge.certificate import write_certificate
    >>> found = search(theorem("bylander.5").replace(bound="U"), instances=100)
    >>> with TemporaryDirectory() as folder:
    ...     write_certificate(found.counterexample, Path(folder, "five.json"))
    ...     claim, instance = read_certificate(Path(folder, "five.json"))
    >>> print(claim, instance == found.verdict.instance)
    bylander.5*: M <= U True
    """
    document = in_file(path)
    if document is None:
        raise BoundcheckError(f"{source_of(path)}: no certificate; boundcheck search ID --out FILE writes one")
    try:
        return Certificate(claim_of(document), instance_of(document))
    except BoundcheckError as error:
        raise BoundcheckError(f"{source_of(path)}: {error}") from None


def in_file(given: Path | str) -> Document | None:
    """Return the certificate in a JSON file, on a page or in a link; None for else, which others read or refuse.

    Raises BoundcheckError for a page or a link without one.
    """
    if carries(str(given)):
        try:
            document = in_text(text_of(given, kernel.MAX_BYTES))
        except BoundcheckError as error:
            raise BoundcheckError(f"{source_of(given)}: {error}") from None
        if document is None:
            raise BoundcheckError(f"{source_of(given)}: what it carries is no certificate")
        return document
    path = Path(given)
    if path.suffix.lower() != ".json":
        return None
    try:
        return in_text(read_whole(path, kernel.MAX_BYTES))
    except BoundcheckError:
        return None


def in_text(text: str) -> Document | None:
    """Return the certificate that a text is; None if it is something else.

    >>> in_text('{"trials": []}') is None, in_text('{"format": "mine"}')
    (True, {'format': 'mine'})
    """
    if '"format"' not in text or len(text) > kernel.MAX_BYTES or not text.lstrip().startswith("{"):
        return None
    try:
        document = kernel.load(text)
    except kernel.Malformed:
        return None
    return document if "format" in document else None


def claim_of(document: Document) -> Claim:
    """Return the claim of a certificate; raise BoundcheckError where none states what it says."""
    _require_form(document)
    name, said = document["claim"], document["statement"]
    _require(said, STATEMENT, "the statement", optional=("comparator", "learner", "version", "trial", "adversary"))
    if isinstance(said.get("learner"), Mapping):
        _require_learner(said["learner"])
    if ("learner" in said) != ("version" in said) or not isinstance(said.get("learner", ""), str | Mapping):
        raise BoundcheckError("the statement has no learner with its version, or something else for one")
    catalogued = kernel.statements().get(name)
    try:
        said = said if catalogued is None else kernel.renewed(said)
        claim = restated(name, said)
    except (kernel.Malformed, ArithmeticError, RecursionError) as error:
        raise BoundcheckError(f"the statement cannot be read: {error}") from None
    changes = {"new"} if catalogued is None else kernel.changes_of(said, catalogued)
    if changes != set(document["changes"]):
        raise BoundcheckError(
            f"the file says that it changes {', '.join(sorted(document['changes'])) or 'nothing'} of {name}, "
            f"and it changes {', '.join(sorted(changes)) or 'nothing'}"
        )
    return claim


def instance_of(document: Document) -> Instance:
    """Return the instance of a certificate."""
    _require_form(document)
    given = document["instance"]
    _require(given, INSTANCE, "the instance", optional=("trials", "comparator", "start"))
    columns: dict[str, list[Any]] = {}
    n, distinct, blocks = given["n"], list[tuple[list[str], Outcome]](), list[Block]()
    for item in given.get("trials", []):
        block, times = (item["trials"], item["repeat"]) if "repeat" in item else ([item], 1)
        if type(times) is not int or not 1 <= times <= kernel.MAX_TIMES or not isinstance(block, list):
            raise BoundcheckError("a repetition has repeat, a whole number above 0, and trials, a list")
        blocks.append(Block(len(distinct), len(block), times))
        for trial in block:
            _require(trial, TRIAL, f"trial {len(distinct) + 1}", optional=("columns",))
            for name, value in trial.get("columns", {}).items():
                columns.setdefault(name, []).append(value)
            if len(trial["x"]) != n:
                raise BoundcheckError(f"n is {n}, and trial {len(distinct) + 1} has {len(trial['x'])} entries")
            distinct.append((trial["x"], _outcome(trial["outcome"])))
    trials = Trials.of([x for x, _ in distinct], [outcome for _, outcome in distinct], n=n)
    start = vector(given["start"], "start") if "start" in given else None
    u, changing = given.get("comparator"), document["statement"].get("comparator") == "u_t"
    parameters = _parameters(given["parameters"])
    if u is not None and changing != _is_sequence(u) and (u or not changing):
        raise BoundcheckError("the statement's comparator is a sequence and the instance's is one vector, or otherwise")
    one, each = (None, u) if changing else (None if u is None else vector(u, "comparator"), None)
    return Instance(repeated(trials, blocks, MOST), one, parameters, start, each, columns)


def under(claim: Claim, instance: Instance) -> tuple[Instance, list[Any]]:
    """Return an instance with those of its parameters that the claim leaves open, and the symbols of the others.

    >>> from boundcheck import theorem
    >>> instance = Instance(Trials.of([[1]], [1]), [1], {"U": 1, "C": 2, "eta": 3})
    >>> under(theorem("bylander.5"), instance)[1]
    [C, eta]
    """
    open_ones = {*claim.parameters} - {*claim.defines}
    left_out = sorted((symbol for symbol in instance.parameters if symbol not in open_ones), key=str)
    kept = {symbol: value for symbol, value in instance.parameters.items() if symbol in open_ones}
    return dataclasses.replace(instance, parameters=kept), left_out


# --- the form ----------------------------------------------------------------------------------------------


def _is_text(given: object) -> bool:
    return isinstance(given, str) and given.isprintable() and len(given) <= kernel.MAX_TEXT


def _is_list(given: object) -> bool:
    return isinstance(given, list) and all(map(_is_text, given))


def _is_sequence(given: object) -> bool:
    return isinstance(given, list) and all(map(_is_list, given))


def _is_table(given: object) -> bool:
    if not isinstance(given, dict) or len(given) > MOST_PARTS:
        return False
    return all(_is_text(a) for pair in given.items() for a in pair)


def _is_comparison(given: object) -> bool:
    return isinstance(given, dict) and all(_is_text(a) or _is_table(a) for a in given.values())


Form = Mapping[str, tuple[Callable[[Any], bool], str]]

_TEXT, _LIST, _TABLE = (
    (_is_text, "a line of text"),
    (_is_list, "a list of texts"),
    (_is_table, f"a table of at most {MOST_PARTS} texts"),
)
CERTIFICATE: Form = {
    "format": _TEXT,
    "claim": _TEXT,
    "changes": _LIST,
    "statement": (lambda given: isinstance(given, dict), "an object"),
    "instance": (lambda given: isinstance(given, dict), "an object"),
    "verdict": _TEXT,
    "left": _TEXT,
    "right": _TEXT,
    "note": _TEXT,
}
STATEMENT: Form = {
    "hypotheses": _TABLE,
    "defines": _TABLE,
    "free": _LIST,
    "outcomes": _TEXT,
    "compare": (lambda given: isinstance(given, list) and all(map(_is_comparison, given)), "a list of comparisons"),
    "comparator": _TEXT,
    "relation": _TEXT,
    "bound": _TEXT,
    "trial": _TABLE,
    "adversary": _TEXT,
}
RULE: Form = {"rule": _TABLE, "predict": _TEXT, "start": _TABLE, "draw": _TABLE, "observe": _TEXT}
MAYBE = ("start", "draw", "observe")
RECORDED: Form = {
    "predictions": _LIST,
    "of": _TEXT,
    "beside": (lambda given: isinstance(given, dict) or _is_text(given), "a learner"),
}
INSTANCE: Form = {
    "n": (lambda given: type(given) is int and 0 <= given <= MOST, "a whole number"),
    "parameters": _TABLE,
    "trials": (lambda given: isinstance(given, list) and all(isinstance(item, dict) for item in given), "a list"),
    "comparator": (lambda given: _is_list(given) or _is_sequence(given), "a list of texts, or of lists of them"),
    "start": _LIST,
}
COLUMNS = (
    lambda given: isinstance(given, dict) and all(_is_text(a) or _is_list(a) for a in given.values()),
    "a table of texts and lists",
)
TRIAL: Form = {"x": _LIST, "outcome": _TEXT, "columns": COLUMNS}
"""What the parts of a certificate are."""


def _require_form(document: Document) -> None:
    if document.get("format") != kernel.FORMAT:
        if str(document.get("format")) in kernel_worst.FORMATS:
            raise BoundcheckError("this is the certificate of a worst case; boundcheck replay FILE reads it")
        raise BoundcheckError(f"the format is not {kernel.FORMAT!r}; no other one is known here")
    _require(document, CERTIFICATE, "the certificate", optional=("note",))


def _require_learner(given: Document) -> None:
    """Refuse a learner of one's own that is neither a rule nor predictions as recorded."""
    if "predictions" not in given:
        _require(given, RULE, "the learner", optional=MAYBE)
        return
    _require(given, RECORDED, "the learner", optional=("of", "beside"))
    if isinstance(given.get("beside"), Mapping):
        _require(given["beside"], RULE, "the rule beside the predictions", optional=MAYBE)


def _require(given: object, form: Form, what: str, optional: tuple[str, ...] = ()) -> None:
    """Refuse what lacks a part, has another one, or has something else for one."""
    if not isinstance(given, Mapping):
        raise BoundcheckError(f"{what} is no object with {', '.join(form)}")
    for key in form:
        if key not in given and key not in optional:
            raise BoundcheckError(f"{what} has no {key}; it has {', '.join(form)}")
        if key in given and not form[key][0](given[key]):
            raise BoundcheckError(f"{what}: {key} is not {form[key][1]}")
    if others := sorted(given.keys() - form.keys() - {*optional}):
        raise BoundcheckError(f"{what} has {kernel.plain(others[0])[:40]!r}, and may have {', '.join(form)}")


_INTERVAL = re.compile(r"([\[(])([^,\[\]]*),([^,\[\]]*)([\])])")


def _outcome(text: str) -> Outcome:
    """Return an outcome from its text in a certificate.

    >>> print(_outcome("+1"), _outcome("(-oo,sqrt(2)]"))
    1 (-oo, sqrt(2)]
    """
    if text in ("+1", "-1"):
        return int(text)
    match = _INTERVAL.fullmatch(text)
    if match is None:
        raise BoundcheckError(f"the outcome {text[:40]!r} is neither +1 nor -1 nor an interval such as [0,1)")
    left, low, high, right = match.groups()
    lo, hi = (None if end == infinity else _number(end, "an end") for end, infinity in ((low, "-oo"), (high, "oo")))
    return Interval(lo, hi, left == "[", right == "]")


def _parameters(given: Mapping[str, str]) -> dict[Any, Number]:
    return {symbols.lookup(name): _number(text, f"the parameter {name}") for name, text in given.items()}


def _number(text: str, what: str) -> Number:
    try:
        return parse_number(text)
    except (ValueError, ArithmeticError) as error:
        raise BoundcheckError(f"{what}: {error}") from None
