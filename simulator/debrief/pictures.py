"""A few pictures of what mattered, taken off-screen from the scene and packed into the page."""

import base64
import io
from typing import NamedTuple

import numpy as np
from PIL import Image

from simulator.render import camera, offscreen
from simulator.render.walls import Walls, find_walls
from simulator.snapshot import Snapshot
from simulator.spec.naming.bodies import rotation_of
from simulator.training.story import Mark, Story

from . import texts, timeline

MOST = 6
WEIGHTS = {"limit": 4.0, "drop": 3.5, "collision": 3.0, "grip": 2.0, "bookmark": 1.5}
SIZE = (880, 495)
APART = 1.0  # events nearer to each other than this share a picture [s]
FOV = 0.68  # vertical [rad]
HUG = 3.0  # distance of the eye in radii of the robot
SIDES = (0, 30, -30, 60, -60, 90, -90, 120, -120, 150, -150, 180)  # [deg] off the camera's own


class Picture(NamedTuple):
    """A picture as a data URI, with its time and what it shows."""

    source: str
    time: float  # [s]
    caption: str
    level: str


def choose(story: Story) -> list[tuple[float, Mark | None, Snapshot]]:
    """Return times, marks and snapshots of start, the weightiest events, stages and end."""
    chosen: list[tuple[float, Mark | None, Snapshot]] = [(0.0, None, story.first)]
    marks = [mark for mark in story.marks if mark.kind in WEIGHTS]
    marks.sort(key=lambda mark: (-WEIGHTS[mark.kind], -mark.value))
    for mark in marks:
        is_near = any(abs(mark.time - time) < APART for time, _, _ in chosen)
        if not is_near and len(chosen) < MOST - 1:
            chosen.append((mark.time, mark, mark.snapshot))
    if story.time - max(time for time, _, _ in chosen) > 0.2:
        chosen.append((story.time, None, story.last))
    stages = [mark for mark in story.marks if mark.kind == "stage"]
    while stages and len(chosen) < MOST:  # the ends of stages, from where there are none yet
        mark = max(stages, key=lambda one: min(abs(one.time - time) for time, _, _ in chosen))
        stages.remove(mark)
        if min(abs(mark.time - time) for time, _, _ in chosen) >= APART:
            chosen.append((mark.time, mark, mark.snapshot))
    return sorted(chosen, key=lambda one: one[0])


def take(story: Story, language: str) -> list[Picture]:
    """Return the pictures.

    Raises:
        ContextError: No OpenGL on this machine.
    """
    walls, taken = find_walls(story.cast.scene), []
    with offscreen.Studio(story.cast.scene, "medium") as studio:
        for time, mark, snapshot in choose(story):
            picture = studio.shot(snapshot, find_view(story, mark, snapshot, walls), SIZE)
            taken.append(Picture(_pack(picture), time, *_caption(story, time, mark, language)))
    return taken


def find_view(story: Story, mark: Mark | None, snapshot: Snapshot, walls: Walls) -> camera.View:
    """Return a view of the robot from the side that the scene's own camera looks from.

    Where a wall stands there, it is the nearest side from which the robot is seen.
    """
    base = snapshot.position[story.cast.base]
    own = np.flatnonzero(story.cast.own)
    reach = float(np.linalg.norm(snapshot.position[own] - base, axis=1).max(initial=0.4))
    target = base + np.array([0.0, 0.0, 0.25 * reach])
    if mark is not None:
        target = 0.5 * (target + mark.where)
    spec = story.cast.scene.camera
    way = np.array(spec.eye) - np.array(spec.target)
    far = max(float(np.linalg.norm(way)), 1.0)
    way = way / far
    way[2] = max(way[2], 0.35)
    distance = min(HUG * max(reach, 0.65), far)
    best, room = way, 0.0
    for degrees in SIDES:
        side = rotation_of((0.0, 0.0, np.radians(degrees))) @ way
        side /= np.linalg.norm(side)
        found = walls.find_room(target, side, distance)
        if found > room + 1e-9:  # the first one of those with the most room
            best, room = side, found
    return camera.look_at(target + room * best, target, FOV)


def _caption(story: Story, time: float, mark: Mark | None, language: str) -> tuple[str, str]:
    if mark is not None:
        return timeline.describe(mark, story, language), timeline.LEVELS.get(mark.kind, "ok")
    return texts.say("start" if time == 0.0 else "end", language), "info"


def _pack(picture: Image.Image) -> str:
    """Return a picture as a data URI."""
    file = io.BytesIO()
    picture.save(file, "JPEG", quality=80, optimize=True, progressive=True)
    return f"data:image/jpeg;base64,{base64.b64encode(file.getvalue()).decode()}"
