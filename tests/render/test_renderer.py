"""Pictures: what is drawn where, and that GL never complains."""

from collections.abc import Callable
from dataclasses import replace

import moderngl
import numpy as np
import pytest

from simulator.render import camera, offscreen, still
from simulator.render.lines import Debug
from simulator.render.outline import ACCENT, BAD, Outline
from simulator.render.quality import HIGH, LOW, MEDIUM, Quality
from simulator.render.renderer import Renderer
from simulator.snapshot import Snapshot
from simulator.spec.models.scene import SceneSpec

SIZE = (160, 120)
PLAIN_LOW = replace(LOW, render_scale=1.0, shadow_size=512, shadow_interval=1)
SMALL_HIGH = replace(HIGH, shadow_size=1024)
MakeScene = Callable[..., SceneSpec]
ROOM = """
sky: {fog: 0, grid: false}
props:
  - {name: box, at: [0, 0, 0.5], material: white, shape: {box: [1, 1, 1]}}
  - {name: ball, at: [0, -2, 0.3], material: red, shape: {sphere: 0.3}}
"""


def draw(
    ctx: moderngl.Context,
    scene: SceneSpec,
    view: camera.View,
    quality: Quality = PLAIN_LOW,
    snapshot: Snapshot | None = None,
    **options: object,
) -> np.ndarray:
    """Return a picture (height, width, 3), first row on top."""
    renderer = Renderer(ctx, scene, quality)
    snapshot = snapshot or still.at_start(scene)
    texture = renderer.render(snapshot, snapshot, 1.0, view, SIZE, **options)  # type: ignore[arg-type]
    picture = np.asarray(offscreen.read(texture), float)
    renderer.release()
    return picture


def pixel(picture: np.ndarray, view: camera.View, point: object) -> np.ndarray:
    """Return the mean colour of the 3 x 3 pixels round a point of the world."""
    height, width = picture.shape[:2]
    clip = camera.projection(view, width / height) @ np.array([*np.asarray(point, float), 1.0])
    column = int((clip[0] / clip[3] * 0.5 + 0.5) * width)
    row = int((0.5 - clip[1] / clip[3] * 0.5) * height)
    return picture[row - 1 : row + 2, column - 1 : column + 2].mean((0, 1))


ABOVE = camera.look_at((0.5, -4.0, 5.0), (0.3, 0.2, 0.0), 0.9)


@pytest.mark.parametrize("quality", [PLAIN_LOW, MEDIUM, SMALL_HIGH], ids=lambda q: q.name)
def test_sun_shadow_and_the_bright_end(
    ctx: moderngl.Context, make_scene: MakeScene, quality: Quality
) -> None:
    picture = draw(ctx, make_scene(ROOM), ABOVE, quality)
    lit = pixel(picture, ABOVE, (-1.5, 0.0, 0.0))
    shaded = pixel(picture, ABOVE, (0.78, 0.2, 0.0))  # behind the box, away from the sun
    assert lit.mean() > 1.5 * shaded.mean() > 40.0
    assert shaded[2] > shaded[0]  # shadows are cool
    top = pixel(picture, ABOVE, (0.0, 0.0, 1.0))
    assert lit.mean() < top.mean() < 0.85 * 255.0 + 1.0  # the brightest matt surface
    red = pixel(picture, ABOVE, (-0.1, -2.05, 0.6))
    assert red[0] > 2.0 * red[1]


def test_the_three_settings_show_the_same_scene(ctx: moderngl.Context, showroom: SceneSpec) -> None:
    view = camera.of_spec(showroom.camera)
    low, medium, high = (
        draw(ctx, showroom, view, quality) for quality in (PLAIN_LOW, MEDIUM, SMALL_HIGH)
    )
    assert np.abs(low - medium).mean() < 8.0
    assert np.abs(medium - high).mean() < 8.0


NO_SUN = """
sky: {fog: 0, grid: false}
lights: {lamp: {type: point, at: [0, 0, 4], range: 20}}
props:
"""


@pytest.mark.parametrize("quality", [PLAIN_LOW, MEDIUM], ids=lambda q: q.name)
def test_floor_is_darker_where_a_body_is_close_and_only_there(
    ctx: moderngl.Context, make_scene: MakeScene, quality: Quality
) -> None:
    slab = "  - {name: slab, fixed: true, at: [0, 0, 0.16], shape: {box: [1, 0.8, 0.1]"
    bare = draw(ctx, make_scene(NO_SUN + "  []\n"), ABOVE, quality)
    resting = draw(ctx, make_scene(NO_SUN + slab.replace("0.16", "0.05") + "}}\n"), ABOVE, quality)
    raised = draw(ctx, make_scene(NO_SUN + slab + "}}\n"), ABOVE, quality)
    many = [f"{slab.replace('0.16', '0.05').replace('slab', f'slab{n}')}}}}}\n" for n in range(8)]
    stacked = draw(ctx, make_scene(NO_SUN + "".join(many)), ABOVE, quality)
    beside, away = (0.0, -0.44, 0.0), (0.0, -0.8, 0.0)
    dark = pixel(resting, ABOVE, beside).mean() - pixel(bare, ABOVE, beside).mean()
    assert -60.0 < dark < -6.0
    assert pixel(stacked, ABOVE, beside).mean() == pytest.approx(
        pixel(resting, ABOVE, beside).mean(), abs=2.0
    )
    assert pixel(raised, ABOVE, beside).mean() == pytest.approx(
        pixel(bare, ABOVE, beside).mean(), abs=4.0
    )
    assert pixel(resting, ABOVE, away).mean() == pytest.approx(
        pixel(bare, ABOVE, away).mean(), abs=4.0
    )


def test_a_camera_sees_no_shade_of_the_housing_it_is_in(
    ctx: moderngl.Context, make_scene: MakeScene
) -> None:
    housing = """
  - {name: housing, fixed: true, at: [0, 0, 1.5], shape: {cylinder: {radius: 0.12, length: 0.6}}}
"""
    down = camera.look_at((0.0, 0.0, 1.5), (0.01, 0.0, 0.0), 1.2)
    bare = draw(ctx, make_scene(NO_SUN + "  []\n"), down, SMALL_HIGH)
    housed = draw(ctx, make_scene(NO_SUN + housing), down, SMALL_HIGH)
    assert np.abs(bare - housed).max() < 6.0


def test_same_moment_same_bytes(ctx: moderngl.Context, showroom: SceneSpec) -> None:
    view = camera.of_spec(showroom.camera)
    assert np.array_equal(draw(ctx, showroom, view), draw(ctx, showroom, view))


def test_bodies_are_drawn_between_the_snapshots(
    ctx: moderngl.Context, make_scene: MakeScene
) -> None:
    scene = make_scene(ROOM)
    first = still.at_start(scene)
    moved = first.position.copy()
    moved[2] += [1.6, 0.0, 0.0]
    second = replace(first, position=moved)
    renderer = Renderer(ctx, scene, PLAIN_LOW)
    view = camera.look_at((0.8, -6.0, 1.0), (0.8, 0.0, 0.3))
    columns = []
    for alpha in (0.0, 0.5, 1.0):
        picture = np.asarray(
            offscreen.read(renderer.render(first, second, alpha, view, SIZE)), float
        )
        columns.append(np.nonzero(picture[..., 0] > 2.0 * picture[..., 1])[1].mean())
    renderer.release()
    assert columns[1] == pytest.approx((columns[0] + columns[2]) / 2.0, abs=0.5)
    assert columns[2] - columns[0] > 20.0


def test_picking_names_the_body(ctx: moderngl.Context, make_scene: MakeScene) -> None:
    scene = make_scene(ROOM)
    renderer = Renderer(ctx, scene, PLAIN_LOW)
    view, snapshot = camera.look_at((0, -6.0, 1.5), (0, 0, 0.8)), still.at_start(scene)
    picked = {
        name: renderer.pick(*where, view, (400, 300), snapshot)
        for name, where in {
            "ball": (200, 226),
            "box": (200, 140),
            "ground": (20, 290),
            "sky": (200, 5),
        }.items()
    }
    renderer.release()
    assert picked == {"ball": 2, "box": 1, "ground": 0, "sky": -1}


def matches(picture: np.ndarray, colour: str) -> np.ndarray:
    wanted = [int(colour[k : k + 2], 16) for k in (1, 3, 5)]
    return np.abs(picture - wanted).max(-1) < 12.0


def test_outline_is_two_pixels_of_accent_and_faint_where_hidden(
    ctx: moderngl.Context, make_scene: MakeScene
) -> None:
    scene = make_scene(ROOM)
    view = camera.look_at((0, 6.0, 0.5), (0, 0, 0.5))  # the box hides the ball
    plain = draw(ctx, scene, view)
    seen = draw(ctx, scene, view, selected=(Outline((1,)),))
    line = matches(seen, ACCENT)
    middle = line[SIZE[1] // 2]
    assert 2 <= middle[: SIZE[0] // 2].sum() <= 3
    assert 2 <= middle[SIZE[0] // 2 :].sum() <= 3
    hidden = draw(ctx, scene, view, selected=(Outline((2,), BAD, 2.0),))
    changed = np.abs(hidden - plain).max(-1) > 3.0
    assert changed.any()
    assert not matches(hidden, BAD).any()


def test_nothing_is_left_of_an_outline_where_the_body_was(
    ctx: moderngl.Context, make_scene: MakeScene
) -> None:
    """A line stood in the air where a chosen robot had been before it fell."""
    scene = make_scene(ROOM)
    snapshot, renderer = still.at_start(scene), Renderer(ctx, scene, PLAIN_LOW)
    views = [camera.look_at((0, -6.0, 1.5), (aside, 0, 0.8)) for aside in (1.5, 0.0, -1.2)]
    for view in views:
        chosen = (Outline((1,)),)
        texture = renderer.render(snapshot, snapshot, 1.0, view, SIZE, selected=chosen)
        after = np.asarray(offscreen.read(texture), float)
        assert np.abs(after - draw(ctx, scene, view, selected=chosen)).max() < 1.0
    renderer.release()


def test_two_tone_wall_and_grid(ctx: moderngl.Context, make_scene: MakeScene) -> None:
    wall = (
        "props: [{name: w, at: [0, 2, 1.5], fixed: true, material: wall, shape: {box: [6, 1, 3]}}]"
    )
    view = camera.look_at((0.1, -3.0, 1.2), (0.1, 2.0, 1.0), 0.9)
    picture = draw(ctx, make_scene(wall), view)
    upper, lower = (pixel(picture, view, (0.3, 1.5, z)).mean() for z in (1.6, 0.7))
    assert upper > lower + 6.0
    down = camera.look_at((0.5, 0.45, 3.0), (0.5, 0.5, 0.0), 0.6)
    on, off = (draw(ctx, make_scene(f"sky: {{grid: {flag}}}"), down) for flag in ("true", "false"))
    difference = on.mean(-1) - off.mean(-1)
    assert pixel(difference[..., None], down, (0.0, 0.4, 0.0))[0] > 3.0  # a line at x = 0
    assert abs(pixel(difference[..., None], down, (0.4, 0.4, 0.0))[0]) < 1.0


LAMP_ROBOT = """
links: {hull: {shape: {box: [0.2, 0.2, 0.2]}}}
lamps: {head: {link: hull, at: [0.2, 0, 0.3], rpy_deg: [0, 40, 0], cone_deg: 60, power: 3}}
"""
LAMP_SCENE = """
robots: [{file: rover/robot.yaml, at: [0, 0, 0.2]}]
console: desk.yaml
lights: {sun: {power: 0.1}}
sky: {fog: 0, grid: false}
"""
LAMP_DESK = """
panel: {light_switch: {type: toggle}}
outputs: {head: light_switch}
"""


def test_a_signal_lights_a_robots_lamp(
    ctx: moderngl.Context, tmp_path, make_scene: MakeScene
) -> None:
    (tmp_path / "rover").mkdir()
    (tmp_path / "rover/robot.yaml").write_text(LAMP_ROBOT, encoding="utf-8")
    scene = make_scene(LAMP_SCENE, desk=LAMP_DESK)
    start = still.at_start(scene)
    view = camera.look_at((0.6, -2.0, 2.0), (0.6, 0.0, 0.0), 0.8)
    for quality in (PLAIN_LOW, SMALL_HIGH):
        off, on = (
            draw(ctx, scene, view, quality, still.with_signals(start, {"light_switch": value}))
            for value in (0.0, 1.0)
        )
        ahead, behind = (0.7, 0.0, 0.0), (-0.6, 0.0, 0.0)
        assert pixel(on, view, ahead).mean() > pixel(off, view, ahead).mean() + 15.0
        assert abs(pixel(on, view, behind).mean() - pixel(off, view, behind).mean()) < 6.0


@pytest.mark.parametrize("quality", [PLAIN_LOW, SMALL_HIGH], ids=lambda q: q.name)
def test_at_night_a_lamp_shows_what_is_dark_without_it(
    ctx: moderngl.Context, make_scene: MakeScene, quality: Quality
) -> None:
    """What the sky sends was a constant: no scene could be dark."""
    text = """
sky: {zenith: "#05070A", horizon: "#0A0E14", power: %s}
lights: {spot: {type: point, at: [-1.5, 0, 1], power: %s, range: 4}}
props: [{name: box, at: [0, 0, 0.5], shape: {box: [1, 1, 1]}}]
"""
    day, night, lit = (
        draw(ctx, make_scene(text % powers), ABOVE, quality)
        for powers in (("1", "0"), ("0.02", "0"), ("0.02", "2"))
    )
    here, there = (-1.5, 0.0, 0.0), (2.5, 0.0, 0.0)
    assert pixel(day, ABOVE, here).mean() > 60.0
    assert night.mean() < 0.4 * day.mean() and pixel(night, ABOVE, here).mean() < 35.0
    assert pixel(lit, ABOVE, here).mean() > 60.0
    assert pixel(lit, ABOVE, there).mean() < 45.0


def test_of_many_lamps_the_nearest_are_lit(ctx: moderngl.Context, make_scene: MakeScene) -> None:
    lamps = [f"  l{i}: {{type: point, at: [{2 * i}, 0, 1], range: 3, power: 4}}" for i in range(12)]
    scene = make_scene("lights:\n" + "\n".join(lamps) + "\nsky: {fog: 0, grid: false}\n")
    for here, there in ((0.0, 22.0), (22.0, 0.0)):
        view = camera.look_at((here, -3.0, 2.5), (here, 0.0, 0.0), 0.9)
        away = camera.look_at((there, -3.0, 2.5), (there, 0.0, 0.0), 0.9)
        renderer = Renderer(ctx, scene, PLAIN_LOW)
        start = still.at_start(scene)
        block = renderer.lighting
        for eye in (away, view):
            renderer.render(start, start, 1.0, eye, (64, 48))
        lit = sorted(block.block["light_position"][: block.lamps_lit, 0].tolist())
        assert lit == sorted(sorted(range(0, 24, 2), key=lambda x: abs(x - here))[:8])
        renderer.release()


def test_debug_drawing_changes_the_picture_only_when_asked(
    ctx: moderngl.Context, showroom: SceneSpec
) -> None:
    view = camera.of_spec(showroom.camera)
    plain = draw(ctx, showroom, view)
    assert np.array_equal(plain, draw(ctx, showroom, view, debug=Debug()))
    marked = draw(ctx, showroom, view, debug=Debug(True, True, True, True))
    assert (np.abs(marked - plain).max(-1) > 30).mean() > 0.005


def test_two_pictures_of_a_moment_and_new_sizes(ctx: moderngl.Context, showroom: SceneSpec) -> None:
    renderer = Renderer(ctx, showroom, LOW)
    snapshot, view = still.at_start(showroom), camera.of_spec(showroom.camera)
    for size in ((200, 100), (120, 90), (200, 100)):
        main = renderer.render(snapshot, snapshot, 1.0, view, size)
        inset = renderer.render(snapshot, snapshot, 1.0, view, (64, 48), name="inset")
        assert main.size == (round(size[0] * 0.7), round(size[1] * 0.7))
        assert inset.size != main.size
    renderer.set_quality(replace(LOW, render_scale=0.5))
    assert renderer.render(snapshot, snapshot, 1.0, view, (200, 100)).size == (100, 50)
    renderer.set_quality("medium")
    assert renderer.render(snapshot, snapshot, 1.0, view, (200, 100)).size == (200, 100)
    renderer.set_quality(replace(MEDIUM, render_scale=0.5))
    assert renderer.render(snapshot, snapshot, 1.0, view, (200, 100)).size == (200, 100)
    renderer.release()


def test_an_empty_scene_is_a_picture(ctx: moderngl.Context) -> None:
    scene = SceneSpec(terrain=[], lights={})
    picture = draw(ctx, scene, camera.look_at((0, 0, 1), (1, 0, 1)))
    assert picture.std() > 1.0  # the sky


def test_the_floor_beside_a_box_is_as_dark_from_every_side(
    ctx: moderngl.Context, make_scene: MakeScene
) -> None:
    scene = make_scene(
        "sky: {grid: false}\n"
        "props:\n  - {name: box, at: [0, 0, 0.3], material: white, shape: {box: [0.6, 0.6, 0.6]}}\n"
    )
    renderer, snapshot = Renderer(ctx, scene, SMALL_HIGH), still.at_start(scene)
    shares = []
    for eye in ((2.0, 0, 2.5), (0, 2.0, 2.5)):
        view = camera.look_at(eye, (0, 0, 0.1))
        renderer.render(snapshot, snapshot, 1.0, view, SIZE)
        read = renderer.pictures["main"].openness.read()
        shares.append(np.frombuffer(read, np.float16).astype(float).reshape(*SIZE[::-1], 2)[..., 0])
    renderer.release()
    assert shares[0].min() < 0.8
    assert abs(shares[0] - shares[1]).max() < 0.005


def test_shadow_of_a_thin_lip_has_no_specks(ctx: moderngl.Context, make_scene: MakeScene) -> None:
    scene = make_scene(
        "sky: {fog: 0, grid: false}\n"
        "props:\n"
        "  - {name: wall, at: [0, 0, 0.5], material: white, shape: {box: [0.2, 3, 1]}}\n"
        "  - {name: lip, at: [-0.12, 0, 0.8], material: white, shape: {box: [0.04, 3, 0.02]}}\n"
        "  - {name: near, at: [-9, -6, 0.1], shape: {box: [0.2, 0.2, 0.2]}}\n"
        "  - {name: far, at: [12, 8, 0.1], shape: {box: [0.2, 0.2, 0.2]}}\n"
    )
    picture = draw(ctx, scene, camera.look_at((-1.2, -0.3, 0.5), (0, 0, 0.7)), HIGH)
    grey = picture.mean(2)
    near = [np.roll(grey, shift, (0, 1)) for shift in np.ndindex(3, 3)]
    typical = np.median(near, axis=0)[2:, 2:]
    middle = np.roll(grey, (1, 1), (0, 1))[2:, 2:]
    assert (middle - typical > 20.0).sum() == 0
