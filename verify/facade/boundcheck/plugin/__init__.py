"""The pytest plugin: claims stated in one's own test suite, judged exactly."""
