"""What is typed of a paper, box by box: how they sat, its sorteos, one of its datas."""

from collections.abc import Mapping, Sequence
from typing import Any, Final
from uuid import uuid4

from django import forms
from django.forms import BoundField

from brackets.forms.site_form import SiteForm
from brackets.models import Fixture
from referee.models import Transcription
from referee.rules import BY_SUM, RANKS, SIDES, Reglamento, card_name, rank_named
from referee.selectors.planilla.sheet import CAUSES, LABELS, Pair
from referee.selectors.transcription.form import (
    MISDEALT,
    REPEATED,
    PaperDraw,
    PaperRow,
)

DRAWS: Final = 2  # a tie is drawn again: the form has two rows for it


class Figure(forms.IntegerField):
    """A number as it is written by hand in a small box."""

    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "maxlength": "3", "size": "3"})
    default_error_messages = {"invalid": "Escriba un número entero."}

    def __init__(self, label: str, *, required: bool = False, signed: bool = False, least: int | None = None) -> None:
        super().__init__(label=label, required=required, min_value=least)
        if signed:  # a keypad without a minus would not do
            self.widget = forms.TextInput(attrs={"autocomplete": "off", "maxlength": "3", "size": "3"})


def seat_names(of: Fixture | Transcription, seats: Sequence[str]) -> dict[str, str]:
    """`A1 · the name of that player`, for each seat."""
    names = {}
    for side, pareja in (("A", of.pareja_a), ("B", of.pareja_b)):
        for player in pareja.players.all() if pareja else ():
            names[f"{side}{player.position}"] = player.name
    return {seat: f"{seat} · {names.get(seat, '')}" for seat in seats}


class SeatsForm(SiteForm):
    """How they sat, and that the tablet left the mesa to the paper."""

    seats = forms.ChoiceField(label="Cómo se sentaron, por turno", widget=forms.RadioSelect)
    tablet_left = forms.BooleanField(
        label="La tablet ya no lleva esta mesa: se terminó en papel",
        required=False,
        help_text="La tablet deja la mesa. Lo que todavía envíe pasa a la cuarentena.",
    )

    def __init__(self, *args: Any, fixture: Fixture, on_tablet: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        players = fixture.stage.championship.players_per_pareja
        orders = ("A1 B1 A2 B2", "A1 B2 A2 B1") if players > 1 else ("A1 B1",)
        names = seat_names(fixture, ("A1", "B1", "A2", "B2")[: 2 * players])
        self.fields["seats"].choices = [  # type: ignore[attr-defined]
            (order, " → ".join(names[seat] for seat in order.split())) for order in orders
        ]
        self.fields["seats"].initial = orders[0]
        if on_tablet:
            del self.fields["seats"]
        else:
            del self.fields["tablet_left"]


class DrawsForm(SiteForm):
    """The sorteos, one a line as on the paper; a line that is empty was not needed."""

    def __init__(
        self, *args: Any, rules: Reglamento, names: Mapping[str, str], draws: Sequence[PaperDraw], **kwargs: Any
    ):
        super().__init__(*args, **kwargs)
        self.rules = rules
        self.seats = tuple(names) if rules.deal_first_dealer_method == BY_SUM else ()
        longest = max(2, *(len(name) for name in rules.deck_figures))
        self.count = max(DRAWS if self.seats else 1, len(draws))
        for line in range(self.count):
            kept = draws[line] if line < len(draws) else PaperDraw()
            cards = {seat: card_name(rules, rank) for seat, rank in kept.cards}
            for seat in self.seats:
                self.fields[f"{seat}_{line}"] = forms.CharField(
                    label=f"Carta de {names[seat]}", required=False, max_length=longest, initial=cards.get(seat, ""),
                    widget=forms.TextInput(attrs={"autocomplete": "off", "size": str(longest)}),
                )  # fmt: skip
            self.fields[f"dealer_{line}"] = forms.ChoiceField(
                label="Reparte",
                required=False,
                choices=[("", "Empate, o nadie" if self.seats else "Nadie"), *names.items()],
                initial=kept.dealer,
            )

    @property
    def lines(self) -> list[list[BoundField]]:
        return [
            [self[f"{seat}_{line}"] for seat in self.seats] + [self[f"dealer_{line}"]] for line in range(self.count)
        ]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for name, value in list(cleaned.items()):
            if not name.startswith("dealer") and value and not rank_named(self.rules, value):
                self.add_error(name, f"La carta es una de {_cards(self.rules)}.")
        return cleaned

    @property
    def draws(self) -> list[PaperDraw]:
        found = []
        for line in range(self.count):
            cards = tuple(
                (seat, rank_named(self.rules, self.cleaned_data[f"{seat}_{line}"]))
                for seat in self.seats
                if self.cleaned_data.get(f"{seat}_{line}")
            )
            dealer = self.cleaned_data.get(f"dealer_{line}") or ""
            if cards or dealer:
                found.append(PaperDraw(cards, dealer))
        return found


class RowForm(SiteForm):
    """One data with its two lines, box by box as they are printed."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=36)
    before = forms.CharField(widget=forms.HiddenInput, max_length=36, required=False)
    dealer = forms.ChoiceField(label="Reparte", required=False)
    table = Figure("En la mesa", least=0)
    withdrawn = Figure("Retiradas", least=0)
    annulled = forms.ChoiceField(
        label="Data anulada",
        required=False,
        choices=(("", "No"), (MISDEALT, "Por mal reparto"), (REPEATED, "Se repite por fallo")),
    )
    rondas = forms.CharField(
        label="Cartas de las rondas",
        required=False,
        max_length=60,
        help_text="Si el papel las dice: primero las de A. Por ejemplo: 7 {king}",
    )
    note = forms.CharField(
        label="Escrito al margen", required=False, max_length=200, help_text="Un fallo, una sanción, un tachón."
    )
    lines = forms.CharField(
        label="Jugadas de la fila, en la notación",
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text="Solo si las casillas no alcanzan: una por línea, en su orden. Entonces valen estas, y no las casillas.",
    )

    def __init__(
        self,
        *args: Any,
        rules: Reglamento,
        names: Mapping[str, str],
        row: PaperRow | None = None,
        before: str = "",
        **kwargs: Any,
    ):
        super().__init__(*args, **kwargs)
        self.rules = rules
        self.fields["rondas"].help_text = self.fields["rondas"].help_text.format(king=card_name(rules, "K"))
        self.fields["dealer"].choices = [("", "Como toca"), *names.items()]  # type: ignore[attr-defined]
        for side in SIDES:
            self.fields[f"cards_{side}"] = Figure(f"Cartas de {side}", least=0)
            for cause in CAUSES:
                self.fields[f"{cause}_{side}"] = Figure(f"{LABELS[cause]} de {side}", signed=True)
            self.fields[f"score_{side}"] = Figure(f"Puntos de {side}", required=True, least=0)
        self.initial.update({"key": str(uuid4()), "before": before} if row is None else _initial(row, rules))

    @property
    def sides(self) -> list[tuple[str, BoundField, list[tuple[str, BoundField]], BoundField]]:
        """For each pareja its cards, its causes with what each is called, and its points."""
        return [
            (
                side,
                self[f"cards_{side}"],
                [(LABELS[cause], self[f"{cause}_{side}"]) for cause in CAUSES],
                self[f"score_{side}"],
            )
            for side in SIDES
        ]

    def stand(self) -> None:
        """Let the cursor stand in the first box, or in the first that is wrong."""
        first = next((name for name in self.fields if name in self.errors), "cards_A")
        self.fields[first].widget.attrs["autofocus"] = True

    @property
    def shared(self) -> list[BoundField]:
        """What is the table's, not a pareja's."""
        return [self["table"], self["withdrawn"]]

    @property
    def seldom(self) -> list[BoundField]:
        return [self["dealer"], self["annulled"]]

    @property
    def has_more(self) -> bool:
        """Whether something stands in the boxes that are seldom needed."""
        return any(self[name].value() for name in ("dealer", "rondas", "note", "lines", "annulled"))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        cards = [cleaned.get(f"cards_{side}") for side in SIDES]
        if (cards[0] is None) != (cards[1] is None):
            missing = "AB"[cards[1] is None]
            self.add_error(
                f"cards_{missing}", f"Faltan las cartas de {missing}; si la data no se contó, deje vacías las dos."
            )
        ranks = [rank_named(self.rules, card) for card in cleaned.get("rondas", "").replace(",", " ").split()]
        if not all(ranks):
            self.add_error("rondas", f"Cada carta es una de {_cards(self.rules)}.")
        cleaned["rondas"] = ranks
        return cleaned

    @property
    def row(self) -> PaperRow:
        given = self.cleaned_data
        counted = given["cards_A"] is not None
        pairs: dict[str, Pair] = {cause: (given[f"{cause}_A"] or 0, given[f"{cause}_B"] or 0) for cause in CAUSES}
        return PaperRow(
            key=given["key"],
            score=(given["score_A"], given["score_B"]),
            points={cause: pair for cause, pair in pairs.items() if pair != (0, 0)},
            cards=(given["cards_A"], given["cards_B"]) if counted else None,
            table=(given["table"] or 0) if counted else None,
            withdrawn=given["withdrawn"] or 0,
            dealer=given["dealer"],
            annulled=given["annulled"],
            rondas=tuple(given["rondas"]),
            lines=tuple(filter(None, (line.strip() for line in given["lines"].splitlines()))),
            note=given["note"],
        )


def _cards(rules: Reglamento) -> str:
    return ", ".join(card_name(rules, rank) for rank in RANKS)


def _initial(row: PaperRow, rules: Reglamento) -> dict[str, Any]:
    """The boxes as they were typed; an empty box stays empty."""
    given: dict[str, Any] = {
        "key": row.key, "dealer": row.dealer, "table": row.table, "withdrawn": row.withdrawn or None,
        "annulled": row.annulled, "rondas": " ".join(card_name(rules, rank) for rank in row.rondas), "note": row.note, "lines": "\n".join(row.lines),
    }  # fmt: skip
    for at, side in enumerate(SIDES):
        given[f"cards_{side}"] = row.cards[at] if row.cards else None
        given[f"score_{side}"] = row.score[at]
        for cause in CAUSES:
            given[f"{cause}_{side}"] = row.of(cause)[at] or None
    return given
