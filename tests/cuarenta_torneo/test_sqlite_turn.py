"""Who writes to SQLite waits for its turn, and gives it back however it ends."""

import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

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
        killing = subprocess.Popen(["/bin/sh", "-c", f"sleep 0.2; kill -{signal.SIGKILL} {process.pid}"])
        begin(here)
        killing.wait()

        assert time.monotonic() - begun > 0.2


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


def test_a_connection_leaves_no_file_open(tmp_path: Path) -> None:
    before = len([*Path("/proc/self/fd").iterdir()])
    with closing(opened(tmp_path / "a")) as here:
        begin(here)

    assert len([*Path("/proc/self/fd").iterdir()]) == before
