"""Minimal counterexamples."""
