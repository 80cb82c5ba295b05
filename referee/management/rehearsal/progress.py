"""How far a long command has come: a bar on a terminal, nothing anywhere else."""

from types import TracebackType
from typing import TextIO

import click


class Progress:
    """A bar of `length` steps on `stream` while it is entered."""

    def __init__(self, label: str, length: int, stream: TextIO) -> None:
        self._bar = click.progressbar(
            length=length, label=label, file=stream, hidden=not stream.isatty(), show_pos=True, width=30
        )

    def step(self, count: int = 1) -> None:
        self._bar.update(count)

    def __enter__(self) -> "Progress":
        self._bar.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._bar.__exit__(kind, error, traceback)
