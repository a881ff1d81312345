"""The premises of Coq statements: generated from the catalogue's, and each of them used by the proof."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bounds.claims.catalogue import catalogue, theorem
from bounds.claims.claim import Claim
from bounds.claims.hypotheses import by_formula, positive
from bounds.domains import REAL
from bounds.errors import BoundcheckError
from bounds.symbols import X, eta
from tests.power.premises import LISTED
from verify.proofs import coq_mutants, coq_run, coq_statements
from verify.proofs.coq_premises import BUILT_IN, FACTS, SPARED, premise_definition, premise_name, premises
from verify.proofs.coq_programs import coq_available
from verify.proofs.coq_run import BuildResult

needs_coq = pytest.mark.skipif(not coq_available(), reason="coqc is not installed (Debian: apt-get install coq)")

BUILT = 2
"""Premises that a statement has in its own words, as ``BUILT_IN`` lists them. Only lower it."""

ARROWS = 157
"""Premises that are typed in statements, with those of quantities and definitions. Only lower it."""


def _assumes(claim: Claim) -> bool:
    try:
        return bool(premises(claim))
    except BoundcheckError:
        return True


def _statements() -> str:
    files = [file for file in coq_statements.coq_files() if coq_statements.proof_file(file)]
    return "\n".join((coq_statements.SOURCES / file).read_text() for file in files)


@pytest.mark.deep
def test_fewer_and_fewer_premises_are_typed_by_hand() -> None:
    """No claim with premises has a statement in which all of them are typed."""
    text, claims = _statements(), [stated.claim for stated in coq_statements.stated()]
    everything = text + coq_run.generated()[coq_statements.GENERATED]
    generated = [claim for claim in claims if f"{premise_name(claim)} " in everything]
    assert {claim.id for claim in claims if _assumes(claim)} <= {claim.id for claim in generated}
    assert text.count("->") - sum(f"{premise_name(claim)} " in text for claim in claims) <= ARROWS
    assert sum(map(len, BUILT_IN.values())) <= BUILT


def test_what_the_catalogue_assumes_is_assumed() -> None:
    """Power: one premise more in the catalogue is one more in Coq, and one less is one less."""
    claim = theorem("bylander.2")
    outcomes = "Forall (fun c => nonempty (snd c)) S"
    within = [outcomes, "Forall (fun c : trial => norm n (fst c) <= X) S"]
    assert [one.coq for one in premises(claim)] == ["0 < eta", "norm n u <= U", *within]
    more = replace(claim, hypotheses=(*claim.hypotheses, by_formula("eta >= X")))
    assert [one.coq for one in premises(more)] == ["0 < eta", "X <= eta", "norm n u <= U", *within]
    assert [one.coq for one in premises(replace(claim, hypotheses=()))] == ["0 < eta", outcomes]
    assert [one.coq for one in premises(replace(claim, hypotheses=(), domains={eta: REAL}))] == [outcomes]


def test_parameter_is_what_its_domain_says() -> None:
    """Power: a count may be 0, so k > 0 would be a premise that the catalogue has not."""
    assert "0 <= k" in [one.coq for one in premises(theorem("kitani.rwma.half"))]


def test_limit_of_a_rate_binds_where_there_is_one() -> None:
    """Where X may be 0 the rate has no limit then; where a premise says X > 0 that need not be said."""
    claim = theorem("bylander.fn5")
    assert "(0 < X -> eta < upper_eta_bylander_fn5 X)" in premise_definition(claim)
    sure = replace(claim, hypotheses=(*claim.hypotheses, positive(X)))
    assert "/\\ eta < upper_eta_bylander_fn5 X" in " ".join(premise_definition(sure).split())


@pytest.mark.parametrize("premise", ["argmax(u) <= U", "all_t(w <= X)", "all_t(m <= X)", "sum_t(err) <= X"])
def test_premise_without_a_coq_form_is_refused(premise: str) -> None:
    """Power: what has no word in Coq is not guessed, nor what is said of the run."""
    near = replace(theorem("bylander.2"), hypotheses=(by_formula(premise),))
    with pytest.raises(BoundcheckError, match=rf"bylander\.2: {re.escape(premise)} has no Coq form"):
        premises(near)


@pytest.mark.parametrize(
    ("premise", "coq"),
    [
        (
            "all_t(y*ux >= 1 or y*ux <= 0)",
            "(1 <= label (snd c) * dot n u (fst c) \\/ label (snd c) * dot n u (fst c) <= 0)",
        ),
        (
            "all_t(not (y*ux < 1 and all_i(x >= 0)))",
            "(1 <= label (snd c) * dot n u (fst c) \\/ (exists i, (i < n)%nat /\\ (fst c) i < 0))",
        ),
        ("all_t(all_i(member(x, {-1, 1})))", "(forall i, (i < n)%nat -> ((fst c) i = - 1 \\/ (fst c) i = 1))"),
        ("all_t((ux > 0) == (y > 0))", "(0 < dot n u (fst c) <-> 0 < label (snd c))"),
        (
            "all_t(ux >= 1 if y > 0 else ux <= 0)",
            "((0 < label (snd c) -> 1 <= dot n u (fst c)) /\\ (label (snd c) <= 0 -> dot n u (fst c) <= 0))",
        ),
        ("all_t(max(x) <= 1)", "(forall i, (i < n)%nat -> (fst c) i <= 1)"),
        ("all_t(norm(x, 3) <= X)", "pnorm 3 n (fst c) <= X"),
    ],
)
def test_premise_is_written_as_its_formula_is(premise: str, coq: str) -> None:
    """Power: and, or, not, if, every entry and all trials say what they say, in parentheses where they need them."""
    claim = replace(theorem("bylander.5"), hypotheses=(by_formula(premise),))
    assert [one.coq for one in premises(claim)] == [f"Forall (fun c : ctrial => {coq}) S"]


def test_premise_on_a_run_is_that_of_its_learner() -> None:
    """Power: what is said of the predictions is said of the learner that runs, and of none where there is none."""
    claim = theorem("bylander.wmsim")
    said = " ".join(premise_definition(claim).split())
    assert "all_play (exponentiated_rule n (eta_bylander_wmsim beta) U_bylander_wmsim ones) label master_target" in said
    other = replace(claim, learner=theorem("kitani.wma").learner)
    assert "all_play (wma_rule n" in " ".join(one.coq for one in premises(other))
    with pytest.raises(BoundcheckError, match=r"all_t\(yhat != 1/2\) has no Coq form"):
        premises(replace(claim, learner=None))


def test_premise_on_mistakes_is_of_the_claims_own_learner() -> None:
    """Power: the same words of another learner's mistakes are another premise."""
    claim = theorem("classics.second_order")
    assert sum("over_run (fun (K : vec * matrix)" in one.coq for one in premises(claim)) == 3
    other = premises(replace(claim, learner=theorem("classics.perceptron.hinge").learner))
    assert sum("over_run (fun (w : vec)" in one.coq for one in other) == 3


def test_what_is_spared_exists() -> None:
    """Power: a premise of the catalogue that is renamed is not spared by its old name."""
    assert frozenset().union(*FACTS.values()) | SPARED.keys() | BUILT_IN.keys() <= {claim.id for claim in catalogue()}
    for identifier in SPARED.keys() | BUILT_IN.keys():
        premises(theorem(identifier))
    claim = theorem("bylander.3.klinit")
    with pytest.raises(BoundcheckError, match="spares 'examples', and has no premise of that name"):
        premises(replace(claim, hypotheses=tuple(h for h in claim.hypotheses if h.name != "examples")))


def test_search_does_not_break_what_coq_proves_without_a_premise() -> None:
    """Each premise that a proof does not use is listed with the reason why the claim holds without it."""
    idle = {tuple(changed.split(": ")) for changed in coq_mutants.IDLE}
    of_claims = {(identifier, name) for identifier, name in idle if name in _names(theorem(identifier))}
    assert of_claims <= set(LISTED)


def _names(claim: Claim) -> set[str]:
    return {hypothesis.name for hypothesis in claim.hypotheses}


_SAMPLE = "bylander.2 bylander.cmp bylander.5 kitani.eq30 kitani.winnow gls.7.1a classics.pa1 classics.second_order"
SAMPLE = _SAMPLE.split()


@pytest.mark.deep
@needs_coq
def test_no_proof_survives_without_a_premise_that_it_uses(built: BuildResult) -> None:
    """Power: each generated premise dropped alone; those that a proof does not use are the ones listed."""
    tried = [mutant for mutant in coq_mutants.premise_mutants(built.directory) if mutant.claim in SAMPLE]
    idle = {changed for changed in coq_mutants.IDLE if changed.split(": ")[0] in SAMPLE}
    assert len(tried) > 20
    assert len(idle) == 4
    assert coq_mutants.proved(built, tried) == idle
