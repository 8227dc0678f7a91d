"""Desks laid out by hand: widgets placed, aligned, bound and written into the file; no window."""
