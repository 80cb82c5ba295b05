"""A second scorer, from the cards alone and the rule texts: it reads the lines of a data and knows nothing of the engine.

`TEXTS` is what the texts say, written down again; the arithmetic is the scorer's own.
"""

from typing import NamedTuple

ORDER = "A234567JQK"
WINS = 40


class Text(NamedTuple):
    """What differs between the rule texts; points, or `WINS` for what wins the chica."""

    both: int = 2  # caída y limpia
    ronda: int = 2
    doble: int = 4
    ronda_below: int = WINS
    doble_below: int = WINS
    en_ronda: int | None = None
    en_ronda_besides: bool = False
    en_ronda_below: int | None = None
    four: int | None = None
    most: int = 2
    tie: int = 2
    tie_at_20: int = 2
    both_at_20: bool = False
    falla: int = 0
    at_38: tuple[str, ...] = ("caida", "limpia", "ronda", "doble", "conteo")
    adds: int = 7
    after_suma: bool = True
    juez_withdraws: bool = False


TEXTS = {
    "riobamba": Text(falla=2, juez_withdraws=True),
    "pagat": Text(
        both=4, ronda=4, doble=WINS, ronda_below=30, doble_below=30, en_ronda=10, en_ronda_besides=True,
        en_ronda_below=30, tie_at_20=6, at_38=("caida", "conteo"), adds=2,
    ),
    "blog": Text(both=4, ronda=4, doble=WINS, most=4, tie=0, tie_at_20=6, both_at_20=True, at_38=("caida",)),
    "quito": Text(en_ronda=4, at_38=("caida",), juez_withdraws=True),
    "rigor": Text(both=4, doble=WINS, en_ronda=WINS, four=WINS, at_38=("caida", "doble"), juez_withdraws=True),
    "juez-de-aguas": Text(
        doble=WINS, ronda_below=32, four=WINS, most=0, falla=2, at_38=("caida", "doble"), after_suma=False
    ),
}  # fmt: skip


class CardScorer:
    """The points of one data, from its lines (`tira A1 5 levanta 2 3`); it stops when a pareja has 40."""

    def __init__(self, key, seats, dealer, points):
        self.text, self.seats, self.dealer = TEXTS[key], seats, dealer
        self.points = dict(zip("AB", points, strict=True))
        self.table, self.piles, self.withdrawn = [], {"A": [], "B": []}, []
        self.thrown, self.caidas, self.rondas, self.granted = 0, {"A": 0, "B": 0}, set(), set()
        self.last = None  # (player, card) that still lies there

    @property
    def closed(self):
        return max(self.points.values()) >= 40

    def play(self, line):
        word, seat, *rest = line.split()
        if self.closed:
            return
        if word == "tira":
            self.throw(seat, rest[0], rest[2:])
        elif word == "toma":
            self.move(rest, self.piles[seat[0]])
            if not self.table:
                self.pay(seat[0], "limpia", 2)
        else:
            self.ronda(word, seat, rest[0])

    def pay(self, side, what, points):
        if self.closed or (self.points[side] == 38 and what not in self.text.at_38):
            return False
        self.points[side] = WINS if points == WINS else self.points[side] + points
        return True

    def ronda(self, word, seat, rank):
        self.rondas.add((seat, rank))
        kind, points, below = {
            "ronda": ("ronda", self.text.ronda, self.text.ronda_below),
            "doble-ronda": ("doble", self.text.doble, self.text.doble_below),
        }[word]
        if self.points[seat[0]] < below and self.pay(seat[0], kind, points):
            self.granted.add(seat[0])

    def move(self, cards, pile):
        for card in cards:
            self.table.remove(card)
            pile.append(card)

    def throw(self, seat, card, lifted):
        side = seat[0]
        first = self.thrown % (5 * len(self.seats)) == 0
        caida = card in lifted and self.last is not None and self.last[1] == card and not first
        thrower = self.last and self.last[0]
        forgotten = self.forgotten(card, lifted) if lifted else []
        self.thrown += 1
        self.caidas[side] = self.caidas[side] + 1 if caida else 0
        self.last = None if lifted else (seat, card)
        if lifted:
            self.move(lifted, self.piles[side])
            self.piles[side].append(card)
            self.claim(side, caida, (thrower, card) in self.rondas)
            if self.text.juez_withdraws:
                self.move(forgotten, self.withdrawn)
        else:
            self.table.append(card)
        if self.thrown % (5 * len(self.seats)) == 0:
            self.rondas, self.granted = set(), set()

    def forgotten(self, card, lifted):
        """The cards that go up from `card` one by one and were left; an error where what was lifted is no capture."""
        igual = card in lifted
        chain = []
        for rank in ORDER[ORDER.index(card) + 1 :]:
            if rank not in self.table:
                break
            chain.append(rank)
        if not igual and not self.text.after_suma:
            chain = []
        base = [rank for rank in lifted if ORDER.index(rank) <= ORDER.index(card)]
        adds_up = card not in "JQK" and sum(ORDER.index(rank) + 1 for rank in base) == ORDER.index(card) + 1
        above = [rank for rank in lifted if rank not in base]
        if not (adds_up or base == [card]) or len(base) > self.text.adds or not set(above) <= set(chain):
            raise ValueError(f"{card} does not lift {lifted}")
        return [rank for rank in chain if rank not in lifted]

    def claim(self, side, caida, in_ronda):
        limpia = not self.table
        in_ronda = caida and in_ronda and self.text.en_ronda is not None
        if caida and not (in_ronda and not self.text.en_ronda_besides):
            self.pay(side, "caida", self.text.both if limpia else 2)
        elif limpia and not caida:
            self.pay(side, "limpia", 2)
        if in_ronda and self.still_in_ronda(side):
            self.pay(side, "caida", self.text.en_ronda)
        if self.caidas[side] == 4:
            self.caidas[side] = 0
            if self.text.four:
                self.pay(side, "caida", self.text.four)

    def still_in_ronda(self, side):
        """From thirty on only against rivals below it who were given no ronda in this deal."""
        other, below = "AB".replace(side, ""), self.text.en_ronda_below
        return below is None or self.points[side] < below or (self.points[other] < below and other not in self.granted)

    def count(self):
        """All forty thrown: the cards of each pareja are counted."""
        if self.closed:
            return
        a, b = len(self.piles["A"]), len(self.piles["B"])
        following = self.seats[(self.seats.index(self.dealer) + 1) % len(self.seats)][0]
        award = {"A": 0, "B": 0}
        if a == b == 20:
            for side in "AB" if self.text.both_at_20 else following:
                award[side] = self.text.tie_at_20
        elif a == b:
            award[following] = self.text.tie
        else:
            side = "A" if a > b else "B"
            most = max(a, b)
            award[side] = (most - 13) // 2 * 2 if most >= 20 else self.text.most
        if 0 in (a, b) and a != b:
            award["A" if a else "B"] += self.text.falla
        barred = {side for side in "AB" if self.points[side] == 38 and "conteo" not in self.text.at_38}
        for side in "AB":
            self.points[side] += 0 if side in barred else award[side]
