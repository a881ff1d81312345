"""Proofs by steps for the lecture notes of Kitani, in their order."""
