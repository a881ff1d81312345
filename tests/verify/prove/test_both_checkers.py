"""Two checkers of proofs of one's own claims, plain Python and Coq, agree: each proof is confirmed by both, or by none.

Power: of proofs with another constant, another coefficient or another bound neither confirms any.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from functools import cache
from itertools import product
from typing import Any

import pytest

from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim
from bounds.claims.own import learner, own_claim
from bounds.claims.parts import LearnerSpec, Potential
from bounds.errors import BoundcheckError
from tests.verify.confirmed import confirms
from tests.verify.derive.test_golden import derived
from tests.verify.kernel_proof import test_by_potential as states
from tests.verify.kernel_proof import test_by_shares as shares
from tests.verify.kernel_proof import test_by_updates as updates
from tests.verify.kernel_proof import test_by_weights as weights
from tests.verify.kernel_proof import test_on_intervals as intervals
from tests.verify.kernel_proof.textbook import BALL, CLAIMS, proof
from tests.verify.prove.compiled import Run, needs_coq, one_percent_less
from verify.derive.by_potential import proof_by
from verify.kernel_proof.potential import Potential as Plan
from verify.kernel_proof.potential import goals_of
from verify.kernel_proof.weights import Weighed
from verify.proofs.coq_programs import CoqFailed
from verify.proofs.coq_run import STANDARD_AXIOMS
from verify.prove import by_potential_ids, certificate, derived_ids, prove
from verify.prove.coq_entries import Library, Steps
from verify.prove.coq_folder import CLAIM, coq_files

QUICK = ("perceptron", "linear")
TEXTBOOK = ("lms", "lms, any rate", "whole", "ogd", "tuned", "pa", "sharp", "mohri", "squared hinge", "tolerant")
CLASSICS = (
    "classics.perceptron.hinge",
    "classics.perceptron.hinge.mistaken",
    "classics.perceptron.hinge.mohri",
    "classics.perceptron.hinge.sharp",
    "classics.perceptron.hinge2",
    "classics.pa",
    "classics.pa.x",
    "classics.pa.x.sharp",
    "classics.pa1",
    "classics.pa1.sharp",
    "classics.pa2",
    "classics.pa2.sharp",
    "classics.pa2.separable",
    "classics.gd.square",
    "classics.ogd.hinge",
    "classics.ogd.hinge.gradients",
    "classics.ogd.absolute",
    "classics.ogd.linear",
    "classics.ogd.projected",
    "classics.ogd.squared.gradients",
    "classics.margin",
    "modern.adagrad.norm",
    "modern.adagrad.norm.tuned",
    "modern.ewa.mix_loss",
    "modern.ogd.box",
    "modern.ogd.convex.box",
    "modern.ogd.falling",
    "modern.ogd.falling.tuned",
    "modern.ogd.hinge.tuned",
    "modern.ogd.implicit",
    "modern.ogd.smooth",
)
STATES = (
    "averaged_play",
    "delayed",
    "heavy_ball",
    "optimistic",
    "strongly_convex",
    "dual_averaging",
    "shifting_descent",
    "adagrad_norm",
    "falling_rates",
    "leader",
    "adaptive_dual_averaging",
    "self_confident",
    "classes",
    "convex",
    "convex_averages",
    "convex_strongly",
    "hints",
    "ranking",
    "shifting_hinge",
    "shifting_mistakes",
    "alma",
)
TWICE = own_claim(
    learner("w + eta*(y - yhat)*x", outcomes="points"), "U**2/eta", gain="squared", loss="squared", times=2,
    given=[*BALL, "eta*X**2 <= 1/2"],
)  # fmt: skip


def on_a_box(of: LearnerSpec, square: str, gain: str, loss: str, given: str) -> Claim:
    """Return a claim about descent on a box at rates C/sqrt(t), with a bound on the squares of gradients."""
    paid = f"sqrt(t - 1)*(dot(u - w, u - w) - 4*n*R**2)/(2*C) - C*{square}*sqrt(t - 1)"
    potential = Potential(paid, ("dot(u - w, u - w) <= 4*n*R**2",))
    bound, said = f"2*R**2*n*sqrt(l)/C + C*{square}*sqrt(l)", ["max(abs(u)) <= R", "C > 0", "R > 0", given]
    return own_claim(of, bound, gain=gain, loss=loss, given=said, potential=potential)


COSTS = on_a_box(
    learner("max(-R, min(R, w - C/sqrt(t)*g))", trial={"g": "vector in [-1, 1]", "fw": "number", "fu": "number"}),
    *("n", "fw", "fu", "fu >= fw + dot(g, u - w)"),
)
MARGINS = on_a_box(
    learner("max(-R, min(R, w + C/sqrt(t)*y*h)) if y*dot(w, h) < 1 else w", trial={"h": "vector"}),
    *("X**2", "max(0, 1 - y*dot(w, h))", "max(0, 1 - y*dot(u, h))", "norm(h, 2) <= X"),
)
OWN = {"lms, twice": TWICE, "costs": COSTS, "margins": MARGINS}
WEIGHTS = (
    "hedge",
    "signed",
    "eg",
    "majority",
    "classics.eg.square",
    "classics.hedge",
    "classics.hedge.beta",
    "modern.bayes",
    "modern.ewa.squared",
    "modern.prod",
    "modern.rwm",
)
"""Learners that multiply their weights."""

ON_INTERVALS: dict[str, Claim] = {
    "dual averaging on intervals": intervals.regret(
        learner({"z": "z + side*x"}, predict="eta*dot(z, x)", outcomes="intervals"), "U**2/(2*eta) + eta*X**2*l/2",
        BALL, "dot(u - eta*z, u - eta*z)/(2*eta) - eta*X**2*(t - 1)/2",
    ),
    "steps of a length on intervals": intervals.regret(
        learner("w + eta*a*side*x", trial={"a": "number in [0, 1]"}, outcomes="intervals"),
        "U**2/(2*eta) + eta*X**2*l/2", BALL, f"{intervals.DISTANCE} - eta*X**2*(t - 1)/2", gain="a*loss",
        loss="a*u_loss",
    ),
    "comparators that move on intervals": intervals.regret(
        learner("(w + eta*side*x)*R/max(R, norm(w + eta*side*x, 2))", outcomes="intervals"),
        "(R**2 + 2*R*P)/(2*eta) + eta*X**2*l/2", ["norm(u, 2) <= R", "norm(x, 2) <= X", "R > 0", "path(u, 2) <= P"],
        Potential(
            "(dot(w, w) - 2*dot(u, w))/(2*eta) - eta*X**2*(t - 1)/2 - R/eta*path(u, 2)", ("dot(w, w) <= R**2",)
        ),
        comparator="u_t",
    ),
    "updates on intervals": own_claim(
        learner("w + eta*side*x", outcomes="intervals"), "l", gain="update", potential=updates.COUNTED
    ),
    "losses of u on intervals that are bounded": own_claim(
        learner("w + eta*side*x", outcomes="intervals"), "U**2/(2*eta) + eta*X**2*l/2 + P*l", gain="absolute",
        given=[*BALL, "u_loss <= P"], potential=f"{intervals.DISTANCE} - eta*X**2*(t - 1)/2 - P*(t - 1)",
    ),
    "a sum of losses of u on intervals": own_claim(
        learner("w + eta*side*x", outcomes="intervals"), "U**2/(2*eta) + eta*X**2*l/2 + H", gain="absolute",
        given=[*BALL, "sum_t(u_loss) <= H"],
        potential=f"{intervals.DISTANCE} - eta*X**2*(t - 1)/2 - sum_t(u_loss)",
    ),
}  # fmt: skip
"""Claims about intervals that are proved by the potential that they give."""

GOLDEN = "Bylander 3"
"""The Exponentiated Update with absolute loss, as it is derived."""

PROVED = (
    *TEXTBOOK,
    *OWN,
    *CLASSICS,
    *STATES,
    *WEIGHTS,
    *("fixed_share", "counted", "normalised"),
    *intervals.OWN,
    *ON_INTERVALS,
    GOLDEN,
)

WITHOUT_CERTIFICATE = {"classics.margin.exact", "classics.margin.sharp"}
"""Claims that follow from another: their proofs have no certificate."""


@cache
def claim_and_proof(name: str) -> tuple[Claim, Mapping[str, Any]]:
    """Return a claim with the certificate of its proof."""
    if name in CLAIMS:
        return CLAIMS[name][0], proof(name)
    if name in states.CLAIMS:
        return states.claim(name), states.document(name)
    if name == "counted":
        return updates.counted(), updates.certificate()
    if name == "fixed_share":
        return shares.CLAIM, shares.document()
    if name == "normalised":
        return weights.normalised(), weights.normalised_document()
    if name in WEIGHTS:
        return weights.claim(name), weights.document(name)
    if name in intervals.OWN:
        return intervals.OWN[name](), intervals.document(name)
    if name in ON_INTERVALS:
        return ON_INTERVALS[name], potential_document(ON_INTERVALS[name])
    if name == GOLDEN:
        found = derived(name)
        given = found.certificates[0].document
        assert given is not None
        return found.claim(0), given
    claim = OWN[name] if name in OWN else theorem(name)
    document = certificate(prove(claim)).document
    assert document is not None
    return claim, document


def potential_document(claim: Claim) -> Mapping[str, Any]:
    """Return the certificate of a proof by the potential that a claim gives."""
    assert claim.potential is not None
    document = proof_by(claim, claim.potential).certificate
    assert document is not None
    return document


def accepted(claim: Claim, document: Mapping[str, Any], coqc: Run) -> bool:
    """Tell whether Coq accepts a proof, on the axioms of the reals alone."""
    try:
        return coqc(coq_files(claim, document)[CLAIM]) <= STANDARD_AXIOMS
    except (BoundcheckError, CoqFailed):
        return False


@needs_coq
@pytest.mark.parametrize("name", [*QUICK, *(pytest.param(name, marks=pytest.mark.deep) for name in PROVED)])
def test_what_one_checker_confirms_the_other_does(name: str, coqc: Run) -> None:
    claim, document = claim_and_proof(name)
    assert (confirms(document), accepted(claim, document, coqc)) == (True, True)


def test_no_proof_by_a_potential_is_left_out() -> None:
    assert {*STATES} == {*states.CLAIMS}
    assert {*WEIGHTS} == {*weights.OWN, *weights.CATALOGUED}


def test_no_proof_of_the_catalogue_is_left_out() -> None:
    known = {*CLASSICS, *WEIGHTS, shares.CLAIM.id, *states.CATALOGUED.values(), *WITHOUT_CERTIFICATE}
    assert {*derived_ids(), *by_potential_ids()} <= known


@pytest.mark.parametrize("name", sorted(WITHOUT_CERTIFICATE))
def test_what_follows_from_another_claim_has_no_certificate(name: str) -> None:
    assert certificate(prove(name)).document is None


def test_the_statement_has_what_trials_show_and_what_holds_along_a_run() -> None:
    text = coq_files(*claim_and_proof("convex"))[CLAIM]
    assert "Record shown := Shown { y_of : bool; g_of : vec; fw_of : R; fu_of : R }." in text
    assert "fw_of (snd c) + dot n (g_of (snd c)) (fun e => u e - (w_of s) e) <= fu_of (snd c)" in text
    assert "(forall c, In c S -> norm n (g_of (snd c)) <= G)" in text
    assert "along (step n G U X eta) (holds_ n G U X eta u) (start n G U X eta) S" in text


def test_the_statement_has_the_limits_of_columns_entry_by_entry() -> None:
    text = coq_files(*claim_and_proof("costs"))[CLAIM]
    limits = "(- 1 <= (g_of (snd c)) i /\\ (g_of (snd c)) i <= 1)"
    assert f"(forall c, In c S -> (forall i, (i < n)%nat -> {limits}))" in text


@needs_coq
@pytest.mark.deep
@pytest.mark.parametrize(
    ("name", "premise"),
    [
        *product(["convex", "modern.ogd.convex.box"], ["along (step", "norm n (g_of"]),
        ("costs", "<= (g_of (snd c)) i"),
        ("margins", "norm n (h_of"),
    ],
)
def test_coq_refuses_a_statement_with_a_premise_of_columns_less(name: str, premise: str, coqc: Run) -> None:
    """Power: of descent, on a ball and on boxes, whose proofs as they were Coq accepts."""
    given, more = coq_files(*claim_and_proof(name))[CLAIM].split("Definition claim", 1)
    kept = [line for line in given.splitlines() if premise in line]
    assert len(kept) == 1
    other = kept[0].replace(kept[0].strip().removesuffix(" /\\").removesuffix("."), "True")
    with pytest.raises(CoqFailed):
        coqc(f"{given.replace(kept[0], other)}Definition claim{more}")


@needs_coq
@pytest.mark.deep
def test_a_trial_that_changes_nothing_is_not_counted(coqc: Run) -> None:
    """Power: were it, or were each update counted twice, Coq would refuse the proof that it accepts."""
    said = coq_files(*claim_and_proof("counted"))[CLAIM]
    for old, new in (("0 then 0 else 1", "0 then 2 else 1"), ("0 then 0 else 1", "0 then 0 else 2")):
        assert said.count(old) == 1
        with pytest.raises(CoqFailed):
            coqc(said.replace(old, new))


def test_the_statement_has_intervals_and_by_how_much_they_are_wider() -> None:
    text = coq_files(*claim_and_proof("tolerance"))[CLAIM]
    assert "(forall c, In c S -> nonempty (snd c))" in text
    assert "  loss (predicted n U X eta tau s c) (widen (tau) (snd c)).\n" in text
    assert "  loss (dot n u (fst c)) (snd c).\n" in text


OF_U = "loss (dot n u (fst c)) (snd c)."
LESS_ON_INTERVALS = {
    "any interval": ("nonempty (snd c)", "True"),
    "any example": ("norm n (fst c) <= X", "True"),
    "half the loss of u": (OF_U, f"1 / 2 * {OF_U}"),
    "any tolerance": ("eta * X ^ 2 <= 2 * tau", "True"),
    "any rate": ("U * X ^ 2 * eta <= 2 * tau", "True"),
    "one percent less": None,
}


@needs_coq
@pytest.mark.deep
@pytest.mark.parametrize(
    ("name", "change"),
    [
        *(("sides", change) for change in ("any interval", "any example", "half the loss of u", "one percent less")),
        *(("tolerance", change) for change in ("any tolerance", "one percent less")),
        *(("update", change) for change in ("half the loss of u", "one percent less")),
        ("update, tolerance", "any rate"),
        (GOLDEN, "one percent less"),
    ],
)
def test_coq_refuses_what_is_false_of_intervals(name: str, change: str, coqc: Run) -> None:
    """Power: of claims whose proofs as they were Coq accepts."""
    text, turned = coq_files(*claim_and_proof(name))[CLAIM], LESS_ON_INTERVALS[change]
    if turned is None:
        text = one_percent_less(text)
    else:
        stated, proof = text.split("Definition claim", 1)
        assert stated.count(turned[0]) == 1
        text = f"{stated.replace(*turned)}Definition claim{proof}"
    with pytest.raises(CoqFailed):
        coqc(text)


MOVING = """From Boundcheck Require Import Potential. Open Scope R_scope.
Lemma two (f : vec -> vec -> R) (u v x y : vec) :
  against (fun s _ => s + 1) (fun u u_next s _ => s * f u u_next) 1 [(x, u); (y, v)] = f u v + 2 * f v {last}.
Proof. cbn. lra. Qed.
Print Assumptions two."""


@needs_coq
def test_a_comparator_that_moves_stays_after_the_last_trial(coqc: Run) -> None:
    """Power: were the one after the last any other, Coq would refuse; and the statement says of each what is given."""
    assert coqc(MOVING.format(last="v")) <= STANDARD_AXIOMS
    with pytest.raises(CoqFailed):
        coqc(MOVING.format(last="zero"))


@pytest.mark.deep
def test_the_statement_says_of_each_comparator_that_it_is_an_expert_and_counts_changes() -> None:
    text = coq_files(*claim_and_proof("fixed_share"))[CLAIM]
    assert "(forall c u, In (c, u) S -> (forall i, (i < n)%nat -> (u i = 0 \\/ u i = 1)))" in text
    assert "(forall c u, In (c, u) S -> sum n u = 1)" in text
    assert "if each_dec n _ (fun e => Req_EM_T (u_next e) (u e)) then 0 else 1." in text


ROOTED = """From Boundcheck Require Import Potential. Open Scope R_scope.
Lemma one (s x : R) : 0 <= s -> 0 < x -> sqrt (s + x ^ 2) * sqrt (x * x + sqrt 0 + s) <= {end}.
Proof. intros. roots_apart. numbers. root_called r E' R' (x ^ 2 + s). rewrite R'. lra. Qed.
Lemma two (s x r : R) : r * r = (2 * x - s) / x -> r <> 0 -> x <> 0 -> s - 2 * x <> 0.
Proof. intros R' N D. apply (below_root r ((2 * x - s) / x) ({factor}) _ R'); [assumption|equal]. Qed.
Print Assumptions one."""


@needs_coq
def test_a_root_has_one_name_however_it_is_written(coqc: Run) -> None:
    """Power: with less on the other side, or another factor of what is below the root, Coq refuses."""
    assert coqc(ROOTED.format(end="x ^ 2 + s", factor="- / x")) <= STANDARD_AXIOMS
    for end, factor in (("x ^ 2 + 99 / 100 * s", "- / x"), ("x ^ 2 + s", "/ x")):
        with pytest.raises(CoqFailed):
            coqc(ROOTED.format(end=end, factor=factor))


ALIKE = """From Boundcheck Require Import Trials. Open Scope R_scope.
Lemma one (x y : R) : True.
Proof. {tactic}. exact I. Qed.
Print Assumptions one."""
SAME, OTHER = "x * y - 2 * y + sqrt x / 3", "x * y - 2 * y + sqrt y / 3"


@needs_coq
@pytest.mark.parametrize(("end", "differs"), [(SAME, False), (OTHER, True), ("x / (y - y)", False)])
def test_terms_that_differ_are_told_apart(end: str, differs: bool, coqc: Run) -> None:
    """What divides by 0 is told apart from nothing. Power: what differs is not alike, and the reverse."""
    alike = f"alike ((x - 2) / y * y ^ 2 + sqrt x * / 3) ({end})"
    ways = [alike, f"assert_fails ({alike})"]
    assert not coqc(ALIKE.format(tactic=ways[differs]))
    with pytest.raises(CoqFailed):
        coqc(ALIKE.format(tactic=ways[not differs]))


@pytest.mark.deep
def test_the_statement_speaks_of_each_comparator() -> None:
    text = coq_files(*claim_and_proof("shifting_descent"))[CLAIM]
    assert "(forall c u, In (c, u) S -> norm n u <= R_)" in text
    assert "norm n (fun e => u_next e - u e)" in text
    assert "(S : list (vec * bool * vec)),\n" in text


# --- faults


def other_constant(document: dict[str, Any]) -> None:
    document["constants"]["a"] = f"101/100*({document['constants']['a']})"


def other_coefficient(document: dict[str, Any]) -> None:
    part = next(goal["proof"] for goal in document["goals"] if len(goal["proof"].get("terms", ())) > 1)
    part["terms"][0][0] = "100/101"


def less(document: dict[str, Any]) -> None:
    document["statement"]["bound"] = f"99/100*({document['statement']['bound']})"


def other_potential(document: dict[str, Any]) -> None:
    document["potential"] = f"99/100*({document['potential']})"


def other_step(document: dict[str, Any]) -> None:
    document["goals"][1]["proof"]["terms"][0][0] = "100/101"


FAULTS = (other_constant, other_coefficient, less)


@needs_coq
@pytest.mark.parametrize("change", FAULTS)
@pytest.mark.parametrize("name", ["linear", pytest.param("lms", marks=pytest.mark.deep)])
def test_what_one_checker_refuses_the_other_does(
    name: str, change: Callable[[dict[str, Any]], None], coqc: Run
) -> None:
    claim, document = claim_and_proof(name)
    damaged = copy.deepcopy(dict(document))
    change(damaged)
    assert (confirms(damaged), accepted(claim, damaged, coqc)) == (False, False)


@needs_coq
@pytest.mark.deep
@pytest.mark.parametrize(
    ("name", "change"), [("hedge", other_potential), ("hedge", other_step), ("hedge", less), ("fixed_share", less)]
)
def test_what_one_checker_refuses_of_weights_the_other_does(
    name: str, change: Callable[[dict[str, Any]], None], coqc: Run
) -> None:
    test_what_one_checker_refuses_the_other_does(name, change, coqc)


# --- steps of proofs entry by entry


def goal_of_entries(i: int, coefficient: str = "1") -> str:
    """Return the Coq file of one goal of Hedge's proof alone, with a coefficient of the identity that ends it."""
    document = copy.deepcopy(dict(weights.document("hedge")))
    stated = Weighed(document["statement"])
    made = goals_of(stated, Plan(document["potential"], document["invariants"], document["lemmas"]))
    library = Library(stated, made.roots)
    part = document["goals"][i]["proof"]
    part["terms"][0][0] = coefficient
    goal = Steps("goal_1", made.goals[i], part, library).source()
    head = "From Boundcheck Require Import Weights. Open Scope R_scope."
    return "\n".join([head, *library.sources(goal), goal, "Print Assumptions goal_1."])


SUMS, INVARIANT = 6, 2
"""Goals of Hedge's proof: that a sum of exp is positive, and that weights stay so."""


@needs_coq
@pytest.mark.parametrize("i", [SUMS, INVARIANT])
def test_coq_accepts_steps_on_entries_and_no_damaged_one(i: int, coqc: Run) -> None:
    """Power: with another coefficient in the identity at the end Coq refuses."""
    assert coqc(goal_of_entries(i)) <= STANDARD_AXIOMS
    with pytest.raises(CoqFailed):
        coqc(goal_of_entries(i, "2"))
