"""What an MJCF file says of a robot: its bodies as links, each in the frame of its joint.

In MuJoCo a joint has its place in the body that it moves; here the link's frame is there. Several
joints of a body are links of next to nothing in a row. Positions count as they do there.
"""

import math
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.exact.products import matrix_of, times, unit
from simulator.spec.errors import Problem, SpecErrors
from simulator.spec.fields import LEAST_MASS
from simulator.spec.naming.bodies import rotation_about

from . import mjcf_actuators
from .adopted_bodies import DIGITS, pose_of, turns
from .adopted_model import WORLD, Camera, Geometry, Joint, Link, Mimic, Model, Pose, Stance, Suction
from .adopted_names import free_name
from .mjcf_file import Compiled
from .mjcf_geoms import Geoms

Array = NDArray[np.float64]
NOWHERE = np.zeros(3)
SHARE = 1e-3  # of a body's mass that a link between two of its joints has, beside it
KINDS = ("free", "spherical", "prismatic", "revolute")  # of joints, by MuJoCo's numbers
FREE = 0
CLOSING = {"CONNECT": "spherical", "WELD": "fixed"}  # joints that stand for equalities
LOOK = np.array([[0.0, -1.0, 0.0], [0.0, 0.0, 1.0], [-1.0, 0.0, 0.0]])  # x, y, z of ours in theirs
NAMELESS = "MuJoCo Model"  # what MuJoCo calls a model without a name
NARROWEST, WIDEST = 0.05, 3.0  # of cameras [rad]
GRAVITY, SAME = np.array([0.0, 0.0, -9.81]), 0.02  # [m/s2] as a scene has it
HOME = "home"  # keyframe that robots stand in


class Side(NamedTuple):
    """What a loop's joint holds on one of its sides."""

    link: str
    place: Array  # (3,) in the link [m]
    can_be_carried: bool  # it is not rigid with the base


def read(compiled: Compiled) -> Model:
    """Return what a file says.

    Raises:
        SpecErrors: It holds no robot, or more than one thing that is free to move.
    """
    model = compiled.model
    roots = _find_roots(compiled)
    reader = _Reader(compiled, set(_below(model, roots)))
    is_alone = len(roots) == 1 and (_is_free(model, roots[0]) or not model.body_jntnum[roots[0]])
    reader.add_all(roots, is_alone)
    _note_rest(compiled)
    title = compiled.spec.modelname
    return Model(
        "" if title == NAMELESS else title,
        reader.links,
        reader.joints,
        reader.geoms.colours,
        root=next(iter(reader.links)),
        fixed=not (is_alone and _is_free(model, roots[0])),
        loops=dict(reader.close()),
        cameras=dict(reader.look()),
        apart=set(reader.exclude()),
        met=set(reader.pair()),
        suction=dict(reader.hold()),
        stance=reader.stand(roots[0]) if is_alone else Stance(),
    )


def _find_roots(compiled: Compiled) -> list[int]:
    """Return the bodies that hang on the world: one that is free, or what stands and slides."""
    model = compiled.model
    bodies = [body for body in range(1, model.nbody) if not model.body_parentid[body]]
    roots = [body for body in bodies if model.body_mocapid[body] < 0]
    for body in bodies:
        if body not in roots:
            compiled.note("bodies of `mocap`, left out", compiled.call("body", body))
    if not roots:
        message = "it has no body that a robot could be made of"
        raise SpecErrors([Problem(*compiled.top, "", message, "E132")])
    free = [body for body in roots if _is_free(model, body)]
    if free and (robots := [body for body in roots if _has_joints(model, body)]):
        for body in set(roots) - set(robots):
            what = "bodies without joints beside the robot, which are a scene's"
            compiled.note(what, compiled.call("body", body))
        roots, free = robots, [body for body in free if body in robots]
    if free and len(roots) > 1:
        other = next(body for body in roots if body != free[0])
        mark = compiled.mark("body", free[0])
        message = f"it is free to move beside {compiled.call('body', other)}; a robot is one "
        message += "piece: take out what is none of it, which a scene has as a thing of its own"
        raise SpecErrors([Problem(*mark, model.body(free[0]).name, message, "E402")])
    for geom in range(model.body_geomadr[0], model.body_geomadr[0] + model.body_geomnum[0]):
        compiled.note("geoms of the world, which are a scene's", compiled.call("geom", geom))
    return roots


def _note_rest(compiled: Compiled) -> None:
    """Note what is not read at all, and tendons that do more than an actuator asks of them."""
    model = compiled.model
    for what in ("sensor", "light", "site", "flex", "skin"):
        if count := getattr(model, f"n{what}"):
            compiled.note("not read", f"<{what}> ({count})")
    _note_surroundings(compiled)
    _note_curves(compiled)
    for row in np.flatnonzero(model.body_gravcomp).tolist():
        compiled.note("`gravcomp`, left out: they have their weight", compiled.call("body", row))
    for row in range(model.ntendon):
        rubs = model.tendon_damping[row].any() or model.tendon_frictionloss[row]
        if model.tendon_limited[row] or model.tendon_stiffness[row] or rubs:
            what = "ranges, springs and friction of tendons, left out"
            compiled.note(what, compiled.call("tendon", row))
    for row in range(model.neq):
        if compiled.tell_kind("mjtEq", model.eq_type[row]) not in (*CLOSING, "JOINT"):
            compiled.note("equalities of other things, left out", compiled.call("equality", row))


def _note_surroundings(compiled: Compiled) -> None:
    """Note what of the world around a robot is a scene's, or nobody's."""
    option = compiled.model.opt
    if np.abs(option.gravity - GRAVITY).max() > SAME:
        numbers = ", ".join(f"{number:g}" for number in option.gravity)
        compiled.note("gravity, which is a scene's (`physics`)", f"[{numbers}]")
    for key in ("density", "viscosity"):
        if number := float(getattr(option, key)):
            compiled.note("drag of air or water, left out", f"{key} {number:g}")


def _note_curves(compiled: Compiled) -> None:
    """Note damping and springs that are no straight lines."""
    model = compiled.model
    bent = np.zeros(model.njnt, bool)
    bent[model.dof_jntid[model.dof_dampingpoly.any(axis=1)]] = True
    bent |= model.jnt_stiffnesspoly.any(axis=1)
    what = "damping and springs that are no straight line, taken as one"
    for row in np.flatnonzero(bent).tolist():
        compiled.note(what, compiled.call("joint", row))
    for row in np.flatnonzero(model.actuator_dampingpoly.any(axis=1)).tolist():
        compiled.note(what, compiled.call("actuator", row))
    for row in np.flatnonzero(model.jnt_type == FREE).tolist():
        freedoms = slice(int(model.jnt_dofadr[row]), int(model.jnt_dofadr[row]) + 6)
        if model.dof_damping[freedoms].any() or model.dof_frictionloss[freedoms].any():
            what = "damping and friction of a free base, left out"
            compiled.note(what, compiled.call("joint", row))


def _is_free(model: Any, body: int) -> bool:
    return bool(model.body_jntnum[body]) and model.jnt_type[model.body_jntadr[body]] == FREE


def _has_joints(model: Any, root: int) -> bool:
    """Return whether anything that hangs on the world moves in itself."""
    return sum(int(model.body_jntnum[body]) for body in _below(model, [root])) > int(
        _is_free(model, root)
    )


def _below(model: Any, roots: list[int]) -> Iterator[int]:
    """Yield bodies and all that they carry, each after its carrier."""
    kept = set(roots)
    for body in range(1, model.nbody):
        if body in kept or int(model.body_parentid[body]) in kept:
            kept.add(body)
            yield body


class _Reader:
    """Reads the `kept` bodies of a file, from the base outwards."""

    def __init__(self, compiled: Compiled, kept: set[int]) -> None:
        model = compiled.model
        self._compiled = compiled
        self._model = model
        self._kept = kept
        self._origins = {0: NOWHERE}  # of links' frames in those of their bodies [m]
        self._bodies = _name_all((model.body(row).name for row in range(model.nbody)), "body")
        self._names = _name_all((model.jnt(row).name for row in range(model.njnt)), "joint")
        self._taken = {"link": {*self._bodies}, "joint": {*self._names}}
        self._couplings = mjcf_actuators.find_couplings(compiled)
        self._drives = mjcf_actuators.find_drives(compiled, self._couplings)
        self._springs = mjcf_actuators.find_springs(compiled, self._couplings, self._drives)
        self._dampings = mjcf_actuators.find_dampings(compiled, self._couplings)
        self._starts = self._find_starts()
        self.geoms = Geoms(compiled)
        self.links: dict[str, Link] = {}
        self.joints: dict[str, Joint] = {}

    def add_all(self, roots: list[int], is_alone: bool) -> None:
        """Add all bodies; one root that `is_alone` is the base, else the world that has them."""
        if not is_alone:
            self.links[WORLD] = Link(0.0, Pose(), (0.0,) * 6, [], [])
        for body in sorted(self._kept):
            is_base = is_alone and body == roots[0]
            joints = [] if is_base else self._list_joints(body)
            origin = self._model.jnt_pos[joints[-1]] if joints else NOWHERE
            self._origins[body] = origin
            if not is_base:
                self._tie(body, joints)
            self.links[self._bodies[body]] = self._read_link(body, origin)

    def _list_joints(self, body: int) -> list[int]:
        first = int(self._model.body_jntadr[body])
        return list(range(first, first + int(self._model.body_jntnum[body])))

    def _find_starts(self) -> Array:
        """Return where joints start: as a keyframe says, or as the file is drawn."""
        model = self._model
        keys = [model.key(row).name for row in range(model.nkey)]
        if not keys:
            return model.qpos0
        taken = keys.index(HOME) if HOME in keys else 0
        for row, key in enumerate(keys):
            called = key or f"number {row + 1}"
            if row != taken:
                self._compiled.note("keyframes beside the one that it starts in, left out", called)
            elif model.key_qvel[row].any():
                self._compiled.note("speeds of a keyframe, left out", called)
        return model.key_qpos[taken]

    def stand(self, root: int) -> Stance:
        """Return how the base stands: one that is free on its soles, unless a keyframe says."""
        model = self._model
        if not _is_free(model, root):
            turn = matrix_of(model.body_quat[root])
            return Stance(float(model.body_pos[root, 2]), turns(pose_of(NOWHERE, turn)))
        place = int(model.jnt_qposadr[model.body_jntadr[root]])
        turn = matrix_of(unit(self._starts[place + 3 : place + 7]))
        height = float(self._starts[place + 2]) if model.nkey else None
        return Stance(height, turns(pose_of(NOWHERE, turn)))

    def _read_link(self, body: int, origin: Array) -> Link:
        model = self._model
        solids: tuple[list[Geometry], list[Geometry]] = [], []
        first = int(model.body_geomadr[body])
        for geom in range(first, first + int(model.body_geomnum[body])):
            for kind, found in zip(solids, self.geoms.read(geom, origin), strict=True):
                kind.extend(found)
        centre = pose_of(model.body_ipos[body] - origin, matrix_of(model.body_iquat[body]))
        moments = (*model.body_inertia[body].tolist(), 0.0, 0.0, 0.0)
        return Link(float(model.body_mass[body]), centre, moments, *solids)

    def _tie(self, body: int, joints: list[int]) -> None:
        """Add the joints of a body, and links between them."""
        model = self._model
        carrier = int(model.body_parentid[body])
        parent, child = self._bodies[carrier], self._bodies[body]
        at, turn = model.body_pos[body] - self._origins[carrier], matrix_of(model.body_quat[body])
        if not joints:
            name = free_name(child, self._taken["joint"])
            self.joints[name] = Joint("fixed", parent, child, pose_of(at, turn), (0, 0, 1), None)
        origin = NOWHERE
        for joint in joints:
            at = at + times(turn, model.jnt_pos[joint] - origin)
            link = child
            if joint != joints[-1]:
                link = free_name(f"{child}_{self._names[joint]}", self._taken["link"])
                self.links[link] = self._make_light(body, link)
            self.joints[self._names[joint]] = self._read_joint(joint, parent, link, at, turn)
            parent, origin, at, turn = link, model.jnt_pos[joint], NOWHERE, np.eye(3)

    def _make_light(self, body: int, name: str) -> Link:
        """Return a link that stands between two joints of a body: a ball of next to nothing."""
        model = self._model
        mass = max(SHARE * float(model.body_mass[body]), LEAST_MASS)
        moment = SHARE * float(model.body_inertia[body].mean())
        what = f"links between joints of one body, with a mass of {SHARE:g} of it beside it"
        self._compiled.note(what, name)
        return Link(mass, Pose(), (moment,) * 3 + (0.0,) * 3, [], [])

    def _read_joint(self, joint: int, parent: str, child: str, at: Array, turn: Array) -> Joint:
        """Return a joint whose frame lies there as the file is drawn, with its zero as there."""
        model, name = self._model, self._names[joint]
        kind, axis = KINDS[int(model.jnt_type[joint])], model.jnt_axis[joint]
        place, freedom = int(model.jnt_qposadr[joint]), int(model.jnt_dofadr[joint])
        scalar = kind in ("prismatic", "revolute")
        drawn = float(model.qpos0[place]) if scalar else 0.0
        if drawn and kind == "revolute":
            turn = times(turn, rotation_about(axis, -drawn))
        elif drawn:
            at = at - times(turn, axis) * drawn
        limit = None
        if model.jnt_limited[joint]:
            if scalar:
                low, high = model.jnt_range[joint].tolist()
                limit = low, high
            else:
                self._compiled.note("limits of ball joints, left out", name)
        if kind == "spherical" and any(self._starts[place:][:4] != model.qpos0[place:][:4]):
            self._compiled.note("starts of ball joints in a keyframe, left out", name)
        follows = self._couplings.get(joint)
        if follows and int(model.jnt_bodyid[follows.leader]) not in self._kept:
            follows = None
        return Joint(
            kind, parent, child, pose_of(at, turn), tuple(axis.tolist()), limit,
            damping=float(model.dof_damping[freedom]) + self._dampings.get(joint, 0.0),
            friction=float(model.dof_frictionloss[freedom]),
            mimic=Mimic(self._names[follows.leader], *follows[1:]) if follows else None,
            start=float(self._starts[place]) if scalar else 0.0,
            drive=self._drives.get(joint) or self._springs.get(joint),
        )  # fmt: skip

    def close(self) -> Iterator[tuple[str, Joint]]:
        """Yield joints that close loops: what equalities connect or weld."""
        model, compiled = self._model, self._compiled
        for row in range(model.neq):
            kind = CLOSING.get(compiled.tell_kind("mjtEq", model.eq_type[row]), "")
            called = compiled.call("equality", row)
            if not kind:
                continue
            ends = int(model.eq_obj1id[row]), int(model.eq_obj2id[row])
            places = [model.eq_data[row, :3], model.eq_data[row, 3:6]]
            if compiled.tell_kind("mjtObj", model.eq_objtype[row]) == "SITE":
                places = [model.site_pos[site] for site in ends]
                ends = tuple(int(model.site_bodyid[site]) for site in ends)
            elif kind == "fixed":
                places = [NOWHERE, NOWHERE]
            first, second = (self._find_side(*end) for end in zip(ends, places, strict=True))
            if first is None or second is None or not model.eq_active0[row]:
                compiled.note("equalities that are off, or hold no two links", called)
                continue
            if not second.can_be_carried:
                first, second = second, first
            parent, child, pose = first.link, second.link, pose_of(first.place, np.eye(3))
            name = free_name(model.eq(row).name or f"{parent}_{child}", self._taken["joint"])
            yield name, Joint(kind, parent, child, pose, (0, 0, 1), None)

    def _find_side(self, body: int, place: Array) -> Side | None:
        """Return where a loop holds a link, None if there is none; the world is a base that stands.

        `place` (3,): in the body's frame [m].
        """
        model, root = self._model, min(self._kept)
        is_of_world = WORLD in self.links  # the base is
        base = 0 if is_of_world else int(model.body_weldid[root])
        if not body and not is_of_world and not base:
            turn = matrix_of(model.body_quat[root])
            return Side(self._bodies[root], times(turn.T, place - model.body_pos[root]), False)
        if body not in self._origins or self._bodies[body] not in self.links:
            return None
        is_loose = int(model.body_weldid[body]) != base
        return Side(self._bodies[body], place - self._origins[body], is_loose)

    def look(self) -> Iterator[tuple[str, Camera]]:
        """Yield the cameras of links; MuJoCo's look along their own -z, and y is up."""
        model = self._model
        names = _name_all((model.cam(row).name for row in range(model.ncam)), "camera")
        for row, name in enumerate(names):
            body, fov = int(model.cam_bodyid[row]), math.radians(float(model.cam_fovy[row]))
            is_fixed = self._compiled.tell_kind("mjtCamLight", model.cam_mode[row]) == "FIXED"
            if body not in self._kept or not is_fixed or not NARROWEST < fov < WIDEST:
                self._compiled.note("cameras of the world, or that turn by themselves", name)
                continue
            turn = times(matrix_of(model.cam_quat[row]), LOOK)
            pose = pose_of(model.cam_pos[row] - self._origins[body], turn)
            yield name, Camera(self._bodies[body], pose, round(fov, DIGITS))

    def hold(self) -> Iterator[tuple[str, Suction]]:
        """Yield the links that hold what they touch: what adhesion acts on."""
        model = self._model
        names = _name_all((model.actuator(row).name for row in range(model.nactuator)), "cup")
        for row, name in enumerate(names):
            if grip := mjcf_actuators.find_grip(self._compiled, row):
                body, force = grip
                if body in self._kept and force > 0.0:
                    yield name, Suction(self._bodies[body], force)
                else:
                    called = self._compiled.call("actuator", row)
                    self._compiled.note("adhesion of what is no link, left out", called)

    def exclude(self) -> Iterator[frozenset[str]]:
        """Yield the pairs of links that the file says do not touch."""
        for signature in self._model.exclude_signature.tolist():
            yield frozenset(self._bodies[body] for body in (signature >> 16, signature & 0xFFFF))

    def pair(self) -> Iterator[frozenset[str]]:
        """Yield the pairs of links that the file says do touch."""
        ends = self._model.pair_geom1, self._model.pair_geom2
        for geoms in zip(*(one.tolist() for one in ends), strict=True):
            yield frozenset(self._bodies[int(self._model.geom_bodyid[geom])] for geom in geoms)


def _name_all(names: Iterable[str], what: str) -> list[str]:
    """Return names, new ones for what has none."""
    given = list(names)
    taken = set(given)
    return [name or free_name(f"{what}_{row}", taken) for row, name in enumerate(given)]
