"""The columns of the scene's editor: what they say in both languages, what is chosen there."""

import inspect

import pytest
from imgui_bundle import imgui

from simulator.authoring import properties
from simulator.spec import units
from simulator.spec.fields import Spec
from simulator.spec.models import layout, scene, shape
from simulator.ui.scene import side
from simulator.ui.texts.scene import unit_of


@pytest.mark.parametrize(
    ("section", "name", "shown"),
    [("camera", "camera", "Камера"), ("sky", "sky", "Небо и пол"), ("props", "camera", "camera")],
)
def test_the_column_calls_a_thing_as_the_list_does(canvas, monkeypatch, section, name, shown):
    """It said "camera" in a Russian window, and a thing of that name could be looked from."""
    texts, buttons = [], []
    monkeypatch.setattr(imgui, "text", lambda text: texts.append(text))
    monkeypatch.setattr(imgui, "button", lambda label: buttons.append(label))
    chosen, target = side.Chosen(name, section=section), canvas.ctx.simple_framebuffer((1280, 720))
    panel = side.PropertyPanel()
    canvas.frame(target, lambda p: panel.draw(p, (0, 0, 1280, 600), chosen, "ru"), 0.02)
    assert texts == [shown] and len(buttons) == (section == "camera")


def test_every_unit_that_a_scene_is_written_in_has_its_letters_in_russian():
    """A velocity's was m/s in a Russian window."""
    models = [one for part in (scene, shape) for one in vars(part).values()]
    models = [one for one in models if inspect.isclass(one) and issubclass(one, Spec)]
    found = {key.unit for one in models for key in layout.keys_of(one).values() if key.unit}
    found -= {"1", "rad|m", "1/Sv"}  # numbers, and what only robots and exercises have
    ends = [one for one in units.SUFFIXES if any(units.fits(one, unit) for unit in found)]
    found |= {properties.unit_of_suffix(one) for one in ends}
    assert len(found) > 40
    for unit in found:
        assert not set("abcdefghijklmnopqrstuvwxyz_") & set(unit_of(unit, "ru").lower()), unit
