"""Optimal bounds: how little any learner could be charged, whatever it does.

A claim bounds what one learner loses more than u. Nature may make every learner lose as much: ``drafts`` proposes how,
with margins, outcomes and parameters; ``found`` sets those that calculus finds, and has the independent checker
verify.kernel_optimal decide, for all lengths and parameters at once; ``record`` is what is known of the catalogue.
"""
