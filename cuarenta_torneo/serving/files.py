"""Answers that are files: the server sends them from the disk, as fast as who asked takes them."""

import io
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any, Final

IN_MEMORY: Final = 1024 * 1024
"""Bytes of an answer that may wait in memory for who takes it slowly; more goes through a file."""
OPENED_SECONDS: Final = 30
"""After so long the server has opened a file that was written for one answer."""


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


def spooled(parts: Iterable[bytes]) -> tuple[bytes, str]:
    """All of it: in memory, or where it is long, the path of a file that is to be removed once it is opened."""
    held: list[bytes] = []
    size = 0
    file: IO[bytes] | None = None
    for part in parts:
        size += len(part)
        if file is None and size > IN_MEMORY:
            file = tempfile.NamedTemporaryFile(prefix="cuarenta-", delete=False)  # noqa: SIM115 (it outlives this call)
            file.writelines(held)
        if file is None:
            held.append(part)
        else:
            file.write(part)
    if file is None:
        return b"".join(held), ""
    file.close()
    return b"", file.name
