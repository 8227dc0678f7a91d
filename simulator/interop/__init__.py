"""Files for other programs: MJCF, which MuJoCo and many tools read, and FMUs."""
