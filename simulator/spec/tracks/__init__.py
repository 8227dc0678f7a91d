"""Tracks and belts, built round the wheels that a robot has."""
