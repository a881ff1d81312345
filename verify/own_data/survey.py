"""Which claims say something about one's own trials: each of them is judged, and they come with the closest first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from math import inf
from typing import Any

from bounds.calls import checked
from bounds.claims.asked import as_claim
from bounds.claims.catalogue import Catalogue, catalogue
from bounds.claims.claim import Claim, Outcomes, Standing
from bounds.display import counted, html_table, rich_table, text_table
from bounds.errors import BoundcheckError, Undecided
from bounds.instances import Instance
from bounds.numbers import decimal
from verify.judge.check import Verdict
from verify.judge.check import check as judged
from verify.judge.defaults import to_be_set
from verify.judge.status import Status
from verify.judge.words import ratio_text
from verify.own_data.completed import completed

Told = Callable[[int, int, str], None]
"""Is told how many claims are judged, of how many, and which is next."""


@dataclass(frozen=True, repr=False)
class Survey:
    """What claims say about the same trials.

    Attributes
    ----------
    verdicts : tuple of Verdict
        Those that say something: what is VIOLATED or UNDECIDED, then what holds, the largest ratio first, then what
        holds trivially; at last what is about each trial alone.
    vacuous : tuple of Verdict
        Those of which a premise fails.
    lacking : Mapping
        The claims that need values, with an example of each.
    others : Mapping
        Those about other data, with the reason.
    """

    verdicts: tuple[Verdict, ...]
    vacuous: tuple[Verdict, ...]
    lacking: Mapping[str, Mapping[str, str]]
    others: Mapping[str, str]

    HEADINGS = ("claim", "verdict", "compared", "bound", "ratio", "title")

    def rows(self) -> list[list[str]]:
        """Return the table's cells, a row for each of ``verdicts``."""
        return [_row(verdict) for verdict in self.verdicts]

    @property
    def lines(self) -> list[tuple[str, str]]:
        """What stands below the table: names with texts."""
        lines = []
        if self.vacuous:
            names = ", ".join(f"{v.claim.id} ({v.failures[0].hypothesis.name})" for v in self.vacuous)
            lines.append(("vacuous", f"{counted(len(self.vacuous), 'claim')}, the first premise that fails: {names}"))
        if self.lacking:
            wanted: dict[str, list[str]] = {}
            for claim, values in self.lacking.items():
                wanted.setdefault(" ".join(f"{name}={value}" for name, value in values.items()), []).append(claim)
            lines += [("to be set", f"{values}: {', '.join(claims)}") for values, claims in wanted.items()]
        if self.others:
            lines.append(("other data", f"{counted(len(self.others), 'claim')}: {', '.join(self.others)}"))
        return lines

    def __str__(self) -> str:
        table = text_table(self.HEADINGS, self.rows()) if self.verdicts else "no claim says anything about these trials"
        return "\n".join([table, *(f"{name}: {text}" for name, text in self.lines)])

    __repr__ = __str__

    def __rich__(self) -> Any:
        return rich_table(self.HEADINGS, self.rows())

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        printer.text(str(self))

    def _repr_html_(self) -> str:
        return html_table(self.HEADINGS, self.rows(), f"{counted(len(self.verdicts), 'claim')}")


def _row(verdict: Verdict) -> list[str]:
    decisive = verdict.decisive
    sides = ["", ""] if decisive is None else [decimal(decisive.lhs), decimal(decisive.rhs)]
    ratio = "" if verdict.ratio is None else ratio_text(verdict.ratio, lambda: verdict.attained)
    said = f"{verdict.status.value}{', trivial' if verdict.trivial else ''}"
    return [verdict.claim.id, said, *sides, ratio, str(verdict.claim.title)]


def applicable() -> Catalogue:
    """Return the claims that ``check_all`` judges where none are named: about trials, and not false as printed."""
    return Catalogue(
        claim for claim in catalogue() if claim.outcomes is not Outcomes.NONE and claim.standing is not Standing.FALSE
    )


@checked
def check_all(
    instance: Instance,
    claims: Iterable[Claim | str] | None = None,
    *,
    about: Callable[[Claim], Claim] | None = None,
    told: Told | None = None,
) -> Survey:
    """Judge every claim of the catalogue, or those that are given, on one's own trials, exactly.

    Parameters
    ----------
    instance : Instance
        Trials, and what else is given: a comparator that all claims are checked with (by default a good one is looked
        for, for each), values of parameters, which those claims take that leave them open, and further columns, which
        those take that speak of them. Learning rates are chosen where none is given.
    claims : iterable of Claim or str, optional
        Claims or ids (default: the catalogue, but for what is false as printed).
    about : callable, optional
        What makes a claim one about given predictions, such as ``lambda c: with_predictions(c, log)``.
    told : callable, optional
        Is called before each claim, with how many are judged, of how many, and its id.

    Returns
    -------
    Survey
        Verdicts, the closest to their bounds first, and the claims that say nothing about these trials.

    Raises
    ------
    BoundcheckError
        For an id that no claim has, and for a parameter that no claim leaves open.

    Examples
    --------
    >>> from boundcheck import Instance, Trials
    >>> S = Trials.of([[2, 0], [0, 4]], [1, -1])
    >>> survey = check_all(Instance(S), ["bylander.5", "bylander.11", "gls.7.1a"])
    >>> [(verdict.claim.id, verdict.slack) for verdict in survey.verdicts]
    [('bylander.11', Fraction(3, 2)), ('bylander.5', Fraction(3, 1))]
    >>> survey.lacking
    {'gls.7.1a': {'p': '2'}}
    """
    chosen = list(applicable()) if claims is None else [as_claim(claim) for claim in claims]
    _require_open(chosen, instance)
    verdicts: list[Verdict] = []
    lacking: dict[str, dict[str, str]] = {}
    others: dict[str, str] = {}
    for done, claim in enumerate(chosen):
        if told is not None:
            told(done, len(chosen), claim.id)
        taken = _taken(claim, instance)
        try:
            wanted = to_be_set(claim, taken)
            if not wanted:
                verdicts.append(_verdict(claim, taken, about))
            else:
                lacking[claim.id] = {str(name): "VALUE" if v is None else str(v) for name, v in wanted.items()}
        except (BoundcheckError, Undecided) as error:
            others[claim.id] = str(error)
    vacuous = tuple(verdict for verdict in verdicts if verdict.status is Status.VACUOUS)
    said = sorted((verdict for verdict in verdicts if verdict.status is not Status.VACUOUS), key=_place)
    return Survey(tuple(said), vacuous, lacking, others)


def _taken(claim: Claim, instance: Instance) -> Instance:
    """Return an instance with those of its parameters and of its columns that a claim speaks of."""
    values = {a: v for a, v in instance.parameters.items() if _leaves_open(claim, a)}
    columns = {name: column for name, column in instance.columns.items() if name in claim.columns}
    return replace(instance, parameters=values, columns=columns)


def _leaves_open(claim: Claim, symbol: Any) -> bool:
    return symbol in claim.parameters and symbol not in claim.defines


def _require_open(claims: Iterable[Claim], instance: Instance) -> None:
    for symbol in instance.parameters:
        if not any(_leaves_open(claim, symbol) for claim in claims):
            raise BoundcheckError(f"none of these claims has a parameter {symbol} to set; leave it out")


def _verdict(claim: Claim, instance: Instance, about: Callable[[Claim], Claim] | None) -> Verdict:
    claim.admit(instance)
    whole = completed(claim, instance)
    return replace(judged(claim if about is None else about(claim), whole.instance), found=whole.found)


def _place(verdict: Verdict) -> tuple[bool, bool, bool, float]:
    """Return what sorts a verdict: what does not hold, what is of the whole run, what may be broken, the ratio."""
    of_a_trial = verdict.decisive is not None and verdict.decisive.row.t is not None
    ratio = -inf if verdict.ratio is None else verdict.ratio
    return verdict.status is Status.HOLDS, of_a_trial, verdict.trivial, -ratio
