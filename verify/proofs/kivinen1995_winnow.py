"""Proofs for Kivinen and Warmuth 1995, sections 1 and 2: what follows from Winnow's bound, and elimination."""

from __future__ import annotations

import dataclasses
from typing import Any

import sympy
import z3

from bounds import symbols as s
from bounds.catalogue import theorem
from verify.proofs import readings_more
from verify.proofs.calculus import Range, by_enclosure
from verify.proofs.kernel import Term, Theorem
from verify.proofs.kivinen1995 import winnow
from verify.proofs.perceptron import ONE, ZERO
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.sums import Exponential, log_arguments, n
from verify.proofs.terms import in_the_bound
from verify.proofs.translate import exp, ln


class Attributes(Session):
    """A session in which N, the number of Winnow's variables, is the number of attributes."""

    def symbol(self, symbol: Any) -> Term:
        """Return a symbol, and n for N."""
        return z3.ToReal(n) if symbol == s.N else super().symbol(symbol)


@proves("kw.dnf", readings_more.conjunctions)
def dnf(session: Session) -> None:
    """k terms are a disjunction of k of the 3**N conjunctions, which are Winnow's variables."""
    winnow(Attributes(session.claim, session.kernel, session.repairs, session.conclusions))


@proves("kw.dnf.natural", readings_more.conjunctions)
def dnf_natural(session: Session) -> None:
    """3 + (5/2)(1 + (N ln 3 - ln k)/ln(3/2)) <= 27 (N - ln k) for ln k <= N ln 2 and N >= 1."""
    session.repair("O(k(N - ln k))", "k <= 2**N, for there are no more terms that differ")
    claim = dataclasses.replace(session.claim, bound=theorem("kw.dnf").bound)
    explicit = Attributes(claim, session.kernel, session.repairs)
    winnow(explicit)
    bound = explicit.conclusions[-1]
    E = Exponential(session)
    k, N = session.symbol(s.k), session.symbol(s.N)
    parameters = [*session.parameters, *session.parameter_premises]
    two, three, ratio = z3.RealVal(2), z3.RealVal(3), z3.RealVal("3/2")
    points = exp(N * ln(three))
    logarithms = [
        *(enclosed(session, f"ln {a} < {b}", a, b, below=True) for a, b in (("2", "0.6932"), ("3", "1.0987"))),
        enclosed(session, "ln 3/2 > 0.405", "3/2", "0.405", below=False),
        enclosed(session, "ln 3 > 1", "3", "1", below=False),
    ]
    of_parameters = [part for part in log_arguments(explicit.bound()) if not z3.is_rational_value(part)]
    log = in_the_bound(of_parameters, "a logarithm of parameters")[0]
    literals = [p for p in parameters if "parameters: k >= 1" in p.axioms]
    size = session.prove(
        "ln(3**N/k) = N ln 3 - ln k",
        ln(log) == N * ln(three) - ln(k),
        [
            session.prove("3**N/k", z3.Implies(k >= 1, log == points / k)),
            session.prove("its logarithm", z3.Implies(log == points / k, ln(log) == ln(points / k))),
            E.quotient.at(points, k),
            E.positive.at(N * ln(three)),
            E.logarithm.at(N * ln(three)),
            *literals,
        ],
    )
    few = session.prove(
        "0 <= ln k <= N ln 2",
        z3.And(ln(k) >= 0, ln(k) <= N * ln(two)),
        [
            E.ln_increasing.at(k, ONE),
            E.ln_increasing.at(ONE, ONE),
            E.ln_increasing.at(exp(N * ln(two)), k),
            E.positive.at(N * ln(two)),
            E.logarithm.at(N * ln(two)),
            *parameters,
        ],
    )
    v, a, b = z3.Reals("v_ a_ b_")
    rounded = session.lemma("ceil(v) < v + 1", [v], -z3.ToReal(z3.ToInt(-v)) < v + 1)
    quotient = session.lemma(
        "a quotient", [a, b], z3.Implies(z3.And(a >= 0, b >= z3.RealVal("405/1000")), a / b <= 200 * a / 81)
    )
    times = session.lemma("N times", [v, a, b], z3.Implies(z3.And(v >= 0, a <= b), v * a <= v * b))
    numerator = N * ln(three) - ln(k)
    numbers = session.prove(
        "N ln 2 and N ln 3",
        z3.And(
            ln(k) <= z3.RealVal("6932/10000") * N, numerator <= z3.RealVal("10987/10000") * N - ln(k), numerator >= 0
        ),
        [
            few,
            *logarithms,
            times.at(N, ln(two), z3.RealVal("6932/10000")),
            times.at(N, ln(three), z3.RealVal("10987/10000")),
            times.at(N, ONE, ln(three)),
            *parameters,
        ],
    )
    power = ceilings(explicit.bound())
    most = session.prove(
        "ceil(log_3/2(3**N/k)) <= (N ln 3 - ln k)/0.405 + 1",
        z3.ToReal(-power) <= 200 * numerator / 81 + 1,
        [
            rounded.at(-power.arg(0)),
            quotient.at(numerator, ln(ratio)),
            session.prove("the argument", z3.Implies(ln(ratio) > 0, -power.arg(0) == ln(log) / ln(ratio))),
            size,
            numbers,
            *logarithms,
        ],
    )
    c = z3.Real("c_")
    scaled = session.lemma("times k", [a, b, c], z3.Implies(z3.And(a >= 0, b <= c), a * b <= a * c))
    value = z3.If(z3.ToReal(-power) >= 0, z3.ToReal(-power), ZERO)
    inside = 3 + 5 * value / 2
    smaller = session.prove("a term", inside <= 27 * (N - ln(k)), [most, numbers, *parameters])
    stated = session.prove("the explicit bound", explicit.bound() == k * inside, parameters)
    by = [bound, stated, smaller, scaled.at(k, inside, 27 * (N - ln(k)))]
    session.conclude(bound.formula.arg(0), by)


def ceilings(term: Term) -> Term:
    """Return the floor that stands for the ceiling in a term: ceil(v) is -floor(-v)."""
    open_ = [term]
    while open_:
        part = open_.pop()
        if part.decl().kind() == z3.Z3_OP_TO_INT:
            return part
        open_ += part.children()
    raise ValueError(f"{term} has no ceiling")


def enclosed(session: Session, name: str, argument: str, value: str, *, below: bool) -> Theorem:
    """Return that the logarithm of a number is below or above another."""
    v = sympy.Symbol("v_", real=True)
    a, b = sympy.Rational(argument), sympy.Rational(value)
    gap = b - sympy.log(v) if below else sympy.log(v) - b
    term, number = z3.RealVal(str(a)), z3.RealVal(str(b))
    inequality = by_enclosure(session.kernel, name, gap, Range(v, a, a)).at(term)
    return session.prove(f"{name}, at once", ln(term) <= number if below else ln(term) >= number, [inequality])
