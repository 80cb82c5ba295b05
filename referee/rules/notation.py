"""One line of notation, read and written: `parse_jugada` and `dump_jugada` are inverse.

The grammar is a table: for each word the tokens that follow it, so that an error names the column of the
first token that does not fit. What the log can make implausible may end in `confirmado`.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, NamedTuple, cast

from referee.rules.errors import NotationError
from referee.rules.jugadas import (
    CONFIRMED,
    JUEZ,
    LEVANTES,
    REPARTOS,
    RONDAS,
    Adjudica,
    Ajusta,
    Anula,
    Arranche,
    Conteo,
    Exit,
    FueraDeTurno,
    JuegoYVeo,
    Jugada,
    Levante,
    MalPedido,
    MalReparto,
    Proclama,
    Reanudacion,
    Recuento,
    Reparte,
    Reparto,
    RepiteData,
    Ronda,
    Sorteo,
    Suspension,
)

MAX_LINE: Final = 400


class Slot(NamedTuple):
    """What one token after the word must look like; `many` means none, one or more of them."""

    pattern: re.Pattern[str]
    optional: bool = False
    many: bool = False


SUBJECT: Final = Slot(re.compile(r"[AB][12]?"))
RANK: Final = Slot(re.compile(r"[A2-7JQK]"))
CARDS_DRAWN: Final = Slot(re.compile(r"[AB][12]=[A2-7JQK]"), optional=True, many=True)
DEALER: Final = Slot(re.compile(r"reparte=[AB][12]"), optional=True)
PLAYER: Final = Slot(re.compile(r"[AB][12]"))
ASKED_BY: Final = Slot(re.compile(rf"[AB][12]?|{JUEZ}"))
CARDS: Final = Slot(re.compile(r"[1-9][0-9]?"))
FINDING: Final = Slot(re.compile(r"procede|no-procede"))
NUMBER: Final = Slot(re.compile(r"[1-9][0-9]{0,5}"))
POINTS: Final = Slot(re.compile(r"[+-][0-9]{1,3}"))
REASON: Final = Slot(re.compile(r'"(?:[^"\\\x00-\x1f\x7f]|\\["\\])*"'))
FALLA: Final = Slot(re.compile(r"falla"), optional=True)

Fields = Sequence[str]
Build = Callable[[str, Fields], Jugada]


def _count(name: str) -> Slot:
    return Slot(re.compile(rf"{name}=[0-9]{{1,3}}"))


def _optional(slot: Slot) -> Slot:
    return slot._replace(optional=True)


def _value(field: str) -> str:
    return field.partition("=")[2]


def _unquote(field: str) -> str:
    return re.sub(r"\\(.)", r"\1", field[1:-1])


def _quote(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _sorteo(_word: str, fields: Fields) -> Jugada:
    drawn = [tuple(field.split("=")) for field in fields if not field.startswith("reparte=")]
    dealer = next((_value(field) for field in fields if field.startswith("reparte=")), None)
    return Sorteo(cards=tuple((player, rank) for player, rank in drawn), dealer=dealer)


def _juego_y_veo(_word: str, fields: Fields) -> Jugada:
    number = int(fields[2]) if len(fields) > 2 else None
    return JuegoYVeo(subject=fields[0], upheld=fields[1] == "procede", number=number)


def _conteo(_word: str, fields: Fields) -> Jugada:
    a, b, table = (int(_value(field)) for field in fields[:3])
    return Conteo(a=a, b=b, table=table, falla=fields[-1] == "falla")


def _recuento(_word: str, fields: Fields) -> Jugada:
    a, b, table = (int(_value(field)) for field in fields[1:])
    return Recuento(asked_by=fields[0], a=a, b=b, table=table)


def _repite_data(_word: str, fields: Fields) -> Jugada:
    return RepiteData(_unquote(fields[-1]), data=int(fields[0]) if fields[1:] else None)


def _anula(_word: str, fields: Fields) -> Jugada:
    return Anula(number=int(fields[0]), reason=_unquote(fields[1]) if fields[1:] else None)


_GRAMMAR: Final[dict[str, tuple[tuple[Slot, ...], Build]]] = {
    "sorteo": ((CARDS_DRAWN, DEALER), _sorteo),
    **{word: ((SUBJECT, RANK), lambda w, f: Ronda(w, f[0], f[1])) for word in RONDAS},
    **{word: ((SUBJECT,), lambda w, f: Levante(w, f[0])) for word in LEVANTES},
    **{word: ((), lambda w, _: Reparto(w)) for word in REPARTOS},
    "reparte": ((PLAYER,), lambda _, f: Reparte(f[0])),
    "arranche": ((CARDS,), lambda _, f: Arranche(int(f[0]))),
    "juego-y-veo": ((SUBJECT, FINDING, _optional(NUMBER)), _juego_y_veo),
    "mal-reparto": ((DEALER,), lambda _, f: MalReparto(_value(f[0]) if f else None)),
    "mal-pedido": ((SUBJECT,), lambda _, f: MalPedido(f[0])),
    "fuera-de-turno": ((SUBJECT,), lambda _, f: FueraDeTurno(f[0])),
    "conteo": ((_count("A"), _count("B"), _count("mesa"), FALLA), _conteo),
    "recuento": ((ASKED_BY, _count("A"), _count("B"), _count("mesa")), _recuento),
    "proclama": ((), lambda *_: Proclama()),
    "suspension": ((REASON,), lambda _, f: Suspension(_unquote(f[0]))),
    "reanudacion": ((), lambda *_: Reanudacion()),
    **{
        word: ((SUBJECT, REASON), lambda w, f: Exit(w, f[0], _unquote(f[1])))
        for word in ("abandono", "descalificacion")
    },
    "ajusta": ((SUBJECT, POINTS, REASON), lambda _, f: Ajusta(f[0], int(f[1]), _unquote(f[2]))),
    **{
        word: ((SUBJECT, REASON), lambda w, f: Adjudica(w, f[0], _unquote(f[1])))
        for word in ("adjudica-chica", "adjudica-mesa")
    },
    "repite-data": ((_optional(NUMBER), REASON), _repite_data),
    "anula": ((NUMBER, _optional(REASON)), _anula),
}

WORDS: Final = tuple(_GRAMMAR)
CONFIRMABLE: Final = (*LEVANTES, "arranche", "juego-y-veo", "mal-pedido", "conteo")
_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"?\S*|\S+')


def parse_jugada(text: str) -> Jugada:
    """Read one line; runs of blanks count as one.

    Raises NotationError naming the column (in `text`, from 1) where it stops being notation.

    >>> parse_jugada("caida B2")
    Levante(word='caida', subject='B2', confirmed=False)
    >>> parse_jugada("conteo A=22 B=x mesa=1")
    Traceback (most recent call last):
    referee.rules.errors.NotationError: «B=x» no va aquí en «conteo»
    """
    return _parsed(text)


@lru_cache(maxsize=4096)  # a mesa says the same few lines again and again
def _parsed(text: str) -> Jugada:
    if len(text) > MAX_LINE:
        message = f"la línea pasa de {MAX_LINE} caracteres"
        raise NotationError(message, column=MAX_LINE + 1)
    tokens = [(match.group(), match.start() + 1) for match in _TOKEN.finditer(text)]
    if not tokens:
        raise NotationError("línea vacía")
    word, column = tokens.pop(0)
    if word not in _GRAMMAR:
        message = f"no existe la jugada «{word[:30]}»"
        raise NotationError(message, column=column)
    slots, build = _GRAMMAR[word]
    confirmed = word in CONFIRMABLE and bool(tokens) and tokens[-1][0] == CONFIRMED
    if confirmed:
        tokens.pop()
    fields = _fields(word, slots, tokens, end=len(text.rstrip()) + 1)
    jugada: Any = build(word, fields)
    if confirmed:
        jugada = replace(jugada, confirmed=True)
    if isinstance(jugada, JuegoYVeo) and jugada.number and not jugada.upheld:
        raise NotationError("«no-procede» no lleva número de jugada", column=text.rindex(fields[2]) + 1)
    return cast("Jugada", jugada)


def _fields(word: str, slots: tuple[Slot, ...], tokens: list[tuple[str, int]], *, end: int) -> list[str]:
    """The tokens as the slots take them, all of them; `end` is the column where a missing one belongs."""
    fields: list[str] = []
    for slot in slots:
        taken = 0
        while tokens and slot.pattern.fullmatch(tokens[0][0]) and (slot.many or not taken):
            fields.append(tokens.pop(0)[0])
            taken += 1
        if not taken and not slot.optional:
            raise _unfit(word, tokens, end=end)
    if tokens:
        raise _unfit(word, tokens, end=end)
    return fields


def _unfit(word: str, tokens: list[tuple[str, int]], *, end: int) -> NotationError:
    if not tokens:
        return NotationError(f"a «{word}» le faltan datos", column=end)
    token, column = tokens[0]
    return NotationError(f"«{token[:30]}» no va aquí en «{word}»", column=column)


def dump_jugada(jugada: Jugada) -> str:
    """Write one line; `parse_jugada` reads it back to the same value.

    >>> dump_jugada(Conteo(a=22, b=17, table=1))
    'conteo A=22 B=17 mesa=1'
    """
    line = _dumped(jugada)
    return f"{line} {CONFIRMED}" if getattr(jugada, "confirmed", False) else line


def _dumped(jugada: Jugada) -> str:  # noqa: C901 (one line a kind of jugada)
    match jugada:
        case Sorteo(cards=cards, dealer=dealer):
            drawn = [f"{player}={rank}" for player, rank in cards]
            return " ".join(["sorteo", *drawn, *([f"reparte={dealer}"] if dealer else [])])
        case Ronda(word=word, subject=subject, rank=rank):
            return f"{word} {subject} {rank}"
        case Levante(word=word, subject=subject):
            return f"{word} {subject}"
        case Arranche(cards=cards):
            return f"arranche {cards}"
        case JuegoYVeo(subject=subject, upheld=upheld, number=number):
            finding = "procede" if upheld else "no-procede"
            return f"juego-y-veo {subject} {finding}" + (f" {number}" if number else "")
        case MalPedido(word=word, subject=subject) | FueraDeTurno(word=word, subject=subject):
            return f"{word} {subject}"
        case Conteo(a=a, b=b, table=table, falla=falla):
            return f"conteo A={a} B={b} mesa={table}" + (" falla" if falla else "")
        case Recuento(asked_by=asked_by, a=a, b=b, table=table):
            return f"recuento {asked_by} A={a} B={b} mesa={table}"
        case Reparte(player=player):
            return f"reparte {player}"
        case MalReparto(dealer=dealer):
            return "mal-reparto" + (f" reparte={dealer}" if dealer else "")
        case Suspension(word=word, reason=reason):
            return f"{word} {_quote(reason)}"
        case RepiteData(data=data, reason=reason):
            return "repite-data " + (f"{data} " if data else "") + _quote(reason)
        case Exit(word=word, subject=subject, reason=reason) | Adjudica(word=word, subject=subject, reason=reason):
            return f"{word} {subject} {_quote(reason)}"
        case Ajusta(subject=subject, points=points, reason=reason):
            return f"ajusta {subject} {points:+d} {_quote(reason)}"
        case Anula(number=number, reason=reason):
            return f"anula {number}" + ("" if reason is None else f" {_quote(reason)}")
        case Reparto() | Proclama() | Reanudacion():
            return jugada.word
