"""One random data scored twice: from its cards, and from the jugadas that they imply."""

from referee.rules import REPARTOS, SEATS, Conteo, Ronda, Toma
from referee.rules.naipes import deal, dump_card_line, parse_card_line, recorded
from referee.rules.simulation import EXPERTO, NOVATO, REGULAR
from referee.rules.simulation.log import Log
from referee.rules.state import Position
from tests.referee.rules.simulation.playing import data
from tests.referee.rules.simulation.scorer import CardScorer

BEGINNINGS = (0, 0, 26, 28, 30, 32, 36, 38, 38)


def random_data(rules, seats, chance):
    """Who dealt, the points it began with and its lines."""
    players = [chance.choice((NOVATO, REGULAR, EXPERTO)) for _ in seats]
    dealer, points = chance.choice(seats), (chance.choice(BEGINNINGS), chance.choice(BEGINNINGS))
    steps = data(rules, seats, chance, players, points=points, dealer=dealer)
    return dealer, points, [dump_card_line(step.line) for step in steps if step.line]


def record(log, jugadas):
    """Record them in turn, until a chica is por proclamar."""
    for jugada in jugadas:
        if not log.stopped:
            log.record(jugada)


def log_score(rules, seats, dealer, points, lines):
    """What the engine makes of the jugadas that the cards imply: points, and the cards if it was counted."""
    log = Log(rules, seats, Position(dealer=dealer, points=points, peak=points, data=1, reparto=1))
    table = deal(rules, seats, dealer)
    due = []  # the next deal: what was forgotten is taken before it
    for event in map(parse_card_line, lines):
        table = recorded(rules, table, event)
        implied = [event] if isinstance(event, Ronda) else [j for j in table.implies if not isinstance(j, Conteo)]
        record(log, implied if isinstance(event, Toma) else [*due, *(j for j in implied if j.word not in REPARTOS)])
        if not isinstance(event, Toma):
            due = [j for j in implied if j.word in REPARTOS]
    record(log, due)
    if table.over:
        record(log, [table.conteo(falla=(not table.piles[0]) != (not table.piles[1]))])
    return log.position.points, [counted.cards for counted in log.position.datas]


def card_score(key, seats, dealer, points, lines):
    """What the second scorer makes of the cards alone, or why it makes nothing of them."""
    scorer = CardScorer(key, seats, dealer, points)
    try:
        for line in lines:
            scorer.play(line)
    except ValueError as impossible:
        return str(impossible)
    counted = []
    if scorer.thrown == 40 and not scorer.closed:
        counted = [(len(scorer.piles["A"]), len(scorer.piles["B"]))]
        scorer.count()
    return (scorer.points["A"], scorer.points["B"]), counted


def disagreements(rules, key, seats=SEATS, *, chance, datas):
    """The datas that the two score differently, with both scores; `rules` play and `key` names the text."""
    for _ in range(datas):
        played = random_data(rules, seats, chance)
        from_log, from_cards = log_score(rules, seats, *played), card_score(key, seats, *played)
        if from_log != from_cards:
            yield from_log, from_cards, played
