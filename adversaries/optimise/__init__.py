"""Adversaries that look for more: numerically, step by step, greedily, exhaustively."""
