"""The instructor's web page and its server."""
