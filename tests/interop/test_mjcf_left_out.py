"""What of an MJCF file is left out of its robot is told, with its line."""

import pytest

from tests.interop.mjcfs import BALL, make

LEFT_OUT = [
    ('<option gravity="0 0 -1.6" density="1.2"/>',
     "gravity, which is a scene's (`physics`): [0, 0, -1.6]\n"
     "drag of air or water, left out: density 1.2"),
    ('<actuator><motor joint="j" damping="1 2"/></actuator>',
     "damping and springs that are no straight line, taken as one: actuator (line 2)"),
    ('<keyframe><key name="run" qvel="1 0 0 0 0 0"/><key/></keyframe>',
     "speeds of a keyframe, left out: run\n"
     "keyframes beside the one that it starts in, left out: number 2"),
    ('<actuator><motor name="m" site="s" gear="1"/></actuator>',
     "actuators of no joint, or of several, left out: m (line 2)"),
    ('<tendon><spatial name="rope"><site site="s"/><site site="r"/></spatial></tendon><actuator>'
     '<motor name="m" tendon="rope"/></actuator>', "or of several, left out: m (line 2)"),
    ('<tendon><fixed name="t"><joint joint="j" coef="1"/><joint joint="k" coef="1"/></fixed>'
     '</tendon><actuator><motor tendon="t"/></actuator>', "or of several, left out: actuator"),
    ('<tendon><fixed name="t" range="0 1" limited="true"><joint joint="j" coef="1"/></fixed>'
     "</tendon>", "ranges, springs and friction of tendons, left out: t (line 2)"),
    ('<actuator><muscle joint="j" lengthrange="0 1"/></actuator>',
     "of another kind than a motor, a position or a velocity, left out: actuator (line 2)"),
    ('<actuator><motor joint="j"/><motor name="m" joint="j"/></actuator>',
     "actuators beside another one of the same joint, left out: m (line 2)"),
    ('<actuator><motor name="m" joint="j" gear="-2"/></actuator>',
     "drives that pull back at a positive control, and forwards here: m (line 2)"),
    ('<actuator><motor name="m" joint="j" ctrlrange="0 9"/></actuator>',
     "drives that push harder one way, as hard both ways here: m (line 2)"),
    ('<actuator><position name="m" joint="j" kp="9" forcerange="-9 0"/></actuator>',
     "drives that push harder one way, as hard both ways here: m (line 2)"),
    ('<actuator><position name="m" joint="j" kp="9" timeconst="0.5"/></actuator>',
     "drives that lag behind their control, which they do not here: m (line 2)"),
    ('<keyframe><key qpos="0 0 0 0 0 1 0"/></keyframe>',
     "starts of ball joints in a keyframe, left out: ball"),
    ('<actuator><motor joint="k"/></actuator>',
     "springs where something drives, or of ball joints, left out: k (line 1)"),
    ('<actuator><position name="m" joint="way" kp="9"/></actuator>',
     "`armature` of servos that slide, left out: m (line 2)"),
    ('<actuator><velocity name="m" joint="way" kv="9"/></actuator>',
     "`armature` of drives of a speed, left out: m (line 2)"),
    ('<actuator><intvelocity name="m" joint="j" kp="9" actrange="-1 1"/></actuator>',
     "drives of a speed that is added up, of a position here: m (line 2)"),
    ("", "`gravcomp`, left out: they have their weight: a (line 1)"),
    ("", "`armature` of ball and free joints, left out: ball (line 1)"),
    ("", "limits of ball joints, left out: ball"),
    ("", "bodies of `mocap`, left out: hand (line 1)"),
    ("", "shapes of type plane, left out: flat (line 1)"),
    ('<equality>\n<weld name="w" body1="hand" body2="a"/></equality>',
     "equalities that are off, or hold no two links: w (line 3)"),
    ('<equality><joint name="e" joint1="j"/></equality>', "of no two joints, left out: e (line 2)"),
    ('<equality><joint name="e" joint1="j" joint2="k" polycoef="0 1 2 0 0"/></equality>',
     "couplings of joints that bend, taken as straight: e (line 2)"),
    ('<tendon><fixed name="t"><joint joint="j" coef="1"/></fixed></tendon><equality>'
     '<tendon name="e" tendon1="t"/></equality>', "of other things, left out: e (line 2)"),
]  # fmt: skip


@pytest.mark.parametrize(("more", "words"), LEFT_OUT)
def test_what_is_left_out_is_told_with_its_line(tmp_path, more, words):
    text = '<body name="a" gravcomp="1"><geom name="flat" type="plane" size="1 1 1"/>'
    text += '<geom name="g" size="0.1"/>'
    text += '<body><joint name="j"/><geom name="h" size="0.1"/><site name="s"/></body>'
    text += f'<body>{BALL}<joint name="k" stiffness="3"/><site name="r"/></body>'
    text += f'<body>{BALL}<joint name="way" type="slide" armature="1"/></body>'
    text += f'<body>{BALL}<joint name="ball" type="ball" range="0 1" armature="1"/></body></body>'
    text += f'<body name="hand" mocap="true">{BALL}</body>'
    _, made = make(text, tmp_path, f"\n{more}")
    assert words in "\n".join(made.notes)
