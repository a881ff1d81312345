"""Campaigns: searches of many claims for hours, on many cores, with a store that survives anything.

A search is numbered tasks, and what a task finds depends on the claim, the seed and its number alone. A campaign deals
such tasks to processes, or to a cluster, and keeps what they found in one file.
"""
