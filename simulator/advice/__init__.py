"""What files allow but hardly mean: found by looking at robots and scenes as they would stand."""
