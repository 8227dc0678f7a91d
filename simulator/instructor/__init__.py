"""The instructor's web page and its server. May import spec, snapshot, realtime, training."""
