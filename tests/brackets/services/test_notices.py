"""What parejas are told: only those whose mesa changed, once, and with what changed or not at all."""

import pytest
from django.db import transaction
from pytest_django import Settings

from brackets.models import Championship, Delivery, Fixture, Notice, Pareja
from brackets.services.fixtures import fixture_assign, fixture_call, fixture_release
from brackets.services.notices import notice_add
from tests.factories.brackets import NOW, ChampionshipFactory, ParejaFactory, director_of, personal_set, published_stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def fixture() -> Fixture:
    stage = published_stage(4, tables=2, jueces=1)
    return placed(stage.fixtures.get(number=1), 1)


def placed(fixture: Fixture, table: int | None) -> Fixture:
    championship = fixture.stage.championship
    at = None if table is None else championship.tables.get(number=table)
    return fixture_assign(fixture=fixture, table=at, juez=None, user=director_of(championship), now=NOW)


def call(fixture: Fixture) -> Fixture:
    return fixture_call(fixture=fixture, user=director_of(fixture.stage.championship), now=NOW)


def add(championship: Championship, *parejas: Pareja) -> list[Notice]:
    return notice_add(
        championship=championship, parejas=parejas, kind="other", title="Aviso", text="Se juega mañana.", now=NOW
    )


def reached(*addresses: str, **pareja: object) -> Pareja:
    """A pareja whose players gave these addresses."""
    one = ParejaFactory(**pareja)
    for position, address in enumerate(addresses, start=1):
        personal_set(one.players.filter(position=position), email=address)
    return one


def test_a_call_up_tells_its_two_parejas_and_nobody_else(fixture: Fixture) -> None:
    call(fixture)
    call(fixture)

    told = Notice.objects.all()
    assert {notice.pareja for notice in told} == {fixture.pareja_a, fixture.pareja_b}
    assert len(told) == 2
    assert {(notice.kind, notice.title) for notice in told} == {("call-up", "Convocatoria: Mesa 1")}
    assert told[0].text.startswith("Preséntense en la Mesa 1 para la partida 1 de ")


def test_another_table_is_told_to_those_who_had_one(fixture: Fixture) -> None:
    assert Notice.objects.count() == 0  # the first table is told by the call

    placed(fixture, 2)
    placed(fixture, 2)

    assert [(each.kind, each.title) for each in Notice.objects.all()] == [("change", "Cambio de mesa: Mesa 2")] * 2


def test_a_table_taken_away_and_a_call_taken_back_are_told(fixture: Fixture) -> None:
    fixture_release(fixture=call(fixture), now=NOW, user=director_of(fixture.stage.championship))
    placed(fixture, None)

    titles = set(Notice.objects.filter(kind="change").values_list("title", flat=True))
    assert titles == {"Cambio de mesa", "Convocatoria sin efecto"}


def test_single_players_read_it_in_the_singular() -> None:
    stage = published_stage(4, tables=1, jueces=0, championship=ChampionshipFactory(players_per_pareja=1))

    call(placed(stage.fixtures.get(number=1), 1))

    assert Notice.objects.latest("id").text.startswith("Preséntese ")


def test_each_address_gets_one_delivery_and_without_a_server_none(settings: Settings) -> None:
    pareja, other = reached("una@ejemplo.ec", "otra@ejemplo.ec"), ParejaFactory()

    add(pareja.championship, pareja)
    assert Delivery.objects.count() == 0

    settings.MAIL_CONFIGURED = True
    (notice,) = add(pareja.championship, pareja, pareja)
    add(other.championship, other)
    add(other.championship)

    waiting = [(each.notice_id, each.address, each.state, each.due_at) for each in Delivery.objects.order_by("pk")]
    assert waiting == [(notice.pk, address, "pending", NOW) for address in ("una@ejemplo.ec", "otra@ejemplo.ec")]


def test_what_is_undone_was_never_told() -> None:
    pareja = ParejaFactory()

    with transaction.atomic():
        add(pareja.championship, pareja)
        transaction.set_rollback(True)

    assert not Notice.objects.exists()


@pytest.mark.parametrize("parejas", [1, 3])
def test_telling_many_takes_as_many_queries_as_telling_one(parejas: int, settings, django_assert_num_queries) -> None:
    settings.MAIL_CONFIGURED = True
    championship = ChampionshipFactory()
    told = [reached("una@ejemplo.ec", championship=championship) for _ in range(parejas)]

    with django_assert_num_queries(5):
        add(championship, *told)
