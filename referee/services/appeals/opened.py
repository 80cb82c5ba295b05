"""A mesa that is over, opened for a ruling: its result counts no longer, its log may grow."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from brackets.models import Fixture, User
from brackets.services.effects import Fell
from brackets.services.fixtures import fixture_unsettle
from referee.models import Appeal, Mesa, Planilla
from referee.selectors.mesas import mesa_counts
from referee.services.corrections import planilla_correct

FINAL: Final = Fixture.Status.FINAL


@dataclass(frozen=True, slots=True)
class Opened:
    """What it did to the bracket; see `brackets.services.fixtures.Recorded`."""

    changed: bool
    uncalled: tuple[Fixture, ...] = ()
    fallen: tuple[Fell, ...] = ()
    marked: tuple[Fixture, ...] = ()


def appeal_mesa_lock(appeal: Appeal) -> Mesa:
    """The mesa of an appeal, its row locked, as it is now."""
    found = Mesa.objects.select_for_update(of=("self",)).select_related("fixture__stage__championship")
    return found.get(pk=appeal.mesa_id)


def opened(*, appeal: Appeal, mesa: Mesa, user: User, now: datetime, on_purpose: bool) -> Opened:
    """Make the result provisional; a sealed Planilla is opened for its next version, whatever time was left to correct it.

    The time to correct is counted to the presentation of the appeal. A Planilla that is being signed is left alone, and so is
    all of a mesa that counts for nothing any more (`mesa_counts`).
    """
    if not mesa_counts(mesa):
        return Opened(changed=True)
    reason = f"Apelación {appeal.number}"
    planilla = mesa.planillas.exclude(status=Planilla.Status.REOPENED).order_by("version").last()
    if planilla is not None and planilla.status == Planilla.Status.SEALED and planilla.corrected_at is None:
        done = planilla_correct(
            mesa=mesa, reason=reason, unsigned="", user=user, now=now, on_purpose=on_purpose, asked_at=appeal.filed_at
        )
        mesa.fixture.refresh_from_db()
        return Opened(changed=True, uncalled=done.uncalled, fallen=done.fallen, marked=done.marked)
    if mesa.fixture.status == FINAL:
        told = fixture_unsettle(fixture=mesa.fixture, user=user, now=now, reason=reason, on_purpose=on_purpose)
        mesa.fixture.refresh_from_db()
        return Opened(changed=True, uncalled=told.uncalled, fallen=told.fallen, marked=told.marked)
    return Opened(changed=True)
