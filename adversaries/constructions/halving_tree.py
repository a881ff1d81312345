"""The dyadic halving tree: an adversary that makes every deterministic learner err in every round.

Examples are (v, 1, 0, ..., 0) with v the middle of an interval of thresholds, [0, 1] at first. The label is the
one the learner does not predict, and keeps the half of the interval that agrees with it, so that the
vector (-1, a, 0, ..., 0), a in the interval that is left, is right throughout (Understanding Machine Learning,
section 21.4). Two attributes suffice, and no depth is the last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from bounds import symbols as s
from bounds.claims.claim import Claim, Comparator, Outcomes
from bounds.data.trials import Trials
from bounds.data.vectors import Example, Vector
from bounds.data.versions import CLASSIFICATION, Version, thresholded
from bounds.errors import BoundcheckError
from bounds.instances import Instance
from bounds.learners import Learner, TableLearner
from bounds.mathematics.geometry import EUCLIDEAN


def descend(labels: Callable[[Example], int], depth: int, n: int = 2) -> tuple[Trials, Fraction]:
    """Go down the tree along the labels that ``labels`` gives to the examples, one after the other.

    Returns the ``depth`` trials on ``n`` attributes and the middle of the thresholds that are left.

    >>> descend(lambda _: -1, 2)
    (Trials(l=2, n=2: (1/2, 1) -> -1; (1/4, 1) -> -1), Fraction(1, 8))
    """
    if depth < 0 or n < 2:
        raise BoundcheckError(f"the halving tree has depth {depth} and {n} attributes; give depth >= 0 and n >= 2")
    rows: list[tuple[int, int]] = []
    outcomes: list[int] = []
    position = 0
    for t in range(1, depth + 1):
        v = 2 * position + 1  # over 2**t
        rows.append((v, 2**t))
        outcomes.append(labels(Example([v, 2**t, *[0] * (n - 2)], 2**t)))
        position = 2 * position + (outcomes[-1] == 1)
    common = 2**depth
    whole = [[v * (common // d), common, *[0] * (n - 2)] for v, d in rows]
    return Trials.from_integers(whole, common, outcomes, n), Fraction(2 * position + 1, 2 * common)


def halving_tree(
    learner: Learner, depth: int, n: int = 2, version: Version = CLASSIFICATION
) -> tuple[Trials, Fraction]:
    """Play the tree against ``learner``, from its start: it errs on every one of the ``depth`` trials.

    ``version`` says which predictions are positive. Returns the trials and a threshold a such that
    (-1, a, 0, ..., 0) classifies all of them correctly, each with a positive margin.

    >>> halving_tree(TableLearner("perceptron", Fraction(1)), 3)
    (Trials(l=3, n=2: (1/2, 1) -> 1; (3/4, 1) -> -1; (5/8, 1) -> 1), Fraction(11, 16))
    """
    learner.start(n)

    def refuse(x: Example) -> int:
        label = 1 if version.target(1).side(learner.predict(x)) else -1
        learner.update(x, version.target(label))
        return label

    return descend(refuse, depth, n)


def separator(a: Fraction, n: int = 2) -> Vector:
    """Return the vector (-1, a, 0, ..., 0).

    >>> separator(Fraction(1, 8), 3)
    (-1, 1/8, 0)
    """
    return Example([-a.denominator, a.numerator, *[0] * (n - 2)], a.denominator)


def tree_instance(claim: Claim, labels: Sequence[int], n: int = 2) -> Instance:
    """Return the instance of a claim about the tree whose labels are given."""
    given = iter(labels)
    trials, a = descend(lambda _: next(given), len(labels), n)
    return Instance(trials, None if claim.comparator is Comparator.NONE else separator(a, n))


OPPONENTS: tuple[tuple[str, Learner, Version], ...] = (
    ("the Perceptron", TableLearner("perceptron", Fraction(1)), CLASSIFICATION),
    ("the zero vector", TableLearner("fixed", start=Example([0, 0])), CLASSIFICATION),
    ("Winnow", TableLearner("winnow", Fraction(2)), thresholded(Fraction(1))),
)


def instances(claim: Claim) -> Iterator[tuple[str, Instance]]:
    """Yield trees that force an error in every round: for the claims about them, and for those on separable labels.

    The margin of the separator is 1/2 to a power above the depth: a bound on mistakes that knows nothing of the
    margin falls.
    """
    if claim.family == "halving tree":
        for name, learner, version in OPPONENTS:
            for depth in (1, 3, 12, 40):
                trials, _ = halving_tree(learner, depth, version=version)
                labels = [y for y in trials.outcomes if isinstance(y, int)]
                yield f"halving tree of depth {depth} against {name}", tree_instance(claim, labels)
    elif _is_separable_task(claim):
        parameters = {symbol: Fraction(1) for symbol in claim.free}
        for depth in (1, 4, 8):
            trials, a = halving_tree(TableLearner("perceptron", Fraction(1)), depth)
            u = separator(a).scaled(Fraction(2 ** (depth + 1)))
            yield f"halving tree of depth {depth}", Instance(trials, u, parameters)


def _is_separable_task(claim: Claim) -> bool:
    """Tell whether the claim bounds what a Perceptron pays on separable labels, examples being of any length."""
    return (
        claim.geometry is EUCLIDEAN
        and claim.outcomes is Outcomes.LABELS
        and claim.comparator is Comparator.SEPARATING
        and claim.longer_than is None
        and s.X not in claim.defines
    )
