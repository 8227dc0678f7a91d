"""Writes everything that is printed from the models: `python -m simulator.spec.publish`."""

from pathlib import Path

from .naming import fault_matrix
from .printing import reference, schema

ROOT = Path(__file__).parents[2]
ERRORS = Path(__file__).parent / "ERRORS.md"
FAULTS = ROOT / "simulator" / "faults" / "FAULTS.md"
READMES = {
    "robots": ("robot",),
    "scenes": ("scene", "script", "exercise", "vary"),
    "consoles": ("console",),
    "consoles/hardware": ("hardware",),
}


def list_pages() -> dict[Path, str]:
    """Return every printed file and what it should hold now."""
    pages = {schema.FOLDER / f"{kind}.schema.json": schema.as_text(kind) for kind in schema.MODELS}
    pages[ERRORS] = reference.error_codes()
    pages[FAULTS] = fault_matrix.page()
    for folder, kinds in READMES.items():
        path = ROOT / folder / "README.md"
        pages[path] = reference.refresh(path.read_text(encoding="utf-8"), kinds)
    return pages


def main() -> None:
    """Write the pages."""
    schema.FOLDER.mkdir(exist_ok=True)
    for path, text in list_pages().items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
