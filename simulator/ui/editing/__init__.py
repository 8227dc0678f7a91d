"""What every editor is made of: fields, buttons, a shelf of things, and whose file wins."""
