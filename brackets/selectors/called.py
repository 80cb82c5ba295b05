"""Who was called: the parejas of a partida, and the players of a pareja, though others play in their place since.

This reads the names of now, those that were drawn, and those that a substitution keeps of who was not drawn and left by it.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final

from brackets.draw.acta_seal import ERASED
from brackets.models import CallUp, Championship, Fixture, Pareja, Stage, StageEvent
from brackets.selectors.draw_changes import ACTIONS, SUBSTITUTED

CALLED_OFF: Final = "Convocatoria sin efecto"
TO_PLAY: Final = "Se juega la partida"
"""Titles of what parejas are told when a call falls, and when what they were told then is so no more."""
UNKNOWN: Final = "(un jugador que se sustituyó después)"


def parejas_called(fixtures: Collection[Fixture]) -> dict[int, list[Pareja]]:
    """By key, the parejas that were called to each of these fixtures of a championship last, side A first: two queries for all of them, whose stages are at hand."""
    found: dict[int, list[int]] = {fixture.pk: [] for fixture in fixtures}
    calls = CallUp.objects.filter(fixture__in=found, kind=CallUp.Kind.CALL).order_by("pk")
    found |= calls.values_list("fixture", "parejas")
    championships = {fixture.stage.championship_id for fixture in fixtures}
    numbers = {number for both in found.values() for number in both}
    there = Pareja.objects.filter(championship__in=championships, number__in=numbers)
    by_number = {pareja.number: pareja for pareja in there}
    return {pk: [by_number[number] for number in both] for pk, both in found.items()}


def called_at(pareja: Pareja, stage: Stage, events: Sequence[StageEvent], at: datetime | None) -> dict[int, str]:
    """By place, the names of those who were there `at` that hour (None: now); `events` are the substitutions and corrections of the stage.

    A name that was only corrected since is as it is now.
    """
    own = [event for event in events if event.pareja == pareja.number]
    now: dict[int, str | None] = {player.position: player.name for player in pareja.players.all()}
    drawn: dict[int, int | None] = {place: place for place in now}
    for event in own:
        if at is None or event.at <= at:
            drawn = _after(event, drawn)
    for event in reversed(own):
        if at is not None and event.at > at:
            now = _before(event, now)
    names = _drawn_names(stage, pareja.number) if None in now.values() else {}
    return {place: name or names.get(drawn.get(place) or 0, UNKNOWN) for place, name in now.items()}


def changes_in(championship: Championship, stages: Iterable[Stage]) -> dict[int, tuple[StageEvent, ...]]:
    """The substitutions and corrections of these stages since they were drawn, by the number of the stage: one query."""
    since = {stage.number: stage.events_from for stage in stages}
    events = StageEvent.objects.filter(
        championship=championship, kind=StageEvent.Kind.SUBSTITUTION, stage__in=since, seq__gt=min(since.values())
    )
    return changes_among(events.order_by("seq"), since)


def changes_among(events: Iterable[StageEvent], since: Mapping[int, int]) -> dict[int, tuple[StageEvent, ...]]:
    """The same among events in their order; `since` says from which event on a stage is as it was drawn last."""
    found: defaultdict[int, list[StageEvent]] = defaultdict(list)
    for event in events:
        if event.kind == StageEvent.Kind.SUBSTITUTION and event.seq > since[event.stage]:
            found[event.stage].append(event)
    return {number: tuple(there) for number, there in found.items()}


def called_title(pareja: Pareja, called: Mapping[int, str]) -> str:
    """As `Pareja.title`, of those who were there."""
    return pareja.name or " / ".join(called.values())


def _after(event: StageEvent, drawn: Mapping[int, int | None]) -> dict[int, int | None]:
    """Which of the drawn places the name in each place is of; None for one who came later."""
    found = {3 - place: one for place, one in drawn.items()} if event.data.get("swapped") else dict(drawn)
    found |= {place: None for place in _substituted(event) if place in found}
    return found | {place: place for place in event.data.get("drawn", ()) if place in found and found[place] is None}


def _before(event: StageEvent, names: Mapping[int, str | None]) -> dict[int, str | None]:
    """The names before an event; None for one that was drawn, or is not known, which it replaced."""
    left: Mapping[str, str] = event.data.get("leaves", {})
    replaced = {place: left.get(str(place)) for place in _substituted(event) if place in names}
    found = {**names, **replaced}
    return {3 - place: name for place, name in found.items()} if event.data.get("swapped") else found


def _substituted(event: StageEvent) -> list[int]:
    if ACTIONS[event.action] != SUBSTITUTED:
        return []
    return [place for place in (1, 2) if f"player_{place}" in event.data.get("fields", ())]


def _drawn_names(stage: Stage, number: int) -> dict[int, str]:
    own = next((each["jugadores"] for each in stage.drawn_record.get("inscritas", ()) if each["numero"] == number), ())
    return {place: str(player.get("nombre", ERASED)) for place, player in enumerate(own, start=1)}
