"""Signing in, and a password of one's own."""

from datetime import datetime
from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from brackets.forms.site_form import SiteBoundField
from brackets.models import User
from brackets.services.accounts import password_change_own
from brackets.services.clients import Client
from brackets.services.sign_in import MustWait, password_check


class SignInForm(AuthenticationForm):
    bound_field_class = SiteBoundField
    error_messages = {
        "invalid_login": "El usuario o la contraseña no son correctos. Revise mayúsculas y minúsculas. "
        "Si los olvidó, el Director le da una contraseña nueva; al Director, quien cuida el servidor.",
        "inactive": "Esta cuenta está desactivada. Hable con el Director.",
    }

    def __init__(self, request: HttpRequest, *args: Any, client: Client, now: datetime, **kwargs: Any) -> None:
        super().__init__(request, *args, **kwargs)
        self.fields["username"].label = "Usuario"
        self._client, self._now = client, now
        self.seconds_to_wait = 0

    def clean(self) -> dict[str, Any]:
        """As Django does it, by a check that is paced."""
        username, password = self.cleaned_data.get("username"), self.cleaned_data.get("password")
        if username and password:
            try:
                user = password_check(username=username, password=password, client=self._client, now=self._now)
            except MustWait as refused:
                self.seconds_to_wait = refused.seconds
                raise ValidationError(refused.message) from refused
            if user is None:
                raise self.get_invalid_login_error()
            self.user_cache = user
        return self.cleaned_data


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
        help_text="Al menos 8 caracteres, no solo números, y sin las palabras del juego, del campeonato ni de su nombre: "
        "las prueba cualquiera.",
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    new_password2 = forms.CharField(
        label="La misma, otra vez",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, user: User, *args: Any, client: Client, now: datetime, **kwargs: Any) -> None:
        super().__init__(user, *args, **kwargs)
        self._client, self._now = client, now
        self.seconds_to_wait = 0

    def clean_old_password(self) -> str:
        """As Django does it, by a check that is paced: whoever finds an open session does not guess it either."""
        typed: str = self.cleaned_data["old_password"]
        try:
            right = password_check(username=self.user.username, password=typed, client=self._client, now=self._now)
        except MustWait as refused:
            self.seconds_to_wait = refused.seconds
            raise ValidationError(refused.message) from refused
        if right is None:
            raise ValidationError(self.error_messages["password_incorrect"], code="password_incorrect")
        return typed

    def save(self, commit: bool = True) -> User:  # noqa: FBT001, FBT002 (as Django has it)
        password_change_own(user=self.user, password=self.cleaned_data["new_password1"], now=self._now)
        return self.user
