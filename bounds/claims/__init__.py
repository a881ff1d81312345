"""Claims: their parts, the catalogue, variants, cases at an instance, and claims of one's own."""
