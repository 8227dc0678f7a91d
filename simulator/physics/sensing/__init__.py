"""What instruments see: rays, radiation, how robots stand, who touched whom."""
