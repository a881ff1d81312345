"""Theorem verification and bound checking for online linear learning, in exact arithmetic: all that a user needs.

>>> from boundcheck import search, symbols as s, theorem
>>> search(theorem("bylander.8").replace(bound=s.U**2 * s.X**2 / (5 * s.tau)), instances=300).refuted
True

``boundcheck`` is a front door: every name is imported from its home in ``bounds``, ``adversaries`` or ``verify`` when
it is first used, so that importing the package costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from boundcheck import completion
from boundcheck.shadows import shadowed

if TYPE_CHECKING:
    from adversaries.generate.strategies import instances_of
    from boundcheck.plugin.asserts import assert_bound, assert_held, assert_refuted
    from bounds import formulas, learners, numbers, symbols
    from bounds.claims.catalogue import catalog, catalogue, theorem
    from bounds.claims.claim import (
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
    from bounds.claims.index import claims
    from bounds.claims.own import learner, own_claim
    from bounds.claims.own_file import read_claim
    from bounds.data import versions
    from bounds.data.instances import Instance
    from bounds.data.interval import Interval
    from bounds.data.trials import Trials
    from bounds.data.vectors import vector
    from bounds.errors import BoundcheckError, Undecided
    from bounds.formulas.rules import rule
    from bounds.numbers import exp, log, sqrt
    from bounds.optima.comparison import compare
    from verify import kernel, plots
    from verify.campaign.run import campaign
    from verify.certify.result import Certified
    from verify.certify.search import certify, characterised, worst_case, worst_cases
    from verify.derive import Derived, derive
    from verify.judge.certificate import certificate
    from verify.judge.check import Verdict
    from verify.judge.replay import Replay, replay
    from verify.judge.status import Status
    from verify.own_data.adapters import departures, from_learn_one, from_partial_fit
    from verify.own_data.completed import check
    from verify.own_data.learner import with_learner
    from verify.own_data.logged import with_fitted, with_predictions
    from verify.proofs import prove
    from verify.proofs.engine.proof import Proof
    from verify.search.attack import Attack, attack
    from verify.search.search import Search, search
    from verify.shrink.shrink import Shrunk, shrink

__version__ = "0.2.0"

HOMES = {
    "adversaries.generate.strategies": ("instances_of",),
    "bounds.claims.catalogue": ("catalog", "catalogue", "theorem"),
    "bounds.claims.claim": (
        *("Claim", "Comparator", "Hypothesis", "LearnerSpec", "Outcomes", "Quantity", "Row", "Source", "Standing"),
        "always",
    ),
    "bounds.optima.comparison": ("compare",),
    "bounds.claims.index": ("claims",),
    "bounds.errors": ("BoundcheckError", "Undecided"),
    "bounds.formulas.rules": ("rule",),
    "bounds.numbers": ("exp", "log", "sqrt"),
    "bounds.claims.own": ("learner", "own_claim"),
    "bounds.claims.own_file": ("read_claim",),
    "bounds.data.instances": ("Instance",),
    "bounds.data.interval": ("Interval",),
    "bounds.data.trials": ("Trials",),
    "bounds.data.vectors": ("vector",),
    "verify.own_data.adapters": ("departures", "from_learn_one", "from_partial_fit"),
    "verify.search.attack": ("Attack", "attack"),
    "verify.campaign.run": ("campaign",),
    "verify.judge.certificate": ("certificate",),
    "verify.certify.result": ("Certified",),
    "verify.certify.search": ("certify", "characterised", "worst_case", "worst_cases"),
    "verify.judge.check": ("Verdict",),
    "verify.judge.status": ("Status",),
    "verify.own_data.completed": ("check",),
    "verify.derive": ("Derived", "derive"),
    "verify.own_data.learner": ("with_learner",),
    "verify.own_data.logged": ("with_fitted", "with_predictions"),
    "boundcheck.plugin.asserts": ("assert_bound", "assert_held", "assert_refuted"),
    "verify.proofs": ("prove",),
    "verify.proofs.engine.proof": ("Proof",),
    "verify.judge.replay": ("Replay", "replay"),
    "verify.search.search": ("Search", "search"),
    "verify.shrink.shrink": ("Shrunk", "shrink"),
}
"""Where each name lives."""

MODULES = {
    **{name: f"bounds.{name}" for name in ("formulas", "learners", "numbers", "symbols")},
    "versions": "bounds.data.versions",
    **{name: f"verify.{name}" for name in ("kernel", "plots")},
}
"""Modules that are part of the front door under a short name."""

_HOME = {name: home for home, names in HOMES.items() for name in names}

__all__ = [
    "Attack",
    "BoundcheckError",
    "Certified",
    "Claim",
    "Comparator",
    "Derived",
    "Hypothesis",
    "Instance",
    "Interval",
    "LearnerSpec",
    "Outcomes",
    "Proof",
    "Quantity",
    "Replay",
    "Row",
    "Search",
    "Shrunk",
    "Source",
    "Standing",
    "Status",
    "Trials",
    "Undecided",
    "Verdict",
    "__version__",
    "always",
    "assert_bound",
    "assert_held",
    "assert_refuted",
    "attack",
    "campaign",
    "catalog",
    "catalogue",
    "certificate",
    "certify",
    "characterised",
    "check",
    "claims",
    "compare",
    "departures",
    "derive",
    "exp",
    "formulas",
    "from_learn_one",
    "from_partial_fit",
    "instances_of",
    "kernel",
    "learner",
    "learners",
    "log",
    "numbers",
    "own_claim",
    "plots",
    "prove",
    "read_claim",
    "replay",
    "rule",
    "search",
    "shrink",
    "sqrt",
    "symbols",
    "theorem",
    "vector",
    "versions",
    "with_fitted",
    "with_learner",
    "with_predictions",
    "worst_case",
    "worst_cases",
]


def __getattr__(name: str) -> Any:
    """Import a name from its home."""
    if name not in MODULES and name not in _HOME:
        raise AttributeError(f"module 'boundcheck' has no attribute {name!r}")
    problem = shadowed()
    if problem:
        raise ImportError(f"boundcheck.{name} cannot be used: {problem}")
    try:
        value: Any = import_module(MODULES[name]) if name in MODULES else getattr(import_module(_HOME[name]), name)
    except ModuleNotFoundError as error:
        extras = import_module("bounds.extras")
        if error.name not in extras.EXTRAS:
            raise
        raise ImportError(f"boundcheck.{name} cannot be used: {extras.missing(error.name)}") from None
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Name what can be imported, for completion."""
    return sorted(__all__)


completion.install()
