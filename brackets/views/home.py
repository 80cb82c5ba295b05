"""The front door: the championships anyone may follow, those of past years, one's own, and what can be found in them."""

from datetime import date, timedelta

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from brackets.models import Championship, User
from brackets.selectors.access import may_create_championship
from brackets.selectors.championships import public_championships
from brackets.selectors.podium import podiums
from brackets.selectors.search import LONGEST, search
from brackets.selectors.single import single
from brackets.selectors.team import memberships


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """First what is open, the one that is played now before those to come; then what has ended, year by year."""
    user = request.user if isinstance(request.user, User) else AnonymousUser()
    public, now = list(public_championships()), timezone.now()
    ended = [each for each in public if each.is_closed]
    going_on = [each for each in public if not each.is_closed]
    context = {
        "championships": sorted(going_on, key=lambda each: _nearness(each, each.play_days.of(now))),
        "ended": ended,
        "champions": {key: [each for each in found if each.place == 1] for key, found in podiums(ended).items()},
        "mine": memberships(user) if isinstance(user, User) else [],
        "may_create": may_create_championship(user),
    }
    return render(request, "brackets/home.html", context)


def _nearness(championship: Championship, today: date) -> tuple[bool, timedelta]:
    return championship.ends_on < today, abs(championship.starts_on - today)


@require_safe
def found(request: HttpRequest) -> HttpResponse:
    """What the words find; within one championship where its address is given."""
    words = request.GET.get("q", "").strip()[:LONGEST]
    within = single(public_championships().filter(slug=request.GET["en"])) if request.GET.get("en") else None
    context = {"words": words, "within": within, "found": search(words, within=within) if words else None}
    return render(request, "brackets/search.html", context)
