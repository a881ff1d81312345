"""Verdicts: replay, check, certificates."""
