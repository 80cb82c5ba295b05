"""Which mesas count for nobody: those in series of a pareja that left with its results voided."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Final

from brackets.draw.bracket import Key
from brackets.draw.voided import void_meetings
from brackets.models import Fixture, Pareja, Stage
from brackets.selectors.stages import entered_of, format_of

VOIDED: Final = "Anulada: no cuenta para nadie"
"""How the result of such a mesa is shown."""


@dataclass(frozen=True, slots=True)
class Voided:
    """`meetings` are the matches that count for nobody, by the key of their stage."""

    meetings: Mapping[int, frozenset[Key]] = field(default_factory=dict)

    def has(self, fixture: Fixture) -> bool:
        """Whether the fixture has a result, and that counts for nobody."""
        return bool(fixture.how) and self.meets(fixture.stage_id, (fixture.round, fixture.position))

    def meets(self, stage: int, key: Key) -> bool:
        """Whether a match of this stage (its primary key) counts for nobody."""
        return key in self.meetings.get(stage, ())


NOTHING_VOIDED: Final = Voided()


def voided_in(championships: Collection[int]) -> Voided:
    """Of all stages of these championships (primary keys): one query, two where a pareja is voided."""
    found: defaultdict[int, list[int]] = defaultdict(list)
    parejas = Pareja.objects.filter(championship__in=championships, voided=True)
    for championship, number in parejas.values_list("championship", "number"):
        found[championship].append(number)
    if not found:
        return NOTHING_VOIDED
    stages = Stage.objects.filter(championship__in=found.keys()).only(
        "championship", "format", "slots", "late", "pairings", "first_number"
    )
    return Voided({stage.pk: meetings_of(stage, found[stage.championship_id]) for stage in stages if stage.slots})


def meetings_of(stage: Stage, voided: Collection[int]) -> frozenset[Key]:
    """The matches of a drawn stage that count for nobody, where these parejas are voided; no query."""
    if not voided:
        return frozenset()
    there = entered_of(stage)
    return void_meetings(format_of(stage), there.structure, there.slots, voided)


def is_voided(fixture: Fixture) -> bool:
    """The same of one fixture: no query without a result, two at most; its stage is at hand."""
    return bool(fixture.how) and voided_in([fixture.stage.championship_id]).has(fixture)
