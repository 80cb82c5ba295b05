"""Migrate an empty database, make the peer's tables, and fill it with mesas to play; print them as JSON."""

import json
from typing import Any
from urllib.parse import urlsplit

import psycopg
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser
from django.db import connection, transaction

from bench.peer.models import Event, Match
from bench.season import fill_logs, make_mesas, scripts, token_of


class Command(BaseCommand):
    help = __doc__ or ""
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--mesas", type=int, required=True)
        parser.add_argument("--public-key", default="", help="of the tablets of every second bracket")
        parser.add_argument("--logs", action="store_true", help="fill their logs, without projections")

    def handle(self, *_args: Any, **options: Any) -> None:
        create_database()
        call_command("migrate", verbosity=0)
        with connection.schema_editor() as editor:
            editor.create_model(Match)
            editor.create_model(Event)
        with transaction.atomic():
            Match.objects.bulk_create(Match() for _ in range(64))
            mesas = make_mesas(options["mesas"], options["public_key"])
            rows = fill_logs(mesas) if options["logs"] else 0
        listed = [
            {"id": str(mesa.public_id), "token": token_of(mesa), "signs": bool(mesa.device and mesa.device.public_key)}
            for mesa in mesas
        ]
        self.stdout.write(
            json.dumps(
                {"mesas": listed, "scripts": scripts(), "rows": rows, "slug": mesas[0].fixture.stage.championship.slug}
            )
        )


def create_database() -> None:
    """PostgreSQL: the database that `DATABASE_URL` names. SQLite makes its file by itself."""
    if connection.vendor == "postgresql":
        server, _, name = settings.DATABASE_URL.rpartition("/")
        with psycopg.connect(f"{server}/postgres", autocommit=True) as server_connection:
            server_connection.execute(f'CREATE DATABASE "{urlsplit(name).path}"'.encode())
