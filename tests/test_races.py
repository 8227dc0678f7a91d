"""Waits between lines: where they are, and that a race is found by them."""

import sys
import threading

from simulator.crossing import State
from simulator.reloading.watching import Watch
from tests.races import NAPS, Races


def test_some_lines_of_the_program_wait_and_no_others():
    naps, before = [], sys.gettrace()
    races = Races(1, lambda seconds: naps.append((seconds, sys._getframe(2).f_code.co_name)))
    try:
        races.begin(1.0)
        sorted([State()], key=str)
        watch = Watch()
        watch.follow(["a.yaml"])
    finally:
        sys.settrace(before)
    assert {name for _, name in naps} >= {"__init__", "follow"}
    assert {seconds for seconds, _ in naps} <= set(NAPS)


def test_two_values_that_belong_together_are_seen_apart(tmp_path, monkeypatch):
    """What the plugin is for: one thread reads between another one's assignments."""
    file = tmp_path / "realtime.py"
    lines = "def write(pair):", " for n in range(20):", "  pair[0] = n", "  pair[1] = n", ""
    file.write_text("\n".join(lines))
    monkeypatch.setattr("tests.races.ROOT", tmp_path)
    space, pair, seen = {}, [0, 0], []
    exec(compile(file.read_text(), str(file), "exec"), space)
    races = Races(1, lambda _: seen.append(tuple(pair)))

    def work():
        races.begin(0.5)
        space["write"](pair)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(10)
    assert any(one != other for one, other in seen)
