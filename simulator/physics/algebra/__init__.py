"""Vectors, spatial vectors and small matrices: what every kernel reckons with."""
