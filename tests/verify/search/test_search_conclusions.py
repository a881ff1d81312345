"""What a search concludes: HELD only where enough was tried; errors, lost processes and Ctrl-C have their own words."""

from __future__ import annotations

import argparse
import dataclasses
import json
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

import pytest
import sympy

from bounds import symbols
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Claim, Hypothesis
from bounds.claims.own import learner as by_rule
from bounds.claims.own import own_claim
from bounds.data.interval import Interval
from bounds.data.trials import Trials
from bounds.data.vectors import Example, vector
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from bounds.numbers import to_float
from tests.classes import Perceptron
from tests.verify.search.planted_learners import with_learner
from verify import cli
from verify.commands import search as command
from verify.judge.check import check
from verify.publish.ledger import Entry, ledger
from verify.search.attack import run_task
from verify.search.evidence import supports
from verify.search.search import Search, search
from verify.search.stages import UNKNOWN, Judge, Stage, stages

STAGES, LEDGER = sys.modules["verify.search.stages"], sys.modules["verify.publish.ledger"]
FIVE = theorem("bylander.5")


class Crash(Perceptron):
    """Its update always raises."""

    def update(self, x: Example, target: Interval) -> None:
        raise ValueError("planted") if len(x) else ValueError(target)


class Sometimes(Perceptron):
    """Divides by zero on three attributes or more."""

    def update(self, x: Example, target: Interval) -> None:
        if len(x) > 2:
            x.scaled(Fraction(1) / 0)
        super().update(x, target)


class Floats(Perceptron):
    """Predicts in floats, which is no prediction, on two attributes."""

    def predict(self, x: Example) -> Fraction:
        exact = super().predict(x)
        return cast("Any", to_float(exact)) if len(x) == 2 else cast("Fraction", exact)


def run(*arguments: str) -> int:
    code: int = (options := cli._parser("search").parse_args(["search", *arguments])).run(options)
    return code


def planted(name: str, *instances: Instance) -> Stage:
    def show(_claim: Claim, _seed: int, _effort: int, judge: Judge) -> None:
        for instance in instances:
            judge("planted", instance)

    return Stage(name, show)


# --- too little tried ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("learner", "kind"), [(Crash, "ValueError: planted"), (Sometimes, "ZeroDivisionError"), (Floats, "LearnerError")]
)
def test_a_learner_that_fails_is_not_held(learner: type[Perceptron], kind: str) -> None:
    """Power: all three were HELD; the second's errors even passed for a bound without a value."""
    result = search(with_learner(learner), instances=250)
    assert (result.conclusion, result.held) == ("UNTESTED", False)
    assert result.crashes > 25
    (shown,) = (line for line in str(result).splitlines() if line.startswith("  trouble"))
    assert kind in shown
    if learner is Crash:
        assert shown.endswith("in update (" + f"{result.crashes} times)")
        assert f"{Path(__file__).name}, line " in shown
    assert "ended in an error of the claim's own code" in str(result).splitlines()[-1]
    assert result.as_json()["verdict"] == "untested"


def test_a_sequence_of_no_trials_is_no_support() -> None:
    empty = Instance(Trials.from_integers([], 1, [], 1), vector([1]))
    assert not supports(check(FIVE, empty))
    assert supports(check(FIVE, Instance(Trials.of([[1]], [1]), vector([1]))))
    nothing = Hypothesis("nothing", "no trials", formula="l == 0")
    vain = dataclasses.replace(FIVE, id="own.vain", hypotheses=(*FIVE.hypotheses, nothing))
    result = search(vain, instances=150)
    assert result.counts.total() > 0
    assert (result.supports, result.conclusion) == (0, "UNTESTED")


def test_one_expert_out_of_one_is_no_support() -> None:
    """Power: a portfolio's bound was HELD at a hundredth of it, where all that was not vacuous had one attribute."""
    weights = by_rule("w*exp(-eta*x)", predict="dot(w, x)/sum(w)", start={"w": "1"})
    hedge = own_claim(weights, "ln(n)/eta + eta*l/8", gain="linear", loss="linear", given=["unit inputs", "expert"])
    alone = Instance(Trials.of([[1], [0]], [1, 1]), vector([1]), {symbols.eta: Fraction(1)})
    among_two = Instance(Trials.of([[1, 0], [0, 1]], [1, 1]), vector([1, 0]), {symbols.eta: Fraction(1)})
    assert not supports(check(hedge, alone))
    assert supports(check(hedge, among_two))


def test_what_may_have_been_dropped_has_its_share() -> None:
    """Power: it took 47 to 86 of 100 instances of a claim of one's own, though nothing was dropped."""
    claim = own_claim(
        "w + y*x if y*yhat <= 0 else w", "U**2*X**2", given=["norm(u, 2) <= U", "norm(x, 2) <= X", "separable"]
    )
    first, again = stages(claim)
    names = [stage.name for stage in (*first, *again)]
    record = run_task(claim, names.index("dropped"), 0)
    assert record.statuses.total() == UNKNOWN
    assert names.index("pools") < names.index("patterns") < names.index("dropped premises")


def test_claims_about_parameters_are_tested_without_trials() -> None:
    assert search(theorem("gls.7.lim"), instances=60).held
    assert search(theorem("kw.lemma10"), instances=60).conclusion == "HELD"  # no learner, no run
    assert search(theorem("kw.13a"), instances=60).conclusion == "HELD"  # against an adversary


@pytest.mark.parametrize(("instances", "conclusion"), [(9, "UNTESTED"), (10, "HELD")])
def test_ten_instances_are_needed(monkeypatch: pytest.MonkeyPatch, instances: int, conclusion: str) -> None:
    fine = Instance(Trials.of([[1]], [1]), vector([1]))
    monkeypatch.setattr(STAGES, "FIRST", (planted("fine", *[fine] * instances),))
    result = search(FIVE, instances=instances)
    assert (result.supports, result.conclusion) == (instances, conclusion)


def test_one_in_a_hundred_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    fine = Instance(Trials.of([[1]], [1]), vector([1]))
    vacuous = Instance(Trials.of([[1]], [-1]), vector([1]))
    monkeypatch.setattr(STAGES, "FIRST", (planted("some", *[fine] * 11, *[vacuous] * 1200),))
    result = search(FIVE, instances=1211)
    assert result.untested == "11 of 1211 instances test it, and at least 13 have to"


def test_what_was_not_tried_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(_claim: Claim, _seed: int, _effort: int, _judge: Judge) -> None:
        raise KeyError("planted")

    stages = (planted("fine", *[Instance(Trials.of([[1]], [1]), vector([1]))] * 12), Stage("broken", breaks))
    monkeypatch.setattr(STAGES, "FIRST", stages)
    monkeypatch.setattr(STAGES, "ROUND", (planted("unreached"),))
    result = search(FIVE, instances=13)
    assert result.held
    assert result.not_tried == {"not reached": ["unreached"], "ended by an error": ["broken"]}
    assert "  not tried    unreached (not reached)" in result.lines()
    assert result.lines()[-1].endswith("that is not a proof; not reached: unreached)")


@pytest.mark.parametrize(("learner", "code"), [(None, 0), (Crash, 3)])
def test_exit_codes(monkeypatch: pytest.MonkeyPatch, learner: type[Perceptron] | None, code: int) -> None:
    claim = FIVE if learner is None else with_learner(learner)
    monkeypatch.setattr(command, "variant", lambda *_: claim)
    assert run("bylander.5", "--instances", "60", "--jobs", "1") == code


class Changeable(Perceptron):
    """Sees nothing, and so errs on every trial, while it is ``blind``."""

    blind = False

    def predict(self, x: Example) -> Fraction:
        return Fraction(0) if self.blind else cast("Fraction", super().predict(x))


def blind_once(_claim: Claim, _seed: int, _effort: int, judge: Judge) -> None:
    Changeable.blind = True
    try:
        judge("planted", Instance(Trials.of([[1], [1]], [1, 1]), vector([1])))
    finally:
        Changeable.blind = False


def test_a_learner_that_does_not_do_the_same_each_time_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(STAGES, "FIRST", (Stage("blind once", blind_once),))
    with pytest.raises(BoundcheckError, match="planted: VIOLATED at first, HOLDS when repeated; a learner has to do"):
        search(with_learner(Changeable), instances=20, jobs=1)


# --- Ctrl-C ----------------------------------------------------------------------------------------------


def swallowing(_claim: Claim, _seed: int, _effort: int, judge: Judge) -> None:
    """Get Ctrl-C in the midst of code that swallows what it raises, as callbacks of libraries do."""
    for _ in range(30):
        judge("fine", Instance(Trials.of([[1]], [1]), vector([1])))
    try:
        os.kill(os.getpid(), signal.SIGINT)
        threading.Event().wait(1)
    except BaseException:  # noqa: S110
        pass


@pytest.fixture
def _in_the_foreground() -> Iterator[None]:
    """Where tests run in the background, as under nohup, Ctrl-C is ignored from the start."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("_in_the_foreground")
def test_ctrl_c_is_its_own_conclusion(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Power: it said HELD, and where a library swallowed the exception the search went on."""
    monkeypatch.setattr(STAGES, "FIRST", (Stage("swallowing", swallowing),))
    assert run("bylander.5", "--instances", "5000", "--jobs", "1", "--json") == 130
    found = json.loads(capsys.readouterr().out)
    assert (found["verdict"], found["stopped"], found["instances"]) == ("interrupted", "interrupted", 30)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


class Last:
    """Gets Ctrl-C at its end, where Python prints what is raised, and goes on."""

    def __del__(self) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        threading.Event().wait(1)


def at_an_end(_claim: Claim, _seed: int, _effort: int, _judge: Judge) -> None:
    Last()


@pytest.mark.usefixtures("_in_the_foreground")
def test_ctrl_c_prints_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", told.append)
    monkeypatch.setattr(STAGES, "FIRST", (Stage("at an end", at_an_end),))
    assert run("bylander.5", "--instances", "5000", "--jobs", "1", "--json") == 130
    assert told == []
    assert sys.unraisablehook == told.append


def test_the_ledger_keeps_what_was_finished_and_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from verify.commands import ledger as ledger_command

    def cut(identifier: str, **given: Any) -> Entry:
        if identifier == "bylander.5.loss":
            raise KeyboardInterrupt
        return cast("Entry", entry_of(identifier, **given))

    entry_of, claims = LEDGER.entry_of, [FIVE, theorem("bylander.5.loss")]
    monkeypatch.setattr(LEDGER, "entry_of", cut)
    monkeypatch.setattr(ledger_command, "catalogue", lambda: claims)
    options = argparse.Namespace(instances=20, seed=0, seconds=None, jobs=1, json=True, fresh=True, no_corpus=True)
    assert ledger_command.run(options) == 130
    found = json.loads(capsys.readouterr().out)
    assert ([item["id"] for item in found["claims"]], found["unfinished"]) == (["bylander.5"], ["bylander.5.loss"])


# --- killed processes ------------------------------------------------------------------------------------


def killer(file: Path, times: int) -> Stage:
    """A stage whose process kills itself, so many times."""

    def run(_claim: Claim, _seed: int, _effort: int, judge: Judge) -> None:
        deaths = len(file.read_text()) if file.exists() else 0
        if multiprocessing.parent_process() is not None and deaths < times:
            file.write_text("x" * (deaths + 1))
            os.kill(os.getpid(), signal.SIGKILL)
        judge("fine", Instance(Trials.of([[1]], [1]), vector([1])))

    return Stage("killed", run)


def killed(monkeypatch: pytest.MonkeyPatch, file: Path, times: int) -> Search:
    monkeypatch.setattr(STAGES, "FIRST", (killer(file, times), *STAGES.FIRST))
    return search(FIVE, instances=120, jobs=2)


def test_a_task_whose_process_was_killed_is_done_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        undisturbed = killed(patch, tmp_path / "never", 0)
    result = killed(monkeypatch, tmp_path / "once", 1)
    assert result.held
    assert (result.counts, result.attacks) == (undisturbed.counts, undisturbed.attacks)


def test_a_task_that_kills_every_process_is_lost_and_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: it was HELD with exit code 0."""
    result = killed(monkeypatch, tmp_path / "twice", 2)
    assert (result.conclusion, result.lost) == ("UNTESTED", ["killed"])
    assert "  not tried    killed (lost with its process)" in result.lines()
    assert "a task was lost, as its process died" in result.lines()[-1]


def test_the_ledger_goes_on_where_a_process_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: one killed process ended the ledger with a traceback."""
    done, mark = LEDGER.entry_of, tmp_path / "died"

    def entry_of(identifier: str, **given: Any) -> Entry:
        if not mark.exists():
            mark.write_text(identifier)
            os.kill(os.getpid(), signal.SIGKILL)
        item: Entry = done(identifier, **given)
        return item

    monkeypatch.setattr(LEDGER, "entry_of", entry_of)
    assert [item.id for item in ledger([FIVE], instances=20, jobs=2)] == ["bylander.5"]
    assert mark.read_text() == "bylander.5"


def test_a_claim_that_kills_every_process_is_left_out_of_the_ledger(monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: nothing else is left out, and the ledger ends."""
    done = LEDGER.entry_of

    def entry_of(identifier: str, **given: Any) -> Entry:
        if identifier == "bylander.5":
            os.kill(os.getpid(), signal.SIGKILL)
        item: Entry = done(identifier, **given)
        return item

    monkeypatch.setattr(LEDGER, "entry_of", entry_of)
    claims = [FIVE, theorem("bylander.2"), theorem("bylander.8")]
    assert [item.id for item in ledger(claims, instances=20, jobs=2)] == ["bylander.2", "bylander.8"]


# --- a report that ends ----------------------------------------------------------------------------------


def test_a_long_bound_is_reported_without_simplifying_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: simplifying 100 logarithms for the first step of the report did not end."""

    def never(*_: Any, **__: Any) -> None:
        raise AssertionError("a report simplifies nothing")

    logs = "+".join(f"log({i} + U)" for i in range(2, 102))
    claim = FIVE.replace(bound=f"U**2*X**2/2 + ({logs})/1000")
    monkeypatch.setattr(sympy, "simplify", never)
    result = search(claim, instances=40)
    assert result.refuted
    assert "first step   the per-trial inequality first fails on trial 1" in str(result)
    assert result.confirmation


def test_what_judged_nothing_is_said_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: what was vacuous, and what could not be judged, was not told from what has nothing to show."""
    fine, vacuous = (Instance(Trials.of([[1]], [y]), vector([1])) for y in (1, -1))
    wrong = Instance(Trials.of([[1]], [1]))
    stages = (
        planted("fine", *[fine] * 60),
        planted("elsewhere"),
        planted("vain", *[vacuous] * 3),
        Stage("steady", lambda *_: None, idle="no period gains"),
        planted("unfit", wrong),
    )
    monkeypatch.setattr(STAGES, "FIRST", stages)
    monkeypatch.setattr(STAGES, "ROUND", (planted("late", *[fine] * 9),))
    result = search(FIVE, instances=64)
    assert result.idle == {
        "not of their kind": ["elsewhere"],
        "all vacuous": ["vain"],
        "none could be judged": ["unfit"],
        "no period gains": ["steady"],
        "not reached": ["late"],
    }
    assert result.lines()[-1].endswith(
        "not reached: late; not of their kind: elsewhere; all vacuous: vain; "
        "no period gains: steady; none could be judged: unfit)"
    )


def test_what_cannot_be_decided_is_told_without_a_place_in_a_library() -> None:
    """floor(exp(exp(9))) is beyond the precision of enclosures: nothing is known, and no code is at fault."""
    given = ["norm(u, 2) <= U", "all_t(norm(x, 2) <= X)", "separable"]
    claim = own_claim("w + y*x if y*yhat <= 0 else w", "U**2*X**2 + floor(exp(exp(9*l)))", given=given)
    result = search(claim, instances=40)
    assert result.conclusion == "UNTESTED"
    assert any("Undecided: the integer part of exp(exp(9)) is undecided" in text for text in result.errors)
    assert not any(".py" in text for text in result.errors)
    assert "no instance that tests it" in str(result)
