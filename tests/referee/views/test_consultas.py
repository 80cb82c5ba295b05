"""Consultas at the desk, and the precedents that anybody reads."""

from uuid import uuid4

import pytest
from django.test import Client

from brackets.models import Championship, Role
from referee.models import Call, Consulta
from referee.services.consultas import consulta_withdraw
from tests.factories.brackets import (
    NOW,
    ChampionshipFactory,
    FixtureFactory,
    RoleFactory,
    StageFactory,
    director_of,
)
from tests.factories.consultas import asked, resolved
from tests.factories.insider import insider
from tests.factories.referee import SORTEO, kept_mesa

pytestmark = pytest.mark.django_db


@pytest.fixture
def championship(db: None) -> Championship:
    return ChampionshipFactory(reglamento="riobamba")


def signed_in(championship: Championship, kind: str = Role.Kind.DIRECTOR) -> Client:
    client = Client()
    director = kind == Role.Kind.DIRECTOR
    client.force_login(
        director_of(championship) if director else RoleFactory(championship=championship, kind=kind).user
    )
    return client


def desk(championship: Championship, rest: str = "") -> str:
    return f"/c/{championship.slug}/panel/consultas/{rest}"


def public(championship: Championship, rest: str = "") -> str:
    return f"/c/{championship.slug}/precedentes/{rest}"


def shown(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def order(page: str) -> list[int]:
    """The numbers of the consultas on a page, as they stand there."""
    return [int(part.split('"')[0]) for part in page.split('id="consulta-')[1:]]


def test_the_desk_writes_one_down_and_the_director_resolves_it(championship: Championship) -> None:
    control, director = signed_in(championship, Role.Kind.CONTROL), signed_in(championship)
    juez = RoleFactory(championship=championship).user
    sent = {"question": "¿Cuenta?", "article": "5.c", "juez": juez.pk, "client_id": str(uuid4())}

    for _ in range(2):
        assert control.post(desk(championship, "anotar/"), sent).status_code == 302

    page = shown(control, desk(championship))
    assert order(page) == [1]
    assert "art. 5.c: Protestas y sanciones" in page
    assert f"La expuso {juez}" in page
    assert "Avise al Director" in page
    assert "Espera la resolución del Director" in page
    assert control.post(desk(championship, "1/resolver/"), {"text": "Sí."}).status_code == 403
    assert desk(championship, "1/resolver/") in shown(director, desk(championship))
    assert director.post(desk(championship, "1/resolver/"), {"text": "Sí."}).status_code == 302
    assert "Sí." in shown(control, desk(championship))


def test_partida_and_pareja_are_written_by_their_number(championship: Championship) -> None:
    control = signed_in(championship, Role.Kind.CONTROL)
    fixture = FixtureFactory(stage=StageFactory(championship=championship), number=7)
    assert fixture.pareja_a is not None
    sent = {"question": "¿Cuenta?", "fixture": "7", "pareja": fixture.pareja_a.number}

    assert control.post(desk(championship, "anotar/"), {**sent, "client_id": str(uuid4())}).status_code == 302
    unknown = control.post(desk(championship, "anotar/"), {**sent, "fixture": "99999", "pareja": "99998"})

    consulta = Consulta.objects.get()
    assert (consulta.fixture, consulta.pareja) == (fixture, fixture.pareja_a)
    assert unknown.status_code == 422
    assert "No hay tal partida" in unknown.content.decode()
    assert "No hay tal número" in unknown.content.decode()


def test_what_is_refused_stands_beside_its_field_and_keeps_what_was_written(championship: Championship) -> None:
    director = signed_in(championship)
    sent = {"question": "¿Cuenta?", "client_id": str(uuid4())}

    answer = director.post(desk(championship, "anotar/"), sent)

    assert answer.status_code == 422
    assert "Diga quién expone la consulta" in answer.content.decode()
    assert sent["client_id"] in answer.content.decode()
    assert "¿Cuenta?" in answer.content.decode()
    assert not Consulta.objects.exists()


def test_it_begins_with_the_partida_that_a_juez_called_from(championship: Championship) -> None:
    director = signed_in(championship)

    assert 'name="fixture" value="31"' in shown(director, desk(championship, "anotar/?partida=31"))
    assert director.get(desk(championship, "anotar/?partida=x")).status_code == 200


@pytest.mark.parametrize(("reason", "leads"), [("reglas", True), ("medico", False)])
def test_a_call_about_the_rules_leads_to_it(reason: str, leads: bool) -> None:  # noqa: FBT001
    kept = kept_mesa(SORTEO)
    Call.objects.create(
        mesa=kept.mesa, client_id=uuid4(), reason=reason, device=kept.device, user=kept.juez, called_at=NOW, received_at=NOW
    )  # fmt: skip

    page = shown(signed_in(kept.championship), f"/c/{kept.championship.slug}/panel/llamadas/")

    assert (desk(kept.championship, f"anotar/?partida={kept.fixture.number}") in page) == leads


def test_the_director_reads_what_he_resolved_before_on_the_same_article(championship: Championship) -> None:
    resolved(asked(championship, "¿La misma?", "5.c"), "Como antes.")
    resolved(asked(championship, "¿Otra?", "12"), "Distinto.")
    asked(championship, "¿Y ahora?", "5.c")

    page = shown(signed_in(championship), desk(championship, "3/resolver/"))

    assert "Como antes." in page
    assert "Distinto." not in page


def test_a_precedent_that_was_replaced_says_by_which_and_is_not_offered_again(championship: Championship) -> None:
    first, second, _ = (asked(championship) for _ in range(3))
    director = signed_in(championship)
    resolved(first)
    answer = director.post(desk(championship, "2/resolver/"), {"text": "No.", "supersedes": first.pk})
    assert answer.status_code == 302

    page = shown(Client(), public(championship))

    assert "Ya no está vigente" in page
    link = f'<a href="{public(championship)}#consulta-{{0}}">consulta {{0}}</a>'
    assert f"en su lugar vale la {link.format(2)}" in page
    assert f"en lugar de la {link.format(1)}" in page
    form = shown(director, desk(championship, "3/resolver/"))
    assert f'<option value="{second.pk}">' in form
    assert f'<option value="{first.pk}">' not in form


def test_one_that_ended_is_not_offered_to_be_resolved_or_withdrawn(championship: Championship) -> None:
    resolved(asked(championship))
    director = signed_in(championship)

    for action in ("1/resolver/", "1/retirar/"):
        assert desk(championship, action) not in shown(director, desk(championship))
        assert director.get(desk(championship, action)).status_code == 302
    late = director.post(desk(championship, "1/resolver/"), {"text": "Otra cosa."})
    assert late.status_code == 422
    assert "la resolución es inapelable" in late.content.decode()


def test_those_that_wait_come_first_then_the_latest_resolved_then_the_withdrawn(championship: Championship) -> None:
    first, second, third, *_ = (asked(championship) for _ in range(5))
    consulta_withdraw(consulta=first, reason="Se entendieron", user=director_of(championship), now=NOW)
    resolved(second)
    resolved(third)

    page = shown(signed_in(championship), desk(championship))

    assert order(page) == [4, 5, 3, 2, 1]
    assert "Se entendieron" in page


SEARCHES = {
    "buscar=SEÑA": [1],
    "buscar=sena": [1],
    "buscar=guiño+no": [1],
    "buscar=zapateria": [2],
    "buscar=nada+de+eso": [],
    "articulo=3.g": [3, 2],
    "articulo=3": [3, 2],
    "articulo=3.g.6&buscar=marca": [2],
    "articulo=18": [],
    "articulo=1": [],
    "articulo=11": [1],
    "": [3, 2, 1],
}


def test_precedents_are_found_by_words_and_by_article(championship: Championship) -> None:
    resolved(asked(championship, "¿Es seña un guiño?", "11"), "No.")
    resolved(asked(championship, "¿Cómo se marca?", "3.g.6"), "Aparte.")
    resolved(asked(championship, "¿Quién suma?", "3.g.4"), "El Juez.")

    anybody, director = Client(), signed_in(championship)
    assert {search: order(shown(anybody, public(championship, f"?{search}"))) for search in SEARCHES} == SEARCHES
    assert {search: order(shown(director, desk(championship, f"?{search}"))) for search in SEARCHES} == SEARCHES


def test_the_public_reads_only_what_was_resolved_and_no_names_of_who_asked(championship: Championship) -> None:
    consulta = asked(championship, "¿Cuenta?", "12")
    resolved(consulta, "Sí, cuenta.")
    asked(championship, "¿Todavía no?")
    gone = asked(championship, "¿Retirada?")
    consulta_withdraw(consulta=gone, reason="No", user=director_of(championship), now=NOW)

    page = shown(Client(), public(championship))

    assert order(page) == [1]
    assert "art. 12: Zapatería" in page
    assert "28/11/2026 14:01" in page
    assert str(consulta.juez) not in page
    assert public(championship) in shown(Client(), f"/c/{championship.slug}/reglamento/")


def test_consultas_of_another_championship_are_not_found(championship: Championship) -> None:
    other = ChampionshipFactory(reglamento="riobamba")
    resolved(asked(other, "¿De otro lado?"))
    director = signed_in(championship)

    assert order(shown(director, desk(championship))) == order(shown(director, public(championship))) == []
    assert director.get(desk(championship, "1/resolver/")).status_code == 404


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize(("page", "most"), [("", 6), ("anotar/", 10), ("9/resolver/", 8)])
def test_the_pages_ask_the_database_as_often_for_many(
    championship: Championship, count: int, page: str, most: int, django_assert_max_num_queries
) -> None:
    for _ in range(count):
        resolved(asked(championship))
        FixtureFactory(stage=StageFactory(championship=championship, number=Consulta.objects.count()))
    last = asked(championship)
    with insider(Consulta):
        Consulta.objects.filter(pk=last.pk).update(number=9)
    director = signed_in(championship)

    with django_assert_max_num_queries(most):
        assert director.get(desk(championship, page)).status_code == 200
    with django_assert_max_num_queries(3):
        Client().get(public(championship))
