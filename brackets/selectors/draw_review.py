"""What the Director looks at before he publishes a draw: nothing here forbids it, everything here is said."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from brackets.draw.formats import Swiss
from brackets.draw.names import in_round
from brackets.draw.protections import ATTRIBUTES, Terms, Unkept, unkept
from brackets.models import AT_A_TABLE, UNPLAYED, Fixture, Pareja, Stage, Table
from brackets.selectors.draw_lines import Named
from brackets.selectors.draws import entries, terms_of
from brackets.selectors.stages import format_of


@dataclass(frozen=True, slots=True)
class Met:
    """Two of the first meetings who have met in an earlier stage, and in which."""

    fixture: Fixture
    a: Pareja
    b: Pareja
    stage: str


@dataclass(frozen=True, slots=True)
class Kept:
    """A protection that two of a value break, and where, as people read it; `fixture` is the number of their partida."""

    what: str
    where: str
    a: Named
    b: Named
    fixture: int | None


@dataclass(frozen=True, slots=True)
class Review:
    """`first` are the partidas that can be played at once, for which there are `free` of `tables` tables.

    `begun`: somebody has been called to it. `clubs` are those of one club who meet first although no protection asked for them to be kept apart.
    """

    byes: tuple[Pareja, ...]
    repeated: tuple[Met, ...]
    unkept: tuple[Kept, ...]
    clubs: tuple[Kept, ...]
    first: int
    free: int
    tables: int
    begun: bool

    @property
    def turns(self) -> int:
        """How often all free tables have to be laid for the first partidas."""
        return -(-self.first // self.free) if self.free else 0


def review_of(stage: Stage, parejas: Mapping[int, Pareja]) -> Review:
    """Four queries, one or two more where somebody meets who should not; whatever the size."""
    by_key = {pareja.pk: pareja for pareja in parejas.values()}
    fixtures = list(stage.fixtures.filter(pareja_a__isnull=False, pareja_b__isnull=False))
    tables = Table.objects.filter(championship=stage.championship_id).count()
    taken = Fixture.objects.filter(
        stage__championship=stage.championship_id,
        table__isnull=False,
        status__in=AT_A_TABLE,
    ).count()
    lines = zip(stage.slots[::2], stage.slots[1::2], strict=False)
    byes = [a or b for a, b in lines if None in (a, b)] if None in stage.slots else []
    swiss = isinstance(format_of(stage), Swiss)
    return Review(
        byes=tuple(parejas[number] for number in byes if number),
        repeated=_repeated(stage, fixtures, by_key),
        unkept=unkept_of(stage, parejas),
        clubs=_clubs(stage, parejas),
        first=len(stage.slots) // 2 if swiss else sum(fixture.round == 1 for fixture in fixtures),
        free=tables - taken,
        tables=tables,
        begun=any(fixture.status not in (Fixture.Status.WAITING, Fixture.Status.READY) for fixture in fixtures),
    )


def unkept_of(stage: Stage, parejas: Mapping[int, Named]) -> tuple[Kept, ...]:
    """What the lines, as they stand now, do not keep of the protections; one query where there is some."""
    return _told(stage, unkept(terms_of(stage), stage.slots, entries(stage.entrants)), parejas)


def _clubs(stage: Stage, parejas: Mapping[int, Pareja]) -> tuple[Kept, ...]:
    """First meetings of one club, or two of one in a series, where clubs are not protected: else they are in `unkept`."""
    terms = terms_of(stage)
    if any(protection.attribute == "club" for protection in terms.kept):
        return ()
    return _told(stage, unkept(Terms(terms.form), stage.slots, entries(stage.entrants)), parejas)


def _told(stage: Stage, found: Sequence[Unkept], parejas: Mapping[int, Named]) -> tuple[Kept, ...]:
    if not found:
        return ()
    numbers = dict(Fixture.objects.filter(stage=stage, round=1).values_list("position", "number"))
    return tuple(_kept(stage, each, parejas, numbers) for each in found)


def _kept(stage: Stage, found: Unkept, parejas: Mapping[int, Named], numbers: Mapping[int, int | None]) -> Kept:
    fixture = numbers.get(found.place) if found.round == 1 else None
    where = f"partida {fixture}" if fixture else _where(stage, found)
    return Kept(_what(found, parejas), where, parejas[found.a], parejas[found.b], fixture)


def _what(found: Unkept, parejas: Mapping[int, Named]) -> str:
    """A club in the spelling of the first of them; other values as they were compared."""
    name = ATTRIBUTES[found.attribute]
    if found.attribute in ("finalista", "serie"):
        return name
    value = parejas[found.a].club if found.attribute == "club" else found.value
    return f"{name} ({value})"


def _where(stage: Stage, found: Unkept) -> str:
    if not found.round:
        return f"serie {found.place + 1}"
    return f"podrían encontrarse {in_round(len(stage.slots).bit_length() - 1, found.round)}"


def _repeated(stage: Stage, fixtures: list[Fixture], by_key: Mapping[int, Pareja]) -> tuple[Met, ...]:
    earlier = (
        Fixture.objects.filter(
            stage__championship=stage.championship_id, stage__number__lt=stage.number, status=Fixture.Status.FINAL
        )
        .exclude(how__in=UNPLAYED)
        .values_list("pareja_a_id", "pareja_b_id", "stage__name")
    )
    met = {frozenset((a, b)): name for a, b, name in earlier}
    return tuple(
        Met(fixture, by_key[fixture.pareja_a_id], by_key[fixture.pareja_b_id], name)
        for fixture in fixtures
        if fixture.pareja_a_id
        and fixture.pareja_b_id
        and (name := met.get(frozenset((fixture.pareja_a_id, fixture.pareja_b_id))))
    )
