"""Fixed Share is proved against comparators that change, for all lengths, experts, switches and rates.

Power: one percent less, a cheaper switch, each premise that is dropped and each damaged step are missed; what is known
of a comparator is not used where there are no trials and so none.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim
from bounds.claims.own import learner, own_claim
from tests.verify.confirmed import confirmed_worst, confirms, findings, needless, says
from tests.verify.kernel_proof.shown import goals_in
from verify.derive.by_potential import plainly, proof_by
from verify.derive.entry_parts import of_entry_and_all
from verify.judge.certificate import statement
from verify.kernel import read
from verify.kernel_gram.numbers import Refused
from verify.kernel_proof.entries import Each, entry, summed
from verify.kernel_proof.pieces import Guard, conditions
from verify.kernel_proof.potential import Potential as Plan
from verify.kernel_proof.potential import goals_of
from verify.kernel_proof.ratios import number, variable
from verify.kernel_proof.weights import Weighed

CLAIM = theorem("modern.fixed_share")
FOUND = Path(__file__).with_name("claims") / "fixed_share.json"
SAYS_MORE = {"expert", "inputs", "switches(u) <= k", "l >= 1", "alpha < 1", "alpha <= n*(1 - alpha)"}


def share(
    bound: str = "0", given: Any = ("unit inputs", "expert"), rule: str = "w*exp(-eta*x)", name: str = "w"
) -> Claim:
    """Return a claim against experts that change."""
    of = learner({name: rule.replace("w", name)}, predict=f"dot({name}, x)/sum({name})", start={name: "1"})
    return own_claim(of, bound, gain="linear", loss="linear", comparator="u_t", given=[*given])


def made(claim: Claim, potential: str = "0") -> Any:
    return goals_of(Weighed(statement(claim)), Plan(plainly(potential), ["all_i(w > 0)"]))


@cache
def document() -> Mapping[str, Any]:
    """Return the proof of the claim, as it was found."""
    found: Mapping[str, Any] = json.loads(FOUND.read_text())
    assert found["statement"] == statement(CLAIM)
    return found


@pytest.mark.deep
def test_the_proof_is_found() -> None:
    assert CLAIM.potential is not None
    proof = proof_by(CLAIM, CLAIM.potential)
    assert proof.status == "checked"
    assert confirms(proof.certificate)


def test_fixed_share_is_proved_and_nothing_less() -> None:
    given = document()
    assert confirmed_worst(given)
    assert any("hoeffding" in sentence for sentence in findings(given))
    said = given["statement"]

    assert not says(given, bound=f"99/100*({said['bound']})")
    for old, new in (("l - 1)", "l - 2)"), ("k*log(n/alpha)", "99/100*k*log(n/alpha)")):
        assert old in said["bound"]
        assert not says(given, bound=said["bound"].replace(old, new))
    assert said["hypotheses"].keys() >= SAYS_MORE
    assert needless(given, SAYS_MORE) == []
    for old, new in (("alpha/n", "alpha/(2*n)"), ("1 - alpha", "1 - 2*alpha"), ("exp(-eta", "exp(-2*eta")):
        rule = {"w": said["learner"]["rule"]["w"].replace(old, new)}
        assert not says(given, learner={**said["learner"], "rule": rule}), old
    assert not confirms({**given, "potential": given["potential"].replace("t - 2", "t - 3")})


def test_damaged_goals_are_not_shown() -> None:
    """Power: of the goals of trials, each step that is left out and each coefficient that is doubled."""
    found, tried = goals_in(document()), 0
    passes = found.passes
    assert all(passes(i, given["proof"]) for i, given in enumerate(found.given))
    for i, (goal, given) in enumerate(zip(found.goals, found.given, strict=True)):
        if goal.name != "a later trial":
            continue
        steps, terms = given["proof"]["first"], given["proof"]["terms"]
        for j in range(0, len(steps), 4):
            assert not passes(i, {**given["proof"], "first": [*steps[:j], *steps[j + 1 :]]}), (goal.name, j)
            tried += 1
        for j, (c, *rest) in enumerate(terms):
            other = [*terms[:j], [str(2 * Fraction(c)), *rest], *terms[j + 1 :]]
            assert not passes(i, {**given["proof"], "terms": other}), (goal.name, j)
            tried += 1
    assert tried > 40


def test_a_comparator_that_changes_is_an_expert_before_and_after() -> None:
    goals = made(share()).goals
    later = next(goal for goal in goals if goal.name == "a later trial")
    known = {(guard.ratio.key, guard.relation) for guard in later.guards}
    for name in ("u", "next"):
        at = entry(name)
        assert ((at * at - at).key, "==") in known
        assert ((summed(at) - number(Fraction(1))).key, "==") in known


def test_nothing_is_known_of_a_comparator_without_trials() -> None:
    """Power: else premises on u that nothing satisfies would leave out the runs that have no trials, and so no u."""
    (goal,) = (goal for goal in made(share("-1")).goals if goal.name == "no trials")
    assert not any(name.startswith("_") for guard in goal.guards for name in guard.ratio.names)


def test_a_change_is_that_some_entry_is_another() -> None:
    claim = Weighed(statement(share()))
    at: dict[str, list[tuple[tuple[Guard, ...], Any]]] = {
        name: [((), Each(claim.vector(name).at))] for name in ("u", "u_next")
    }
    gap = entry("next") - entry("u")
    (same,) = conditions(read("all_i(u_next == u)"), claim.named(dict(at), {}))
    (moved,) = conditions(read("not all_i(u_next == u)"), claim.named(dict(at), {}))
    assert [(guard.ratio.key, guard.relation) for guard in same] == [(gap.key, "==")]
    assert [(guard.ratio.key, guard.relation) for guard in moved] == [(summed(gap * gap).key, ">")]
    for text in ("not all_i(u_next >= u)", "not all_i(u_next == u or u == 1)", "not all_i(u >= 0 and u == 1)"):
        with pytest.raises(Refused, match=r"some entry|one of several"):
            conditions(read(text), claim.named(dict(at), {}))


def test_what_is_not_said_of_each_trial_or_has_another_meaning_is_refused() -> None:
    for given in (["unit inputs", "all_i(u >= 0)"], ["unit inputs", "sum(u) >= 1"]):
        with pytest.raises(Refused, match="add up to"):
            Weighed(statement(share(given=given)))
    with pytest.raises(Refused, match="called next"):
        Weighed(statement(share(name="next")))


def test_new_weights_are_taken_apart() -> None:
    w, total, alpha = entry("w"), variable("_sum_w"), variable("alpha")
    assert of_entry_and_all(w) is None
    found = of_entry_and_all((number(Fraction(1)) - alpha) * w + alpha * total)
    assert found is not None
    assert [a.key for a in found] == [(number(Fraction(1)) - alpha).key, w.key, (alpha * total).key]


def test_guards_of_a_change_are_on_the_goal() -> None:
    """Power: a trial costs a switch where the comparator changes, and nothing where it stays."""
    claim = share("k", ("unit inputs", "expert", "switches(u) <= k"))
    goals = [goal for goal in made(claim, "-switches(u)").goals if goal.name == "a later trial"]
    gap = entry("next") - entry("u")
    moved, stays = Guard(summed(gap * gap), ">"), Guard(gap, "==")
    keys = [{(guard.ratio.key, guard.relation) for guard in goal.guards} for goal in goals]
    assert sorted(((moved.ratio.key, ">") in of, (stays.ratio.key, "==") in of) for of in keys) == [
        (False, True),
        (True, False),
    ]
