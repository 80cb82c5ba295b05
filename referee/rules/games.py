"""A whole file of notation: header and jugadas, read, folded and written."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from referee.rules.errors import NotationError, RuleViolation, UnknownReglamento, UnknownSetting
from referee.rules.jugadas import Jugada
from referee.rules.notation import MAX_LINE, dump_jugada, parse_jugada
from referee.rules.reglamentos import reglamento_get
from referee.rules.results import Refused, Warned
from referee.rules.sides import SEATS, seats_problem
from referee.rules.state import MesaState, start
from referee.rules.timeline import Timeline

HEADER: Final = ("reglamento", "ajuste", "asientos")


@dataclass(frozen=True, slots=True)
class Line:
    """A jugada of a file and the line it stands on, from 1."""

    number: int
    text: str
    jugada: Jugada


@dataclass(frozen=True, slots=True)
class Game:
    """A file of notation (`cuarenta-mesa/1`)."""

    reglamento: str
    settings: Mapping[str, str] = field(default_factory=dict)
    seats: tuple[str, ...] = SEATS
    lines: tuple[Line, ...] = ()


def parse_game(text: str) -> Game:
    """Read a file.

    Raises NotationError with line and column for the first thing that is no notation, an unknown rulebook,
    setting or value, a setting or the seats said twice, and seats that cannot be.
    """
    game: Game | None = None
    said = {"reglamento"}
    lines: list[Line] = []
    number = 0
    for number, raw in enumerate(text.split("\n"), start=1):
        content = raw.strip()
        if not content or content.startswith("#"):
            continue
        try:
            game = _read(game, said, lines, number, content)
        except NotationError as error:
            error.line = number
            error.column += len(raw) - len(raw.lstrip())
            raise
    if game is None:
        raise NotationError("falta la primera línea: «reglamento …»", line=max(number, 1))
    return replace(game, lines=tuple(lines))


def _read(game: Game | None, said: set[str], lines: list[Line], number: int, content: str) -> Game:
    """The game with this line; `said` is what of the header may not come again."""
    if len(content) > MAX_LINE:
        message = f"la línea pasa de {MAX_LINE} caracteres"
        raise NotationError(message, column=MAX_LINE + 1)
    word, _, rest = content.partition(" ")
    if game is None:
        if word != "reglamento":
            raise NotationError("la primera línea debe ser «reglamento …»")
        return _checked(Game(reglamento=rest.strip()), column=len(word) + 2)
    if word not in HEADER:
        lines.append(Line(number, content, parse_jugada(content)))
        return game
    once = f"{word} {rest.partition('=')[0].strip()}" if word == "ajuste" else word
    if lines or once in said:
        message = f"«{once}» va en el encabezado, una vez y antes de las jugadas"
        raise NotationError(message)
    said.add(once)
    if word == "ajuste":
        match = re.fullmatch(r"([a-z0-9-]+)=([a-z0-9-]+)", rest.strip())
        if match is None:
            raise NotationError("se espera «ajuste clave=valor»", column=len(word) + 2)
        return _checked(replace(game, settings={**game.settings, match[1]: match[2]}), column=len(word) + 2)
    return _checked(replace(game, seats=tuple(rest.split())), column=len(word) + 2)


def _checked(game: Game, column: int) -> Game:
    try:
        rules = reglamento_get(game.reglamento, game.settings)
    except (UnknownReglamento, UnknownSetting) as error:
        raise NotationError(str(error), column=column) from error
    problem = seats_problem(game.seats, rules.match_players_per_pair)
    if problem:
        raise NotationError(problem, column=column)
    return game


def dump_game(game: Game) -> str:
    """Write a file that `parse_game` reads back; comments and blank lines are not kept."""
    header = [f"reglamento {game.reglamento}"]
    header += [f"ajuste {key}={value}" for key, value in game.settings.items()]
    if game.seats != SEATS:
        header.append(f"asientos {' '.join(game.seats)}")
    return "\n".join([*header, "", *(dump_jugada(line.jugada) for line in game.lines)]) + "\n"


class Played(NamedTuple):
    """A folded file; a refused jugada uses up its number and changes nothing, an implausible one (`warned`) counts.

    Of an annulled one nothing is warned, and of the others what the log says without it.
    """

    state: MesaState
    refused: tuple[Refused, ...]
    warned: tuple[Warned, ...]


def play(game: Game) -> Played:
    """Fold a file."""
    state = start(reglamento_get(game.reglamento, game.settings), game.seats)
    return play_lines(state, game.lines)


def play_lines(state: MesaState, lines: Iterable[Line]) -> Played:
    """Fold lines after `state`, in time in proportion to them."""
    timeline = Timeline(state)
    refused: list[Refused] = []
    told = dict(enumerate(lines, start=state.next_number))
    for number, line in told.items():
        try:
            timeline.record(number, line.jugada)
        except RuleViolation as violation:
            # Without its traceback, which would keep all that was folded on the way.
            refused.append(Refused(line.number, line.text, violation.with_traceback(None)))
    warned = tuple(
        Warned(told[number].number, told[number].text, caution, told[number].jugada)
        for number, caution in timeline.cautions()
        if number in told
    )
    return Played(timeline.state(state.next_number + len(told)), tuple(refused), warned)
