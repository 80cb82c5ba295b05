"""Answers that are files: the server sends them from the disk, as fast as who asked takes them."""

import io
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Final

from cuarenta_torneo.serving.ports import given

IN_MEMORY: Final = 1024 * 1024
"""Bytes of an answer that may wait in memory for who takes it slowly; more goes through a file."""
OPENED_SECONDS: Final = 30
"""After so long the server has opened a file that was written for one answer."""
LEFT_SECONDS: Final = 2 * OPENED_SECONDS
"""Nobody removes one as old any more: the server ended, or who made it died before it answered."""


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


def answers_folder() -> Path:
    """Where they lie: in reach of nobody else, since they may be of people."""
    folder = Path(given("VAR_DIR", "var")).absolute() / "answers"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def left_remove() -> None:
    """Whatever was left there."""
    for each in answers_folder().iterdir():
        with suppress(FileNotFoundError):  # another one removes it too
            if each.stat().st_mtime < time.time() - LEFT_SECONDS:
                each.unlink()


def spooled(parts: Iterable[bytes]) -> tuple[bytes, str]:
    """All of it: in memory, or where it is long, the path of a file that is to be removed once it is opened."""
    held: list[bytes] = []
    size = 0
    file: IO[bytes] | None = None
    for part in parts:
        size += len(part)
        if file is None and size > IN_MEMORY:
            left_remove()
            file = tempfile.NamedTemporaryFile(dir=answers_folder(), delete=False)  # noqa: SIM115 (it outlives this call)
            file.writelines(held)
        if file is None:
            held.append(part)
        else:
            file.write(part)
    if file is None:
        return b"".join(held), ""
    file.close()
    return b"", file.name
