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
    from adversaries.families.strategies import instances_of as instances_of
    from boundcheck.plugin.asserts import assert_bound as assert_bound
    from boundcheck.plugin.asserts import assert_held as assert_held
    from boundcheck.plugin.asserts import assert_refuted as assert_refuted
    from bounds import formulas as formulas
    from bounds import learners as learners
    from bounds import numbers as numbers
    from bounds import symbols as symbols
    from bounds import tables as tables
    from bounds.claims.catalogue import catalog as catalog
    from bounds.claims.catalogue import catalogue as catalogue
    from bounds.claims.catalogue import theorem as theorem
    from bounds.claims.claim import Claim as Claim
    from bounds.claims.claim import Comparator as Comparator
    from bounds.claims.claim import Hypothesis as Hypothesis
    from bounds.claims.claim import LearnerSpec as LearnerSpec
    from bounds.claims.claim import Outcomes as Outcomes
    from bounds.claims.claim import Quantity as Quantity
    from bounds.claims.claim import Row as Row
    from bounds.claims.claim import Source as Source
    from bounds.claims.claim import Standing as Standing
    from bounds.claims.claim import always as always
    from bounds.claims.index import claims as claims
    from bounds.claims.own import learner as learner
    from bounds.claims.own import own_claim as own_claim
    from bounds.claims.own_file import read_claim as read_claim
    from bounds.claims.two_bounds import compare as compare
    from bounds.data import versions as versions
    from bounds.data.interval import Interval as Interval
    from bounds.data.trials import Trials as Trials
    from bounds.data.vectors import vector as vector
    from bounds.errors import BoundcheckError as BoundcheckError
    from bounds.errors import Undecided as Undecided
    from bounds.formulas.rules import rule as rule
    from bounds.instances import Instance as Instance
    from bounds.numbers import exp as exp
    from bounds.numbers import log as log
    from bounds.numbers import sqrt as sqrt
    from verify import kernel as kernel
    from verify import plots as plots
    from verify.campaign.run import campaign as campaign
    from verify.certify.result import Certified as Certified
    from verify.certify.search import certify as certify
    from verify.certify.search import characterised as characterised
    from verify.certify.search import worst_case as worst_case
    from verify.certify.search import worst_cases as worst_cases
    from verify.derive import Derived as Derived
    from verify.derive import derive as derive
    from verify.judge.certificate import certificate as certificate
    from verify.judge.check import Verdict as Verdict
    from verify.judge.read_certificate import read_certificate as read_certificate
    from verify.judge.replay import Replay as Replay
    from verify.judge.replay import replay as replay
    from verify.judge.status import Status as Status
    from verify.logic.proof import Proof as Proof
    from verify.minimax import minimax as minimax
    from verify.optimal.found import Optimal as Optimal
    from verify.optimal.found import optimal as optimal
    from verify.own_data.adapters import departures as departures
    from verify.own_data.adapters import from_learn_one as from_learn_one
    from verify.own_data.adapters import from_partial_fit as from_partial_fit
    from verify.own_data.completed import check as check
    from verify.own_data.learner import with_learner as with_learner
    from verify.own_data.logged import with_fitted as with_fitted
    from verify.own_data.logged import with_predictions as with_predictions
    from verify.own_data.survey import Survey as Survey
    from verify.own_data.survey import check_all as check_all
    from verify.pages.steps import plot_steps as plot_steps
    from verify.prove import mail as mail
    from verify.prove import prove as prove
    from verify.publish import experiments as experiments
    from verify.search import attacks as attacks
    from verify.search.search import Search as Search
    from verify.search.search import search as search
    from verify.shrink.shrink import Shrunk as Shrunk
    from verify.shrink.shrink import shrink as shrink

__version__ = "0.2.0"

HOMES = {
    "adversaries.families.strategies": ("instances_of",),
    "bounds.claims.catalogue": ("catalog", "catalogue", "theorem"),
    "bounds.claims.claim": (
        *("Claim", "Comparator", "Hypothesis", "LearnerSpec", "Outcomes", "Quantity", "Row", "Source", "Standing"),
        "always",
    ),
    "bounds.claims.two_bounds": ("compare",),
    "bounds.claims.index": ("claims",),
    "bounds.errors": ("BoundcheckError", "Undecided"),
    "bounds.formulas.rules": ("rule",),
    "bounds.numbers": ("exp", "log", "sqrt"),
    "bounds.claims.own": ("learner", "own_claim"),
    "bounds.claims.own_file": ("read_claim",),
    "bounds.instances": ("Instance",),
    "bounds.data.interval": ("Interval",),
    "bounds.data.trials": ("Trials",),
    "bounds.data.vectors": ("vector",),
    "verify.own_data.adapters": ("departures", "from_learn_one", "from_partial_fit"),
    "verify.campaign.run": ("campaign",),
    "verify.judge.certificate": ("certificate",),
    "verify.certify.result": ("Certified",),
    "verify.certify.search": ("certify", "characterised", "worst_case", "worst_cases"),
    "verify.judge.check": ("Verdict",),
    "verify.optimal.found": ("Optimal", "optimal"),
    "verify.judge.read_certificate": ("read_certificate",),
    "verify.judge.status": ("Status",),
    "verify.own_data.completed": ("check",),
    "verify.derive": ("Derived", "derive"),
    "verify.own_data.learner": ("with_learner",),
    "verify.own_data.logged": ("with_fitted", "with_predictions"),
    "verify.own_data.survey": ("Survey", "check_all"),
    "boundcheck.plugin.asserts": ("assert_bound", "assert_held", "assert_refuted"),
    "verify.pages.steps": ("plot_steps",),
    "verify.prove": ("prove",),
    "verify.logic.proof": ("Proof",),
    "verify.judge.replay": ("Replay", "replay"),
    "verify.search.search": ("Search", "search"),
    "verify.shrink.shrink": ("Shrunk", "shrink"),
}
"""Where each name lives."""

MODULES = {
    **{name: f"bounds.{name}" for name in ("formulas", "learners", "numbers", "symbols", "tables")},
    "versions": "bounds.data.versions",
    "attacks": "verify.search.attacks",
    "experiments": "verify.publish.experiments",
    "mail": "verify.prove.mail",
    "minimax": "verify.minimax.minimax",
    **{name: f"verify.{name}" for name in ("kernel", "plots")},
}
"""Modules that are part of the front door under a short name."""

_HOME = {name: home for home, names in HOMES.items() for name in names}

__all__ = sorted({*_HOME, *MODULES, "__version__"})


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
        return import_module("bounds.extras").stand_in(f"boundcheck.{name}", error)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Name what can be imported, for completion."""
    return __all__


completion.install()
