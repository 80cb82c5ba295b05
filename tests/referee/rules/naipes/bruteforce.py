"""Captures the slow way: every choice of cards on the table is tried and judged by the words of the rule."""

from itertools import combinations, pairwise

from referee.rules import RANKS

FIGURES = "JQK"
LONGEST = len(RANKS)


def is_base(card, cards, most):
    if cards == (card,):
        return "igual"
    adds_up = (
        len(cards) >= 2
        and card not in FIGURES
        and not set(cards) & set(FIGURES)
        and sum(RANKS.index(c) + 1 for c in cards) == RANKS.index(card) + 1
        and (most is None or len(cards) <= most)
    )
    return "suma" if adds_up else None


def is_escalera(card, cards):
    """Each card is the one after the one before, beginning with the one after `card`."""
    up = [RANKS.index(card), *(RANKS.index(c) for c in cards)]
    return all(after == before + 1 for before, after in pairwise(up))


def every_capture(table, card, *, most=None, after=("igual", "suma")):
    """All captures as {(kind, cards, escalera)}, the escalera as long as can be."""
    found = set()
    for size in range(1, len(table) + 1):
        for places in combinations(range(len(table)), size):
            cards = tuple(sorted((table[place] for place in places), key=RANKS.index))
            kind = is_base(card, cards, most)
            if kind is None:
                continue
            rest = [c for place, c in enumerate(table) if place not in places]
            runs = {()}
            if kind in after:
                for length in range(1, LONGEST):
                    runs |= {
                        run for run in combinations(sorted(rest, key=RANKS.index), length) if is_escalera(card, run)
                    }
            found.add((kind, cards, max(runs, key=len)))
    return found
