"""Which results may be entered, corrected or removed.

The state is always `fold(slots, results)`, so a result entered wrong and then corrected leaves exactly what
entering it right would have left. What remains to be decided is what must be refused.
"""

from collections.abc import Collection, Mapping, Sequence

from brackets.draw.bracket import PENDING, Bracket, Key, Match, Result, Side, Status, advancing, fold
from brackets.draw.names import match_name
from brackets.draw.refusal import DrawRefusal


def check_change(
    slots: Sequence[int | None],
    results: Mapping[Key, Result],
    locked: Collection[Key],
    key: Key,
    new: Result | None,
) -> None:
    """Refuse `new` (None removes) as the result of `key` when it cannot be, or would undo what was played.

    `locked` are the matches whose parejas must stay who they are although there is no result: called, in
    play, waiting for signatures. The match itself may be among them. The same result again is always
    accepted, and so are details that do not change who advances.

    DrawRefusal codes: `not-ready`, `not-a-participant`, `in-the-way` (with `blocking`, in the order of rounds).
    KeyError when there is no such match.
    """
    bracket = fold(slots, results)
    match = bracket[key]
    if new == results.get(key):
        return
    if new is not None:
        _check_fits(bracket, match, new)
    advances = advancing(match.a, match.b, new)
    if blocking := _in_the_way(bracket, results, locked, match, advances):
        raise DrawRefusal("in-the-way", _explained(bracket, match, blocking, results), blocking=blocking)


def _check_fits(bracket: Bracket, match: Match, new: Result) -> None:
    name = match_name(bracket, match.key)
    if match.status is Status.WAITING:
        raise DrawRefusal(
            "not-ready",
            f"{name} todavía no tiene sus dos rivales. Registre primero los resultados de las partidas anteriores.",
        )
    if match.status is Status.BYE:
        raise DrawRefusal("not-ready", f"{name} no se juega: no tiene dos rivales. No hace falta ningún resultado.")
    if new.winner not in (match.a, match.b, None):
        raise DrawRefusal(
            "not-a-participant",
            f"El número {new.winner} no juega {name}: la juegan el {match.a} y el {match.b}. Elija uno de los dos.",
        )


def _in_the_way(
    bracket: Bracket,
    results: Mapping[Key, Result],
    locked: Collection[Key],
    match: Match,
    advances: Side,
) -> tuple[Key, ...]:
    """The later matches that hold on to their parejas and would get others, nearest first."""
    blocking: list[Key] = []
    changed = match
    while advances != changed.advances and changed.round < len(bracket.rounds):
        later = bracket[changed.round + 1, changed.position // 2]
        if later.key in results:
            blocking.append(later.key)
            advances = PENDING  # its result would have to go, so the match after it is touched as well
        else:
            if later.key in locked and later.status is not Status.BYE:
                blocking.append(later.key)
            rival = later.a if changed.position % 2 else later.b
            advances = advancing(advances, rival, None)
        changed = later
    return tuple(blocking)


def _explained(bracket: Bracket, match: Match, blocking: Sequence[Key], results: Mapping[Key, Result]) -> str:
    *others, last = [
        f"{match_name(bracket, key)} ({'ya tiene resultado' if key in results else 'ya está convocada o en juego'})"
        for key in blocking
    ]
    named = f"{', '.join(others)} y {last}" if others else last
    what_first = "esa partida" if len(blocking) == 1 else "esas partidas, empezando por la última"
    return (
        f"No se puede cambiar el resultado de {match_name(bracket, match.key)}: "
        f"cambiarían los rivales de {named}. Deje primero sin efecto {what_first}."
    )
