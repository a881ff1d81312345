"""From some parameters to all: forms in u and the state that prove every length at numbers, as one closed form."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from bounds.claims.asked import as_claim
from bounds.claims.claim import Claim, Potential
from bounds.errors import BoundcheckError
from verify.certify import endless
from verify.certify.given import parameters_of, problem_of
from verify.derive.by_potential import proof_by
from verify.judge.certificate import NoFormula, statement
from verify.kernel import Malformed, Unknown
from verify.kernel_gram.numbers import Refused
from verify.logic.proof import Proof

BELOW_ONE = ("1/2", "1/4", "2/3", "1/3", "3/4", "1/5", "2/5", "3/5", "4/5")
OTHERS = ("1/4", "1/2", "2", "4", "1/8", "8", "1/16", "16", "1/32")
SCALES = ("U", "X")
POWERS = {"": (-2, -1, 0, 1, 2), "1 - ": (-2, -1, 0, 1, 2), "1 + ": (-1, 0, 1)}
"""The factors of a closed form: a parameter, 1 less it and 1 plus it, to these powers."""

MANY = 2
"""Parameters, besides norms, for which the samples are enough: no two are the same in any of them."""

Sample = tuple[Mapping[str, Fraction], endless.Endless]
NEAR = 1e-9
Values = Sequence[tuple[Mapping[str, Fraction], Fraction]]


def lifted(claim: Claim | str) -> Proof | None:
    """Return the proof for all parameters by a potential that is fitted to those of some, None where none fits.

    At each of some parameters one trial's multipliers prove every length, with a quadratic form in u and the state. An
    entry that is a product of powers of parameters p, 1 - p and 1 + p, and a number, is written so; what comes of it
    is a potential, which ``prove`` proves, with a certificate, or does not.

    Examples
    --------
    >>> from bounds.claims.own import own_claim
    >>> given = ["norm(u, 2) <= U", "norm(x, 2) <= X"]
    >>> ogd = own_claim(
    ...     "w - eta*x", "U**2/(2*eta) + eta/2*X**2*l", gain="linear", loss="linear", given=given, name="own.ogd")
    >>> lifted(ogd).status
    'checked'
    """
    claim = as_claim(claim)
    if claim.learner is None or claim.learner.rule is None:
        return None
    samples = sampled(claim)
    text = potential(claim, samples) if samples else None
    by = None if text is None else Potential(text)
    proof = None if by is None else proof_by(replace(claim, potential=by), by)
    return proof if proof is not None and proof.status == "checked" else None


def sampled(claim: Claim) -> list[Sample]:
    """Return what proves every length at some parameters; nothing where one of them has no such proof."""
    samples: list[Sample] = []
    try:
        said = statement(claim)
        free = [name for name in said["free"] if name not in SCALES]
        scales = {name: "1" for name in said["free"] if name in SCALES}
        if len(free) > MANY or len(said["compare"]) > 1:
            return []
        of = {name: BELOW_ONE if f"{name} < 1" in said["hypotheses"].values() else OTHERS for name in free}
        for i in range(len(OTHERS) if len(free) > 1 else (len(OTHERS) + 1) // 2):
            given = {name: of[name][(i + 4 * place) % len(of[name])] for place, name in enumerate(free)}
            proof = endless.for_every_length(problem_of(claim, said, parameters_of(claim, {**scales, **given}), 1), 0)
            if proof is not None:
                samples.append(({name: Fraction(a) for name, a in given.items()}, proof))
            elif i > len(samples):  # two of the first ones, or more
                return []
    except (Refused, Unknown, Malformed, NoFormula, BoundcheckError):
        return []
    return samples


def potential(claim: Claim, samples: Sequence[Sample]) -> str | None:
    """Return the text of a potential whose entries are those found, None where one has no closed form."""
    rule: Any = claim.learner.rule if claim.learner is not None else None
    states = ["u", *rule.updates]
    terms = []
    for i, j in itertools.combinations_with_replacement(range(len(states)), 2):
        entries = [(given, -known.form[i][j] * (1 if i == j else 2)) for given, known in samples]
        entry = fitted(entries)
        if entry is None:
            return None
        terms += [f"{entry}*dot({states[i]}, {states[j]})"] if entry != "0" else []
    charge = fitted([(given, known.more) for given, known in samples])
    if charge is None:
        return None
    return " + ".join(terms) + ("" if charge == "0" else f" - {charge}*X**2*(t - 1)")


def fitted(samples: Values) -> str | None:
    """Return a product of powers that has most of these values, the one with the fewest factors; None where none has.

    An entry may be more than it has to be at some parameters, so that not all need agree: the proof decides.

    >>> some = [{"eta": Fraction(a)} for a in BELOW_ONE]
    >>> fitted([(given, (1 - given["eta"]) / (2 * given["eta"])) for given in some])
    '(1/2*eta**(-1)*(1 - eta))'
    """
    most = (len(samples) + 1) / 2
    some = [(given, value) for given, value in samples if value]
    if len(samples) - len(some) >= most:
        return "0"
    kinds = [(name, factor) for name in sorted(samples[0][0]) for factor in POWERS]
    choices = sorted(itertools.product(*(POWERS[factor] for _, factor in kinds)), key=lambda e: (sum(map(abs, e)), e))
    bases = [[math.log(abs(base(given, kind))) for given, _ in some] for kind in kinds]
    left = np.array([math.log(abs(value)) for _, value in some]) - np.array(choices) @ np.array(bases)
    agree = np.abs(left - np.median(left, axis=1, keepdims=True)) < NEAR
    for row in np.flatnonzero(agree.sum(axis=1) >= most):
        ratios = Counter(value / power(given, kinds, choices[row]) for given, value in some)
        number, count = ratios.most_common(1)[0]
        if count >= most:
            return written(number, kinds, choices[row])
    return None


def base(given: Mapping[str, Fraction], kind: tuple[str, str]) -> Fraction:
    """Return a factor at numbers."""
    name, factor = kind
    return {"": given[name], "1 - ": 1 - given[name], "1 + ": 1 + given[name]}[factor]


def power(given: Mapping[str, Fraction], kinds: Sequence[tuple[str, str]], powers: Sequence[int]) -> Fraction:
    """Return a product of powers at numbers."""
    return math.prod((base(given, kind) ** e for kind, e in zip(kinds, powers, strict=True)), start=Fraction(1))


def written(number: Fraction, kinds: Sequence[tuple[str, str]], powers: Sequence[int]) -> str:
    """Write a product of powers."""
    factors = [str(number)]
    for (name, factor), e in zip(kinds, powers, strict=True):
        base = f"({factor}{name})" if factor else name
        factors += [base if e == 1 else f"{base}**({e})"] if e else []
    return f"({'*'.join(factors)})"
