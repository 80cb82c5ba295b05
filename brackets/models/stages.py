"""A stage and its fixtures, a projection of slots and results."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from math import inf
from typing import Any, Final, NotRequired, TypedDict

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from brackets.draw.protections import CLUBS_APART
from brackets.draw.structure import Zapateria
from brackets.draw.treatment import USUAL
from brackets.models.championships import Championship
from brackets.models.parejas import Pareja
from brackets.models.tables import Table


def elimination() -> dict[str, Any]:
    """The format of a stage of which nothing else is said."""
    return {"kind": "eliminatoria", "third_place": False, "consolation": False}


def everybody() -> list[dict[str, Any]]:
    """The rule of a first stage."""
    return [{"kind": "inscritas"}]


def tie_breaks() -> list[str]:
    """The order of the tie-breaks where nothing else is chosen (none is in any reglamento: ours)."""
    return ["mesas", "directo", "chicas", "puntos", "zapaterias", "sorteo"]


def treatment() -> dict[str, str]:
    """Where those who did not play it through stand, as usual."""
    return USUAL.as_data()


class Stage(models.Model):
    """One phase of a championship.

    `format`, `entry` and `criteria` are what `brackets.draw` makes of them: `formats.from_data`, a list for
    `qualification.rule_from`, the codes of `standings.CRITERIA`; `treatment` of `treatment.Treatment`. `zapateria` is its
    effect beyond the mesa. `slots` are the drawn pareja numbers in the order of the lines, null for a bye. They follow from
    `lots_seed`, `apart` and `entrants`: who entered the draw, as `{"number", "club", "seed"}`, kept so that anyone can
    repeat it whatever is corrected afterwards. `unavoidable` lists the meetings of one club in the first mesa of both that
    no draw avoids, as `{"position", "round", "club", "a", "b"}`. `pairings` are the rounds of a Swiss stage paired so far,
    as pairs of lines, and `paired_on` what each was paired on, as `{"round", "at", "before"}`, `before` being standings as
    the acta has them: later corrections leave it; `"late"` are the late entries by then, as the acta has them, where there
    are any. Its first fixture has the number `first_number`. `late` are those who
    entered after the draw, which stays as it was (`brackets.draw.late`), and `left` those who left the championship since,
    as `{"pareja", "order", "at", "playing"}` (`brackets.draw.leaving.Left`); `unsettled` the matches whose firm result is
    decided anew although one of the two is gone, as `{"round", "position", "gone"}`. All three are projections of its
    events, which are those after number `events_from`. `kept_draw`, and `kept_rounds`, the numbers of rounds of a Swiss
    stage: a Director kept what does not follow from the results before it, and nothing else. `planned_entries` are the `entry` of each stage
    by its number, as planned when this one was published, while it is: what is planned later takes nobody out of it. `planned_hours` are the ISO hours at which a
    round is to begin, by its number.

    The lots follow `procedure` (`brackets.draw.procedures`) under `protections`, as `{"attribute", "rounds", "hard"}`.
    `exchanges` are what was changed by hand since, as `{"a", "b", "reason", "by", "at"}`: undone from the last one back,
    the drawn lines stand there again. `drawn_record` is what the acta says of the draw, written when it was made
    (`selectors.draw_acta`), with the names of that hour: only the name of a person who did not play is ever taken out of
    it. `drawn_digest` binds it. While the digest stays the database lets the record lose names of players and their salts,
    nothing else; that they did not play is for `services.personal_data` to see. `commitments` are all ever published for it, the last one in force unless it is revoked
    (`brackets.services.commitments`); `public_seed` is what was typed after one.
    """

    class Status(models.TextChoices):
        PLANNED = "planned", "Por sortear"
        DRAWN = "drawn", "Sorteada, sin publicar"
        PUBLISHED = "published", "Publicada"

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(default=1)
    name = models.CharField("nombre", max_length=60, default="Eliminatoria directa")
    status = models.CharField(max_length=10, choices=Status, default=Status.DRAWN)
    format = models.JSONField("formato", default=elimination)
    entry = models.JSONField("quiénes entran", default=everybody)
    criteria = models.JSONField("desempates", default=tie_breaks)
    zapateria = models.CharField(
        "la zapatería",
        max_length=12,
        choices=[(each.value, each.label) for each in Zapateria],
        default=Zapateria.NOTHING,
    )
    treatment = models.JSONField("quiénes no la jugaron entera", default=treatment)
    pairings = models.JSONField(default=list, blank=True)
    paired_on = models.JSONField(default=list, blank=True)
    first_number = models.PositiveSmallIntegerField(default=1)
    late = models.JSONField(default=list, blank=True)
    left = models.JSONField(default=list, blank=True)
    unsettled = models.JSONField(default=list, blank=True)
    events_from = models.PositiveIntegerField(default=0)
    kept_draw = models.BooleanField(default=False)
    kept_rounds = models.JSONField(default=list, blank=True)
    planned_entries = models.JSONField(default=dict, blank=True)
    slots = models.JSONField(default=list)
    entrants = models.JSONField(default=list)
    lots_seed = models.CharField("semilla del sorteo", max_length=80, blank=True)
    apart = models.BooleanField("separar a los del mismo club", default=True)
    procedure = models.CharField("procedimiento del sorteo", max_length=20, default=CLUBS_APART)
    protections = models.JSONField("protecciones", default=list, blank=True)
    exchanges = models.JSONField("intercambios", default=list, blank=True)
    commitments = models.JSONField("compromisos", default=list, blank=True)
    public_seed = models.CharField("semilla pública", max_length=80, blank=True)
    draw_number = models.PositiveSmallIntegerField("sorteo número", default=0)
    unavoidable = models.JSONField(default=list, blank=True)
    drawn_record = models.JSONField("acta del sorteo", default=dict, blank=True)
    drawn_digest = models.CharField("huella del sorteo", max_length=64, blank=True)
    drawn_at = models.DateTimeField(null=True, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    planned_hours = models.JSONField("horas previstas", default=dict, blank=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("championship", "number"), name="stage_number_once"),
            models.CheckConstraint(
                name="stage_published_has_hour",
                condition=~Q(status="published") | Q(published_at__isnull=False),
            ),
            models.CheckConstraint(
                name="stage_drawn_has_hour",
                condition=Q(status="planned") | (Q(drawn_at__isnull=False) & ~Q(lots_seed="")),
            ),
            models.CheckConstraint(
                name="stage_keeps_plan_while_public", condition=Q(status="published") | Q(planned_entries={})
            ),
        )

    def __str__(self) -> str:
        return self.name


class MarkKind(models.TextChoices):
    """Why a sentence stands beside a mesa."""

    KEPT = "kept", "Se mantiene"
    WITHOUT_EFFECT = "without-effect", "Sin efecto"
    OTHER_RIVALS = "other-rivals", "De otros rivales"
    RELEASED = "released", "Otro rival"
    REOPENED = "reopened", "Etapa reabierta"
    SUBSTITUTED = "substituted", "Jugó otro"


OF_ANOTHER: Final = (MarkKind.WITHOUT_EFFECT, MarkKind.OTHER_RIVALS, MarkKind.RELEASED, MarkKind.REOPENED)
"""What was recorded at a mesa marked so is not what is to be played there."""


class Mark(TypedDict):
    """A sentence beside a mesa. `sides`: whose numbers it is of; `of`: which Swiss round was let stand, 0 for the draw; `at`: when what was recorded there was left without effect, in seconds since 1970; `pareja` and `position`: in whose place another played."""

    kind: str
    text: str
    sides: NotRequired[list[int]]
    pareja: NotRequired[int]
    position: NotRequired[int]
    of: NotRequired[int]
    at: NotRequired[float]
    replaced: NotRequired[int]


def left_without_effect_since(marks: Iterable[Mark], since: datetime) -> bool:
    """Whether what was recorded there by that hour was left without effect since, by its result or with its stage, and was not given back."""
    without = (MarkKind.WITHOUT_EFFECT, MarkKind.REOPENED)
    return any(mark["kind"] in without and mark.get("at", inf) > since.timestamp() for mark in marks)


class Fixture(models.Model):
    """One match of the stage's structure, by its key (`round`, `position`).

    `pareja_a` and `pareja_b` are null while pending and for good when *nobody* comes from that side (`nobody_a`,
    `nobody_b`). `how` and `winner` are the result; `chicas` its scores as `[[40, 22], …]`, A's first. `started_at` is
    when both sat down to it or its mesa was opened, whichever was first. `by_zapateria`: one ended it. `zapaterias` says of each
    of its chicas who made a zapatería in it, `A` or `B`, one that ended nothing too, or an empty text: `["", "A"]`; it is empty where
    there was none at all. `caidas` is how many caídas each side made, A's first, and empty where nobody counted them: a mesa
    kept on paper says only its chicas. `order` is the last departure before the place of its result, by the number of its
    event (0: none), null while it has none. A provisional result has been played but not signed: nobody advances by it yet.
    `marks` are the sentences that stand beside it, each a `Mark`.
    """

    class Status(models.TextChoices):
        WAITING = "waiting", "Por definir"
        READY = "ready", "Lista"
        CALLED = "called", "Convocada"
        IN_PLAY = "in-play", "En juego"
        PROVISIONAL = "provisional", "Provisional"
        FINAL = "final", "Final"

    class How(models.TextChoices):
        PLAYED = "played", "Jugada"
        WALKOVER = "walkover", "Ganada por ausencia (W.O.)"
        RETIREMENT = "retirement", "Abandono"
        DISQUALIFICATION = "disqualification", "Descalificación"
        DOUBLE_NO_SHOW = "double-no-show", "Doble ausencia"
        BYE = "bye", "Pasa sin jugar"
        PASS = "pass", "Pasa por falta de rival"
        UNNEEDED = "unneeded", "No hizo falta"

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="fixtures")
    round = models.PositiveSmallIntegerField("ronda")
    position = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField("partida", null=True, blank=True)
    status = models.CharField("estado", max_length=12, choices=Status, default=Status.WAITING)
    pareja_a = models.ForeignKey(Pareja, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    pareja_b = models.ForeignKey(Pareja, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    nobody_a = models.BooleanField(default=False)
    nobody_b = models.BooleanField(default=False)
    winner = models.ForeignKey(Pareja, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    how = models.CharField("cómo", max_length=20, choices=How, blank=True)
    chicas = models.JSONField(default=list, blank=True)
    by_zapateria = models.BooleanField("por zapatería", default=False)
    zapaterias = models.JSONField("zapaterías", default=list, blank=True)
    caidas = models.JSONField("caídas", default=list, blank=True)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, null=True, blank=True, related_name="fixtures")
    juez = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="fixtures"
    )
    called_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    order = models.PositiveIntegerField(null=True, blank=True)
    marks = models.JSONField("a propósito", default=list, blank=True)

    class Meta:
        ordering = ("round", "position")
        constraints = (
            models.UniqueConstraint(fields=("stage", "round", "position"), name="fixture_place_once"),
            models.UniqueConstraint(fields=("stage", "number"), name="fixture_number_once"),
            models.UniqueConstraint(
                fields=("table",), condition=Q(status__in=("called", "in-play")), name="fixture_one_at_a_table"
            ),
            models.UniqueConstraint(
                fields=("juez",), condition=Q(status__in=("called", "in-play")), name="fixture_one_a_juez"
            ),
            models.CheckConstraint(
                name="fixture_winner_plays_in_it",
                condition=Q(winner__isnull=True)
                | Q(pareja_a__isnull=False, winner=F("pareja_a"))
                | Q(pareja_b__isnull=False, winner=F("pareja_b")),
            ),
            models.CheckConstraint(
                name="fixture_nobody_is_no_pareja",
                condition=~Q(nobody_a=True, pareja_a__isnull=False) & ~Q(nobody_b=True, pareja_b__isnull=False),
            ),
            models.CheckConstraint(
                name="fixture_two_parejas_to_play",
                condition=~Q(status__in=("ready", "called", "in-play", "provisional"))
                | Q(pareja_a__isnull=False, pareja_b__isnull=False),
            ),
            models.CheckConstraint(
                name="fixture_called_to_a_table", condition=~Q(status="called") | Q(table__isnull=False)
            ),
            models.CheckConstraint(
                name="fixture_decided_says_how",
                condition=(Q(status__in=("provisional", "final")) & ~Q(how=""))
                | (~Q(status__in=("provisional", "final")) & Q(how="", winner__isnull=True)),
            ),
            models.CheckConstraint(
                name="fixture_zapateria_ended_a_chica",
                condition=Q(by_zapateria=False) | (Q(how="played") & ~Q(zapaterias=[])),
            ),
            models.CheckConstraint(
                name="fixture_nobody_wins_absent",
                condition=~Q(how="double-no-show") | Q(winner__isnull=True),
            ),
        )

    def __str__(self) -> str:
        return self.name.capitalize()

    @property
    def marks_now(self) -> list[Mark]:
        """Those that stand: what was let stand (`KEPT`) is not once a mark after it says that it is not what is played there."""
        last = max((at for at, each in enumerate(self.marks) if each["kind"] in OF_ANOTHER), default=0)
        return [each for at, each in enumerate(self.marks) if at >= last or each["kind"] != MarkKind.KEPT]

    @property
    def mark(self) -> str:
        """The sentences that stand beside it."""
        return " ".join(dict.fromkeys(each["text"] for each in self.marks_now))

    def is_marked(self, *kinds: MarkKind) -> bool:
        return any(each["kind"] in kinds for each in self.marks_now)

    @property
    def goes_unplayed(self) -> bool:
        """Whether nobody plays it: it was passed or not needed, or nobody will come from one side."""
        return self.how in UNPLAYED or self.nobody_a or self.nobody_b

    @property
    def how_told(self) -> str:
        """How it ended: of one that its winner did not win by the chicas, that."""
        return WON_OTHERWISE if self.is_won_otherwise else str(self.get_how_display())

    @property
    def is_won_otherwise(self) -> bool:
        """Whether it has a winner that did not win it by the chicas: `won_otherwise`."""
        side = 0 if self.winner_id == self.pareja_a_id else 1
        return self.winner_id is not None and won_otherwise(self.how, side, self.chicas, by_zapateria=self.by_zapateria)

    @property
    def zapaterias_made(self) -> tuple[int, int]:
        """How many zapaterías each side made, A's first."""
        return zapaterias_made(self.zapaterias)

    @property
    def noted_at(self) -> datetime | None:
        """When it began, or else was called; None where nobody noted either, as of a result typed later."""
        return self.started_at or self.called_at

    @property
    def name(self) -> str:
        """As it stands inside a sentence; a bye of the draw has no number."""
        return f"partida {self.number}" if self.number else f"ronda {self.round}, lugar {self.position + 1}"


def zapaterias_made(zapaterias: Sequence[str]) -> tuple[int, int]:
    """`Fixture.zapaterias_made`, of its `zapaterias`."""
    return zapaterias.count("A"), zapaterias.count("B")


def won_otherwise(how: str, side: int, chicas: Sequence[Sequence[int]], *, by_zapateria: bool) -> bool:
    """Whether a mesa that was played was given to that side (0 is A) though it has no more chicas: by a ruling, or as its rival lost it."""
    won = [sum(pair[each] > pair[1 - each] for pair in chicas) for each in (0, 1)]
    return how == Fixture.How.PLAYED and not by_zapateria and won[side] <= won[1 - side]


WON_OTHERWISE: Final = "Por fallo o sanción"
"""How a mesa was won of which `won_otherwise` is true."""
AT_A_TABLE: Final = (Fixture.Status.CALLED, Fixture.Status.IN_PLAY)
"""Statuses of a fixture that takes up its table, its Juez and its parejas."""
UNDER_WAY: Final = (*AT_A_TABLE, Fixture.Status.PROVISIONAL)
"""Statuses of a fixture called, in play, or played with a result that does not count yet."""
UNPLAYED: Final = (Fixture.How.BYE, Fixture.How.PASS, Fixture.How.UNNEEDED)
"""How a fixture ended without play and without a no-show: somebody passed without a rival, or a second final was not needed."""
GOES_UNPLAYED: Final = Q(how__in=UNPLAYED) | Q(nobody_a=True) | Q(nobody_b=True)
"""`Fixture.goes_unplayed`, as asked of the database."""
