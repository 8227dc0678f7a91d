"""An MJCF document under way, which all that is written into it shares."""

from typing import NamedTuple
from xml.etree.ElementTree import Element


class Model(NamedTuple):
    """A document under way."""

    root: Element
    assets: Element
    world: Element
    contact: Element
    equality: Element
    actuators: Element
    sensors: Element
    start: list[float]  # qpos of the keyframe
    speed: list[float]  # qvel of the keyframe
    control: list[float]  # ctrl of the keyframe
    left_out: dict[str, list[str]]  # names of what MJCF cannot hold, by what it is
    visuals: bool  # whether what is only drawn is written
