"""Runs of the learners as a proof speaks of them, for any dimension and any number of trials."""
