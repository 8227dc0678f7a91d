"""What goes wrong: faults and the data link. May import spec, snapshot, console, physics, jit."""
