"""Runs that differ: what each draws, and the exercise and script that come of it.

A lot is a hash of seed, run and the number's name: no generator has a state, so run k is the same
whoever runs it and whatever else is drawn.
"""

import hashlib
import json
from collections.abc import Mapping
from statistics import NormalDist

from simulator.exact.elementary import turn
from simulator.snapshot import Event, Planned
from simulator.spec.models.exercise import ExerciseSpec
from simulator.spec.models.fault import LinkProfile
from simulator.spec.models.scene import RobotPlacement, SceneSpec
from simulator.spec.models.script import ScriptSpec
from simulator.spec.models.shape import MaterialSpec, PartSpec, ShapeSpec
from simulator.spec.models.vary import NumberDraw, SkillSpec, VarySpec
from simulator.spec.naming.bodies import robot_name
from simulator.spec.naming.materials import join as join_materials
from simulator.spec.naming.materials import lookup
from simulator.spec.rules.vary import bounds_of, fault_of, list_draws

Draws = Mapping[str, float | bool | str]
DRAWS = "draws"  # key of a recording's header


def lot(seed: int, run: int, name: str) -> float:
    """Return a number between 0 and 1, neither included."""
    digest = hashlib.blake2b(f"{seed}/{run}/{name}".encode(), digest_size=8).digest()
    return (int.from_bytes(digest, "big") // 2**11 + 0.5) / 2**53


def draw(vary: VarySpec, seed: int, run: int) -> dict[str, float | bool | str]:
    """Return everything that a run draws, by name."""
    drawn: dict[str, float | bool | str] = {
        name: _number(one, lot(seed, run, name), *bounds_of(name))
        for _, name, one in list_draws(vary)
    }
    for name, fault in vary.faults.items():
        drawn[f"fault.{name}"] = lot(seed, run, f"fault.{name}") < fault.chance
    if vary.trainees:
        names = list(vary.trainees)
        drawn["trainee"] = names[run % len(names)]
    if vary.profiles:
        drawn["profile"] = _pick(vary, lot(seed, run, "profile"))
    return drawn


def _number(one: NumberDraw, share: float, low: float, high: float) -> float:
    if one.choice is not None:
        return float(one.choice[int(share * len(one.choice))])
    if one.uniform is not None:
        return one.uniform[0] + share * (one.uniform[1] - one.uniform[0])
    assert one.normal is not None
    mean, deviation = one.normal
    value = mean + deviation * NormalDist().inv_cdf(share)
    return min(max(value, low), high)


def _pick(vary: VarySpec, share: float) -> str:
    left = share * sum(profile.weight for profile in vary.profiles.values())
    for name, profile in vary.profiles.items():
        left -= profile.weight
        if left < 0.0:
            return name
    return list(vary.profiles)[-1]


def vary_exercise(
    exercise: ExerciseSpec, vary: VarySpec, drawn: Draws, seed: int, run: int
) -> ExerciseSpec:
    """Return the exercise as a run has it: start, masses, friction, faults and link."""
    assert exercise.scene_spec is not None
    update: dict = {"scene_spec": vary_scene(exercise.scene_spec, drawn)}
    faults = dict(exercise.faults)
    for name, fault in vary.faults.items():
        if drawn[f"fault.{name}"]:
            faults[name] = _seeded(fault_of(fault), seed, run, f"fault.{name}.seed")
    if "profile" in drawn:
        written = vary.profiles[str(drawn["profile"])].model_dump(
            by_alias=True, exclude_unset=True, exclude={"weight"}
        )
        update["link"] = _seeded(LinkProfile.model_validate(written), seed, run, "profile.seed")
    return exercise.model_copy(update={**update, "faults": faults})


def _seeded(spec, seed: int, run: int, name: str):
    """Return a fault or link with noise of this run's own, unless its file says which."""
    if "seed" in spec.model_fields_set:
        return spec
    own = spec.model_copy(update={"seed": int(lot(seed, run, name) * 2**32)})
    uses_it = isinstance(spec, LinkProfile) or spec.kind == "noise"
    return own if uses_it else spec


def list_pushes(vary: VarySpec, drawn: Draws) -> list[Planned]:
    """Return the pushes that a run draws, as events with their times."""
    planned = []
    for name, push in vary.pushes.items():
        at, size, way = (float(drawn[f"push.{name}.{k}"]) for k in ("at", "impulse", "direction"))
        ahead, aside = turn(way)
        impulse = [size * ahead, size * aside, 0.0]
        planned.append(Planned(at, Event("push", push.body, {"impulse": impulse})))
    return planned


def vary_script(script: ScriptSpec, vary: VarySpec, drawn: Draws) -> ScriptSpec:
    """Return the script as an operator of this run's skill plays it."""
    trainee = vary.trainees[str(drawn["trainee"])] if "trainee" in drawn else SkillSpec()
    gain, tolerance, pace = (
        getattr(trainee, key) * float(drawn.get(f"operator.{key}", 1.0))
        for key in ("gain", "tolerance", "pace")
    )
    delay, pause = (
        getattr(trainee, key) + float(drawn.get(f"operator.{key}", 0.0))
        for key in ("delay", "pause")
    )
    actions = []
    for action in script.actions:
        moves = [
            move.model_copy(
                update={"gain": gain * move.gain, "tolerance": tolerance * move.tolerance}
            )
            for move in action.move
        ]
        actions.append(action.model_copy(update={"move": moves}))
    update = {"delay": script.delay + delay, "pause": script.pause + pause}
    return script.model_copy(update={**update, "pace": script.pace * pace, "actions": actions})


def redraw(exercise: ExerciseSpec, header: Mapping[str, str]) -> ExerciseSpec:
    """Return the exercise with the scene that a recording of one of many runs was made in."""
    if DRAWS not in header or exercise.scene_spec is None:
        return exercise
    scene = vary_scene(exercise.scene_spec, json.loads(header[DRAWS]))
    return exercise.model_copy(update={"scene_spec": scene})


def vary_scene(scene: SceneSpec, drawn: Draws) -> SceneSpec:
    """Return the scene that the drawn numbers make, with a digest of its own."""
    changes = {
        name: float(value)
        for name, value in drawn.items()
        if name.startswith(("start.", "mass.", "friction."))
    }
    if not changes:
        return scene
    materials = _slip(scene.materials, changes, add=True)
    robots = [_vary_robot(place, scene, changes) for place in scene.robots]
    props = []
    for prop in scene.props:
        known = join_materials(scene.materials)
        weighed = _weigh(prop, float(changes.get(f"mass.{prop.name}", 1.0)), known)
        props.append(_move(weighed, prop.name, changes))
    whole = hashlib.blake2b(scene.digest.encode(), digest_size=16)
    whole.update(json.dumps(changes, sort_keys=True).encode())
    update = {"materials": materials, "robots": robots, "props": props}
    return scene.model_copy(update={**update, "digest": whole.hexdigest()})


def _vary_robot(
    place: RobotPlacement, scene: SceneSpec, changes: Mapping[str, float]
) -> RobotPlacement:
    name, spec = robot_name(place), place.spec
    assert spec is not None
    known = join_materials(spec.materials, scene.materials)
    links = {
        link: _weigh(part, changes.get(f"mass.{name}.{link}", 1.0), known)
        for link, part in spec.links.items()
    }
    own = {"links": links, "materials": _slip(spec.materials, changes, add=False)}
    moved = _move(place, name, changes)
    return moved.model_copy(update={"spec": spec.model_copy(update=own)})


def _move(thing, name: str, changes: Mapping[str, float]):
    """Return a robot's placement or a prop elsewhere."""
    x, y, yaw = (changes.get(f"start.{name}.{key}", 0.0) for key in ("x", "y", "yaw"))
    at = (thing.at[0] + x, thing.at[1] + y, thing.at[2])
    rpy = (thing.rpy[0], thing.rpy[1], thing.rpy[2] + yaw)
    return thing.model_copy(update={"at": at, "rpy": rpy})


def _slip(
    table: Mapping[str, MaterialSpec], changes: Mapping[str, float], add: bool
) -> dict[str, MaterialSpec]:
    """Return materials with the drawn frictions; `add` those of the table's name, too."""
    found = dict(table)
    for name, value in changes.items():
        kind, _, material = name.partition(".")
        if kind == "friction" and (material in table or add):
            known = join_materials(table)
            if material in known:
                found[material] = known[material].model_copy(update={"friction": value})
    return found


def _weigh(part, factor: float, known: Mapping[str, MaterialSpec]):
    """Return a part `factor` times as heavy, its mass where it was."""
    if factor == 1.0:
        return part
    update: dict = {}
    if part.inertia is not None:
        update["inertia"] = tuple(factor * value for value in part.inertia)
    if part.mass is not None:
        return part.model_copy(update={**update, "mass": factor * part.mass})
    if part.all_shapes:
        shapes = [_heavier(shape, part, factor, known) for shape in part.all_shapes]
        update |= {"shape": None, "mesh": None, "shapes": shapes}
    else:  # such a part is weighed by its visuals
        update["visuals"] = [_heavier(shape, part, factor, known) for shape in part.visuals]
    return part.model_copy(update=update)


def _heavier(
    shape: ShapeSpec, part: PartSpec, factor: float, known: Mapping[str, MaterialSpec]
) -> ShapeSpec:
    if shape.mass is not None:
        return shape.model_copy(update={"mass": factor * shape.mass})
    material = lookup(shape.material or part.material, known)
    density = shape.density or part.density or material.density
    return shape.model_copy(update={"density": factor * density})
