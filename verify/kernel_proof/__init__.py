"""The independent checker of proofs by one inequality a trial, in exact rational functions.

A proof is a JSON file: a claim by rule, as certificates state it, and what it is proved by: the constants of the
inequality, and for each goal an identity. The goals are made here, from the claim alone (``claims``), so that no case
can be left out; a goal is that a rational function is not negative wherever some others are (``pieces``), and its
identity is checked by multiplying out (``ratios``, ``certificate``). Where the learner keeps more than weights the
proof is by a potential, and its goals speak of inner products (``states``, ``potential``, ``by_potential``). It uses
the standard library alone, with verify/kernel.py beside it, and confirms nothing that it does not understand.
"""
