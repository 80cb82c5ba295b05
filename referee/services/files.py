"""Files that are there whole or not at all, for this account alone, and survive a power cut."""

import os
from pathlib import Path
from typing import BinaryIO
from uuid import uuid4


def private(path: Path) -> BinaryIO:
    """A new file to write to, for this account alone. Raises FileExistsError."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def file_write(path: Path, data: bytes) -> None:
    """Have `data` at `path`; what stood there is replaced at once."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_suffix(f".{uuid4().hex}")
    with private(draft) as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
