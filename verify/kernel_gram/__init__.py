"""The independent checker of worst cases: no sequence of at most L trials, in any dimension, breaks this claim.

It uses the standard library and the exact reader of verify/kernel.py alone. A learner whose weights are combinations of
the examples, with coefficients that see neither norms nor predictions, predicts linearly in the Gram matrix G of the
comparator u and the examples x_1, ..., x_m. A *pattern* says which branch of the learner's rule each trial takes. For
each pattern the guards, norms and margins are linear in G, and so is the compared amount, or it is a least piece of
linear ones. Multipliers y >= 0 for which sum y_i A_i - C is positive semidefinite prove, for every G, that the amount
is at most b.y: that is checked trial by trial, in small matrices of u, the state and one example. All patterns, all
matrices and the bound are made here, from the learner's rule and the claim's formulas; the file gives multipliers,
which are checked in fractions. The first of them prove what the first trials add up to.

In the order of reading: ``numbers``; ``formulas`` and their values; the ``branches`` of a rule; quadratic forms along a
``chain``; the ``program`` of a pattern; a ``problem``; ``claims``; ``patterns``; one trial for all lengths,
``endless``; the ``certificate``; and ``squares``, for LMS.

    python -m verify.kernel_worst FILE
"""
