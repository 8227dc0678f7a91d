"""Commands of the command line that write files for others: pictures, drawings, models."""

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from ..terminal import complain, out
from .options import OUTPUT, Moment, Output, Quality, Size


def shot(
    scene: Path,
    *,
    output: Annotated[Path, OUTPUT],
    at: Moment = 0.0,
    camera: str | None = None,
    script: Path | None = None,
    size: Size = (1600, 900),
    quality: Quality = "high",
) -> int:
    """Take a picture of a scene without a window.

    Args:
        scene: The scene file.
        output: The PNG file.
        at: Simulated seconds before the picture.
        camera: A robot's camera by name; default: the scene's view.
        script: A scripted operator that works until then.
        size: Width and height in pixels.
        quality: Of the picture.
    """
    from .. import checking, headless
    from ..compiling import start
    from ..render import offscreen
    from ..spec import load
    from ..spec.models.script import PICTURES

    if output.suffix.lower() not in PICTURES:
        return complain(f"{output}: a picture is written as {', '.join(PICTURES)}")
    spec = checking.load_lesson(scene).scene
    run = headless.Run(start(spec), load.load_script(script) if script else None)
    snapshot = run.go(at) if at > 0.0 else run.snapshot
    wanted = "high" if quality == "auto" else quality
    try:
        picture = offscreen.shot(spec, snapshot, camera, size, wanted)
    except (offscreen.ContextError, ValueError) as error:
        return complain(error)
    offscreen.save(picture, output)
    out.print(str(output), markup=False)
    return 1 if run.failure and complain(run.failure) else 0


def plot(
    file: Path,
    *signals: str,
    output: Output = None,
    preset: str | None = None,
    scene: Path | None = None,
    begin: Annotated[Moment, Parameter(name="--from")] = 0.0,
    end: Annotated[Moment | None, Parameter(name="--to")] = None,
    language: Literal["en", "ru"] | None = None,
) -> int:
    """Draw signals of a recording over time, step by step: the named ones, or the scene's figure.

    Args:
        file: The recording (MCAP).
        signals: Names, or patterns such as '*_torque'; each has axes of its own.
        output: An SVG, PNG or HTML file; default: beside the recording.
        preset: A figure of the scene's `plots`; default, without signals: its first.
        scene: The scene file, where it has moved since.
        begin: First moment that is drawn, in seconds.
        end: Last moment; default: the end.
        language: Of the words; default: the system's.
    """
    from ..plot import draw

    stretch = draw.Stretch(begin, float("inf") if end is None else end)
    return draw.write(file, signals, output, preset, scene, stretch, language)


def export(file: Path, *, output: Output = None, visuals: bool = True) -> int:
    """Write a robot or a scene as MJCF, for MuJoCo and what reads its files.

    What MJCF cannot hold is left out and named.

    Args:
        file: A robot, scene or exercise file.
        output: The XML file; default: its name with .xml, here.
        visuals: Write what is drawn, too.
    """
    from ..interop import export as exporting

    return exporting.write(file, output, visuals)


def export_fmu(scene: Path, *, output: Output = None) -> int:
    """Write a scene with its robots and physics as an FMU (FMI 2.0): controls in, sensors out.

    The program that loads it needs a Python with the simulator in it.

    Args:
        scene: The scene file.
        output: The FMU; default: its name with .fmu, here.
    """
    from ..interop import fmu

    return fmu.write(scene, output)
