"""What statements speak of: norms and distances, Hadamard pairs, disjunctions."""
