"""Kernels of a serial chain: pose of its tip, Jacobian, and the steps of Levenberg-Marquardt.

Numbers of one sample stay in scratch arrays that the caller brings, in rows of one sample each.
Kernels that call each other stand in this one file, so that their compiled code is kept together.
"""

import math

from simulator.compiled import curves
from simulator.compiled.jit import kernel


@kernel
def multiply(
    r00, r01, r02, r10, r11, r12, r20, r21, r22, t00, t01, t02, t10, t11, t12, t20, t21, t22
):
    """Return the nine entries of the product R T of two rotations, row by row."""
    return (
        r00 * t00 + r01 * t10 + r02 * t20,
        r00 * t01 + r01 * t11 + r02 * t21,
        r00 * t02 + r01 * t12 + r02 * t22,
        r10 * t00 + r11 * t10 + r12 * t20,
        r10 * t01 + r11 * t11 + r12 * t21,
        r10 * t02 + r11 * t12 + r12 * t22,
        r20 * t00 + r21 * t10 + r22 * t20,
        r20 * t01 + r21 * t11 + r22 * t21,
        r20 * t02 + r21 * t12 + r22 * t22,
    )


@kernel
def trace(turn, place, axis, slides, angles, row, position, rotation, axes, origins):
    """Write the tip's position (n, 3) and rotation (n, 3, 3) of sample `row`.

    Also every joint's axis (k, 3) and origin (k, 3), all in the frame that the chain starts from.
    `angles` (n, k) [rad or m].
    """
    count = axis.shape[0]
    r00, r01, r02, r10, r11, r12, r20, r21, r22 = 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0
    px, py, pz = 0.0, 0.0, 0.0
    for j in range(count + 1):
        x, y, z = place[j, 0], place[j, 1], place[j, 2]
        px += r00 * x + r01 * y + r02 * z
        py += r10 * x + r11 * y + r12 * z
        pz += r20 * x + r21 * y + r22 * z
        r00, r01, r02, r10, r11, r12, r20, r21, r22 = multiply(
            r00, r01, r02, r10, r11, r12, r20, r21, r22,
            turn[j, 0, 0], turn[j, 0, 1], turn[j, 0, 2],
            turn[j, 1, 0], turn[j, 1, 1], turn[j, 1, 2],
            turn[j, 2, 0], turn[j, 2, 1], turn[j, 2, 2],
        )  # fmt: skip
        if j == count:
            break
        ax, ay, az = axis[j, 0], axis[j, 1], axis[j, 2]
        wx = r00 * ax + r01 * ay + r02 * az
        wy = r10 * ax + r11 * ay + r12 * az
        wz = r20 * ax + r21 * ay + r22 * az
        axes[j, 0], axes[j, 1], axes[j, 2] = wx, wy, wz
        origins[j, 0], origins[j, 1], origins[j, 2] = px, py, pz
        q = angles[row, j]
        if slides[j]:
            px, py, pz = px + q * wx, py + q * wy, pz + q * wz
            continue
        c, s = curves.turn(q)
        v = 1.0 - c
        r00, r01, r02, r10, r11, r12, r20, r21, r22 = multiply(
            r00, r01, r02, r10, r11, r12, r20, r21, r22,
            c + ax * ax * v, ax * ay * v - az * s, ax * az * v + ay * s,
            ay * ax * v + az * s, c + ay * ay * v, ay * az * v - ax * s,
            az * ax * v - ay * s, az * ay * v + ax * s, c + az * az * v,
        )  # fmt: skip
    position[row, 0], position[row, 1], position[row, 2] = px, py, pz
    rotation[row, 0, 0], rotation[row, 0, 1], rotation[row, 0, 2] = r00, r01, r02
    rotation[row, 1, 0], rotation[row, 1, 1], rotation[row, 1, 2] = r10, r11, r12
    rotation[row, 2, 0], rotation[row, 2, 1], rotation[row, 2, 2] = r20, r21, r22


@kernel
def fill_jacobian(slides, position, row, axes, origins, jacobian):
    """Write the (6, k) Jacobian of sample `row`: velocity, then spin of the tip per joint speed."""
    for j in range(axes.shape[0]):
        x, y, z = axes[j, 0], axes[j, 1], axes[j, 2]
        if slides[j]:
            jacobian[row, 0, j], jacobian[row, 1, j], jacobian[row, 2, j] = x, y, z
            jacobian[row, 3, j], jacobian[row, 4, j], jacobian[row, 5, j] = 0.0, 0.0, 0.0
            continue
        dx = position[row, 0] - origins[j, 0]
        dy = position[row, 1] - origins[j, 1]
        dz = position[row, 2] - origins[j, 2]
        jacobian[row, 0, j] = y * dz - z * dy
        jacobian[row, 1, j] = z * dx - x * dz
        jacobian[row, 2, j] = x * dy - y * dx
        jacobian[row, 3, j], jacobian[row, 4, j], jacobian[row, 5, j] = x, y, z


@kernel
def find_error(position, rotation, to_position, to_rotation, here, row, error):
    """Write the (6,) way to go from the pose `here` to that of `row`: step, then axis x angle."""
    for i in range(3):
        error[i] = to_position[row, i] - position[here, i]
    trace_of = 0.0
    skew_x = skew_y = skew_z = 0.0
    for i in range(3):  # D = R* R'
        trace_of += (
            to_rotation[row, 0, i] * rotation[here, 0, i]
            + to_rotation[row, 1, i] * rotation[here, 1, i]
            + to_rotation[row, 2, i] * rotation[here, 2, i]
        )
        skew_x += to_rotation[row, 2, i] * rotation[here, 1, i]
        skew_x -= to_rotation[row, 1, i] * rotation[here, 2, i]
        skew_y += to_rotation[row, 0, i] * rotation[here, 2, i]
        skew_y -= to_rotation[row, 2, i] * rotation[here, 0, i]
        skew_z += to_rotation[row, 1, i] * rotation[here, 0, i]
        skew_z -= to_rotation[row, 0, i] * rotation[here, 1, i]
    skew_x, skew_y, skew_z = 0.5 * skew_x, 0.5 * skew_y, 0.5 * skew_z
    sine = math.sqrt(skew_x * skew_x + skew_y * skew_y + skew_z * skew_z)
    cosine = 0.5 * (trace_of - 1.0)
    if sine > 1e-9:
        scale = curves.arctangent(sine, cosine) / sine
        error[3], error[4], error[5] = scale * skew_x, scale * skew_y, scale * skew_z
    elif cosine > 0.0:
        error[3], error[4], error[5] = skew_x, skew_y, skew_z
    else:  # half a turn: the largest column of (D + 1) / 2 = a a' is along the axis
        best, size = 0, -1.0
        for k in range(3):
            diagonal = 0.5
            for i in range(3):
                diagonal += 0.5 * to_rotation[row, k, i] * rotation[here, k, i]
            if diagonal > size:
                best, size = k, diagonal
        for k in range(3):
            entry = 0.5 if k == best else 0.0
            for i in range(3):
                entry += 0.5 * to_rotation[row, k, i] * rotation[here, best, i]
            error[3 + k] = math.pi * entry / math.sqrt(size)


@kernel
def find_step(jacobian, here, error, weights, bias, hessian, step):
    """Write the (k,) step of Levenberg-Marquardt: (J' We J + Wn)^-1 J' We e, by Cholesky.

    Wn = (e' We e / 2 + bias) 1 (Sugihara 2009, his robust damping). Returns the largest entry.
    """
    count = step.shape[0]
    damping = bias
    for i in range(6):
        damping += 0.5 * weights[i] * error[i] * error[i]
    for a in range(count):
        step[a] = 0.0
        for i in range(6):
            step[a] += jacobian[here, i, a] * weights[i] * error[i]
        for b in range(a + 1):
            entry = damping if a == b else 0.0
            for i in range(6):
                entry += jacobian[here, i, a] * weights[i] * jacobian[here, i, b]
            hessian[a, b] = entry
    for a in range(count):
        for b in range(a):
            entry = hessian[a, b]
            for i in range(b):
                entry -= hessian[a, i] * hessian[b, i]
            hessian[a, b] = entry / hessian[b, b]
        pivot = hessian[a, a]
        entry = step[a]
        for i in range(a):
            pivot -= hessian[a, i] * hessian[a, i]
            entry -= hessian[a, i] * step[i]
        hessian[a, a] = math.sqrt(pivot)
        step[a] = entry / hessian[a, a]
    largest = 0.0
    for a in range(count - 1, -1, -1):
        entry = step[a]
        for i in range(a + 1, count):
            entry -= hessian[i, a] * step[i]
        step[a] = entry / hessian[a, a]
        largest = max(largest, abs(step[a]))
    return largest


@kernel
def solve_rows(
    turn, place, axis, slides, to_position, to_rotation, weights, bias, tolerance, limit,
    guess, axes, origins, position, rotation, jacobian, hessian, error, step,
    angles, iterations, residual,
):  # fmt: skip
    """Improve `angles` (n, k) until no entry of a step reaches `tolerance`, at most `limit` steps.

    Scratch: guess (1, k), axes, origins (k, 3), position (1, 3), rotation (1, 3, 3),
    jacobian (1, 6, k), hessian (k, k), error (6,), step (k,).
    Writes: angles, iterations (n,), residual (n,) = the size of the error after the last step
    """
    count = axis.shape[0]
    for row in range(angles.shape[0]):
        iterations[row] = 0
        largest = tolerance
        while True:
            for j in range(count):
                guess[0, j] = angles[row, j]
            trace(turn, place, axis, slides, guess, 0, position, rotation, axes, origins)
            find_error(position, rotation, to_position, to_rotation, 0, row, error)
            if largest < tolerance or iterations[row] == limit:
                break
            iterations[row] += 1
            fill_jacobian(slides, position, 0, axes, origins, jacobian)
            largest = find_step(jacobian, 0, error, weights, bias, hessian, step)
            for j in range(count):
                angles[row, j] += step[j]
        residual[row] = 0.0
        for i in range(6):
            residual[row] += weights[i] * error[i] * error[i]
        residual[row] = math.sqrt(residual[row])
