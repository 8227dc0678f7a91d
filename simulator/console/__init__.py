"""What the operator touches: panel, bindings, devices; no window."""
