"""The world's tables: one row per thing, C-contiguous float64 and int32 arrays, fixed capacity."""

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.compiled.handle import VARYING

Floats = NDArray[np.float64]
Rows = NDArray[np.int32]
Border = Annotated[Floats, VARYING]  # as wide as the widest border of the scene, B


class Settings(NamedTuple):
    """Solver settings of the scene."""

    step: float  # length of one call of `step.step` [s]
    substeps: int  # equal parts a step is cut into
    iterations: int  # cap of the coupled sweeps in a substep
    tolerance: float  # sweeps stop when no velocity changes by more [m/s]
    gravity: Floats  # (3,) [m/s2]


class Bodies(NamedTuple):
    """Rigid bodies in the row order of `spec.naming.bodies.list_bodies`; row 0 is the ground."""

    position: Floats  # (n, 3) centre of mass, world [m]
    orientation: Floats  # (n, 4) unit quaternion w, x, y, z of the body's own frame
    velocity: Floats  # (n, 3) of the centre of mass [m/s]
    spin: Floats  # (n, 3) world [rad/s]
    pseudo_velocity: Floats  # (n, 3) split impulse, never enters the real velocity
    pseudo_spin: Floats  # (n, 3)
    force: Floats  # (n, 3) applied from outside [N]
    torque: Floats  # (n, 3) applied from outside [N m]
    pull: Floats  # (n, 6) what suction gives it in this part, see `suction` [m/s, rad/s]
    share: Floats  # (n,) part of the step that a body moves, below 1 where a fast one meets a thing
    ride: Floats  # (n, 3) velocity of what carries the body, see `riding` [m/s]
    carrier: Rows  # (n,) and which shape of a link that is, -1 = none
    lead: Floats  # (n,) how far its position is ahead of its velocity, see `pace` [s]
    late: Floats  # (n,) when a blow fell, see `moment`, as a part of the step; below 0 = before it
    until: Floats  # (n, 6) where it did: the motion until then, less that of now [m/s, rad/s]
    gain: Floats  # (n,) speed that motors may add in the step at hand [m/s]
    drive: Floats  # (n, 3) velocity that blows may add to a free body, see `driven` [m/s]
    gyro: Floats  # (n, 3) spin change that keeps the angular momentum, due next step
    braced: Rows  # (n,) points that bear a push on it
    ask: Floats  # (n,) parts that the joints of its island asked for, with its first body
    inv_mass: Floats  # (n,) 0 = immovable [1/kg]
    inertia: Floats  # (n, 3, 3) about the centre of mass, body frame [kg m2]
    inv_inertia_body: Floats  # (n, 3, 3) body frame
    inv_inertia: Floats  # (n, 3, 3) world frame, refreshed when the body has turned
    centre: Floats  # (n, 3) centre of mass in the body's own frame [m]
    robot: Rows  # (n,) row of scene.robots or -1


class Joints(NamedTuple):
    """Joints: six constraint rows each, of which some are rigid and some can move.

    Row 5 is the joint's own motion (revolute: about the axis, prismatic: along it); it carries
    motor, limit, friction, brake. Signs: child minus parent.
    """

    kind: Rows  # (n,) see `joint`
    parent: Rows  # (n,) body rows
    child: Rows  # (n,)
    anchor_parent: Floats  # (n, 3) from the centre of mass, body frame [m]
    anchor_child: Floats  # (n, 3)
    frame_parent: Floats  # (n, 3, 3) columns are the joint's axes in the parent's frame
    frame_child: Floats  # (n, 3, 3) the same axes in the child's frame at joint position 0
    limit: Floats  # (n, 2) lower, upper [rad or m]; infinite where there is none
    friction: Floats  # (n,) dry [N m or N]
    damping: Floats  # (n,) [N m s/rad or N s/m], bearing friction of the motor included
    grip: Floats  # (n,) most that friction and brakes give in the part at hand [N m s or N s]
    motor: Rows  # (n,) driving motor or -1
    ratio: Floats  # (n,) joint speed per rotor speed, 0 where there is no motor
    start: Floats  # (n,) position at which the rotor angle is 0
    position: Floats  # (n,) angle with whole turns [rad] or travel [m]
    speed: Floats  # (n,) [rad/s or m/s]
    anchor: Floats  # (n, 3) where it acts, world, at the start of the last step [m]
    reaction: Floats  # (n, 3) force on the child through the anchor in the last step, world [N]
    taut: Floats  # (n,) up to 1 / taut force times step^2 bends it slowly [1/(kg m)]
    state: Rows  # (n, 6) of each row, see `joint`
    known: Rows  # (n, 7) those the island's answers were found for, and its motor's
    circle: Floats  # (n, 2) cosine and sine of the joint's angle at the start of the last step
    frame: Floats  # (n, 3, 3) the joint's axes in the world, one a row
    error: Floats  # (n, 6) position error of each row [m or rad]
    after: Floats  # (n, 6) the same where the present velocities lead in one step
    bend: Floats  # (n, 6) what a finite turn adds to a row beyond its speed at the start
    target: Floats  # (n,) speed of row 5 where it is held [rad/s or m/s]
    conductance: Floats  # (n, 6) drive and damper: impulse = effort - conductance * speed
    effort: Floats  # (n, 6) [N m s or N s]
    reached: Floats  # (n, 6) speed of each row, see `descent`
    wanted: Floats  # (n, 6) speed that it goes to


class Motors(NamedTuple):
    """Drives. The rotor of a DC motor is a scalar body tied to the speed of its leading joint."""

    kind: Rows  # (n,) see `motor`
    input: Floats  # (n,) normalised voltage -1..1; servo [rad or m], speed, torque -1..1
    stall_torque: Floats  # (n,) [N m]
    no_load_speed: Floats  # (n,) [rad/s]
    inertia: Floats  # (n,) of the rotor [kg m2]
    stall_current: Floats  # (n,) [A], 0 where the datasheet has none
    joint: Rows  # (n,) leading joint or -1
    speed: Floats  # (n,) of the rotor [rad/s]
    angle: Floats  # (n,) of the rotor, whole turns counted [rad]
    torque: Floats  # (n,) mean over the last step, at the shaft [N m]
    implicitness: Floats  # (n,) weight of the new speed in the torque line, 0.5 = trapezoidal
    stiffness: Floats  # (n,) of a servo [N m/rad or N/m]
    damping: Floats  # (n,) of a servo or speed drive [N m s/rad or N s/m]
    limit: Floats  # (n,) largest torque [N m or N], infinite for a DC motor
    span: Floats  # (n,) for which it acts in the part at hand [s]
    conductance: Floats  # (n,) within its limit: impulse = effort - conductance * joint speed
    effort: Floats  # (n,) [N m s or N s]
    saturated: Rows  # (n,) sign of the limit it is at, 0 = none
    carried: Floats  # (n,) inertia that a servo moved in the last step, 0 = none yet [kg m2 or kg]
    change: Floats  # (n,) of a servo's input in the last step
    bend: Floats  # (n,) and the change of that
    target: Floats  # (n,) what a drive follows: its input, in a servo moved on by `drift` in a step
    drift: Floats  # (n,) speed of that [1/s of the input's unit]
    before: Floats  # (n,) speed of a leading joint that slides, a step ago [m/s]
    gain: Floats  # (n,) what that may gain in the step at hand [m/s]


class Brakes(NamedTuple):
    """Friction brakes."""

    input: Floats  # (n,) 0..1
    joint: Rows  # (n,)
    torque: Floats  # (n,) at input 1 [N m or N]


class Suction(NamedTuple):
    """Links that hold what they touch: suction cups, magnets."""

    input: Floats  # (n,) 0..1
    link: Rows  # (n,) body
    force: Floats  # (n,) at input 1 [N]
    points: Rows  # (n,) that it touches, of the last step


class Islands(NamedTuple):
    """Groups of jointed bodies, each solved directly: a tree of joints and a border of the rest.

    Spatial vectors are taken at `origin` along world axes: a motion is the velocity of the body's
    point there and the spin, an impulse is the push and its moment about it. A tree joint is up
    to three scalar freedoms. The border holds the rows of joints that close a loop and of
    repeaters; a matrix over it has a row per border row of all islands, a column per row of one.
    """

    body_start: Rows  # (islands + 1,) into `body`
    body: Rows  # (jointed bodies,) inner before outer, each branch in one piece
    all_start: Rows  # (islands + 1,) into `all_joint`
    all_joint: Rows  # (joints,) those of the tree and those that close loops
    loop_start: Rows  # (islands + 1,) into `loop_joint`
    loop_joint: Rows  # (joints that close a loop,)
    border_start: Rows  # (islands + 1,) into the border arrays
    of_body: Rows  # (bodies,) island or -1
    inner: Rows  # (bodies,) body one joint nearer to the root, -1 for the immovable and none
    own_joint: Rows  # (bodies,) joint between the two, -1 for a free root
    outcome: Rows  # (islands,) of the last solve, see `island.solve`
    answered: Rows  # (islands,) whether `answer` and `spread` are the factor's, see `island`
    side: Floats  # (bodies,) 1 where that joint's child is the outer body, else -1
    freedoms: Rows  # (bodies,) of that joint, 0..3; freedom 0 lies nearest to the body
    origin: Floats  # (bodies, 3) of the spatial vectors: a point per island, else the own centre
    position: Floats  # (bodies, 3) where the last solve leads in one step [m]
    rotation: Floats  # (bodies, 3, 3) orientation there
    axis: Floats  # (bodies, 3, 6) motion of the outer body per speed of each freedom
    gain: Floats  # (bodies, 3, 6) articulated inertia times axis
    softness: Floats  # (bodies, 3) answer of the freedom to itself, 0 where it is held
    inertia: Floats  # (bodies, 6, 6) with everything farther out attached
    answer: Floats  # (bodies, 6, 6) velocity per impulse in the tree, see `tree.find_answers`
    own: Floats  # (bodies, 6, 6) each body's own inertia
    gyro: Floats  # (bodies, 3) moment of the spin within the turn of the step [N m s]
    base: Floats  # (bodies, 6) momentum before joints and contacts act
    push: Floats  # (bodies, 6) impulses of contacts in this substep
    momentum: Floats  # (bodies, 6) scratch of the solve: with everything farther out
    touched: Rows  # (bodies,) scratch: body of an island that is touched, see `relay`
    bias: Floats  # (bodies, 6) velocity across the joint that its freedoms do not have
    given: Floats  # (bodies, 3) impulse of a freedom at rest; its speed where it is held
    rate: Floats  # (bodies, 3) speed of each freedom [rad/s or m/s]
    velocity: Floats  # (bodies, 6) result of the last solve
    border_joint: Rows  # (border,)
    border_row: Rows  # (border,) row of that joint
    border_leader: Rows  # (border,) joint that a repeater follows, -1 for a loop joint
    border_ratio: Floats  # (border,) speed per speed of the leader
    border_body: Rows  # (border, 4) bodies that a row acts on, -1 = none
    border_jacobian: Floats  # (border, 4, 6) row speed per velocity of each
    border_factor: Border  # (border, B) of the border's matrix, see `algebra.block`
    border_side: Floats  # (border,) right side
    border_impulse: Floats  # (border,)
    border_size: Floats  # (border,) answer of a row to itself with its bodies free; see `jacobian`
    border_scale: Floats  # (border,) scratch
    border_motion: Floats  # (border, 6) scratch
    border_least: Floats  # (border,) answer below which a row is let go
    passing_start: Rows  # (jointed bodies + 1,) into `passing`, by place in `body`
    passing: Rows  # border rows of the island whose impulses pass a body, from 0 on
    flow: Border  # (bodies, B, 6) impulse per impulse of a border row
    share: Border  # (bodies, 3, B) of it, along each freedom
    spread: Border  # (bodies, B, 6) velocity in the tree per impulse of a border row
    held: Border  # (bodies, B, 6) a border row's impulse per impulse on the body, if it is touched
