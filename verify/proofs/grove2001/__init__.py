"""Proofs by steps for Grove, Littlestone and Schuurmans 2001, in the order of the paper."""
