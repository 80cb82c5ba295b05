"""`migrate`, and after it the triggers that no migration holds, what the role that serves may do, and the database's first incarnation."""

from typing import Any

from django.conf import settings
from django.core.management import CommandError
from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from cuarenta_torneo import database, product_role
from referee.services.incarnations import incarnation_first

LOOKING = ("plan", "check_unapplied", "prune")
"""Options with which Django changes no table."""


class Command(migrate.Command):
    """Drop the triggers before a migration changes tables and install them when every migration has run.

    SQLite refuses to rebuild a table that a trigger of another table names, and an append-only table refuses a migration that
    fills a column. Where a migration fails, or an earlier state is asked for, the triggers stay away, and the server does not
    start (`cuarenta_torneo.database.require`).
    """

    def handle(self, *args: Any, **options: Any) -> None:
        self.changed = False
        self.database = connections[options["database"]]
        looking, role = any(options[each] for each in LOOKING), settings.DATABASE_ROLE
        granting = bool(role) and self.database.vendor == "postgresql" and not looking
        if granting and self.database.settings_dict["USER"] == role:
            raise CommandError(
                f"«{role}», la cuenta de DATABASE_ROLE, es la que sirve y no es dueña de nada: migre con la cuenta dueña en DATABASE_URL."
            )
        super().handle(*args, **options)
        if not looking and not _pending(self.database):
            database.install(self.database)
            if granting:
                product_role.grant(self.database, role)
            if self.database.alias == DEFAULT_DB_ALIAS:
                incarnation_first(now=timezone.now())

    def migration_progress_callback(self, action: str, migration: Any = None, fake: bool = False) -> None:  # noqa: FBT001, FBT002 (Django's)
        """Called by Django right before it runs or undoes each migration, when all that was typed makes sense."""
        if action in {"apply_start", "unapply_start"} and not self.changed:
            self.changed = True
            database.remove(self.database)
        super().migration_progress_callback(action, migration, fake)


def _pending(connection: Any) -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
