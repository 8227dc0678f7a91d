"""Real time beside the window: drives a scene there for minutes and counts late frames."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..console.panel import Panel
from ..realtime import Realtime

if TYPE_CHECKING:  # without a display nothing of it can be imported
    from ..app import loop

THROWN = ("lever", "slider")
KEY = 1.0  # s that the key is held at START
TURN_OVER = 2.0  # s between two reversals of the levers


def measure(scene: Path, seconds: float, quality: str) -> dict[str, Any]:
    """Return frames, overruns and lateness of `seconds` [s] in the window, levers at work."""
    from ..app import loop

    app = loop.App(scene, quality=quality, language="en")
    try:
        first = open_scene(app)
        began, frames, overruns = time.perf_counter(), *_counts(app)
        assert app.devices is not None
        lateness = drive(app.realtime, app.devices.panel, app.tick, seconds)
        taken = time.perf_counter() - began
        done, late = (
            now - then for now, then in zip(_counts(app), (frames, overruns), strict=True)
        )
        return {
            "scene": scene.stem,
            "seconds": taken,
            "frames": done,
            "overruns": late,
            "share": late / max(done, 1),
            "first_frame_s": first,
            "ready_p50_ms": float(np.percentile(lateness, 50) * 1e3),
            "ready_p99_ms": float(np.percentile(lateness, 99) * 1e3),
            "ready_max_ms": float(np.max(lateness) * 1e3),
            "fps": float(app.pacer.frames_per_second),
        }
    finally:
        app.release()


def describe(row: dict[str, Any]) -> str:
    """Return the figures in words."""
    return (
        f"{row['scene']}: {row['overruns']} of {row['frames']} frames late "
        f"({100 * row['share']:.3f} %) in {row['seconds']:.1f} s\n"
        f"a frame is ready {row['ready_p50_ms']:.1f} ms after it is due "
        f"(p99 {row['ready_p99_ms']:.1f}, max {row['ready_max_ms']:.1f}); "
        f"{row['fps']:.0f} pictures/s; "
        f"scene on screen after {row['first_frame_s']:.1f} s"
    )


def open_scene(app: "loop.App") -> float:
    """Tick until the scene is on the screen and moves; return how long that took [s]."""
    began = time.perf_counter()
    while app.viewer is None:
        app.tick()
    app.tick()
    first = time.perf_counter() - began
    for _ in range(25):
        app.tick()
    return first


def _counts(app: "loop.App") -> tuple[int, int]:
    stats = app.realtime.state.stats
    return stats.frames, stats.overruns


def drive(
    realtime: Realtime, panel: Panel, tick: Callable[[], object], seconds: float
) -> list[float]:
    """Reverse every lever again and again; return how long after its due time each frame was."""
    began, lateness, last = time.perf_counter(), [0.0], None
    while (elapsed := time.perf_counter() - began) < seconds:
        work(panel, elapsed)
        tick()
        frame = realtime.frames.current
        if frame is not None and frame is not last:
            lateness.append(frame.ready - frame.due)
            last = frame
    return lateness


def work(panel: Panel, elapsed: float) -> None:
    """Turn the keys to START for a second, then reverse every lever; `elapsed` [s] since then."""
    switches = [name for name, one in panel.console.panel.items() if one.type == "key_switch"]
    levers = [name for name in panel.input_names if panel.spec(name).type in THROWN]
    if elapsed <= KEY:
        for name in switches:
            panel.set(name, panel.bounds(name)[1], "keyboard")
        return
    for name in switches:
        panel.release(name, "keyboard")
    for name in levers:
        panel.set(name, 1.0 if int(elapsed / TURN_OVER) % 2 else -1.0, "keyboard")
