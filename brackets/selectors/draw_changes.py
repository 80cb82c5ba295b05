"""Changes of the drawn parejas after the draw; the acta keeps the drawn ones and lists these below."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import zip_longest
from typing import Any, Final, NamedTuple

from django.db.models import Q

from brackets.models import Championship, Pareja, Stage, StageEvent

SUBSTITUTED, CORRECTED, REFORMED = "sustitucion", "correccion", "rehecha"
ACTIONS: Final = {"jugador-sustituir": SUBSTITUTED, "pareja-corregir": CORRECTED, "pareja-rehacer": REFORMED}
SENTENCES: Final = {
    (SUBSTITUTED, "jugador"): "En el número {number}, {now} juega en lugar de quien se sorteó.",
    (CORRECTED, "jugador"): "En el número {number}, el jugador {place} se llama {now}: se corrigió.",
    (CORRECTED, "nombre"): "El número {number} se llama «{now}».",
    (CORRECTED, "club"): "El número {number} es de «{now}».",
    (REFORMED, "pareja"): "Del número {number} sigue un jugador con otro compañero: es ahora el número {now}.",
}


@dataclass(frozen=True, slots=True)
class Later:
    """`what` of the pareja `number` has changed to `now` since the draw; `place` of a player, `at` where it is known."""

    number: int
    kind: str
    what: str
    now: str
    place: int = 0
    at: datetime | None = None

    @property
    def sentence(self) -> str:
        """Without the hour, and the same for pairs and single players."""
        if not self.now:
            return f"El número {self.number} ya no tiene {self.what}."
        return SENTENCES[self.kind, self.what].format(number=self.number, now=self.now, place=self.place)

    def as_data(self) -> dict[str, Any]:
        """As the acta has it."""
        place = {"lugar": self.place} if self.place else {}
        hour = self.at.isoformat() if self.at else None
        return {"numero": self.number, "que": self.kind, "dato": self.what, **place, "ahora": self.now, "hecho": hour}


class Recorded(NamedTuple):
    """One recorded change of a pareja: `place` 0 is the whole pareja, `new` the number that goes on."""

    number: int
    place: int
    kind: str
    at: datetime
    new: int = 0


def changes_since(stage: Stage, parejas: Mapping[int, Pareja]) -> list[Later]:
    """Differences from the draw, by number: one query. A change that was reverted is none."""
    if stage.drawn_at is None:
        return []
    active = {number for number, pareja in parejas.items() if pareja.status == Pareja.Status.ACTIVE}
    done = recorded_since(stage.championship, stage.drawn_at, active)
    found: list[Later] = []
    for entrant in stage.drawn_record["inscritas"]:
        own = [each for each in done if each.number == entrant["numero"]]
        found += _differing(entrant, parejas[entrant["numero"]], own)
        found += [Later(each.number, REFORMED, "pareja", str(each.new), at=each.at) for each in own if each.new]
    return found


def recorded_since(championship: Championship, since: datetime, active: Collection[int]) -> list[Recorded]:
    """The substitutions, corrections and re-formed parejas of a championship since then, the oldest first.

    A re-forming is reverted where the old pareja is `active` again, or the new one has its late entry undone or was withdrawn
    before it had any place.
    """
    own = StageEvent.objects.filter(championship=championship, at__gte=since).order_by("pk")
    events = list(own.filter(Q(action__in=ACTIONS) | Q(kind=StageEvent.Kind.LATE_ENTRY)))
    placed = {event.pareja: event.counts for event in events if event.kind == StageEvent.Kind.LATE_ENTRY}
    done = [_recorded(event) for event in events if event.action in ACTIONS]
    there = {number for number, counts in placed.items() if counts}.union(active)
    return [each for each in done if not each.new or (each.number not in active and each.new in there)]


def _recorded(event: StageEvent) -> Recorded:
    kind = ACTIONS[event.action]
    assert event.pareja is not None  # noqa: S101
    if kind == REFORMED:
        return Recorded(event.data["left"], 0, kind, event.at, event.pareja)
    return Recorded(event.pareja, event.data.get("place", 0), kind, event.at)


def _differing(entrant: Mapping[str, Any], pareja: Pareja, done: list[Recorded]) -> Iterator[Later]:
    for what, was, now in (
        ("nombre", entrant["nombre"], pareja.name),
        ("club", entrant["club_inscrito"], pareja.club),
    ):
        if was != now:
            last = next((each for each in reversed(done) if each.kind == CORRECTED), None)
            yield Later(pareja.number, CORRECTED, what, now, at=last.at if last else None)
    for place, (drawn, player) in enumerate(zip_longest(entrant["jugadores"], pareja.players.all()), start=1):
        now = player.name if player else ""
        if drawn is None or drawn.get("nombre") != now:
            last = next((each for each in reversed(done) if each.place in (0, place) and not each.new), None)
            yield Later(
                pareja.number, last.kind if last else CORRECTED, "jugador", now, place, at=last.at if last else None
            )
