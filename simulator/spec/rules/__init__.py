"""What files must be beyond the types of their keys."""
