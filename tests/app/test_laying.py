"""The desk's editor by pointer and keyboard, in the window: what files and desk say then."""

import math
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from imgui_bundle import imgui
from pyglet.window import key as keys

from simulator import checking
from simulator.laying import cards, widgets
from simulator.laying.sketch import Sketch
from simulator.ui.areas import MENU
from simulator.ui.laying import parts as laying_parts
from simulator.ui.laying.left import Dragged

sys.path.insert(0, str(Path(__file__).parents[1] / "console"))
import fake_device

LONG = 3000  # ticks that a reload may take on a busy machine


class Hand:
    """A pointer and a keyboard on the window, in pixels from its upper left corner."""

    def __init__(self, program):
        self.program, self.app, self.laying = program, program.app, program.app.laying

    def send(self, event, x, y, *more):
        self.app.window.dispatch_event(event, round(x), round(self.app.window.height - y), *more)

    def at(self, x, y):
        self.send("on_mouse_motion", x, y, 0, 0)
        self.tick(2)

    def tick(self, count=1):
        for _ in range(count):
            self.app.tick()

    def press(self, x, y):
        self.at(x, y)
        self.send("on_mouse_press", x, y, 1, 0)
        self.program.until(lambda: imgui.get_io().mouse_down[0])
        self.tick()

    def release(self, x, y):
        self.send("on_mouse_release", x, y, 1, 0)
        self.program.until(lambda: not imgui.get_io().mouse_down[0])
        self.tick(2)

    def click(self, x, y):
        self.press(x, y)
        self.release(x, y)

    def drag(self, start, end):
        self.press(*start)
        before = start
        for share in (0.3, 0.7, 1.0):
            to = [a + (b - a) * share for a, b in zip(start, end, strict=True)]
            self.send("on_mouse_drag", *to, to[0] - before[0], before[1] - to[1], 1, 0)
            self.tick(2)
            before = to
        self.release(*end)

    def key(self, name, modifiers=0):
        symbols = [keys.LCTRL, getattr(keys, name)] if modifiers else [getattr(keys, name)]
        for event, order in (("on_key_press", 1), ("on_key_release", -1)):
            for symbol in symbols[::order]:
                self.app.window.dispatch_event(event, symbol, modifiers)
                self.tick(2)

    def seen(self, name):
        """Return a widget's box in the window."""
        hand = self.laying.page.hand
        card = next(
            one for one in hand.cards if name in self.laying.sketch.console.members(one.group)
        )
        return card.window(hand.cells[name])

    def middle(self, name):
        """Return where the middle of a widget is."""
        box = self.seen(name)
        return box.x + box.w / 2, box.y + box.h / 2


@pytest.fixture
def hand(program):
    hand = Hand(program)
    file = program.folder / "consoles" / "arm.yaml"
    before = file.read_text()
    program.app.laying.toggle()
    hand.tick(3)
    assert hand.laying.is_edited
    yield hand
    simulation = program.app.realtime.simulation
    if program.app.laying.is_open:
        program.app.laying.close()
    if file.read_text() != before:
        program.until(lambda: program.app.realtime.simulation is not simulation, LONG)
        simulation = program.app.realtime.simulation
        file.write_text(before)
        program.until(lambda: program.app.realtime.simulation is not simulation, LONG)
        program.until(lambda: program.app.devices.panel is program.app.realtime.panel, LONG)


def layout(hand):
    return hand.laying.sketch.console.layout.panel


def test_a_widget_is_dragged_nudged_tried_out_and_everything_taken_back(hand):
    program, sketch, file = hand.program, hand.laying.sketch, hand.program.folder
    file = file / "consoles" / "arm.yaml"
    before = file.read_text()
    x, y = hand.middle("lever")
    hand.click(x, y)
    assert sketch.chosen == ["lever"] and hand.app.devices.panel.get("lever") == 0.0
    was = hand.laying.page.hand.cells["lever"]
    scale = hand.seen("lever").w / was.w  # of a card that has to fit
    hand.drag((x, y), (x + 81 * scale, y + 2))
    assert {*layout(hand)} == {"power", "lever", "kick", "lit"}, "all stand as they stood"
    at = layout(hand)["lever"]
    assert abs(at[0] - was.x - 81) <= 6 and at[1] == pytest.approx(was.y, abs=6)
    hand.key("RIGHT")
    hand.key("RIGHT")
    assert layout(hand)["lever"][0] >= at[0] + 2 and layout(hand)["lever"][1] == at[1]
    assert file.read_text() == before, "the disk has it once it is tried out"
    simulation = program.app.realtime.simulation
    hand.key("T", keys.MOD_CTRL)
    program.until(lambda: program.app.realtime.simulation is not simulation, LONG)
    hand.tick(2)
    assert hand.laying.mode == "test" and not hand.laying.is_edited
    assert program.app.screen.desk.console.layout.panel["lever"] == layout(hand)["lever"]
    program.until(lambda: program.app.devices.panel is program.app.realtime.panel)
    program.app.window.dispatch_event("on_key_press", keys.A, 0)
    program.until(lambda: program.app.devices.panel.get("lever") > 0.1)
    program.app.window.dispatch_event("on_key_release", keys.A, 0)
    hand.laying.obey("test")
    hand.tick(2)
    assert hand.laying.is_edited
    for _ in range(3):
        hand.key("Z", keys.MOD_CTRL)
    assert hand.laying.draft.console_of("").text == before and not layout(hand)
    hand.key("Y", keys.MOD_CTRL)
    assert layout(hand)["lever"][0] >= at[0], "a held key takes back, or does again, more"


def test_kinds_are_dropped_on_a_card_and_signals_on_an_indicator(hand):
    sketch, page = hand.laying.sketch, hand.laying.page
    x, y = hand.middle("kick")
    hand.at(x, y)
    page.left.dragged = Dragged("widget", "gauge")
    hand.tick(2)
    assert sketch.chosen == ["gauge"] and not hand.laying.draft.problems
    x, y = hand.middle("gauge")
    hand.at(x, y)
    page.left.dragged = Dragged("signal", "arm.shoulder_angle")
    hand.tick(2)
    assert sketch.console.outputs["gauge"] == "arm.shoulder_angle", sketch.refusal
    hand.tick(2)
    face, angle = hand.app.screen.desk.entries["gauge"].face, "arm.shoulder_angle"
    degrees = math.degrees(hand.program.snapshot.signal(angle))
    assert not face.is_missing and face.value == pytest.approx(degrees, abs=5)
    hand.key("DELETE")
    assert "gauge" not in sketch.console.panel and "gauge" not in sketch.console.outputs


def test_a_key_is_bound_by_pressing_it(hand):
    sketch = hand.laying.sketch
    hand.click(*hand.middle("kick"))
    hand.laying.obey("keys")
    hand.key("Q")
    assert hand.laying.press.complaint == ("key_taken", "Q", "lever")
    hand.key("F5")
    assert hand.laying.press.complaint[0] == "key_reserved"
    assert hand.app.realtime.state.name == "running"
    hand.key("BRACKETLEFT")
    assert hand.laying.press is None and sketch.widget("kick").keys == ["["]
    hand.laying.obey("keys")
    hand.key("ESCAPE")
    assert hand.laying.press is None and sketch.widget("kick").keys == ["["]


def test_several_are_chosen_by_a_frame_and_grouped(hand):
    sketch, page = hand.laying.sketch, hand.laying.page
    frame = page.hand.cards[0].frame
    hand.drag((frame.x + 2, frame.low - 3), (frame.right - 2, frame.y + 20))
    assert {*sketch.chosen} == {"power", "lever", "kick", "lit"}
    hand.key("G", keys.MOD_CTRL)
    assert sketch.console.groups and {*sketch.console.members("card")} == {*sketch.console.panel}
    hand.tick(2)
    card = page.hand.cards[0].frame
    hand.click(card.x + 30, card.y + 12)
    assert not sketch.chosen and sketch.card == "card"
    hand.click(*hand.middle("lit"))
    hand.key("D", keys.MOD_CTRL)
    assert sketch.chosen == ["lit_2"] and not hand.app.diagrams.is_open
    checking.load_checked(hand.program.folder / "arm.yaml")


def test_the_key_that_closes_the_diagram_is_none_of_the_desk_behind_it(hand):
    sketch = hand.laying.sketch
    hand.click(*hand.middle("lit"))
    before = [*sketch.console.panel]
    hand.laying.obey("diagram")
    hand.tick(2)
    assert hand.app.diagrams.is_open
    hand.key("D", keys.MOD_CTRL)
    assert not hand.app.diagrams.is_open and hand.laying.is_edited
    assert [*sketch.console.panel] == before


def test_handles_size_a_widget(hand):
    page = hand.laying.page
    hand.click(*hand.middle("lit"))
    card, box = page.hand.cards[0], page.hand.cells["lit"]
    corner = card.window(box)
    start = corner.right, corner.low
    hand.drag(start, (start[0] + 40, start[1] + 40))
    assert len(layout(hand)["lit"]) == 4
    assert layout(hand)["lit"][2] > box.w + 20 and layout(hand)["lit"][3] > box.h + 20


def test_the_editor_is_not_for_exercises_and_gives_the_view_back(hand):
    app = hand.app
    hand.key("L", keys.MOD_CTRL)
    assert not hand.laying.is_open and app.screen.edited is None and not app.controls.is_laying
    assert not app.devices.gamepads.is_studied
    app.lessons.exercise = SimpleNamespace(title=None, stages=[])
    hand.key("L", keys.MOD_CTRL)
    app.lessons.exercise = None
    assert not hand.laying.is_open
    area = app.screen.areas(app.window.get_framebuffer_size()).view
    assert area[1] == MENU


def test_a_gamepad_is_bound_by_moving_it_and_drives_nothing_meanwhile(hand):
    sketch, app = hand.laying.sketch, hand.app
    pad = fake_device.make_controller()
    app.devices.gamepads._find = lambda: [pad]
    app.devices.gamepads.rescan()
    hand.click(*hand.middle("lever"))
    hand.laying.obey("gamepad")
    hand.tick(2)
    pad.device.move("lefty", 32767)  # down
    hand.program.until(lambda: hand.laying.press is None)
    assert [one.control for one in sketch.widget("lever").gamepad] == ["lefty"]
    assert sketch.widget("lever").gamepad[0].invert
    assert app.devices.panel.get("lever") == 0.0
    hand.laying.obey("gamepad")
    assert hand.laying.press.next == "more"
    hand.key("ESCAPE")
    app.devices.gamepads.close()


def test_test_mode_is_left_by_the_same_keys(hand):
    hand.key("T", keys.MOD_CTRL)
    assert hand.laying.mode == "test"
    hand.key("T", keys.MOD_CTRL)
    assert hand.laying.is_edited


def test_escape_lets_go_of_what_is_chosen_and_then_closes_the_editor(hand):
    hand.app.actions.help()
    hand.key("ESCAPE")
    assert not hand.app.shows_help and hand.laying.is_open
    hand.click(*hand.middle("kick"))
    hand.key("ESCAPE")
    assert hand.laying.sketch.chosen == [] and hand.laying.is_open
    hand.key("ESCAPE")
    assert not hand.laying.is_open and not hand.app.is_closed


def test_a_closed_editor_tells_why_its_edits_are_not_saved(hand, monkeypatch):
    """It closed without a word, and the desk was as before."""
    draft = hand.laying.draft
    before = (hand.program.folder / "consoles" / "arm.yaml").read_bytes()
    hand.click(*hand.middle("lever"))
    hand.key("RIGHT")
    assert draft.is_dirty

    def save(*_, **__):
        raise PermissionError(13, "Permission denied", "consoles/arm.yaml")

    with monkeypatch.context() as patch:
        patch.setattr(draft.binder, "save_all", save)
        hand.laying.close()
    assert not hand.laying.is_open
    told = hand.program.told()[-1]
    assert told.startswith("Edits are not saved: ") and "consoles/arm.yaml" in told
    with monkeypatch.context() as patch:
        patch.setattr(draft.binder, "save_all", save)
        patch.setattr(draft.binder, "is_changed", lambda _: True)
        hand.laying.toggle()
        hand.app.devices.panel.dismiss()
        hand.laying.close()
        assert [one.reason for one in hand.app.devices.panel.notices] == ["contested"]
    hand.app.devices.panel.dismiss()
    draft.look_for_conflicts()
    hand.laying.toggle()
    hand.tick(2)
    hand.key("Z", keys.MOD_CTRL)
    assert not draft.is_dirty
    assert (hand.program.folder / "consoles" / "arm.yaml").read_bytes() == before


def test_a_menu_does_not_stay_over_the_diagram(program):
    hand = Hand(program)
    hand.click(30, 14)
    flags = imgui.PopupFlags_.any_popup_id | imgui.PopupFlags_.any_popup_level
    assert imgui.is_popup_open("", flags)
    hand.key("D", keys.MOD_CTRL)
    assert hand.app.diagrams.is_open and not imgui.is_popup_open("", flags)
    hand.key("D", keys.MOD_CTRL)
    assert not hand.app.diagrams.is_open


def test_pages_are_added_chosen_and_turned(hand):
    sketch, laying = hand.laying.sketch, hand.laying
    x, y = hand.middle("kick")
    hand.click(x, y)
    hand.key("G", keys.MOD_CTRL)
    cards.add_page(sketch)
    cards.add_page(sketch)
    hand.tick(3)
    desk = hand.app.screen.desk
    assert desk.pages.chosen == "page_2" and "kick" not in laying.page.hand.cells
    sketch.page = "page"
    hand.tick(3)
    assert "kick" in laying.page.hand.cells
    hand.app.screen.desk.pages.choose("page_2")
    hand.tick(2)
    assert sketch.page == "page_2"
    assert cards.add(sketch) and sketch.console.groups[sketch.card].page == "page_2"


def test_the_page_that_was_worked_on_is_edited(hand):
    sketch, laying, program = hand.laying.sketch, hand.laying, hand.program
    cards.add_page(sketch)
    cards.add_page(sketch)
    hand.tick(3)
    simulation = program.app.realtime.simulation
    laying.close()
    program.until(lambda: program.app.realtime.simulation is not simulation, LONG)
    program.until(lambda: program.app.devices.panel is program.app.realtime.panel, LONG)
    hand.app.screen.desk.pages.choose("page_2")
    sketch.follow(Sketch().draft, "")  # nothing of this scene was edited yet
    laying.toggle()
    hand.tick(3)
    assert sketch.page == hand.app.screen.desk.pages.chosen == "page_2"
    assert cards.add_page(sketch)  # to be saved at the end


def test_a_trace_and_a_binding_have_fields_of_their_own(hand, monkeypatch):
    sketch, side = hand.laying.sketch, hand.laying.page.side
    drawn = []
    caption = side.fields.caption
    side.fields.caption = lambda text, *more: (drawn.append(text), caption(text, *more))
    hand.click(*hand.middle("lever"))
    assert widgets.set_value(sketch, "gamepad", [{"control": "lefty"}])
    hand.tick(2)
    assert {"lefty: Dead zone", "lefty: Curve: power"} <= {*drawn}
    widgets.add(sketch, "strip_chart", None)
    node = imgui.tree_node_ex

    def opened(*one):
        imgui.set_next_item_open(True)
        return node(*one)

    monkeypatch.setattr(laying_parts.imgui, "tree_node_ex", opened)
    drawn.clear()
    hand.tick(2)
    assert drawn.count("Unit") >= 1 and drawn.count("Colour") >= 1
    sketch.undo()
    sketch.undo()


def test_what_the_diagram_reads_of_a_desk_not_yet_saved_waits_until_it_is(hand):
    program, app, board = hand.program, hand.app, hand.app.diagrams.board
    hand.laying.sketch.chosen = ["kick"]
    assert widgets.remove(hand.laying.sketch)
    simulation = app.realtime.simulation
    hand.laying.draft.save()
    program.until(lambda: app.realtime.simulation is not simulation, LONG)
    program.until(lambda: app.devices.panel is app.realtime.panel, LONG)
    app.actions.diagram()
    hand.tick(2)
    board.undo()
    hand.tick(10)
    assert not app.realtime.state.complaint
    told = [one.text.en for one in app.devices.panel.notices]
    assert "Takes effect once it is saved: the desk has something new" in told
    simulation = app.realtime.simulation
    assert board.save()
    program.until(lambda: app.realtime.simulation is not simulation, LONG)
    program.until(lambda: app.devices.panel is app.realtime.panel, LONG)
    assert "kick" in app.devices.panel.input_names and not app.realtime.state.complaint
    app.actions.diagram()
