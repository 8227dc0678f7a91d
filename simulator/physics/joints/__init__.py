"""Joints with their drives, frictions and limits: each island is one direct solve."""
