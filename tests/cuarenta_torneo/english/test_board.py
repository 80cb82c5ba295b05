"""What is polled and streamed, in English: every sentence of a whole game, and nothing but sentences."""

import pytest
from django.test import Client

from cuarenta_torneo.english.board import SAID
from cuarenta_torneo.english.page import english_or_none
from referee.selectors.live import latest_version, live_of
from tests.factories.referee import SORTEO, kept_mesa, sealed_mesa

pytestmark = pytest.mark.django_db
PLAY = ("caida A1", "limpia B", 'anula 2 "fue error"', "mal-pedido B", 'ajusta A +38 "x"')


def sentences(told: object) -> list[str]:
    if isinstance(told, dict):
        own = [value for key, value in told.items() if key in SAID]
        rest = [each for key, value in told.items() if key not in SAID for each in sentences(value)]
        return [each for value in own for each in ([value] if isinstance(value, str) else value)] + rest
    return [each for value in told for each in sentences(value)] if isinstance(told, list | tuple) else []


def test_every_sentence_of_a_board_has_its_english() -> None:
    kept = kept_mesa(SORTEO)
    found: set[str] = set()
    for line in PLAY:
        kept.record(line)
        found |= set(sentences(live_of([kept.fixture.pk], version=latest_version())[kept.fixture.pk].as_json()))
    ended = sealed_mesa()
    found |= set(sentences(live_of([ended.fixture.pk], version=latest_version())[ended.fixture.pk].as_json()))

    assert len(found) > 10
    assert sorted(each for each in found if each and english_or_none(each) is None) == []


def test_it_is_asked_for_in_the_address_and_the_cookie_changes_nothing() -> None:
    kept = kept_mesa(SORTEO)
    address = f"/c/{kept.championship.slug}/partidas/{kept.fixture.pk}/vivo.json"
    client = Client()
    client.cookies["idioma"] = "en"

    spanish = client.get(address).json()["mesas"][0]
    english = client.get(address, {"idioma": "en"})

    assert spanish["state"]["label"] == "EN VIVO"
    assert english.json()["mesas"][0]["state"] == {**spanish["state"], "label": "LIVE"}
    assert "idioma" not in english.cookies
    assert english["ETag"]
