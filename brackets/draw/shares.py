"""A public seed from shares of the parejas: each promises one by its hash, and shows it when all have promised."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from brackets.draw.commitment import digest
from brackets.draw.plural import listed

SHARE: Final = re.compile(r"[0-9a-f]{32}")
"""128 bits that a phone drew, in hexadecimal."""
PROMISE: Final = re.compile(r"[0-9a-f]{64}")
LEAST: Final = 2
MINUTES: Final = 10
"""How long those that promised have to show their shares, after the last promise (our default)."""


class SharesWrong(ValueError):
    """The shares give no seed, in a sentence for people."""


def share_promise(commitment: str, pareja: int, share: str) -> str:
    """What a pareja promises: bound to one commitment of the server and to its number, so that no other can promise the same.

    >>> share_promise("c0", 3, "5f" * 16)[:16]
    '86d18d2ef0e0a597'
    """
    return digest(f"{commitment}|{pareja}|{share}")


def share_data(
    pareja: int, promise: str, share: str = "", *, promised_at: str = "", shown_at: str = ""
) -> dict[str, Any]:
    """A share as an acta names it, with its hours (ISO 8601); `share` is empty where the pareja did not show it in time."""
    return {
        "pareja": pareja,
        "promesa": promise,
        "prometido": promised_at,
        "aporte": share,
        "mostrado": shown_at,
    }


def left_out(shares: Sequence[Mapping[str, Any]]) -> tuple[int, ...]:
    """The parejas that promised a share and did not show it."""
    return tuple(each["pareja"] for each in shares if not each["aporte"])


def not_promised(commitment: str, shares: Sequence[Mapping[str, Any]]) -> tuple[int, ...]:
    """The parejas whose share, as it was shown, is not the one that they promised."""
    shown = [(each["pareja"], str(each["aporte"]), each["promesa"]) for each in shares if each["aporte"]]
    return tuple(
        number
        for number, share, promise in shown
        if not SHARE.fullmatch(share) or share_promise(commitment, number, share) != promise
    )


def shares_seed(commitment: str, shares: Sequence[Mapping[str, Any]], least: int) -> str:
    """The public seed of these shares, in order of pareja: `printf 'c0|3:5f…|8:a1…' | sha256sum`. Raises SharesWrong.

    >>> shares = [share_data(n, share_promise("c0", n, f"{n:032x}"), f"{n:032x}") for n in (3, 8)]
    >>> shares_seed("c0", [*shares, share_data(9, "ab" * 32)], 2)[:16]
    'f40e3f28436fca9b'
    """
    numbers = [each["pareja"] for each in shares]
    if numbers != sorted(set(numbers)):
        raise SharesWrong("Los aportes no están una vez cada uno, por número.")
    if wrong := not_promised(commitment, shares):
        raise SharesWrong(f"El aporte del número {wrong[0]} no es el que prometió.")
    shown = [each for each in shares if each["aporte"]]
    if len(shown) < max(least, LEAST):
        raise SharesWrong(f"Aportes mostrados: {len(shown)}; hacen falta al menos {max(least, LEAST)}.")
    return digest("|".join([commitment, *(f"{each['pareja']}:{each['aporte']}" for each in shown)]))


def shares_until(source: Mapping[str, Any], closed: datetime) -> datetime:
    """Until when those that promised may show their shares before any of them is left out."""
    return closed + timedelta(minutes=source["plazo"])


def shares_out_of_time(
    source: Mapping[str, Any],
    proof: Mapping[str, Any],
    published: datetime,
    drawn: datetime,
    entrants: Collection[int],
) -> Iterator[str]:
    """What of these shares was not done in its turn, in sentences: promised, closed, shown, drawn; and whose they may not be."""
    shares = proof["aportes"]
    if strange := sorted({each["pareja"] for each in shares} - set(entrants)):
        yield f"Hay aportes de quienes no entran al sorteo, por número: {listed(strange)}."
    closed = datetime.fromisoformat(proof["cerrado"])
    if not published <= closed <= datetime.fromisoformat(source["cierre"]):
        yield "Las promesas no se cerraron entre el compromiso y la hora fijada."
    for each in shares:
        if not published <= datetime.fromisoformat(each["prometido"]) <= closed:
            yield f"El número {each['pareja']} no prometió su aporte antes del cierre."
        if each["aporte"] and not closed <= datetime.fromisoformat(each["mostrado"]) <= drawn:
            yield f"El número {each['pareja']} no mostró su aporte entre el cierre y el sorteo."
    if left_out(shares) and drawn < shares_until(source, closed):
        yield "Se sorteó sin esperar a quienes podían mostrar su aporte todavía."
