"""Implementations in floats, made into learners: their runs are judged exactly, and compared with exact ones.

A binary float is a rational number, so what an implementation predicts is read exactly and judged like anything
else. What it computed is another matter: ``departures`` plays it beside an exact learner and reports where its
rounding makes it depart: the first other decision, another number of mistakes, and ties that are lost.

>>> from boundcheck import Trials
>>> from bounds.learners import named
>>> class Floats:
...     '''A Perceptron as one writes it in an afternoon.'''
...     def __init__(self):
...         self.coef_ = None
...     def decision_function(self, X):
...         return [sum(w * a for w, a in zip(self.coef_[0], x)) for x in X]
...     def partial_fit(self, X, y, classes):
...         if self.coef_ is None:
...             self.coef_ = [[0.0] * len(X[0])]
...         for x, label in zip(X, y):
...             if label * self.decision_function([x])[0] <= 0:
...                 self.coef_ = [[w + label * a for w, a in zip(self.coef_[0], x)]]
>>> S = Trials.of([["0.1", 1, 0], ["0.2", -1, 0], ["0.3", 0, 1], [1, 0, 0]], [1, 1, -1, 1])
>>> print(departures(from_partial_fit(Floats), named("perceptron(1)"), S))
4 trials: predictions differ on 3, decisions on 1, mistakes 3 against 4 exactly
  inputs       trial 1: 1/10 is no binary float; the implementation sees another example
  first        trial 4: 5.55112e-17 decides right, exactly 0 decides wrong
  ties lost    trial 4
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from types import FunctionType
from typing import Any

from bounds.calls import checked
from bounds.data.interval import Interval
from bounds.data.trials import Trials
from bounds.data.vectors import Example
from bounds.data.versions import CLASSIFICATION, Version
from bounds.errors import BoundcheckError, not_a_yes_or_no
from bounds.extras import EXTRAS, missing
from bounds.fast.play import play
from bounds.learners import Learner
from bounds.learners.run import Run, Step
from bounds.numbers import Number, compare, number_text, sign, to_float

ZERO = Fraction(0)
LABELS = (-1, 1)


def exact(value: Any, what: str) -> Fraction:
    """Return a float of an implementation as the rational number that it is.

    >>> exact(0.5, "a weight"), exact(0.1, "a weight") == Fraction(1, 10)
    (Fraction(1, 2), False)
    """
    try:
        return Fraction(value)
    except (TypeError, ValueError, OverflowError):
        raise BoundcheckError(f"{what} is {value!r}; an implementation has to give finite numbers") from None


def in_floats(x: Example) -> list[float]:
    """Return the nearest floats to an example: what an implementation sees of it."""
    try:
        return [float(a) for a in x]
    except OverflowError:
        raise BoundcheckError(f"the example {x} is too large for floats; scale the examples") from None


def label_of(target: Interval) -> int:
    """Return the label that a target stands for: +1 for one without upper end, -1 for one without lower end."""
    if (target.lo is None) == (target.hi is None):
        raise BoundcheckError(
            f"the target {target} stands for no label; adapted classifiers take labels +1 and -1 as outcomes"
        )
    return 1 if target.hi is None else -1


class Adapted(Learner):
    """An implementation in floats as a learner: ``make()`` gives a fresh one, which learns from labels.

    It is shown every trial and decides by itself whether to update. ``threshold`` is the negative of its
    intercept, exactly. Predictions are its scores, intercept included, and a decision is their sign: a score of 0 is
    a tie, whatever label the implementation then chooses.
    """

    def __init__(self, make: Callable[[], Any]) -> None:
        self.make = make

    def start(self, n: int) -> None:
        """Make the implementation afresh; raise BoundcheckError if a package that it needs is missing."""
        self.n, self.t, self.intercept_since = n, 0, None
        try:
            self.implementation = self.make()
        except ModuleNotFoundError as error:
            raise not_installed(error) from None
        absent = [name for name in self.needs if not hasattr(self.implementation, name)]
        if absent:
            kind = type(self.implementation).__name__
            raise BoundcheckError(f"{kind} has no {absent[0]}; this adapter needs {', '.join(self.needs)}")

    needs: tuple[str, ...]

    @property
    def name(self) -> str:
        """What reports call it: the implementation's class."""
        made = self.make.args[0] if isinstance(self.make, partial) else self.make
        if isinstance(made, FunctionType):
            try:
                made = made()
            except Exception:  # when it starts, what is wrong is told
                return made.__name__
        return made.__name__ if isinstance(made, type) else type(made).__name__

    def fresh(self) -> Adapted:
        """Return a learner around an implementation of its own."""
        return type(self)(self.make)

    def predict(self, x: Example) -> Fraction:
        """Return the score of the implementation, exactly as it is."""
        return exact(self.score(in_floats(x)), f"the score of {x}")

    def update(self, x: Example, target: Interval) -> None:
        """Show the implementation the example and its label; note whether its prediction had an intercept."""
        self.t += 1
        if self.intercept_since is None and self.threshold != 0:
            self.intercept_since = self.t
        self.learn(in_floats(x), label_of(target))

    @abstractmethod
    def score(self, x: Sequence[float]) -> Any:
        """Return the implementation's score of an example, positive for the label +1."""

    def label(self, x: Example) -> int | None:
        """Return the label that the implementation itself gives an example, None if it cannot tell."""
        return None if self.predict(x) == 0 else self.own_label(in_floats(x))

    @abstractmethod
    def own_label(self, x: Sequence[float]) -> int | None:
        """Return the implementation's own decision, None if it makes none apart from its score."""

    @abstractmethod
    def learn(self, x: Sequence[float], label: int) -> None:
        """Show the implementation one example with its label."""

    @property
    @abstractmethod
    def threshold(self) -> Fraction:
        """What w.x has to exceed."""


def not_installed(error: ModuleNotFoundError) -> BoundcheckError:
    """Return the error that says how to install what is missing."""
    module = (error.name or "").partition(".")[0]
    if module not in EXTRAS:
        return BoundcheckError(f"the implementation needs {module or 'a module'}, which is not installed: {error}")
    return BoundcheckError(missing(module))


class _PartialFit(Adapted):
    """Scikit-learn's interface: partial_fit, decision_function, coef_ and intercept_."""

    needs = ("partial_fit", "decision_function")

    def score(self, x: Sequence[float]) -> Any:
        """Return the decision function; 0 before the first trial, when it has none."""
        return self.implementation.decision_function([x])[0] if self._fitted else ZERO

    def own_label(self, x: Sequence[float]) -> int | None:
        """Return what predict says, if there is a predict."""
        predict = getattr(self.implementation, "predict", None)
        return None if predict is None else int(predict([x])[0])

    def learn(self, x: Sequence[float], label: int) -> None:
        """Fit the one example."""
        self.implementation.partial_fit([x], [label], classes=LABELS)

    @property
    def _fitted(self) -> bool:
        return getattr(self.implementation, "coef_", None) is not None

    @property
    def weights(self) -> Sequence[Fraction]:
        """The weight vector coef_."""
        if not self._fitted:
            return [ZERO] * self.n
        return [exact(w, "a weight") for w in self.implementation.coef_[0]]

    @property
    def threshold(self) -> Fraction:
        """The negative of intercept_, 0 where there is none."""
        intercept = getattr(self.implementation, "intercept_", None) if self._fitted else None
        return ZERO if intercept is None else -exact(intercept[0], "the intercept")


class _LearnOne(Adapted):
    """River's interface: learn_one, predict_one, weights (a dictionary) and intercept."""

    needs = ("learn_one", "predict_one", "weights")

    def score(self, x: Sequence[float]) -> Any:
        """Return the raw score by which the model decides; else w.x of its weights, without further rounding."""
        raw = getattr(self.implementation, "_raw_dot_one", None)
        if raw is not None:
            return raw(dict(enumerate(x)))
        return sum((w * Fraction(a) for w, a in zip(self.weights, x, strict=True)), -self.threshold)

    def own_label(self, x: Sequence[float]) -> int | None:
        """Return what predict_one says."""
        return 1 if self.implementation.predict_one(dict(enumerate(x))) else -1

    def learn(self, x: Sequence[float], label: int) -> None:
        """Learn the one example."""
        self.implementation.learn_one(dict(enumerate(x)), label > 0)

    @property
    def weights(self) -> Sequence[Fraction]:
        """The weights of the n attributes; those that the model has not seen yet are 0."""
        weights = self.implementation.weights
        return [exact(weights.get(i, 0), "a weight") for i in range(self.n)]

    @property
    def threshold(self) -> Fraction:
        """The negative of the intercept, 0 where there is none."""
        return -exact(getattr(self.implementation, "intercept", 0), "the intercept")


KINDS: tuple[type[Adapted], ...] = (_PartialFit, _LearnOne)


def adapter_of(given: Any) -> Adapted | None:
    """Return the adapter around an estimator's class or a fresh estimator; None for what is no estimator.

    An estimator is copied for each run. Raises BoundcheckError for one that has learned something, which would start
    elsewhere than the claim says.
    """
    if isinstance(given, Adapted):
        return given
    kind = next((kind for kind in KINDS if all(hasattr(given, name) for name in kind.needs)), None)
    if kind is None or isinstance(given, type):
        return None if kind is None else kind(given)
    if getattr(given, "coef_", None) is not None or (kind is _LearnOne and given.weights):
        raise BoundcheckError(f"the learner {given!r} has learned already; give one that is fresh, or its class")
    return kind(partial(deepcopy, given))


@checked
def from_partial_fit(estimator_factory: Callable[[], Any]) -> Adapted:
    """Return a learner around scikit-learn's interface (``partial_fit``, ``decision_function``, ``coef_``).

    Use it with versions for labels, threshold 0 (``bounds.data.versions.CLASSIFICATION``).

    Parameters
    ----------
    estimator_factory : callable
        Makes a fresh linear classifier without arguments, such as ``lambda: Perceptron(fit_intercept=False)`` or an
        ``SGDClassifier``.

    Returns
    -------
    Adapted
        A learner, for ``with_learner`` and ``departures``.

    Raises
    ------
    BoundcheckError
        For what is no function; when the learner starts, for an object without these methods or a package that is
        missing.

    Examples
    --------
    >>> class Constant:
    ...     '''An estimator that scores every example 1.'''
    ...     coef_ = [[0.0]]
    ...     def decision_function(self, X):
    ...         return [1.0 for _ in X]
    ...     def partial_fit(self, X, y, classes):
    ...         return self
    >>> from boundcheck import Instance, check, with_learner
    >>> run = Instance(Trials.of([[1], [1]], [1, 1]), comparator=[1])
    >>> check(with_learner("bylander.5", from_partial_fit(Constant)), run).status.value
    'HOLDS'
    """
    return _PartialFit(estimator_factory)


@checked
def from_learn_one(model_factory: Callable[[], Any]) -> Adapted:
    """Return a learner around river's interface (``learn_one``, ``predict_one``, ``weights``).

    Parameters
    ----------
    model_factory : callable
        Makes a fresh linear classifier without arguments, such as ``linear_model.Perceptron``, which learns an
        intercept as well, or a ``LogisticRegression`` with a loss and a rate of one's own.

    Returns
    -------
    Adapted
        A learner, for ``with_learner`` and ``departures``.

    Raises
    ------
    BoundcheckError
        For what is no function; when the learner starts, for an object without these methods.
    """
    return _LearnOne(model_factory)


# --- departures ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Departure:
    """A trial on which an implementation predicts otherwise than the exact algorithm does.

    ``side`` tells where a prediction lies, as in ``Step``: 0 in the target, +1 below it, -1 above. A tie is a
    prediction of exactly the target's end, where the decision turns.
    """

    t: int
    prediction: Number
    exact_prediction: Number
    side: int
    exact_side: int
    tie_lost: bool
    tie_made: bool

    @property
    def decides_otherwise(self) -> bool:
        """Whether the two lie on different sides of the target."""
        return self.side != self.exact_side


@dataclass(frozen=True)
class Departures:
    """Where an implementation departs from the exact algorithm on a sequence of trials.

    ``trials`` are those with different predictions, in order; ``rounded_inputs`` the trials whose examples are no
    floats, so that the implementation sees others; ``own_labels`` those on which its own label is not the sign of
    its score (a score other than 0, rounded away on the way to a label). ``run`` and ``exact_run`` are both runs.
    """

    trials: tuple[Departure, ...]
    rounded_inputs: tuple[int, ...]
    own_labels: tuple[int, ...]
    run: Run
    exact_run: Run

    @property
    def first_decision(self) -> Departure | None:
        """The first trial on which the decisions differ; from there on the two learn different things."""
        return next((departure for departure in self.trials if departure.decides_otherwise), None)

    @property
    def mistakes_differ(self) -> bool:
        """Whether the two make different numbers of mistakes."""
        return self.run.mistakes != self.exact_run.mistakes

    @property
    def ties_lost(self) -> tuple[int, ...]:
        """The trials on which the exact prediction is a tie and the implementation's is not."""
        return tuple(departure.t for departure in self.trials if departure.tie_lost)

    @property
    def ties_made(self) -> tuple[int, ...]:
        """The trials on which the implementation's prediction is a tie and the exact one is not."""
        return tuple(departure.t for departure in self.trials if departure.tie_made)

    def __bool__(self) -> bool:
        not_a_yes_or_no(self, "departures.trials == ()")

    def __str__(self) -> str:
        otherwise = sum(departure.decides_otherwise for departure in self.trials)
        lines = [
            f"{len(self.run.steps)} trials: predictions differ on {len(self.trials)}, decisions on {otherwise}, "
            f"mistakes {self.run.mistakes} against {self.exact_run.mistakes} exactly"
        ]
        if self.rounded_inputs:
            t = self.rounded_inputs[0]
            x = self.run.steps[t - 1].x
            a = next(a for a, seen in zip(x, in_floats(x), strict=True) if a != seen)
            lines.append(f"  inputs       trial {t}: {a} is no binary float; the implementation sees another example")
        first = self.first_decision
        if first is not None:
            ours, theirs = f"{to_float(first.prediction):.6g}", number_text(first.exact_prediction)
            how = ["wrong" if side else "right" for side in (first.side, first.exact_side)]
            lines.append(f"  first        trial {first.t}: {ours} decides {how[0]}, exactly {theirs} decides {how[1]}")
        named = {"ties lost": self.ties_lost, "ties made": self.ties_made, "own labels": self.own_labels}
        lines += [f"  {name:<12} trial {', '.join(map(str, at))}" for name, at in named.items() if at]
        return "\n".join(lines)


@checked
def departures(learner: Learner, exact_learner: Learner, trials: Trials, version: Version | None = None) -> Departures:
    """Play an implementation and the exact algorithm over the same trials and report where the first departs.

    Both make their own updates.

    Parameters
    ----------
    learner : Learner
        An adapted implementation (see ``from_partial_fit``); any learner will do.
    exact_learner : Learner
        The algorithm that it should be, in exact numbers.
    trials : Trials
        The trials, with labels.
    version : Version, optional
        Where labels want the prediction (default: ``bounds.data.versions.CLASSIFICATION``).

    Returns
    -------
    Departures
        The trials on which predictions, decisions and inputs differ, and both runs.

    Raises
    ------
    BoundcheckError
        For outcomes that are no labels.

    Examples
    --------
    >>> from boundcheck import Trials, learners
    >>> S = Trials.of([[1, 0], [0, 1]], [1, -1])
    >>> print(departures(learners.named("perceptron(1)"), learners.named("perceptron(2)"), S))
    2 trials: predictions differ on 0, decisions on 0, mistakes 2 against 2 exactly
    """
    version = CLASSIFICATION if version is None else version
    labels: list[int] = []

    def look(step: Step) -> None:
        label = learner.label(step.x) if isinstance(learner, Adapted) else None
        if label is not None and sign(step.prediction) != label:
            labels.append(step.t)

    run, exact_run = play(learner, trials, version, watch=look), play(exact_learner, trials, version)
    departed = []
    for step, other in zip(run.steps, exact_run.steps, strict=True):
        if compare(step.prediction, other.prediction) != 0:
            tie, exact_tie = _is_tie(step, version), _is_tie(other, version)
            departed.append(
                Departure(
                    step.t,
                    step.prediction,
                    other.prediction,
                    step.side,
                    other.side,
                    tie_lost=exact_tie and not tie,
                    tie_made=tie and not exact_tie,
                )
            )
    rounded = [t for t, x in enumerate(trials.examples, 1) if in_floats(x) != list(x)]
    return Departures(tuple(departed), tuple(rounded), tuple(labels), run, exact_run)


def _is_tie(step: Step, version: Version) -> bool:
    """Tell whether a prediction is exactly an end of its target."""
    target = version.target(step.outcome)
    return any(end is not None and compare(step.prediction, end) == 0 for end in (target.lo, target.hi))
