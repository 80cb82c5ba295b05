"""Proposing, adjusting by touch and publishing, as the desk does it."""

import pytest
from django.test import Client

from brackets.models import Draft, Stage
from brackets.selectors.drafts import draft_open
from tests.brackets.services.test_drafts import belongs, placed, view_of
from tests.brackets.views.conftest import Sits, url
from tests.factories.brackets import RoleFactory, TableFactory, published_stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    return published_stage(8, tables=5, jueces=5)


@pytest.fixture
def desk(sits_at: Sits, stage: Stage) -> Client:
    return sits_at(stage.championship, "control")


def propose(desk: Client, stage: Stage) -> Draft:
    desk.post(url("allocation_propose", stage.championship))
    return draft_open(stage.championship)


def sent(draft: Draft, **more: object) -> dict:
    return {"propuesta": draft.pk, "version": draft.version, **more}


def test_it_is_proposed_looked_at_and_published(desk: Client, stage: Stage) -> None:
    assert "A 4 partidas" in desk.get(url("allocation", stage.championship)).content.decode()

    draft = propose(desk, stage)
    page = desk.get(url("allocation", stage.championship)).content.decode()
    assert "Publicar 4 de 4" in page
    assert "Todo se cumple" in page
    assert set(placed(stage).values()) == {(None, None)}

    told = desk.post(url("allocation_end", stage.championship, "publicar"), sent(draft), follow=True).content.decode()
    assert "publicados" in told
    assert (None, None) not in placed(stage).values()


def test_with_a_juez_in_hand_each_partida_says_what_it_would_break(desk: Client, stage: Stage) -> None:
    draft = propose(desk, stage)
    view = view_of(draft)
    spare, line = view.spare_jueces[0], view.lines[0]
    belongs(stage, spare, "Sol")
    line.fixture.pareja_b.club = "Sol"
    line.fixture.pareja_b.save()

    page = desk.get(url("allocation", stage.championship), {"juez": spare.pk}).content.decode()
    assert page.count("No puede dirigirla") == 1
    assert f"es de «Sol», como la pareja {line.fixture.pareja_b.number}" in page
    assert page.count("En lugar de") == 3
    other = desk.get(url("allocation", stage.championship), {"juez": view.lines[1].juez.pk}).content.decode()
    assert other.count("Cambiar con") == 3

    told = desk.post(
        url("allocation_put", stage.championship), sent(draft, partida=line.fixture.pk, juez=spare.pk), follow=True
    ).content.decode()
    assert "Nadie dirige a los suyos" in told


def test_it_is_adjusted_undone_and_given_up(desk: Client, stage: Stage) -> None:
    draft = propose(desk, stage)
    view = view_of(draft)
    fixture, juez, table = view.lines[0].fixture.pk, view.spare_jueces[0], view.spare_tables[0]

    desk.post(url("allocation_put", stage.championship), sent(draft, partida=fixture, juez=juez.pk))
    draft.refresh_from_db()
    desk.post(url("allocation_put", stage.championship), sent(draft, partida=fixture, mesa=table.pk))
    draft.refresh_from_db()
    assert (draft.lines[0]["table"], draft.lines[0]["juez"]) == (table.pk, juez.pk)

    desk.post(url("allocation_end", stage.championship, "deshacer"), sent(draft))
    draft.refresh_from_db()
    assert (draft.lines[0]["table"] == table.pk, draft.lines[0]["juez"]) == (False, juez.pk)

    desk.post(url("allocation_end", stage.championship, "descartar"), sent(draft))
    assert draft_open(stage.championship) is None
    assert set(placed(stage).values()) == {(None, None)}


def test_whoever_looked_at_an_older_one_is_told_and_sees_the_newer(desk: Client, stage: Stage) -> None:
    draft = propose(desk, stage)
    view = view_of(draft)
    put = url("allocation_put", stage.championship)
    desk.post(put, sent(draft, partida=view.lines[0].fixture.pk, juez=view.spare_jueces[0].pk))

    told = desk.post(put, sent(draft, partida=view.lines[1].fixture.pk, juez=""), follow=True).content.decode()

    assert "Otra persona cambió la propuesta" in told
    assert "1 ajuste a mano" in told


@pytest.mark.parametrize("body", [{}, {"propuesta": "x"}, {"propuesta": "999999", "version": "1", "partida": "1"}])
def test_what_makes_no_sense_is_told(desk: Client, stage: Stage, body: dict) -> None:
    propose(desk, stage)

    for address in (url("allocation_put", stage.championship), url("allocation_end", stage.championship, "publicar")):
        assert "ya no está" in desk.post(address, body, follow=True).content.decode()


def test_what_is_stale_is_shown_before_publishing_and_taken_out(desk: Client, stage: Stage) -> None:
    draft = propose(desk, stage)
    fixture = stage.fixtures.get(pk=draft.lines[0]["fixture"])
    fixture.table = view_of(draft).spare_tables[0]
    fixture.save()

    assert "se asignó aparte" in desk.get(url("allocation", stage.championship)).content.decode()
    desk.post(url("allocation_end", stage.championship, "arreglar"), sent(draft))
    draft.refresh_from_db()
    assert len(draft.lines) == 3


@pytest.mark.parametrize("more", [1, 3])
def test_its_queries_do_not_grow(desk: Client, stage: Stage, more: int, django_assert_num_queries) -> None:
    draft = propose(desk, stage)
    RoleFactory.create_batch(more, championship=stage.championship)
    TableFactory.create_batch(more, championship=stage.championship)

    with django_assert_num_queries(13):
        desk.get(url("allocation", stage.championship), {"juez": draft.lines[0]["juez"]})


def test_choosing_somebody_of_the_pareja_s_club_by_hand_is_told(desk: Client, stage: Stage) -> None:
    fixture = stage.fixtures.get(number=1)
    juez = stage.championship.roles.filter(kind="juez").first().user
    belongs(stage, juez, "Sol")
    fixture.pareja_a.club = "Sol"
    fixture.pareja_a.save()

    told = desk.post(url("fixture_place", stage.championship, fixture.pk), {"juez": juez.pk}, follow=True)

    assert f"{juez} es de «Sol», como la pareja {fixture.pareja_a.number}." in told.content.decode()
