"""A server that would share its port with another one does not start."""

import os
import socket
import subprocess
import sys
from contextlib import closing

import pytest

from cuarenta_torneo.serving.ports import ports, refusal
from tests.ports import free_port


def test_a_port_that_another_server_shares_is_refused_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = free_port()
    for name, value in (("HOST", "127.0.0.1"), ("PORT", str(pages)), ("LIVE_PORT", "")):
        monkeypatch.setenv(name, value)
    assert refusal(seconds=0) == ""
    for taken, name in ((pages, "PORT"), (pages + 1, "LIVE_PORT")):
        with closing(socket.create_server(("127.0.0.1", taken), reuse_port=True)):
            told = refusal(seconds=0)
        assert f"el puerto {taken}" in told
        assert f"{name}={taken + 10}" in told
    monkeypatch.setenv("LIVE_PORT", "0")
    with closing(socket.create_server(("127.0.0.1", pages + 1), reuse_port=True)):
        assert refusal(seconds=0) == ""


def test_the_stream_listens_on_the_next_port(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "9000")
    monkeypatch.setenv("LIVE_PORT", "")
    assert ports() == {"PORT": "9000", "LIVE_PORT": "9001"}


def test_where_both_are_free_the_demonstration_goes_on() -> None:
    command = [sys.executable, "-m", "cuarenta_torneo.serving.ports"]
    env = os.environ | {"HOST": "127.0.0.1", "PORT": str(free_port()), "LIVE_PORT": "0"}

    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")
