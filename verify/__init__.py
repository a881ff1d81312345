"""Who judges: replay, verdicts, attacks, proofs, the ledger and the command line. The front door is ``boundcheck``."""
