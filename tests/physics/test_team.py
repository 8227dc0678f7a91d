"""Items of a stage are each done once, by one thread or by two."""

import threading

import numpy as np

from simulator.compiled.jit import kernel
from simulator.physics import team

STAGES, ITEMS = 400, 37


@kernel
def work(words, from_end, done, values) -> None:
    item = team.take(words, from_end)
    while item >= 0:
        done[item] += 1
        for k in range(200):
            values[item] = 0.5 * values[item] + k
        team.finish(words)
        item = team.take(words, from_end)


@kernel
def lead(words, done, values, stages, items) -> None:
    for _ in range(stages):
        team.begin(words, 0, 0, items)
        work(words, False, done, values)
        team.wait(words)


@kernel
def serve(words, done, values) -> None:
    while team.is_open(words):
        work(words, True, done, values)


def run(helpers: int) -> tuple[np.ndarray, np.ndarray]:
    shared, done, values = team.make_team(), np.zeros(ITEMS, np.int64), np.zeros(ITEMS)
    serve(shared.words, done, values)  # compiled, closed: returns at once
    shared.words[team.OPEN] = 1
    threads = [
        threading.Thread(target=serve, args=(shared.words, done, values)) for _ in range(helpers)
    ]
    for thread in threads:
        thread.start()
    lead(shared.words, done, values, STAGES, ITEMS)
    shared.words[team.OPEN] = 0
    for thread in threads:
        thread.join()
    return done, values


def test_every_item_of_every_stage_is_done_once():
    alone, values = run(0)
    assert np.array_equal(alone, np.full(ITEMS, STAGES))
    for helpers in (1, 3):
        done, same = run(helpers)
        assert np.array_equal(done, alone)
        assert same.tobytes() == values.tobytes()


def test_an_empty_stage_is_over_at_once():
    shared = team.make_team()
    lead(shared.words, np.zeros(1, np.int64), np.zeros(1), 3, 0)
    assert shared.words[team.DONE] == shared.words[team.LEFT] == 0


def test_two_ends_meet_in_the_middle():
    words = team.make_team().words
    team.begin(words, 0, 0, 5)
    taken = [team.take(words, from_end) for from_end in (False, True, True, False, False, True)]
    assert taken == [0, 4, 3, 1, 2, -1]
