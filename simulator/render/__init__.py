"""How it looks: moderngl; sees only spec and snapshots."""
