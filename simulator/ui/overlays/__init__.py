"""What lies over the 3-D view while somebody drives."""
