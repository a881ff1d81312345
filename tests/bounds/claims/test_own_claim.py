"""A claim from scratch, with premises and a learner of one's own: check, search, certificate, and what is missing."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

import pytest

from bounds import symbols as s
from bounds.claims.claim import (
    Case,
    Claim,
    Comparator,
    Hypothesis,
    LearnerSpec,
    Outcomes,
    Quantity,
    Row,
    Source,
    Standing,
    always,
)
from bounds.claims.own import learner, own_claim
from bounds.claims.shown import claim_lines
from bounds.data.interval import Interval
from bounds.data.trials import Trials
from bounds.data.vectors import Example
from bounds.data.versions import CLASSIFICATION
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from verify import kernel
from verify.judge.certificate import NoFormula, certificate, write_certificate
from verify.judge.check import check
from verify.judge.status import Status
from verify.publish.export import to_latex
from verify.search.search import search


class Majority:
    """Predicts the sum of the labels seen so far times the first attribute: three methods, no base class."""

    def start(self, n: int) -> None:
        self.n, self.votes = n, Fraction(0)

    def predict(self, x: Example) -> Fraction:
        return self.votes * x[0]

    def update(self, x: Example, target: Interval) -> None:
        self.votes += target.side(self.predict(x)) * x[0]

    @property
    def weights(self) -> Sequence[Fraction]:
        return [self.votes, *[Fraction(0)] * (self.n - 1)]


def always_one(case: Case) -> Fraction:
    return -Fraction(sum(x[0] != 1 for x in case.instance.trials.examples))


def agree(case: Case) -> Fraction:
    labels = case.instance.trials.outcomes
    return Fraction(len(set(labels))) - 1 if labels else Fraction(0)


def mistakes(case: Case) -> Iterator[Row]:
    yield Row(case.run.mistakes)


FIRST_IS_ONE = Hypothesis("first", "the first attribute is 1", formula="sum_t(at(x, 1) != 1) == 0")
SAME_LABELS = Hypothesis("same", "all labels are the same", formula="abs(sum_t(y)) == l")
COUNT = Quantity("mistakes", formula=({"value": "sum_t(err)"},))
LEARNER = LearnerSpec(
    "majority",
    lambda _: cast("Any", Majority()),
    always(CLASSIFICATION),
    formula="additive(1, 0, 1, 0, 0)",
    targets="classification",
)
CLAIM = Claim(
    id="own.majority",
    title="One mistake is enough where all labels agree",
    source=Source("a notebook", "remark 1", "p. 1"),
    standing=Standing.TRUE,
    quantity=COUNT,
    bound=1,
    hypotheses=(
        FIRST_IS_ONE,
        SAME_LABELS,
        Hypothesis("n = 1", "n = 1", formula="n == 1"),
    ),
    outcomes=Outcomes.LABELS,
    comparator=Comparator.NONE,
    learner=LEARNER,
)
AGREE = Instance(Trials.of([[1]] * 3, [-1, -1, -1]))
WITHOUT_FORMULAS = replace(
    CLAIM,
    hypotheses=(
        Hypothesis("first", "the first attribute is 1", always_one),
        Hypothesis("same", "all labels are the same", agree, "=="),
        Hypothesis("n = 1", "n = 1", lambda c: c.value(s.n) - 1, "=="),
    ),
    quantity=Quantity("mistakes", mistakes),
    learner=replace(LEARNER, formula="", targets=""),
)


def test_check_judges_it() -> None:
    assert check(CLAIM, AGREE).status is Status.HOLDS
    assert check(CLAIM, AGREE).attained
    assert check(CLAIM, Instance(Trials.of([[1], [1]], [1, -1]))).status is Status.VACUOUS
    assert [f.hypothesis.name for f in check(CLAIM, Instance(Trials.of([[2], [1]], [1, -1]))).failures] == [
        "first",
        "same",
    ]


def test_search_holds_it_and_breaks_it_without_its_premise() -> None:
    """Power: the premise is needed, and the search finds the shortest reason by itself."""
    assert search(CLAIM, instances=150).held
    found = search(CLAIM.replace(without="same"), instances=400)
    assert found.verdict is not None
    assert found.verdict.instance.trials.outcomes in ((1, -1), (-1, 1))


def test_search_breaks_a_smaller_bound() -> None:
    found = search(CLAIM.replace(bound=0), instances=150)
    assert found.verdict is not None
    assert found.verdict.instance.trials.l == 1


def test_its_certificates_replay(tmp_path: Path) -> None:
    file = tmp_path / "own.json"
    write_certificate(certificate(check(CLAIM, AGREE)), file)
    assert kernel.replay(file)[0]
    found = search(CLAIM.replace(without="same"), instances=400)
    assert found.counterexample is not None
    write_certificate(found.counterexample, file)
    confirmed, said = kernel.replay(file)
    assert confirmed
    assert said[0] == "claim 'own.majority' is not in the catalogue; the statement is the certificate's own"


@pytest.mark.parametrize(
    ("what", "claim"),
    [
        ("the hypothesis 'same'", replace(CLAIM, hypotheses=(FIRST_IS_ONE, WITHOUT_FORMULAS.hypotheses[1]))),
        ("the quantity 'mistakes'", replace(CLAIM, quantity=WITHOUT_FORMULAS.quantity)),
        ("the learner 'majority'", replace(CLAIM, learner=replace(LEARNER, formula="", targets=""))),
        ("the learner 'majority'", replace(CLAIM, learner=replace(LEARNER, targets=""))),
    ],
)
def test_a_part_without_a_formula_is_named(what: str, claim: Claim) -> None:
    with pytest.raises(NoFormula, match=rf"{what} of own.majority has no formula for certificates; give one"):
        certificate(check(claim, AGREE))


def test_a_learner_without_a_formula_is_certified_by_its_predictions() -> None:
    """Power: without a formula nothing else than what it predicted can be shown, and the checker says so first."""
    claim = replace(CLAIM, learner=replace(LEARNER, formula=""))
    confirmed, said = kernel.confirm(json.dumps(certificate(check(claim, AGREE))), kernel.statements())
    assert confirmed
    assert said[0].startswith('the predictions, of "majority", are as recorded')


def test_a_part_that_is_said_twice_is_refused() -> None:
    """Power: of a formula and a function beside it, one could be another statement than the other."""
    with pytest.raises(BoundcheckError, match=r"the quantity 'mistakes' has a formula and a function; give it a form"):
        Quantity("mistakes", mistakes, formula=COUNT.formula)
    with pytest.raises(BoundcheckError, match=r"the premise 'same' has a formula and a function"):
        Hypothesis("same", "all labels are the same", agree, "==", formula=SAME_LABELS.formula)
    with pytest.raises(BoundcheckError, match=r"the premise 'same' says nothing"):
        replace(SAME_LABELS, formula="")


def test_search_without_formulas_gives_the_instance_and_the_reason() -> None:
    found = search(WITHOUT_FORMULAS.replace(bound=0), instances=150)
    assert found.refuted
    assert found.counterexample is not None
    assert "has no formula for certificates" in found.counterexample["uncertified"]
    assert found.counterexample["instance"]["trials"]


def test_a_learner_that_its_formula_does_not_say_is_not_confirmed() -> None:
    """Power: the independent checker computes from the formula, so a wrong one cannot vouch for the class."""
    wrong = replace(CLAIM, learner=replace(LEARNER, formula="additive(-1, 0, 1, 0, 0)"))
    assert not kernel.confirm(json.dumps(certificate(check(wrong, AGREE))), kernel.statements())[0]


def test_a_wrong_formula_is_wrong_everywhere() -> None:
    """Power: one mistake too many is counted, and check, kernel, statement, export and LaTeX all show it."""
    wrong = replace(CLAIM, quantity=replace(COUNT, formula=({"value": "sum_t(err) + 1"},)))
    verdict = check(wrong, AGREE)
    assert check(CLAIM, AGREE).status is Status.HOLDS
    assert verdict.status is Status.VIOLATED
    assert verdict.decisive is not None
    assert verdict.decisive.lhs == 2
    document = certificate(verdict)
    assert document["statement"]["compare"] == [{"value": "sum_t(err) + 1"}]
    assert document["left"] == "2"
    confirmed, said = kernel.confirm(json.dumps(document), kernel.statements())
    assert confirmed, said
    for latex in (wrong.latex(), to_latex(wrong)):
        assert r"M + 1 \le 1" in latex
    assert "+ 1" not in CLAIM.latex()


def test_a_wrong_learner_is_not_confirmed_either() -> None:
    """Power: the class is planted wrong this time; its verdict is not what the formula's learner does."""

    class Stubborn(Majority):
        def update(self, x: Example, target: Interval) -> None:
            self.votes -= target.side(self.predict(x)) * x[0]

    claim = replace(CLAIM, learner=replace(LEARNER, make=lambda _: cast("Any", Stubborn())))
    verdict = check(claim, AGREE)
    assert verdict.status is Status.VIOLATED
    assert not kernel.confirm(json.dumps(certificate(verdict)), kernel.statements())[0]


def test_a_bound_in_a_symbol_without_a_value_is_refused() -> None:
    with pytest.raises(BoundcheckError, match="tau"):
        check(replace(CLAIM, bound=s.tau), AGREE)


def test_what_nothing_looks_at_is_not_described() -> None:
    """Power: Hedge against linear losses was said to be about labels, and about an expert that is wrong on k trials."""
    shares = learner({"w": "w*exp(-eta*x)"}, predict="dot(w, x)/sum(w)", start={"w": "1"})
    of: dict[str, Any] = {"gain": "linear", "loss": "linear", "given": ["unit inputs", "expert"]}
    said = dict(claim_lines(own_claim(shares, "ln(n)/eta + eta*l/8", **of)))
    assert said["comparator"] == "one of the attributes"
    assert said["outcomes"] == "of no consequence: nothing looks at them; examples in [0, 1]^n"
    said = dict(claim_lines(own_claim(shares, "ln(n)/eta + eta*k", **{**of, "gain": "mistake"})))
    assert said["comparator"] == "one of the attributes, wrong on k trials"
    assert said["outcomes"] == "labels, examples in [0, 1]^n"
