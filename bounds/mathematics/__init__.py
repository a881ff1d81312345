"""What statements speak of: norms and distances, conjugate norms, Hadamard pairs, rotations, disjunctions."""
