"""Adversaries that look for more: in the learner's state, step by step, greedily."""
