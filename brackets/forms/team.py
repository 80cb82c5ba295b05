"""Who works in the championship, and at how many tables."""

from collections.abc import Collection
from typing import Any

from django import forms

from brackets.forms.site_form import SiteForm
from brackets.models import Role, User

USERNAME = {"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}
MOST_JUECES = 100


def choices_of(kinds: Collection[str]) -> list[tuple[str, str]]:
    """The roles that whoever asks may give, in their order."""
    return [(kind.value, str(kind.label)) for kind in Role.Kind if kind in kinds]


class AccountForm(SiteForm):
    """A new account with its first role; the password is made by the system and shown once."""

    display_name = forms.CharField(label="Nombre y apellido", max_length=60)
    username = forms.CharField(
        label="Usuario",
        max_length=150,
        help_text="Con lo que entra: corto y sin espacios, por ejemplo «rosa.vega».",
        widget=forms.TextInput(attrs=USERNAME),
    )
    kind = forms.ChoiceField(label="Función")

    def __init__(self, *args: Any, kinds: Collection[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["kind"].choices = choices_of(kinds)  # type: ignore[attr-defined]


class RoleForm(SiteForm):
    """A role for an account that exists already."""

    user = forms.ModelChoiceField(
        label="Usuario",
        queryset=User.objects.filter(is_active=True),
        to_field_name="username",
        widget=forms.TextInput(attrs=USERNAME),
        error_messages={"invalid_choice": "No hay ninguna cuenta con ese usuario. Revíselo, o cree una cuenta nueva."},
    )
    kind = forms.ChoiceField(label="Función", initial=Role.Kind.JUEZ)

    def __init__(self, *args: Any, kinds: Collection[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["kind"].choices = choices_of(kinds)  # type: ignore[attr-defined]


class JuecesForm(SiteForm):
    """Many jueces at once, by name or only by number."""

    names = forms.CharField(
        label="Nombres, uno por línea", required=False, widget=forms.Textarea(attrs={"rows": 4}), max_length=8000
    )
    count = forms.IntegerField(
        label="O cuántos, sin nombre",
        required=False,
        min_value=1,
        max_value=MOST_JUECES,
    )

    def __init__(self, *args: Any, first: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.first = first
        self.fields["count"].help_text = f"Se llamarán Juez {first}, Juez {first + 1}…"

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        names = [name.strip() for name in cleaned.get("names", "").splitlines() if name.strip()]
        self.people = names or [f"Juez {self.first + place}" for place in range(cleaned.get("count") or 0)]
        if not self.people and not self.errors:
            self.add_error("names", "Escriba los nombres, o cuántos jueces quiere crear.")
        if len(self.people) > MOST_JUECES:
            self.add_error("names", f"Son {len(self.people)} nombres; cree hasta {MOST_JUECES} de una vez.")
        if long := [name for name in self.people if len(name) > 60]:
            self.add_error("names", f"Este nombre pasa de 60 letras: «{long[0]}».")
        return cleaned


class TablesForm(SiteForm):
    count = forms.IntegerField(label="Número de mesas", min_value=0, max_value=500)
