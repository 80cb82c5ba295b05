"""The tables of the hall."""

from datetime import datetime

from django.db import transaction

from brackets.models import Championship, Fixture, Table, User
from brackets.services.audit import audit_record
from brackets.services.championships import championship_lock, require_not_closed
from brackets.services.errors import BracketError, InvalidValue

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
