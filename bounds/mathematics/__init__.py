"""What statements speak of: norms and distances, conjugate norms, Hadamard pairs, disjunctions."""
