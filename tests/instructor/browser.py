"""A real headless Chromium, driven over its DevTools protocol."""

import base64
import itertools
import json
import shutil
import subprocess
import time
import urllib.request
from pathlib import Path

from websockets.sync.client import connect

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find() -> str | None:
    """Return the browser's program, None where there is none."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


class Browser:
    """One tab; use it as a context."""

    def __init__(self, folder: Path, size=(1600, 1000)) -> None:
        self.folder = folder
        flags = [
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--remote-debugging-port=0", "--no-first-run", f"--user-data-dir={folder}",
            f"--window-size={size[0]},{size[1]}",
        ]  # fmt: skip
        self.process = subprocess.Popen(
            [find(), *flags, "about:blank"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self.numbers = itertools.count(1)
        port = self._port()
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list", timeout=10) as answer:
            tabs = json.load(answer)
        address = next(tab["webSocketDebuggerUrl"] for tab in tabs if tab["type"] == "page")
        self._context = connect(address, max_size=None, open_timeout=20, proxy=None)
        self.line = self._context.__enter__()

    def _port(self) -> str:
        file = self.folder / "DevToolsActivePort"
        until = time.monotonic() + 60
        while time.monotonic() < until:
            if file.exists() and (lines := file.read_text().split()):
                return lines[0]
            time.sleep(0.05)
        raise TimeoutError("the browser does not start")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._context.__exit__(None, None, None)
        self.process.terminate()
        self.process.wait(20)

    def call(self, method, **parameters):
        """Return the result of a DevTools method."""
        number = next(self.numbers)
        self.line.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.line.recv(timeout=60))
            if answer.get("id") == number:
                assert "error" not in answer, answer
                return answer["result"]

    def open(self, address):
        self.call("Page.enable")
        self.call("Page.navigate", url=address)

    def run(self, script):
        """Return the value of a JavaScript expression."""
        found = self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def wait(self, script, seconds=30.0):
        """Return the expression's value as soon as it is true."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if value := self.run(script):
                return value
            time.sleep(0.05)
        raise TimeoutError(script)

    def type(self, selector, text):
        """Type into an input as a hand does, key by key; "\\r" is Enter."""
        self.run(f"document.querySelector({json.dumps(selector)}).focus()")
        for one in text:
            key = "Enter" if one == "\r" else one
            self.call("Input.dispatchKeyEvent", type="keyDown", key=key, text=one)
            self.call("Input.dispatchKeyEvent", type="keyUp", key=key)

    def save(self, path):
        """Write a picture of the page."""
        Path(path).write_bytes(base64.b64decode(self.call("Page.captureScreenshot")["data"]))
