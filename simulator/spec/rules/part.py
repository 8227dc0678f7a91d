"""What a shape and a rigid part must be, beyond the types of their keys."""

from simulator.exact.products import principal

from ..errors import KeyPath
from ..fields import FARTHEST, LEAST_MASS, MOST_MASS
from ..models.shape import (
    HOLLOW,
    MAX_GRID,
    SHAPE_KINDS,
    HeightField,
    MaterialSpec,
    PartSpec,
    ShapeSpec,
)
from ..naming.materials import PLAIN, Table, join
from ..reading import mesh_reader
from ..reading.report import Report

SCALED = "scale: {}"


def check_part(report: Report, path: KeyPath, part: PartSpec, *tables: Table) -> None:
    """Check a link's or prop's shapes, mass and inertia; `tables` have its file's materials."""
    for place, shape in part.shapes_by_place.items():
        check_shape(report, (*path, *place), shape, not part.fixed, _scaled(place))
    for row, shape in enumerate(part.visuals):
        check_shape(report, (*path, "visuals", row), shape, False)
    if part.mass is not None and part.density is not None:
        report.add((*path, "density"), "E424", "give mass or density, not both", key=True)
    if not part.fixed:
        _check_mass(report, path, part)
        if part.mass is None and report.is_sound(path):
            _check_weight(report, path, part, join(*tables))
    if part.inertia is not None:
        _check_inertia(report, path, part.inertia)


def _check_mass(report: Report, path: KeyPath, part: PartSpec) -> None:
    shapes = part.all_shapes or part.visuals
    if part.mass is None and all(_is_hollow(shape) for shape in shapes):
        message = "it moves but has no mass: give it a shape, or `mass`, or `fixed: true`"
        report.add(path, "E407", message, key=True)


def _check_weight(report: Report, path: KeyPath, part: PartSpec, materials: Table) -> None:
    """Check what a part weighs by density.

    With a mesh it may be told to weigh too much, but not too little: a thin one is thickened.
    """
    places = part.shapes_by_place or {("visuals", row): one for row, one in enumerate(part.visuals)}
    weights = {place: _weigh(shape, part, materials) for place, shape in places.items()}
    total = sum(weights.values())
    has_mesh = any(shape.mesh or shape.hull for shape in places.values())
    is_light = total < LEAST_MASS * (1.0 - 1e-9) and not has_mesh
    if not is_light and total <= MOST_MASS * (1.0 + 1e-9):
        return
    heaviest = max(weights, key=lambda place: weights[place])
    shape = places[heaviest]
    is_mesh = shape.mesh or shape.hull
    cure = "mind the units, or give `mass`"
    if is_mesh:
        cure = f"give `{_scaled(heaviest).format('...')}` or `mass`"
    message = f"it weighs {total:.4g} kg by volume and density; what moves weighs "
    message += f"{1e6 * LEAST_MASS:g} mg to {1e-3 * MOST_MASS:g} t: {cure}"
    if shape.density is not None:
        report.add((*path, *heaviest, "density"), "E304", message)
    elif part.density is not None:
        report.add((*path, "density"), "E304", message)
    else:
        report.add((*path, *heaviest), "E304", message)


def _scaled(place: KeyPath) -> str:
    """Return how a scale is given to a shape of a part: a bare `mesh: FILE` has no place for it."""
    return SCALED if place else "shape: {{mesh: ..., scale: {}}}"


def _weigh(shape: ShapeSpec, part: PartSpec, materials: Table) -> float:
    """Return a shape's mass [kg]."""
    material = materials.get(shape.material or part.material or "", PLAIN)
    density = shape.density or part.density or material.density
    return _find_volume(shape) * density if shape.mass is None else shape.mass


def _find_volume(shape: ShapeSpec) -> float:
    """Return the volume of a shape [m3]: of an open mesh about; 0 of one that cannot be read."""
    if (solid := shape.solid) is not None:
        return solid.volume
    if (mesh := _read_mesh(shape)) is not None:
        return abs(mesh_reader.measure_volume(*mesh)) * shape.scale**3
    return 0.0


def _read_mesh(shape: ShapeSpec) -> mesh_reader.Mesh | None:
    """Return vertices and faces of a mesh or hull; a bad file is told where it was looked at."""
    file = shape.mesh or shape.hull
    try:
        return mesh_reader.read(file) if file else None
    except (OSError, mesh_reader.BadMesh):
        return None


def _is_hollow(shape: ShapeSpec) -> bool:
    return len(kinds := _kinds(shape)) == 1 and kinds[0] in HOLLOW


def _check_inertia(report: Report, path: KeyPath, inertia: tuple[float, ...]) -> None:
    xx, yy, zz, xy, xz, yz = inertia
    low, middle, high = principal([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])[0]
    if low <= 0:
        report.add((*path, "inertia"), "E409", "the principal moments must be positive")
    elif high > (low + middle) * (1 + 1e-6):
        message = "no body has this inertia: one principal moment exceeds the sum of the others"
        report.add((*path, "inertia"), "E409", message)


def check_shape(
    report: Report, path: KeyPath, shape: ShapeSpec, moves: bool, scaled: str = SCALED
) -> None:
    """Check that a shape is of exactly one kind, and one that its body can have.

    `scaled` says how it is given a scale.
    """
    kinds = _kinds(shape)
    if len(kinds) != 1:
        message = f"a shape needs exactly one of {', '.join(SHAPE_KINDS)}"
        message += f"; it has {' and '.join(kinds)}" if kinds else ""
        report.add(path, "E412", message)
        return
    if shape.plane is False:
        report.add((*path, "plane"), "E412", "write `plane: true`")
    if shape.mesh is not None or shape.hull is not None:
        _check_extent(report, path, shape, scaled)
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


def _check_extent(report: Report, path: KeyPath, shape: ShapeSpec, scaled: str) -> None:
    """Check that a mesh with its scale is no larger than places may lie apart."""
    mesh = _read_mesh(shape)
    if mesh is None:
        return
    reach = shape.scale * float(abs(mesh[0]).max())
    if reach > FARTHEST:
        message = f"the mesh reaches {reach:.4g} m far from its origin, and {FARTHEST:g} m are the "
        message += f"most: give a smaller scale, such as `{scaled.format(0.001)}` for millimetres"
        key = "scale" if shape.scale != 1.0 else "mesh" if shape.mesh else "hull"
        report.add((*path, key), "E804", message)


def check_material(report: Report, path: KeyPath, material: MaterialSpec) -> None:
    """Check that no key of a material does nothing beside its others."""
    if material.damping is not None and material.stiffness is None:
        message = "damping acts beside stiffness alone: give `stiffness` too, or take it out"
        report.add((*path, "damping"), "E428", message, key=True)
    if material.stiffness is not None and material.restitution > 0.0:
        message = "a material with stiffness bounces by its `damping`: take restitution out"
        report.add((*path, "restitution"), "E428", message, key=True)


def _kinds(shape: ShapeSpec) -> list[str]:
    return [kind for kind in SHAPE_KINDS if getattr(shape, kind) is not None]


def _check_heights(report: Report, path: KeyPath, field: HeightField) -> None:
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
