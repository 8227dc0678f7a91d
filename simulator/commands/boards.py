"""Real desks for a scene: whether they are desks of its consoles, then their boards at work."""

import os
from pathlib import Path

from .. import checking
from ..hardware.boards import Boards
from ..spec import load
from ..spec.errors import SpecErrors, Unusable
from ..spec.fields import RECORDING
from ..spec.models.console import ConsoleSpec
from ..spec.models.hardware import HardwareSpec
from ..spec.models.scene import SceneSpec
from ..spec.naming.bodies import robot_name
from ..spec.naming.consoles import SCENE, list_consoles
from ..spec.naming.widget_signals import made_by
from ..spec.reading.project import shown


def connect(path: Path, scene: Path) -> Boards:
    """Return the boards of a hardware file for a scene or exercise, their links at work.

    Raises:
        SpecErrors: With every error of the hardware file, located.
        Unusable: It is for another console.
        MissingError: A library of the extra `hardware` is missing.
    """
    spec = load.load_hardware(path)
    if scene.suffix.lower() != RECORDING:
        try:
            found = checking.load_lesson(scene).scene
        except SpecErrors:  # which is told as the scene is opened
            found = None
        if found is not None and (misfit := _find_misfit(spec, found)):
            raise Unusable(f"{path} is for {shown(Path(spec.console))}, but {scene} {misfit}")
    return Boards(spec)


def _find_misfit(spec: HardwareSpec, scene: SceneSpec) -> str:
    """Return which console a scene has that does not fit, "" where one does.

    A console that includes the one of the boards, or is made like it, fits as well.
    """
    own = {robot_name(one): one.console for one in scene.robots}
    files = {owner: file for owner, file in {**own, SCENE: scene.console}.items() if file}
    if os.path.realpath(spec.console) in map(os.path.realpath, files.values()):
        return ""
    named = {name for one in spec.boards.values() for name in (*one.inputs, *one.outputs)}
    lacking = [
        (named - _list_names(owner, part), owner) for owner, part in list_consoles(scene).items()
    ]
    names, owner = min(lacking, key=lambda one: len(one[0]))
    if not names:
        return ""
    if not files:
        return "has no console"
    return f"has {shown(Path(files[owner]))}, where there is no {', '.join(sorted(names))}"


def _list_names(owner: str, console: ConsoleSpec) -> set[str]:
    """Return what boards can work or show of a console, as its file calls it."""
    signals = {one for name, widget in console.panel.items() for one in made_by(name, widget)}
    return {one.removeprefix(f"{owner}.") for one in (*signals, *console.panel)}
