"""Signing in, and a password of one's own."""

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.http import HttpRequest

from brackets.forms.site_form import SiteBoundField


class SignInForm(AuthenticationForm):
    bound_field_class = SiteBoundField
    error_messages = {
        "invalid_login": "El usuario o la contraseña no son correctos. Revise mayúsculas y minúsculas. "
        "Si los olvidó, pida al Director que le cree una cuenta nueva.",
        "inactive": "Esta cuenta está desactivada. Hable con el Director.",
    }

    def __init__(self, request: HttpRequest | None = None, *args: Any, **kwargs: Any) -> None:
        super().__init__(request, *args, **kwargs)
        self.fields["username"].label = "Usuario"


class OwnPasswordForm(PasswordChangeForm):
    bound_field_class = SiteBoundField
    old_password = forms.CharField(
        label="Contraseña actual",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    new_password1 = forms.CharField(
        label="Contraseña nueva",
        strip=False,
        help_text="Al menos 8 caracteres, no solo números, y que nadie adivine.",
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    new_password2 = forms.CharField(
        label="La misma, otra vez",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
