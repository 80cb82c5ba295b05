"""The front door: the championships anyone may follow, and one's own."""

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from brackets.models import User
from brackets.selectors.access import may_create_championship
from brackets.selectors.championships import public_championships
from brackets.selectors.team import memberships


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    user = request.user if isinstance(request.user, User) else AnonymousUser()
    context = {
        "championships": public_championships(),
        "mine": memberships(user) if isinstance(user, User) else [],
        "may_create": may_create_championship(user),
    }
    return render(request, "brackets/home.html", context)
