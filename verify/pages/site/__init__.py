"""The site: catalogue, documentation and reference as pages that lead to each other, and to nothing else."""
