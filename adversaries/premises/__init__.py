"""Variants of a claim with a hypothesis less or more: instances moved out of it or into it."""
