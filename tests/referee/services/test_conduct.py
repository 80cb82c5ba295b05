"""Conduct on record: written once, cancelled with a reason, final by the Director's word."""

from uuid import uuid4

import pytest
from django.db import DatabaseError, transaction

from brackets.models import AuditEntry, Fixture, User
from brackets.services.errors import InvalidValue
from referee.models import Incident, IncidentExpulsion
from referee.selectors.conduct import on_record, standing_of
from referee.services.conduct import Reported, incident_cancel, incident_settle, incident_write
from referee.services.errors import RefereeError, WrittenOtherwise
from referee.services.expulsions import incident_expel
from tests.factories.brackets import NOW, FixtureFactory, director_of, published_stage
from tests.factories.referee import SORTEO, Keeper, kept_mesa

pytestmark = pytest.mark.django_db


@pytest.fixture
def kept(db: None) -> Keeper:
    return kept_mesa(SORTEO)


def write(kept: Keeper, **given: object) -> Incident:
    reported = {
        "pareja": kept.fixture.pareja_a, "kind": "senas", "grade": "amonestacion", "text": "Se hizo señas",
        "fixture": kept.fixture,
    }  # fmt: skip
    client_id = given.pop("client_id", uuid4())
    return incident_write(
        championship=kept.championship, reported=Reported(**(reported | given)), client_id=client_id, user=kept.juez,
        now=kept.tick(),
    )  # fmt: skip


def test_an_incident_sent_again_is_the_same_one(kept: Keeper) -> None:
    first = write(kept)
    assert write(kept, client_id=first.client_id).pk == first.pk
    with pytest.raises(WrittenOtherwise):
        write(kept, client_id=first.client_id, text="Otra")
    assert (Incident.objects.count(), AuditEntry.objects.filter(action="conducta-anotar").count()) == (1, 1)


def test_a_cancelled_one_stays_in_the_ledger_and_no_longer_counts(kept: Keeper) -> None:
    incident, user = write(kept), director_of(kept.championship)
    incident_settle(incident=incident, user=user, now=kept.tick())
    first = incident_cancel(incident=incident, reason="Era otro", user=user, now=kept.tick())
    again = incident_cancel(incident=incident, reason="Otra cosa", user=user, now=kept.tick())

    assert (again.pk, again.reason) == (first.pk, "Era otro")
    assert standing_of(kept.championship, [kept.fixture.pareja_a_id]) == []
    assert [each.cancelled.reason for each in on_record(kept.championship)] == ["Era otro"]
    with pytest.raises(RefereeError, match="anulada"):
        incident_settle(incident=incident, user=user, now=kept.tick())


def test_it_is_known_to_the_next_juez_of_that_pareja_alone(kept: Keeper) -> None:
    write(kept)
    assert len(standing_of(kept.championship, [kept.fixture.pareja_a_id, None])) == 1
    assert standing_of(kept.championship, [kept.fixture.pareja_b_id]) == []


@pytest.mark.parametrize("field", ["pareja", "fixture"])
def test_what_is_not_of_here_is_refused(kept: Keeper, field: str) -> None:
    other = kept_mesa(SORTEO)
    given = {"pareja": other.fixture.pareja_a} if field == "pareja" else {"fixture": other.fixture}
    with pytest.raises(InvalidValue):
        write(kept, **given)
    assert Incident.objects.count() == 0


def test_the_database_changes_no_incident(kept: Keeper) -> None:
    incident = write(kept)
    with pytest.raises(DatabaseError), transaction.atomic():
        Incident.objects.filter(pk=incident.pk).update(text="Nada")


@pytest.mark.parametrize("many", [1, 3])
def test_the_ledger_asks_as_often_for_many(kept: Keeper, many: int, django_assert_num_queries: object) -> None:
    for _ in range(many):
        write(kept)
    with django_assert_num_queries(3):  # type: ignore[operator]
        assert [str(each.incident.pareja) for each in on_record(kept.championship)]


def test_the_pareja_is_expelled_for_it_once_and_the_incident_keeps_that() -> None:
    fixture = published_stage(4).fixtures.get(number=1)
    pareja, director = fixture.pareja_a, director_of(fixture.stage.championship)
    incident = severe(fixture, director)
    told = {"incident": incident, "user": director, "now": NOW, "reason": "Amenazó al Juez"}
    incident_settle(incident=incident, user=director, now=NOW)

    assert [incident_expel(**told).changed for _ in range(2)] == [True, False]

    pareja.refresh_from_db()
    fixture.refresh_from_db()
    assert (pareja.status, fixture.winner_id) == ("expelled", fixture.pareja_b_id)
    (entry,) = on_record(fixture.stage.championship)
    assert entry.expulsion is not None
    assert (entry.expulsion.reason, entry.may_expel, entry.is_in) == ("Amenazó al Juez", False, False)
    assert AuditEntry.objects.filter(action="conducta-expulsar").count() == 1
    with pytest.raises(DatabaseError), transaction.atomic():
        IncidentExpulsion.objects.update(reason="Nada")


@pytest.mark.parametrize("case", ["por-decidir", "anulada", "leve"])
def test_only_a_grave_one_that_is_final_and_stands_expels(case: str) -> None:
    fixture = published_stage(4).fixtures.get(number=1)
    director = director_of(fixture.stage.championship)
    incident = severe(fixture, director, grade="amonestacion" if case == "leve" else "falta-grave")
    if case != "por-decidir":
        incident_settle(incident=incident, user=director, now=NOW)
    if case == "anulada":
        incident_cancel(incident=incident, reason="Era otro", user=director, now=NOW)

    with pytest.raises(RefereeError) as refusal:
        incident_expel(incident=incident, user=director, now=NOW, reason="Por esto")

    assert refusal.value.code == "conducta-sin-expulsion"
    fixture.pareja_a.refresh_from_db()
    assert fixture.pareja_a.status == "active"


def severe(fixture: Fixture, director: User, grade: str = "falta-grave") -> Incident:
    reported = Reported(fixture.pareja_a, "ofensa", grade, "Amenazó al Juez", fixture=fixture)
    championship = fixture.stage.championship
    return incident_write(championship=championship, reported=reported, client_id=uuid4(), user=director, now=NOW)


def test_it_outlives_its_partida(db: None) -> None:
    fixture = FixtureFactory()
    championship = fixture.stage.championship
    incident = incident_write(
        championship=championship,
        reported=Reported(fixture.pareja_a, "demora", "observacion", "Llegó tarde", fixture=fixture),
        client_id=uuid4(),
        user=director_of(championship),
        now=NOW,
    )

    fixture.delete()

    assert [told.pk for told in Incident.objects.select_related("fixture")] == [incident.pk]
    assert Incident.objects.select_related("fixture").get().fixture is None
