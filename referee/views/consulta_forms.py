"""What is written of a doubt at the desk, and what the Director resolves."""

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import uuid4

from django import forms

from brackets.forms.numbers import NO_SUCH_NUMBER, NO_SUCH_PARTIDA, NumberedField
from brackets.forms.site_form import SiteForm
from brackets.models import Championship, Pareja, User
from brackets.selectors.team import jueces
from brackets.selectors.wording import said
from referee.models import Consulta
from referee.rules import Place
from referee.selectors.consultas import Told, fixtures_asked, places_of
from referee.services.consultas import Exposed

NOT_THERE = "No consta en el reglamento"


def place_choices(found: Sequence[Place], nowhere: str) -> list[tuple[str, str]]:
    """The places of a rulebook to choose from, first none of them."""
    return [("", nowhere), *((place.article, place.label) for place in found)]


class ConsultaForm(SiteForm):
    """A doubt, as the desk writes it down for those who have it."""

    question = forms.CharField(
        label="Consulta",
        max_length=600,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="Resuelta, se publica como precedente: cuente el caso sin nombres.",
    )
    article = forms.ChoiceField(label="Artículo", required=False)
    fixture = NumberedField(
        label="Número de la partida",
        required=False,
        unknown=NO_SUCH_PARTIDA,
        help_text="Vacío: ninguna en particular.",
    )
    juez = forms.ModelChoiceField(
        User.objects.none(),
        label="La expone el Juez",
        required=False,
        empty_label="—",
        help_text="Elija aquí o escriba abajo: hace falta al menos uno.",
    )
    pareja = NumberedField(label="", required=False, unknown=NO_SUCH_NUMBER, help_text="Su número.")
    client_id = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def __init__(self, *args: Any, championship: Championship, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = place_choices(places_of(championship), NOT_THERE)
        self.fields["article"] = forms.ChoiceField(label="Artículo", required=False, choices=choices)
        self.fields["fixture"].rows = fixtures_asked(championship)  # type: ignore[attr-defined]
        self.fields["juez"].queryset = jueces(championship)  # type: ignore[attr-defined]
        self.fields["pareja"].rows = Pareja.objects.filter(championship=championship)  # type: ignore[attr-defined]
        self.fields["pareja"].label = said(championship.players_per_pareja, "La expone la pareja")

    def exposed(self) -> Exposed:
        """What was written, once it is valid."""
        return Exposed(**{name: self.cleaned_data[name] for name in self.cleaned_data if name != "client_id"})


class PrecedentField(forms.ModelChoiceField):  # type: ignore[type-arg] # no subscript at run time
    """Precedents by number and by what was asked."""

    def label_from_instance(self, obj: Consulta) -> str:
        return f"{obj.number}: {obj.question[:80]}"


class ResolutionForm(SiteForm):
    """The resolution of the Director, and the precedent it takes the place of, if any."""

    text = forms.CharField(
        label="Resolución",
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text="Es inapelable: después no se cambia. Se publica como precedente: escríbala sin nombres.",
    )
    supersedes = PrecedentField(
        Consulta.objects.none(),
        label="En lugar del precedente",
        required=False,
        empty_label="De ninguno",
        help_text="Si decide lo contrario de uno anterior, elíjalo: aquel deja de estar vigente.",
    )

    def __init__(self, *args: Any, precedents: Iterable[Told], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        there = [told.consulta.pk for told in precedents]
        self.fields["supersedes"].queryset = Consulta.objects.filter(pk__in=there)  # type: ignore[attr-defined]
        if not there:
            del self.fields["supersedes"]
