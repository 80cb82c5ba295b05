"""A championship of single players at the desk and in public: one name each, and nobody called a pareja."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from brackets.draw.formats import Elimination, Series
from brackets.draw.plans import StagePlan
from brackets.draw.plans_ready import TABLE
from brackets.draw.qualification import Best, Everybody, FromEach
from brackets.models import Championship, Fixture
from brackets.services.planning import stages_plan
from brackets.services.stages import stage_publish
from referee.management.rehearsal.drawing import draw_rehearsed
from tests.brackets.views.conftest import Sits, url
from tests.factories.brackets import (
    NOW,
    ChampionshipFactory,
    ParejaFactory,
    director_of,
    invented_cedula,
    published_stage,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def championship() -> Championship:
    return ChampionshipFactory(players_per_pareja=1)


@pytest.fixture
def director(sits_at: Sits, championship: Championship) -> Client:
    return sits_at(championship)


def read(client: Client, address: str) -> str:
    """What stands on a page, without its head and its tags."""
    answer = client.get(address)
    assert answer.status_code == 200
    body = answer.content.decode().partition("<body")[2]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", body))


def test_one_player_is_asked_for_and_registered(director: Client, championship: Championship) -> None:
    page = director.get(url("pareja_new", championship)).content.decode()
    assert 'name="player_1"' in page
    assert not any(f'name="{field}"' in page for field in ("player_2", "cedula_2", "representative", "uniform"))

    typed = {"player_1": "Alba Ñato", "cedula_1": invented_cedula(1), "club": "Sol"}
    page = director.post(url("pareja_new", championship), typed, follow=True).content.decode()

    assert "Se inscribió el jugador 1, Alba Ñato." in page
    assert "1 inscrito" in page
    assert [player.name for player in championship.parejas.get().players.all()] == ["Alba Ñato"]


def test_a_single_player_is_corrected_at_his_form(director: Client, championship: Championship) -> None:
    ParejaFactory(championship=championship, number=1)

    director.post(url("pareja_edit", championship, 1), {"player_1": "Bruno Ortega", "name": "Zurdo", "seed": "1"})

    pareja = championship.parejas.get()
    assert (pareja.title, pareja.seed, pareja.players.get().name) == ("Zurdo", 1, "Bruno Ortega")


def test_a_sheet_of_single_players_is_imported(director: Client, championship: Championship) -> None:
    sheet = "Nombre;Cédula;Jugador 2\nAlba Ñato;;\nBruno Ortega;;Luz Mora\n".encode()

    director.post(url("import_upload", championship), {"file": SimpleUploadedFile("hoja.csv", sheet)})
    page = director.post(url("import_confirm", championship), follow=True).content.decode()

    assert "Importación hecha: 1 jugador nuevo, 0 corregidos, 0 sin cambios." in page
    assert "Fila 3: En este campeonato se juega mano a mano, sin compañero: borre el segundo jugador." in page
    assert [str(pareja) for pareja in championship.parejas.all()] == ["1 · Alba Ñato"]


@pytest.mark.parametrize("drawn", [False, True], ids=["before the draw", "with a champion to be"])
def test_nobody_is_called_a_pareja(director: Client, championship: Championship, *, drawn: bool) -> None:
    pages = ["panel", "parejas", "pareja_new", "import_upload", "draw", "championship", "parejas_public"]
    addresses = [url(name, championship) for name in pages]
    if drawn:
        stage = published_stage(3, championship=championship)
        playable = stage.fixtures.get(status=Fixture.Status.READY)
        final = stage.fixtures.get(round=2)
        addresses += [url("fixtures", championship), *(url("fixture", championship, f.pk) for f in (playable, final))]
        addresses += [reverse("referee:partida", args=(championship.slug, f.pk)) for f in (playable, final)]
        director.post(
            url("fixture", championship, playable.pk),
            {"how": "walkover", "winner": "A", "reason": "No vinieron", "confirmar": "si"},
        )
        director.post(url("fixture", championship, final.pk), {"how": "retirement", "winner": "B", "confirmar": "si"})
    else:
        ParejaFactory(championship=championship, number=1)

    found = {address: re.findall(r".{30}pareja.{20}", read(director, address), re.IGNORECASE) for address in addresses}

    assert {address: words for address, words in found.items() if words} == {}


def test_the_champion_is_one_player(client: Client, sits_at: Sits, championship: Championship) -> None:
    stage = published_stage(2, championship=championship)
    final = stage.fixtures.get()
    sits_at(championship).post(
        url("fixture", championship, final.pk),
        {"how": "walkover", "winner": "A", "reason": "No vinieron", "confirmar": "si"},
    )
    client.logout()

    assert f"Campeón {final.pareja_a} " in read(client, url("championship", championship))
    assert read(client, url("parejas_public", championship)).count("Campeón") == 1


def test_what_explains_a_stage_and_its_places_speaks_of_players(director: Client, championship: Championship) -> None:
    for number in range(1, 9):
        ParejaFactory(championship=championship, number=number)
    series = StagePlan(name="Series", format=Series(4), entry=(Everybody(),), criteria=TABLE)
    final = StagePlan(name="Final", format=Elimination(), entry=(FromEach(1), Best(1, 2)), criteria=TABLE)
    stages_plan(championship=championship, plans=(series, final), user=director_of(championship), now=NOW)
    stage = draw_rehearsed(championship=championship, user=director_of(championship), now=NOW, public_seed="prueba")
    stage_publish(stage=stage, user=director_of(championship), now=NOW)

    shown = [read(director, url("stages", championship)), read(director, url("stage_edit", championship, 2))]
    shown.append(read(director, url("draw", championship) + "?etapa=2"))

    assert "Primero de la serie 1 de «Series»." in shown[2]
    assert "1.º mejor de los no clasificados de «Series»" in shown[2]
    for page in shown:
        assert not re.search(r"\b(las que no|las que siguen|con ella|como ella|las no |La 4 y la 7|Primera de)\b", page)


def test_the_only_one_who_can_stop_playing_is_marked_already(director: Client, championship: Championship) -> None:
    stage = published_stage(4, championship=championship)
    address = url("player_replace", championship, stage.slots[0])

    form = director.get(address).context["form"]
    (choice,) = form["position"]

    assert "checked" in choice.tag()


def test_of_two_players_none_is_marked(sits_at: Sits) -> None:
    stage = published_stage(4)

    form = sits_at(stage.championship).get(url("player_replace", stage.championship, 1)).context["form"]

    assert not any("checked" in choice.tag() for choice in form["position"])
