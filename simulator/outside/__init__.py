"""Blocks that run outside the compiled frame: FMUs and Python files."""
