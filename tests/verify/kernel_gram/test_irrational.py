"""Rates such as C/sqrt(t): irrational numbers in a chain are enclosed, and what is left off is on the safe side."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from bounds.claims.claim import Claim
from bounds.claims.own import learner, own_claim
from bounds.errors import BoundcheckError
from tests.verify.confirmed import confirmed_worst
from tests.verify.kernel_gram.test_chain import SMALL, dense, random_steps, room
from verify.certify.given import parameters_of, problem_of
from verify.certify.search import certify
from verify.cli import main
from verify.judge.certificate import statement
from verify.kernel import HALF, Number, power
from verify.kernel_gram import chain, claims, endless, numbers
from verify.kernel_gram.chain import Step, nonnegative
from verify.kernel_gram.endless import repeated
from verify.kernel_gram.numbers import Refused, near

F = Fraction
NORMS = ("norm(u, 2) <= U", "norm(x, 2) <= X")


@pytest.mark.parametrize("text", [F(2), F(1, 3), F(10**6 + 3), F(7, 10**9)])
def test_a_neighbour_is_near(text: Fraction) -> None:
    """Power: its square is on one side of the number's, and that of the next one on the other."""
    root = power(text, HALF)
    for found, high in ((near(root), near(root) + numbers.NEAR), (near(-root), near(-root) + numbers.NEAR)):
        assert min(found**2, high**2) <= text <= max(found**2, high**2)
    assert near(text) == text


def with_roots(source: random.Random, steps: list[Step]) -> list[Step]:
    """Return steps some of whose numbers are multiplied by a root of 2, 3, 1/2 or 1/5."""

    def some(c: Number) -> Number:
        return c * power(source.choice((F(2), F(3), F(1, 2), F(1, 5))), HALF) if source.random() < 0.5 else c

    def each(terms: Mapping[str, Number]) -> dict[str, Number]:
        return {name: some(c) for name, c in terms.items()}

    return [
        Step(some(step.norm), some(step.along_u), each(step.along), {s: each(t) for s, t in step.states.items()})
        for step in steps
    ]


def told(count: int) -> tuple[int, int]:
    """Return how many chains are said not to be negative that are, and how many that have a little room."""
    source, wrong, enough = random.Random(3), 0, 0
    for _ in range(count):
        steps = with_roots(source, random_steps(source, source.randint(2, 5)))
        with pytest.MonkeyPatch.context() as exact:
            exact.setattr(numbers, "BITS", 256)
            least = room(dense(F(0), steps))
        wrong += nonnegative(F(10**6) if least is None else -least - SMALL, steps)
        enough += least is not None and nonnegative(F(1, 10) - least, steps)
    return wrong, enough


def test_what_is_left_off_is_on_the_safe_side(monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: with neighbours that are a millionth away, and none of it taken off, negative chains are let through."""
    monkeypatch.setattr(numbers, "BITS", 20)
    for near_by in (numbers, chain):
        monkeypatch.setattr(near_by, "NEAR", F(1, 2**19))
    wrong, enough = told(80)
    assert (wrong, enough > 15) == (0, True)
    monkeypatch.setattr(chain, "NEAR", F(0))
    assert told(80)[0] > 5


def linear(rule: Any, bound: str, predict: str = "dot(w, x)", gain: str = "linear", given: Any = NORMS) -> Claim:
    made = learner(rule if isinstance(rule, dict) else {"w": rule}, predict=predict)
    return own_claim(made, bound, gain=gain, loss="linear", given=given, name="own.rates")


DUAL = linear({"v": "v - x"}, "U**2*sqrt(l)/(2*C) + C*X**2*sqrt(l)", "C/sqrt(t)*dot(v, x)")


def test_a_rate_that_is_taken_for_another_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: with irrational numbers taken for 0, and none of it taken off, the false certificate is confirmed."""
    still = linear({"v": "v - x"}, "7/2", "C*(t == 1)*dot(v, x)")
    document = certify(still, 3, C=4, U=1).certificate
    assert confirmed_worst(document)
    assert document is not None
    changed = {**document, "statement": statement(DUAL.replace(bound="7/2"))}
    assert not confirmed_worst(changed)
    monkeypatch.setattr(chain, "near", lambda a: a if isinstance(a, Fraction) else F(0))
    monkeypatch.setattr(chain, "NEAR", F(0))
    assert confirmed_worst(changed)


FILES = {
    "falling rate": ('w = "w - C/sqrt(t)*x"', "dot(w, x)", "2*U**2*l + X**2*l"),
    "faster": ('w = "w - C/t*x"', "dot(w, x)", "2*U**2*l + X**2*l"),
    "heavy ball": ('w = "w + v/2 - C/sqrt(t)*x"\nv = "v/2 - C/sqrt(t)*x"', "dot(w, x)", "2*U**2*l + 2*X**2*l"),
    "averaged": ('w = "w - C/sqrt(t)*x"\nv = "(1 - 1/t)*v + (w - C/sqrt(t)*x)/t"', "dot(v, x)", "2*U**2*l + X**2*l"),
    "dual averaging": ('v = "v - x"', "C/sqrt(t)*dot(v, x)", "U**2*sqrt(l)/(2*C) + C*X**2*sqrt(l)"),
    "optimistic": ('v = "v - x"\nlast = "x"', "C/sqrt(t)*dot(v - last, x)", "U**2*sqrt(l)/C + 3*C*X**2*sqrt(l)"),
}


@pytest.mark.parametrize("kind", FILES)
def test_a_file_with_a_root_of_t_is_certified_on_the_command_line(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Power: a tenth of the bound of dual averaging falls."""
    state, predict, bound = FILES[kind]
    path, proof = tmp_path / "rates.toml", tmp_path / "proof.json"
    given = 'given = ["norm(u, 2) <= U", "norm(x, 2) <= X"]'
    said = f'gain = "linear"\nloss = "linear"\nbound = "{bound}"\n{given}\n[learner]\n{state}\npredict = "{predict}"\n'
    path.write_text(said)
    options = ["--set", "C=1/2", "--length", "10"]
    assert main(["certify", str(path), *options, "--out", str(proof)]) == 0
    assert "CERTIFIED up to l = 10" in capsys.readouterr().out
    assert main(["replay", str(proof)]) == 0
    if kind == "dual averaging":
        assert main(["certify", str(path), *options, "--bound", f"({bound})/10"]) == 1


def test_an_amount_may_charge_for_norms_by_a_root_of_t() -> None:
    """The bound of dual averaging whatever the examples are. Power: a thousandth less falls, at one example."""
    gain, given = "yhat - C/(2*sqrt(t))*xx", ("norm(u, 2) <= U",)
    claim = linear({"v": "v - x"}, "101/100*U**2*sqrt(l)/(2*C)", "C/sqrt(t)*dot(v, x)", gain, given)
    found = certify(claim, 5, C="1/2")
    assert (found.verdict, confirmed_worst(found.certificate)) == ("CERTIFIED up to l = 5", True)
    assert certify(claim.replace(bound="999/1000*U**2*sqrt(l)/(2*C)"), 1, C="1/2").refuted


ROOT = linear("w - sqrt(2)*x", "U**2/(2*sqrt(2)) + X**2*l/sqrt(2)")


def test_an_irrational_rate_is_certified_at_its_worst_case(monkeypatch: pytest.MonkeyPatch) -> None:
    """In units of the rate all is rational, and one trial serves all lengths. Power: a bit less is not proved."""
    found = certify(ROOT, 2)
    assert (found.status, confirmed_worst(found.certificate)) == ("certified for every length", True)
    less = ROOT.replace(bound="999/1000*U**2/(2*sqrt(2)) + X**2*l/sqrt(2)")
    assert certify(less, 2).status in ("open", "refuted")
    tuned = linear("w - U/(X*sqrt(l))*x", "U*X*sqrt(l)")
    assert certify(tuned, 3).verdict == "CERTIFIED up to l = 3"
    monkeypatch.setattr(claims, "in_units", lambda problem: problem)
    assert certify(ROOT, 2).status == "open"


def test_a_bound_that_is_not_taken_in_units_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: the false certificate is refused, and confirmed by a checker that forgets to divide the bound."""
    found = certify(ROOT, 2).certificate
    assert found is not None
    bound = "3/4*(U**2/(2*sqrt(2)) + X**2*l/sqrt(2))"
    document = {**found, "statement": {**found["statement"], "bound": bound}}
    assert not confirmed_worst(document)
    monkeypatch.setattr(endless, "quotient", lambda a, _: a)
    assert confirmed_worst(document)


def test_numbers_of_two_roots_are_left_as_they_are() -> None:
    """A loss with a margin, and rates with two roots, have no unit in which all is rational."""
    hinge = own_claim("w + y*x/sqrt(2) if y*yhat < 1 else w", "U**2 + X**2*l", gain="hinge", loss="hinge", given=NORMS)
    mixed = linear({"w": "w + sqrt(3)*v", "v": "v - sqrt(2)*x"}, "U**2 + X**2*l")
    for claim in (hinge, mixed):
        problem = problem_of(claim, statement(claim), parameters_of(claim, {}), 1).problem(0, 1)
        assert problem.unit == 1
        with pytest.raises(Refused, match=r"irrational numbers|branches"):
            repeated(problem)


@pytest.mark.parametrize("rule", ["w + y*x if y*yhat <= sqrt(2) else w", "w + y*x if sqrt(2)*y*yhat <= 1 else w"])
def test_branches_begin_at_rational_predictions(rule: str) -> None:
    claim = own_claim(rule, "l", gain="mistake", given=[*NORMS, "separable"], name="own.branch")
    with pytest.raises(BoundcheckError, match=r"own\.branch cannot be certified: an irrational number that no vector"):
        certify(claim, 2)
