"""What else happens on such a night: who has come, who is called, who wants help, and who does not agree."""

from datetime import datetime, timedelta
from typing import Final
from uuid import uuid4

from brackets.models import CheckIn, Fixture, Pareja
from brackets.services.callups import callup_call, callup_identified, callup_present
from brackets.services.fixtures import fixture_call
from brackets.services.hours import day_plan_keep
from brackets.services.presence import pareja_check_in, player_check_in
from referee.management.rehearsal.chance import stream
from referee.management.rehearsal.hall import Hall
from referee.management.rehearsal.ink import scribble
from referee.models import Call, Incident, Jugada, Mesa
from referee.services.appeals.filing import Filed, Signed, appeal_file
from referee.services.calls import call_make
from referee.services.conduct import Reported, incident_write
from referee.services.consultas import Exposed, consulta_open, consulta_resolve, exposed_at

SEED: Final = "noche"
ABSENT, ALONE = 4, 3
"""Parejas of whom nobody has come, and after them those of whom one has."""
CALLED: Final = 2
CEDULA: Final = CheckIn.Document.CEDULA


def arrivals(hall: Hall, doors: datetime) -> None:
    """Who has come by now, through the door from that hour on; who is late plays only later."""
    control, drawn = hall.founded.control, Pareja.objects.filter(championship=hall.founded.championship)
    first = Fixture.objects.filter(stage=hall.founded.stage, round=1, status=Fixture.Status.READY).order_by("number")
    late = [pareja.pk for each in first.reverse() for pareja in (each.pareja_b,) if pareja][: ABSENT + ALONE]
    for place, pareja in enumerate(drawn.order_by("number").prefetch_related("players")):
        at = doors + timedelta(seconds=25 * place)
        if pareja.pk not in late:
            pareja_check_in(pareja=pareja, user=control, now=at, document=CEDULA)
        elif pareja.pk in late[ABSENT:]:
            one = pareja.players.order_by("position").first()
            assert one is not None  # noqa: S101 (it was inscribed with its players)
            player_check_in(player=one, user=control, now=at, document=CEDULA)


def calls(hall: Hall) -> None:
    """The last mesas that can be played are called: one for the first time, one for the second, and a rival is missing."""
    now, control = hall.now, hall.founded.control
    ready = Fixture.objects.filter(stage=hall.founded.stage, round=1, status=Fixture.Status.READY)
    last = list(ready.exclude(table=None).exclude(juez=None).order_by("-number")[:CALLED])
    for number, fixture in enumerate(last, start=1):
        fixture_call(fixture=fixture, user=control, now=now - timedelta(minutes=6 * number))
    if last:
        twice = last[-1]
        callup_present(fixture=twice, side="A", position=None, user=control, now=now - timedelta(minutes=9))
        callup_identified(fixture=twice, side="A", user=control, now=now - timedelta(minutes=8))
        callup_call(fixture=twice, number=2, user=control, now=now - timedelta(minutes=4))
    day_plan_keep(championship=hall.founded.championship, user=hall.founded.director, now=now)


def disagreements(hall: Hall) -> None:
    """An appeal that waits to be qualified, a precedent and an open doubt, a warning, and a Juez who wants help."""
    over, playing = (_mesas(hall, status) for status in (Fixture.Status.FINAL, Fixture.Status.IN_PLAY))
    if over:
        _appeal(over[-1])
    if playing:
        _doubts(hall, playing[0])
        _warning(hall, playing[-1])
        _help(hall, playing[-1])


def _mesas(hall: Hall, status: Fixture.Status) -> list[Mesa]:
    there = Mesa.objects.filter(fixture__stage=hall.founded.stage, fixture__status=status)
    return list(
        there.select_related("fixture__pareja_a", "fixture__pareja_b", "fixture__juez").order_by("fixture__number")
    )


def _appeal(mesa: Mesa) -> None:
    """The last caída that the Juez granted, by those who lost the mesa."""
    fixture = mesa.fixture
    loser, side = (fixture.pareja_b, "B") if fixture.winner_id == fixture.pareja_a_id else (fixture.pareja_a, "A")
    rival = "A" if side == "B" else "B"
    granted = Jugada.objects.filter(mesa=mesa, notation__startswith=f"caida {rival}").order_by("seq").last()
    if loser is None or granted is None:
        return
    random = stream(SEED, "apelación")
    names = loser.players.order_by("position").values_list("name", flat=True)
    filed = Filed(
        side=side,
        jugada=granted.seq,
        text="La caída se pidió cuando ya se había jugado la carta siguiente.",
        signatures=[Signed(name, ink=scribble(random)) for name in names],
    )
    appeal_file(mesa=mesa, filed=filed, client_id=uuid4(), now=granted.received_at + timedelta(minutes=5))


def _doubts(hall: Hall, mesa: Mesa) -> None:
    championship, director, control = hall.founded.championship, hall.founded.director, hall.founded.control
    asked = Exposed(
        question="¿Puede pedir la caída el compañero que se levantó de la mesa?", article="6", juez=mesa.fixture.juez
    )
    before = hall.now - timedelta(minutes=50)
    precedent = consulta_open(championship=championship, exposed=asked, client_id=uuid4(), user=control, now=before)
    consulta_resolve(
        consulta=precedent,
        text="No: la piden el jugador o su compañero desde su puesto, antes de la carta siguiente.",
        user=director,
        now=before + timedelta(minutes=4),
    )
    open_one = exposed_at(
        mesa.fixture, question="¿Se vuelve a barajar si se moja una carta?", article="3.d", side="A", user=control
    )
    consulta_open(
        championship=championship,
        exposed=open_one,
        client_id=uuid4(),
        user=control,
        now=hall.now - timedelta(minutes=2),
    )


def _warning(hall: Hall, mesa: Mesa) -> None:
    fixture, juez = mesa.fixture, mesa.fixture.juez
    assert fixture.pareja_a is not None  # noqa: S101 (it is being played)
    assert juez is not None  # noqa: S101 (so is that)
    incident_write(
        championship=hall.founded.championship,
        reported=Reported(
            pareja=fixture.pareja_a,
            kind=Incident.Kind.SIGNS,
            grade=Incident.Grade.WARNING,
            text="Se tocó la oreja antes de cada levante.",
            fixture=fixture,
        ),
        client_id=uuid4(),
        user=juez,
        now=hall.now - timedelta(minutes=3),
    )


def _help(hall: Hall, mesa: Mesa) -> None:
    device, juez = mesa.device, mesa.fixture.juez
    if device is None or juez is None:
        return
    at = hall.now - timedelta(minutes=1)
    call_make(mesa=mesa, device=device, user=juez, client_id=uuid4(), reason=Call.Reason.RULES, called_at=at, now=at)
