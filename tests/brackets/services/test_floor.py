"""Calling, starting and releasing fixtures."""

import pytest
from django.db.models import Q

from brackets.models import AuditEntry, Championship, Fixture, Role, Stage
from brackets.services.errors import BracketError
from brackets.services.fixtures import fixture_assign, fixture_call, fixture_record, fixture_release, fixture_start
from tests.brackets.services.test_formats import SERIES, Night
from tests.factories.brackets import NOW, ChampionshipFactory, director_of, published_stage

pytestmark = pytest.mark.django_db


def assigned(stage: Stage, number: int = 1, *, table: int = 1, juez: int = 0) -> Fixture:
    championship = stage.championship
    role = championship.roles.filter(kind=Role.Kind.JUEZ).order_by("pk")[juez]
    return fixture_assign(
        fixture=stage.fixtures.get(number=number),
        table=championship.tables.get(number=table),
        juez=role.user,
        user=director_of(championship),
        now=NOW,
    )


def call(fixture: Fixture) -> Fixture:
    return fixture_call(fixture=fixture, user=director_of(fixture.stage.championship), now=NOW)


def test_a_ready_fixture_is_called_to_its_table_once() -> None:
    fixture = assigned(published_stage(4, tables=1, jueces=1))

    called = call(fixture)
    assert (called.status, called.called_at) == ("called", NOW)
    entries = AuditEntry.objects.count()

    call(fixture)
    assert AuditEntry.objects.count() == entries
    assert AuditEntry.objects.latest("id").sentence == "Convocó la partida 1 a la Mesa 1."


def test_without_a_table_nobody_is_called() -> None:
    with pytest.raises(BracketError) as refused:
        call(published_stage(4).fixtures.get(number=1))

    assert refused.value.code == "falta-mesa"


def test_a_fixture_starts_called_or_not_and_starting_again_does_nothing() -> None:
    stage = published_stage(4, tables=1, jueces=1)
    called, straight = call(assigned(stage)), stage.fixtures.get(number=2)

    assert fixture_start(fixture=called, now=NOW).status == "in-play"
    assert fixture_start(fixture=straight, now=NOW).called_at == NOW
    assert fixture_start(fixture=straight, now=NOW).status == "in-play"


@pytest.mark.parametrize("change", [call, lambda fixture: fixture_start(fixture=fixture, now=NOW)])
def test_what_waits_or_is_over_is_neither_called_nor_started(change) -> None:
    stage = published_stage(4)
    fixture_record(
        fixture=stage.fixtures.get(number=1), how="walkover", winner="A", chicas=[], zapateria=False,
        user=director_of(stage.championship), now=NOW, reason="",
    )  # fmt: skip

    for number in (1, 3):
        with pytest.raises(BracketError) as refused:
            change(stage.fixtures.get(number=number))
        assert refused.value.code == "partida-no-lista"


@pytest.mark.parametrize("same", ["table", "juez"])
@pytest.mark.parametrize("change", [call, lambda fixture: fixture_start(fixture=fixture, now=NOW)])
def test_a_table_and_a_juez_have_one_fixture_at_a_time(same: str, change) -> None:
    stage = published_stage(4, tables=2, jueces=2)
    call(assigned(stage, 1))
    other = assigned(stage, 2, table=1 if same == "table" else 2, juez=0 if same == "juez" else 1)

    with pytest.raises(BracketError, match="partida 1") as refused:
        change(other)

    assert refused.value.code == ("mesa-ocupada" if same == "table" else "juez-ocupado")
    assert Fixture.objects.get(pk=other.pk).status == "ready"


def test_a_juez_busy_in_another_championship_is_busy() -> None:
    stage = published_stage(2, tables=1, jueces=1)
    juez = stage.championship.roles.get(kind=Role.Kind.JUEZ).user
    other = published_stage(2, tables=1, championship=ChampionshipFactory())
    Role.objects.create(championship=other.championship, user=juez, kind=Role.Kind.JUEZ)
    call(assigned(stage))

    with pytest.raises(BracketError, match="de otro campeonato"):
        call(assigned(other))


def test_what_was_called_or_opened_by_mistake_is_ready_again_with_its_table_and_juez() -> None:
    stage = published_stage(4, tables=1, jueces=1)
    fixture = assigned(stage)
    call(fixture)
    fixture_start(fixture=fixture, now=NOW)

    released = fixture_release(fixture=fixture, now=NOW)

    assert (released.status, released.called_at) == ("ready", None)
    assert (released.table, released.juez) == (fixture.table, fixture.juez)
    assert fixture_release(fixture=fixture, now=NOW).status == "ready"


def test_taking_back_a_call_is_audited_with_whoever_did_it() -> None:
    stage = published_stage(4, tables=1, jueces=1)
    fixture = call(assigned(stage))

    fixture_release(fixture=fixture, now=NOW, user=director_of(stage.championship))

    assert AuditEntry.objects.latest("id").action == "partida-desconvocar"


def test_what_waits_cannot_be_released() -> None:
    with pytest.raises(BracketError) as refused:
        fixture_release(fixture=published_stage(4).fixtures.get(number=3), now=NOW)

    assert refused.value.code == "partida-no-lista"


@pytest.mark.parametrize(
    ("stage_status", "championship_status", "code"),
    [
        ("drawn", "open", "sorteo-sin-publicar"),
        ("published", "closed", "campeonato-terminado"),
        ("published", "draft", "campeonato-en-preparacion"),
    ],
)
def test_nothing_is_played_before_publication_nor_after_the_end(
    stage_status: str, championship_status: str, code: str
) -> None:
    fixture = published_stage(2).fixtures.get()
    Stage.objects.exclude(status=stage_status).update(status=stage_status, planned_entries={})
    Championship.objects.update(status=championship_status)

    with pytest.raises(BracketError) as refused:
        fixture_start(fixture=fixture, now=NOW)

    assert refused.value.code == code


def test_nobody_plays_at_two_tables_at_once() -> None:
    night = Night.published(4, SERIES)
    first = fixture_start(fixture=night.stage(1).fixtures.get(number=1), now=NOW)
    other = night.stage(1).fixtures.exclude(pk=first.pk).filter(
        Q(pareja_a=first.pareja_a) | Q(pareja_b=first.pareja_a)
    )[0]  # fmt: skip

    with pytest.raises(BracketError) as refused:
        fixture_start(fixture=other, now=NOW)

    assert refused.value.code == "pareja-ocupada"
    other.refresh_from_db()
    assert other.status == "ready"


def test_what_is_played_is_not_uncalled_from_the_desk() -> None:
    stage = published_stage(4, tables=1)
    fixture = stage.fixtures.filter(status=Fixture.Status.READY)[0]
    fixture_start(fixture=fixture, now=NOW)

    with pytest.raises(BracketError, match="ya está en juego"):
        fixture_release(fixture=fixture, user=director_of(stage.championship), now=NOW)

    fixture.refresh_from_db()
    assert fixture.status == Fixture.Status.IN_PLAY
