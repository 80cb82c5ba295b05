"""The page of inscription as it is filled in, and what the organiser settles of it."""

import re
from collections.abc import Sequence
from typing import Any, Final

from django import forms

from brackets.forms.parejas import CEDULA
from brackets.forms.site_form import SiteForm
from brackets.models import Category, EntryPerson
from brackets.selectors.wording import counted
from brackets.services.eligibility import Person
from brackets.services.entries import EntryData
from brackets.services.inscription_settings import CategoryData, InscriptionData

DAY: Final = ("%Y-%m-%d", "%d/%m/%Y", "%d-%m-%Y")
HOUR: Final = ("%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M", "%d/%m/%Y %H:%M")
NEVER: Final = "No se publica."


class EntryForm(SiteForm):
    """What is asked of each person depends on the categories; what is wrong with it, the service says."""

    client_id = forms.UUIDField(widget=forms.HiddenInput)
    consent_version = forms.IntegerField(widget=forms.HiddenInput)
    # People never see it; programs that fill in everything do.
    website = forms.CharField(
        label="No llene esta casilla", required=False, widget=forms.TextInput(attrs={"tabindex": "-1"})
    )
    name = forms.CharField(label="Nombre de la pareja", max_length=60, required=False)
    club = forms.CharField(label="Club o institución", max_length=60, required=False)
    consent = forms.BooleanField(
        label="Estoy de acuerdo",
        error_messages={
            "required": "Sin su consentimiento no se pueden guardar los datos: marque la casilla si está de acuerdo."
        },
    )

    def __init__(self, *args: Any, players: int, categories: Sequence[Category], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.players, self.categories = players, {str(each.pk): each for each in categories}
        self.asks_birth = any(each.asks_birth for each in categories)
        self.asks_sex = any(each.asks_sex for each in categories)
        if categories:
            self.fields["category"] = forms.ChoiceField(
                label="Categoría",
                choices=[(str(each.pk), category_words(each)) for each in categories],
                widget=forms.RadioSelect,
                error_messages={"required": "Elija la categoría."},
            )
        for place in range(1, players + 1):
            self._ask(place)
        if players == 1:
            self.fields["name"].label = "Sobrenombre"

    def _ask(self, place: int) -> None:
        asked: dict[str, forms.Field] = {
            "player": forms.CharField(label="Nombre y apellido", max_length=60),
            "cedula": forms.CharField(
                label="Cédula", max_length=15, help_text=NEVER, widget=forms.TextInput(attrs=CEDULA)
            ),
        }
        if self.asks_birth:
            birth = forms.DateInput(attrs={"type": "date", "placeholder": "día/mes/año"}, format="%Y-%m-%d")
            asked["birth_date"] = forms.DateField(
                label="Fecha de nacimiento", required=False, input_formats=DAY, widget=birth,
                help_text=f"Si la categoría pide una edad. {NEVER}",
                error_messages={"invalid": "Escriba día, mes y año, por ejemplo 17/5/1990."},
            )  # fmt: skip
        if self.asks_sex:
            asked["sex"] = forms.ChoiceField(
                label="Mujer u hombre", required=False, choices=[("", "—"), *EntryPerson.Sex.choices],
                help_text=f"Si la categoría lo pide. {NEVER}",
            )  # fmt: skip
        email = forms.TextInput(attrs={"type": "email", "autocapitalize": "none"})
        asked["email"] = forms.CharField(
            label="Correo", max_length=120, required=False, widget=email, help_text=f"Para avisarle. {NEVER}"
        )
        asked["phone"] = forms.CharField(
            label="Teléfono",
            max_length=25,
            required=False,
            widget=forms.TextInput(attrs={"type": "tel"}),
            help_text=NEVER,
        )
        for name, each in asked.items():
            self.fields[f"{name}_{place}"] = each

    @property
    def each_person(self) -> list[tuple[int, list[Any]]]:
        """By player the fields about him, as they stand on the page."""
        return [
            (place, [self[name] for name in self.fields if name.endswith(f"_{place}")])
            for place in range(1, self.players + 1)
        ]

    @property
    def is_from_a_program(self) -> bool:
        return bool(self.data.get("website"))

    def data_of_entry(self) -> EntryData:
        return EntryData(
            people=tuple(self._person(place) for place in range(1, self.players + 1)),
            category=self.categories.get(self.cleaned_data.get("category", "")),
            name=self.cleaned_data["name"],
            club=self.cleaned_data["club"],
            consent=self.cleaned_data["consent"],
            consent_version=self.cleaned_data["consent_version"],
        )

    def _person(self, place: int) -> Person:
        given = self.cleaned_data
        return Person(
            name=given[f"player_{place}"],
            cedula=given[f"cedula_{place}"],
            birth_date=given.get(f"birth_date_{place}"),
            sex=given.get(f"sex_{place}", ""),
            email=given[f"email_{place}"],
            phone=given[f"phone_{place}"],
        )


class InscriptionForm(SiteForm):
    opens_at = forms.DateTimeField(label="Se abre", required=False, input_formats=HOUR, help_text="Vacío: desde ya.")
    closes_at = forms.DateTimeField(
        label="Se cierra",
        required=False,
        input_formats=HOUR,
        help_text="Vacío: cuando usted la cierre, o con el sorteo.",
    )
    capacity = forms.IntegerField(
        label="Cupo del campeonato", required=False, min_value=1, max_value=9999, help_text="Vacío: sin límite."
    )
    waiting_list = forms.BooleanField(label="Cuando se llena, hay lista de espera", required=False, initial=True)
    fee = forms.DecimalField(
        label="Valor de la inscripción, en dólares", min_value=0, max_digits=7, decimal_places=2, initial=0,
        help_text="0: es gratis.",
    )  # fmt: skip
    payment = forms.CharField(
        label="Cómo se paga", max_length=500, required=False, widget=forms.Textarea(attrs={"rows": 2}),
        help_text="Por ejemplo: en efectivo el primer día, o por transferencia a la cuenta…",
    )  # fmt: skip
    documents = forms.CharField(
        label="Qué traer", max_length=500, required=False, widget=forms.Textarea(attrs={"rows": 2}),
        help_text="Por ejemplo: la cédula de los dos y el comprobante del pago.",
    )  # fmt: skip
    consent = forms.CharField(
        label="Consentimiento que se lee y se marca", max_length=3000, widget=forms.Textarea(attrs={"rows": 8}),
        help_text="Si lo cambia es una versión nueva: de cada solicitud se guarda cuál se leyó.",
    )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("opens_at", "closes_at"):
            self.fields[name].widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")

    def data_of_inscription(self) -> InscriptionData:
        return InscriptionData(**self.cleaned_data)


class CategoryForm(SiteForm):
    name = forms.CharField(label="Nombre", max_length=30, help_text="Por ejemplo: Mixta, o Mayores de 18.")
    who = forms.ChoiceField(label="Quiénes", choices=Category.Who.choices, initial=Category.Who.OPEN)
    minimum_age = forms.IntegerField(label="Edad mínima", required=False, min_value=1, max_value=120)
    capacity = forms.IntegerField(label="Cupo", required=False, min_value=1, max_value=9999)

    def __init__(self, *args: Any, players: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if players == 1:
            self.fields["who"].choices = [each for each in Category.Who.choices if each[0] != Category.Who.MIXED]  # type: ignore[attr-defined]

    def data_of_category(self) -> CategoryData:
        return CategoryData(**self.cleaned_data)


class ContactForm(SiteForm):
    email = forms.CharField(
        label="Correo", max_length=120, required=False, widget=forms.TextInput(attrs={"type": "email"})
    )
    phone = forms.CharField(
        label="Teléfono", max_length=25, required=False, widget=forms.TextInput(attrs={"type": "tel"})
    )


class DigitsForm(SiteForm):
    """A cédula to look for: all of it, or its last digits."""

    digits = forms.CharField(
        label="Cédula",
        max_length=15,
        help_text="Entera, o sus últimos cuatro dígitos.",
        widget=forms.TextInput(attrs=CEDULA),
    )

    def clean_digits(self) -> str:
        digits = "".join(each for each in self.cleaned_data["digits"] if each not in " -.")
        if not re.fullmatch(r"\d{4}|\d{10}", digits, re.ASCII):
            raise forms.ValidationError("Escriba los diez dígitos de la cédula, o los últimos cuatro.")
        return str(digits)


def category_words(category: Category) -> str:
    """Its name and its rule.

    >>> category_words(Category(name="Mixta", who="mixta", minimum_age=18))
    'Mixta: una mujer y un hombre, desde 18 años'
    >>> category_words(Category(name="Abierta"))
    'Abierta'
    """
    rules = {"damas": "mujeres", "caballeros": "hombres", "mixta": "una mujer y un hombre", "abierta": ""}
    age = f"desde {counted(category.minimum_age, 'año', 'años')}" if category.minimum_age else ""
    said = ", ".join(filter(None, (rules[category.who], age)))
    return f"{category.name}: {said}" if said else category.name
