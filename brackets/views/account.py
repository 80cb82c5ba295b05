"""Coming in, going out, and changing one's password: Django's own views with our forms."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.contrib.auth.mixins import LoginRequiredMixin
from django.contrib.auth.views import LoginView, PasswordChangeView
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.urls import reverse_lazy
from django.utils import timezone

from brackets.forms.account import OwnPasswordForm, SignInForm
from brackets.models import User
from brackets.selectors.passkeys import relying_party
from brackets.services.clients import client_of
from brackets.services.known_devices import device_remember

TOO_MANY = 429


def let_in(request: HttpRequest, response: HttpResponse, user: User) -> HttpResponse:
    """The browser in which his password was right is known from now on."""
    device_remember(response, user, client_of(request))
    return response


def must_wait(response: HttpResponse, form: BaseForm) -> HttpResponse:
    """A form that was not accepted, and when it may be sent again where it was sent too often."""
    if seconds := getattr(form, "seconds_to_wait", 0):
        response.status_code = TOO_MANY
        response["Retry-After"] = str(seconds)
    return response


class SignIn(LoginView):
    form_class = SignInForm
    template_name = "registration/sign_in.html"
    redirect_authenticated_user = True
    extra_context = {"hide_sign_in": True}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs) | {"passkeys_possible": relying_party() is not None}

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"client": client_of(self.request), "now": timezone.now()}

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        return let_in(self.request, super().form_valid(form), form.get_user())

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        return must_wait(super().form_invalid(form), form)


class OwnPassword(LoginRequiredMixin, PasswordChangeView):
    form_class = OwnPasswordForm
    template_name = "registration/password.html"
    success_url = reverse_lazy("brackets:home")

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"client": client_of(self.request), "now": timezone.now()}

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        response = let_in(self.request, super().form_valid(form), form.user)
        messages.success(self.request, "Su contraseña cambió. Las demás sesiones de esta cuenta se cerraron.")
        return response

    def form_invalid(self, form: PasswordChangeForm) -> HttpResponse:
        return must_wait(super().form_invalid(form), form)
