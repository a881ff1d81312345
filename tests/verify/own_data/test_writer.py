"""Trials that are written are read again as they were."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from bounds import symbols as s
from bounds.data.interval import Interval
from bounds.data.trials import Trials
from bounds.data.vectors import vector
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from bounds.numbers import Number, exp, log, sqrt
from verify.own_data.reader import read_trials
from verify.own_data.writer import trials_text

rationals = st.one_of(
    st.sampled_from([Fraction(-1), Fraction(0), Fraction(1), Fraction(1, 3), Fraction(10**30, 7)]),
    st.fractions(max_denominator=10**6),
)


@st.composite
def intervals(draw: st.DrawFn) -> Interval:
    lo, hi = sorted((draw(rationals), draw(rationals)))
    if lo == hi:
        return draw(st.sampled_from([Interval(lo, lo), Interval(lo, None, False), Interval(None, lo)]))
    ends = draw(st.sampled_from([(lo, hi), (lo, None), (None, hi), (None, None)]))
    return Interval(*ends, draw(st.booleans()), draw(st.booleans()))


@st.composite
def instances(draw: st.DrawFn) -> Instance:
    n, length = draw(st.integers(1, 4)), draw(st.integers(0, 5))
    vectors = st.lists(rationals, min_size=n, max_size=n)
    kinds: list[st.SearchStrategy[Any]] = [st.sampled_from([1, -1]), intervals()]
    outcomes = draw(st.sampled_from(kinds).flatmap(lambda o: st.lists(o, min_size=length, max_size=length)))
    trials = Trials.of(draw(st.lists(vectors, min_size=length, max_size=length)), outcomes, n)
    comparator, start = (draw(st.none() | vectors.map(vector)) for _ in range(2))
    symbols = st.sampled_from([s.eta, s.U, s.X, s.theta, s.l])
    return Instance(trials, comparator, draw(st.dictionaries(symbols, rationals)), start)


@pytest.mark.deep
@given(instances())
def test_what_is_written_reads_back(tmp_path_factory: pytest.TempPathFactory, instance: Instance) -> None:
    file = tmp_path_factory.getbasetemp() / "written.json"
    text = trials_text(instance)
    file.write_text(text, encoding="utf-8")
    assert read_trials(file).instance == instance
    assert "." not in text


def test_closed_forms_are_written(tmp_path: Path) -> None:
    parameters: dict[Any, Number] = {
        s.U: sqrt(Fraction(2)),
        s.eta: 1 / sqrt(Fraction(12)),
        s.beta: exp(Fraction(-1, 3)),
        s.X: log(Fraction(5)) + 1,
    }
    instance = Instance(Trials.of([[1]], [1]), parameters=parameters)
    (tmp_path / "run.json").write_text(trials_text(instance), encoding="utf-8")
    assert read_trials(tmp_path / "run.json").instance == instance


def test_parameters_that_do_not_read_back_are_left_out() -> None:
    long = sum((sqrt(Fraction(p)) for p in (2, 3, 5, 7, 11, 13, 17, 19)), Fraction(0))
    parameters: dict[Any, Number] = {s.U: long, s.X: sqrt(Fraction(2)), s.eta: Fraction(1, 2)}
    parameters[sympy.Symbol("zeta")] = Fraction(1)
    instance = Instance(Trials.of([[1]], [1]), parameters=parameters)
    assert json.loads(trials_text(instance))["parameters"] == {"X": "sqrt(2)", "eta": "1/2"}


def test_writing_refuses_what_cannot_be_read() -> None:
    with pytest.raises(BoundcheckError, match=r"cannot write the interval end sqrt\(2\)"):
        trials_text(Instance(Trials.of([[1]], [Interval(sqrt(Fraction(2)), None)])))
    for huge in (Fraction(10**4100), Fraction(10**9000)):
        with pytest.raises(BoundcheckError, match="more than 4000 digits"):
            trials_text(Instance(Trials.of([[huge]], [1])))
