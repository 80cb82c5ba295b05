"""What a process of ours may take that reads a PDF from anybody: such a file may be made to take for ever, or all memory."""

import logging
import os
import resource
from typing import Final

SECONDS: Final = 20
MEMORY: Final = 144 * 1024**2
"""Bytes: half as much again as a signed file takes of the largest size that may be handed in."""


def limited() -> None:
    """From here on this process takes no more, and says nothing but its answer."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    os.nice(19)  # what records goes first
    logging.disable(logging.CRITICAL)
