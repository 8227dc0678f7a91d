"""What acts on each other brought to agree: joints and contacts, blows, bounces, heaps.

Kernels that lead through the whole solution of a cluster are handed the `world.World` they are in,
those that work on a few of its tables these.
"""
