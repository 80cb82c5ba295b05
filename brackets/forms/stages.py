"""The stages of a championship: with how many one reckons, which template, and one stage by itself."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, cast

from django import forms

from brackets.draw.entries import LARGEST, SMALLEST
from brackets.draw.formats import (
    FORMATS,
    LARGEST_LEAGUE,
    DoubleElimination,
    Elimination,
    Format,
    Series,
    Swiss,
    as_data,
)
from brackets.draw.leaving import DEFEATS_TOLD
from brackets.draw.plans import StagePlan
from brackets.draw.plans_ready import TABLE, TEMPLATES
from brackets.draw.qualification import ORDINALS, Best, Everybody, Exempt, FromEach, Rest, Rule, WinnerOf
from brackets.draw.standings import CRITERIA, LOTS
from brackets.draw.structure import Zapateria
from brackets.draw.treatment import KINDS, Standing, Treatment, Unplayed
from brackets.forms.site_form import SiteForm
from brackets.selectors.wording import said

FIRST: Final = "mesas"
TABLES: Final = (Series.kind, Swiss.kind)
"""The formats in which tie-breaks decide something."""
RULE_WORDS: Final = (
    ("", "—"),
    (Everybody.kind, "Toda la inscripción, sin los números exentos"),
    (FromEach.kind, "Los primeros puestos de cada serie"),
    (Best.kind, "Los mejores de un puesto, por repechaje"),
    (Rest.kind, "El resto, que no clasificó"),
    ("ganadores", "Quien gana la llave de ganadores"),
    ("perdedores", "Quien gana la llave de perdedores"),
)
MOST_ROWS: Final = 40
MORE_RULES: Final = 2
"""Empty rows for rules behind those there are."""


class HallForm(SiteForm):
    """With how many, at how many tables, how long: what the figures are computed for."""

    parejas = forms.IntegerField(label="Parejas", min_value=SMALLEST, max_value=LARGEST)
    mesas = forms.IntegerField(label="Mesas a la vez", min_value=1, max_value=500)
    minutos = forms.IntegerField(label="Minutos por partida", min_value=5, max_value=240)

    def __init__(self, *args: Any, players: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["parejas"].label = said(players, "Parejas")


class TemplateForm(SiteForm):
    """Which template, for how many."""

    plantilla = forms.ChoiceField(label="Plantilla", choices=[(each.key, each.label) for each in TEMPLATES])
    parejas = forms.IntegerField(min_value=SMALLEST, max_value=LARGEST)


class RuleForm(SiteForm):
    """One row: who enters, from which stage, how many, of which place."""

    who = forms.ChoiceField(label="Quiénes", required=False, choices=RULE_WORDS)
    stage = forms.ChoiceField(label="De la etapa", required=False)
    count = forms.IntegerField(label="Cuántos", required=False, min_value=1, max_value=LARGEST)
    place = forms.ChoiceField(
        label="Puesto",
        required=False,
        choices=[("0", "cualquiera"), *((str(place), f"{place}.º") for place in range(1, len(ORDINALS) + 1))],
    )

    def __init__(self, *args: Any, before: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        numbered = [(str(number), f"{number}. {name}") for number, name in enumerate(before, start=1)]
        stage = self.fields["stage"]
        assert isinstance(stage, forms.ChoiceField)  # noqa: S101
        stage.choices = [("", "—"), *numbered]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        who = cleaned.get("who")
        if who and who != Everybody.kind and not cleaned.get("stage") and "stage" not in self.errors:
            self.add_error("stage", "Elija de qué etapa vienen.")
        if who in (FromEach.kind, Best.kind) and not cleaned.get("count") and "count" not in self.errors:
            self.add_error("count", "Escriba cuántos.")
        return cleaned

    def rule(self) -> Rule | None:
        """None for an empty row."""
        who = self.cleaned_data.get("who", "")
        stage, place = (int(self.cleaned_data.get(name) or 0) for name in ("stage", "place"))
        count = self.cleaned_data.get("count") or 1
        rules: dict[str, Rule | None] = {
            "": None,
            Everybody.kind: Everybody(),
            FromEach.kind: FromEach(stage, count),
            Best.kind: Best(stage, count, place),
            Rest.kind: Rest(stage),
        }
        return rules[who] if who in rules else WinnerOf(stage, who)


class RuleRows(forms.BaseFormSet):  # type: ignore[type-arg]  # not subscriptable at run time
    """The rows of a stage, in the order in which places are given."""

    def rules(self) -> list[Rule]:
        return [rule for form in self.forms if (rule := form.rule()) is not None]


def rule_rows(data: Any, before: Sequence[str], rules: Iterable[Rule] = ()) -> RuleRows:
    """Rows for these rules and some empty ones; exempt parejas are not among them."""
    rows = [row_of(rule) for rule in rules if not isinstance(rule, Exempt)]
    kind = forms.formset_factory(
        RuleForm, formset=RuleRows, extra=MORE_RULES, max_num=len(rows) + MORE_RULES, absolute_max=MOST_ROWS
    )
    return cast("RuleRows", kind(data, prefix="entra", initial=rows, form_kwargs={"before": before}))


def row_of(rule: Rule) -> dict[str, Any]:
    """The inverse of `RuleForm.rule`."""
    who = rule.bracket if isinstance(rule, WinnerOf) else rule.kind
    count = rule.places if isinstance(rule, FromEach) else getattr(rule, "count", None)
    return {"who": who, "stage": getattr(rule, "stage", ""), "count": count, "place": getattr(rule, "place", 0)}


class StageForm(SiteForm):
    """A stage but for the rows of its rules. What belongs to another format than the chosen one is passed over."""

    name = forms.CharField(label="Nombre de la etapa", max_length=60)
    kind = forms.ChoiceField(
        label="Formato", widget=forms.RadioSelect, choices=[(each.kind, each.label) for each in FORMATS]
    )
    third_place = forms.BooleanField(label="Partida por el tercer puesto", required=False)
    consolation = forms.BooleanField(label="Consuelo, para quienes pierden su primera partida", required=False)
    second_final = forms.BooleanField(
        label="Segunda final, si quien llegó sin derrotas pierde la primera", required=False
    )
    size = forms.IntegerField(
        label="De cuántos son las series",
        required=False,
        min_value=0,
        max_value=LARGEST_LEAGUE,
        help_text="Donde no alcanza, algunas son de uno menos. 0: una sola serie, todos contra todos.",
    )
    turns = forms.ChoiceField(label="Vueltas", required=False, choices=[("1", "A una vuelta"), ("2", "A dos vueltas")])
    rounds = forms.IntegerField(label="Rondas del suizo", required=False, min_value=1, max_value=LARGEST // 2)
    entry = forms.Field(label="Quiénes entran", required=False)
    exempt = forms.CharField(
        label="Números exentos",
        required=False,
        max_length=600,
        help_text="Entran en esta etapa sin jugar las anteriores. Separados por comas: 3, 14, 20.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    zapateria = forms.ChoiceField(
        label="Además de la mesa, la zapatería",
        widget=forms.RadioSelect,
        choices=[(each.value, each.label) for each in Zapateria],
        help_text=DEFEATS_TOLD,
    )
    criteria = forms.Field(label="Desempates", required=False)
    unplayed = forms.ChoiceField(
        label="Una mesa que no se jugó hasta el final (W.O., abandono)",
        choices=[(each.value, each.label) for each in Unplayed],
        help_text="Vale también para las mesas que deja sin jugar quien se retira. Las que se jugaron hasta el final cuentan siempre.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for code in ORDERED:
            self.fields[f"order_{code}"] = forms.IntegerField(
                label=CRITERIA[code].label, required=False, min_value=1, max_value=len(ORDERED)
            )

        for name, label in KINDS.items():
            choices = [(each.value, each.label) for each in Standing]
            self.fields[f"treatment_{name}"] = forms.ChoiceField(label=label, choices=choices)

    @property
    def treatments(self) -> list[Any]:
        """Where each kind of those who did not play it through stands."""
        return [self[f"treatment_{name}"] for name in KINDS]

    @property
    def orders(self) -> list[tuple[Any, Any]]:
        """Each tie-break with the field for its place."""
        return [(CRITERIA[code], self[f"order_{code}"]) for code in ORDERED]

    def clean_exempt(self) -> tuple[int, ...]:
        words = self.cleaned_data["exempt"].replace(",", " ").split()
        if wrong := [word for word in words if not word.isdecimal()]:
            raise forms.ValidationError(f"«{wrong[0]}» no es un número. Sepárelos por comas: 3, 14, 20.")
        return tuple(map(int, words))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        kind = cleaned.get("kind", "")
        for name in self._of_others(kind):
            self.errors.pop(name, None)
            cleaned[name] = None
        if kind == Series.kind and cleaned.get("size") is None and "size" not in self.errors:
            self.add_error("size", "Escriba de cuántos son las series, o 0 para hacer una sola.")
        if kind == Swiss.kind and cleaned.get("rounds") is None and "rounds" not in self.errors:
            self.add_error("rounds", "Escriba cuántas rondas.")
        numbers = [number for code in ORDERED if (number := cleaned.get(f"order_{code}"))]
        if repeated := sorted({number for number in numbers if numbers.count(number) > 1}):
            self.add_error("criteria", f"Dos desempates tienen el orden {repeated[0]}. Dé un número a cada uno.")
        return cleaned

    def _of_others(self, kind: str) -> list[str]:
        """The fields that say nothing about this format, which does not show them."""
        orders = () if kind in TABLES else ("unplayed", *(f"order_{code}" for code in ORDERED))
        return [*orders, *(name for other, names in OWN.items() if other != kind for name in names)]

    def plan(self, rules: Sequence[Rule]) -> StagePlan:
        """What was sent, the exempt before all other rules."""
        cleaned = self.cleaned_data
        chosen = [code for code in ORDERED if cleaned[f"order_{code}"]]
        chosen.sort(key=lambda code: cleaned[f"order_{code}"])
        exempt = (Exempt(cleaned["exempt"]),) if cleaned["exempt"] else ()
        return StagePlan(
            name=cleaned["name"],
            format=self._format(),
            entry=(*exempt, *rules),
            criteria=(FIRST, *chosen, LOTS) if cleaned["kind"] in TABLES else TABLE,
            zapateria=Zapateria(cleaned["zapateria"]),
            treatment=Treatment.from_data(
                {name: cleaned[f"treatment_{name}"] for name in KINDS}
                | {"unplayed": cleaned["unplayed"] or Unplayed.FIXED}
            ),
        )

    def _format(self) -> Format:
        cleaned = self.cleaned_data
        formats: dict[str, Format] = {
            Elimination.kind: Elimination(bool(cleaned["third_place"]), bool(cleaned["consolation"])),
            DoubleElimination.kind: DoubleElimination(bool(cleaned["second_final"])),
            Series.kind: Series(cleaned["size"] or 0, int(cleaned["turns"] or 1)),
            Swiss.kind: Swiss(cleaned["rounds"] or 0),
        }
        return formats[cleaned["kind"]]


OWN: Final = {
    Elimination.kind: ("third_place", "consolation"),
    DoubleElimination.kind: ("second_final",),
    Series.kind: ("size", "turns"),
    Swiss.kind: ("rounds",),
}
ORDERED: Final = tuple(code for code in CRITERIA if code != FIRST)
"""The tie-breaks that can be put in an order: mesas come first and lots last, always."""


def stage_values(plan: StagePlan) -> dict[str, Any]:
    """What the form shows of a stage; of the formats it has not, what is usual."""
    usual: dict[str, Any] = {}
    for each in (Swiss(), Series(), DoubleElimination(), Elimination(), plan.format):
        usual |= as_data(each)
    exempt = [pareja for rule in plan.entry if isinstance(rule, Exempt) for pareja in rule.parejas]
    ordered = [code for code in plan.criteria or TABLE if code in ORDERED]
    return {
        "name": plan.name,
        "zapateria": str(plan.zapateria),
        "exempt": ", ".join(map(str, exempt)),
        **{f"treatment_{name}": plan.treatment.as_data()[name] for name in KINDS},
        "unplayed": str(plan.treatment.unplayed),
        **usual,
        **{f"order_{code}": place for place, code in enumerate(ordered, start=1)},
    }
