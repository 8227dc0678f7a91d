"""How things move: tables of arrays and kernels. Imports spec and jit."""
