"""Functional diagrams as a picture: what is drawn, where, with which values; and edits of it."""
