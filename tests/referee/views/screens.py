"""A projector's browser, asking as it does."""

from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

from brackets.models import Championship, Fixture, Pareja, Stage
from referee.models import Screen
from referee.selectors.screens.found import screen_by_token
from referee.services.screens import (
    Shown,
    screen_register,
    screen_show,
)
from tests.factories.brackets import (
    director_of,
    published_stage,
)
from tests.factories.referee import SORTEO, Keeper, keepers


def waiting() -> tuple[Client, Screen]:
    """A browser that opened the page for the first time."""
    client = Client()
    assert client.get(reverse("referee:screen")).status_code == 200
    screen = screen_by_token(client.cookies["pantalla"].value)
    assert screen is not None
    return client, screen


def registered(championship: Championship, kind: str = "portada", **shown: object) -> tuple[Client, Screen]:
    client, screen = waiting()
    user, now = director_of(championship), timezone.now()
    screen = screen_register(championship=championship, code=screen.code, name="Proyector", user=user, now=now)
    if kind != "portada":
        screen_show(screen=screen, shown=Shown(kind, **shown), user=user, now=now)  # type: ignore[arg-type]
    return client, screen


def state_of(client: Client, **asked: str) -> dict[str, str] | None:
    answer = client.get(reverse("referee:screen_state"), asked)
    assert answer.status_code in (200, 204)
    return None if answer.status_code == 204 else answer.json()


def words(client: Client, **asked: str) -> str:
    state = state_of(client, **asked)
    assert state is not None
    return " ".join(strip_tags(state["html"]).split())


def names_of(stage: Stage) -> list[str]:
    return [pareja.title for pareja in Pareja.objects.filter(championship=stage.championship)]


def in_play(many: int) -> list[Keeper]:
    stage = published_stage(1 << (2 * many).bit_length())  # nobody passes free, and somebody waits
    kept = keepers(list(stage.fixtures.filter(status=Fixture.Status.READY)[:many]))
    for each in kept:
        each.open()
        each.record(SORTEO, "caida A")
    return kept
