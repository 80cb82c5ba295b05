"""The rounds of a Swiss stage, paired one after the other."""

from datetime import datetime

from django.db import transaction

from brackets.draw.bracket import Match, Status
from brackets.draw.formats import Swiss
from brackets.draw.protections import unwanted_in
from brackets.draw.structure import Outcome
from brackets.draw.swiss import next_round
from brackets.models import Stage, User
from brackets.selectors.draws import entries, terms_of
from brackets.selectors.stages import Roster, drawn_of, entered_of, format_of, late_of, results_of, roster_of
from brackets.services.audit import audit_record
from brackets.services.championships import require_open
from brackets.services.errors import BracketError
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
        raise BracketError("suizo-terminado", f"«{stage}» ya tiene sus {form.rounds} rondas.")
    roster = roster_of(stage.championship_id)
    outcome = drawn_of(stage, roster).after(results_of(stage.fixtures.all(), roster.ids))
    if waiting := [match for match in outcome.matches.values() if not is_over(match)]:
        raise BracketError(
            "ronda-sin-terminar",
            f"Faltan {len(waiting)} partidas de la ronda {len(stage.pairings)} de «{stage}». Termínelas y empareje después.",
        )
    stage.pairings = [*stage.pairings, pairing_of(stage, outcome, roster, len(stage.pairings) + 1)]
    stage.save(update_fields=("pairings",))
    fixtures_add(stage, roster)
    number = len(stage.pairings)
    audit_record(
        championship=stage.championship,
        user=user,
        now=now,
        action="ronda-emparejar",
        sentence=f"Emparejó la ronda {number} de «{stage}».",
        data={"stage": stage.number, "round": number, "together": together_in(stage, number)},
    )
    return stage


def together_in(stage: Stage, number: int) -> list[tuple[int, int]]:
    """Who meets in round `number` although a protection should keep them apart: no pairing as even in mesas won avoids it."""
    unwanted = unwanted_in(terms_of(stage), entries(stage.entrants), number)
    lines = entered_of(stage).slots
    pairs = [(lines[a], lines[b]) for a, b in stage.pairings[number - 1] if b is not None]
    return [(a, b) for a, b in pairs if unwanted and a is not None and b is not None and unwanted(a, b)]


def pairing_of(stage: Stage, outcome: Outcome, roster: Roster, number: int) -> list[list[int | None]]:
    """The lines that meet in round `number`, by what happened before it."""
    before = {key: match for key, match in outcome.matches.items() if key[0] < number}
    left = {*roster.gone, *outcome.out}
    lines = [*stage.slots, *(each.pareja for each in late_of(stage) if each.place <= number)]
    unwanted = unwanted_in(terms_of(stage), entries(stage.entrants), number)
    return [[a, b] for a, b in next_round(lines, before, left, f"{stage.lots_seed}|ronda-{number}", unwanted)]


def is_over(match: Match) -> bool:
    """Whether nothing more is to be played in it."""
    return match.status in (Status.DECIDED, Status.BYE)
