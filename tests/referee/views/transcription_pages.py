"""The pages of a paper as somebody of the desk asks for them."""

from django.test import Client
from django.urls import reverse

from brackets.models import User
from referee.models import Transcription


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def address(name: str, paper: Transcription) -> str:
    slug = paper.fixture.stage.championship.slug
    return reverse(f"referee:{name}", args=[slug, paper.public_id])


def text(response: object) -> str:
    return " ".join(response.content.decode().split())  # type: ignore[attr-defined]
