"""The walking pattern as the source writes it: x to the right, y ahead, C1 ... C4 by equations."""

import numpy as np

G = 9.81


class Source:
    """Equations (1) to (5) of Strashnov, Finagin (2022) with the symbols of their Table 1."""

    def __init__(self, gait) -> None:
        self.L, self.H, self.x0, self.z0 = (
            gait.step_length, gait.step_height, gait.half_width, gait.height
        )  # fmt: skip
        self.T_f, self.T_a, self.T_s = gait.first_time, gait.speed_up_time, gait.step_time
        self.kx = np.sqrt(G / (gait.alpha * gait.height))
        self.ky = np.sqrt(G / (gait.beta * gait.height))
        e = lambda k: np.array([[1, 1], [np.exp(k * self.T_s), np.exp(-k * self.T_s)]])  # noqa: E731
        self.C1, self.C2 = np.linalg.solve(e(self.kx), [self.x0, self.x0])
        self.C3, self.C4 = np.linalg.solve(e(self.ky), [-self.L / 2, self.L / 2])
        self.v_x = self.kx * (self.C1 - self.C2)
        self.v_y = self.ky * (self.C3 - self.C4)

    def first(self, t):
        """Left foot (1)."""
        y = self.L / 2 * (1 - np.cos(np.pi * t / self.T_f))
        return -self.x0, y, self.H / 2 * (1 - np.cos(2 * np.pi * t / self.T_f))

    def speed_up(self, t):
        """Centre of mass (2)."""
        T, L, x0 = self.T_a, self.L, self.x0
        x = (self.v_x / T**2 + 2 * x0 / T**3) * t**3 - (self.v_x / T + 3 * x0 / T**2) * t**2 + x0
        y = (self.v_y / T**2 - L / T**3) * t**3 + (3 * L / (2 * T**2) - self.v_y / T) * t**2
        return x, y

    def swing(self, t):
        """Right foot of a steady step, the left one carries (3)."""
        y = self.L * (1 - np.cos(np.pi * t / self.T_s))
        return self.x0, y, self.H / 2 * (1 - np.cos(2 * np.pi * t / self.T_s))

    def carry(self, t):
        """Centre of mass over the left foot (5)."""
        x = -self.x0 + self.C1 * np.exp(self.kx * t) + self.C2 * np.exp(-self.kx * t)
        y = self.L + self.C3 * np.exp(self.ky * t) + self.C4 * np.exp(-self.ky * t)
        return x, y


def walk(gait, steps):
    """Return rows of a walk: centre x, y ahead and to the left; left, right foot x, y, z."""
    own, rows = Source(gait), []

    def add(centre, left, right):
        turned = [centre[1], -centre[0]]
        for x, y, z in (left, right):
            turned += [y, -x, z]
        rows.append(turned)

    def times(T):
        count = round(T / gait.period)
        return [T * k / count for k in range(1, count + 1)]

    def slow(s):
        return 10 * s**3 - 15 * s**4 + 6 * s**5

    L, x0 = own.L, own.x0
    for t in times(gait.shift_time):
        add((x0 * slow(t / gait.shift_time), 0), (-x0, 0, 0), (x0, 0, 0))
    for t in times(own.T_f):
        add((x0, 0), own.first(t), (x0, 0, 0))
    for t in times(own.T_a):
        add(own.speed_up(t), (-x0, L, 0), (x0, 0, 0))
    begin = 0.0
    for k in range(steps):
        mirror = 1 if k % 2 == 0 else -1  # left carries, then right
        for t in times(own.T_s):
            x, y, z = own.swing(t)
            cx, cy = own.carry(t)
            moving = (mirror * x, begin + y, z)
            standing = (-mirror * x0, begin + L, 0)
            feet = (standing, moving) if mirror > 0 else (moving, standing)
            add((mirror * cx, begin + cy), *feet)
        begin += L
    mirror = 1 if steps % 2 == 0 else -1
    front, back = (-mirror * x0, begin + L, 0), (mirror * x0, begin, 0)
    order = (lambda a, b: (a, b)) if mirror > 0 else (lambda a, b: (b, a))
    for t in times(own.T_a):
        x, y = own.speed_up(own.T_a - t)
        add((-mirror * x, begin + L - y), *order(front, back))
    for t in times(own.T_f):
        _, y, z = own.first(t)
        add((-mirror * x0, begin + L), *order(front, (mirror * x0, begin + y, z)))
    for t in times(gait.shift_time):
        s = 1 - slow(t / gait.shift_time)
        add((-mirror * x0 * s, begin + L), *order(front, (mirror * x0, begin + L, 0)))
    return np.array(rows)


def turn(gait, angle):
    """Return rows of a turn by `angle` [rad]: centre x, y, yaw; left, right foot x, y, z, yaw.

    As the source tells it: to the right, over the left foot first; to the left it is mirrored.
    """
    own, phi, rows = Source(gait), abs(angle), []
    beside = own.x0 + gait.outwards

    def times(T):
        return np.arange(1, round(T / gait.period) + 1) / round(T / gait.period)

    def about(turned, x):  # clockwise from (x, 0)
        return np.array([[np.cos(turned), np.sin(turned)], [-np.sin(turned), np.cos(turned)]]) @ (
            x,
            0,
        )

    def add(centre, body, left, right):
        (cx, cy), feet = centre, []
        for (turned, z), x in ((left, -own.x0), (right, own.x0)):
            at = about(turned, x)
            feet.append([at[0], at[1], z, turned])
        if angle > 0:  # seen in a mirror, where the right foot is the left one
            cx, body = -cx, -body
            feet = [[-x, y, z, -turned] for x, y, z, turned in reversed(feet)]
        rows.append([cy, -cx, -body])
        for x, y, z, turned in feet:
            rows[-1] += [y, -x, z, -turned]

    def slow(s):
        return s**3 * (10 - 15 * s + 6 * s**2)

    def foot(s):
        return phi / 2 * (1 - np.cos(np.pi * s)), own.H / 2 * (1 - np.cos(2 * np.pi * s))

    first, second = np.array([-beside, 0.0]), about(phi, beside)
    for s in times(gait.shift_time):
        add(slow(s) * first, 0, (0, 0), (0, 0))
    for s in times(gait.turn_time):
        add(first, 0, (0, 0), foot(s))
    for s in times(gait.shift_time):
        add(first + slow(s) * (second - first), phi * slow(s), (0, 0), (phi, 0))
    for s in times(gait.turn_time):
        add(second, phi, foot(s), (phi, 0))
    for s in times(gait.shift_time):
        add((1 - slow(s)) * second, phi, (phi, 0), (phi, 0))
    return np.array(rows)
