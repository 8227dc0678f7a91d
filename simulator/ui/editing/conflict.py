"""What an editor asks where another program has written a file that is edited in it."""

from collections.abc import Sequence
from pathlib import Path

from simulator.ui.editing import controls
from simulator.ui.painting.paint import Paint
from simulator.ui.texts.phrases import pair

HEIGHT = 46.0
TEXTS = {
    "conflict": pair(
        "{}: изменён на диске другой программой, а ваши правки не сохранены",
        "{}: another program has written it, and your edits are not saved",
    ),
    "reload": pair("Взять с диска", "Reload"),
    "overwrite": pair("Записать мои правки", "Overwrite"),
    "kept": pair(
        "Другое остаётся среди прежних версий файла.",
        "The other one stays among the file's backups.",
    ),
}


def tell(files: Sequence[str], language: str) -> str:
    """Return what has happened to which files."""
    names = ", ".join(Path(file).name for file in files)
    return TEXTS["conflict"].in_language(language).format(names)


def choose(p: Paint, x: float, y: float, wide: float, language: str) -> str:
    """Draw the two ways out; return "reload", "overwrite" or ""."""
    asked = ""
    for name in ("reload", "overwrite"):
        text = TEXTS[name].in_language(language)
        width = p.width(text, 13, True) + 32
        if controls.button(p, x, y, width, text):
            asked = name
        x += width + 10
    kept = TEXTS["kept"].in_language(language)
    if x + p.width(kept, 13) < wide:
        p.text(x + 6, y + 17, kept, align=0, size=13)
    return asked
