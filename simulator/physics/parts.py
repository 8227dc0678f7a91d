"""Concave meshes on bodies that move, cut into convex parts (Wei et al. 2022, CoACD).

Cutting takes seconds to minutes: it is said before it begins, and the parts are kept in the user's
cache folder under the mesh's content.
"""

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

from . import meshes
from .inertia import measure_triangles

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
CONCAVE = 1.05  # a hull larger than its mesh by this is clearly not the mesh
SEED = 1  # of the search for cuts: the same parts every time
_cutting: list[str] = []  # names of the meshes that are being cut


def split(
    vertices: Floats, faces: Integers, convex: str | None, name: str = "a mesh"
) -> list[Floats]:
    """Return the corner points (n, 3) of the convex parts that stand for a mesh.

    `convex` is "hull", "parts" or None: parts where the mesh is closed and clearly concave; `name`
    is what the log calls it while it is cut.

    Raises:
        meshes.MeshError: CoACD, which cuts, is not installed.
    """
    if convex == "hull" or (convex is None and not is_concave(vertices, faces)):
        return [vertices]
    digest = hashlib.blake2b(f"{_cutter()} {SEED}".encode(), digest_size=12)
    digest.update(np.ascontiguousarray(vertices, float).tobytes())
    digest.update(np.ascontiguousarray(faces, np.int64).tobytes())
    folder = Path(platformdirs.user_cache_dir("simulator")) / "parts"
    stored = folder / f"{digest.hexdigest()}.npz"
    parts = _read(stored)
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
        _store(stored, parts)
    return parts


def now_cut() -> str:
    """Return the name of the mesh that is being cut at the moment, "" for none; any thread."""
    return next(iter(_cutting), "")


def is_concave(vertices: Floats, faces: Integers) -> bool:
    """Whether a closed mesh fills clearly less than its convex hull."""
    from scipy.spatial import ConvexHull

    if not meshes.is_closed(vertices, faces):
        return False
    return bool(ConvexHull(vertices).volume > CONCAVE * measure_triangles(vertices, faces).mass)


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
    """Return the corner points of the parts."""
    import coacd

    coacd.set_log_level("error")
    parts = coacd.run_coacd(coacd.Mesh(vertices, faces.astype(np.int32)), seed=SEED)
    return [np.array(points, float) for points, _ in parts] or [vertices]


def _read(path: Path) -> list[Floats] | None:
    try:
        with path.open("rb") as file, np.load(file) as arrays:
            return [arrays[name] for name in arrays.files]
    except (OSError, ValueError, zipfile.BadZipFile):
        return None  # none yet, or a damaged copy: it is made from the mesh


def _store(path: Path, parts: list[Floats]) -> None:
    """Write the parts beside their final name, then rename: a reader never sees half a file."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".npz", delete=False) as file:
            np.savez(file, *parts)
        os.replace(file.name, path)
    except OSError:
        return  # a read-only home only costs the next start some time
