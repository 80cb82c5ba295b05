"""Drop the database of a measurement."""

from typing import Any

import psycopg
from django.conf import settings
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = __doc__ or ""
    requires_system_checks: list[str] = []

    def handle(self, *_args: Any, **_options: Any) -> None:
        server, _, name = settings.DATABASE_URL.rpartition("/")
        if name.startswith("bench_"):
            with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
                connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())
