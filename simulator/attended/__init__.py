"""A program without a window in real time, for an instructor's page and for real hardware."""
