"""Which cards a desk shows: the pages of a console behind tabs, or in windows of their own."""

from collections.abc import Iterator

from simulator.spec.models.console import ConsoleSpec

STOP = "emergency_stop"


class Pages:
    """The pages of one console; `chosen` is the one on the desk, "" where there is none."""

    def __init__(self, console: ConsoleSpec) -> None:
        self.console = console
        self.apart = {name for name, page in console.pages.items() if page.window}
        self.chosen = next(iter(self.tabs), "")

    @property
    def tabs(self) -> list[str]:
        """The pages that have no window of their own, in the order of the file."""
        return [name for name in self.console.pages if name not in self.apart]

    def choose(self, name: str) -> None:
        """Show this page, or the first one if it is not on the desk."""
        tabs = self.tabs
        self.chosen = name if name in tabs else tabs[0] if tabs else ""

    def step(self, way: int) -> None:
        """Show the next page (1) or the one before (-1)."""
        tabs = self.tabs
        if tabs:
            self.chosen = tabs[(tabs.index(self.chosen) + way) % len(tabs)]

    def move(self, name: str) -> None:
        """Give a page a window of its own, or have it back as a tab and show it."""
        if name in self.apart:
            self.apart.discard(name)
            self.choose(name)
        elif name in self.console.pages:
            self.apart.add(name)
            self.choose(self.chosen)

    def follow(self, before: "Pages") -> None:
        """Go on as the same console's pages were left: in another scene, or before an edit."""
        known = before.console.pages
        for name, page in self.console.pages.items():
            if name in known and known[name].window == page.window:  # the file says as before
                (self.apart.add if name in before.apart else self.apart.discard)(name)
        self.choose(before.chosen)

    def groups(self, page: str, is_apart: bool = False) -> frozenset[str]:
        """Return the groups on a page; "" stands for widgets without a group.

        A card without a page is on every page of the desk; one with a stop in every window, too.
        """
        spec = self.console.groups
        own = {name for name, group in spec.items() if group.page == page != ""}
        return frozenset(own | {*self._stops()} | (set() if is_apart else {"", *self._common()}))

    def page_of(self, widget: str) -> str | None:
        """Return the page that alone shows a widget; None if it is on every page."""
        group = self.console.groups.get(self.console.panel[widget].group or "")
        return group.page if group is not None else None

    def _common(self) -> Iterator[str]:
        for name, group in self.console.groups.items():
            if group.page is None:
                yield name

    def _stops(self) -> Iterator[str]:
        for widget in self.console.panel.values():
            if widget.type == STOP:
                yield widget.group if widget.group in self.console.groups else ""

    def parts(self) -> dict[str, ConsoleSpec]:
        """Return each page as a console of the widgets that it alone shows."""
        return {
            page: self.console.model_copy(
                update={
                    "panel": {
                        name: widget
                        for name, widget in self.console.panel.items()
                        if self.page_of(name) == page
                    }
                }
            )
            for page in self.console.pages
        }
