"""Sine, arctangent, products of small matrices: the same bits on every processor."""
