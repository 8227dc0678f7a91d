"""The editor of desks: the pointer over the desk, bar, columns."""
