"""What the operator touches: panel state, bindings, devices; no window in it. Imports spec and snapshot."""
