"""Passkeys: those of one's account, and signing in with one."""

from typing import TYPE_CHECKING, cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import RedirectURLMixin
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.http import urlencode
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from brackets.models import Passkey
from brackets.selectors.passkeys import relying_party
from brackets.selectors.site_address import site_address
from brackets.services.clients import client_of
from brackets.services.errors import BracketError
from brackets.services.passkeys import (
    LASTS,
    passkey_begin,
    passkey_make,
    passkey_remove,
    session_open,
    sign_in_begin,
    sign_in_check,
)
from brackets.services.sign_in import password_check
from brackets.views.account import let_in

if TYPE_CHECKING:
    from brackets.models import User

ASKED = "__Host-reto-llave" if settings.ENCRYPTED else "reto-llave"
"""The cookie with the challenge that this browser was asked to sign."""
LONGEST_NUMBER = 18
BACKEND = "django.contrib.auth.backends.ModelBackend"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def passkeys(request: HttpRequest) -> HttpResponse:
    """The list; sent a credential, it keeps it."""
    user, status = cast("User", request.user), 200
    if request.method == "POST":
        try:
            made = passkey_make(
                user=user,
                session=request.session,
                credential=request.POST.get("credential", ""),
                name=request.POST.get("name", ""),
                now=timezone.now(),
            )
        except BracketError as refused:
            messages.error(request, refused.message)
            status = refused.http_status
        else:
            messages.success(request, f"Ya puede entrar con la llave «{made}». Si no la hizo usted, quítela.")
            return redirect("brackets:passkeys")
    context = {"passkeys": user.passkeys.all(), "possible": relying_party() is not None, "address": site_address()}
    return render(request, "registration/passkeys.html", context, status=status)


@never_cache
@require_POST
@login_required
def passkey_options(request: HttpRequest) -> HttpResponse:
    """With the password: what the browser needs to make a passkey."""
    try:
        _require_password(request)
        options = passkey_begin(user=cast("User", request.user), session=request.session, now=timezone.now())
    except BracketError as refused:
        return JsonResponse({"message": refused.message}, status=refused.http_status)
    return HttpResponse(options, content_type="application/json")


@require_POST
@login_required
def passkey_gone(request: HttpRequest) -> HttpResponse:
    """With the password: take one away."""
    number = request.POST.get("passkey", "")
    if not (number.isascii() and number.isdecimal() and len(number) < LONGEST_NUMBER):
        raise Http404
    passkey = get_object_or_404(Passkey.objects.select_related("user"), pk=number, user=request.user)
    try:
        _require_password(request)
        passkey_remove(passkey=passkey, by=cast("User", request.user), now=timezone.now())
    except BracketError as refused:
        messages.error(request, refused.message)
    else:
        messages.success(
            request, f"La llave «{passkey}» ya no entra en su cuenta, y las sesiones que abrió se cerraron."
        )
    return redirect("brackets:passkeys")


@never_cache
@require_POST
def sign_in_options(request: HttpRequest) -> HttpResponse:
    try:
        options, asked = sign_in_begin(now=timezone.now())
    except BracketError as refused:
        return JsonResponse({"message": refused.message}, status=refused.http_status)
    answer = HttpResponse(options, content_type="application/json")
    answer.set_cookie(ASKED, asked, max_age=LASTS, secure=settings.ENCRYPTED, httponly=True, samesite="Strict")
    return answer


@method_decorator(never_cache, name="dispatch")
class PasskeySignIn(RedirectURLMixin, View):
    """What the browser signed: in, and on to where one was going."""

    http_method_names = ("post",)
    next_page = "brackets:home"

    def post(self, request: HttpRequest) -> HttpResponse:
        answer = self._answer(request)
        answer.delete_cookie(ASKED, samesite="Strict")  # a challenge serves for one try
        return answer

    def _answer(self, request: HttpRequest) -> HttpResponse:
        asked, credential = request.COOKIES.get(ASKED, ""), request.POST.get("credential", "")
        try:
            network = client_of(request).network
            passkey = sign_in_check(asked=asked, credential=credential, network=network, now=timezone.now())
        except BracketError as refused:
            messages.error(request, refused.message)
            onward = urlencode({self.redirect_field_name: self.get_redirect_url()})
            return redirect(f"{reverse('brackets:sign_in')}?{onward}")
        login(request, passkey.user, backend=BACKEND)
        session_open(session=request.session, passkey=passkey)
        return let_in(request, HttpResponseRedirect(self.get_success_url()), passkey.user)


def _require_password(request: HttpRequest) -> None:
    """Who sits at an open session is not always its owner. Raises MustWait, `contrasena-equivocada`."""
    user, password = cast("User", request.user), request.POST.get("password", "")
    found = password_check(username=user.username, password=password, client=client_of(request), now=timezone.now())
    if found != user:
        raise BracketError("contrasena-equivocada", "La contraseña no es correcta.")
