"""Whatever a public name is called with, it accepts it or names the argument, the value and what to give."""

from __future__ import annotations

import inspect
import math
import re
import reprlib
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import boundcheck
import pytest
from boundcheck import BoundcheckError, Claim, Instance, Interval, Outcomes, Source, Standing, Trials, theorem, vector
from boundcheck import symbols as s

from bounds.calls import checked
from bounds.data.versions import CLASSIFICATION
from bounds.learners import TableLearner
from tests.classes import Perceptron

WRONG = (5, 1.5, "x", None, object(), [object()], b"", math.nan, {object(): 1})

RESULTS = {
    "BoundcheckError",
    "Certified",
    "Derived",
    "Optimal",
    "Proof",
    "Replay",
    "Search",
    "Shrunk",
    "Survey",
    "Undecided",
    "Verdict",
}
"""What is given, and not made by calling."""

FIVE = theorem("bylander.5")
FALSE = FIVE.replace(bound=0)
TRIALS = Trials.of([[1, 0], [0, 1]], [1, 1])
INSTANCE = Instance(TRIALS, vector([1, 1]))
BROKEN = boundcheck.check(FALSE, INSTANCE)
RULE = "w + eta*y*x if y*yhat <= 0 else w"
DERIVED = boundcheck.derive(RULE, separable=True)
INTERVAL = Interval(Fraction(0), Fraction(1))
IRIS = Path(__file__).parents[3] / "verify" / "examples" / "iris.csv"


class Estimator:
    """A classifier that learns nothing."""

    coef_ = None

    def decision_function(self, X: Any) -> list[float]:
        return [0.0 for _ in X]

    def partial_fit(self, X: Any, y: Any, classes: Any) -> None:
        """Learn nothing."""


def perceptron() -> Perceptron:
    return TableLearner("perceptron", Fraction(1))


CLAIM = {
    "id": "own.a",
    "title": "t",
    "source": Source("a", "b", "c"),
    "standing": Standing.TRUE,
    "bound": s.U,
    "quantity": FIVE.quantity,
    "outcomes": Outcomes.LABELS,
    "learner": FIVE.learner,
    "free": (s.eta, s.U, s.X),
}
CALLS: dict[str, tuple[Callable[..., Any], Mapping[str, Any]]] = {
    "Claim": (Claim, CLAIM),
    "Claim.replace": (FIVE.replace, {}),
    "Claim.tune": (theorem("bylander.2").tune, {"symbol": "eta"}),
    "Derived.claim": (DERIVED.claim, {}),
    "Derived.holds": (DERIVED.holds, {}),
    "Derived.tune": (DERIVED.tune, {}),
    "Hypothesis": (boundcheck.Hypothesis, {"name": "a", "text": "b", "formula": "U > 0"}),
    "Instance": (Instance, {"trials": TRIALS, "comparator": vector([1, 1])}),
    "Interval": (Interval, {"lo": Fraction(0), "hi": Fraction(1)}),
    "Interval.parse": (Interval.parse, {"text": "[0,1]"}),
    "Interval.point": (Interval.point, {"y": 1}),
    "LearnerSpec": (
        boundcheck.LearnerSpec,
        {"text": "a", "make": perceptron, "version": boundcheck.always(CLASSIFICATION)},
    ),
    "Quantity": (boundcheck.Quantity, {"text": "a", "formula": ({"value": "sum_t(err)"},)}),
    "Row": (boundcheck.Row, {"lhs": Fraction(1)}),
    "Source": (Source, {"document": "a", "label": "b", "page": "c"}),
    "Trials": (Trials, {"numerators": TRIALS.numerators, "denominator": 1, "outcomes": TRIALS.outcomes}),
    "Trials.from_csv": (Trials.from_csv, {"file": IRIS, "outcome": "species", "positive": "setosa"}),
    "Trials.from_dataframe": (Trials.from_dataframe, {"frame": None}),
    "Trials.from_integers": (
        Trials.from_integers,
        {"rows": [[1, 2]], "denominator": 1, "outcomes": TRIALS.outcomes[:1]},
    ),
    "Trials.margins": (TRIALS.margins, {"u": vector([1, 1])}),
    "Trials.mistakes": (TRIALS.mistakes, {"u": vector([1, 1])}),
    "Trials.of": (Trials.of, {"examples": [[1, 0]], "outcomes": [1]}),
    "Trials.subsequence": (TRIALS.subsequence, {"indices": [0]}),
    "Trials.to_margin_one": (TRIALS.to_margin_one, {"u": vector([1, 1])}),
    "always": (boundcheck.always, {"version": CLASSIFICATION}),
    "assert_bound": (boundcheck.assert_bound, {"claim": FIVE, "trials": TRIALS, "comparator": [1, 1]}),
    "assert_held": (boundcheck.assert_held, {"claim": FALSE, "instances": 20}),
    "assert_refuted": (boundcheck.assert_refuted, {"claim": FALSE, "instances": 20}),
    "campaign": (boundcheck.campaign, {"claims": ["bylander.5"], "executor": "nowhere"}),
    "catalog": (boundcheck.catalog, {}),
    "catalogue": (boundcheck.catalogue, {}),
    "certificate": (boundcheck.certificate, {"verdict": BROKEN}),
    "certify": (boundcheck.certify, {"claim": "bylander.5", "L": 1, "U": 1}),
    "characterised": (boundcheck.characterised, {"claim": "bylander.11"}),
    "check": (boundcheck.check, {"claim": FIVE, "instance": INSTANCE}),
    "compare": (boundcheck.compare, {"first": "bylander.2", "second": "bylander.3"}),
    "departures": (
        boundcheck.departures,
        {
            "learner": boundcheck.from_partial_fit(Estimator),
            "exact_learner": perceptron(),
            "trials": TRIALS,
        },
    ),
    "derive": (boundcheck.derive, {"learner": RULE, "separable": True, "assume": ["Q > 0"]}),
    "derive.constants": (lambda c=None, ratio=None: boundcheck.derive(RULE, separable=True, c=c, ratio=ratio), {}),
    "exp": (boundcheck.exp, {"value": 1}),
    "from_learn_one": (boundcheck.from_learn_one, {"model_factory": Estimator}),
    "from_partial_fit": (boundcheck.from_partial_fit, {"estimator_factory": Estimator}),
    "instances_of": (boundcheck.instances_of, {"claim": FIVE}),
    "learner": (boundcheck.learner, {"updates": RULE}),
    "log": (boundcheck.log, {"value": 1}),
    "optimal": (boundcheck.optimal, {"claim": "bylander.5"}),
    "own_claim": (boundcheck.own_claim, {"learner": RULE, "bound": "U", "given": ["norm(u, 2) <= U"]}),
    "prove": (boundcheck.prove, {"claim": "bylander.5"}),
    "read_certificate": (boundcheck.read_certificate, {"path": "none.json"}),
    "read_claim": (boundcheck.read_claim, {"path": "none.toml"}),
    "replay": (boundcheck.replay, {"claim": FIVE, "instance": INSTANCE}),
    "rule": (boundcheck.rule, {"updates": RULE}),
    "search": (boundcheck.search, {"claim": FALSE, "instances": 5}),
    "shrink": (boundcheck.shrink, {"verdict": BROKEN}),
    "sqrt": (boundcheck.sqrt, {"value": 1}),
    "theorem": (theorem, {"identifier": "bylander.5"}),
    "vector": (vector, {"values": [1]}),
    "with_fitted": (boundcheck.with_fitted, {"claim": FIVE, "model": Estimator(), "trials": TRIALS}),
    "with_learner": (boundcheck.with_learner, {"claim": FIVE, "learner": perceptron}),
    "check_all": (boundcheck.check_all, {"instance": INSTANCE, "claims": ["bylander.5"]}),
    "with_predictions": (boundcheck.with_predictions, {"claim": FIVE, "predictions": [1, 1]}),
    "worst_case": (boundcheck.worst_case, {"claim": "bylander.11", "L": 1}),
    "worst_cases": (boundcheck.worst_cases, {"claim": "bylander.11", "L": 1}),
    **{
        f"plots.{name}": (getattr(boundcheck.plots, name), given)
        for name, given in {
            "plot_comparison": {"comparison": boundcheck.compare("bylander.2", "bylander.3"), "points": 2},
            "plot_run": {"claim": FIVE, "instance": INSTANCE},
            "plot_search": {"claim": FALSE, "instances": 5},
            "plot_tightness": {"claim": "bylander.5"},
            "run_curve": {"claim": FIVE, "instance": INSTANCE},
            "search_history": {"claim": FALSE, "instances": 5},
            "tightness_points": {"claim": "bylander.5"},
        }.items()
    },
    "plot_steps": (boundcheck.plot_steps, {"claim": FIVE, "instance": INSTANCE}),
    "plots.plot_bound": (partial(boundcheck.plots.plot_bound, "bylander.2"), {}),
}
"""Each public name with arguments; the call need not succeed, only the reason be another one than the wrong value."""


def test_every_public_callable_is_called() -> None:
    public = {name for name in boundcheck.__all__ if callable(getattr(boundcheck, name))}
    enums = {"Comparator", "Outcomes", "Standing", "Status", "claims"}
    assert public - RESULTS - enums == {name for name in CALLS if "." not in name}


def named(text: str, name: str, value: object) -> bool:
    """Tell whether a message names an argument, or shows the value."""
    inner = value[0] if isinstance(value, list) else next(iter(value)) if isinstance(value, dict) else value
    shown = (repr(value), reprlib.repr(value), repr(inner), reprlib.repr(inner), str(inner))
    return bool(re.search(rf"\b{name}\b", text)) or any(part and part in text for part in shown)


@pytest.mark.parametrize("name", CALLS)
def test_wrong_arguments_are_named(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: some 60 of these calls ended in an AttributeError or a TypeError from inside."""
    monkeypatch.chdir(tmp_path)
    call, given = CALLS[name]
    amiss = []
    try:
        call(**given)
        reason = ""
    except (BoundcheckError, AssertionError) as error:
        reason = str(error)
    for parameter in inspect.signature(call).parameters.values():
        if parameter.kind in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL):
            continue
        for value in WRONG:
            try:
                call(**{**given, parameter.name: value})
            except BoundcheckError as error:
                if str(error) != reason and not named(str(error), parameter.name, value):
                    amiss.append(f"{parameter.name}={value!r}: {error}")
            except AssertionError as error:
                if not name.startswith("assert_"):
                    amiss.append(f"{parameter.name}={value!r}: {error!r}")
            except Exception as error:
                amiss.append(f"{parameter.name}={value!r}: {error!r}")
    assert not amiss, "\n".join(amiss)


def test_what_is_no_number_is_no_seed() -> None:
    for seed in ("x", 1.5):
        with pytest.raises(BoundcheckError, match=r"seed is .*; give a whole number"):
            boundcheck.search(FIVE, instances=1, seed=seed)  # type: ignore[arg-type]


def test_an_argument_is_held_against_its_annotation_wherever_it_stands() -> None:
    """Power: a check by position alone, or by name alone, would let one of them pass."""

    @checked
    def call(first: int, *rest: str, last: tuple[float, ...] = ()) -> None:
        """Do nothing."""

    call(1, "a", "b", last=(1, 2.5))
    for wrong in (lambda: call("1"), lambda: call(first=True), lambda: call(1, "a", last=("x",))):  # type: ignore[arg-type]
        with pytest.raises(BoundcheckError, match=r"^(first|last) is .*; give a (whole number|list, each a number)$"):
            wrong()
