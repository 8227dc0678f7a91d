"""What files may say: frozen pydantic models, a file of them for each kind of file."""
