"""A result as it stands on a fixture."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from brackets.draw.bracket import How, Result
from brackets.models import UNPLAYED, WON_OTHERWISE, Fixture, Pareja, won_otherwise
from brackets.models.scores import scores_wrong
from brackets.selectors.wording import inside, said
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.marks import marks_of_rivals_follow

WITHOUT_WINNER: Final = (Fixture.How.DOUBLE_NO_SHOW, Fixture.How.DISQUALIFICATION)


@dataclass(frozen=True, slots=True)
class Ending:
    """How it ended, `how` empty while it has not."""

    how: str
    winner: Pareja | None
    chicas: list[list[int]]
    by_zapateria: bool
    caidas: list[int] = field(default_factory=list)
    zapaterias: list[str] = field(default_factory=list)

    @property
    def result(self) -> Result | None:
        winner = self.winner.number if self.winner else None
        return Result(winner, How(self.how), self.by_zapateria) if self.how else None

    def as_json(self) -> dict[str, Any]:
        return {
            "how": self.how,
            "winner": self.winner.number if self.winner else None,
            "chicas": self.chicas,
            "by_zapateria": self.by_zapateria,
            "zapaterias": self.zapaterias,
            "caidas": self.caidas,
        }

    def told(self, fixture: Fixture) -> str:
        """As the audit tells it of this fixture."""
        sides = [pareja.number if pareja else None for pareja in (fixture.pareja_a, fixture.pareja_b)]
        return told_of_json({**self.as_json(), "sides": sides}, fixture.stage.championship.players_per_pareja)


def told_of_json(ending: Mapping[str, Any], players: int) -> str:
    """The same of what `result_kept` kept, in a championship of parejas of so many players."""
    if not ending["how"]:
        return "sin resultado"
    scores = ", ".join(f"{a}–{b}" for a, b in ending["chicas"])
    if ending["winner"]:
        who = said(players, "gana la pareja {}").format(ending["winner"])
    else:
        who = said(players, "no gana ninguna pareja")
    how = Fixture.How(ending["how"]).label
    sides = ending.get("sides", ())
    if ending["winner"] in sides:
        side = sides.index(ending["winner"])
        if won_otherwise(ending["how"], side, ending["chicas"], by_zapateria=ending["by_zapateria"]):
            how = WON_OTHERWISE
    return f"{who} ({inside(how)}{', ' if scores else ''}{scores})"


UNDECIDED: Final = Ending("", None, [], by_zapateria=False)


def ending_of(fixture: Fixture) -> Ending:
    """The one it has now."""
    return Ending(fixture.how, fixture.winner, fixture.chicas, fixture.by_zapateria, fixture.caidas, fixture.zapaterias)


HOURS: Final = ("called_at", "started_at", "decided_at")


def result_kept(fixture: Fixture) -> dict[str, Any]:
    """All of its result as it stands, so that it can be given back."""
    return ending_of(fixture).as_json() | {
        "sides": [pareja.number for pareja in (fixture.pareja_a, fixture.pareja_b) if pareja],
        "status": fixture.status,
        **{name: at.isoformat() if (at := getattr(fixture, name)) else None for name in HOURS},
    }


def ending_given(
    fixture: Fixture,
    how: str,
    winner: str | None,
    chicas: Sequence[Sequence[int]],
    *,
    zapateria: bool,
    zapaterias: Sequence[str] = (),
    caidas: Sequence[int] = (),
) -> Ending:
    """The result that was given, refused when no fixture, or not this one, can end so.

    Without `zapaterias`, which are as a fixture has them, that which ended it is the only one there was, in the last chica.
    """
    how = Fixture.How(how)
    if how in UNPLAYED:
        raise InvalidValue("resultado", "Una partida que no se juega no tiene resultado que registrar.", field="how")
    if fixture.pareja_a is None or fixture.pareja_b is None:
        waiting = fixture.status == Fixture.Status.WAITING
        raise BracketError(
            "partida-no-lista",
            f"La {fixture.name} todavía no tiene sus dos rivales: registre primero las partidas anteriores."
            if waiting
            else f"La {fixture.name} no se juega: no tiene dos rivales.",
        )
    if winner not in ("A", "B", None) or (winner is None and how not in WITHOUT_WINNER):
        raise InvalidValue("falta-ganador", "Diga cuál de los dos lados gana.", field="winner")
    if winner is not None and how == Fixture.How.DOUBLE_NO_SHOW:
        raise InvalidValue("resultado", "Si no se presentó nadie, nadie gana.", field="winner")
    side = {"A": fixture.pareja_a, "B": fixture.pareja_b, None: None}[winner]
    made = [*zapaterias] if any(zapaterias) else []
    if not made and zapateria and how == Fixture.How.PLAYED and winner and chicas:
        made = [*[""] * (len(chicas) - 1), winner]
    if wrong := scores_wrong(chicas, made, caidas, zapateria=zapateria, winner=winner):
        raise InvalidValue("chicas", wrong, field="chicas")
    return Ending(how, side, [list(scores) for scores in chicas], zapateria, list(caidas), made)


def decided_in(fixture: Fixture, told: datetime | None, now: datetime) -> datetime:
    """When it was decided, as it was `told`: never before it was called or began, nor after `now`; without that, now."""
    if told is None:
        return now
    began = fixture.started_at or fixture.called_at
    return min(max(told, began) if began else told, now)


def fixture_fill(fixture: Fixture, ending: Ending, status: Fixture.Status, at: datetime) -> None:
    """Write the result onto its row, decided `at` an hour; what follows from it is for `stage_project`.

    It was decided when it was first written down: a correction, which the audit has with its hour, moves it to no other day.
    """
    fixture.status, fixture.how, fixture.winner = status, ending.how, ending.winner
    fixture.chicas, fixture.caidas = ending.chicas, ending.caidas
    fixture.by_zapateria, fixture.zapaterias = ending.by_zapateria, ending.zapaterias
    fixture.decided_at = (fixture.decided_at or at) if ending.how else None
    fixture.called_at = fixture.called_at if ending.how else None
    fixture.started_at = fixture.started_at if ending.how else None
    fixture.order = fixture.order if ending.how else None
    result = ("status", "how", "winner", "chicas", "by_zapateria", "zapaterias", "caidas")
    fixture.save(update_fields=(*result, "decided_at", "called_at", "started_at", "order"))


def fixture_seat(fixture: Fixture, numbers: Sequence[int]) -> None:
    """Sit both down again where one passed, because the other was put out or left after they had played: what is kept of it is theirs."""
    parejas = Pareja.objects.filter(championship=fixture.stage.championship_id, number__in=numbers)
    by_number = {pareja.number: pareja for pareja in parejas}
    fixture.pareja_a, fixture.pareja_b = (by_number[number] for number in numbers)
    fixture.nobody_a = fixture.nobody_b = False
    fixture.status, fixture.how, fixture.winner = Fixture.Status.READY, "", None
    fixture.save(update_fields=("pareja_a", "pareja_b", "nobody_a", "nobody_b", "status", "how", "winner"))
    if fixture.marks:
        every = Pareja.objects.filter(championship=fixture.stage.championship_id)
        marks_of_rivals_follow([fixture], dict(every.values_list("number", "pk")))
