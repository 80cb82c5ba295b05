"""What anyone may follow: the bracket, the results, what comes next, and where a pareja stands."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.http import HttpResponse
from django.shortcuts import render

from brackets.models import Fixture, Pareja
from brackets.selectors.bracket import Round, bracket_view
from brackets.selectors.championships import published_stage
from brackets.selectors.parejas import parejas_list
from brackets.views.access import ChampionshipRequest, championship_page
from brackets.views.cards import Card, all_cards
from brackets.views.llave import llave, page_number
from brackets.views.parejas import matching

SEE: Final = "championship.see"
LATEST: Final = 12
OUTCOMES: Final = ("Sigue en juego", "Campeona", "Eliminada")
UNPLAYED: Final = (Fixture.How.BYE, Fixture.How.PASS)


@championship_page(SEE)
def championship(request: ChampionshipRequest) -> HttpResponse:
    stage = published_stage(request.championship)
    rounds = bracket_view(stage) if stage else ()
    cards = [card for row in all_cards(rounds) for card in row]
    ready = _in(cards, Fixture.Status.READY)
    ended = sorted(
        (card for card in _in(cards, Fixture.Status.FINAL) if card.fixture.decided_at),
        key=lambda card: card.fixture.decided_at or 0,
        reverse=True,
    )
    context = {
        "stage": stage,
        "champion": rounds[-1].fixtures[0].winner if rounds else None,
        "playing": _in(cards, Fixture.Status.IN_PLAY, Fixture.Status.PROVISIONAL),
        "called": _in(cards, Fixture.Status.CALLED),
        "ready": ready[:LATEST],
        "more_ready": len(ready) - LATEST,
        "results": ended[:LATEST],
        "ended": len(ended),
        "llave": llave(rounds, page_number(request)) if rounds else None,
    }
    return render(request, "brackets/championship.html", context)


@championship_page(SEE)
def parejas_public(request: ChampionshipRequest) -> HttpResponse:
    words = request.GET.get("buscar", "").strip()
    stage = published_stage(request.championship)
    last = last_cards(bracket_view(stage)) if stage else {}
    everyone = parejas_list(request.championship).filter(status=Pareja.Status.ACTIVE)
    shown = matching(everyone, words) if words else everyone
    context = {"words": words, "standing": [Standing(pareja, last.get(pareja.pk)) for pareja in shown]}
    return render(request, "brackets/parejas_public.html", context)


@dataclass(frozen=True, slots=True)
class Standing:
    """A pareja and the last partida that is or was its own."""

    pareja: Pareja
    card: Card | None

    @property
    def words(self) -> str:
        """How far it has come."""
        if self.card is None:
            return ""
        fixture = self.card.fixture
        if fixture.status != Fixture.Status.FINAL or fixture.how in UNPLAYED:
            return OUTCOMES[0]
        return OUTCOMES[1] if fixture.winner_id == self.pareja.pk else OUTCOMES[2]


def last_cards(rounds: Sequence[Round]) -> dict[int, Card]:
    """By pareja, its partida in the last round it has reached."""
    found: dict[int, Card] = {}
    for row in all_cards(rounds):
        for card in row:
            found |= {side.pareja.pk: card for side in card.sides if side.pareja}
    return found


def _in(cards: Iterable[Card], *statuses: str) -> list[Card]:
    """Those in one of these states, by table and then by number."""
    found = [card for card in cards if card.fixture.status in statuses and card.fixture.how not in UNPLAYED]
    return sorted(found, key=lambda card: (_table(card.fixture), card.fixture.number or 0))


def _table(fixture: Fixture) -> int:
    return fixture.table.number if fixture.table else 9999
