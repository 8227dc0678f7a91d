"""Our renderer of ImGui's triangles: textures on demand, clipping, pictures of our own."""

import os
import struct

import numpy as np
import pytest
from imgui_bundle import imgui
from PIL import Image

from simulator.ui.painting import imgui_gl, theme, windows

SIZE = (160, 90)


def read(target) -> np.ndarray:
    data = np.frombuffer(target.read(components=3), np.uint8)
    return data.reshape(SIZE[1], SIZE[0], 3)[::-1].astype(int)


@pytest.fixture
def target(ctx):
    made = ctx.simple_framebuffer(SIZE)
    made.clear()
    return made


def test_rectangles_are_exact_to_the_pixel(canvas, target):
    def draw(p):
        p.onto(imgui.get_background_draw_list())
        p.at(10, 20)
        p.fill(0, 0, 30, 12, theme.BAD)

    canvas.frame(target, draw)
    painted = read(target).max(axis=2) > 0
    assert painted[20:32, 10:40].all()
    assert painted.sum() == 30 * 12
    assert tuple(read(target)[25, 25]) == (0xFF, 0x7D, 0x70)


def test_letters_of_both_scripts_and_new_sizes_appear(canvas, target):
    def write(text, size):
        def draw(p):
            p.onto(imgui.get_background_draw_list())
            p.at(0, 0)
            p.text(80, 45, text, theme.TX0, size)

        target.clear()
        canvas.frame(target, draw)
        return (read(target).max(axis=2) > 120).sum()

    first = write("Power", 14)
    assert first > 60
    assert write("Питание", 14) > first
    assert write("Power", 26) > 2 * first
    assert write(" ", 14) == 0


def test_clipping_holds(canvas, target):
    def draw(p):
        p.onto(imgui.get_background_draw_list())
        p.at(0, 0)
        p.clip(20, 20, 40, 30)
        p.fill(0, 0, 160, 90, theme.ACC)
        p.unclip()

    canvas.frame(target, draw)
    painted = read(target).max(axis=2) > 0
    assert painted[20:50, 20:60].all()
    assert painted.sum() == 40 * 30


def test_a_frozen_list_looks_like_a_fresh_one(canvas, target):
    def content(p, commands):
        p.onto(commands)
        p.at(0, 0)
        p.fill(0, 0, *SIZE, theme.BG2)
        p.gradient(10, 10, 80, 40, theme.RAISED, 8)
        p.text(60, 60, "Лампа", theme.TX0, 18)

    canvas.frame(target, lambda p: content(p, imgui.get_background_draw_list()))
    canvas.frame(target, lambda p: content(p, imgui.get_background_draw_list()))
    expected = read(target)
    kept = []

    def record(p):
        commands = windows.make_list()
        content(p, commands)
        p.onto(imgui.get_background_draw_list())
        kept[:] = [(commands, (0, 0, *SIZE))]

    target.clear()
    canvas.frame(target, record, still=kept.pop)
    assert np.abs(read(target) - expected).max() <= 1
    target.clear()
    canvas.frame(target, lambda p: None)
    assert np.abs(read(target) - expected).max() <= 1
    canvas.forget_backdrop()
    target.clear()
    canvas.frame(target, lambda p: None)
    assert read(target).max() == 0


def test_a_texture_of_ours_is_drawn(canvas, target):
    texture = canvas.ctx.texture((1, 1), 4, bytes((10, 200, 30, 255)))
    reference = canvas.renderer.register(texture)
    canvas.frame(
        target,
        lambda p: imgui.get_background_draw_list().add_image(reference, (5, 5), (25, 15)),
    )
    assert tuple(read(target)[10, 10]) == (10, 200, 30)


@pytest.mark.parametrize("damage", ["gone", "cut", "huge"])
def test_a_photo_that_cannot_be_read_leaves_what_is_below_it(canvas, target, tmp_path, damage):
    path = tmp_path / "preview.png"
    Image.new("RGB", (20, 10), (200, 10, 30)).save(path)

    def draw(p):
        p.onto(imgui.get_background_draw_list())
        p.at(0, 0)
        p.fill(5, 5, 20, 10, theme.WHITE)
        p.photo(5, 5, 20, 10, str(path), 4, "top")

    canvas.frame(target, draw)
    assert tuple(read(target)[10, 10]) == (200, 10, 30)
    if damage == "gone":
        path.unlink()
    else:
        data = bytearray(path.read_bytes())
        data[16:24] = struct.pack(">II", 10**5, 10**5) if damage == "huge" else bytes(8)
        path.write_bytes(data)
        os.utime(path, (0, 0))
    canvas.frame(target, draw)
    assert tuple(read(target)[10, 10]) == (255, 255, 255)


def test_buffers_grow(canvas, target):
    def draw(p):
        p.onto(imgui.get_background_draw_list())
        p.at(0, 0)
        for i in range(6000):
            p.fill(i % 160, i // 160, 1, 1, theme.WHITE)

    canvas.frame(target, draw)
    assert (read(target).min(axis=2) == 255).sum() == 6000
    assert imgui_gl.LAYOUT == "2f 2f 4f1"


@pytest.mark.parametrize("scale", [1.0, 1.25, 1.5, 1.75, 2.0])
@pytest.mark.parametrize("size", [13, 14, 15, 16, 18, 26])
def test_a_text_is_as_wide_as_it_is_measured(canvas, scale, size):
    canvas.set_scale(scale)
    text, wide = "H" * 30, []

    def write(p):
        p.onto(imgui.get_background_draw_list())
        p.at(0, 0)
        p.text(10, 30, text, theme.TX0, size, False, 0)
        wide.append(p.width(text, size) * scale)

    target = canvas.ctx.simple_framebuffer((1400, 120))
    for _ in range(2):
        canvas.frame(target, write)
    shown = np.frombuffer(target.read(components=3), np.uint8).reshape(120, 1400, 3)
    columns = np.flatnonzero(shown.max(axis=(0, 2)) > 100)
    left, right = columns[0] - 10 * scale, columns[-1] + 1 - 10 * scale
    assert left + right == pytest.approx(wide[-1], abs=2.5)  # as much room at both ends
