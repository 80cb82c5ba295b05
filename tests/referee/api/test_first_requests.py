"""The first requests after a start come from many tablets at once."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.serving import environment

SCRIPT = """
import os, sys, threading
from types import SimpleNamespace

import django
django.setup()
from referee.api import bodies

BODY = b'{"lease_epoch": 1, "base_seq": 1, "jugadas": [{"client_id": "5b0e7b3e-3a53-4d0a-9d5c-8f6b1c1a2b3c",' \\
    b' "notation": "caida A"}]}'

def read_at_once():
    barrier = threading.Barrier(8)
    def read():
        barrier.wait()
        bodies.read(SimpleNamespace(data=BODY), bodies.JugadasSend)
    threads = [threading.Thread(target=read) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

sys.setswitchinterval(1e-6)
for _ in range(40):
    child = os.fork()
    if child == 0:
        read_at_once()
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    assert status == 0, f"a fresh process died: {os.waitstatus_to_exitcode(status)}"
"""


def test_threads_that_read_their_first_body_at_the_same_moment_do_not_crash(project_root: Path, tmp_path: Path) -> None:
    env = {"DJANGO_SETTINGS_MODULE": "cuarenta_torneo.settings", "VAR_DIR": str(tmp_path), "PATH": ""}

    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], env=env, cwd=project_root, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr


@pytest.mark.django_db(transaction=True)
def test_what_two_threads_would_load_at_once_is_there_before_either(project_root: Path, tmp_path: Path) -> None:
    """Each was given half of it: «partially initialized module», and a task that was not registered yet."""
    script = """
import sys, threading
from cuarenta_torneo.application import application
from cuarenta_torneo.celery import app
assert threading.active_count() == 1
assert "django.db.models.sql.compiler" in sys.modules
assert app.finalized and "referee.tasks.trees.trees_sweep" in app._tasks
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=environment(tmp_path), cwd=project_root, capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert done.returncode == 0, done.stderr
