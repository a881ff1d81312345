"""Every length by one trial: the exact worst case of the margin Perceptron, and every way such a proof can be wrong."""

from __future__ import annotations

import copy
import itertools
import json
import math
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim
from bounds.claims.own import learner, own_claim
from tests.verify.confirmed import confirmed_worst
from verify import kernel
from verify.certify import endless as proposals
from verify.certify import patterns
from verify.certify.given import parameters_of, problem_of
from verify.certify.result import Request
from verify.certify.search import certify, worst_cases
from verify.judge.certificate import statement
from verify.kernel_gram import claims, endless
from verify.kernel_gram.certificate import examine
from verify.kernel_gram.numbers import Refused, real

F, ONE = Fraction, Fraction(1)
NORMS = ("norm(u, 2) <= U", "norm(x, 2) <= X")
ALIKE = "the multipliers of one trial for all"


def margin(bound: str) -> Claim:
    rule = "w + eta*y*x if y*yhat <= beta else w"
    return own_claim(rule, bound, gain="update", given=[*NORMS, "separable"], name="own.margin")


def most_updates(U: Fraction, beta: Fraction, eta: Fraction) -> int:
    """Return the largest m with m**2 <= U**2*(m + 2*(m - 1)*beta/eta), at X = 1."""
    possible = (m for m in range(1, 60) if m**2 <= U**2 * (m + 2 * (m - 1) * beta / eta))
    return max(possible, default=0)


SIZES = [
    *itertools.product(("1", "3/2", "2", "7/4"), ("1/4", "1/10"), ("1/2", "1")),
    ("3", "1/3", "1/2"), ("4", "1/100", "1"), ("9/2", "2/5", "3"),
]  # fmt: skip


@pytest.mark.parametrize(("U", "beta", "eta"), SIZES)
def test_the_exact_worst_case_of_the_margin_perceptron_holds_for_every_length(U: str, beta: str, eta: str) -> None:
    """From multipliers of two trials. Power: with one update less nothing is proved, and few are broken at once."""
    given: dict[str, Any] = {"U": U, "beta": beta, "eta": eta, "X": 1}
    most = most_updates(F(U), F(beta), F(eta))
    found = certify(margin(str(most)), 1, **given)
    assert (found.status, found.means) == ("certified for every length", ALIKE)
    assert confirmed_worst(found.certificate)
    less = margin(str(most - 1))
    values = parameters_of(less, {name: str(value) for name, value in given.items()})
    assert proposals.for_every_length(problem_of(less, statement(less), values, 1), 0) is None
    if most <= 4 and most**2 < F(U) ** 2 * (most + 2 * (most - 1) * F(beta) / F(eta)):
        broken = patterns.by_pattern(Request(less, statement(less), most, values, math.inf)).broken
        assert broken is not None
        assert broken.instance.trials.l == most


HEAVY = learner({"w": "w - eta*x + v/2", "v": "v/2 - eta*x"}, predict="dot(w, x)")
AVERAGED = learner({"w": "w - eta*x", "v": "2*v/3 + (w - eta*x)/3"}, predict="dot(v, x)")
CLAIMS: dict[str, tuple[Claim, dict[str, Any]]] = {
    "theorem 2": (theorem("bylander.2"), {"U": 3, "eta": "1/3"}),
    "theorem 8": (theorem("bylander.8"), {"U": 1}),
    "theorem 11": (theorem("bylander.11"), {}),
    "hinge loss": (theorem("classics.ogd.hinge"), {}),
    "heavy ball": (
        own_claim(HEAVY, "U**2/(4*eta) + 3*eta*X**2*l", gain="linear", loss="linear", given=NORMS), {"eta": "1/4"},
    ),
    "averaged": (
        own_claim(AVERAGED, "U**2/(2*eta) + 5*eta*X**2*l/2", gain="linear", loss="linear", given=NORMS), {"eta": "1/4"},
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def proofs() -> dict[str, dict[str, Any]]:
    found = {name: certify(claim, 1, **given) for name, (claim, given) in CLAIMS.items()}
    assert {(each.status, each.means) for each in found.values()} == {("certified for every length", ALIKE)}
    return {name: json.loads(json.dumps(each.certificate)) for name, each in found.items()}


@pytest.mark.parametrize("name", ["theorem 2", "heavy ball"])
def test_what_is_proved_of_every_length_is_no_less_than_the_worst_case_of_each(name: str) -> None:
    claim, given = CLAIMS[name]
    values = parameters_of(claim, {key: str(value) for key, value in given.items()})
    found = proposals.for_every_length(problem_of(claim, statement(claim), values, 1), 0)
    assert found is not None
    for worst in worst_cases(claim, 5, **given):
        assert worst.witness is not None
        assert found.total(worst.l) >= worst.witness


@pytest.mark.parametrize("name", CLAIMS)
def test_a_smaller_bound_is_not_certified_for_every_length(name: str, proofs: dict[str, dict[str, Any]]) -> None:
    """Power: the bounds of theorems 2, 8 and 11 and of hinge loss are attained; 99 percent of them are too little."""
    claim, given = CLAIMS[name]
    less = claim.replace(bound=f"({proofs[name]['statement']['bound']})*{'9/10' if 'a' in name[:4] else '99/100'}")
    values = parameters_of(less, {key: str(value) for key, value in given.items()})
    assert proposals.for_every_length(problem_of(less, statement(less), values, 1), 0) is None
    assert not confirmed_worst({**proofs[name], "statement": statement(less)})


def damaged(document: dict[str, Any], source: random.Random) -> dict[str, Any]:
    """Return a certificate with one of its numbers, or of its premises and parameters, changed to the worse."""
    found = copy.deepcopy(document)
    part = found["endless"]["0"]
    kind = source.randint(0, 7)
    factor = F(source.randint(1, 999), 1000)
    if kind < 3:
        listed = part["first"] if kind < 2 else part["following"]
        place = source.choice([i for i, text in enumerate(listed) if F(text)])
        listed[place] = str(F(listed[place]) * source.choice([factor, -ONE, -factor, 1 + factor]))
    elif kind < 6:
        i, j = (source.randrange(len(part["form"])) for _ in range(2))
        wrong = str(F(part["form"][i][j]) + source.choice([factor, -factor]))
        part["form"][i][j] = part["form"][j][i] = wrong
    elif kind == 6:
        del found["statement"]["hypotheses"][source.choice(["comparator", "examples", "no start vector"])]
    else:
        found["parameters"]["U"] = str(F(found["parameters"]["U"]) + factor)
        found["statement"]["bound"] = "2 + l/4" if "eta" in found["parameters"] else "1/2"
    return found


def test_damaged_certificates_are_never_confirmed(proofs: dict[str, dict[str, Any]]) -> None:
    """Power: 600, of theorems 2 and 8, of which the bounds leave no number any room, neither up nor down."""
    source = random.Random(4)
    for i in range(600):
        document = damaged(proofs["theorem 2" if i % 2 else "theorem 8"], source)
        try:
            assert not examine(document, {})[0], document["endless"]
        except (kernel.Malformed, Refused):
            continue


def test_what_is_no_such_proof_is_refused(proofs: dict[str, dict[str, Any]]) -> None:
    document = proofs["theorem 2"]
    part = document["endless"]["0"]
    changes: tuple[dict[str, Any], ...] = (
        {"form": [["-1"]]},
        {"form": [["-1", "1"], ["0", "-1"]]},
        {"following": []},
        {"first": part["first"][:-1]},
        {"first": ["0", *part["first"][1:]]},
    )
    for change in changes:
        assert not confirmed_worst({**document, "endless": {"0": {**part, **change}}}), change
    wrongs: tuple[dict[str, Any], ...] = ({"0": {}}, {"0": {**part, "form": "x"}})
    for wrong in wrongs:
        with pytest.raises(kernel.Malformed):
            confirmed_worst({**document, "endless": wrong})
    assert not confirmed_worst({**document, "endless": {}})
    assert not confirmed_worst({**document, "endless": {"1": part}})


@pytest.mark.parametrize("bound", ["9/2 + sqrt(l)", "9/2 + l*l", "max(9/2 + l/6, 5*l)", "if(l > 99, 0, 9/2 + l/6)"])
def test_a_bound_that_is_no_line_is_refused(bound: str, proofs: dict[str, dict[str, Any]]) -> None:
    """Power: read at l = 1 the last is the theorem's, and at l = 100 it is false."""
    document = proofs["theorem 2"]
    assert not confirmed_worst({**document, "statement": {**document["statement"], "bound": bound}})


def test_where_trials_differ_nothing_is_proved_of_all() -> None:
    """Power: the rule w - x/t at t = 1 is the rule w - x, of which the same bound is proved for every length."""
    falling, same = (
        own_claim(rule, "U**2*l + X**2*l + U**2", gain="linear", loss="linear", given=NORMS)
        for rule in ("w - x/t", "w - x")
    )
    assert certify(falling, 2).status == "certified"
    assert certify(same, 2).status == "certified for every length"


# --- faults in the checker ---


def false_certificates(proofs: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return certificates of what is false: each would be confirmed by a checker with one fault."""

    def changed(name: str, bound: str, **parts: Any) -> dict[str, Any]:
        found = copy.deepcopy(proofs[name])
        found["endless"]["0"] |= parts
        found["statement"]["bound"] = bound
        return found

    return {
        "a form above 0": changed(
            "theorem 2", "X**2*eta*l/2", first=["1", "0", "1/6", "1"], form=[["0", "3/2"], ["3/2", "-3/2"]],
        ),
        "a step too small": changed("theorem 2", "U**2/(2*eta) + 1/6", following=["0", "1"]),
        "a first trial too small": changed("theorem 8", "0", first=["1", "0", "1/2", "1"]),
        "a slope too small": changed("theorem 2", "U**2/(2*eta) + X**2*eta*l/2 - (l - 1)/100"),
        "no count": changed("theorem 8", "0"),
    }  # fmt: skip


LINE = claims.Claim.line
FAULTS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "a form above 0": lambda patch: patch.setattr(endless, "goes_on", lambda *_: True),
    "a step too small": lambda patch: patch.setattr(endless, "goes_on", lambda *_: True),
    "a first trial too small": lambda patch: patch.setattr(endless, "nonnegative", lambda *_: True),
    "a slope too small": lambda patch: patch.setattr(
        claims.Claim, "line", lambda self: (LINE(self)[0] - F(1, 100), LINE(self)[1] + F(1, 100))
    ),
    "no count": lambda patch: patch.setattr(endless, "counted", lambda _: ONE),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_the_checker_is_caught(
    fault: str, proofs: dict[str, dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Power: the false certificate is refused, and with the fault it is confirmed."""
    document = false_certificates(proofs)[fault]
    assert not confirmed_worst(document)
    FAULTS[fault](monkeypatch)
    assert confirmed_worst(document)


def test_bounds_hold_at_lengths_that_were_not_looked_at() -> None:
    """Power: 961 mistakes at U = 31, with a certificate of a few numbers; 960 are not proved."""
    found = certify("bylander.5", 1, U=31)
    assert found.certificate is not None
    assert (found.status, len(json.dumps(found.certificate["endless"])) < 300) == ("certified for every length", True)
    assert not certify(theorem("bylander.5").replace(bound=960), 1, U=31).status.startswith("certified for")
    assert real(certify("bylander.2", 2000).worst[-1].value) == 504
