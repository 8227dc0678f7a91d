"""Files -> specs: the scene with its robots and console, or one file of a kind alone.

Every function raises `errors.SpecErrors` that holds all mistakes of all files it read.
"""

from typing import Generic, NamedTuple, TypeVar

from . import lessons, survey
from .errors import SpecErrors
from .fields import Spec
from .models.console import ConsoleSpec
from .models.exercise import ExerciseSpec
from .models.hardware import HardwareSpec
from .models.robot import RobotSpec
from .models.scene import SceneSpec
from .models.script import ScriptSpec
from .models.vary import VarySpec
from .part import FilePath, Survey
from .reading.source import Source

S = TypeVar("S", bound=Spec)


class Loaded(NamedTuple, Generic[S]):
    """A spec and where it was written."""

    spec: S
    source: Source


def open_console(path: FilePath) -> Loaded[ConsoleSpec]:
    """Return a console file's spec and places."""
    return _accept(survey.survey_console(path))


def open_exercise(path: FilePath) -> Loaded[ExerciseSpec]:
    """Return an exercise with its scene, and the places of both."""
    return _accept(lessons.survey_exercise(path))


def load_scene(path: FilePath) -> SceneSpec:
    """Return a scene with the robots and the console it names loaded into it."""
    return _accept(survey.survey_scene(path)).spec


def load_exercise(path: FilePath) -> ExerciseSpec:
    """Return an exercise with its scene, as it stands at the start, loaded into it."""
    return open_exercise(path).spec


def load_vary(path: FilePath, exercise: FilePath) -> VarySpec:
    """Return a vary file's spec, checked against its exercise."""
    return _accept(lessons.survey_vary(path, exercise)).spec


def load_hardware(path: FilePath) -> HardwareSpec:
    """Return a hardware file's spec, checked against its console."""
    return _accept(survey.survey_hardware(path)).spec


def load_robot(path: FilePath) -> RobotSpec:
    """Return a robot file's spec."""
    return _accept(survey.survey_robot(path)).spec


def load_console(path: FilePath) -> ConsoleSpec:
    """Return a console file's spec."""
    return open_console(path).spec


def load_script(path: FilePath) -> ScriptSpec:
    """Return a script file's spec."""
    return _accept(lessons.survey_script(path)).spec


def _accept(found: Survey[S]) -> Loaded[S]:
    if found.spec is None or found.problems:
        raise SpecErrors(found.problems)
    return Loaded(found.spec, found.source)


__all__ = [
    "Loaded",
    "Source",
    "load_console",
    "load_exercise",
    "load_hardware",
    "load_robot",
    "load_scene",
    "load_script",
    "load_vary",
]
