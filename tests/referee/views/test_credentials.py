"""Credentials and slips as PDF, and what their QR lead to."""

from io import BytesIO

import pytest
from django.test import Client
from pypdf import PdfReader
from pytest_django import DjangoAssertNumQueries

from brackets.models import Championship, Pareja, Role
from brackets.selectors.private_links import link_token
from brackets.services.audit import audit_record
from referee.printing.credentials import GRIDS
from referee.printing.layout.crop import card_pages
from referee.selectors.credentials import credentials_of, parejas_to_print, slips_of
from referee.services.tree import tree_sweep
from tests.digits import stands_alone
from tests.factories.brackets import NOW, ChampionshipFactory, ParejaFactory, RoleFactory, invented_cedula, personal_set

pytestmark = pytest.mark.django_db

BASE = "https://cuarenta.example"


@pytest.fixture
def championship(db: None) -> Championship:
    made = ChampionshipFactory()
    for number in (1, 2, 12):
        ParejaFactory(championship=made, number=number, club=f"Club {number}")
    return made


def fetched(championship: Championship, what: str, numbers: str = "") -> str:
    client = Client()
    client.force_login(RoleFactory(championship=championship, kind=Role.Kind.CONTROL).user)
    answer = client.get(f"/c/{championship.slug}/panel/{what}.pdf", {"numeros": numbers}, follow=True)
    assert answer.status_code == 200
    if answer["Content-Type"] != "application/pdf":
        return answer.content.decode()
    return "\f".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)


def test_each_player_has_a_number_for_the_whole_championship(championship: Championship) -> None:
    made = credentials_of(championship, parejas_to_print(championship, None), BASE)

    assert [each.code for each in made] == ["1-1", "1-2", "2-1", "2-2", "12-1", "12-2"]
    assert made[-1].url == f"{BASE}/c/{championship.slug}/panel/presencia/12/?j=2"


def test_who_plays_alone_has_the_number_itself() -> None:
    championship = ChampionshipFactory(players_per_pareja=1)
    ParejaFactory(championship=championship, number=40)

    (made,) = credentials_of(championship, parejas_to_print(championship, None), BASE)

    assert (made.code, made.beside) == ("40", "")
    assert made.url.endswith("/panel/presencia/40/")


def test_all_of_them_are_printed_or_the_chosen_ones(championship: Championship) -> None:
    audit_record(championship=championship, user=None, now=NOW, action="x", sentence="Algo.")
    head = tree_sweep(championship=championship, now=NOW).checkpoint
    everyone, one = fetched(championship, "credenciales"), fetched(championship, "credenciales", "2, 5-20")

    for number in ("1-1", "2-2", "12-1"):
        assert f"Credencial {number}" in everyone
    assert head is not None
    assert everyone.count(f"Punto de control: tamaño {head.size}, raíz {head.root[:16]},") == 6
    assert "Credencial 1-1" not in one
    assert "Credencial 12-2" in one


def test_eight_stand_on_a_page() -> None:
    pages = list(card_pages(range(17), lambda page, x, top, card: None, "Prueba", GRIDS["a4"]))

    assert len(pages) == 3
    assert any(text.text == "Página 3 de 3" for text in pages[2].texts)


def test_what_cannot_be_printed_is_told(championship: Championship) -> None:
    assert "No hay nada que imprimir" in fetched(championship, "credenciales", "99")
    assert "separados por comas" in fetched(championship, "enlaces", "uno")


def test_nothing_private_is_printed_on_a_credential(championship: Championship) -> None:
    pareja = championship.parejas.get(number=12)
    personal_set(pareja.players.filter(position=1), cedula=invented_cedula(3))

    printed = fetched(championship, "credenciales", "12")

    assert not stands_alone(invented_cedula(3)[-4:], printed)
    assert all(str(link_token(pareja)) not in each.url for each in credentials_of(championship, [pareja], BASE))


def test_a_slip_leads_to_the_private_page_and_none_to_a_closed_one(championship: Championship) -> None:
    open_, closed = championship.parejas.get(number=1), championship.parejas.get(number=2)
    Pareja.objects.filter(pk=closed.pk).update(link_nonce=None)

    slips = slips_of(championship, parejas_to_print(championship, [1, 2]), BASE)

    assert [slip.url for slip in slips] == [f"{BASE}/p/{link_token(open_)}/"]
    assert open_.title in " ".join(fetched(championship, "enlaces", "1-2").split())
    assert "No hay nada que imprimir" in fetched(championship, "enlaces", "2")


@pytest.mark.parametrize("parejas", [1, 3])
@pytest.mark.parametrize("what", ["credenciales", "enlaces"])
def test_the_number_of_queries_does_not_grow(
    what: str, parejas: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    championship = ChampionshipFactory()
    ParejaFactory.create_batch(parejas, championship=championship)
    client = Client()
    client.force_login(RoleFactory(championship=championship, kind=Role.Kind.CONTROL).user)

    with django_assert_max_num_queries(11):
        assert client.get(f"/c/{championship.slug}/panel/{what}.pdf").status_code == 200
