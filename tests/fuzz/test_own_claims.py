"""Own claims drawn at random for all judges: what one calls proved or certified, no other refutes.

The judges are prove, derive, certify, search, check, the independent checker, and a plain judge that shares no reader
with them (plain_judge.py). Questions to derive are drawn too, a fifth as many. BOUNDCHECK_OWN_CLAIMS sets how many
claims are drawn (default 500), BOUNDCHECK_OWN_FIRST the number of the first. In a run of the tests each judge is asked
of a third of the claims, and the plain judge of all; where more than the default are drawn, all judges are asked of
all. A contradiction is printed as a claim file.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from boundcheck import BoundcheckError, check, derive, search

from tests.fuzz.judges import Judges, Said, as_claim, as_instance, said_of, shrunk, without_a_search
from tests.fuzz.own_claims import as_file, own_document
from tests.fuzz.own_classics import CLASSICS, QUESTIONS, QUICK, UNPROVED, answered, derived
from tests.fuzz.own_questions import question
from tests.fuzz.plain_attack import attack
from tests.fuzz.plain_judge import Document, judge, parameters, premises

USUAL = 500
COUNT = int(os.environ.get("BOUNDCHECK_OWN_CLAIMS", USUAL))
FIRST = int(os.environ.get("BOUNDCHECK_OWN_FIRST", "0"))
SHARD = 100
WHOLE = COUNT > USUAL

JUDGES = Judges(instances=12)
THIRDS = (frozenset(("prove", "check")), frozenset(("search", "check")), frozenset(("certify", "check")))


def judges_of(number: int) -> Judges:
    """Return the judges that are asked of a claim: of every second one constants are derived though it is false."""
    asked = JUDGES if number % 2 else replace(JUDGES, prove=without_a_search)
    return replace(asked, instances=24) if WHOLE else replace(asked, asked=THIRDS[number % 3])


def report(document: Document, number: int, judges: Judges, said: Said) -> str:
    """Return a contradiction as a claim file that shows it."""
    small = shrunk(document, number, judges)
    return "\n".join([f"own claim {number}, as a file:", as_file(small), *said.wrong])


@pytest.mark.parametrize("first", range(FIRST, FIRST + COUNT, SHARD))
def test_no_judge_contradicts_another(first: int) -> None:
    counts: Counter[str] = Counter()
    wrong = []
    for number in range(first, min(first + SHARD, FIRST + COUNT)):
        document, true = own_document(number, quick=not WHOLE)
        judges = judges_of(number)
        said = said_of(document, number, judges, true)
        counts += said.counts
        wrong += [report(document, number, judges, said)] if said.wrong else []
    print(f"own claims from {first} on: {dict(counts.most_common())}")
    assert not wrong, "\n\n".join(wrong)
    if min(SHARD, COUNT) == SHARD:
        assert not missing(counts), counts


LEAST = {
    "broken": 12, "supported": 40, "check VIOLATED": 12, "check HOLDS": 50, "check VACUOUS": 40, "prove checked": 1,
    "derived": 1, "search REFUTED": 3, "refuted, confirmed": 5, "certified, tried": 40,
}  # fmt: skip
"""How often a shard has to come to each judge's verdicts, so that it does not pass on nothing."""


def missing(counts: Counter[str]) -> list[str]:
    """Return of which verdicts there are too few."""
    found = counts + Counter({"derived": counts["derived, proved"] + counts["derived, not proved"]})
    return [what for what, least in LEAST.items() if found[what] < least]


@pytest.mark.deep
@pytest.mark.parametrize("name", QUESTIONS if WHOLE else QUICK)
def test_what_is_derived_is_not_violated(name: str) -> None:
    """A derived claim says the same as the file that the tests write of it, and something at U = 0 besides."""
    asked = QUESTIONS[name]
    of = as_claim({"learner": asked.learner, "bound": "l"}).learner
    assert of is not None
    assert of.rule is not None
    result = derive(of.rule, asked.gain, asked.loss, **asked.more)
    for part, document in enumerate(derived(name)):
        claim = result.claim(part)
        assert not search(claim, instances=30).refuted
        found = Counter[str]()
        for plain, plainly in attack(document, random.Random(name), 60):
            found[plainly.status] += 1
            theirs = check(claim, as_instance(plain, labels=claim.outcomes.kind == "labels")).status.value
            assert plainly.status != "VIOLATED", plain
            assert theirs == plainly.status or (theirs == "HOLDS" and plainly.status == "VACUOUS"), plain
        assert found["HOLDS"] >= 10


QUESTIONS_ASKED = COUNT // 5


def violated(number: int, planted: Callable[[Document], Document], counts: Counter[str]) -> list[str]:
    """Return what breaks what is derived of a drawn question, as a claim file with the instance."""
    try:
        parts = answered(question(number))
    except BoundcheckError:
        counts["refused"] += 1
        return []
    counts["derived" if parts else "not derived"] += 1
    wrong = []
    for document in map(planted, parts):
        tried = [*attack(document, random.Random(number), 40)]
        counts["supported"] += any(found.status == "HOLDS" for _, found in tried)
        broken = [plain for plain, found in tried if found.status == "VIOLATED"]
        wrong += [f"question {number}, as a file:\n{as_file(document)}\nis violated on {broken[0]}"] if broken else []
    return wrong


@pytest.mark.deep
@pytest.mark.parametrize("first", range(FIRST, FIRST + QUESTIONS_ASKED, SHARD // 4))
def test_answers_to_drawn_questions_are_not_violated(first: int) -> None:
    counts = Counter[str]()
    wrong = [said for number in range(first, first + SHARD // 4) for said in violated(number, dict, counts)]
    assert not wrong, "\n\n".join(wrong)
    assert counts["supported"] >= 2, counts


WRONGLY_DERIVED: dict[str, Callable[[Document], Document]] = {
    "a smaller constant": lambda of: {**of, "bound": f"4/5*({of['bound']})"},
    "a condition is left out": lambda of: {**of, "given": [said for said in of["given"] if "X**2" not in said]},
    "the factor of the loss is left out": lambda of: {**of, **({"times": "1/2"} if "times" in of else {})},
    "separable is left out": lambda of: {**of, "given": [said for said in of["given"] if said != "separable"]},
}


@pytest.mark.deep
@pytest.mark.parametrize("fault", WRONGLY_DERIVED)
def test_what_derive_gets_wrong_is_caught(fault: str) -> None:
    """Power: some answers with such a fault are violated on what is tried."""
    assert any(violated(number, WRONGLY_DERIVED[fault], Counter()) for number in range(QUESTIONS_ASKED))


@pytest.mark.parametrize("name", [*CLASSICS, *UNPROVED])
def test_the_plain_judge_breaks_no_textbook_claim(name: str) -> None:
    document = {**CLASSICS, **UNPROVED}[name]
    found = Counter(plainly.status for _, plainly in attack(document, random.Random(name), 24))
    assert not found["VIOLATED"]
    assert found["HOLDS"] >= 5


# --- power ------------------------------------------------------------------------------------------------------


Planted = Callable[[Document, Document], Document]
"""What a judge that is at fault takes a claim for; the second is the true claim of which it is a variant."""


def _as(text: str, key: str = "bound") -> Planted:
    return lambda document, _: {**document, key: text.replace("{}", document[key])}


def _forgetful(document: Document, true: Document) -> Document:
    return {**document, "given": true["given"]}


def _premise_ignored(document: Document, _: Document) -> Document:
    kept = [said for said in document["given"] if said not in ("separable", "norm(x, 2) <= X")]
    return {**document, "given": kept}


def _never_0(document: Document, _: Document) -> Document:
    limits = [f"{name} > 0" for name in ("U", "X") if name in parameters(document)]
    return {**document, "given": [*document["given"], *limits]}


def _ties(old: str, new: str) -> Planted:
    def read(document: Document, _: Document) -> Document:
        of = document["learner"]
        table = {**of, "w": of["w"].replace(old, new)} if isinstance(of, dict) and "w" in of else of
        return {**document, "learner": of.replace(old, new) if isinstance(of, str) else table}

    return read


def _from_0(document: Document, true: Document) -> Document:
    of, usual = document["learner"], true["learner"]
    if not isinstance(of, dict) or "start" not in of:
        return document
    start = {"start": usual["start"]} if isinstance(usual, dict) and "start" in usual else {}
    return {**document, "learner": {**{name: text for name, text in of.items() if name != "start"}, **start}}


FAULTS: dict[str, tuple[str, Planted]] = {
    "prove ignores that a premise is not there": ("prove", _forgetful),
    "prove takes 10/9 of the bound for it": ("prove", _as("10/9*({})")),
    "prove forgets X = 0 and U = 0": ("prove", _never_0),
    "prove takes < 0 in a rule for <= 0": ("prove", _ties("< 0 ", "<= 0 ")),
    "prove ignores where weights start": ("prove", _from_0),
    "certify lowers the constant": ("certify", _as("10/9*({})")),
    "search ignores a premise": ("search", _premise_ignored),
    "search takes 9/10 of the bound for it": ("search", _as("9/10*({})")),
    "search takes <= 0 in a rule for < 0": ("search", _ties("<= 0 ", "< 0 ")),
}


def faulty(kind: str, read_as: Document) -> Judges:
    """Return judges of which one takes a claim for another one; no other is asked."""
    usual = JUDGES if kind != "prove" else replace(JUDGES, prove=without_a_search)
    asked: Any = getattr(usual, kind)
    if kind == "search":
        return replace(usual, asked=frozenset(("search",)), search=lambda _, instances: asked(read_as, instances))
    planted: dict[str, Any] = {kind: lambda _: asked(read_as)}
    return replace(usual, asked=frozenset((kind,)), **planted)


def suspects(kind: str, planted: Planted) -> Iterator[tuple[int, Document, Document]]:
    """Yield the drawn claims that the fault makes another claim, of which the plain judge breaks the right one."""
    for number in range(USUAL):
        document, true = own_document(number)
        read_as = planted(document, true)
        if read_as == document or document.get("define", {}).keys() & {"l", "n"}:
            continue
        of, other = (read_as, document) if kind == "search" else (document, read_as)
        if _broken(of, number) and not _broken(other, number):
            yield number, document, read_as


def _broken(document: Document, number: int) -> bool:
    return any(found.status == "VIOLATED" for _, found in attack(document, random.Random(number), JUDGES.instances))


@pytest.mark.deep
@pytest.mark.parametrize("fault", FAULTS)
def test_a_judge_at_fault_is_caught(fault: str) -> None:
    """Power: each of these faults of one judge shows among the claims that a run of the tests draws."""
    kind, planted = FAULTS[fault]
    for number, document, read_as in islice(suspects(kind, planted), 25):
        judges = faulty(kind, read_as)
        if said_of(document, number, judges).wrong:
            return
    pytest.fail("no claim shows it")


def test_a_reader_that_takes_a_defined_l_for_the_trials_is_caught() -> None:
    """Power: what an instance counts cannot be defined; a reader that leaves the definition out reads such a claim."""

    def reader(document: Document) -> Any:
        return as_claim({key: said for key, said in document.items() if key != "define"})

    counting = {**CLASSICS["OGD"], "define": {"l": "1/100"}}
    assert said_of(counting, 0, JUDGES).counts["refused"] == 1
    assert said_of(counting, 0, replace(JUDGES, read=reader)).wrong


def test_a_plain_judge_that_is_at_fault_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: with the mistakes at margin 0 left out, or a premise, the plain judge contradicts the checker."""
    less = {**CLASSICS["Perceptron"], "bound": "9/10*U**2*X**2"}
    judges = replace(JUDGES, asked=frozenset(("check",)))

    def wrong() -> bool:
        return any(said_of(less, number, judges).wrong for number in range(10))

    assert not wrong()
    for name, fault in (("premises", lambda _: []), ("losses", lambda _: ("1 if y*yhat < 0 else 0", ""))):
        with monkeypatch.context() as patch:
            patch.setattr(f"tests.fuzz.plain_judge.{name}", fault)
            assert wrong(), name


def test_a_contradiction_is_shown_by_a_small_claim_file() -> None:
    """Power: of a premise and a definition that have nothing to do with it, none is left."""
    document = {**CLASSICS["OGD"], "bound": "0", "define": {"eta": "1"}}
    document["given"] = [*document["given"], "U <= 7"]
    judges = faulty("prove", CLASSICS["OGD"])
    said = said_of(document, 3, judges)
    assert "violated on" in said.wrong[0]
    small = shrunk(document, 3, judges)
    assert "define" not in small
    assert len(small["given"]) < 3
    assert as_file(small) in report(document, 3, judges, said)


def test_instances_are_judged_as_written() -> None:
    """The plain judge on a bound that is attained, one percent less, and a premise that fails."""
    document = CLASSICS["OGD"]
    plain = next(p for p, found in attack(document, random.Random(0), 40) if found.left is not None and found.left > 0)
    assert judge(document, plain).status == "HOLDS"
    assert judge({**document, "bound": "-1"}, plain).status == "VIOLATED"
    assert judge({**document, "given": ["l == 0"]}, plain).status == "VACUOUS"
    assert premises(CLASSICS["Perceptron"])[-1] == "y*ux >= 1"
