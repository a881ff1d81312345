"""What counts as a definition, a choice, a count: each thing that is none is refused, by the kernel itself."""

from __future__ import annotations

import pytest
import z3

from verify.logic.axioms import INNER_PRODUCT, SQUARE_ROOT, VECTOR, add, dot
from verify.logic.kernel import Kernel
from verify.logic.language import StepFailed
from verify.prove import stepped_ids

t, i, j, l, n = z3.Ints("t i j l n")
x, y = z3.Reals("x y")
INT, REAL = z3.IntSort(), z3.RealSort()
f, g = (z3.Function(name, INT, REAL) for name in "fg")
h = z3.Function("h", INT, INT, REAL)
best = z3.Int("best")

DEFINITIONS = {
    "a number": [x == y + 1],
    "a recursion": [f(0) == 0, z3.ForAll([t], z3.Implies(t >= 0, f(t + 1) == f(t) + g(t)))],
    "two that run together": [
        z3.And(f(0) == 0, g(0) == 1),
        z3.ForAll([t], z3.Implies(t >= 0, z3.And(f(t + 1) == g(t), g(t + 1) == f(t)))),
    ],
    "one by cases": [z3.ForAll([t], f(t) == z3.If(x > 0, 1.0, 2.0))],
    "an earlier value, wherever it is": [z3.ForAll([t, j], z3.Implies(z3.And(j >= 0, j < t), h(t, j) == h(j, j) + x))],
    "time, then an index": [
        z3.ForAll([t], h(t, 0) == 0),
        z3.ForAll([t, j], z3.Implies(z3.And(j >= 0, t >= 0), h(t, j + 1) == h(t, j) + f(t))),
        z3.ForAll([t], z3.Implies(t >= 0, f(t + 1) == h(t, n))),
    ],
}

NONE = {
    "an inequality": [f(0) >= 0],
    "a lemma": [z3.ForAll([t], z3.Implies(t >= 0, f(t) * f(t) >= f(t)))],
    "no new symbol": [x + y == 1],
    "itself": [x == x + 1],
    "each by the other": [z3.ForAll([t], f(t) == g(t) + 1), z3.ForAll([t], g(t) == f(t))],
    "forwards": [z3.ForAll([t], z3.Implies(t >= 0, f(t) == f(t + 1) + 1))],
    "backwards without an end": [z3.ForAll([t], f(t + 1) == f(t) + 1), z3.ForAll([t], g(t) == f(t))],
    "twice": [z3.ForAll([t], z3.Implies(t >= 0, f(t) == 0)), z3.ForAll([t], z3.Implies(t <= 0, f(t) == 1))],
    "one more than its arguments": [z3.ForAll([t, i], f(t) == g(i))],
    "the same argument twice": [z3.ForAll([t], h(t, t) == 0)],
    "the sum of vectors": [
        z3.ForAll(list(z3.Consts("a b", VECTOR)), add(*z3.Consts("a b", VECTOR)) == z3.Const("a", VECTOR))
    ],
    "a false constant": [z3.BoolVal(False)],
}


def _state(kernel: Kernel, formulas: list[z3.BoolRef]) -> None:
    for number, formula in enumerate(formulas):
        kernel.axiom(f"definition {number}", "definition", formula)


@pytest.mark.parametrize("name", DEFINITIONS)
def test_a_definition_is_admitted(name: str) -> None:
    _state(Kernel(), DEFINITIONS[name])


@pytest.mark.parametrize("name", NONE)
def test_what_defines_nothing_is_refused(name: str) -> None:
    """Power: each of these was admitted as a definition; most of them contradict themselves or assume a theorem."""
    with pytest.raises(StepFailed, match="this is no definition"):
        _state(Kernel(), NONE[name])


@pytest.mark.parametrize(
    ("kind", "name", "formula"),
    [
        (
            "inner product",
            "dot positive",
            z3.ForAll([z3.Const("a", VECTOR)], dot(z3.Const("a", VECTOR), z3.Const("a", VECTOR)) > 0),
        ),
        ("inner product", "anything", INNER_PRODUCT["dot zero"]),
        ("square root", "sqrt", SQUARE_ROOT.body() if False else x * x == 2),
        ("count", "l", l >= 2),
        ("count", "l", l <= 2),
        ("count", "l", x >= 0),
        ("count", "an index", z3.And(i >= 0, j < n)),
        ("choice", "least", f(best) <= f(i)),
    ],
)
def test_the_other_base_kinds_take_nothing_else(kind: str, name: str, formula: z3.BoolRef) -> None:
    """Power: what is stated under the name of an axiom is compared with it."""
    with pytest.raises(StepFailed):
        Kernel().axiom(name, kind, formula)


def test_a_choice_is_of_a_new_symbol_in_a_range_of_its_own() -> None:
    """Power: no least number without a range, none chosen twice, none that its own values depend on."""
    kernel, zero = Kernel(), z3.IntVal(0)
    least = kernel.choose("least", [], best, i, f(i), within=(zero, n))
    assert str(least).startswith("for every i with 0 <= i < n") or "0 <= best" in str(least)
    for within in ((zero, n), (zero, i)):
        with pytest.raises(StepFailed):
            kernel.choose("again", [], best, i, -f(i), within=within)
    with pytest.raises(TypeError):
        kernel.choose("again", [], best, i, -f(i))  # type: ignore[call-arg]
    with pytest.raises(StepFailed, match="is no number"):
        kernel.choose("a formula", [], z3.Int("false_at"), i, f(i) > 0, within=(zero, n))
    with pytest.raises(StepFailed):
        kernel.choose("no new symbol", [], best + 1, i, f(i), within=(zero, n))
    kernel.axiom("by the choice", "definition", z3.ForAll([t], g(t) == f(best)))
    with pytest.raises(StepFailed, match="depend on themselves"):
        kernel.axiom("and back", "definition", z3.ForAll([t], f(t) == g(t)))


def test_the_readable_proofs_are_these_many() -> None:
    """The number may only change with a proof: all that the kernel admits as definitions is in them."""
    assert len(stepped_ids()) == 10
