"""Measure the pages of a hall of 24 live tables in a championship of 1,000 parejas; print the figures as JSON."""

import json
import uuid
from statistics import median
from typing import Any

from django.core.cache import cache
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser
from django.test import Client
from django.utils import timezone

from bench.championships import Cost, Night
from bench.peer.management.commands.bench_prepare import create_database
from brackets.draw.formats import Elimination
from brackets.models import Fixture, Player, Role, Table, User
from brackets.selectors.private_links import link_token
from brackets.services.fixtures import fixtures_assign_auto
from referee.models import Device
from referee.services.log import JugadaInput, jugadas_record
from referee.services.mesas import mesa_open

PAGES = {
    "control": "panel/control/",
    "partidas": "panel/partidas/",
    "parejas": "panel/parejas/",
    "horas": "panel/horas/",
    "publica": "",
}
SORTEO = "sorteo A1=7 B1=2 A2=7 B2=3 reparte=A1"


class Command(BaseCommand):
    help = __doc__ or ""
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--parejas", type=int, required=True)
        parser.add_argument("--tables", type=int, required=True)
        parser.add_argument("--rounds", type=int, required=True)

    def handle(self, *_args: Any, **options: Any) -> None:
        create_database()
        call_command("migrate", verbosity=0)
        night = _hall(options["parejas"], options["tables"])
        client, slug = Client(), night.championship.slug
        client.force_login(night.director)
        addresses = {name: (f"/c/{slug}/{page}", f"/bench/lista/{name}/{slug}/") for name, page in PAGES.items()}
        ours, bare = ({name: Cost() for name in PAGES} for _ in "ab")
        unchanged, first, kept = Cost(), Cost(), Cost()
        own = [f"/p/{link_token(pareja)}/" for pareja in night.championship.parejas.order_by("-number")[:2]]
        for number in range(options["rounds"] + 1):
            for name, pair in addresses.items():
                for cost, address in zip((ours, bare), pair, strict=True):
                    _get(client, address, cost[name] if number else Cost())
            mark = client.get(f"/c/{slug}/panel/control/estado").json()["mark"]
            _get(client, f"/c/{slug}/panel/control/estado?marca={mark}", unchanged if number else Cost())
            cache.clear()
            for cost, address in zip((first, kept), own, strict=True):
                _get(Client(), address, cost if number else Cost())
        pages = {
            name: {
                "ours": ours[name].figures(),
                "bare": bare[name].figures(),
                "ratio": round(median(ours[name].milliseconds) / median(bare[name].milliseconds), 2),
                "ratio_cpu": round(median(ours[name].own) / median(bare[name].own), 2),
            }
            for name in PAGES
        }
        ratio = round(median(first.own) / median(kept.own), 2)
        private = {"first": first.figures(), "kept": kept.figures(), "ratio_cpu": ratio}
        told = {"pages": pages, "private": private, "unchanged": unchanged.figures()}
        self.stdout.write(json.dumps({**options_told(options), **told}))


def options_told(options: dict[str, Any]) -> dict[str, int]:
    return {name: options[name] for name in ("parejas", "tables", "rounds")}


def _get(client: Client, address: str, cost: Cost) -> None:
    with cost.measured():
        answer = client.get(address)
    if answer.status_code not in (200, 204):
        message = f"{address} answers {answer.status_code}"
        raise RuntimeError(message)


def _hall(parejas: int, tables: int) -> Night:
    """Every table in play, each with its Juez and tablet."""
    night, now = Night("sala", Elimination(), parejas), timezone.now()
    championship = night.championship
    Role.objects.get_or_create(championship=championship, user=night.director, kind=Role.Kind.DIRECTOR)
    Player.objects.bulk_create(
        Player(championship=championship, pareja=pareja, position=position, name=f"Jugador {pareja.number}.{position}")
        for pareja in championship.parejas.all()
        for position in (1, 2)
    )
    Table.objects.bulk_create(Table(championship=championship, number=n) for n in range(1, tables + 1))
    for number in range(tables):
        juez = User.objects.create(username=f"juez-{number}")
        Role.objects.create(championship=championship, user=juez, kind=Role.Kind.JUEZ)
    fixtures_assign_auto(championship=championship, user=night.director, now=now)
    for fixture in Fixture.objects.filter(table__isnull=False).select_related("stage__championship", "juez"):
        if fixture.juez is None:
            continue
        device = Device.objects.create(
            championship=championship, user=fixture.juez, name=f"Tablet {fixture.pk}", token_hash=uuid.uuid4().hex,
            created_at=now, last_seen_at=now, told_at=now, battery=80,
        )  # fmt: skip
        mesa = mesa_open(
            fixture=fixture, device=device, user=fixture.juez, seats=("A1", "B1", "A2", "B2"),
            representatives={"A": 1, "B": 1}, identified=True, now=now,
        )  # fmt: skip
        jugadas_record(
            mesa_id=mesa.public_id, device=device, user=fixture.juez, lease_epoch=mesa.lease_epoch, base_seq=0,
            jugadas=[JugadaInput(uuid.uuid4(), line, now) for line in (SORTEO, "caida A")], now=now,
        )  # fmt: skip
    return night
