"""The constructions together, and what is made of them: long sequences, and sequences again and again."""
