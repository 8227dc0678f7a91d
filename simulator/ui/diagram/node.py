"""Nodes, pins and wires of a diagram, drawn with a brush whose origin and scale are the sheet's."""

import itertools

from simulator.editor import measure
from simulator.editor.node import ARRAY, LOGIC, UNIT, Node, Pin
from simulator.editor.sheet import curve
from simulator.spec.fields import Text
from simulator.ui.painting import surface, theme
from simulator.ui.painting.fitting import fit
from simulator.ui.painting.paint import Paint, Point
from simulator.ui.texts.block_titles import title_of
from simulator.ui.texts.block_words import name_pin
from simulator.ui.texts.diagram import figure

RADIUS = 8.0
BODY = (theme.rgb("#232C35"), theme.rgb("#1B222A"))
HEAD, HEAD_CHOSEN = theme.rgb("#2D3843"), theme.ACCD
SOURCE_HEAD = theme.rgb("#28323C")
DETAIL, READABLE = 0.5, 0.34  # zooms from which small texts, and titles, are drawn
COLOURS = {
    "number": theme.NUMBER, "logic": theme.LOGIC, "array": theme.ARRAY, "unit": theme.UNIT,
}  # fmt: skip
BROKEN = theme.BAD


def draw(
    p: Paint, node: Node, place: Point, language: str, zoom: float, is_chosen: bool, is_bad: bool
) -> None:
    """Draw all of a node that does not move; `zoom` decides what is too small to be drawn."""
    x, y = place
    box = measure.box_of(node)
    w, h = box
    edge = BROKEN if is_bad else theme.ACC if is_chosen else theme.LINE2
    if zoom >= DETAIL:
        surface.shadow(p, x, y, w, h, RADIUS)
    p.fill(x, y, w, h, BODY[1], RADIUS)
    head = theme.BADD if is_bad else HEAD_CHOSEN if is_chosen else HEAD
    if node.role != "block" and not is_chosen and not is_bad:
        head = SOURCE_HEAD
    p.fill(x, y, w, measure.HEAD, head, RADIUS, "top")
    p.outline(x, y, w, h, edge, RADIUS, 2 if is_chosen or is_bad else 1)
    if zoom >= READABLE:
        _head(p, node, x, y, w, language)
    if zoom >= DETAIL:
        _captions(p, node, x, y, w, language)


def _head(p: Paint, node: Node, x: float, y: float, w: float, language: str) -> None:
    title = node.title.in_language(language) if isinstance(node.title, Text) else node.title
    icon = title_of("group" if node.role == "group" else node.kind).icon
    p.icon(x + 20, y + 17, icon, theme.TX1, 13)
    room = w - measure.ICON - (measure.PILL if node.number else 10)
    p.text(x + 36, y + 17, fit(p, title, room, 14, True), theme.TX0, 14, True, 0)
    if node.number:
        p.fill(x + w - 36, y + 8, 28, 18, theme.BG0, 9)
        p.text(x + w - 22, y + 17, str(node.number), theme.TX1, 13, True)


def _captions(p: Paint, node: Node, x: float, y: float, w: float, language: str) -> None:
    for row, pin in enumerate(node.inputs):
        at = y + measure.pin_y(row)
        text = _name(node, pin, language) if len(node.inputs) > 1 else ""
        if pin.value is not None and not pin.wire:
            text = f"{text} {figure(pin.value, pin.kind, language)}".strip()
        if text:
            p.text(x + 14, at, text, theme.TX1, 13, False, 0)
    for row in range(max(len(node.outputs), 1)):
        at = y + measure.pin_y(row)
        if len(node.outputs) > 1:
            text = node.outputs[row].name.rpartition(".")[2]
        else:
            text = title_of(node.kind).text.in_language(language)
        taken = 24.0 if len(node.inputs) < 2 else 14.0
        if len(node.inputs) > 1 and row < len(node.inputs):
            taken = p.width(_name(node, node.inputs[row], language), 13) + 28
        if p.width(text, 13) <= w - taken - 18:  # else the icon says it
            p.text(x + w - 14, at, text, theme.TX2, 13, False, 1)


def _name(node: Node, pin: Pin, language: str) -> str:
    """Return what a pin is called: by kind for a block, as it is written for all else."""
    return name_pin(pin.name, node.kind, language) if node.role == "block" else pin.name


def draw_pins(p: Paint, node: Node, place: Point, zoom: float) -> None:
    """Draw a node's pins over the wires' ends: round for numbers, a diamond for logic."""
    if zoom < READABLE:
        return
    x, y = place
    w = measure.box_of(node).width
    for row, one in enumerate(node.inputs):
        pin(p, x, y + measure.pin_y(row), one, bool(one.wire))
    for row, one in enumerate(node.outputs):
        pin(p, x + w, y + measure.pin_y(row), one, True)


def pin(p: Paint, x: float, y: float, one: Pin, is_wired: bool) -> None:
    """Draw a pin's sign; a free one is hollow."""
    sign(p, x, y, one.sign, COLOURS[one.sign], is_wired)


def sign(p: Paint, x: float, y: float, kind: str, colour: int, is_full: bool = True) -> None:
    """Draw the sign of a kind of signal, 12 px large."""
    if kind == LOGIC:
        points = [(x, y - 7), (x + 7, y), (x, y + 7), (x - 7, y)]
        if is_full:
            p.polygon(points, colour)
        else:
            p.polygon(points, theme.BG1)
            p.path(points, colour, 2, True)
    elif kind == ARRAY:
        p.fill(x - 6, y - 6, 12, 12, colour, 3)
        if not is_full:
            p.fill(x - 4, y - 4, 8, 8, theme.BG1, 2)
        bars = theme.BG0 if is_full else colour
        p.fill(x - 3, y - 3, 2, 6, bars)
        p.fill(x + 1, y - 3, 2, 6, bars)
    elif is_full:
        p.disc(x, y, 6, colour)
        if kind == UNIT:
            p.disc(x, y, 2.5, theme.BG0)
    else:
        p.disc(x, y, 6, theme.BG1)
        p.ring(x, y, 5, colour, 2)


def wire(p: Paint, path: list[Point], colour: int, thickness: float = 2.5) -> None:
    """Draw a wire along its points: curves, with straight parts in between."""
    for place, (start, end) in enumerate(itertools.pairwise(path)):
        if place % 2:
            p.line(*start, *end, colour, thickness)
            continue
        if abs(start[1] - end[1]) < 0.6 and end[0] >= start[0]:
            p.line(*start, end[0], start[1], colour, thickness)
            continue
        p.bend(curve(start, end), colour, thickness)


def pill(p: Paint, x: float, y: float, text: str, colour: int, is_forced: bool) -> None:
    """Draw a value on its wire, beginning at x."""
    wide = p.width(text, 13, True) + 16
    fill, edge = (theme.FORCEDD, theme.FORCED) if is_forced else (theme.BG0, colour)
    p.fill(x, y - 11, wide, 22, fill, 11)
    p.outline(x, y - 11, wide, 22, edge, 11)
    p.text(x + wide / 2, y, text, theme.TX0, 13, True)


def pin_line(p: Paint, x: float, y: float, w: float, label: str, value: str, kind: str) -> None:
    """Write a pin's sign, its name and its value on one line."""
    sign(p, x + 7, y, kind, COLOURS[kind])
    room = w - 30 - p.width(value, 14, True)
    p.text(x + 22, y, fit(p, label, room, 14), theme.TX1, 14, False, 0)
    p.text(x + w, y, value, theme.TX0, 14, True, 1)
