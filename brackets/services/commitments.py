"""Promising a draw before it is made: what enters it is fixed, and so is half of its chance."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.utils.timezone import localtime

from brackets.draw.commitment import digest, document, subject_of
from brackets.draw.entries import entry_from
from brackets.draw.procedures import lines_drawn
from brackets.draw.protections import Protection
from brackets.draw.shares import LEAST
from brackets.draw.sources import DICE, SHARES, shares_source, source_data
from brackets.models import Championship, Stage, User
from brackets.selectors.as_it_was import way_out
from brackets.selectors.commitments import (
    Commitment,
    commitment_in_force,
    commitment_outdated,
    commitment_subject,
)
from brackets.selectors.draws_made import hour_for
from brackets.selectors.shares import pages_open, shares_in_force, sources_offered
from brackets.selectors.stages import spots_of
from brackets.services.audit import audit_record
from brackets.services.championships import championship_lock, require_open
from brackets.services.draw_seen import DrawSeen, require_seen, seen_of
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.names import text_clean
from brackets.services.projection import stage_lock
from brackets.services.stages import stage_to_draw, terms_asked


class Promised(NamedTuple):
    """The stage with its commitments, and whether one was published or revoked; else it was so already."""

    stage: Stage
    changed: bool = True


@transaction.atomic
def draw_commit(
    *,
    championship: Championship,
    user: User,
    now: datetime,
    secret: str,
    apart: bool = True,
    number: int = 1,
    protections: Sequence[Protection] = (),
    series_apart: bool = True,
    source: str = DICE,
    least: int = LEAST,
    closes: datetime | None = None,
    why: str = "",
    seen: DrawSeen | None = None,
) -> Promised:
    """Publish the SHA-256 of who enters stage `number`, its format, its protections, the `source` of its public seed and a secret.

    Of shares, `least` must be shown, and they are promised until `closes`. `fuente-desconocida` for a source that is not offered now.

    `why`: the one in force is revoked for this reason, which everybody reads, with the draw that was made with it.

    DrawRefusal where these entrants cannot be drawn under these terms. Nothing of the document is told before the draw. One at a time: `compromiso-vigente` while another is in force, unless it is the
    next to what was `seen` and promises the same: then nothing is done.
    """
    championship = championship_lock(championship)
    require_open(championship)
    stage = stage_to_draw(championship, number)
    terms = terms_asked(stage, spots_of(stage), apart=apart, protections=protections, series_apart=series_apart)
    named = _source_asked(championship, source, least, closes)
    subject = commitment_subject(stage, terms, named)
    lines_drawn(
        terms, [entry_from(each) for each in subject["inscritas"]], secret
    )  # refused now, not before the public
    last = commitment_in_force(stage)
    if last and (seen is None or seen == seen_of(stage)) and (last["draw"] or commitment_outdated(stage, last)):
        stage = _revoke(stage, why, user, now)
    elif last:
        since = seen_of(stage).commitments - seen.commitments if seen else 0
        is_next = 0 < since <= 1 + (seen is not None and seen.is_promised)
        if is_next and subject_of(last["document"]) == subject:
            return Promised(stage, changed=False)
        raise BracketError(
            "compromiso-vigente", "Ya hay un compromiso publicado para este sorteo. Sortee con él, o anúlelo primero."
        )
    else:
        require_seen(stage, seen)
    read, now = now, hour_for(stage, now)
    if source == SHARES:
        _require_shares(championship, subject["inscritas"], least, closes, read, now)
    text = document(subject, secret)
    made = Commitment(
        number=len(stage.commitments) + 1,
        sha256=digest(text),
        document=text,
        at=now.isoformat(),
        by=str(user),
        draw=None,
        revoked_at="",
        why="",
        source=source,
    )
    stage.commitments = [*stage.commitments, made]
    stage.save()
    audit_record(
        championship=championship,
        user=user,
        now=now,
        action="sorteo-comprometer",
        sentence=f"Publicó el compromiso {made['number']} del sorteo de «{stage}».",
        data={"stage": stage.number, "sha256": made["sha256"]},
    )
    return Promised(stage)


@transaction.atomic
def commitment_revoke(*, stage: Stage, why: str, user: User, now: datetime, seen: DrawSeen | None = None) -> Promised:
    """Take the commitment in force back, with a reason that everybody reads.

    Where there is none, or the one that was `seen` is revoked already, nothing is done.
    """
    championship_lock(stage.championship)
    stage = stage_lock(stage)
    require_open(stage.championship)
    text_clean(why, field="why", label="El motivo", longest=200, required=True)
    last = commitment_in_force(stage)
    if last is None or (seen is not None and seen.is_promised and seen.commitments < seen_of(stage).commitments):
        return Promised(stage, changed=False)
    require_seen(stage, seen)
    if stage.status == Stage.Status.PUBLISHED:
        raise BracketError("sorteo-publicado", "El sorteo ya está publicado: su compromiso queda como está.")
    return Promised(_revoke(stage, why, user, now))


def _source_asked(championship: Championship, source: str, least: int, closes: datetime | None) -> dict[str, Any]:
    """The source as the commitment names it; refused where it is not offered."""
    if source not in sources_offered(championship):
        raise InvalidValue(
            "fuente-desconocida",
            "De ahí no puede salir la semilla pública en este campeonato: elija otra.",
            field="source",
        )
    if source != SHARES:
        return source_data(source)
    if closes is None:
        raise InvalidValue("cierre", "Escriba hasta qué hora se prometen los aportes.", field="closes")
    return shares_source(least, closes.isoformat())


def _require_shares(
    championship: Championship,
    entrants: Sequence[Mapping[str, Any]],
    least: int,
    closes: datetime | None,
    read: datetime,
    now: datetime,
) -> None:
    """Refuse shares that can never be as many as they must be, or whose hour has passed: by the clock, or by `now`, which is recorded."""
    able = pages_open(championship, [each["numero"] for each in entrants])
    if not LEAST <= least <= able:
        raise InvalidValue(
            "aportes-minimo",
            f"Escriba un número de {LEAST} a {max(able, LEAST)}: entran y tienen página privada {able}.",
            field="least",
        )
    if closes is None or closes <= read:
        raise InvalidValue("cierre-pasado", "Esa hora ya pasó: escriba una que todavía no llega.", field="closes")
    if closes <= now:
        raise InvalidValue(
            "cierre-pasado",
            f"Lo último de este sorteo quedó registrado a las {localtime(now):%H:%M:%S}: escriba una hora posterior.",
            field="closes",
        )


def _revoke(stage: Stage, why: str, user: User, now: datetime) -> Stage:
    """Take the commitment in force back; `solo-como-estaba` where nothing else than its draw can be published."""
    why = text_clean(why, field="why", label="El motivo", longest=200, required=True)
    last = stage.commitments[-1]
    if last["draw"] == stage.draw_number and stage.status == Stage.Status.DRAWN and (way := way_out(stage)):
        raise BracketError("solo-como-estaba", f"«{stage}» no se puede sortear de nuevo. {way}")
    since = hour_for(stage, now, shares_in_force(stage))
    last["revoked_at"], last["why"] = since.isoformat(), why
    stage.save(update_fields=("commitments",))
    audit_record(
        championship=stage.championship,
        user=user,
        now=now,
        action="compromiso-anular",
        sentence=f"Anuló el compromiso {last['number']} del sorteo de «{stage}»: {why}"[:300],
        data={"stage": stage.number, "sha256": last["sha256"]},
    )
    return stage
