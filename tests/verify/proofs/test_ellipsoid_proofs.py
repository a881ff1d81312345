"""Tests of the proofs about the ellipsoid method: it is additive and rotation invariant."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from fractions import Fraction

import pytest

from bounds import theorem
from bounds.learners import Ellipsoid
from bounds.sources.kivinen1995 import ELLIPSOID
from bounds.trials import Example, Interval, vector
from verify.proofs import prove, replay_proof


class Stretched(Ellipsoid):
    """The ellipsoid method from an ellipsoid that is longer along the first axis: it is not additive."""

    def update(self, x: Example, target: Interval) -> None:
        super().update(x, target)
        move = [Fraction(2), *[Fraction(1)] * (len(self._centre) - 1)]
        self._centre = vector(a * b for a, b in zip(move, self._centre, strict=True))


@pytest.mark.parametrize(
    ("identifier", "step"),
    [("kw.ellip.span", "before and after trial t"), ("kw.ellip.rot", "before and after trial t")],
)
def test_a_learner_that_is_not_additive_is_caught(identifier: str, step: str) -> None:
    learner = dataclasses.replace(ELLIPSOID, text="stretched", make=lambda _: Stretched())
    proof = prove(theorem(identifier).replace(learner=learner))
    assert proof.failed is not None
    assert (proof.failed.name, proof.failed.how) == (step, "run")


def test_coefficients_that_see_coordinates_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fact that is not proved is false of a method whose steps are longer where an entry is 1."""
    usual: Callable[..., Fraction] = Ellipsoid._factor

    def longer(self: Ellipsoid, q: int) -> Fraction:
        return usual(self, q) * (2 if self._cuts[-1][0] == 1 else 1)

    monkeypatch.setattr(Ellipsoid, "_factor", longer)
    violation = replay_proof("kw.ellip.rot", 20).violation
    assert violation is not None
    assert violation.step == "coefficients are computed from mistakes, labels and dot products"
    assert replay_proof("kw.ellip.span", 4).holds
