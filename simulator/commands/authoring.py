"""Commands of the command line about files as texts: new, format, schemas."""

from pathlib import Path
from typing import Literal

from ..terminal import complain, out


def format_(*files: Path, check: bool = False) -> int:
    r"""Tidy files: \n at the end of every line, no blanks before it. Nothing else is changed.

    With --check nothing is written: it proves for each file that the editors understand it and that
    opening and saving it without a change gives the same bytes. Exit status 1 if not.

    Args:
        files: Files, or folders of them.
        check: Only prove.
    """
    from ..authoring.saving import ChangedOnDiskError
    from . import formatting

    try:
        return formatting.format_files(files, check)
    except ChangedOnDiskError as error:
        return complain(error)


def new(
    kind: Literal["robot", "scene", "console"],
    name: str,
    *,
    robot: Path | None = None,
    urdf: Path | None = None,
    mjcf: Path | None = None,
    fixed: bool = False,
    folder: Path = Path("."),
) -> int:
    """Write a commented robot, scene or console to begin with, and what it needs to run.

    A robot comes with a desk and a scene, a scene with a desk, a console with a scene to try it in.
    Nothing is ever overwritten.

    Args:
        kind: What to begin.
        name: Of the files, and of the robot: letters, digits and _.
        robot: A robot file that the scene or console is for: a lever for each of its motors.
        urdf: A URDF file that the robot is made of, with its meshes.
        mjcf: An MJCF file, MuJoCo's, that the robot is made of.
        fixed: The robot of such a file stands in the world, as an arm on its table does.
        folder: Of the project, with robots/, consoles/ and scenes/.
    """
    from . import formatting

    if kind == "robot" and robot is not None:
        return complain("--robot goes with a scene or a console")
    files = {form: file for form, file in (("URDF", urdf), ("MJCF", mjcf)) if file is not None}
    if kind != "robot" and (files or fixed):
        return complain("--urdf, --mjcf and --fixed go with a robot")
    if len(files) > 1:
        return complain("a robot is made of one file: --urdf or --mjcf")
    for form, file in files.items():
        from . import adopting

        return adopting.adopt(name, folder, file, form, fixed)
    if fixed:
        return complain("--fixed goes with --urdf or --mjcf")
    return formatting.begin(kind, name, folder, robot)


def schemas(folder: Path = Path("simulator/spec/schemas")) -> int:
    """Write the JSON Schema of every kind of file, for editors.

    Args:
        folder: Where they go.
    """
    from ..spec.printing import schema

    for path in schema.export(folder):
        out.print(str(path), markup=False)
    return 0
