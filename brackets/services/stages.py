"""Drawing and publishing the stages of a championship."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from secrets import token_hex
from typing import Any

from django.db import transaction
from django.utils.timezone import localtime

from brackets.draw.acta import terms_from
from brackets.draw.acta_draws import REPLACED, UNDONE
from brackets.draw.acta_seal import drawn_digest
from brackets.draw.commitment import secret_of, seed_text, subject_of
from brackets.draw.entries import SMALLEST
from brackets.draw.formats import lines_of, matches_of
from brackets.draw.placing import place
from brackets.draw.plural import listed, numbered
from brackets.draw.procedures import lines_drawn
from brackets.draw.protections import (
    CLUBS_APART,
    PROTECTED,
    Protection,
    Terms,
    check_protections,
    protection_data,
)
from brackets.draw.qualification import Spot
from brackets.draw.refusal import DrawRefusal
from brackets.draw.sources import SHARES, Unproved, dice_proof, public_seed_of
from brackets.models import Championship, DrawEvent, Fixture, Stage, User
from brackets.selectors.as_it_was import left_since, roster_published, way_out
from brackets.selectors.commitments import (
    Commitment,
    commitment_in_force,
    commitment_outdated,
    source_of,
)
from brackets.selectors.departures import departures_of
from brackets.selectors.draw_acta import drawn_record
from brackets.selectors.draws import (
    Entrant,
    come_from_series,
    draw_check,
    entrants_among,
    entries,
    terms_data,
    terms_of,
)
from brackets.selectors.draws_made import draws_elsewhere, earlier_draws, hour_for
from brackets.selectors.events import last_events
from brackets.selectors.provisional import provisional_in
from brackets.selectors.shares import Shares, shares_of
from brackets.selectors.stages import Roster, format_of, roster_of, spots_of, stages_of
from brackets.selectors.wording import counted, said
from brackets.services.audit import audit_record
from brackets.services.carrying import Carry, carry_of
from brackets.services.championships import championship_lock, require_open
from brackets.services.draw_seen import DrawSeen, require_seen
from brackets.services.draws_made import draw_made, draw_noted, draw_published, stage_new
from brackets.services.effects import NO_EFFECTS, Effects, WithEffects
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.exits import departure_add
from brackets.services.names import text_clean
from brackets.services.projection import fixtures_create, stage_lock, stage_project
from brackets.services.reopening import stage_clear
from brackets.services.telling import told_of_effects


@transaction.atomic
def stage_draw(
    *,
    championship: Championship,
    user: User,
    now: datetime,
    public_seed: str = "",
    witnesses: Sequence[str] = (),
    number: int = 1,
    salt: str = "",
    seen: DrawSeen | None = None,
) -> Stage:
    """Draw stage `number` with the commitment that is in force, once: who enters, under what terms and from which source was promised.

    The lots come from its secret and `public_seed`, typed as it fell before two `witnesses`, or the shares that parejas have shown. The acta is frozen now and bound by
    a digest. `salt` is a secret that protects names erased later; random if not given.

    `sorteo-sin-compromiso` where none is in force, `compromiso-usado` where one draw was made with it, `compromiso-sin-efecto` where it
    does not hold for who enters now, `aportes-en-plazo` while a pareja may still show its share. What a new draw replaces stays on the acta.
    """
    championship = championship_lock(championship)
    require_open(championship)
    stage = stage_to_draw(championship, number)
    require_seen(stage, seen)
    spots = spots_of(stage)
    committed = _commitment_to_draw(stage)
    shares = shares_of(championship.pk, stage.commitments)
    if committed["source"] == SHARES:
        proof = _shares_proof(shares[committed["sha256"]], now)
    else:
        proof = _dice_proof(public_seed, witnesses)
    try:
        stage.public_seed = public_seed_of(source_of(committed), proof, committed["sha256"])
    except Unproved as unproved:
        if committed["source"] == SHARES:
            message = f"{unproved} Con este compromiso no se puede sortear: anúlelo y publique otro."
            raise BracketError("aportes-pocos", message) from unproved
        raise InvalidValue("semilla-sin-prueba", str(unproved), field="witness_1") from unproved
    # Only now: those whose share is missing have their minutes by the clock, whatever hour is recorded.
    now = hour_for(stage, now, shares.get(committed["sha256"]))
    ended = REPLACED if stage.status == Stage.Status.DRAWN else UNDONE
    terms = terms_from(subject_of(committed["document"]))
    lots_seed = seed_text(secret_of(committed["document"]), stage.public_seed)
    committed["draw"] = stage.draw_number + 1
    listed = entrants_among(stage, spots, [protection.attribute for protection in terms.protections])
    before = terms_data(stage) | {"slots": stage.slots} if stage.slots else None
    stage.slots = list(lines_drawn(terms, entries(listed), lots_seed))
    stage.procedure, stage.apart = terms.procedure, terms.apart
    stage.protections = [protection_data(protection) for protection in terms.protections]
    stage.pairings, stage.paired_on, stage.exchanges, stage.left, stage.unsettled = [], [], [], [], []
    events = last_events(championship.pk)
    stage.events_from = events.get(str(stage.number), 0)
    stage.kept_draw, stage.kept_rounds = False, []
    stage.entrants = listed
    stage.lots_seed = lots_seed
    stage.unavoidable = _unavoidable(stage, listed)
    stage.first_number = _first_number(stage)
    stage.draw_number += 1
    stage.drawn_at = now
    stage.status = Stage.Status.DRAWN
    parejas = said(championship.players_per_pareja, "pareja,parejas").split(",")
    revoked = {sha: each.proof(now) for sha, each in shares.items()}
    stage.drawn_record = drawn_record(
        stage, salt or token_hex(16), spots, events, earlier_draws(stage, ended), draws_elsewhere(stage), proof, revoked
    )
    stage.drawn_digest = drawn_digest(stage.drawn_record)
    stage.save()
    fixtures_create(stage, now=now)
    draw_made(stage, ended=ended, by=user, now=now)
    audit_record(
        championship=championship,
        user=user,
        now=now,
        action="sorteo-hacer",
        sentence=f"Hizo el sorteo número {stage.draw_number} con {counted(len(listed), *parejas)}.",
        data={
            "stage": stage.number,
            "draw_number": stage.draw_number,
            **terms_data(stage),
            "public_seed": stage.public_seed,
            "sha256": stage.drawn_digest,
            "replaced": before,
        },
    )
    return stage


@transaction.atomic
def stage_publish(*, stage: Stage, user: User, now: datetime, seen: DrawSeen | None = None) -> Stage:
    """Make the draw public and the stage playable, until it is reopened. Repeating it does nothing.

    `sorteo-por-repetir` when the draw is no longer that of those who enter, or breaks a promise; `etapa-sin-terminar` when a
    stage from which somebody enters is being played again. Where it can only be published as it was, who left since leaves it now.
    """
    championship_lock(stage.championship)
    # Whoever corrects an earlier stage holds it, and then those after it: in this order too.
    list(stage.championship.stages.select_for_update(no_key=True).filter(number__lt=stage.number).order_by("number"))
    stage = stage_lock(stage)
    require_open(stage.championship)
    if stage.status == Stage.Status.PUBLISHED:
        return stage
    if stage.status == Stage.Status.PLANNED:
        raise BracketError("sorteo-sin-hacer", f"«{stage}» todavía no está sorteada. Sortéela primero.")
    require_seen(stage, seen)
    if refusal := why_not_published(stage):
        raise refusal
    gone = left_since(stage)
    now = hour_for(stage, now)
    stage.status = Stage.Status.PUBLISHED
    stage.published_at = now
    stage.planned_entries = {str(each.number): each.entry for each in stages_of(stage.championship)}
    stage.save(update_fields=("status", "published_at", "planned_entries"))
    draw_published(stage, by=user, now=now)
    effects = _leave(stage, gone, user, now) if gone else NO_EFFECTS
    audit_record(
        championship=stage.championship,
        user=user,
        now=now,
        action="sorteo-publicar",
        sentence=f"Publicó el sorteo número {stage.draw_number}.",
        data={
            "stage": stage.number,
            "draw_number": stage.draw_number,
            "lots_seed": stage.lots_seed,
            **({"gone": gone} if gone else {}),
            **effects.as_json(),
        },
    )
    return stage


def _commitment_to_draw(stage: Stage) -> Commitment:
    """The commitment with which the stage is drawn now."""
    committed = commitment_in_force(stage)
    if committed is None:
        raise BracketError(
            "sorteo-sin-compromiso",
            "Todo sorteo se hace con un compromiso publicado antes. Publíquelo y sortee después.",
        )
    if reason := commitment_outdated(stage, committed):
        raise BracketError("compromiso-sin-efecto", reason)
    if committed["draw"]:
        raise BracketError(
            "compromiso-usado",
            "Con este compromiso ya se sorteó, y de otra semilla pública saldría otro sorteo. Para repetirlo publique otro "
            "compromiso y diga el motivo: quedará a la vista que lo hubo.",
        )
    return committed


def _dice_proof(public_seed: str, witnesses: Sequence[str]) -> dict[str, Any]:
    text = text_clean(public_seed, field="public_seed", label="La semilla pública", longest=80, required=True)
    return dice_proof(text, [_witness(each) for each in witnesses])


def _shares_proof(shares: Shares, now: datetime) -> dict[str, Any]:
    """All that were promised, once none of them can be shown in time any more, or all are."""
    until = shares.until(now)
    if until is None:
        raise BracketError(
            "aportes-abiertos", "Todavía se prometen aportes. Cierre primero las promesas, o espere a su hora."
        )
    if shares.missing and now < until:
        who = numbered(
            (f"la {number}" for number in shares.missing), "Falta el aporte de {}", "Faltan los aportes de {}"
        )
        raise BracketError(
            "aportes-en-plazo",
            f"{who}. Se puede sortear cuando se muestren todos, o desde las {localtime(until):%H:%M:%S} sin los que falten.",
        )
    return shares.proof(now)


def _witness(name: str) -> str:
    """Printed on the acta and signed there."""
    return text_clean(
        name, field="witness_1", label="El nombre de un testigo", longest=120, required=True, printable=True
    )


def _leave(stage: Stage, gone: Sequence[int], user: User, now: datetime) -> Effects:
    """These were drawn, and left the championship in this order while the stage was reopened: they leave it too, as of then."""
    championship, why = stage.championship, "Salió mientras la etapa estaba reabierta."
    left = {
        each.pareja.number: each for each in departures_of(championship, championship.parejas.filter(number__in=gone))
    }
    for number in gone:
        each = left[number]
        departure_add(championship, stage, each.pareja, by=user, now=now, reason=each.reason or why, since=each.at)
    carry = Carry(why, now, on_purpose=False)
    effects = stage_project(stage, list(stage.fixtures.all()), roster_of(stage.championship_id), carry=carry)
    told_of_effects(effects, user=user, now=now)
    return effects


def why_not_published(stage: Stage) -> BracketError | DrawRefusal | None:
    """What stands in the way of publishing a draw; None where nothing does."""
    committed = commitment_in_force(stage)
    if committed is None:
        return BracketError(
            "sorteo-sin-compromiso",
            "El compromiso de este sorteo está anulado. Publique otro y sortee con él antes de publicar.",
        )
    if committed["draw"] != stage.draw_number:
        return BracketError(
            "compromiso-pendiente",
            "Después de este sorteo se publicó un compromiso. Sortee con él, o anúlelo, antes de publicar.",
        )
    try:
        roster = roster_published(stage)
        unsettled, broken = _unsettled(stage, roster), draw_check(stage, roster)
        way = way_out(stage) if broken and not unsettled else ""
    except DrawRefusal as refusal:  # the rules of its entry contradict each other
        return refusal
    if unsettled or not broken:
        return unsettled
    if way:
        return BracketError("sorteo-por-repetir", f"Desde el sorteo cambió quiénes entran en «{stage}». {way}")
    return BracketError("sorteo-por-repetir", " ".join(problem.message for problem in broken))


def stage_to_draw(championship: Championship, number: int) -> Stage:
    """The stage, saved or not, when it may be drawn now; BracketError says what stands in the way."""
    stage = championship.stages.filter(number=number).first()
    if stage is None and number == 1:
        stage = stage_new(championship, number)
    if stage is None:
        raise BracketError("etapa-sin-plan", f"No hay etapa {number}. Fije primero las etapas del campeonato.")
    if stage.status == Stage.Status.PUBLISHED:
        raise BracketError("sorteo-publicado", "El sorteo ya está publicado y no se puede repetir.")
    if refusal := _unsettled(stage):
        raise refusal
    if stage.status == Stage.Status.DRAWN and (way := way_out(stage)):
        why = f"Quienes quedan en «{stage}» no se pueden sortear: hay mesas registradas, que se guardan, y no habría una partida para cada una."
        raise BracketError("solo-como-estaba", f"{why} {way}")
    return stage


def terms_asked(
    stage: Stage, spots: Sequence[Spot], *, apart: bool, protections: Sequence[Protection], series_apart: bool
) -> Terms:
    """What a draw of these entrants would be made under; DrawRefusal where that cannot be meant.

    `apart`: clubs are kept apart in their first mesa, unless `protections` have them for longer. They have a procedure of their
    own; beside other protections, and where some pass free and have two possible first rivals, they are a protection.
    """
    form = format_of(stage)
    check_protections(protections, form)
    some_pass_free = lines_of(form, len(spots)) > len(spots)
    protects_clubs = any(protection.attribute == "club" for protection in protections)
    if apart and not protects_clubs and (protections or some_pass_free):
        protections = (Protection("club"), *protections)
    terms = Terms(form, PROTECTED if protections else CLUBS_APART, apart and not protections, tuple(protections))
    return terms.with_series_apart() if series_apart and come_from_series(spots) else terms


def _unavoidable(stage: Stage, listed: Sequence[Entrant]) -> list[dict[str, object]]:
    """The clubs together that the procedure for clubs alone could not part."""
    terms = terms_of(stage)
    if terms.procedure != CLUBS_APART:
        return []
    clubs = dict(stage.championship.parejas.values_list("number", "club"))
    drawn = place(terms.form, entries(listed), stage.lots_seed, apart=stage.apart)
    return [
        {
            "position": met.place,
            "round": met.round,
            "club": clubs[met.parejas[0]],
            "a": met.parejas[0],
            "b": met.parejas[1],
        }
        for met in drawn.together
    ]


@dataclass(frozen=True, slots=True)
class Reopened(WithEffects):
    """What it did: nothing when it was not published."""

    stage: Stage
    changed: bool
    effects: Effects = NO_EFFECTS


@transaction.atomic
def stage_reopen(*, stage: Stage, user: User, now: datetime, reason: str, on_purpose: bool = False) -> Reopened:
    """Take a published stage back to its draw, not public any more, to be drawn again or, while the same enter it, published as it was.

    `in-the-way` where something of it has begun, unless `on_purpose`: then its results are left without effect and the mesas
    marked. `etapa-siguiente` where a later stage is published on it, `entradas-tardias` where somebody entered after the draw, and
    `mesas-registradas` where mesas of a Swiss stage are kept, whose rounds a new draw would not have. Repeating it does nothing; publishing it undoes it.
    """
    championship = championship_lock(stage.championship)
    stage = stage_lock(stage)
    require_open(championship)
    if stage.status != Stage.Status.PUBLISHED:
        return Reopened(stage, changed=False)
    now = hour_for(stage, now)
    reason = text_clean(reason, field="reason", label="El motivo", longest=300, required=True)
    carry = carry_of(reason, now, on_purpose=on_purpose)
    effects = stage_clear(stage, carry)
    still = tuple(stage.fixtures.filter(status=Fixture.Status.CALLED))
    effects += Effects(uncalled=still)
    Fixture.objects.filter(pk__in=[fixture.pk for fixture in still]).update(
        status=Fixture.Status.READY, called_at=None, started_at=None
    )
    stage.status, stage.published_at, stage.planned_entries = Stage.Status.DRAWN, None, {}
    stage.save(update_fields=("status", "published_at", "planned_entries"))
    draw_noted(stage, DrawEvent.Kind.REOPENED, by=user, now=now)
    audit_record(
        championship=championship,
        user=user,
        now=now,
        action="etapa-reabrir",
        sentence=f"Reabrió «{stage}»: su sorteo ya no está publicado.",
        data={"stage": stage.number, "reason": reason, **effects.as_json()},
    )
    told_of_effects(effects, user=user, now=now)
    if carry is not None:
        carry.record(championship, user)
        effects += Effects(marked=carry.marked)
    return Reopened(stage, changed=True, effects=effects)


def _unsettled(stage: Stage, roster: Roster | None = None) -> BracketError | None:
    """Why it is not drawn while a stage from which somebody enters has not ended; `roster` says otherwise who has left.

    A place that nobody fills, because too many of a series are out, holds nobody up: the others are drawn without it.
    """
    spots = spots_of(stage, roster)
    waiting = {spot.stage for spot in spots if not spot.settled and spot.stage is not None}
    if stage.number > 1 and not waiting and sum(spot.pareja is not None for spot in spots) < SMALLEST:
        way = way_out(stage) if stage.status == Stage.Status.DRAWN else ""
        return BracketError(
            "plazas-vacias",
            f"En «{stage}» no entran ni dos: los demás están fuera. {way or 'Cambie cuántas clasifican, o quite la etapa.'}",
        )
    if waiting:
        names = {each.number: each.name for each in stage.championship.stages.all()}
        waited = [f"«{names[number]}»" for number in sorted(waiting)]
        provisional = provisional_in(stage.championship_id, waiting)
        why = provisional and numbered(
            (f"la {each.name}" for each in provisional),
            " Es provisional el resultado de {}: espera las firmas o un fallo.",
            " Son provisionales los resultados de {}: esperan las firmas o un fallo.",
        )
        return BracketError(
            "etapa-sin-terminar",
            f"Falta jugar {listed(waited)}: todavía no se sabe quiénes entran en «{stage}». "
            f"Termine primero esas partidas.{why or ''}",
        )
    return None


def _first_number(stage: Stage) -> int:
    """One more than the highest number that the stages before it will ever have."""
    earlier = stage.championship.stages.filter(number__lt=stage.number).exclude(status=Stage.Status.PLANNED)
    last = 0
    for each in earlier:
        numbered = (
            each.fixtures.filter(number__isnull=False).order_by("-number").values_list("number", flat=True).first()
        )
        last = max(last, numbered or 0, each.first_number + matches_of(format_of(each), len(each.entrants)) - 1)
    return last + 1
