"""The hall of a rehearsal: who is there, what was agreed, and the checks that follow every step."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from random import Random
from uuid import UUID

from brackets.models import Fixture, Stage, User
from referee.management.rehearsal.agenda import Agenda
from referee.management.rehearsal.chance import identity, stream
from referee.management.rehearsal.founding import Founded
from referee.management.rehearsal.invariants import Broken, bracket_holds, mesa_holds, unchanged
from referee.management.rehearsal.options import Options
from referee.management.rehearsal.tablets import Refused, Tablet
from referee.management.rehearsal.tally import Tally
from referee.rules import Reglamento


def place_of(fixture: Fixture) -> tuple[int, ...]:
    """What tells it from the other partidas of the championship."""
    place = fixture.round, fixture.position
    return place if fixture.stage.number == 1 else (fixture.stage.number, *place)


SignIn = Callable[[User, str, datetime], Tablet]


@dataclass
class Hall:
    """All that a process of the rehearsal needs. `sign_in` gives a Juez a tablet of this name; `ended` are stages.

    What only makes data, as the demonstration does, may go `unchecked`.
    """

    options: Options
    founded: Founded
    rules: Reglamento
    agenda: Agenda
    sign_in: SignIn
    unchecked: bool = False
    tally: Tally = field(default_factory=Tally)
    tablets: dict[int, Tablet] = field(default_factory=dict)
    spares: dict[int, Tablet] = field(default_factory=dict)
    ended: set[int] = field(default_factory=set)
    _identities: Random | None = None

    @property
    def now(self) -> datetime:
        return self.agenda.now

    def tablet(self, juez: User) -> Tablet:
        """The tablet that this Juez has; he signs in on his first mesa."""
        return self._of(self.tablets, juez, "Tablet")

    def spare(self, juez: User) -> Tablet:
        """Another tablet of the same Juez."""
        return self._of(self.spares, juez, "Reserva")

    def identity(self) -> UUID:
        """For something sent in vain: never that of another rehearsal in the same database."""
        if self._identities is None:
            self._identities = stream(self.options.seed, self.founded.championship.slug, "intentos")
        return identity(self._identities)

    def step(self, mesa: UUID | None = None, *, bracket: bool = False) -> None:
        """Something was done: whatever must hold still does."""
        self.tally.steps += 1
        if self.unchecked:
            return
        if mesa is not None:
            mesa_holds(mesa, self.rules)
        if bracket:
            for stage in self.stages():
                bracket_holds(stage)

    def stages(self) -> Iterable[Stage]:
        """Those that are published and have not ended."""
        stages = Stage.objects.filter(championship=self.founded.championship, status=Stage.Status.PUBLISHED)
        return stages.exclude(pk__in=self.ended).order_by("number")

    def chance(self, purpose: str, fixture: Fixture, *more: object) -> Random:
        """The chance of this purpose in this partida."""
        return stream(self.options.seed, purpose, *more, *place_of(fixture))

    def refuse(self, what: str, codes: frozenset[str], attempt: Callable[[], object]) -> None:
        """Do what must be refused with one of these codes, and find that nothing changed."""

        def attempted() -> None:
            try:
                attempt()
            except Refused as refused:
                if refused.code not in codes:
                    raise Broken(f"{what}: se rehusó con «{refused.code}», no con {sorted(codes)}") from refused
                self.tally.refused[refused.code] += 1
            else:
                raise Broken(f"{what}: se debía rehusar y se aceptó")

        self._unchanged(attempted)

    def repeat(self, again: Callable[[], object]) -> None:
        """Do again what was done, as after an answer that was lost, and find that nothing changed."""
        self._unchanged(again)
        self.tally.repeated += 1

    def skills(self, fixture: Fixture) -> Mapping[str, float]:
        """The skill of each player by seat."""
        return {
            f"{side}{place}": skill
            for side, pareja in (("A", fixture.pareja_a_id), ("B", fixture.pareja_b_id))
            for place, skill in enumerate(self.founded.skills[pareja or 0], start=1)
        }

    def _unchanged(self, work: Callable[[], object]) -> None:
        if self.unchecked:
            work()
        else:
            unchanged(self.founded.championship, work)
        self.tally.steps += 1

    def _of(self, kept: dict[int, Tablet], juez: User, word: str) -> Tablet:
        if juez.pk not in kept:
            number = [each.pk for each in self.founded.jueces].index(juez.pk) + 1
            kept[juez.pk] = self.sign_in(juez, f"{word} {number:02}", self.now)
        return kept[juez.pk]
