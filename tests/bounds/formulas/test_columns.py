"""Formulas computed on all trials at once: the same numbers as trial by trial, however large they are."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bounds.claims.scope import RunNames, compiled
from bounds.data.trials import Trials
from bounds.data.vectors import vector
from bounds.errors import BoundcheckError, UndefinedValue
from bounds.formulas import read
from bounds.formulas.columns import Column, NotAtOnce
from bounds.formulas.scope import COLUMNS, TRIALS
from bounds.instances import Instance
from bounds.numbers import Number, exp, sqrt

FORMULAS = [
    "sum_t(y*ux)",
    "min_t(y*ux - 1)",
    "max_t(norm(x, 2))",
    "max_t(max(abs(x)))",
    "max_t(sum(abs(x)**3))",
    "sum_t(sum((x < 0) + (x > 1/3)))",
    "sum_t((y*ux > 0)*(y*ux < 1))",
    "sum_t(sum(x == u) == n and not t == 2)",
    "sum_t(u_loss + 2*u_err - xx/7 + min(ux, sign(ux)))",
    "sum_t(sum(max(0, 1 - x, u)) if y > 0 else -min(x))",
    "sum_t(t*past_t(y/2**(t + 1)))",
    "sum_t(sum_for(i, 1, n, at(x, i)*at(u, n + 1 - i) + i))",
    "sum_t(sum(x*(indices(n) == 1)))",
    "sum_t(3)",
    "max_t(abs(ux)**2)",
    "sum_t((-1)**t*abs(xx))",
]
INTEGERS = st.one_of(st.integers(-3, 3), st.sampled_from([2**31, -(2**40), 2**62, -(2**63), 2**63 - 1, 10**25]))


@st.composite
def instances(draw: st.DrawFn) -> Instance:
    n = draw(st.integers(1, 3))
    rows = draw(st.lists(st.lists(INTEGERS, min_size=n, max_size=n), max_size=4))
    labels = draw(st.lists(st.sampled_from([1, -1]), min_size=len(rows), max_size=len(rows)))
    trials = Trials.from_integers(rows, draw(st.sampled_from([1, 3])), labels, n)
    return Instance(trials, vector(draw(st.lists(INTEGERS, min_size=n, max_size=n))))


def names_of(instance: Instance) -> RunNames:
    def value(name: str) -> Number:
        raise BoundcheckError(name)

    found = RunNames(instance, value)
    found |= {"l": Fraction(instance.trials.l), "n": Fraction(instance.trials.n)}
    return found


def without_columns(instance: Instance) -> RunNames:
    found = names_of(instance)
    found[COLUMNS] = nothing
    return found


def nothing(_: str) -> Column:
    raise NotAtOnce


@given(instances(), st.sampled_from(FORMULAS))
def test_all_at_once_is_as_trial_by_trial(instance: Instance, text: str) -> None:
    program = compiled(read(text))
    assert program.value(names_of(instance)) == program.value(without_columns(instance))


@pytest.mark.parametrize("text", FORMULAS)
def test_every_formula_here_is_computed_at_once(text: str) -> None:
    """Power: the comparison above compares two ways."""
    names = names_of(Instance(Trials.of([[1, 2], [3, -4]], [1, -1]), vector([1, "1/2"])))
    compiled(read(text)).value(names)
    assert "all" not in vars(names[TRIALS])  # no trial was looked at


def test_products_beyond_64_bits_are_exact() -> None:
    """Power: numpy's own product of these integers is another number."""
    wide = np.full((2, 1), 2**40)
    assert int((wide * wide)[0, 0]) != 2**80
    names = names_of(Instance(Trials(wide, 1, [1, 1]), vector([2**40])))
    assert compiled(read("sum_t(ux)")).value(names) == 2**81
    assert compiled(read("max_t(norm(x, 2))")).value(names) == sqrt(Fraction(2**80))
    assert Column.of(np.array([[-(2**63)]])).numerators.dtype == object


def test_what_is_not_rational_is_found_trial_by_trial() -> None:
    names = names_of(Instance(Trials.of([[1], [0]], [1, -1]), vector([1])))
    assert compiled(read("sum_t(exp(ux) - exp(-ux))")).value(names) == exp(Fraction(1)) - exp(Fraction(-1))
    assert compiled(read("sum_t(sum_for(i, 1, t - 1, dot(example(i), x) + i))")).value(names) == 1
    assert compiled(read("sum_t(1/ux if ux != 0 else 0)")).value(names) == 1
    with pytest.raises(UndefinedValue, match="division by zero"):
        compiled(read("sum_t(1/ux)")).value(names)


def test_zero_over_a_denominator_beyond_64_bits_is_zero() -> None:
    """Power: the factor, and not only what is multiplied by it, has to fit; this was an OverflowError."""
    zero = Column.of(np.array([[0]], object))
    brought = zero.over(10**40)
    assert (brought.numerators.tolist(), brought.denominator) == ([[0]], 10**40)


def test_vectors_of_other_lengths_are_not_spread_over_the_entries() -> None:
    """Power: an example of one attribute was compared with each entry of a longer vector."""
    names = names_of(Instance(Trials.of([[1]], [1]), vector([1])))
    with pytest.raises(BoundcheckError, match="vectors of 1 and 4 entries"):
        compiled(read("sum_t(sum(x == hadamard_row(2, 1)))")).value(names)
    empty = names_of(Instance(Trials.of([], [], 1), vector([1])))
    assert compiled(read("sum_t(sum(x == hadamard_row(2, 1)))")).value(empty) == 0
