"""Continuous collision: what is fast stops where it meets something."""
