"""What is known of a claim at some parameters: worst cases by length, and how far it is proved."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from bounds.claims.claim import Claim
from bounds.display import Reported, counted
from verify.judge.check import Verdict, counterexample_parts
from verify.judge.words import lines_of
from verify.kernel import Number
from verify.kernel_gram.certificate import NONE_NEEDED, ONE_FOR_ALL
from verify.kernel_gram.numbers import real, text_of
from verify.shrink.shrink import Shrunk

SHOWN = 8
"""The length up to which exact worst cases are looked for, besides proofs."""

LONG = 30
"""Characters of a number that is shown as it is."""

Outcome = Literal["certified", "certified for every length", "refuted", "open"]
Progress = Callable[[int, int], None]


def short(value: Number) -> str:
    """Write a number as it is, or about as large where that is long."""
    text = text_of(value)
    return text if len(text) <= LONG else f"{real(value):.9g}..."


@dataclass(frozen=True, repr=False)
class Worst(Reported):
    """The largest amount over sequences of l trials: ``value`` is proved, ``witness`` attained by an exact sequence."""

    l: int  # noqa: E741
    value: Number
    witness: Fraction | None = None
    verdict: Verdict | None = field(default=None, repr=False)
    bound: float | None = None
    """The claim's bound, for reading; None where it depends on the sequence."""
    each: bool = field(default=False, repr=False)
    """Whether it is the largest amount above its bound, of each trial alone."""

    @property
    def exact(self) -> bool:
        """Whether the two are equal."""
        return self.value == self.witness

    @property
    def share(self) -> tuple[float, float]:
        """The value over the bound, 0 where the bound is not known or not positive, and the value, to be compared."""
        value = real(self.value)
        return round(value / self.bound, 9) if self.bound is not None and self.bound > 0 else 0.0, value

    def as_json(self) -> dict[str, Any]:
        """Return what JSON says of it."""
        witness = None if self.witness is None else str(self.witness)
        return {"l": self.l, "value": text_of(self.value), "witness": witness, "exact": self.exact}

    def __str__(self) -> str:
        of = "" if self.bound is None else f" of {self.bound:.4g}"
        return f"{text_of(self.value)}{' above the bound of a trial' if self.each else of}, l={self.l}"


@dataclass(frozen=True)
class Request:
    """What is asked: a claim and what it says, the greatest length, parameters as texts, and the budget.

    Where ``bounded``, sequences that break the bound end it; else worst cases are wanted, whatever the bound is.
    """

    claim: Claim
    said: Mapping[str, Any]
    length: int
    given: Mapping[str, str]
    deadline: float
    progress: Progress | None = None
    patterns: int | None = None
    bounded: bool = True


@dataclass(frozen=True)
class Finding:
    """What is found: worst cases of each comparison, a sequence that breaks the claim, or a certificate for a length.

    ``every`` says that it is for every length, ``spent`` that nothing but the budget, or Ctrl-C, is why it is not for a
    longer one.
    """

    parameters: Mapping[str, str]
    worst: tuple[tuple[Worst, ...], ...]
    broken: Verdict | None = None
    certificate: Mapping[str, Any] | None = None
    length: int = 0
    every: bool = False
    reason: str = ""
    spent: bool = False
    interrupted: bool = False


@dataclass(frozen=True, repr=False)
class Certified(Reported):
    """What is known of a claim at some parameters: status, length, worst cases, and a certificate.

    Attributes
    ----------
    claim : Claim
        The claim.
    parameters : Mapping
        The values of its parameters, as texts by name.
    status : str
        What is known: certified, certified for every length, refuted or open.
    length : int
        Up to where it is certified, or how many trials break it.
    worst : tuple of Worst
        The worst case of each length.
    reason : str
        Why no more is known.
    seconds : float
        How long it took.
    certificate : Mapping or None
        For ``boundcheck replay``: of the proof, or of the counterexample if the claim is refuted.
    counterexample : Shrunk or None
        The sequence that breaks it.
    interrupted : bool
        Whether Ctrl-C ended it.
    patience : int
        What replaying the proof needs, 1 for the usual work.
    """

    claim: Claim
    parameters: Mapping[str, str]
    status: Outcome
    length: int
    worst: tuple[Worst, ...]
    reason: str
    seconds: float
    certificate: Mapping[str, Any] | None = field(default=None, repr=False)
    counterexample: Shrunk | None = field(default=None, repr=False)
    interrupted: bool = False
    patience: int = 1

    @property
    def refuted(self) -> bool:
        """Whether an exact sequence breaks the claim."""
        return self.status == "refuted"

    @property
    def verdict(self) -> str:
        """The status as a line."""
        if self.status == "certified":
            return f"CERTIFIED up to l = {self.length}"
        if self.status == "open":
            return f"OPEN at l = {self.length + 1}"
        return {"refuted": "REFUTED"}.get(self.status, "CERTIFIED for every l")

    @property
    def means(self) -> str:
        """What the certificate consists of."""
        nouns = {"multipliers": ("", "list", " of multipliers"), "table": ("the values of ", "state", "")}
        nouns["slopes"] = ("", "slope", "")
        held = self.certificate or {}
        if any(worst.each for worst in self.worst):
            return "the branches of the rule"
        if "states" in held:
            return f"the largest amounts of {counted(held['states'], 'state')}"
        if "endless" in held:
            return ONE_FOR_ALL.removeprefix("by ").removesuffix(", checked in fractions")
        if held.get("multipliers") == {}:
            return NONE_NEEDED.removeprefix("by ")
        said = (f"{a}{counted(len(held[key]), noun)}{b}" for key, (a, noun, b) in nouns.items() if key in held)
        return next(said, "")

    def lines(self) -> list[str]:
        """Return the worst cases, the counterexample and the reason, as the command prints them."""
        lines = []
        for worst in self.worst[:SHOWN]:
            where = "of a trial, above its bound" if worst.each else f"l = {worst.l}"
            reached = "" if worst.witness is None else f", a sequence reaches {short(worst.witness)}"
            said = f"{short(worst.value)}, exactly" if worst.exact else f"at most {short(worst.value)}{reached}"
            lines.append(f"  worst case   {where}: {said}")
        if len(self.worst) > SHOWN:
            lines.append(f"               l = {self.worst[-1].l}: at most {short(self.worst[-1].value)}")
        if self.counterexample is not None:
            lines += lines_of(counterexample_parts(self.counterexample.verdict)[1:])
            lines.append(f"  minimal      {self.counterexample.brief}")
        elif self.certificate is not None:
            confirmed = "in whole numbers and fractions, confirmed by the independent checker"
            more = f"; replay it with --patience {self.patience}" if self.patience > 1 else ""
            lines.append(f"  proof        {self.means}, {confirmed}{more}")
        return [*lines, f"  reason       {self.reason}"] if self.reason else lines

    @property
    def given(self) -> str:
        """The line that says for which parameters."""
        return f"  parameters   {', '.join(f'{name} = {value}' for name, value in self.parameters.items()) or 'none'}"

    def __str__(self) -> str:
        return "\n".join([f"{self.claim.id}  {self.claim.inequality}", self.given, *self.lines(), self.verdict])

    def as_json(self) -> dict[str, Any]:
        """Return what the command prints with --json."""
        return {
            "status": self.status,
            "length": self.length,
            "worst": [worst.as_json() for worst in self.worst],
            "reason": self.reason,
            "seconds": round(self.seconds, 3),
            "claim": self.claim.id,
            "bound": self.claim.bound_text,
            "parameters": dict(self.parameters),
            "counterexample": self.certificate if self.refuted else None,
        }
