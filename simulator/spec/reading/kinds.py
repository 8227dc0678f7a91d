"""The kinds of files, and telling them apart by their keys."""

from ..fields import Spec
from ..models.console import ConsoleSpec
from ..models.exercise import ExerciseSpec
from ..models.hardware import HardwareSpec
from ..models.layout import keys_of
from ..models.robot import RobotSpec
from ..models.scene import SceneSpec
from ..models.script import ScriptSpec
from ..models.vary import VarySpec
from .syntax import Node

MODELS: dict[str, type[Spec]] = {
    "robot": RobotSpec,
    "scene": SceneSpec,
    "console": ConsoleSpec,
    "script": ScriptSpec,
    "exercise": ExerciseSpec,
    "vary": VarySpec,
    "hardware": HardwareSpec,
}
SHARED = {
    "include",
    "title",
    "materials",
    "sensors",
    "props",
    "briefing",
}  # keys that several kinds have


# what this program writes itself, and no other program reads: two of its keys
OUTPUTS = {
    "a report of `simulator run --report`": {"state_hash", "poses"},
    "an exam's result, which `simulator prove` takes": {"seal", "recording_hash"},
}


def tell_output(node: Node) -> str:
    """Return which file that this program has written it is, "" for none."""
    return next((told for told, keys in OUTPUTS.items() if keys <= set(node.value)), "")


def by_keys(node: Node) -> list[str]:
    """Return the kinds whose own keys a file has most of; none if it has no such key."""
    if tell_output(node):
        return []
    counts = {kind: len(_own(model) & set(node.value)) for kind, model in MODELS.items()}
    best = max(counts.values())
    return [kind for kind, count in counts.items() if count == best and best > 0]


def tell_other(node: Node, kind: str) -> str:
    """Return what a file of another kind is, as `is a robot, not a scene`; "" for a fitting one."""
    if told := tell_output(node):
        return f"is {told}, not {noun(kind)}"
    kinds = by_keys(node)
    return f"is {noun(kinds[0])}, not {noun(kind)}" if kinds and kind not in kinds else ""


def noun(kind: str) -> str:
    """Return what a file of a kind is, with its article."""
    return f"{a(kind)} file" if kind in ("vary", "hardware") else a(kind)


def a(kind: str) -> str:
    """Return a kind with its article."""
    return f"an {kind}" if kind == "exercise" else f"a {kind}"


def has_keys(node: Node, kind: str) -> bool:
    """Say whether a file has any key that only files of this kind have."""
    return bool(_own(MODELS[kind]) & set(node.value))


def fits(node: Node, kind: str) -> bool:
    """Say whether a file of this kind may have all the keys that a file has."""
    return set(node.value) <= set(keys_of(MODELS[kind]))


def is_bare_scene(node: Node) -> bool:
    """Say whether a file has only keys that other kinds have, too, but a scene has them all.

    Where it includes others it may be of their kind.
    """
    keys = set(node.value)
    return bool(keys) and keys <= set(keys_of(SceneSpec)) & SHARED - {"include"}


def _own(model: type[Spec]) -> set[str]:
    return set(keys_of(model)) - SHARED
