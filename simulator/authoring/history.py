"""What was done to a text, step by step, to be taken back and done again."""

from dataclasses import dataclass, field
from typing import NamedTuple


class Change(NamedTuple):
    """A piece of text that became another."""

    start: int
    old: str
    new: str


@dataclass
class Step:
    """What one undo takes back: changes in the order they were done."""

    changes: list[Change] = field(default_factory=list)

    def back(self, text: str) -> str:
        """Return the text as it was before."""
        for start, old, new in reversed(self.changes):
            text = text[:start] + old + text[start + len(new) :]
        return text

    def again(self, text: str) -> str:
        """Return the text as it is after."""
        for start, old, new in self.changes:
            text = text[:start] + new + text[start + len(old) :]
        return text


class History:
    """Steps that were done, and those that were taken back."""

    def __init__(self) -> None:
        self.done: list[Step] = []
        self.undone: list[Step] = []

    def clear(self) -> None:
        """Forget everything."""
        self.done.clear()
        self.undone.clear()

    def add(self, step: Step) -> None:
        """Remember a step, if it changes anything."""
        if step.changes:
            self.undone.clear()
            self.done.append(step)

    def join(self) -> None:
        """Make the last step a part of the one before it."""
        last = self.done.pop()
        self.done[-1].changes.extend(last.changes)

    def undo(self, text: str) -> str:
        """Return the text before the last step; the same text where there is none."""
        if not self.done:
            return text
        step = self.done.pop()
        self.undone.append(step)
        return step.back(text)

    def redo(self, text: str) -> str:
        """Return the text after the step that was taken back last, if there is one."""
        if not self.undone:
            return text
        step = self.undone.pop()
        self.done.append(step)
        return step.again(text)
