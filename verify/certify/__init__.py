"""Worst cases: what no sequence of at most L trials can exceed, with a certificate, or an exact sequence that does.

In the order of reading: ``search`` is the way in, ``result`` what it asks and what is found. A claim has one of four
forms: ``patterns`` of a learner with a Gram form (multipliers by ``solver``, in fractions by ``rounding``; one list for
many lengths by ``ahead``, one trial for all by ``endless``; sequences by ``witness``; claims about ``each_trial``),
``squares`` for LMS, ``tables`` for Winnow and Weighted Majority, and ``states`` for rules on finitely many examples.
``verify.kernel_worst`` confirms all certificates.
"""
