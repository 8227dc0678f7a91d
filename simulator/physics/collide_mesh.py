"""Static triangles against a convex shape."""

from simulator.jit import kernel


@kernel
def collide(meshes, mesh, position, rotation, other, half, reach, scratch) -> None:
    """Add the points."""
