"""What a claim is certified at: its parameters, and the refusal of claims that have no such form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np

from bounds import symbols
from bounds.claims.claim import Claim, Comparator
from bounds.errors import BoundcheckError
from verify import kernel
from verify.judge.certificate import NoFormula, statement
from verify.kernel_gram import certificate as gram_certificate
from verify.kernel_gram import claims
from verify.kernel_gram.numbers import Refused

DEFAULTS = {"U": "2", "X": "1", "eta": "1/2", "tau": "1/2", "delta": "1", "gamma": "1/2", "R": "1", "a": "1", "p": "2"}
DEFAULTS |= {"alpha": "3/2", "beta": "1/2", "theta": "2", "C": "2"}

WHOLE = re.compile("[0-9]+")


def texts_of(parameters: Mapping[str, Any]) -> dict[str, str]:
    """Return values of parameters as texts, by names of the glossary; raise BoundcheckError for floats."""
    for name, value in parameters.items():
        if isinstance(value, float | np.floating):
            raise BoundcheckError(f"{name} is the float {value}; floats are not exact: write a text such as '1/10'")
    return {str(symbols.lookup(name)): str(value) for name, value in parameters.items()}


def require_length(L: object) -> None:
    """Refuse what is no length of sequences that certificates speak of."""
    if not isinstance(L, int | np.integer) or not 1 <= L <= gram_certificate.MAX_LENGTH:
        raise BoundcheckError(f"the length is {L!r}; give one from 1 to {gram_certificate.MAX_LENGTH}")


def parameters_of(claim: Claim, given: Mapping[str, Any]) -> dict[str, str]:
    """Return the values of the claim's open parameters as texts: those given, and a default for the others.

    What has no default of its own, such as a parameter of a rule of one's own, is 1.
    """
    said = statement(claim)
    for name in given:
        if name in said["defines"] and name not in said["free"]:
            raise BoundcheckError(f"{claim.id} fixes {name} = {said['defines'][name]}; do not set {name}")
        if name not in said["free"]:
            raise BoundcheckError(
                f"{claim.id} has no open parameter {name}; it has {', '.join(said['free']) or 'none'}"
            )
        if symbols.lookup(name).is_integer and not WHOLE.fullmatch(given[name]):
            raise BoundcheckError(f"{name} is {given[name]}; {claim.id} needs a whole number that is not negative")
    return {name: str(given.get(name, DEFAULTS.get(name, "1"))) for name in said["free"]}


def problem_of(claim: Claim, said: Mapping[str, Any], parameters: Mapping[str, str], L: int) -> claims.Claim:
    """Return the claim at values of its parameters; BoundcheckError where it says nothing of sequences up to L."""
    problem = claims.Claim(said, {name: gram_certificate.constant(text) for name, text in parameters.items()})
    if not any(problem.applies(length) for length in range(L + 1)):
        values = ", ".join(f"{name} = {text}" for name, text in parameters.items())
        raise BoundcheckError(
            f"the premises of {claim.id} on its parameters do not hold at {values}, for any length up to {L}; "
            "choose others with --set"
        )
    return problem


@contextmanager
def refusals(claim: Claim) -> Iterator[None]:
    """Say what cannot be certified, and why."""
    try:
        if claim.comparator is Comparator.SEQUENCE:
            raise Refused("its comparator changes with the trial, and worst cases are those against one")
        yield
    except (Refused, NoFormula, kernel.Malformed, kernel.Unknown) as error:
        raise BoundcheckError(f"{claim.id} cannot be certified: {error}") from None
    except OverflowError:
        raise BoundcheckError(
            f"{claim.id} cannot be certified at these values: a number is too large for the solver that proposes "
            "multipliers; choose others with --set"
        ) from None
