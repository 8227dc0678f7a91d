"""Curves over time as drawings: SVG, PNG, or a page with a cursor."""
