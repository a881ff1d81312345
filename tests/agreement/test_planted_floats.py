"""Floats that are planted on the way to a verdict are refused, and none is in the code that decides."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sympy

from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.claims.claim import LearnerSpec
from bounds.data.interval import Interval
from bounds.data.trials import Trials
from bounds.data.vectors import Example, vector
from bounds.data.versions import ABSOLUTE, CLASSIFICATION, RANDOMISED, Version, toleranced
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from bounds.learners import TableLearner
from bounds.numbers import ExpSum, Number, compare, exp, floor, log, power, quotient, sign, sqrt, total
from bounds.numbers.evaluate import evaluate
from tests.agreement.planted import LABELLED, ONE, orthonormal_labels, spec
from tests.classes import Perceptron
from verify.judge.check import check

pytestmark = pytest.mark.deep

ROOT = Path(__file__).parent.parent.parent


# --- floats --------------------------------------------------------------------------------------------

F: Any = 0.5

NUMPY_F: Any = np.float64(0.5)
"""Floats, hidden from the type checker."""

POINTS = Trials.of([[1, 0], [0, 1]], [Interval.point(1)] * 2)


def _check(identifier: str, **changes: Any) -> Any:
    """Check a claim of intervals on a small instance with some of its data replaced."""
    given = {"trials": POINTS, "comparator": vector([1, 0]), "parameters": {s.eta: ONE}, **changes}
    return check(theorem(identifier), Instance(**given))


FLOATS: dict[str, Callable[[], object]] = {
    "example in Trials.of": lambda: Trials.of([[F]], [1]),
    "numpy floats in Trials.of": lambda: Trials.of(np.array([[0.5]]), [1]),
    "numpy float32 in Trials.of": lambda: Trials.of([[np.float32(0.5)]], [1]),
    "whole float in Trials.of": lambda: Trials.of([[1.0]], [1]),
    "numerators of Trials": lambda: Trials(np.array([[0.5]]), 1, [1]),
    "whole numerators of Trials": lambda: Trials(np.array([[1.0]]), 1, [1]),
    "object numerators of Trials": lambda: Trials(np.array([[F]], dtype=object), 1, [1]),
    "denominator of Trials": lambda: Trials(np.array([[1]]), 2 * F, [1]),
    "rows of Trials.from_integers": lambda: Trials.from_integers([[F]], 1, [1]),
    "denominator of Trials.from_integers": lambda: Trials.from_integers([[1]], 2 * F, [1]),
    "label": lambda: Trials.of([[1]], [2 * F]),
    "numpy label": lambda: Trials.of([[1]], [2 * NUMPY_F]),
    "entry of a vector": lambda: vector([F]),
    "numpy vector": lambda: vector(np.array([0.5])),
    "lower end": lambda: Interval(F, ONE),
    "upper end": lambda: Interval(ONE, 2 + F),
    "only end": lambda: Interval(F, None),
    "infinite float end": lambda: Interval(Fraction(0), F * float("inf")),
    "numpy end": lambda: Interval(NUMPY_F, ONE),
    "point": lambda: Interval.point(F),
    "tolerance of an interval": lambda: Interval(ONE, None).widened(F),
    "tolerance of a version": lambda: check(
        theorem("bylander.8").replace(
            learner=LearnerSpec("", lambda _: TableLearner("perceptron", ONE), lambda _: toleranced(F)),
        ),
        Instance(POINTS, vector([1, 0]), {s.tau: ONE}),
    ),
    "comparator": lambda: _check("bylander.2", comparator=[F, F]),
    "comparator that is an array": lambda: _check("bylander.2", comparator=np.array([0.5, 0.5])),
    "start vector": lambda: check(
        theorem("bylander.4"),
        Instance(LABELLED, None, {s.eta: ONE}, start=np.array([0.5, 0.5])),
    ),
    "rate of the Perceptron": lambda: TableLearner("perceptron", F),
    "rate of Exponentiated Update": lambda: TableLearner("exponentiated", F, ONE),
    "sum of Exponentiated Update": lambda: TableLearner("exponentiated", ONE, F),
    "rate of Exponentiated Gradient": lambda: TableLearner("exponentiated_gradient", F),
    "beta of Weighted Majority": lambda: TableLearner("weighted_majority", F),
    "parameter eta": lambda: _check("bylander.2", parameters={s.eta: F}),
    "numpy parameter eta": lambda: _check("bylander.2", parameters={s.eta: np.float64(0.5)}),
    "sympy Float as parameter": lambda: _check("bylander.2", parameters={s.eta: sympy.Float(0.5)}),
    "parameter X": lambda: _check("bylander.2", parameters={s.eta: ONE, s.X: 2 + F}),
    "parameter U": lambda: _check("bylander.2", parameters={s.eta: ONE, s.U: 2 + F}),
    "parameter eta of theorem 3": lambda: _check("bylander.3", parameters={s.eta: F}),
    "parameter U of theorem 3": lambda: _check("bylander.3", parameters={s.eta: ONE, s.U: 2 * F}),
    "parameter tau": lambda: _check("bylander.8", parameters={s.tau: F}),
    "parameters of claims without trials": lambda: check(
        theorem("bylander.half"),
        Instance(Trials.from_integers([], 1, [], 1), None, {s.U: F, s.X: F, s.n: ONE}),
    ),
    "sympy Float in the bound": lambda: check(
        theorem("bylander.2").replace(bound=F * s.U**2 / s.eta + s.eta * s.l * s.X**2 * F),
        Instance(POINTS, vector([1, 0]), {s.eta: ONE}),
    ),
    "sympy Float in the exponent": lambda: check(
        theorem("bylander.2").replace(bound=s.U ** (4 * F) / s.eta + s.l * s.X),
        Instance(POINTS, vector([1, 0]), {s.eta: ONE}),
    ),
    "bound that is a float": lambda: check(
        theorem("bylander.2").replace(bound=20 * F), Instance(POINTS, vector([1, 0]), {s.eta: ONE})
    ),
    "sympy Float in a definition": lambda: check(
        theorem("bylander.2").replace(define={s.eta: F}), Instance(POINTS, vector([1, 0]))
    ),
    "sympy Float to evaluate": lambda: evaluate(sympy.Float("0.5"), {}),
}


@pytest.mark.parametrize("entry", FLOATS)
def test_float_is_refused(entry: str) -> None:
    """Power: no entry point lets a float, which is never the number that was meant, reach a verdict."""
    with pytest.raises(BoundcheckError):
        FLOATS[entry]()


class Rounding(Perceptron):
    """One's own learner, which predicts with floats."""

    def predict(self, x: Example) -> Number:
        prediction: Any = float(sum(map(float, x)))
        return prediction  # type: ignore[no-any-return]


@pytest.mark.parametrize(("identifier", "version"), [("bylander.2", ABSOLUTE), ("bylander.5", CLASSIFICATION)])
def test_float_predictions_of_ones_own_learner_are_refused(identifier: str, version: Version) -> None:
    """Power: a learner is code from outside; its floats must not be compared with an exact bound."""
    claim = theorem(identifier).replace(learner=spec(Rounding, version))
    with pytest.raises((BoundcheckError, TypeError)):
        check(claim, orthonormal_labels(2, **({"eta": ONE} if identifier == "bylander.2" else {})))


INNER: dict[str, Callable[[], object]] = {
    "numerators of an Example": lambda: Example([F]).dot(Example([1])),
    "denominator of an Example": lambda: Example([1], 2 * F).dot(Example([1])),
    "float value to evaluate at": lambda: evaluate(s.eta + 1, {s.eta: F}),
    "compare": lambda: compare(ONE, F),
    "sign": lambda: sign(F),
    "floor": lambda: floor(F),
    "sqrt": lambda: sqrt(F),
    "log": lambda: log(F),
    "exp": lambda: exp(F),
    "power": lambda: power(Fraction(2), F),
    "total": lambda: total([ONE, F]),
    "step of a sum of exponentials": lambda: ExpSum(F, {0: 1, 1: -1}).sign(),
    "quotient": lambda: sign(quotient(ExpSum(F, {0: 1, 1: -1}), ExpSum(F, {0: 1}))),
    "error probability": lambda: RANDOMISED.error(F, 1, 0),
    "side of an interval": lambda: Interval(ONE, None).side(F),
    "sum with a Real": lambda: sqrt(Fraction(2)) + F,
    "difference with a Real": lambda: sqrt(Fraction(2)) - F,
    "product with a Real": lambda: sqrt(Fraction(2)) * F,
    "quotient with a Real": lambda: sqrt(Fraction(2)) / F,
    "Real taken from a float": lambda: F - sqrt(Fraction(2)),
    "float divided by a Real": lambda: F / sqrt(Fraction(2)),
}


@pytest.mark.parametrize("function", INNER)
def test_float_inside_fails_loudly(function: str) -> None:
    """Power: beneath the entry points, where types say Number, a float gets no answer either."""
    with pytest.raises((BoundcheckError, TypeError, AttributeError)):
        INNER[function]()


DECIDING = (
    *sorted((ROOT / "bounds" / "numbers").glob("*.py")),
    *sorted((ROOT / "bounds" / "learners").glob("*.py")),
    *sorted((ROOT / "bounds" / "sources").rglob("*.py")),
    *sorted((ROOT / "bounds" / "claims").glob("*.py")),
    *(ROOT / "bounds" / "data" / f"{name}.py" for name in ("trials", "versions")),
    ROOT / "bounds" / "mathematics" / "geometry.py",
    *sorted((ROOT / "verify" / "judge").glob("*.py")),
)

READS_FLOATS = {("trials.py", "__call__"), ("trials.py", "_column_of")}
"""Functions that read floats as the exact numbers that they are said to be."""

SHOWS_FLOATS = {
    ("decimals.py", "decimal"),
    ("decimals.py", "to_float"),
    ("decimals.py", "float_ratio"),
    ("real.py", "__float__"),
    ("real.py", "__format__"),
    ("check.py", "ratio"),
    ("trials.py", "_row"),
}

GUESSES = {
    *(("catalogue.py", name) for name in ("titled", "theorem", "_require_learner")),
    ("index.py", "__getattr__"),
    ("defaults.py", "simple"),
}
"""Functions that guess which name was meant, or propose a value, which is then judged exactly."""

EXACT_MATH = {"gcd", "lcm", "isqrt", "floor", "comb"}


def float_uses(path: Path) -> Iterator[tuple[str, int, str]]:
    """Yield (function, line, what) for every use of machine floats in a module."""

    def visit(node: ast.AST, function: str) -> Iterator[tuple[str, int, str]]:
        if isinstance(node, ast.FunctionDef):
            function = node.name
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Call):
            called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if called in ("float", "to_float", "__float__", "round", "evalf", "astype"):
                yield function, line, f"{called}(...)"
        if isinstance(node, ast.Constant) and isinstance(node.value, float):
            yield function, line, repr(node.value)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            module, name = node.value.id, node.attr
            if module == "math" and name not in EXACT_MATH:
                yield function, line, f"math.{name}"
            if module in ("np", "numpy") and name.startswith(("float", "double", "half", "longdouble")):
                yield function, line, f"np.{name}"
        for child in ast.iter_child_nodes(node):
            yield from visit(child, function)

    yield from visit(ast.parse(path.read_text(encoding="utf-8")), "")


@pytest.mark.parametrize("path", DECIDING, ids=lambda path: str(path.relative_to(ROOT)))
def test_modules_that_decide_use_no_floats(path: Path) -> None:
    """Power: a float decision added later shows up here, outside the functions that only show numbers."""
    found = [use for use in float_uses(path) if (path.name, use[0]) not in SHOWS_FLOATS | READS_FLOATS | GUESSES]
    assert not found


def test_scan_for_floats_sees_floats(tmp_path: Path) -> None:
    """Power: the scan itself finds each kind of use."""
    source = "def f(x):\n    return float(x) + math.sqrt(x) + np.float64(x) + 0.5 + to_float(x)\n"
    (tmp_path / "m.py").write_text(source, encoding="utf-8")
    found = {what for _, _, what in float_uses(tmp_path / "m.py")}
    assert found == {"float(...)", "math.sqrt", "np.float64", "0.5", "to_float(...)"}
