"""``optimal``: bounds below which no learner's is, and how far others are from that."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bounds.claims.catalogue import catalogue, theorem
from bounds.claims.own import own_claim
from bounds.claims.standing import Standing
from bounds.errors import BoundcheckError
from verify import kernel, kernel_worst
from verify.cli import main
from verify.optimal.found import optimal
from verify.optimal.record import plays, recorded


def test_twenty_bounds_of_the_catalogue_are_optimal() -> None:
    """The record is of claims as they are now, and of none that is false; the thin ones are not counted."""
    found = {claim.id: recorded(claim) for claim in catalogue() if claim.id in plays()}
    assert found.keys() == plays().keys()
    assert None not in found.values()
    assert not [name for name in found if theorem(name).standing is Standing.FALSE]
    assert sum(a is not None and a.mark == "=" for a in found.values()) >= 20
    assert {name for name, a in found.items() if a is not None and a.mark == "~"} == {
        "classics.pa.x", "classics.pa.x.sharp", "classics.perceptron.hinge", "classics.perceptron.hinge.mistaken",
        "gls.7.1a", "gls.9.avg",
    }  # fmt: skip


@pytest.mark.parametrize(
    "claim", ["bylander.2.tuned", "bylander.5", "bylander.8", "bylander.11", "gls.8.dh", "modern.coin_betting"]
)
def test_the_record_is_what_is_found(claim: str) -> None:
    """Where a symbol is in a logarithm, as in the last of them, no stationary point is looked for: that has no end."""
    found = optimal(theorem(claim))
    assert {"play": found.play, "factor": found.factor} == plays()[claim]


@pytest.mark.parametrize(("U", "length", "verdict"), [("3/2", "9", "OPTIMAL"), ("7/5", "7", "OPTIMAL")])
def test_a_bound_between_whole_numbers_is_optimal_too(U: str, length: str, verdict: str) -> None:
    """Mistakes are whole: U**2*X**2 need not be, in the play for all parameters and in those at numbers."""
    found = optimal(theorem("bylander.5").replace(define={"U": U, "X": 2}))
    assert found.play is not None
    assert (found.verdict, found.play["length"], found.fixed) == (verdict, length, {})
    every = recorded(theorem("bylander.5"))
    assert every is not None
    assert every.play is not None
    assert every.play["with"]["U"] == "sqrt(l)*(r + 1)/X"
    assert "l*r*(r + 2) < 1" in next(every.lines())


def test_what_is_known_at_one_length_says_so() -> None:
    found = optimal(theorem("bylander.2.tuned").replace(bound="U*X*l", define={"U": 2, "X": 1}))
    assert found.verdict in ("OPEN", "GAP")
    gap = optimal(theorem("bylander.8").replace(define={"U": 1, "X": 1, "tau": "1/5"}))
    assert (gap.verdict, gap.factor) == ("GAP", "25/16")


def test_a_bound_that_is_too_small_is_refuted_for_every_learner() -> None:
    found = optimal(theorem("bylander.2.tuned").replace(bound="9/10*U*X*sqrt(l)"))
    assert (found.verdict, found.factor, found.mark) == ("REFUTED", "9/10", "")
    assert optimal(theorem("bylander.2.tuned").replace(bound="2*U*X*sqrt(l)")).factor == "2"


def test_a_learner_without_the_best_bound_has_a_gap() -> None:
    """PA-II on separable labels pays more than PA has to: by the factor that stands beside it."""
    found = recorded(theorem("classics.pa2.separable"))
    assert found is not None
    assert (found.verdict, found.factor) == ("GAP", "(2*C*X**2 + 1)**2/(4*C*X**2*(C*X**2 + 1))")


def test_a_claim_of_ones_own_is_closed() -> None:
    given = ["norm(u, 2) <= U", "norm(x, 2) <= X", "separable"]
    mine = own_claim("w + max(0, 1 - y*yhat)*y*x", "U**2*X**2", gain="squared_hinge", given=given)
    assert optimal(mine).verdict == "OPTIMAL"
    gap = [*given[:2], "all_t(y*ux >= delta)"]
    assert optimal(own_claim("w + y*x if y*yhat <= 0 else w", "U**2*X**2/delta**2", given=gap)).verdict == "OPTIMAL"
    assert optimal(mine.replace(bound="3*U**2*X**2")).factor == "3"


@pytest.mark.parametrize(
    ("claim", "why"),
    [("modern.bayes", "no play on orthogonal or shattered"), ("classics.margin", "speaks of update"),
     ("kw.13b", "over a whole run"), ("kitani.perc.printed", "false as printed"),
     ("kw.vc.upper", "over a whole run|labels"), ("bylander.7", "no play on")],
)  # fmt: skip
def test_what_is_not_known_says_why(claim: str, why: str) -> None:
    found = optimal(theorem(claim))
    assert (found.verdict, found.certificate) == ("OPEN", None)
    assert any(text in found.why for text in why.split("|")) or "nature plays against" in found.why
    with pytest.raises(BoundcheckError, match=r"found\.closed"):
        bool(found)


def test_the_command_writes_what_replay_confirms(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "any.json")
    assert main(["optimal", "bylander.8", "--out", file]) == 0
    assert "OPTIMAL: no learner has a smaller bound" in capsys.readouterr().out
    assert main(["replay", file]) == 0
    document = json.loads((tmp_path / "any.json").read_text())
    document["play"]["with"]["U"] = "tau*sqrt(l)/X"
    assert not kernel_worst.confirm(json.dumps(document), kernel.statements())[0]
    assert main(["optimal", "bylander.6", "--json"]) == 3
    assert main(["optimal", "bylander.8", "--bound", "U**2*X**2/(5*tau)"]) == 1
    assert main(["show", "bylander.8"]) == 0
    assert "any learner  no learner has a smaller bound" in capsys.readouterr().out
