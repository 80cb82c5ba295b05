"""What the printed resolution of an appeal says, for each ruling, in words and whole."""

import io
from collections.abc import Sequence

import pytest
from pypdf import PdfReader

from brackets.models import Championship, Pareja, Player, User
from referee.models import Appeal
from referee.printing.resolution import resolution_pages, resolution_pdf
from referee.rules import Measure
from referee.selectors.appeals import appeals_of, told_of
from referee.selectors.resolution_words import moved_told
from referee.services.appeals.qualifying import appeal_reject
from referee.services.appeals.ruling import appeal_rule
from tests.factories.appeals import admitted, appealed
from tests.factories.brackets import ChampionshipFactory, director_of
from tests.factories.referee import SORTEO, ZAPATERIA, Keeper, kept_mesa

pytestmark = pytest.mark.django_db

SINGLES = ("sorteo A1=7 B1=2 reparte=A1", 'adjudica-mesa A "marcador del caso"')
RAW = ("none", "None", "_", "en-juego", "por-sortear", "por-proclamar", "zapateria", "fallo)", "()", "adjudica-mesa)")


def over(players: int = 2, log: Sequence[str] = ZAPATERIA) -> Keeper:
    """A mesa won by A and sealed."""
    kept = kept_mesa(
        *(log if players == 2 else SINGLES),
        championship=ChampionshipFactory(
            players_per_pareja=players, **({} if players == 2 else {"reglamento": "rigor"})
        ),
    )
    kept.seal()
    return kept


def ruled(kept: Keeper, measure: Measure, *, jugada: int = 2) -> Appeal:
    appeal = admitted(kept, jugada=jugada)
    appeal_rule(
        appeal=appeal, measure=measure, grounds="Visto el acta.", user=director_of(kept.championship), now=kept.tick()
    )
    return appeal


def written(appeal: Appeal) -> str:
    """The text of the PDF, as if it were one line."""
    (told,) = told_of(appeals_of(appeal.championship).filter(pk=appeal.pk))
    pages = PdfReader(io.BytesIO(resolution_pdf(told))).pages
    return " ".join(" ".join(each.extract_text() for each in pages).split())


@pytest.mark.parametrize(
    ("measure", "resolved", "changes"),
    [
        (Measure("confirma"), "Confirma lo resuelto por el Juez.", ["Nada: la mesa queda como la resolvió el Juez."]),
        (
            Measure("ajusta", "B", 12), "Suma 12 puntos a la pareja {B} (B).",
            ["La mesa Terminada En juego", "Quién gana Gana A, por zapatería Nadie todavía"],
        ),
        (
            Measure("ajusta", "A", 2), "Suma 2 puntos a la pareja {A} (A).",
            ["El fallo se cumplió, y el marcador y el resultado son los mismos que antes."],
        ),
        (Measure("ajusta", "A", -2), "Resta 2 puntos a la pareja {A} (A).", ["Marcador A–B 40–0 38–0"]),
        (Measure("anula", numbers=(2,)), "Anula la jugada 2.", ["Chicas A–B 40–0, la gana A Ninguna"]),
        (Measure("repite-chica", numbers=(2,)), "Se repite la chica de la jugada 2.", ["La mesa Terminada En juego"]),
        (Measure("repite-mesa"), "Se repite la mesa.", ["La mesa Terminada Por sortear"]),
        (
            Measure("adjudica-chica", "B"), "Adjudica la chica a la pareja {B} (B).",
            ["Quién gana Gana A, por zapatería Nadie todavía"],
        ),
        (
            Measure("adjudica-mesa", "B"), "Adjudica la mesa a la pareja {B} (B).",
            ["La mesa Terminada Igual", "Quién gana Gana A, por zapatería Gana B, por fallo del Director"],
        ),
        (
            Measure("descalifica", "A"), "Descalifica a la pareja {A} (A).",
            ["Quién gana Gana A, por zapatería Gana B, por fallo del Director"],
        ),
    ],
)  # fmt: skip
def test_each_ruling_on_a_mesa_that_was_over_says_what_it_changed(
    measure: Measure, resolved: str, changes: Sequence[str]
) -> None:
    kept = over()

    said = written(ruled(kept, measure))

    assert resolved.format(A=kept.fixture.pareja_a, B=kept.fixture.pareja_b) in said
    for change in changes:
        assert change in said
    assert "La jugada 2 de la bitácora (Fallo: ajusta puntos)." in said
    assert not [word for word in RAW if word in said]


def test_a_data_that_is_repeated_is_called_by_its_number() -> None:
    kept = over(log=(SORTEO, "caida A", 'ajusta A +36 "marcador del caso"', "limpia A", "proclama"))

    said = written(ruled(kept, Measure("repite-data", numbers=(2,))))

    assert "Se repite la data 1, la de la jugada 2." in said
    assert "Quién gana Gana A, por zapatería Nadie todavía" in said


def test_of_a_mesa_that_goes_on_it_says_so_and_what_stays() -> None:
    kept = kept_mesa(SORTEO, "caida A")

    said = written(ruled(kept, Measure("confirma")))

    assert "La mesa Suspendida En juego Marcador A–B 2–0 Igual Chicas A–B Ninguna Igual" in said
    assert "4 Reanudación reanudacion" in said


def test_of_single_players_it_says_player() -> None:
    kept = over(1)

    said = written(ruled(kept, Measure("adjudica-mesa", "B")))

    assert f"Adjudica la mesa al jugador {kept.fixture.pareja_b} (B)." in said
    assert "pareja" not in said.lower()


def test_a_rejected_one_says_why_and_rules_nothing() -> None:
    kept = over()
    appeal = appealed(kept)
    appeal_reject(appeal=appeal, reason="Fuera de lugar", user=director_of(kept.championship), now=kept.tick())

    said = written(appeal)

    assert "RECHAZADA" in said
    assert "Fuera de lugar" in said
    assert "FALLO, FINAL" not in said


@pytest.mark.parametrize("players", [1, 2])
def test_the_longest_names_are_never_cut(players: int) -> None:
    kept = over(players)
    longest = [
        f"Wilhelmina {letter} de los Ángeles Montesdeoca-Chimborazo y Guamán".ljust(60, "W")[:60] for letter in "KLMN"
    ]
    for player, name in zip(Player.objects.filter(pareja__in=sides(kept)).order_by("pk"), longest, strict=False):
        Player.objects.filter(pk=player.pk).update(name=name)
    director = director_of(kept.championship)
    User.objects.filter(pk=director.pk).update(display_name=longest[3])
    Championship.objects.filter(pk=kept.championship.pk).update(
        name="C" * 50 + " " + "W" * 49, organiser="Q" * 60 + " " + "W" * 59
    )
    kept.fixture.refresh_from_db()

    appeal = ruled(kept, Measure("adjudica-mesa", "B"))

    (told,) = told_of(appeals_of(kept.championship).filter(pk=appeal.pk))
    texts = [text.text for page in resolution_pages(told) for text in page.texts if text.y > 42]
    assert not [text for text in texts if "…" in text]
    signing = " ".join(texts[texts.index("Notificado: quien apeló") :])
    for player in Player.objects.filter(pareja=kept.fixture.pareja_b):
        assert player.name in signing


def sides(kept: Keeper) -> list[Pareja | None]:
    return [kept.fixture.pareja_a, kept.fixture.pareja_b]


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        ([3], ["Ya no está convocada la partida 3.", "Queda señalada la partida 3."]),
        ([3, 4], ["Ya no están convocadas las partidas 3 y 4.", "Quedan señaladas las partidas 3 y 4."]),
    ],
)
def test_what_it_moved_agrees_with_how_many(numbers: list[int], said: list[str]) -> None:
    assert moved_told({"uncalled": numbers, "marked": numbers}) == said


def test_what_it_took_back_agrees_with_how_many() -> None:
    rounds = ["la ronda 2 de «Suizo»", "el sorteo de «{Final}»"]

    assert moved_told({"fallen": rounds[:1]}) == ["Se deshizo la ronda 2 de «Suizo»."]
    assert moved_told({"fallen": rounds}) == ["Se deshicieron la ronda 2 de «Suizo» y el sorteo de «{Final}»."]
