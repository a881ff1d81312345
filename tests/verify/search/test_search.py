"""The search: planted variants fall, true claims stand, and the answer depends on the seed alone."""

from __future__ import annotations

import dataclasses
import importlib
import json
import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import sympy

from bounds import symbols as s
from bounds.claims.catalogue import theorem
from bounds.claims.claim import Case, Claim, Hypothesis, LearnerSpec
from bounds.data.interval import Interval
from bounds.data.trials import Trials
from bounds.data.vectors import vector
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from bounds.learners import TableLearner
from verify import cli, kernel
from verify.judge.check import check
from verify.judge.status import Status
from verify.search.attack import run_task
from verify.search.search import Search, search
from verify.search.stages import FIRST, ROUND, Judge, Stage

R = sympy.Rational
STAGES, SEARCH = sys.modules["verify.search.stages"], sys.modules["verify.search.search"]
FIVE, SIX = theorem("bylander.5"), theorem("bylander.6")


def of(claim: Claim, factor: str) -> Claim:
    """Return the claim with its bound times a rational."""
    return claim.replace(bound=claim.inner_bound * R(factor))


# --- false variants fall ---------------------------------------------------------------------------------

PLANTED = {
    "half of an attained bound": (of(FIVE, "1/2"), (1, 1)),
    "99% of an attained bound": (of(theorem("bylander.8"), "99/100"), (1, 1)),
    "a wrong power": (FIVE.replace(bound=s.U * s.X), (2, 2)),
    "a dimension in place of the margin": (FIVE.replace(bound=s.n), (3, 2)),
    "wrong only beyond two mistakes": (FIVE.replace(bound=sympy.Max(2, s.U**2 * s.X**2 * R(9, 10))), (3, 3)),
    "a smaller charge": (theorem("bylander.2").replace(bound=s.U**2 / (2 * s.eta) + s.eta * s.l * s.X**2 / 4), (1, 1)),
    "a quarter of an entropic bound": (of(theorem("bylander.9"), "1/4"), (1, 2)),
    "half of p-norm theorem 7.1": (of(theorem("gls.7.1a"), "1/2"), (1, 1)),
    "strict where it is attained": (theorem("bylander.2").replace(relation="<"), (0, 1)),
    "a learning rate that is too large": (theorem("bylander.11").replace(define={s.eta: 4 / s.X**2}), None),
    "labels that nothing separates": (FIVE.replace(without="separable"), (1, 1)),
    "examples beyond X": (FIVE.replace(without="examples"), (1, 1)),
    "a false statement of the catalogue": (theorem("bylander.5.eta.start"), None),
}


@pytest.mark.parametrize("name", PLANTED)
def test_planted_variant_is_killed_and_minimal(name: str) -> None:
    """Power: each falls within a fixed number of instances, shrinks to the known size and is certified."""
    claim, size = PLANTED[name]
    result = search(claim, instances=1200, seed=1)
    assert result.refuted, str(result)
    verdict = result.verdict
    assert verdict is not None
    assert check(claim, verdict.instance).status is Status.VIOLATED
    if size is not None:
        assert (verdict.instance.trials.l, verdict.instance.trials.n) == size
    assert result.minimal.startswith("1-minimal")
    confirmed, said = kernel.confirm(json.dumps(result.counterexample), kernel.statements())
    assert confirmed, said


def test_a_long_counterexample_is_exchanged_for_a_shorter_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: a local minimum that is long makes the search go on for a round."""
    claim = FIVE.replace(bound=sympy.Max(2, s.U**2 * s.X**2 * R(9, 10)))

    def block(size: int) -> Instance:
        return Instance(
            Trials.of([[int(i == j) for j in range(size)] for i in range(size)], [1] * size), vector([1] * size)
        )

    monkeypatch.setattr(SEARCH, "shrink", lambda verdict, **_: _unshrunk(verdict))
    stages = (planted_stage("long", block(8)), planted_stage("other", block(9)), planted_stage("short", block(3)))
    monkeypatch.setattr(STAGES, "FIRST", stages)
    result = search(claim, instances=500)
    assert result.verdict is not None
    assert result.verdict.instance.trials.l == 3
    assert result.found_name == "short: planted"


def _unshrunk(verdict: Any) -> Any:
    from verify.shrink.shrink import Shrunk

    return Shrunk(verdict, 0, local=False, smallest=False, minimal="not shrunk")


def planted_stage(name: str, *instances: Instance, score: float | None = None) -> Stage:
    def run(_claim: Claim, _seed: int, _effort: int, judge: Judge) -> None:
        for instance in instances:
            judge("planted", instance, score)

    return Stage(name, run)


def test_a_stage_that_comes_closer_has_more_turns_whatever_the_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: without learning from what tasks yielded, each of the three has a third of the turns."""

    def rising(_claim: Claim, _seed: int, effort: int, judge: Judge) -> None:
        judge("longer u", Instance(Trials.of([[1]], [1]), vector([10 - effort])))

    flat = Instance(Trials.of([[1]], [1]), vector([20]))
    stages = (planted_stage("before", flat), Stage("rising", rising), planted_stage("after", flat))
    monkeypatch.setattr(STAGES, "FIRST", ())
    monkeypatch.setattr(STAGES, "ROUND", stages)
    attacks = [search(FIVE, instances=30, jobs=jobs).attacks for jobs in (1, 2)]
    assert attacks[0] == attacks[1]
    assert attacks[0]["rising"] >= 12
    assert min(attacks[0]["before"], attacks[0]["after"]) >= 5


# --- true claims stand -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "identifier",
    [
        *("bylander.5", "bylander.half"),
        *(pytest.param(name, marks=pytest.mark.deep) for name in ("bylander.2", "bylander.7", "gls.7.1a", "kw.thm3")),
        pytest.param("kitani.winnow", marks=pytest.mark.deep),
    ],
)
def test_true_claims_are_held(identifier: str) -> None:
    result = search(theorem(identifier), instances=700, seed=2)
    assert result.held
    assert result.counts[Status.VIOLATED] == result.counts[Status.UNDECIDED] == 0
    assert result.tried == 700
    assert not result.errors
    assert result.counterexample is None
    assert result.verdict is None
    assert "that is not a proof" in str(result)
    if result.best is not None:
        assert check(theorem(identifier), result.best.instance).status is Status.HOLDS
        assert result.best_ratio is not None
        assert result.best_ratio <= 1


def test_the_best_sequence_of_an_attained_bound_is_an_equality() -> None:
    result = search(theorem("bylander.8"), instances=300)
    assert result.best is not None
    assert result.best.attained
    assert "attained with equality" in str(result)


# --- the answer depends on the seed alone ----------------------------------------------------------------


def answer(result: Search) -> str:
    """Return everything but the time and the number of processes."""
    found = result.as_json()
    return json.dumps({key: value for key, value in found.items() if key not in ("seconds", "jobs")}, sort_keys=True)


@pytest.mark.deep
@pytest.mark.parametrize(
    "claim",
    [FIVE, FIVE.replace(bound=s.n), theorem("kitani.rwma"), theorem("bylander.5.eta.start")],
    ids=["held", "refuted", "experts", "false"],
)
def test_one_process_and_several_find_the_same(claim: Claim) -> None:
    """Runs in 1, 1, 2 and 3 processes agree to the last count."""
    runs = [search(claim, instances=520, seed=7, jobs=jobs) for jobs in (1, 1, 2, 3)]
    assert len({answer(run) for run in runs}) == 1
    assert runs[0].tried == 520 or runs[0].refuted


@pytest.mark.parametrize("identifier", ["bylander.8", "bylander.5.loss"])
def test_what_lies_behind_the_cut_of_the_budget_is_not_counted(identifier: str) -> None:
    """Power: failing premises behind the cut were counted in two processes, and not in one."""
    assert len({answer(search(theorem(identifier), instances=60, seed=3, jobs=jobs)) for jobs in (1, 2)}) == 1


@pytest.mark.parametrize("identifier", ["bylander.8", "bylander.5.loss"])
def test_a_task_with_a_limit_is_the_beginning_of_the_task(monkeypatch: pytest.MonkeyPatch, identifier: str) -> None:
    """Whatever becomes of its candidates: they fail a premise, have no value, crash, or the proposer breaks."""
    monkeypatch.setattr(STAGES, "FIRST", (Stage("broken", broken_stage), *FIRST))
    for number in range(len(FIRST)):
        whole = run_task(theorem(identifier), number, 3, limit=40)
        for limit in range(0, len(whole.candidates), 3):
            assert vars(run_task(theorem(identifier), number, 3, limit=limit)) == vars(whole.truncated(limit))


def test_another_seed_searches_elsewhere() -> None:
    first, second = (search(SIX, instances=520, seed=seed) for seed in (1, 2))
    assert answer(first) != answer(second)


@pytest.mark.deep
def test_hash_seeds_of_python_do_not_matter() -> None:
    code = (
        "import json; from boundcheck import theorem; from verify.search.search import search;"
        "r = search(theorem('bylander.11'), instances=500, seed=3).as_json(); r.pop('seconds'); print(json.dumps(r))"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(texts) == 1


def test_every_stage_is_deterministic_and_runs_without_trouble() -> None:
    """Each task of the first round, done twice on its first candidates, gives the same records."""
    for number in range(len(FIRST) + len(ROUND)):
        first, second = (run_task(FIVE, number, 5, limit=12) for _ in range(2))
        assert vars(first) == vars(second), first.attack
        assert not first.errors, first.attack
        assert Status.UNDECIDED not in first.statuses


# --- trouble ---------------------------------------------------------------------------------------------


def broken_stage(_claim: Claim, _seed: int, _effort: int, judge: Judge) -> None:
    judge("fine", Instance(Trials.of([[1]], [1]), vector([1])))
    judge("no instance", Instance(Trials.of([[1]], [Interval.parse("[0,1]")]), vector([1])))
    raise ValueError("the proposer\nbroke")


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_exception_in_a_proposer_is_recorded_and_the_search_goes_on(
    monkeypatch: pytest.MonkeyPatch, jobs: int
) -> None:
    monkeypatch.setattr(STAGES, "FIRST", (Stage("broken", broken_stage), *FIRST))
    result = search(of(FIVE, "1/2").replace(bound=s.U * s.X), instances=300, jobs=jobs)
    assert result.refuted
    (text,) = (text for text in result.errors if text.startswith("broken: ValueError: the proposer broke, at "))
    assert text.endswith("in broken_stage")
    assert result.crashes == 0  # it was the proposer's fault
    assert any(text.startswith("broken (no instance): ") for text in result.errors)
    assert "trouble      broken: ValueError: the proposer broke" in str(result)


def die(_claim: Claim, _seed: int, _effort: int, _judge: Judge) -> None:
    if multiprocessing.parent_process() is not None:
        os._exit(1)


def test_a_process_that_dies_is_recorded_and_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(STAGES, "FIRST", (Stage("dying", die), Stage("dying", die), *FIRST))
    result = search(FIVE.replace(bound=s.U * s.X), instances=300, jobs=2)
    assert result.refuted
    assert (result.lost, result.errors) == (["dying", "dying"], {})


def test_a_violation_in_floats_alone_is_counted_and_not_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: a proposer that is sure of a violation does not make one."""
    tight = Instance(Trials.of([[1, 0], [0, 1]], [1, 1]), vector([1, 1]))
    monkeypatch.setattr(STAGES, "FIRST", (planted_stage("floats", tight, score=1.0000000000000002),))
    result = search(FIVE, instances=1)
    assert not result.refuted
    assert result.alarms == result.as_json()["float_alarms"] == 1
    assert "1 violations in floats that exactly hold" in str(result)


def test_a_parameter_that_a_variant_fixes_is_left_to_the_variant() -> None:
    """Proposers set eta; the variant's own definition counts."""
    fixed = theorem("bylander.2").replace(define={s.eta: sympy.Integer(3)})
    result = search(fixed, instances=400)
    assert result.held
    assert not result.errors, result.errors


def test_a_bound_in_a_symbol_without_a_value_is_refused() -> None:
    with pytest.raises(BoundcheckError, match="no value for wx"):
        search(FIVE.replace(bound=s.wx), instances=10)


# --- what is printed and returned ------------------------------------------------------------------------


def test_the_result_as_json_has_the_documented_keys() -> None:
    for claim in (FIVE, of(FIVE, "1/2")):
        found = json.loads(json.dumps(search(claim, instances=60).as_json()))
        assert set(found) >= {
            "claim",
            "bound",
            "verdict",
            "best_ratio",
            "instances",
            "vacuous",
            "undecided",
            "seed",
            "seconds",
            "counterexample",
        }
        assert found["verdict"] == ("held" if claim is FIVE else "refuted")
        assert isinstance(found["best_ratio"], float)
        assert (found["counterexample"] is None) == (claim is FIVE)
        assert found["instances"] == sum(found["attacks"].values())


def test_a_refutation_prints_everything_a_reader_needs() -> None:
    text = str(search(FIVE.replace(bound=s.U * s.X), instances=300))
    for line in (
        "  claim        M <= U*X",
        "  trial 1      x = (1, 0), outcome 1",
        "  trial 2      x = (0, 1), outcome 1",
        "  comparator   u = (1, 1)",
        "  compared     M = 2",
        "  bound        sqrt(2) (1.41421)",
        "  first step   the per-trial inequality first fails on trial ",
    ):
        assert line in text
    assert text.endswith("REFUTED")
    assert "1-minimal" in text


def test_a_notebook_shows_the_result_escaped() -> None:
    shown = search(of(FIVE, "1/2"), instances=20)._repr_html_()
    assert shown.startswith("<div><b>bylander.5*")
    assert shown.endswith("<b style='color:red'>REFUTED</b></div>")
    assert "M &lt;= " in shown


# --- the command -----------------------------------------------------------------------------------------


def run(*arguments: str) -> int:
    options = cli._parser("search").parse_args(["search", *arguments])
    code: int = options.run(options)
    return code


QUICK = ("--instances", "120", "--jobs", "1")


def test_command_refutes_and_writes_a_certificate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "found.json"
    assert run("bylander.5", "--bound", "U**2*X**2/2", "--out", str(out), *QUICK) == 1
    printed = capsys.readouterr().out
    assert "REFUTED" in printed
    assert f"written      {out}" in printed
    confirmed, said = kernel.replay(out)
    assert confirmed, said


def test_command_holds_and_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "found.json"
    assert run("bylander.5", "--out", str(out), "--json", *QUICK) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["verdict"], found["counterexample"], found["instances"]) == ("held", None, 120)
    assert not out.exists()


@pytest.mark.parametrize(
    ("arguments", "changed"),
    [
        (["--without", "separable"], "refuted"),
        (["--set", "eta=4/X**2"], "held"),
        (["--relation", "<"], "refuted"),
        (["--bound", "U**2*X**2 + 1", "--set", "eta=1"], "held"),
    ],
)
def test_command_takes_variants(arguments: list[str], changed: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = run("bylander.5", *arguments, "--json", *QUICK)
    found = json.loads(capsys.readouterr().out)
    assert found["verdict"] == changed
    assert found["claim"] == "bylander.5*"
    assert code == (1 if changed == "refuted" else 0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["bylander.55"], "no claim is called"),
        (["bylander.5", "--bound", "U**2*"], "cannot read"),
        (["bylander.5", "--bound", "__import__('os')"], "cannot read"),
        (["bylander.5", "--bound", "wx"], "no value for wx"),
        (["bylander.5", "--without", "tides"], "has no hypothesis 'tides'"),
        (["bylander.5", "--set", "tau=1"], "has no parameter tau to set; it has U, X, eta"),
        (["bylander.5", "--set", "eta=1", "--set", "eta=2"], "set twice"),
        (["bylander.5", "--out", "."], "is a directory"),
        (["bylander.5", "--out", "nowhere/found.json"], "no directory nowhere"),
    ],
)
def test_command_refuses_bad_input(arguments: list[str], message: str) -> None:
    with pytest.raises(BoundcheckError, match=message):
        run(*arguments, *QUICK)


def test_command_is_interrupted_with_what_it_has(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(_claim: Claim, _seed: int, _effort: int, judge: Judge) -> None:
        judge("fine", Instance(Trials.of([[1]], [1]), vector([1])))
        raise KeyboardInterrupt

    monkeypatch.setattr(STAGES, "FIRST", (Stage("slow", interrupted),))
    assert run("bylander.5", *QUICK) == 130
    assert "judged       1 instance in" in capsys.readouterr().out


def stages() -> Iterator[str]:
    for stage in (*FIRST, *ROUND):
        yield stage.name


def test_the_portfolio_is_in_order() -> None:
    names = list(stages())
    assert names.index("alternating") < names.index("boundary") < names.index("scales")
    assert names.index("scales") < names.index("dropped premises")
    assert names.index("dropped premises") < names.index("random") < names.index("hypothesis") < names.index("climbing")
    assert len(set(names)) == len(names)


def test_the_clock_does_not_cut_an_import_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: a module whose import is cut short is not there afterwards, and some cannot be imported again."""
    (tmp_path / "slow_to_import.py").write_text("import time\nfor _ in range(60):\n    time.sleep(0.01)\ndone = True\n")
    monkeypatch.syspath_prepend(str(tmp_path))

    def imports(_: Case) -> TableLearner:
        assert importlib.import_module("slow_to_import").done
        return TableLearner("perceptron", Fraction(1))

    assert FIVE.learner is not None
    claim = FIVE.replace(learner=LearnerSpec("importing", imports, FIVE.learner.version))
    run_task(claim, 0, 0, deadline=time.monotonic() + 0.1)
    assert sys.modules["slow_to_import"].done


def test_the_clock_cuts_all_else_short() -> None:
    def dozes(_: Case) -> TableLearner:
        time.sleep(600)
        return TableLearner("perceptron", Fraction(1))

    assert FIVE.learner is not None
    claim = FIVE.replace(learner=LearnerSpec("dozing", dozes, FIVE.learner.version))
    started = time.monotonic()
    assert not run_task(claim, 0, 0, deadline=started + 0.1).statuses
    assert time.monotonic() - started < 300


def test_a_variant_that_fixes_what_its_instances_carry_is_searched() -> None:
    variant = theorem("kw.winnow.up").replace(define={s.alpha: 2, s.theta: s.N})
    found = search(variant, instances=300)
    assert found.held
    assert not any("do not set" in text for text in found.errors)


# --- reports of variants, and of what was not tested ---------------------------------------------------------------


def test_a_report_says_what_the_variant_changes() -> None:
    held = search(FIVE.replace(define={"eta": 3}), instances=60)
    assert "  variant      eta = 3" in held.lines()
    fallen = search(FIVE.replace(without="separable"), instances=200)
    assert "  variant      without the hypothesis separable" in fallen.lines()
    assert not [line for line in search(FIVE, instances=20).lines() if line.startswith("  variant")]


def test_untested_says_which_hypothesis_fails() -> None:
    result = search(theorem("kitani.wma").replace(define={"eta": "3/4"}), instances=50)
    assert result.conclusion == "UNTESTED"
    assert "  vacuous      50 times: eta <= 1/2" in result.lines()
    assert not [line for line in result.lines() if line.startswith("  best")]
    assert result.as_json()["failures"] == {"eta <= 1/2": 50}


def test_a_hypothesis_that_has_no_value_anywhere_ends_the_search() -> None:
    """Power: candidates without a value were not counted, and a budget of instances was never used up."""
    nowhere = Hypothesis("nowhere", "1/0 > 0", lambda _: Fraction(1) / 0, ">")
    result = search(dataclasses.replace(FIVE, id="mine", hypotheses=(nowhere,)), instances=80)
    assert (result.conclusion, result.tried) == ("UNTESTED", 0)
    assert result.undefined.total() == 80
    assert any(
        "80 instances at which there is no value" in line and "divides by zero" in line for line in result.lines()
    )
