"""A pareja that leaves a championship already drawn, and one that comes back.

What it has played stays. What it has not played falls to its rivals, by itself: nobody enters walkovers one by one.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from django.db import transaction

from brackets.draw.correction import check_redrawn
from brackets.models import Fixture, Pareja, Stage, User
from brackets.selectors.stages import Roster, drawn_of, results_of, roster_of
from brackets.selectors.wording import said
from brackets.services.audit import audit_record
from brackets.services.championships import championship_lock, require_open
from brackets.services.errors import BracketError
from brackets.services.following import follow
from brackets.services.names import text_clean
from brackets.services.projection import stage_lock, stage_project

PLAYING: Final = (Fixture.Status.IN_PLAY, Fixture.Status.PROVISIONAL)


@dataclass(frozen=True, slots=True)
class Moved:
    """What it did: nothing when it was so already; for the others see `brackets.services.fixtures.Recorded`."""

    pareja: Pareja
    changed: bool
    uncalled: tuple[Fixture, ...] = ()
    fallen: tuple[str, ...] = ()


@transaction.atomic
def pareja_leave(*, pareja: Pareja, user: User, now: datetime, reason: str) -> Moved:
    """It leaves the championship, for good unless it comes back; repeating it does nothing.

    DrawRefusal `in-the-way` while it is playing. Its players may be inscribed again, with others and another number.
    """
    return _move(pareja, Pareja.Status.WITHDRAWN, user=user, now=now, reason=reason)


@transaction.atomic
def pareja_return(*, pareja: Pareja, user: User, now: datetime, reason: str) -> Moved:
    """It had left by mistake: everything is as if it had not. Repeating it does nothing.

    DrawRefusal `in-the-way` where a rival who passed has played on; `jugador-en-otra` where one of its players is in another.
    """
    return _move(pareja, Pareja.Status.ACTIVE, user=user, now=now, reason=reason)


def _move(pareja: Pareja, status: Pareja.Status, *, user: User, now: datetime, reason: str) -> Moved:
    championship = championship_lock(pareja.championship)
    require_open(championship)
    pareja = Pareja.objects.get(pk=pareja.pk)
    if pareja.status == status:
        return Moved(pareja, changed=False)
    reason = text_clean(reason, field="reason", label="El motivo", longest=300, required=True)
    leaving = status == Pareja.Status.WITHDRAWN
    if not leaving:
        _require_free(pareja)
    before = roster_of(championship.pk)
    gone = before.gone | {pareja.number} if leaving else before.gone - {pareja.number}
    after = Roster(before.ids, gone)
    stages = [stage_lock(stage) for stage in championship.stages.filter(status=Stage.Status.PUBLISHED)]
    told = "retirar a la pareja {}" if leaving else "reincorporar a la pareja {}"
    what = f"No se puede {said(championship.players_per_pareja, told).format(pareja.number)}"
    for stage in stages:
        _check(stage, before, after, what)
    pareja.status = status
    pareja.save(update_fields=("status",))
    pareja.players.update(active=not leaving)
    uncalled = [fixture for stage in stages for fixture in stage_project(stage, stage.fixtures.all(), after)]
    fallen = [name for stage in stages for name in follow(stage, after)]
    audit_record(
        championship=championship,
        user=user,
        now=now,
        action="pareja-retirar" if leaving else "pareja-reincorporar",
        sentence=said(
            championship.players_per_pareja,
            "Retiró a la pareja {} del campeonato." if leaving else "Reincorporó a la pareja {}.",
        ).format(pareja.number),
        data={
            "number": pareja.number,
            "reason": reason,
            "uncalled": [fixture.number for fixture in uncalled],
            "fallen": fallen,
        },
    )
    return Moved(pareja, changed=True, uncalled=tuple(uncalled), fallen=tuple(fallen))


def _check(stage: Stage, before: Roster, after: Roster, what: str) -> None:
    fixtures = list(stage.fixtures.all())
    playing = {(fixture.round, fixture.position) for fixture in fixtures if fixture.status in PLAYING}
    drawn = drawn_of(stage, before)
    changed = replace(drawn, rules=replace(drawn.rules, gone=after.gone))
    check_redrawn(drawn, changed, results_of(fixtures, before.ids), playing, what=what)


def _require_free(pareja: Pareja) -> None:
    """Refuse to bring back who plays with somebody else by now."""
    for player in pareja.players.exclude(cedula=""):
        others = Pareja.objects.filter(championship=pareja.championship_id, players__cedula=player.cedula)
        other = others.filter(status=Pareja.Status.ACTIVE).exclude(pk=pareja.pk).first()
        if other is not None:
            raise BracketError(
                "jugador-en-otra",
                f"{player} ya está inscrito con el número {other.number}. Retire primero esa inscripción.",
            )
