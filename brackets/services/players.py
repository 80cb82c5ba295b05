"""One player of a pareja is replaced, or goes on with another partner under another number."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Final

from django.db import transaction
from django.db.models import Q

from brackets.blank import is_blank
from brackets.draw.plural import listed
from brackets.models import UNPLAYED, Fixture, MarkKind, Pareja, Stage, StageEvent, User
from brackets.selectors.events import OF_NO_STAGE
from brackets.selectors.late import enterable_stage
from brackets.selectors.parejas import cedulas_noted, players_with_data
from brackets.services.audit import audit_record
from brackets.services.carrying import Carry, carry_of, require_not_playing
from brackets.services.championships import championship_lock, require_not_closed, stages_lock
from brackets.services.departures import pareja_leave, pareja_return
from brackets.services.doubts import in_short, told_doubts
from brackets.services.effects import NO_EFFECTS, Effects, WithEffects
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.events import event_add, names_add
from brackets.services.following import PLAYED_ON
from brackets.services.inscription import PAIR, ParejaData, pareja_clean, pareja_data
from brackets.services.late_entries import LateEntry, late_entry_undo, pareja_enter_late
from brackets.services.marks import mark_remove
from brackets.services.names import text_clean
from brackets.services.parejas import check_free, is_published, pareja_add, pareja_withdraw
from brackets.services.persons import names_note, person_left

REFORMED: Final = "pareja-rehacer"
SUBSTITUTED: Final = "jugador-sustituir"
ABSENT: Final = (Fixture.How.WALKOVER, Fixture.How.DOUBLE_NO_SHOW)


@dataclass(frozen=True, slots=True)
class Substituted(WithEffects):
    """What it did: nothing when it was so already; marked are the mesas where the other had played."""

    pareja: Pareja
    changed: bool
    effects: Effects = NO_EFFECTS


@dataclass(frozen=True, slots=True)
class Reformed:
    """The pareja that a player of another came from; `returns` if undoing that brings it back: it left by that alone."""

    old: Pareja
    returns: bool


@transaction.atomic
def player_substitute(
    *,
    pareja: Pareja,
    position: int,
    name: str,
    cedula: str,
    reason: str,
    user: User,
    now: datetime,
    on_purpose: bool = False,
    told: str = "",
) -> Substituted:
    """Somebody else plays in this place of the pareja, which keeps its number; the same again does nothing.

    No reglamento says until when: here until the pareja begins its first mesa (`in-the-way` names those), unless `on_purpose`:
    then what it played stays, and says who played there. DrawRefusal `being-played` while it plays or signs. Substituting back undoes
    it. The name of who leaves stays in the audit. Doubtful as `pareja_add` is, about who comes.
    """
    championship = championship_lock(pareja.championship)
    stages = stages_lock(championship)
    require_not_closed(championship)
    pareja = Pareja.objects.prefetch_related(players_with_data()).get(pk=pareja.pk)
    before = pareja_data(pareja)
    changed = (
        replace(before, player_1=name, cedula_1=cedula)
        if position == 1
        else replace(before, player_2=name, cedula_2=cedula)
    )
    after = pareja_clean(changed, players=championship.players_per_pareja)
    if after == before:
        return Substituted(pareja, changed=False)
    reason = text_clean(reason, field="reason", label="El motivo", longest=300, required=True)
    if pareja.status != Pareja.Status.ACTIVE:
        raise BracketError("pareja-retirada", f"El número {pareja.number} ya no está en el campeonato.")
    carry = carry_of(reason, now, on_purpose=on_purpose)
    begun = begun_by(pareja)
    require_not_playing(begun)
    check_free(championship, after, itself=pareja)
    doubts = told_doubts(championship, after, told, before=before, number=pareja.number)
    if carry is None:  # last of all: only this can be carried through, so nothing else is hidden behind it
        _require_unbegun(pareja, begun)
    player = pareja.players.get(position=position)
    leaves = player.name
    if carry is not None:
        for fixture in begun:
            _tell_who_played(carry, fixture, pareja.number, position, leaves, getattr(after, f"player_{position}"))
    player.name, cedula = getattr(after, f"player_{position}"), getattr(after, f"cedula_{position}")
    player.save(update_fields=("name",))
    person_left(player, cedula=cedula, now=now)
    names_note(championship, [pareja.number], now=now)
    noted = cedulas_noted(getattr(before, f"cedula_{position}"), cedula)
    names_add(
        stages, pareja.number, action=SUBSTITUTED, before=before, after=after, by=user, now=now,
        data={"reason": reason},
    )  # fmt: skip
    audit_record(
        championship=championship,
        user=user,
        now=now,
        action=SUBSTITUTED,
        sentence=f"En el número {pareja.number}, {player.name} juega en lugar de {leaves}.{in_short(doubts)}",
        data={
            "number": pareja.number,
            "position": position,
            "before": {"name": leaves, "cedula": noted[0]},
            "after": {"name": player.name, "cedula": noted[1]},
            "reason": reason,
            "knowing": [doubt.code for doubt in doubts],
        },
    )
    if carry is not None:
        carry.record(championship, user)
    there = Pareja.objects.prefetch_related(players_with_data()).get(pk=pareja.pk)
    return Substituted(there, changed=True, effects=Effects(marked=carry.marked) if carry else NO_EFFECTS)


def _tell_who_played(carry: Carry, fixture: Fixture, number: int, position: int, leaves: str, comes: str) -> None:
    """The first who left it played there, whoever came after; once he is back, nothing is to be told."""

    def beside(name: str) -> str:
        return f"Aquí jugó {name} con el número {number}: después hubo una sustitución, por decisión del Director."

    place = {"pareja": number, "position": position}
    if any(place.items() <= each.items() for each in fixture.marks):
        mark_remove(
            fixture, MarkKind.SUBSTITUTED, lambda mark: place.items() <= mark.items() and mark["text"] == beside(comes)
        )
    else:
        carry.tell(fixture, MarkKind.SUBSTITUTED, beside(leaves), **place)


def _require_unbegun(pareja: Pareja, begun: Sequence[Fixture]) -> None:
    """Refuse what it has begun to play."""
    if begun:
        played = listed(f"la {each.name}" for each in begun)
        raise BracketError(
            "in-the-way",
            f"El número {pareja.number} ya jugó {played}: desde ahí no cambia de jugadores. Puede retirarse, y quien queda "
            "inscribirse con otro número si hay lugar.",
        )


@transaction.atomic
def pareja_reform(
    *,
    pareja: Pareja,
    stays: int,
    partner: str,
    cedula: str,
    reason: str,
    user: User,
    now: datetime,
    place: int | None = None,
    played: bool | None = None,
    on_purpose: bool = False,
    told: str = "",
) -> LateEntry:
    """The pareja leaves, and its player in place `stays` is inscribed with a new partner and a new number.

    One that had left stays as it left; BracketError `pareja-expulsada` for one that a ruling expelled. Once the draw is published it needs an open `place` (see `late_entries`). The same two again do nothing. `pareja_reform_undo`
    undoes it. Doubtful as `pareja_add` is.
    """
    championship = championship_lock(pareja.championship)
    require_not_closed(championship)
    if championship.players_per_pareja != PAIR:
        raise BracketError("mano-a-mano", "En este campeonato se juega mano a mano, sin compañero.")
    pareja = Pareja.objects.prefetch_related(players_with_data()).get(pk=pareja.pk)
    if again := formed_already(pareja, stays=stays, partner=partner, cedula=cedula):
        return LateEntry(again, changed=False)
    data = _with_partner(pareja_data(pareja), stays, partner, cedula)
    if pareja.status == Pareja.Status.EXPELLED:
        raise BracketError(
            "pareja-expulsada",
            f"El número {pareja.number} está expulsado: sus jugadores no siguen con otro número. Si el fallo se levantó, "
            "reincorpórelo primero.",
        )
    reason = text_clean(reason, field="reason", label="El motivo", longest=300, required=True)
    if not is_published(championship):
        pareja_withdraw(pareja=pareja, reason=reason, user=user, now=now)
        added = pareja_add(championship=championship, data=data, user=user, now=now, told=told)
        _record_reform(pareja, added, reason, user=user, now=now)
        return LateEntry(added, changed=True)
    stage = enterable_stage(championship)
    if stage is None or place is None:
        message = "El sorteo está publicado: elija un lugar libre en que entrar. Si no queda ninguno, nadie más entra."
        raise InvalidValue("sin-lugar", message, field="place")
    left = NO_EFFECTS
    if pareja.status == Pareja.Status.ACTIVE:
        left = pareja_leave(pareja=pareja, reason=reason, played=played, user=user, now=now).effects
    entry = pareja_enter_late(
        stage=stage, data=data, place=place, reason=reason, on_purpose=on_purpose, user=user, now=now, told=told
    )
    _record_reform(pareja, entry.pareja, reason, user=user, now=now, stage=stage)
    given_back = tuple(each for each in left.given_back if each not in entry.marked)
    return replace(entry, effects=replace(left, given_back=given_back) + entry.effects)


@transaction.atomic
def pareja_reform_undo(*, pareja: Pareja, user: User, now: datetime) -> LateEntry:
    """The new pareja leaves, and the one that one of its players came from is back if it had left by that alone; repeating
    it does nothing.

    BracketError `no-se-rehizo` for any other; for the rest see `late_entry_undo` and `pareja_return`.
    """
    championship = championship_lock(pareja.championship)
    pareja = Pareja.objects.get(pk=pareja.pk)
    reformed = reformed_from(pareja)
    if reformed is None:
        raise BracketError("no-se-rehizo", f"El número {pareja.number} no salió de otro: retírelo.")
    if pareja.status != Pareja.Status.ACTIVE:
        return LateEntry(pareja, changed=False)
    old = reformed.old
    back = partial(
        pareja_return, pareja=old, reason=f"Se deshizo el cambio por el {pareja.number}.", user=user, now=now
    )
    if is_published(championship):
        return late_entry_undo(pareja=pareja, user=user, now=now, comes_back=back if reformed.returns else None)
    reason = f"Se deshizo: entró en lugar del {old.number}."
    undone = LateEntry(pareja_withdraw(pareja=pareja, reason=reason, user=user, now=now), changed=True)
    if not reformed.returns:
        return undone
    moved = back()
    return replace(undone, effects=moved.effects, back=moved.pareja)


def reformed_from(pareja: Pareja) -> Reformed | None:
    """Where one of its players came from; None for a pareja that did not re-form."""
    own = {"championship": pareja.championship_id, "pareja": pareja.number}
    event = StageEvent.objects.filter(kind=StageEvent.Kind.REFORMED, **own).first()
    if event is None:
        return None
    old = Pareja.objects.get(championship=pareja.championship_id, number=event.data["left"])
    return Reformed(old, event.data.get("was_in", True) and old.status == Pareja.Status.WITHDRAWN)


def _record_reform(
    old: Pareja, new: Pareja, reason: str, *, user: User, now: datetime, stage: Stage | None = None
) -> None:
    """`old` as it was before it left by this."""
    event_add(
        new.championship, stage.number if stage else OF_NO_STAGE, kind=StageEvent.Kind.REFORMED, action=REFORMED, by=user,
        now=now, pareja=new.number,
        data={"left": old.number, "was_in": old.status == Pareja.Status.ACTIVE, "reason": reason},
    )  # fmt: skip
    audit_record(
        championship=new.championship,
        user=user,
        now=now,
        action=REFORMED,
        sentence=f"Del número {old.number} sigue un jugador con otro compañero: es ahora el número {new.number}.",
        data={"left": old.number, "number": new.number, "reason": reason},
    )


def begun_by(pareja: Pareja) -> list[Fixture]:
    """The partidas that it has begun to play, in their order; to one for which a side did not come nobody sat down."""
    fixtures = Fixture.objects.filter(Q(pareja_a=pareja) | Q(pareja_b=pareja), status__in=PLAYED_ON)
    return list(fixtures.exclude(how__in=(*UNPLAYED, *ABSENT)).order_by("stage__number", "round"))


def _with_partner(before: ParejaData, stays: int, partner: str, cedula: str) -> ParejaData:
    if stays not in (1, 2):
        raise InvalidValue("quien-queda", "Diga cuál de los dos sigue jugando.", field="stays")
    if is_blank(partner):
        raise InvalidValue("falta", "Falta el nombre del nuevo compañero.", field="partner")
    return ParejaData(
        player_1=getattr(before, f"player_{stays}"),
        cedula_1=getattr(before, f"cedula_{stays}"),
        player_2=partner,
        cedula_2=cedula,
        club=before.club,
        category=before.category,
    )


def formed_already(pareja: Pareja, *, stays: int, partner: str, cedula: str) -> Pareja | None:
    """Whoever is in and has the same people as `pareja_reform` would form of it."""
    if is_blank(partner):
        return None
    data = _with_partner(pareja_data(pareja), stays, partner, cedula)
    active = pareja.championship.parejas.filter(status=Pareja.Status.ACTIVE).prefetch_related(players_with_data())
    return next((each for each in active if pareja_data(each).people == data.people), None)
