"""Commands of the command line that write files for others: drawings of recordings, models."""

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from .numbers import Moment

Output = Annotated[Path | None, Parameter(name=["--output", "-o"])]


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
