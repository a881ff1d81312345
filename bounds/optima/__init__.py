"""The best learning rate of a bound, in symbols, with the proof that it is the best.

``tune`` minimises a bound over an open range of one symbol, perhaps cut off by constraints such as eta <= 1/2.
It answers only with a proof: the bound is convex there, or its derivative is negative up to the optimum and
positive beyond it. ``tune_jointly`` minimises over several symbols, one after the other;
``bounds.claims.tuning`` reads the range of a symbol off the premises of a claim.

>>> from bounds import symbols as s
>>> print(tune(s.U**2 / (2 * s.eta) + s.eta * s.l * s.X**2 / 2, s.eta))
eta = U/(X*sqrt(l)) gives U*X*sqrt(l)
the minimum of U**2/(2*eta) + X**2*eta*l/2 over 0 < eta
convex: the second derivative U**2/eta**3 is positive
for U > 0, X > 0, l > 0
"""

from bounds.optima.algebra import evident_sign, positive_names, tidy
from bounds.optima.constraints import Assignments, Constraint, assignments, order
from bounds.optima.jointly import JointTuning, tune_jointly
from bounds.optima.minimum import Tuning, advised, prove_minimum, tune, tuned_within
from bounds.optima.problem import TuningError, TuningProblem, UnknownOptimum

__all__ = [
    "Assignments",
    "Constraint",
    "JointTuning",
    "Tuning",
    "TuningError",
    "TuningProblem",
    "UnknownOptimum",
    "advised",
    "assignments",
    "evident_sign",
    "order",
    "positive_names",
    "prove_minimum",
    "tidy",
    "tune",
    "tune_jointly",
    "tuned_within",
]
