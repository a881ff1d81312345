"""Claim files in the whole language: each is held, its false variant falls, and the checker refuses a planted fault.

Power: every planted fault alters one number, name or formula of a certificate that is confirmed as it was.
"""

from __future__ import annotations

import copy
import itertools
import json
import pickle
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from bounds.claims.own_file import claim_of, read_claim
from bounds.data.trials import Trials
from bounds.data.vectors import vector
from bounds.errors import BoundcheckError
from bounds.formulas import read
from bounds.formulas.program import program
from bounds.instances import Instance
from bounds.symbols import own
from verify import kernel
from verify.judge.certificate import certificate
from verify.judge.check import check
from verify.judge.read_certificate import claim_of as certified_claim
from verify.judge.read_certificate import instance_of
from verify.own_data.reader import read_trials
from verify.own_data.survey import check_all
from verify.search.search import search

Document = dict[str, Any]
FOLDER = Path(__file__).parent


def _set(*path: str | int, to: Any) -> Callable[[Document], None]:
    def plant(document: Document) -> None:
        inside: Any = document
        for key in path[:-1]:
            inside = inside[key]
        assert inside[path[-1]] != to
        inside[path[-1]] = to

    return plant


CLAIMS: dict[str, tuple[str, Callable[[Document], None]]] = {
    "noisy_margin": (
        "U**2/(2*rate_w) + rate_w*X**2*l/3",
        _set("instance", "parameters", "sigma", to="-1"),
    ),
    "recursive_least_squares": ("a*U**2/2", _set("statement", "learner", "rule", "A", to="A")),
    "moved": ("D_w*l/2", _set("statement", "hypotheses", "norm(end(w), 2) <= D_w", to="norm(end(w), 2) <= D_w/2")),
    "follow_the_leader": ("changes/2", _set("statement", "learner", "rule", "L", to="L")),
    "projected_on_simplex": (
        "1/(4*eta) + eta*n*l/8",
        _set("statement", "learner", "rule", "w", to="simplex(w + eta*x)"),
    ),
    "optimistic": (
        "U**2/(2*eta) + eta*V/3",
        _set("instance", "trials", 0, "columns", "h", to=["9/10"]),
    ),
    "sleeping_experts": ("ln(n)/(8*eta) + eta*l/32", _set("instance", "trials", 0, "columns", "awake", to="1/2")),
    "convex_losses": (
        "U**2/(2*eta) + eta*G**2*l/3",
        _set("statement", "hypotheses", "fu >= fw + dot(g, u - w)", to="all_t(fu >= fw + dot(g, w - u))"),
    ),
    "exp3": ("ln(n)/eta/4 + eta*n*l/8", _set("statement", "learner", "draw", "I", to="w + e(1)")),
    "randomised_majority": ("ln(n)/eta/10 + eta*l/10", _set("instance", "trials", 0, "x", to=["1", "1"])),
    "kernel_perceptron": (
        "9/10*U**6*X**6",
        _set("statement", "learner", "predict", to="before_t(y*dot(x, now(x)) if y*yhat <= 0 else 0) + 1"),
    ),
    "delayed": (
        "U**2/(2*eta) + eta*X**2*(l/2 + D_sum/2)",
        _set("instance", "trials", 0, "columns", "late", to="0"),
    ),
    "classes": (
        "H/2 + R*U*sqrt(2*H)/2 + R**2*U**2",
        _set("instance", "trials", 0, "columns", "right", to="1"),
    ),
    "several_classes": (
        "U**2/(8*eta) + eta*R**2*l/4",
        _set("instance", "parameters", "k", to="5"),
    ),
    "median_expert": ("-1/2", _set("statement", "bound", to="0")),
    "budget": ("budget - 1/2", _set("instance", "parameters", "budget", to="3/2")),
}
"""By file: a bound that is false, and a fault that is planted in the certificate of its fall."""


def _confirmed(document: Document) -> bool:
    try:
        return kernel.confirm(json.dumps(document), kernel.statements())[0]
    except kernel.Malformed:
        return False


@pytest.mark.parametrize("name", CLAIMS)
def test_claim(name: str) -> None:
    claim = read_claim(FOLDER / f"{name}.toml")
    assert search(claim, instances=100).held
    bound, plant = CLAIMS[name]
    found = search(pickle.loads(pickle.dumps(claim)).replace(bound=bound), instances=300)  # noqa: S301
    document = json.loads(json.dumps(found.counterexample))
    assert found.refuted
    assert _confirmed(document)
    assert check(certified_claim(document), instance_of(document)).status.name == "VIOLATED"
    altered = copy.deepcopy(document)
    plant(altered)
    assert not _confirmed(altered)


def test_columns_are_read_with_the_trials(tmp_path: Path) -> None:
    given = {"trials": [{"x": [1], "outcome": 1}] * 2, "columns": {"h": [["1/2"], [1]]}, "comparator": [1]}
    file = tmp_path / "trials.json"
    file.write_text(json.dumps(given))
    claim, instance = read_claim(FOLDER / "optimistic.toml"), read_trials(file).instance
    verdict = check(claim, replace(instance, parameters={"eta": Fraction(1)}))
    assert str(verdict.case.value(own("V"))) == "1/4"
    for columns, said in (
        ({}, "there is no column 'h' (vector); give its values"),
        ({"h": [1, 2]}, "the column h has 1 on trial 1; it is vector"),
        ({"h": [[1], [2]], "c": [1, 1]}, "the claim has no column 'c'; it has h"),
    ):
        with pytest.raises(BoundcheckError) as error:
            check(claim, replace(instance, parameters={"eta": Fraction(1)}, columns=columns))
        assert said in str(error.value)


RULE = {"learner": "w + y*x", "bound": "l"}


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"symbols": {"rate_w": "positive"}}, "rate_w = 'positive' is no range; write any, > 0, <= 1/2, (0, 1]"),
        ({"symbols": {"w": "> 0"}}, "'w' is no name for a symbol: it has a meaning of its own"),
        ({"symbols": {"dot": "> 0"}}, "'dot' is no name for a symbol; take letters and digits"),
        ({"symbols": {"k": "> 0"}}, "k counts; write its range as in k = 'whole >= 1'"),
        ({"given": ["end(dot(w, x)) <= C"]}, "unknown name 'x'"),
        ({"given": ["norm(end(u), 2) <= C"]}, "in 'end(u)': end takes a formula of the learner's state: w"),
        ({"gain": "norm(A_next, 2)"}, "'A_next' is a number"),
        ({"trial": {"h": "matrix"}}, "the column h = 'matrix' is of no kind; write vector, 0/1 vector or number in"),
        ({"trial": {"y": "vector"}}, "'y' is no name for a column: it has a meaning of its own"),
        ({"trial": {"d": "number"}, "learner": "w + dot(d, x)*x"}, "dot takes two vectors, and 'd' is a number"),
        ({"trial": {"c": "number"}}, "'c' is no name for a column: it has a meaning of its own"),
        ({"trial": {"outcome": "number"}}, "'outcome' is no name for a column: it has a meaning of its own"),
        ({"symbols": {"c": "> 0"}}, "'c' is no name for a symbol: it has a meaning of its own"),
        ({"learner": "sort(1)"}, "in 'sort(1)': sort takes a vector there, and '1' is a number"),
        ({"learner": {"v": "e(x)", "predict": "0"}}, "in 'e(x)': e takes numbers, and 'x' is a vector"),
        ({"learner": {"A": "A", "A_next": "A"}}, "'A_next' is no name for a part of the state"),
        ({"learner": "w + before_t(before_t(x))"}, "before_t neither within it nor within itself"),
        ({"learner": "w + now(x)"}, "in 'now(x)': now stands within before_t"),
        ({"gain": "before_t(yhat)"}, "in 'before_t(yhat)': before_t stands in the rules of learners alone"),
        (
            {"learner": {"w": "w", "predict": "before_t(dot(x, now(y*x)))"}},
            "the prediction speaks of 'y', which is known only after it",
        ),
        ({"symbols": {"rate_w": "> norm(x, 2)"}, "bound": "rate_w2*l"}, "unknown name 'rate_w2'"),
    ],
)
def test_misuse_is_said_in_one_line(more: Document, said: str) -> None:
    with pytest.raises(BoundcheckError) as error:
        claim_of({**RULE, **more})
    assert said in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("back", ["y*x", "y*w", "outer(x, x)", "t"])
def test_sums_over_earlier_trials_are_those_that_a_state_keeps(back: str) -> None:
    """Power: a sum that takes this trial too, or has another number for that of no trials, differs on the first one."""
    start = {"S": "0*identity"} if "outer" in back else {}
    of = {"w": "w + y*x if y*yhat <= 1 else w", "S": f"S + {back}"}
    by_state, by_history = (
        {"outer(x, x)": f"dot(x, {S}*x)", "t": f"dot(w, x) + {S}"}.get(back, f"dot({S} + w, x)")
        for S in ("S", f"before_t({back})")
    )
    instance = Instance(Trials.of([[1, 2], [2, -1], ["1/2", 1]], [1, -1, 1]), parameters={"C": 1})
    said = [
        check(claim_of({"learner": {**of, "predict": by, "start": start}, "gain": "yhat", "bound": "C"}), instance)
        for by in (by_state, by_history)
    ]
    assert said[0].comparisons[0].lhs == said[1].comparisons[0].lhs
    assert all(_confirmed(json.loads(json.dumps(certificate(verdict)))) for verdict in said)


def test_a_survey_hands_each_claim_the_columns_that_it_speaks_of() -> None:
    """Power: without its column the claim would be among the others, with all columns the other claim would."""
    trials = Trials.of([[1], [1]], [1, 1])
    instance = Instance(trials, [1], {"eta": 1}, columns={"h": [["1/2"], [1]]})
    survey = check_all(instance, [read_claim(FOLDER / "optimistic.toml"), "bylander.5"])
    assert {verdict.claim.id for verdict in survey.verdicts} == {"own.optimistic", "bylander.5"}


def test_columns_of_a_table_are_those_that_the_claim_calls_so(tmp_path: Path) -> None:
    """Power: taken for an attribute, the column would be missing; at another place, V would not be 1/4."""
    file = tmp_path / "trials.csv"
    file.write_text("size,h1,label\n1,0.5,1\n1,1,1\n")
    claim = read_claim(FOLDER / "optimistic.toml")
    found = read_trials(file).with_columns_of(claim)
    verdict = check(claim, Instance(found.trials, [1], {"eta": 1}, columns=found.columns))
    assert (found.attributes, str(verdict.case.value(own("V")))) == (("size",), "1/4")
    assert read_trials(file).with_columns_of(read_claim(FOLDER / "noisy_margin.toml")).attributes == ("size", "h1")


@pytest.mark.parametrize("n", [1, 3, 5, 6])
@pytest.mark.parametrize(
    "text",
    [
        "sums(x, 3)",
        "block(x, 2, 3)",
        "block(x, 1, 1)",
        "e(2, 3)",
        "sums(block(x, 3, 3), 3)",
        "sums(x, 0)",
        "block(x, 4, 3)",
    ],
)
def test_blocks_are_what_both_judges_say_they_are(text: str, n: int) -> None:
    """Power: with other ends of blocks, or another first place, entries would differ; what is no block has no value."""
    x = [Fraction(i * i) for i in range(1, n + 1)]
    try:
        ours: list[Fraction] | None = list(program(read(text), {"x": "vector", "n": "number"}).value({"x": vector(x)}))
    except BoundcheckError:
        ours = None
    try:
        theirs: list[Any] | None = list(
            kernel.value(kernel.read(text), kernel.Scope({"x": tuple(x), "n": Fraction(n)}))
        )
    except (kernel.Malformed, kernel.Unknown):
        theirs = None
    assert ours == theirs
    assert (ours is None) == (text in ("sums(x, 0)", "block(x, 4, 3)"))
    if text == "sums(x, 3)" and ours is not None:
        ends = [i * n // 3 for i in range(4)]
        assert ours == [sum(x[i:j], Fraction(0)) for i, j in itertools.pairwise(ends)]
