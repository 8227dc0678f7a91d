"""Opens the window, or says in one message what keeps it from opening."""

import os
import time
from typing import Any

import moderngl
import pyglet

from simulator.app import clipboard
from simulator.console import stamps

pyglet.options.debug_gl = False
pyglet.options.shadow_window = False  # both before anything of pyglet.window is imported

APT_LINE = "sudo apt-get install -y --no-install-recommends libgl1 libegl1 libxrender1"
MESA_LINE = "sudo apt-get install -y --no-install-recommends libgl1-mesa-dri"
HEADLESS = "Or run without a window:\n    simulator run SCENE --headless --script FILE"
SIZE, LEAST = (1600, 1000), (800, 600)
SCALE_STEP = 0.25
BACKGROUND = (0.055, 0.071, 0.086, 1.0)  # theme.BG0


class NoWindow(RuntimeError):  # noqa: N818 - it says what there is
    """No window can be opened here; the text says why."""


def open_window(
    size: tuple[int, int] | None = None, visible: bool = True, scale: float | None = None
) -> Any:
    """Return a pyglet window with an OpenGL 3.3 core context, fitted to the screen.

    Without a `size` it has room for what is drawn at `scale`, which is the screen's own for None.

    Raises:
        NoWindow: Display or libraries are missing; the text says what; `explain` what to do.
    """
    try:
        from simulator.app import key_symbols  # it needs a display, as pyglet's own windows do

        key_symbols.use_utf8()
        from pyglet import window

        screen = pyglet.display.get_display().get_default_screen()
        wanted = size or fitting_size(
            (screen.width, screen.height), scale or fitting_scale(screen.get_dpi())
        )
        config = pyglet.gl.Config(
            major_version=3,
            minor_version=3,
            forward_compatible=True,
            double_buffer=True,
            depth_size=0,
            sample_buffers=0,
        )
        opened = window.Window(
            *wanted, caption="Simulator", resizable=True, config=config, visible=visible
        )
    except Exception as error:  # pyglet raises ImportError, AttributeError and its own
        raise NoWindow(str(error) or type(error).__name__) from error
    opened.set_minimum_size(*LEAST)
    stamps.listen(opened, time.perf_counter)
    key_symbols.listen(opened)
    clipboard.listen(opened)
    return opened


def open_context() -> moderngl.Context:
    """Return moderngl's view of the open window's context.

    Raises:
        NoWindow: OpenGL 3.3 is not there.
    """
    try:
        return moderngl.create_context(require=330)
    except Exception as error:  # moderngl raises a bare Exception for every cause
        raise NoWindow(str(error)) from error


def surface(opened: Any, ctx: moderngl.Context) -> moderngl.Framebuffer:
    """Return a window's own framebuffer at its present size; the window's context is current."""
    size = opened.get_framebuffer_size()
    screen = ctx.screen
    screen._size = tuple(size)  # type: ignore[attr-defined]  # moderngl reads it but once
    screen.use()
    screen.viewport = (0, 0, *size)
    return screen


def free(ctx: moderngl.Context) -> None:
    """Free what nobody holds any more, as what a mistake in a shader leaves half made.

    The context is current, which it is in the window's thread alone.
    """
    while ctx.objects:
        thing = ctx.objects.popleft()
        if hasattr(thing, "release"):  # else it was freed by whoever held it
            thing.release()


def wait_for_pictures() -> None:
    """Wait until everything is drawn, without holding up other Python threads meanwhile.

    moderngl's own calls keep the interpreter's lock; a call through ctypes does not.
    """
    pyglet.gl.glFinish()


def explain(error: Exception) -> str:
    """Return what a user can do about a window that does not open."""
    named = os.environ.get("DISPLAY")
    if any(one in str(error) for one in ("NoSuchConfig", "GL context", "OpenGL version")):
        return (
            f"This display draws no OpenGL 3.3 ({error}).\n"
            f"Where it has no graphics card, Debian or Ubuntu draws with this:\n    {MESA_LINE}\n"
            f"A server that was started without GLX has to be started with it. {HEADLESS}"
        )
    if "display" in str(error).lower() or "cannot connect" in str(error).lower():
        mend = f"Nothing answers at DISPLAY={named}: name a display that is there" if named else ""
        return f"No display to open a window on ({error}).\n{mend or 'Set DISPLAY'}. {HEADLESS}"
    return (
        f"The window could not be opened ({error}).\n"
        f"On Debian or Ubuntu this line installs what is missing:\n    {APT_LINE}"
    )


def fitting_size(screen: tuple[int, int], scale: float) -> tuple[int, int]:
    """Return how large a window is to begin with whose texts and controls have this scale [px]."""
    return min(round(SIZE[0] * scale), screen[0]), min(round(SIZE[1] * scale), screen[1])


def fitting_scale(dpi: float) -> float:
    """Return the scale of texts and controls for a screen's dots per inch: 1 to 2 by quarters."""
    return min(max(round(dpi / 96.0 / SCALE_STEP) * SCALE_STEP, 1.0), 2.0)
