"""Geoms of a compiled MJCF file: what collides, what is seen, and in which colours."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simulator.exact.products import matrix_of, times

from .adopted_bodies import pose_of
from .adopted_model import NAMELESS, Geometry
from .mjcf_file import Compiled

Array = NDArray[np.float64]
SEEN = 3  # groups below it are what MuJoCo's viewer shows
UNPAINTED = [0.5, 0.5, 0.5, 1.0]  # a geom that says nothing
KINDS = ("plane", "hfield", "sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh", "sdf")
FILES = (".stl", ".obj")  # of meshes that go over as they are
FINENESS = 3  # of the ball that becomes an ellipsoid: 1280 triangles
PICTURES = "pictures on materials, their mean colour instead"


class Geoms:
    """The geoms of a file as solids; `colours` are those that they have."""

    def __init__(self, compiled: Compiled) -> None:
        self._compiled = compiled
        self._model = compiled.model
        self._paired = {*self._model.pair_geom1.tolist(), *self._model.pair_geom2.tolist()}
        self._meshes = {one.name: one for one in compiled.spec.meshes}
        self.colours: dict[str, str] = {}

    def read(self, row: int, origin: Array) -> tuple[list[Geometry], list[Geometry]]:
        """Return what collides of a geom and what is seen of it, each a solid or none.

        `origin` (3,): of the link's frame in the body's, which has the same axes [m].
        """
        model = self._model
        bits = int(model.geom_contype[row]), int(model.geom_conaffinity[row])
        collides = any(bits) or row in self._paired
        rgba, material = self._paint(row)
        is_seen = model.geom_group[row] < SEEN and rgba[3] > 0.0
        solid = self._shape(row, origin) if collides or is_seen else None
        if solid is None:
            return [], []
        solid = solid._replace(colour=self._name(rgba, material), bits=bits)
        return [solid] * bool(collides), [solid] * bool(is_seen)

    def _shape(self, row: int, origin: Array) -> Geometry | None:
        model, mark = self._model, self._compiled.mark("geom", row)
        kind = KINDS[int(model.geom_type[row])]
        at, turn = model.geom_pos[row] - origin, matrix_of(model.geom_quat[row])
        a, b, c = (float(number) for number in model.geom_size[row])
        if kind == "mesh":
            mesh = int(model.geom_dataid[row])
            if (path := self._find(mesh)) is None:
                name = f"meshes/{model.mesh(mesh).name or kind}"
                return Geometry(
                    kind, (1.0,) * 3, name, pose_of(at, turn), "", mark, self._take(mesh)
                )
            turn = times(turn, matrix_of(model.mesh_quat[mesh]).T)
            at = at - times(turn, model.mesh_pos[mesh])
            size = tuple(float(share) for share in model.mesh_scale[mesh])
            return Geometry(kind, size, path, pose_of(at, turn), "", mark)
        if kind == "ellipsoid":
            import trimesh

            ball = trimesh.creation.icosphere(FINENESS)
            mesh = np.asarray(ball.vertices) * (a, b, c), np.asarray(ball.faces, np.int64)
            name = "meshes/ellipsoid"
            return Geometry("mesh", (1.0,) * 3, name, pose_of(at, turn), "", mark, mesh)
        sizes = {
            "box": (2.0 * a, 2.0 * b, 2.0 * c), "sphere": (a,),
            "capsule": (a, 2.0 * b), "cylinder": (a, 2.0 * b),
        }  # fmt: skip
        if kind not in sizes:
            called = self._compiled.call("geom", row)
            self._compiled.note(f"shapes of type {kind}, left out", called)
            return None
        return Geometry(kind, sizes[kind], "", pose_of(at, turn), "", mark)

    def _find(self, mesh: int) -> str | None:
        """Return a mesh's file where its vertices are, but for their scale, those of the mesh.

        MuJoCo has it as seen from the folder that the program runs in, not from the file's own.
        """
        model = self._model
        if (start := int(model.mesh_pathadr[mesh])) < 0:
            return None
        path = Path(model.paths[start:].partition(b"\0")[0].decode()).absolute()
        written = self._meshes.get(model.mesh(mesh).name)
        is_moved = written is None or any(written.refpos) or any(written.refquat[1:])
        return None if is_moved or path.suffix.lower() not in FILES else str(path)

    def _take(self, mesh: int) -> tuple[Array, NDArray[np.int64]]:
        """Return vertices [m] and faces of a mesh in the frame that MuJoCo gives it."""
        model = self._model
        first, count = int(model.mesh_vertadr[mesh]), int(model.mesh_vertnum[mesh])
        face, faces = int(model.mesh_faceadr[mesh]), int(model.mesh_facenum[mesh])
        vertices = model.mesh_vert[first : first + count].astype(float)
        return vertices, model.mesh_face[face : face + faces].astype(np.int64)

    def _paint(self, row: int) -> tuple[list[float], int]:
        """Return a geom's colour, and the material that it is of, -1 for none."""
        model = self._model
        rgba, material = model.geom_rgba[row].tolist(), int(model.geom_matid[row])
        if material < 0 or rgba != UNPAINTED:
            return rgba, -1
        rgba = model.mat_rgba[material].tolist()
        picture = next((one for one in model.mat_texid[material].tolist() if one >= 0), -1)
        if picture >= 0:
            rgba = [a * b for a, b in zip(rgba, [*self._mean(picture), 1.0], strict=True)]
        return rgba, material

    def _mean(self, picture: int) -> list[float]:
        """Return the mean red, green and blue of a picture, 0 to 1."""
        model = self._model
        start, channels = int(model.tex_adr[picture]), int(model.tex_nchannel[picture])
        count = int(model.tex_height[picture]) * int(model.tex_width[picture]) * channels
        pixels = model.tex_data[start : start + count].reshape(-1, channels)
        mean = (pixels.mean(axis=0) / 255.0).tolist()
        return mean[:3] if channels >= 3 else mean[:1] * 3

    def _name(self, rgba: list[float], material: int) -> str:
        """Return the name in `colours` of a colour, "" for one that nobody has chosen."""
        if rgba == UNPAINTED and material < 0:
            return ""
        shares = (round(255 * min(max(share, 0.0), 1.0)) for share in rgba[:3])
        colour = "#" + "".join(f"{share:02X}" for share in shares)
        name = self._model.mat(material).name if material >= 0 else ""
        if material >= 0 and max(self._model.mat_texid[material].tolist()) >= 0:
            if name not in self._compiled.notes.get(PICTURES, []):
                self._compiled.note(PICTURES, name)
        name = name or f"{NAMELESS}{colour}"
        self.colours[name] = colour
        return name
