"""Which championship the seeds come from."""

from collections.abc import Sequence
from typing import Any

from django import forms

from brackets.forms.site_form import SiteForm
from brackets.models import Championship


class SeedingForm(SiteForm):
    source = forms.ModelChoiceField(
        label="Campeonato",
        queryset=Championship.objects.none(),
        empty_label="Elija uno",
        help_text="Su orden final: el de su última etapa publicada. Se reconoce a quien se inscribió con los mismos jugadores.",
        error_messages={"required": "Elija el campeonato del que salen.", "invalid_choice": "Elija uno de la lista."},
    )
    count = forms.IntegerField(label="Cuántas cabezas de serie", min_value=1, max_value=64, initial=4)
    finalists = forms.BooleanField(
        label="Marcar a sus dos finalistas, para que el sorteo los pueda separar", required=False, initial=True
    )

    def __init__(self, *args: Any, sources: Sequence[Championship], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        chosen = self.fields["source"]
        assert isinstance(chosen, forms.ModelChoiceField)  # noqa: S101 (declared above)
        chosen.queryset = Championship.objects.filter(pk__in=[source.pk for source in sources])
