"""Reading mesas as boards show them: the number of queries is the same for one and for a hundred."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final

from django.db.models import OuterRef, Q, QuerySet, Subquery

from brackets.models import UNDER_WAY, Championship, Fixture
from brackets.selectors.single import annotated
from brackets.selectors.voided import NOTHING_VOIDED, Voided, voided_in
from referee.models import Jugada, Mesa
from referee.rules import MesaState, parse_jugada, replay
from referee.selectors.folding import rules_of, states
from referee.selectors.live.changes import PUBLISHED, championships_of, changed_since, latest_version
from referee.selectors.live.pending import pending_in, pending_of
from referee.selectors.live.state import LiveAnswer, LiveMesa
from referee.selectors.live.telling import mesa_told
from referee.selectors.mesas import counted_mesa, round_names

MANY: Final = 64
"""Who missed the changes of more partidas is told the floor instead: it is never longer than the hall is large."""


def live_of(
    fixtures: Collection[int], *, version: int, pending: Mapping[int, Sequence[str]] | None = None
) -> dict[int, LiveMesa]:
    """These fixtures as the public may see them, by key; what was noted up to `version` is in it.

    Six queries, five where `pending_of` is known, one or two more where some have a result; those of a draw that is not published
    are left out.
    """
    found = list(_whole(Fixture.objects.filter(pk__in=fixtures)))
    names, folded, voided = round_names(found), _folded(found), _voided(found)
    if pending is None:
        pending = pending_of([each.pk for each in found])
    return {
        fixture.pk: mesa_told(
            fixture,
            folded.get(fixture.pk),
            round_name=names[fixture.pk],
            pending=tuple(pending.get(fixture.pk, ())),
            version=version,
            at=_hour(fixture),
            voided=voided.has(fixture),
        ).for_public(fixture.stage.championship.live_visibility)
        for fixture in found
    }


def floor_live(
    championship: Championship, *, pending: Mapping[int, Sequence[str]] | None = None
) -> tuple[int, list[LiveMesa]]:
    """Every mesa that is called, in play, to be signed or under review, by table; and the version up to which nothing is missing.

    `pending` is `pending_in` where it is known.
    """
    version = latest_version()
    if pending is None:
        pending = pending_in(championship)
    keys = _floor(championship, pending).values_list("pk", flat=True)
    return version, _in_order(live_of(list(keys), version=version, pending=pending).values())


def live_since(championship: Championship, since: int) -> LiveAnswer:
    """Those that changed since, wherever they stand now; the whole floor where these are very many, or the version is none of ours."""
    version = latest_version()
    if not 0 < since <= version:
        return LiveAnswer(*floor_live(championship), whole=True)
    if since == version:
        return LiveAnswer(version)
    whose = championships_of(changed_since(since))
    theirs = [key for key, slug in whose.items() if slug in (championship.slug, "")]
    if len(theirs) > MANY:
        return LiveAnswer(*floor_live(championship), whole=True)
    found = live_of(theirs, version=version)
    return LiveAnswer(version, _in_order(found.values()), gone=[key for key in theirs if key not in found])


def _floor(championship: Championship, pending: Collection[int]) -> QuerySet[Fixture]:
    reviewed = Q(status=Fixture.Status.FINAL, pk__in=list(pending))
    return Fixture.objects.filter(Q(status__in=UNDER_WAY) | reviewed, stage__championship=championship)


def _whole(fixtures: QuerySet[Fixture]) -> QuerySet[Fixture]:
    last = Jugada.objects.filter(mesa__fixture=OuterRef("pk")).order_by("-seq").values("received_at")[:1]
    return (
        fixtures.filter(stage__status=PUBLISHED)
        .select_related("stage__championship", "table", "pareja_a", "pareja_b", "mesa")
        .defer("mesa__state", "stage__entrants", "stage__paired_on", "stage__exchanges", "stage__commitments")
        .prefetch_related("pareja_a__players", "pareja_b__players")
        .annotate(last_at=Subquery(last))
    )


def _folded(fixtures: Collection[Fixture]) -> Mapping[int, MesaState]:
    """What the logs of their mesas fold to, by fixture: one query for those that are not in memory.

    Up to the row that the mesa was read with: what came after belongs to the next version. The memory is kept for those on
    which somebody taps: what has ended is not put there.
    """
    ended = {fixture.pk for fixture in fixtures if fixture.status == Fixture.Status.FINAL}
    mesas: list[Mesa] = [mesa for fixture in fixtures if (mesa := counted_mesa(fixture))]
    found = {mesa.fixture_id: state for mesa in mesas if (state := states.get(mesa.head_hash))}
    missing = [mesa for mesa in mesas if mesa.fixture_id not in found]
    logs: defaultdict[int, list[str]] = defaultdict(list)
    rows = Jugada.objects.filter(mesa__in=[mesa.pk for mesa in missing]).order_by("mesa", "seq")
    for mesa_id, line in rows.values_list("mesa_id", "notation"):
        logs[mesa_id].append(line)
    for mesa in missing:
        lines = logs[mesa.pk][: mesa.head_seq]
        state = replay(rules_of(mesa), tuple(mesa.seats), map(parse_jugada, lines))
        if mesa.fixture_id not in ended:
            states.put(mesa.head_hash, state)
        found[mesa.fixture_id] = state
    return found


def _voided(fixtures: Collection[Fixture]) -> Voided:
    """What of these counts for nobody: nothing is asked while all are being played."""
    championships = {fixture.stage.championship_id for fixture in fixtures if fixture.how}
    return voided_in(championships) if championships else NOTHING_VOIDED


def _hour(fixture: Fixture) -> datetime | None:
    hours = (annotated(fixture, "last_at"), fixture.called_at, fixture.started_at, fixture.decided_at)
    return max((hour for hour in hours if hour), default=None)


def _in_order(mesas: Iterable[LiveMesa]) -> list[LiveMesa]:
    return sorted(mesas, key=lambda mesa: (mesa.table or 9999, mesa.number or 9999, mesa.fixture))
