"""Learners as functions of the past trials, what two of them predict after these, adversaries, the VC dimension.

What the catalogue computes for one learner of a kind, such as one additive learner, a theorem says of all: then ``L``
is any strategy with the property that is listed here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bounds.claims.claim import Claim
from bounds.formulas.scope import OF_PLAYED, OF_TRIALS
from bounds.formulas.text import read
from bounds.formulas.tree import Apply, Formula, Name, rebuilt
from verify.proofs.coq_scope import NotInTheTables

TRANSFORMATIONS = {
    "p_norm(p, a)": "link p",
    "qa_exp(a)": "exponential",
    "qa_sinh(a)": "hyperbolic",
    "qa_f(k, a)": "componentwise (interpolating k)",
}
"""The weights of quasi-additive learners as functions of the state z, which their mistakes move by a y x."""

STATES = {
    ("perceptron(eta)", "threshold(theta)"): ("errs_at tie n theta", "perceptron eta", "zero", "z"),
    ("winnow(alpha)", "threshold(theta)"): ("errs_at tie n theta", "winnow alpha", "ones", "z"),
}
"""Learners that update on their mistakes: when one errs, its update, its start, and its weights in the state z."""

STRATEGIES = {
    ("additive(eta, rate, rho, theta, a)", "threshold(0)"): "L",
    ("gram(eta, rate, theta, a)", "threshold(0)"): "L'",
    ("perceptron(eta)", "threshold(theta)"): "(perceptron_strategy tie n eta theta {from})",
    ("bias_perceptron(eta, 0)", "threshold(0)"): "(bias_strategy tie n eta)",
    ("ellipsoid()", "threshold(0)"): "(ellipsoid_method tie n)",
}
"""Learners as functions of the past trials."""

_DIFFERS = (
    "sum_for(t, 1, 2**order, at(hadamard_row(order, t), i)*dot(part(s, 1, 2**order), hadamard_row(order, t)) <= 0)"
)
HADAMARD = {
    "pairs": "2**order",
    "z1": "vector(1/2*(1 + hadamard_row(order, t)), 0*part(s, 2**order + 1, n))",
    "z2": "vector(1/2*(1 - hadamard_row(order, t)), 0*part(s, 2**order + 1, n))",
    "label": "dot((indices(n) == best) + (indices(n) > 2**order)*(indices(n) < 2**order + k), x) >= 1/2",
    "with": {
        "order": "floor(log2(n - k + 1))",
        "most": f"max_for(i, 1, 2**order, {_DIFFERS})",
        "best": f"2**order - max_for(i, 1, 2**order, if({_DIFFERS} == most, 2**order - i, 0))",
    },
}
PAIRS = {
    "pairs": "floor(l/2)",
    "z1": "example(2*t - 1)",
    "z2": "example(2*t)",
    "label": "dot(u, x) >= psi",
}
ADVERSARIES = (
    (HADAMARD, "v T, zero_one n v /\\ sum n v = INR k /\\ Forall (labelled_by n v) T", ""),
    (
        PAIRS,
        "T, Forall2 (chosen_from n u psi) T (pairs_of S)",
        "Forall (fun c => Exists (one_of (fst c)) (firstn t (pairs_of S))) past",
    ),
)
"""Adversaries, with what is known of their trials T, and of the past trials before pair t. The labels on the pairs of a
Hadamard matrix are those of a disjunction of k attributes: some such disjunction. The examples of the trials S give one
trial each."""

BESIDES = {("winnow(3/2)", "threshold(n/k)"): "winnow_mistakes true n (3 / 2) (INR n / INR k)"}
"""The mistakes of a second learner on the trials of an adversary."""

_ERRORS, _SECOND_ERRORS = read("sum_t(err)"), read("sum_t(second_err)")
ERRORS_LACKING = read("n - k + 1 - sum_t(err)")
"""How many mistakes fewer than pairs the learner makes on a Hadamard matrix, with n variables and k literals."""

DIMENSION = {
    ("vc_dimension(N, k)", ">="): "exists d point, shattered N k d point /\\ INR d >= {bound}",
    ("2**vc_dimension(N, k) - binomial(N, k)", "<="): (
        "forall d point, shattered N k d point -> 2 ^ d - Binomial.C N k <= {bound}"
    ),
}
"""The VC dimension is the largest number of points that are shattered."""

_DIMENSION = {(read(text), relation): coq for (text, relation), coq in DIMENSION.items()}
_TURNED = read("if(sum(abs(u)), x - 2*dot(u, x)/dot(u, u)*u, x)")

Part = Mapping[str, Any]
"""A part of a quantity: its value, and over what it is taken, of which learner."""


def named_in(part: Part) -> dict[str, Formula]:
    """Return what a part names, with what it named before put in."""
    named: dict[str, Formula] = {}
    for name, text in part.get("with", {}).items():
        named[name] = put_in(read(text), named)
    return named


def resolved(part: Part, key: str) -> Formula:
    """Return a formula of a part, with what it names put in."""
    return put_in(read(part[key]), named_in(part))


_HERE = {name: Name(f"this_{name}") for name in (*OF_TRIALS, *OF_PLAYED)}


def put_in(formula: Formula, values: Mapping[str, Formula]) -> Formula:
    """Return a formula with formulas in place of some names; what is said of this trial is ``this_t`` in its past.

    >>> from bounds.formulas.text import write
    >>> write(put_in(read("past_t(d - t) + d"), {"d": read("t - 1")}))
    'past_t(this_t - 1 - t) + (t - 1)'
    """

    def change(part: Formula) -> Formula | None:
        match part:
            case Name(name):
                return values.get(name)
            case Apply("past_t", (inside,)):
                outer = {name: put_in(value, _HERE) for name, value in values.items()}
                return Apply("past_t", (put_in(inside, outer),))
        return None

    return rebuilt(formula, change)


def learner_of(claim: Claim, part: Part) -> tuple[str, str]:
    """Return the learner that a part of a quantity is about, and its version."""
    if "learner" in part:
        return part["learner"], part.get("version", "")
    return (claim.learner.formula, claim.learner.targets) if claim.learner is not None else ("", "")


def second_of(part: Part) -> tuple[str, str]:
    """Return the learner that plays the same trials, and its version."""
    return part.get("second", ""), part.get("second_version", "")


def strategy(claim: Claim, learner: tuple[str, str]) -> str:
    """Return a learner as a function of the past."""
    if learner not in STRATEGIES:
        raise NotInTheTables
    return STRATEGIES[learner].replace("{from}", "s" if claim.start else "zero")


def told_apart(claim: Claim, part: Part) -> str:
    """Return 1 or 0 as two learners predict differently after any trials; the second may see the turned ones."""
    past, x = "past", "x"
    if "see" in part:
        if read(part["see"]) != _TURNED:
            raise NotInTheTables
        past, x = "(rotate n A past)", "(apply n A x)"
    first, second = strategy(claim, learner_of(claim, part)), strategy(claim, second_of(part))
    return f"told_apart (predicts tie n {second} {past} {x}) (predicts tie n {first} past x)"


def adversary_of(part: Part) -> tuple[str, str]:
    """Return what is known of the trials of an adversary, and of the past before one of its pairs."""
    for adversary, known, before in ADVERSARIES:
        if all(resolved(part, name) == resolved(adversary, name) for name in ("pairs", "z1", "z2", "label")):
            return known, before
    raise NotInTheTables


def on_pairs(part: Part, learner: str) -> dict[Formula, str]:
    """Return the numbers of mistakes on the trials of an adversary, by their formulas."""
    counts = {_ERRORS: f"INR (strategy_mistakes tie n {learner} [] T)"}
    if second := BESIDES.get(second_of(part)):
        counts[_SECOND_ERRORS] = f"INR ({second} T)"
    return counts


def of_dimension(formula: Formula, relation: str) -> str | None:
    """Return what is said of the VC dimension, with ``{bound}`` for the bound."""
    return _DIMENSION.get((formula, relation))
