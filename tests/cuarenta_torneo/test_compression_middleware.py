"""Pages for everybody are small; none that holds a token is compressed."""

import gzip

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.brackets import director_of, published_stage

pytestmark = pytest.mark.django_db
ASKED = {"accept-encoding": "gzip, deflate, br"}


def address() -> str:
    return reverse("brackets:championship", args=[published_stage(32).championship.slug])


def test_the_public_page_of_a_championship_comes_compressed(client: Client) -> None:
    page = address()
    whole = client.get(page).content

    answer = client.get(page, headers=ASKED)

    assert answer["Content-Encoding"] == "gzip"
    assert b"Partida 1" in gzip.decompress(answer.content)
    assert len(answer.content) < len(whole) / 5


def test_in_english_too(client: Client) -> None:
    answer = client.get(f"{address()}?idioma=en", headers=ASKED)

    assert b'lang="en"' in gzip.decompress(answer.content)


def test_who_is_signed_in_gets_it_as_it_is(client: Client) -> None:
    stage = published_stage(32)
    client.force_login(director_of(stage.championship))

    answer = client.get(reverse("brackets:championship", args=[stage.championship.slug]), headers=ASKED)

    assert "Content-Encoding" not in answer
    assert b"csrfmiddlewaretoken" in answer.content


def test_a_page_with_a_token_is_not_compressed_nor_any_after_it(client: Client) -> None:
    answer = client.get("/cuenta/entrar/", headers=ASKED)
    later = client.get(address(), headers=ASKED)

    assert b"csrfmiddlewaretoken" in answer.content
    assert "Content-Encoding" not in answer
    assert "Content-Encoding" not in later
