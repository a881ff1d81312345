"""One's own learner in the place of a claim's."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bounds import symbols
from bounds.claims.asked import as_claim
from bounds.claims.case import Case
from bounds.claims.claim import Claim, LearnerSpec
from bounds.claims.own import by_rule
from bounds.errors import BoundcheckError
from bounds.formulas import Rule
from bounds.learners import Learner


def with_learner(claim: Claim | str, learner: Any) -> Claim:
    """Return the claim with one's own learner in the place of its own, in the same version.

    ``claim`` is a Claim or an id; ``learner`` is a learner by rule (its text, a rule or a LearnerSpec), or a class or
    function that makes a learner. Its arguments are named like the claim's parameters (``eta``, ``U``, ``n``, ...) and
    get their exact values; one called ``case`` gets everything. None leaves the claim as it is.

    >>> from boundcheck import theorem
    >>> from bounds.learners import Perceptron
    >>> with_learner(theorem("bylander.5"), lambda eta: Perceptron(2 * eta)).id
    'bylander.5*'
    """
    claim = as_claim(claim)
    if learner is None:
        return claim
    if claim.learner is None:
        raise BoundcheckError(f"{claim.id} speaks of no learner; leave learner out")
    if isinstance(learner, LearnerSpec):
        return claim.replace(learner=learner)
    if isinstance(learner, str | Mapping | Rule):
        return claim.replace(learner=by_rule(learner)[0])
    return claim.replace(learner=_learner_spec(learner, claim.learner))


@dataclass(frozen=True)
class Maker:
    """Makes a learner from a case; ``arguments`` are the names of what it is made with."""

    make: Any
    arguments: tuple[str, ...]

    def __call__(self, case: Case) -> Learner:
        """Return a fresh learner."""
        values = {name: case if name == "case" else case.value(symbols.lookup(name)) for name in self.arguments}
        learner: Learner = self.make(**values)
        return learner


def _learner_spec(make: Any, replaced: LearnerSpec) -> LearnerSpec:
    name = getattr(make, "__name__", type(make).__name__)
    if not callable(make):
        raise BoundcheckError(f"the learner is {make!r}; give a class or a function that makes a fresh learner")
    positional = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    wanted = [
        argument.name
        for argument in inspect.signature(make).parameters.values()
        if argument.default is argument.empty and argument.kind in positional
    ]
    for argument in wanted:
        if argument != "case":
            symbols.lookup(argument)

    return LearnerSpec(name, Maker(make, tuple(wanted)), replaced.version)
