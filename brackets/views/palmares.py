"""What of a championship outlives it: who won it in each of its editions. And who judges it, where that is public."""

from dataclasses import dataclass

from django.http import Http404, HttpResponse
from django.shortcuts import render

from brackets.models import Championship, Pareja, PodiumPlace, Role, User
from brackets.selectors.course import course_of
from brackets.selectors.podium import Reached, editions_of, podium_in, podiums
from brackets.selectors.sheet import sides_left_of
from brackets.views.access import ChampionshipRequest, championship_page
from brackets.views.cards import Card, card_of


@dataclass(frozen=True, slots=True)
class Edition:
    """One championship of the name, its places, and the final as a card."""

    championship: Championship
    places: tuple[tuple[int, Pareja], ...]
    final: Card | None


@championship_page("championship.see")
def palmares(request: ChampionshipRequest) -> HttpResponse:
    """All editions, the latest first; of this one also what is won but not closed yet."""
    championship = request.championship
    editions = editions_of(championship)
    kept = podiums(editions, finals=True)
    now = podium_in(course_of(championship)) if championship.pk not in kept else []
    context = {
        "editions": [_edition(each, kept.get(each.pk) or (now if each == championship else [])) for each in editions]
    }
    return render(request, "brackets/palmares.html", context)


@championship_page("championship.see")
def jueces_public(request: ChampionshipRequest) -> HttpResponse:
    """The names alone, and only where the organiser lets them be read."""
    if not request.championship.jueces_public:
        raise Http404
    judging = Role.objects.filter(championship=request.championship, kind=Role.Kind.JUEZ).values("user")
    jueces = User.objects.filter(pk__in=judging).exclude(display_name="").order_by("display_name")
    return render(
        request, "brackets/jueces_public.html", {"names": list(jueces.values_list("display_name", flat=True))}
    )


def _edition(championship: Championship, places: list[PodiumPlace] | list[Reached]) -> Edition:
    final = next((each.fixture for each in places if each.place == 1 and each.fixture), None)
    # Only a knock-out has a final, and what was played in one always counts.
    card = card_of(final, voided=False, left=sides_left_of(final)) if final else None
    return Edition(championship, tuple((each.place, each.pareja) for each in places), card)
