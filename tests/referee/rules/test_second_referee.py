"""Every pair of settings of every rulebook, tried by the engine and by a second referee: on every vector, and on mesas of chance.

`LAW_TIMES` mesas of each pair.
"""

from collections.abc import Sequence
from itertools import combinations, product
from os import environ
from random import Random
from typing import Any

import pytest

from referee.rules import (
    REGLAMENTOS,
    SEATS,
    Reglamento,
    RuleViolation,
    apply,
    decide,
    parse_jugada,
    reglamento_get,
    result,
    skip,
    start,
)
from tests.long import short
from tests.referee.rules.mesas import SORTEO, board
from tests.referee.rules.second_referee import CHANGES, SecondReferee
from tests.referee.rules.strategies import SEATINGS, SETTINGS
from tests.referee.rules.test_vectors import CASES
from tests.referee.rules.test_vectors import COUNTS as COUNTED

TIMES = int(environ.get("LAW_TIMES", "1"))
LINES = 24
COUNTS = [
    (20, 20), (20, 19), (19, 20), (21, 19), (22, 18), (17, 23), (30, 10), (10, 30), (40, 0), (0, 40), (19, 18), (18, 19),
    (18, 16), (16, 18), (19, 19), (18, 18), (3, 8), (8, 3), (0, 12), (36, 0), (0, 0), (27, 13), (14, 26), (21, 0),
]  # fmt: skip
RANKS = "A234567JQK"
VECTORS = [
    *(
        (*board(*points, dealer=dealer), "segundo-reparto", f"conteo A={a} B={b} mesa={table}{falla}")
        for a, b, table, dealer, *_ in COUNTED
        for points in ((0, 0), (28, 30), (30, 28), (36, 38), (38, 36))
        for falla in (" falla" if a == 0 or b == 0 else "",)
    ),
    *(
        (*before, *events)
        for before, events, _ in CASES.values()
        if not any(line.startswith("anula") for line in events)
    ),
    (SORTEO["A"], "caida A2", "ronda B1 5", "ronda A1 6", "caida A1", "ronda A2 7"),
    *(
        (SORTEO["A"], *before, f"mal-reparto reparte={dealer}", "segundo-reparto", "conteo A=20 B=20 mesa=0")
        for before in ((), ("mal-reparto",), ("limpia B",))
        for dealer in SEATS
    ),
]
SANCTIONS = [
    (SORTEO["A"], "caida B1", *between, *count, first, second, "mal-pedido B1")
    for between in (
        ("segundo-reparto",),
        ("segundo-reparto", "ronda B1 7"),
        ("segundo-reparto", "ronda B 7"),
        ("segundo-reparto", "ronda B2 7"),
    )
    for count in ((), ("conteo A=20 B=20 mesa=0",))
    for claim, protest in (("mal-pedido B1", "juego-y-veo A procede 2"), ("mal-pedido B", "juego-y-veo A2 procede 2"))
    for first, second in ((claim, protest), (protest, claim))
]
"""Two sanctions of what may be one play, or of a ronda after it."""
THROWN = [
    ("caida A1",), ("caida B1",), ("limpia A2",), ("caida A",), ("caida B2",), ("caida A", "limpia A2"), ("caida A", "limpia A"),
    ("limpia B1", "caida B"), ("limpia B1", "limpia B1"), ("caida B", "limpia B", "limpia B"), ("caida A1", "mal-pedido A1"),
    ("caida A1", "juego-y-veo B procede 2"),
]  # fmt: skip
"""What shows which cards of a deal were thrown."""


class Table:
    """What happens at a table, line by line, by chance, as the second referee knows it to be possible."""

    def __init__(self, rng: Random, mesa: SecondReferee) -> None:
        self.rng, self.mesa, self.lines = rng, mesa, []
        self.ranks: list[str] = []
        self.asked = False

    def line(self) -> str:
        rng, mesa = self.rng, self.mesa
        if mesa.at_forty:
            return rng.choice(["proclama", "proclama", f"mal-pedido {mesa.at_forty}", self.award(), self.again()])
        if mesa.dealer is None:
            return self.sorteo()
        last = 4 if len(mesa.seats) == 2 else 2
        kind = rng.random()
        if kind < 0.3 and mesa.deals < last:
            return ("segundo", "tercer", "cuarto")[mesa.deals - 1] + "-reparto"
        if kind < 0.55 and mesa.deals == last:
            return self.conteo()
        return self.played()

    def fresh(self) -> None:
        self.ranks, self.asked = list(RANKS), False

    def sorteo(self) -> str:
        dealer = self.rng.choice(self.mesa.seats)
        if not self.mesa.text["sum"]:
            return f"sorteo reparte={dealer}"
        drawn = " ".join(f"{seat}={7 if seat[0] == dealer[0] else 2}" for seat in self.mesa.seats)
        return f"sorteo {drawn} reparte={dealer}"

    def conteo(self) -> str:
        a, b = self.rng.choice(COUNTS)
        a = max(0, a - self.mesa.withdrawn)
        left = 40 - a - b - self.mesa.withdrawn
        if left < 0:
            b, left = b + left, 0
        if self.mesa.text["leftovers"] and self.rng.random() < 0.9 and a + b:
            a, b, left = (a + left, b, 0) if a else (a, b + left, 0)
        falla = " falla" if (a == 0) != (b == 0) and self.rng.random() < 0.7 else ""
        return f"conteo A={a} B={b} mesa={left}{falla}"

    def award(self) -> str:
        return f'adjudica-chica {self.rng.choice("AB")} "caso"'

    def again(self) -> str:
        return self.rng.choice(['repite-data "caso"', f'repite-data {self.rng.randint(1, self.mesa.data + 1)} "caso"'])

    def played(self) -> str:
        rng, mesa = self.rng, self.mesa
        side, kind = rng.choice("AB"), rng.random()
        if kind < 0.15 and not self.asked and self.ranks:
            return f"{rng.choice(['ronda', 'ronda', 'doble-ronda'])} {self.who(side)} {self.ranks[-1]}"
        if kind < 0.5:
            return (
                f"{rng.choice(['caida', 'limpia', 'caida-limpia', 'caida-en-ronda', 'cuatro-caidas'])} {self.who(side)}"
            )
        if kind < 0.7:
            return self.sanction(side)
        if kind < 0.76:
            return f"fuera-de-turno {side}"
        if kind < 0.84:
            return rng.choice(["mal-reparto", f"mal-reparto reparte={rng.choice(mesa.seats)}"])
        if kind < 0.88 and mesa.withdrawn == 0:
            return f"arranche {rng.randint(1, 3)}"
        if kind < 0.93:
            return rng.choice([self.award(), self.again()])
        wanted = rng.choice([0, 8, 10, 28, 30, 32, 36, 38])
        more = wanted - mesa.points[side]
        return f'ajusta {side} {more:+d} "caso"' if more not in (0, -10) and abs(more) <= 40 else f"limpia {side}"

    def who(self, side: str) -> str:
        return self.rng.choice([side, *(seat for seat in self.mesa.seats if seat[0] == side)])

    def sanction(self, side: str) -> str:
        lifts = [number for number in self.mesa.claims if self.lines[number - 1].split()[1][0] != side]
        named = [f"juego-y-veo {side} procede {number}" for number in lifts[-2:]]
        claim = f"mal-pedido {self.who(side)}"
        found = [f"juego-y-veo {self.who(side)} {finding}" for finding in ("procede", "no-procede")]
        return self.rng.choice([claim, claim, *found, *named])

    def play(self) -> str:
        line = self.line()
        word = line.split()[0]
        self.lines.append(line)
        if self.mesa.refuses(line) is None:
            if word in {"ronda", "doble-ronda"}:
                self.ranks.pop()
                self.asked = True  # one ronda a deal: how many a pareja may have is not tried here
            if word in {"sorteo", "conteo", "mal-reparto", "proclama", "repite-data"}:
                self.fresh()
            elif word.endswith("-reparto"):
                self.asked = False
        return line


class Both:
    """One mesa, judged and folded by both referees line by line."""

    def __init__(self, key: str, settings: dict[str, str], seats: tuple[str, ...]) -> None:
        self.said = [f"{key} {settings} {' '.join(seats)}"]
        self.second, self.state = SecondReferee(key, settings, seats), start(reglamento_get(key, settings), seats)

    def record(self, line: str) -> str | None:
        """Why both refuse it; None where both accept it."""
        self.said.append(line)
        expected, found = self.second.refuses(line), None
        try:
            decide(self.state, parse_jugada(line))
        except RuleViolation as violation:
            found = violation.code
        assert found == expected, "\n".join(self.said)
        self.state = skip(self.state) if found else apply(self.state, parse_jugada(line))
        self.second.record(line)
        ours, theirs = self.second.result(), result(self.state)
        assert {name: theirs[name] for name in ours} == ours, "\n".join(self.said)
        return found


def played(seed: str, key: str, settings: dict[str, str]) -> None:
    """A mesa of chance under these settings."""
    rng = Random(seed)
    both = Both(key, settings, rng.choice(SEATINGS[key]))
    table = Table(rng, both.second)
    for _ in range(LINES):
        if both.second.ended:
            break
        both.record(table.play())


def worked(vector: Sequence[str], both: Both) -> None:
    """A worked case, as far as the settings let it go."""
    for line in vector:
        dealer = line.rpartition("reparte=")[2]
        both.record(line if both.second.text["sum"] or not line.startswith("sorteo") else f"sorteo reparte={dealer}")
        if both.second.ended:
            break


class ReadText(dict[str, Any]):
    """The text of the second referee, which notes in `read` what is asked of it."""

    def __init__(self, text: dict[str, Any], read: set[str]) -> None:
        super().__init__(text)
        self.read = read

    def __getitem__(self, name: str) -> Any:
        self.read.add(f"text {name}")
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self.read.add(f"text {name}")
        return super().get(name, default)


class ReadRules:
    """The same of the engine's reglamento."""

    def __init__(self, rules: Reglamento, read: set[str]) -> None:
        self._rules, self._read = rules, read

    def __getattr__(self, name: str) -> Any:
        if name == "article":  # of a refusal only the code is compared
            return self._rules.article
        self._read.add(name)
        return vars(self._rules)[name]


Agreed = dict[tuple[str, ...], set[tuple[Any, ...]]]
"""By the names of what both referees read in the course of a vector, the values with which they agreed."""
AGREED: list[Agreed] = [{} for _ in VECTORS]
"""Of all reglamentos: one that says the same as another in all that is read ends as that one did."""


def worked_by_all(key: str, settings: dict[str, str], agreed: Sequence[Agreed]) -> None:
    """Every vector, but where all that would be read is what it was before: then all ends as it did before."""
    there = Both(key, settings, SEATS)
    values = vars(there.state.reglamento) | {f"text {name}": repr(value) for name, value in there.second.text.items()}
    for vector, known in zip(VECTORS, agreed, strict=True):
        if any(tuple(map(values.get, names)) in each for names, each in known.items()):
            continue
        both, read = Both(key, settings, SEATS), set[str]()
        both.second.text = ReadText(both.second.text, read)
        both.state = both.state._replace(reglamento=ReadRules(both.state.reglamento, read))  # type: ignore[arg-type]
        worked(vector, both)
        names = tuple(sorted(read))
        known.setdefault(names, set()).add(tuple(map(values.get, names)))


def pairs(key: str) -> list[dict[str, str]]:
    """Every two settings away from their default, with every two of their values; and each alone."""
    away = [(name, value) for name, values in SETTINGS[key].items() for value in values[1:]]
    alone = [{name: value} for name, value in away]
    return [{}, *alone, *({a: x, b: y} for (a, x), (b, y) in combinations(away, 2) if a != b)]


def test_the_second_referee_knows_every_setting_and_value() -> None:
    for settings in SETTINGS.values():
        for name, values in settings.items():
            assert CHANGES[name] is None or set(values[1:]) <= CHANGES[name].keys(), name


@pytest.mark.parametrize("vector", SANCTIONS)
def test_both_referees_agree_on_which_play_a_sanction_is_of(vector: Sequence[str]) -> None:
    worked(vector, Both("riobamba", {}, SEATS))


@pytest.mark.parametrize(
    ("key", "settings"),
    [
        *((key, {}) for key in sorted(REGLAMENTOS)),
        *(
            (key, {"ronda-plazo": value})
            for key in sorted(SETTINGS)
            for value in SETTINGS[key].get("ronda-plazo", ())[1:]
        ),
    ],
)
def test_both_referees_agree_on_when_a_ronda_is_late(key: str, settings: dict[str, str]) -> None:
    found = set()
    for lifts, who in product(THROWN, ("A", "B", *SEATS)):
        both = Both(key, settings, SEATS)
        worked((SORTEO["A"], *lifts), both)
        found.add(both.record(f"ronda {who} 5"))
        both.record("segundo-reparto")
        assert both.record(f"ronda {who} 6") is None
    assert found == ({"ronda-tarde"} if both.second.text["ronda-before"] == "any" else {None, "ronda-tarde"})


@pytest.mark.parametrize("key", short(sorted(REGLAMENTOS), "riobamba", "quito"))
def test_both_referees_agree_under_every_pair_of_settings(key: str) -> None:
    for number, settings in enumerate(pairs(key)):
        for time in range(TIMES):
            played(f"{key} {number} {time}", key, settings)
        worked_by_all(key, settings, AGREED)
