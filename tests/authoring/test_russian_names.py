"""Names of parts in Russian: what is meant first, what it is of behind it, each in its case."""

import re
from pathlib import Path

import pytest
import yaml

from simulator.authoring import russian_names, starting
from simulator.spec.models.robot import RobotSpec


@pytest.mark.parametrize(
    ("name", "russian"),
    [
        ("left_wheel_speed", "скорость левого колеса"),
        ("wheel_left_speed", "скорость левого колеса"),
        ("wheel_fl", "переднее левое колесо"),
        ("jaw_left", "левая губка"),
        ("left_shoulder_pitch_drive", "привод тангажа левого плеча"),
        ("rear_axle_steer", "поворот задней оси"),
        ("upper_arm", "плечо"),
        ("FL_hip_joint", "передний левый тазобедренный сустав"),
        ("FL_thigh_joint", "шарнир переднего левого бедра"),
        ("left_hip_yaw", "рыскание левого тазобедренного сустава"),
        ("lift_motor", "двигатель подъёма"),
        ("motor_1_speed", "скорость двигателя 1"),
        ("leftFoot2", "левая ступня 2"),
        ("J3", None),
        ("lbr_joint_1", None),
        ("left", None),
        ("left_2", None),
        ("2", None),
        ("", None),
    ],
)
def test_a_name_is_said_in_russian_where_all_its_words_are_known(name, russian):
    assert russian_names.translate(name) == russian


def test_every_noun_has_its_case_and_gender():
    for name, noun in russian_names.NOUNS.items():
        assert re.fullmatch("[a-z]+", name) and noun.gender in russian_names.ENDINGS
        for text in (noun.nominative, noun.genitive):
            assert re.fullmatch("[а-яё]+( [а-яё]+)?", text)
    assert not russian_names.NOUNS.keys() & russian_names.ADJECTIVES.keys()
    assert russian_names.NOUNS.keys() >= set(russian_names.WHOLE.values())


def test_a_new_desk_has_its_labels_in_both_languages():
    motor = {"type": "servo", "stiffness": 9, "damping": 1, "torque": 9}
    names = ("left_wheel", "right_wheel", "j3")
    robot = RobotSpec.model_validate({
        "links": {one: {"mass": 1, "shape": {"sphere": 0.1}} for one in ("base", *names)},
        "joints": {
            one: {"type": "revolute", "parent": "base", "child": one} for one in names
        },
        "motors": {one: {**motor, "joint": one} for one in names},
        "sensors": {"left_wheel_angle": {"type": "angle", "joint": "left_wheel"}},
    })  # fmt: skip
    panel = yaml.safe_load(starting.write_desk(robot, "one", Path("robot.yaml")))["panel"]
    assert panel["left_wheel_lever"]["label"] == {"ru": "Левое колесо", "en": "Left wheel"}
    assert panel["left_wheel_angle_display"]["label"]["ru"] == "Угол левого колеса"
    assert panel["j3_lever"]["label"] == "J3"
