"""YAML files -> frozen models; every error at once as file:line:column."""
