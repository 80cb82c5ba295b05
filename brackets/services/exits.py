"""Who left, in the events of each stage and in `Stage.left`, their projection; and what those who are gone have still to decide."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from brackets.models import Championship, Fixture, Pareja, Stage, StageEvent, User
from brackets.selectors.callups import day_and_hour
from brackets.selectors.departures import ACTIONS, late_paper
from brackets.selectors.events import BEFORE_ALL
from brackets.selectors.wording import said
from brackets.services.endings import fixture_seat
from brackets.services.errors import InvalidValue
from brackets.services.events import event_add, seq_of

DEPARTURE = StageEvent.Kind.DEPARTURE
AFTER: Final = "La pareja {} salió {}, antes de esa hora. Corrija la hora, o marque que la mesa había empezado antes de que saliera."


def departure_add(
    championship: Championship,
    stage: Stage | None,
    pareja: Pareja,
    playing: Sequence[Sequence[int]] = (),
    *,
    by: User | None,
    now: datetime,
    reason: str,
) -> None:
    """It leaves the stage from now on, or without one before any is published; `playing` are its mesas that are played to their end."""
    event = event_add(
        championship, stage.number if stage else BEFORE_ALL, kind=DEPARTURE, action=ACTIONS[Pareja.Status(pareja.status)],
        by=by, now=now, pareja=pareja.number, data={"playing": list(playing), "reason": reason, "voided": pareja.voided},
    )  # fmt: skip
    if stage is not None:
        left = {"pareja": pareja.number, "order": seq_of(event), "at": now.isoformat(), "playing": list(playing)}
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
) -> None:
    """It had not left the stage, or leaves it in another way; nothing where it did not leave that one."""
    there = _departure(championship, stage, pareja)
    if there is None:
        return
    event_add(
        championship, stage.number if stage else BEFORE_ALL, kind=DEPARTURE, action=ACTIONS[status], by=by, now=now,
        pareja=pareja.number, counts=status != Pareja.Status.ACTIVE, corrects=there["order"],
        data={"playing": there["playing"], "reason": reason, "voided": pareja.voided},
    )  # fmt: skip
    if stage is not None and status == Pareja.Status.ACTIVE:
        stage.left = [each for each in stage.left if each is not there]
        stage.save(update_fields=("left",))
        # What was decided since has its place after the departure before this one (`Fixture.order`).
        before = max((each["order"] for each in stage.left if each["order"] < there["order"]), default=0)
        stage.fixtures.filter(order=there["order"]).update(order=before)


def _departure(championship: Championship, stage: Stage | None, pareja: Pareja) -> Mapping[str, Any] | None:
    """As `Stage.left` has it."""
    if stage is not None:
        return next((each for each in stage.left if each["pareja"] == pareja.number), None)
    own = StageEvent.objects.filter(championship=championship, stage=BEFORE_ALL, kind=DEPARTURE, pareja=pareja.number)
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
