"""The editor of scenes: handles in the view, columns of things and properties."""
