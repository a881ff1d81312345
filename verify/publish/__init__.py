"""What is shown: reports, exports, places, evidence, the ledger, experiments."""
