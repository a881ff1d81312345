"""The rules by which a proof is checked, the parts of a claim as formulas, and what many proofs write.

``runs`` are the learners' runs as a proof speaks of them.
"""
