"""Departures from a championship, voluntary or by expulsion, and returns.

A departure acts from its place on: played mesas and passes already taken stay, undecided mesas go to the rivals, and a later
stage already drawn stays as drawn. So no played mesa can refuse it. What was kept on purpose and follows from the results
again is kept no longer, until the departure is undone. The form asks about the mesa that the pareja is at. If its
series are voided, none of its mesas counts there for any pareja, not even those that went to its rivals.

A return undoes the departure; a later expulsion, or voiding, corrects it in its place. Both are refused if rivals or a later
stage have played on what would change, and can be carried through `on_purpose`: what that left without effect is given back by
whatever undoes it.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import chain, takewhile
from typing import Final

from django.db import transaction

from brackets.draw.bracket import Key, Result
from brackets.draw.correction import check_redrawn
from brackets.draw.plural import numbered
from brackets.draw.structure import Drawn
from brackets.models import Championship, Fixture, Pareja, Stage, StageEvent, User
from brackets.selectors.departures import ACTIONS, STATUSES, entries_undone, fixtures_at, unanswered
from brackets.selectors.inscription import asked_for
from brackets.selectors.stages import Roster, drawn_of, entered_of, roster_of
from brackets.selectors.wording import said
from brackets.services.audit import audit_record
from brackets.services.carrying import Carry, carry_of, give_way
from brackets.services.championships import championship_lock, require_not_closed, stages_lock
from brackets.services.effects import NO_EFFECTS, Effects, WithEffects
from brackets.services.errors import BracketError
from brackets.services.exits import departure_add, departure_correct
from brackets.services.fixtures import carried_back
from brackets.services.following import follow, follow_again, followed_by, followed_record
from brackets.services.names import text_clean
from brackets.services.projection import stage_project
from brackets.services.telling import told_of_effects
from brackets.services.vault import cedulas_hold

ACTIVE, WITHDRAWN, EXPELLED = Pareja.Status.ACTIVE, Pareja.Status.WITHDRAWN, Pareja.Status.EXPELLED
SEVERITY: Final = (ACTIVE, WITHDRAWN, EXPELLED)
"""Going from one to another before it undoes what was done."""
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
VOIDED: Final = " En series nada suyo cuenta para nadie, ni lo jugado ni lo que le faltaba."
ASKED: Final = (
    "{} está en {{}}. ¿Se jugó, o se juega hasta el final? Responda en «Su mesa de ahora».",
    "{} está en {{}}. ¿Se jugaron, o se juegan hasta el final? Responda en «Sus mesas de ahora».",
)


@dataclass(frozen=True, slots=True)
class Moved(WithEffects):
    """What it did: nothing if it was so already."""

    pareja: Pareja
    changed: bool
    effects: Effects = NO_EFFECTS


@transaction.atomic
def pareja_leave(
    *,
    pareja: Pareja,
    user: User,
    now: datetime,
    reason: str,
    expelled: bool = False,
    voided: bool = False,
    played: bool | None = None,
    on_purpose: bool = False,
) -> Moved:
    """Take a pareja out of the championship; repeating it does nothing.

    `expelled`: by a ruling, without a place in any table. `voided`: its mesas in series do not count. `played`: whether the mesa
    that it is called to or at is or was played; if so, its result counts, whenever it is typed. BracketError `se-jugo` if that is
    not said. A pareja that left may be expelled later: DrawRefusal `in-the-way` if a later stage was played on results that would
    no longer count; `on_purpose` as in `carrying`. Its players may be inscribed again in another pareja.
    """
    championship = championship_lock(pareja.championship)
    stages = stages_lock(championship)
    require_not_closed(championship)
    pareja = Pareja.objects.get(pk=pareja.pk)
    status = EXPELLED if expelled else WITHDRAWN
    if (pareja.status, pareja.voided) == (status, voided):
        return Moved(pareja, changed=False)
    reason = text_clean(reason, field="reason", label="El motivo", longest=300, required=True)
    if pareja.status != ACTIVE:
        return _change(pareja, stages, status, voided=voided, user=user, now=now, reason=reason, on_purpose=on_purpose)
    at = fixtures_at(pareja)
    if played is None and (asked := unanswered(at)):
        who = f"{said(championship.players_per_pareja, 'La pareja')} {pareja.number}"
        raise BracketError("se-jugo", numbered(asked, *(each.format(who) for each in ASKED)))
    playing = [fixture for fixture in at if played or fixture.status == Fixture.Status.PROVISIONAL]
    returns = _acts(pareja, lambda event: not event.counts)
    _set(pareja, status, voided=voided)
    roster = roster_of(championship.pk)
    carry = Carry(reason, now, on_purpose=False)
    effects = NO_EFFECTS
    published = [stage for stage in stages if stage.status == Stage.Status.PUBLISHED]
    departure_add(championship, None, pareja, by=user, now=now, reason=reason)
    for stage in published:
        own = [[fixture.round, fixture.position] for fixture in playing if fixture.stage_id == stage.pk]
        departure_add(championship, stage, pareja, own, by=user, now=now, reason=reason)
        effects += stage_project(stage, list(stage.fixtures.all()), roster, carry=carry)
    again = follow_again(published, roster)
    effects += again
    _record_followed(pareja, stages, again, user=user, now=now)
    return _record(pareja, user, now, reason, carry, effects, undoes=returns)


@transaction.atomic
def pareja_return(*, pareja: Pareja, user: User, now: datetime, reason: str, on_purpose: bool = False) -> Moved:
    """Undo a departure made by mistake; repeating it does nothing.

    DrawRefusal `in-the-way` if a rival that passed has played on, or a later stage was played on what would change; `on_purpose`
    as in `carrying`. `jugador-en-otra` if one of its players is in another pareja,
    `cabeza-repetida` if its seed was given to another, `entrada-deshecha` if it is gone because its late entry was undone
    and the draw is not open. A pareja that left before the draw returns in the same way.
    """
    championship = championship_lock(pareja.championship)
    stages = stages_lock(championship)
    require_not_closed(championship)
    pareja = Pareja.objects.get(pk=pareja.pk)
    if pareja.status == ACTIVE and not pareja.voided:
        return Moved(pareja, changed=False)
    reason = text_clean(reason, field="reason", label="El motivo", longest=300, required=True)
    _require_free(pareja, [stage for stage in stages if stage.status == Stage.Status.PUBLISHED])
    return _change(pareja, stages, ACTIVE, voided=False, user=user, now=now, reason=reason, on_purpose=on_purpose)


def _change(
    pareja: Pareja,
    stages: Sequence[Stage],
    status: Pareja.Status,
    *,
    voided: bool,
    user: User,
    now: datetime,
    reason: str,
    on_purpose: bool,
) -> Moved:
    """Undo its departure, or change its kind, in the place that it has."""
    championship = pareja.championship
    carry = carry_of(reason, now, on_purpose=on_purpose)
    severity = SEVERITY.index(status), voided
    undoes = severity < (SEVERITY.index(Pareja.Status(pareja.status)), pareja.voided)
    given_back = partial(_followed_by, championship, _departures(pareja, stages) if undoes else ())
    acts = _acts(pareja, lambda event: event.counts and _severity(event) > severity) if undoes else ()
    _set(pareja, status, voided=voided)
    roster = roster_of(championship.pk)
    what = f"No se puede {said(championship.players_per_pareja, REFUSED[status]).format(pareja.number)}"
    effects = NO_EFFECTS
    published: list[Stage] = []
    told = [departure_correct(championship, None, pareja, status, by=user, now=now, reason=reason)]
    # Of all before any changes: who has lost in one may count for the zapaterías of those after it.
    drawn = {stage.pk: drawn_of(stage) for stage in stages if stage.status != Stage.Status.PLANNED}
    for stage in stages:
        if stage.pk not in drawn:
            continue
        told.append(departure_correct(championship, stage, pareja, status, by=user, now=now, reason=reason))
        effects += _project(stage, drawn[stage.pk], roster, carry, what)  # one that was reopened too
        if stage.status == Stage.Status.PUBLISHED:
            published.append(stage)
    for stage in published:
        stage.refresh_from_db(fields=("status", "pairings", "paired_on", "kept_draw", "kept_rounds"))
        if stage.status == Stage.Status.PUBLISHED:  # an earlier one may have taken its draw back
            effects += follow(stage, roster, carry=carry, why=f"{what}:", given_back=given_back)
    if not undoes:
        _record_followed(pareja, stages, effects, user=user, now=now)
    act = next((event for event in told if event is not None), None)
    return _record(pareja, user, now, reason, carry, effects, act, acts)


def _acts(pareja: Pareja, undone: Callable[[StageEvent], bool]) -> list[StageEvent]:
    """The last of its departures, returns and changes of kind that are `undone`, the last first."""
    own = StageEvent.objects.filter(championship=pareja.championship_id, kind=StageEvent.Kind.DEPARTURE)
    return [*takewhile(undone, own.filter(pareja=pareja.number).order_by("-id"))]


def _severity(event: StageEvent) -> tuple[int, bool]:
    return SEVERITY.index(STATUSES[event.action]), event.data["voided"]


def _departures(pareja: Pareja, stages: Iterable[Stage]) -> list[tuple[int, int]]:
    """The place of its departure in each of these stages that it has left."""
    left = ((stage.number, each) for stage in stages for each in stage.left)
    return [(number, each["order"]) for number, each in left if each["pareja"] == pareja.number]


def _followed_by(championship: Championship, departures: Iterable[tuple[int, int]]) -> Iterator[StageEvent]:
    return chain.from_iterable(followed_by(championship.pk, each) for each in departures)


def _record_followed(pareja: Pareja, stages: Iterable[Stage], effects: Effects, *, user: User, now: datetime) -> None:
    """What follows again by its departure, with the first place that this has."""
    for place in _departures(pareja, stages)[:1]:
        followed_record(pareja.championship, effects, place, by=user, now=now)


def _set(pareja: Pareja, status: Pareja.Status, *, voided: bool) -> None:
    pareja.status, pareja.voided = status, voided
    pareja.save(update_fields=("status", "voided"))
    cedulas_hold(pareja.players.all(), active=status == ACTIVE)


def _record(
    pareja: Pareja,
    user: User,
    now: datetime,
    reason: str,
    carry: Carry | None,
    effects: Effects,
    act: StageEvent | None = None,
    undoes: Iterable[StageEvent] = (),
) -> Moved:
    """`act` is its event; it gives back what the acts that it `undoes` had been carried through against."""
    championship, status = pareja.championship, Pareja.Status(pareja.status)
    told_of_effects(effects, user=user, now=now)
    if carry is not None:
        carry.record(championship, user, act)
        effects += Effects(marked=carry.marked)
    for each in undoes:
        effects += carried_back(each, user=user, now=now)
    audit_record(
        championship=championship,
        user=user,
        now=now,
        action=ACTIONS[status],
        sentence=said(championship.players_per_pareja, DONE[status]).format(pareja.number)
        + (VOIDED if pareja.voided else ""),
        data={
            "number": pareja.number,
            "reason": reason,
            "voided": pareja.voided,
            **effects.as_json(),
        },
    )
    return Moved(pareja, changed=True, effects=effects)


def _project(stage: Stage, before: Drawn, roster: Roster, carry: Carry | None, what: str) -> Effects:
    """Bring the stage up to date, unless a match in play or played forbids it; see `stage_project`."""
    fixtures, after = list(stage.fixtures.all()), drawn_of(stage)

    def check(results: Mapping[Key, Result], playing: Collection[Key]) -> None:
        check_redrawn(before, after, results, playing, what=what)

    give_way(stage, fixtures, roster, check, carry)
    return stage_project(stage, fixtures, roster, carry=carry)


def _require_free(pareja: Pareja, published: Sequence[Stage]) -> None:
    """Refuse to bring back a pareja with a player in another one, whose seed was given to another, or that has no place any more.

    One whose late entry was undone has none where a stage is `published`, unless it was drawn since.
    """
    active = Pareja.objects.filter(championship=pareja.championship_id, status=Pareja.Status.ACTIVE)
    events = StageEvent.objects.filter(championship=pareja.championship_id)
    if (
        entries_undone([pareja])
        and published
        and not any(pareja.number in entered_of(stage).slots for stage in published)
    ):
        raise BracketError(
            "entrada-deshecha",
            f"La entrada tardía del número {pareja.number} se deshizo, y no tiene lugar: para que juegue, inscriba de nuevo a quienes llegan.",
        )
    formed = events.filter(kind=StageEvent.Kind.REFORMED, data__left=pareja.number).values("pareja")
    if other := active.filter(number__in=formed).first():
        raise BracketError(
            "jugador-en-otra", f"Uno del número {pareja.number} sigue en el {other.number}: deshaga primero ese cambio."
        )
    came_from = list(
        events.filter(kind=StageEvent.Kind.REFORMED, pareja=pareja.number).values_list("data__left", flat=True)
    )
    if other := active.filter(number__in=came_from).first():
        raise BracketError(
            "jugador-en-otra",
            f"Uno del número {pareja.number} está otra vez en el {other.number}: retire primero el {other.number}.",
        )
    if pareja.seed is not None and (other := active.filter(seed=pareja.seed).exclude(pk=pareja.pk).first()):
        told = said(pareja.championship.players_per_pareja, "La cabeza de serie {} ya es de la pareja {}.")
        raise BracketError("cabeza-repetida", told.format(pareja.seed, other.number))
    for player in pareja.players.filter(personal__isnull=False).select_related("personal"):
        match = player.personal.cedula_match
        other = active.filter(players__personal__cedula_match=match).exclude(pk=pareja.pk).first() if match else None
        if other is not None:
            raise BracketError(
                "jugador-en-otra",
                f"{player} ya está inscrito con el número {other.number}. Retire primero esa inscripción.",
            )
        if match and (asked := asked_for(pareja.championship, player.cedula)):
            raise BracketError(
                "cedula-pedida", f"{player} está en la solicitud de inscripción {asked}: rechácela primero."
            )
