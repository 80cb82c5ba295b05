"""The check-in on the phone of somebody of the desk."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from brackets.models import AuditEntry, Championship, CheckIn, Pareja, Role
from brackets.services.fixtures import fixture_record
from tests.factories.brackets import NOW, ChampionshipFactory, ParejaFactory, RoleFactory, director_of, published_stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def championship(db: None) -> Championship:
    return ChampionshipFactory()


def desk_of(championship: Championship) -> Client:
    client = Client()
    client.force_login(RoleFactory(championship=championship, kind=Role.Kind.CONTROL).user)
    return client


def place(championship: Championship, rest: str = "") -> str:
    return f"/c/{championship.slug}/panel/presencia/{rest}"


@pytest.mark.parametrize(
    ("typed", "to"),
    [
        ("12", "12/"),
        ("12-1", "12/?j=1"),
        (" 12,2 ", "12/?j=2"),
        ("12.1", "12/?j=1"),
        ("012", "12/"),
        ("12 2", "12/?j=2"),
    ],
)
def test_a_number_leads_to_its_pareja(championship: Championship, typed: str, to: str) -> None:
    ParejaFactory(championship=championship, number=12)

    answer = desk_of(championship).get(place(championship), {"numero": typed})

    assert answer["Location"] == place(championship, to)


@pytest.mark.parametrize("typed", ["13", "12-3", "hola", "9" * 11, "-1"])
def test_a_number_of_nobody_is_told(championship: Championship, typed: str) -> None:
    ParejaFactory(championship=championship, number=12)

    page = desk_of(championship).get(place(championship), {"numero": typed}, follow=True).content.decode()

    assert "No hay ninguna pareja" in page


def test_one_touch_notes_both_and_one_takes_it_back(championship: Championship) -> None:
    ParejaFactory(championship=championship, number=12)
    desk, page = desk_of(championship), place(championship, "12/?j=2")
    assert "Todavía no consta su llegada." in desk.get(page).content.decode()

    answer = desk.post(page, {"hacer": "identificar-todos", "document": "licencia"})

    assert answer["Location"] == page
    shown = desk.get(page).content.decode()
    assert "Llegaron, identificados" in shown
    assert "Mostró: licencia de conducir" in shown
    desk.post(page, {"hacer": "olvidar-1"})
    desk.post(page, {"hacer": "deshacer-2"})
    assert list(CheckIn.objects.values_list("player__position", "document")) == [(1, "")]
    assert "Llegó uno" in desk.get(page).content.decode()


def test_the_audit_says_which_document_apart_from_its_sentence(championship: Championship) -> None:
    ParejaFactory(championship=championship, number=12)

    desk_of(championship).post(place(championship, "12/"), {"hacer": "identificar-1", "document": "licencia"})

    entry = AuditEntry.objects.get(action="llegar")
    assert entry.sentence.endswith("(12). Mostró un documento.")
    assert (entry.data["document"], entry.data["position"]) == ("licencia", 1)


def test_a_button_that_is_not_known_does_nothing(championship: Championship) -> None:
    ParejaFactory(championship=championship, number=12)

    for wrong in ({}, {"hacer": "llegar-3"}, {"hacer": "borrar-1"}, {"hacer": "identificar-1", "document": "foto"}):
        assert desk_of(championship).post(place(championship, "12/"), wrong).status_code == 302

    assert not CheckIn.objects.exists()


def test_the_list_says_who_is_missing(championship: Championship) -> None:
    here, missing = (ParejaFactory(championship=championship, number=number, name=f"Los {number}") for number in (7, 8))
    ParejaFactory(championship=championship, number=9, name="Los 9", status=Pareja.Status.WITHDRAWN)
    desk = desk_of(championship)
    desk.post(place(championship, "7/"), {"hacer": "llegar-todos"})

    page = desk.get(place(championship)).content.decode()
    assert missing.name in page
    assert here.name not in page
    assert "Los 9" not in page
    assert here.name in desk.get(place(championship), {"estado": "ambos"}).content.decode()
    everyone = desk.get(place(championship), {"estado": "todas"}).content.decode()
    assert here.name in everyone
    assert missing.name in everyone
    assert here.name in desk.get(place(championship), {"buscar": "los 7"}).content.decode()


def test_who_has_nothing_left_to_play_is_not_awaited() -> None:
    stage = published_stage(4)
    for fixture in stage.fixtures.filter(round=1):
        fixture_record(
            fixture=fixture,
            how="walkover",
            winner="A",
            chicas=(),
            zapateria=False,
            user=director_of(stage.championship),
            now=NOW,
            reason="",
        )
    beaten = stage.fixtures.filter(round=1).first().pareja_b
    desk = desk_of(stage.championship)

    page = desk.get(place(stage.championship)).content.decode()

    assert beaten.players.first().name not in page
    assert "Sin contar 2 que ya no tienen nada por jugar" in page
    assert (
        beaten.players.first().name
        in desk.get(place(stage.championship), {"buscar": str(beaten.number)}).content.decode()
    )


def test_another_phone_sees_that_something_changed(championship: Championship) -> None:
    ParejaFactory(championship=championship, number=7)
    desk = desk_of(championship)
    marks = [desk.get(place(championship, "estado")).json()["mark"]]

    for done in ({"hacer": "llegar-1"}, {"hacer": "identificar-1", "document": "cedula"}, {"hacer": "deshacer-1"}):
        desk.post(place(championship, "7/"), done)
        marks.append(desk.get(place(championship, "estado")).json()["mark"])

    assert len({*marks[:3]}) == 3
    assert marks[3] == marks[0]


def test_a_credential_shows_a_stranger_nothing(championship: Championship) -> None:
    pareja = ParejaFactory(championship=championship, number=12, name="Los invisibles")

    answer = Client().get(place(championship, "12/?j=1"), follow=True)

    assert answer.redirect_chain[0][0].startswith("/cuenta/entrar/")
    page = answer.content.decode()
    assert pareja.name not in page
    assert pareja.players.first().name not in page


def test_single_players_are_told_as_such() -> None:
    championship = ChampionshipFactory(players_per_pareja=1)
    ParejaFactory(championship=championship, number=12)
    desk = desk_of(championship)

    for rest in ("", "12/"):
        page = desk.get(place(championship, rest)).content.decode()
        assert "areja" not in page.split("<main")[1]
        assert "Llegaron los dos" not in page


@pytest.mark.parametrize("parejas", [1, 3])
@pytest.mark.parametrize("rest", ["?estado=todas", "1/", "estado"])
def test_the_number_of_queries_does_not_grow(
    championship: Championship,
    rest: str,
    parejas: int,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for number in range(1, parejas + 1):
        ParejaFactory(championship=championship, number=number)
    desk = desk_of(championship)
    for number in range(1, parejas + 1):
        desk.post(place(championship, f"{number}/"), {"hacer": "identificar-todos", "document": "cedula"})

    with django_assert_max_num_queries(11):
        desk.get(place(championship, rest))
