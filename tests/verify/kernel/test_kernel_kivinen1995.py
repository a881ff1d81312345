"""The kernel on Kivinen and Warmuth 1995: its adversaries, its ellipsoid method, its refutations of false claims."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from adversaries.families.sampling import random_instances
from bounds import symbols as s
from bounds.claims.catalogue import catalogue, theorem
from bounds.claims.claim import Standing
from bounds.data.trials import Trials
from bounds.data.vectors import vector
from bounds.data.versions import thresholded
from bounds.fast.play import play
from bounds.instances import Instance
from bounds.learners import TableLearner
from verify import kernel
from verify.judge.certificate import certificate, instance_object, statement
from verify.search.search import search

FALSE = [c.id for c in catalogue() if c.id.startswith("kw.") and c.standing is Standing.FALSE]


def formula(text: str, **names: str) -> kernel.Value:
    return kernel.value(
        kernel.read(text), kernel.Scope({name: kernel.constant(value) for name, value in names.items()})
    )


def test_the_rows_follow_the_recursion_of_definition_4() -> None:
    for d in range(4):
        for i in range(1, 2**d + 1):
            row = formula(f"hadamard_row({d}, {i})")
            assert formula(f"hadamard_row({d + 1}, {i})") == row + row
            assert formula(f"hadamard_row({d + 1}, {2**d + i})") == row + tuple(-a for a in row)


def test_the_ellipsoid_method_of_the_kernel_is_that_of_the_learner() -> None:
    rng = random.Random(4)
    for _ in range(60):
        n = rng.randint(1, 3)
        rows = [[Fraction(rng.randint(-3, 3), rng.randint(1, 3)) for _ in range(n)] for _ in range(8)]
        labels = [rng.choice((1, -1)) for _ in rows]
        learner = TableLearner("ellipsoid")
        play(learner, Trials.of(rows, labels, n), thresholded(Fraction(0)))
        said = {
            "n": n,
            "trials": [{"x": [str(a) for a in x], "outcome": f"{y:+d}"} for x, y in zip(rows, labels, strict=True)],
        }
        run = kernel.begin(*kernel.read_instance(said, {"outcomes": "labels", "free": [], "defines": {}}))
        kernel.play(run, "ellipsoid()", "threshold(0)")
        gaps = [a - b for a, b in zip(run["w_end"], learner.weights, strict=True)]
        assert max(abs(Fraction(str(gap))) for gap in gaps) < Fraction(1, 10**15)


@pytest.mark.parametrize("claim_id", ["kw.13a", "kw.13b", "kw.ellip", "kw.thm8", "kw.genN", "kw.abstract"])
def test_one_more_forced_mistake_is_refused(claim_id: str) -> None:
    """Planted fault: the adversary is said to force more than it does."""
    claim = theorem(claim_id)
    more = claim.replace(bound=claim.bound + 2**9)
    said = [kernel.judge(statement(more), instance_object(more, i)).status for _, i in random_instances(claim, 5, 3)]
    assert set(said) <= {"VIOLATED", "VACUOUS"}
    assert "VIOLATED" in said


def test_exactly_2_to_the_d_mistakes_are_forced_from_zero() -> None:
    claim = theorem("kw.13b")
    free = {symbol: Fraction(1) for symbol in claim.free}
    instance = Instance(Trials.of([], [], 5), None, {**free, s.d: Fraction(2), s.k: Fraction(2)})
    said = statement(claim)
    assert kernel.judge(said, instance_object(claim, instance)).left == 4
    assert kernel.judge({**said, "bound": "2**d + 1"}, instance_object(claim, instance)).status == "VIOLATED"


def test_predictions_have_to_be_a_function_of_the_products() -> None:
    """A start that favours one attribute tells a trial from its mirror image; one that favours none does not."""
    claim = theorem("kw.thm3.printed")
    instance = Instance(
        Trials.of([[1, 0]], [1], 2), None, {s.eta: Fraction(1), s.rate: Fraction(1), s.theta: Fraction(1)}
    )
    said, document = statement(claim), instance_object(claim, instance)
    assert kernel.judge(said, document).status == "VIOLATED"
    kept = {name: text for name, text in said["hypotheses"].items() if name != "no start vector"}
    tilted = {**said, "hypotheses": kept, "learner": "perceptron(eta)"}
    for start in (["3", "1"], ["0", "3"], ["2", "0"]):
        assert kernel.judge(tilted, {**document, "start": start}).status == "VACUOUS"


@pytest.mark.deep
@pytest.mark.parametrize("claim_id", FALSE)
def test_false_claims_are_refuted_with_certificates(claim_id: str) -> None:
    found = search(theorem(claim_id), instances=400, seed=1)
    assert found.verdict is not None
    document = certificate(found.verdict)
    judged = kernel.judge(document["statement"], document["instance"])
    assert (judged.status, document["verdict"]) == ("VIOLATED", "VIOLATED")
    gap = kernel.constant(document["left"].removesuffix("...")) - judged.left  # type: ignore[operator]
    assert kernel.sign(kernel.magnitude(gap) - Fraction(1, 10**11)) < 0


def test_starts_other_than_zero_are_premises() -> None:
    trials = Trials.of([[1]] * 4, [1] * 4, 1)
    given = {s.eta: Fraction(1), s.rate: Fraction(3)}
    said = kernel.judge(
        statement(theorem("kw.lrfree")),
        instance_object(theorem("kw.lrfree"), Instance(trials, None, given, vector([-2]))),
    )
    assert said.status == "VACUOUS"
