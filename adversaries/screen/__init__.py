"""Many sequences at once in fast floats: what they propose is judged exactly elsewhere."""
