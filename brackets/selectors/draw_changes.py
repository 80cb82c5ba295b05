"""Changes of the drawn parejas after the draw, and who entered since; the acta keeps what was drawn and lists these below."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from itertools import zip_longest
from operator import or_
from typing import Any, Final, NamedTuple

from django.db.models import Q

from brackets.draw.formats import Series, Swiss
from brackets.models import Pareja, Stage, StageEvent
from brackets.selectors.events import entries_of
from brackets.selectors.stages import format_of, late_of

Kind = StageEvent.Kind
SUBSTITUTED, CORRECTED, REFORMED, ENTERED = "sustitucion", "correccion", "rehecha", "entrada"
ACTIONS: Final = {"jugador-sustituir": SUBSTITUTED, "pareja-corregir": CORRECTED, "pareja-rehacer": REFORMED}
SENTENCES: Final = {
    (SUBSTITUTED, "jugador"): "En el número {number}, {now} juega en lugar de quien se sorteó.",
    (CORRECTED, "jugador"): "En el número {number}, el jugador {place} se llama {now}: se corrigió.",
    (CORRECTED, "nombre"): "El número {number} se llama «{now}».",
    (CORRECTED, "club"): "El número {number} es de «{now}».",
    (REFORMED, "pareja"): "Del número {number} sigue un jugador con otro compañero: es ahora el número {now}.",
    (ENTERED, "lugar"): "El número {number}, {now}, entró después del sorteo en el lugar {place}.",
    (ENTERED, "serie"): "El número {number}, {now}, entró después del sorteo en la serie {place}.",
    (ENTERED, "ronda"): "El número {number}, {now}, entró después del sorteo, desde la ronda {place}.",
}


@dataclass(frozen=True, slots=True)
class Later:
    """`what` of the pareja `number` has changed to `now` since the draw; `place` of a player, `at` where it is known.

    One that entered since has the `place` that it entered, which is `what`.
    """

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
    """One recorded change of a pareja: the `fields` that changed, or the number `new` that goes on.

    `drawn` are the places where it wrote the name of one that was drawn; `swapped` if the two players changed places.
    """

    number: int
    kind: str
    at: datetime
    fields: Collection[str] = ()
    drawn: Collection[int] = ()
    swapped: bool = False
    new: int = 0


def changes_since(stage: Stage, parejas: Mapping[int, Pareja]) -> list[Later]:
    """Differences from the draw, by number, and then who entered since: three queries at most. A change that was reverted is none."""
    if stage.drawn_at is None:
        return []
    active = {number for number, pareja in parejas.items() if pareja.status == Pareja.Status.ACTIVE}
    done = _recorded_since(stage, active)
    found: list[Later] = []
    for entrant in stage.drawn_record["inscritas"]:
        own = [each for each in done if each.number == entrant["numero"]]
        found += _differing(entrant, parejas[entrant["numero"]], own)
        found += [Later(each.number, REFORMED, "pareja", str(each.new), at=each.at) for each in own if each.new]
    return [*found, *_entered_since(stage, parejas)]


def _entered_since(stage: Stage, parejas: Mapping[int, Pareja]) -> list[Later]:
    """In the order of entering, with the names of now."""
    entries = late_of(stage)
    if not entries:
        return []
    at = dict(entries_of(stage, [each.pareja for each in entries]).values_list("pareja", "at"))
    form = format_of(stage)
    what, first = ("ronda", 0) if isinstance(form, Swiss) else ("serie" if isinstance(form, Series) else "lugar", 1)
    return [
        Later(each.pareja, ENTERED, what, parejas[each.pareja].title, each.place + first, at.get(each.pareja))
        for each in entries
    ]


def _recorded_since(stage: Stage, active: Collection[int]) -> list[Recorded]:
    """The substitutions and corrections recorded of its draw, and the parejas re-formed since then, the oldest first.

    A re-forming is reverted where the old pareja is `active` again, or the new one has its late entry undone or was withdrawn
    before it had any place.
    """
    own = {"championship": stage.championship_id, "stage": stage.number}
    # By their numbers: a clock that was set back puts hours before that of the draw.
    before = [Q(stage=number, seq__lte=seq) for number, seq in stage.drawn_record["sorteo"]["hechos"].items()]
    named, anywhere = Q(kind=Kind.SUBSTITUTION, **own), Q(kind__in=(Kind.REFORMED, Kind.LATE_ENTRY))
    events = StageEvent.objects.filter(named | anywhere, championship=stage.championship_id)
    done, placed = [], {}
    for event in events.exclude(reduce(or_, before, Q(pk=None))).order_by("pk"):
        if event.kind == Kind.LATE_ENTRY:
            placed[event.pareja] = event.counts
        else:
            done.append(_recorded(event))
    there = {number for number, counts in placed.items() if counts}.union(active)
    return [each for each in done if not each.new or (each.number not in active and each.new in there)]


def _recorded(event: StageEvent) -> Recorded:
    kind, data = ACTIONS[event.action], event.data
    assert event.pareja is not None  # noqa: S101
    if kind == REFORMED:
        return Recorded(data["left"], kind, event.at, new=event.pareja)
    fields, drawn = data.get("fields", ()), data.get("drawn", ())
    return Recorded(event.pareja, kind, event.at, fields, drawn, data.get("swapped", False))


def _differing(entrant: Mapping[str, Any], pareja: Pareja, done: list[Recorded]) -> Iterator[Later]:
    for what, field, was, now in (
        ("nombre", "name", entrant["nombre"], pareja.name),
        ("club", "club", entrant["club_inscrito"], pareja.club),
    ):
        if was != now:
            yield Later(pareja.number, CORRECTED, what, now, at=_last_of(field, done))
    others = _others(done)
    for place, (drawn, player) in enumerate(zip_longest(entrant["jugadores"], pareja.players.all()), start=1):
        now = player.name if player else ""
        if drawn is None or drawn.get("nombre") != now:
            kind, at = (
                (SUBSTITUTED, others[place]) if place in others else (CORRECTED, _last_of(f"player_{place}", done))
            )
            yield Later(pareja.number, kind, "jugador", now, place, at=at)


def _last_of(field: str, done: list[Recorded]) -> datetime | None:
    return next((each.at for each in reversed(done) if field in each.fields), None)


def _others(done: list[Recorded]) -> dict[int, datetime]:
    """The places where somebody else plays than was drawn, and since when."""
    others: dict[int, datetime] = {}
    for each in done:
        if each.swapped:
            others = {3 - place: at for place, at in others.items()}
        if each.kind == SUBSTITUTED:
            others |= {place: each.at for place in (1, 2) if f"player_{place}" in each.fields}
        others = {place: at for place, at in others.items() if place not in each.drawn}
    return others
