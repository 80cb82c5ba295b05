"""Triggers that record visible changes of a mesa, so that no service has to.

Each records the changed row and nothing else, so that no table blocks the rebuilding of another; readers find the fixtures
concerned (`referee.selectors.live.changes`). `cuarenta_torneo.database` installs them after `migrate`.
"""

from typing import Final, NamedTuple

from django.db.backends.base.base import BaseDatabaseWrapper

from brackets.append_only import drop

CHANNEL: Final = "live"
PENDING, WAKING = 4040, 4041
"""The kinds of the advisory locks on PostgreSQL."""


class Watch(NamedTuple):
    """After `event` on `table`, where one of `columns` differs (any row, without them): `source` of this key changed."""

    table: str
    event: str
    source: str
    key: str
    columns: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return f"{self.table}_live_{self.event.lower()}"

    @property
    def row(self) -> str:
        return "OLD" if self.event == "DELETE" else "NEW"

    @property
    def function(self) -> str:
        """The same for all whose key has one name."""
        return f"referee_live_note_{self.row}_{self.key}".lower()


FIXTURE: Final = ("status", "pareja_a_id", "pareja_b_id", "table_id", "winner_id", "how", "chicas", "marks")
WATCHED: Final = (
    Watch("brackets_fixture", "UPDATE", "fixture", "id", FIXTURE),
    Watch("brackets_fixture", "DELETE", "fixture", "id"),
    Watch("brackets_stage", "UPDATE", "stage", "id", ("status",)),
    Watch("brackets_pareja", "UPDATE", "pareja", "id", ("name", "number", "club", "voided")),
    Watch("brackets_player", "UPDATE", "pareja", "pareja_id", ("name",)),
    Watch("brackets_championship", "UPDATE", "championship", "id", ("live_visibility", "status")),
    Watch("referee_mesa", "INSERT", "mesa", "id"),
    Watch("referee_mesa", "UPDATE", "mesa", "id", ("head_hash", "state")),
    Watch("referee_planilla", "INSERT", "mesa", "mesa_id"),
    Watch("referee_planilla", "UPDATE", "mesa", "mesa_id", ("status", "corrected_at")),
    Watch("referee_signature", "INSERT", "planilla", "planilla_id"),
    Watch("referee_protestseen", "INSERT", "signature", "signature_id"),
    Watch("referee_protestseen", "DELETE", "signature", "signature_id"),  # said by mistake
    Watch("referee_call", "INSERT", "mesa", "mesa_id"),
    Watch("referee_call", "UPDATE", "mesa", "mesa_id", ("attended_at", "withdrawn_at")),
    Watch("referee_rondaclaim", "INSERT", "mesa", "mesa_id"),
    Watch("referee_rondaclaim", "UPDATE", "mesa", "mesa_id", ("outcome",)),
    Watch("referee_tablereview", "INSERT", "mesa", "mesa_id"),
    Watch("referee_tablereview", "UPDATE", "mesa", "mesa_id", ("at_seq", "over")),
    Watch("referee_consulta", "INSERT", "consulta", "id"),
    Watch("referee_consultaend", "INSERT", "consulta", "consulta_id"),
    Watch("referee_appealqualification", "INSERT", "appeal", "appeal_id"),
    Watch("referee_appealruling", "INSERT", "appeal", "appeal_id"),
)

# Not REPLACE: inside a trigger it does what the statement outside says of conflicts.
SQLITE_INSTALL: Final = """
CREATE TRIGGER {name} AFTER {event} ON {table} {when}
BEGIN
DELETE FROM referee_livechange WHERE source = '{source}' AND source_id = {row}.{key};
INSERT INTO referee_livechange (source, source_id) VALUES ('{source}', {row}.{key});
END
"""
# At the very end of a transaction, and without waiting for others: a lock that all share says from which version on this one
# may still be to come, so that readers know up to which they have everything (`latest_version`). The first row of a transaction
# takes it: one for each would fill the server's table of locks where thousands change together. NOTIFY would make commits wait
# for one another's disk: one at a time is enough, since whoever is woken goes on looking for a moment.
POSTGRES_FUNCTION: Final = """
CREATE OR REPLACE FUNCTION {function}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
IF current_setting('cuarenta.live', true) IS DISTINCT FROM 'noted' THEN
PERFORM pg_advisory_xact_lock_shared({pending}, last_value::int) FROM referee_livechange_version_seq;
PERFORM set_config('cuarenta.live', 'noted', true);
END IF;
INSERT INTO referee_livechange (source, source_id) VALUES (TG_ARGV[0], {row}.{key})
ON CONFLICT (source, source_id) DO UPDATE SET version = nextval('referee_livechange_version_seq');
IF pg_try_advisory_xact_lock({waking}, 0) THEN PERFORM pg_notify('{channel}', ''); END IF;
RETURN NULL;
END $$
"""
POSTGRES_INSTALL: Final = """
CREATE CONSTRAINT TRIGGER {name} AFTER {event} ON {table} DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW {when} EXECUTE FUNCTION {function}('{source}')
"""


def install(connection: BaseDatabaseWrapper) -> None:
    """Record changes from now on; harmless if already installed."""
    remove(connection)
    postgres = connection.vendor == "postgresql"
    with connection.cursor() as cursor:
        for each in WATCHED:
            named = {"name": each.name, "row": each.row, "function": each.function, **each._asdict()}
            if postgres:
                cursor.execute(POSTGRES_FUNCTION.format(channel=CHANNEL, pending=PENDING, waking=WAKING, **named))
            create = POSTGRES_INSTALL if postgres else SQLITE_INSTALL
            cursor.execute(create.format(when=_when(each, postgres=postgres), **named))


def remove(connection: BaseDatabaseWrapper) -> None:
    drop(connection, {each.name: each.table for each in WATCHED})


def names(_connection: BaseDatabaseWrapper) -> set[str]:
    """Every trigger that `install` creates."""
    return {each.name for each in WATCHED}


def _when(watch: Watch, *, postgres: bool) -> str:
    differs = "IS DISTINCT FROM" if postgres else "IS NOT"
    tests = " OR ".join(f"NEW.{column} {differs} OLD.{column}" for column in watch.columns)
    return f"WHEN ({tests})" if tests else ""
