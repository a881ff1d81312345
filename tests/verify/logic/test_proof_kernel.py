"""The proof kernel: every way to cheat it that we know is refused, and says why."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Callable
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
import sympy
import z3

from bounds.claims.catalogue import theorem
from bounds.errors import BoundcheckError
from verify.logic.axioms import VECTOR, add, scale, zero
from verify.logic.calculus import RULES, Range
from verify.logic.kernel import Kernel, Theorem, induction_step
from verify.logic.language import StepFailed
from verify.logic.session import Session, run
from verify.logic.vectors import InnerProduct
from verify.prove import prove

x, y = z3.Reals("x y")
t = z3.Int("t")
f = z3.Function("f", z3.IntSort(), z3.RealSort())
FALSE = z3.BoolVal(False)


@pytest.fixture
def kernel() -> Kernel:
    return Kernel()


def test_a_valid_step_is_proved(kernel: Kernel) -> None:
    theorem = kernel.prove("square", x * x >= 0)
    assert theorem.formula.eq(x * x >= 0)
    assert (kernel.steps[-1].how, kernel.steps[-1].ok) == ("z3", True)


def test_a_false_step_fails_with_its_name_and_a_counterexample(kernel: Kernel) -> None:
    with pytest.raises(StepFailed, match=r"wrong: it does not follow from what this step uses, which holds at x = "):
        kernel.prove("wrong", x * x > 0)
    assert not kernel.steps[-1].ok


def test_too_much_work_is_a_failure() -> None:
    """Power: what z3 cannot answer is never a pass."""
    a, b, c, d = z3.Reals("a b c d")
    hard = (a * a + b * b + c * c) * (a * a + b * b + d * d) >= (a * c + b * d - c * d * a) * (a * b - c * d)
    impatient = Kernel(effort=1)
    with pytest.raises(StepFailed, match=r"no answer|does not follow"):
        impatient.prove("hard", hard)
    assert not impatient.steps[-1].ok


def test_an_unknown_answer_of_the_solver_is_a_failure(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(z3.Solver, "check", lambda *_: z3.unknown)
    with pytest.raises(StepFailed, match="no answer"):
        kernel.prove("unasked", x * x * y * y >= 0)


# --- forged theorems -----------------------------------------------------------------------------------


def _by_hand(kernel: Kernel) -> Theorem:
    return Theorem(object(), kernel, FALSE, {})


def _without_init(kernel: Kernel) -> Theorem:
    forged = object.__new__(Theorem)
    for name, value in (("_kernel", kernel), ("_formula", FALSE), ("_axioms", {})):
        object.__setattr__(forged, name, value)
    return forged


def _lookalike(kernel: Kernel) -> Any:
    theorem = kernel.axiom("x", "hypothesis", x == 1)
    return SimpleNamespace(formula=FALSE, axioms=theorem.axioms)


def _from_another_kernel(_: Kernel) -> Theorem:
    return Kernel().axiom("anything", "hypothesis", FALSE)


@pytest.mark.parametrize("forge", [_by_hand, _without_init, _lookalike, _from_another_kernel])
def test_forged_theorem_is_refused(kernel: Kernel, forge: Callable[[Kernel], Any]) -> None:
    """Power: only this kernel's own theorems are premises."""
    with pytest.raises(BoundcheckError, match=r"by hand|not made by this kernel"):
        kernel.prove("false", FALSE, [forge(kernel)])


def test_a_theorem_does_not_change(kernel: Kernel) -> None:
    theorem = kernel.prove("square", x * x >= 0)
    with pytest.raises(BoundcheckError, match="does not change"):
        theorem.formula = FALSE  # type: ignore[misc]
    with pytest.raises(TypeError):
        theorem.axioms["more"] = theorem  # type: ignore[index]
    with pytest.raises(TypeError):
        dataclasses.replace(theorem, formula=FALSE)  # type: ignore[type-var]


@pytest.mark.parametrize(("slot", "value"), [("_formula", FALSE), ("_axioms", {}), ("_kernel", Kernel())])
def test_a_theorem_that_was_tampered_with_is_refused(kernel: Kernel, slot: str, value: object) -> None:
    """Power: the kernel keeps its own copy of what it proved, and of what that rests on."""
    guess = kernel.axiom("guess", "analysis", x > 0)
    theorem = kernel.prove("tainted", x >= 0, [guess, kernel.axiom("a", "analysis", y > 0)])
    object.__setattr__(theorem, slot, value)
    with pytest.raises(StepFailed, match="was changed after it was made"):
        kernel.prove("later", x >= 0, [theorem])
    with pytest.raises(StepFailed, match="was changed after it was made"):
        kernel.own(theorem)


def test_a_formula_that_was_swapped_is_noticed(kernel: Kernel) -> None:
    """Power: z3's objects can be made to point elsewhere; a theorem whose formula was is refused."""
    theorem = kernel.prove("square", x * x >= 0)
    theorem._formula.ast = FALSE.as_ast()
    with pytest.raises(StepFailed, match="was changed after it was made"):
        kernel.prove("false", FALSE, [theorem])


# --- the language of formulas --------------------------------------------------------------------------


def test_constants_of_the_solver_have_names_of_their_own(kernel: Kernel) -> None:
    """Power: a constant called as the kernel's stand-in for f(0) is not taken for f(0)."""
    kernel.prove("f(0) is known", f(0) == f(0))
    stand_in = z3.Real(f"unknown!{f(0).get_id()}")
    for formula in (f(0) == stand_in, z3.Implies(x > 0, f(0) == stand_in)):
        with pytest.raises(StepFailed, match="a name that the kernel keeps to itself"):
            kernel.prove("captured", formula)
    with pytest.raises(StepFailed, match="a name that the kernel keeps to itself"):
        kernel.axiom("every", "hypothesis", z3.ForAll([y], f(0) == y)).at(stand_in)


def test_names_that_z3_would_make_up_are_not_taken_for_an_application(kernel: Kernel) -> None:
    """Power: z3's "fresh" constants are not: it makes one up that has the name of a constant in use."""
    for prefix in ("c", "k", "unknown", "elim_uncnstr"):
        number = int(str(z3.FreshConst(z3.RealSort(), prefix)).split("!")[1])
        guesses = [f(0) == z3.Real(f"{prefix}!{later}") for later in range(number + 1, number + 100)]
        with pytest.raises(StepFailed, match=r"does not follow|keeps to itself"):
            kernel.prove("captured", z3.Or(guesses))


def test_a_recursive_definition_is_refused(kernel: Kernel) -> None:
    """Power: z3 takes r(t) = r(t) + 1 without a word, and then proves anything."""
    r = z3.RecFunction("r_of_the_test", z3.IntSort(), z3.IntSort())
    z3.RecAddDefinition(r, [t], r(t) + 1)
    with pytest.raises(StepFailed, match="not in the language of the proofs"):
        kernel.prove("false", r(0) == r(0) + 1)


def test_a_formula_of_another_context_is_refused(kernel: Kernel) -> None:
    """Power: another context numbers its formulas anew, so an answer kept for one number would be given to another."""
    other = z3.Context()
    with pytest.raises(StepFailed, match="another context"):
        kernel.prove("elsewhere", z3.Real("x", other) > 0)
    with pytest.raises(StepFailed, match="another context"):
        kernel.axiom("elsewhere", "hypothesis", z3.Real("x", other) > 0)


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        (z3.Var(0, z3.RealSort()) == 1, "without a quantifier"),
        (z3.ForAll([x], x + z3.Var(1, z3.RealSort()) == 1), "without a quantifier"),
        (x, "is not a formula"),
        (x**y > 0, "not in the language"),
        (z3.Select(z3.Lambda([x], x), y) == y, "not in the language|not first-order|of sort"),
        (z3.Array("a", z3.IntSort(), z3.RealSort())[0] > 0, "not in the language|of sort"),
        (z3.String("s") == z3.StringVal("s"), "not in the language|of sort"),
    ],
)
def test_formulas_outside_the_language_are_refused(kernel: Kernel, formula: Any, message: str) -> None:
    """Power: a loose variable would be captured by the next quantifier around it."""
    for rule in (kernel.prove, lambda name, f_: kernel.axiom(name, "hypothesis", f_)):
        with pytest.raises(StepFailed, match=message):
            rule("odd", formula)


def test_a_loose_variable_does_not_come_in_by_instantiation(kernel: Kernel) -> None:
    larger = kernel.axiom("larger", "hypothesis", z3.ForAll([x], z3.Exists([y], y > x)))
    with pytest.raises(StepFailed, match="without a quantifier"):
        larger.at(z3.Var(0, z3.RealSort()))


# --- rules that take a word for it ---------------------------------------------------------------------


def test_nobody_is_a_checker_but_the_rules_of_calculus(kernel: Kernel) -> None:
    """Power: there is no rule that accepts a formula because a function passed to it said so."""
    v = sympy.Symbol("v_", real=True)
    on = Range(v, sympy.Integer(0), sympy.Integer(1))
    assert not hasattr(kernel, "checked_by")
    with pytest.raises(StepFailed, match="calculus has no rule 'trust me'"):
        kernel.by_calculus("false", "trust me", sympy.Integer(-1), on)
    with pytest.raises(TypeError):
        RULES["trust me"] = ("calculus", lambda *_: "")  # type: ignore[index]
    for rule, options in (("derivatives", {"at": 0, "order": 0}), ("concavity", {}), ("enclosure", {"depth": 3})):
        with pytest.raises(StepFailed):
            kernel.by_calculus("false", rule, v - 2, on, **options)


def test_an_axiom_is_of_a_kind_that_the_report_lists(kernel: Kernel) -> None:
    """Power: an axiom of another kind would be a fact that nobody sees."""
    for kind in ("unchecked", "lemma", ""):
        with pytest.raises(StepFailed, match="no axioms of kind"):
            kernel.axiom("guess", kind, FALSE)


def test_a_conclusion_is_a_theorem_of_the_proof_itself() -> None:
    """Power: a proof does not end with somebody else's theorem."""

    def write(session: Session) -> None:
        session.prove("something", x * x >= 0)
        session.concluded(Kernel().axiom("anything", "hypothesis", FALSE))

    proof, _ = run(theorem("bylander.8"), write)
    assert proof.status == "not proved"
    assert proof.failed is not None
    assert "not made by this kernel" in proof.failed.message


def test_a_proof_with_a_step_that_fails_is_not_checked() -> None:
    """Power: a step that fails is not forgotten, even if the proof goes on and ends with the claim."""

    def write(session: Session) -> None:
        with contextlib.suppress(StepFailed):
            session.prove("wrong", x * x > 0)
        session.concluded(session.prove("right", x * x >= 0))

    proof, _ = run(theorem("bylander.8"), write)
    assert (proof.status, proof.failed and proof.failed.name) == ("not proved", "wrong")


def test_the_base_axioms_do_not_prove_false() -> None:
    """The axioms of every dot product at a few vectors have a model, so nothing false follows from them."""
    session = Session(theorem("bylander.2"))
    space = InnerProduct(session)
    p, q = z3.Consts("p q", VECTOR)
    terms = [p, q, zero, add(p, q), scale(z3.RealVal(-1), q)]
    by = [rule.at(a) for rule in (space.null, space.positive) for a in terms]
    by += [space.symmetric.at(a, b) for a in terms for b in terms]
    by += [space.additive.at(a, p, q) for a in terms] + [space.homogeneous.at(a, q, z3.RealVal(-1)) for a in terms]
    by += [space.cauchy_schwarz.at(p, q), space.step.at(p, q, p, z3.RealVal(2)), space.distance.at(p, q)]
    with pytest.raises(StepFailed, match=r"does not follow|no answer"):
        session.prove("false", FALSE, by)


# --- side conditions -----------------------------------------------------------------------------------


def test_a_constrained_constant_is_not_generalised(kernel: Kernel) -> None:
    """Power: from "x = 1" one must not get "every x is 1"."""
    special = kernel.axiom("x", "hypothesis", x == 1)
    theorem = kernel.prove("square", x * x == 1, [special])
    with pytest.raises(StepFailed, match=r"x is constrained by x = 1"):
        kernel.gen(theorem, x)
    free = kernel.gen(kernel.prove("another", y * y >= 0, [special]), y)
    assert z3.is_quantifier(free.formula)


def test_only_constants_are_generalised(kernel: Kernel) -> None:
    with pytest.raises(StepFailed, match="is not a constant"):
        kernel.gen(kernel.prove("square", x * x >= 0), x + 1)


def test_two_formulas_under_one_name_are_an_error(kernel: Kernel) -> None:
    """Power: this really happened, with an update rule for tau = 0 and one for any tau."""
    kernel.axiom("update", "hypothesis", x == 0)
    assert kernel.axiom("update", "hypothesis", x == 0).formula.eq(x == 0)
    with pytest.raises(StepFailed, match="two different formulas"):
        kernel.axiom("update", "hypothesis", x == y)


def test_quantifiers_are_instantiated_by_hand(kernel: Kernel) -> None:
    every = kernel.axiom("f", "hypothesis", z3.ForAll([t], f(t) >= 0))
    with pytest.raises(StepFailed, match="instantiate the quantifier first"):
        kernel.prove("f(3)", f(3) >= 0, [every])
    assert kernel.prove("f(3)", f(3) >= 0, [every.at(z3.IntVal(3))]).axioms.keys() == {"f"}
    with pytest.raises(StepFailed, match="does not take 2 terms"):
        every.at(z3.IntVal(3), z3.IntVal(4))
    with pytest.raises(StepFailed, match="not of sort"):
        every.at(z3.BoolVal(True))


def test_instantiation_puts_terms_in_the_order_of_the_variables(kernel: Kernel) -> None:
    order = kernel.axiom("order", "hypothesis", z3.ForAll([x, y], z3.Implies(x < y, f(0) == x - y)))
    formula = order.at(z3.RealVal(1), z3.RealVal(5)).formula
    assert z3.simplify(formula).eq(z3.simplify(f(0) == -4))


# --- induction -----------------------------------------------------------------------------------------


def test_induction(kernel: Kernel) -> None:
    start = kernel.axiom("start", "hypothesis", f(0) == 0)
    onward = kernel.axiom("next", "hypothesis", z3.ForAll([t], z3.Implies(t >= 0, f(t + 1) == f(t) + 2)))
    proved = kernel.induction("f(t) = 2 t", t, f(t) == 2 * z3.ToReal(t), [start], [onward.at(t)])
    assert proved.axioms.keys() == {"start", "next"}
    assert kernel.steps[-1].how == "induction"


@pytest.mark.parametrize("index", [z3.IntVal(0), f(0), x, t + 1])
def test_induction_is_on_an_integer_constant(kernel: Kernel, index: Any) -> None:
    known = kernel.axiom("known", "hypothesis", f(0) >= 0)
    with pytest.raises(StepFailed, match="not an integer constant"):
        kernel.induct("odd", index, f(0) >= 0, known, known)


def test_wrong_base_and_wrong_step_of_an_induction(kernel: Kernel) -> None:
    """Power: base and step have to be P(0) and P(t) => P(t + 1), literally."""
    invariant = f(t) >= 0
    start = kernel.axiom("start", "hypothesis", f(0) >= 0)
    good = kernel.axiom("good", "hypothesis", z3.ForAll([t], induction_step(t, invariant)))
    backward = z3.ForAll([t], z3.Implies(z3.And(t >= 0, f(t) >= 0), f(t) >= 0))
    from_two = z3.ForAll([t], z3.Implies(z3.And(t >= 2, f(t) >= 0), f(t + 1) >= 0))
    assert kernel.induct("f >= 0", t, invariant, start, good).axioms.keys() == {"start", "good"}
    for index, formula in enumerate((backward, from_two)):
        wrong = kernel.axiom(f"wrong {index}", "hypothesis", formula)
        with pytest.raises(StepFailed, match="which is not P"):
            kernel.induct("f >= 0", t, invariant, start, wrong)
    elsewhere = kernel.axiom("elsewhere", "hypothesis", f(1) >= 0)
    with pytest.raises(StepFailed, match="which is not P\\(0\\)"):
        kernel.induct("f >= 0", t, invariant, elsewhere, good)


def test_a_step_that_needs_a_fixed_t_is_refused(kernel: Kernel) -> None:
    """Power: an axiom about one t must not become the step for all t."""
    start = kernel.axiom("start", "hypothesis", f(0) == 0)
    lucky = kernel.axiom("lucky", "hypothesis", f(t + 1) == f(t))
    with pytest.raises(StepFailed, match="t is constrained"):
        kernel.induction("f = 0", t, f(t) == 0, [start], [lucky])


# --- taint ---------------------------------------------------------------------------------------------


def test_taint_is_never_lost(kernel: Kernel) -> None:
    """Power: whatever rule is used, a theorem names the axioms it rests on."""
    guess = kernel.axiom("guess", "analysis", z3.ForAll([t], f(t) > 0))
    axiom = kernel.axiom("a", "analysis", x > 0)
    used = kernel.prove("used", f(2) + x > 0, [guess.at(z3.IntVal(2)), axiom])
    assert used.axioms.keys() == {"guess", "a"}
    general = kernel.gen(kernel.prove("general", z3.Implies(t >= 0, f(t) >= 0), [guess.at(t)]), t)
    assert general.axioms.keys() == {"guess"}
    assert kernel.prove("later", x * f(2) > 0, [used, axiom, guess.at(z3.IntVal(2))]).axioms.keys() == {"guess", "a"}
    start = kernel.prove("start", f(0) >= 0, [guess.at(z3.IntVal(0))])
    onward = kernel.lemma("onward", [t], induction_step(t, f(t) >= 0), [guess.at(t + 1)])
    assert kernel.induct("all", t, f(t) >= 0, start, onward).axioms.keys() == {"guess"}


def test_a_query_answered_before_keeps_its_taint() -> None:
    """Power: an answer kept from another proof does not bring that proof's premises, or lose this one's."""
    first, second = Kernel(), Kernel()
    for kernel, premise in (
        (first, first.axiom("known", "hypothesis", x > 1)),
        (second, second.axiom("guessed", "analysis", x > 1)),
    ):
        theorem = kernel.prove("step", x > 0, [premise])
        assert set(theorem.axioms) == ({"guessed"} if kernel is second else {"known"})
    with pytest.raises(StepFailed):
        second.prove("step", x > 0)


# --- objects that are not what they say -------------------------------------------------------------------------


class Disguised(z3.BoolRef):  # type: ignore[misc]
    """A formula with the id of another one, which was proved before."""

    like: Any = None

    def get_id(self) -> int:
        return int(self.like.get_id())


def test_a_formula_of_a_class_of_ones_own_is_refused(kernel: Kernel) -> None:
    """Power: by the id of a formula proved before, false was proved."""
    Disguised.like = z3.BoolVal(True)
    kernel.prove("true", Disguised.like)
    false: Any = Disguised(FALSE.as_ast(), z3.main_ctx())
    rules: list[Callable[[], Any]] = [
        lambda: kernel.prove("false", false),
        lambda: kernel.axiom("false", "hypothesis", false),
        lambda: kernel.induct("false", t, false, kernel.prove("a", x == x), kernel.prove("b", x == x)),
    ]
    for rule in rules:
        with pytest.raises(StepFailed, match="not a term of z3's own"):
            rule()


def test_a_method_set_on_a_formula_does_not_count(kernel: Kernel) -> None:
    """Power: the same, with a method of the one object."""
    true, false = z3.BoolVal(True), z3.BoolVal(False)
    kernel.prove("true", true)
    false.get_id = true.get_id
    with pytest.raises(StepFailed, match="does not follow"):
        kernel.prove("false", false)
    c = z3.Int("c")
    five = kernel.axiom("c is 5", "hypothesis", c == 5)
    c.get_id = lambda: 10**9
    with pytest.raises(StepFailed, match="constrained"):
        kernel.gen(five, c)


def test_a_theorem_goes_on_saying_what_was_proved(kernel: Kernel) -> None:
    """Whoever gave the formula, or was given it, may change his object: the theorem and the step are not touched."""
    formula, other = x * x >= 0, x * x < 0
    theorem = kernel.prove("square", formula)
    for mine in (formula, theorem.formula, kernel.steps[-1].formula):
        mine.ast = other.ast
        z3.Z3_inc_ref(mine.ctx.ref(), other.ast)
    assert str(theorem) == "x**2 >= 0"
    assert kernel.own(theorem).formula.eq(x * x >= 0)
    with pytest.raises(StepFailed, match="does not follow"):
        Kernel().prove("less", x * x < 0)


def test_a_range_that_changes_its_mind_is_refused(kernel: Kernel) -> None:
    """Power: a range that is everything while the rule looks, and nothing in the formula, proved -1 - v**2 >= 0."""
    v = sympy.Symbol("v", real=True)

    class Moody(Range):
        def formula(self) -> Any:
            return z3.And([z3.BoolVal(False)])

    class Shy(sympy.Symbol):  # type: ignore[misc]
        pass

    for on, g in ((Moody(v), -1 - v**2), (Range(v), -1 - Shy("v", real=True) ** 2)):
        with pytest.raises(StepFailed, match=r"not a Range|not sympy's"):
            kernel.by_calculus("false", "derivatives", g, on, at=0, order=0)


def test_a_premise_is_not_another_one_of_the_same_name() -> None:
    """Power: separable, by name and text, but true of every run."""
    five = theorem("bylander.5")
    anything = dataclasses.replace(five.hypotheses[0], function=lambda _: Fraction(0), formula="")
    variant = dataclasses.replace(five, base=five, hypotheses=(anything, *five.hypotheses[1:]))
    assert prove(five.replace(bound="U**2*X**2")).status == "checked"
    assert (proof := prove(variant)).failed is not None
    assert proof.status in ("failed", "not proved")
    nothing = dataclasses.replace(five.quantity, function=lambda _: iter(()), formula=())
    assert prove(dataclasses.replace(five, base=five, quantity=nothing)).reason.endswith("another quantity")
