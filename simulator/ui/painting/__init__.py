"""Drawing with imgui: its events and triangles, colours and letters, shapes, materials."""
