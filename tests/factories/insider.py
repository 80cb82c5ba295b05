"""Somebody who has lifted what keeps rows, as the owner of a database can; also how a test lays what time or another program left."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from django.db.models import Model

from brackets import triggers as brackets_triggers
from brackets.append_only import Tables
from cuarenta_torneo import database
from referee import triggers as referee_triggers

EVERY = {each.app: each for each in (brackets_triggers.TABLES, referee_triggers.TABLES)}


@contextmanager
def insider(model: type[Model]) -> Iterator[None]:
    """The rows of this model change and go."""
    app, name = model._meta.app_label, model.__name__
    tables = Tables(app, {name: EVERY[app].rows[name]})
    _settle()
    tables.remove(connection)
    try:
        yield
    finally:
        _settle()
        tables.install(connection)


@contextmanager
def triggers_lifted() -> Iterator[None]:
    """As who owns the database, who can remove every guard in it; nothing may be waiting to be checked as they go and come back."""
    _settle()
    database.remove(connection)
    try:
        yield
    finally:
        _settle()
        database.install(connection)


def _settle() -> None:
    """PostgreSQL alters no table of which something is still to be checked."""
    if connection.vendor == "postgresql":
        connection.check_constraints()
