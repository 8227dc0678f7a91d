"""What a shape and a rigid part must be, beyond the types of their keys."""

from simulator.products import principal

from ..fields import FARTHEST
from ..models.shape import MAX_GRID, SHAPE_KINDS, HeightField, MaterialSpec, PartSpec, ShapeSpec
from ..reading import mesh_reader
from ..reading.report import Path, Report

HOLLOW = ("plane", "height_field")  # nothing inside that could weigh


def check_part(report: Report, path: Path, part: PartSpec) -> None:
    """Check a link's or prop's shapes, mass and inertia."""
    collides = part.collides
    if part.shape is not None:
        check_shape(report, (*path, "shape"), part.shape, not part.fixed, collides)
    for row, shape in enumerate(part.shapes):
        check_shape(report, (*path, "shapes", row), shape, not part.fixed, collides)
    if part.mesh is not None:
        _check_extent(report, path, ShapeSpec(mesh=part.mesh))
    for row, shape in enumerate(part.visuals):
        check_shape(report, (*path, "visuals", row), shape, False, False)
    if part.mass is not None and part.density is not None:
        report.add((*path, "density"), "E424", "give mass or density, not both", key=True)
    if not part.fixed:
        _check_mass(report, path, part)
    if part.inertia is not None:
        _check_inertia(report, path, part.inertia)


def _check_mass(report: Report, path: Path, part: PartSpec) -> None:
    shapes = part.all_shapes or part.visuals
    if part.mass is None and all(_is_hollow(shape) for shape in shapes):
        message = "it moves but has no mass: give it a shape, or `mass`, or `fixed: true`"
        report.add(path, "E407", message, key=True)


def _is_hollow(shape: ShapeSpec) -> bool:
    return len(kinds := _kinds(shape)) == 1 and kinds[0] in HOLLOW


def _check_inertia(report: Report, path: Path, inertia: tuple[float, ...]) -> None:
    xx, yy, zz, xy, xz, yz = inertia
    low, middle, high = principal([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])[0]
    if low <= 0:
        report.add((*path, "inertia"), "E409", "the principal moments must be positive")
    elif high > (low + middle) * (1 + 1e-6):
        message = "no body has this inertia: one principal moment exceeds the sum of the others"
        report.add((*path, "inertia"), "E409", message)


def check_shape(report: Report, path: Path, shape: ShapeSpec, moves: bool, collides: bool) -> None:
    """Check that a shape is of exactly one kind, and one that its body can have."""
    kinds = _kinds(shape)
    if len(kinds) != 1:
        message = f"a shape needs exactly one of {', '.join(SHAPE_KINDS)}"
        message += f"; it has {' and '.join(kinds)}" if kinds else ""
        report.add(path, "E412", message)
        return
    if shape.plane is False:
        report.add((*path, "plane"), "E412", "write `plane: true`")
    if shape.mesh is not None or shape.hull is not None:
        _check_extent(report, path, shape)
    if shape.height_field is not None:
        _check_heights(report, (*path, "height_field"), shape.height_field)
    if moves and kinds[0] in HOLLOW:
        message = f"a {kinds[0]} cannot move; use `fixed: true`, or another shape"
        report.add((*path, kinds[0]), "E408", message, key=True)
    if shape.convex is not None and shape.mesh is None:
        message = f"convex is for a mesh; a {kinds[0]} collides as it is: take it out"
        report.add((*path, "convex"), "E428", message, key=True)
    if shape.mass is not None and shape.density is not None:
        report.add((*path, "density"), "E424", "give mass or density, not both", key=True)


def _check_extent(report: Report, path: Path, shape: ShapeSpec) -> None:
    """Check that a mesh with its scale is no larger than places may lie apart."""
    kind = "mesh" if shape.mesh is not None else "hull"
    try:
        vertices, _ = mesh_reader.read(getattr(shape, kind))
    except (OSError, mesh_reader.BadMesh):
        return  # told where the file was looked at
    reach = shape.scale * max(abs(float(vertices.min())), abs(float(vertices.max())))
    if reach > FARTHEST:
        message = f"the mesh reaches {reach:.4g} m far from its origin, and {FARTHEST:g} m are the "
        message += "most: give a smaller `scale`, such as 0.001 for millimetres"
        report.add((*path, "scale" if shape.scale != 1.0 else kind), "E804", message)


def check_material(report: Report, path: Path, material: MaterialSpec) -> None:
    """Check that no key of a material does nothing beside its others."""
    if material.damping is not None and material.stiffness is None:
        message = "damping acts beside stiffness alone: give `stiffness` too, or take it out"
        report.add((*path, "damping"), "E428", message, key=True)
    if material.stiffness is not None and material.restitution > 0.0:
        message = "a material with stiffness bounces by its `damping`: take restitution out"
        report.add((*path, "restitution"), "E428", message, key=True)


def _kinds(shape: ShapeSpec) -> list[str]:
    return [kind for kind in SHAPE_KINDS if getattr(shape, kind) is not None]


def _check_heights(report: Report, path: Path, field: HeightField) -> None:
    if (field.heights is None) == (field.image is None):
        report.add(path, "E415", "a height field needs exactly one of heights, image")
        return
    rows = field.heights
    if rows is None:
        return
    if len(rows) < 2 or len(rows[0]) < 2:
        report.add((*path, "heights"), "E415", "a height field needs at least 2 x 2 heights")
    elif max(len(rows), len(rows[0])) > MAX_GRID:
        message = f"a height field has at most {MAX_GRID} heights a side, not "
        message += f"{len(rows)} x {len(rows[0])}"
        report.add((*path, "heights"), "E415", message)
    for number, row in enumerate(rows):
        if len(row) != len(rows[0]):
            message = f"the row has {len(row)} heights, the first one {len(rows[0])}"
            report.add((*path, "heights", number), "E415", message)
