"""The browser of somebody with a function at a championship, and where its papers lie."""

from django.test import Client

from brackets.models import Championship, Role
from tests.factories.brackets import RoleFactory


def member(championship: Championship, kind: str = Role.Kind.CONTROL) -> Client:
    client = Client()
    client.force_login(RoleFactory(championship=championship, kind=kind).user)
    return client


def paper_address(championship: Championship, kind: str, ending: str) -> str:
    return f"/c/{championship.slug}/panel/papeles/{kind}.{ending}"
