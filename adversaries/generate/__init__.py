"""Instances made so that hypotheses hold by construction: from bytes, at random, from floats."""
