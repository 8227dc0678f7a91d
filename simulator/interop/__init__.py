"""Files for other programs, MJCF and FMUs, and robots of theirs: URDF and MJCF."""
