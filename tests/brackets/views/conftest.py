"""People in front of the pages of a championship."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from django.urls import reverse

from brackets.models import Championship, Role
from brackets.services.draw_seen import seen_of
from tests.factories.brackets import RoleFactory, director_of

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse

Sits = Callable[..., Client]


@pytest.fixture
def sits_at(client: Client) -> Sits:
    """Sign in as the Director of a championship, or with another role in it."""

    def sit(championship: Championship, kind: str = Role.Kind.DIRECTOR) -> Client:
        user = (
            director_of(championship)
            if kind == Role.Kind.DIRECTOR
            else RoleFactory(championship=championship, kind=kind).user
        )
        client.force_login(user)
        return client

    return sit


def url(name: str, championship: Championship, *args: object) -> str:
    return reverse(f"brackets:{name}", args=(championship.slug, *args))


WITNESSES = {"witness_1": "Rocío Andrade", "witness_2": "Marco Villacís"}


def seen_by(championship: Championship, number: int = 1) -> dict[str, object]:
    """What the forms of the draw send of what their page shows now."""
    seen = seen_of(championship.stages.filter(number=number).first())
    return {
        "etapa": number,
        "sorteo": seen.number,
        "intercambios": seen.exchanges,
        "compromisos": seen.commitments,
        "why": "Otro sorteo",
    }


def draw_on_the_page(
    desk: Client, championship: Championship, seed: str = "6 4 1", number: int = 1, **terms: str
) -> "_MonkeyPatchedWSGIResponse":
    """Both steps of a draw: the commitment under these terms, and the seed. The page of the first where it was refused."""
    terms = terms or {"apart": "on"}
    answer = desk.post(url("draw_promise", championship), seen_by(championship, number) | terms, follow=True)
    if answer.status_code != 200:
        return answer
    sent = seen_by(championship, number) | {"public_seed": seed, **WITNESSES}
    return desk.post(url("draw_make", championship), sent, follow=True)


def named_in(page: str) -> dict[str, str]:
    """What this page sends of what it told would come."""
    found = re.search(r'<input type="hidden" name="nombrado" value="(\w+)">', page)
    assert found
    return {"nombrado": found[1]}
