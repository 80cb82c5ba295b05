"""What is typed of a mesa kept on paper."""

from collections.abc import Sequence
from typing import Any, cast

from django import forms
from django.forms import BoundField

from brackets.forms.floor import LatePaperForm
from referee.forms.settings import in_brackets
from referee.rules import PaperResult, Reglamento, RuleViolation, check_chicas, cite


class PaperResultForm(LatePaperForm):
    """As many chicas as a mesa may have, kept on paper and judged by the rulebook as the mesa would have been."""

    reason = forms.CharField(label="Observación", max_length=200, required=False)

    def __init__(
        self,
        *args: Any,
        rules: Reglamento,
        parejas: tuple[str, str],
        chicas: Sequence[Sequence[int]] = (),
        misdealt: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules
        self.most = 2 * rules.match_chicas_to_win_mesa - 1
        self.paper: PaperResult | None = None
        self.chicas: list[tuple[int, int]] = []
        self.tied: dict[int, str] = {}
        self.misdealt: str | None = None
        sides = list(zip("AB", parejas, strict=True))
        if rules.misdeal_offender_loses == "la-mesa":
            self.fields["misdealt"] = forms.ChoiceField(
                label="¿Terminó por mal reparto?",
                choices=[("", "No"), *((side, f"La perdió quien repartió mal: {pareja}") for side, pareja in sides)],
                initial=misdealt or "",
                required=False,
                widget=forms.RadioSelect,
                help_text=f"Quien reparte mal pierde la mesa{in_brackets(rules, 'misdeal.offender_loses')}: deje vacía "
                "la chica que no terminó.",
            )
        known = dict(enumerate(chicas, start=1))
        for chica in self._numbers():
            for place, (side, pareja) in enumerate(zip("ab", parejas, strict=True)):
                self.fields[f"{side}{chica}"] = forms.IntegerField(
                    label=f"Chica {chica}, puntos de {pareja}",
                    required=False,
                    initial=known[chica][place] if chica in known else None,
                    min_value=0,
                    max_value=rules.match_target_points,
                    widget=forms.NumberInput(attrs={"inputmode": "numeric", "step": rules.match_points_step}),
                )
            self.fields[f"winner{chica}"] = forms.ChoiceField(
                label=f"¿Quién ganó la chica {chica}?", choices=[("", "—"), *sides], required=False
            )

    def rows(self) -> list[tuple[int, BoundField, BoundField, BoundField | None]]:
        """The last of a row asks who won it, where both were given what wins a chica."""
        target = str(self.rules.match_target_points)
        return [
            (chica, a, b, self[f"winner{chica}"] if str(a.value()) == str(b.value()) == target else None)
            for chica, a, b in ((chica, self[f"a{chica}"], self[f"b{chica}"]) for chica in self._numbers())
        ]

    def asks_misdeal(self) -> BoundField | None:
        """Whether a misdeal ended the mesa, asked only where it may."""
        return self["misdealt"] if "misdealt" in self.fields else None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        pairs = [(cleaned[f"a{n}"], cleaned[f"b{n}"]) for n in self._numbers()]
        while pairs and pairs[-1] == (None, None):
            pairs.pop()
        for number, (a, b) in enumerate(pairs, start=1):
            if a is None or b is None:
                self.add_error(f"a{number}" if a is None else f"b{number}", "Faltan los puntos de este lado.")
        if not self.errors:
            self.chicas = cast("list[tuple[int, int]]", pairs)
            self.misdealt = cleaned.get("misdealt") or None
            self.tied = {n: cleaned[f"winner{n}"] for n in self._numbers() if cleaned.get(f"winner{n}")}
            self._judge(self.chicas)
        return cleaned

    def _numbers(self) -> range:
        return range(1, self.most + 1)

    def _judge(self, chicas: Sequence[tuple[int, int]]) -> None:
        """Put a refusal of the rulebook beside the first chica that brings it about."""
        for number in range(1, len(chicas) + 1):
            try:
                self.paper = check_chicas(self.rules, chicas[:number], tied=self.tied)
            except RuleViolation as refusal:
                if refusal.code != "faltan-chicas":
                    self.add_error(f"a{number}", sentence(refusal))
                    return
        if self.misdealt:
            self._judge_misdeal(chicas, self.misdealt)
        elif self.paper is None:
            self.add_error(None, "Con estas chicas la mesa no ha terminado: falta escribir una.")

    def _judge_misdeal(self, chicas: Sequence[tuple[int, int]], offender: str) -> None:
        try:
            self.paper = check_chicas(self.rules, chicas, misdealt=offender, tied=self.tied)
        except RuleViolation as refusal:
            self.add_error("misdealt", sentence(refusal))


def sentence(refusal: RuleViolation) -> str:
    """A refusal of the rulebook as a sentence with its article."""
    place = f" ({cite(refusal.article)})" if refusal.article else ""
    return f"{refusal.message[:1].upper()}{refusal.message[1:]}{place}."
