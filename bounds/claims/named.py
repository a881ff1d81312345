"""Learners and versions by the names that formulas give them, such as perceptron(eta) and threshold(theta)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from bounds import symbols
from bounds.claims.case import Case
from bounds.claims.scope import compiled
from bounds.data.vectors import Example, Vector
from bounds.data.versions import (
    ABSOLUTE,
    CLASSIFICATION,
    FOLLOW_EXPERT,
    MASTER,
    RANDOMISED,
    Version,
    thresholded,
    toleranced,
)
from bounds.errors import BoundcheckError
from bounds.formulas.program import Program
from bounds.formulas.text import read
from bounds.formulas.tree import Apply, Name
from bounds.formulas.values import whole
from bounds.learners import (
    EXP,
    SINH,
    AdditiveLearner,
    BalancedWinnow,
    BiasPerceptron,
    CoordinateLearner,
    Doubled,
    Ellipsoid,
    ExponentiatedGradient,
    ExponentiatedUpdate,
    Fixed,
    FixedThreshold,
    GramLearner,
    Learner,
    OnlineGradientDescent,
    Perceptron,
    PNormPerceptron,
    QuasiAdditive,
    RandomisedWeightedMajority,
    Signed,
    ThresholdPerceptron,
    WeightedMajority,
    WeightedMajorityRounds,
    WeightedMajorityVote,
    Winnow,
    interpolating_transformation,
    power_transformation,
)
from bounds.numbers import Number
from bounds.numbers.evaluate import Values, evaluate


@dataclass(frozen=True)
class Setting:
    """What a learner is made for besides its numbers: its start vector, the attributes, and the threshold, if any."""

    start: Vector | None
    n: int
    threshold: Number | None

    @property
    def zeros(self) -> Vector:
        """The start vector, 0 where there is none."""
        return Example([0] * self.n) if self.start is None else self.start

    def ones(self, times: int = 1, value: Fraction = Fraction(1)) -> Vector:
        """Return a vector of so many times n equal entries."""
        return Example([value.numerator] * (times * self.n), value.denominator)

    def level(self) -> Number:
        """Return the threshold."""
        if self.threshold is None:
            raise BoundcheckError("this learner has a threshold; name a version with one, such as threshold(theta)")
        return self.threshold


def _rational(*numbers: Number) -> list[Fraction]:
    found = [number for number in numbers if isinstance(number, Fraction)]
    if len(found) < len(numbers):
        raise BoundcheckError(f"{', '.join(map(str, numbers))}: the numbers of this learner have to be rational")
    return found


def _perceptron(of: Setting, eta: Number) -> Learner:
    return Perceptron(eta, of.start) if of.threshold is None else ThresholdPerceptron(eta, of.threshold, of.start)


def _additive(of: Setting, *numbers: Number) -> Learner:
    on_mistake, on_right, memory, theta, drift = _rational(*numbers)
    return AdditiveLearner(on_mistake, on_right, memory, theta, drift, of.start)


LEARNERS: dict[str, Callable[..., Learner]] = {
    "fixed": lambda of: Fixed(of.zeros),
    "perceptron": _perceptron,
    "perceptron_from": lambda of, level, eta: ThresholdPerceptron(eta, of.level(), of.ones(1, *_rational(level))),
    "bias_perceptron": lambda of, eta, first: BiasPerceptron(eta, of.start, *_rational(first)),
    "gradient_descent": lambda _, eta: OnlineGradientDescent(eta),
    "exponentiated": lambda of, eta, U: ExponentiatedUpdate(eta, U, of.start),
    "exponentiated_gradient": lambda _, eta: ExponentiatedGradient(eta),
    "doubled_exponentiated": lambda _, eta, U: Doubled(ExponentiatedUpdate(eta, U)),
    "weighted_majority": lambda _, beta: WeightedMajority(beta),
    "weighted_majority_vote": lambda _, beta: WeightedMajorityVote(beta),
    "wma": lambda _, eta: WeightedMajorityRounds(eta),
    "rwma": lambda _, eta: RandomisedWeightedMajority(eta),
    "winnow": lambda of, alpha: Winnow(alpha, of.level()),
    "balanced_winnow": lambda of, beta: BalancedWinnow(beta, of.start),
    "p_norm": lambda of, p, a: PNormPerceptron(p, a, of.start),
    "doubled_p_norm": lambda of, p, a: Doubled(QuasiAdditive(power_transformation(p), a, of.ones(2))),
    "qa_exp": lambda _, a: QuasiAdditive(EXP, a),
    "qa_sinh": lambda _, a: QuasiAdditive(SINH, a),
    "qa_f": lambda _, k, a: QuasiAdditive(interpolating_transformation(whole(k)), a),
    "qa_exp_signed": lambda _, a: Signed(QuasiAdditive(EXP, a)),
    "fixed_threshold": lambda _, a, theta: FixedThreshold(a, theta),
    "additive": _additive,
    "gram": lambda _, *numbers: GramLearner(*_rational(*numbers)),
    "coordinate": lambda _, *numbers: CoordinateLearner(*_rational(*numbers)),
    "ellipsoid": lambda _: Ellipsoid(),
}
"""Learners by name: each is made for its setting, from the numbers that its formula gives."""

VERSIONS: dict[str, Version] = {
    "classification": CLASSIFICATION,
    "absolute": ABSOLUTE,
    "randomised": RANDOMISED,
    "expert": FOLLOW_EXPERT,
    "master": MASTER,
}
AT_A_LEVEL: dict[str, Callable[[Number], Version]] = {
    "toleranced": toleranced,
    "threshold": thresholded,
    "threshold_above": lambda theta: thresholded(theta, tie_is_positive=False),
}
THRESHOLDS = ("threshold", "threshold_above")


@lru_cache(maxsize=1024)
def _parts(text: str) -> tuple[str, list[Program]]:
    """Return the name in a formula such as ``perceptron(eta)``, and its arguments as programs."""
    match read(text):
        case Apply(name, arguments):
            return name, list(map(compiled, arguments))
        case Name(name):
            return name, []
    raise BoundcheckError(f"{text!r} names nothing; write something like perceptron(eta)")


class _Parameters(dict[str, Number]):
    """The values of parameters by name."""

    def __init__(self, values: Values) -> None:
        super().__init__()
        self.values_by_symbol = values

    def __missing__(self, name: str) -> Number:
        """Find the value of a parameter."""
        return evaluate(symbols.lookup(name), self.values_by_symbol)


@dataclass(frozen=True)
class VersionNamed:
    """The version of an algorithm with this name, such as ``classification`` or ``threshold(1/2)``."""

    formula: str

    def __post_init__(self) -> None:
        """Refuse a version that there is not."""
        name, numbers = _parts(self.formula)
        if (name in AT_A_LEVEL and len(numbers) == 1) or (name in VERSIONS and not numbers):
            return
        known = ", ".join((*VERSIONS, *(f"{name}(...)" for name in AT_A_LEVEL)))
        raise BoundcheckError(f"there is no version {self.formula!r}; there are {known}")

    def __call__(self, values: Values) -> Version:
        """Return the version at these values of the parameters."""
        level = self.level(values)
        return VERSIONS[self.name] if level is None else AT_A_LEVEL[self.name](level)

    @property
    def name(self) -> str:
        """The name without the level."""
        return _parts(self.formula)[0]

    def level(self, values: Values) -> Number | None:
        """Return the number in parentheses, if there is one."""
        for number in _parts(self.formula)[1]:
            found: Number = number.value(_Parameters(values))
            return found
        return None


@dataclass(frozen=True)
class Named:
    """Makes the learner that a formula names, such as ``perceptron(eta)``, for the version that another one names."""

    formula: str
    targets: str

    def __post_init__(self) -> None:
        """Refuse a learner that there is not."""
        if _parts(self.formula)[0] not in LEARNERS:
            raise BoundcheckError(f"there is no learner {self.formula!r}; there are {', '.join(LEARNERS)}")

    def __call__(self, case: Case) -> Learner:
        """Return the learner at the values of a case."""
        name, numbers = _parts(self.formula)
        version = VersionNamed(self.targets)
        threshold = version.level(case.values) if version.name in THRESHOLDS else None
        setting = Setting(case.instance.start, case.instance.trials.n, threshold)
        return LEARNERS[name](setting, *(number.value(case.scope) for number in numbers))
