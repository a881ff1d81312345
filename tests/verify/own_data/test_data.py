"""What a verdict on one's own data says: the comparator that was found, a trivial bound, predictions as given."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import boundcheck
import numpy as np
import pytest

from bounds.data.trials import Trials
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from verify.cli import main
from verify.judge.check import check
from verify.judge.status import Status
from verify.own_data.logged import with_fitted, with_predictions

PAIR = Trials.of([[1, 0], [0, 1]], [1, 1])


def test_a_comparator_is_looked_for() -> None:
    verdict = boundcheck.check("bylander.5", Instance(PAIR))
    assert (verdict.status, verdict.found) == (Status.HOLDS, True)
    assert "(found)" in str(verdict)
    assert not boundcheck.check("bylander.5", Instance(PAIR, [1, 1])).found
    with pytest.raises(BoundcheckError, match="give one, as in"):
        boundcheck.check("bylander.5", Instance(Trials.of([], [], 1)))


@pytest.mark.parametrize(("length", "trivial"), [(2, False), (1, True)])
def test_a_bound_above_the_number_of_trials_is_trivial(length: int, trivial: bool) -> None:
    verdict = check("bylander.5", Instance(Trials.of([[1, 0], [0, 1]][:length], [1] * length), [1, 1]))
    assert verdict.trivial is trivial
    assert ("no learner breaks it" in str(verdict)) is trivial


def test_predictions_are_taken_as_given() -> None:
    """Power: three mistakes on the same example break the bound of 1, which the Perceptron keeps."""
    S = Trials.of([[1]] * 3, [1] * 3)
    wrong = check(with_predictions("bylander.5", [-1, 0, -0.5]), Instance(S, [1]))
    assert wrong.status is Status.VIOLATED
    assert "predictions were taken as given" in str(wrong)
    assert check(with_predictions("bylander.5", [0, 1, 1]), Instance(S, [1])).status is Status.HOLDS
    with pytest.raises(BoundcheckError, match="there are 2 predictions for 3 trials"):
        check(with_predictions("bylander.5", [0, 1]), Instance(S, [1]))


def test_a_fitted_model_is_taken_as_it_is() -> None:
    class Fitted:
        def decision_function(self, X: list[list[float]]) -> list[float]:
            return [x[0] for x in X]

    assert check(with_fitted("bylander.5", Fitted(), PAIR), Instance(PAIR, [1, 1])).status is Status.HOLDS
    with pytest.raises(BoundcheckError, match="neither decision_function nor predict"):
        with_fitted("bylander.5", object(), PAIR)


@pytest.mark.parametrize(
    ("predictions", "why"),
    [
        ([[1, 2, 3]] * 3, r"Fitted predicts \[1, 2, 3\]; claims are about one number for each example"),
        (["setosa"] * 3, "Fitted predicts 'setosa'; claims"),
        ([1.0, 1.0], "Fitted gives 2 predictions for 3 examples"),
    ],
)
def test_a_model_of_many_classes_is_refused(predictions: list[Any], why: str) -> None:
    class Fitted:
        def predict(self, _examples: list[list[float]]) -> list[Any]:
            return predictions

    with pytest.raises(BoundcheckError, match=why):
        with_fitted("bylander.5", Fitted(), PAIR)


LOG = "a,b,p,w_a,w_b,y\n1,0,0.5,0.5,0,1\n0,1,-1,0,-1,1\n1,0,2,2,0,1\n"


@pytest.mark.parametrize("options", [["--prediction", "p", "--ignore", "w_a", "--ignore", "w_b"], None])
def test_a_log_is_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str] | None) -> None:
    file = tmp_path / "log.csv"
    file.write_text(LOG)
    assert main(["check", "bylander.5", str(file), *(options or ["--weights", "w_", "--ignore", "p"])]) == 0
    out = capsys.readouterr().out
    assert "predictions were taken as given" in out
    assert "M = 1" in out
    assert "columns      exact: integers over 1 (2 columns)" in out


def test_standardising_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "run.csv"
    file.write_text("a,y\n10,1\n20,-1\n60,1\n")
    main(["check", "bylander.2.tuned", str(file), "--standardise", "--comparator", "1"])
    out = capsys.readouterr().out
    assert "standardised, exactly: (a - 30)/16" in out
    assert "X = 15/8" in out


def test_a_large_file_is_never_read_in_silence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "large.csv"
    file.write_text("a,b,y\n" + "0.12,0.98,1\n" * 90_000)
    assert main(["check", "bylander.2.tuned", str(file), "--comparator", "1,1"]) == 0
    said = capsys.readouterr()
    assert said.err.startswith("reading large.csv (1 MB)\njudging: 90000 trials")
    assert "integers over 10^2" in said.out


@pytest.mark.parametrize("wrong", [0.5, np.float64(0.5)])
def test_a_float_in_an_example_is_told_how_to_say_what_it_means(wrong: float) -> None:
    with pytest.raises(BoundcheckError, match=r"attribute 1 of example 2 is the float 0\.5; .* floats='decimal'"):
        Trials.of([[1], [wrong]], [1, 1])


class Frame(dict[str, Any]):
    """What has columns by name, as a data frame of pandas has."""

    columns = property(list)


def test_a_float_longer_than_64_bits_is_the_rational_number_that_it_is() -> None:
    third = np.longdouble(1) / 3
    for examples in (np.array([[third]]), [[third]]):
        assert list(Trials.of(examples, [1], floats="exact").examples[0]) == [Fraction(*third.as_integer_ratio())]


@pytest.mark.parametrize("kind", [np.int64, np.float64])
def test_masked_entries_have_no_value(kind: type) -> None:
    examples: Any = np.ma.array([[1, 2], [3, 4]], mask=[[False, True], [False, False]], dtype=kind)
    with pytest.raises(BoundcheckError, match="attribute 2 has masked entries"):
        Trials.of(examples, [1, -1], floats="decimal")


@pytest.mark.parametrize("kind", ["M8[ns]", "m8[ns]"])
def test_times_are_no_numbers(kind: str) -> None:
    times, numbers = np.array([1, -1]).astype(kind), np.array([1, -1])
    with pytest.raises(BoundcheckError, match="attribute a of example 1 is np"):
        Trials.from_dataframe(Frame(a=times, y=numbers))
    with pytest.raises(BoundcheckError, match="an outcome is np"):
        Trials.from_dataframe(Frame(a=numbers, y=times))
    with pytest.raises(BoundcheckError, match="attribute 1 of example 1 is np"):
        Trials.of(times[:, None], [1, -1])


def test_one_example_is_no_list_of_examples() -> None:
    with pytest.raises(BoundcheckError, match="give a row of numbers for each example"):
        Trials.of(np.array([1.0, 2.0]), [1, -1], floats="exact")
