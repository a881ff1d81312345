"""The exact worst case of a claim over all sequences of at most L trials, in any dimension, with a certificate."""
