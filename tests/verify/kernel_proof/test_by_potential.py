"""Claims about learners that keep more than weights are proved by a potential, and nothing damaged or false is.

Power: one percent less is proved of none of them; each hypothesis, goal and text that matters is missed.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim, Potential
from bounds.claims.own import learner, own_claim
from bounds.claims.own_file import read_claim
from bounds.data.trials import Trials
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from tests.verify.confirmed import confirmed_worst, confirms, needless, says
from verify.derive.by_potential import proof_by, proved_by_potential
from verify.derive.found_potential import found_potentials
from verify.judge.check import check
from verify.judge.status import Status
from verify.kernel import Malformed
from verify.kernel_gram.numbers import Refused
from verify.kernel_proof.by_potential import shows_goal
from verify.kernel_proof.goals import Goals
from verify.kernel_proof.potential import Potential as Plan
from verify.kernel_proof.potential import goals_of
from verify.kernel_proof.states import StatefulClaim
from verify.prove import by_potential_ids
from verify.search.search import search

FOLDER = Path(__file__).with_name("claims")
CATALOGUED = {
    "adaptive_dual_averaging": "modern.dual_averaging.adaptive",
    "alma": "modern.alma",
    "averaged_play": "modern.ogd.averaged",
    "classes": "modern.perceptron.classes",
    "convex": "modern.ogd.convex",
    "convex_averages": "modern.dual_averaging.convex",
    "convex_strongly": "modern.ogd.convex.strongly",
    "delayed": "modern.ogd.delayed",
    "dual_averaging": "modern.dual_averaging",
    "heavy_ball": "modern.ogd.heavy_ball",
    "hints": "modern.ogd.optimistic",
    "leader": "modern.leader.sharp",
    "ranking": "modern.perceptron.ranking",
    "self_confident": "modern.dual_averaging.self_confident",
    "shifting_mistakes": "modern.perceptron.shifting",
    "strongly_convex": "modern.ogd.strongly_convex",
}
CLAIMS = sorted({*CATALOGUED, *(file.stem for file in FOLDER.glob("*.toml"))})
"""Those of the catalogue, and those whose runs on a ball are slow to play exactly."""

OF_ENTRIES = (
    *("modern.bayes", "modern.ewa.mix_loss", "modern.ewa.squared", "modern.fixed_share", "modern.prod", "modern.rwm"),
    *("modern.adagrad.norm", "modern.adagrad.norm.tuned", "modern.ogd.box", "modern.ogd.convex.box"),
    *("modern.ogd.falling", "modern.ogd.falling.tuned"),
)
"""Those that are looked at entry by entry, in test_by_weights.py, test_by_shares.py and test_on_boxes.py."""

QUICK = ["averaged_play", "delayed", "hints", "heavy_ball", "optimistic", "strongly_convex"]
"""Claims whose proofs take a second or two."""

GIVEN = [
    "alma",
    "classes",
    "convex",
    "convex_averages",
    "convex_strongly",
    "hints",
    "ranking",
    "leader",
    "shifting_descent",
    "shifting_hinge",
    "shifting_mistakes",
]
"""Claims whose potential has to be given: it is looked for only where all trials have one comparator."""


@cache
def claim(name: str) -> Claim:
    return theorem(CATALOGUED[name]) if name in CATALOGUED else read_claim(FOLDER / f"{name}.toml")


@cache
def document(name: str) -> Mapping[str, Any]:
    proof = proved_by_potential(claim(name))
    assert proof is not None
    assert proof.status == "checked"
    assert proof.certificate is not None
    return proof.certificate


def test_there_are_claims_of_each_kind() -> None:
    assert set(QUICK) < set(CLAIMS)
    assert len(CLAIMS) >= 10
    assert {*CATALOGUED.values()} == {*by_potential_ids()} - {*OF_ENTRIES}


@pytest.mark.parametrize("name", QUICK)
def test_claims_are_proved_and_their_proofs_confirmed(name: str) -> None:
    assert confirmed_worst(document(name))


@pytest.mark.deep
@pytest.mark.parametrize("name", sorted({*CLAIMS} - {*QUICK}))
def test_claims_with_roots_are_proved_and_their_proofs_confirmed(name: str) -> None:
    test_claims_are_proved_and_their_proofs_confirmed(name)
    test_another_statement_is_not_confirmed(name)


@pytest.mark.parametrize("name", QUICK)
def test_another_statement_is_not_confirmed(name: str) -> None:
    """Power: one percent less, a bound without its first term, and each premise that is dropped."""
    given = document(name)

    bound, hypotheses = given["statement"]["bound"], given["statement"]["hypotheses"]
    assert not says(given, bound=f"99/100*({bound})")
    assert not says(given, relation="<")
    assert needless(given, (name for name in hypotheses if not name.startswith(("range of", "rho > 0")))) == []


@pytest.mark.parametrize("name", QUICK)
def test_another_learner_or_potential_is_not_confirmed(name: str) -> None:
    """Power: each part of the rule doubled, the prediction turned round, each invariant, goal and square left out."""
    given = copy.deepcopy(dict(document(name)))
    rule = given["statement"]["learner"]
    for part, text in rule["rule"].items():
        other = {**rule, "rule": {**rule["rule"], part: f"2*({text})"}}
        assert not confirms({**given, "statement": {**given["statement"], "learner": other}}), part
    other = {**rule, "predict": f"-({rule['predict']})"}
    assert not confirms({**given, "statement": {**given["statement"], "learner": other}})
    assert not confirms({**given, "potential": f"99/100*({given['potential']})"})
    for i in range(len(given["invariants"])):
        assert not confirms({**given, "invariants": given["invariants"][:i] + given["invariants"][i + 1 :]}), i
    for left in (given["goals"][:0], given["goals"][1:], given["goals"][:-1], given["goals"][::-1]):
        assert not confirms({**given, "goals": left})


def goals(name: str) -> tuple[StatefulClaim, Goals, list[Any]]:
    """Return the goals of a claim as the checker makes them, with what shows them."""
    given = document(name)
    stated = StatefulClaim(given["statement"])
    plan = Plan(given["potential"], given["invariants"], given["lemmas"])
    return stated, goals_of(stated, plan), given["goals"]


def passes(stated: StatefulClaim, made: Goals, i: int, part: Any) -> bool:
    """Tell whether a part of a proof shows a goal."""
    with suppress(Malformed, Refused):
        return shows_goal(stated, made.goals[i], part, made.roots)
    return False


@pytest.mark.parametrize("name", QUICK)
def test_squares_and_what_is_shown_first_are_needed(name: str) -> None:
    stated, made, parts = goals(name)
    for i, part in enumerate(parts):
        assert passes(stated, made, i, part)
        for of in ("squares", "first"):
            for j in range(len(part.get(of, []))):
                assert not passes(stated, made, i, {**part, of: part[of][:j] + part[of][j + 1 :]}), (i, of, j)


def damaged(goal: Any, rng: random.Random) -> Any:
    """Return a goal with a coefficient, power, square or number of a hypothesis of its identity changed."""
    goal = copy.deepcopy(goal)
    term = rng.choice(goal["proof"]["terms"])
    match rng.randrange(4):
        case 0:
            term[0] = f"{rng.randint(1, 100)}/101"
        case 1:
            i = rng.choice(list(term[1]) or ["0"])
            term[1][i] = term[1].get(i, 0) + rng.choice((-2, -1, 1, 2))
        case 2 if goal.get("squares"):
            i = rng.randrange(len(goal["squares"]))
            goal["squares"][i] = f"{goal['squares'][i]} + {rng.choice(('x', '1/7*u'))}"
        case _:
            term[2:] = ["7/5"]
    return goal


@pytest.mark.parametrize("name", QUICK)
def test_damaged_identities_are_not_confirmed(name: str) -> None:
    """Power: a hundred at random for each claim, of identities of two terms at least."""
    (stated, made, parts), rng = goals(name), random.Random(7)
    rich = [i for i, part in enumerate(parts) if len(part["proof"]["terms"]) > 2]
    for _ in range(100):
        i = rng.choice(rich)
        other = damaged(parts[i], rng)
        assert other == parts[i] or not passes(stated, made, i, other), (i, other)


@pytest.mark.parametrize("name", ["averaged_play", "delayed", "heavy_ball"])
def test_one_percent_less_is_not_proved(name: str) -> None:
    of = claim(name)
    assert of.potential is not None
    less = proof_by(of.replace(bound=of.bound * 99 / 100), of.potential)
    assert less.status == "not proved"
    assert less.certificate is None


@pytest.mark.parametrize("name", ["delayed", "heavy_ball", "optimistic"])
def test_the_search_does_not_refute_what_is_proved(name: str) -> None:
    assert search(claim(name), instances=30, jobs=1).verdict is None


@pytest.mark.deep
def test_the_search_refutes_a_wrong_rate() -> None:
    """Half the rate of dual averaging in the bound; nothing of it is proved either."""
    of = claim("dual_averaging").replace(bound="U**2*sqrt(l)/(4*C) + C*X**2*sqrt(l)/2")
    assert search(of, instances=200, jobs=1).refuted


@pytest.mark.parametrize("name", sorted({*QUICK} - {*GIVEN}))
def test_the_potential_is_found_where_the_claim_gives_none(name: str) -> None:
    """The first one that is tried proves the claim, and proves nothing of one percent less."""
    of = replace(claim(name), potential=None)
    first = next(found_potentials(of))
    assert proof_by(of, first).status == "checked"
    less = of.replace(bound=of.bound * 99 / 100)
    assert all(proof_by(less, found).status != "checked" for found in found_potentials(less))


@pytest.mark.parametrize("name", sorted({*CLAIMS} - {*QUICK, *GIVEN}))
def test_a_potential_with_roots_is_found(name: str) -> None:
    """Up to how it is written it is the one that the claim gives, or one that serves as well."""
    of = claim(name)
    found = list(found_potentials(replace(of, potential=None)))
    assert found
    assert of.potential is not None
    assert set(found[0].invariants) == set(of.potential.invariants)


def test_nothing_is_found_for_what_moves_in_another_way() -> None:
    """An averaged Perceptron, a learner whose lag does not close, and a bound of another form."""
    given = OGD["given"]
    averaged = learner({"w": "w + y*x if y*dot(w, x) <= 0 else w", "v": "v + w"}, predict="dot(v, x)")
    twice = learner({"w": "w - eta*a", "a": "v", "v": "x"})
    slow = learner({"w": "w - eta*x + beta*(w - v)", "v": "w"})
    for rule, bound in ((averaged, "U**2*H"), (twice, "U**2/(2*eta) + eta*H"), (slow, "U + sqrt(H)")):
        of = own_claim(rule, bound, gain="linear", loss="linear", given=given)
        assert all(proof_by(of, found).status != "checked" for found in found_potentials(of))


OGD: dict[str, Any] = {
    "gain": "linear",
    "loss": "linear",
    "given": ["norm(u, 2) <= U", "sum_t(xx) <= H"],
    "potential": "dot(u - w, u - w)/(2*eta) - eta/2*sum_t(xx)",
}


def status(rule: Any, bound: str = "U**2/(2*eta) + eta/2*H", **more: Any) -> str:
    """Return how far a proof goes for a learner that moves against x."""
    proof = proved_by_potential(own_claim(rule, bound, **{**OGD, **more}))
    assert proof is not None
    return proof.status


def test_wrong_rules_are_not_proved_by_a_right_potential() -> None:
    assert status("w - eta*x") == "checked"
    assert status("w - eta*x", relation="<") == "none"
    assert status("w + eta*x") == "not proved"
    assert status("w - 2*eta*x") == "not proved"
    assert status("w - eta*x", "U**2/(2*eta) + 49/100*eta*H") == "not proved"
    assert status("w - eta*x", given=OGD["given"][1:], bound="eta/2*H + 1") == "not proved"


def test_a_first_trial_without_a_gradient_is_looked_at() -> None:
    """Power: C/sqrt(0) has no value where the first gradient is 0, which is a trial by itself."""
    given = ["norm(u, 2) <= U", "sum_t(xx) <= H"]
    proof = proved_by_potential(own_claim(
        learner({"w": "w - C/sqrt(S + xx)*x", "S": "S + xx"}), "H", gain="linear", loss="linear", given=given,
        potential="-sum_t(xx)",
    ))  # fmt: skip
    assert proof is not None
    assert proof.failed is not None
    assert proof.failed.name == "the first trial: the learner has values"


def test_a_rate_that_may_be_divided_by_zero_is_not_proved() -> None:
    """Power: without X > 0 all examples may be 0, and C/sqrt(S + X**2) has no value on the first trial."""
    of = claim("adaptive_dual_averaging")
    assert of.potential is not None
    proof = proof_by(of.replace(without="X > 0"), of.potential)
    assert proof.failed is not None
    assert proof.failed.name == "the first trial: the learner has values"


@pytest.mark.parametrize(("lemma", "found"), [("sqrt(t) > 0", "checked"), ("eta > 1", "not proved")])
def test_lemmas_have_to_be_shown(lemma: str, found: str) -> None:
    assert status("w - eta*x", potential=Potential(OGD["potential"], (), (lemma,))) == found


def test_a_prediction_needs_values() -> None:
    """Power: what is under the root is not negative wherever the root is looked at, which shows nothing."""
    rule = learner({"w": "w - eta*x", "S": "S - xx"}, predict="dot(w, x) + 0*sqrt(S)")
    proof = proved_by_potential(own_claim(rule, "U**2/(2*eta) + eta/2*H", **OGD))
    assert proof is not None
    assert proof.failed is not None
    assert proof.failed.name == "a later trial: the learner has values"


@pytest.mark.parametrize(
    ("kind", "found"),
    [
        ("number in [0, 1]", "checked"),
        ("0/1 number", "checked"),
        ("number in [0, 2]", "not proved"),
        ("number", "not proved"),
    ],
)
def test_a_column_is_anything_of_its_kind(kind: str, found: str) -> None:
    """Power: a column that may be larger than the bound allows for has no proof."""
    assert status(learner("w - eta*x", trial={"h": kind}), "l", gain="h", loss="0*h", potential="-(t - 1)") == found


@pytest.mark.parametrize("left_out", ["fu >= fw + dot(g, u - w)", "norm(g, 2) <= G"])
def test_what_ties_columns_is_needed(left_out: str) -> None:
    whole = claim("convex")
    kept = tuple(hypothesis for hypothesis in whole.hypotheses if hypothesis.text != left_out)
    assert len(kept) < len(whole.hypotheses)
    proof = proved_by_potential(replace(whole, hypotheses=kept))
    assert proof is not None
    assert proof.status == "not proved"


def test_a_column_has_a_name_of_its_own() -> None:
    given = document("convex")["statement"]
    for name in ("u", "w", "eta", "last", "yhat"):
        renamed = {**given, "trial": {**given["trial"], name: "vector"}}
        with pytest.raises((Malformed, Refused)):
            StatefulClaim(renamed)


@pytest.mark.parametrize("more", ["1/(t - 1)", "sqrt(-sum_t(xx))", "dot(w, w)/dot(u, u)"])
def test_a_potential_needs_values(more: str) -> None:
    of = {**OGD, "potential": f"{OGD['potential']} + 0*({more})"}
    proof = proved_by_potential(own_claim("w - eta*x", "U**2/(2*eta) + eta/2*H", **of))
    assert proof is not None
    assert proof.failed is not None
    assert proof.failed.name == "the potential has values"


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"potential": "dot(w, x)"}, "it speaks of x"),
        ({"potential": "ln(dot(w, w))"}, "the function 'ln'"),
        ({"gain": "mistake", "loss": "", "potential": "dot(w, w)*exp(1)"}, "the function 'exp'"),
    ],
)
def test_what_is_not_understood_is_refused(more: dict[str, str], said: str) -> None:
    proof = proved_by_potential(own_claim("w - eta*x", "U**2/(2*eta) + eta/2*H", **{**OGD, **more}))
    assert proof is not None
    assert proof.status == "none"
    assert said in proof.reason


def test_weights_that_start_elsewhere_and_matrices_are_refused() -> None:
    assert status(learner("w - eta*x", start="1")) == "none"
    matrix = learner({"w": "w - eta*x", "A": "A + outer(x, x)"}, start={"A": "identity"})
    assert status(matrix) == "none"


@pytest.mark.parametrize(
    ("premise", "told"), [("norm(x, 2) <= eta - 5", False), ("norm(u, 2) <= eta - 5", True)], ids=["of trials", "of u"]
)
def test_where_there_are_no_trials_nothing_is_said_of_them(premise: str, told: bool) -> None:
    """Power: the first was confirmed, as if an end that examples keep were not negative where there are none."""
    claim = own_claim("w + eta*x", "eta - 5", gain="-dot(w, w)", given=[premise], potential="0*dot(w, w)")
    assert claim.potential is not None
    assert (proof_by(claim, claim.potential).status == "checked") == told
    none = Instance(Trials.of([], [], 1), [0] if told else None, {"eta": 1})
    assert check(claim, none).status is (Status.VACUOUS if told else Status.VIOLATED)


def test_an_invariant_has_to_hold() -> None:
    """Power: that the weights stay within the ball is false of a learner that does not project them."""
    of = claim("delayed")
    assert of.potential is not None
    wrong = replace(of.potential, invariants=("dot(w, w) <= U**2",))
    proof = proof_by(of, wrong)
    assert proof.failed is not None
    assert "invariant" in proof.failed.name


def test_potentials_are_read_from_files(tmp_path: Path) -> None:
    assert claim("falling_rates").potential == Potential(
        "sqrt(t - 1)*(dot(u - w, u - w) - 4*R**2)/(2*C) - C*X**2*sqrt(t - 1)",
        ("dot(w, w) <= R**2", "dot(u - w, u - w) <= 4*R**2"),
    )
    file = tmp_path / "wrong.json"
    for more, said in (
        ({"invariants": ["S >= 0"]}, "no potential that they belong to"),
        ({"potential": "dot(u, "}, "it ends too early"),
        ({"potential": "l", "invariants": "S >= 0"}, "it is a list of conditions"),
    ):
        file.write_text(json.dumps({"learner": "w + y*x", "bound": "l", **more}), encoding="utf-8")
        with pytest.raises(BoundcheckError, match=said):
            read_claim(file)
