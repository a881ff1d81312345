"""Proofs by steps for theorems of other papers."""
