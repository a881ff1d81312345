"""The independent checker of optimal bounds: whatever a learner predicts, nature makes it pay what the bound allows.

It uses the standard library and the exact reader of kernel.py alone. On each of l trials nature shows an example that
is orthogonal to those before, all of one norm, and chooses the outcome by the side of 0 on which the prediction is. So
the comparator u that is a multiple of the sum of (side of t) x_t has the same margin on every trial, whatever the
learner does. Or it shows examples that are shattered: for all outcomes there is a u that fits them. The file says
what margin, norm and outcome are, in positive symbols, and what the claim's parameters are then; that all premises
hold, and that the compared amount is at least the bound, is computed here, for all values of the symbols and every l,
by the signs of the coefficients of polynomials.

In the order of reading: ``quantities``, which are quotients of such polynomials; the values of ``formulas``; the
examples, ``orthogonal``, ``shattered`` in blocks or by thresholds, and at the nodes of a ``tree``; the ``play``, on
each trial of which the prediction is at a distance q from 0; ``convex`` losses; and the ``certificate``.

    python -m verify.kernel_worst FILE
"""
