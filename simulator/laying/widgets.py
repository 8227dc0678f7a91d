"""Widgets of a desk: added, copied, removed, named, given values."""

from collections.abc import Callable, Collection
from typing import Any

from simulator.authoring.document import Document
from simulator.editor.naming import check_name
from simulator.editor.refusals import RefusedError
from simulator.spec import units
from simulator.spec.errors import KeyPath
from simulator.spec.naming.fresh import fresh_name

from . import cards, palette
from .geometry import Box, Point, around
from .placing import Cells
from .sketch import GONE, Copied, Sketch
from .wires import list_signals, source_of, targets_of

NEW_CARD = "+"
APART = 16.0  # px between a widget and its copy


def add(sketch: Sketch, kind: str, group: str | None, at: Point | None = None) -> str | None:
    """Put a new widget of a kind (palette.ITEMS) on a card; return its full name.

    Without a card it comes to the last one of the page, or to a new one, as on NEW_CARD; `at`
    counts on a free card.
    """
    name = fresh_name(kind, sketch.list_names())
    count = sum(palette.kind_of(one) == kind for one in sketch.console.panel.values())
    values: dict[Any, Any] = {}
    card = _card_for(sketch, group, values)
    data = palette.first_values(kind, sketch.draft.scene)
    label = cards.numbered(palette.title_of(kind), count + 1)
    head = {"type": data.pop("type")} | ({"group": card} if card else {})
    labelled = {} if kind == "text" else {"label": label}
    values["panel", name] = head | labelled | data
    full = sketch.full(card) if card else ""
    if at is not None and full in sketch.console.groups and sketch.console.is_free(full):
        values["layout", "panel", name] = [max(round(one), 0) for one in at]
    if not sketch.write(values, is_strict=True):
        return None
    sketch.choose(sketch.full(name))
    return sketch.full(name)


def _card_for(sketch: Sketch, group: str | None, values: dict[Any, Any]) -> str:
    """Return a card as the file calls it, made where there is none; "" = without a group."""
    known = sketch.console.groups
    if group is not None and group != NEW_CARD:
        return sketch.short(group) if group in known else ""
    shown = [name for name, one in known.items() if one.page in (None, sketch.page)]
    if shown and group is None:
        return sketch.short(shown[-1])
    name, data = cards.new_card(sketch)
    values["groups", name] = data
    return name


def remove(sketch: Sketch) -> bool:
    """Take what is chosen away; what read its signals reads 0, its places go too."""
    gone = {sketch.short(name) for name in sketch.chosen}

    def change(document: Document) -> None:
        for name in gone:
            for path in (("panel", name), *(("layout", part, name) for part in LAYOUT)):
                if document.has(path):
                    document.remove(path, shared="own")
        _rewire(document, lambda wire: 0 if _head(wire, gone) else wire)
        for target in document.get(("outputs",)) or {}:
            if _head(target, gone):
                document.remove(("outputs", target))

    return bool(gone) and sketch.change(change)


LAYOUT = ("panel", "signals", "outputs")


def rename(sketch: Sketch, name: str, new: str) -> bool:
    """Give a widget another name, written wherever its console's files refer to it."""
    old = sketch.short(name)
    if new == old:
        return True
    try:
        check_name(new, sketch.list_names())
    except RefusedError as error:
        sketch.draft.refuse(error)
        return False

    def named(one: Any) -> Any:
        return f"{new}{one[len(old) :]}" if _head(one, {old}) else one

    def change(document: Document) -> None:
        for path in (("panel", old), *(("layout", part, old) for part in LAYOUT)):
            if document.has(path):
                document.rename(path, new)
        for part in ("signals", "outputs"):
            for key in document.get(("layout", part)) or {}:
                if key != named(key):
                    document.rename(("layout", part, key), named(key))
        for target in document.get(("outputs",)) or {}:
            if target != named(target):
                document.rename(("outputs", target), named(target))
        _rewire(document, named)

    row = sketch.chosen.index(name) if name in sketch.chosen else None
    if not sketch.change(change, is_strict=True):
        return False
    if row is not None:
        sketch.chosen.insert(row, sketch.full(new))
    return True


def _head(name: Any, heads: Collection[str]) -> bool:
    """Return whether a name is one of the heads, or a part of one: `lever.x` of `lever`."""
    return isinstance(name, str) and (name in heads or name.partition(".")[0] in heads)


def _rewire(document: Document, swap: Callable[[Any], Any]) -> None:
    """Write all that blocks, outputs and lists of widgets refer to anew, where it changes."""
    rows: list[tuple[Any, Any]] = [
        (("outputs", target), wire) for target, wire in (document.get(("outputs",)) or {}).items()
    ]
    for name, block in (document.get(("diagram",)) or {}).items():
        rows += _parts(("diagram", name, "in"), block.get("in"))
    for name, widget in (document.get(("panel",)) or {}).items():
        if isinstance(widget.get("acknowledges"), list):
            rows += _parts(("panel", name, "acknowledges"), widget["acknowledges"])
    for path, wire in rows:
        new = swap(wire) if isinstance(wire, str) else wire
        if new == wire:
            continue
        if path[0] == "panel" and new == 0:
            left = [one for one in document.get(path[:-1]) if not isinstance(swap(one), int)]
            document.set(path[:-1], left)
        else:
            document.set(path, new)


def _parts(path: tuple, value: Any) -> list[tuple[Any, Any]]:
    if isinstance(value, dict):
        return [((*path, key), wire) for key, wire in value.items()]
    if isinstance(value, list):
        return [((*path, row), wire) for row, wire in enumerate(value)]
    return [(path, value)]


# -- values


def set_value(sketch: Sketch, key: str, value: Any) -> bool:
    """Give all that is chosen a value of a key; None takes it out. Wrong ones are not written."""
    values: dict[Any, Any] = {}
    for name in sketch.chosen:
        own = ("panel", sketch.short(name))
        for other in _with_units(sketch, own, key):
            values[(*own, other)] = GONE
        values[(*own, key)] = GONE if value is None else value
    return bool(values) and sketch.write(values, is_strict=True)


def set_part(sketch: Sketch, part: tuple[str, str | int], key: str, value: Any) -> bool:
    """Give a part of what is chosen alone a value of a key: ("traces", name), ("gamepad", row)."""
    own = ("panel", sketch.short(sketch.chosen[0]), *part)
    values: dict[Any, Any] = {(*own, other): GONE for other in _with_units(sketch, own, key)}
    values[(*own, key)] = GONE if value is None else value
    return sketch.write(values, is_strict=True)


def _with_units(sketch: Sketch, path: KeyPath, key: str) -> list[str]:
    """Return how a key is written with a unit behind it, as `span_ms`."""
    written = sketch.written(path) or {}
    return [one for one in written if one.removeprefix(f"{key}_") in units.SUFFIXES]


# -- copies


def copy(sketch: Sketch, cells: Cells) -> None:
    """Keep what is chosen for `paste`, on this desk or another."""
    kept = []
    for name in sketch.chosen:
        own = sketch.short(name)
        data = sketch.written(("panel", own))
        if data is None:
            continue
        wires = {
            target.removeprefix(name): sketch.short(wire) if isinstance(wire, str) else wire
            for target in targets_of(sketch, name)
            if (wire := source_of(sketch, target)) is not None
        }
        box = cells.get(name, Box(0.0, 0.0, 0.0, 0.0))
        kept.append(Copied(own, data, box, wires))
    if kept:
        whole = around(one.box for one in kept)
        sketch.copied = [
            one._replace(box=one.box._replace(x=one.box.x - whole.x, y=one.box.y - whole.y))
            for one in kept
        ]


def paste(sketch: Sketch, group: str | None, at: Point = (APART, APART)) -> list[str]:
    """Put what was copied on a card, with names of their own and no keys; return the full names.

    Wires to signals that are here too stay.
    """
    if not sketch.copied:
        return []
    values: dict[Any, Any] = {}
    card, taken = _card_for(sketch, group, values), sketch.list_names()
    full = sketch.full(card) if card else ""
    is_free = full in sketch.console.groups and sketch.console.is_free(full)
    known = {sketch.short(one) for one in list_signals(sketch)}
    names = []
    for one in sketch.copied:
        name = fresh_name(one.name, taken)
        taken.add(name)
        data = {key: value for key, value in one.data.items() if key not in NOT_COPIED}
        kind = data.pop("type")
        values["panel", name] = {"type": kind} | ({"group": card} if card else {}) | data
        if is_free:
            place = at[0] + one.box.x, at[1] + one.box.y
            values["layout", "panel", name] = [max(round(number), 0) for number in place]
        for tail, wire in one.wires.items():
            if not isinstance(wire, str) or wire in known:
                values["outputs", f"{name}{tail}"] = wire
        names.append(sketch.full(name))
    if not sketch.write(values, is_strict=True):
        return []
    sketch.chosen = names
    return names


NOT_COPIED = ("group", "keys", "gamepad")  # a key works one control


def duplicate(sketch: Sketch, cells: Cells) -> list[str]:
    """Put copies of what is chosen beside it, on the same card."""
    if not sketch.chosen:
        return []
    group = sketch.console.group_of(sketch.chosen[0])
    before, sketch.copied = sketch.copied, []
    places = [cells[name] for name in sketch.chosen if name in cells]
    copy(sketch, cells)
    whole = around(places) if places else Box(0.0, 0.0, 0.0, 0.0)
    made = paste(sketch, group, (whole.x + APART, whole.y + APART))
    sketch.copied = before
    return made
