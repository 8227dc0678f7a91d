"""Places on a sheet, what lies under a point, and the search."""

import pytest

from simulator.diagram import check
from simulator.diagram.terminals import Source, Terminals
from simulator.editor import graph
from simulator.editor.graph import End
from simulator.editor.scope import Scope
from simulator.editor.sheet import Sheet
from simulator.spec.models.console import ConsoleSpec

TERMINALS = Terminals((Source("go"),), ())


def make(**diagram) -> graph.Graph:
    console = ConsoleSpec.model_validate({"panel": {"go": {"type": "toggle"}}, "diagram": diagram})
    return graph.read(check.study(console, TERMINALS), Scope(console, ""))


CHAIN = {"first": {"type": "not", "in": "go"}, "second": {"type": "not", "in": "first"}}


@pytest.fixture
def sheet() -> Sheet:
    return Sheet(make(**CHAIN))


def middle(sheet: Sheet, key: str) -> tuple[float, float]:
    x, y, w, h = sheet.rect(key)
    return x + w / 2, y + h / 2


def test_node_pin_and_wire_are_found_under_a_point(sheet):
    node = sheet.node_at(*middle(sheet, "block first"))
    assert node is not None and node.name == "first"
    x, y = sheet.pin(End("block first", 0), True)
    assert sheet.pin_at(x + 3, y - 3, 7.0) == (End("block first", 0), True)
    wire = sheet.wire_at(x + 40, y + 2, 7.0)
    assert wire is not None and wire.signal == "first"
    assert sheet.wire_at(x + 40, y + 60, 7.0) is None and sheet.node_at(-500, -500) is None


def test_an_area_chooses_what_it_touches(sheet):
    assert sheet.inside(sheet.bounds()) == set(sheet.graph.nodes)
    assert sheet.inside(sheet.rect("block first")) == {"block first"}


def test_a_moved_node_takes_its_wires_along(sheet):
    before = sheet.pin(End("block second", 0), False)
    sheet.move(["block second"], 50, 70)
    wire = next(wire for wire in sheet.graph.wires if wire.signal == "first")
    assert sheet.path(wire)[-1] == (before[0] + 50, before[1] + 70)


def test_a_node_under_another_name_stays_where_it_is(sheet):
    sheet.move(["block second"], 30, 40)
    places, shape = dict(sheet.places), sheet.path(sheet.graph.wires[0])
    renamed = {"start": CHAIN["first"], "second": {"type": "not", "in": "start"}}
    sheet.show(make(**renamed), {})
    assert sheet.places == {key.replace("first", "start"): place for key, place in places.items()}
    assert sheet.path(sheet.graph.wires[0]) == shape
    sheet.show(make(**CHAIN), {})
    assert sheet.places == places


def test_what_was_there_stays_where_it_is_when_a_block_is_added(sheet):
    sheet.move(["block first"], 10, 200)
    places = dict(sheet.places)
    sheet.show(make(**CHAIN, third={"type": "not", "in": "second"}), {})
    assert {key: sheet.places[key] for key in places} == places
    assert sheet.places["block third"][0] > sheet.places["block second"][0]


def test_what_comes_back_is_where_it_was_unless_something_is_there(sheet):
    places = dict(sheet.places)
    sheet.show(make(), {})
    sheet.show(make(third={"type": "not", "in": "go"}), {})
    sheet.show(make(**CHAIN), {})
    assert sheet.places == places
    sheet.show(make(), {})
    there = {"block third": places["block second"]}
    sheet.show(make(**CHAIN, third={"type": "not", "in": "go"}), there)
    sheet.show(make(third={"type": "not", "in": "go"}), there)
    sheet.show(make(**CHAIN, third={"type": "not", "in": "go"}), there)
    assert sheet.places["block first"] == places["block first"]
    assert sheet.places["block third"] == places["block second"]
    for key in sheet.graph.nodes:
        assert sheet.inside(sheet.rect(key)) == {key}


def test_new_nodes_find_room(sheet):
    more = {f"n{i}": {"type": "not", "in": "first"} for i in range(6)}
    sheet.show(make(**CHAIN, **more), {})
    for key in sheet.graph.nodes:
        assert sheet.inside(sheet.rect(key)) == {key}


def test_a_written_place_goes_before_all(sheet):
    sheet.show(sheet.graph, {"block first": (1000.0, 2000.0)})
    assert sheet.places["block first"] == (1000.0, 2000.0)


def test_what_the_file_does_not_place_hides_nothing_that_it_places(sheet):
    taken = sheet.places["block second"]
    fresh = Sheet(make(**CHAIN), {"block first": taken})
    assert fresh.places["block first"] == taken
    for key in fresh.graph.nodes:
        assert fresh.inside(fresh.rect(key)) == {key}
    assert fresh.places["panel go"] == sheet.places["panel go"]  # nothing is in its way


def test_search_looks_at_names_and_kinds(sheet):
    assert [node.name for node in sheet.find("SEC", "en")] == ["second"]
    assert [node.name for node in sheet.find("not", "en")] == ["first", "second"]
    assert sheet.find("  ", "en") == []
