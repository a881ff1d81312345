"""The independent checker plays learners by rule with its own implementation of the language."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bounds.claims.catalogue import theorem
from bounds.claims.own import learner, own_claim
from bounds.data.interval import Interval
from bounds.data.trials import Trials
from bounds.data.versions import ABSOLUTE, CLASSIFICATION
from bounds.errors import BoundcheckError, UndefinedValue
from bounds.fast.play import play
from bounds.formulas import rule
from bounds.instances import Instance
from bounds.learners import RuleLearner
from tests.verify.confirmed import confirmed
from verify import kernel
from verify.judge.certificate import certificate
from verify.judge.check import check
from verify.search.search import search

EUCLIDEAN = ("norm(u, 2) <= U", "norm(x, 2) <= X")
PERCEPTRON = own_claim("w + y*x if y*yhat <= 0 else w", "U**2*X**2", given=[*EUCLIDEAN, "separable"])


def instance_of(trials: Trials, comparator: Any = None, parameters: Any = ()) -> Instance:
    """Return an instance; vectors and numbers may be given as texts."""
    return Instance(trials, comparator, dict(parameters))


ORTHOGONAL = instance_of(Trials.of([[1, 0], [0, 1]], [1, 1]), [1, 1])

# --- two implementations ---------------------------------------------------------------------------------------


def rules() -> st.SearchStrategy[tuple[str, str]]:
    """Draw updates of w, and of a number c, in which everything of the language occurs that keeps numbers rational."""
    numbers = st.sampled_from(("1", "2", "c", "y", "yhat", "side", "gap", "t", "updates", "xx", "n", "1/2", "sum(w)"))
    vectors = st.sampled_from(("w", "x"))

    def number(n: st.SearchStrategy[str], v: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        pairs = st.tuples(n, n)
        truth = st.one_of(
            st.builds(lambda p, r: f"{p[0]} {r} {p[1]}", pairs, st.sampled_from(("<", "<=", "==", "!=", ">=", ">"))),
            st.builds(lambda p: f"{p[0]} < 0 and not {p[1]} == 1", pairs),
            st.builds(lambda p: f"{p[0]} > 1 or {p[1]} <= 0", pairs),
        )
        return st.one_of(
            st.builds(lambda p, sign: f"({p[0]} {sign} {p[1]})", pairs, st.sampled_from("+-*/")),
            st.builds(lambda p, f: f"{f}({p[0]}, {p[1]})", pairs, st.sampled_from(("min", "max"))),
            st.builds(lambda a, f: f"{f}({a})", n, st.sampled_from(("abs", "sign", "-"))),
            st.builds(lambda a: f"({a})**2", n),
            st.builds(lambda a, b: f"dot({a}, {b})", v, v),
            st.builds(lambda a, f: f"{f}({a})", v, st.sampled_from(("sum", "max", "min"))),
            st.builds(lambda p, c: f"({p[0]} if {c} else {p[1]})", pairs, truth),
        )

    def vector(n: st.SearchStrategy[str], v: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        return st.one_of(
            st.builds(lambda a, b, sign: f"({a} {sign} {b})", v, v, st.sampled_from("+-*")),
            st.builds(lambda a, b: f"{a}*{b}", n, v),
            st.builds(lambda a, b: f"{b}/{a}", n, v),
            st.builds(lambda a, f: f"{f}(0, {a})", v, st.sampled_from(("min", "max"))),
            st.builds(lambda a, b, c: f"({a} if {c} > 0 else {b})", v, v, n),
            st.builds(lambda a, c: f"({a} >= {c})", v, n),
        )

    deeper = number(numbers, vectors), vector(numbers, vectors)
    deepest = number(st.one_of(numbers, deeper[0]), st.one_of(vectors, deeper[1]))
    return st.tuples(vector(st.one_of(numbers, deeper[0], deepest), st.one_of(vectors, deeper[1])), deepest)


class Divided(Exception):
    pass


def by_bounds(updates: Mapping[str, str], trials: Trials, version: Any) -> list[Fraction]:
    try:
        run = play(RuleLearner(rule(updates, predict="dot(w, x) + c"), {}), trials, version)
    except UndefinedValue as error:
        raise Divided from error
    return [step.prediction for step in run.steps]  # type: ignore[misc]


def by_kernel(updates: Mapping[str, str], trials: Trials, version: Any) -> list[Fraction]:
    statement: dict[str, Any] = {
        "free": [],
        "defines": {},
        "outcomes": "labels" if version == "classification" else "intervals",
    }
    instance = {
        "n": trials.n,
        "trials": [
            {"x": list(map(str, x)), "outcome": f"{y:+d}" if isinstance(y, int) else f"[{y.lo},{y.hi}]"}
            for x, y in trials
        ],
    }
    scope, read = kernel.read_instance(instance, statement)
    part = {"learner": {"rule": updates, "predict": "dot(w, x) + c"}, "version": version}
    try:
        run = kernel.perform(part, scope, read)
    except kernel.Unknown as error:
        raise Divided from error
    return [trial["yhat"] for trial in run.trials]


@settings(max_examples=150, deadline=None)
@given(
    drawn=rules(),
    rows=st.lists(st.tuples(st.integers(-2, 2), st.integers(-2, 2)), min_size=1, max_size=4),
    points=st.booleans(),
    data=st.data(),
)
def test_two_implementations_agree_on_random_rules(
    drawn: tuple[str, str], rows: list[tuple[int, int]], points: bool, data: st.DataObject
) -> None:
    """Power: where one of them divides by zero so does the other; where both have a value it is the same fraction."""
    updates = {"w": drawn[0], "c": drawn[1]}
    labels = data.draw(st.lists(st.sampled_from((1, -1)), min_size=len(rows), max_size=len(rows)))
    outcomes = [Interval.point(y) for y in labels] if points else labels
    trials = Trials.of(rows, outcomes, 2)
    found = []
    for play_it, version in (
        (by_bounds, ABSOLUTE if points else CLASSIFICATION),
        (by_kernel, "absolute" if points else "classification"),
    ):
        try:
            found.append(play_it(updates, trials, version))
        except Divided:
            found.append([])
    assert found[0] == found[1]


# --- planted faults ------------------------------------------------------------------------------------------


def planted(**changed: Any) -> dict[str, Any]:
    document = certificate(check(PERCEPTRON, ORTHOGONAL))
    learner_said = {**document["statement"]["learner"], **changed}
    return {**document, "statement": {**document["statement"], "learner": learner_said}}


def test_the_certificate_says_that_learner_and_claim_are_its_own() -> None:
    ok, said = kernel.confirm(json.dumps(certificate(check(PERCEPTRON, ORTHOGONAL))), kernel.statements())
    assert ok
    assert said[0] == "claim 'own.claim' is not in the catalogue; the statement is the certificate's own"
    assert said[1].startswith("the learner is the certificate's own rule: w becomes w + y*x if y*yhat <= 0 else w;")
    assert "bound is U**2*X**2" in said
    assert any("sum_t(1 if y*yhat <= 0 else 0)" in line for line in said if line.startswith("comparison 1"))


@pytest.mark.parametrize(
    "changed",
    [
        {"rule": {"w": "w + 0*x + 1"}},
        {"rule": {"w": "w + y*x if yhat < 0 else w"}, "predict": "dot(w, x) + 1"},
        {"rule": {"w": "w + y*x if y*yhat <= 0 else w"}, "start": {"w": "1"}},
    ],
)
def test_another_rule_is_not_confirmed(changed: Mapping[str, Any]) -> None:
    """Power: the two mistakes of the certificate are computed again from the rule, which makes fewer."""
    assert confirmed(planted())
    assert not confirmed(planted(**changed))


@pytest.mark.parametrize(
    ("changed", "what"),
    [
        ({"rule": {"w": "w + ux*x"}}, "a rule speaks of 'ux', which a learner does not know there"),
        ({"rule": {"w": "w + u"}}, "a rule speaks of 'u'"),
        ({"predict": "y"}, "a rule speaks of 'y'"),
        ({"start": {"w": "s"}}, "a rule speaks of 's'"),
        ({"rule": {"w": "w", "yhat": "1"}}, "a name that is taken"),
        ({"rule": {"w": "dot(w, x)"}}, "the rule for w does not give a vector, which is needed"),
        ({"run": "print()"}, "a rule has no part 'run'"),
        ({"rule": {"w": "w + __import__('os')"}}, "unexpected"),
    ],
)
def test_a_rule_that_knows_too_much_is_malformed(changed: Mapping[str, Any], what: str) -> None:
    with pytest.raises(kernel.Malformed, match=what):
        confirmed(planted(**changed))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("1 if y*yhat <= 0 else 0", "2 if y*yhat <= 0 else 0"),
        ("U**2*X**2", "U**2*X**2 + 1"),
        ("y*ux >= 1", "y*ux >= 2"),
    ],
)
def test_a_changed_claim_is_not_confirmed(old: str, new: str) -> None:
    """Power: the loss, the bound and the premise are all computed from the file."""
    text = json.dumps(certificate(check(PERCEPTRON, ORTHOGONAL)))
    assert old in text
    assert not kernel.confirm(text.replace(old, new), kernel.statements())[0]


# --- every kind of own claim has its certificate ---------------------------------------------------------------

POINTS = instance_of(Trials.of([[1], [2]], [Interval.point(2), Interval.point(-1)]), [1], {"eta": "1/2", "tau": "1/4"})
ONE = instance_of(Trials.of([[1, 1], [1, 0], [1, 0]], [1, -1, 1]), [1, 0], {"eta": "1/2", "C": 2})
STEPS = learner("w + eta*sign(gap)*x", outcomes="intervals")
HEDGE = learner("w*exp(-eta*x)", predict="dot(w, x)/sum(w)", start={"w": "1"})


@pytest.mark.parametrize(
    ("claim", "instance"),
    [
        (own_claim(learner("w + eta*(y - yhat)*x", outcomes="points"), "l", gain="squared", loss="absolute"), POINTS),
        (own_claim(learner("w + eta*gap*x", outcomes="points"), "l", gain="insensitive", loss="squared"), POINTS),
        (own_claim(STEPS, "l", gain="absolute", loss="absolute"), POINTS),
        (own_claim("w + y*x/(1 + updates)", "l", gain="update", loss="hinge", times="eta/C"), ONE),
        (own_claim({"w": "w + y*x", "v": "v + w"}, "n", gain="max(0, 1 - y*yhat)**2 + xx"), ONE),
        (own_claim(learner({"z": "z + y*x"}, predict="dot(max(0, z), x)/t"), "l", gain="squared_hinge"), ONE),
        (own_claim(HEDGE, "ln(n)/eta + eta*l/8", gain="linear", loss="linear", given=["expert"]), ONE),
        (own_claim(learner("w", predict="1/(2 + t)"), "l", gain="log"), ONE),
        (own_claim("w", "H", gain="mistake", given=["sum_t(max(0, 1 - y*ux)) <= H", "yhat <= 0 or y < 2"]), ONE),
        (own_claim("w", "R", gain="hinge", given=["max_t(norm(x, 1)) <= R", "norm(u, 1) == 1", "y*y == 1"]), ONE),
        (theorem("bylander.2").replace(learner=learner("w + eta*side*x/t")), POINTS),
    ],
)
def test_every_verdict_is_confirmed(claim: Any, instance: Instance) -> None:
    verdict = check(claim, Instance(instance.trials, instance.comparator, kept(claim, instance)))
    assert verdict.status.value in ("HOLDS", "VIOLATED")
    assert confirmed(certificate(verdict))


def kept(claim: Any, instance: Instance) -> dict[Any, Any]:
    return {symbol: value for symbol, value in instance.parameters.items() if symbol in claim.parameters}


def test_a_horizon_may_be_known_and_hypotheses_of_the_run_are_judged() -> None:
    claim = own_claim("w + y*x/sqrt(l)", "l", given=["sum_t(loss) <= R"])
    assert check(claim, instance_of(ONE.trials, None, {"R": 0})).status.value == "VACUOUS"
    verdict = check(claim, instance_of(ONE.trials, None, {"R": 9}))
    assert confirmed(certificate(verdict))


def test_search_ends_with_a_confirmed_certificate() -> None:
    """Power: with 99/100 of the bound, the smallest counterexample is found, and the checker confirms it."""
    found = search(PERCEPTRON.replace(bound="99/100*U**2*X**2"), instances=50)
    assert found.verdict is not None
    assert found.verdict.instance.trials.l == 1
    assert found.counterexample is not None
    assert confirmed(found.counterexample)


# --- no trials, and powers of negative numbers ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "bound"), [("abs(y) <= R", "R - 1"), ("max_t(xx) - min_t(xx) <= 5", "-1"), ("1 <= 1 + max_t(xx)", "-1")]
)
def test_the_largest_of_no_numbers_is_0_for_both_judges(given: str, bound: str) -> None:
    """Power: a checker without a value for it confirms no refutation on a run without trials."""
    claim = own_claim("w + y*x if y*yhat <= 0 else w", bound, given=["norm(u, 2) <= U", given])
    verdict = check(claim, instance_of(Trials.of([], [], n=1), [0], {"U": 1}))
    assert verdict.status.value == "VIOLATED"
    assert confirmed(certificate(verdict))


@pytest.mark.parametrize("power", ["2/3", "4/3", "-2/5", "1/3", "3/2"])
def test_a_negative_number_has_whole_powers_alone(power: str) -> None:
    """Power: the root of the square of -8 is one of 64, and (-8)**(2/3) was taken for it by one judge of two."""
    claim = own_claim("w + y*x", "1000*l", gain=f"abs((8*y)**({power}))", given=["norm(u, 2) <= U"])
    said = certificate(check(claim, instance_of(Trials.of([[1]], [1]), [0], {"U": 1})))
    assert confirmed(said)
    with pytest.raises(UndefinedValue):
        check(claim, instance_of(Trials.of([[1]], [-1]), [0], {"U": 1}))
    said["instance"]["trials"][0]["outcome"] = "-1"
    assert kernel.judge(said["statement"], said["instance"]).status == "UNDECIDED"


@pytest.mark.parametrize("gain", ["y*yhat + 2", "hinge"])
def test_an_interval_is_no_outcome_y_for_either_judge(gain: str) -> None:
    """Where it is a single point y is that point."""
    claim = own_claim(learner("w + side*x", outcomes="intervals"), "1/2", gain=gain)
    document = certificate(check(claim, Instance(Trials.of([[1], [1]], [Interval.point(-1)] * 2))))
    assert confirmed(document)
    document["instance"]["trials"][1]["outcome"] = "(-oo,-1]"
    said = kernel.confirm(json.dumps(document), kernel.statements())
    assert not said[0]
    assert "'y' has no value here" in str(said[1])
    with pytest.raises(BoundcheckError, match="speaks of y"):
        check(claim, Instance(Trials.of([[1], [1]], [Interval.point(-1), Interval.parse("(-oo,-1]")])))
