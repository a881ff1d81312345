"""One domain of each parameter: the premises of proofs, checks, certificates, exports and generators are the claim's.

What each of them says of the parameters alone is evaluated on numbers at, around and beyond the ends, and compared
with the others. They agree on every claim, so that none proves more, or less, than another refutes.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
import z3

from adversaries.premises.extremes import extreme_parameters
from bounds import symbols as s
from bounds.claims.catalogue import catalogue, theorem
from bounds.claims.claim import Claim
from bounds.claims.limits import premise
from bounds.data.trials import Trials
from bounds.data.vectors import vector
from bounds.domains import SIZE
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from bounds.numbers import compare, sign
from bounds.numbers.evaluate import evaluate, relation_holds
from tests.ladder import rung
from verify import kernel
from verify.judge.certificate import instance_object, statement
from verify.judge.check import _of_domain
from verify.logic.session import Session
from verify.own_data.completed import check
from verify.prove import prove
from verify.publish.export import to_coq, to_latex
from verify.search.search import search

pytestmark = pytest.mark.deep

CLAIMS = list(catalogue())
POOL = tuple(map(Fraction, ("-1", "0", "1/2", "1", "3/2", "2", "5")))
POINTS = 12

Values = dict[Any, Fraction]
Test = Callable[[Values], bool | None]
"""Whether the premises about parameters hold at some values; None where one of them has no value there."""
Judge = Callable[[Claim], Test]


def points(claim: Claim) -> Iterator[Values]:
    """Yield values of the parameters: each of them at the ends of domains, and at those that premises give, and any."""
    rng = random.Random(claim.id)
    relations = [found for found in map(premise, claim.hypotheses) if found is not None]
    names = {*claim.bound.free_symbols, *claim.spoken, *claim.counted}
    names |= {symbol for found in relations for symbol in found.left.free_symbols | found.right.free_symbols}
    names -= claim.defines.keys() | s.OF_A_TRIAL
    counts = names - claim.spoken - claim.measures.keys()  # read off the trials, as norms of an example are
    edges = [{symbol: value} for symbol in sorted(names - counts, key=str) for value in POOL[:4]]
    for edge in [*edges, *[{}] * POINTS]:
        values: Values = {}
        for symbol in sorted(names, key=str):
            drawn = symbol not in counts and rng.random() < 0.5
            values[symbol] = rng.choice(POOL) if drawn else Fraction(rng.randint(1, 4))
        values |= edge
        ends = [(a, b) for found in relations for a, b in ((found.left, found.right), (found.right, found.left))]
        rng.shuffle(ends)
        for symbol, end in ends[: rng.randint(0, 2)]:
            if symbol in values and symbol not in edge:
                try:
                    number = evaluate(end, values)
                except (BoundcheckError, ArithmeticError):
                    continue
                if isinstance(number, Fraction) and (symbol not in counts or number in range(1, 10**6)):
                    values[symbol] = number
        try:
            for symbol, value in claim.defines.items():
                values[symbol] = evaluate(value, values)  # type: ignore[assignment]
        except (BoundcheckError, ArithmeticError):
            continue
        if all(isinstance(value, Fraction) for value in values.values()):
            yield values


def said(claim: Claim, values: Values) -> bool | None:
    """What the claim says: the domain of every parameter, and its premises about parameters."""
    for symbol, value in values.items():
        domain = claim.domain(symbol)
        order = sign(value - (domain.low or 0))
        assert order is not None
        if domain.low is not None and (order < 0 or (order == 0 and domain.open)):
            return False
        if domain.whole and value.denominator != 1:
            return False
    return _all(_holds(found, values) for found in map(premise, claim.hypotheses) if found is not None)


def _all(answers: Iterator[bool | None]) -> bool | None:
    found = list(answers)
    return False if False in found else None if None in found else True


def _holds(found: Any, values: Mapping[Any, Any]) -> bool | None:
    try:
        order = compare(evaluate(found.left, values), evaluate(found.right, values))
    except (BoundcheckError, ArithmeticError):
        return None
    return None if order is None else relation_holds(found.operator, order)


def _whole(values: Values) -> bool:
    return all(value.denominator == 1 for symbol, value in values.items() if symbol.is_integer)


def of_checks(claim: Claim) -> Test:
    premises = [h for h in claim.hypotheses if premise(h) is not None]
    premises += itertools.starmap(_of_domain, claim.stated_domains)

    def holds(values: Values) -> Iterator[bool | None]:
        case: Any = SimpleNamespace(value=lambda symbol: values[symbol], evaluate=lambda e: evaluate(e, values))
        yield _whole(values)  # see Claim.admit
        for hypothesis in premises:
            try:
                order = sign(hypothesis.slack(case))
            except (BoundcheckError, ArithmeticError, AttributeError):
                yield None
                continue
            yield None if order is None else relation_holds(hypothesis.relation, order)

    return lambda values: _all(holds(values))


def of_certificates(claim: Claim) -> Test:
    about = {h.name for h in claim.hypotheses if premise(h) is not None}
    hypotheses = statement(claim)["hypotheses"].items()
    texts = [text for name, text in hypotheses if name in about or name.startswith("range of")]

    def holds(values: Values) -> Iterator[bool | None]:
        scope = kernel.Scope({str(symbol): value for symbol, value in values.items()})
        for text in texts:
            try:
                yield bool(kernel.sign(kernel.amount(text, scope)))
            except (kernel.Unknown, kernel.Malformed, ArithmeticError):
                yield None

    return lambda values: _all(holds(values))


def of_proofs(claim: Claim) -> Test:
    session = Session(claim)
    about = [
        t.formula for t in session.parameters if any(name.startswith(("sign of", "parameters:")) for name in t.axioms)
    ]

    def holds(values: Values) -> Iterator[bool | None]:
        yield _whole(values)  # the constants of whole numbers are integers
        if not _whole(values):
            return
        known = [
            (z3.Int(symbol.name), z3.IntVal(str(value)))
            if symbol.is_integer
            else (z3.Real(symbol.name), z3.RealVal(str(value)))
            for symbol, value in values.items()
        ]
        for formula in about:
            found = z3.simplify(z3.substitute(formula, *known))
            yield True if z3.is_true(found) else False if z3.is_false(found) else None

    return lambda values: _all(holds(values))


def differences(claim: Claim, judges: Mapping[str, Judge]) -> list[str]:
    """Return where a judge's premises are not the claim's, at values that each of them can evaluate."""
    found, tests = [], {name: judge(claim) for name, judge in judges.items()}
    for values in points(claim):
        mine = said(claim, values)
        for name, test in tests.items():
            theirs = test(values)
            if None not in (mine, theirs) and mine != theirs:
                found.append(f"{claim.id}: {name} says {theirs}, the claim {mine} at {values}")
    return found


JUDGES: dict[str, Judge] = {"proofs": of_proofs, "checks": of_checks, "certificates": of_certificates}


@rung("statement")
def test_every_judge_reads_the_same_domains(claim: Claim) -> None:
    assert differences(claim, JUDGES) == []


def test_a_premise_too_many_or_too_few_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: proofs that take N >= 1 from elsewhere, and certificates that forget that eta is positive."""
    dot, two = theorem("kw.dot"), theorem("bylander.2")
    known = of_proofs(dot)
    assert differences(dot, {"proofs": lambda _: lambda values: known(values) and values[s.N] >= 1})
    forgetful = statement(two)
    del forgetful["hypotheses"]["range of eta"]
    monkeypatch.setitem(globals(), "statement", lambda _: forgetful)
    assert differences(two, {"certificates": of_certificates})


@rung("statement")
def test_exports_say_what_the_claim_says(claim: Claim) -> None:
    latex, coq = to_latex(claim), to_coq(claim)
    for symbol, domain in claim.stated_domains:
        name = {"R": "R_"}.get(symbol.name, symbol.name)
        if domain.whole:
            assert rf"${s.latex(symbol)} \in" in latex
            assert f"(exists i : nat, {name} c = INR i)" in coq
        else:
            limits = (found for found in map(premise, claim.hypotheses) if found is not None)
            stated = any(symbol in found.left.free_symbols | found.right.free_symbols for found in limits)
            norm = symbol in (s.U, s.X) and claim.geometry is not None
            assert stated or norm or f"{name} c {domain.operator} {domain.low} ->" in coq
    for symbol in claim.signed:
        assert f"\n  {symbol} c > 0 ->" not in coq
        assert f"\n  {symbol} c >= 0 ->" not in coq


@rung("statement", [claim for claim in CLAIMS if claim.free])
def test_the_ends_of_every_range_are_tried(claim: Claim) -> None:
    """Zero and negative numbers where they may be, and each end that a premise gives in numbers, if it is in reach."""
    tried: dict[Any, set[Any]] = {symbol: set() for symbol in claim.free}
    for _, instance in extreme_parameters(claim, 4):
        for symbol in claim.free:
            tried[symbol].add(instance.parameters.get(symbol))
    for symbol, numbers in tried.items():
        known = {number for number in numbers if isinstance(number, Fraction)}
        if symbol in claim.signed:
            assert min(known) < 0 < max(known)
            assert 0 in known
        domain = claim.domain(symbol)
        if domain.low is not None:
            assert all(number > domain.low or (number == domain.low and not domain.open) for number in known)
        for found in map(premise, claim.hypotheses):
            if found is not None and found.left == symbol and found.right.is_Rational and found.right <= 2:
                assert Fraction(str(found.right)) in known, found


# --- what was found ------------------------------------------------------------------------------------


def no_variables() -> Instance:
    return Instance(Trials.from_integers([], 1, [], 1), vector([1]), {s.N: Fraction(0)})


def test_a_disjunction_of_conjunctions_of_no_variables() -> None:
    """Power: without N >= 1 it reads 0 < 0; it was proved, and held in a search, and exported, without that."""
    claim = theorem("kw.dnf.natural")
    variant = claim.replace(without="N >= 1")
    for stated, expected in ((claim, "VACUOUS"), (variant, "VIOLATED")):
        assert check(stated, no_variables()).status.value == expected
        assert kernel.judge(statement(stated), instance_object(stated, no_variables())).status == expected
    assert not prove(variant).goes_through
    assert search(variant, instances=300, seed=0).counterexample is not None


def test_what_a_user_writes_keeps_its_signs() -> None:
    """Power: |eta| was eta, so that a true bound was refuted and a false one proved."""
    rate = theorem("bylander.A1").replace(bound="X**2*eta**2/2 + Abs(eta)*Abs(wx)/U")
    assert "Abs(eta)" in str(rate.bound)
    assert rate.bound == s.X**2 * s.eta**2 / 2 + abs(s.eta) * abs(s.wx) / s.U
    assert search(rate, instances=150, seed=0).counterexample is None
    learner = theorem("kw.13a").replace(bound="2**d/2 + 100*(Abs(eta) - eta)")
    assert not prove(learner).goes_through
    assert search(learner, instances=50, seed=0).counterexample is not None


def test_a_domain_is_kept_where_a_variant_fixes_a_parameter() -> None:
    variant = theorem("kw.13a").replace(define={"eta": -1})
    assert variant.domain(s.eta).low is None
    assert "range of eta" not in statement(variant)["hypotheses"]
    with pytest.raises(BoundcheckError, match="it must be positive"):
        theorem("bylander.2").replace(define={"eta": -1})


def test_an_instance_has_an_attribute_and_a_count_is_whole() -> None:
    assert theorem("bylander.3").domain(s.n) == SIZE
    with pytest.raises(BoundcheckError, match="needs a whole number that is not negative"):
        check("kw.dnf", Instance(Trials.from_integers([], 1, [], 1), vector([1]), {s.N: Fraction(1, 2)}))
