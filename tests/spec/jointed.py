"""A desk of two joints, each a use of one named diagram, and what the check says of it."""

from simulator import checking

JOINT = """\
panel:
  left: {type: lever}
  right: {type: lever}
  lit: {type: lamp}
constants: {slope: 0.5}
diagrams:
  pd:
    inputs: {error: , rate: 0}
    parameters: {kp: , kd: 0}
    blocks:
      now: {type: gain, value: kp, in: error}
      soon: {type: gain, value: kd, in: rate}
      total: {type: sum, in: [now, soon]}
    output: total
  joint:
    inputs: [target, angle]
    parameters: {kp: 1, limit_deg: 90, op: ">", curve: [0, 1]}
    blocks:
      error: {type: sum, signs: "+-", in: [target, angle]}
      law: {diagram: pd, kp: kp, in: error}
      bent: {type: lookup, x: curve, y: [0, limit], in: law}
      voltage: {type: saturate, low: -limit, high: limit, in: bent}
      far: {type: compare, op: op, in: [error, slope]}
    output: voltage
    outputs: [far, law]
diagram:
  knee: {diagram: joint, in: {target: left, angle: right}, kp: 2}
  hip: {diagram: joint, in: [right, 0.25], limit_deg: 180, op: "<"}
  near: {type: and, in: [knee.far, hip.far]}
  shown: {type: sum, in: [knee, hip, near, knee.law]}
outputs: {lit: shown}
"""


def find(folder, text):
    return [str(one.problem) for one in checking.check(folder.write("consoles/arm.yaml", text))]


def find_in(folder, name, text):
    return [str(one.problem) for one in checking.check(folder.write(name, text))]
