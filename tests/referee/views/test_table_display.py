"""One table for the monitor beside it and for the video mixer: pages, and the JSON."""

import json

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from brackets.models import Fixture, Pareja, Player, Stage
from referee.views.table_pages import mesa_of
from tests.factories.brackets import (
    ChampionshipFactory,
    TableFactory,
    published_stage,
)
from tests.factories.referee import SORTEO, ZAPATERIA, kept_mesa
from tests.referee.views.screens import registered, state_of, words

pytestmark = pytest.mark.django_db


def test_one_table_shows_its_chips_and_who_has_the_data_and_then_the_next_partida() -> None:
    kept = kept_mesa(SORTEO, 'ajusta A +18 "marcador del caso"')
    Player.objects.filter(pareja=kept.fixture.pareja_a, position=1).update(name="Alba Paz")  # that has room
    client, address = Client(), reverse("referee:table_display", args=[kept.championship.slug, 1])

    page = client.get(address).content.decode()
    dealer = page[: page.index('class="data-mark"')].rpartition("side__player")[2]

    assert page.count("#perro") == 1
    assert page.count("#tanto") == 4
    assert "18" in strip_tags(page)
    assert "Alba Paz" in dealer
    assert "Última: " in page
    other = Fixture.objects.exclude(pk=kept.fixture.pk).filter(status="ready").first()
    kept.record('ajusta A +20 "marcador del caso"', "limpia A", "proclama")
    kept.seal()
    assert "FINAL" in client.get(address).content.decode()
    Fixture.objects.filter(pk=other.pk).update(table=kept.fixture.table, status="called")
    assert f"partida {other.number}" in client.get(address).content.decode()


def test_what_is_decided_about_a_mesa_is_under_review() -> None:
    kept = kept_mesa(*ZAPATERIA)
    planilla = kept.freeze()
    kept.sign(planilla, "A")
    kept.sign(planilla, "B", "bajo-protesta")

    page = Client().get(reverse("referee:table_display", args=[kept.championship.slug, 1])).content.decode()

    assert "EN REVISIÓN" in page


def test_the_overlay_has_its_pieces_and_nothing_around_them() -> None:
    kept = kept_mesa(SORTEO, "caida A")
    address = reverse("referee:partida_overlay", args=[kept.championship.slug, kept.fixture.pk])

    both = Client().get(address).content.decode()
    bug = (
        Client()
        .get(address, {"piezas": "marcador", "escala": "150", "lado": "derecha", "fondo": "rojo"})
        .content.decode()
    )

    assert '<html lang="es-EC" class="overlay">' in both
    assert ('class="bug"' in both, 'class="third"' in both) == (True, True)
    assert ('class="bug"' in bug, 'class="third"' in bug) == (True, False)
    assert "overlay--x150 overlay--derecha overlay--transparente" in bug


def test_the_json_of_an_overlay_is_its_contract() -> None:
    kept = kept_mesa(SORTEO, 'ajusta A +18 "marcador del caso"')
    Pareja.objects.filter(pk=kept.fixture.pareja_a.pk).update(club="Barrio La Loma")
    address = reverse("referee:table_overlay_json", args=[kept.championship.slug, 1])

    answer = Client().get(address)
    again = Client().get(address, headers={"if-none-match": answer["ETag"]})

    told = json.loads(answer.content)
    assert list(told) == ["schema", "version", "championship", "mesa"]
    assert (told["schema"], told["version"]) == ("cuarenta.overlay", 1)
    assert list(told["mesa"]) == [
        "fixture", "number", "stage", "round", "table", "state", "state_label", "visibility", "chica", "data", "chicas", "sides", "last",
        "result", "voided", "zapateria", "at",
    ]  # fmt: skip
    first = told["mesa"]["sides"][0]
    assert list(first) == [
        "side", "number", "title", "club", "players", "points", "perros", "tantos", "chicas", "winner",
    ]  # fmt: skip
    assert (first["points"], first["perros"], first["tantos"], first["club"]) == (18, 1, 4, "Barrio La Loma")
    assert [player["dealer"] for player in first["players"]] == [True, False]
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert (again.status_code, again.content) == (304, b"")
    assert again["Access-Control-Allow-Origin"] == "*"
    assert "cedula" not in answer.content.decode()


def test_the_json_of_an_overlay_is_not_sent_again_to_a_mixer_that_takes_it_compressed() -> None:
    """Compressed it is another answer by the byte, which the tag says with a `W/`."""
    kept = kept_mesa(SORTEO)
    address = reverse("referee:table_overlay_json", args=[kept.championship.slug, 1])

    first = Client().get(address, headers={"accept-encoding": "gzip"})
    again = Client().get(address, headers={"accept-encoding": "gzip", "if-none-match": first["ETag"]})
    kept.record("caida A")
    changed = Client().get(address, headers={"accept-encoding": "gzip", "if-none-match": first["ETag"]})

    assert first["Content-Encoding"] == "gzip"
    assert (again.status_code, changed.status_code) == (304, 200)


def test_the_json_of_an_overlay_is_english_where_that_is_asked_for() -> None:
    kept = kept_mesa(SORTEO)
    address = reverse("referee:table_overlay_json", args=[kept.championship.slug, 1])

    told, spanish = (Client().get(address, asked).json()["mesa"] for asked in ({"idioma": "en"}, {}))

    assert [told[key] for key in ("stage", "round", "state_label")] == ["Single elimination", "Semi-final", "LIVE"]
    assert spanish["stage"] == "Eliminatoria directa"


def test_a_table_without_a_partida_has_a_json_too() -> None:
    championship = published_stage(4).championship
    TableFactory(championship=championship, number=9)

    assert Client().get(reverse("referee:table_overlay_json", args=[championship.slug, 9])).json()["mesa"] is None
    assert Client().get(reverse("referee:table_display", args=[championship.slug, 9])).status_code == 200
    assert Client().get(reverse("referee:table_display", args=[championship.slug, 10])).status_code == 404


def test_the_overlay_of_a_table_without_a_partida_is_empty_on_its_ground() -> None:
    championship = published_stage(4).championship
    TableFactory(championship=championship, number=9)
    address = reverse("referee:table_overlay", args=[championship.slug, 9])

    page = Client().get(address, {"fondo": "verde"}).content.decode()

    main = page[page.index("<main") : page.index("</main>")]
    assert '<html lang="es-EC" class="overlay">' in page
    assert 'class="lower overlay--x100 overlay--izquierda overlay--verde"' in main
    assert strip_tags(main).split() == ["Rótulo", "para", "video"]  # the hidden heading


def test_a_projector_as_overlay_shows_nothing_of_a_championship_in_preparation() -> None:
    championship = ChampionshipFactory(status="draft")
    table = TableFactory(championship=championship, number=1)
    client, _ = registered(championship, "rotulo", table=table)

    state = state_of(client)

    assert state is not None
    assert state["look"] == "overlay"
    assert words(client) == "Rótulo para video"


def test_what_was_taken_back_between_two_readings_is_not_there() -> None:
    kept = kept_mesa(SORTEO)
    assert mesa_of(kept.fixture) is not None

    Stage.objects.update(status=Stage.Status.DRAWN, planned_entries={})

    assert mesa_of(kept.fixture) is None
