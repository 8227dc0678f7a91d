"""The functions of `elementary` for kernels, compiled from the same lines: the same bits."""

from ..exact import elementary
from .jit import kernel

turn = kernel(elementary.turn)
arctangent = kernel(elementary.arctangent)
exponential = kernel(elementary.exponential)
