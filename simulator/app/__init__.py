"""The window and its loop; joins all rooms. `run` is its door."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simulator.app.loop import App
    from simulator.hardware.boards import Boards
    from simulator.instructor.access import Access


def run(
    scene: Path,
    record: Path | None,
    quality: str,
    language: str | None,
    scale: int | None,
    trainee: str | None,
    access: "Access | None",
    hardware: "Boards | None",
) -> int:
    """Open the window on a scene and stay until it is closed; return the exit status.

    `quality` is low, medium, high or auto, `scale` in percent; attempts at exercises are entered
    for `trainee`. With `access` it serves the instructor's page, with `hardware` real levers and
    lamps work the console. Without a window it says why not.
    """
    from simulator.app import opening, window

    wanted = partial(window.open_window, scale=scale / 100 if scale else None)
    try:
        from simulator.app.loop import App
    except (ImportError, AttributeError) as error:  # a graphics library or a symbol of one
        opening.tell(window.explain(error))
        return 1
    try:
        path = Path(scene)
        app = App(path, record, quality, language, scale, trainee, hardware, open_window=wanted)
    except window.NoWindow as error:
        opening.tell(window.explain(error))
        return 1
    if access is not None and not _serve_page(app, access):
        app.release()
        return 1
    app.run()
    return 0


def _serve_page(app: "App", access: "Access") -> bool:
    from simulator.app import opening
    from simulator.app.instructing import Instructing
    from simulator.instructor.access import InstructorError

    try:
        app.instructor = Instructing(app, app.lessons, app.leaving, access)
    except InstructorError as error:
        opening.tell(str(error))
        return False
    opening.tell(app.instructor.server.describe())
    return True
