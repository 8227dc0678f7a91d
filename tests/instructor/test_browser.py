"""The page in a real browser, while a scripted operator drives in real time."""

import re
import signal
import subprocess
import sys
from pathlib import Path

import browser
import pytest

from simulator.recordings.recording import EventRecord, Recording

ROOT = Path(__file__).parents[2]
COMMAND = [
    sys.executable, "-m", "simulator", "run", "scenes/slalom.yaml", "--headless",
    "--script", "scenes/scripts/slalom.yaml", "--instructor", "127.0.0.1:0",
]  # fmt: skip
# the points of the track that is drawn, and the plan as a picture
TRAIL = "page.panes[0].plan.trails[0].length"
SEEN = "document.querySelector('canvas.plan').toDataURL()"
# how the name of the robot is written on the plan
ASIDE = """(() => {
    const plan = page.panes[0].plan, told = [];
    plan.say = (pen, view, text, x, y, colour, align) => told.push(text, align);
    plan.draw();
    delete plan.say;
    return told.slice(told.indexOf("Rover")).slice(0, 2);
})()"""
FRAME = "page.panes[0].state.frame"


@pytest.fixture
def program(tmp_path):
    """Yield the address of a program whose robot is driven by a script, and its recording."""
    file = tmp_path / "driven.mcap"
    process = subprocess.Popen(
        [*COMMAND, "--record", str(file)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.search(r"http://\S+", line)
    assert found, line
    yield found[0], file
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
        process.wait(20)
    process.stdout.close()


@pytest.mark.skipif(browser.find() is None, reason="needs Chromium: apt-get install chromium")
def test_an_instructor_looks_on_and_steps_in(program, tmp_path):
    address, file = program
    with browser.Browser(tmp_path / "profile") as page:
        page.open(f"{address}?language=en")
        page.wait("window.page && page.panes[0].state && page.panes[0].state.poses && true")
        assert page.run("document.title") == "Instructor"
        assert page.run("document.querySelector('h1').textContent") == "Rover · Slalom"
        assert page.run("getComputedStyle(document.body).backgroundColor") == "rgb(14, 18, 22)"

        # switches are told in words, and on a phone the plan is as high as its scene is
        values = page.run(
            "[...document.querySelectorAll('.widget .value')].map(v => v.textContent)"
        )
        assert "released" in values and not {"I", "O"} & {*values}
        shape = "document.querySelector('canvas.plan').style.getPropertyValue('--shape')"
        assert float(page.run(shape)) > 1.5

        assert page.run(ASIDE) == ["Rover", "right"], "its name ends behind it, not on a neighbour"

        # after a reset the robot moves on the plan from the start, and leaves its track
        begun = page.run("page.panes[0].begun")
        page.run("document.querySelector('button.reset').click()")
        page.wait(f"page.panes[0].begun > {begun} && page.panes[0].plan.trails[0].length > 0")
        ink, trail = page.run(SEEN), page.run(TRAIL)
        page.wait(f"{TRAIL} > {trail + 8}")
        assert page.run(SEEN) != ink
        page.wait("document.querySelector('.widget.on') !== null")  # a lever is out of its rest

        # the wheel comes closer to the pointer; back at the whole the page scrolls
        assert page.run(wheel(-700)) is True
        assert page.run("page.panes[0].plan.zoom > 2 && page.panes[0].plan.shift[0] > 100")
        assert page.run(wheel(5000)) is True and page.run("page.panes[0].plan.shift[0]") == 0
        assert page.run(wheel(5000)) is False

        page.run("document.querySelector('button.pause').click()")
        page.wait("document.querySelector('.run').textContent === 'Paused'")
        frame = page.run(FRAME)
        page.run("document.querySelector('button.step').click()")
        page.wait(f"{FRAME} === {frame + 1}")

        page.run(choose("select.component", "motor|rover.drive_fl"))
        page.run(choose("select.kind", "jammed"))
        page.run("document.querySelector('button.inject').click()")
        told = "document.querySelector('.event.fault .about')?.textContent"
        assert page.wait(told) == "Rover, front left drive: jammed"
        shape = "getComputedStyle(document.querySelector('.event.fault')).display"
        assert page.run(shape) == "grid", "a line of the list, not one of the faults' card"
        assert "front left" in page.wait("document.querySelector('div.fault')?.textContent")
        page.run("document.querySelector('div.fault button').click()")
        page.wait("!document.querySelector('div.fault')")
        assert page.run("document.querySelector('.event').className") == "event clear"

        page.type("input.message", "Gently, please\r")
        told = "document.querySelector('.event.message .about')?.textContent"
        assert page.wait(told) == "Gently, please"
        page.run(choose("select.choice", "slalom"))
        page.run("document.querySelector('button.language').click()")
        page.wait("document.querySelector('button.pause').textContent === 'Продолжить'")
        told = "document.querySelector('.event.clear .about').textContent"
        assert page.run(told) == "Ровер, привод переднего левого колеса: заклинивание"
        assert page.run("document.querySelector('select.choice').value") == "slalom"
        page.run(choose("select.kind", "jammed"))
        told = "document.querySelector('.form .caption').textContent"
        assert page.run(told) == "Шарнир заблокирован."
        page.run("page.panes[0].order('link', { profile: { commands: { delay: 99 } } }), 0")
        refused = "Недопустимые значения: задержка, с."
        page.wait(f"document.querySelector('.refusal')?.textContent === '{refused}'")
        page.run("document.querySelector('button.pause').click()")
        page.wait(f"{FRAME} > {frame + 5}")

        # a cable that is pulled out ends no connection: silence does
        page.run("page.panes[0].link.socket.onmessage = null, page.panes[0].link.heard -= 1e5")
        page.wait("document.querySelector('.run').textContent.startsWith('связь потеряна')")
        page.wait("page.panes[0].state?.run === 'running'")

        # an observer sees the same and cannot touch it
        page.open(f"{address}?language=en&role=observer")
        page.wait("window.page && page.panes[0].role === 'observer'")
        assert page.run("document.querySelector('button.pause').matches(':disabled')") is True
        answer = "page.panes[0].order('pause').then((told) => told.reason)"
        assert "observer only looks" in page.run(answer)

        # two panes side by side: the same program twice, by two names of this machine
        twin = address.replace("127.0.0.1", "localhost").removeprefix("http://").rstrip("/")
        page.open(f"{address}?language=en&with={twin}")
        page.wait("window.page && page.panes.length === 2 && page.panes[0].state && true")
        assert page.run("document.querySelectorAll('article.pane:not([hidden])').length") == 2

        # what is no address, or answers nobody, is told, and the other pane goes on
        page.open(f"{address}?language=en&with=http://[")
        page.wait("window.page && page.panes[0].state && true")
        told = page.wait(
            "document.querySelectorAll('.run')[1]?.textContent.match(/no answer.*/)?.[0]"
        )
        assert told.endswith(f"--instructor-from {address.removeprefix('http://').rstrip('/')}")
        assert page.run("document.querySelectorAll('.columns')[1].checkVisibility()") is False
        page.type(".address", "nobody at all\r")
        assert page.run("document.querySelector('.address').validationMessage").startswith(
            "This is no"
        )
        assert page.run("page.panes.length") == 2
    events = [one for one in Recording(file).records if isinstance(one, EventRecord)]
    assert [(one.kind, one.text) for one in events] == [
        ("reset", ""), ("fault", "rover.drive_fl.jammed"), ("clear", "rover.drive_fl.jammed"),
        ("message", "Gently, please"),
    ]  # fmt: skip


def wheel(way):
    """Return the script that turns the wheel on the plan's left edge: whether it was taken."""
    return (
        "(() => { const plan = document.querySelector('canvas.plan');"
        " const { x, y } = plan.getBoundingClientRect(); return !plan.dispatchEvent("
        f"new WheelEvent('wheel', {{ deltaY: {way}, clientX: x, clientY: y, cancelable: true }})"
        "); })()"
    )


def choose(selector, value):
    """Return the script that chooses an entry of a list as a hand does."""
    return (
        f"(() => {{ const list = document.querySelector('{selector}'); list.value = '{value}';"
        " list.dispatchEvent(new Event('change')); })()"
    )
