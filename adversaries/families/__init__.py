"""Instances of each claim: built so that its hypotheses hold, at random, for Hypothesis, and at the edges."""
