"""What is shown of results, of learners and of errors: in a notebook, in LaTeX, and at the prompt."""

from __future__ import annotations

from typing import Any

import pytest
from boundcheck import (
    BoundcheckError,
    Derived,
    Instance,
    Trials,
    certify,
    derive,
    learner,
    replay,
    rule,
    theorem,
    vector,
)
from rich.text import Text

from tests.verify.publish.test_export import problems
from verify.publish.export import to_latex

PERCEPTRON = "w + eta*y*x if y*yhat <= 0 else w"


@pytest.fixture(scope="module")
def derived() -> Derived:
    return derive(PERCEPTRON, separable=True)


def results(derived: Derived) -> list[Any]:
    found = certify("bylander.5", 1, U=1, X=1)
    run = replay(theorem("bylander.5"), Instance(Trials.of([[1, 0], [0, 1]], [1, 1]), vector([1, 1])))
    return [derived, found, *found.worst, run]


def test_results_are_shown_everywhere(derived: Derived) -> None:
    """Power: Derived, Certified and Worst were shown in a notebook as text alone, a Worst as its fields."""
    for result in results(derived):
        assert repr(result) == str(result)
        assert result._repr_html_().startswith(("<div>", "<table>"))
        assert isinstance(result.__rich__(), Text)


def test_a_derived_bound_is_a_theorem_in_latex(derived: Derived) -> None:
    assert derived.latex() == derived.claim().latex()
    assert derived.latex() in derived._repr_html_().replace("&lt;", "<")
    text = to_latex(derived.claim())
    assert derived.latex() in text
    assert problems(text) == problems(str(derived._repr_latex_())) == []


def test_what_is_not_derived_has_no_formula() -> None:
    nothing = derive("w - eta*y*x if y*yhat <= 0 else w", separable=True)
    assert nothing.status == "none"
    assert nothing._repr_latex_() is None
    assert "$" not in nothing._repr_html_()


@pytest.mark.parametrize(
    "given",
    [
        rule(PERCEPTRON),
        rule({"w": "w + y*x", "v": "v + w"}, predict="dot(v, x)", start={"v": "1"}),
        rule("w + eta*(y - yhat)*x", outcomes="points"),
    ],
)
def test_a_rule_is_shown_as_what_makes_it(given: Any) -> None:
    assert eval(repr(given), {"rule": rule}) == given  # noqa: S307
    assert problems(given._repr_latex_()) == []


def test_a_learner_is_shown_by_its_rule() -> None:
    """Power: it was 640 characters of its tree."""
    assert repr(learner(PERCEPTRON)) == f"<learner {PERCEPTRON}>"
    assert repr(learner(PERCEPTRON, name="mine")) == f"<learner mine: {PERCEPTRON}>"
    assert repr(theorem("bylander.5").learner) == f"<learner {theorem('bylander.5').learner.text}>"
    assert r"w \leftarrow" in learner(PERCEPTRON, name="mine")._repr_latex_()


def test_an_error_is_one_line_in_ipython() -> None:
    """Power: it was a traceback of 127 lines, through all that reads a formula."""
    with pytest.raises(BoundcheckError) as refused:
        rule("w + y*")
    assert refused.value._render_traceback_() == [f"BoundcheckError: {refused.value}"]
