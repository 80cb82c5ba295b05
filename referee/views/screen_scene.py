"""One page of what is shown, as HTML, with its mark and which page comes after it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse

from brackets.models import Championship
from brackets.selectors.access import is_public
from referee.models import Screen
from referee.selectors.screens.found import hall_message_of, revealed_of
from referee.selectors.screens.kinds import OF_A_STAGE
from referee.selectors.screens.marks import changes_mark
from referee.selectors.tree.heads import Head, tree_head
from referee.views.overlay_look import look_of
from referee.views.screen_decks import DECKS, Deck, Wall
from referee.views.screen_head import head_of

Kind = Screen.Kind
BEFORE_IT_IS_PUBLIC: Final = (Kind.COVER, Kind.MESSAGE, Kind.OVERLAY)
"""An overlay is empty until then."""
URGENT: Final = "Mensaje"
BARE: Final = ("overlay", "table")
"""Templates without the frame that tells championship and hour: they have their own."""


@dataclass(frozen=True, slots=True)
class Place:
    """Which page of which of the kinds that are shown in turn, from 0."""

    item: int = 0
    page: int = 0

    def __str__(self) -> str:
        return f"{self.item}.{self.page}"


@dataclass(frozen=True, slots=True)
class Told:
    """What is to be shown: `kinds` in turn, of one stage and one table. `held`: this page and no other."""

    kinds: Sequence[str]
    stage_number: int | None = None
    table_number: int | None = None
    fixture_id: int | None = None
    text: str = ""
    held: int | None = None
    seconds: int = 12
    light: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """`look` are the classes of the page around it; `log` is the address of the championship's log, and `head` its last checkpoint."""

    html: str
    look: str
    place: Place
    next: Place
    seconds: int
    log: str = ""
    head: Head | None = None

    def as_json(self, mark: str) -> Mapping[str, object]:
        return {
            "mark": mark,
            "html": self.html,
            "look": self.look,
            "place": str(self.place),
            "next": str(self.next),
            "seconds": self.seconds,
            "log": self.log,
            "head": self.head.as_json() if self.head else None,
        }


def place_from(text: str) -> Place:
    """As a page tells it, which anybody may write.

    >>> place_from("1.2"), place_from("x"), place_from("-1.99999999999")
    (Place(item=1, page=2), Place(item=0, page=0), Place(item=0, page=0))
    """
    item, _, page = text.partition(".")
    fits = item.isdecimal() and page.isdecimal() and len(text) < 9
    return Place(int(item), int(page)) if fits else Place()


def told_by(screen: Screen) -> Told:
    kinds = screen.in_turn if screen.kind == Kind.IN_TURN else [screen.kind]
    table = screen.table.number if screen.table else None
    return Told(
        kinds,
        screen.stage_number if screen.kind in OF_A_STAGE else None,
        table,
        text=screen.text,
        held=screen.page,
        seconds=screen.seconds,
        light=screen.light,
    )


def scene_mark(championship: Championship, told: Told, place: Place, *, now: datetime) -> str:
    """Another one whenever what is shown at this place may have changed: four queries, and one for a draw."""
    kind = told.kinds[place.item % len(told.kinds)]
    message = hall_message_of(championship, now=now)
    revealed = revealed_of(championship, told.stage_number) if kind == Kind.DRAW else None
    written = f"{message.written_at.timestamp()}" if message else ""
    step = f"{revealed[0].pk}.{revealed[1]}" if revealed else ""
    head = None if kind == Kind.OVERLAY else _head_of(championship)
    return f"{changes_mark(championship, kind, now=now)}-{written}-{step}-{head.mark if head else ''}"


def scene_of(request: HttpRequest, championship: Championship, told: Told, place: Place, *, now: datetime) -> Scene:
    """A message of the hall stands over everything but what goes out as video; what is not public yet is never shown."""
    request.championship = championship  # type: ignore[attr-defined]  # what the words of its pages ask for
    kinds = told.kinds if is_public(championship) else [kind for kind in told.kinds if kind in BEFORE_IT_IS_PUBLIC]
    over = None if Kind.OVERLAY in kinds else hall_message_of(championship, now=now)
    if over is not None:
        wall = Wall(championship, now, text=over.text)
        deck, at, after, urgent = DECKS[Kind.MESSAGE](wall), Place(), Place(), True
    else:
        wall = Wall(championship, now, told.stage_number, told.table_number, told.fixture_id, told.text)
        deck, at, after = _chosen(wall, list(kinds) or [Kind.COVER], place, told.held)
        urgent = False
    page = deck.pages[at.page] if deck.pages else None
    made = deck.make(page) if deck.pages else {}
    title, note = (URGENT, "") if urgent else (deck.title, made.get("page_note") or deck.note)
    context = {
        "deck": deck,
        "head": head_of(title, note, str(championship)),
        "urgent": urgent,
        "now": now,
        "bare": bool(deck.pages) and deck.template in BARE,
        "number": at.page + 1,
        "total": len(deck.pages),
        "template": f"referee/screens/{deck.template if deck.pages else 'nothing'}.html",
        **made,
        **look_of(request.GET),
    }
    html = render_to_string("referee/screens/slide.html", context, request)
    look = _look(deck, told, urgent=urgent)
    if Kind.OVERLAY in kinds:
        return Scene(html, look, at, after, told.seconds)
    log = reverse("referee:checkpoint", args=[championship.slug])
    return Scene(html, look, at, after, told.seconds, log, _head_of(championship))


def _head_of(championship: Championship) -> Head | None:
    return tree_head(championship) if is_public(championship) else None


def _chosen(wall: Wall, kinds: list[str], place: Place, held: int | None) -> tuple[Deck, Place, Place]:
    """The page at this place or the first one after it that there is; and where to go from there."""
    many = len(kinds)
    item, page = place.item % many, place.page
    deck = DECKS[kinds[item]](wall)
    for _ in range(many - 1):
        if page < len(deck.pages):
            break
        item, page = (item + 1) % many, 0
        deck = DECKS[kinds[item]](wall)
    last = max(len(deck.pages) - 1, 0)
    if held is not None and many == 1:
        at = Place(0, min(held, last))
        return deck, at, at
    page = page if page <= last else 0
    return deck, Place(item, page), Place(item, page + 1) if page < last else Place((item + 1) % many, 0)


def _look(deck: Deck, told: Told, *, urgent: bool) -> str:
    if deck.template == "overlay":
        return "overlay"
    return " ".join(["wall", *(["wall--light"] if told.light else []), *(["wall--urgent"] if urgent else [])])
