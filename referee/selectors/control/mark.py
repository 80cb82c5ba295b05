"""One query that tells whether anything that the hall shows may have changed."""

from datetime import datetime
from functools import cache
from typing import Any, Final

from django.db import connection
from django.db.models import Max, OuterRef, QuerySet, Subquery, Sum, Value
from django.db.models.aggregates import Aggregate

from brackets.models import AuditEntry, Championship, Fixture
from referee.models import Appeal, Call, Consulta, ConsultaEnd, Device, Mesa, Planilla, RondaClaim, Signature

EVERY_SECONDS: Final = 15
"""How often minutes and silent tablets are told anew although nothing happened."""
WHICH: Final = -40
"""Stands for the championship in the statement: no championship has this number."""


def mark_of(championship: Championship, *, now: datetime) -> str:
    """Equal marks: nothing changed, or not for longer than `EVERY_SECONDS`. A mark may change although nothing did."""
    sql, params = _statement()
    with connection.cursor() as cursor:
        cursor.execute(sql, [championship.pk if value == WHICH else value for value in params])
        row = cursor.fetchone() or ()
    seconds = int(now.timestamp()) // EVERY_SECONDS
    return ".".join(_short(value) for value in (*row, seconds))


@cache
def _statement() -> tuple[str, tuple[Any, ...]]:
    """Its SQL, put together once: that costs the ORM several times what the database takes to answer."""
    sql, params = Championship.objects.filter(pk=WHICH).values_list(*_subqueries()).query.sql_with_params()
    return sql, tuple(params)


def _subqueries() -> list[Subquery]:
    """The newest of what is only added, and the latest hour of what changes; the jugadas by the lengths of the logs."""
    own = OuterRef("pk")
    mesas = Mesa.objects.filter(fixture__stage__championship=own)
    calls = Call.objects.filter(mesa__fixture__stage__championship=own)
    rondas = RondaClaim.objects.filter(mesa__fixture__stage__championship=own)
    return [
        _one(AuditEntry.objects.filter(championship=own), Max("pk")),
        _one(Consulta.objects.filter(championship=own), Max("pk")),
        _one(ConsultaEnd.objects.filter(consulta__championship=own), Max("pk")),
        _one(Planilla.objects.filter(mesa__fixture__stage__championship=own), Max("pk")),
        _one(Signature.objects.filter(planilla__mesa__fixture__stage__championship=own), Max("pk")),
        _one(Appeal.objects.filter(championship=own), Max("pk")),
        _one(mesas, Sum("head_seq")),
        _one(mesas, Max("pk")),
        _one(mesas, Max("leased_at")),
        _one(calls, Max("pk")),
        _one(calls, Max("withdrawn_at")),
        _one(rondas, Max("pk")),
        _one(rondas, Max("decided_at")),
        _one(Device.objects.filter(championship=own), Max("told_at")),
        _one(Fixture.objects.filter(stage__championship=own), Max("decided_at")),
    ]


def _one(rows: QuerySet[Any], value: Aggregate) -> Subquery:
    return Subquery(rows.order_by().annotate(one=Value(1)).values("one").annotate(value=value).values("value"))


def _short(value: object) -> str:
    if value is None:
        return "0"
    return str(int(value.timestamp() * 1_000_000)) if isinstance(value, datetime) else str(value)
