"""Static triangles against a convex shape."""

from simulator.jit import kernel


@kernel
def collide(shapes, mesh_shape, other, radius, reach, scratch) -> None:
    """Add the points."""
