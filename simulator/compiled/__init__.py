"""Kernels made by numba: the door to it, its passes, tables handed over, where code is kept."""
