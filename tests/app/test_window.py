"""Windows open whatever the process did before."""

from simulator.app import window
from simulator.render import offscreen, still
from simulator.spec import load


def test_windows_open_where_a_picture_was_drawn_without_one(display):
    scene = load.load_scene("tests/scenes/arm.yaml")
    offscreen.shot(scene, still.at_start(scene), None, (64, 36), "low")
    opened = []
    try:
        for _ in range(2):  # a second one was refused
            opened.append(window.open_window((320, 240), visible=False))
            assert window.open_context().screen is not None
    finally:
        for one in opened:
            one.close()
