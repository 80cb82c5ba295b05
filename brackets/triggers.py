"""How many players a pareja has, kept by SQLite and PostgreSQL alike: what a CHECK of one row cannot see.

A migration that rebuilds one of these tables on SQLite drops its triggers: it must install them again.
"""

from typing import Final, NamedTuple

from django.db.backends.base.base import BaseDatabaseWrapper


class Rule(NamedTuple):
    """A row of `table` is refused when `broken` holds, with the name of the rule."""

    name: str
    table: str
    events: tuple[str, ...]
    broken: str


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
)

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


def install(connection: BaseDatabaseWrapper) -> None:
    """Keep the rules from now on; harmless where they are kept already."""
    remove(connection)
    create = POSTGRES_INSTALL if connection.vendor == "postgresql" else SQLITE_INSTALL
    with connection.cursor() as cursor:
        for rule in RULES:
            for event in rule.events:
                cursor.execute(create.format(event=event, **rule._asdict()))


def remove(connection: BaseDatabaseWrapper) -> None:
    on_table = " ON {table}" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        for rule in RULES:
            for event in rule.events:
                drop = "DROP TRIGGER IF EXISTS {name}_{event}" + on_table
                cursor.execute(drop.format(event=event, **rule._asdict()))
