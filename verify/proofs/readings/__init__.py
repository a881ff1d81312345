"""What the symbols of a proof are on an exact run of a shipped learner."""
