"""Whoever sends mail is killed in the middle: nobody gets one twice, and nothing that had not begun is lost."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import timezone
from pytest_django import Settings

from brackets.models import Delivery
from brackets.services.deliveries import SILENCE, deliveries_sweep
from brackets.services.notices import notice_add
from tests.factories.brackets import ChampionshipFactory, ParejaFactory
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


def test_a_sender_killed_in_the_middle_leaves_one_in_doubt_and_the_others_to_the_next(
    settings: Settings, tmp_path: Path, post: Post
) -> None:
    settings.MAIL_CONFIGURED = True
    championship = ChampionshipFactory()
    for number in (1, 2, 3):
        pareja = ParejaFactory(championship=championship, number=number)
        pareja.players.filter(position=1).update(email=f"persona{number}@ejemplo.ec")
        notice_add(championship=championship, parejas=[pareja], kind="other", title="A", text="B", now=timezone.now())
    post.silent = True

    first = sender(tmp_path, post)
    assert post.took.wait(60)
    first.kill()
    first.communicate()
    post.silent = False
    post.ended.set()
    for count in ("2", "0"):
        told, _ = sender(tmp_path, post).communicate(timeout=60)
        assert told.split()[-1] == count
    deliveries_sweep(now=timezone.now() + SILENCE * 2)
    told, _ = sender(tmp_path, post).communicate(timeout=60)

    assert told.split()[-1] == "0"
    assert sorted(mail["To"] for mail in post.taken) == [f"persona{number}@ejemplo.ec" for number in (1, 2, 3)]
    assert sorted(Delivery.objects.values_list("state", flat=True)) == ["sent", "sent", "unknown"]
