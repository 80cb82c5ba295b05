"""What a CHECK of one row cannot see, kept by SQLite and PostgreSQL alike: how many players a pareja has, that nobody
enters twice, and what stays as written.

A migration that rebuilds one of these tables on SQLite drops its triggers: it must install them again.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.db.backends.base.base import BaseDatabaseWrapper


class Rule(NamedTuple):
    """A row of `table` is refused when `broken` holds, with the name of the rule; `reads` is the other table that it needs."""

    name: str
    table: str
    events: tuple[str, ...]
    broken: str
    reads: str = ""


RULES: Final = (
    Rule(
        "championship_keeps_its_players",
        "brackets_championship",
        ("UPDATE",),
        "NEW.players_per_pareja <> OLD.players_per_pareja AND (OLD.status <> 'draft' OR EXISTS "
        "(SELECT 1 FROM brackets_pareja WHERE championship_id = NEW.id))",
    ),
    Rule(
        "pareja_representative_plays",
        "brackets_pareja",
        ("INSERT", "UPDATE"),
        "NEW.representative > (SELECT players_per_pareja FROM brackets_championship WHERE id = NEW.championship_id)",
    ),
    Rule(
        "player_within_the_pareja",
        "brackets_player",
        ("INSERT", "UPDATE"),
        "NEW.position > (SELECT c.players_per_pareja FROM brackets_championship c "
        "JOIN brackets_pareja p ON p.championship_id = c.id WHERE p.id = NEW.pareja_id)",
    ),
    Rule(
        "player_is_not_asked_for",
        "brackets_player",
        ("INSERT", "UPDATE"),
        "NEW.active AND NEW.cedula <> '' AND EXISTS (SELECT 1 FROM brackets_entryperson e "
        "WHERE e.championship_id = NEW.championship_id AND e.cedula = NEW.cedula AND e.active)",
        reads="brackets_entryperson",
    ),
    Rule(
        "entry_person_does_not_play",
        "brackets_entryperson",
        ("INSERT", "UPDATE"),
        "NEW.active AND NEW.cedula <> '' AND EXISTS (SELECT 1 FROM brackets_player p "
        "WHERE p.championship_id = NEW.championship_id AND p.cedula = NEW.cedula AND p.active)",
        reads="brackets_player",
    ),
    Rule(
        "consent_text_stays_as_it_was_read",
        "brackets_consenttext",
        ("UPDATE",),
        "NEW.text <> OLD.text OR NEW.version <> OLD.version OR NEW.since <> OLD.since",
    ),
)
AUDIT: Final = Rule(
    "audit_entry_is_append_only",  # but people have a right to what is written of them being deleted, at the end
    "brackets_auditentry",
    ("UPDATE",),
    "NEW.championship_id <> OLD.championship_id OR NEW.at <> OLD.at OR NEW.action <> OLD.action "
    "OR NEW.sentence <> OLD.sentence OR COALESCE(NEW.user_id, 0) <> COALESCE(OLD.user_id, 0) "
    "OR NEW.via <> OLD.via OR NEW.device <> OLD.device OR (NEW.data <> OLD.data "
    "AND (SELECT status FROM brackets_championship WHERE id = NEW.championship_id) <> 'closed')",
)
"""Kept since the columns it names are there."""

APPEND_ONLY: Final = ("brackets_callup", "brackets_auditentry")
"""Tables whose rows are never deleted, nor changed except as a rule above lets them be."""
RULED: Final = ("brackets_auditentry",)

# AFTER, so that what is wrong with the row by itself is told first.
SQLITE_INSTALL: Final = """
CREATE TRIGGER {name}_{event} AFTER {event} ON {table} WHEN {broken}
BEGIN SELECT RAISE(ABORT, '{name}'); END
"""
POSTGRES_INSTALL: Final = """
CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN IF {broken} THEN RAISE EXCEPTION '{name}' USING ERRCODE = 'check_violation'; END IF; RETURN NEW; END $$;
CREATE TRIGGER {name}_{event} AFTER {event} ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()
"""


def install(connection: BaseDatabaseWrapper, rules: Sequence[Rule] = RULES) -> None:
    """Keep the rules from now on, of the tables there are; harmless where they are kept already."""
    remove(connection, rules)
    create = POSTGRES_INSTALL if connection.vendor == "postgresql" else SQLITE_INSTALL
    with connection.cursor() as cursor:
        for rule in _rules_of(connection, rules):
            for event in rule.events:
                cursor.execute(create.format(event=event, **rule._asdict()))


def remove(connection: BaseDatabaseWrapper, rules: Sequence[Rule] = RULES) -> None:
    on_table = " ON {table}" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        for rule in _rules_of(connection, rules):
            for event in rule.events:
                drop = "DROP TRIGGER IF EXISTS {name}_{event}" + on_table
                cursor.execute(drop.format(event=event, **rule._asdict()))


def _rules_of(connection: BaseDatabaseWrapper, rules: Sequence[Rule]) -> list[Rule]:
    """A migration may install them before the tables of later ones are there."""
    there = set(connection.introspection.table_names())
    return [rule for rule in rules if {rule.table, rule.reads or rule.table} <= there]


KEEP_SQLITE: Final = """
CREATE TRIGGER {table}_keeps_{action} BEFORE {action} ON {table}
BEGIN SELECT RAISE(ABORT, '{table} is append-only: {action} refused'); END
"""
KEEP_FUNCTION: Final = """
CREATE OR REPLACE FUNCTION brackets_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation'; END $$
"""
KEEP_POSTGRES: Final = """
CREATE TRIGGER {table}_keeps_{action} BEFORE {action} ON {table}
FOR EACH STATEMENT EXECUTE FUNCTION brackets_refuse()
"""


def keep(connection: BaseDatabaseWrapper, tables: Sequence[str] = APPEND_ONLY) -> None:
    """Make these tables append-only; harmless where they already are."""
    unkeep(connection, tables)
    postgres = connection.vendor == "postgresql"
    with connection.cursor() as cursor:
        if postgres:
            cursor.execute(KEEP_FUNCTION)
        for table in tables:
            for action in _kept_from(connection, table):
                cursor.execute((KEEP_POSTGRES if postgres else KEEP_SQLITE).format(table=table, action=action))


def unkeep(connection: BaseDatabaseWrapper, tables: Sequence[str] = APPEND_ONLY) -> None:
    """Let the tables be emptied again: for tests, between one and the next."""
    on_table = " ON {table}" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        for table in tables:
            for action in _kept_from(connection, table):
                drop = "DROP TRIGGER IF EXISTS {table}_keeps_{action}" + on_table
                cursor.execute(drop.format(table=table, action=action))


def _kept_from(connection: BaseDatabaseWrapper, table: str) -> tuple[str, ...]:
    update = () if table in RULED else ("update",)
    return (*update, "delete", "truncate") if connection.vendor == "postgresql" else (*update, "delete")
