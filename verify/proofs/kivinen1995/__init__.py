"""Proofs by steps for Kivinen and Warmuth 1995, in the order of the paper."""
