"""The data that flows: trial sequences and instances of a claim."""

from __future__ import annotations

import numbers
from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import fields
from fractions import Fraction
from functools import cached_property
from operator import mul
from pathlib import Path
from typing import Any

import numpy as np

from bounds.calls import checked
from bounds.data.columns import joined
from bounds.data.formats import read_table
from bounds.data.frames import read_frame
from bounds.data.given import Floats, Reader, column_of, dense, labels_of, written_outcome
from bounds.data.integer_matrix import largest_square, magnitude, products
from bounds.data.interval import Interval as Interval
from bounds.data.interval import Label as Label
from bounds.data.interval import Outcome as Outcome
from bounds.data.table import ReadOptions, parts
from bounds.data.vectors import Example, Vector, require_list
from bounds.display import html_table, rich_table
from bounds.errors import BoundcheckError
from bounds.numbers import common_denominator

SHOWN = 20
"""Most trials that are shown."""

WIDE = 12
"""Most attributes that get a column each."""

_OUTCOMES = (
    "a label is +1 or -1, an interval is made with Interval.parse('[0,1]'), a single point with Interval.point('1/2')"
)


def _row(row: Iterable[object], t: int, read: Reader) -> list[Fraction]:
    require_list(row, f"example {t} is", "a row of numbers for each example, such as [[1], [2]]")
    return [read(a, f"attribute {i} of example {t}") for i, a in enumerate(row, 1)]


def _is_integer(value: object) -> bool:
    return type(value) is int or (isinstance(value, numbers.Integral) and not isinstance(value, bool | np.bool_))


def _options(given: Mapping[str, Any]) -> ReadOptions:
    known = {entry.name for entry in fields(ReadOptions)} - {"prediction", "weights"}
    for name in given:
        if name not in known:
            raise BoundcheckError(f"there is no option {name!r}; there are {', '.join(sorted(known))}")
    ignore, positive = given.get("ignore", ()), given.get("positive")
    as_text = None if positive is None else str(written_outcome(positive, Reader("decimal")))
    ignored = (ignore,) if isinstance(ignore, str) else tuple(ignore)
    return ReadOptions(**{**given, "ignore": ignored, "positive": as_text})


class Trials:
    """A sequence of l trials (x_t, outcome_t), the x_t in Q^n as an integer matrix over one denominator.

    Make them with ``Trials.of``, ``Trials.from_csv`` or ``Trials.from_dataframe``.

    Parameters
    ----------
    numerators : numpy.ndarray
        Integers of shape (l, n): int64 where all entries fit, and Python ints otherwise.
    denominator : int
        The common denominator, >= 1.
    outcomes : sequence of Interval or int
        The l outcomes: all intervals, or all labels +1 and -1.

    Raises
    ------
    BoundcheckError
        For shapes that do not fit, entries that are no integers, and outcomes of both kinds.

    Examples
    --------
    >>> S = Trials.of([[1, "1/2"], [0, 1]], [Interval.parse("[1,oo)"), Interval.point(0)])
    >>> S.l, S.n, S.denominator, S.numerators.tolist()
    (2, 2, 2, [[2, 1], [0, 2]])
    """

    def __init__(self, numerators: np.ndarray[Any, Any], denominator: int, outcomes: Sequence[Outcome]) -> None:
        if not isinstance(numerators, np.ndarray) or not isinstance(outcomes, Sized):
            raise BoundcheckError(
                f"numerators is {numerators!r} and outcomes is {outcomes!r}; give an array and a list"
            )
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
    @checked
    def from_integers(
        cls,
        rows: Sequence[Sequence[int]],
        denominator: int,
        outcomes: Sequence[Any],
        n: int | None = None,
    ) -> Trials:
        """Make trials from integer rows over a common denominator.

        Parameters
        ----------
        rows : sequence of sequence of int
            The numerators, a row for each example.
        denominator : int
            The common denominator, >= 1.
        outcomes : sequence of Interval or int
            An outcome for each row.
        n : int, optional
            The number of attributes, needed when there are no rows.

        Returns
        -------
        Trials
            The trials.

        Raises
        ------
        BoundcheckError
            For rows of different lengths, entries that are no integers, and outcomes that do not fit.

        Examples
        --------
        >>> Trials.from_integers([[1, 2], [0, 3]], 2, [1, -1])
        Trials(l=2, n=2: (1/2, 1) -> 1; (0, 3/2) -> -1)
        """
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
        decimals: int | None = None,
        positive: object = None,
    ) -> Trials:
        """Make trials from rows of exact values (ints, Fractions, exact texts, numpy integers), or a sparse matrix.

        Parameters
        ----------
        examples : iterable of iterable of numbers, or sparse matrix
            A row for each example, all of the same length.
        outcomes : iterable
            Intervals, or labels 1 and -1; where ``floats`` or ``decimals`` is given, numbers as well: labels if all of
            them are 1 and -1, else points.
        n : int, optional
            The number of attributes, needed when there are no rows.
        floats : {"exact", "decimal"}, optional
            What floats mean, which are refused otherwise: the rational numbers that they are, or the shortest decimals
            that round to them.
        decimals : int, optional
            To how many decimals floats of examples are rounded.
        positive : optional
            The class that becomes +1, every other becoming -1.

        Returns
        -------
        Trials
            The trials.

        Raises
        ------
        BoundcheckError
            For a value that is no exact number, by its place, rows of different lengths, and outcomes that do not fit.

        Examples
        --------
        >>> Trials.of([[0.1], [2]], [1.0, -1.0], floats="decimal")
        Trials(l=2, n=1: (1/10) -> 1; (2) -> -1)
        >>> Trials.of([[1 / 3], [2.0]], ["ham", "spam"], decimals=2, positive="spam")
        Trials(l=2, n=1: (33/100) -> -1; (2) -> 1)
        >>> Trials.of([[0.5]], [0.25], floats="exact")
        Trials(l=1, n=1: (1/2) -> 1/4)
        """
        if hasattr(examples, "toarray"):
            examples = dense(examples)
        require_list(examples, "the examples are", "a list of rows, such as [[1, 0], [0, 1]]")
        require_list(outcomes, "the outcomes are", "a list with one for each example")
        read = Reader("decimal" if decimals is not None and floats is None else floats, decimals)
        if (
            isinstance(examples, np.ndarray)
            and examples.ndim == 2
            and examples.dtype.kind in ("biu" if read.floats is None else "bfiu")
        ):
            columns = [column_of(column, read, i, examples.shape[1]) for i, column in enumerate(examples.T, 1)]
            matrix, common = joined(columns, len(examples))
            return cls(matrix, common, labels_of(outcomes, positive, read))
        labels = labels_of(outcomes, positive, read)
        fractions = [_row(row, t, read) for t, row in enumerate(examples, 1)]
        denominator = common_denominator(a for row in fractions for a in row)
        rows = [[int(a * denominator) for a in row] for row in fractions]
        return cls.from_integers(rows, denominator, labels, n)

    @classmethod
    @checked
    def from_csv(cls, file: Path | str, **options: Any) -> Trials:
        """Read trials from a CSV file, or one of svmlight, ARFF or Parquet, exactly as ``boundcheck check`` does.

        Parameters
        ----------
        file : Path or str
            The file.
        **options
            Those of ``bounds.data.table.ReadOptions``: outcome, positive, ignore, points, standardise, bias, shuffle,
            delimiter, drop_missing, decimals.

        Returns
        -------
        Trials
            The trials.

        Raises
        ------
        BoundcheckError
            For what does not follow the format, naming file and line.

        Examples
        --------
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     _ = Path(folder, "run.csv").write_text("size,y\\n0.1,1\\n1/3,-1\\n")
        ...     Trials.from_csv(Path(folder, "run.csv"))
        Trials(l=2, n=1: (1/10) -> 1; (1/3) -> -1)
        """
        path, chosen = Path(file), _options(options)
        try:
            read = parts(read_table(path, chosen), chosen)
        except BoundcheckError as error:
            raise BoundcheckError(f"{path}: {error}") from None
        return cls(read.numerators, read.denominator, read.outcomes)

    @classmethod
    @checked
    def from_dataframe(cls, frame: Any, *, floats: Floats | None = None, **options: Any) -> Trials:
        """Read trials from a data frame of pandas, polars or pyarrow, or what gives a column by its name.

        Parameters
        ----------
        frame : data frame
            A column for each attribute, and one of outcomes.
        floats : {"exact", "decimal"}, optional
            What floats mean, as in ``of``.
        **options
            Those of ``from_csv``.

        Returns
        -------
        Trials
            The trials.

        Raises
        ------
        BoundcheckError
            For a column that is missing and a value that is no exact number.
        """
        chosen = _options(options)
        exact = Reader("decimal" if chosen.decimals is not None and floats is None else floats, chosen.decimals)
        read = parts(read_frame(frame, exact, chosen), chosen)
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
    def size(self) -> int:
        """The number of numbers in the examples."""
        return self.l * self.n

    @property
    def written(self) -> Trials:
        """The trials as they are written: each of them, but for what is repeated (``bounds.data.repetition``)."""
        return self

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

    @checked
    def margins(self, u: Vector) -> tuple[list[int], int]:
        """Return y u.x of every trial with a label y, as integers over one denominator, which comes second.

        Parameters
        ----------
        u : Vector
            An exact vector of length n.

        Returns
        -------
        tuple of list of int, and int
            The numerators, and the denominator.

        Raises
        ------
        BoundcheckError
            For what is no exact vector of length n, made by ``vector``.

        Examples
        --------
        >>> from bounds.data.vectors import vector
        >>> Trials.of([[1, "1/2"], [0, 1]], [1, -1]).margins(vector([1, "1/3"]))
        ([7, -2], 6)
        """
        if len(u) != self.n:
            raise BoundcheckError(f"u has {len(u)} entries, and the examples have {self.n}; give as many")
        unit = self.denominator * u.denominator
        if not self.are_labels:
            return [], unit
        return list(map(mul, products(self.numerators, u.numerators, self.magnitude), self.outcomes)), unit

    @checked
    def to_margin_one(self, u: Vector) -> Vector:
        """Return u times what makes its smallest positive margin 1.

        Parameters
        ----------
        u : Vector
            An exact vector of length n.

        Returns
        -------
        Vector
            The multiple; u itself where no margin is positive.

        Raises
        ------
        BoundcheckError
            For what is no exact vector of length n, made by ``vector``.

        Examples
        --------
        >>> from bounds.data.vectors import vector
        >>> Trials.of([[1, "1/2"], [0, 1]], [1, -1]).to_margin_one(vector([1, "1/3"]))
        (6/7, 2/7)
        """
        margins, unit = self.margins(u)
        smallest = min((margin for margin in margins if margin > 0), default=None)
        return u if smallest is None else u.scaled(Fraction(unit, smallest))

    @checked
    def mistakes(self, u: Vector) -> int:
        """Return on how many trials with a label y it is not the case that y u.x > 0.

        Parameters
        ----------
        u : Vector
            An exact vector of length n.

        Returns
        -------
        int
            The number of mistakes.

        Raises
        ------
        BoundcheckError
            For what is no exact vector of length n, made by ``vector``.
        """
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

    @checked
    def subsequence(self, indices: Sequence[int]) -> Trials:
        """Return the trials with these 0-based indices, in this order.

        Parameters
        ----------
        indices : sequence of int
            Indices from 0 to l - 1.

        Returns
        -------
        Trials
            These trials, over the same denominator.

        Raises
        ------
        BoundcheckError
            For what is no list of whole numbers, and for an index out of range.
        """
        if wrong := [i for i in indices if not 0 <= i < self.l]:
            raise BoundcheckError(f"there is no trial with the index {wrong[0]}; there are {self.l}, from 0 on")
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

    @property
    def head(self) -> Iterator[tuple[int, Example, Outcome]]:
        """The first trials, as many as are shown, with their numbers."""
        return zip(range(1, SHOWN + 1), self.examples, self.outcomes, strict=False)

    def _table(self) -> tuple[list[str], list[list[str]], str]:
        """Return headings, the rows of the first trials, a column an attribute where they are few, and the sizes."""
        caption = f"l = {self.l}, n = {self.n}{f', the first {SHOWN} shown' if self.l > SHOWN else ''}"
        if self.n <= WIDE:
            headings = ["t", *(f"x{i + 1}" for i in range(self.n)), "outcome"]
            return headings, [[str(t), *map(str, x), str(y)] for t, x, y in self.head], caption
        rows = [[str(t), f"({', '.join(map(str, list(x)[:WIDE]))}, ...)", str(y)] for t, x, y in self.head]
        return ["t", "x", "outcome"], rows, caption

    def _repr_html_(self) -> str:
        return html_table(*self._table())

    def __rich__(self) -> Any:
        return rich_table(*self._table())
