"""Who writes to SQLite waits for its turn, and gives it back however it ends."""

import fcntl
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Timer

import pytest
from django.db import OperationalError

from cuarenta_torneo.sqlite.base import DatabaseWrapper, Turn

pytestmark = pytest.mark.django_db

PATIENCE = 0.05
HOLDS = """
import sys
from cuarenta_torneo.sqlite.base import Turn
Turn(sys.argv[1], 1, shared=True).take()
print("held", flush=True)
sys.stdin.read()
"""


@contextmanager
def held_elsewhere(database: Path) -> Iterator[subprocess.Popen[str]]:
    """By another process, until it ends."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDS, str(database)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def opened(database: Path) -> DatabaseWrapper:
    of = {"NAME": str(database), "OPTIONS": {"timeout": PATIENCE, "transaction_mode": "IMMEDIATE"}}
    unsaid = {"AUTOCOMMIT": True, "CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": False, "TIME_ZONE": None}
    wrapper = DatabaseWrapper(of | unsaid)
    wrapper.connect()
    return wrapper


def begin(wrapper: DatabaseWrapper) -> None:
    wrapper.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)


def test_one_thread_waits_for_another_as_long_as_sqlite_would(tmp_path: Path) -> None:
    first, second = opened(tmp_path / "a"), opened(tmp_path / "a")
    with closing(first), closing(second):
        begin(first)
        with pytest.raises(OperationalError, match="database is locked"):
            begin(second)
        first.commit()
        begin(second)


def test_a_process_waits_for_another_and_has_the_turn_of_one_that_died(tmp_path: Path) -> None:
    with held_elsewhere(tmp_path / "a") as process, closing(opened(tmp_path / "a")) as here:
        begun = time.monotonic()
        killing = Timer(0.3, process.send_signal, (signal.SIGKILL,))
        killing.start()
        begin(here)
        waited = time.monotonic() - begun
        killing.join()

        assert waited > 0.3


@pytest.mark.parametrize("end", ["commit", "rollback", "close"])
def test_however_a_transaction_ends_the_next_one_has_its_turn(end: str, tmp_path: Path) -> None:
    first, second = opened(tmp_path / "a"), opened(tmp_path / "a")
    with closing(first), closing(second):
        begin(first)
        getattr(first, end)()
        begin(second)


def test_a_turn_that_sqlite_refused_is_given_back(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "a", isolation_level=None)) as foreign:
        foreign.execute("BEGIN IMMEDIATE")
        with closing(opened(tmp_path / "a")) as refused, pytest.raises(OperationalError):
            begin(refused)
        foreign.execute("ROLLBACK")
    with closing(opened(tmp_path / "a")) as here:
        begin(here)


def test_where_the_file_of_the_turn_cannot_be_opened_sqlites_own_lock_is_enough(tmp_path: Path) -> None:
    (tmp_path / "a-turn").mkdir()
    turn = Turn(str(tmp_path / "a"), PATIENCE, shared=True)
    turn.take()
    turn.give()
    turn.close()


def test_a_thread_that_is_interrupted_while_another_process_has_the_turn_leaves_it_to_the_next(tmp_path: Path) -> None:
    def interrupt(*_: object) -> None:
        raise InterruptedError

    with closing(opened(tmp_path / "a")) as here:
        with held_elsewhere(tmp_path / "a"):
            before = signal.signal(signal.SIGALRM, interrupt)
            try:
                signal.setitimer(signal.ITIMER_REAL, 0.1)
                with pytest.raises(InterruptedError):
                    begin(here)
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
                signal.signal(signal.SIGALRM, before)
        with closing(opened(tmp_path / "a")) as next_one:
            begin(next_one)


def test_a_turn_whose_file_cannot_be_unlocked_is_given_back_all_the_same(tmp_path: Path) -> None:
    first, second = (Turn(str(tmp_path / "a"), PATIENCE, shared=True) for _ in range(2))
    with closing(first), closing(second):
        first.take()
        unlockable = os.open(tmp_path / "a-turn", os.O_PATH)
        os.dup2(unlockable, first._file)
        os.close(unlockable)

        first.give()
        second.take()
        second.give()
        first.take()
        with (tmp_path / "a-turn").open() as of_another, pytest.raises(BlockingIOError):
            fcntl.flock(of_another, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_a_connection_leaves_no_file_open(tmp_path: Path) -> None:
    before = len([*Path("/proc/self/fd").iterdir()])
    with closing(opened(tmp_path / "a")) as here:
        begin(here)

    assert len([*Path("/proc/self/fd").iterdir()]) == before
