"""Proofs for Understanding Machine Learning, section 21.4."""

from __future__ import annotations

import z3

from bounds import symbols as s
from verify.proofs import readings
from verify.proofs.kernel import Formula, Term
from verify.proofs.perceptron import ONE, ZERO, l, labels, mistake, u, ux, w, wx, x, y
from verify.proofs.registry import proves
from verify.proofs.session import Session
from verify.proofs.vectors import InnerProduct, add, dot, label_loss, scale, t


def one_if(event: Formula) -> Term:
    """Return 1 if an event happens, else 0."""
    return z3.If(event, ONE, ZERO)


def on_every_trial(session: Session, formula: Formula, event: Formula | None = None) -> None:
    """Conclude a formula on every trial, or where an event happens, from what a label is."""
    trial = [t >= 0, t < l] + ([] if event is None else [event])
    session.concluded(session.lemma("the claim", [t], z3.Implies(z3.And(trial), formula), [labels(session).at(t)]))


@proves("uml.01tie", readings.perceptron)
def zero_one_loss(session: Session) -> None:
    """With sign(0) = 0, sign(<w, x>) is not y exactly where y <w, x> <= 0."""
    session.repair("the 0-1 loss", "sign(0) has to be 0: with sign(0) = +1 or -1 a tie is free for one of the labels")
    sign = z3.If(wx(t) > 0, ONE, z3.If(wx(t) < 0, -ONE, ZERO))
    on_every_trial(session, session.holds(one_if(sign != y(t)) - one_if(mistake(t))))


@proves("uml.hinge.convex", readings.perceptron)
def hinge_is_convex(session: Session) -> None:
    """f_t(c u + (1 - c) w) <= c f_t(u) + (1 - c) f_t(w) for every c in [0, 1]."""
    space = InnerProduct(session)
    c = z3.Real("c_")
    between = add(scale(c, u), scale(1 - c, w(t)))
    product = session.lemma(
        "the prediction of c u + (1 - c) w",
        [t, c],
        dot(between, x(t)) == c * ux(t) + (1 - c) * wx(t),
        [
            space.symmetric.at(between, x(t)),
            space.additive.at(x(t), scale(c, u), scale(1 - c, w(t))),
            space.homogeneous.at(x(t), u, c),
            space.homogeneous.at(x(t), w(t), 1 - c),
            space.symmetric.at(x(t), u),
            space.symmetric.at(x(t), w(t)),
        ],
    )

    def f(v: Term) -> Term:
        return z3.If(mistake(t), label_loss(y(t), v), ZERO)

    lhs = f(dot(between, x(t))) - (c * f(ux(t)) + (1 - c) * f(wx(t)))
    p, q = z3.Reals("p_ q_")
    products = session.lemma("products of numbers >= 0", [p, q], z3.Implies(z3.And(p >= 0, q >= 0), p * q >= 0))
    gaps = [products.at(c, f(ux(t))), products.at(1 - c, f(wx(t)))]
    a, b = 1 - y(t) * ux(t), 1 - y(t) * wx(t)
    gaps += [products.at(c, -a), products.at(1 - c, -b)]
    by = [product.at(t, c), labels(session).at(t), *gaps]
    formula = z3.Implies(z3.And(t >= 0, t < l, c >= 0, c <= 1), session.holds(lhs))
    session.concluded(session.lemma("the claim, for every c in [0, 1]", [t, c], formula, by))


@proves("uml.grad.subgradient", readings.perceptron)
def subgradient(session: Session) -> None:
    """On a mistake -y x is a subgradient of the hinge loss at w_t."""
    lhs = label_loss(y(t), ux(t)) - label_loss(y(t), wx(t))
    terms = {s.side: y(t), s.ux: ux(t), s.wx: wx(t)}
    on_every_trial(session, session.holds(lhs, terms), mistake(t))
