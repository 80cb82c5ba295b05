"""Answers that are files: the server sends them from the disk, as fast as who asked takes them."""

import io
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Any, Final

IN_MEMORY: Final = 1024 * 1024
"""Bytes of an answer that may wait in memory for who takes it slowly; more goes through a file."""
OPENED_SECONDS: Final = 30
"""After so long the server has opened a file that was written for one answer."""
PREFIX: Final = "answer-"
LEFT_SECONDS: Final = 24 * 60 * 60
"""Nobody else removes one as old: its server ended, or who made it died before it answered. Several servers may have the folder in common, and
one that is removed before it is opened fails: so long that clocks which differ, or are set, matter to none that is on its way."""


class FileAnswer:
    """`wsgi.file_wrapper`: tells a whole file of the disk from whatever else can be read."""

    def __init__(self, file: Any, block_size: int = 64 * 1024) -> None:
        self.file, self._block_size = file, block_size

    @property
    def path(self) -> str:
        """Of the file, where all of it is the answer; else nothing."""
        file = self.file
        whole = isinstance(file, io.BufferedReader) and isinstance(file.name, str) and file.tell() == 0
        return str(Path(file.name).absolute()) if whole else ""

    def __iter__(self) -> Iterator[bytes]:
        while block := self.file.read(self._block_size):
            yield block

    def close(self) -> None:
        if hasattr(self.file, "close"):
            self.file.close()


def left_remove(folder: Path) -> None:
    """What was left there of answers."""
    for each in folder.glob(f"{PREFIX}*"):
        with suppress(OSError):  # another one removes it too, or it is somebody else's
            if each.stat().st_mtime < time.time() - LEFT_SECONDS:
                each.unlink()


def spooled(parts: Iterable[bytes], folder: Path) -> tuple[bytes, str]:
    """All of it: in memory, or where it is long, the path of a file in `folder` that is to be removed once it is opened."""
    held: list[bytes] = []
    size = 0
    coming = iter(parts)
    for part in coming:
        held.append(part)
        size += len(part)
        if size > IN_MEMORY:
            left_remove(folder)
            return b"", _written(chain(held, coming), folder)
    return b"".join(held), ""


def _written(parts: Iterable[bytes], folder: Path) -> str:
    """In reach of nobody else, since it may be of people."""
    with tempfile.NamedTemporaryFile(prefix=PREFIX, dir=folder, delete=False) as file:
        try:
            file.writelines(parts)
        except BaseException:
            Path(file.name).unlink()
            raise
    return file.name
