"""The proofs of the catalogue's theorems, for every dimension and every sequence of trials: in Coq, and by steps.

A source has a room, and a section of the paper is a file in it. ``coq`` has the proofs of record, and what begins with
``coq_`` writes their statements from the catalogue and runs Coq; ``readings`` says what the symbols of a proof by steps
are on an exact run. ``verify.prove`` finds the proof of a claim.
"""
