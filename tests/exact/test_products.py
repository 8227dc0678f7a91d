"""Small matrices in plain operations, against numpy's."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from simulator.exact import products

NUMBERS = st.floats(-1e3, 1e3).filter(lambda x: x == 0.0 or abs(x) > 1e-6)
MATRIX, VECTOR = arrays(float, (3, 3), elements=NUMBERS), arrays(float, 3, elements=NUMBERS)


def is_near(found, expected, size):
    np.testing.assert_allclose(found, expected, rtol=0.0, atol=1e-13 * max(size, 1e-12))


@given(MATRIX, MATRIX, VECTOR, arrays(float, (5, 3), elements=NUMBERS))
def test_products(a, b, v, points):
    is_near(products.times(a, b), a @ b, 1e6)
    is_near(products.times(a, b, v), a @ b @ v, 1e9)
    is_near(products.times(points, a), points @ a, 1e6)
    is_near(products.times(v, a), v @ a, 1e6)
    is_near(products.dot(v, v), v @ v, 1e6)
    is_near(products.length(v), np.linalg.norm(v), 1e3)
    is_near(products.spread(points), points.T @ points, 1e7)


@given(arrays(float, 4, elements=NUMBERS).filter(lambda q: np.linalg.norm(q) > 1e-3))
def test_a_matrix_turns_as_its_quaternion(q):
    w, *axis = q / np.linalg.norm(q)
    axis, eye = np.array(axis), np.eye(3)
    cross = np.cross(axis, eye).T  # axis x v
    rodrigues = eye + 2 * w * cross + 2 * cross @ cross
    is_near(products.matrix_of([w, *axis]), rodrigues, 10.0)


def test_a_quarter_turn_about_z_leads_from_x_to_y():
    half = np.sqrt(0.5)
    is_near(products.matrix_of([half, 0.0, 0.0, half]) @ [1, 0, 0], np.array([0, 1, 0]), 10.0)


def test_stacks_of_matrices():
    stack = np.arange(18.0).reshape(2, 3, 3)
    is_near(products.times(stack, stack[0]), stack @ stack[0], 1e3)


@given(MATRIX)
def test_eigenvalues_rise_and_axes_are_square(a):
    symmetric = a + a.T
    values, axes = products.principal(symmetric)
    size = np.abs(symmetric).max()
    is_near(values, np.linalg.eigvalsh(symmetric), size)
    is_near(axes.T @ axes, np.eye(3), 10.0)
    is_near(axes @ np.diag(values) @ axes.T, symmetric, 10.0 * size)


def test_axes_of_a_diagonal_matrix_are_the_axes():
    values, axes = products.principal(np.diag([3.0, 1.0, 2.0]))
    assert values.tolist() == [1.0, 2.0, 3.0]
    assert axes.tolist() == np.eye(3)[:, [1, 2, 0]].tolist()


@given(MATRIX, VECTOR)
def test_solutions(a, v):
    a = a + 4e3 * np.eye(3)
    is_near(a @ products.solve(a, v), v, 1e4)
    symmetric = a + a.T
    inverse = products.invert(symmetric)
    assert (inverse == inverse.T).all()
    is_near(symmetric @ inverse, np.eye(3), 1e2)


def test_a_singular_matrix_is_told():
    with pytest.raises(ValueError, match="singular"):
        products.solve(np.zeros((3, 3)), np.ones(3))
