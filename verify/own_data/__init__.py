"""A user's own trials, comparators, learners and logged predictions."""
