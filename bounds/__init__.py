"""What is claimed: trials, learners, numbers, and the catalogue. The front door is ``boundcheck``."""
