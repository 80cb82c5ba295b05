"""Who enters a published stage, in a place that its draw left open: a bye, a series not full, the next round of a Swiss stage.

The draw stays what the seed gives; late entries are listed beside it (`Stage.late`, `brackets.draw.late`).
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Max, Q

from brackets.draw.bracket import Key, Result
from brackets.draw.correction import check_redrawn
from brackets.draw.formats import matches_of
from brackets.draw.late import Late
from brackets.draw.plural import numbered
from brackets.draw.structure import Drawn
from brackets.models import UNPLAYED, Championship, Fixture, Pareja, Stage, StageEvent, User
from brackets.selectors.departures import ENTRY_UNDONE
from brackets.selectors.events import events_of
from brackets.selectors.holding import holding
from brackets.selectors.late import Place, entered_from, entered_no_more, late_stage, places_of
from brackets.selectors.stages import drawn_of, format_of, late_of, roster_of
from brackets.selectors.wording import said
from brackets.services.audit import audit_record
from brackets.services.carrying import Carry, carry_of, give_way
from brackets.services.championships import championship_lock, require_open, stages_lock
from brackets.services.departures import Moved
from brackets.services.doubts import in_short
from brackets.services.effects import NO_EFFECTS, Effects, WithEffects
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.events import event_add
from brackets.services.exits import departure_add, given_up_record, mesas_give_up
from brackets.services.fixtures import carried_back
from brackets.services.following import PLAYED_ON, follow, without_rounds
from brackets.services.inscription import ParejaData
from brackets.services.names import text_clean
from brackets.services.parejas import pareja_create, pareja_set_aside
from brackets.services.projection import (
    fixtures_add,
    fixtures_remove,
    published_after,
    stage_lock,
    stage_project,
)
from brackets.services.telling import told_of_effects

LATE_ENTRY: Final = StageEvent.Kind.LATE_ENTRY
ENTERED: Final = "pareja-entrar-tarde"


@dataclass(frozen=True, slots=True)
class LateEntry(WithEffects):
    """What it did: nothing if it was so already; `place` in words; `back` is who came back by an undone re-forming."""

    pareja: Pareja
    changed: bool
    place: str = ""
    effects: Effects = NO_EFFECTS
    back: Pareja | None = None


@transaction.atomic
def pareja_enter_late(
    *,
    stage: Stage,
    data: ParejaData,
    place: int,
    reason: str,
    user: User,
    now: datetime,
    number: int | None = None,
    on_purpose: bool = False,
    told: str = "",
) -> LateEntry:
    """Inscribe a pareja and give it an open `place` of the stage, as `brackets.draw.late` counts them.

    Doubtful as `pareja_add` is. `sin-lugar` where that place is not open; DrawRefusal `in-the-way` where who had no rival there has played on.
    """
    championship = championship_lock(stage.championship)
    stage = stage_lock(stage)
    require_open(championship)
    there = _open_place(stage, place)
    reason = text_clean(reason, field="reason", label="El motivo", longest=300, required=True)
    carry = carry_of(reason, now, on_purpose=on_purpose)
    pareja, doubts = pareja_create(championship, data, number, told, now=now)
    what = said(championship.players_per_pareja, "inscribir tarde a la pareja {}").format(pareja.number)
    before = drawn_of(stage)
    late = asdict(Late(pareja.number, place, _last_number(championship) + 1))
    stage.late = [*stage.late, late]
    effects = _redraw(stage, before, carry, f"No se puede {what}")
    event = event_add(
        championship, stage.number, kind=LATE_ENTRY, action=ENTERED, by=user, now=now, pareja=pareja.number,
        data={"late": late, "reason": reason},
    )  # fmt: skip
    sentence = said(championship.players_per_pareja, "Inscribió tarde a la pareja {}, {}: {}.")
    audit_record(
        championship=championship,
        user=user,
        now=now,
        action=ENTERED,
        sentence=(sentence.format(pareja.number, pareja.title, there.label) + in_short(doubts))[:300],
        data={
            "number": pareja.number,
            "stage": stage.number,
            "place": place,
            "reason": reason,
            "knowing": [doubt.code for doubt in doubts],
            **effects.as_json(),
        },
    )
    told_of_effects(effects, user=user, now=now)
    if carry is not None:
        carry.record(championship, user, event)
        effects += Effects(marked=carry.marked)
    return LateEntry(pareja, changed=True, place=there.label, effects=effects)


@transaction.atomic
def late_entry_undo(
    *, pareja: Pareja, user: User, now: datetime, comes_back: Callable[[], Moved] | None = None
) -> LateEntry:
    """The stage is as if it had not entered; it counts as withdrawn, and its number is not given again.

    Swiss rounds that were paired with it, and the draw of a later stage that others enter without it, are taken back, to be made
    again. What its entry had left without effect on purpose is given back, as far as nothing was done there since. Repeating it does
    nothing. `ya-jugo` where it has begun to play, DrawRefusal `in-the-way` where others have in such a round or stage; `entro-otra` for
    others than the last to enter, `etapa-siguiente` while a later stage that it is in is kept on purpose.

    `comes_back`: who had left for it returns, before anything is given back, which would be in the way of that.
    """
    championship = championship_lock(pareja.championship)
    require_open(championship)
    pareja = Pareja.objects.get(pk=pareja.pk)
    if pareja.status != Pareja.Status.ACTIVE:
        return LateEntry(pareja, changed=False)
    players = championship.players_per_pareja
    stage = late_stage(pareja, stages_lock(championship))
    if stage is None:
        told = said(players, "La pareja {} no entró tarde: retírela.").format(pareja.number)
        raise BracketError("no-entro-tarde", told)
    last = late_of(stage)[-1].pareja
    if last != pareja.number:
        told = said(players, "Después entró la pareja {}: deshaga primero su entrada.").format(last)
        raise BracketError("entro-otra", told)
    what = said(players, "deshacer la entrada de la pareja {}").format(pareja.number)
    _require_unplayed(pareja, f"No se puede {what}")
    late = stage.late[-1]
    effects = without_rounds(stage, late["place"], f"No se puede {what}:")
    before = drawn_of(stage)
    met = stage.fixtures.filter(Q(pareja_a=pareja) | Q(pareja_b=pareja)).values_list("round", "position")
    given_up = mesas_give_up(stage, [*met])
    stage.late = stage.late[:-1]
    effects += _redraw(stage, before, None, f"No se puede {what}")
    pareja_set_aside(pareja)
    entered = events_of(stage).get(kind=LATE_ENTRY, pareja=pareja.number, counts=True)
    event_add(
        championship, stage.number, kind=LATE_ENTRY, action=ENTRY_UNDONE, by=user, now=now, pareja=pareja.number, counts=False,
        corrects=entered.seq, data={"late": late},
    )  # fmt: skip
    reason = said(players, "Se deshizo la entrada de la pareja {}.").format(pareja.number)
    departure_add(championship, None, pareja, by=user, now=now, reason=reason, action=ENTRY_UNDONE)
    given_up_record(given_up, by=user, now=now, reason=reason)
    told_of_effects(effects, user=user, now=now)
    moved = comes_back() if comes_back else None
    if moved is not None:
        effects += moved.effects
    effects += carried_back(entered, user=user, now=now)
    later = _later_follow(stage, pareja, f"No se puede {what}:")  # last: what is given back counts for it
    told_of_effects(later, user=user, now=now)
    effects += later
    audit_record(
        championship=championship,
        user=user,
        now=now,
        action=ENTRY_UNDONE,
        sentence=said(players, "Deshizo la entrada tardía de la pareja {}.").format(pareja.number),
        data={"number": pareja.number, "stage": stage.number, **effects.as_json()},
    )
    back = moved.pareja if moved is not None and moved.changed else None
    return LateEntry(pareja, changed=True, effects=effects, back=back)


def _later_follow(stage: Stage, pareja: Pareja, what: str) -> Effects:
    """Take back the draw of each later stage that others enter without it."""
    now = Stage.objects.select_related("championship").get(pk=stage.pk)
    effects = follow(now, roster_of(stage.championship_id), why=what)
    if kept := next((each for each in published_after(stage) if pareja.number in each.slots), None):
        why = f"está en «{kept}», que se mantiene por decisión del Director. Puede retirarse el número {pareja.number}."
        raise BracketError("etapa-siguiente", f"{what} {why}")
    return effects


def _open_place(stage: Stage, place: int) -> Place:
    if stage.status != Stage.Status.PUBLISHED:
        raise BracketError("sorteo-sin-publicar", f"«{stage}» no está publicada: inscríbala y vuelva a sortear.")
    if later := entered_from(stage, stage.championship.stages.filter(status=Stage.Status.PUBLISHED)):
        raise BracketError("etapa-siguiente", entered_no_more(stage, later))
    there = {each.number: each for each in places_of(stage, roster_of(stage.championship_id).gone)}
    if place not in there:
        raise InvalidValue(
            "sin-lugar", f"En «{stage}» no queda ese lugar. Elija uno de los que están libres.", field="place"
        )
    return there[place]


def _redraw(stage: Stage, before: Drawn, carry: Carry | None, what: str) -> Effects:
    """Save its late entries and bring its fixtures up to date, where nobody plays against that."""
    roster = roster_of(stage.championship_id)
    after = drawn_of(stage)
    fixtures = list(stage.fixtures.all())

    def check(results: Mapping[Key, Result], playing: Collection[Key]) -> None:
        kept = {key: result for key, result in results.items() if key in after.structure.by_key}
        check_redrawn(before, after, kept, playing, what=what)

    give_way(stage, fixtures, roster, check, carry)
    stage.save(update_fields=("late",))
    gone = [fixture.pk for fixture in fixtures if (fixture.round, fixture.position) not in after.structure.by_key]
    fixtures_remove(Fixture.objects.filter(pk__in=gone))
    fixtures_add(stage, roster)
    return stage_project(stage, stage.fixtures.all(), roster, carry=carry)


def _require_unplayed(pareja: Pareja, what: str) -> None:
    """Refuse where it has begun to play, in whatever stage, or a mesa of it is kept."""
    own = Fixture.objects.filter(Q(pareja_a=pareja) | Q(pareja_b=pareja)).order_by("stage__number", "round", "position")
    if held := holding(own):
        why = numbered(
            (f"la {each.name}" for each in held),
            "hay una mesa registrada de {}, y se guarda",
            "hay mesas registradas de {}, y se guardan",
        )
        then = said(pareja.championship.players_per_pareja, "Retire a la pareja {}.").format(pareja.number)
        raise BracketError("ya-jugo", f"{what}: {why}. {then}")
    begun = own.filter(status__in=PLAYED_ON).exclude(how__in=UNPLAYED)
    if begun:
        names = (f"la {each.name}" for each in begun)
        why = numbered(names, "ya se empezó a jugar {}", "ya se empezaron a jugar {}")
        raise BracketError("ya-jugo", f"{what}: {why}. Deje primero sin efecto lo jugado.")


def _last_number(championship: Championship) -> int:
    """The highest number that a partida has, or that is kept for one of a stage already drawn."""
    highest = Fixture.objects.filter(stage__championship=championship).aggregate(highest=Max("number"))["highest"] or 0
    drawn = championship.stages.exclude(status=Stage.Status.PLANNED)
    reserved = [each.first_number + matches_of(format_of(each), len(each.entrants)) - 1 for each in drawn]
    return max(highest, *reserved)
