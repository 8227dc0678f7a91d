"""The page of the functional diagram: tool bar, columns, sheet and plots."""

from collections.abc import Sequence

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from simulator.editor.board import Board
from simulator.editor.node import short
from simulator.spec import russian
from simulator.ui.areas import Box
from simulator.ui.diagram import files, hands
from simulator.ui.diagram.left import Left
from simulator.ui.diagram.plot import Plots
from simulator.ui.diagram.side import Side
from simulator.ui.diagram.view import FOOT, DiagramView
from simulator.ui.editing import conflict, controls
from simulator.ui.intents import Intents
from simulator.ui.painting import surface, theme, windows
from simulator.ui.painting.fitting import wrap
from simulator.ui.painting.paint import Paint
from simulator.ui.texts import phrases
from simulator.ui.texts.diagram import say

BAR, LEFT, RIGHT, PLOTS = 40, 208, 260, 236
INSET, SHARE = (320, 200), 0.45  # of the scene's picture; of the sheet's width it takes at most
SHEET = 160  # least width of the sheet beside columns
BESIDE = 420  # what is told of mistakes needs so much room
TOOLS = (
    ("freeze", icons.ICON_FA_PAUSE),
    ("step", icons.ICON_FA_FORWARD_STEP),
    ("step_block", icons.ICON_FA_SHOE_PRINTS),
    ("undo", icons.ICON_FA_ROTATE_LEFT),
    ("redo", icons.ICON_FA_ROTATE_RIGHT),
    ("save", icons.ICON_FA_FLOPPY_DISK),
    ("fit", icons.ICON_FA_EXPAND),
    ("arrange", icons.ICON_FA_DIAGRAM_PROJECT),
    ("scene_view", icons.ICON_FA_EYE),
)


class DiagramPage:
    """Draws the board; it keeps where one looks and what is typed."""

    def __init__(self, paint: Paint) -> None:
        self.view = DiagramView(paint)
        self.left = Left()
        self.side = Side()
        self.plots = Plots()
        self.shows_scene = True
        self._has_choice = False  # a block or wire, which the right column describes
        self._room: object = None  # of the whole page, and its scale

    def _columns(self, wide: float) -> tuple[int, int]:
        """Return how wide the columns are on a page so wide, in design pixels.

        A narrow one goes without the left, then without the right while nothing is chosen.
        """
        left = LEFT if wide >= LEFT + RIGHT + SHEET else 0
        room = wide - RIGHT
        return left, RIGHT if room >= SHEET or (self._has_choice and room > 0) else 0

    def inset(self, box: Box, scale: float) -> Box:
        """Return where the view of the scene lies, in a page of this box."""
        beside, right = self._columns(box[2] / scale)
        room = SHARE * (box[2] - (beside + right) * scale)
        w = int(max(min(INSET[0] * scale, room), 8.0))
        h = w * INSET[1] // INSET[0]
        x = box[0] + box[2] - int(right * scale) - w - int(12 * scale)
        return x, box[1] + int((BAR + 12) * scale), w, h

    def draw(
        self,
        p: Paint,
        box: Box,
        board: Board,
        language: str,
        run_state: str,
        picture: imgui.ImTextureRef | None,
        titles: Sequence[tuple[str, str]],
        asked: Intents,
    ) -> None:
        """Draw the page into a box (device pixels); write what the window has to do into `asked`.

        What is asked of the simulation goes into the board's outbox.
        """
        s = p.scale
        has_plots = bool(board.traces)
        x, y, w, h = (float(one) for one in box)
        low = PLOTS * s if has_plots else 0.0
        self._has_choice = bool(board.sheet.selected or board.signal)
        left, right = (one * s for one in self._columns(w / s))
        sheet = (x + left, y + BAR * s, max(w - left - right, 1.0), max(h - BAR * s - low, 1.0))
        with windows.opened("##diagram bar", (x, y, w, BAR * s)) as commands:
            p.onto(commands)
            self._bar(p, (x, y, w, BAR * s), left / s, board, language, run_state, asked)
        is_resized, self._room = (box, s) != self._room, (box, s)
        if board.wants_fit or (is_resized and self.view.is_fitted):
            self.view.wants_fit, board.wants_fit = True, False
        with windows.opened("##diagram sheet", sheet) as commands:
            is_covered = picture is not None and self.shows_scene
            _, _, wide, tall = self.inset(box, s)
            self.view.covered = (wide / s + 24.0, tall / s + 24.0) if is_covered else (0.0, 0.0)
            self.view.draw(p, sheet, board, language)
            p.onto(commands)
            if self.view.opened is not None:
                board.enter(self.view.opened)
            self._trail(p, sheet, board, language)
            if self.view.clicked:
                board.signal = self.view.clicked
                board.sheet.selected = set()
            self._loops(p, sheet, board, language)
            if picture is not None and is_covered:
                self._picture(p, self.inset(box, s), picture)
            self._mistakes(p, sheet, board, language, asked)
            files.draw(p, sheet, board, language)
        if left:
            column = (x, y + BAR * s, left, h - BAR * s)
            self.left.draw(p, column, self.view, board, language, titles, asked)
        if right:
            column = (x + w - right, y + BAR * s, right, h - BAR * s - low)
            self.side.draw(p, column, board, language, asked)
        if has_plots:
            where = (x + left, y + h - low, w - left, low)
            asked.diagram = self.plots.draw(p, where, board, language) or asked.diagram
        hands.work(self.view, board, self.left.dropped if left else None, asked)
        hands.obey(asked.diagram, self.view, board, self.view.middle())

    def _bar(
        self,
        p: Paint,
        box: tuple[float, ...],
        left: float,
        board: Board,
        language: str,
        run: str,
        asked: Intents,
    ) -> None:
        p.at(box[0], box[1])
        wide = box[2] / p.scale
        p.fill(0, 0, wide, BAR, theme.BG0)
        p.fill(0, BAR - 1, wide, 1, theme.LINE)
        told = _tell_walk(board, language, run)
        if board.live.forced:
            right = self._forced(p, wide - 12, board, language)
        else:
            right = wide - 16 - (p.width(told[0], 13, True) if told else 0.0)
            if told:
                p.text(wide - 16, BAR / 2, *told, 13, True, 1)
        is_free, draft = not board.locked, board.draft
        can = {"undo": is_free and draft.can_undo, "redo": is_free and draft.can_redo}
        is_on = {"freeze": run == "paused", "scene_view": self.shows_scene}
        is_on["save"] = draft.is_dirty
        x, texts = left + 12.0, [_title(name, run, language) for name, _ in TOOLS]
        is_tight = x + sum(controls.tool_width(p, one) + 6 for one in texts) > right
        for (name, icon), text in zip(TOOLS, texts, strict=True):
            glyph = icons.ICON_FA_PLAY if name == "freeze" and run == "paused" else icon
            shown = "" if is_tight else text
            if not can.get(name, True):
                draw_missing(p, x, 5, shown, glyph)
            elif controls.tool(p, x, 5, shown, glyph, name, is_on.get(name, False)):
                asked.diagram = name
            if is_tight:
                controls.hint(text)
            x += controls.tool_width(p, shown) + 6
        if asked.diagram == "scene_view":
            self.shows_scene = not self.shows_scene

    def _forced(self, p: Paint, right: float, board: Board, language: str) -> float:
        """Count the forced signals, with a way to release them; return where that begins."""
        text = say("forced", language).format(len(board.live.forced))
        free = say("release_all", language)
        wide = 36 + p.width(text, 13, True) + 14 + p.width(free, 13, True) + 16
        x = right - wide
        imgui.set_cursor_screen_pos(p.snap(x, 6))
        if imgui.invisible_button("##release all", (wide * p.scale, 28 * p.scale)):
            board.release()
        p.fill(x, 6, wide, 28, theme.FORCEDD, 14)
        edge = theme.TX0 if imgui.is_item_hovered() else theme.FORCED
        p.outline(x, 6, wide, 28, edge, 14)
        p.icon(x + 18, 20, icons.ICON_FA_THUMBTACK, theme.FORCED, 13)
        p.text(x + 34, 20, text, theme.TX0, 13, True, 0)
        p.text(right - 16, 20, free, theme.FORCED, 13, True, 1)
        return x

    def _picture(self, p: Paint, box: Box, picture: imgui.ImTextureRef) -> None:
        x, y, w, h = box
        commands = imgui.get_window_draw_list()
        p.at(x, y)
        p.fill(-3, -3, w / p.scale + 6, h / p.scale + 6, theme.WELL, 8)
        commands.add_image(picture, (x, y), (x + w, y + h), (0, 1), (1, 0))
        p.outline(-2, -2, w / p.scale + 4, h / p.scale + 4, theme.LINE2, 8, 2)

    def _trail(self, p: Paint, box: tuple[float, ...], board: Board, language: str) -> None:
        """Say inside which use one is, with a way out, and which file new things go to."""
        p.at(box[0] + 16 * p.scale, box[1] + box[3] - FOOT * p.scale)
        x = 0.0
        if board.inside:
            name = short(board.inside, board.owner).replace(".", " › ")
            if controls.tool(p, 0, 0, name, icons.ICON_FA_ARROW_LEFT, "leave", True):
                board.leave()
            x = controls.tool_width(p, name) + 14
            text = say("inside", language).format(board.sheet.graph.scope.diagram)
            p.text(x, 15, text, theme.TX1, 13, False, 0)
            x += p.width(text, 13) + 14
        if board.file:
            file = board.file.replace("\\", "/").rpartition("/")[2]
            p.fill(x - 6, 2, p.width(file, 13) + 34, 26, theme.fade(theme.BG1, 0.85), 6)
            p.icon(x + 6, 15, icons.ICON_FA_FILE_LINES, theme.TX2, 12)
            p.text(x + 20, 15, file, theme.TX2, 13, False, 0)

    def _mistakes(
        self, p: Paint, box: tuple[float, ...], board: Board, language: str, asked: Intents
    ) -> None:
        """Say what is wrong with the edited diagram; a click opens the file at the line."""
        problems = board.problems
        message = board.refusal.in_language(language) if board.refusal is not None else ""
        if board.conflicts:
            message = conflict.tell(board.conflicts, language)
        if board.locked:
            message = say(f"locked_{board.locked}", language)
        if not problems and not message:
            return
        room = box[2] / p.scale - 32
        beside = room - self.view.covered[0]
        wide = min(beside if beside >= BESIDE else room, 900.0)  # else over the scene's picture
        p.at(box[0] + 16 * p.scale, box[1] + 12 * p.scale)
        told = wrap(p, message, wide - 28, 13, True)
        lines = [*told]
        if problems:
            lines = [say("mistakes", language).format(len(problems))]
            lines += [russian.line(problem).in_language(language) for problem in problems[:4]]
            lines += told
        bare = 20 * len(lines) + 14
        tall = bare + (conflict.HEIGHT if board.conflicts else 0)
        surface.shadow(p, 0, 0, wide, tall, 8)
        p.fill(0, 0, wide, tall, theme.rgb("#3D1718"), 8)
        p.outline(0, 0, wide, tall, theme.BAD, 8)
        opened = controls.mistakes(p, wide, lines, problems[:4])
        asked.open_file = opened or asked.open_file
        if board.conflicts:
            asked.diagram = conflict.choose(p, 14, bare, wide, language) or asked.diagram

    def _loops(self, p: Paint, box: tuple[float, ...], board: Board, language: str) -> None:
        """Name the blocks of an algebraic loop, and what breaks it."""
        rings = board.sheet.graph.rings
        if not rings:
            return
        names = " › ".join(short(name, board.owner) for name in [*rings[0], rings[0][0]])
        wide = min(max(p.width(names, 13, True) + 40, 300), box[2] / p.scale - 32)
        p.at(box[0] + box[2] - (wide + 16) * p.scale, box[1] + box[3] - 96 * p.scale)
        surface.shadow(p, 0, 0, wide, 80, 8)
        p.fill(0, 0, wide, 80, theme.BADD, 8)
        p.outline(0, 0, wide, 80, theme.BAD, 8, 2)
        p.icon(22, 20, icons.ICON_FA_CIRCLE_XMARK, theme.BAD, 15)
        p.text(38, 20, say("loop", language), theme.TX0, 14, True, 0)
        p.text(20, 42, names, theme.TX0, 13, True, 0)
        p.text(20, 62, say("loop_hint", language), theme.TX1, 13, False, 0)


def _title(name: str, run: str, language: str) -> str:
    return say("run" if name == "freeze" and run == "paused" else name, language)


def _tell_walk(board: Board, language: str, run: str) -> tuple[str, int] | None:
    """Return which block is next, or why the run has stopped, and a colour; None if neither."""
    if board.live.walk is not None:
        block = board.live.walk.next
        if block is None:
            return say("walk_done", language), theme.OK
        return say("next_block", language).format(block.name), theme.OK
    stop = board.history.stopped
    if stop is None or run != "paused":
        return None
    number = phrases.shortest(stop.value, language)
    return say("stopped", language).format(f"{stop.signal} {stop.op} {number}"), theme.WARN


def draw_missing(p: Paint, x: float, y: float, text: str, glyph: str) -> None:
    """Draw a tool's button that has nothing to do now."""
    wide = controls.tool_width(p, text)
    imgui.set_cursor_screen_pos(p.snap(x, y))
    imgui.dummy((wide * p.scale, 30 * p.scale))
    surface.dashed_box(p, x, y, wide, 30, 6, theme.LINE2)
    p.icon(x + 17, y + 15, glyph, theme.DIS, 12)
    p.text(x + 32, y + 15, text, theme.DIS, 13, True, 0)
