"""Records the events of a stage, inside the transaction of the change and with the stage locked."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db.models import Max, Subquery
from django.db.models.functions import Coalesce

from brackets.models import Championship, Fixture, Stage, StageEvent, User
from brackets.selectors.departures import sat_as_of
from brackets.selectors.draw_changes import ACTIONS, SUBSTITUTED
from brackets.selectors.events import KEPT, entries_of, place_before, places_at
from brackets.selectors.spelling import name_key
from brackets.selectors.stages import kept_of, unsettled_of
from brackets.services.inscription import FIELDS, ParejaData

Kind = StageEvent.Kind


def event_add(
    championship: Championship,
    stage: int,
    *,
    kind: StageEvent.Kind,
    action: str,
    by: User | None,
    now: datetime,
    data: Mapping[str, Any] | None = None,
    **fields: Any,
) -> StageEvent:
    """Record one event in one query; the `seq` of the returned row is not loaded (`seq_of`)."""
    last = StageEvent.objects.filter(championship=championship, stage=stage).order_by("-seq").values("seq")[:1]
    return StageEvent.objects.create(
        championship=championship, stage=stage, seq=Coalesce(Subquery(last), 0) + 1, kind=kind, action=action, by=by, at=now,
        data=dict(data or {}), **fields,
    )  # fmt: skip


def kept_record(stages: Iterable[int], *, by: User, now: datetime) -> None:
    """Record of stages, by key, which rounds, or the draw, are kept on purpose now (`selectors.stages.kept_of`); no query where there are none."""
    for stage in (
        Stage.objects.filter(pk__in=stages).select_related("championship").order_by("number") if stages else ()
    ):
        data = {"numbers": sorted(kept_of(stage))}
        event_add(
            stage.championship, stage.number, kind=StageEvent.Kind.OVERRIDE, action=KEPT, by=by, now=now, data=data
        )


def names_add(
    stages: Iterable[Stage],
    pareja: int,
    *,
    action: str,
    before: ParejaData,
    after: ParejaData,
    by: User,
    now: datetime,
    data: Mapping[str, Any] | None = None,
) -> None:
    """What is written down of a pareja is otherwise than it was drawn: an event of each of these stages, which are held, that has a draw.

    It says which fields changed, in which places it is now that of one who was drawn, and whether the two changed places. Its only names
    are those of who was substituted and not drawn, for the acta has no others.
    """
    fields = [name for name in FIELDS if getattr(before, name) != getattr(after, name)]
    written = {place: name_key(getattr(after, f"player_{place}")) for place in (1, 2) if f"player_{place}" in fields}
    substituted = written if ACTIONS[action] == SUBSTITUTED else {}
    swapped = (before.player_1, before.player_2) == (after.player_2, after.player_1)
    for stage in stages:
        if stage.status != Stage.Status.PLANNED:
            names = _drawn_names(stage, pareja)
            drawn = [place for place, name in written.items() if name in names]
            leaves = {place: getattr(before, f"player_{place}") for place in substituted}
            leaves = {place: name for place, name in leaves.items() if name_key(name) not in names}
            event_add(
                stage.championship, stage.number, kind=Kind.SUBSTITUTION, action=action, by=by, now=now, pareja=pareja,
                data={**(data or {}), "fields": fields, "drawn": drawn, "swapped": swapped, "leaves": leaves},
            )  # fmt: skip


def _drawn_names(stage: Stage, pareja: int) -> set[str]:
    """The names under which it was drawn, as far as they are not erased."""
    players = (each["jugadores"] for each in stage.drawn_record.get("inscritas", ()) if each["numero"] == pareja)
    return {name_key(each["nombre"]) for own in players for each in own if "nombre" in each}


def seq_of(event: StageEvent) -> int:
    return StageEvent.objects.values_list("seq", flat=True).get(pk=event.pk)


def result_add(
    fixture: Fixture,
    *,
    action: str,
    counts: bool,
    by: User | None,
    now: datetime,
    data: Mapping[str, Any],
    anew: bool = False,
) -> StageEvent:
    """The result of a match, or that it has none that counts: in the place of the one before, `anew` in one of its own."""
    stage = fixture.stage
    gone = unsettled_of(stage).get((fixture.round, fixture.position), ())
    data = {**data, "gone": sorted(gone)} if gone else data
    place: dict[str, Any] = {} if anew else {"corrects": Subquery(places_at(fixture).values("seq")[:1])}
    later = [each["order"] for each in stage.left if each["order"] > (fixture.order or 0)]
    if anew and later:
        place = {"after": place_before(stage, min(later))}
    return event_add(
        stage.championship, stage.number, kind=Kind.RESULT, action=action, by=by, now=now, data=data, counts=counts,
        round=fixture.round, position=fixture.position, **place,
    )  # fmt: skip


def order_for(fixture: Fixture, decided: datetime | None) -> int:
    """The departure before the place that a result of this match gets (`Fixture.order`); no query where nobody left after it.

    Who has left was at it before it left: its result takes effect before that departure, however late it is typed. So does what is
    known to be `decided` before the departure of another, as soon as both sides were known. Nobody played before it entered, nor before
    its round was paired.
    """
    for paired in fixture.stage.paired_on:
        if decided and paired["round"] == fixture.round:
            decided = max(decided, datetime.fromisoformat(paired["at"]))
    left = fixture.stage.left
    sides = {side.number for side in (fixture.pareja_a, fixture.pareja_b) if side is not None}
    own = [each["order"] for each in left if each["pareja"] in sides]
    possible: list[int] = [0, *sorted(each["order"] for each in left if all(each["order"] < limit for limit in own))]
    before = [each["order"] for each in left if decided is None or datetime.fromisoformat(each["at"]) <= decided]
    if left and (entered := entries_of(fixture.stage, sides).aggregate(last=Max("seq"))["last"]):
        before += [each["order"] for each in left if each["order"] < entered]
    earlier = [order for order in possible if order >= max(before, default=0)] or possible[-1:]
    if len(earlier) == 1:
        return earlier[0]
    sat = sat_as_of(fixture)
    return next((order for order in earlier if {*sat(order)} == sides), earlier[-1])
