"""Panels drawn with imgui. Imports spec, snapshot, console."""
