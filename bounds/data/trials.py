"""The data that flows: examples, trial sequences and instances of a claim."""

from __future__ import annotations

import numbers
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import cached_property
from itertools import repeat
from math import gcd
from operator import mul
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, overload

import numpy as np

from bounds import symbols
from bounds.data.columns import joined
from bounds.data.csv_text import delimiter, load, outcome_column, read_csv
from bounds.data.given import Floats, column_of, float_reader, outcomes_of, written_outcome
from bounds.data.instance_code import instance_code
from bounds.data.integer_matrix import largest_square, magnitude, products
from bounds.data.interval import Interval as Interval
from bounds.data.interval import Label as Label
from bounds.data.interval import Outcome as Outcome
from bounds.data.table import ReadOptions, Table, parts
from bounds.display import instance_html, instance_report, rich_report, trials_html, trials_rich
from bounds.errors import BoundcheckError
from bounds.numbers import Number, common_denominator, to_fraction
from bounds.numbers.evaluate import as_number

_OUTCOMES = (
    "a label is +1 or -1, an interval is made with Interval.parse('[0,1]'), a single point with Interval.point('1/2')"
)


class Example(Sequence[Fraction]):
    """One example x in Q^n, held as integers over a denominator: ``x_i = numerators[i] / denominator``."""

    __slots__ = ("denominator", "numerators")

    def __init__(self, numerators: Sequence[int], denominator: int = 1) -> None:
        self.numerators = numerators
        self.denominator = denominator

    def __len__(self) -> int:
        """Return the number of attributes."""
        return len(self.numerators)

    @overload
    def __getitem__(self, i: int) -> Fraction: ...
    @overload
    def __getitem__(self, i: slice) -> Sequence[Fraction]: ...
    def __getitem__(self, i: int | slice) -> Fraction | Sequence[Fraction]:
        """Return attribute i as a Fraction."""
        if isinstance(i, slice):
            return [Fraction(a, self.denominator) for a in self.numerators[i]]
        return Fraction(self.numerators[i], self.denominator)

    def __iter__(self) -> Iterator[Fraction]:
        """Iterate over the attributes as Fractions."""
        return map(Fraction, self.numerators, repeat(self.denominator))

    def dot(self, other: Example) -> Fraction:
        """Return the exact dot product with another vector of the same length."""
        if len(self.numerators) != len(other.numerators):
            raise BoundcheckError(f"vectors of {len(self)} and {len(other)} entries have no dot product")
        product = sum(map(mul, self.numerators, other.numerators))
        return Fraction(product, self.denominator * other.denominator)

    def squared_norm(self) -> Fraction:
        """Return the sum of the squares."""
        return self.dot(self)

    def max_norm(self) -> Fraction:
        """Return the largest magnitude (0 for no attributes)."""
        return Fraction(max(map(abs, self.numerators), default=0), self.denominator)

    def one_norm(self) -> Fraction:
        """Return the sum of the magnitudes."""
        return Fraction(sum(map(abs, self.numerators)), self.denominator)

    def scaled(self, factor: Fraction) -> Example:
        """Return ``factor`` times this vector."""
        p, q = to_fraction(factor, "factor").as_integer_ratio()
        return Example([p * a for a in self.numerators], q * self.denominator)

    def reduced(self) -> Example:
        """Return the same vector over its least denominator."""
        common = gcd(self.denominator, *self.numerators)
        return self if common == 1 else Example([a // common for a in self.numerators], self.denominator // common)

    def doubled(self) -> Example:
        """Return (x, -x), which makes room for negative weights (Bylander 1998, section 3.3)."""
        return Example([*self.numerators, *(-a for a in self.numerators)], self.denominator)

    def __eq__(self, other: object) -> bool:
        """Tell whether both are the same vector."""
        return isinstance(other, Example) and list(self) == list(other)

    def __hash__(self) -> int:
        """Hash the vector."""
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"({', '.join(map(str, self))})"


Vector: TypeAlias = Example
"""A vector of rationals: an example, a comparator or a start vector."""


def vector(values: Iterable[object], name: str = "vector") -> Vector:
    """Make an exact vector from ints, Fractions, exact texts or numpy integers.

    >>> vector([1, "0.5"])
    (1, 1/2)
    """
    if isinstance(values, Example):
        return values.reduced()
    _require_list(values, f"the {name} is", "a list of its entries, such as [1, '1/2']")
    fractions = [to_fraction(value, f"entry {i + 1} of the {name}") for i, value in enumerate(values)]
    denominator = common_denominator(fractions)
    return Example([int(f * denominator) for f in fractions], denominator)


def _require_list(values: object, what: str, wanted: str) -> None:
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise BoundcheckError(f"{what} {values!r}; give {wanted}")


def _row(row: Iterable[object], t: int) -> list[Fraction]:
    _require_list(row, f"example {t} is", "a row of numbers for each example, such as [[1], [2]]")
    for i, a in enumerate(row, 1):
        if isinstance(a, float):
            said = f"attribute {i} of example {t} is the float {float(a)!r}; floats are not exact: say what they mean"
            raise BoundcheckError(f"{said}, floats='decimal' or 'exact', or write a text such as '0.1'")
    return [to_fraction(a, f"attribute {i} of example {t}") for i, a in enumerate(row, 1)]


def _is_integer(value: object) -> bool:
    return type(value) is int or (isinstance(value, numbers.Integral) and not isinstance(value, bool | np.bool_))


def _options(given: Mapping[str, Any]) -> ReadOptions:
    known = {entry.name for entry in fields(ReadOptions)} - {"prediction", "weights"}
    for name in given:
        if name not in known:
            raise BoundcheckError(f"there is no option {name!r}; there are {', '.join(sorted(known))}")
    ignore = given.get("ignore", ())
    return ReadOptions(**{**given, "ignore": (ignore,) if isinstance(ignore, str) else tuple(ignore)})


class Trials:
    """A sequence of l trials (x_t, outcome_t), the x_t in Q^n as an integer matrix over one denominator.

    ``numerators`` has shape (l, n), int64 where all entries fit and Python ints otherwise;
    ``outcomes`` are all intervals, or all labels +1 and -1.

    >>> S = Trials.of([[1, "1/2"], [0, 1]], [Interval.parse("[1,oo)"), Interval.point(0)])
    >>> S.l, S.n, S.denominator, S.numerators.tolist()
    (2, 2, 2, [[2, 1], [0, 2]])
    """

    def __init__(self, numerators: np.ndarray[Any, Any], denominator: int, outcomes: Sequence[Outcome]) -> None:
        if numerators.ndim != 2 or len(outcomes) != numerators.shape[0]:
            raise BoundcheckError(
                f"examples have shape {numerators.shape} and there are {len(outcomes)} outcomes; "
                "expected shape (l, n) and l outcomes"
            )
        if not _is_integer(denominator) or denominator < 1:
            raise BoundcheckError(f"the common denominator is {denominator!r}; it must be a positive integer")
        if numerators.dtype.kind != "i" and not all(_is_integer(a) for a in numerators.flat):
            raise BoundcheckError(f"the numerators have type {numerators.dtype}; they must be integers")
        types = set(map(type, outcomes))
        kinds = {issubclass(kind, Interval) for kind in types}
        if len(kinds) > 1:
            raise BoundcheckError("outcomes mix intervals and labels; use one kind for the whole sequence")
        plain = types <= {Interval} or (types == {int} and set(outcomes) <= {1, -1})
        for t, outcome in enumerate(() if plain else outcomes, 1):
            if not isinstance(outcome, Interval) and not (_is_integer(outcome) and outcome in (1, -1)):
                raise BoundcheckError(f"outcome of trial {t} is {outcome!r}; {_OUTCOMES}")
        self.numerators = numerators
        self.denominator = int(denominator)
        self.outcomes = tuple(y if isinstance(y, Interval) else int(y) for y in outcomes)

    @classmethod
    def from_integers(
        cls,
        rows: Sequence[Sequence[int]],
        denominator: int,
        outcomes: Sequence[Outcome],
        n: int | None = None,
    ) -> Trials:
        """Make trials from integer rows over a common denominator; ``n`` is needed when there are no rows."""
        width = len(rows[0]) if rows else (n or 0)
        for t, row in enumerate(rows, 1):
            if len(row) != width:
                raise BoundcheckError(f"example {t} has {len(row)} attributes; the first has {width}")
        if not all(_is_integer(a) for row in rows for a in row):
            raise BoundcheckError("an entry of the rows is not an integer; use Trials.of for fractions and decimals")
        fits = all(abs(a) < 2**63 for row in rows for a in row)
        data = np.array(rows, dtype=np.int64 if fits else object).reshape(len(rows), width)
        return cls(data, denominator, outcomes)

    @classmethod
    def of(
        cls,
        examples: Iterable[Iterable[object]],
        outcomes: Iterable[Any],
        n: int | None = None,
        *,
        floats: Floats | None = None,
    ) -> Trials:
        """Make trials from rows of exact values (ints, Fractions, exact texts, numpy integers).

        Floats are refused unless it is said what they mean: ``"exact"``, the rational numbers that they are, or
        ``"decimal"``, the shortest decimals that round to them. Outcomes may then be numbers as well: labels if all of
        them are 1 and -1, else points.

        >>> Trials.of([[0.1], [2]], [1.0, -1.0], floats="decimal")
        Trials(l=2, n=1: (1/10) -> 1; (2) -> -1)
        >>> Trials.of([[0.5]], [0.25], floats="exact")
        Trials(l=1, n=1: (1/2) -> 1/4)
        """
        _require_list(examples, "the examples are", "a list of rows, such as [[1, 0], [0, 1]]")
        _require_list(outcomes, "the outcomes are", "a list with one for each example")
        read = float_reader(floats)
        if isinstance(outcomes, np.ndarray) and outcomes.dtype.kind in "iu":
            outcomes = outcomes.tolist()
        if (
            isinstance(examples, np.ndarray)
            and examples.ndim == 2
            and examples.dtype.kind in ("iu" if floats is None else "fiu")
        ):
            columns = [column_of(examples[:, i], read, i) for i in range(examples.shape[1])]
            matrix, common = joined(columns, len(examples))
            return cls(matrix, common, list(outcomes) if floats is None else outcomes_of(outcomes, read))
        if floats is not None:
            examples = [
                [read(a, f"attribute {i} of example {t}") for i, a in enumerate(row, 1)]
                for t, row in enumerate(examples, 1)
            ]
            outcomes = outcomes_of(outcomes, read)
        fractions = [_row(row, t) for t, row in enumerate(examples, 1)]
        denominator = common_denominator(a for row in fractions for a in row)
        rows = [[int(a * denominator) for a in row] for row in fractions]
        return cls.from_integers(rows, denominator, list(outcomes), n)

    @classmethod
    def from_csv(cls, file: Path | str, **options: Any) -> Trials:
        """Read trials from a CSV file, exactly as ``boundcheck check`` does.

        ``options`` are those of ``bounds.data.table.ReadOptions``: outcome, positive, ignore, points, standardise,
        bias, shuffle. Raises BoundcheckError, naming file and line, for what does not follow the format.

        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     _ = Path(folder, "run.csv").write_text("size,y\\n0.1,1\\n1/3,-1\\n")
        ...     Trials.from_csv(Path(folder, "run.csv"))
        Trials(l=2, n=1: (1/10) -> 1; (1/3) -> -1)
        """
        path, chosen = Path(file), _options(options)
        try:
            text = load(path)
            read = parts(read_csv(text, chosen, delimiter(path, text)), chosen)
        except BoundcheckError as error:
            raise BoundcheckError(f"{path}: {error}") from None
        return cls(read.numerators, read.denominator, read.outcomes)

    @classmethod
    def from_dataframe(cls, frame: Any, *, floats: Floats | None = None, **options: Any) -> Trials:
        """Read trials from a data frame of pandas, or what has ``columns`` and gives a column by its name.

        ``floats`` says what floats mean, as in ``of``; ``options`` are those of ``from_csv``. Raises BoundcheckError
        for a column that is missing and a value that is no exact number.
        """
        chosen = _options(options)
        header = [str(name) for name in frame.columns]
        at = outcome_column(header, chosen)
        kept = [name for name in frame.columns if str(name) not in (header[at], *chosen.ignore)]
        exact = float_reader(floats)
        columns = [column_of(np.asarray(frame[name]), exact, name) for name in kept]
        values = np.asarray(frame[frame.columns[at]]).tolist()
        written = [(f"row {t}", written_outcome(value, exact)) for t, value in enumerate(values, 1)]
        read = parts(Table(tuple(map(str, kept)), columns, written, f"column {header[at]!r}"), chosen)
        return cls(read.numerators, read.denominator, read.outcomes)

    @property
    def l(self) -> int:  # noqa: E743
        """The number of trials."""
        return int(self.numerators.shape[0])

    @property
    def n(self) -> int:
        """The number of attributes."""
        return int(self.numerators.shape[1])

    @property
    def are_labels(self) -> bool:
        """Whether the outcomes are labels (true when there are no trials)."""
        return not self.outcomes or not isinstance(self.outcomes[0], Interval)

    @cached_property
    def magnitude(self) -> int:
        """The largest magnitude among the numerators (0 when there are none)."""
        return magnitude(self.numerators)

    @cached_property
    def largest_square(self) -> int:
        """The largest sum of squares of an example's numerators (0 when there are no trials)."""
        return largest_square(self.numerators, self.magnitude)

    def margins(self, u: Vector) -> tuple[list[int], int]:
        """Return y u.x of every trial with a label y, as integers over one denominator, which comes second.

        >>> Trials.of([[1, "1/2"], [0, 1]], [1, -1]).margins(vector([1, "1/3"]))
        ([7, -2], 6)
        """
        unit = self.denominator * u.denominator
        if not self.are_labels:
            return [], unit
        return list(map(mul, products(self.numerators, u.numerators, self.magnitude), self.outcomes)), unit

    def mistakes(self, u: Vector) -> int:
        """Return on how many trials with a label y it is not the case that y u.x > 0."""
        return sum(margin <= 0 for margin in self.margins(u)[0])

    @cached_property
    def examples(self) -> tuple[Example, ...]:
        """The examples, one exact vector a trial."""
        return tuple(Example(row, self.denominator) for row in self.numerators.tolist())

    def __len__(self) -> int:
        """Return the number of trials."""
        return self.l

    def __iter__(self) -> Iterator[tuple[Example, Outcome]]:
        """Iterate over the trials (example, outcome) in order."""
        return zip(self.examples, self.outcomes, strict=True)

    def subsequence(self, indices: Sequence[int]) -> Trials:
        """Return the trials with these 0-based indices, in this order."""
        return Trials(
            self.numerators[list(indices)].reshape(len(indices), self.n),
            self.denominator,
            [self.outcomes[i] for i in indices],
        )

    def __eq__(self, other: object) -> bool:
        """Tell whether both are the same sequence."""
        return isinstance(other, Trials) and list(self) == list(other) and self.n == other.n

    def __hash__(self) -> int:
        """Hash the sequence."""
        return hash((self.n, self.outcomes, self.examples))

    def __repr__(self) -> str:
        shown = "; ".join(f"{x} -> {outcome}" for x, outcome in list(self)[:6])
        return f"Trials(l={self.l}, n={self.n}: {shown}{'; ...' if self.l > 6 else ''})"

    def _repr_html_(self) -> str:
        return trials_html(self)

    def __rich__(self) -> Any:
        return trials_rich(self)


def _parameter(value: object, symbol: Any) -> Number:
    """Return the exact value of a parameter; a text may be an expression in numbers."""
    if isinstance(value, Fraction):
        return value
    name = f"the parameter {symbol}"
    if not isinstance(value, str):
        return as_number(value, name)
    from bounds.expression import parse_number

    try:
        return parse_number(value)
    except BoundcheckError as error:
        raise BoundcheckError(f"{name}: {error}") from None


@dataclass(frozen=True)
class Instance:
    """One instance of a claim: trials, comparator, start vector and exact values of its parameters.

    ``parameters`` maps glossary symbols, or their names, to exact values, also as text such as "1/10" or "sqrt(2)";
    they are held as Numbers. Vectors may be given as sequences of exact values.

    >>> Instance(Trials.of([[1]], [1]), comparator=[2], parameters={"eta": "0.5"}).parameters
    {eta: Fraction(1, 2)}
    """

    trials: Trials
    comparator: Vector | None = None
    parameters: Mapping[Any, Number] = field(default_factory=dict)
    start: Vector | None = None

    if TYPE_CHECKING:  # what may be given; __post_init__ makes it what is held

        def __init__(
            self,
            trials: Trials,
            comparator: Iterable[object] | None = None,
            parameters: Mapping[Any, object] = ...,
            start: Iterable[object] | None = None,
        ) -> None:
            """Hold what is given, exactly."""

    def __post_init__(self) -> None:
        """Make everything exact and check that the vectors have one entry for each attribute."""
        if not isinstance(self.trials, Trials):
            raise BoundcheckError(
                f"the trials are {self.trials!r}; make them with Trials.of(examples, outcomes), "
                "such as Trials.of([[1, 0], [0, 1]], [1, -1])"
            )
        if not isinstance(self.parameters, Mapping):
            raise BoundcheckError(
                f"the parameters are {self.parameters!r}; give them by name, such as {{'eta': '1/10'}}"
            )
        for name in ("comparator", "start"):
            given = getattr(self, name)
            if given is not None and not isinstance(given, Example):
                object.__setattr__(self, name, vector(given, name))
        parameters = {
            symbols.lookup(key) if isinstance(key, str) else key: _parameter(value, key)
            for key, value in self.parameters.items()
        }
        object.__setattr__(self, "parameters", parameters)
        for name, given in (("comparator", self.comparator), ("start vector", self.start)):
            if given is not None and len(given) != self.trials.n:
                raise BoundcheckError(
                    f"the {name} has {len(given)} entries; the examples have {self.trials.n} attributes"
                )

    def require_comparator(self) -> Vector:
        """Return the comparator; raise BoundcheckError if there is none."""
        if self.comparator is None:
            raise BoundcheckError("this claim compares with a vector u; give a comparator")
        return self.comparator

    def _repr_html_(self) -> str:
        return instance_html(self)

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        """Print a report, and to Hypothesis code, which is how it reports a failing example."""
        if type(printer).__module__.startswith("hypothesis."):
            text = f"\n{' ' * printer.indentation}".join(instance_code(self, 60).splitlines())
        else:
            text = instance_report(self)
        printer.text(text)

    def __rich__(self) -> Any:
        return rich_report(instance_report(self))
