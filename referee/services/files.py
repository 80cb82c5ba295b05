"""Files that are there whole or not at all, for this account alone, and survive a power cut."""

import os
from pathlib import Path
from uuid import uuid4


def file_write(path: Path, data: bytes) -> None:
    """Have `data` at `path`; what stood there is replaced at once."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_suffix(f".{uuid4().hex}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
