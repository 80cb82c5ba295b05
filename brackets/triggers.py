"""Invariants that a CHECK of one row cannot express, kept by triggers on SQLite and PostgreSQL alike: the players of a pareja, no
person entered twice, rows that never change.

`cuarenta_torneo.database` installs them after `migrate`.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from django.db.backends.base.base import BaseDatabaseWrapper


class Rule(NamedTuple):
    """A row of `table` is refused when `broken` holds, with the name of the rule."""

    name: str
    table: str
    events: tuple[str, ...]
    broken: str


LEAVES: Final = "SELECT fullkey, type, atom FROM json_tree({}.drawn_record)"
NAMES: Final = " OR ".join(f"fullkey LIKE '$.inscritas[%].jugadores[%].{name}'" for name in ("nombre", "sal"))
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
    ),
    Rule(
        "entry_person_does_not_play",
        "brackets_entryperson",
        ("INSERT", "UPDATE"),
        "NEW.active AND NEW.cedula <> '' AND EXISTS (SELECT 1 FROM brackets_player p "
        "WHERE p.championship_id = NEW.championship_id AND p.cedula = NEW.cedula AND p.active)",
    ),
    Rule(
        "consent_text_stays_as_it_was_read",
        "brackets_consenttext",
        ("UPDATE",),
        "NEW.text <> OLD.text OR NEW.version <> OLD.version OR NEW.since <> OLD.since",
    ),
    Rule(
        "audit_entry_is_append_only",  # but people have a right to what is written of them being deleted, at the end
        "brackets_auditentry",
        ("UPDATE",),
        "NEW.championship_id <> OLD.championship_id OR NEW.at <> OLD.at OR NEW.action <> OLD.action "
        "OR NEW.sentence <> OLD.sentence OR COALESCE(NEW.user_id, 0) <> COALESCE(OLD.user_id, 0) "
        "OR NEW.via <> OLD.via OR NEW.device <> OLD.device OR (NEW.data <> OLD.data "
        "AND (SELECT status FROM brackets_championship WHERE id = NEW.championship_id) <> 'closed')",
    ),
    Rule(
        "stage_event_is_append_only",
        "brackets_stageevent",
        ("UPDATE",),
        "NEW.championship_id <> OLD.championship_id OR NEW.stage <> OLD.stage OR NEW.seq <> OLD.seq OR NEW.kind <> OLD.kind "
        "OR NEW.action <> OLD.action OR NEW.counts <> OLD.counts OR NEW.at <> OLD.at "
        "OR COALESCE(NEW.round, -1) <> COALESCE(OLD.round, -1) OR COALESCE(NEW.position, -1) <> COALESCE(OLD.position, -1) "
        "OR COALESCE(NEW.pareja, -1) <> COALESCE(OLD.pareja, -1) OR COALESCE(NEW.after, -1) <> COALESCE(OLD.after, -1) "
        "OR COALESCE(NEW.corrects, -1) <> COALESCE(OLD.corrects, -1) "
        "OR COALESCE(NEW.by_id, 0) <> COALESCE(OLD.by_id, 0) OR (NEW.data <> OLD.data "
        "AND (SELECT status FROM brackets_championship WHERE id = NEW.championship_id) <> 'closed')",
    ),
    Rule(
        "stage_event_refers_to_one_before",  # that it is before is a CHECK
        "brackets_stageevent",
        ("INSERT",),
        "COALESCE(NEW.corrects, NULLIF(NEW.after, 0)) IS NOT NULL AND NOT EXISTS (SELECT 1 FROM brackets_stageevent e WHERE "
        "e.championship_id = NEW.championship_id AND e.stage = NEW.stage AND e.seq = COALESCE(NEW.corrects, NEW.after))",
    ),
    Rule(
        # While published, the digest stays. Under its digest a record only loses names, and salts of names, of players.
        "stage_draw_is_frozen",
        "brackets_stage",
        ("UPDATE",),
        "(NEW.drawn_digest <> OLD.drawn_digest AND (NEW.status = 'published' OR (OLD.status = 'published' AND NEW.drawn_digest <> ''))) "
        "OR (NEW.drawn_digest = OLD.drawn_digest AND NEW.drawn_record <> OLD.drawn_record "
        f"AND (EXISTS ({LEAVES.format('NEW')} EXCEPT {LEAVES.format('OLD')}) "
        f"OR EXISTS ({LEAVES.format('OLD')} WHERE NOT ({NAMES}) EXCEPT {LEAVES.format('NEW')})))",
    ),
)
APPEND_ONLY: Final = ("brackets_callup", "brackets_auditentry", "brackets_stageevent")
"""Tables whose rows are never deleted, nor changed except as a rule above allows."""
RULED: Final = frozenset(rule.table for rule in RULES)

# AFTER, so that what is wrong with the row by itself is said first.
SQLITE_RULE: Final = """
CREATE TRIGGER {name}_{event} AFTER {event} ON {table} WHEN {broken}
BEGIN SELECT RAISE(ABORT, '{name}'); END
"""
POSTGRES_TREE: Final = """
CREATE OR REPLACE FUNCTION json_tree(record jsonb) RETURNS TABLE (fullkey text, type text, atom text) LANGUAGE sql IMMUTABLE AS $$
WITH RECURSIVE tree(path, node) AS (
    SELECT '$', record
    UNION ALL
    SELECT tree.path || child.step, child.node FROM tree CROSS JOIN LATERAL (
        SELECT '.' || key, value
        FROM jsonb_each(CASE jsonb_typeof(tree.node) WHEN 'object' THEN tree.node ELSE '{}' END)
        UNION ALL
        SELECT '[' || ordinality - 1 || ']', value
        FROM jsonb_array_elements(CASE jsonb_typeof(tree.node) WHEN 'array' THEN tree.node ELSE '[]' END) WITH ORDINALITY
    ) AS child(step, node)
)
SELECT path, jsonb_typeof(node), CASE WHEN jsonb_typeof(node) NOT IN ('object', 'array') THEN node::text END FROM tree
$$
"""
"""What of SQLite's function the rules use."""
POSTGRES_RULE: Final = """
CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN IF {broken} THEN RAISE EXCEPTION '{name}' USING ERRCODE = 'check_violation'; END IF; RETURN NEW; END $$;
CREATE TRIGGER {name}_{event} AFTER {event} ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()
"""
SQLITE_KEEP: Final = """
CREATE TRIGGER {name} BEFORE {event} ON {table}
BEGIN SELECT RAISE(ABORT, '{table} is append-only: {event} refused'); END
"""
POSTGRES_REFUSE: Final = """
CREATE OR REPLACE FUNCTION brackets_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation'; END $$
"""
POSTGRES_KEEP: Final = """
CREATE TRIGGER {name} BEFORE {event} ON {table} FOR EACH STATEMENT EXECUTE FUNCTION brackets_refuse()
"""


def install(connection: BaseDatabaseWrapper) -> None:
    """Keep the rules and the tables from now on; harmless where they are kept already."""
    remove(connection)
    create = POSTGRES_RULE if connection.vendor == "postgresql" else SQLITE_RULE
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(POSTGRES_TREE)
        for rule in RULES:
            for event in rule.events:
                cursor.execute(create.format(event=event, **rule._asdict()))
    keep(connection, APPEND_ONLY)


def remove(connection: BaseDatabaseWrapper) -> None:
    drop(connection, {name: rule.table for rule in RULES for name in _names_of(rule)})
    unkeep(connection, APPEND_ONLY)


def names(connection: BaseDatabaseWrapper) -> set[str]:
    """Every trigger that `install` creates, in lower case."""
    ruled = {name.lower() for rule in RULES for name in _names_of(rule)}
    return ruled | set(keeping(connection, APPEND_ONLY))


def keep(connection: BaseDatabaseWrapper, tables: Sequence[str]) -> None:
    """Make these tables append-only; harmless where they already are. One with a rule above may be updated within it."""
    unkeep(connection, tables)
    postgres = connection.vendor == "postgresql"
    with connection.cursor() as cursor:
        if postgres:
            cursor.execute(POSTGRES_REFUSE)
        for name, (table, event) in keeping(connection, tables).items():
            cursor.execute((POSTGRES_KEEP if postgres else SQLITE_KEEP).format(name=name, table=table, event=event))


def unkeep(connection: BaseDatabaseWrapper, tables: Sequence[str]) -> None:
    """Let the tables be emptied again: for tests, between one and the next."""
    drop(connection, {name: table for name, (table, _) in keeping(connection, tables).items()})


def keeping(connection: BaseDatabaseWrapper, tables: Sequence[str]) -> dict[str, tuple[str, str]]:
    """The triggers that make these tables append-only: by name, the table and what is refused."""
    events = ("update", "delete", "truncate") if connection.vendor == "postgresql" else ("update", "delete")
    return {
        f"{table}_keeps_{event}": (table, event)
        for table in tables
        for event in events
        if not (event == "update" and table in RULED)
    }


def drop(connection: BaseDatabaseWrapper, triggers: Mapping[str, str]) -> None:
    """Drop these triggers, `{name: table}`, where they are there."""
    with connection.cursor() as cursor:
        for name, table in triggers.items():
            on_table = f" ON {table}" if connection.vendor == "postgresql" else ""
            cursor.execute(f"DROP TRIGGER IF EXISTS {name}{on_table}")


def _names_of(rule: Rule) -> list[str]:
    return [f"{rule.name}_{event}" for event in rule.events]
