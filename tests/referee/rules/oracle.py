"""A second scorer, from the texts alone: it folds accepted lines by splitting them, under each preset's settings.

What each text says stands here a second time on purpose, in its own words and shape.
"""

WINS = "chica"
CLAIMS = {  # what is asked for: 002 7.a, 8, 9.a, 15.a, 15.d and the places of the others
    "riobamba": {"caida": 2, "limpia": 2, "caida-limpia": 2, "ronda": 2, "doble-ronda": 4},
    "pagat": {"caida": 2, "limpia": 2, "caida-limpia": 4, "ronda": 4, "doble-ronda": WINS, "caida-en-ronda": 10},
    "blog": {"caida": 2, "limpia": 2, "caida-limpia": 4, "ronda": 4, "doble-ronda": WINS},
    "quito": {"caida": 2, "limpia": 2, "caida-limpia": 2, "ronda": 2, "doble-ronda": 4, "caida-en-ronda": 4},
    "rigor": {
        "caida": 2, "limpia": 2, "caida-limpia": 4, "ronda": 2,
        "doble-ronda": WINS, "caida-en-ronda": WINS, "cuatro-caidas": WINS,
    },
    "juez-de-aguas": {"caida": 2, "limpia": 2, "caida-limpia": 2, "ronda": 2, "doble-ronda": WINS, "cuatro-caidas": WINS},
}  # fmt: skip
MOST, TIED, TWENTIES = (  # fewer than 20 cards: the majority, a tie; and who is paid what at 20–20
    {"riobamba": 2, "pagat": 2, "blog": 4, "quito": 2, "rigor": 2, "juez-de-aguas": 0},
    {"riobamba": 2, "pagat": 2, "blog": 0, "quito": 2, "rigor": 2, "juez-de-aguas": 2},
    {"riobamba": 2, "pagat": 6, "blog": (6, 6), "quito": 2, "rigor": 2, "juez-de-aguas": 2},
)
ENOUGH = {"pagat": 1}  # chicas
ZAPATERIA = {"riobamba": True, "quito": True, "rigor": True, "juez-de-aguas": False}  # whether it ends the mesa


class Oracle:
    def __init__(self, lines, seats, key="riobamba"):
        self.key, self.seats, self.dealer, self.data, self.played = key, seats, None, 0, False
        self.points, self.unpaid, self.first, self.own = {"A": 0, "B": 0}, {"A": 0, "B": 0}, None, {"A": 0, "B": 0}
        self.began, self.counted, self.rulings = (
            {},
            set(),
            [],
        )  # the datas of this chica, and after how many each ruling came
        self.chicas, self.claimed, self.ended, undone = [], {}, (None, None), set()
        self.taken, self.caidas, self.beside = (
            set(),
            {},
            {},
        )  # of this data: whose each is; and to which a reward recorded beside it adds
        for number, line in reversed(list(enumerate(lines, start=1))):
            if line.startswith("anula ") and number not in undone:
                undone.add(int(line.split()[1]))
        for number, line in enumerate(lines, start=1):
            if number not in undone:
                self.play(number, *line.split())

    def give(self, side, points):
        """Never below zero (A-25); who was first at 40 stays first while he has them (3.g.6)."""
        self.points[side] += points
        self.unpaid[side] += max(0, -self.points[side])
        self.points[side], self.own[side] = max(0, self.points[side]), max(0, self.own[side] + points)
        at_forty = [s for s in "AB" if self.points[s] >= 40]
        if self.first not in at_forty:
            self.first = at_forty[0] if at_forty else None

    def give_but_at_38(self, side, points):
        """Only a caida closes from 38; Riobamba alone lets anything close (15)."""
        self.give(side, 0 if self.key != "riobamba" and self.points[side] == 38 else points)

    def claim(self, number, word, who):
        """What adds to a caída recorded before is of that play: four in a row, and in pagat a caída en ronda (23)."""
        side = who[0]
        if word == "cuatro-caidas" or (self.key, word) == ("pagat", "caida-en-ronda"):
            own = [line for line, whose in self.caidas.items() if who.startswith(whose) or whose.startswith(who)]
            if own and own[-1] not in self.taken:
                self.beside[number] = own[-1]
        elif "caida" in word:
            self.caidas[number] = who
        worth = CLAIMS[self.key][word]
        self.claimed[number] = 40 - self.points[side] if worth == WINS else worth
        self.give(side, self.claimed[number])
        if worth == WINS:
            self.own[side] = max(40, self.own[side])

    def deal(self, dealer):
        self.dealer, self.data, self.played = dealer, self.data + 1, False

    def begin(self):
        board = dict(self.points), dict(self.unpaid), self.first, dict(self.own)
        self.caidas = {}
        self.played, self.began[self.data] = True, (self.dealer, board)

    def again(self, number):
        """17: everything since that data began is taken back but rulings, which are of no data, and who was to deal it deals."""
        if number is None:
            number = self.data if self.played else max(self.counted)
        last = self.data if self.played else self.data - 1
        dealer, (points, unpaid, first, own) = self.began[number]
        for data in range(number, last + 1):
            self.began[data] = self.began[number]
            self.counted.discard(data)
        self.points, self.unpaid, self.first, self.own = dict(points), dict(unpaid), first, dict(own)
        for since, *ruling in self.rulings:
            if since >= number:
                self.rule(*ruling)
        self.data = last
        self.deal(dealer)

    def rule(self, side, points):
        """Points, or without them the chica: those that make forty are not the pareja's own, nor what is taken from it any more."""
        own, before = self.own[side], self.points[side]
        if points is None:
            self.points[side], self.first = 40, side
        else:
            self.give(side, points)
        if max(before, self.points[side]) >= 40:
            self.own[side] = min(own, self.points[side])

    def to_the_right(self):
        return self.seats[(self.seats.index(self.dealer) + 1) % len(self.seats)]

    def count(self, a, b, falla):
        """3.g.3–4, 10, 15.f–h; the token passes before the cards are counted (3.f)."""
        self.counted.add(self.data)
        self.deal(self.to_the_right())
        most = self.dealer[0] if a == b else "A" if a > b else "B"
        paid = {"A": 0, "B": 0}
        if a == b:
            worth = TWENTIES[self.key] if a == 20 else TIED[self.key]
            paid = {"A": 6, "B": 6} if worth == (6, 6) else paid | {most: worth}
        else:
            paid[most] = MOST[self.key] if max(a, b) < 20 else (max(a, b) - 13) // 2 * 2
        if self.key == "juez-de-aguas" and (a == 0) != (b == 0):
            paid["A" if a else "B"] += 2
        if falla and self.key == "riobamba":
            paid["A" if a else "B"] += 2
        for side in (self.dealer[0], "B" if self.dealer[0] == "A" else "A"):
            (self.give if self.key == "pagat" else self.give_but_at_38)(side, paid[side])

    def proclaim(self, won):
        low = self.points["B" if won == "A" else "A"] < 10 and self.key in ZAPATERIA and self.own[won] >= 40
        self.chicas.append({s: min(40, self.points[s]) for s in "AB"} | {"ganador": won, "zapateria": low})
        if [chica["ganador"] for chica in self.chicas].count(won) == ENOUGH.get(self.key, 2):
            self.ended = won, "chicas"
        elif low and ZAPATERIA[self.key] and len(self.chicas) == 1:  # 14.d, 16
            self.ended = won, "zapateria"
        else:
            self.data, self.points, self.first, self.own = 0, {"A": 0, "B": 0}, None, {"A": 0, "B": 0}
            self.began, self.counted, self.rulings = {}, set(), []
            if self.dealer:  # the rotation goes on
                self.deal(self.to_the_right() if self.played else self.dealer)

    def misdeal(self, chosen):
        """4.c; in pagat it loses the game, and the blog does not say that the deal passes."""
        rival = "B" if self.dealer[0] == "A" else "A"
        if self.key == "pagat":
            self.ended = rival, "mal-reparto"
            return
        if not self.played:
            self.begin()
        self.deal(chosen or (self.dealer if self.key == "blog" else self.to_the_right()))
        self.give_but_at_38(rival, 10)

    def protest(self, side, other, finding, number):
        """002 5.c; 004 13 takes two, whatever the play had claimed."""
        if finding == "no-procede":
            self.give(side, -2)
            return
        play = self.beside.get(int(number), int(number)) if number else 0
        taken = sum(worth for line, worth in self.claimed.items() if number and self.beside.get(line, line) == play)
        taken = 2 if self.key == "juez-de-aguas" else taken
        self.taken.add(play)
        self.give_but_at_38(side, 2)
        self.give(other, -taken)

    def play(self, number, word, *rest):  # noqa: C901 (one branch a kind of jugada)
        side = rest[0][0] if rest else ""
        other = "B" if side == "A" else "A"
        begins = (
            word in CLAIMS[self.key] or word.endswith("o-reparto") or word in ("arranche", "reparte", "tercer-reparto")
        )
        if begins and not self.played:
            self.begin()
        if word in CLAIMS[self.key]:
            self.claim(number, word, rest[0])
        elif word == "juego-y-veo":
            self.protest(side, other, rest[1], rest[2] if rest[2:] and rest[2].isdigit() else None)
        elif word == "mal-pedido" and self.key == "blog":
            self.give_but_at_38(other, 10)
        elif word == "mal-pedido":  # 11
            self.give(side, -2)
        elif word in ("ajusta", "adjudica-chica"):
            points = int(rest[1]) if word == "ajusta" else None
            self.rulings.append((max(self.began, default=0), side, points))
            self.rule(side, points)
        elif word == "conteo":
            self.count(int(rest[0][2:]), int(rest[1][2:]), "falla" in rest)
        elif word == "mal-reparto":
            self.misdeal(rest[0].removeprefix("reparte=") if rest else None)
        elif word == "repite-data":
            self.again(int(rest[0]) if rest[0].isdigit() else None)
        elif word == "reparte":
            self.dealer = rest[0]
        elif word == "sorteo" and rest[-1].startswith("reparte="):
            self.deal(rest[-1].removeprefix("reparte="))
        elif word == "proclama":
            self.proclaim(self.first)
        elif word in ("adjudica-mesa", "abandono", "descalificacion"):
            self.ended = (side, "fallo") if word == "adjudica-mesa" else (other, word)
