"""The tables of the hall."""

from datetime import datetime

from django.db import transaction

from brackets.models import Championship, Fixture, Table, User
from brackets.selectors.callups import day_and_hour
from brackets.services.audit import audit_record
from brackets.services.championships import championship_lock, require_not_closed
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.jueces import hours_clean

MOST = 500


@transaction.atomic
def tables_set(*, championship: Championship, count: int, by: User, now: datetime) -> tuple[Table, ...]:
    """Have tables 1 to `count`. A table that was ever given to a fixture stays: `mesa-usada`."""
    if not 0 <= count <= MOST:
        raise InvalidValue("numero-de-mesas", f"Puede haber de 0 a {MOST} mesas.", field="count")
    championship = championship_lock(championship)
    require_not_closed(championship)
    numbers = set(championship.tables.values_list("number", flat=True))
    wanted = set(range(1, count + 1))
    if numbers != wanted:
        surplus = championship.tables.filter(number__in=numbers - wanted)
        if used := Fixture.objects.filter(table__in=surplus).select_related("table").first():
            raise BracketError("mesa-usada", f"La {used.table} está asignada a la {used.name}: no se puede quitar.")
        surplus.delete()
        Table.objects.bulk_create(
            Table(championship=championship, number=number) for number in sorted(wanted - numbers)
        )
        audit_record(
            championship=championship,
            user=by,
            now=now,
            action="mesas-fijar",
            sentence=f"Fijó en {count} el número de mesas (antes {len(numbers)}).",
            data={"before": len(numbers), "after": count},
        )
    return tuple(championship.tables.all())


@transaction.atomic
def table_availability_set(
    *,
    table: Table,
    available_from: datetime | None,
    available_until: datetime | None,
    by: User,
    now: datetime,
) -> Table:
    """From when and until when it may be given out; the same again does nothing."""
    table = _table_lock(table)
    hours = hours_clean(available_from, available_until)
    before = {field: getattr(table, field) for field in hours}
    if before == hours:
        return table
    table.available_from, table.available_until = available_from, available_until
    table.save(update_fields=tuple(hours))
    audit_record(
        championship=table.championship,
        user=by,
        now=now,
        action="mesa-horas",
        sentence=f"Cambió las horas en que se usa la {table}.",
        data={
            "table": table.number,
            "before": {field: str(value or "") for field, value in before.items()},
            "after": {field: str(value or "") for field, value in hours.items()},
        },
    )
    return table


@transaction.atomic
def table_pause(*, table: Table, paused: bool, by: User, now: datetime, until: datetime | None = None) -> Table:
    """Take it out of use, `until` an hour or until somebody says so, or back into it; the same again does nothing.

    What it was given to stays there. `pausa-hasta` where that hour has passed.
    """
    table = _table_lock(table)
    until = until if paused else None
    if (table.paused_at(now), table.paused_until) == (paused, until) or not (paused or table.paused_at(now)):
        return table
    if until and until <= now:
        raise InvalidValue(
            "pausa-hasta",
            f"La pausa de la {table} tiene que terminar después de ahora: elija una hora más tarde, o ninguna.",
            field="until",
        )
    before = _pause_told(table, now)
    table.paused_since = (table.paused_since if table.paused_at(now) else now) if paused else None
    table.paused_until = until
    table.save(update_fields=("paused_since", "paused_until"))
    ending = f" hasta {day_and_hour(until, table.championship.play_days)}" if until else ""
    audit_record(
        championship=table.championship,
        user=by,
        now=now,
        action="mesa-pausa",
        sentence=f"Puso la {table} {f'en pausa{ending}' if paused else 'otra vez en uso'}.",
        data={"table": table.number, "before": before, "after": _pause_told(table, now)},
    )
    return table


def _pause_told(table: Table, now: datetime) -> dict[str, object]:
    paused = table.paused_at(now)
    return {"paused": paused, "until": table.paused_until.isoformat() if paused and table.paused_until else None}


def _table_lock(table: Table) -> Table:
    championship = championship_lock(table.championship)
    require_not_closed(championship)
    found = Table.objects.get(pk=table.pk)
    found.championship = championship
    return found
