"""`bin/serve` ends when it is told to, whoever is halfway through asking something."""

import socket
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.deploy.running import serving

SOON = 20
"""Seconds: granian itself gives up half a header after 30."""
HALF = (
    b"",
    b"GET / HTTP/1.1\r\nHost: localh",
    b"POST /cuenta/entrar/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nabc",
)


@pytest.mark.parametrize("said", HALF, ids=("nothing", "half a header", "half a body"))
def test_a_phone_that_went_while_it_asked_does_not_hold_the_end(said: bytes, tmp_path: Path) -> None:
    with ExitStack() as closing:
        with serving(tmp_path) as port:
            phone = closing.enter_context(socket.create_connection(("127.0.0.1", port)))
            phone.sendall(said)
            with socket.create_connection(("127.0.0.1", port)) as other:
                other.sendall(b"GET /salud/viva/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                assert other.recv(9) == b"HTTP/1.1 "  # it has come after the first: that one is being read
            told = time.monotonic()

        assert time.monotonic() - told < SOON
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port))
