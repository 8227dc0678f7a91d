"""What a scene consists of, by the names that files and people use."""
