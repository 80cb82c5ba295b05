"""Whether jueces and tables are there, and that only who is there is given anything."""

from datetime import timedelta

import pytest

from brackets.models import AuditEntry, Away, JuezProfile, Stage, User
from brackets.services.errors import InvalidValue
from brackets.services.fixtures import fixtures_assign_auto
from brackets.services.jueces import juez_presence_set, juez_profile_set
from brackets.services.tables import table_availability_set, table_pause
from tests.factories.brackets import NOW, UserFactory, director_of, published_stage

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def juez_of(stage: Stage) -> User:
    return stage.championship.roles.filter(kind="juez").first().user


def present(stage: Stage, to: str, now=NOW) -> JuezProfile:
    director = director_of(stage.championship)
    return juez_presence_set(championship=stage.championship, juez=juez_of(stage), to=to, by=director, now=now)


def profile(stage: Stage, *, from_=None, until=None, club: str = "") -> JuezProfile:
    return juez_profile_set(
        championship=stage.championship, juez=juez_of(stage), club=club, institution="", family="", available_from=from_,
        available_until=until, by=director_of(stage.championship), now=NOW,
    )  # fmt: skip


def given(stage: Stage) -> int:
    done = fixtures_assign_auto(championship=stage.championship, user=director_of(stage.championship), now=NOW)
    return len(done.assigned)


@pytest.mark.parametrize("to", ["pausa", "fuera"])
def test_who_has_a_pause_or_has_left_is_given_nothing_until_he_is_back(to: str) -> None:
    stage = published_stage(2, tables=1, jueces=1)

    present(stage, to)
    assert given(stage) == 0
    assert present(stage, "aqui").away(NOW) is None
    assert given(stage) == 1


@pytest.mark.parametrize(
    ("from_", "until", "gets"),
    [(HOUR, None, 0), (None, -HOUR, 0), (-HOUR, HOUR, 1), (None, None, 1), (None, timedelta(0), 0)],
)
def test_outside_his_hours_a_juez_is_given_nothing(from_, until, gets: int) -> None:
    stage = published_stage(2, tables=1, jueces=1)
    profile(stage, from_=None if from_ is None else NOW + from_, until=None if until is None else NOW + until)

    assert given(stage) == gets


def test_who_comes_early_is_there_and_who_leaves_before_his_hour_has_left() -> None:
    stage = published_stage(2, tables=1, jueces=1)
    profile(stage, from_=NOW + HOUR, until=NOW + 3 * HOUR)

    assert profile(stage, from_=NOW + HOUR, until=NOW + 3 * HOUR).away(NOW) is Away.NOT_YET
    assert present(stage, "aqui").away(NOW) is None
    assert present(stage, "fuera").away(NOW) is Away.GONE


def test_the_same_again_does_nothing() -> None:
    stage = published_stage(2, jueces=1)
    profile(stage, club="Sol")
    present(stage, "pausa")
    entries = AuditEntry.objects.count()

    profile(stage, club=" Sol ")
    assert present(stage, "pausa", NOW + HOUR).paused_since == NOW
    assert AuditEntry.objects.count() == entries


def test_hours_in_the_wrong_order_and_who_is_no_juez_are_refused() -> None:
    stage = published_stage(2, tables=1, jueces=1)
    director = director_of(stage.championship)

    with pytest.raises(InvalidValue) as refused:
        profile(stage, from_=NOW, until=NOW)
    assert refused.value.field == "available_until"
    with pytest.raises(InvalidValue) as refused:
        juez_presence_set(championship=stage.championship, juez=UserFactory(), to="pausa", by=director, now=NOW)
    assert refused.value.code == "no-es-juez"
    assert not JuezProfile.objects.exists()


def test_a_table_that_is_paused_or_outside_its_hours_is_given_to_nobody() -> None:
    stage = published_stage(4, tables=2, jueces=2)
    director = director_of(stage.championship)
    first, second = stage.championship.tables.all()

    table_pause(table=first, paused=True, by=director, now=NOW)
    table_availability_set(table=second, available_from=NOW + HOUR, available_until=None, by=director, now=NOW)
    assert given(stage) == 0

    table_pause(table=first, paused=False, by=director, now=NOW)
    assert given(stage) == 1
