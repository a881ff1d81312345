"""Proofs by steps for Bylander 1998, in the order of the paper."""
