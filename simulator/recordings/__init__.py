"""What happened, frame by frame: written, read, run again, looked at."""
