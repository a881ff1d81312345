"""Minimax values: what the best learner pays against the worst sequence, in games of finitely many states.

``tables`` has the value and both strategies in every state, which verify.kernel_minimax checks; ``learners`` what known
learners pay in the same game, and ``games`` both together.
"""
