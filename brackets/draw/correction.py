"""Which results may be entered, corrected or removed.

The state is always `outcome(structure, slots, results)`, so a result entered wrong and then corrected leaves exactly what
entering it right would have left. What remains to be decided is what must be refused.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial

from brackets.draw.bracket import NOBODY, Key, Match, Result, Status
from brackets.draw.names import match_name
from brackets.draw.plural import numbered
from brackets.draw.refusal import DrawRefusal
from brackets.draw.structure import Drawn, Outcome, Structure


def check_change(
    drawn: Drawn,
    results: Mapping[Key, Result],
    locked: Collection[Key],
    key: Key,
    new: Result | None,
    *,
    again: bool = False,
) -> None:
    """Refuse `new` (None removes) as the result of `key` when it cannot be, or would undo what was played.

    `locked` are the matches whose parejas must stay who they are although there is no result: called, in
    play, waiting for signatures. The match itself may be among them. The same result again is always
    accepted, and so are details that do not change who plays on.

    `again`: a result that was taken back is given back, though one of the two has left or was put out meanwhile and the other
    passes; ValueError where it does not fit any more.

    DrawRefusal codes: `not-ready`, `not-a-participant`, `in-the-way` (with `blocking`, in the order of rounds); last of all
    `gone-plays` where one that has left would meet others in a match that it keeps, which may be wanted. Both say in which (`apart`).
    KeyError when there is no such match.
    """
    before = drawn.after(results)
    match = before.matches[key]
    if new == results.get(key):
        return
    if new is not None and not again:
        then = drawn.as_of(new.order)  # a mesa that began before a departure counts, however late its paper is typed
        if then is not drawn and key not in results:
            earlier = {other: each for other, each in results.items() if each.order <= new.order}
            earlier_sides = then.after(earlier, stands=before.matches).matches[key]
            if earlier_sides.status is not Status.WAITING:  # else it is of those who have come to it since
                match = earlier_sides
        _check_fits(drawn.structure, match, new)
    changed = {other: result for other, result in results.items() if other != key}
    if new is not None:
        changed[key] = new
    if again:
        match = drawn.after(changed).matches[key]
    # Of its own sides one may have left since: they are those that it had before that.
    outcome = partial(drawn.after, stands={**before.matches, key: match})
    what = f"No se puede cambiar el resultado de {match_name(drawn.structure, match)}"
    # Its own parejas may change: where one has left since, taking the result back leaves the rival alone.
    _refuse(drawn, before, outcome, results, changed, locked, what, own=key)


def check_redrawn(
    drawn: Drawn, changed: Drawn, results: Mapping[Key, Result], locked: Collection[Key], *, what: str
) -> None:
    """Refuse other lines or rules (somebody enters late, leaves, comes back) that would undo what was played.

    `what` begins the message: "No se puede retirar la 7". DrawRefusal `in-the-way` and `gone-plays`, as in `check_change`.
    """
    before = drawn.after(results)
    _refuse(drawn, before, partial(changed.after, stands=before.matches), results, results, locked, what)


def _refuse(
    drawn: Drawn,
    before: Outcome,
    then: Callable[[Mapping[Key, Result]], Outcome],
    results: Mapping[Key, Result],
    changed: Mapping[Key, Result],
    locked: Collection[Key],
    what: str,
    own: Key | None = None,
) -> None:
    """Refuse what is in the way of `changed`; else what would give other rivals to one that has left, in a match that it keeps until it is decided.

    Where that is left without effect, it is decided no longer; what is `own` is being decided.
    """
    after = then(changed)
    blocking = tuple(key for key in in_the_way(before, after, results, locked) if key != own)
    if blocking:
        after = then({key: result for key, result in changed.items() if key not in blocking})
    rules, decided = drawn.rules, {*results, own}.difference(blocking)
    gone = {*rules.left, *before.out}
    kept = {*rules.unsettled, *(at for each in rules.left.values() for at in each.playing)} - decided
    apart = tuple(key for key, match in before.matches.items() if key in kept and _loses_its_rival(match, after, gone))
    if blocking:
        message = explained(what, drawn.structure, before, blocking, results)
        raise DrawRefusal("in-the-way", message, blocking=blocking, apart=apart)
    if apart:
        there = match_name(drawn.structure, before.matches[apart[0]])
        raise DrawRefusal(
            "gone-plays",
            f"{what}: en {there} sigue alguien que ya salió, hasta que se decida, y tendría otro rival. "
            "Registre primero su resultado.",
            blocking=apart,
            apart=apart,
        )


def _loses_its_rival(match: Match, after: Outcome, gone: Collection[int]) -> bool:
    """Whether one of two that are known stays in the match though it is gone, while the other makes room."""
    then = after.matches.get(match.key)
    if then is None:
        return False
    sides, others = _sides(match), _sides(then)
    stays = any(side in gone and side in others for side in sides)
    return stays and any(isinstance(side, int) and side not in others and NOBODY not in others for side in sides)


def in_the_way(
    before: Outcome, after: Outcome, results: Mapping[Key, Result], locked: Collection[Key]
) -> tuple[Key, ...]:
    """The matches that hold on to their parejas and would get others, or be there no more, nearest first.

    `after` counts a result only where the sides stayed as they are `before`.
    """
    return tuple(
        key
        for key, match in before.matches.items()
        if (key in results or (key in locked and match.status is not Status.BYE))
        and (key not in after.matches or _sides(match) != _sides(after.matches[key]))
    )


def explained(
    what: str, structure: Structure, before: Outcome, blocking: Sequence[Key], results: Mapping[Key, Result]
) -> str:
    """`what` cannot be done, which matches stand in the way and what to do first."""
    named = (
        f"{match_name(structure, before.matches[key])} "
        f"({'ya tiene resultado' if key in results else 'está en juego, o espera firmas o un fallo'})"
        for key in blocking
    )
    one, more = (
        "Deje primero sin efecto esa partida.",
        "Deje primero sin efecto esas partidas, empezando por la última.",
    )
    if any(key not in results for key in blocking):
        one = f"Cuando termine y se resuelva, d{one[1:]}"
        more = f"Cuando terminen y se resuelvan las que siguen, d{more[1:]}"
    return f"{what}: " + numbered(
        named, f"cambiarían los rivales de {{}}. {one}", f"cambiarían los rivales de {{}}. {more}"
    )


def _check_fits(structure: Structure, match: Match, new: Result) -> None:
    name = match_name(structure, match)
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


def _sides(match: Match) -> tuple[object, object]:
    return match.a, match.b
