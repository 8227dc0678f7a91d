"""The text of a robot with one track round two wheels."""

ROBOT = """\
links:
  hull: {shape: {box: [0.8, 0.3, 0.1]}, mass: 30}
  back: &wheel {mass: 1, shape: {cylinder: {radius: 0.1, length: 0.08}, rpy_deg: [90, 0, 0]}}
  front: *wheel
joints:
  drive: {type: revolute, parent: hull, child: back, at: [-0.4, 0.25, 0], axis: [0, 1, 0]}
  idler: {type: revolute, parent: hull, child: front, at: [0.4, 0.25, 0], axis: [0, 1, 0]}
tracks:
  left: {sprocket: drive, idler: idler, links: 44}
"""
