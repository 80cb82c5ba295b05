"""What is looked at of the tables: the same for a projector, the monitor beside a table and the video mixer."""

from django.db.models import F, Q, QuerySet

from brackets.models import Championship, Fixture, Stage
from brackets.selectors.single import single
from referee.selectors.control.hall import FIRST


def fixture_at(championship: Championship, number: int) -> Fixture | None:
    """Called or in play, else to be signed, else what ended there last, else what waits for the table: two queries."""
    there = _fixtures(championship).filter(table__number=number)
    ahead = list(there.filter(status__in=FIRST))
    called = [fixture for fixture in ahead if fixture.status != Fixture.Status.READY]
    if called:
        return min(called, key=lambda fixture: FIRST.index(Fixture.Status(fixture.status)))
    ended = there.filter(status=Fixture.Status.FINAL, decided_at__isnull=False).order_by("-decided_at").first()
    return ended or (ahead[0] if ahead else None)


def fixtures_playing(championship: Championship) -> list[Fixture]:
    """In play or to be signed, by table: one query."""
    there = _fixtures(championship).filter(status__in=(Fixture.Status.IN_PLAY, Fixture.Status.PROVISIONAL))
    return list(there.order_by(F("table__number").asc(nulls_last=True), "number"))


def fixture_shown(championship: Championship, fixture_id: int) -> Fixture | None:
    """A partida that the public may see."""
    return single(_fixtures(championship).filter(pk=fixture_id))


def _fixtures(championship: Championship) -> QuerySet[Fixture]:
    """Of published stages, those that are played, in their order."""
    published = Q(stage__championship=championship, stage__status=Stage.Status.PUBLISHED, number__isnull=False)
    fixtures = Fixture.objects.filter(published).select_related("pareja_a", "pareja_b", "stage", "table")
    return fixtures.order_by("stage__number", "round", "position")
