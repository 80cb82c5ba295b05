"""`bin/serve` ends when it is told to, whoever is halfway through asking something."""

import os
import runpy
import signal
import socket
import subprocess
import sys
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Event, Thread
from types import SimpleNamespace

import pytest
from granian import Granian as Server

from cuarenta_torneo.serving.__main__ import stream_command
from cuarenta_torneo.serving.giving_way import TURN_NANOSECONDS
from tests.deploy.running import PATIENCE, ROOT, SERVE, listens, running, serving, serving_environment
from tests.ports import free_port
from tests.scheduling import turn

SOON = 20
"""Seconds: granian itself gives up half a header after 30."""
HALF = (
    b"",
    b"GET / HTTP/1.1\r\nHost: localh",
    b"POST /cuenta/entrar/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nabc",
)
"""What a phone has said when it goes: nothing, half a header, half a body."""
UNDER_ANOTHER_SERVER = """
import asyncio
import os
import sys

def weight():
    return os.getsid(0), os.nice(0), sys.getswitchinterval()

before = weight()
from cuarenta_torneo.asgi import application
assert weight() == before

async def live():
    application.start()
    await asyncio.sleep(0.1)
    os.write(begun, b"x")
    await asyncio.sleep(2.5)
    print("goes on", flush=True)
    os._exit(0)

shell, begun = os.pipe()
if os.fork():
    os.read(shell, 1)
    os._exit(0)
asyncio.run(live())
"""


@pytest.mark.long
def test_phones_that_went_while_they_asked_do_not_hold_the_end(tmp_path: Path) -> None:
    with ExitStack() as closing:
        with serving(tmp_path) as port:
            for said in HALF:
                phone = closing.enter_context(socket.create_connection(("127.0.0.1", port)))
                phone.sendall(said)
            with socket.create_connection(("127.0.0.1", port)) as other:
                other.sendall(b"GET /salud/viva/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                assert other.recv(9) == b"HTTP/1.1 "  # it has come after the others: those are being read
            told = time.monotonic()

        assert time.monotonic() - told < SOON
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port))


def test_where_all_are_killed_at_once_nothing_of_it_goes_on(tmp_path: Path) -> None:
    port = free_port()
    with running(SERVE, port, serving_environment(tmp_path, port)) as group:
        os.killpg(group, signal.SIGKILL)
        until = time.monotonic() + SOON
        while listens(port) or listens(port + 1) or serve_there(port) or serve_there(port + 1):
            assert time.monotonic() < until
            time.sleep(0.05)


def test_pages_and_stream_give_way_in_the_servers_session_and_the_tablets_take_short_turns(tmp_path: Path) -> None:
    usual, full = turn(), os.nice(0)
    short = usual and TURN_NANOSECONDS  # an older Linux says of no turn how long it is
    port = free_port()
    with running(SERVE, port, serving_environment(tmp_path, port) | {"PAGES_NICENESS": ""}) as group:
        for each in (port, port + 1):
            until = time.monotonic() + SOON
            while (seen := shared_out(each)) != {(full, short, group), (19, usual, group)}:
                assert time.monotonic() < until, seen
                time.sleep(0.05)


def shared_out(port: int) -> set[tuple[int, int | None, int]]:
    """Weight, turn and session of those that serve there."""
    found = set()
    for each in serve_there(port):
        with suppress(ProcessLookupError):  # it has just ended
            found.add((os.getpriority(os.PRIO_PROCESS, each), turn(each), os.getsid(each)))
    return found


@pytest.mark.long
def test_a_stream_whose_server_is_killed_while_it_loads_ends_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = free_port()
    monkeypatch.setenv("HOST", "127.0.0.1")
    env = dict(os.environ) | serving_environment(tmp_path, port) | {"LIVE_PORT": str(port)}
    server = subprocess.Popen(stream_command(env), env=env, cwd=ROOT)
    try:
        until = time.monotonic() + PATIENCE
        while len(serve_there(port)) < 2:
            assert time.monotonic() < until
            time.sleep(0.01)
        server.kill()
        server.wait()
        until = time.monotonic() + SOON
        while serve_there(port):
            assert time.monotonic() < until
            time.sleep(0.05)
    finally:
        for each in serve_there(port):
            os.kill(each, signal.SIGKILL)


@pytest.mark.long
def test_under_another_server_the_stream_changes_nothing_of_its_process_and_goes_on_whoever_began_it(
    tmp_path: Path,
) -> None:
    env = dict(os.environ) | serving_environment(tmp_path, free_port())
    told = subprocess.run(
        [sys.executable, "-c", UNDER_ANOTHER_SERVER], env=env, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True
    )
    assert told.stdout == "goes on\n"


def serve_there(port: int) -> list[int]:
    serving = f"--port\0{port}\0".encode()
    found = []
    for each in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):  # it has just ended
            if serving in each.read_bytes():
                found.append(int(each.parent.name))
    return found


def test_told_to_end_again_and_again_it_ends(tmp_path: Path) -> None:
    """Ctrl+C reaches every process, and who started them tells them once more."""
    (tmp_path / "page.py").write_text("def page(_environ, start):\n    start('200 OK', [])\n    return [b'']\n")
    port = free_port()
    command = [sys.executable, str(ROOT / "bin" / "granian"), "--interface", "wsgi", "page:page", "--port", str(port)]
    process = subprocess.Popen([*command, "--workers-kill-timeout", "1"], cwd=tmp_path, stdout=subprocess.DEVNULL)
    try:
        until = time.monotonic() + PATIENCE
        while not listens(port):
            assert time.monotonic() < until
            time.sleep(0.05)
        while process.poll() is None and time.monotonic() < until:
            process.terminate()
            time.sleep(0.0005)

        assert process.poll() is not None
    finally:
        process.kill()


def test_who_tells_it_waits_for_nothing_that_it_holds() -> None:
    """Its loop wakes up with the lock of the event, and is told in that moment."""
    end = runpy.run_path(str(ROOT / "bin" / "granian"))["end"]
    server = SimpleNamespace(interrupt_signal=False, main_loop_interrupt=Event())

    def woken() -> None:
        with server.main_loop_interrupt._cond:
            end(server)

    waking = Thread(target=woken, daemon=True)
    waking.start()
    waking.join(PATIENCE)

    assert not waking.is_alive()
    assert server.main_loop_interrupt.wait(PATIENCE)
    assert server.interrupt_signal


def test_it_is_the_handler_that_granian_takes() -> None:
    end = runpy.run_path(str(ROOT / "bin" / "granian"))["end"]
    taken = Server("page:page").signal_handler_interrupt

    assert taken.__func__ is end
