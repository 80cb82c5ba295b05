"""The order of a table from its definition alone, and random series to compare it with.

Of those that are level the first criterion that tells them apart decides, and then those that are still level begin again:
"directo" counts the mesas won against those that are level at that moment.
"""

from itertools import combinations

from brackets.draw.standings import Score

CLOSE = ((40, 38), (38, 40), (40, 38))


def by_definition(parejas, scores, criteria):
    """The parejas from the first to the last; groups that nothing parts as tuples."""
    return [tuple(sorted(group)) for group in _parted(set(parejas), scores, criteria)]


def _parted(level, scores, criteria):
    if len(level) == 1:
        return [level]
    for code in criteria:
        worth = {pareja: _WORTH[code](pareja, level, scores) for pareja in level}
        if len(set(worth.values())) > 1:
            groups = [{each for each in level if worth[each] == value} for value in sorted(set(worth.values()))]
            return [part for group in reversed(groups) for part in _parted(group, scores, criteria)]
    return [level]


def _against(pareja, scores):
    """Each mesa of a pareja: its rival, whether it won, and the chicas with its own points first."""
    for score in scores:
        if pareja in (score.a, score.b):
            turned = pareja == score.b
            chicas = [(y, x) if turned else (x, y) for x, y in score.chicas]
            yield (score.a if turned else score.b), score.winner == pareja, chicas


_WORTH = {
    "mesas": lambda pareja, _level, scores: sum(won for _, won, _ in _against(pareja, scores)),
    "directo": lambda pareja, level, scores: sum(won for rival, won, _ in _against(pareja, scores) if rival in level),
    "chicas": lambda pareja, _level, scores: sum(
        1 if own > other else -1 for *_, chicas in _against(pareja, scores) for own, other in chicas
    ),
    "puntos": lambda pareja, _level, scores: sum(
        own - other for *_, chicas in _against(pareja, scores) for own, other in chicas
    ),
}


def random_series(size, chance):
    """All against all, every mesa two chicas to none or to one, the loser's points of each by chance."""
    return [_mesa(a, b, chance) for a, b in combinations(range(1, size + 1), 2)]


def _mesa(a, b, chance):
    winner = chance.choice((a, b))
    lost = chance.randrange(2)
    chicas = [(40, chance.randrange(0, 39, 2)) for _ in range(2)] + [(chance.randrange(0, 39, 2), 40)] * lost
    return Score(a, b, winner, tuple(chicas if winner == a else [(y, x) for x, y in chicas]))
