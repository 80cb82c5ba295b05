"""Whoever sends mail is killed in the middle: nobody gets one twice, and nothing that had not begun is lost."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.utils import timezone
from pytest_django import Settings

from brackets.models import Delivery
from brackets.services.deliveries import SILENCE, deliveries_sweep, delivery_again
from brackets.services.notices import notice_add
from tests.factories.brackets import ChampionshipFactory, ParejaFactory, director_of, personal_set
from tests.faults.killing import mortal
from tests.faults.serving import ROOT, environment
from tests.smtp import Post, mail_server

pytestmark = pytest.mark.django_db(transaction=True)
SEND = "import django; django.setup(); from brackets.tasks import deliveries_send; print(deliveries_send(), flush=True)"


@pytest.fixture
def post() -> Iterator[Post]:
    with mail_server() as server:
        yield server


def sender(directory: Path, post: Post) -> subprocess.Popen[str]:
    env = environment(directory) | {"EMAIL_URL": post.url, "DJANGO_SETTINGS_MODULE": "cuarenta_torneo.settings"}
    return subprocess.Popen([sys.executable, "-c", SEND], env=env, cwd=ROOT, stdout=subprocess.PIPE, text=True)


@pytest.fixture
def waiting(settings: Settings) -> None:
    """Three mails, to three parejas."""
    settings.MAIL_CONFIGURED = True
    championship = ChampionshipFactory()
    for number in (1, 2, 3):
        pareja = ParejaFactory(championship=championship, number=number)
        personal_set(pareja.players.filter(position=1), email=f"persona{number}@ejemplo.ec")
        notice_add(championship=championship, parejas=[pareja], kind="other", title="A", text="B", now=timezone.now())


EVERYBODY = [f"persona{number}@ejemplo.ec" for number in (1, 2, 3)]


def states() -> list[str]:
    return sorted(Delivery.objects.values_list("state", flat=True))


def until(true: Callable[[], bool], seconds: float = 60) -> bool:
    end = time.monotonic() + seconds
    while not true() and time.monotonic() < end:
        time.sleep(0.1)
    return true()


def sent(directory: Path, post: Post) -> int:
    """By another sender, from beginning to end."""
    told, _ = sender(directory, post).communicate(timeout=60)
    return int(told.split()[-1])


@pytest.mark.long
@pytest.mark.usefixtures("waiting")
def test_a_sender_killed_in_the_middle_leaves_one_in_doubt_and_the_others_to_the_next(
    tmp_path: Path, post: Post
) -> None:
    post.silent = True
    first = sender(tmp_path, post)
    assert post.took.wait(60)
    first.kill()
    first.communicate()
    post.silent = False
    post.ended.set()

    assert (sent(tmp_path, post), sent(tmp_path, post)) == (2, 0)
    deliveries_sweep(now=timezone.now() + SILENCE * 2)

    assert sent(tmp_path, post) == 0
    assert sorted(mail["To"] for mail in post.taken) == EVERYBODY
    assert states() == ["sent", "sent", "unknown"]


@pytest.mark.long
@pytest.mark.usefixtures("waiting")
def test_a_sender_killed_between_claim_and_sending_loses_nothing_that_a_person_cannot_send(
    tmp_path: Path, post: Post
) -> None:
    post.mute = True
    first = sender(tmp_path, post)
    assert post.reached.wait(60)
    first.kill()
    first.communicate()
    assert states() == ["pending", "pending", "sending"]
    assert post.taken == []
    post.mute = False
    post.ended.set()

    assert sent(tmp_path, post) == 2
    deliveries_sweep(now=timezone.now() + SILENCE * 2)
    assert sent(tmp_path, post) == 0
    doubtful = Delivery.objects.get(state="unknown")
    delivery_again(delivery=doubtful, user=director_of(doubtful.notice.championship), now=timezone.now())

    assert (sent(tmp_path, post), sent(tmp_path, post)) == (1, 0)
    assert sorted(mail["To"] for mail in post.taken) == EVERYBODY
    assert states() == ["sent"] * 3


@pytest.mark.long
@pytest.mark.usefixtures("waiting")
def test_the_one_process_of_a_hall_is_killed_while_it_sends_and_goes_on_when_it_is_back(
    tmp_path: Path, post: Post
) -> None:
    post.silent = True

    with mortal(tmp_path, EMAIL_URL=post.url) as server:
        assert post.took.wait(60)
        post.silent = False
        server.kill()
        post.ended.set()
        server.wait()
        assert until(lambda: states() == ["sending", "sent", "sent"])

    assert sorted(mail["To"] for mail in post.taken) == EVERYBODY


@contextmanager
def worker(directory: Path, post: Post) -> Iterator[subprocess.Popen[bytes]]:
    """A worker with its beat, as a server runs them."""
    env = environment(directory) | {"EMAIL_URL": post.url, "REDIS_URL": os.environ["REDIS_URL"], "DEBUG": "1"}
    command = [sys.executable, "-m", "celery", "-A", "cuarenta_torneo", "worker", "-B", "-s", f"{directory}/beat"]
    with (directory / "worker.log").open("ab") as log:
        process = subprocess.Popen(command, env=env, cwd=ROOT, stdout=log, stderr=log, start_new_session=True)
    try:
        yield process
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@pytest.mark.redis
@pytest.mark.usefixtures("waiting")
def test_a_celery_worker_is_killed_while_it_sends_and_the_next_goes_on(tmp_path: Path, post: Post) -> None:
    post.silent = True

    with worker(tmp_path, post):
        assert post.took.wait(60)
    post.silent = False
    post.ended.set()
    with worker(tmp_path, post):
        assert until(lambda: states() == ["sending", "sent", "sent"])
        time.sleep(8)  # a round of the beat more, and what the broker hands out again

    assert sorted(mail["To"] for mail in post.taken) == EVERYBODY
    assert states() == ["sending", "sent", "sent"]
