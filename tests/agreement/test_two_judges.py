"""The checker and the independent kernel judge the same instances and have to agree, ties included.

They share nothing: the checker runs Python on sympy's bound with python-flint, the kernel reads formulas and
computes with its own numbers. BOUNDCHECK_AGREEMENT sets the random instances a claim (default 6; 460 make more than
100000 in all).
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, islice

import pytest

from adversaries.families.sampling import random_instances
from adversaries.generate.trial_columns import whole
from adversaries.portfolio.structured import deck
from adversaries.premises import dropped
from bounds.claims.catalogue import catalogue, theorem
from bounds.claims.claim import Claim
from bounds.data.trials import Trials
from bounds.data.vectors import vector
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from tests.agreement.edges import edges
from tests.ladder import rung
from verify import kernel
from verify.judge.certificate import NoFormula, amount_text, catalogue_statements, instance_object, statement
from verify.judge.check import Verdict
from verify.judge.status import Status
from verify.own_data.completed import check

pytestmark = pytest.mark.deep

COUNT = int(os.environ.get("BOUNDCHECK_AGREEMENT", "6"))
CELLS = 400
"""Largest number of trials times attributes: the kernel is not made for speed."""

PATIENCE = 30
"""Times the usual work that the kernel may take here."""

STATED = catalogue_statements()
COVERED = [claim for claim in catalogue() if claim.id in STATED]


def cases(claim: Claim, seed: int = 0) -> Iterator[Instance]:
    structured = (instance for _, instance in islice(deck(claim), max(10, COUNT)))
    large = None
    found = 0
    for given in chain(structured, (instance for _, instance in random_instances(claim, COUNT, seed))):
        instance = whole(claim, given)
        if instance.trials.l * instance.trials.n <= CELLS:
            found += 1
            yield instance
        elif large is None or instance.trials.l * instance.trials.n < large.trials.l * large.trials.n:
            large = instance
    if not found and large is not None:  # the claim is about large instances alone
        yield large


def differs(gap: kernel.Number) -> bool:
    """Tell whether a gap is certainly more than two rounded numbers can have."""
    try:
        return kernel.sign(gap - Fraction(2, 10**12)) > 0
    except kernel.Unknown:
        return False


def disagreement(claim: Claim, said: dict[str, object], instance: Instance) -> tuple[str, Verdict | None]:
    """Return what the two judges disagree on ('' if they agree), and the checker's verdict."""
    try:
        verdict = check(claim, instance)
    except BoundcheckError:
        return "", None
    try:
        written = instance_object(claim, verdict.instance)
    except NoFormula:
        return "", None
    try:
        found = kernel.judge(said, written, patience=PATIENCE)
    except kernel.Malformed as error:
        if "--patience" in str(error):  # roots of roots of roots, of which it would take more work than it may do
            return "", None
        raise
    if found.status != verdict.status.value:
        if "UNDECIDED" in (found.status, verdict.status.value):
            return "", None
        return f"checker {verdict.status.value}, kernel {found}", verdict
    if (
        found.left is not None
        and found.right is not None
        and verdict.decisive is not None
        and verdict.status is Status.VIOLATED
    ):
        for ours, theirs in ((found.left, verdict.decisive.lhs), (found.right, verdict.decisive.rhs)):
            gap = ours - kernel.constant(amount_text(theirs).removesuffix("..."))
            if differs(gap) or differs(-gap):
                return f"checker {amount_text(theirs)}, kernel {kernel.decimal(ours)}", verdict
    return "", verdict


@rung("run", COVERED)
def test_both_judges_agree(claim: Claim) -> None:
    said = statement(claim)
    counts: Counter[str] = Counter()
    for instance in cases(claim):
        found, verdict = disagreement(claim, said, instance)
        assert not found, (claim.id, found, instance)
        counts["none" if verdict is None else verdict.status.value] += 1
    assert counts.total() or claim.id == "kw.fig2.printed", claim.id  # whose smallest instances are too large here
    assert 3 * counts["none"] <= 2 * counts.total(), counts


@rung("run", [claim for claim in COVERED if claim.hypotheses])
def test_both_judges_agree_without_a_hypothesis(claim: Claim) -> None:
    """Each premise is dropped in turn, and instances break it: what the formulas say must not rest on it in silence."""
    for hypothesis in claim.hypotheses:
        variant = claim.replace(without=hypothesis.name)
        said = statement(variant)
        drawn = chain(islice(dropped.instances(variant, 0, 1), COUNT), random_instances(variant, COUNT // 3, 0))
        with contextlib.suppress(BoundcheckError):  # a proposer that needs what was dropped ends early
            for _, given in drawn:
                instance = whole(variant, given)
                if instance.trials.l * instance.trials.n <= CELLS // 4:
                    found, _ = disagreement(variant, said, instance)
                    assert not found, (claim.id, hypothesis.name, found, instance)


# --- the edges of domains --------------------------------------------------------------------------------


def verdicts(claim: Claim, said: dict[str, object], instance: Instance) -> tuple[str, str]:
    """Return what the checker and the kernel say: a verdict, or REFUSED where it is no instance of the claim."""
    try:
        verdict = check(claim, instance)
        instance, ours = verdict.instance, verdict.status.value
    except BoundcheckError:
        ours = "REFUSED"
    try:
        return ours, kernel.judge(said, instance_object(claim, instance), patience=PATIENCE).status
    except (kernel.Malformed, NoFormula):
        return ours, "REFUSED"


EDGES = 2 * COUNT
AGREE = ("REFUSED", "VACUOUS", "UNDECIDED")
"""What the kernel may say of what the checker refuses, such as a rate of -1 that has to be positive."""


@rung("run", COVERED)
def test_both_judges_agree_at_the_edges_of_domains(claim: Claim) -> None:
    said = statement(claim)
    counts: Counter[tuple[str, str]] = Counter()
    for given in edges(claim, EDGES):
        instance = whole(claim, given)
        if instance.trials.l * instance.trials.n > CELLS:
            continue
        ours, theirs = verdicts(claim, said, instance)
        counts[ours, theirs] += 1
        if ours == "REFUSED":
            unset = said.get("learner") == "fixed()" and instance.start is None  # which the kernel takes to be 0
            fine = theirs in AGREE or unset
        else:
            fine = ours == theirs or "UNDECIDED" in (ours, theirs)
        assert fine, (claim.id, ours, theirs, instance)
    undecided = sum(
        times for (ours, theirs), times in counts.items() if ours != theirs and "UNDECIDED" in (ours, theirs)
    )
    assert undecided <= counts.total() / 4, counts


@pytest.mark.parametrize(
    ("claim_id", "hypothesis"),
    [
        ("kitani.wma", "range of eta"),
        ("bylander.const", "range of n"),
        ("gls.10.identity", "range of a"),
        ("kw.def2.printed", "no start vector"),
    ],
)
def test_another_end_of_a_domain_is_noticed(claim_id: str, hypothesis: str) -> None:
    """Power: a statement without one range, or without a premise about the start, differs on some edge."""
    claim = theorem(claim_id)
    said = statement(claim)
    kept = {name: text for name, text in said["hypotheses"].items() if name != hypothesis}
    assert len(kept) < len(said["hypotheses"])
    found = [verdicts(claim, {**said, "hypotheses": kept}, instance) for instance in edges(claim, 80)]
    assert any(ours != theirs and theirs not in AGREE for ours, theirs in found)


def test_the_edges_are_there() -> None:
    drawn = list(edges(theorem("bylander.5.eta.start"), 200))
    assert {0, 1} <= {instance.trials.l for instance in drawn}
    assert 1 in {instance.trials.n for instance in drawn}
    assert {None, 0} <= {None if i.start is None else sum(map(abs, i.start)) for i in drawn}
    assert any(not any(x) for i in drawn for x, _ in i.trials)
    assert {-1, 0, 1} <= {value for i in drawn for value in i.parameters.values()}


def test_a_formula_that_rests_on_another_premise_is_noticed() -> None:
    """Power: labels by u.x > 0 are labels by u.x >= 1/2 as long as u and x are in {0, 1}^n, and only then."""
    claim = theorem("kw.winnow.up")
    labels = {"labels": "sum_t((ux > 0) != (y > 0)) == 0"}
    for without, noticed in (("inputs", False), ("disjunction", True)):
        variant = claim.replace(without=without)
        said = statement(variant)
        changed = said | {"hypotheses": said["hypotheses"] | labels}
        instances = [instance for _, instance in islice(dropped.instances(variant, 0, 1), 60)]
        assert not any(disagreement(variant, said, instance)[0] for instance in instances)
        if noticed:
            assert any(disagreement(variant, changed, instance)[0] for instance in instances)


def test_the_kernel_covers_the_catalogue() -> None:
    assert {claim.id for claim in catalogue()} - STATED.keys() <= {"kw.ellip", "kw.ellip.rot", "kw.ellip.span"}


def test_a_wrong_bound_in_one_judge_is_noticed() -> None:
    """Power: the kernel with 9/10 of the bound differs from the checker on some instance, though by a tie's width."""
    claim = theorem("bylander.5")
    said = statement(claim) | {"bound": "9/10*U**2*X**2"}
    assert any(disagreement(claim, said, instance)[0] for instance in cases(claim))


def test_a_wrong_learner_in_one_judge_is_noticed() -> None:
    claim = theorem("bylander.5.eta.start")
    said = statement(claim) | {"version": "threshold(0)"}
    assert any(disagreement(claim, said, instance)[0] for instance in cases(claim))


def test_a_parameter_that_the_data_do_not_bear_out_is_vacuous() -> None:
    """A margin or an entropy set by hand must not refute a theorem that means the data's own."""
    S = Trials.of([[1, 0], [0, 1]], [1, 1])
    for claim_id, parameters in (
        ("kitani.perc", {"gamma": Fraction(1000)}),
        ("gls.wm", {"entropy": Fraction(1000)}),
        ("gls.7.1b", {"p": Fraction(2), "uz": Fraction(9)}),
    ):
        claim = theorem(claim_id)
        start = vector([1, 1]) if claim.start else None
        instance = Instance(S, vector([1, 1]), parameters, start)
        assert check(claim, instance).status is Status.VACUOUS
        assert not disagreement(claim, statement(claim), instance)[0]


def test_an_instance_of_another_claim_is_no_instance() -> None:
    claim = theorem("bylander.5")
    with pytest.raises((BoundcheckError, kernel.Malformed)):
        kernel.judge(
            statement(claim), instance_object(claim, Instance(Trials.of([[1]], [1]), vector([1]), {"eta": Fraction(1)}))
        )
    assert dataclasses.is_dataclass(claim)
