"""How signals flow: blocks, an ordered plan, its interpreter. Imports spec and jit."""
