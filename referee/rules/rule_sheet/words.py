"""Words that the sentences of the rule sheet share, each in both languages."""

from collections.abc import Iterable
from typing import Final, Literal, NamedTuple

Language = Literal["es", "en"]
LANGUAGES: Final[tuple[Language, ...]] = ("es", "en")


class Both(NamedTuple):
    """The same in Spanish and in English."""

    es: str
    en: str

    def of(self, language: Language) -> str:
        return self.en if language == "en" else self.es


class Said(NamedTuple):
    """A sentence in both languages and the parameters it tells; without any it is the championship's own."""

    es: str
    en: str
    keys: tuple[str, ...]


class Terms(NamedTuple):
    """What the championship settled besides the rulebook."""

    players_per_pareja: int = 2
    appeal_minutes: int | None = None
    grace_minutes: int = 0
    identification: str = ""
    loser_signs: bool = False


def say(es: str, en: str, *keys: str) -> Said:
    return Said(es, en, keys)


def points(number: int) -> Both:
    """
    >>> points(2)
    Both(es='2 puntos', en='2 points')
    """
    return Both(f"{number} punto{_s(number)}", f"{number} point{_s(number)}")


def cards(number: int) -> Both:
    return Both(f"{number} carta{_s(number)}", f"{number} card{_s(number)}")


def minutes(number: int) -> Both:
    return Both(f"{number} minuto{_s(number)}", f"{number} minute{_s(number)}")


def reward(award: int | str | None) -> Both:
    """What a jugada brings: points, or the chica.

    >>> reward("chica").es, reward(10).en
    ('gana la chica en el acto', 'gives 10 points')
    """
    if isinstance(award, str):
        return Both("gana la chica en el acto", "wins the chica at once")
    return Both(f"da {points(award or 0).es}", f"gives {points(award or 0).en}")


def change(number: int) -> Both:
    """Points given to a pareja, or taken from it.

    >>> change(-2).es, change(0).en
    ('pierde 2 puntos', 'gains nothing')
    """
    if number == 0:
        return Both("no gana nada", "gains nothing")
    if number < 0:
        return Both(f"pierde {points(-number).es}", f"loses {points(-number).en}")
    return Both(f"gana {points(number).es}", f"gains {points(number).en}")


def listed(items: Iterable[Both]) -> Both:
    """
    >>> listed([Both("pierde 2 puntos", "loses 2 points"), Both("gana 2", "gains 2")]).en
    'loses 2 points and gains 2'
    """
    told = tuple(items)
    return Both(_joined([item.es for item in told], " y "), _joined([item.en for item in told], " and "))


def either(items: Iterable[Both]) -> Both:
    """
    >>> either([Both("caída", "caída"), Both("limpia", "limpia"), Both("conteo", "the count")]).es
    'caída, con limpia o con conteo'
    """
    told = tuple(items)
    return Both(_joined([item.es for item in told], " o con ", ", con "), _joined([item.en for item in told], " or "))


def _joined(items: list[str], last: str, between: str = ", ") -> str:
    return items[0] if len(items) == 1 else f"{between.join(items[:-1])}{last}{items[-1]}"


def _s(number: int) -> str:
    return "" if abs(number) == 1 else "s"
