"""Everything that lies over the 3-D view: menus, desk, status bar, strip, inset, error card."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import moderngl
from imgui_bundle import imgui

from simulator.console.panel import Panel
from simulator.editor.board import Board
from simulator.editor.history import History
from simulator.snapshot import Snapshot
from simulator.spec.models.console import ConsoleSpec
from simulator.spec.models.scene import SceneSpec
from simulator.spec.naming.bodies import robot_titles
from simulator.ui import menu_bar, status_bar
from simulator.ui.areas import Areas, Box, Rect, beside, between, divide, lower, with_foot
from simulator.ui.desk.alarms import Alarms
from simulator.ui.desk.desk import Desk
from simulator.ui.desk.pages import Pages
from simulator.ui.desk.tabs import ConsoleTabs
from simulator.ui.diagram.page import DiagramPage
from simulator.ui.intents import Intents, Page, Status
from simulator.ui.laying.bar import HEIGHT as LAYING_BAR
from simulator.ui.laying.left import WIDTH as LAYING_LEFT
from simulator.ui.laying.side import WIDTH as LAYING_RIGHT
from simulator.ui.overlays import axis_cross, inset, robot_tags
from simulator.ui.overlays.stage_strip import StageStrip
from simulator.ui.pages import timeline_bar
from simulator.ui.pages.error_card import ErrorCard
from simulator.ui.painting.canvas import Canvas
from simulator.ui.painting.paint import Paint
from simulator.ui.scene import left, side
from simulator.ui.texts import phrases

MSV_PER_H = 3.6e6  # for a Sv/s
EDITED = 300  # least height of the view for an editor's columns to stay in it [design px]
LAID = 320  # least width of a desk beside columns


class Shown(NamedTuple):
    """What a frame shows: `picture` is the inset's, `dt` [s] the time since the last frame."""

    snapshot: Snapshot | None
    status: Status
    dt: float
    picture: moderngl.Texture | None


class Screen:
    """The user interface of one window; `frame` draws it and returns what the operator asked."""

    def __init__(self, canvas: Canvas, language: str) -> None:
        if language not in phrases.LANGUAGES:
            raise ValueError(f"language {language!r}: choose one of {', '.join(phrases.LANGUAGES)}")
        self.canvas = canvas
        self.language = language
        self.time = 0.0
        self._problems: object = ()
        self._is_card_open = False
        self._card = ErrorCard()
        self.board: Board | None = None  # shown instead of view and desk
        self.edited: Desk | None = None  # the desk as it is being laid out, instead of the desk
        self.page = DiagramPage(canvas.paint)
        self.history: History | None = None  # of all signals
        self.foot = 0.0  # room that is left below a diagram [design px]
        self.task: Rect | None = None  # what the task covers of the view in this frame
        self.needs_view = False  # the scene's editor is open, or a recording's plots
        self.is_played = False  # a recording's time line lies at the view's foot
        self._inset: tuple[moderngl.Texture, imgui.ImTextureRef] | None = None
        self._desks: dict[str, Desk] = {}
        self._left: dict[tuple[str, ...], Pages] = {}  # as the operator left them, by their names
        self._page_tabs = ConsoleSpec(), ConsoleTabs({})
        self.open_scene(SceneSpec(), Panel(ConsoleSpec()))

    def open_scene(self, scene: SceneSpec, panel: Panel, is_edited: bool = False) -> None:
        """Show this scene and its console from the next frame on, pages as they were if edited."""
        self.scene, self.panel = scene, panel
        self.canvas.forget_backdrop()
        self.page.view.forget_still()
        self.consoles = scene.consoles or {"": panel.console}
        self.console = next(iter(self.consoles))
        self.tabs = ConsoleTabs(self.consoles)
        self._left |= {tuple(one.pages.console.pages): one.pages for one in self._desks.values()}
        paint, before = self.canvas.paint, self._desks if is_edited else {}
        self._desks = {owner: Desk(panel, paint, one) for owner, one in self.consoles.items()}
        alarms = Alarms(panel)
        if is_edited:
            alarms.go_on(self.alarms)
        self.alarms = alarms
        for owner, desk in self._desks.items():
            desk.alarms = self.alarms
            if owner in before:
                desk.follow(before[owner])
            elif tuple(desk.pages.console.pages) in self._left:
                desk.pages.follow(self._left[tuple(desk.pages.console.pages)])
                desk.pages.choose("")
        self.strip = StageStrip(scene.briefing)

    def renew(self, scene: SceneSpec) -> None:
        """Go on with the scene after a change of its diagram."""
        self.scene = scene
        self.consoles = scene.consoles or {"": scene.console_spec}
        self.alarms.renew(scene.console_spec)
        for owner, desk in self._desks.items():
            desk.renew(self.consoles[owner])

    @property
    def desk(self) -> Desk:
        """The desk of the chosen console, or what is being made of it."""
        return self.edited or self._desks[self.console]

    def select(self, owner: str) -> None:
        """Show this console on the desk from the next frame on."""
        self.desk.leave()
        self.console = owner

    def show_cameras(self, pictures: Mapping[str, moderngl.Texture]) -> None:
        """Show these pictures on the camera views of the desk, by their widgets."""
        register = self.canvas.renderer.register
        self.desk.pictures = {name: register(texture) for name, texture in pictures.items()}

    def list_titles(self) -> list[tuple[str, str]]:
        """Return the consoles as (owner, title): their robots' names, or the console's own."""
        robots = robot_titles(self.scene)
        titles = {
            owner: robots.get(owner) or console.title for owner, console in self.consoles.items()
        }
        return [
            (owner, title.in_language(self.language) if title else owner)
            for owner, title in titles.items()
        ]

    @property
    def pages(self) -> Pages:
        """The pages of the chosen console, and which of them have windows of their own."""
        return self._desks[self.console].pages

    def list_pages(self) -> list[Page]:
        """Return the pages of the chosen console."""
        pages = self.pages
        return [
            Page(name, page.title.in_language(self.language), name in pages.apart)
            for name, page in pages.console.pages.items()
        ]

    @property
    def scale(self) -> float:
        """The size of everything, 1 to 2."""
        return self.canvas.paint.scale

    def set_scale(self, scale: float) -> None:
        """Draw at another size from the next frame on."""
        self.canvas.set_scale(scale)

    def areas(self, size: tuple[int, int]) -> Areas:
        """Return the parts of a window of this size in device pixels."""
        parts = self._divide(size)
        if not self.is_played:
            return parts
        room = timeline_bar.room(self.canvas.paint, parts.view, self.language)
        return with_foot(parts, room, self.scale)

    def _divide(self, size: tuple[int, int]) -> Areas:
        has_desk = bool(self.panel.console.panel) or self.edited is not None
        with_tabs = len(self.consoles) > 1 or len(self.desk.pages.tabs) > 1
        parts = divide(size, self.scale, has_desk, with_tabs)
        is_low = parts.view[3] < EDITED * self.scale
        if self.needs_view and is_low:
            return divide(size, self.scale, False, False)
        columns = [round(one * self.scale) for one in (LAYING_LEFT, LAYING_RIGHT)]
        if self.edited is None or not is_low:
            return parts
        if size[0] - sum(columns) >= LAID * self.scale:
            return between(parts, *columns)
        if size[0] - columns[0] >= LAID * self.scale:
            return beside(parts, columns[0], round(LAYING_BAR * self.scale))
        return parts

    def columns(self, size: tuple[int, int]) -> Box:
        """Return what bar and columns of the desk's editor take: the view, or all beside a desk."""
        parts = self.areas(size)
        x, y, wide, tall = parts.view
        return x, y, wide, parts.status[1] - y if parts.console[0] > 0 else tall

    def foot_at_right(self, size: tuple[int, int]) -> int:
        """Return where the right one of these columns ends: at the foot, or above the desk."""
        parts = self.areas(size)
        is_below = parts.console[0] + parts.console[2] == size[0]
        return parts.view[1] + parts.view[3] if is_below else parts.status[1]

    def frame(
        self,
        target: moderngl.Framebuffer,
        snapshot: Snapshot | None,
        status: Status,
        dt: float,
        picture: moderngl.Texture | None = None,
        over: Callable[[Paint, tuple[int, int]], None] | None = None,
    ) -> Intents:
        """Draw over `target`, which already shows the 3-D view in its area.

        `picture` is the inset's camera picture, `dt` [s] the time since the last frame; `over`
        draws above everything, as a help page does. Language and scale are changed here at once
        and reported too.
        """
        intents = Intents()
        self.time += dt

        shown = Shown(snapshot, status, dt, picture)

        def draw(_: object) -> None:
            self._draw(target.size, shown, intents)
            if over is not None:
                over(self.canvas.paint, target.size)

        self.canvas.frame(target, draw, dt, self._still)
        self.needs_view = status.is_arranged or status.is_plotted
        self.is_played = status.is_played
        if intents.language is not None:
            self.language = intents.language
        if intents.scale is not None:
            self.set_scale(intents.scale)
        return intents

    def _still(self) -> tuple[imgui.ImDrawList, Rect] | None:
        if self.canvas.has_new_atlas:
            self.desk.forget_still()
            self.page.view.forget_still()
        return self.desk.take_still() if self.board is None else self.page.view.take_still()

    def close(self) -> None:
        """Free the canvas, and before it what was drawn and not yet shown."""
        for desk in (self.desk, *self._desks.values()):
            desk.take_still()
        self.page.view.take_still()
        self.canvas.close()

    def show_diagram(self, board: Board | None) -> None:
        """Show the diagrams of a board instead of view and desk; None shows those again."""
        self.board = board
        self.desk.leave()
        self.canvas.forget_backdrop()
        self.page.view.forget_still()

    def stage(self, size: tuple[int, int]) -> Box:
        """Return where the view of the scene is, or the diagram in its place and the desk's."""
        parts = self.areas(size)
        if self.board is None:
            return parts.view
        return 0, parts.view[1], size[0], parts.status[1] - parts.view[1]

    def _draw(self, size: tuple[int, int], shown: Shown, intents: Intents) -> None:
        snapshot, status, _, picture = shown
        p, parts, language = self.canvas.paint, self.areas(size), self.language
        self.task = None
        if self.board is None:
            self._draw_parts(parts, shown, intents)
        else:
            x, y, wide, tall = self.stage(size)
            whole = x, y, wide, tall - round(self.foot * p.scale)
            titles, seen = self.list_titles(), self._reference(picture)
            state = status.run_state
            self.page.draw(p, whole, self.board, language, state, seen, titles, intents)
        is_chip = status_bar.draw(p, parts.status, status, snapshot, self.panel, language)
        self._draw_problems(p, self.stage(size), status, is_chip, intents)
        title = status.lesson.title if status.lesson else self.scene.title
        name = title.in_language(language) if title else ""
        menu_bar.draw(p, parts.menu, status, name, language, intents)

    def _draw_parts(self, parts: Areas, shown: Shown, intents: Intents) -> None:
        """Draw what lies over the view, and the desk."""
        snapshot, _, dt, _ = shown
        if self.edited is None:
            self._draw_over_view(parts, shown, intents)
        if parts.tabs[3] > 0:
            self._draw_tabs(parts.tabs, snapshot, intents)
        if parts.console[3] > 0:
            self.desk.history = self.history
            self.desk.draw(parts.console, snapshot, self.language, self.time, dt)
        elif self.needs_view:
            self.desk.leave()
            self.canvas.forget_backdrop()

    def _draw_over_view(self, parts: Areas, shown: Shown, intents: Intents) -> None:
        _, status, _, picture = shown
        p, language = self.canvas.paint, self.language
        if status.is_laid_out:  # below the bar of the desk's editor
            parts = lower(parts, round(LAYING_BAR * p.scale), p.scale)
        has_inset = bool(status.inset) and parts.inset[2] > 0 and not status.is_arranged
        beside = parts
        if status.is_arranged:  # between both columns; the right one lies where the inset is
            begin, end = left.beside(parts.view, p.scale), side.column(parts.view, p.scale)
            beside = parts._replace(view=begin, inset=end)
        strip = self.strip.draw(p, beside, status.stage, language, status.lesson, intents)
        self.task = strip
        if status.view is not None and not status.is_arranged:  # else the column lies there
            axis_cross.draw(p, parts.view, status.view, strip)
        if status.tags:
            covers = [one for one in (strip, parts.inset if has_inset else None) if one]
            titles = self.list_titles()
            robot_tags.draw(p, parts.view, status.tags, titles, self.console, covers)
        if has_inset:
            known = status.camera_titles.get(status.inset)
            title = known.in_language(language) if known else status.inset
            note = f"{1e3 * status.latency[0]:.0f} {phrases.say('ms', language)}"
            seen, dose = self._reference(picture), status.inset_exposure * MSV_PER_H
            inset.draw(p, parts.inset, seen, title, note, language, dose)

    def _draw_tabs(self, box: Box, snapshot: Snapshot | None, intents: Intents) -> None:
        """Draw the consoles from the left, and the pages: beside them at the right, or alone."""
        p, pages, language = self.canvas.paint, self.desk.pages, self.language
        if self._page_tabs[0] is not pages.console:
            self._page_tabs = pages.console, ConsoleTabs(pages.parts(), "pages")
        strip, known = self._page_tabs[1], pages.console.pages
        titles = [(name, known[name].title.in_language(language)) for name in pages.tabs]
        x, y, wide, tall = box
        if len(self.consoles) > 1:
            own = strip.width(p, [known[name].title for name in pages.tabs])
            own = min(own * p.scale, wide / 2) if len(titles) > 1 else 0
            left = (x, y, wide - round(own), tall)
            x, wide = x + left[2], round(own)
            consoles = self.list_titles()
            intents.console = self.tabs.draw(
                p, left, consoles, self.console, snapshot, self.time, self.alarms.raised
            )
        if len(titles) > 1:
            intents.page = strip.draw(
                p, (x, y, wide, tall), titles, pages.chosen, snapshot, self.time, self.alarms.raised
            )

    @property
    def shows_problems(self) -> bool:
        """Whether mistakes in files are told over the view."""
        return self._is_card_open and bool(self._problems)

    def hide_problems(self) -> None:
        """Put their card away; the chip of the status bar opens it again."""
        self._is_card_open = False

    def _draw_problems(
        self, p: Paint, view: Box, status: Status, is_chip: bool, intents: Intents
    ) -> None:
        """The card opens by itself only while nothing moves; else the chip opens it.

        Somebody who is about to drive has it out of the way.
        """
        if status.problems is not self._problems:
            is_read = self.shows_problems  # by somebody who mends one after the other
            self._problems = status.problems
            self._is_card_open = is_read or status.run_state != "running"
        if status.run_state == "countdown":
            self._is_card_open = False
        elif is_chip:
            self._is_card_open = not self._is_card_open
        if status.problems and self._is_card_open:
            self._card.has_scene = bool(status.drawn_quality)  # a viewer draws it
            self._card.draw(p, view, status.problems, self.language, intents)
            self._is_card_open = not intents.close_problems

    def _reference(self, picture: moderngl.Texture | None) -> imgui.ImTextureRef | None:
        if picture is None:
            return None
        if self._inset is None or self._inset[0] is not picture:
            self._inset = (picture, self.canvas.renderer.register(picture))
        return self._inset[1]
