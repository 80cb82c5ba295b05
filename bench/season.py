"""A database to measure on: a championship with many mesas, their logs written in bulk with true hash chains."""

import uuid
from collections.abc import Iterator
from datetime import UTC, date, datetime
from random import Random

from brackets.models import Championship, Fixture, Pareja, Player, Role, User
from brackets.services.stages import stage_publish
from referee.management.rehearsal.drawing import draw_rehearsed
from referee.management.rehearsal.playing import mesa_jugadas
from referee.models import Device, Jugada, Mesa
from referee.rules import SEATS, dump_jugada, reglamento_get
from referee.selectors.access import token_digest
from referee.selectors.chain import genesis, link

NOW = datetime(2026, 12, 1, 20, tzinfo=UTC)
SCRIPTS = 50
ENTRANTS = 128


def scripts(count: int = SCRIPTS) -> list[list[str]]:
    """Whole mesas as lines, always the same."""
    rules = reglamento_get("riobamba")
    return [[dump_jugada(jugada) for jugada in mesa_jugadas(rules, Random(seed))] for seed in range(count)]


def make_mesas(count: int, public_key: str = "") -> list[Mesa]:
    """So many open mesas, each with a Juez's tablet that holds its lease; its token is `token_of(mesa)`. Where there is a
    `public_key`, the tablets of every second bracket have it, as no real ones have one and the same.

    They come from drawn and published brackets of 128 parejas, so that a mesa that ends moves a real bracket.
    """
    mesas: list[Mesa] = []
    while len(mesas) < count:
        mesas += _bracket(public_key if len(mesas) // (ENTRANTS // 2) % 2 else "")
    return mesas[:count]


def _bracket(public_key: str) -> list[Mesa]:
    championship = Championship.objects.create(
        slug=f"banco-{uuid.uuid4().hex[:8]}", name="Banco", place="Banco", starts_on=date(2026, 12, 1),
        ends_on=date(2026, 12, 2), status="open", appeal_minutes=15, created_at=NOW,
    )  # fmt: skip
    director = User.objects.create(username=f"director-{championship.slug}")
    parejas = Pareja.objects.bulk_create(
        Pareja(championship=championship, number=n, name=f"Pareja {n}") for n in range(1, ENTRANTS + 1)
    )
    Player.objects.bulk_create(
        Player(championship=championship, pareja=pareja, position=position, name=f"Jugador {pareja.number}.{position}")
        for pareja in parejas
        for position in (1, 2)
    )
    stage = draw_rehearsed(championship=championship, user=director, now=NOW, public_seed="banco")
    stage = stage_publish(stage=stage, user=director, now=NOW)
    fixtures = list(stage.fixtures.filter(round=1))
    users = User.objects.bulk_create(User(username=f"juez-{championship.slug}-{f.position}") for f in fixtures)
    Role.objects.bulk_create(Role(championship=championship, user=user, kind=Role.Kind.JUEZ) for user in users)
    for fixture, user in zip(fixtures, users, strict=True):
        fixture.juez, fixture.status = user, Fixture.Status.IN_PLAY
    Fixture.objects.bulk_update(fixtures, ("juez", "status"))
    devices = Device.objects.bulk_create(
        Device(
            championship=championship, user=user, name=f"Tablet {place}", created_at=NOW, last_seen_at=NOW,
            token_hash=token_digest(f"token-{user.username}"), public_key=public_key,
        )
        for place, user in enumerate(users)
    )  # fmt: skip
    return Mesa.objects.bulk_create(_mesa(*pair) for pair in zip(fixtures, devices, strict=True))


def token_of(mesa: Mesa) -> str:
    """The token of the tablet that keeps this mesa of the bench."""
    return f"token-{mesa.device.user.username}" if mesa.device else ""


def _mesa(fixture: Fixture, device: Device) -> Mesa:
    public_id = uuid.uuid4()
    sides = fixture.pareja_a, fixture.pareja_b
    numbers = tuple(pareja.number for pareja in sides if pareja)
    head = genesis(mesa=public_id, parejas=numbers, reglamento="riobamba", version=1, settings={}, seats=SEATS)
    return Mesa(
        public_id=public_id, fixture=fixture, pareja_a_id=fixture.pareja_a_id, pareja_b_id=fixture.pareja_b_id, seats=list(SEATS),
        reglamento="riobamba", reglamento_version=1, opened_at=NOW, device=device, lease_epoch=1, leased_at=NOW, head_hash=head,
    )  # fmt: skip


def fill_logs(mesas: list[Mesa]) -> int:
    """Write a whole script into the log of each mesa, leaving its projections as they are; how many rows."""
    lines = scripts()
    rows = 0
    for place, mesa in enumerate(mesas):
        log = list(_log(mesa, lines[place % len(lines)]))
        Jugada.objects.bulk_create(log)
        mesa.head_seq, mesa.head_hash = log[-1].seq, log[-1].hash
        rows += len(log)
    Mesa.objects.bulk_update(mesas, ("head_seq", "head_hash"), batch_size=500)
    return rows


def _log(mesa: Mesa, lines: list[str]) -> Iterator[Jugada]:
    head, device = mesa.head_hash, mesa.device
    if device is None:
        return
    for seq, line in enumerate(lines, start=1):
        client_id = uuid.uuid4()
        following = link(
            head, mesa=mesa.public_id, seq=seq, client_id=client_id, notation=line, device=device.public_id,
            lease_epoch=1, user=device.user.public_id, device_ts=None, received_at=NOW,
        )  # fmt: skip
        yield Jugada(
            mesa=mesa, seq=seq, client_id=client_id, notation=line, device=device, lease_epoch=1,
            user=device.user, received_at=NOW, prev_hash=head, hash=following,
        )  # fmt: skip
        head = following
