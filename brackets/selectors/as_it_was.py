"""A reopened stage of which mesas are kept, and for which those who are left cannot be drawn: it is published as it was, or not at all.

Its plan cannot change while mesas of it are kept, and too few may be left for it, or for its series, or for a partida for each mesa.
"""

from copy import copy

from brackets.draw.entries import SMALLEST
from brackets.draw.procedures import lines_drawn
from brackets.draw.protections import CLUBS_APART, Terms
from brackets.draw.qualification import Spot
from brackets.draw.refusal import DrawRefusal
from brackets.models import Stage, StageEvent
from brackets.selectors.draws import entrants, entrants_among, entries
from brackets.selectors.events import OF_NO_STAGE
from brackets.selectors.holding import holding, places_kept
from brackets.selectors.stages import Roster, as_before, drawn_of, format_of, left_of, roster_of, spots_of


def roster_published(stage: Stage, roster: Roster | None = None) -> Roster:
    """As who enters is judged where a draw is published: nobody has left since who leaves the stage by that only."""
    roster = roster or roster_of(stage.championship_id)
    return as_before(roster, {*left_of(stage), *left_since(stage, roster)})


def left_since(stage: Stage, roster: Roster | None = None) -> list[int]:
    """Who was drawn, has left while the stage was reopened, and leaves it when it is published as it was: the first to leave first.

    Nobody where a draw can be made.
    """
    if stage.status != Stage.Status.DRAWN:
        return []
    roster = roster or roster_of(stage.championship_id)
    gone = roster.gone.intersection(entrant["number"] for entrant in stage.entrants).difference(left_of(stage))
    if not gone or can_be_drawn(stage, roster):
        return []
    events = StageEvent.objects.filter(
        championship=stage.championship_id,
        stage=OF_NO_STAGE,
        kind=StageEvent.Kind.DEPARTURE,
        pareja__in=gone,
        corrects=None,
    )
    last = dict(events.order_by("seq").values_list("pareja", "seq"))
    return sorted(gone, key=lambda number: last.get(number, 0))


def way_out(stage: Stage) -> str:
    """What can be done with a stage that cannot be drawn anew nor planned otherwise; empty where it can."""
    roster = roster_of(stage.championship_id)
    if can_be_drawn(stage, roster):
        return ""
    if stage.entrants == entrants(stage, roster_published(stage, roster)):
        return "Publique la etapa como estaba, o reincorpore a quien salió."
    if roster.gone:
        return "Reincorpore a quien salió, y vuelva a sortear la etapa."
    return "Corrija lo que cambió quiénes entran en la etapa, y vuelva a sortearla."


def can_be_drawn(stage: Stage, roster: Roster) -> bool:
    """Whether a drawn stage can be drawn anew with a partida for each mesa that is kept of it, if any is.

    So it is while a stage from which somebody enters has not ended: it is not known yet who does.
    """
    there = list(stage.fixtures.order_by("round", "position"))
    held = holding(there)
    spots = spots_of(stage, roster) if held else ()
    if not all(spot.settled for spot in spots) or not held:
        return True
    again = _drawn_with(stage, spots)
    matches = drawn_of(again).after({}).matches if again else {}
    return bool(matches) and all(key in matches for _, key in places_kept(there, held, matches.values()))


def _drawn_with(stage: Stage, spots: tuple[Spot, ...]) -> Stage | None:
    """As if it had been drawn anew with those who enter now, nothing protected; None where they are too few, or too few for its format."""
    listed = entrants_among(stage, spots, ())
    again = copy(stage)
    again.late, again.pairings, again.left, again.unsettled = [], [], [], []
    try:
        again.slots = list(
            lines_drawn(Terms(format_of(stage), CLUBS_APART, apart=False), entries(listed), stage.lots_seed)
        )
    except DrawRefusal:
        return None
    return again if len(listed) >= SMALLEST else None
