"""Chains of small matrices against the one large one, and every way a certificate by a chain can be wrong."""

from __future__ import annotations

import copy
import json
import math
import random
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any
from unittest.mock import patch

import pytest

from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim
from bounds.claims.own import learner, own_claim
from tests.verify.confirmed import confirmed, confirmed_worst
from verify import kernel
from verify.certify import endless, patterns
from verify.certify.result import Request
from verify.certify.search import certify
from verify.judge.certificate import certificate, statement
from verify.kernel_gram import chain
from verify.kernel_gram.certificate import examine
from verify.kernel_gram.chain import Step, nonnegative
from verify.kernel_gram.numbers import Refused, near
from verify.kernel_gram.program import GramProgram, Link

F, ZERO, ONE = Fraction, Fraction(0), Fraction(1)
SMALL = F(1, 10**9)

Dense = list[list[Fraction]]


def dense(weight: Fraction, steps: Sequence[Step]) -> Dense:
    """Return the matrix of u and all examples: the states are followed as combinations of the examples."""
    size = len(steps) + 1
    found = [[ZERO] * size for _ in range(size)]
    found[0][0] = weight
    states = {name: [ZERO] * size for step in steps[:1] for name in step.states}
    for t, step in enumerate(steps, 1):
        along = [sum((near(c) * states[name][s] for name, c in step.along.items()), ZERO) for s in range(size)]
        for s, c in enumerate([near(step.along_u), *along[1:]]):
            found[s][t] += c / 2
            found[t][s] += c / 2
        found[t][t] += near(step.norm)
        x = [F(s == t) for s in range(size)]
        before = {**states, "x": x}
        states = {
            name: [sum((near(c) * before[of][s] for of, c in terms.items()), ZERO) for s in range(size)]
            for name, terms in step.states.items()
        }
    return found


def room(matrix: Dense) -> Fraction | None:
    """Return how much less the first entry may be: all others are eliminated, last first; None if one is negative."""
    left = [list(row) for row in matrix]
    while len(left) > 1:
        *left, last = left
        *row, pivot = last
        if pivot < 0 or (pivot == 0 and any(row)):
            return None
        if pivot:
            left = [
                [a - b * c / pivot for a, c in zip(line[:-1], row, strict=True)]
                for line, b in zip(left, row, strict=True)
            ]
        else:
            left = [line[:-1] for line in left]
    return left[0][0]


def random_steps(source: random.Random, count: int) -> list[Step]:
    """Return steps of one to three states; norms are mostly large enough, and some trials add and change nothing."""
    names = ["w", "v", "z"][: source.randint(1, 3)]

    def number(most: int = 3) -> Fraction:
        return F(source.randint(-most, most), source.randint(1, 4))

    def step() -> Step:
        if source.random() < 0.1:
            return Step(ZERO, ZERO, {}, {name: {name: ONE} for name in names})
        after = {name: {of: number(1) for of in (*names, "x") if source.random() < 0.7} for name in names}
        return Step(
            F(source.randint(1, 12), source.choice((1, 30))), number(), {name: number(1) for name in names}, after
        )

    return [step() for _ in range(count)]


def test_a_chain_says_what_the_large_matrix_says() -> None:
    """Power: of 400 chains with up to 6 trials and 3 states a good part is negative, and the others are told exactly.

    At the least weight that they need, and not at one that is smaller by a billionth.
    """
    source, kinds = random.Random(1), {True: 0, False: 0}
    for _ in range(400):
        steps = random_steps(source, source.randint(0, 6))
        least = room(dense(ZERO, steps))
        kinds[least is not None] += 1
        if least is None:
            assert not nonnegative(F(10**6), steps)
        else:
            assert nonnegative(-least, steps)
            assert not nonnegative(-least - SMALL, steps)
    assert min(kinds.values()) > 40


def test_long_numbers_are_rounded_to_the_safe_side(monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: rounded at every trial, to 40 bits: never a yes where the large matrix says no; a little more suffices."""
    monkeypatch.setattr(chain, "LONG", 12)
    monkeypatch.setattr(chain, "FINE", 40)
    source, enough = random.Random(2), 0
    for _ in range(200):
        steps = random_steps(source, source.randint(2, 6))
        least = room(dense(ZERO, steps))
        assert not nonnegative(F(10**6) if least is None else -least - SMALL, steps)
        if least is not None:
            more = [step._replace(norm=step.norm + F(1, 1000)) for step in steps]
            better = room(dense(ZERO, more))
            assert better is not None
            enough += nonnegative(F(1, 1000) - better, more)
    assert enough > 80


# --- certificates ---

HEAVY = learner({"w": "w - eta*x + v/2", "v": "v/2 - eta*x"}, predict="dot(w, x)")
NORMS = ("norm(u, 2) <= U", "norm(x, 2) <= X")


def momentum(bound: str = "U**2/(4*eta) + 3*eta*X**2*l") -> Claim:
    """Return the bound on the regret of the heavy ball for linear losses, at beta = 1/2."""
    return own_claim(HEAVY, bound, gain="linear", loss="linear", given=NORMS, name="own.heavy")


@pytest.fixture(scope="module")
def proofs() -> dict[str, dict[str, Any]]:
    """Return certificates in which one list serves many lengths; of theorem 2 the only one there is from l = 4 on."""
    with patch.object(
        endless, "for_every_length", return_value=None
    ):  # lists for each length, in the place of one for all
        found = {
            "theorem 2": certify("bylander.2", 10).certificate,
            "rate 1/3": certify("bylander.2", 10, U=1, eta="1/3").certificate,
            "momentum": certify(momentum(), 14, eta="1/4").certificate,
        }
    return {name: json.loads(json.dumps(document)) for name, document in found.items()}


def longest(document: Mapping[str, Any]) -> str:
    """Return the pattern of the longest list."""
    return str(max(document["multipliers"], key=len))


def test_one_list_serves_all_shorter_patterns(proofs: dict[str, dict[str, Any]]) -> None:
    for document in proofs.values():
        assert confirmed_worst(document)
        assert len(document["multipliers"]) < 12
    key = longest(proofs["theorem 2"])
    alone = {**proofs["theorem 2"], "multipliers": {key: proofs["theorem 2"]["multipliers"][key]}}
    assert confirmed_worst(alone)


OLD = {"0//0": ["1", "1/4", "1", "1"], "0//00": ["1", "1/2", "3/4", "3/4", "1", "1"]}
OLD["0//000"] = ["1", "3/4", "1/2", "1/2", "1/2", "1", "1", "1"]


def test_a_list_for_each_pattern_is_confirmed_as_it_was_before(proofs: dict[str, dict[str, Any]]) -> None:
    document = {**proofs["theorem 2"], "length": 3, "multipliers": OLD}
    assert confirmed_worst(document)
    assert not confirmed_worst({**document, "multipliers": {**OLD, "0//000": [*OLD["0//000"][:-4], "1/4", *"111"]}})


def damaged(document: dict[str, Any], source: random.Random) -> tuple[str, dict[str, Any]]:
    """Return a certificate with one number of its longest list, or one part of what it says, changed to the worse."""
    found = copy.deepcopy(document)
    key = longest(found)
    listed = found["multipliers"][key]
    found["multipliers"] = {key: listed}
    used = [i for i, text in enumerate(listed) if Fraction(text)]
    place = source.choice(used)
    number = Fraction(listed[place])
    kind = source.choice(
        ["less", "more", "negative", "missing", "moved", "trial", "rate", "premise", "comparator", "far"]
    )
    if kind in ("less", "more", "negative"):
        factor = F(source.randint(1, 999), 1000)
        listed[place] = str({"less": number * factor, "more": number * (1 + factor), "negative": -number}[kind])
        if place == 0:
            return damaged(document, source)  # the scale alone may be another one
    elif kind == "missing":
        del listed[place]
    elif kind == "moved":
        other = source.choice([i for i in used if listed[i] != listed[place]])
        listed[place], listed[other] = listed[other], listed[place]
    elif kind == "trial":
        shorter = source.randint(1, len(key) - 5)
        found["multipliers"] = {key[:-shorter]: listed}
    elif kind == "rate":
        found["parameters"]["eta"] = str(Fraction(found["parameters"]["eta"]) * F(source.randint(2, 900), 1000))
    elif kind == "premise":
        del found["statement"]["hypotheses"][source.choice(["comparator", "examples", "no start vector"])]
    elif kind == "comparator":
        found["statement"]["hypotheses"]["comparator"] = f"norm(u, 2) <= U + 1/{source.randint(1, 10**6)}"
    else:
        found["length"] += source.randint(1, 9)
    return kind, found


def test_damaged_certificates_are_never_confirmed(proofs: dict[str, dict[str, Any]]) -> None:
    """Power: 1200 of them, and theorem 2 leaves its multipliers no room where U <= eta l X.

    Each with one number, one trial, one premise, the rate, the comparator or the length changed.
    """
    source, kinds = random.Random(3), dict[str, int]()
    for i in range(1200):
        kind, document = damaged(proofs["rate 1/3" if i % 3 else "theorem 2"], source)
        kinds[kind] = kinds.get(kind, 0) + 1
        try:
            assert not examine(document, {})[0], (kind, document)
        except (kernel.Malformed, Refused):
            continue
    assert min(kinds.values()) > 60
    assert len(kinds) == 10


def false_certificates(proofs: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return certificates of what is false: each would be confirmed by a checker with one fault."""
    key = longest(proofs["theorem 2"])
    trials, listed = len(key) - 3, proofs["theorem 2"]["multipliers"][key]

    def changed(places: Mapping[int, str], **said: Any) -> dict[str, Any]:
        found = copy.deepcopy(proofs["theorem 2"])
        more = [places.get(i, text) for i, text in enumerate(listed)]
        return {**found, "multipliers": {key: more}, "statement": {**found["statement"], **said}}

    last = 1 + trials
    smaller = {i: str(Fraction(listed[i]) * F(99, 100)) for i in range(2, last + 1)}
    return {
        "smaller norms": changed(smaller, bound="U**2/(2*eta) + X**2*eta*l*99/200"),
        "no weight": changed({1: "0"}, bound="X**2*eta*l/2"),
        "less in a group": changed(
            dict.fromkeys(range(last + 1, len(listed)), "99/100") | smaller, bound="l*99/400 + 4"
        ),
        "a smaller bound at the end": changed({}, bound="if(l > 9, 6, U**2/(2*eta) + X**2*eta*l/2)"),
        "a negative number": changed({2: "-1/4"}, bound="U**2/(2*eta) + X**2*eta*l/2 - (l > 0)/2"),
    }


FAULTS: dict[str, tuple[str, Callable[[pytest.MonkeyPatch], None]]] = {
    "pivots may be negative": (
        "smaller norms",
        lambda patch: patch.setattr(chain, "eliminated", lambda form, common: ([r[:-1] for r in form[:-1]], common)),
    ),
    "the weight is not looked at": (
        "no weight", lambda patch: patch.setattr(GramProgram, "dominates", lambda *_: True),
    ),
    "groups need not sum to the scale": (
        "less in a group", lambda patch: patch.setattr(GramProgram, "totals", without_groups),
    ),
    "the last trial is left out": (
        "a smaller bound at the end", lambda patch: patch.setattr(GramProgram, "totals", without_the_last),
    ),
    "the prediction is left out": (
        "smaller norms", lambda patch: patch.setattr(Link, "step", without_prediction),
    ),
}  # fmt: skip

TOTALS, STEP = GramProgram.totals, Link.step


def without_groups(program: GramProgram, multipliers: Sequence[Fraction]) -> tuple[list[Fraction], bool]:
    return TOTALS(program, multipliers)[0], False


def without_the_last(program: GramProgram, multipliers: Sequence[Fraction]) -> tuple[list[Fraction], bool]:
    totals, wrong = TOTALS(program, multipliers)
    return [*totals[:-1], totals[-2] - 10], wrong


def without_prediction(link: Link, rows: Sequence[Fraction], pieces: Sequence[Fraction]) -> Step:
    step = STEP(link, rows, pieces)
    return step._replace(along=dict.fromkeys(step.along, ZERO), along_u=ZERO)


def test_false_certificates_are_refused(proofs: dict[str, dict[str, Any]]) -> None:
    for name, document in false_certificates(proofs).items():
        assert not confirmed_worst(document), name


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_the_checker_is_caught(
    fault: str, proofs: dict[str, dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Power: with the fault the false certificate is confirmed, which it is not without: the test above fails."""
    name, plant = FAULTS[fault]
    document = false_certificates(proofs)[name]
    plant(monkeypatch)
    assert confirmed_worst(document)


# --- what is read besides labels ---


def test_where_outcomes_are_not_spoken_of_no_trial_is_flipped() -> None:
    """Power: the rule w - eta x is not odd; and with a margin y u.x, which speaks of y, it stays refused."""
    assert certify(momentum(), 3, eta="1/4").status == "certified for every length"
    margin = own_claim(HEAVY, "l", gain="linear", loss="linear", given=[*NORMS, "y*ux >= gamma"])
    with pytest.raises(Exception, match="not odd"):
        certify(margin, 3)


def test_the_square_of_an_examples_norm_is_a_part_of_the_amount() -> None:
    """Power: of the sum of |x|**2 a smaller multiple is not enough, and rules and branches stay free of it."""
    assert certify("classics.ogd.linear", 10).status == "certified for every length"
    assert certify("classics.ogd.hinge.gradients", 3).status == "certified for every length"
    less = own_claim("w - eta*x", "U**2/(2*eta)", gain="yhat - eta*xx/4", loss="linear", given=NORMS[:1])
    for smaller in (theorem("classics.ogd.linear").replace(bound="U**2/(2*eta) - 1/100"), less):
        broken = patterns.by_pattern(Request(smaller, statement(smaller), 2, {}, math.inf)).broken
        assert broken is not None
        assert confirmed(certificate(broken))
    with pytest.raises(Exception, match="the rule speaks of xx"):
        certify(own_claim("w - x", "l", gain="max(yhat, xx)", loss="linear", given=NORMS), 3)
