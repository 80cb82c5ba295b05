"""People in front of the pages of a championship."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from brackets.models import Championship, Role
from tests.factories.brackets import RoleFactory, director_of

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


def named_in(page: str) -> dict[str, str]:
    """What this page sends of what it told would come."""
    found = re.search(r'<input type="hidden" name="nombrado" value="(\w+)">', page)
    assert found
    return {"nombrado": found[1]}
