"""What a WSGI application answers as a value, so that it can be sent from elsewhere than where it was made."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from msgspec import Struct

from cuarenta_torneo.serving.environ import Environ
from cuarenta_torneo.serving.files import IN_MEMORY, FileAnswer, spooled
from cuarenta_torneo.serving.protocol import HeaderList

Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]


class Answer(Struct, array_like=True, gc=False):
    """`path`: of a file that is the body, which is removed once it is sent where it was `written` for this answer."""

    status: int
    headers: HeaderList
    body: bytes = b""
    path: str = ""
    written: bool = False


def answer_of(application: Application, environ: Environ, folder: Path) -> Answer:
    """Run it. What is long waits in a file in `folder`, so that who takes it slowly holds no thread and no memory."""
    begun: list[tuple[int, HeaderList]] = []

    def start(status: str, headers: HeaderList, _error: object = None) -> None:
        begun[:] = [(int(status[:3]), headers)]

    parts = application(environ, start)
    try:
        path = parts.path if isinstance(parts, FileAnswer) else ""
        body, written = _body(parts, folder) if not path else (b"", "")
        [(status, headers)] = begun
        return Answer(status, headers, body, path or written, bool(written))
    finally:
        if hasattr(parts, "close"):
            parts.close()


def _body(parts: Iterable[bytes], folder: Path) -> tuple[bytes, str]:
    """In memory, or the path of a file; a tap's answer is the one part of a list."""
    if isinstance(parts, list) and len(parts) == 1 and len(parts[0]) <= IN_MEMORY:
        return parts[0], ""
    return spooled(parts, folder)
