"""The registry of rulebooks: one module each, one line here."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from referee.rules.errors import UnknownReglamento
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
