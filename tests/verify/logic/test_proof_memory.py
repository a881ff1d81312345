"""What the proof kernel remembers: no step is proved twice, and none passes for another."""

from __future__ import annotations

import gc
from typing import Any

import pytest
import z3

from verify.logic.kernel import Kernel
from verify.logic.language import StepFailed
from verify.prove import prove

x, y = z3.Reals("x y")
t = z3.Int("t")
f = z3.Function("f", z3.IntSort(), z3.RealSort())
FALSE = z3.BoolVal(False)


@pytest.fixture
def kernel() -> Kernel:
    return Kernel()


def _answers(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Record every answer of z3 from now on."""
    answers: list[Any] = []
    check = z3.Solver.check

    def recording(solver: Any, *assumptions: Any) -> Any:
        answers.append(check(solver, *assumptions))
        return answers[-1]

    monkeypatch.setattr(z3.Solver, "check", recording)
    return answers


def test_the_same_step_is_not_proved_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    a, b = z3.Reals("a_of_memory b_of_memory")
    answers = _answers(monkeypatch)
    for backwards in (False, True):
        kernel = Kernel()
        premises = [kernel.axiom("a", "hypothesis", a > 1), kernel.axiom("b", "hypothesis", b > a)]
        kernel.prove("step", a * b > 1, premises[::-1] if backwards else premises)
        assert answers == [z3.unsat]


def test_memory_does_not_let_another_formula_pass(kernel: Kernel) -> None:
    """Power: a step that was proved says nothing of one with another constant, function, number or premise."""
    large = kernel.axiom("large", "hypothesis", z3.And(x > 1, f(0) > 1))
    small = kernel.axiom("small", "hypothesis", z3.And(x > 0, f(0) > 0))
    kernel.prove("step", x * f(0) > 1, [large])
    kernel.prove("step", x * f(0) > 1, [large, small])
    for formula, by in (
        (y * f(0) > 1, [large]),
        (x * f(1) > 1, [large]),
        (x * f(0) > 2, [large]),
        (x * f(0) >= f(0) * f(0), [large]),
        (x * f(0) > 1, [small]),
        (x * f(0) > 1, []),
    ):
        with pytest.raises(StepFailed, match="does not follow"):
            kernel.prove("step", formula, by)


def test_memory_keeps_what_it_remembers(kernel: Kernel) -> None:
    """Power: z3 gives the number of a formula that is gone to the next one, which must not be taken for it."""
    numbers = set()
    for k in range(200):
        goal = z3.Implies(x > k, x + 1 > k + z3.Q(1, 3))
        kernel.prove("step", goal)
        numbers.add(goal.get_id())
        del goal
    assert len(numbers) == 200
    kernel.steps.clear()
    kernel._made.clear()
    gc.collect()
    for k in range(400):
        wrong = z3.Implies(x > k, x - 1 > k + z3.Q(1, 7))
        assert wrong.get_id() not in numbers
        if k % 40 == 0:
            with pytest.raises(StepFailed, match="does not follow"):
                kernel.prove("step", wrong)


def test_memory_keeps_a_formula_that_its_owner_swaps(kernel: Kernel) -> None:
    """Power: what is remembered of a formula is not what the caller's object was made to point at since."""
    false, true = x * x > 12345, x * x >= 0
    kernel.axiom("looked at", "hypothesis", false)
    itself = false.ast
    false.ast = true.ast
    try:
        with pytest.raises(StepFailed, match="does not follow"):
            kernel.prove("step", x * x > 12345)
        kernel.prove("step", false)
    finally:
        false.ast = itself
    with pytest.raises(StepFailed, match="does not follow"):
        kernel.prove("step", false)


def test_unknown_and_false_are_not_remembered_as_proved(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: only a refutation is remembered."""
    a, b = z3.Reals("a_unanswered b_unanswered")
    true, false = a * a + b * b >= 2 * a * b, a * a >= a * b
    with monkeypatch.context() as without:
        without.setattr(z3.Solver, "check", lambda *_: z3.unknown)
        for _ in range(2):
            for formula in (true, false):
                with pytest.raises(StepFailed, match="no answer"):
                    kernel.prove("unanswered", formula)
    answers = _answers(monkeypatch)
    kernel.prove("answered", true)
    assert answers[-1] == z3.unsat
    for _ in range(2):
        del answers[:]
        with pytest.raises(StepFailed, match="does not follow"):
            kernel.prove("answered", false)
        assert answers[-1] == z3.sat


def test_a_step_with_a_quantifier_is_refused_though_its_parts_are_known(kernel: Kernel) -> None:
    every = z3.ForAll([t], f(t) >= 0)
    kernel.axiom("every", "hypothesis", every)
    for formula in (every, z3.Implies(every, f(3) >= 0)):
        with pytest.raises(StepFailed, match="instantiate the quantifier first"):
            kernel.prove("step", formula)


def test_a_part_that_was_looked_at_is_not_a_closed_formula(kernel: Kernel) -> None:
    """Power: the body of a quantifier is known from the formula around it, but it has a variable left over."""
    every = z3.ForAll([t], f(t) >= 0)
    kernel.axiom("every", "hypothesis", every)
    with pytest.raises(StepFailed, match="without a quantifier"):
        kernel.axiom("body", "hypothesis", every.body())
    twice = z3.ForAll([x], z3.ForAll([y], x * x + y * y >= 0))
    kernel.axiom("twice", "hypothesis", twice)
    with pytest.raises(StepFailed, match="without a quantifier"):
        kernel.axiom("inside", "hypothesis", twice.body())


def test_a_proof_from_memory_is_the_proof_made_afresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps and axioms are the same with nothing remembered, and with everything."""
    names = ("kernel._PROVED", "language.PARTS", "solvers.GENERALISED")
    for identifier in ("bylander.5", "kitani.wma"):
        with monkeypatch.context() as fresh:
            for name in names:
                fresh.setattr(f"verify.logic.{name}", {})
            afresh = prove(identifier)
        prove(identifier)
        monkeypatch.setattr(Kernel, "contradiction", lambda _: False)
        answers = _answers(monkeypatch)
        remembered = prove(identifier)
        assert answers.count(z3.sat) == answers.count(z3.unknown) == 0
        assert remembered.axioms == afresh.axioms
        assert remembered.status == afresh.status in ("checked", "partial")
        said = [[(s.name, s.how, s.ok, s.statement, s.message) for s in p.steps] for p in (afresh, remembered)]
        assert said[0] == said[1]
