"""The table of learners: the checker's copy of it, and the shapes that the fast runs are made of."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

from bounds.data.trials import Trials
from bounds.data.versions import CLASSIFICATION, MASTER
from bounds.fast.play import play
from bounds.learners import TableLearner, table
from bounds.learners.shapes import shape_of
from bounds.numbers import to_float
from verify import kernel

HALF = Fraction(1, 2)


def test_the_checker_has_the_same_table_in_a_copy_of_its_own() -> None:
    """Power: a line that says something else in one of the two is named; what only the checker needs is left out."""

    def lines(table: Mapping[str, Mapping[str, str]], usual: Mapping[str, str]) -> dict[str, dict[str, str]]:
        spoken = ("K", "c", "first", "w", "z", "mass", "size", "num", "den")
        return {
            name: {a: {**usual, **body}[a] for a in spoken if a in {**usual, **body}} for name, body in table.items()
        }

    ours, theirs = lines(table.LEARNERS, table.USUAL), lines(kernel.LEARNERS, kernel.USUAL)
    assert ours == theirs
    changed = {**ours, "winnow(alpha)": {**ours["winnow(alpha)"], "w": "alpha**(2*K)"}}
    assert changed != theirs


def test_the_shape_of_a_learner_is_read_off_its_formulas() -> None:
    """Power: a rule with a term more has another shape, or none."""
    shapes = {header: shape_of(header) for header in table.LEARNERS}
    assert {header.partition("(")[0] for header, shape in shapes.items() if shape is None} == {
        "doubled_p_norm",
        "qa_f",
        "ellipsoid",
    }
    averaged = {header.partition("(")[0] for header, shape in shapes.items() if shape is not None and shape.average}
    assert averaged == {
        "exponentiated",
        "exponentiated_gradient",
        "doubled_exponentiated",
        "weighted_majority",
        "rwma",
    }


@pytest.mark.parametrize("header", [header for header in table.LEARNERS if shape_of(header) is not None])
def test_what_a_shape_predicts_is_what_the_formulas_say(header: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: without its shape a learner evaluates num/den and w as they are written."""
    name, numbers = header.partition("(")[0], header.count(",") + (not header.endswith("()"))
    values = [HALF] * numbers if name not in ("winnow", "p_norm") else [Fraction(3)] + [HALF] * (numbers - 1)
    rows, labels = [[1, 0, 1], [0, 1, 1], [1, 1, 0], [0, 0, 1], [1, 0, 1]], [1, -1, -1, 1, -1]
    version = MASTER if name == "weighted_majority" else CLASSIFICATION
    trials = Trials.of([[2 * a - 1 for a in row] for row in rows] if name.endswith("vote") else rows, labels)
    shaped, written = TableLearner(name, *values), TableLearner(name, *values)
    run = play(shaped, trials, version, tier="plain")
    monkeypatch.setattr(TableLearner, "_shaped_weights", lambda *_: lambda _: None)
    again = play(written, trials, version, tier="plain")
    assert [step.side for step in run.steps] == [step.side for step in again.steps]
    for one, other in zip(run.steps, again.steps, strict=True):
        assert abs(to_float(one.prediction - other.prediction)) < 1e-12
    for a, b in zip(shaped.weights, written.weights, strict=True):
        assert abs(to_float(a - b)) < 1e-12
