"""The structures of knock-out stages: elimination with third place and consolation, double elimination."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import count

from brackets.draw.bracket import Key
from brackets.draw.structure import From, Planned, Section, Source, Structure


def single_elimination(size: int, *, third_place: bool = False, consolation: bool = False) -> Structure:
    """For so many lines, a power of two; the consolation is for those who lose the first match that they play.

    Who loses a semifinal plays for the third place, where that is played, and not in the consolation.

    >>> [(match.key, str(match.section)) for match in single_elimination(4, third_place=True).matches]
    [((1, 0), 'main'), ((1, 1), 'main'), ((2, 0), 'main'), ((2, 1), 'third')]
    """
    build = _Build(size)
    *before, last = build.knock_out(Section.MAIN, [Source(From.LINE, (0, line)) for line in range(size)])
    if third_place and size > 2:
        build.round(Section.THIRD, 1, [_loser(semifinal) for semifinal in before[-1]])
    if consolation and size > 4:
        # With eight lines the second round is the semifinal, whose beaten play for the third place.
        fallen = From.LOSER if third_place and size == 8 else From.FIRST_DEFEAT
        build.knock_out(Section.CONSOLATION, [Source(fallen, of) for of in before[0]])
    return build.structure(last[0])


def double_elimination(size: int, *, second_final: bool = True) -> Structure:
    """For so many lines, a power of two: nobody is out before a second defeat, but with one final its loser.

    Who loses in the main part meets, among those with a defeat, the other half of the bracket first.
    """
    build = _Build(size)
    main = build.knock_out(Section.MAIN, [Source(From.LINE, (0, line)) for line in range(size)])
    left = [_loser(of) for of in main[0]]
    steps = count(1)
    for step, beaten in enumerate(main[1:], start=1):
        if len(left) > len(beaten):
            left = [_winner(of) for of in build.round(Section.LOSERS, next(steps), left)]
        fallen = _crossed([_loser(of) for of in beaten], step)
        meeting = [side for pair in zip(left, fallen, strict=True) for side in pair]
        left = [_winner(of) for of in build.round(Section.LOSERS, next(steps), meeting)]
    (final,) = build.round(Section.FINAL, 1, [_winner(main[-1][0]), *left])
    if second_final:
        (final,) = build.round(Section.FINAL, 2, [Source(From.AGAIN, final, side) for side in (0, 1)])
    return build.structure(final)


def _crossed(sources: list[Source], step: int) -> list[Source]:
    """In another order each time, so that who met in the main part meets again as late as these four orders allow."""
    half = len(sources) // 2
    first, second = sources[:half], sources[half:]
    return ([*first, *second], sources[::-1], [*second, *first], [*first[::-1], *second[::-1]])[step % 4]


class _Build:
    """Matches as they are thought of; in which round each is comes last. Until then a match is `(-1, its number)`."""

    def __init__(self, size: int) -> None:
        if size < 2 or size & (size - 1):
            raise ValueError(f"a bracket has 2, 4, 8, … lines, not {size}")
        self.size = size
        self.drafts: list[Planned] = []

    def round(self, section: Section, step: int, sides: Sequence[Source]) -> list[Key]:
        """The matches of neighbours."""
        made = []
        for a, b in zip(sides[::2], sides[1::2], strict=True):
            made.append((-1, len(self.drafts)))
            self.drafts.append(Planned(made[-1], section, step, a, b))
        return made

    def knock_out(self, section: Section, sides: Sequence[Source]) -> list[list[Key]]:
        """Rounds of neighbours until one is left."""
        rounds = [self.round(section, 1, sides)]
        while len(rounds[-1]) > 1:
            rounds.append(self.round(section, len(rounds) + 1, [_winner(of) for of in rounds[-1]]))
        return rounds

    def structure(self, last: Key) -> Structure:
        rounds: list[int] = []
        for draft in self.drafts:
            earlier = [self._known(source, rounds) for source in (draft.a, draft.b)]
            rounds.append(1 + max(earlier))
        sections = list(Section)
        order = sorted(range(len(rounds)), key=lambda n: (rounds[n], sections.index(self.drafts[n].section), n))
        keys: dict[Key, Key] = {}
        places: defaultdict[int, count[int]] = defaultdict(count)
        for n in order:
            keys[-1, n] = rounds[n], next(places[rounds[n]])
        matches = (self.drafts[n] for n in order)
        return Structure(self.size, tuple(_named(match, keys) for match in matches), keys[last])

    def _known(self, source: Source, rounds: Sequence[int]) -> int:
        """The round after which this side is known."""
        if source.what is From.LINE:
            return 0
        return rounds[source.of[1]] + (source.what is From.FIRST_DEFEAT)


def _named(match: Planned, keys: Mapping[Key, Key]) -> Planned:
    a, b = (
        source if source.what is From.LINE else source._replace(of=keys[source.of]) for source in (match.a, match.b)
    )
    return match._replace(key=keys[match.key], a=a, b=b)


def _winner(of: Key) -> Source:
    return Source(From.WINNER, of)


def _loser(of: Key) -> Source:
    return Source(From.LOSER, of)
