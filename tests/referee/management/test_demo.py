"""The demonstration: a whole championship through the real services, and only into an empty database."""

from collections import Counter
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from brackets.models import Championship, CheckIn, Fixture, Role, User
from referee.models import Appeal, Call, Consulta, ConsultaEnd, Incident, Jugada, Mesa, Planilla
from referee.selectors.pins import pin_typed
from tests.factories.brackets import UserFactory

pytestmark = pytest.mark.django_db


def demo() -> str:
    out = StringIO()
    call_command("demo", stdout=out)
    return out.getvalue()


def test_the_demonstration_is_a_championship_in_progress_and_is_made_once(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO"):
        said = demo()
    assert not caplog.records

    assert "96 parejas, 24 jueces; 8 mesas selladas, 6 en juego, 1 por firmar, 2 convocadas" in said
    assert "director" in said
    tonight, past, upcoming = Championship.objects.order_by("pk")
    assert {tonight.status, upcoming.status} == {Championship.Status.OPEN}
    assert (past.status, str(past)) == (Championship.Status.CLOSED, "Copa Mixta de la Fiesta 1")
    assert [each.place for each in past.podium.all()][:2] == [1, 2]
    assert (tonight.parejas.count(), tonight.tables.count()) == (96, 24)
    assert tonight.roles.filter(kind=Role.Kind.JUEZ).count() == 24
    states = Counter(
        Fixture.objects.filter(stage__championship=tonight, round=1).exclude(how="bye").values_list("status", flat=True)
    )
    assert states == {"final": 8, "provisional": 1, "in-play": 6, "called": 2, "ready": 15}
    assert Planilla.objects.filter(status=Planilla.Status.SEALED, delivered_at__isnull=False).count() == 8 + 3
    assert Mesa.objects.filter(estado="terminada", planillas=None).count() == 1
    call_command("verificar_bitacora", stdout=StringIO())
    assert Jugada.objects.latest("received_at").received_at <= timezone.now()

    # What a night has besides: who has come, who does not agree, who wants help, and who asks to enter the next one.
    come = Counter(CheckIn.objects.filter(player__championship=tonight).values_list("player__pareja", flat=True))
    assert Counter(come.values()) == {2: 89, 1: 3}
    called = Fixture.objects.filter(status="called").order_by("number")
    assert [each.callups.filter(kind="presente").count() for each in called] == [1, 0]
    assert [(each.mesa.fixture.status, hasattr(each, "qualification")) for each in Appeal.objects.all()] == [
        ("final", False)
    ]
    assert Counter(ConsultaEnd.objects.values_list("kind", flat=True)) == {"resuelta": 1}
    assert (Consulta.objects.count(), Incident.objects.count(), Call.objects.count()) == (2, 1, 1)
    entries = Counter(upcoming.entries.values_list("state", flat=True))
    assert entries == {"confirmada": 8, "rechazada": 1, "pedida": 3, "en-espera": 3}

    juez = User.objects.get(username="juez07")
    assert "4001 … 4024 los jueces por su número, 402040 control, 404020 director" in said
    for user, pin in ((juez, "4007"), (User.objects.get(username="director"), "404020")):
        assert pin_typed(championship_id=tonight.pk, pin=pin).user == user

    rows = Jugada.objects.count()
    UserFactory(username="juez.1")
    again = demo()

    assert "juez01 … juez24\n" in again
    assert "Los datos de antes siguen aquí" in again
    assert Jugada.objects.count() == rows
