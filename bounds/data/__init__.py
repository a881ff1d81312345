"""Numbers and outcomes as people hold them: intervals, trials, versions, tables and files."""
