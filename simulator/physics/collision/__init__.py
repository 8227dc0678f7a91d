"""Where shapes touch: pairs that may, and the points where they do."""
