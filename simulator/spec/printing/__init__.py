"""Schemas and references, printed from the models."""
