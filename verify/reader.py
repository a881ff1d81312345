"""Reads a user's trials from JSON or CSV, and writes an instance as JSON, without losing a digit.

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

Numbers are decimals or texts such as ``"p/q"``, always exact. In an outcome object an absent or null end is
infinite, and an end is closed unless ``lo_closed`` or ``hi_closed`` says otherwise.

An outcome is a label (1, +1, -1, + or -), an interval, or a number, which stands for the interval of that
point. If every outcome is a label they are read as labels, otherwise as intervals.
"""

from __future__ import annotations

import csv
import io
import json
import math
import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

from bounds import expression
from bounds.errors import BoundcheckError
from bounds.files import name_of, read_whole
from bounds.numbers import Number, compare, parse_rational
from bounds.numbers.rational import MAX_DIGITS
from bounds.symbols import lookup
from bounds.trials import Instance, Interval, Outcome, Trials, Vector, vector

MAX_BYTES = 200_000_000
OUTCOME_NAMES = ("outcome", "label", "y")

DASHES = {"\u2212": "a unicode minus", "\u2013": "an en dash", "\u2010": "a unicode hyphen"}
"""Signs that look like ``-`` and are not, as spreadsheets and papers write them."""

_LISTED = 10
_LONG_EXPONENT = re.compile(r"\d\.?[eE][+-]?\d{6}", re.ASCII)
_OUTCOME_FORMS = "expected a label (+1 or -1), an interval such as [0.5,2) or (-oo,3], or a number"

_Written: TypeAlias = str | Interval
"""An outcome as it stands in the file: a text, or the interval that a JSON object describes."""


@dataclass(frozen=True)
class ReadOptions:
    """How to read a file.

    ``outcome`` names the outcome column (by default the one called outcome, label or y), and ``ignore`` columns
    to leave out; both are for CSV. ``positive`` is the class that becomes +1, every other class becoming -1.
    ``points`` reads 1 and -1 as numbers rather than labels. ``bias`` appends an attribute equal to 1.
    ``shuffle`` is the seed of a permutation of the trials.
    """

    outcome: str | None = None
    positive: str | None = None
    ignore: tuple[str, ...] = ()
    points: bool = False
    bias: bool = False
    shuffle: int | None = None


@dataclass(frozen=True)
class ReadResult:
    """What a file holds; ``attributes`` names the columns, ``source`` the file, ``outcomes`` how they were read."""

    trials: Trials
    comparator: Vector | None
    start: Vector | None
    parameters: dict[Any, Number]
    attributes: tuple[str, ...]
    source: str
    outcomes: str

    @property
    def instance(self) -> Instance:
        """The trials with comparator, start vector and parameters."""
        return Instance(self.trials, self.comparator, self.parameters, self.start)


@dataclass(frozen=True)
class _Table:
    """What both formats come to; each outcome stands beside its place in the file."""

    attributes: tuple[str, ...]
    rows: list[list[Fraction]]
    outcomes: list[tuple[str, _Written]]
    column: str
    comparator: Vector | None = None
    start: Vector | None = None
    parameters: dict[Any, Number] = field(default_factory=dict)


_DEFAULTS = ReadOptions()


def read_trials(
    path: Path,
    options: ReadOptions = _DEFAULTS,
    *,
    parse_number: Callable[[str], Number] = expression.parse_number,
) -> ReadResult:
    """Read trials from a ``.json``, ``.csv`` or ``.tsv`` file; of another, the first character tells which.

    The path ``-`` is standard input: JSON where it begins with ``{`` or ``[``, else CSV.
    ``parse_number`` reads the values of the parameters. Raises BoundcheckError, naming the file and the line
    or trial, for a file that cannot be read or does not follow the format.

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
        text = _load(path)
        if _is_json(path, text):
            table = _read_json(text, options, parse_number)
        else:
            table = _read_csv(text, options, _delimiter(path, text))
        return _result(table, options, name_of(path))
    except BoundcheckError as error:
        raise BoundcheckError(f"{name_of(path)}: {error}") from None


def read_instance(text: str) -> Instance:
    """Return the instance of a text in JSON, as ``write_trials`` writes it.

    >>> read_instance('{"trials": [{"x": ["1"], "outcome": "[1, 2)"}]}').trials
    Trials(l=1, n=1: (1) -> [1, 2))
    """
    return _result(_read_json(text, _DEFAULTS, expression.parse_number), _DEFAULTS, "an instance").instance


def _result(table: _Table, options: ReadOptions, source: str) -> ReadResult:
    names, rows = table.attributes, table.rows
    if rows and not rows[0] and not options.bias:
        raise BoundcheckError("the examples have no attributes; give at least one, or add one with --bias")
    if options.bias:
        if "bias" in names:
            raise BoundcheckError("there is already an attribute 'bias'; rename it or leave out --bias")
        names = (*names, "bias")
        rows = [[*row, Fraction(1)] for row in rows]
    _require_common_denominator(rows)
    outcomes = _outcomes(table.outcomes, options)
    order = list(range(len(rows)))
    if options.shuffle is not None:
        random.Random(options.shuffle).shuffle(order)  # noqa: S311 - a reproducible order, not a secret
    trials = Trials.of([rows[i] for i in order], [outcomes[i] for i in order], len(names))
    for name, given in (("comparator", table.comparator), ("start vector", table.start)):
        if given is not None and len(given) != trials.n:
            counted = " with the bias" if options.bias else ""
            raise BoundcheckError(
                f"the {name} has {len(given)} entries; the examples have {trials.n} attributes{counted}"
            )
    how = _how_read(table, outcomes, options)
    return ReadResult(trials, table.comparator, table.start, table.parameters, names, source, how)


SIZE = 4 * 10**7
"""Bits that all entries may have together once they are written over their common denominator."""


def _require_common_denominator(rows: Sequence[Sequence[Fraction]]) -> None:
    """Refuse entries whose common denominator is so long that exact arithmetic on them would take minutes."""
    entries = sum(map(len, rows))
    common = 1
    for t, row in enumerate(rows, 1):
        common = math.lcm(common, *(a.denominator for a in row))
        if common.bit_length() * entries > SIZE:
            digits = common.bit_length() * 3 // 10
            raise BoundcheckError(
                f"the common denominator of the first {t} of {len(rows)} examples has about {digits} digits, too many "
                "for exact arithmetic on all of them; round the values, say to as many decimals in every row"
            )


# --- files ---------------------------------------------------------------------------------------------


def _load(path: Path) -> str:
    text = read_whole(path, MAX_BYTES)
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise BoundcheckError(f"line {line}: a NUL character, so this is not a text file; save it as UTF-8 text")
    if not text.strip():
        raise BoundcheckError("no trials, the file is empty; it should hold trials as CSV or JSON")
    return text


def _is_json(path: Path, text: str) -> bool:
    suffix = path.suffix.lower()
    if suffix in (".json", ".csv", ".tsv"):
        return suffix == ".json"
    return text.lstrip()[0] in "[{"


def _delimiter(path: Path, text: str) -> str:
    suffix = path.suffix.lower()
    if suffix in (".csv", ".tsv"):
        return "," if suffix == ".csv" else "\t"
    header = text.lstrip().split("\n", 1)[0]
    return "\t" if "\t" in header and "," not in header else ","


# --- CSV -----------------------------------------------------------------------------------------------


def _read_csv(text: str, options: ReadOptions, delimiter: str) -> _Table:
    records = _records(text, delimiter)
    line, header = next(records, (1, []))
    header = [name.strip() for name in header]
    _check_header(line, header)
    at = _outcome_column(header, options)
    for name in options.ignore:
        if name not in header:
            raise BoundcheckError(f"--ignore {name}: there is no such column; there are {_listing(header)}")
    kept = [i for i, name in enumerate(header) if i != at and name not in options.ignore]
    if not kept and not options.bias:
        raise BoundcheckError(f"no attributes beside {_shown(header[at])}; keep a column, or add one with --bias")
    rows: list[list[Fraction]] = []
    outcomes: list[tuple[str, _Written]] = []
    for line, cells in records:
        if len(cells) != len(header):
            raise BoundcheckError(
                f"line {line}: {len(cells)} cells where the header has {len(header)}; give one for each column, "
                "and put quotes around a cell that contains a comma"
            )
        for i in (at, *kept):
            if not cells[i].strip():
                raise BoundcheckError(f"line {line}, column {_shown(header[i])}: the cell is empty; fill it in")
        rows.append([_attribute(cells[i], f"line {line}, column {_shown(header[i])}") for i in kept])
        outcomes.append((f"line {line}, column {_shown(header[at])}", cells[at].strip()))
    return _Table(tuple(header[i] for i in kept), rows, outcomes, f"column {_shown(header[at])}")


def _records(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that are not blank, each with the number of its first line."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True, strict=True)
    while True:
        line = reader.line_num + 1
        try:
            cells = next(reader, None)
        except csv.Error as error:
            raise BoundcheckError(f"line {line}: not valid CSV: {error}; check quotes and separators") from None
        if cells is None:
            return
        if len(cells) > 1 or (cells and cells[0].strip()):
            yield line, cells


def _check_header(line: int, header: Sequence[str]) -> None:
    if not header:
        raise BoundcheckError("the file holds blank cells only; add a row of column names, then the trials")
    if all(map(_is_value, header)):
        raise BoundcheckError(
            f"line {line}: the first row is {_listing(header)}, values where a header is needed; "
            "add a row of column names, one of them 'outcome'"
        )
    for i, name in enumerate(header):
        if not name:
            raise BoundcheckError(f"line {line}: column {i + 1} has no name; name it in the header")
    doubled = _repeated(header)
    if doubled is not None:
        raise BoundcheckError(f"line {line}: two columns are called {_shown(doubled)}; rename one")


def _is_value(text: str) -> bool:
    try:
        _value(text)
    except BoundcheckError:
        return False
    return True


def _outcome_column(header: Sequence[str], options: ReadOptions) -> int:
    if options.outcome is not None:
        if options.outcome not in header:
            raise BoundcheckError(f"--outcome {options.outcome}: there is no such column; there are {_listing(header)}")
        if options.outcome in options.ignore:
            raise BoundcheckError(f"column {_shown(options.outcome)} is both the outcome and ignored; choose one")
        return header.index(options.outcome)
    named = [name for name in header if name.lower() in OUTCOME_NAMES and name not in options.ignore]
    if len(named) > 1:
        raise BoundcheckError(
            f"several columns may be the outcome: {_listing(named)}; name it with --outcome COLUMN, "
            "and leave a column that is no attribute out with --ignore COLUMN"
        )
    if named:
        return header.index(named[0])
    remedy = "name the outcome column with --outcome NAME"
    if any(map(_is_value, header)):
        remedy += ", or add a header if this row is data"
    if len(header) == 1 and re.search("[;\t]", header[0]):
        remedy = "separate the cells by commas (.csv) or tabs (.tsv)"
    raise BoundcheckError(f"no column is called outcome, label or y; the columns are {_listing(header)}; {remedy}")


def _attribute(cell: str, place: str) -> Fraction:
    try:
        return _exact(cell, f"{place}: the value")
    except BoundcheckError as error:
        raise BoundcheckError(f"{error}; or leave the column out with --ignore") from None


# --- JSON ----------------------------------------------------------------------------------------------


def _read_json(text: str, options: ReadOptions, parse_number: Callable[[str], Number]) -> _Table:
    if options.outcome is not None or options.ignore:
        raise BoundcheckError("--outcome and --ignore name columns of a CSV file; this is JSON, leave them out")
    top = _decode(text)
    if isinstance(top, list):
        top = {"trials": top}
    top = _fields(top, "the file", ("trials",), ("attributes", "comparator", "start", "parameters"))
    if not isinstance(top["trials"], list):
        raise BoundcheckError(f"trials is {_shown(top['trials'])}; expected a list of trials")
    rows: list[list[Fraction]] = []
    outcomes: list[tuple[str, _Written]] = []
    for t, given in enumerate(top["trials"], 1):
        trial = _fields(given, f"trial {t}", ("x", "outcome"), ())
        rows.append(_numbers(trial["x"], f"x of trial {t}"))
        outcomes.append((f"trial {t}", _written_outcome(trial["outcome"], f"trial {t}")))
        if len(rows[-1]) != len(rows[0]):
            raise BoundcheckError(f"trial {t}: x has {len(rows[-1])} entries; that of trial 1 has {len(rows[0])}")
    comparator, start = (
        None if top.get(key) is None else vector(_numbers(top[key], key)) for key in ("comparator", "start")
    )
    given_lengths = [len(given) - options.bias for given in (comparator, start) if given]
    n = len(rows[0]) if rows else next(iter(given_lengths), None)
    attributes = _attribute_names(top.get("attributes"), n)
    parameters = _parameters(top.get("parameters"), parse_number)
    return _Table(attributes, rows, outcomes, "the key 'outcome'", comparator, start, parameters)


def _decode(text: str) -> Any:
    """Decode JSON with every number left as its text."""
    try:
        return json.loads(
            text,
            parse_float=str,
            parse_int=str,
            parse_constant=_refuse_constant,
            object_pairs_hook=_object,
        )
    except json.JSONDecodeError as error:
        raise BoundcheckError(
            f"line {error.lineno}, character {error.colno}: not valid JSON: {error.msg}; "
            "correct it, or name the file .csv if it is CSV"
        ) from None
    except RecursionError:
        raise BoundcheckError("the JSON is nested too deeply; trials need a few levels only") from None


def _refuse_constant(name: str) -> object:
    raise BoundcheckError(f"the JSON contains {name}; give a finite number, and null or oo for an infinite end")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    doubled = _repeated([key for key, _ in pairs])
    if doubled is not None:
        raise BoundcheckError(f"the key {_shown(doubled)} occurs twice in one object; keep one")
    return dict(pairs)


def _fields(given: object, place: str, required: tuple[str, ...], optional: tuple[str, ...]) -> dict[str, Any]:
    keys = ", ".join((*required, *optional))
    if not isinstance(given, dict):
        raise BoundcheckError(f"{place} is {_shown(given)}; expected an object with {keys}")
    for key in given:
        if key not in required and key not in optional:
            raise BoundcheckError(f"{place}: unknown key {_shown(key)}; the keys are {keys}")
    for key in required:
        if key not in given:
            raise BoundcheckError(f"{place}: the key {key!r} is missing; the keys are {keys}")
    return given


def _numbers(given: object, name: str) -> list[Fraction]:
    if not isinstance(given, list):
        raise BoundcheckError(f"{name} is {_shown(given)}; expected a list of numbers")
    return [_exact(value, f"entry {i} of {name}") for i, value in enumerate(given, 1)]


def _written_outcome(given: object, place: str) -> _Written:
    if isinstance(given, str):
        return given.strip()
    if not isinstance(given, dict):
        raise BoundcheckError(f"{place}: the outcome is {_shown(given)}; {_OUTCOME_FORMS}")
    ends = _fields(given, f"{place}, outcome", (), ("lo", "hi", "lo_closed", "hi_closed"))
    closed = [ends.get(key, True) for key in ("lo_closed", "hi_closed")]
    for key, value in zip(("lo_closed", "hi_closed"), closed, strict=True):
        if not isinstance(value, bool):
            raise BoundcheckError(f"{place}, outcome: {key} is {_shown(value)}; expected true or false")
    lo, hi = (None if ends.get(key) is None else _exact(ends[key], f"{place}, outcome: {key}") for key in ("lo", "hi"))
    try:
        return Interval(lo, hi, *closed)
    except ValueError as error:
        raise BoundcheckError(f"{place}: {_cause(error)}") from None


def _attribute_names(given: object, n: int | None) -> tuple[str, ...]:
    """Return the attributes' names; ``n`` is None where nothing else tells how many there are."""
    if given is None:
        return tuple(f"x{i}" for i in range(1, (n or 0) + 1))
    if not isinstance(given, list) or not all(isinstance(name, str) and name for name in given):
        raise BoundcheckError(f"attributes is {_shown(given)}; expected a list of names")
    doubled = _repeated(given)
    if doubled is not None:
        raise BoundcheckError(f"two attributes are called {_shown(doubled)}; rename one")
    if n is not None and len(given) != n:
        raise BoundcheckError(f"attributes has {len(given)} names; the examples have {n} attributes")
    return tuple(given)


def _parameters(given: object, parse_number: Callable[[str], Number]) -> dict[Any, Number]:
    if given is None:
        return {}
    if not isinstance(given, dict):
        raise BoundcheckError(f"parameters is {_shown(given)}; expected an object such as {{'eta': '1/10'}}")
    parameters: dict[Any, Number] = {}
    for name, value in given.items():
        symbol = lookup(name)
        if not isinstance(value, str):
            raise BoundcheckError(f"parameter {name} is {_shown(value)}; expected a number or a text such as '1/10'")
        try:
            parameters[symbol] = parse_number(cleaned(value, "the value"))
        except (ValueError, ArithmeticError) as error:
            raise BoundcheckError(f"parameter {name}: {_cause(error)}") from None
    return parameters


# --- outcomes ------------------------------------------------------------------------------------------


def _outcomes(written: Sequence[tuple[str, _Written]], options: ReadOptions) -> Sequence[Outcome]:
    if options.positive is not None:
        if options.points:
            raise BoundcheckError("--positive makes labels and --points makes numbers; use one of them")
        return _classes(written, options.positive.strip())
    values = [_outcome(place, text, written) for place, text in written]
    if not options.points and set(values) <= {"+", "-", 1, -1}:
        return [1 if value in ("+", 1) else -1 for value in values]
    intervals: list[Interval] = []
    for (place, _), value in zip(written, values, strict=True):
        if isinstance(value, str):
            raise BoundcheckError(
                f"{place}: the outcome is {value!r}, a label, among numbers or intervals; use one kind throughout"
            )
        intervals.append(value if isinstance(value, Interval) else Interval(value, value))
    if not options.points and set(values) == {0, 1}:
        raise BoundcheckError(
            "the outcomes are 0 and 1, which may be labels or numbers; "
            "say --positive 1 for labels (then 0 becomes -1) or --points for numbers"
        )
    return intervals


def _how_read(table: _Table, outcomes: Sequence[Outcome], options: ReadOptions) -> str:
    """Say as what the outcomes were read, and from where: a verdict may depend on it."""
    kinds = {"label" if isinstance(outcome, int) else _kind(outcome) for outcome in outcomes}
    if "label" not in kinds:
        words = {"point": "points: a number is the interval of that one value", "interval": "intervals"}
        return f"{' and '.join(words[kind] for kind in sorted(kinds)) or 'none'}, from {table.column}"
    plus, minus = (sum(outcome == label for outcome in outcomes) for label in (1, -1))
    if options.positive is None:
        return f"labels, from {table.column}: +1 ({plus} times) and -1 ({minus} times)"
    others = [text for _, text in table.outcomes if text != options.positive.strip()]
    listed = _listing(dict.fromkeys(map(str, others))) if others else "nothing"
    chosen = _shown(options.positive.strip())
    return f"classes, from {table.column}: +1 is {chosen} ({plus} times), -1 is {listed} ({minus} times)"


def _kind(outcome: Interval) -> str:
    return "point" if outcome.lo is not None and outcome.lo == outcome.hi else "interval"


def _classes(written: Sequence[tuple[str, _Written]], positive: str) -> list[Outcome]:
    names: list[str] = []
    for place, text in written:
        if not isinstance(text, str) or not text:
            raise BoundcheckError(f"{place}: the outcome is {_shown(text)}; with --positive give a class name")
        names.append(text)
    if names and positive not in names:
        raise BoundcheckError(
            f"--positive {positive}: no outcome has this value; the values are {_listing(dict.fromkeys(names))}"
        )
    return [1 if name == positive else -1 for name in names]


def _outcome(place: str, text: _Written, written: Sequence[tuple[str, _Written]]) -> Interval | Fraction | str:
    try:
        return _value(text)
    except BoundcheckError as error:
        message = f"{place}: {error}"
        if not str(text).startswith(("[", "(")):
            values = dict.fromkeys(other for _, other in written if isinstance(other, str))
            message += f"; if the values {_listing(values)} are class names, say with --positive NAME which is the +1"
        raise BoundcheckError(message) from None


def _value(text: _Written) -> Interval | Fraction | str:
    """Read one outcome: an interval, a number, or one of the labels + and -."""
    if isinstance(text, Interval) or text in ("+", "-"):
        return text
    if not text.startswith(("[", "(")):
        try:
            return _exact(text, "the outcome")
        except BoundcheckError as error:
            if text[:1].isdigit() or text[:1] in DASHES:
                raise
            raise BoundcheckError(f"the outcome is {_shown(text)}; {_OUTCOME_FORMS}") from error
    interval = cleaned(text, "the outcome")
    try:
        return Interval.parse(interval)
    except ValueError as error:
        raise BoundcheckError(
            f"the outcome is {_shown(text)}: {_cause(error)}; write an interval as [0.5,2) or (-oo,3]"
        ) from None


# --- numbers and messages ------------------------------------------------------------------------------


def _exact(value: object, name: str) -> Fraction:
    if not isinstance(value, str):
        raise BoundcheckError(f"{name} is {_shown(value)}; expected a number such as 3, 0.25 or '2/7'")
    return parse_rational(cleaned(value, name), name)


def cleaned(text: str, name: str) -> str:
    """Make all blanks single spaces; refuse a dash for a minus, and an exponent out of all proportion."""
    dash = next((character for character in text if character in DASHES), None)
    if dash is not None:
        raise BoundcheckError(
            f"{name} is {_shown(text)}, with {DASHES[dash]} (U+{ord(dash):04X}) for a minus sign; write '-'"
        )
    if _LONG_EXPONENT.search(text):
        raise BoundcheckError(f"{name} is {_shown(text)}, with too large an exponent; shorten it")
    return " ".join(text.split())


def _cause(error: Exception) -> str:
    # Python's own ValueError here is its refusal to print an integer of thousands of digits.
    own = isinstance(error, (BoundcheckError, ArithmeticError))
    return str(error) if own else "a number has too many digits; shorten it"


def _repeated(names: Sequence[str]) -> str | None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    return None


def _shown(value: object) -> str:
    """Describe a value from a file in a message, in one short line."""
    if isinstance(value, str):
        return repr(value if len(value) <= 40 else value[:37] + "...")
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, bool):
        return "true" if value else "false"
    return "null" if value is None else "an interval"


def _listing(values: Iterable[str]) -> str:
    several = list(islice(values, _LISTED + 1))
    return ", ".join(map(_shown, several[:_LISTED])) + (", ..." if len(several) > _LISTED else "")


# --- writing -------------------------------------------------------------------------------------------


def write_trials(
    path: Path | None,
    instance: Instance,
    *,
    parse_number: Callable[[str], Number] = expression.parse_number,
) -> str:
    """Return the JSON text of ``instance``, after writing it to ``path`` if one is given.

    Every number is a text ``"p/q"``, so ``read_trials`` gives an equal instance. A parameter is left out if
    ``parse_number`` does not read its text back to the same number. Raises BoundcheckError for an interval
    with an irrational end, a number too long to be read back, and a file that cannot be written.

    >>> print(write_trials(None, Instance(Trials.of([[1, "1/2"]], [Interval.parse("[1,oo)")]))), end="")
    {
      "trials": [
        {"x": ["1", "1/2"], "outcome": "[1, oo)"}
      ]
    }
    """
    trials = instance.trials
    lines = [json.dumps({"x": list(map(_text, x)), "outcome": _outcome_text(y)}) for x, y in trials]
    parts = ['"trials": ' + ("[\n    " + ",\n    ".join(lines) + "\n  ]" if lines else "[]")]
    if not lines:
        parts.append('"attributes": ' + json.dumps([f"x{i}" for i in range(1, trials.n + 1)]))
    for key, given in (("comparator", instance.comparator), ("start", instance.start)):
        if given is not None:
            parts.append(f'"{key}": ' + json.dumps(list(map(_text, given))))
    parameters = {
        str(symbol): str(value)
        for symbol, value in instance.parameters.items()
        if _reads_back(str(symbol), value, parse_number)
    }
    if parameters:
        parts.append('"parameters": ' + json.dumps(parameters))
    text = "{\n  " + ",\n  ".join(parts) + "\n}\n"
    if path is not None:
        try:
            Path(path).write_text(text, encoding="utf-8")
        except OSError as error:
            raise BoundcheckError(f"{path}: cannot write this file: {error.strerror or error}") from None
    return text


def _outcome_text(outcome: Outcome) -> int | str:
    if not isinstance(outcome, Interval):
        return outcome
    lo = "-oo" if outcome.lo is None else _text(outcome.lo)
    hi = "oo" if outcome.hi is None else _text(outcome.hi)
    return f"{'[' if outcome.lo_closed else '('}{lo}, {hi}{']' if outcome.hi_closed else ')'}"


def _text(number: Number) -> str:
    if not isinstance(number, Fraction):
        raise BoundcheckError(f"cannot write the interval end {number}; a file of trials holds rationals only")
    try:
        text = str(number)
    except ValueError:
        text = ""
    if not 0 < len(text) <= MAX_DIGITS:
        raise BoundcheckError(f"cannot write a number of more than {MAX_DIGITS} digits; round the data")
    return text


def _reads_back(name: str, value: Number, parse_number: Callable[[str], Number]) -> bool:
    try:
        lookup(name)
        return compare(parse_number(str(value)), value) == 0
    except (ValueError, ArithmeticError):
        return False
