"""What a scene offers to a diagram: names, short names, units."""

from simulator.diagram import terminals
from simulator.spec.models.robot import MotorSpec, RobotSpec, SensorSpec
from simulator.spec.models.scene import SceneSpec

MOTOR = {"stall_torque": 1.0, "no_load_speed": 10.0}
ROBOT = RobotSpec.model_validate({
    "links": {"base": {}, "arm": {}, "slide": {}},
    "joints": {
        "elbow": {"type": "revolute", "parent": "base", "child": "arm"},
        "mast": {"type": "prismatic", "parent": "base", "child": "slide"},
    },
    "motors": {
        "lift": {"joint": "mast", **MOTOR}, "bend": {"joint": "elbow", "voltage": 24, **MOTOR},
    },
    "brakes": {"hold": {"joint": "elbow", "torque": 1.0}},
    "suction": {"vacuum": {"link": "arm", "force": 1.0}},
    "lamps": {"beam": {"link": "arm"}},
    "sensors": {
        "turn": {"type": "angle", "joint": "elbow"},
        "height": {"type": "angle", "joint": "mast"},
        "climb": {"type": "speed", "joint": "mast"},
        "push": {"type": "contact_force", "link": "arm"},
        "lever": {"type": "velocity", "link": "arm", "axis": "yaw"},
    },
})  # fmt: skip
CONSOLE = {
    "panel": {
        "lever": {"type": "lever"}, "stick": {"type": "lever", "axes": 2},
        "power": {"type": "key_switch"}, "dial": {"type": "gauge"}, "note": {"type": "text"},
    },
    "diagram": {"b": {"type": "sum", "in": ["lever", "speed"]}},
    "outputs": {"dial": "b", "motor": "other"},
}  # fmt: skip


def scene(robots=1):
    spec = SceneSpec.model_validate({
        "robots": [{"file": f"robots/r{i}/robot.yaml"} for i in range(robots)],
        "sensors": {"gap": {"type": "distance", "link": "r0.arm"},
                    "seen": {"type": "speed", "joint": "r0.mast"}},
        "lights": {"sun": {}, "spot": {"type": "point", "switch": True}},
    })  # fmt: skip
    placed = [place.model_copy(update={"spec": ROBOT}) for place in spec.robots]
    console = type(spec.console_spec).model_validate(CONSOLE)
    return spec.model_copy(update={"robots": placed, "console_spec": console})


def test_inputs_are_panel_then_robots_then_scene():
    found = terminals.list_terminals(scene()).inputs
    assert [source.name for source in found] == [
        "lever", "stick.x", "stick.y", "power",
        "r0.turn", "r0.height", "r0.climb", "r0.push", "r0.lever", "gap", "seen",
    ]  # fmt: skip
    assert [source.unit for source in found[4:]] == ["rad", "m", "m/s", "N", "rad/s", "m", "m/s"]


def test_outputs_are_indicators_robots_things_and_switched_lights():
    found = terminals.list_terminals(scene()).outputs
    assert [(target.name, target.what, target.units) for target in found] == [
        ("dial", "indicator", ()), ("r0.lift", "motor", ("1",)), ("r0.bend", "motor", ("1", "V")),
        ("r0.hold", "brake", ("1",)), ("r0.vacuum", "suction", ("1",)),
        ("r0.beam", "lamp", ("1",)), ("spot", "light", ("1",)),
    ]  # fmt: skip


def test_a_name_is_short_where_it_is_the_only_one():
    one = {source.name: source.aliases for source in terminals.list_terminals(scene()).inputs}
    assert one["r0.turn"] == ("turn",)
    assert one["r0.lever"] == (), "the panel has a lever"
    two = terminals.list_terminals(scene(2))
    assert not any(thing.aliases for thing in (*two.inputs, *two.outputs))


def test_an_ideal_drives_input_has_the_unit_of_its_joint():
    servo = MotorSpec(joint="mast", type="servo", stiffness=1.0, damping=1.0)
    speed = MotorSpec(joint="elbow", type="speed", damping=1.0)
    torque = MotorSpec(joint="elbow", type="torque", torque=1.0)
    joints = ROBOT.joints
    assert terminals.motor_units(servo, joints["mast"]) == ("1", "m")
    assert terminals.motor_units(speed, joints["elbow"]) == ("1", "rad/s")
    assert terminals.motor_units(torque, joints["elbow"]) == ("1",)


def test_what_an_ideal_drive_gives_has_the_unit_of_its_joint():
    """A datasheet's motor is measured at its shaft, which turns."""
    ram = MotorSpec(joint="mast", type="speed", damping=1.0)
    motors = {"ram": ram, "winch": ROBOT.motors["lift"]}
    units = {
        (motor, kind): terminals.sensor_unit(
            SensorSpec.model_validate({"type": kind, "motor": motor}), ROBOT.joints, motors
        )
        for motor in motors
        for kind in ("motor_torque", "motor_speed")
    }
    assert units == {
        ("ram", "motor_torque"): "N", ("ram", "motor_speed"): "m/s",
        ("winch", "motor_torque"): "N*m", ("winch", "motor_speed"): "rad/s",
    }  # fmt: skip
