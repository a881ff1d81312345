"""Statements that are generated whole from the catalogue's claims, and the list of those that are typed."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim
from bounds.formulas.rules import rule
from bounds.formulas.text import read
from bounds.symbols import X
from verify.proofs import coq_run, coq_statements
from verify.proofs.coq_claims import statement, sums
from verify.proofs.coq_export import coq_id
from verify.proofs.coq_names import NoCoqForm
from verify.proofs.coq_premises import BUILT_IN
from verify.proofs.coq_scope import CoqScope

TYPED = {"gls.5.hess", "kw.thm3", "kw.winnow.notrot"}
"""Claims whose conclusion, or the learner that it is about, is typed in a file of statements. Only take away."""

_WITH_A_GENERAL_THEOREM = """
bylander.4 gls.10 gls.10.exp gls.10.identity gls.4.1 gls.4.1.bw gls.4.1.fk gls.4.1x gls.4.2 gls.4.2x gls.5.1
gls.5.1.bw gls.5.1.exp gls.5.1.proof gls.5.2 gls.5.3 gls.8.1 gls.8.7 gls.8.8 gls.cor7.2 kitani.lem1 kw.1.7 kw.13a
kw.13b kw.def2 kw.def4 kw.ellip.rot kw.perc.rotinv kw.thm3c kw.thm8 uml.hinge.convex
"""
WITH_A_GENERAL_THEOREM = set(_WITH_A_GENERAL_THEOREM.split())
"""Claims whose statement is generated for what the catalogue has, and typed beyond it: for any f or any two
vectors, as attained, or with the trials by name."""

_SAYS_MORE = """
bylander.Ol bylander.cmp bylander.const bylander.half gls.8.dh.best kitani.rwma.half kw.dot kw.fig1 kw.fig2 uml.01tie
"""
SAYS_MORE = set(_SAYS_MORE.split())
"""Claims whose statement is generated, and typed beyond it as what the numbers of the catalogue come from: bounds of
other claims, means of random points, the sign of a prediction."""


@pytest.mark.deep
def test_fewer_and_fewer_statements_are_typed() -> None:
    typed = {stated.claim.id for stated in coq_statements.stated() if stated.stated_in != coq_statements.GENERATED}
    assert typed == TYPED | WITH_A_GENERAL_THEOREM | SAYS_MORE
    had = {stated.claim.id for stated in coq_statements.stated() if statement(stated.claim) is not None}
    assert had & typed == WITH_A_GENERAL_THEOREM | SAYS_MORE
    text = coq_run.generated()[coq_statements.GENERATED]
    assert all(f"Definition says_{coq_id(identifier)} : Prop" in text for identifier in had & typed)


def test_a_statement_is_what_the_catalogue_says() -> None:
    """Power: another bound has other arguments; a relation, a rate and the learner's version are those of the claim."""
    said = " ".join(str(statement(theorem("bylander.11"))).split())
    run = "over_play (perceptron_rule n (eta_bylander_11 X) zero) label randomised_target (fun K yhat side c =>"
    assert f"{run} loss yhat (randomised_target (snd c))) S <= b_bylander_11 U X" in said
    assert f"{run} Rmax 0 (Rmin 1 (1 / 2 - label (snd c) * yhat))) S <= b_bylander_11 U X." in said
    claim = theorem("bylander.5")
    assert "S < b_bylander_5 U X." in " ".join(str(statement(replace(claim, relation="<"))).split())
    assert "<= b_bylander_5 U." in str(statement(replace(claim, bound=claim.bound.subs(X, 1))))
    assert "(threshold_target 1) (fun K yhat side c => Rabs side)" in str(statement(_other_version(claim)))
    assert "perceptron_rule n (eta_bylander_5 X) s" in str(statement(replace(claim, start="any")))


def _other_learner(claim: Claim) -> Claim:
    return replace(claim, learner=theorem("classics.ogd.hinge").learner)


def _other_version(claim: Claim) -> Claim:
    learner = claim.learner
    assert learner is not None
    return replace(claim, learner=replace(learner, targets="threshold(1)"))


def _start_of_none(claim: Claim) -> Claim:
    learner = claim.learner
    assert learner is not None
    return replace(claim, start="any", learner=replace(learner, formula="winnow(2)"))


def _other_quantity(claim: Claim) -> Claim:
    return replace(claim, quantity=theorem("kw.thm3").quantity)


@pytest.mark.parametrize("change", [_other_learner, _start_of_none, _other_quantity])
def test_what_no_table_has_is_not_guessed(change: Callable[[Claim], Claim]) -> None:
    """Power: a learner that has no rule, or none that starts anywhere, or another quantity has no statement."""
    assert statement(theorem("bylander.5")) is not None
    assert statement(change(theorem("bylander.5"))) is None


def _by(claim: Claim, text: str, **more: Any) -> str:
    """Return the statement of a claim with another rule, on one line."""
    assert claim.learner is not None
    made = rule(text, **more)
    return " ".join(str(statement(replace(claim, learner=replace(claim.learner, formula=text, rule=made)))).split())


def test_a_rule_is_written_as_its_formula_is() -> None:
    """Power: another step, condition, prediction or start is another run."""
    claim = theorem("classics.ogd.hinge")
    state = "fun (w : vec) (c : ctrial) =>"
    loss = f"({state} Rmax 0 (1 - label (snd c) * dot n w (fst c)))"
    other = "(fun e => w e + label (snd c) * (fst c) e) else w)"
    step = f"over_run ({state} if Rlt_dec (label (snd c) * dot n w (fst c)) 1 then {other}"
    assert f"{step} {loss} zero S - total" in _by(claim, "w + y*x if y*yhat < 1 else w")
    assert f"{step} {loss} (fun e => 1) S - total" in _by(claim, "w + y*x if y*yhat < 1 else w", start="1")
    assert f"({state} fun e => 2 * w e + (fst c) e) {loss}" in _by(claim, "2*w + x")
    mean = "Rmax 0 (1 - label (snd c) * (dot n w (fst c) / sum n w))"
    assert f"({state} {mean}) zero S" in _by(claim, "w + x", predict="dot(w, x)/sum(w)")
    both = (
        "if Rlt_dec (dot n w (fst c)) 1 then if Rlt_dec 0 (label (snd c)) then (fun e => w e + (fst c) e) else w else w"
    )
    assert f"({state} {both})" in _by(claim, "w + x if yhat < 1 and y > 0 else w")
    state = "fun (t : nat) (w : vec) (c : ctrial) =>"
    assert f"numbered_run ({state} fun e => w e + INR t * (fst c) e) ({state} Rmax" in _by(claim, "w + t*x")
    late = _said_of("classics.ogd.projected", "max(0, 1 - y*yhat)", "max(0, t - y*yhat)")
    assert f"({state} Rmax 0 (INR t - label (snd c) * dot n w (fst c))) zero S" in late


@pytest.mark.parametrize("text", ["w + before_t(y)*x", "w + sort(x)"])
def test_a_rule_that_has_no_coq_form_is_refused(text: str) -> None:
    """Power: what the trials before say is in no state."""
    assert _by(theorem("classics.ogd.hinge"), text) == "None"


def test_a_premise_that_is_built_in_is_never_left_out() -> None:
    """Power: a generated statement has all premises that its theorem needs, so none of them may be typed elsewhere."""
    assert all(statement(theorem(identifier)) is None for identifier in BUILT_IN)


def _with(claim: Claim, **part: str) -> Claim:
    """Return a claim with some of the one part of its quantity changed."""
    return replace(claim, quantity=replace(claim.quantity, formula=({**claim.quantity.formula[0], **part},)))


def _said(claim: Claim) -> str:
    """Return the statement of a claim on one line."""
    return " ".join(str(statement(claim)).split())


def _so_far(learner: str, target: str, label: str, trials: str) -> str:
    """Return the number of mistakes so far on the trials with a label."""
    on = {"+1": "ltb 0 (label (snd c))", "-1": "ltb (label (snd c)) 0"}[label]
    erred = f"(if Req_EM_T (Rabs side) 1 then 1 else 0) * one_or_zero ({on})"
    return f"over_play ({learner}) label {target} (fun K yhat side c => {erred}) {trials}"


def test_a_statement_on_a_trial_is_what_the_catalogue_says() -> None:
    """Power: the weights before and after, the mistakes so far and the conditions are those of the claim."""
    winnow, target = "winnow_rule n (1 + beta_kitani_eq34)", "(threshold_above_target (INR n))"
    said = _said(theorem("kitani.eq34"))
    assert "given_kitani_eq34 n u (S ++ c :: later) ->" in said
    assert f"let K := after_play ({winnow}) label {target} S in let w := weights_in ({winnow}) K in" in said
    assert f"let yhat := prediction ({winnow}) K (fst c) in let side := side_of yhat" in said
    assert "Rabs side <> 0 -> 0 < label (snd c) -> u i = 1 -> w i = b_kitani_eq34" in said
    assert said.endswith(f"({_so_far(winnow, target, '+1', '(S ++ [c])')}).")
    claim = theorem("kitani.eq7")
    perceptron = "perceptron_rule n 1 zero"
    plus, minus = (_so_far(perceptron, "classification_target", label, "S") for label in ("+1", "-1"))
    said = _said(claim)
    assert "(S ++ later) -> let K := after_play" in said
    assert f"sum n (fun e => w e ^ 2) <= b_kitani_eq7 R_ ({plus} + {minus})." in said
    assert f"-> {plus} <= b_kitani_eq7" in _said(_with(claim, value="mplus"))
    assert "label (snd c) < 0 -> sum n (fun e => w' e ^ 2)" in _said(_with(claim, **{"if": "y < 0"}))
    assert "0 < sum n (fst c) -> sum n (fun e => w' e ^ 2)" in _said(_with(claim, **{"if": "sum(x) > 0"}))
    assert "sum n (fun e => (w e + u e) ^ 3) <= b_kitani_eq7" in _said(_with(claim, value="sum((w_next + u)**3)"))
    assert "yhat - dot n w' (fst c) <= b_kitani_eq7" in _said(_with(claim, value="wx - dot(w_next, x)"))
    assert "(R_ : R) (s : vec) (S later" in _said(replace(claim, start="any"))
    said = _said(theorem("bylander.8.shift"))
    assert "side' := side_of yhat' (widen tau (snd c)) in side' <> 0 -> loss yhat' (widen tau (snd c)) =" in said
    assert "side_of yhat' (widen (1 / 2) (snd c))" in _said(
        _with(theorem("bylander.8.shift"), second_version="randomised")
    )


def test_the_number_of_a_trial_is_that_of_the_trial_that_is_spoken_of() -> None:
    """Power: in a sum over the trials before, t is the number of the term, and this_t that of the trial after them."""
    said = _said(theorem("uml.treeorder"))
    assert "numbered (fun t c => one_or_zero (leb (INR t) ((INR (length S) + 1) - 1))" in said
    assert "leb (INR t) ((INR (length S) + 1) - 2))" in _said_of("uml.treeorder", "t - 1", "t - 2")
    assert "ltb (INR t) ((INR (length S) + 1) - 1))" in _said_of("uml.treeorder", "t <= d", "t < d")


def test_a_moment_of_a_run_from_any_start_is_what_the_catalogue_says() -> None:
    """Power: the run is from s where the claim is of any start, and the state of a quasi-additive learner is not w."""
    claim = theorem("gls.claim2")
    learner = "p_norm_rule n p a s"
    said = _said(claim)
    assert f"let K := after_play ({learner}) label (threshold_target 0) S in" in said
    assert f"K' := play ({learner}) label (threshold_target 0) K c in let z' := fun e => s e + a * K' e in" in said
    plus, minus = (_so_far(learner, "(threshold_target 0)", label, "(S ++ [c])") for label in ("+1", "-1"))
    assert f"dot n u z' >= b_gls_claim2 a delta ({plus} + {minus}) uz." in said
    weights = _said(_with(claim, value="dot(u, w_next)"))
    assert f"let w' := weights_in ({learner}) K' in" in weights
    assert "dot n u w' >= b_gls_claim2" in weights
    margins = "(fun K yhat side c => Rabs side * (1 - label (snd c) * yhat)) (S ++ [c]) >= b_gls_claim2"
    assert margins in _said(_with(claim, value="past_t(err*(1 - y*wx))"))
    said = _said(theorem("bylander.4"))
    assert "(perceptron_rule n eta s) label classification_target (fun K yhat side c => Rabs side * (1 - label" in said
    assert "0 >= b_bylander_4 0 /\\ over_play" in said
    zero = _said(replace(theorem("bylander.4"), start=""))
    assert zero == said.replace("n eta s)", "n eta zero)").replace(" (s : vec)", "")


def test_a_state_that_no_premise_is_about_is_any() -> None:
    """Power: a claim that spares its run is about any state; one that does not is about that of its run."""
    assert "forall (n : nat) (K : vec) (c : ctrial) (S : list ctrial)" in str(statement(theorem("kitani.eq24")))
    assert "let K := after_play" in str(statement(theorem("kitani.lem4")))


@pytest.mark.parametrize(
    ("claim", "part"),
    [
        ("kitani.eq7", {"value": "sum(sort(w_next))"}),
        ("kitani.eq7", {"value": "sum_t(err)"}),
        ("kitani.eq7", {"value": "l*ww"}),
        ("kitani.eq7", {"if": "argmax(x) > 0"}),
        ("kitani.eq7", {"over": "worst"}),
        ("kitani.eq7", {"learner": "perceptron(2)"}),
        ("kitani.eq24", {"value": "mplus"}),
        ("bylander.8.shift", {"second": "perceptron(1)"}),
        ("bylander.3.klinit", {"value": "sum(xlog(u, u)) - sum(xlog(u, start))"}),
    ],
)
def test_what_no_table_has_of_a_trial_is_not_guessed(claim: str, part: dict[str, str]) -> None:
    """Power: another value, condition, place or learner, each alone; and what S would mean wrongly at a moment."""
    assert statement(theorem(claim)) is not None
    assert statement(_with(theorem(claim), **part)) is None


def _changed(identifier: str, old: str, new: str) -> str | None:
    """Return the statement of a claim of whose quantity one piece of text is another one."""
    claim = theorem(identifier)
    assert old in repr(claim.quantity.formula)
    parts = json.loads(json.dumps([dict(part) for part in claim.quantity.formula]).replace(old, new))
    return statement(replace(claim, quantity=replace(claim.quantity, formula=tuple(parts))))


def _said_of(identifier: str, old: str, new: str) -> str:
    return " ".join(str(_changed(identifier, old, new)).split())


@pytest.mark.parametrize(
    ("identifier", "old", "new"),
    [
        ("kw.13b", "threshold(0)", "randomised"),
        ("kw.pairs", "sum_t(abs(", "max_t(abs("),
        ("kw.batch", "2**d/2 + 1", "2**d/2"),
        ("kw.winnow.notadd", "vector(4, 2, 2)", "vector(4, 2, 2, 2)"),
    ],
)
def test_what_has_no_coq_form_has_no_statement(identifier: str, old: str, new: str) -> None:
    """Power: of another version, of another sum, and of a vector with more entries than n, which a premise says."""
    assert _changed(identifier, old, old) is not None
    assert _changed(identifier, old, new) is None


@pytest.mark.parametrize(
    ("identifier", "old", "new", "said"),
    [
        (
            "kw.13a",
            "1/2*(1 + ",
            "1/2*(2 + ",
            "(2 ^ order) (fun e => 1 / 2 * (2 + sylvester order t e))",
        ),
        ("kw.13b", "bias_perceptron(eta, 0)", "bias_perceptron(eta, 1)", "oppose (bias_perceptron_rule n eta 1 zero)"),
        ("kw.13a", "floor(log2(n - k + 1))", "floor(n - k)", "let order := natural (INR n - INR k) in"),
        ("kw.13a", "== most", "!= most", "(sylvester order t)) 0))) most then 0 else 2 ^ order - INR (i + 1))"),
        ("kw.thm8", "example(2*t - 1)", "example(2*t + 1)", "let z1 := fun t => example S (2 * t + 2)%nat in"),
        ("kw.thm8", "dot(s, z1) <= dot(s, z2)", "dot(s, z1) < dot(s, z2)", "(ltb (dot n s (z1 t)) (dot n s (z2 t)))"),
        ("kw.pairs", "dot(u, x) >= psi", "dot(u, x) > psi", "(fun x => ltb psi (dot n u x))"),
        ("kw.pairs", "floor(l/2)", "floor(l/3)", "(seq 0 (natural (INR (length S) / 3)))"),
        ("kw.lin", "winnow(3/2)", "winnow(2)", "over_play (winnow_rule n 2) label (threshold_target (INR n / INR k))"),
        (
            "kw.lin",
            "threshold(n/k)",
            "threshold(n)",
            "(winnow_rule n (3 / 2)) label (threshold_target (INR n))",
        ),
        ("kw.lin", " + (n - k + 1 - sum_t(err))", "", "side c => Rabs side) T < b_kw_lin"),
        ("kw.batch", ">= c_end", "> c_end", "one_or_zero (ltb (snd (after_play (additive_rule"),
        ("kw.def6", "i - 2*floor(i/2)", "i - 2*floor(t/2)", "(example S (i + 2 * natural (INR (t + 1) / 2))%nat)"),
        (
            "kw.incr",
            "winnow(alpha)",
            "winnow(2)",
            "after_play (winnow_rule n 2) label (threshold_target theta) past",
        ),
        ("kw.vc", "vc_dimension(N, k)", "vc_dimension(N, k + 1)", "exists dimension, vc_dimension N (k + 1) dimension"),
        ("kw.thm3c", "gram(eta, rate,", "gram(rate, rate,", "over_plays (gram_rule n rate rate theta a)"),
    ],
)
def test_what_is_said_of_an_adversary_or_a_dimension_is_what_the_catalogue_says(
    identifier: str, old: str, new: str, said: str
) -> None:
    """Power: another candidate, label, learner, version or number is what the statement says."""
    assert said in _said_of(identifier, old, new)
    assert said not in _said_of(identifier, old, old)


@pytest.mark.parametrize(
    ("identifier", "old", "new", "said"),
    [
        ("kw.def2", "2*dot(u, x)", "3*dot(u, x)", "(fst c) e - 3 * dot n u (fst c) / dot n u u * u e"),
        ("kw.perc.rotinv", "2*dot(u, x)", "3*dot(u, x)", "x e - 3 * dot n u x / dot n u u * u e"),
        ("kw.winnow.notadd", "vector(4, 2, 2)", "vector(4, 2, 3)", "entries [4; 2; 3] e"),
        ("kw.def4", "3*floor", "4*floor", "INR (e + 1) - 4 * floor (INR (e + 1) / 3)"),
        ("kw.def7", "indices(n) == 1", "indices(n) == 2", "Req_EM_T (INR (e + 1)) 2"),
        ("kw.lemma12", "> 1/2", ">= 1/2", "leb (1 / 2) (dot n"),
        ("kw.dot", "3**(N - j)", "2**(N - j)", "INR j * Binomial.C N j * power 2 (INR N - INR j) / 4 ^ N"),
        ("kw.dot.close", "> N/8", ">= N/8", "if Rle_dec (INR N / 8) (Rabs (INR j - INR N / 4))"),
        (
            "gls.7.lim.rate",
            "sum(abs(x)**p)",
            "sum(abs(x)**2)",
            "largest (fun c : ctrial => sum n (fun e => Rabs ((fst c) e) ^ 2)",
        ),
        ("gls.10", "abs(u)**(1/(p - 1))", "abs(u)**(2/(p - 1))", "sign_of (u e) * power (u e) (2 / (p - 1))"),
        ("kw.model", "u*x != 0", "u*x > 0", "ltb 0 (sum n (fun e => one_or_zero (ltb 0 (u e * (fst c) e))))"),
    ],
)
def test_a_formula_of_vectors_is_written_out_entry_by_entry(identifier: str, old: str, new: str, said: str) -> None:
    """Power: another formula is what the statement says, and not what it said before."""
    assert said in _said_of(identifier, old, new)
    assert said not in _said_of(identifier, old, old)


@pytest.mark.parametrize(
    ("identifier", "old", "new", "said"),
    [
        ("gls.bw.eq", "second_yhat", "second_yhat", "if Req_EM_T yhat yhat' then 0 else 1"),
        ("gls.bw.eq", "yhat != second_yhat", "yhat < second_yhat", "one_or_zero (ltb yhat yhat')"),
        ("gls.bw.eq", "balanced_winnow(beta)", "balanced_winnow(2*beta)", "(balanced_winnow_rule n (2 * beta) ones)"),
        ("gls.ft.eq", "threshold(theta)", "threshold(2*theta)", "(threshold_target 0) (threshold_target (2 * theta))"),
        ("gls.ft.eq", "err != second_err", "err*second_side", "Rabs side * side'"),
        ("kw.lrfree", "perceptron(rate, 0)", "perceptron(rate, eta)", "(bias_perceptron_rule n rate eta zero)"),
        ("bylander.eg", "gradient(eta)", "gradient(2*eta)", "(exponentiated_gradient_rule n (2 * eta))"),
        ("bylander.5.eta", "second_err", "second_side", "if Req_EM_T (Rabs side) side' then 0 else 1"),
    ],
)
def test_two_learners_on_the_same_trials_are_those_of_the_quantity(
    identifier: str, old: str, new: str, said: str
) -> None:
    """Power: another learner, version or difference is what the statement says, and not what it said before."""
    assert said in _said_of(identifier, old, new)
    assert (said in _said_of(identifier, old, old)) == (old == new)


@pytest.mark.parametrize("t", [{}, {"t": "n"}, {"t": "l + 1"}])
def test_a_span_is_that_of_the_examples_before_a_trial(t: dict[str, str]) -> None:
    """Power: of which examples it is, is said in the quantity, by a number."""
    claim = theorem("kw.winnow.notadd")
    *_, last = claim.quantity.formula
    assert "(map fst (firstn 2 S))" in _said(claim)
    assert statement(replace(claim, quantity=replace(claim.quantity, formula=({**last, "with": t},)))) is None


def test_what_is_no_word_is_written_out() -> None:
    """Power: an exponent, a sign and a relation that differ are written as they are."""
    assert "(dot n u (fst c) + yhat)" in _said_of("gls.10", "err*y*(ux - wx)", "err*y*(ux + wx)")
    assert "sum n (fun e => power (s e) (p + 1)) / p" in str(_changed("gls.8.7", "abs(s)**p)", "abs(s)**(p + 1))"))
    assert "(fun e => (fst c) e + s e)" in str(_changed("gls.8.7", "x - s", "x + s"))
    assert "differing" not in str(_changed("kw.def7", "> 1/2", ">= 1/2"))
    assert "exists coefficient" not in str(_changed("kw.ellip.span", "outside_span(w)", "abs(w)"))
    assert "<= b_uml_ldim" not in str(statement(theorem("uml.ldim")))
    assert "greatest n (fun e" in str(_changed("gls.5.1.proof", "min(v)", "max(v)"))


def test_each_term_of_a_sum_is_0_only_where_the_sum_is_said_to_be_0() -> None:
    """Power: a sum of magnitudes that is at most 0, or is 1, is a sum."""
    claim = theorem("kw.lemma10")
    assert "(forall t, (t < 2 ^ d)%nat -> (forall i, (i < 2 ^ d)%nat -> 4 * dot n" in str(statement(claim))
    for other in (replace(claim, relation="<="), replace(claim, bound=claim.bound + 1)):
        assert "sum (2 ^ d) (fun t => sum (2 ^ d) (fun i => Rabs (4 * dot n" in str(statement(other))
    pairs = replace(theorem("kw.pairs"), bound=claim.bound + 1)
    assert statement(pairs) is None


def _term(formula: str) -> str:
    claim = theorem("bylander.2")
    return CoqScope(claim, {}, {}, known=sums(claim)).value(read(formula))


LOSS = "over_play (perceptron_rule n eta zero) (fun _ => 0) (fun I => I) (fun K yhat side c => loss yhat (snd c)) S"
OF_U = "total (fun c : trial => trial_loss n u c) S"


@pytest.mark.parametrize(
    ("formula", "coq"),
    [
        ("sum_t(loss) - (sum_t(u_loss) - U)", f"{LOSS} - ({OF_U} - U)"),
        ("sum_t(loss) - sum_t(u_loss) - U", f"{LOSS} - {OF_U} - U"),
        ("(sum_t(loss) - U)*X", f"({LOSS} - U) * X"),
        ("(sum_t(loss) - U)/(2*X)", f"({LOSS} - U) / (2 * X)"),
        ("2*(U + X)*sum_t(loss)", f"2 * (U + X) * {LOSS}"),
        ("U/(X*sum_t(loss))", f"U / (X * {LOSS})"),
        ("Max(0, U + sum_t(loss))**2", f"Rmax 0 (U + {LOSS}) ^ 2"),
        ("(U - sum_t(loss))**2", f"(U - {LOSS}) ^ 2"),
        ("U - X*sum_t(loss)", f"U - X * {LOSS}"),
        ("abs(sum_t(loss))", f"Rabs ({LOSS})"),
        ("sign(U)", "sign_of U"),
        ("max(U, X, sum_t(loss))", f"Rmax (Rmax U X) ({LOSS})"),
        ("U if U < X or X == 0 else X", "if Rlt_dec U X then U else if Req_EM_T X 0 then U else X"),
        ("U if not (U < X and X != 0) else X", "if Rlt_dec U X then if Req_EM_T X 0 then U else X else U"),
    ],
)
def test_a_term_groups_as_its_formula_does(formula: str, coq: str) -> None:
    """Power: differences, products and quotients on either side, and a product that sympy would write as a sum."""
    assert _term(formula) == coq


@pytest.mark.parametrize(
    "formula",
    [
        "sum_t(loss)**U",
        "sum_t(loss)**0.5",
        "sum_t(loss*y)",
        "sum_t(y)",
        "sum_t(t*past_t(u_loss))",
        "floor(sum_t(err))",
        "sum_t(loss) + at(u, 1)",
    ],
)
def test_a_formula_that_has_no_coq_form_is_refused(formula: str) -> None:
    with pytest.raises(NoCoqForm):
        _term(formula)


@pytest.mark.parametrize("name", ["m", "c", "wx", "w_next", "second_yhat", "updates", "observed", "v_next", "A", "q"])
def test_a_name_of_the_language_is_no_parameter(name: str) -> None:
    """Power: what has a meaning on a run, or in a state, and none here, is not any number; nor is what no claim has."""
    scope = CoqScope(theorem("classics.second_order"), {}, {})
    assert scope.value(read("a*U")) == "a * U"
    for formula in (name, f"a*{name}", f"{name} if a > 0 else 0", f"dot({name}, a)", f"sum_t({name})"):
        with pytest.raises(NoCoqForm):
            scope.value(read(formula))
