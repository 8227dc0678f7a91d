"""The command `export`: a robot or a scene into a file for other programs."""

from pathlib import Path

from simulator import checking
from simulator.spec import check, load
from simulator.spec.errors import Unusable
from simulator.spec.models.scene import RobotPlacement, SceneSpec
from simulator.spec.reading.project import tell_missing
from simulator.spec.reading.write import write_whole
from simulator.terminal import complain, err, out

from . import mjcf


def write(file: Path, output: Path | None, visuals: bool) -> int:
    """Write the file; what it cannot hold is named on the error output."""
    if file.is_dir():
        robot = file / "robot.yaml"
        if not robot.is_file():
            return complain(f"{file} is a folder; name a robot, scene or exercise file in it")
        file = robot
    if not file.exists():
        return complain(tell_missing(file))
    kind = check.kind_of(file)
    if kind not in ("robot", "scene", "exercise"):
        return complain(f"{file}: only a robot, a scene or an exercise can be exported")
    stem = file.resolve().parent.name if kind == "robot" else file.stem
    path = output or Path(f"{stem}.xml")
    if path.suffix.lower() != ".xml":
        return complain(f"{path}: MJCF is written as .xml")
    scene = open_robot(file) if kind == "robot" else checking.load_lesson(file).scene
    try:
        text, left_out = mjcf.write(scene, visuals, prefixed=kind != "robot")
    except Unusable as error:
        return complain(f"{file}: {error}")
    write_whole(path, text)
    out.print(str(path), markup=False)
    if "<keyframe>" in text:
        out.print('it starts as its keyframe "start" says: load that first')
    for words in left_out:
        err.print(f"left out: {words}", markup=False)
    return 0


def open_robot(file: Path) -> SceneSpec:
    """Return a scene of nothing but a robot, in the world's origin."""
    robot = load.load_robot(file)
    placement = RobotPlacement(file=str(file), spec=robot)
    return SceneSpec(title=robot.title, robots=[placement], terrain=[])
