"""What a pass of the loop draws: the scene into its area, and the pages above the window."""

from typing import Any

from simulator.app import loading_page, opening, window
from simulator.app.assembly import Assembly
from simulator.app.viewer import Viewer
from simulator.realtime import Frame

SOON = 4.0  # a scene that is there within so many seconds needs no word about kernels


def draw_scene(
    app: Assembly, viewer: Viewer, pair: tuple[Frame, Frame], now: float, dt: float, target: Any
) -> Any:
    """Draw the scene into the window's area for it; return the picture of its inset."""
    viewer.renderer.language = app.screen.language
    app.lessons.dress(viewer, pair[1].snapshot)
    app.debriefing.dress(viewer)
    app.arranging.dress(viewer, pair[1].snapshot, app.screen.areas(target.size).view[2:])
    if app.diagrams.is_open:
        return app.diagrams.draw_scene(viewer, pair, now, dt, target)
    parts = app.screen.areas(target.size)
    view = viewer.draw(pair, now, dt, parts.view[2:])
    inset = None
    if not app.arranging.is_open:  # whose column lies there
        inset = viewer.draw_inset(pair, now, parts.inset[2:])
    wanted = app.page_windows.list_cameras()
    app.screen.show_cameras(app.camera_views.draw(viewer, wanted, pair, now))
    if app.pacer.software:
        window.wait_for_pictures()  # else the next call would wait, holding physics up
    app.presenter.show(view, target, parts.view)
    target.use()
    target.viewport = (0, 0, *target.size)
    return inset


def draw_over(
    app: Assembly, pair: tuple[Frame, Frame] | None, paint: Any, size: tuple[int, int]
) -> None:
    """Draw the page above the window, if any."""
    language = app.screen.language
    if app.realtime.state.name == "loading" or (app.viewer is None and not app.problems):
        name = dict(app.scenes).get(str(app.path))
        title = name.in_language(language) if name else app.path.stem
        ready, cut = opening.progress(), opening.mesh_being_cut()
        is_first = app.waited > SOON and opening.is_first()
        waits = opening.is_waiting()
        loading_page.draw(paint, size, title, ready, is_first, cut, language, waits)
        return
    if app.shows_help and app.devices is not None:
        told = app.screen.consoles, app.screen.console, language, app.debriefing.is_open
        app.help_page.draw(paint, size, *told)
        return
    if not app.diagrams.is_open and pair is not None:
        view, snapshot = app.screen.areas(size).view, pair[1].snapshot
        app.arranging.draw(paint, view, snapshot, language)
        columns, foot = app.screen.columns(size), app.screen.foot_at_right(size)
        app.laying.draw(paint, columns, foot, snapshot, language)
    if not app.screen.shows_problems:
        app.lessons.draw(paint, size, language)
        app.leaving.draw(paint, size, language)
        app.calibrating.draw(paint, size, language)
        app.debriefing.draw(paint, app.screen.stage(size), language)
    if app.devices is not None:
        app.message_card.draw(paint, app.screen.areas(size), app.devices.panel, language)
