"""A second referee, from the texts and docs/ alone: docs/notacion.md says what a line means, docs/reglamento.md and reglamentos.md each text and setting.

It shares nothing with `referee.rules`: lines are split, a rulebook is a dictionary in words of its own. It judges what
depends on a setting (`refuses`) and folds what is accepted; how many rondas there may be in a deal or of a rank is not its business, nor
is `anula`: it folds the others again, whatever the settings, and the oracle tries it.
"""

from itertools import count
from typing import Any

CAIDAS = {"caida", "caida-limpia", "caida-en-ronda", "cuatro-caidas"}
LEVANTES = CAIDAS | {"limpia"}
BESIDE = {"cuatro-caidas"}  # recorded beside the caída that it adds to: the same card, the same play
WINS = "chica"
RIOBAMBA: dict[str, Any] = {
    "caida": 2, "limpia": 2, "caida-limpia": 2, "ronda": 2, "doble-ronda": 4,  # 15.a, 15.d
    "caida-en-ronda": None, "cuatro-caidas": None, "beside": BESIDE,
    "ronda-before": "fourth",  # 3.e, 7.b
    "ronda-until": None, "doble-ronda-until": None, "caida-en-ronda-until": None, "unannounced": False,
    "majority": 2, "majority-up-to": 19, "majority-needs-data": False, "majority-to-data": False, "majority-always": False,
    "tie": 2, "twenty": 2, "twenty-both": False, "twenty-for-cards": False, "from": 20, "first": 6,  # 3.g.3, 3.g.4
    "owner": "next",  # 3.f
    "no-count-from": None, "count-wins": None,
    "falla": 2, "falla-asked": True,  # 10
    "at-38": None, "38-count": False, "38-errors": True,  # 15, last sentence
    "misdeal": 10, "passes": True, "chosen": True, "void": False,  # 4.c
    "protest": {"caller": 2, "back": True, "offender": 0, "rejected": -2},  # 5.c
    "claim": (-2, 0),  # 11
    "out-of-turn": None,
    "floor": True, "cap": False,
    "zapatero": True, "never": False, "ends": "first-chica",  # 14.d, 16
    "chicas": 2, "redraw": False, "sum": True, "withdraws": True, "leftovers": False,
}  # fmt: skip
TEXTS = {
    "riobamba": RIOBAMBA,
    "pagat": RIOBAMBA | {
        "caida-limpia": 4, "ronda": 4, "doble-ronda": WINS, "caida-en-ronda": 10, "beside": BESIDE | {"caida-en-ronda"},  # 8, 16, 23
        "ronda-before": "any", "ronda-until": 30, "doble-ronda-until": 30, "caida-en-ronda-until": 30,  # 8, 24
        "twenty": 6, "twenty-for-cards": True, "falla": 0, "at-38": CAIDAS, "38-count": True, "38-errors": False,  # 20, 25
        "misdeal": "mesa", "protest": None, "claim": None, "zapatero": False, "ends": None,  # 6
        "chicas": 1, "sum": False, "withdraws": False,
    },
    "blog": RIOBAMBA | {
        "caida-limpia": 4, "ronda": 4, "doble-ronda": WINS, "ronda-before": "own", "majority": 4, "tie": 0,
        "twenty": 6, "twenty-both": True, "twenty-for-cards": True, "falla": 0, "at-38": CAIDAS, "38-errors": False,
        "passes": False, "protest": None, "claim": (0, 10), "zapatero": False, "ends": None,
        "sum": False, "withdraws": False,
    },
    "quito": RIOBAMBA | {
        "caida-en-ronda": 4, "ronda-before": "own", "falla": 0, "at-38": CAIDAS, "38-errors": False, "protest": None, "claim": None,
    },
    "juez-de-aguas": RIOBAMBA | {
        "doble-ronda": WINS, "cuatro-caidas": WINS, "ronda-before": "own", "ronda-until": 32, "majority": 0,  # 15.A, 15.B, 9
        "falla-asked": False, "at-38": CAIDAS | {"doble-ronda"}, "38-errors": False,  # 10.C, 11
        "protest": {"caller": 2, "back": False, "offender": -2, "rejected": -2}, "claim": None,  # 13
        "ends": None, "withdraws": False,  # 16
    },
}  # fmt: skip
TEXTS["rigor"] = TEXTS["quito"] | {
    "caida-limpia": 4, "doble-ronda": WINS, "caida-en-ronda": WINS, "cuatro-caidas": WINS,
    "at-38": CAIDAS | {"doble-ronda"},
}  # fmt: skip

TOLD: dict[str, Any] = {}  # what people do or read, and no log shows
NO_SUM = {"sum": False}
CHANGES = {
    "mayoria-bajo-20": {
        "literal": {"majority-needs-data": True, "majority-up-to": 18},
        "de-la-data": {"majority-to-data": True},
        "ademas": {"majority-always": True},
        "dos": {"majority": 2},
    },
    "zapateria-alcance": {
        "cualquier-chica": {"ends": "any"}, "ninguna": {"ends": None}, "primera-data": {"ends": "first-data"},
    },
    "zapateria-medida": {"nunca-llego": {"never": True}},
    "mal-pedido": {"suma-rival": {"claim": (0, 2)}, "ambos": {"claim": (-2, 2)}},
    "sorteo-por-chica": {"si": {"redraw": True}},
    "dos-por-darlas": {"quien-repartio": {"owner": "dealt"}},
    "bajo-cero": {"se-debe": {"floor": False}},
    "sobre-cuarenta": {"no": {"cap": True}},
    "puntos-data-anulada": {"se-anulan": {"void": True}},
    "primer-reparto": {
        "brillo": NO_SUM, "carta-mayor": NO_SUM, "acuerdo": NO_SUM, "suma": {"sum": True},
    },
    "mal-reparto-reparte": {"siguiente": {"chosen": False}},
    "mal-reparto-valor": {"dos": {"misdeal": 2}},
    "cuatro-caidas": {"chica": {"cuatro-caidas": WINS}},
    "caida-en-ronda": {"diez": {"caida-en-ronda": 10}, "chica": {"caida-en-ronda": WINS}},
    "caida-y-limpia": {"cuatro": {"caida-limpia": 4}},
    "levante-invalido": {"diez": {"protest-caller": 10}},
    "conteo-desde-30": {"no": {"no-count-from": 30}},
    "conteo-gana": {"desde-14": {"count-wins": 14}},
    "sobrantes": {"de-quien-levanto": {"leftovers": True}},
    "fuera-de-turno": {"resta": {"out-of-turn": -2}},
    "treinta-y-ocho": {"solo-caida": {"at-38": CAIDAS, "38-errors": False}},
    "sanciones-desde-38": {"si": {"38-errors": True}},
    "cuatro-iguales-en-38": {"no": {"at-38": CAIDAS}},
    "ronda-valor": {"dos": {"ronda": 2}},
    "doble-ronda-valor": {"cuatro": {"doble-ronda": 4}, "chica": {"doble-ronda": WINS}},
    "doble-ronda-desde-30": {"si": {"doble-ronda-until": None}},
    "caida-en-ronda-desde-30": {"ronda-callada": {"unannounced": True}},
    "ronda-plazo": {
        "cuarta-primera-carta": {"ronda-before": "fourth"},
        "propia-primera-carta": {"ronda-before": "own"},
        "primera-carta": {"ronda-before": "any"},
    },
    "ronda-desde": {"desde-30": {"ronda-until": 30}},
    "chicas": {"dos": {"chicas": 2}},
    "veinte-veinte": {
        "quien-reparte": {"twenty-both": False},
        "dos-por-darlas": {"twenty-both": False, "twenty": 2, "twenty-for-cards": False},
        "nada": {"twenty": 0},
        "seis-a-ambas": {"twenty-both": True, "twenty": 6, "twenty-for-cards": True},
    },
    "veinte-exactas": {"no": {"from": 21, "first": 7}},
    "empate-bajo-20": {"dos-por-darlas": {"tie": 2}},
    "mal-reparto-mano": {"pasa": {"passes": True}},
    "cartas-olvidadas": {
        "las-toma-la-rival": {"withdraws": False}, "companero-y-luego-rival": {"withdraws": False},
    },
    **dict.fromkeys(
        ("zapateria-torneo", "caida-tras-segundo-reparto", "limpia-pedida", "mal-reparto-propio", "barajar",
         "sumandos", "baraja", "escalera-tras-suma"), None,
    ),
}  # fmt: skip


def may_be_one(one: str, two: str) -> bool:
    """Two names of a player, or of his pareja."""
    return one == two or (one[0] == two[0] and len(one) + len(two) < 4)


def other(side: str) -> str:
    return "B" if side == "A" else "A"


class SecondReferee:
    """A mesa. Raises KeyError for a setting or a value that it does not know."""

    def __init__(self, key: str, settings: dict[str, str], seats: tuple[str, ...]) -> None:
        self.text = dict(TEXTS[key])
        for name, value in settings.items():
            told = CHANGES[name]
            self.text |= TOLD if told is None else told[value]
        if "protest-caller" in self.text:
            self.text["protest"] = self.text["protest"] | {"caller": self.text["protest-caller"]}
        self.seats, self.number, self.ended = seats, 0, None
        self.chicas: list[dict[str, Any]] = []
        self.lost = {"A": 0, "B": 0}
        self.dealer: str | None = None
        self.played: list[tuple[int, str]] = []  # levantes by number, and rondas, which have none
        self.plays: dict[int, int] = {}  # of each levante the line of its card
        self.punished: dict[int, str] = {}  # levantes, and by what
        self.just: dict[
            int, bool
        ] = {}  # levantes punished since the last play, and whether nothing was punished after that protest
        self.caidas: list[tuple[int, str]] = []
        self.begin(None, 0)

    def begin(self, dealer: str | None, data: int) -> None:
        """A chica."""
        self.points, self.most, self.at_forty = {"A": 0, "B": 0}, {"A": 0, "B": 0}, None
        self.own = {"A": 0, "B": 0}  # without what rulings gave at forty
        self.award: str | None = None
        self.counted, self.beyond, self.claims = 0, False, {}
        self.played, self.just = [], {}
        self.boards: dict[
            int, Any
        ] = {}  # of each data that stands: what there was before it, and who was due to deal it
        self.rulings: list[tuple[int, str, int | None]] = []  # in or after which data
        self.deal(dealer, data)

    def deal(self, dealer: str | None, data: int) -> None:
        self.dealer, self.data, self.deals, self.touched, self.withdrawn = dealer, data, 1, False, 0
        self.announced, self.lifts = [], []

    def touch(self) -> None:
        """Something of this data is recorded: the last one can no longer be protested, and it is the first one only if none was counted."""
        self.beyond = self.beyond or self.counted > 0
        if not self.touched:
            self.claims, self.played = {}, []
            self.boards[self.data] = (
                self.dealer,
                self.points.copy(),
                self.most.copy(),
                self.own.copy(),
                self.lost.copy(),
            )
        self.touched, self.just = True, {}

    def void(self, data: int) -> None:
        """This data, and what followed, was never played: what there was before it, and the rulings since."""
        _, *before = self.boards[data]
        self.points, self.most, self.own, self.lost = (each.copy() for each in before)
        self.at_forty = None
        for since, side, points in self.rulings:
            if since >= data:
                self.rule(side, points)

    def next_seat(self) -> str:
        return self.seats[(self.seats.index(self.dealer or "") + 1) % len(self.seats)]

    def is_late(self, who: str) -> bool:
        """Whether a levante shows that the card has been thrown before which a ronda is asked for (3.e, 7, 8)."""
        first = self.seats.index(self.next_seat())
        turns = self.seats[first:] + self.seats[:first]
        shown: set[int] = set()
        for lifted in sorted(self.lifts, key=len, reverse=True):  # who is named has fewer turns than a pareja
            shown.add(
                next(
                    turn
                    for turn in count()
                    if turn not in shown and lifted in (seat := turns[turn % len(turns)], seat[0])
                )
            )
        own = max(turn for turn, seat in enumerate(turns) if who in (seat, seat[0]))
        last = {"any": 0, "own": own, "fourth": len(turns) - 1}[self.text["ronda-before"]]
        return max(shown, default=-1) >= last

    def dealers(self) -> list[str]:
        """Who may deal after a misdeal: a player of the pareja that gets the ten, or only the next one (4.c; A-21)."""
        if self.text["misdeal"] == "mesa":
            return []
        if not self.text["passes"]:
            return [self.dealer or ""]
        following = self.next_seat()
        return [seat for seat in self.seats if seat[0] == following[0]] if self.text["chosen"] else [following]

    # What changes the board.

    def give(self, a: int, b: int) -> None:
        for side, points in (("A", a), ("B", b)):
            now = self.points[side] + points
            now = min(40, now) if self.text["cap"] else now
            if self.text["floor"]:
                self.lost[side] += max(0, -now)
                now = max(0, now)
            self.points[side] = now
            self.most[side] = max(self.most[side], now)
            own = self.own[side] + points
            own = min(40, own) if self.text["cap"] else own
            self.own[side] = max(0, own) if self.text["floor"] else own
        if self.at_forty is None or self.points[self.at_forty] < 40:
            self.at_forty = next((side for side in "AB" if self.points[side] >= 40), None)

    def to(self, side: str, points: int, rival: int = 0) -> None:
        self.give(*((points, rival) if side == "A" else (rival, points)))

    def by_error(self, side: str, points: int) -> int:
        """What an error of the rivals gives: at 38 nothing, where only a caída closes."""
        barred = self.text["at-38"] is not None and self.points[side] == 38 and not self.text["38-errors"]
        return 0 if barred else points

    # One play, one sanction (5, 11).

    def claimed(self, who: str) -> int:
        """The levante that a `mal-pedido` of `who` is of, where the log names its player; 0 where it does not, or is of another play."""
        own = [each for each in self.played if may_be_one(each[1], who)]
        number, player = own[-1] if own else (0, "")
        again = number in self.punished and self.plays[number] not in self.just
        return 0 if again or player != who or len(who) == 1 else number

    def passed(self) -> None:
        """Something else was punished or judged, so that cards may have been thrown."""
        self.just = dict.fromkeys(self.just, False)

    # What may be recorded.

    def refuses(self, line: str) -> str | None:  # noqa: C901 (one line a reason)
        word, *rest = line.split()
        side, points = (rest[0][0] if rest else ""), 0
        if side in self.points:
            points = self.points[side]
        text = self.text
        if self.award and word not in ("proclama", "ajusta", "adjudica-chica", "repite-data"):
            return "chica-adjudicada"
        if self.at_forty and word not in (
            "proclama",
            "mal-pedido",
            "juego-y-veo",
            "ajusta",
            "adjudica-chica",
            "repite-data",
        ):
            return "chica-por-proclamar"
        if self.dealer is None and not self.at_forty and word not in ("sorteo", "ajusta", "adjudica-chica"):
            return "falta-sorteo"
        if word == "adjudica-chica" and self.award not in (None, side):
            return "fallo-contrario"
        if word == "ajusta" and self.award:
            given = int(rest[1])
            if (given < 0) if side == self.award else (points + given >= 40):
                return "fallo-contrario"
        if (
            word == "repite-data"
            and (int(rest[0]) if rest[0].isdigit() else max(self.boards, default=0)) not in self.boards
        ):
            return "data-inexistente"
        if word == "proclama" and not self.at_forty:
            return "nada-que-proclamar"
        if word in ("caida", "limpia", "caida-limpia", "caida-en-ronda", "cuatro-caidas", "ronda", "doble-ronda"):
            if text[word] is None:
                return "no-existe-en-reglamento"
            if text["at-38"] is not None and points == 38 and word not in text["at-38"]:
                return "38-no-juega"
            until = text.get(f"{word}-until")
            if word == "caida-en-ronda" and text["unannounced"] and until is not None:
                rival = other(side)
                if self.points[rival] < until and not any(who[0] == rival for who in self.announced):
                    until = None
            if until is not None and points >= until:
                return "caida-en-ronda-bloqueada" if word == "caida-en-ronda" else "ronda-bloqueada"
            if word not in LEVANTES and self.is_late(rest[0]):
                return "ronda-tarde"
        if word == "mal-reparto" and rest and rest[0].split("=")[1] not in self.dealers():
            return "reparte-equivocado"
        if word == "arranche" and not text["withdraws"]:
            return "no-existe-en-reglamento"
        if word == "juego-y-veo" and text["protest"] is None:
            return "no-existe-en-reglamento"
        if word == "mal-pedido" and text["claim"] is None:
            return "no-existe-en-reglamento"
        if word == "mal-pedido":
            number = self.claimed(rest[0])
            return "doble-sancion" if number and self.just.get(self.plays[number]) else None
        if word == "juego-y-veo" and rest[2:]:
            return self.punished.get(int(rest[2]))
        if word == "fuera-de-turno" and text["out-of-turn"] is None:
            return "no-existe-en-reglamento"
        if word == "conteo":
            a, b, left = (int(part.split("=")[1]) for part in rest[:3])
            if a + b + left + self.withdrawn != 40:
                return "conteo-no-suma-40"
            if text["leftovers"] and left and a + b:
                return "sobrantes-con-dueno"
        return None

    # What is recorded.

    def record(self, line: str) -> None:
        self.number += 1
        if self.refuses(line):
            return
        word, *rest = line.split()
        getattr(self, "on_" + word.replace("-", "_"), self.on_award)(word, *rest)

    def on_sorteo(self, _word: str, *rest: str) -> None:
        if rest[-1].startswith("reparte="):
            self.deal(rest[-1].split("=")[1], 1)

    def on_award(self, word: str, who: str, rank: str = "") -> None:
        just = self.just
        self.touch()
        before = self.points[who[0]]
        self.to(who[0], 40 - before if self.text[word] == WINS else self.text[word])
        if self.text[word] == WINS:
            self.own[who[0]] = max(40, self.own[who[0]])
        if rank:
            self.played.append((0, who))
            self.announced.append(who)
            return
        play = self.caught(who) if word in self.text["beside"] else 0
        self.plays[self.number] = play or self.number
        if play:  # the same play: what punished it punished this
            self.just = just
            if play in self.punished:
                self.punished[self.number] = self.punished[play]
        self.played.append((self.number, who))
        self.claims[self.number] = self.points[who[0]] - before
        if word not in self.text["beside"]:
            self.lifts.append(who)
        if word in CAIDAS - self.text["beside"]:
            self.caidas.append((self.number, who))

    def caught(self, who: str) -> int:
        """The last caída of this data that may be his; 0 without one, or where its points were taken back."""
        own = [number for number, player in self.caidas if number in self.claims and may_be_one(player, who)]
        return own[-1] if own and self.punished.get(own[-1]) != "ya-protestada" else 0

    def of(self, play: int) -> list[int]:
        """The lines of one play."""
        return [number for number in self.claims if self.plays[number] == play]

    def on_segundo_reparto(self, _word: str) -> None:
        self.touch()
        self.deals, self.announced, self.lifts = self.deals + 1, [], []

    on_tercer_reparto = on_cuarto_reparto = on_segundo_reparto

    def on_arranche(self, _word: str, cards: str) -> None:
        self.touch()
        self.withdrawn += int(cards)

    def on_juego_y_veo(self, _word: str, who: str, finding: str, number: str = "") -> None:
        protest = self.text["protest"]
        if finding == "no-procede":
            self.passed()
            self.to(who[0], protest["rejected"])
            return
        self.passed()
        lines = self.of(self.plays[int(number)]) if number else []
        if number:
            self.just[self.plays[int(number)]] = True
            self.punished |= dict.fromkeys(lines, "ya-protestada")
        back = sum(self.claims[line] for line in lines) if protest["back"] else 0
        self.to(who[0], self.by_error(who[0], protest["caller"]), protest["offender"] - back)

    def on_mal_pedido(self, _word: str, who: str) -> None:
        own, rivals = self.text["claim"]
        number = self.claimed(who)
        self.passed()
        if number:
            play, whose = self.plays[number], dict(self.played)
            self.just.setdefault(play, False)
            for line in self.of(play):
                if whose.get(line) == who:
                    self.punished.setdefault(line, "ya-sancionada")
        self.to(who[0], own, self.by_error(other(who[0]), rivals))

    def on_fuera_de_turno(self, _word: str, who: str) -> None:
        self.passed()
        self.to(who[0], self.text["out-of-turn"])

    def on_ajusta(self, _word: str, who: str, points: str, *_reason: str) -> None:
        self.noted(who[0], int(points))

    def on_adjudica_chica(self, _word: str, who: str, *_reason: str) -> None:
        self.noted(who[0], None)

    def noted(self, side: str, points: int | None) -> None:
        self.rulings.append((self.data if self.touched else self.data - 1, side, points))
        self.rule(side, points)

    def rule(self, side: str, points: int | None) -> None:
        """A ruling adds or takes points; without points it awards the chica.

        What it gives at forty is not the pareja's own, and nobody has more of its own than it has.
        """
        before, own = self.points[side], self.own[side]
        if points is None:
            self.points[side], self.at_forty, self.award = 40, side, side
        else:
            self.to(side, points)
        if before >= 40 or self.points[side] >= 40:
            self.own[side] = min(own, self.points[side])

    def on_mal_reparto(self, _word: str, chosen: str = "") -> None:
        dealt = (self.dealer or "")[0]
        if self.text["misdeal"] == "mesa":
            self.ended = (other(dealt), "mal-reparto")
            return
        self.beyond = self.beyond or self.counted > 0
        if self.text["void"] and self.touched:
            self.void(self.data)
        self.boards.pop(self.data, None)
        following = self.next_seat() if self.text["passes"] else self.dealer
        self.deal(chosen.removeprefix("reparte=") or following, self.data + 1)
        self.claims, self.played, self.just = {}, [], {}
        self.to(other(dealt), self.by_error(other(dealt), self.text["misdeal"]))

    def on_repite_data(self, _word: str, *rest: str) -> None:
        data = int(rest[0]) if rest[0].isdigit() else max(self.boards)
        self.void(data)
        dealer = self.boards[data][0]
        self.boards = {each: board for each, board in self.boards.items() if each < data}
        self.counted = len(self.boards)
        self.beyond = self.counted > 0
        self.deal(dealer, self.data + self.touched)
        self.claims, self.played, self.just = {}, [], {}

    def on_conteo(self, _word: str, a: str, b: str, _left: str, falla: str = "") -> None:
        following = self.next_seat()
        paid = self.paid({"A": int(a[2:]), "B": int(b[2:])}, following[0], asked=bool(falla))
        self.deal(following, self.data + 1)
        self.counted += 1
        self.just = {}
        for side in (following[0], other(following[0])):  # who deals next counts first
            self.to(side, paid[side])

    def paid(self, cards: dict[str, int], following: str, *, asked: bool) -> dict[str, int]:  # noqa: C901 (one line a cause)
        """The points of a count: those for cards and the majority, «dos por darlas», and the falla."""
        text = self.text
        owner = following if text["owner"] == "next" else other(following)
        counted, kept = {"A": 0, "B": 0}, {"A": 0, "B": 0}  # `kept` is paid from 30 on too
        most = max("AB", key=lambda side: cards[side])
        high = cards[most]
        if cards["A"] == cards["B"]:
            if high < text["from"]:
                kept[owner] += text["tie"]
            else:
                for side in "AB" if text["twenty-both"] else owner:
                    (counted if text["twenty-for-cards"] else kept)[side] += text["twenty"]
        elif high >= text["from"]:
            points = text["first"] + high - text["from"]
            counted[most] = points + points % 2
        for side in "AB":
            if text["count-wins"] is not None and counted[side] >= text["count-wins"]:
                counted[side] = max(counted[side], 40 - self.points[side])
        if cards["A"] != cards["B"]:
            if high >= text["from"]:
                counted[most] += text["majority"] if text["majority-always"] else 0
            elif high <= text["majority-up-to"] and (most == owner or not text["majority-needs-data"]):
                called = (
                    text["majority-to-data"] or text["majority-needs-data"]
                )  # «igualmente se llama dos por darlas» (3.g.5)
                (kept if called else counted)[owner if text["majority-to-data"] else most] += text["majority"]
        if (cards["A"] == 0) != (cards["B"] == 0) and (asked or not text["falla-asked"]):
            kept["A" if cards["A"] else "B"] += text["falla"]
        return {side: self.scores(side, counted[side], kept[side]) for side in "AB"}

    def scores(self, side: str, counted: int, kept: int) -> int:
        """What of a count is paid to a pareja with its points."""
        if self.text["at-38"] is not None and self.points[side] == 38 and not self.text["38-count"]:
            return 0
        limit = self.text["no-count-from"]
        return kept if limit is not None and self.points[side] >= limit else counted + kept

    def on_proclama(self, _word: str) -> None:
        won = self.at_forty or ""
        loser = other(won)
        measured = self.most if self.text["never"] else self.points
        low = measured[loser] < 10 and self.text["zapatero"] and self.own[won] >= 40
        self.chicas.append({**self.shown(), "ganador": won, "zapateria": bool(low)})
        ends = {
            None: False,
            "any": True,
            "first-chica": len(self.chicas) == 1,
            "first-data": len(self.chicas) == 1 and not self.beyond,
        }[self.text["ends"]]
        if low and ends:
            self.ended = (won, "zapateria")
        elif [chica["ganador"] for chica in self.chicas].count(won) == self.text["chicas"]:
            self.ended = (won, "chicas")
        else:
            self.lost = self.unpaid()
            dealer = self.next_seat() if self.touched else self.dealer
            self.begin(None if self.text["redraw"] else dealer, 0 if self.text["redraw"] else 1)

    # What is shown.

    def shown(self) -> dict[str, int]:
        return {side: max(0, min(40, points)) for side, points in self.points.items()}

    def unpaid(self) -> dict[str, int]:
        return {side: self.lost[side] + max(0, -self.points[side]) for side in "AB"}

    def result(self) -> dict[str, Any]:
        """What both referees know, in the words of the JSON result."""
        state = "por-proclamar" if self.at_forty else "en-juego" if self.dealer else "por-sortear"
        return {
            "estado": "terminada" if self.ended else state,
            "marcador": self.shown(),
            "chicas": self.chicas,
            "data": self.data,
            "reparto": self.deals if self.dealer else 0,
            "reparte": self.dealer,
            "ganador": self.ended[0] if self.ended else None,
            "motivo": self.ended[1] if self.ended else None,
            "impagos": self.unpaid(),
        }
