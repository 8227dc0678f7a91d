"""What program keys and menus do."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import moderngl
from imgui_bundle import imgui
from PIL import Image

from simulator.app import opening, status
from simulator.app.arranging import Arranging
from simulator.app.assembly import Assembly
from simulator.app.laying import Laying
from simulator.app.viewer import FOLLOW, FREE
from simulator.snapshot import Event
from simulator.ui.areas import Rect
from simulator.ui.intents import DEBUG_DRAWS, QUALITIES, Intents
from simulator.ui.overlays import message_card
from simulator.ui.texts import laying as laying_texts
from simulator.ui.texts.lessons import TEXTS

DEBUGS = (frozenset[str](), *(frozenset({name}) for name in DEBUG_DRAWS), frozenset(DEBUG_DRAWS))
MENU = {"pause": "pause", "step": "single_step", "reset": "reset", "record": "record"}
MENU |= {"picture": "screenshot", "fullscreen": "fullscreen", "help": "help"}
MENU |= {"end_attempt": "end_attempt"}
GOES_ON = ("recording", "recording_on")  # notices of a recording that goes on
STANDS = {"countdown": "counts_down", "waiting": "is_read"}  # why nothing moves behind a page


class Actions:
    """One method for each action of `keyboard.PROGRAM_KEYS`, done to the window's parts."""

    def __init__(self, app: Assembly) -> None:
        self.app = app
        self._begun: Path | None = None  # recording that was asked for
        self.crop: Rect | None = None  # of the next picture

    def act(self, action: str, *arguments: Any) -> None:
        """Do an action by its name."""
        getattr(self, action)(*arguments)

    def obey(self, asked: Intents) -> None:
        """Do what was chosen in menus and cards."""
        app = self.app
        for field, action in MENU.items():
            if getattr(asked, field):
                self.act(action)
        if asked.open_scene is not None:
            self.break_off(partial(app.open_scene, Path(asked.open_scene)))
        if asked.recordings:
            app.recordings.look(app.lessons.trainee, app.used)
        if asked.console is not None:
            app.select(asked.console)
        if asked.page is not None:
            app.screen.desk.pages.choose(asked.page)
        if asked.page_apart is not None:
            app.screen.pages.move(asked.page_apart)
        if asked.quality is not None:
            self.set_quality(asked.quality)
        if asked.open_file is not None:
            opening.edit(*asked.open_file)
        if asked.exercises:
            self.break_off(partial(app.lessons.act, "list"))
        if app.devices is not None:
            if asked.calibrate is not None:
                app.calibrating.open(asked.calibrate, app.devices.gamepads)
            if asked.use_device is not None:
                app.devices.gamepads.toggle(asked.use_device)
        if asked.hint:
            app.lessons.hint()
        if asked.diagram or asked.diagram_of is not None:
            app.diagrams.obey(asked)
        if asked.arrange:
            self._toggle(app.arranging)
        if asked.lay_out:
            self._toggle(app.laying)
        if asked.quit:
            self.quit()
        if app.viewer is None:
            return
        if asked.camera is not None:
            app.viewer.choose(asked.camera)
        if asked.inset is not None:
            app.viewer.inset = asked.inset
            if app.lessons.is_running:  # what the operator looks at counts
                app.realtime.send("event", Event("view", asked.inset))
        if asked.debug is not None:
            app.viewer.debug = app.viewer.debug ^ {asked.debug}

    def help(self) -> None:
        """Show or hide the help page."""
        self.app.shows_help = not self.app.shows_help

    def close(self) -> None:
        """Hide what is on top: the help page, a menu, a message, or else an editor."""
        devices = self.app.devices
        if self.app.shows_help:
            self.app.shows_help = False
        elif not self._close_menus():
            if devices is None or not message_card.dismiss(devices.panel):
                self._leave_editor()

    def _leave_editor(self) -> None:
        """Close the editor on top; but Escape first ends what is typed, dragged or told in it."""
        app = self.app
        if imgui.get_io().want_text_input or imgui.is_any_mouse_down() or app.screen.shows_problems:
            return
        for editor in app.editors:
            if editor.is_open:
                editor.leave()
                return

    def _toggle(self, editor: Arranging | Laying) -> None:
        """Open an editor in place of the others, or close it; not in exercises or recordings."""
        if not editor.is_open:
            if not self.may_edit():
                return
            for other in self.app.editors:
                if other.is_open:
                    other.toggle()
        editor.toggle()

    def _close_menus(self) -> bool:
        """Close all menus; return whether any was open."""
        flags = imgui.PopupFlags_.any_popup_id | imgui.PopupFlags_.any_popup_level
        is_open = imgui.is_popup_open("", flags)
        if is_open:
            imgui.internal.close_popup_to_level(0, True)
        return is_open

    def diagram(self) -> None:
        """Show the functional diagram, or view and desk again."""
        self._close_menus()
        self.app.diagrams.toggle()

    def arrange(self) -> None:
        """Open the scene's editor, or close it."""
        self._close_menus()
        self._toggle(self.app.arranging)

    def lay_out(self) -> None:
        """Open the editor of the desk, or close it."""
        self._close_menus()
        self._toggle(self.app.laying)

    def may_edit(self) -> bool:
        """Return whether scene and desk may be edited now; say why not."""
        app = self.app
        is_lesson, is_played = app.lessons.exercise is not None, app.debriefing.is_open
        if is_lesson or is_played:
            app.notify(laying_texts.say("locked" if is_lesson else "played", app.screen.language))
        return app.viewer is not None and not (is_lesson or is_played)

    def language(self) -> None:
        """Change between Russian and English."""
        screen = self.app.screen
        screen.language = "en" if screen.language == "ru" else "ru"

    def pause(self) -> None:
        """Pause, or go on; an exam goes on."""
        if self._is_exam() or self._is_waiting():
            return
        realtime = self.app.realtime
        realtime.send("resume" if realtime.state.name == "paused" else "pause")

    def single_step(self) -> None:
        """Pause and advance by one frame; an exam goes on."""
        if self._is_exam() or self._is_waiting():
            return
        self.app.realtime.send("step")

    def _is_exam(self) -> bool:
        """Return whether an exam is under way, and say that it does not stand still."""
        is_exam = self.app.lessons.is_exam
        if is_exam:
            self.app.notify(TEXTS["no_pause"].in_language(self.app.screen.language))
        return is_exam

    def _is_waiting(self) -> bool:
        """Return whether everything stands behind what is read or counted, and say so."""
        why = STANDS.get(status.WAITS.get(self.app.lessons.page, ""))
        if why is not None:
            self.app.notify(TEXTS[why].in_language(self.app.screen.language))
        return why is not None

    def reset(self) -> None:
        """Put scene and console back to their start; an attempt begins anew, if that is meant.

        A recording that is played goes back to its beginning.
        """
        if self.app.debriefing.is_open:
            self.app.debriefing.seek(0.0)
            return
        if self.app.lessons.exercise is not None:
            self.break_off(partial(self.app.lessons.act, "retry"))
            return
        self.app.put_back_panel()
        self.app.realtime.send("reset")

    def break_off(self, then: Callable[[], Any]) -> None:
        """Do what may break an attempt off; of one that is under way it is asked about first."""
        self.app.leaving.break_off(then)

    def end_attempt(self) -> None:
        """Break off an attempt that is under way, if that is meant; its result is shown."""
        self._close_menus()
        if self.app.lessons.is_running:
            self.break_off(partial(self.app.lessons.act, "break_off"))

    def quit(self) -> bool:
        """End the program; return True, which keeps the window until its loop has ended."""
        self.break_off(self.app.close)
        return True

    def note_focus_loss(self) -> None:
        """Tell the recording that the operator has left the window during an attempt."""
        if self.app.lessons.is_running:
            self.app.realtime.send("event", Event("focus_lost"))

    def record(self) -> None:
        """Begin a recording in out/, or end it; not an attempt's, nor while one is played."""
        app = self.app
        is_tried = app.lessons.is_running or app.lessons.page == "countdown"
        if app.debriefing.is_open or is_tried:
            why = "is_recorded" if is_tried else "no_record"
            app.notify(TEXTS[why].in_language(app.screen.language))
        elif app.realtime.state.recording is not None:
            app.realtime.send("stop_recording")
            self._tell_recorded()
        elif app.devices is not None:
            path = app.new_file("mcap")
            app.realtime.send("record", path)
            self._begun = path

    def tell_recording(self) -> None:
        """Say where the recording is that was asked for, once it is one."""
        path, state = self._begun, self.app.realtime.state
        if path is None:
            return
        if state.recording is not None:
            self.app.notify("recording", str(path))
        refused = state.complaint is not None and state.complaint.en.startswith(f"{path}:")
        if state.recording is not None or refused:
            self._begun = None

    def _tell_recorded(self) -> None:
        """Say where the recording is that has ended, instead of that there is one."""
        if self.app.devices is None:
            return
        panel = self.app.devices.panel
        told = [one for one in panel.notices if one.reason in GOES_ON]
        for one in told:
            panel.dismiss(one.reason)
        if told:
            panel.notify("saved", told[-1].source)

    def debug(self) -> None:
        """Go through the kinds of debug drawing."""
        viewer = self.app.viewer
        if viewer is not None:
            place = DEBUGS.index(viewer.debug) if viewer.debug in DEBUGS else 0
            viewer.debug = DEBUGS[(place + 1) % len(DEBUGS)]

    def next_camera(self) -> None:
        """Look through the next camera."""
        if self.app.viewer is not None:
            self.app.viewer.choose_next()

    def choose_console(self, place: int) -> None:
        """Take the console of this place, from 0."""
        owners = list(self.app.screen.consoles)
        if 0 <= place < len(owners):
            self.app.select(owners[place])

    def next_console(self, step: int) -> None:
        """Take the next console, or the one before (-1)."""
        owners = list(self.app.screen.consoles)
        self.choose_console((owners.index(self.app.screen.console) + step) % len(owners))

    def next_page(self, way: int) -> None:
        """Show the next page of the desk, or the one before (-1)."""
        self.app.screen.desk.pages.step(way)

    def follow(self) -> None:
        """Have the camera follow the robot, or free it."""
        viewer = self.app.viewer
        if viewer is not None:
            viewer.choose(FREE if viewer.camera == FOLLOW else FOLLOW)

    def quality(self) -> None:
        """Go on to the next quality of the picture that can be drawn."""
        place = QUALITIES.index("auto" if self.app.is_auto else self.app.quality)
        for name in (*QUALITIES[place + 1 :], *QUALITIES[:place]):
            if self.set_quality(name):
                return

    def set_quality(self, name: str) -> bool:
        """Draw at this quality and leave it there, or with "auto" as the pictures' cost allows.

        Return whether it can be drawn; if not, all is as before.
        """
        app, was_auto = self.app, self.app.is_auto
        app.is_auto = name == "auto"
        app.quality = app.suggested if app.is_auto else name
        if app.viewer is None:
            return True
        try:
            app.viewer.set_quality(app.quality)
        except Exception as error:  # a mistake in a shader that is drawn with at this one alone
            app.quality, app.is_auto = app.viewer.renderer.quality.name, was_auto
            app.refuse(error)
            return False
        return True

    def adapt_quality(self, cost: float) -> None:
        """Let the quality follow what the last picture cost [s]."""
        app = self.app
        if app.viewer is None:
            return
        try:
            app.viewer.observe(cost)
        except Exception as error:  # the same; then it stays as it is until somebody chooses
            app.is_auto = False
            app.refuse(error)
        app.quality = app.viewer.renderer.quality.name

    def fullscreen(self) -> None:
        """Fill the screen, or give it back."""
        window = self.app.window
        window.set_fullscreen(not window.fullscreen)

    def screenshot(self) -> None:
        """Save the next picture of the window."""
        self.app.wants_picture = True

    def picture_of(self, box: Rect) -> None:
        """Save the next picture of a part (x, y, width, height) of the window."""
        self.crop, self.app.wants_picture = box, True

    def save_picture(self, target: moderngl.Framebuffer) -> None:
        """Write what was drawn into the texture of `target` to out/, show it and free it."""
        self.app.wants_picture = False
        picture = Image.frombytes("RGB", target.size, target.read(components=3))
        upright, part = picture.transpose(Image.Transpose.FLIP_TOP_BOTTOM), self.crop
        if part is not None:
            upright = upright.crop((part[0], part[1], part[0] + part[2], part[1] + part[3]))
        self.app.save("png", upright.save)
        self.crop = None
        texture = target.color_attachments[0]
        assert isinstance(texture, moderngl.Texture)
        self.app.presenter.show(texture, self.app.surface(), (0, 0, *target.size))
        target.release()
        texture.release()

    def debrief(self, recording: Path) -> None:
        """Have the page about a recording written, and tell so until it is there."""
        app, page = self.app, f"{recording.stem}.html"
        notices = app.devices.panel.notices if app.devices is not None else ()
        if any((one.reason, one.source) == ("writing", page) for one in notices):
            return

        def told(reason: str, source: str = "") -> None:
            if app.devices is not None:  # of now: a file saved meanwhile has made another desk
                app.devices.panel.dismiss("writing", page)
            app.notify(reason, source)

        app.notify("writing", page)
        opening.debrief(recording, told, app.screen.language)
