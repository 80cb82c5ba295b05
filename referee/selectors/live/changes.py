"""Which fixtures changed since a version: from the rows that triggers noted to the partidas that they concern."""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from typing import Final

from django.db import connection
from django.db.models import Q, QuerySet

from brackets.models import UNDER_WAY, Fixture, Stage
from referee.live_triggers import PENDING
from referee.models import LiveChange

Found = Callable[[list[int]], Q]
PUBLISHED: Final = Stage.Status.PUBLISHED
CONCERNS: Final[Mapping[str, Found]] = {
    "mesa": lambda keys: Q(mesa__in=keys),
    "planilla": lambda keys: Q(mesa__planillas__in=keys),
    "signature": lambda keys: Q(mesa__planillas__signatures__in=keys),
    "consulta": lambda keys: Q(consultas__in=keys),
    "appeal": lambda keys: Q(mesa__appeals__in=keys),
    "pareja": lambda keys: Q(pareja_a__in=keys) | Q(pareja_b__in=keys),
    "championship": lambda keys: Q(stage__championship__in=keys, status__in=UNDER_WAY),
    # All that is seen no more; of one that is published what boards show: the rest is found where its page is.
    "stage": lambda keys: Q(stage__in=keys) & (~Q(stage__status=PUBLISHED) | Q(status__in=UNDER_WAY)),
}


SETTLED: Final = """
SELECT COALESCE(LEAST(
    (SELECT max(version) FROM referee_livechange),
    (SELECT min(objid::bigint) FROM pg_locks WHERE locktype = 'advisory' AND classid = %s AND objsubid = 2
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))
), 0)
"""


def latest_version() -> int:
    """The version up to which nothing is missing, 0 before the first change: one query.

    On PostgreSQL transactions end in another order than they took their versions: what may still be to come is left out. The
    last version is that of the statement's snapshot, and the locks are looked at after it: who has let go of his by then is
    seen by whoever reads next.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(SETTLED, [PENDING])
            return int(cursor.fetchone()[0])
    return LiveChange.objects.order_by("-version").values_list("version", flat=True).first() or 0


def changed_since(version: int) -> set[int]:
    """The keys of the fixtures that look different since, or are there no more: one query, and one for each kind of row that changed."""
    by_source: defaultdict[str, list[int]] = defaultdict(list)
    for source, key in LiveChange.objects.filter(version__gt=version).values_list("source", "source_id"):
        by_source[source].append(key)
    themselves = by_source.pop("fixture", [])
    return {*themselves, *(key for source, keys in by_source.items() for key in _fixtures(source, keys))}


def championships_of(fixtures: Collection[int]) -> dict[int, str]:
    """By the key of a fixture the slug of its championship, empty where it was deleted: whose it was nobody knows any more."""
    known = dict(Fixture.objects.filter(pk__in=fixtures).values_list("pk", "stage__championship__slug"))
    return {key: known.get(key, "") for key in fixtures}


def _fixtures(source: str, keys: list[int]) -> QuerySet[Fixture, int]:
    return Fixture.objects.filter(CONCERNS[source](keys)).values_list("pk", flat=True)
