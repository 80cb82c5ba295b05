"""A pareja that leaves a championship already drawn, by its own will or expelled, and one that comes back.

What it has not played falls to its rivals, by itself: nobody enters walkovers one by one. What it has played stays; where it is
voided, no mesa of it in a series counts for anybody, the ones that fell to its rivals neither. In a knock-out and in a Swiss stage
others have met since by what was played, so there it always stays.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from django.db import transaction

from brackets.draw.bracket import Key, Result
from brackets.draw.correction import check_redrawn
from brackets.models import Fixture, Pareja, Stage, User
from brackets.selectors.departures import ACTIONS
from brackets.selectors.inscription import asked_for
from brackets.selectors.stages import Roster, drawn_of, roster_of
from brackets.selectors.wording import said
from brackets.services.audit import audit_record
from brackets.services.carrying import Carry, carry_of, give_way
from brackets.services.championships import championship_lock, require_not_closed
from brackets.services.errors import BracketError
from brackets.services.fixtures.telling import told_of_uncalled
from brackets.services.following import follow
from brackets.services.names import text_clean
from brackets.services.projection import stage_lock, stage_project

ACTIVE, WITHDRAWN, EXPELLED = Pareja.Status.ACTIVE, Pareja.Status.WITHDRAWN, Pareja.Status.EXPELLED
REFUSED: Final = {
    ACTIVE: "reincorporar a la pareja {}",
    WITHDRAWN: "retirar a la pareja {}",
    EXPELLED: "expulsar a la pareja {}",
}
DONE: Final = {
    ACTIVE: "Reincorporó a la pareja {}.",
    WITHDRAWN: "Retiró a la pareja {} del campeonato.",
    EXPELLED: "Expulsó a la pareja {} del campeonato.",
}


@dataclass(frozen=True, slots=True)
class Moved:
    """What it did: nothing when it was so already; for the others see `brackets.services.fixtures.Recorded`."""

    pareja: Pareja
    changed: bool
    uncalled: tuple[Fixture, ...] = ()
    fallen: tuple[str, ...] = ()
    marked: tuple[Fixture, ...] = ()


@transaction.atomic
def pareja_leave(
    *,
    pareja: Pareja,
    user: User,
    now: datetime,
    reason: str,
    expelled: bool = False,
    voided: bool = False,
    on_purpose: bool = False,
) -> Moved:
    """It leaves the championship, for good unless it comes back; repeating it does nothing.

    `expelled`: by a ruling; it has no place in any table. `voided`: what it played in series does not count. Who has left may
    be expelled afterwards. DrawRefusal `in-the-way` while it is playing, or where a later stage was played on what would
    no longer count; `on_purpose` as in `carrying`. Its players may be inscribed again, with others and another number.
    """
    status = EXPELLED if expelled else WITHDRAWN
    return _move(pareja, status, voided=voided, user=user, now=now, reason=reason, on_purpose=on_purpose)


@transaction.atomic
def pareja_return(*, pareja: Pareja, user: User, now: datetime, reason: str, on_purpose: bool = False) -> Moved:
    """It had left by mistake: everything is as if it had not. Repeating it does nothing.

    DrawRefusal `in-the-way` where a rival who passed has played on; `jugador-en-otra` where one of its players is in another, and
    `cabeza-repetida` where its seed is another's by now. One that was taken out before the draw comes back in the same way.
    """
    return _move(pareja, ACTIVE, voided=False, user=user, now=now, reason=reason, on_purpose=on_purpose)


def _move(
    pareja: Pareja,
    status: Pareja.Status,
    *,
    voided: bool,
    user: User,
    now: datetime,
    reason: str,
    on_purpose: bool,
) -> Moved:
    championship = championship_lock(pareja.championship)
    require_not_closed(championship)
    pareja = Pareja.objects.get(pk=pareja.pk)
    if (pareja.status, pareja.voided) == (status, voided):
        return Moved(pareja, changed=False)
    reason = text_clean(reason, field="reason", label="El motivo", longest=300, required=True)
    carry = carry_of(reason, now, on_purpose=on_purpose)
    players = championship.players_per_pareja
    if status == ACTIVE:
        _require_free(pareja)
    before = roster_of(championship.pk)
    pareja.status, pareja.voided = status, voided
    pareja.save(update_fields=("status", "voided"))
    pareja.players.update(active=status == ACTIVE)
    after = roster_of(championship.pk)
    what = f"No se puede {said(players, REFUSED[status]).format(pareja.number)}"
    uncalled: list[Fixture] = []
    stages = [stage_lock(stage) for stage in championship.stages.filter(status=Stage.Status.PUBLISHED)]
    for stage in stages:
        uncalled += _project(stage, before, after, carry, what)
    fallen: list[str] = []
    for stage in stages:
        stage.refresh_from_db(fields=("status", "pairings", "paired_on", "kept_draw", "kept_rounds"))
        if stage.status == Stage.Status.PUBLISHED:  # an earlier one may have taken its draw back
            fallen += follow(stage, after, carry=carry)
    audit_record(
        championship=championship,
        user=user,
        now=now,
        action=ACTIONS[status],
        sentence=said(players, DONE[status]).format(pareja.number),
        data={
            "number": pareja.number,
            "reason": reason,
            "voided": voided,
            "uncalled": [fixture.number for fixture in uncalled],
            "fallen": fallen,
        },
    )
    told_of_uncalled(uncalled, now=now)
    if carry is not None:
        carry.record(championship, user)
    marked = carry.marked if carry else ()
    return Moved(pareja, changed=True, uncalled=tuple(uncalled), fallen=tuple(fallen), marked=marked)


def _project(stage: Stage, before: Roster, after: Roster, carry: Carry | None, what: str) -> tuple[Fixture, ...]:
    """Bring the stage up to date, where nobody plays against it; see `stage_project`."""
    fixtures = list(stage.fixtures.all())
    drawn = drawn_of(stage, before)
    changed = replace(drawn, rules=replace(drawn.rules, gone=after.gone))

    def check(results: Mapping[Key, Result], playing: Collection[Key]) -> None:
        check_redrawn(drawn, changed, results, playing, what=what)

    give_way(fixtures, before, check, carry, players=stage.championship.players_per_pareja)
    return stage_project(stage, fixtures, after, carry=carry)


def _require_free(pareja: Pareja) -> None:
    """Refuse to bring back who plays with somebody else by now, or whose seed was given to another."""
    active = Pareja.objects.filter(championship=pareja.championship_id, status=Pareja.Status.ACTIVE)
    if pareja.seed is not None and (other := active.filter(seed=pareja.seed).exclude(pk=pareja.pk).first()):
        told = said(pareja.championship.players_per_pareja, "La cabeza de serie {} ya es de la pareja {}.")
        raise BracketError("cabeza-repetida", told.format(pareja.seed, other.number))
    for player in pareja.players.exclude(cedula=""):
        other = active.filter(players__cedula=player.cedula).exclude(pk=pareja.pk).first()
        if other is not None:
            raise BracketError(
                "jugador-en-otra",
                f"{player} ya está inscrito con el número {other.number}. Retire primero esa inscripción.",
            )
        if asked := asked_for(pareja.championship, player.cedula):
            raise BracketError(
                "cedula-pedida", f"{player} está en la solicitud de inscripción {asked}: rechácela primero."
            )
