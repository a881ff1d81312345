"""The search for a counterexample: attacks, their stages, what was found, and what is kept."""
