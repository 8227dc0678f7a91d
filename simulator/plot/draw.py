"""The command `plot`: which curves, of which recording, into which kind of file."""

from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from simulator import checking
from simulator.recordings.recording import Recording, RecordingError
from simulator.recordings.replaying import Player
from simulator.simulation import Simulation
from simulator.spec.models.plot import CurvesSpec, PlotSpec
from simulator.spec.models.scene import SceneSpec
from simulator.spec.reading.write import beside, write_whole
from simulator.spec.suggest import hint, listed
from simulator.terminal import complain, out, system_language

from . import figure, page, raster, traces
from .traces import SignalError

KINDS = (".svg", ".png", ".html")
UNITS = {"ru": {"m": "м", "s": "с", "rad": "рад", "N": "Н", "N*m": "Н·м", "A": "А", "m/s": "м/с",
                "rad/s": "рад/с", "1": ""}, "en": {"N*m": "N·m", "1": ""}}  # fmt: skip
TIME = {"ru": "время, с", "en": "time, s"}


class Stretch(NamedTuple):
    """The part of a recording that is drawn."""

    begin: float  # [s]
    end: float


def write(
    file: Path,
    signals: Iterable[str],
    output: Path | None,
    preset: str | None,
    scene: Path | None,
    stretch: Stretch,
    language: str | None,
) -> int:
    """Draw a recording; exit status 1 if it cannot be drawn, or not to its end."""
    path = output or file.with_suffix(".svg")
    if path.suffix.lower() not in KINDS:
        return complain(f"{path}: a plot is written as {', '.join(KINDS)}")
    language = language or system_language()
    try:
        recording = Recording(file)
        spec = checking.load_recorded(recording.find_scene(scene), recording.header).scene
        plot = choose(spec, list(signals), preset)
        player = Player(recording, Simulation(spec))
        known = traces.list_signals(player)
        found = [traces.find_signals(row.signals, known) for row in plot.rows]
        whole = traces.gather(player, dict.fromkeys(chain(*found)))
    except (RecordingError, SignalError) as error:
        return complain(error)
    kept = (whole.times >= stretch.begin - 1e-9) & (whole.times <= stretch.end + 1e-9)
    if kept.sum() < 2:
        return complain(f"{file}: it has {whole.times[-1]:.2f} s; nothing lies in that stretch")
    units = traces.find_units(spec)
    rows = [
        _make_row(row, names, {name: whole.values[name][kept] for name in names}, units, language)
        for row, names in zip(plot.rows, found, strict=True)
    ]
    title = plot.title or spec.title
    heading = title.in_language(language) if title else file.name
    drawn = figure.lay_out(heading, whole.times[kept], rows, TIME[language])
    if path.suffix.lower() == ".png":
        with beside(path) as part:
            raster.draw(drawn).save(part)
    elif path.suffix.lower() == ".svg":
        write_whole(path, str(page.draw_svg(drawn)) + "\n")
    else:
        write_whole(path, page.draw_page(drawn, whole.times[kept], rows, language))
    out.print(str(path), markup=False)
    if whole.diverged is not None:
        told = f"drawn up to frame {whole.diverged}, where it differs: {whole.cause}"
        return complain(f"{file}: {told}")
    if recording.flaw:
        complain(f"{file}: {recording.flaw}; drawn up to there")
    return 1 if recording.damaged else 0


def choose(scene: SceneSpec, signals: list[str], preset: str | None) -> PlotSpec:
    """Return what to draw: the named signals, or a figure of the scene, the first by default.

    Raises:
        SignalError: There is no such figure, or none at all.
    """
    if preset is not None and preset not in scene.plots:
        there = hint(preset, scene.plots) if scene.plots else "; the scene has no `plots`"
        raise SignalError(f"there is no plot {preset!r}{there}")
    if preset is not None:
        return scene.plots[preset]
    if signals:
        return PlotSpec(rows=[CurvesSpec.model_construct(signals=[name]) for name in signals])
    if not scene.plots:
        robots = [place.spec for place in scene.robots if place.spec is not None]
        sensors = dict.fromkeys(chain(*(robot.sensors for robot in robots), scene.sensors))
        raise SignalError(
            "name the signals to draw, for the scene has no `plots`; its sensors are: "
            f"{listed(sensors)}"
        )
    return next(iter(scene.plots.values()))


def _make_row(row: CurvesSpec, names, values, units, language: str) -> figure.Row:
    own = {units.get(name, "") for name in names}
    symbol = own.pop() if len(own) == 1 else ""
    unit = row.unit.in_language(language) if row.unit else UNITS[language].get(symbol, symbol)
    label = row.label.in_language(language) if row.label else row.signals[0]
    return figure.Row(label, unit, [(name, row.scale * values[name]) for name in names])
