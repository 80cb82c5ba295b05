"""Who left, in the events of each stage and in `Stage.left`, their projection; and what those who are gone have still to decide."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db.models import Q

from brackets.draw.bracket import Key
from brackets.models import Championship, Fixture, Pareja, Stage, StageEvent, User
from brackets.selectors.callups import day_and_hour
from brackets.selectors.departures import ACTIONS, late_paper
from brackets.selectors.events import OF_NO_STAGE
from brackets.selectors.stages import unsettled_of
from brackets.selectors.wording import said
from brackets.services.endings import UNDECIDED, fixture_seat
from brackets.services.errors import InvalidValue
from brackets.services.events import event_add, result_add, seq_of

DEPARTURE = StageEvent.Kind.DEPARTURE
GIVEN_UP: Final = "partida-dejada"
TAKEN_UP: Final = "partida-retomada"
OF_WHO_LEFT: Final = (GIVEN_UP, TAKEN_UP)
"""Recorded of a match of which only those change who decide it although they are gone, not its result."""
AFTER: Final = "La pareja {} salió {}, antes de esa hora. Corrija la hora, o marque que la mesa había empezado antes de que saliera."


class GivenUp(NamedTuple):
    """Of a stage, the departures that keep less, as `Stage.left` has them, and which matches: each after its departure's `order`.

    `settled`: of `Stage.unsettled` the matches that no longer await a new result. Taken up again, the departures keep more and
    the matches await one.
    """

    stage: Stage
    departures: Sequence[Mapping[str, Any]]
    released: Sequence[Sequence[int]]
    settled: Sequence[Mapping[str, Any]]


def departure_add(
    championship: Championship,
    stage: Stage | None,
    pareja: Pareja,
    playing: Sequence[Sequence[int]] = (),
    *,
    by: User | None,
    now: datetime,
    reason: str,
    since: datetime | None = None,
    action: str = "",
) -> None:
    """It leaves the stage from now on, or without one the championship; `playing` are its mesas that are played to their end.

    `since`: when it left, where the stage is told of it later. The event has the hour at which it is recorded: one before the last
    checkpoint would be taken for a row that was put there afterwards. `action`: what the record calls it, if not as its status has it.
    """
    left_at = {"since": since.isoformat()} if since else {}
    event = event_add(
        championship, stage.number if stage else OF_NO_STAGE, kind=DEPARTURE,
        action=action or ACTIONS[Pareja.Status(pareja.status)], by=by, now=now, pareja=pareja.number,
        data={"playing": list(playing), "reason": reason, "voided": pareja.voided, **left_at},
    )  # fmt: skip
    if stage is not None:
        left = {
            "pareja": pareja.number,
            "order": seq_of(event),
            "at": (since or now).isoformat(),
            "playing": list(playing),
        }
        stage.left = [*stage.left, left]
        stage.save(update_fields=("left",))


def departure_correct(
    championship: Championship,
    stage: Stage | None,
    pareja: Pareja,
    status: Pareja.Status,
    *,
    by: User,
    now: datetime,
    reason: str,
) -> StageEvent | None:
    """It had not left the stage, or leaves it in another way; nothing where it did not leave that one."""
    there = _departure(championship, stage, pareja)
    if there is None:
        return None
    event = event_add(
        championship, stage.number if stage else OF_NO_STAGE, kind=DEPARTURE, action=ACTIONS[status], by=by, now=now,
        pareja=pareja.number, counts=status != Pareja.Status.ACTIVE, corrects=there["order"],
        data={"playing": there["playing"], "reason": reason, "voided": pareja.voided},
    )  # fmt: skip
    if stage is not None and status == Pareja.Status.ACTIVE:
        stage.left = [each for each in stage.left if each is not there]
        stage.save(update_fields=("left",))
        # What was decided since has its place after the departure before this one (`Fixture.order`).
        before = max((each["order"] for each in stage.left if each["order"] < there["order"]), default=0)
        stage.fixtures.filter(order=there["order"]).update(order=before)
        for key, gone in unsettled_of(stage).items():
            if pareja.number in gone:
                fixture = Fixture(stage=stage, round=key[0], position=key[1])
                unsettled_write(fixture, sorted(gone - {pareja.number}))
                _decided_by(stage, key, GIVEN_UP, by=by, now=now, reason=reason)
    return event


def _decided_by(stage: Stage, key: Key, action: str, *, by: User, now: datetime, reason: str) -> None:
    """A match without a result is decided anew by those of `Stage.unsettled`, or by nobody who is gone."""
    data = {"before": UNDECIDED.as_json(), "after": UNDECIDED.as_json(), "reason": reason}
    fixture = Fixture(stage=stage, round=key[0], position=key[1])
    result_add(fixture, action=action, counts=False, by=by, now=now, data=data)


def mesas_give_up(stage: Stage, keys: Collection[Key]) -> GivenUp:
    """Who left keeps none of these matches any more; `given_up_record` tells it."""
    departures = [each for each in stage.left if any(tuple(at) in keys for at in each["playing"])]
    released = [[each["order"], *at] for each in departures for at in each["playing"] if tuple(at) in keys]
    for each in departures:
        each["playing"] = [at for at in each["playing"] if tuple(at) not in keys]
    settled = [each for each in stage.unsettled if (each["round"], each["position"]) in keys]
    stage.unsettled = [each for each in stage.unsettled if each not in settled]
    stage.save(update_fields=("left", "unsettled"))
    return GivenUp(stage, departures, released, settled)


def mesas_take_up(
    stage: Stage,
    released: Sequence[Sequence[int]],
    settled: Sequence[Mapping[str, Any]],
    *,
    by: User,
    now: datetime,
    reason: str,
) -> None:
    """Who left keeps these again, as `GivenUp` has them; a departure that was undone since does not."""
    departures = {each["order"]: each for each in stage.left}
    again = {}
    for order, *at in released:
        if departure := departures.get(order):
            departure["playing"] = [*departure["playing"], at]
            again[order] = departure
    stage.unsettled = [*stage.unsettled, *settled]
    stage.save(update_fields=("left", "unsettled"))
    _given_up_record(GivenUp(stage, list(again.values()), released, settled), TAKEN_UP, by=by, now=now, reason=reason)


def given_up_record(given: GivenUp, *, by: User, now: datetime, reason: str) -> None:
    """Record the shortened departures and the matches that no longer await a new result."""
    _given_up_record(given, GIVEN_UP, by=by, now=now, reason=reason)


def _given_up_record(given: GivenUp, action: str, *, by: User, now: datetime, reason: str) -> None:
    """Record these departures as they are now, and by whom of those who are gone these matches are decided now."""
    for each in given.departures:
        _departure_corrected(given.stage, each, by=by, now=now)
    for each in given.settled:
        _decided_by(given.stage, (each["round"], each["position"]), action, by=by, now=now, reason=reason)


def _departure_corrected(stage: Stage, left: Mapping[str, Any], *, by: User, now: datetime) -> None:
    """In place of the departure that kept more, or less."""
    own = StageEvent.objects.filter(championship=stage.championship_id, stage=stage.number)
    told = own.filter(Q(seq=left["order"]) | Q(corrects=left["order"])).order_by("-seq")[0]
    event_add(
        stage.championship, stage.number, kind=DEPARTURE, action=told.action, by=by, now=now, pareja=told.pareja,
        corrects=left["order"], data={**told.data, "playing": left["playing"]},
    )  # fmt: skip


def _departure(championship: Championship, stage: Stage | None, pareja: Pareja) -> Mapping[str, Any] | None:
    """As `Stage.left` has it."""
    if stage is not None:
        return next((each for each in stage.left if each["pareja"] == pareja.number), None)
    own = StageEvent.objects.filter(championship=championship, stage=OF_NO_STAGE, kind=DEPARTURE, pareja=pareja.number)
    last = own.order_by("-seq").first()
    return {"order": last.corrects or last.seq, "playing": []} if last and last.counts else None


def unsettled_write(fixture: Fixture, gone: Sequence[int]) -> None:
    """Its result is decided anew by these of its two who are gone, or by none of them any more; see `Stage.unsettled`."""
    stage, key = fixture.stage, {"round": fixture.round, "position": fixture.position}
    others = [each for each in stage.unsettled if not key.items() <= each.items()]
    unsettled = [*others, {**key, "gone": list(gone)}] if gone else others
    if unsettled != stage.unsettled:
        stage.unsettled = unsettled
        stage.save(update_fields=("unsettled",))


def seat_before_departure(fixture: Fixture, decided: datetime, *, began_before: bool) -> None:
    """Seat both parejas again if one left and the other passed: what they played before the departure counts before it.

    InvalidValue `despues-de-salir` if it was `decided` after the departure and is not known to have begun before.
    """
    late = late_paper(fixture)
    if late is None:
        return
    championship = fixture.stage.championship
    if decided > late.at and not began_before:
        left = day_and_hour(late.at, championship.play_days)
        message = said(championship.players_per_pareja, AFTER).format(late.pareja, left)
        raise InvalidValue("despues-de-salir", message, field="decided_at")
    fixture_seat(fixture, late.sides)
