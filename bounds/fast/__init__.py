"""Fast replay: the same runs as the plain tier, in machine words where a proved bound allows them.

The tiers, from the fastest: compiled kernels (numba, if installed), numpy, and the learners themselves. A tier plays as
far as its proof reaches and then hands over to the learner; whatever it cannot decide, the learner decides. Nothing
outside this package and ``bounds.learners.run.play`` knows which tier a run came from.
"""
