"""The rounds of a Swiss stage, paired one after the other."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from brackets.draw.acta_rounds import standing_data
from brackets.draw.entries import Entry, entry_data
from brackets.draw.formats import Swiss
from brackets.draw.swiss import Standing
from brackets.models import MarkKind, Stage, StageEvent, User
from brackets.selectors.events import CARRIED, events_of
from brackets.selectors.stages import drawn_of, entered_of, format_of, results_of, roster_of
from brackets.selectors.swiss_rounds import late_entries_before, lines_paired, standings_before, unwanted_before
from brackets.selectors.wording import counted
from brackets.services.audit import audit_record
from brackets.services.carrying import without_effect
from brackets.services.championships import require_open
from brackets.services.endings import told_of_json
from brackets.services.errors import BracketError
from brackets.services.exits import OF_WHO_LEFT
from brackets.services.marks import mark_add
from brackets.services.projection import fixtures_add, stage_lock


@transaction.atomic
def round_pair(*, stage: Stage, user: User, now: datetime) -> Stage:
    """Pair the next round, once the one before it has ended; it can be played at once.

    The pairing follows from the results and the seed of the draw, so that anyone can repeat it.
    """
    stage = stage_lock(stage)
    require_open(stage.championship)
    if stage.status != Stage.Status.PUBLISHED:
        raise BracketError("sorteo-sin-publicar", f"«{stage}» todavía no está publicada. Publíquela primero.")
    form = format_of(stage)
    if not isinstance(form, Swiss):
        raise BracketError("no-es-suizo", f"«{stage}» no se empareja por rondas: sus partidas ya están todas.")
    if len(stage.pairings) >= form.rounds:
        raise BracketError(
            "suizo-terminado",
            f"«{stage}» ya tiene {'su única ronda' if form.rounds == 1 else f'sus {form.rounds} rondas'}.",
        )
    roster = roster_of(stage.championship_id)
    outcome = drawn_of(stage).after(results_of(stage.fixtures.all(), roster.ids))
    if waiting := [match for match in outcome.matches.values() if not match.is_over]:
        raise BracketError(
            "ronda-sin-terminar",
            f"La ronda {len(stage.pairings)} de «{stage}» tiene {counted(len(waiting), 'partida', 'partidas')} por terminar. "
            "Empareje después.",
        )
    number = len(stage.pairings) + 1
    before = standings_before(stage, outcome, roster, number)
    late = late_entries_before(stage, number)
    stage.pairings = [*stage.pairings, lines_paired(stage, before, number, late)]
    stage.paired_on = [*stage.paired_on, paired_on(number, before, late, now)]
    stage.save(update_fields=("pairings", "paired_on"))
    fixtures_add(stage, roster)
    _mark_again(stage, number)
    audit_record(
        championship=stage.championship,
        user=user,
        now=now,
        action="ronda-emparejar",
        sentence=f"Emparejó la ronda {number} de «{stage}».",
        data={"stage": stage.number, "round": number, "together": together_in(stage, number)},
    )
    return stage


def _mark_again(stage: Stage, number: int) -> None:
    """Where those are paired again whose result there was left without effect on purpose, that stands beside their mesa again."""
    results = events_of(stage).filter(kind=StageEvent.Kind.RESULT, round=number).exclude(action__in=OF_WHO_LEFT)
    last = {event.position: event for event in results.order_by("seq")}
    if not any(event.action == CARRIED for event in last.values()):
        return
    for fixture in stage.fixtures.filter(round=number).select_related("pareja_a", "pareja_b"):
        event = last.get(fixture.position)
        sides = [side.number for side in (fixture.pareja_a, fixture.pareja_b) if side]
        if event is not None and event.action == CARRIED and event.data["before"]["sides"] == sides:
            told = told_of_json(event.data["before"], stage.championship.players_per_pareja)
            mark_add(fixture, MarkKind.WITHOUT_EFFECT, without_effect(sides, told), at=event.at.timestamp())


def together_in(stage: Stage, number: int) -> list[tuple[int, int]]:
    """Who meets in round `number` although a protection should keep them apart: no pairing as even in mesas won avoids it."""
    unwanted = unwanted_before(stage, number)
    lines = entered_of(stage).slots
    pairs = [(lines[a], lines[b]) for a, b in stage.pairings[number - 1] if b is not None]
    return [(a, b) for a, b in pairs if unwanted and a is not None and b is not None and unwanted(a, b)]


def paired_on(number: int, before: Sequence[Standing], late: Sequence[Entry], now: datetime) -> dict[str, Any]:
    """What a round was paired on, as a stage keeps it for its acta; `late` are who entered after the draw, where anybody did."""
    kept = {"round": number, "at": now.isoformat(), "before": [standing_data(standing) for standing in before]}
    return kept | ({"late": [entry_data(entry) for entry in late]} if late else {})
