"""A proposal of tables and jueces: nothing for anybody until it is published, and then all of it or nothing."""

import pytest

from brackets.models import AuditEntry, Draft, Fixture, Stage, User
from brackets.selectors.drafts import DraftView, draft_open
from brackets.selectors.hall import hall_of
from brackets.services.drafts import (
    draft_discard,
    draft_mend,
    draft_propose,
    draft_publish,
    draft_put_juez,
    draft_put_table,
    draft_undo,
)
from brackets.services.errors import BracketError
from brackets.services.fixtures import fixture_assign, fixture_call, fixtures_assign_auto
from brackets.services.jueces import juez_presence_set, juez_profile_set
from brackets.services.tables import table_pause
from tests.factories.brackets import NOW, director_of, published_stage

pytestmark = pytest.mark.django_db


def who(stage: Stage) -> dict:
    return {"user": director_of(stage.championship), "now": NOW}


def propose(stage: Stage) -> Draft:
    return draft_propose(championship=stage.championship, **who(stage))


def view_of(draft: Draft) -> DraftView:
    return DraftView(draft, hall_of(draft.championship, NOW))


def belongs(stage: Stage, juez: User, club: str) -> None:
    juez_profile_set(
        championship=stage.championship, juez=juez, club=club, institution="", family="", available_from=None,
        available_until=None, by=director_of(stage.championship), now=NOW,
    )  # fmt: skip


def placed(stage: Stage) -> dict[int, tuple]:
    return {each.number: (each.table_id, each.juez_id) for each in stage.fixtures.filter(round=1)}


def juez_at(draft: Draft, place: int) -> User:
    return User.objects.get(pk=draft.lines[place]["juez"])


def test_nothing_is_written_before_it_is_published_and_then_all_of_it() -> None:
    stage = published_stage(8, tables=4, jueces=4)

    draft = propose(stage)
    assert set(placed(stage).values()) == {(None, None)}
    draft_publish(draft=draft, version=draft.version, **who(stage))

    assert placed(stage) == {
        stage.fixtures.get(pk=line["fixture"]).number: (line["table"], line["juez"]) for line in draft.lines
    }
    assert draft_open(stage.championship) is None


def test_two_at_the_desk_propose_and_see_the_same_one() -> None:
    stage = published_stage(8, tables=4, jueces=4)

    assert propose(stage) == propose(stage)
    assert Draft.objects.count() == 1


def test_publishing_again_does_nothing() -> None:
    stage = published_stage(4, tables=2, jueces=2)
    draft = propose(stage)
    draft_publish(draft=draft, version=1, **who(stage))
    before, entries = placed(stage), AuditEntry.objects.count()

    draft_publish(draft=draft, version=1, **who(stage))

    assert (placed(stage), AuditEntry.objects.count()) == (before, entries)


def test_a_juez_put_where_another_is_changes_places_with_him_and_back() -> None:
    stage = published_stage(4, tables=2, jueces=2)
    draft = propose(stage)
    first, second = draft.lines
    lines = draft.lines

    draft = draft_put_juez(draft=draft, version=1, fixture=first["fixture"], juez=juez_at(draft, 1), **who(stage))
    assert [line["juez"] for line in draft.lines] == [second["juez"], first["juez"]]
    assert [line["table"] for line in draft.lines] == [first["table"], second["table"]]

    assert draft_undo(draft=draft, version=2, **who(stage)).lines == lines


def test_a_juez_or_a_table_is_taken_away_and_another_is_put() -> None:
    stage = published_stage(4, tables=3, jueces=3)
    draft = propose(stage)
    fixture = draft.lines[0]["fixture"]
    spare = view_of(draft).spare_tables[0]

    draft = draft_put_juez(draft=draft, version=1, fixture=fixture, juez=None, **who(stage))
    draft = draft_put_table(draft=draft, version=2, fixture=fixture, table=spare, **who(stage))

    assert (draft.lines[0]["table"], draft.lines[0]["juez"]) == (spare.pk, None)
    assert len(view_of(draft).spare_jueces) == 2


def test_nobody_is_put_at_his_own_and_it_is_shown_before() -> None:
    stage = published_stage(4, tables=2, jueces=3)
    draft = propose(stage)
    fixture = Fixture.objects.get(pk=draft.lines[0]["fixture"])
    spare = view_of(draft).spare_jueces[0]
    belongs(stage, spare, "Club Sol")
    fixture.pareja_a.club = "CLUB SOL"
    fixture.pareja_a.save()

    drop = view_of(draft).drops(spare.pk)[fixture.pk]
    assert (drop.refused, drop.told) == (True, (f"es de «Club Sol», como la pareja {fixture.pareja_a.number}",))
    with pytest.raises(BracketError, match="Club Sol") as refused:
        draft_put_juez(draft=draft, version=1, fixture=fixture.pk, juez=spare, **who(stage))
    assert refused.value.code == "juez-impedido"
    assert draft_open(stage.championship).lines == draft.lines


def test_an_exchange_that_sends_the_other_to_his_own_is_refused_too() -> None:
    stage = published_stage(4, tables=2, jueces=2)
    draft = propose(stage)
    second = Fixture.objects.get(pk=draft.lines[1]["fixture"])
    belongs(stage, juez_at(draft, 0), "Sol")
    second.pareja_b.club = "Sol"
    second.pareja_b.save()

    with pytest.raises(BracketError) as refused:
        draft_put_juez(draft=draft, version=1, fixture=draft.lines[0]["fixture"], juez=juez_at(draft, 1), **who(stage))

    assert refused.value.code == "juez-impedido"


def test_whoever_saw_an_older_version_changes_nothing_but_may_repeat_what_is_so_already() -> None:
    stage = published_stage(4, tables=2, jueces=3)
    draft = propose(stage)
    spare = view_of(draft).spare_jueces[0]
    fixture = draft.lines[0]["fixture"]
    draft = draft_put_juez(draft=draft, version=1, fixture=fixture, juez=spare, **who(stage))

    assert draft_put_juez(draft=draft, version=1, fixture=fixture, juez=spare, **who(stage)).version == 2
    for do in (draft_undo, draft_publish, draft_discard):
        with pytest.raises(BracketError) as refused:
            do(draft=draft, version=1, **who(stage))
        assert refused.value.code == "propuesta-cambiada"


def test_what_changed_in_the_hall_is_told_publishes_nothing_and_can_be_taken_out() -> None:
    stage = published_stage(8, tables=5, jueces=6)
    draft = propose(stage)
    called, given, paused, broken = (Fixture.objects.get(pk=line["fixture"]) for line in draft.lines)
    spare_table, spare_juez = view_of(draft).spare_tables[0], view_of(draft).spare_jueces[0]
    fixture_assign(fixture=called, table=spare_table, juez=None, **who(stage))
    fixture_call(fixture=called, **who(stage))
    fixture_assign(fixture=given, table=None, juez=spare_juez, **who(stage))
    director = director_of(stage.championship)
    juez_presence_set(championship=stage.championship, juez=juez_at(draft, 2), to="pausa", by=director, now=NOW)
    before = placed(stage)

    stale = {line.fixture.pk: line.stale for line in view_of(draft).stale}
    assert stale.keys() == {called.pk, given.pk, paused.pk}
    assert "en pausa" in stale[paused.pk]
    with pytest.raises(BracketError, match="se asignó aparte") as refused:
        draft_publish(draft=draft, version=1, **who(stage))
    assert (refused.value.code, placed(stage)) == ("propuesta-vieja", before)

    draft = draft_mend(draft=draft, version=1, **who(stage))
    draft_publish(draft=draft, version=2, **who(stage))
    assert placed(stage)[broken.number] == (draft.lines[0]["table"], draft.lines[0]["juez"])


def test_a_table_that_is_paused_meanwhile_is_told() -> None:
    stage = published_stage(4, tables=2, jueces=2)
    draft = propose(stage)
    table = stage.championship.tables.get(pk=draft.lines[0]["table"])
    table_pause(table=table, paused=True, by=director_of(stage.championship), now=NOW)

    assert [line.stale for line in view_of(draft).stale] == [f"La {table} ya no está libre."]


def test_discarded_it_leaves_nothing_and_another_can_be_made() -> None:
    stage = published_stage(4, tables=2, jueces=2)
    draft = propose(stage)

    draft_discard(draft=draft, version=1, **who(stage))
    draft_discard(draft=draft, version=1, **who(stage))

    assert set(placed(stage).values()) == {(None, None)}
    assert propose(stage) != draft


def test_nothing_to_propose_is_refused_and_the_short_way_waits_for_an_open_draft() -> None:
    stage = published_stage(4, tables=2, jueces=2)
    propose(stage)
    with pytest.raises(BracketError) as refused:
        fixtures_assign_auto(championship=stage.championship, **who(stage))
    assert refused.value.code == "propuesta-abierta"

    draft = draft_open(stage.championship)
    draft_publish(draft=draft, version=1, **who(stage))
    with pytest.raises(BracketError) as refused:
        propose(stage)
    assert refused.value.code == "nada-que-asignar"


def test_clubs_are_kept_and_what_is_left_says_why() -> None:
    stage = published_stage(4, tables=2, jueces=1, club="Sol")
    belongs(stage, stage.championship.roles.get(kind="juez").user, "sol")

    draft = propose(stage)

    assert [line["juez"] for line in draft.lines] == [None, None]
    assert "club" in view_of(draft).lines[0].lack


@pytest.mark.parametrize("parejas", [4, 16])
def test_its_queries_do_not_grow(parejas: int, django_assert_max_num_queries) -> None:
    stage = published_stage(parejas, tables=parejas, jueces=parejas)
    draft = propose(stage)
    given = who(stage)

    with django_assert_max_num_queries(9):
        view = view_of(draft)
        _ = view.lines, view.unkept, view.spare_jueces, view.drops(view.lines[0].juez.pk)
    with django_assert_max_num_queries(20):
        draft_publish(draft=draft, version=1, **given)
