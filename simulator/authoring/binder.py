"""Documents that are open together: each file once, found by what a loaded scene says of it."""

import os
from pathlib import Path
from typing import NamedTuple

from simulator.spec.errors import KeyPath
from simulator.spec.reading.project import shown
from simulator.spec.reading.source import Source

from . import saving
from .document import Document, EditError


class Place(NamedTuple):
    """Where a value stands: in which document, and at which of its paths."""

    document: Document
    path: KeyPath


class Binder:
    """The open documents by file."""

    def __init__(self) -> None:
        self.documents: dict[str, Document] = {}  # by real path
        self._read: dict[str, bytes] = {}  # what the disk had when it was read or saved

    def open(self, path: str | os.PathLike[str]) -> Document:
        """Return a file's document, the same each time.

        Raises:
            OSError: It cannot be read.
            SpecErrors: It is not YAML.
        """
        real = os.path.realpath(path)
        if real not in self.documents:
            data = Path(real).read_bytes()
            self.documents[real] = Document(data, shown(Path(real)))
            self._read[real] = data
        return self.documents[real]

    def find(self, source: Source, kind: str, path: KeyPath) -> Place:
        """Return where a value of a loaded scene (`Source.locate`) was written, include or not.

        Raises:
            EditError: The file has changed since the scene was loaded.
        """
        mark = source.locate(kind, path)
        document = self.open(mark.file)
        found = document.path_at(mark.line, mark.column)
        if found is None:
            raise EditError(
                f"{mark.file} is not as it was when the scene was loaded",
                f"{mark.file} уже не такой, как при загрузке сцены",
            )
        return Place(document, found)

    def list_dirty(self) -> list[Document]:
        """Return the documents that have something to save."""
        return [document for document in self.documents.values() if document.is_dirty]

    def save(self, document: Document, *, over: bool = False) -> None:
        """Write a document to its file; `over` whatever that holds by now, which is kept.

        Raises:
            ChangedOnDiskError: Another program has written the file since it was read.
            OSError: It cannot be written; the file is as it was.
        """
        real = self.path_of(document)
        data = document.data
        saving.save(Path(real), data, None if over else self._read[real])
        self._read[real] = data
        document.note_saved()

    def save_all(self) -> None:
        """Write every document that has something to save."""
        for document in self.list_dirty():
            self.save(document)

    def is_changed(self, document: Document) -> bool:
        """Say whether another program has written the document's file since it was read."""
        real = self.path_of(document)
        try:
            return Path(real).read_bytes() != self._read[real]
        except OSError:
            return True

    def read_again(self, document: Document) -> None:
        """Take what the file has now as a step of the document, which can be taken back.

        Raises:
            OSError: It cannot be read.
            SpecErrors: It is not YAML; the document is as it was.
        """
        real = self.path_of(document)
        data = Path(real).read_bytes()
        document.replace_data(data)
        self._read[real] = data

    def path_of(self, document: Document) -> str:
        """Return the real path of a document's file."""
        return next(real for real, one in self.documents.items() if one is document)
