"""Pages: a counterexample, or a claim, as one file of HTML that needs nothing else, with its picture and its link."""
