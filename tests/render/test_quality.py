"""Settings by name, and the governor that trades pixels for time."""

import pytest

from simulator.render import quality


def test_settings_by_name() -> None:
    assert quality.find("low") is quality.LOW
    assert quality.find(quality.HIGH) is quality.HIGH
    with pytest.raises(ValueError, match="low, medium, high"):
        quality.find("ultra")


@pytest.mark.parametrize(
    ("device", "setting"),
    [
        ("llvmpipe (LLVM 15.0.6, 256 bits)", quality.LOW),
        ("AMD swrast", quality.LOW),
        ("Mesa Intel(R) UHD Graphics 620 (KBL GT2)", quality.MEDIUM),
        ("NVIDIA GeForce RTX 3060/PCIe/SSE2", quality.HIGH),
    ],
)
def test_setting_for_a_device(device: str, setting: quality.Quality) -> None:
    assert quality.suggest(device) is setting
    assert quality.is_software(device) == (setting is quality.LOW)


def run(governor: quality.Governor, cost_at_full: float, pictures: int = 400) -> float:
    """Feed costs that are proportional to the pixels drawn; return the last scale."""
    for _ in range(pictures):
        scale = governor.quality.render_scale
        governor.observe(cost_at_full * scale**2)
    return governor.quality.render_scale


def test_governor_finds_the_budget_and_returns_when_it_can() -> None:
    governor = quality.Governor(quality.MEDIUM, budget=0.020)
    scale = run(governor, cost_at_full=0.040)
    assert 0.6 * 0.020 <= 0.040 * scale**2 <= 0.020
    assert run(governor, cost_at_full=0.005) == quality.MEDIUM.render_scale


def test_high_pictures_that_cost_too_much_become_medium_ones_for_good() -> None:
    governor = quality.Governor(quality.HIGH, budget=0.020)
    run(governor, cost_at_full=0.015)
    assert governor.quality == quality.HIGH
    run(governor, cost_at_full=0.040, pictures=quality.Governor.FEW)
    assert governor.quality == quality.MEDIUM
    assert run(governor, cost_at_full=0.040) < 1.0
    run(governor, cost_at_full=0.001)
    assert governor.quality == quality.MEDIUM


def test_governor_stops_at_its_floor() -> None:
    governor = quality.Governor(quality.LOW, budget=0.001)
    assert run(governor, cost_at_full=1.0) == quality.Governor.FLOOR


def test_one_slow_picture_changes_nothing() -> None:
    governor = quality.Governor(quality.LOW, budget=0.020)
    costs = [0.015] * quality.Governor.WINDOW
    costs[3] = 2.0
    for cost in costs:
        governor.observe(cost)
    assert governor.quality == quality.LOW
