"""Exercises: what a trainee has to do, whether it is done, and how well."""
