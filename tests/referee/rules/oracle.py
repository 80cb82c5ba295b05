"""A second scorer, from the articles alone: it folds accepted lines by splitting them, under the preset's settings."""

CLAIMS = {"caida": 2, "limpia": 2, "caida-limpia": 2, "ronda": 2, "doble-ronda": 4}  # 7.a, 8, 9.a, 15.a, 15.d


class Oracle:
    def __init__(self, lines, seats):
        self.seats, self.dealer, self.data, self.played = seats, None, 0, False
        self.points, self.unpaid, self.first = {"A": 0, "B": 0}, {"A": 0, "B": 0}, None
        self.chicas, self.claimed, self.ended, undone = [], {}, (None, None), set()
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
        self.points[side] = max(0, self.points[side])
        at_forty = [s for s in "AB" if self.points[s] >= 40]
        if self.first not in at_forty:
            self.first = at_forty[0] if at_forty else None

    def deal(self, dealer):
        self.dealer, self.data, self.played = dealer, self.data + 1, False

    def to_the_right(self):
        return self.seats[(self.seats.index(self.dealer) + 1) % 4]

    def count(self, a, b, falla):
        """3.g.3–4, 10, 15.f–h; the token passes before the cards are counted (3.f)."""
        self.deal(self.to_the_right())
        most = self.dealer[0] if a == b else "A" if a > b else "B"
        self.give(most, 2 if a == b or max(a, b) < 20 else (max(a, b) - 13) // 2 * 2)
        if falla:
            self.give("A" if a else "B", 2)

    def proclaim(self, won):
        zapateria = self.points["B" if won == "A" else "A"] < 10
        self.chicas.append({s: min(40, self.points[s]) for s in "AB"} | {"ganador": won, "zapateria": zapateria})
        if [chica["ganador"] for chica in self.chicas].count(won) == 2:
            self.ended = won, "chicas"
        elif zapateria and len(self.chicas) == 1:  # 14.d, 16
            self.ended = won, "zapateria"
        else:
            self.data, self.points, self.first = 0, {"A": 0, "B": 0}, None
            if self.dealer:  # the rotation goes on
                self.deal(self.to_the_right() if self.played else self.dealer)

    def play(self, number, word, *rest):  # noqa: C901 (one branch a kind of jugada)
        side = rest[0][0] if rest else ""
        other = "B" if side == "A" else "A"
        begins = word in CLAIMS or word in ("segundo-reparto", "arranche") or rest[1:] == ("procede",)
        self.played = self.played or (begins and self.first is None)
        if word in CLAIMS:
            self.claimed[number] = CLAIMS[word]
            self.give(side, CLAIMS[word])
        elif word == "juego-y-veo" and rest[1] == "procede":  # 5.c
            self.give(side, 2)
            self.give(other, -self.claimed[int(rest[2])] if rest[2:] else 0)
        elif word in ("juego-y-veo", "mal-pedido", "ajusta"):  # 5.c, 11
            self.give(side, int(rest[1]) if word == "ajusta" else -2)
        elif word == "conteo":
            self.count(int(rest[0][2:]), int(rest[1][2:]), "falla" in rest)
        elif word == "mal-reparto":  # 4.c
            self.deal(self.to_the_right())
            self.give(self.dealer[0], 10)
        elif word == "repite-data":
            self.deal(self.dealer)
        elif word == "sorteo" and rest[-1].startswith("reparte="):
            self.deal(rest[-1].removeprefix("reparte="))
        elif word == "adjudica-chica":
            self.points[side], self.first = 40, side
        elif word == "proclama":
            self.proclaim(self.first)
        elif word in ("adjudica-mesa", "abandono", "descalificacion"):
            self.ended = (side, "fallo") if word == "adjudica-mesa" else (other, word)
