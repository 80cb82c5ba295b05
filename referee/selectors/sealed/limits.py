"""What a process of ours may take that reads a PDF from anybody."""

from typing import Final

from brackets.confined import confined

SECONDS: Final = 20
MEMORY: Final = 144 * 1024**2
"""Bytes: half as much again as a signed file takes of the largest size that may be handed in."""


def limited() -> None:
    """From here on."""
    confined(seconds=SECONDS, memory=MEMORY)
