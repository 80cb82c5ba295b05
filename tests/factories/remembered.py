"""Worlds that many tests begin with: each is built once by the services, then its rows are laid where nothing is yet.

Laid again it leaves in memory what building it leaves there, no less and no more: the states of its mesas. No number is given twice:
SQLite counts anew with every test, PostgreSQL goes on counting where the world was built. So on SQLite alone the processes of a run
give each other what they built (`share`), unless building it left files, which each process keeps for itself.
"""

import copyreg
import os
import pickle
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import wraps
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, ParamSpec, TypeVar

from django.conf import settings
from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper
from factory import Factory

from referee.models import Mesa
from referee.rules import MesaState, Reglamento, reglamento_get
from referee.selectors.folding import states

P = ParamSpec("P")
T = TypeVar("T")
Rows = dict[str, list[tuple[Any, ...]]]
"""By table, each row; on PostgreSQL what `COPY` makes of it."""
NOTED = "referee_livechange"
"""What triggers write, last of all."""
EMPTY = "SELECT NOT EXISTS (SELECT 1 FROM brackets_championship) AND NOT EXISTS (SELECT 1 FROM brackets_user)"


# Of a rulebook there is one object in each process, also in the states that another one built.
copyreg.pickle(Reglamento, lambda rules: (reglamento_get, (rules.key, dict(rules.chosen))))

ROOTS = ("CERTIFICATES_ROOT", "SEALED_ROOT", "PRINTS_ROOT", "ARCHIVES_ROOT")
_shared: list[Path] = []


class World(NamedTuple):
    """`states` are those that building it leaves in memory, by the heads of their logs; `counted`: how far each factory has counted."""

    rows: Rows
    states: dict[str, MesaState]
    answer: Any
    counted: dict[str, int]


def share(folder: Path) -> None:
    """From now on take what another process of this run has built on SQLite, and give what this one builds."""
    _shared[:] = [folder]


def remembered(build: Callable[P, T]) -> Callable[P, T]:
    """`build`, done once for each of its arguments where these are plain values and the database is empty."""
    worlds: dict[str, World | None] = {}

    @wraps(build)
    def world(*args: P.args, **kwargs: P.kwargs) -> T:
        key = repr((args, sorted(kwargs.items()), _notes_wait()))
        if not all(map(_is_plain, (*args, *kwargs.values()))) or not _is_empty():
            return build(*args, **kwargs)
        if key not in worlds and (taken := _taken(place := _place(build, key))):
            worlds[key] = taken
        if found := worlds.get(key):
            _lay(found.rows)
            _keep(found.states)
            return deepcopy(found.answer)
        if key in worlds:
            return build(*args, **kwargs)
        before, files = _rows(), _files()
        answer = build(*args, **kwargs)
        after = _rows()
        grown = {table: rows for table, rows in after.items() if rows != before[table]}
        built = None if any(before[table] for table in grown) else World(grown, _kept(), deepcopy(answer), _counted())
        worlds[key] = built
        if built and place and _files() == files:
            _give(place, built)
        return answer

    return world


def _place(build: Callable[..., object], key: str) -> Path | None:
    """Where the processes of this run give each other that world: on PostgreSQL this one may have given its numbers to others."""
    if not _shared or connection.vendor == "postgresql":
        return None
    return _shared[0] / sha256(f"{build.__module__}.{build.__qualname__} {key}".encode()).hexdigest()


def _taken(place: Path | None) -> World | None:
    """With what this process makes from now on counted after it."""
    if not place or not place.exists():
        return None
    world: World = pickle.loads(place.read_bytes())  # noqa: S301 (of this run)
    for name, counter in _counters():
        counter.reset_sequence(max(counter.next_sequence(), world.counted.get(name, 0)))
    return world


def _give(place: Path, world: World) -> None:
    """Whole or not at all: another process may give the same."""
    written = place.with_suffix(f".{os.getpid()}")
    written.write_bytes(pickle.dumps(world))
    written.rename(place)


def _files() -> set[Path]:
    return {each for root in ROOTS for each in Path(getattr(settings, root)).rglob("*")}


def _counted() -> dict[str, int]:
    return {name: counter.next_sequence() + 1 for name, counter in _counters()}


def _counters(of: type[Factory[Any]] = Factory) -> Iterator[tuple[str, Any]]:
    """The counters of all factories, each once: some count with another."""
    for each in of.__subclasses__():
        if each._meta.counter_reference is each._meta:
            yield f"{each.__module__}.{each.__qualname__}", each._meta
        yield from _counters(each)


def _kept() -> dict[str, MesaState]:
    heads = Mesa.objects.values_list("head_hash", flat=True)
    return {head: state for head in heads if (state := states.get(head)) is not None}


def _keep(kept: dict[str, MesaState]) -> None:
    """Those, and none that another test has read of the same mesas."""
    states.clear()
    for head, state in kept.items():
        states.put(head, state)


def _is_plain(given: object) -> bool:
    """Told whole by its `repr`, as what the draw is asked for is."""
    return given is None or isinstance(given, str | int) or type(given).__module__.startswith("brackets.draw.")


def _notes_wait() -> bool:
    """Whether triggers note nothing before the test ends: a world that was built so has nothing to follow from."""
    return connection.vendor == "postgresql" and connection.in_atomic_block


def _is_empty() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(EMPTY)
        return bool(cursor.fetchone()[0])


def _rows() -> Rows:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            return {table: _copied(cursor, table) for table in connection.introspection.table_names(cursor)}
        cursor.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%%'")
        return {table: _of(cursor, table) for (table,) in cursor.fetchall()}


def _of(cursor: CursorWrapper, table: str) -> list[tuple[Any, ...]]:
    """As they are stored: an expression has no type that would be converted."""
    columns = ", ".join(f'+"{column[1]}"' for column in cursor.execute(f'PRAGMA table_info("{table}")').fetchall())
    return cursor.execute(f'SELECT {columns} FROM "{table}"').fetchall()  # noqa: S608


def _copied(cursor: CursorWrapper, table: str) -> list[tuple[Any, ...]]:
    with cursor.copy(f'COPY "{table}" TO STDOUT') as copy:
        return [(bytes(row),) for row in copy]


def _lay(rows: Rows) -> None:
    """References between them are checked at the end, and triggers note their own."""
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            _copy(cursor, rows)
            return
        for table, own in sorted(rows.items(), key=lambda each: each[0] == NOTED):
            if table == NOTED:
                cursor.execute("DELETE FROM referee_livechange")
            marks = ", ".join(["%s"] * len(own[0]))
            cursor.executemany(f'INSERT INTO "{table}" VALUES ({marks})', own)  # noqa: S608


def _copy(cursor: CursorWrapper, rows: Rows) -> None:
    """As they were, without a trigger: what these noted is among them."""
    cursor.execute("SET LOCAL session_replication_role = replica")
    for table, own in rows.items():
        with cursor.copy(f'COPY "{table}" FROM STDIN') as copy:
            for (row,) in own:
                copy.write(row)
    cursor.execute("SET LOCAL session_replication_role = origin")
