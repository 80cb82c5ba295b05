"""The registry of rulebooks: one module each, one line here."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from referee.rules.errors import UnknownReglamento
from referee.rules.parameters import SETTINGS, Asked, Doubt, Phrase
from referee.rules.reglamento import Reglamento, with_settings
from referee.rules.reglamentos.blog import BLOG
from referee.rules.reglamentos.juez_de_aguas import JUEZ_DE_AGUAS
from referee.rules.reglamentos.pagat import PAGAT
from referee.rules.reglamentos.quito import QUITO
from referee.rules.reglamentos.rigor import RIGOR
from referee.rules.reglamentos.riobamba import RIOBAMBA

REGLAMENTOS: Final[Mapping[str, Reglamento]] = {
    rules.key: rules for rules in (RIOBAMBA, PAGAT, BLOG, QUITO, RIGOR, JUEZ_DE_AGUAS)
}


def reglamento_get(key: str, settings: Mapping[str, str] | None = None) -> Reglamento:
    """The rulebook of this key with these settings.

    Raises UnknownReglamento, and UnknownSetting for a setting or value it does not have.
    """
    return _settled(key, tuple(sorted((settings or {}).items())))


@cache
def _settled(key: str, settings: tuple[tuple[str, str], ...]) -> Reglamento:
    if key not in REGLAMENTOS:
        message = f"no existe el reglamento «{key}»; existen {', '.join(REGLAMENTOS)}"
        raise UnknownReglamento(message)
    return with_settings(REGLAMENTOS[key], dict(settings))


def asked_pairs() -> tuple[Phrase, ...]:
    """What is asked of a Director, answered and why, in Spanish and in English, each once."""
    declared = (phrase for _, asked in SETTINGS.values() for phrase in _declared(asked))
    cited = (phrase for rules in REGLAMENTOS.values() for doubt in rules.doubts for phrase in _cited(doubt))
    return tuple(dict.fromkeys((*declared, *cited)))


def _declared(asked: Asked) -> Iterable[Phrase]:
    variant = (asked.variant.reason, asked.variant.kept) if asked.variant else ()
    return (asked.question, *(option.label for option in asked.options), *variant)


def _cited(doubt: Doubt) -> Iterable[Phrase]:
    return (*filter(None, (doubt.question, doubt.reason)), *doubt.words.values())
