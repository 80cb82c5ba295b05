"""Mesas of the demonstration: played by the script, through the services that the tablets use."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random
from uuid import UUID

from django.http import HttpRequest

from brackets.models import Fixture, User
from referee.management.demonstration.championship import PASSWORD
from referee.management.demonstration.ink import scribble
from referee.management.demonstration.script import played_mesa
from referee.models import Device, Mesa
from referee.rules import SEATS, dump_jugada, reglamento_get
from referee.services.devices import device_login
from referee.services.log import JugadaInput, jugadas_record
from referee.services.mesas import mesa_open
from referee.services.planillas import planilla_deliver, planilla_freeze
from referee.services.signatures import signature_add

SECONDS_A_JUGADA = 40


def tablet_of(juez: User, number: int, now: datetime) -> Device:
    """A tablet signed in by this Juez."""
    request = HttpRequest()
    request.META["REMOTE_ADDR"] = "127.0.0.1"
    device, _token = device_login(
        request=request,
        username=juez.username,
        password=PASSWORD,
        name=f"Tablet {number:02}",
        championship=None,
        now=now,
    )
    return device


def play_mesa(
    *, fixture: Fixture, juez: User, device: Device, random: Random, begun: datetime, share: float = 1.0
) -> Mesa:
    """Open the mesa and record `share` of what happens at it, one jugada each `SECONDS_A_JUGADA` from `begun`."""
    mesa = mesa_open(
        fixture=fixture,
        device=device,
        user=juez,
        seats=SEATS,
        representatives={
            "A": fixture.pareja_a.representative if fixture.pareja_a else 1,
            "B": fixture.pareja_b.representative if fixture.pareja_b else 1,
        },
        identified=True,
        now=begun,
    )
    rules = reglamento_get(mesa.reglamento, mesa.rule_settings)
    lines = [dump_jugada(jugada) for jugada, _state in played_mesa(rules, random)]
    for number, line in enumerate(lines[: max(1, round(share * len(lines)))]):
        when = begun + timedelta(seconds=SECONDS_A_JUGADA * number)
        jugadas_record(
            mesa_id=mesa.public_id,
            device=device,
            user=juez,
            lease_epoch=mesa.lease_epoch,
            base_seq=number,
            jugadas=[JugadaInput(_uuid(random), line, when)],
            now=when,
        )
    mesa.refresh_from_db()
    return mesa


def sign_mesa(*, mesa: Mesa, juez: User, device: Device, control: User, random: Random, now: datetime) -> None:
    """Freeze, let both representatives and the Juez sign, and deliver the Planilla."""
    planilla = planilla_freeze(mesa=mesa, user=juez, device=device, now=now)
    for party, name in _signers(mesa, juez):
        signature_add(
            planilla=planilla,
            party=party,
            outcome="firma",
            name=name,
            ink=scribble(random),
            reason="",
            witness="",
            contested=(),
            client_id=_uuid(random),
            device=device,
            now=now,
        )
    planilla.refresh_from_db()
    planilla_deliver(planilla=planilla, user=control, now=now)


def _signers(mesa: Mesa, juez: User) -> Sequence[tuple[str, str]]:
    fixture = mesa.fixture
    parejas = ((fixture.pareja_a, mesa.representative_a), (fixture.pareja_b, mesa.representative_b))
    names = [pareja.players.get(position=position).name for pareja, position in parejas if pareja is not None]
    return [*zip("AB", names, strict=True), ("juez", str(juez))]


def _uuid(random: Random) -> UUID:
    return UUID(int=random.getrandbits(128), version=4)
