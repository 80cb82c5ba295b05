"""A process of its own for reading a file from anybody, which may be made to take for ever, or all memory."""

import logging
import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
NEEDED: Final = ("PATH", "LD_LIBRARY_PATH")
ENVIRONMENT: Final = {name: os.environ[name] for name in NEEDED if name in os.environ} | {"LC_ALL": "C.UTF-8"}
"""Of such a process: none of the secrets of the server, and no locale whose tables take memory."""


def confined(*, seconds: int, memory: int) -> None:
    """From here on this process takes no more of the processor nor bytes of addresses, and says nothing but its answer."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    os.nice(19)  # what records goes first
    logging.disable(logging.CRITICAL)


def answer_of(module: str, data: bytes, *given: str, seconds: float) -> bytes | None:
    """What a module of ours, which confines itself, writes about the data; None where that would take more than its share.

    Raises TimeoutError after so many seconds: it comes last, so on a busy computer it may get no turn of the processor for long.
    """
    try:
        done = subprocess.run(  # noqa: S603 (our own module)
            [sys.executable, "-m", module, *given],
            input=data,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=seconds,
            check=False,
            cwd=ROOT,
            env=ENVIRONMENT,
        )
    except subprocess.TimeoutExpired as error:
        raise TimeoutError from error
    return None if done.returncode else done.stdout
