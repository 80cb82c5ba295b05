"""Who gets to which page of a championship: one decorator, asked by every page of it."""

from collections.abc import Callable, Sequence
from functools import wraps
from http import HTTPStatus
from typing import Any, Concatenate, ParamSpec, cast

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_http_methods

from brackets.models import Championship, User
from brackets.selectors.access import ACTIONS, PUBLIC, RolesHere, actions_of, is_public, roles_here
from brackets.selectors.passkeys import relying_party
from brackets.selectors.site_address import site_address

P = ParamSpec("P")
Page = Callable[Concatenate[Any, P], HttpResponse]
Guarded = Callable[..., HttpResponse]

READ = ("GET", "HEAD")
WRITE = ("POST",)
FORM = (*READ, *WRITE)


class ChampionshipRequest(HttpRequest):
    """A request let in: the championship, the roles of whoever asks, and everything that he may do in it."""

    championship: Championship
    roles: frozenset[str]
    allowed: frozenset[str]


class MemberRequest(ChampionshipRequest):
    """The same from somebody with a role."""

    user: User


def posted(request: HttpRequest) -> QueryDict | None:
    """What was sent to a page that shows a form; None while it is only being shown."""
    return request.POST if request.method == "POST" else None


def championship_page(
    action: str, methods: Sequence[str] = READ, *, until_closed: bool = False
) -> Callable[[Page[P]], Guarded]:
    """Let in whoever may do `action` in the championship of this address.

    A stranger is never told that a championship exists: who is not signed in is sent to sign in whatever the
    address, and who has no role in it gets a 404. Who has another role gets a 403. What anyone may see is a
    404 as long as the championship is in preparation. Who might with a passkey, where one is demanded, is told so (403). `until_closed`: the page is a form that a closed championship refuses, so
    that instead of it is said that it is closed.
    """
    for_anyone = PUBLIC in ACTIONS[action]

    def decorate(page: Page[P]) -> Guarded:
        @require_http_methods(list(methods))
        @wraps(page)
        def guarded(request: HttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if not for_anyone and not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path() if request.method in READ else "/")
            championship = get_object_or_404(Championship, slug=slug)
            here = roles_here(cast("User", request.user), championship.pk)
            allowed = _allowed(here.usable, championship)
            if action not in allowed:
                return _turned_away(request, championship, here, action)
            let_in = cast("ChampionshipRequest", request)
            let_in.championship, let_in.roles, let_in.allowed = championship, here.usable, allowed
            if until_closed and championship.is_closed and request.method in READ:
                answer = render(request, "brackets/closed.html")
            else:
                answer = page(let_in, *args, **kwargs)
            if not for_anyone:
                add_never_cache_headers(answer)  # a telephone is handed on, and the desk's is shared
            return answer

        return guarded

    return decorate


def _allowed(roles: frozenset[str], championship: Championship) -> frozenset[str]:
    return actions_of(roles, public=is_public(championship), imported=championship.imported_at is not None)


def _turned_away(request: HttpRequest, championship: Championship, here: RolesHere, action: str) -> HttpResponse:
    if action in _allowed(here.withheld, championship):
        return passkey_wanted(request, championship)
    if here.held:
        raise PermissionDenied
    raise Http404


def passkey_wanted(request: HttpRequest, championship: Championship) -> HttpResponse:
    """Where this account adds a passkey, enters with one, or whom it asks."""
    context = {
        "championship": championship,
        "passkeys": cast("User", request.user).passkeys.count(),
        "possible": relying_party() is not None,
        "address": site_address(),
        "next": request.get_full_path() if request.method in READ else reverse("brackets:home"),
    }
    answer = render(request, "registration/passkey_wanted.html", context, status=HTTPStatus.FORBIDDEN)
    add_never_cache_headers(answer)
    return answer
