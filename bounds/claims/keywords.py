"""Words of the field by which claims are looked for, where their titles do not have them."""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import cache

_EXPERTS = (
    *("kitani.wma*", "kitani.rwma*", "bylander.wmsim*", "bylander.7.264", "gls.wm*", "classics.hedge*"),
    *("modern.ewa*", "modern.hedge*", "modern.prod", "modern.rwm", "modern.wm", "modern.bayes"),
    *("modern.regret*", "modern.polynomial", "modern.halving", "modern.sleeping", "modern.fixed_share"),
    *("modern.exp3", "modern.follow_the_leader"),
)
_EXPONENTIATED = (
    "bylander.3*",
    "bylander.6*",
    "bylander.7*",
    "bylander.9",
    "bylander.12",
    "bylander.eg",
    "classics.eg*",
)
_WINNOW = ("kitani.winnow*", "kw.winnow.ok*", "kw.winnow.up", "gls.bw", "gls.4.1.bw", "classics.winnow*")
_NOVIKOFF = (
    *("bylander.5", "bylander.5.delta", "bylander.5.exact", "kitani.perc", "kitani.eq1[0-8]*", "kitani.eq7"),
    *("gls.perceptron", "gls.6.perceptron", "gls.7.1a", "classics.margin*", "classics.perceptron*"),
    "modern.perceptron*",
)
_GRADIENT = (
    *("classics.ogd*", "classics.gd*", "classics.eg*", "uml.grad*", "bylander.2", "bylander.2.tuned"),
    *("modern.ogd*", "modern.adagrad*", "modern.amsgrad", "modern.dual*", "modern.coin*"),
)

KEYWORDS = {
    "Novikoff, Block, perceptron convergence theorem": _NOVIKOFF,
    "mistake bound": (*_NOVIKOFF, *_WINNOW, "bylander.[67]", "bylander.fn5", "gls.4.*", "gls.7.1*", "kw.okx*"),
    "experts, expert advice": _EXPERTS,
    "regret": (*_EXPERTS, *_GRADIENT, "bylander.3", "bylander.3.tuned", "bylander.Ol"),
    "multiplicative weights": (*_EXPERTS, *_EXPONENTIATED, *_WINNOW),
    "exponential weights, exponentiated gradient, EG": ("kitani.rwma*", "classics.hedge*", *_EXPONENTIATED),
    "online convex optimisation, optimization": _GRADIENT,
    "mirror descent, Bregman divergence, potential": ("gls.8.*", "gls.10*", "gls.5.*"),
    "margin, gap": (*_NOVIKOFF, "bylander.6.litt", "gls.4.*", "gls.7.1*", "gls.9.*", "gls.wm*", "classics.s*"),
    "hinge loss": ("uml.hinge*", "uml.grad*", "classics.p*", "classics.ogd.hinge*", "classics.s*"),
    "noise, agnostic": ("bylander.7*", "bylander.fn5*", "gls.9.avg", "classics.perc*", "classics.pa[12]"),
    "lower bound, adversary, optimality": ("kw.abstract*", "kw.genN", "kw.13*", "kw.ellip", "kw.lemma1*", "*.exact"),
    "projection, projected": ("classics.ogd.projected", "modern.ogd.lazy", "modern.ogd.box", "modern.ogd.falling*"),
    "adaptive rates": ("modern.adagrad*", "modern.amsgrad", "modern.dual_averaging*", "modern.coin*"),
    "bandit, partial information": ("modern.exp3",),
    "multiclass": ("modern.perceptron.classes*",),
    "ranking": ("modern.perceptron.ranking",),
    "boosting": ("modern.adaboost*",),
    "exp-concave, mixable": ("modern.ewa.squared", "modern.ewa.mix_loss"),
    "kernel": ("modern.perceptron.kernel",),
    "shifting, tracking, switching": ("modern.fixed_share", "modern.ogd.path"),
    "optimistic, hints": ("modern.ogd.optimistic",),
    "momentum, delay": ("modern.ogd.heavy_ball", "modern.ogd.delayed"),
    "log loss, coding, portfolio": ("modern.bayes", "modern.laplace", "modern.kt", "modern.portfolio"),
    "randomised, randomized prediction": ("bylander.1[0-2]*", "kitani.rwma*"),
    "Littlestone, attribute efficient, sparse, relevant attributes": (*_WINNOW, "bylander.6.litt", "bylander.cmp*"),
    "Littlestone dimension, VC dimension": ("uml.ldim", "kw.vc*"),
    "regression, squared loss, LMS, Widrow-Hoff": ("classics.gd.square", "classics.eg.square", "classics.ogd.squared*"),
    "learning rate, step size, tuning": ("bylander.*.tuned", "bylander.5.eta*", "kw.lrfree*", "kitani.rwma.sqrtT"),
}  # fmt: skip
"""Patterns of ids, by words; a word of the key finds what they match."""


@cache
def keywords(identifier: str) -> str:
    """Return the words of the field that belong to a claim's id.

    >>> keywords("classics.ogd.projected").splitlines()[-1]
    'projection, projected'
    """
    lines = (
        words for words, patterns in KEYWORDS.items() if any(fnmatchcase(identifier, pattern) for pattern in patterns)
    )
    return "\n".join(lines)
