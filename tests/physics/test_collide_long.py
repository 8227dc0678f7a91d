"""Long, thin and flat shapes that just touch, against closed forms of how far each one reaches."""

from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.spatial import ConvexHull

from simulator.physics.geometry.convex import RIM
from simulator.spec.models.shape import Round, ShapeSpec
from simulator.spec.naming.bodies import rotation_of

Floats = NDArray[np.float64]
SAG = 1.0 - np.cos(np.pi / RIM)  # how far a polygon stays inside of its circle, of the radius
FAR = 5.0  # from where one of the two comes [m]
NEAR = 1e-3  # lines at less than 0.01 rad are taken as parallel [m]


class Form(NamedTuple):
    """A shape with its half sizes: of a box x, y, z; else radius, radius, half the length.

    Or with the corners of a hull and the planes round it: normals and offsets.
    """

    spec: ShapeSpec
    half: Floats
    kind: str
    planes: Floats | None = None


def make_form(kind: str, random: np.random.Generator, hull_file) -> Form:
    """Return one of 5 cm to 1 m, down to a hundredth as thick; a rock is a mesh, and fixed."""
    length = random.uniform(0.05, 1.0)
    width = length * 10 ** random.uniform(-1.5, 0.0)
    thick = width * 10 ** random.uniform(-1.0, 0.0)
    size = (width, thick, length)
    if kind == "bar":
        return Form(ShapeSpec(box=size), np.array(size) / 2, kind)
    if kind in ("stone", "rock"):
        points = random.normal(size=(random.integers(5, 25), 3))
        points /= np.linalg.norm(points, axis=1)[:, None]
        points *= np.array(size) / 2
        hull = ConvexHull(points)
        points = points[hull.vertices]
        file = hull_file(points)
        spec = ShapeSpec(hull=file) if kind == "stone" else ShapeSpec(mesh=file)
        return Form(spec, points, kind, hull.equations)
    radius, along = (length / 2, width / 10) if kind == "disc" else (width / 2, length)
    name = "capsule" if kind == "capsule" else "cylinder"
    spec = ShapeSpec.model_validate({name: Round(radius=radius, length=along)})
    return Form(spec, np.array([radius, radius, along / 2]), name)


def find_extent(form: Form, turn: Floats, directions: Floats) -> Floats:
    """Return how far a form, turned by a matrix, reaches from its centre along directions."""
    if form.planes is not None:
        return (directions @ turn @ form.half.T).max(axis=-1)
    local = np.abs(directions @ turn)
    if form.kind == "bar":
        return local @ form.half
    ring = 1.0 if form.kind == "capsule" else np.hypot(local[..., 0], local[..., 1])
    return form.half[2] * local[..., 2] + form.half[0] * ring


def find_outside(form: Form, turn: Floats, arm: Floats) -> float:
    """Return how far a point at `arm` from the centre is outside of the form, negative inside."""
    point = arm @ turn
    if form.planes is not None:
        return float((form.planes[:, :3] @ point + form.planes[:, 3]).max())
    if form.kind == "capsule":
        point[2] -= np.clip(point[2], -form.half[2], form.half[2])
        return float(np.linalg.norm(point) - form.half[0])
    over = np.abs(point) - form.half
    if form.kind == "cylinder":
        over = np.array([np.hypot(point[0], point[1]), abs(point[2])]) - form.half[1:]
    outside = float(np.linalg.norm(np.maximum(over, 0.0)))
    return outside if outside > 0.0 else float(over.max())


def find_gap(a: Form, turn_a: Floats, b: Form, turn_b: Floats, way: Floats, directions: Floats):
    """Return how far the two are apart along directions, b at `way` from a."""
    both = find_extent(a, turn_a, directions) + find_extent(b, turn_b, -directions)
    return directions @ way - both


def find_best(a, turn_a, b, turn_b, way, random, also=None) -> tuple[float, Floats]:
    """Return the largest of all such gaps - the distance, or depth - and its direction."""
    spread = random.normal(size=(6000, 3))
    spread /= np.linalg.norm(spread, axis=1)[:, None]
    tries = spread if also is None else np.vstack([spread, also])
    gaps = find_gap(a, turn_a, b, turn_b, way, tries)
    best, gap = tries[np.argmax(gaps)], gaps.max()
    for size in 10.0 ** np.arange(-1.0, -5.1, -0.5):
        tries = best + size * spread[:1000]
        tries /= np.linalg.norm(tries, axis=1)[:, None]
        gaps = find_gap(a, turn_a, b, turn_b, way, tries)
        if gaps.max() > gap:
            best, gap = tries[np.argmax(gaps)], gaps.max()
    return float(gap), best


def only_graze(a: Form, turn_a: Floats, b: Form, turn_b: Floats, way: Floats) -> bool:
    """Whether they are as good as apart along a face's normal and along one square to it, too."""
    for form, turn in ((a, turn_a), (b, turn_b)):
        faces = {"bar": (0, 1, 2), "cylinder": (2,)}.get(form.kind, ())
        for k in faces:
            axis = turn[:, k] * (1.0 if turn[:, k] @ way > 0.0 else -1.0)
            if find_gap(a, turn_a, b, turn_b, way, axis[None])[0] < -2e-6:
                continue
            sides = np.vstack([turn[:, [k - 1, k - 2]].T, -turn[:, [k - 1, k - 2]].T])
            if find_gap(a, turn_a, b, turn_b, way, sides).max() >= -2e-6:
                return True
            best, width = 0.0, np.pi
            for _ in range(4):  # ever finer round the best
                angle = best + width * np.linspace(-1.0, 1.0, 40001)[:, None]
                round_it = np.cos(angle) * turn[:, k - 1] + np.sin(angle) * turn[:, k - 2]
                gaps = find_gap(a, turn_a, b, turn_b, way, round_it)
                best, width = float(angle[np.argmax(gaps), 0]), width / 1000.0
            if gaps.max() >= -2e-6:
                return True
    return False


def check(meet, a: Form, rpy_a, b: Form, rpy_b, way: Floats, random) -> None:
    """Check the contact of two forms: along the best direction, as deep, on both surfaces."""
    turn_a, turn_b = rotation_of(tuple(rpy_a)), rotation_of(tuple(rpy_b))
    touch = meet(a.spec, b.spec, tuple(way), tuple(rpy_b), turn=tuple(rpy_a))
    if len(touch.separation) == 0:
        assert only_graze(a, turn_a, b, turn_b, way)
        return
    along = find_gap(a, turn_a, b, turn_b, way, touch.normal)
    best, _ = find_best(a, turn_a, b, turn_b, way, random, touch.normal)
    assert along.max() == pytest.approx(best, abs=NEAR)
    assert touch.separation.min() == pytest.approx(best, abs=NEAR)
    slack = NEAR + 2.0 * SAG * sum(form.half[0] for form in (a, b) if form.kind == "cylinder")
    for middle, normal, gap in zip(touch.position, touch.normal, touch.separation, strict=True):
        on_a, on_b = middle - 0.5 * gap * normal, middle + 0.5 * gap * normal
        assert abs(find_outside(a, turn_a, on_a)) < slack
        assert abs(find_outside(b, turn_b, on_b - way)) < slack


@pytest.mark.parametrize("depths", [(-11.0, -6.0), (-5.0, -2.5)], ids=["touching", "deep"])
@pytest.mark.parametrize("kinds", ["rod rod", "rod disc", "disc disc", "bar rod", "bar disc",
                                   "capsule rod", "capsule disc", "stone stone", "stone rod",
                                   "stone bar", "stone disc"])  # fmt: skip
def test_contacts_are_where_and_along_what_the_shapes_touch(
    meet, hull_file, kinds: str, depths
) -> None:
    random = np.random.default_rng(7)
    for count in range(60):
        a, b = (make_form(kind, random, hull_file) for kind in kinds.split())
        rpy_a, rpy_b = random.uniform(-3.0, 3.0, 3), random.uniform(-3.0, 3.0, 3)
        if count % 3:  # side by side, or nearly so
            rpy_b = rpy_a + random.normal(size=3) * random.choice([0.0, 1e-5, 0.02, 0.1])
        turn_a, turn_b = rotation_of(tuple(rpy_a)), rotation_of(tuple(rpy_b))
        way = random.normal(size=3) * ([1.0, 1.0, 0.05] if count % 2 else 1.0)
        way *= FAR / np.linalg.norm(way)
        gap, best = find_best(a, turn_a, b, turn_b, way, random)
        depth = 10 ** random.uniform(*depths)
        check(meet, a, rpy_a, b, rpy_b, way - best * (gap + depth), random)


def test_drums_on_their_ends_meet_where_their_rims_overlap(meet) -> None:
    """Their ends collide as polygons, and those do not overlap there."""
    drum = Form(ShapeSpec(cylinder=Round(radius=0.3, length=0.5)), np.array([0.3, 0.3, 0.25]),
                "cylinder")  # fmt: skip
    way = np.array([0.595 * np.cos(0.3), 0.595 * np.sin(0.3), 0.4998])
    random = np.random.default_rng(0)
    check(meet, drum, np.zeros(3), drum, np.array([0.0, 0.0, 0.1]), way, random)
    touch = meet(drum.spec, drum.spec, tuple(way))
    np.testing.assert_allclose(touch.normal, [[0.0, 0.0, 1.0]] * len(touch.normal), atol=1e-9)
    off = touch.position[:, :2] - way[:2] / 2
    assert np.linalg.norm(off, axis=1).max() < 0.15  # where the discs overlap


@pytest.mark.parametrize("depth", [1e-7, 4e-3])
def test_a_rod_past_the_rim_of_a_thin_disc_is_not_pushed_out_through_its_face(meet, depth) -> None:
    """The end of the rod is far below the disc then, but not in it."""
    random = np.random.default_rng(3)
    disc = Form(ShapeSpec(cylinder=Round(radius=0.59, length=0.006)),
                np.array([0.59, 0.59, 0.003]), "cylinder")  # fmt: skip
    rod = Form(ShapeSpec(cylinder=Round(radius=0.013, length=1.9)),
               np.array([0.013, 0.013, 0.95]), "cylinder")  # fmt: skip
    for angle in np.linspace(0.1, 1.4, 14):
        rpy = np.array([0.0, -0.5 * np.pi - angle, 0.0])  # inwards and down
        turn = rotation_of(tuple(rpy))
        way = np.array([0.6, 0.01, 0.0]) - 0.6 * turn[:, 2]
        gap, best = find_best(disc, np.eye(3), rod, turn, way, random)
        check(meet, disc, np.zeros(3), rod, rpy, way - best * (gap + depth), random)


@pytest.mark.parametrize("other", ["rod", "disc", "bar", "capsule", "stone"])
def test_rocks_are_met_where_they_are_touched(meet, tmp_path, hull_file, other: str) -> None:
    """Triangle by triangle: these are long and thin, and many a rod's middle is behind them."""
    random, missed = np.random.default_rng(11), 0
    for count in range(60):
        rock, form = (make_form(kind, random, hull_file) for kind in ("rock", other))
        file = write_outwards(tmp_path / f"{count}.obj", rock.half)
        rpy_a, rpy_b = random.uniform(-3.0, 3.0, 3), random.uniform(-3.0, 3.0, 3)
        turn_a, turn_b = rotation_of(tuple(rpy_a)), rotation_of(tuple(rpy_b))
        way = random.normal(size=3)
        way *= FAR / np.linalg.norm(way)
        gap, best = find_best(rock, turn_a, form, turn_b, way, random)
        way -= best * (gap + 1e-7)
        touch = meet(ShapeSpec(mesh=file), form.spec, tuple(way), tuple(rpy_b), turn=tuple(rpy_a))
        if not len(touch.separation):
            missed += 1
            continue
        assert touch.separation.min() == pytest.approx(0.0, abs=2 * NEAR)
        along = find_gap(rock, turn_a, form, turn_b, way, touch.normal)
        assert along[touch.separation < 2 * NEAR].max() > -2 * NEAR
    assert missed <= 1  # at the tip of a needle where many faces meet


def write_outwards(path, points: Floats) -> str:
    """Write the hull of points as a mesh file whose triangles look outwards; return its path."""
    hull = ConvexHull(points)
    lines = [f"v {x!r} {y!r} {z!r}" for x, y, z in points.tolist()]
    for (i, j, k), plane in zip(hull.simplices, hull.equations, strict=True):
        normal = np.cross(points[j] - points[i], points[k] - points[i])
        i, j = (i, j) if normal @ plane[:3] > 0.0 else (j, i)
        lines.append(f"f {i + 1} {j + 1} {k + 1}")
    path.write_text("\n".join(lines))
    return str(path)


def test_edges_of_a_mesh_that_is_inside_out_are_met_as_well(meet, tmp_path) -> None:
    """Such a mesh may be a room: it is a sheet that is met from both sides."""
    corners = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
    path = tmp_path / "box.obj"
    write_outwards(path, corners)
    turned = [
        f"f {line.split()[2]} {line.split()[1]} {line.split()[3]}" if line[0] == "f" else line
        for line in path.read_text().split("\n")
    ]
    (tmp_path / "turned.obj").write_text("\n".join(turned))
    ball = ShapeSpec(sphere=0.1)
    for way in ([0.6, 0.6, 0.1], [0.1, -0.6, 0.6], [0.6, 0.6, 0.6]):  # over edges, and a corner
        for out in (0.0, 0.001):
            at = np.array(way) * 1.0
            nearest = np.clip(at, -0.5, 0.5)
            at = nearest + (at - nearest) / np.linalg.norm(at - nearest) * (0.1 + out)
            for file in ("box.obj", "turned.obj"):
                touch = meet(ShapeSpec(mesh=str(tmp_path / file)), ball, tuple(at))
                assert touch.separation.min() == pytest.approx(out, abs=1e-6), file
