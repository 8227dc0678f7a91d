"""A robot of another program made one of this one: its file, its meshes, a desk and a scene."""

from pathlib import Path

from .. import checking
from ..advice.intrusion import list_intruding
from ..authoring import starting
from ..interop import adopted
from ..spec import load
from ..spec.errors import SpecErrors
from ..spec.reading.write import write_whole
from ..terminal import complain, err, out
from . import formatting

TOUCHING = 5e-4  # [m] links that start further inside each other were not made to touch


def adopt(name: str, folder: Path, file: Path, form: str, fixed: bool) -> int:
    """Make a robot of a URDF or an MJCF file, and a desk and a scene for it.

    What is not as it was there is told. Links that start inside each other do not touch: where
    such files come from, links of one robot mostly do not.
    """
    robot = folder / "robots" / name / "robot.yaml"
    try:
        made = adopted.convert(file, fixed, form)
        paths = starting.adopt(name, folder, adopted.write(made, name), made.files)
    except (starting.StartError, SpecErrors) as error:
        return complain(error)
    for path in paths:
        out.print(str(path), markup=False)
    try:
        found = list_intruding(load.load_robot(robot), TOUCHING)
        if pairs := [(outer, inner) for outer, inner, _ in found]:
            made = adopted.keep_apart(made, pairs)
            write_whole(robot, adopted.write(made, name))
    except SpecErrors as errors:
        complain(errors)
        return complain(f"once {robot} is mended: simulator new console {name} --robot {robot}")
    for note in made.notes:
        err.print(note, markup=False)
    for finding in checking.check(robot):
        err.print(str(finding), markup=False)
    motors = made.rates, made.accelerations, made.rests, made.reaches
    asked = starting.Asked(*motors, *made.stance)
    return formatting.begin("console", name, folder, robot, asked)
