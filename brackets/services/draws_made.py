"""Record every draw of a stage, inside the transaction that makes, publishes, reopens or removes it, or with which it falls."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final

from brackets.draw.acta import terms_data
from brackets.draw.acta_draws import entrants_digest, exchanges_digest, lines_digest
from brackets.models import Championship, DrawEvent, Stage, User
from brackets.selectors.draws import entries, terms_of
from brackets.selectors.draws_made import hour_for
from brackets.selectors.events import last_events
from brackets.services.effects import Fell

REMOVED: Final = "La etapa se quitó del plan."


def draw_made(stage: Stage, *, ended: str, by: User, now: datetime) -> None:
    """Record the draw that the stage has now. `ended`: what became of the one before it, where there was one (`acta_draws.ENDS`)."""
    made = stage.drawn_record
    data = {
        **terms_data(terms_of(stage)),
        "semilla": stage.lots_seed,
        "semilla_publica": stage.public_seed,
        "inscritas": entrants_digest(entries(stage.entrants)),
        "lineas": lines_digest(stage.slots),
        "huella": stage.drawn_digest,
        "compromiso": made["compromiso"]["sha256"] if made["compromiso"] else "",
        "anterior": ended if stage.draw_number > 1 else "",
        "hechos": made["sorteo"]["hechos"],
        "tabla": made["sorteo"]["tabla"],
    }
    draw_noted(stage, DrawEvent.Kind.MADE, by=by, now=now, data=data)


def draw_published(stage: Stage, *, by: User, now: datetime) -> None:
    """Record that the draw which the stage has now is public: the lines as they stand, who was exchanged, after which events, and on which plan of
    who enters each stage.
    """
    data = {
        "huella": stage.drawn_digest,
        "hechos": last_events(stage.championship_id),
        "lineas": lines_digest(stage.slots),
        "intercambios": exchanges_digest(stage.exchanges),
        "entradas": stage.planned_entries,
    }
    draw_noted(stage, DrawEvent.Kind.PUBLISHED, by=by, now=now, data=data)


def draw_noted(
    stage: Stage, kind: DrawEvent.Kind, *, by: User, now: datetime, data: Mapping[str, Any] | None = None
) -> None:
    """Record what happened to the draw that the stage has now."""
    DrawEvent.objects.create(
        championship_id=stage.championship_id,
        stage=stage.number,
        number=stage.draw_number,
        kind=kind,
        at=now,
        by=by,
        data=dict(data or {}),
    )


def draws_fell(fallen: Iterable[Fell], *, by: User, now: datetime) -> None:
    """Record of the draws among these that they are public no more."""
    for each in fallen:
        if each.draw is not None:
            stage = Stage.objects.get(pk=each.draw)
            draw_noted(stage, DrawEvent.Kind.FELL, by=by, now=hour_for(stage, now))


def stage_removed(stage: Stage, *, by: User, now: datetime) -> None:
    """Keep the commitments of a stage that goes, those in force revoked, for a stage that is planned in its place later."""
    if not (stage.draw_number or stage.commitments):
        return
    now = hour_for(stage, now)
    commitments = [
        each if each["revoked_at"] else {**each, "revoked_at": now.isoformat(), "why": REMOVED}
        for each in stage.commitments
    ]
    draw_noted(stage, DrawEvent.Kind.REMOVED, by=by, now=now, data={"compromisos": commitments})


def stage_new(championship: Championship, number: int) -> Stage:
    """A stage that is only planned, not saved; its draws and commitments go on from those of the stage that had this number."""
    gone = DrawEvent.objects.filter(championship=championship, stage=number, kind=DrawEvent.Kind.REMOVED).last()
    return Stage(
        championship=championship,
        number=number,
        draw_number=gone.number if gone else 0,
        commitments=gone.data["compromisos"] if gone else [],
        status=Stage.Status.PLANNED,
    )
