"""Where a partida is played, and how it ended when no tablet tells."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, Self

from django import forms
from django.forms import BoundField
from django.utils.formats import date_format

from brackets.draw.leaving import DEFEATS_TOLD
from brackets.forms.days import DayField
from brackets.forms.site_form import SiteForm
from brackets.models import Championship, Fixture, Pareja, Table, User
from brackets.selectors.callups import day_and_hour
from brackets.selectors.departures import LatePaper, possible_from
from brackets.selectors.estimated import minute_of
from brackets.selectors.stages import goes_on
from brackets.selectors.team import jueces
from brackets.selectors.wording import numbered, said

BOTH: Final = "ninguna"
BEGUN: Final = (Fixture.How.RETIREMENT, Fixture.How.DISQUALIFICATION)
"""How a mesa ends that both sat down to."""
LATE: Final = ("decided_on", "decided_at", "began_before")
FELL: Final = (
    "A la que terminó la partida. La pareja {} salió {}, y su rival pasó. Lo que terminó antes de esa salida, o había empezado antes, "
    "cuenta como jugado aunque el papel llegue ahora."
)
COUNTS: Final = "A la que terminó la partida; vacía, ahora. Escríbala si terminó antes de que saliera la pareja {}, {}."
EARLY: Final = (
    "Esta partida solo pudo jugarse desde {}, cuando se supo quiénes la juegan. Revise el día y la hora del papel."
)


class AssignForm(SiteForm):
    table = forms.ModelChoiceField(label="Mesa", queryset=Table.objects.none(), required=False)
    juez = forms.ModelChoiceField(label="Juez", queryset=User.objects.none(), required=False)

    def __init__(self, *args: Any, championship: Championship, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["table"].queryset = championship.tables.all()  # type: ignore[attr-defined]
        self.fields["juez"].queryset = jueces(championship)  # type: ignore[attr-defined]


class LatePaperForm(SiteForm):
    """Asks of a paper that may be older than a departure when the mesa ended; nothing of all other papers.

    Where a rival has passed since, the hour is needed: it says whether the mesa counts as played.
    """

    decided_on = DayField(
        label="Día del papel",
        help_text="La madrugada es todavía del día en que empezó la noche; la fecha que dice el papel sirve también.",
        error_messages={"required": "Escriba el día del papel."},
    )
    decided_at = forms.TimeField(
        label="Hora del papel",
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"required": "Escriba la hora del papel, como 21:30.", "invalid": "Escriba la hora como 21:30."},
    )
    began_before = forms.BooleanField(
        label="La mesa había empezado antes de que saliera",
        required=False,
        help_text="Márquelo si la hora del papel es posterior a la salida y la mesa estaba en juego: entonces cuenta.",
    )

    def __init__(self, *args: Any, fixture: Fixture, late: LatePaper | None, now: datetime, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.days, self.now, self.fixture = fixture.stage.championship.play_days, now, fixture
        if late is None:
            for name in LATE:
                del self.fields[name]
            return
        self.late: LatePaper = late
        players, at = fixture.stage.championship.players_per_pareja, day_and_hour(late.at, self.days)
        self.fields["decided_on"].initial = self.days.of(late.at)
        self.fields["decided_at"].help_text = said(players, FELL if late.fell else COUNTS).format(late.pareja, at)
        if not late.fell:
            del self.fields["began_before"]
            self.fields["decided_on"].required = self.fields["decided_at"].required = False

    def clean(self) -> dict[str, Any]:
        """`decided_at` is the instant of the hour on that day of play, where one is given."""
        cleaned = super().clean() or {}
        day, hour = cleaned.pop("decided_on", None), cleaned.pop("decided_at", None)
        if hour is None:
            return cleaned
        if day is None:
            if "decided_on" not in self.errors:
                self.add_error("decided_on", "Escriba el día del papel.")
            return cleaned
        first = possible_from(self.fixture, self.now)
        called = self.fixture.started_at or self.fixture.called_at
        since = max(minute_of(first), called) if called else minute_of(first)
        # Whether it counts is the service's to say: no reading is chosen for it.
        at = self.days.typed(day, hour, self.now, since=since, near=called or self.late.at)
        if at > self.now:
            self.add_error("decided_at", "Esa hora todavía no llega. Revise el día y la hora del papel.")
        elif at < minute_of(first):
            self.add_error("decided_at", EARLY.format(day_and_hour(first, self.days)))
        return cleaned | {"decided_at": at}

    @property
    def hour_told(self) -> str:
        """The hour that was given, with its day of play; empty where none was."""
        at = self.cleaned_data.get("decided_at")
        if at is None:
            return ""
        day = date_format(self.days.of(at), r"l j \d\e F")
        return f"Hora del papel: {day_and_hour(at, self.days)}. Día del papel: {day}."

    @property
    def late_fields(self) -> list[BoundField]:
        return [self[name] for name in LATE if name in self.fields]


class ResultForm(LatePaperForm):
    """A partida that was not played to its end; the scores of one kept on paper are typed elsewhere."""

    field_order = ("how", "winner", *LATE, "reason")

    how = forms.ChoiceField(
        label="¿Qué pasó?",
        widget=forms.RadioSelect,
        choices=(
            (Fixture.How.WALKOVER, "No se presentó una pareja: gana la otra (W.O.)"),
            (Fixture.How.RETIREMENT, "Una pareja abandonó: gana la otra"),
            (Fixture.How.DISQUALIFICATION, "Descalificación"),
            (Fixture.How.DOUBLE_NO_SHOW, "No se presentó ninguna de las dos"),
        ),
        error_messages={"required": "Diga qué pasó."},
    )
    winner = forms.ChoiceField(
        label="¿Quién pasa a la siguiente ronda?",
        widget=forms.RadioSelect,
        error_messages={"required": "Diga quién pasa."},
    )
    reason = forms.CharField(
        label="Motivo u observación",
        max_length=300,
        required=False,
        help_text="Obligatorio en una descalificación, al cambiar un resultado y en un W.O. de una partida que nadie convocó.",
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(
        self, *args: Any, fixture: Fixture, sides: Sequence[Pareja | None], late: LatePaper | None, **kwargs: Any
    ) -> None:
        """Of a mesa whose rival has passed since, what was begun at it; `sides` sat there before."""
        fell = late if late and late.fell else None
        super().__init__(*args, fixture=fixture, late=fell, **kwargs)
        players = fixture.stage.championship.players_per_pareja
        how = self.fields["how"]
        how.choices = [  # type: ignore[attr-defined]
            (value, said(players, label))
            for value, label in how.choices  # type: ignore[attr-defined]
            if fell is None or value in BEGUN
        ]
        self.fields["winner"].choices = (  # type: ignore[attr-defined]
            *zip("AB", map(str, sides), strict=True),
            (BOTH, said(players, "Ninguna de las dos")),
        )
        if not goes_on(fixture):
            self.fields["winner"].label = "¿Quién gana?"
            self.fields["winner"].error_messages["required"] = "Diga quién gana."
        # Who wins when nobody came needs no answer.
        self.fields["winner"].required = self.data.get("how") != Fixture.How.DOUBLE_NO_SHOW

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        winner = cleaned.get("winner")
        return cleaned | {"winner": None if winner in ("", BOTH) else winner}


class ReasonForm(SiteForm):
    reason = forms.CharField(label="Motivo", max_length=300, widget=forms.TextInput())


class TakeBackForm(ReasonForm):
    """Why a result does not count: by a ruling, or since the mesa is played once more."""

    replayed = forms.ChoiceField(
        label="¿Por qué se quita?",
        widget=forms.RadioSelect,
        choices=(("", "Se anula por un fallo"), ("si", "Se vuelve a jugar")),
        required=False,
        initial="",
    )
    field_order = ("replayed",)

    def clean_replayed(self) -> bool:
        return bool(self.cleaned_data["replayed"] == "si")


class LeavingForm(SiteForm):
    """A departure; if the pareja is `at` a mesa now, named in words, the form also asks whether that mesa is played."""

    played = forms.TypedChoiceField(
        label="Su mesa de ahora",
        widget=forms.RadioSelect,
        choices=(
            ("si", "Se jugó, o se juega hasta el final: cuenta su resultado"),
            ("no", "No se jugó: gana su rival"),
        ),
        coerce=lambda value: value == "si",
        error_messages={"required": "Diga si se jugó su mesa de ahora."},
    )

    def __init__(self, *args: Any, at: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if at:
            told = "Su mesa de ahora es {}. ¿Se jugó?", "Sus mesas de ahora son {}. ¿Se jugaron?"
            self.fields["played"].label = numbered(at, *told)
        else:
            del self.fields["played"]


class DepartureForm(LeavingForm):
    """How a pareja leaves, and what becomes of what it played in series."""

    field_order = ("played", "expelled", "voided", "reason")

    expelled = forms.ChoiceField(
        label="¿Cómo sale?",
        widget=forms.RadioSelect,
        choices=(("", "Se retira"), ("si", "Se la expulsa, por un fallo")),
        required=False,
        initial="",
        help_text="Si la etapa no dice otra cosa, una expulsada no figura en su tabla y una retirada queda última, salvo que ya no le "
        "quedara nada por jugar.",
    )
    voided = forms.ChoiceField(
        label="Lo que jugó en series",
        widget=forms.RadioSelect,
        choices=(("", "Queda como está"), ("si", "No cuenta para nadie")),
        required=False,
        initial="",
        help_text=f"En una llave o en un suizo lo jugado siempre queda: otros ya siguieron por eso. {DEFEATS_TOLD}",
    )
    reason = forms.CharField(label="Motivo", max_length=300, widget=forms.TextInput())

    def __init__(self, *args: Any, players: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        expelled = self.fields["expelled"]
        expelled.choices = [(value, said(players, label)) for value, label in expelled.choices]  # type: ignore[attr-defined]
        expelled.help_text = said(players, str(expelled.help_text))

    @classmethod
    def of_gone(cls, data: Mapping[str, Any] | None, pareja: Pareja) -> Self:
        """How it leaves instead, of one that is gone: it says how it left, and stands beside the form of its return."""
        gone = {
            "expelled": "si" if pareja.status == Pareja.Status.EXPELLED else "",
            "voided": "si" if pareja.voided else "",
        }
        return cls(data, players=pareja.championship.players_per_pareja, initial=gone, auto_id="otra_%s")

    def clean_expelled(self) -> bool:
        return bool(self.cleaned_data["expelled"] == "si")

    def clean_voided(self) -> bool:
        return bool(self.cleaned_data["voided"] == "si")
