"""Concave meshes on bodies that move, cut into convex parts (Wei et al. 2022, CoACD).

Cutting takes seconds to minutes: it is said before it begins, and the parts are kept in the user's
cache folder under the mesh's content.
"""

import contextlib
import hashlib
import logging
import os
import tempfile
import zipfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numpy as np
import platformdirs
from numpy.typing import NDArray

from simulator.exact.products import times

from . import hull, meshes
from .inertia import measure_triangles

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
CONCAVE = 1.05  # a hull larger than its mesh by this is clearly not the mesh
DENTED = 0.02  # share of its size by which an open mesh is clearly not its hull
SEED = 1  # of the search for cuts: the same parts every time
THRESHOLDS = (0.05, 0.02, 0.015, 0.01)  # concavity left in a part, as a share of the mesh's size
OVERFULL = 1.05  # parts with more than this of the mesh's volume fill its bores: cut finer
MOST = 64  # parts; no finer cut with more of them is taken
GRAIN = 2.0**-32  # of corners, as a share of the mesh's size: a scaled mesh has the same parts
_cutting: list[str] = []  # names of the meshes that are being cut
_told: set[str] = set()  # names of the meshes whose holes were told of
_unkept: dict[Path, list[Floats]] = {}  # parts that found no room in the cache folder


def split(
    vertices: Floats, faces: Integers, convex: str | None, name: str = "a mesh"
) -> list[Floats]:
    """Return the corner points (n, 3) of the convex parts that stand for a mesh.

    `convex` is "hull", "parts" or None: parts where the mesh is closed and clearly concave; `name`
    is what the log calls it. A mesh of several convex bodies is these; any other is cut, and meshes
    alike but for size and place are cut once.

    Raises:
        meshes.MeshError: CoACD, which cuts, is not installed.
    """
    if convex == "hull":
        return [vertices]
    faces, is_solid = meshes.as_solid(vertices, faces)
    if convex is None and not is_solid and name not in _told:
        _warn_of_holes(vertices, faces, name)
    if convex is None and not is_concave(vertices, faces):
        return [vertices]
    if is_solid and (shells := _convex_shells(vertices, faces)):
        return shells
    middle = 0.5 * (vertices.min(axis=0) + vertices.max(axis=0))
    size = np.ptp(vertices, axis=0).max()
    vertices = np.round((vertices - middle) / (size * GRAIN)) * GRAIN
    settings = f"{_cutter()} {SEED} {THRESHOLDS} {OVERFULL} {MOST}"
    digest = hashlib.blake2b(settings.encode(), digest_size=12)
    digest.update((vertices + 0.0).tobytes())  # a zero without its sign
    digest.update(np.ascontiguousarray(faces, np.int64).tobytes())
    folder = Path(platformdirs.user_cache_dir("simulator")) / "parts"
    stored = folder / f"{digest.hexdigest()}.npz"
    parts = _unkept.get(stored) or _read(stored)
    if parts is None:
        logging.getLogger(__name__).warning(  # without a handler that is the error output
            "%s: a concave mesh is cut into convex parts; that may take minutes, but only once",
            name,
        )
        _cutting.append(name)
        try:
            parts = _cut(vertices, faces)
        finally:
            _cutting.remove(name)
        _store(stored, parts, name)
    return [middle + size * points for points in parts]


def now_cut() -> str:
    """Return the name of the mesh that is being cut at the moment, "" for none; any thread."""
    return next(iter(_cutting), "")


def is_concave(vertices: Floats, faces: Integers) -> bool:
    """Whether a closed mesh fills clearly less than its convex hull."""
    from scipy.spatial import ConvexHull

    faces, is_solid = meshes.as_solid(vertices, faces)
    if not is_solid:
        return False
    return bool(ConvexHull(vertices).volume > CONCAVE * measure_triangles(vertices, faces).mass)


def needs_cut(vertices: Floats, faces: Integers) -> bool:
    """Whether a mesh is neither convex nor several convex bodies."""
    faces, is_solid = meshes.as_solid(vertices, faces)
    if not is_solid:
        return _is_dented(vertices, faces)
    return is_concave(vertices, faces) and not _convex_shells(vertices, faces)


def _convex_shells(vertices: Floats, faces: Integers) -> list[Floats]:
    """Return the corner points of a closed mesh's surfaces, [] unless each bounds a convex body."""
    labels = meshes.label_shells(faces)
    count = int(labels.max()) + 1
    if not 1 < count <= MOST:
        return []
    shells = []
    for label in range(count):
        corners, local = np.unique(faces[labels == label], return_inverse=True)
        points, local = vertices[corners], local.reshape(-1, 3)
        if not meshes.is_closed(points, local) or is_concave(points, local):
            return []  # a cavity looks inwards, which is not closed
        shells.append(points)
    return shells


def tell_holes(vertices: Floats, faces: Integers) -> str:
    """Return why a mesh which looks hollow is taken for its hull, "" where it is not so."""
    faces, is_solid = meshes.as_solid(vertices, faces)
    if is_solid or not _is_dented(vertices, faces):
        return ""
    return (
        "a mesh that is not convex collides and weighs as its convex hull, because its surface has "
        f"holes: {meshes.count_open_sides(faces)} sides of triangles meet no other triangle, or "
        "several. Close it, or say `convex: hull`"
    )


def _warn_of_holes(vertices: Floats, faces: Integers, name: str) -> None:
    """Say once that a mesh which looks hollow is taken for its hull, and why."""
    if holes := tell_holes(vertices, faces):
        _told.add(name)
        logging.getLogger(__name__).warning("%s: %s", name, holes)


def _is_dented(vertices: Floats, faces: Integers) -> bool:
    """Whether the middle of some face lies clearly within the convex hull."""
    if len(faces) == 0:
        return False
    middles, around = vertices[faces].mean(axis=1), hull.convex_hull(vertices)
    depth = np.full(len(middles), np.inf)
    for normal, offset in zip(around.normals, around.offsets, strict=True):
        np.minimum(depth, offset - times(middles, normal), out=depth)
    return bool(depth.max() > DENTED * np.ptp(vertices, axis=0).max())


def _cutter() -> str:
    """Return the version of CoACD: another one may cut otherwise."""
    try:
        return version("coacd")
    except PackageNotFoundError:
        raise meshes.MeshError(
            "a concave mesh that moves is cut by CoACD, which is not installed: "
            "`pip install coacd`, or give the shape `convex: hull`"
        ) from None


def _cut(vertices: Floats, faces: Integers) -> list[Floats]:
    """Return the corner points of the parts, of the coarsest cut that leaves hollows open."""
    import coacd

    coacd.set_log_level("error")
    mesh = coacd.Mesh(vertices, faces.astype(np.int32))
    volume = measure_triangles(vertices, faces).mass if meshes.is_closed(vertices, faces) else None
    parts = [vertices]
    for number, threshold in enumerate(THRESHOLDS):
        finer = [
            np.array(points, float)
            for points, _ in coacd.run_coacd(mesh, threshold=threshold, seed=SEED)
        ]
        if number > 0 and len(finer) > MOST:
            break
        parts = finer or parts
        if volume is None or sum(map(_volume, parts)) <= OVERFULL * volume:
            break
    return parts


def _volume(points: Floats) -> float:
    from scipy.spatial import ConvexHull, QhullError

    try:
        return float(ConvexHull(points).volume)
    except QhullError:
        return 0.0  # flat


def _read(path: Path) -> list[Floats] | None:
    try:
        with path.open("rb") as file, np.load(file) as arrays:
            return [arrays[name] for name in arrays.files]
    except (OSError, EOFError, ValueError, zipfile.BadZipFile):
        return None  # none yet, or a damaged copy: it is made from the mesh


def _store(path: Path, parts: list[Floats], name: str) -> None:
    """Write the parts beside their final name, then rename: a reader never sees half a file.

    Where the folder cannot be written this process keeps them; that is said.
    """
    with contextlib.ExitStack() as left:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".npz", delete=False) as file:
                left.callback(Path(file.name).unlink, missing_ok=True)
                np.savez(file, *parts)
            os.replace(file.name, path)
        except OSError as error:
            _unkept[path] = parts
            logging.getLogger(__name__).warning(
                "%s: its parts cannot be kept in %s (%s): every start cuts it again",
                name,
                path.parent,
                error.strerror or error,
            )
