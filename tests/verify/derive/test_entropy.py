"""Hoeffding's lemma, and what else is used of relative entropy, by the kernel, from three laws of exp.

Power: with half of the variance, with weights that may be 0, or where u may be negative, a step fails.
"""

from __future__ import annotations

import pytest
import z3

from verify.derive.entropy import _Given, entropy_drop, majority_drop
from verify.logic.language import StepFailed, Term


def given() -> _Given:
    return _Given(z3.Real("a"), z3.Real("c"))


@pytest.mark.parametrize("proved", [entropy_drop, majority_drop], ids=["exp", "beta"])
def test_all_of_it_rests_on_three_laws_of_exp(proved: object) -> None:
    found = proved()  # type: ignore[operator]
    assert [fact.name for fact in found.facts] == ["exp of a sum", "exp is above its tangent", "exp undoes ln"]
    assert len(found.theorems) == 3
    assert found.steps > 50


def test_the_axioms_do_not_contradict_each_other() -> None:
    made = given()
    assert made.drop
    assert not made.session.kernel.contradiction()


class _Half(_Given):
    @property
    def exponent(self) -> Term:
        return self.mu * self.c + self.c * self.c / 4


def test_half_of_the_variance_fails() -> None:
    with pytest.raises(StepFailed, match="Z <= U exp"):
        assert _Half(z3.Real("a"), z3.Real("c")).lemma_a1


@pytest.mark.parametrize("left_out", ["of_weight", "of_example", "total", "signs"])
def test_what_is_left_out_is_missed(left_out: str, monkeypatch: pytest.MonkeyPatch) -> None:
    run = given()
    monkeypatch.setattr(run, left_out, [] if left_out in ("total", "signs") else lambda *_: [])
    with pytest.raises(StepFailed):
        assert run.drop


def test_a_comparator_that_may_be_negative_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_Given, "of_comparator", lambda *_: [])
    with pytest.raises(StepFailed):
        assert given().not_negative
