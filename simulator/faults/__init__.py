"""What goes wrong: faults, the command link, the cameras' link. May import spec, snapshot, jit."""
