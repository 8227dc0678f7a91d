"""Panels and pages drawn with imgui, in rooms; `ARCHITECTURE.md` lists them."""
