"""Whether the ports of a server are free. granian shares a port with whoever listens there already: each would answer some requests.

`python -m cuarenta_torneo.serving.ports` says which is not, and ends with 1.
"""

import errno
import os
import socket
import sys
from contextlib import closing
from time import monotonic, sleep
from typing import Final

ENDING_SECONDS: Final = 10
"""A server that was told to end a moment ago still has its port: it waits five seconds for answers on their way."""


def given(name: str, default: str) -> str:
    """Of the environment; what is set to nothing is not set."""
    return os.environ.get(name) or default


def ports() -> dict[str, str]:
    """Where pages and stream listen, by their variables."""
    pages = given("PORT", "8000")
    return {"PORT": pages, "LIVE_PORT": given("LIVE_PORT", str(int(pages) + 1))}


def refusal(*, seconds: float = ENDING_SECONDS) -> str:
    """What to do about a port that is not free, waiting for it; empty where both are."""
    host, until = given("HOST", "0.0.0.0"), monotonic() + seconds  # noqa: S104 (the tablets of the hall)
    for name, port in ports().items():
        while port != "0" and _taken(host, int(port)):
            if monotonic() >= until:
                return (
                    f"Otro programa usa ya el puerto {port}, quizá este mismo, iniciado antes. Termínelo, o elija otro: "
                    f"{name}={int(port) + 10}."
                )
            sleep(0.1)
    return ""


def _taken(host: str, port: int) -> bool:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with closing(socket.create_server((host, port), family=family)):
            return False
    except OSError as error:
        return error.errno == errno.EADDRINUSE


if __name__ == "__main__":
    sys.exit(refusal() or 0)
