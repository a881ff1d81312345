"""Who attacks: constructions, random instances and Hypothesis strategies for every claim."""
