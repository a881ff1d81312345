"""Derive: from a learner's rule and two losses to the best bound that one inequality a trial gives, proved by z3.

In the order of reading. A formula falls into ``pieces``; a learner's step takes something off one of the
``potentials``; with a gain and a loss (``losses``) that makes the ``cases`` of the inequality of a trial. What z3 shows
of terms is in ``shown``, and of constants (a, b, c) on all cases in ``proof``. Which constants are asked for is a
``question``; at given parameters a linear ``program`` has the best ones, ``scaling`` says which parameters may be 1, a
``closed_form`` goes through what is found, and ``constants`` searches for them. ``derived`` is what comes out: with
parameters at their ``optimum``, an ``extremal`` run, and a ``claim``.

Rates that fall with the trials, and weights that are projected: ``schedule``, ``projection`` and ``summation``.

The other way round, ``prove_own`` proves a claim of one's own: ``own_premises`` reads what it assumes, ``own_proof``
reports, and ``entropy`` has what learners that multiply rest on.

Learners with more states than w: ``by_potential`` proves a claim by a potential, ``found_potential`` looks for one,
``forms`` shows that quadratic forms in vectors are not negative, and ``with_states`` derives bounds.
"""

from verify.derive.derived import Derived, Part, derive
from verify.derive.with_states import derive_with_states

__all__ = ["Derived", "Part", "derive", "derive_with_states"]
