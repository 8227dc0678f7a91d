"""What the window's bars say, gathered from physics and view."""

from collections.abc import Iterable
from dataclasses import replace

from simulator.app.viewer import Viewer
from simulator.console.gamepad import Pad
from simulator.realtime import Realtime
from simulator.snapshot import Snapshot
from simulator.ui.intents import Device, Status

# what the bar says instead of a pause while a page of an exercise waits for its reader
WAITS = {"countdown": "countdown", **dict.fromkeys(("briefing", "broken", "result"), "waiting")}
STAGE = "stage"  # the signal by which a console's diagram tells how far the briefing is done


def of_physics(
    realtime: Realtime, snapshot: Snapshot | None, console: str, page: str, language: str
) -> Status:
    """Return what the physics thread says about itself behind a page of an exercise."""
    state = realtime.state
    stats = state.stats
    return Status(
        run_state=WAITS.get(page, "paused") if state.name == "paused" else state.name,
        real_time_factor=realtime.rate,
        step_time=stats.step_p50,
        overruns=stats.overruns,
        recording=state.recording,
        complaint=state.complaint.in_language(language) if state.complaint else "",
        stage=stage_of(snapshot, console),
    )


def stage_of(snapshot: Snapshot | None, console: str) -> int | None:
    """Return the briefing's line that is due, None where no diagram tells.

    The chosen console's own signal counts before the scene's.
    """
    for name in (f"{console}.{STAGE}", STAGE):
        if snapshot is not None and name in snapshot.layout.signals:
            return max(int(snapshot.signal(name)), 0)
    return None


def list_devices(pads: Iterable[Pad]) -> list[Device]:
    """Return the gamepads for the menu."""
    return [Device(pad.source, pad.identity.name, pad.is_used, bool(pad.axes)) for pad in pads]


def with_view(status: Status, viewer: Viewer) -> Status:
    """Return the status with what the viewer shows."""
    forward, left, up = viewer.view.rotation.T
    return replace(
        status,
        cameras=viewer.cameras,
        camera=viewer.camera,
        camera_titles={name: viewer.title(name) for name in viewer.cameras},
        inset=viewer.inset,
        inset_exposure=viewer.inset_exposure,
        debug=viewer.debug,
        drawn_quality=viewer.governor.quality.name,
        tags=viewer.tags,
        view=(tuple(-left), tuple(up), tuple(-forward)),
    )
