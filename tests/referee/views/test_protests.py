"""What the desk sees of signatures given under protest."""

from datetime import timedelta

import pytest
from django.test import Client

from brackets.models import AuditEntry, Role
from referee.models import ProtestSeen, Signature
from referee.services.planillas import planilla_reopen
from tests.factories.brackets import ChampionshipFactory, RoleFactory, director_of
from tests.factories.referee import SORTEO, ZAPATERIA, Keeper, kept_mesa

pytestmark = pytest.mark.django_db


@pytest.fixture
def kept(db: None) -> Keeper:
    return kept_mesa(*ZAPATERIA)


def desk_of(kept: Keeper, kind: str = Role.Kind.DIRECTOR) -> Client:
    client = Client()
    director = kind == Role.Kind.DIRECTOR
    client.force_login(
        director_of(kept.championship) if director else RoleFactory(championship=kept.championship, kind=kind).user
    )
    return client


def protest(kept: Keeper, **answer: object) -> Signature:
    return kept.sign(kept.freeze(), "B", "bajo-protesta", **({"reason": "No oímos el conteo"} | answer))


def page(kept: Keeper) -> str:
    return f"/c/{kept.championship.slug}/panel/llamadas/"


def waiting(client: Client, kept: Keeper) -> int:
    return client.get(f"{page(kept)}estado").json()["waiting"]


def test_a_protest_reaches_the_desk_by_the_signature_alone(kept: Keeper) -> None:
    director = desk_of(kept)
    assert waiting(director, kept) == 0

    signed = protest(kept, contested=(2,))

    shown = director.get(page(kept)).content.decode()
    assert director.get(f"{page(kept)}estado").json() == {"waiting": 1, "latest": 0, "protest": signed.pk, "appeal": 0}
    assert f"Mesa 1 · Pareja {kept.fixture.pareja_b.number}, {signed.name}" in shown
    assert "«No oímos el conteo» Impugna la jugada 2." in shown
    assert f'data-shown="1:0:{signed.pk}:0"' in shown


@pytest.mark.parametrize(
    ("contested", "told"),
    [
        ((), "«No oímos el conteo»</p>"),
        ((3,), "Impugna la jugada 3: sin ella el resultado sería el mismo."),
        ((6, 7), "Impugna las jugadas 6, 7: sin ellas el resultado sería otro."),
        ((6,), "Impugna la jugada 6."),
    ],
)
def test_what_it_contests_is_told_as_far_as_it_is_known(contested: tuple[int, ...], told: str) -> None:
    lines = (SORTEO, 'ajusta A +38 "marcador"', "caida B", "limpia B", "anula 4", "caida A", "proclama")
    kept = kept_mesa(*lines)
    protest(kept, contested=contested)

    assert told in desk_of(kept).get(page(kept)).content.decode()


def test_who_simply_signs_or_refuses_calls_nobody(kept: Keeper) -> None:
    planilla = kept.freeze()
    kept.sign(planilla, "A")
    kept.sign(planilla, "B", "no-firma")
    kept.sign(planilla, "juez")

    assert waiting(desk_of(kept), kept) == 0


def test_only_a_director_says_that_he_has_seen_it_and_once(kept: Keeper) -> None:
    signed = protest(kept)
    director, control = desk_of(kept), desk_of(kept, Role.Kind.CONTROL)
    button = f"/c/{kept.championship.slug}/panel/protestas/{signed.pk}/"

    assert "Avise al Director" in control.get(page(kept)).content.decode()
    assert control.post(button).status_code == 403
    assert waiting(control, kept) == 1
    assert button in director.get(page(kept)).content.decode()
    assert director.post(button).status_code == director.post(button).status_code == 302

    assert waiting(control, kept) == 0
    assert f"vio la protesta de {signed.name}" in control.get(page(kept)).content.decode()
    assert ProtestSeen.objects.get().by == director_of(kept.championship)
    assert AuditEntry.objects.filter(action="protesta-ver").count() == 1

    assert "Deshacer" not in control.get(page(kept)).content.decode()
    assert director.post(button, {"a": "deshacer"}).status_code == 302
    assert waiting(control, kept) == 1


def test_it_waits_though_the_planilla_was_sealed_or_reopened_before_anybody_saw_it(kept: Keeper) -> None:
    first = protest(kept)
    planilla_reopen(mesa=kept.mesa, user=kept.juez, device=kept.device, now=kept.tick())
    again = kept.freeze()
    kept.sign(again, "A")
    kept.sign(again, "B", "bajo-protesta", reason="caída reclamada tarde")
    kept.sign(again, "juez")
    director = desk_of(kept)

    shown = director.get(page(kept)).content.decode()
    assert waiting(director, kept) == 2
    assert shown.count("El Juez reabrió después la Planilla.") == 1

    director.post(f"/c/{kept.championship.slug}/panel/protestas/{first.pk}/")

    assert waiting(director, kept) == 1
    assert "caída reclamada tarde" in director.get(page(kept)).content.decode()


def test_one_that_was_sent_late_and_twice_waits_once_with_both_hours(kept: Keeper) -> None:
    planilla = kept.freeze()
    at = kept.now + timedelta(seconds=1)
    kept.now += timedelta(minutes=40)
    sent = kept.sign(planilla, "B", "bajo-protesta", at=at)
    kept.sign(planilla, "B", "bajo-protesta", at=at, client_id=sent.client_id)
    director = desk_of(kept)

    assert waiting(director, kept) == 1
    assert "firmó a las 14:00 (tablet), 14:40 (servidor)" in director.get(page(kept)).content.decode()


def test_a_protest_of_another_championship_is_not_this_desks(kept: Keeper) -> None:
    other = kept_mesa(*ZAPATERIA, championship=ChampionshipFactory(reglamento="riobamba"))
    signed = protest(other)
    director = desk_of(kept)

    assert waiting(director, kept) == 0
    assert director.post(f"/c/{kept.championship.slug}/panel/protestas/{signed.pk}/").status_code == 404


@pytest.mark.parametrize("count", [1, 3])
def test_the_page_asks_the_database_as_often_for_many_protests(
    kept: Keeper, count: int, django_assert_max_num_queries
) -> None:
    for _ in range(count):
        protest(kept)
        planilla_reopen(mesa=kept.mesa, user=kept.juez, device=kept.device, now=kept.tick())
    director = desk_of(kept)

    with django_assert_max_num_queries(10):
        director.get(page(kept))
