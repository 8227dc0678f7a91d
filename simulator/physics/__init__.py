"""How things move: tables of arrays and kernels."""
