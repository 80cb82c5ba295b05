"""Names that are read from the back of a hall: shortened in the middle rather than cut at the end."""

from typing import Final

from django import template

from brackets.selectors.sheet import PENDING
from brackets.selectors.shorter import TOGETHER, brief
from brackets.selectors.wording import listed
from brackets.views.fitting import BOLD, fitted, stacked, width_of
from referee.views.table_pages import Half

register = template.Library()
LEAST: Final = 5
"""Em, below which a club says nothing."""


@register.filter
def fit(title: str, room: float) -> str:
    """The title of a pareja in bold, in about so many em.

    >>> fit("Rosa Elvira Chiriboga / Luis Alberto Andrade", 14), fit("", 12)
    ('R. Elvira… / L. Albert…', 'Por definir')
    """
    return fitted(title, size=BOLD, room=room) if title else PENDING


@register.filter
def fit_words(text: str, room: float) -> str:
    """Words that are not bold.

    >>> fit_words("Treintaidosavos de final", 9), fit_words("", 9)
    ('Treintaidosavo…', '')
    """
    return fitted(text, size=1, room=room) if text else ""


@register.filter
def stack(title: str, room: float) -> tuple[str, ...]:
    """The title of a pareja in bold on two lines of so many em.

    >>> stack("Rosa Chiriboga / Luis Andrade", 8.5), stack("", 9)
    (('R. Chiriboga', 'L. Andrade'), ('Por definir',))
    """
    return stacked(title, size=BOLD, room=room) if title else (PENDING,)


@register.filter
def fit_player(name: str, room: float) -> str:
    """One player in bold, with the initial of the given name where the whole does not fit.

    >>> fit_player("Rosa Chiriboga", 11), fit_player("Rosa Chiriboga", 8.5)
    ('Rosa Chiriboga', 'R. Chiriboga')
    """
    return name if width_of(name) * BOLD <= room else fitted(brief(name), size=BOLD, room=room)


@register.filter
def third(half: Half, room: float) -> tuple[str, str]:
    """Who plays, in bold, and beside it what room is left of so many em for the club."""
    names = [name for name, _ in half.players]
    if not names:
        return PENDING, ""
    title = f"{half.side.title}: " if half.named else ""
    ways = (f"{title}{listed(each)}" for each in (names, [brief(name) for name in names]))
    who = next((way for way in ways if width_of(way) * BOLD <= room), None)
    if who is None:
        who = fitted(half.side.title if half.named else TOGETHER.join(names), size=BOLD, room=room)
    left = room - width_of(who) * BOLD - 0.5
    return who, fitted(half.club, size=1, room=left) if half.club and left >= LEAST else ""
