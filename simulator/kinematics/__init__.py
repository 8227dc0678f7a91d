"""Where a robot's links are and how its joints get them there."""
