"""What things are like is shown with the file's own keys and units, and written where it stands."""

import math

import pytest

from simulator import checking
from simulator.authoring import properties, shaping
from simulator.authoring.document import EditError
from simulator.authoring.placing import Placing, Thing
from simulator.authoring.references import list_references
from simulator.spec.fields import Text
from simulator.spec.models.scene import SceneSpec

MORE = """\
# included
materials: {paint: {colour: "#112233", friction: 0.4}}  # thin
props:
  - name: drum  # of oil
    shape: {cylinder: {radius_cm: 10, length: 0.4}, material: paint}
    mass_g: 1500  # full
  - {name: post, shapes: [{box: [1, 1, 1]}, {sphere: 0.1, at: [0, 0, 1]}], fixed: true}
lights:
  lamp: {type: point, power: 2}
"""


@pytest.fixture
def placing(scene):
    placing = Placing(checking.survey_edited)
    placing.follow(checking.load_checked(scene))
    return placing


def again(placing, scene):
    placing.follow(checking.load_checked(scene))
    return placing.scene


def thing(placing, name):
    return next(one for one in placing.list_things() if one.name == name)


def field(placing, name, key, part=()):
    found = shaping.list_properties(placing, thing(placing, name), part)
    return next(one for one in found if one.key == key)


def write(placing, name, key, value, part=()):
    shaping.write(placing, thing(placing, name), field(placing, name, key, part), value)


def test_values_are_shown_in_the_units_of_the_file(placing):
    assert field(placing, "drum", "mass_g").value == 1500
    assert field(placing, "drum", "radius_cm").unit == "cm"
    assert field(placing, "drum", "density").value is None
    assert not field(placing, "drum", "density").is_written
    assert field(placing, "camera", "fov_deg").value == pytest.approx(42.97, abs=0.01)
    assert "steel" in field(placing, "drum", "material").words
    assert field(placing, "lamp", "type").words == ("sun", "point")
    assert field(placing, "arm", "file").words == ("robots/arm/robot.yaml",)


def test_what_is_fixed_is_not_asked_how_it_flies(placing, scene):
    """Unless its file says so, by mistake: then that is shown, to be taken out."""
    is_asked = lambda: [  # noqa: E731
        one.key for one in shaping.list_properties(placing, thing(placing, "drum"))
        if one.key in ("velocity", "spin")
    ]  # fmt: skip
    assert is_asked() == ["velocity", "spin"]
    write(placing, "drum", "velocity", [0.0, 0.0, 0.0])
    again(placing, scene)
    write(placing, "drum", "fixed", True)
    again(placing, scene)
    assert is_asked() == ["velocity"]


def test_values_are_written_in_their_place_and_units(placing, scene):
    more = scene.with_name("more.yaml")
    write(placing, "drum", "mass_g", 1800)
    assert more.read_text() == MORE.replace("1500", "1800")
    again(placing, scene)
    write(placing, "drum", "radius_cm", 12)
    write(placing, "lamp", "power", 3.5)
    write(placing, "post", "sphere", 0.2, ("shapes", 1))
    write(placing, "drum", "label", Text(ru="Бочка", en="Drum"))
    loaded = again(placing, scene)
    drum, post = (placing.spec_of(thing(placing, name)) for name in ("drum", "post"))
    assert drum.shape.cylinder.radius == 0.12 and drum.label == Text(ru="Бочка", en="Drum")
    assert post.shapes[1].sphere == 0.2 and loaded.lights["lamp"].power == 3.5
    assert "# full" in more.read_text() and "# of oil" in more.read_text()
    while placing.undo():
        again(placing, scene)
    assert more.read_text() == MORE


def test_what_was_not_written_is_added_and_taken_out_again(placing, scene):
    before = scene.read_text()
    write(placing, "sky", "fog", 0.2)
    write(placing, "camera", "fov_deg", 60)
    assert again(placing, scene).sky.fog == 0.2
    assert placing.scene.camera.fov == pytest.approx(1.0472, abs=1e-4)
    write(placing, "sky", "fog", None)
    assert again(placing, scene).sky.fog == 0.085
    while placing.undo():
        again(placing, scene)
    assert scene.read_text() == before


@pytest.mark.parametrize(
    ("name", "key", "value", "code"),
    [
        ("drum", "mass_g", -1, "E304"),
        ("drum", "mass_g", "heavy", "E30"),
        ("drum", "material", "woood", "E401"),
        ("drum", "name", "post", "E501"),
        ("arm", "console", "robots/arm/robot.yaml", "E"),
    ],
)
def test_a_wrong_value_is_told_and_not_written(placing, scene, name, key, value, code):
    files = [scene, scene.with_name("more.yaml")]
    before = [file.read_text() for file in files]
    with pytest.raises(EditError, match=rf"{code}") as told:
        write(placing, name, key, value)
    assert ".yaml:" in str(told.value)
    assert [file.read_text() for file in files] == before
    assert not placing.can_undo and not placing.is_dirty


def test_what_names_a_thing_in_its_file_gets_its_new_name(placing, scene):
    more = scene.with_name("more.yaml")
    sensors = "sensors:\n  gap: {type: separation, link: arm.arm, to: post}  # to the post\n"
    view = "camera: {follow: post}\n"
    more.write_text(MORE + sensors + view)
    again(placing, scene)
    write(placing, "post", "name", "pole")
    told = sensors.replace("post}", "pole}") + view.replace("post", "pole")
    assert more.read_text() == MORE.replace("name: post", "name: pole") + told
    assert again(placing, scene).camera.follow == "pole"
    placing.undo()
    assert more.read_text() == MORE + sensors + view


def test_references_are_found_wherever_a_key_names_a_thing():
    data = {
        "camera": {"inset": "arm.tip", "follow": "army"},
        "sensors": {"a": {"joint": "arm.elbow"}, "arm": {"link": "other.arm", "to": "arm"}},
        "plots": {"p": {"rows": [{"signals": ["arm.a", "lever"]}]}},
        "title": "arm",
    }
    found = dict(list_references(data, SceneSpec, "arm"))
    assert found == {
        ("camera", "inset"): "arm.tip",
        ("sensors", "a", "joint"): "arm.elbow",
        ("sensors", "arm", "to"): "arm",
        ("plots", "p", "rows", 0, "signals", 0): "arm.a",
    }


def test_materials_are_changed_for_all_that_have_them(placing, scene):
    material = shaping.material_of(placing, thing(placing, "drum"), ("shape",))
    assert material == Thing("paint", "materials", "paint")
    assert shaping.count_uses(placing, "paint") == 1
    fields = {one.key: one for one in shaping.list_properties(placing, material)}
    assert fields["colour"].value == "#112233"
    shaping.write(placing, material, fields["colour"], "#FF8800")
    assert '"#FF8800"' in scene.with_name("more.yaml").read_text()
    assert again(placing, scene).materials["paint"].colour == "#FF8800"


def test_a_built_in_material_is_written_out_whole_when_it_is_changed(placing, scene):
    write(placing, "drum", "material", "wood")
    again(placing, scene)
    wood = shaping.material_of(placing, thing(placing, "drum"), ("shape",))
    fields = {one.key: one for one in shaping.list_properties(placing, wood)}
    shaping.write(placing, wood, fields["friction"], 0.9)
    written = again(placing, scene).materials["wood"]
    assert (written.friction, written.density, written.colour) == (0.9, 650, "#8A6F4E")


def test_a_thing_of_one_shape_is_pulled_larger(placing, scene):
    drum, post = thing(placing, "drum"), thing(placing, "post")
    assert shaping.can_resize(placing, drum) and not shaping.can_resize(placing, post)
    shaping.resize(placing, drum, (1.0, 1.5, 2.0))
    round_ = placing.spec_of(drum) and again(placing, scene) and placing.spec_of(drum)
    assert (round_.shape.cylinder.radius, round_.shape.cylinder.length) == (0.15, 0.8)
    crate = thing(placing, "crate")
    before = placing.spec_of(crate).shape.box
    shaping.resize(placing, crate, (2.0, 1.0, 1.0))
    again(placing, scene)
    assert placing.spec_of(crate).shape.box == (2 * before[0], *before[1:])


def test_robots_and_meshes_are_added_from_their_files(placing, scene):
    name = placing.add_robot(str(scene.parent / "robots" / "arm" / "robot.yaml"), [1, 2, 0])
    assert name == "arm_2"
    robots = again(placing, scene).robots
    assert (robots[1].name, robots[1].at) == ("arm_2", (1, 2, 0))
    assert robots[0].console == robots[1].console and placing.scene.console is None
    mesh = scene.parent / "1 cube.obj"
    corners = [f"v {x} {y} {z}" for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    faces = ["1 2 4 3", "5 7 8 6", "1 5 6 2", "3 4 8 7", "1 3 7 5", "2 6 8 4"]
    mesh.write_text("\n".join([*corners, *(f"f {one}" for one in faces)]) + "\n")
    name = placing.add_mesh(str(mesh), [0, 0, 2])
    assert name == "mesh_1_cube" and again(placing, scene).props[-1].name == name


def test_the_camera_starts_with_what_is_seen(placing, scene):
    shaping.look(placing, thing(placing, "camera"), [1.0, 2.0, 3.00001], [0.0, 0.5, 0.25])
    camera = again(placing, scene).camera
    assert (camera.eye, camera.target) == ((1, 2, 3), (0, 0.5, 0.25))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("30 cm", 300),
        ("0,5", 0.5),
        ("1e2", 100),
        ("12", 12),
        ("x", None),
        ("3 kg", None),
        ("", None),
    ],
)
def test_typed_numbers_may_name_their_unit(text, value):
    one = properties.Property(("length",), "length_mm", "number", 1, "mm", (), True, True)
    assert properties.read_number(text, one) == value


def test_an_edit_that_was_refused_leaves_what_redo_does(placing, scene):
    files = [scene, scene.with_name("more.yaml")]
    before = [file.read_text() for file in files]
    write(placing, "drum", "mass_g", 1600)
    edited = [file.read_text() for file in files]
    assert placing.undo()
    again(placing, scene)
    with pytest.raises(EditError):
        write(placing, "drum", "mass_g", -1)
    assert [file.read_text() for file in files] == before and placing.can_redo
    assert placing.redo()
    assert [file.read_text() for file in files] == edited and not placing.can_redo
    again(placing, scene)
    assert placing.undo()
    assert [file.read_text() for file in files] == before


def test_nothing_else_is_edited_in_the_place_of_what_is_gone(placing, scene):
    drum = thing(placing, "drum")
    placing.remove(drum)
    text = scene.with_name("more.yaml").read_text()
    with pytest.raises(EditError, match="drum"):
        placing.remove(drum)  # asked for twice before the scene has taken the first one over
    assert scene.with_name("more.yaml").read_text() == text and "post" in text


def test_what_has_to_have_a_value_says_so_in_both_languages(placing):
    with pytest.raises(EditError) as told:
        write(placing, "drum", "radius_cm", None)
    text = told.value.text
    assert (text.ru, text.en) == ("radius_cm: нужно значение", "radius_cm is needed")


def test_a_light_is_edited_by_its_name_after_an_edit_that_shifts_lines(placing, scene):
    more = scene.with_name("more.yaml")
    more.write_text(MORE + "  spot: {type: point, power: 1}\n")
    again(placing, scene)
    spot = thing(placing, "spot")
    power = field(placing, "spot", "power")
    placing.remove(thing(placing, "drum"))  # the scene has not been loaded again since
    text = more.read_text()
    shaping.write(placing, spot, power, 5)
    assert more.read_text() == text.replace("power: 1}", "power: 5}")


def test_a_light_is_not_written_where_another_one_has_come(placing, scene):
    more = scene.with_name("more.yaml")
    more.write_text(MORE + "  spot: {type: point, power: 1}\n")
    again(placing, scene)
    lamp, power = thing(placing, "lamp"), field(placing, "lamp", "power")
    placing.remove(lamp)
    text = more.read_text()
    with pytest.raises(EditError, match="lamp"):
        shaping.write(placing, lamp, power, 5)
    assert more.read_text() == text and "spot: {type: point, power: 1}" in text


def test_a_shared_material_is_changed_alone(placing, scene):
    more = scene.with_name("more.yaml")
    shared = "materials: {tin: &tin {friction: 0.3}, paint: *tin}"
    more.write_text(MORE.replace(MORE.splitlines()[1], shared))
    again(placing, scene)
    paint = Thing("paint", "materials", "paint")
    friction = next(o for o in shaping.list_properties(placing, paint) if o.key == "friction")
    shaping.write(placing, paint, friction, 0.6)
    materials = again(placing, scene).materials
    assert (materials["tin"].friction, materials["paint"].friction) == (0.3, 0.6)


def test_several_things_show_what_they_share_and_get_it_together(placing, scene):
    """Only the first of those that were chosen got what was typed."""
    things = [thing(placing, name) for name in ("drum", "crate")]
    found = {
        one.path[-1]: one
        for one in properties.share([shaping.list_properties(placing, one) for one in things])
    }
    assert "name" not in found and "radius" not in found and "box" not in found
    assert found["mass"].value == properties.MIXED and found["mass"].unit == "g"
    before = scene.read_text()
    shaping.write_all(placing, things, found["mass"], 250)
    props = {one.name: one for one in again(placing, scene).props}
    assert props["drum"].mass == props["crate"].mass == 0.25
    assert "mass: 0.25" in scene.read_text(), "each in the unit of its own key"
    placing.undo()
    assert scene.read_text() == before, "all of it is one step"


def test_what_differs_stays_each_thing_s_own_where_nothing_was_typed(placing, scene):
    things = [thing(placing, name) for name in ("drum", "crate")]
    again(placing, scene)
    before = {one.name: one for one in placing.scene.props}
    shaping.place_all(placing, things, [properties.MIXED, 1.5, properties.MIXED], [0.0, 0.0, 90.0])
    after = {one.name: one for one in again(placing, scene).props}
    for name in ("drum", "crate"):
        (x, _, z), now = before[name].at, after[name]
        assert now.at == (x, 1.5, z) and now.rpy[2] == pytest.approx(math.pi / 2)
    with pytest.raises(EditError) as refused:
        shaping.place_all(placing, things, [0, "a", 0], [0, 0, 0])
    assert refused.value.text.ru == "нужно число: a"


@pytest.mark.parametrize(
    ("values", "shared"),
    [
        ([1, 1.0], 1),
        ([1, None], properties.MIXED),
        ([(1, 2), [1, 3]], [1, properties.MIXED]),
        ([(1, 2), (1, 2, 3)], properties.MIXED),
        ([Text(ru="а", en="a"), Text(ru="б", en="a")], Text(ru=properties.MIXED, en="a")),
    ],
)
def test_values_have_in_common_what_is_the_same(values, shared):
    assert properties.blend(values) == shared
    for own in values:
        assert properties.fill(shared, own) in (own, [*own] if isinstance(own, tuple) else own)


def test_a_label_that_some_things_lack_is_theirs_in_both_languages():
    typed = Text(ru=properties.MIXED, en="Post")
    assert properties.fill(typed, None) == Text(ru="Post", en="Post")
    assert properties.fill(typed, Text(ru="Столб", en="Pole")) == Text(ru="Столб", en="Post")


def test_a_label_that_is_taken_out_in_one_language_is_each_thing_s_own_in_the_other():
    cleared = Text(ru=properties.MIXED, en="")
    assert properties.fill(cleared, Text(ru="Столб", en="Post")) == Text(ru="Столб", en="Столб")


def test_a_scene_has_a_title_that_is_edited(placing, scene):
    """It could be changed in the file alone."""
    title = field(placing, "scene", "title")
    assert title.value is None and title.form == "label"
    others = [one.path for one in shaping.list_properties(placing, thing(placing, "scene"))]
    assert others == [("title",)], "all else of a scene are things of their own"
    write(placing, "scene", "title", Text(ru="Двор", en="Yard"))
    assert again(placing, scene).title == Text(ru="Двор", en="Yard")
    assert field(placing, "scene", "title").value.ru == "Двор"
    write(placing, "scene", "title", None)
    assert again(placing, scene).title is None
