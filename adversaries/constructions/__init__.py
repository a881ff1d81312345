"""Adversaries of the papers and their kin: one construction a module, and all together."""
