"""Shapes: what collides, what rays meet, and what it weighs."""
