"""Real time beside the instructor's pages: one drive, by turns without and with them."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from .. import checking
from ..attended.attended import NAP, Attended
from ..console.panel import Panel
from ..instructor.access import Access, Address
from ..instructor.crowd import Crowd
from ..instructor.server import Server
from ..realtime import Realtime
from ..simulation import Simulation
from . import soak

TURNS = 2  # of each kind: what else the machine does is shared out fairly
SETTLE = 2.0  # s that nobody counts, after pages have come or gone


def measure(scene: Path, seconds: float, quality: str, pages: int, in_window: bool) -> dict:
    """Return the figures of `seconds` [s] without and as many with `pages` and a stalled one."""
    return (_window if in_window else _headless)(scene, seconds, quality, pages)


def _window(scene: Path, seconds: float, quality: str, pages: int) -> dict[str, Any]:
    from ..app import loop
    from ..app.instructing import Instructing

    app = loop.App(scene, quality=quality, language="en")
    try:
        app.instructor = Instructing(app, app.lessons, app.leaving, Access(Address(port=0)))
        soak.open_scene(app)
        assert app.devices is not None
        panel = app.devices.panel
        return _compare(app.realtime, panel, app.tick, app.instructor.server, seconds, pages)
    finally:
        app.release()


def _headless(scene: Path, seconds: float, _: str, pages: int) -> dict[str, Any]:
    program = Attended(scene, Simulation(checking.load_checked(scene)), None, lambda path: None)
    server = Server(program, Access(Address(port=0)))
    server.start()

    def tick() -> None:
        program.tick()
        time.sleep(NAP)

    try:
        panel = program.realtime.panel
        assert panel is not None
        return _compare(program.realtime, panel, tick, server, seconds, pages)
    finally:
        server.close()
        program.realtime.close()


def _compare(
    realtime: Realtime,
    panel: Panel,
    tick: Callable[[], object],
    server: Server,
    seconds: float,
    pages: int,
) -> dict[str, Any]:
    alone: list[dict[str, Any]] = []
    beside: list[dict[str, Any]] = []
    messages = 0
    for _ in range(TURNS):
        soak.drive(realtime, panel, tick, SETTLE)
        alone.append(_turn(realtime, panel, tick, seconds / TURNS))
        with Crowd(server.port, pages) as crowd:
            soak.drive(realtime, panel, tick, SETTLE)
            beside.append(_turn(realtime, panel, tick, seconds / TURNS))
        messages += crowd.messages
    return {
        "pages": pages,
        "without": _sum(alone),
        "with": _sum(beside),
        "messages": messages,
        "dropped": list(server.dropped),
    }


def _turn(
    realtime: Realtime, panel: Panel, tick: Callable[[], object], seconds: float
) -> dict[str, Any]:
    before = realtime.state.stats
    lateness = soak.drive(realtime, panel, tick, seconds)
    after = realtime.state.stats
    return {
        "frames": after.frames - before.frames,
        "late": after.overruns - before.overruns,
        "step_p99": after.step_p99,
        "lateness": lateness,
    }


def _sum(turns: list[dict[str, Any]]) -> dict[str, Any]:
    lateness = np.concatenate([turn["lateness"] for turn in turns])
    p50, p99 = np.percentile(lateness, (50, 99))
    return {
        "frames": sum(turn["frames"] for turn in turns),
        "late": sum(turn["late"] for turn in turns),
        "step_p99_ms": 1e3 * max(turn["step_p99"] for turn in turns),
        "ready_p50_ms": 1e3 * float(p50),
        "ready_p99_ms": 1e3 * float(p99),
    }


def describe(row: dict[str, Any]) -> str:
    """Return the figures in words."""
    lines = []
    for key, title in (("without", "without"), ("with", f"{row['pages']} pages, one stalled")):
        one = row[key]
        lines.append(
            f"{title}: {one['late']} of {one['frames']} frames late, "
            f"step p99 {one['step_p99_ms']:.2f} ms, a frame is ready {one['ready_p50_ms']:.1f} ms "
            f"after it is due (p99 {one['ready_p99_ms']:.1f})"
        )
    gone = "; ".join(dict.fromkeys(row["dropped"])) or "nobody"
    return "\n".join([*lines, f"{row['messages']} messages read; dropped: {gone}"])
