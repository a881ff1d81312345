"""No claim is proved that is false at an edge: where a parameter is 0, a run is empty, or a part of it has cases.

Power: each of these claims is violated on the instance beside it, and was taken for proved by a reader of claims that
overlooks the edge.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
import sympy

from bounds import symbols as s
from bounds.claims.claim import Claim, Hypothesis
from bounds.claims.own import learner, own_claim
from bounds.data.interval import Interval
from bounds.data.trials import Trials
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from verify.derive import derive
from verify.derive.optimum import tuned_bound
from verify.derive.pieces import Guard
from verify.derive.prove_own import prove_own
from verify.judge.check import check

BALL = ["norm(u, 2) <= U", "norm(x, 2) <= X"]
PERCEPTRON = "w + y*x if y*yhat <= 0 else w"
OGD = "w + eta*y*x if y*yhat < 1 else w"
REGRET = "U**2/(2*eta) + eta*X**2*l/2"
SHARES: dict[str, Any] = {"predict": "dot(w, x)/sum(w)", "start": {"w": "1"}}
EXPERTS = ["unit inputs", "expert"]


def mistakes(*given: str, bound: str = "U**2*X**2", rule: str = PERCEPTRON) -> Claim:
    return own_claim(rule, bound, given=given)


def hinge(rule: Any = OGD, bound: str = REGRET, given: Sequence[str] = BALL, gain: str = "hinge") -> Claim:
    return own_claim(rule, bound, gain=gain, loss="hinge", given=given)


def linear(rule: Any, bound: str, *given: str, loss: str = "linear", times: str = "1") -> Claim:
    return own_claim(rule, bound, gain="linear", loss=loss, times=times, given=given)


def some_margin() -> Claim:
    said = Hypothesis("some", "one example is far enough from the border", formula="l == 0 or max_t(y*ux) >= 1")
    claim = mistakes(*BALL)
    return replace(claim, hypotheses=(*claim.hypotheses, said))


def at(rows: Sequence[Sequence[Any]], u: Sequence[Any], labels: Sequence[int] = (), **parameters: Any) -> Instance:
    return Instance(Trials.of(rows, labels or [1] * len(rows), n=len(u)), u, parameters)


BEYOND = Instance(Trials.of([[1]] * 6, [Interval.parse("[-1, 1]")] * 6), [2], {"U": 2, "X": 1, "eta": 1})
TURNS = [[1], [-1], [1], [-1]]
FALSE = {
    "a margin of U, at U = 0": (mistakes(*BALL, "y*ux >= U", bound="X**2"), at(TURNS, [0], U=0, X=1)),
    "separable where U > 0": (mistakes(*BALL, "U*y*ux >= U"), at(TURNS, [0], U=0, X=1)),
    "separable where X > 0": (mistakes(*BALL, "X*y*ux >= X"), at([[0], [0]], [1], U=1, X=0)),
    "separable where R > 0": (
        mistakes("norm(u, 2) <= U", "norm(x, 2) <= R", "R*y*ux >= R", bound="U**2*R**2"), at([[0], [0]], [1], U=1, R=0)
    ),
    "a rule that looks at U": (hinge(f"w - eta*y*x if U <= 0 else {OGD}"), at([[1]] * 6, [0], U=0, X=1, eta=1)),
    "a loss that looks at U": (
        hinge(gain="max(0, 1 - y*yhat) if U > 0 else 100"), at([[1]] * 6, [0], U=0, X=1, eta=1)
    ),
    "a rule that looks at X": (
        mistakes("norm(u, 2) <= U", "separable", "X > 0", rule="w + y*x/X**2 if y*yhat <= 0 else w"),
        at([[1, 0], [0, 1]], [1, 1], U=2, X="1/10"),
    ),
    "a bound in X where examples are within R": (
        hinge(given=["norm(u, 2) <= U", "norm(x, 2) <= R", "R > 0", "X > 0"]),
        at(TURNS, [0], U=0, X="1/10", R=1, eta=1),
    ),
    "a bound in X where nothing bounds examples": (
        hinge(given=["norm(u, 2) <= U", "X > 0"]), at(TURNS, [0], U=0, X="1/10", eta=1)
    ),
    "no trials": (hinge(bound=f"({REGRET})*(2*l - 1)"), at([], [1], U=1, X=1, eta=1)),
    "no trials, and mistakes": (mistakes(*BALL, "separable", bound="U**2*X**2*(2*l - 1)"), at([], [1], U=1, X=1)),
    "three trials that are not separated": (
        mistakes(*BALL, "sum_t(not(y*ux >= 1)) == 3"), at([[1], [-1], [1]], [0], U=0, X=1)
    ),
    "some trial that is separated": (some_margin(), at([[1], [-1], [1]], [1], U=1, X=1)),
    "a prediction that has cases": (
        hinge(learner(OGD, predict="dot(w, x) if xx <= 1 else 1000")), at([[2]] * 3, [1], [-1] * 3, U=1, X=2, eta=1)
    ),
    "a prediction that is cut off": (
        hinge(learner(OGD, predict="max(dot(w, x), 1000)")), at([[2]] * 3, [1], [-1] * 3, U=1, X=2, eta=1)
    ),
    "a start that has cases": (
        linear(
            learner(
                "w*exp(-eta*x)/sum(w*exp(-eta*x))", predict="dot(w, x)", start={"w": "1/n if n > 1 else 100"}
            ), "ln(n)/eta + eta*l/8", *EXPERTS,
        ),
        at([[1]], [1], eta=1),
    ),
    "weights of the sum U, and predictions by shares": (
        linear(
            learner("U*w*exp(-eta*x)/sum(w*exp(-eta*x))", **SHARES), "U*ln(n)/eta + eta*l*U/8",
            "unit inputs", "0 <= min(u)", "sum(u) == U", "U > 0",
        ),
        at([[1]] * 3, ["1/100"], U="1/100", eta=1),
    ),
    "an update that divides by the sum alone": (
        own_claim(learner("w/sum(w)", **SHARES), "0", gain="update", given=EXPERTS), at([[1, 1]], [1, 0])
    ),
    "a product that is not the prediction by shares": (
        linear(learner("w*exp(-eta*x) if dot(w, x) <= 1 else w", **SHARES), "ln(n)/eta + eta*l/8", *EXPERTS),
        at([[1, 1, 0]] * 12, [0, 0, 1], eta=1),
    ),
    "losses of experts that are not in [0, 1]": (
        linear(
            learner("w*beta**x", **SHARES), "ln(n)/(1 - beta)",
            "max(abs(x)) <= X", "expert", "X > 0", "beta < 1", times="ln(1/beta)/(1 - beta)",
        ),
        at([[-8, 8]] * 3, [1, 0], X=8, beta="1/2"),
    ),
    "a comparator that gains by its distance to intervals": (
        own_claim(
            learner("w + eta*x if side < 0 else w", outcomes="intervals"), REGRET,
            gain="-10*loss", loss="-min(1, loss)", given=[*BALL, "ux >= yhat"],
        ),
        BEYOND,
    ),
    "a gain by the comparator's distance to intervals": (
        own_claim(
            learner("w + eta*x if side < 0 else w", outcomes="intervals"), REGRET,
            gain="min(1, u_loss) - 10*loss", given=[*BALL, "ux >= yhat"],
        ),
        BEYOND,
    ),
    "a factor of the weights for each label": (
        linear(
            learner("w*(1 - eta*(299 - 99*y)/200)**x", **SHARES), "ln(n)/eta",
            *EXPERTS, "eta <= 1/2", times="ln(1/(1 - eta))/eta",
        ),
        at([[1, 0], [0, 1]] * 25, [1, 0], [-1] * 50, eta="1/2"),
    ),
    "a factor of the loss that is 0 at n = 1": (
        own_claim(OGD, REGRET, gain="hinge", loss="hinge", times="ceiling(ln(n))", given=BALL),
        at(TURNS, [0], [1, -1] * 2, U=0, X=1, eta="1/10"),
    ),
    "a negative factor of weights": (
        linear(learner("w*(1 - eta)**x", **SHARES), "ln(n)/eta", *EXPERTS, "ux <= 0", loss=""),
        at([[0, 1]] * 6, [1, 0], eta=3),
    ),
    "a length of u that falls with what may be negative": (
        mistakes("norm(u, 2) <= 1/(1 + theta)", "norm(x, 2) <= X", "separable", bound="X**2"),
        at([["1/2"]], [2], X="1/2", theta="-1/2"),
    ),
    "a loss of u that falls with what may be negative": (
        own_claim(
            OGD, f"{REGRET} + 1", gain="hinge", given=[*BALL, "sum_t(max(0, 1 - y*ux)) <= 1/(1 + theta)"]
        ),
        at([[0]] * 3, [0], U=0, X=0, eta=1, theta="-2/3"),
    ),
    "a premise that holds at X = 0 alone": (
        own_claim(OGD, "-1", gain="hinge", loss="hinge", given=[*BALL, "eta*X**2 <= 0"]),
        at([[0]], [0], U=0, X=0, eta=1),
    ),
    "premises that hold at U = X = 0 alone": (
        own_claim(OGD, "-1", gain="hinge", loss="hinge", given=[*BALL, "2*X <= U", "U <= X"]),
        at([[0]], [0], U=0, X=0, eta=1),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FALSE)
def test_what_is_false_at_an_edge_is_not_proved(name: str) -> None:
    claim, instance = FALSE[name]
    assert check(claim, instance).status.value == "VIOLATED"
    assert not prove_own(claim).goes_through


def test_the_limit_on_examples_may_be_0_by_any_name() -> None:
    """Where the bound has a limit there; power: 1/R has none."""
    given = ["norm(u, 2) == 1", "y*ux >= gamma", "norm(x, 2) <= R", "gamma > 0"]
    assert prove_own(mistakes(*given, bound="R**2/gamma**2")).status == "proposed"
    assert "R may be 0" in prove_own(mistakes(*given, bound="R**2/gamma**2 + 1/R")).reason


@pytest.mark.parametrize(
    ("times", "given", "status"),
    [
        ("1/(1 - eta*X**2)", "eta*X**2 < 1", "proposed"),
        ("2", "eta*X**2 <= 1/2", "proposed"),
        ("2", "eta*X**2 <= 1", "not proved"),
    ],
)
def test_least_mean_squares_is_proved_at_examples_of_norm_0_too(times: str, given: str, status: str) -> None:
    """Power: it was refused for X = 0, of which the premise on the rate says nothing."""
    lms = learner("w + eta*(y - yhat)*x", outcomes="points")
    claim = own_claim(lms, "U**2/eta", gain="squared", loss="squared", times=times, given=[*BALL, given])
    assert prove_own(claim).status == status


def test_premises_that_a_radius_of_0_satisfies_do_not_contradict_each_other() -> None:
    """Power: with R > 0 they do, and whatever is claimed at R = 0 would follow."""
    box = "max(-R, min(R, w + eta*y*x)) if y*yhat < 1 else w"
    given = ["max(abs(u)) <= R", "norm(x, 2) <= X", "R <= 0"]
    claim = own_claim(box, "R**2*n/(2*eta) + eta*X**2*l/2", gain="hinge", loss="max(0, -y*ux)", given=given)
    assert check(claim, at([[0]], [0], R=0, X=0, eta=1)).status.value == "VIOLATED"
    assert prove_own(claim).status == "none"


def test_what_counts_is_read_off_the_data_as_a_whole_number() -> None:
    """Power: with k = 1/4 the claim is false, and it was proved for every k from 1 on."""
    given = [*BALL, "sum_t(xx) <= k", "k > 0"]
    claim = own_claim(OGD, REGRET, gain="hinge", loss="hinge", times="k", given=given)
    verdict = check(claim, at([["1/2"]], [0], U=0, X="1/2", eta=1))
    assert (verdict.status.value, verdict.case.integer(s.k)) == ("HOLDS", 1)
    assert prove_own(claim).status == "proposed"


def test_a_tolerance_that_has_cases_is_refused() -> None:
    rule = learner("w + eta*side*x", outcomes="intervals", version="toleranced(max(tau, 1/100))")
    define = {"eta": "2*tau/X**2"}
    claim = own_claim(
        rule, "U**2*X**2/(4*tau)", gain="absolute", loss="absolute", given=[*BALL, "X > 0"], define=define
    )
    assert "cases" in prove_own(claim).reason


@pytest.mark.parametrize("of", ["U", "X"])
def test_a_derived_claim_assumes_what_its_losses_need(of: str) -> None:
    """Power: at U = 0, or X = 0, nothing is asked of the trials, and the bound is 0."""
    claim = derive(PERCEPTRON, loss=f"max(0, {of} - y*ux)", separable=True, scaled=True).claim()
    instance = at([[1 if of == "U" else 0]] * 2, [0], U=0, X=1 if of == "U" else 0)
    assert check(claim, instance).status.value == "VACUOUS"
    assert [failure.hypothesis.text for failure in check(claim, instance).failures] == [f"{of} > 0"]


@pytest.mark.parametrize(
    ("of", "gain", "what"),
    [
        ("w + gap*y*x if y*yhat <= 0 else w", "mistake", "gap"),
        ("w + identity*y*x if y*yhat <= 0 else w", "mistake", "identity"),
        (PERCEPTRON, "min(1, update + max(0, -y*yhat))", "update"),
        (PERCEPTRON, "1 if y*yhat <= 0 and start == 0 else 0", "start"),
    ],
)
def test_what_a_trial_has_is_no_parameter(of: Any, gain: str, what: str) -> None:
    """Power: read as a positive number, gap had mistakes bounded by U**2/(gap*(2 - X**2*gap))."""
    with pytest.raises(BoundcheckError, match=f"(looks at|speaks of) {what}|'{what}' has no meaning"):
        derive(of, gain=gain, loss="absolute" if gain == "absolute" else "hinge", separable=True)


def test_a_tuned_rate_is_one_that_the_bound_is_proved_for() -> None:
    """Power: beyond 1/X**2 nothing was proved; where the range says nothing of it, U/(X sqrt(l)) is the best rate."""
    bound, none = s.U**2 / (2 * s.eta) + s.eta * s.X**2 * s.l / 2, sympy.Integer(0)
    assert tuned_bound(bound, none, (), "eta").optimum == s.U / (s.X * sympy.sqrt(s.l))
    for guards in ([1 - s.X**2 * s.eta], [1 - s.X * s.eta**2], [3 - s.eta, 1 - s.eta]):
        with pytest.raises(BoundcheckError, match="no best eta"):
            tuned_bound(bound, none, tuple(Guard(term, ">=") for term in guards), "eta")


@pytest.mark.parametrize("said", ["3/2 == eta*X**2", "eta*X**2 == 3/2"])
def test_a_rate_that_is_assumed_is_not_tuned(said: str) -> None:
    """Power: read as an upper end, the assumption left 1/X**2 for the best rate."""
    derived = derive("w + eta*y*x if y*yhat <= 0 else w", separable=True, assume=[said])
    with pytest.raises(BoundcheckError, match="fixes eta"):
        derived.tune("eta")
