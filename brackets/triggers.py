"""Invariants that a CHECK of one row cannot express, kept by triggers on SQLite and PostgreSQL alike: the players of a pareja, no
person entered twice, rows that never change.

`cuarenta_torneo.database` installs them after `migrate`.
"""

from typing import Final, NamedTuple

from django.db.backends.base.base import BaseDatabaseWrapper

from brackets.append_only import ALWAYS, Keep, Leave, Tables, drop, schema_of


class Rule(NamedTuple):
    """A row of `table` is refused when `broken` holds, with the name of the rule."""

    name: str
    table: str
    events: tuple[str, ...]
    broken: str


LEAVES: Final = "SELECT fullkey, type, atom FROM json_tree({}.drawn_record)"
NAMES: Final = " OR ".join(f"fullkey LIKE '$.inscritas[%].jugadores[%].{name}'" for name in ("nombre", "sal"))
SHARES: Final = (
    "SELECT 1 FROM brackets_shareevent s WHERE s.championship_id = NEW.championship_id "
    "AND s.commitment = NEW.commitment AND s.id < NEW.id"
)
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
        "player_holds_as_it_is_active",
        "brackets_player",
        ("UPDATE",),
        "EXISTS (SELECT 1 FROM brackets_personaldata d WHERE d.player_id = NEW.id AND d.held <> NEW.active)",
    ),
    Rule(
        "entry_person_holds_as_it_is_active",
        "brackets_entryperson",
        ("UPDATE",),
        "EXISTS (SELECT 1 FROM brackets_personaldata d WHERE d.asked_id = NEW.id AND d.held <> NEW.active)",
    ),
    Rule(
        "personal_is_held_as_active",
        "brackets_personaldata",
        ("INSERT",),
        "EXISTS (SELECT 1 FROM brackets_player p WHERE p.id = NEW.player_id AND p.active <> NEW.held) OR "
        "EXISTS (SELECT 1 FROM brackets_entryperson e WHERE e.id = NEW.asked_id AND e.active <> NEW.held)",
    ),
    Rule(
        "player_without_consent_has_no_contact",
        "brackets_player",
        ("UPDATE",),
        "NEW.consent_withdrawn_at IS NOT NULL AND EXISTS (SELECT 1 FROM brackets_personaldata d "
        "WHERE d.player_id = NEW.id AND d.email_match || d.phone_match <> '')",
    ),
    Rule(
        "personal_contact_is_consented_to",
        "brackets_personaldata",
        ("INSERT", "UPDATE"),
        "NEW.email_match || NEW.phone_match <> '' AND EXISTS (SELECT 1 FROM brackets_player p "
        "WHERE p.id = NEW.player_id AND p.consent_withdrawn_at IS NOT NULL)",
    ),
    Rule(
        "player_erased_is_a_name",
        "brackets_player",
        ("UPDATE",),
        "NEW.erased_at IS NOT NULL AND EXISTS (SELECT 1 FROM brackets_personaldata d WHERE d.player_id = NEW.id)",
    ),
    Rule(
        "entry_person_erased_has_no_data",
        "brackets_entryperson",
        ("UPDATE",),
        "NEW.erased_at IS NOT NULL AND EXISTS (SELECT 1 FROM brackets_personaldata d WHERE d.asked_id = NEW.id)",
    ),
    Rule(
        "personal_is_of_nobody_erased",
        "brackets_personaldata",
        ("INSERT", "UPDATE"),
        "EXISTS (SELECT 1 FROM brackets_player p WHERE p.id = NEW.player_id AND p.erased_at IS NOT NULL) OR "
        "EXISTS (SELECT 1 FROM brackets_entryperson e WHERE e.id = NEW.asked_id AND e.erased_at IS NOT NULL)",
    ),
    Rule(
        "stage_event_refers_to_one_before",  # that it is before is a CHECK
        "brackets_stageevent",
        ("INSERT",),
        "COALESCE(NEW.corrects, NULLIF(NEW.after, 0)) IS NOT NULL AND NOT EXISTS (SELECT 1 FROM brackets_stageevent e WHERE "
        "e.championship_id = NEW.championship_id AND e.stage = NEW.stage AND e.seq = COALESCE(NEW.corrects, NEW.after))",
    ),
    Rule(
        "share_shown_was_promised",
        "brackets_shareevent",
        ("INSERT",),
        f"NEW.kind = 'shown' AND NOT EXISTS ({SHARES} AND s.kind = 'promised' AND s.pareja = NEW.pareja)",
    ),
    Rule(
        "share_promises_are_closed",
        "brackets_shareevent",
        ("INSERT",),
        f"NEW.kind <> 'shown' AND EXISTS ({SHARES} AND s.kind <> 'promised')",
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
CLOSED: Final = "(SELECT status FROM brackets_championship WHERE id = OLD.championship_id) = 'closed'"
UNPUBLISHED: Final = "OLD.status <> 'published'"
FORGOTTEN: Final = f"{UNPUBLISHED} OR (NEW.status <> 'published' AND NEW.drawn_digest = '')"
"""What was published falls with the results that it came from: as a whole."""
PUBLIC_NO_MORE: Final = f"{UNPUBLISHED} OR NEW.status <> 'published'"
TABLES: Final = Tables(
    "brackets",
    {
        "AuditAddress": Leave("personal data that goes when the championship ends"),
        # People have a right to what is written of them being deleted, at the end.
        "AuditEntry": Keep("the audit", may={"data": CLOSED}),
        "CallUp": Keep("who was called when, and who came: what a walkover rests on"),
        "Category": Leave("a setting; the audit tells"),
        "Championship": Leave("settings; the audit tells, and a rule below keeps the number of players"),
        "CheckIn": Leave("who is there today; taken back where it was a mistake, and personal data"),
        "ConsentText": Keep("what people read and agreed to"),
        "DayPlan": Leave("an estimate, kept again as often as somebody likes"),
        "Delivery": Leave("an e-mail on its way, with an address"),
        "Draft": Leave("a proposal of the desk"),
        "DrawEvent": Keep("every draw that was made for a stage, and whether it was published"),
        "DrawReveal": Leave("how far the screens are in showing a draw"),
        "Entry": Leave("what people asked for: personal data"),
        "EntryPerson": Leave("personal data"),
        "Fixture": Leave("projected from the events of its stage, and compared with them"),
        "HallStop": Keep("a suspension of the hall", may={"ended_at ended_by": "OLD.ended_at IS NULL"}),
        "Inscription": Leave("settings; the audit tells"),
        "JuezProfile": Leave("settings of the desk"),
        "NameEvent": Keep("what parejas and players were called, as digests", may={"salt": "NEW.salt = ''"}),
        # A round that is paired anew takes its fixtures away, and leaves what parejas were told.
        "Notice": Keep("what a pareja was told", may={"fixture": "NEW.fixture_id IS NULL"}),
        "Pareja": Leave(
            "people; the audit tells, the actas of draws name those of their hour, and `NameEvent` binds the names"
        ),
        "Passkey": Leave("what accounts sign in with today, and its counter; the audit tells"),
        "PasskeyDemand": Leave("a setting; the audit tells"),
        "PersonalData": Leave("cédulas, e-mail addresses and telephones, enciphered: erased with their keys"),
        "Player": Leave("personal data; `NameEvent` binds the name"),
        "PodiumPlace": Keep("who came first, second and third"),
        "Role": Leave("who may do what today; the audit tells"),
        "ShareEvent": Keep("the shares that parejas promised and showed for a draw, and when the promises were closed"),
        "SiteAddress": Keep("the addresses that papers carry"),
        "Stage": Keep(
            "a draw, as long as it is published",
            may={
                "name format entry criteria zapateria treatment first_number events_from slots entrants lots_seed apart procedure "
                "protections exchanges commitments public_seed draw_number unavoidable drawn_at": FORGOTTEN,
                "planned_entries": PUBLIC_NO_MORE,
                "status published_at": ALWAYS,  # reopened it is public no more, and may be drawn again
                "drawn_record drawn_digest": ALWAYS,  # as `stage_draw_is_frozen` allows
                "pairings paired_on late left unsettled kept_draw kept_rounds": ALWAYS,  # projected from its events
                "planned_hours": ALWAYS,
            },
            deleted=UNPUBLISHED,
        ),
        "StageEvent": Keep("results, departures and all else that happened to a stage", may={"data": CLOSED}),
        "Table": Leave("furniture"),
        "Tries": Leave("counts of guesses, forgotten after a day"),
        "User": Leave("accounts"),
    },
)
"""How the rows of each model are kept."""

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
CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql SET search_path = {schema}, pg_temp AS $$
BEGIN IF {broken} THEN RAISE EXCEPTION '{name}' USING ERRCODE = 'check_violation'; END IF; RETURN NEW; END $$;
CREATE TRIGGER {name}_{event} AFTER {event} ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()
"""


def install(connection: BaseDatabaseWrapper) -> None:
    """Keep the rules and the rows from now on; harmless where they are kept already."""
    remove(connection)
    postgres = connection.vendor == "postgresql"
    create = POSTGRES_RULE if postgres else SQLITE_RULE
    schema = schema_of(connection) if postgres else ""
    with connection.cursor() as cursor:
        if postgres:
            cursor.execute(POSTGRES_TREE)
        for rule in RULES:
            for event in rule.events:
                cursor.execute(create.format(event=event, schema=schema, **rule._asdict()))
    TABLES.install(connection)


def remove(connection: BaseDatabaseWrapper) -> None:
    drop(connection, {name: rule.table for rule in RULES for name in _names_of(rule)})
    TABLES.remove(connection)


def names(connection: BaseDatabaseWrapper) -> set[str]:
    """Every trigger that `install` creates, in lower case."""
    return {name.lower() for rule in RULES for name in _names_of(rule)} | TABLES.names(connection)


def _names_of(rule: Rule) -> list[str]:
    return [f"{rule.name}_{event}" for event in rule.events]
