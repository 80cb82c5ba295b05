"""What the templates of the site share: icons, the state of a partida, dates and points as people read them."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import Any

from django import template
from django.templatetags.static import static
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from brackets.models import Fixture
from brackets.selectors import wording
from brackets.selectors.chips import chips

register = template.Library()


@register.simple_tag
def icon(name: str) -> SafeString:
    """An icon that says nothing by itself: a word always stands beside it."""
    return format_html('<svg class="icon" aria-hidden="true"><use href="{}#{}"/></svg>', static("site/icons.svg"), name)


@register.simple_tag
def state(fixture: Fixture) -> SafeString:
    """The state of a partida by shape, word and colour."""
    return format_html(
        '<span class="state state--{0}">{1}<span>{2}</span></span>',
        fixture.status,
        icon(fixture.status),
        fixture.get_status_display(),
    )


@register.filter
def counted(count: int, forms: str) -> str:
    """A number with its noun: `{{ minutes|counted:"minuto,minutos" }}`."""
    one, many = forms.split(",")
    return wording.counted(count, one, many)


@register.filter
def listed(things: Iterable[object]) -> str:
    """Names in a row: `{{ pareja.players.all|listed }}`, «Eva Luna e Iván Sol»; of none, nothing."""
    there = list(things)
    return wording.listed(there) if there else ""


@register.filter
def and_before(name: str) -> str:
    """«y» or «e»: `{{ a }} {{ b|and_before }} {{ b }}`."""
    return wording.and_before(name)


@register.filter
def of(found: Mapping[Any, Any], key: object) -> Any:
    """What was found for this key, or nothing: `{{ callups|of:fixture.pk }}`."""
    return found.get(key)


@register.inclusion_tag("brackets/parts/counters.html")
def counters(points: int) -> dict[str, object]:
    """Points as they lie on the table: perros of ten and tantos of two (14.a, 14.b)."""
    perros, tantos = chips(points)
    return {"points": points, "perros": range(perros), "tantos": range(tantos)}


@register.simple_tag
def chip_icons(points: int) -> SafeString:
    """The icons of `counters` alone."""
    perros, tantos = chips(points)
    return format_html_join("", "{}", [(icon("perro"),)] * perros + [(icon("tanto"),)] * tantos)


@register.simple_tag
def days(first: date, last: date) -> str:
    """One day or a range, without repeating the month or the year.

    >>> days(date(2026, 11, 28), date(2026, 12, 4))
    '28 de noviembre al 4 de diciembre de 2026'
    >>> days(date(2026, 12, 3), date(2026, 12, 3))
    '3 de diciembre de 2026'
    """
    end = date_format(last, r"j \d\e F \d\e Y")
    if first == last:
        return end
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day} al {end}"
    pattern = r"j \d\e F" if first.year == last.year else r"j \d\e F \d\e Y"
    return f"{date_format(first, pattern)} al {end}"


@register.simple_tag(takes_context=True)
def dated(context: dict[str, Any], moment: datetime | None, form: str) -> str:
    """An hour with the weekday and date of its day of play: `{% dated late.at "l j, H:i" %}`; nothing of no hour."""
    if moment is None:
        return ""
    return date_format(context["request"].championship.play_days.dated(moment), form)


@register.simple_tag(takes_context=True)
def said(context: dict[str, Any], phrase: str) -> str:
    """The phrase as this championship's people read it: of jugadores where single players meet."""
    return wording.said(context["request"].championship.players_per_pareja, phrase)


@register.filter
def inside(sentence: str) -> str:
    """`{{ mesa|inside }}`: it begins small, and names keep their capitals."""
    return wording.inside(str(sentence))


@register.simple_tag(takes_context=True)
def twin(context: dict[str, Any], phrase: str) -> str:
    """The same for the words of a tie-break, which may be of nobody in particular."""
    return wording.twin(context["request"].championship.players_per_pareja, phrase)


@register.simple_tag(takes_context=True)
def place(context: dict[str, Any], view: str, words: str, *, whole: bool = False, wide: bool = False) -> SafeString:
    """A place to go within the championship; marked where one is there, or below it unless `whole`.

    `wide`: it stands in the row only where the screen is wide enough.
    """
    request = context["request"]
    address = reverse(view, args=[request.championship.slug])
    here = request.path == address or (not whole and request.path.startswith(address))
    mark = mark_safe(' aria-current="page"') if here else ""
    only = mark_safe(' class="places__wide"') if wide else ""
    return format_html('<li{}><a href="{}"{}>{}</a></li>', only, address, mark, words)
