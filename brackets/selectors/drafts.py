"""The draft of who judges what, as the desk looks at it: with what each Juez would break at each partida."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Subquery

from brackets.allocation.allocate import allocate, unkept_of
from brackets.allocation.costs import broken, tie
from brackets.allocation.values import Allocation, Given, Juez, Lack, Partida
from brackets.allocation.values import Table as Place
from brackets.models import Championship, Draft, Fixture, Stage, Table, User
from brackets.selectors.hall import Hall
from brackets.selectors.hall_words import AWAY, LACKS, broken_words, unkept_words
from brackets.selectors.queue import next_to_call
from brackets.selectors.wording import listed


@dataclass(frozen=True, slots=True)
class Line:
    """What a partida would get; `stale` says why it can no longer be published, `told` what its Juez breaks."""

    fixture: Fixture
    table: Table | None
    juez: User | None
    lack: str
    stale: str
    told: tuple[str, ...]
    had: tuple[int | None, int | None]

    @property
    def is_whole(self) -> bool:
        return self.table is not None and self.juez is not None


@dataclass(frozen=True, slots=True)
class Drop:
    """What happens when a Juez is put here: refused with its reason, or allowed with what it breaks; `swap` gets who is here now,
    who is free where there is none."""

    refused: bool
    told: tuple[str, ...]
    swap: Line | None = None


@dataclass(frozen=True, eq=False)
class DraftView:
    """A draft over the hall as it is now."""

    draft: Draft
    hall: Hall

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """In the order of play; partidas that are there no more are left out."""
        return tuple(self._line(line) for line in self.draft.lines if line["fixture"] in self.hall.by_pk)

    @property
    def gone(self) -> int:
        """How many of its partidas there are no more."""
        return len(self.draft.lines) - len(self.lines)

    @cached_property
    def stale(self) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if line.stale)

    @cached_property
    def unkept(self) -> tuple[str, ...]:
        """What is not kept of what an allocation keeps, in sentences."""
        whole = [line for line in self.lines if line.table and line.juez]
        given = [Given(each.fixture.pk, each.juez.pk, each.table.pk) for each in whole if each.juez and each.table]
        partidas = [self.partidas[line.fixture.pk] for line in whole]
        found = unkept_of(partidas, list(self.jueces.values()), given, list(self.places.values()))
        return tuple(unkept_words(self.hall, each) for each in found)

    @cached_property
    def jueces(self) -> Mapping[int, Juez]:
        """As they are besides this draft."""
        return {juez.key: juez for juez in self.hall.juez_values(self._apart, released=True)}

    @cached_property
    def places(self) -> Mapping[int, Place]:
        return {place.key: place for place in self.hall.free_tables(self._apart)}

    @cached_property
    def partidas(self) -> Mapping[int, Partida]:
        own = [self.hall.by_pk[line["fixture"]] for line in self.draft.lines if line["fixture"] in self.hall.by_pk]
        return {fixture.pk: Partida(fixture.pk, self.hall.sides(fixture)) for fixture in own}

    @cached_property
    def spare_jueces(self) -> list[User]:
        """Who is there and has nothing, neither elsewhere nor here."""
        used = {line.juez.pk for line in self.lines if line.juez}
        return [self.hall.people[key] for key, juez in self.jueces.items() if juez.free and key not in used]

    @cached_property
    def spare_tables(self) -> list[Table]:
        used = {line.table.pk for line in self.lines if line.table}
        return [self.hall.by_table[key] for key in self.places if key not in used]

    def drops(self, juez: int) -> Mapping[int, Drop]:
        """What would happen at each partida if this Juez came to it, by key; not at his own."""
        mine = next((line for line in self.lines if line.juez and line.juez.pk == juez), None)
        return {line.fixture.pk: self._drop(juez, line, mine) for line in self.lines if line is not mine}

    def _drop(self, juez: int, line: Line, mine: Line | None) -> Drop:
        partida, coming = self.partidas[line.fixture.pk], self.jueces[juez]
        told = list(self._told(partida, coming))
        refused = tie(partida, coming) is not None
        going = self.jueces.get(line.juez.pk) if mine and line.juez else None
        if mine and going:
            other = self.partidas[mine.fixture.pk]
            told += [f"{line.juez}, en la {mine.fixture.name}: {words}" for words in self._told(other, going)]
            refused = refused or tie(other, going) is not None
        return Drop(refused, tuple(told), mine if line.juez else None)

    def _told(self, partida: Partida, juez: Juez) -> tuple[str, ...]:
        return tuple(broken_words(self.hall, each) for each in broken(partida, juez))

    @cached_property
    def _apart(self) -> frozenset[int]:
        return frozenset(line["fixture"] for line in self.draft.lines)

    def _line(self, line: Mapping[str, Any]) -> Line:
        fixture = self.hall.by_pk[line["fixture"]]
        juez = self.jueces.get(line["juez"] or 0)
        told = self._told(self.partidas[fixture.pk], juez) if juez else ()
        lack = self.draft.lacks.get(str(fixture.pk), "")
        return Line(
            fixture,
            self.hall.by_table.get(line["table"] or 0),
            self.hall.people.get(line["juez"] or 0),
            LACKS[Lack(lack)] if lack else "",
            self._stale(fixture, line),
            told,
            (line["had"][0], line["had"][1]),
        )

    def _stale(self, fixture: Fixture, line: Mapping[str, Any]) -> str:
        if fixture.status != Fixture.Status.READY:
            return f"La {fixture.name} ya está en otro estado: {fixture.get_status_display().lower()}."
        if line["sides"] != [fixture.pareja_a_id, fixture.pareja_b_id]:
            return f"Cambiaron los rivales de la {fixture.name}."
        if line["had"] != [fixture.table_id, fixture.juez_id]:
            now = (
                listed(there)
                if (there := [each for each in (fixture.table, fixture.juez) if each])
                else "sin mesa ni Juez"
            )
            return f"La {fixture.name} se asignó aparte: {now}."
        table, juez = line["table"], line["juez"]
        if juez and juez != fixture.juez_id and not (juez in self.jueces and self.jueces[juez].free):
            return f"{self.hall.people.get(juez, 'El Juez')} {self._busy(juez)}."
        if table and table != fixture.table_id and table not in self.places:
            return f"La {self.hall.by_table.get(table, 'mesa')} ya no está libre."
        return ""

    def _busy(self, juez: int) -> str:
        away = self.hall.away(juez)
        return AWAY[away] if away else "ya no está libre"


def draft_open(championship: Championship) -> Draft | None:
    """The one that is being worked on."""
    return championship.drafts.filter(status=Draft.Status.OPEN).select_related("stage", "made_by").first()


def draft_mark(championship: Championship) -> str:
    """Equal marks: neither the draft nor anything on record of the championship changed. One query."""
    latest = championship.audit.order_by("-pk").values("pk")[:1]
    told = (
        championship.drafts.order_by("-pk")
        .annotate(audit=Subquery(latest))
        .values_list("pk", "version", "status", "audit")
    )
    return ".".join(str(value) for value in told.first() or ("0",))


def wanting_in(hall: Hall, stage: Stage | None, number: int | None) -> list[Fixture]:
    """Those that lack a table or a Juez: ready in a round, or of all that can be played now, who waits longest first."""
    if stage is None:
        able = next_to_call(hall.fixtures)
    else:
        own = (each for each in hall.fixtures if (each.stage_id, each.round) == (stage.pk, number))
        able = sorted((each for each in own if each.status == Fixture.Status.READY), key=lambda each: each.number or 0)
    return [fixture for fixture in able if fixture.table_id is None or fixture.juez_id is None]


def allocation_of(hall: Hall, wanting: Sequence[Fixture]) -> Allocation:
    """What these would get of what is free now."""
    own = frozenset(fixture.pk for fixture in wanting)
    return allocate(hall.partida_values(wanting), hall.juez_values(own), hall.free_tables())
