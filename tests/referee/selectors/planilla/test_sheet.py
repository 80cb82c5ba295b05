import re
from datetime import timedelta
from io import BytesIO
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.timezone import localtime
from pypdf import PdfReader

from brackets.models import Championship, Fixture
from referee.models import Planilla
from referee.printing import sheet_pdf
from referee.selectors.planilla.build import mesas_to_print, planilla_sheet, planilla_sheets
from referee.selectors.planilla.sheet import PlanillaSheet
from referee.services.log import JugadaInput
from referee.services.suspensions import hall_resume, hall_suspend, suspension_measure
from tests.factories.brackets import NOW, ChampionshipFactory, UserFactory, director_of, personal_set, published_stage
from tests.factories.referee import INK, SORTEO, ZAPATERIA, Keeper, keepers, kept_mesa, sealed_mesa, version_sealed

pytestmark = pytest.mark.django_db
BASE = "https://torneo.example.ec"


def sheet_of(kept: Keeper, version: int | None = None) -> PlanillaSheet:
    mesa = mesas_to_print().get(public_id=kept.mesa_id)
    return planilla_sheet(mesa, base_url=BASE, version=version)


def test_a_sealed_planilla_shows_what_was_signed() -> None:
    championship = ChampionshipFactory(
        name="Campeonato de Cuarenta", edition=12, organiser="Comité", rule_settings={"mayoria-bajo-20": "literal"}
    )
    kept = kept_mesa(*ZAPATERIA, championship=championship)
    planilla = kept.seal()

    sheet = sheet_of(kept)

    a, b = kept.players("A"), kept.players("B")
    fixture = kept.fixture
    assert (sheet.status, sheet.version, sheet.replaced_by) == ("sealed", 1, None)
    assert (sheet.digest, sheet.fingerprint) == (planilla.digest, planilla.fingerprint)
    assert sheet.verify_url == f"{BASE}/planilla/{kept.mesa_id}/?v=1&h={planilla.digest[:16].upper()}"
    assert sheet.heading.championship == "Campeonato de Cuarenta 12"
    assert sheet.heading.organiser == "Comité"
    assert sheet.heading.round == "Semifinal"
    assert sheet.heading.partida == str(fixture.number)
    assert sheet.heading.table == "1"
    assert sheet.heading.juez == str(kept.juez)
    assert sheet.heading.day == "28/11/2026"
    assert sheet.heading.appeal == "15 minutos"
    assert sheet.heading.reglamento.endswith("(versión 1)")
    assert (sheet.heading.places.sorteo, sheet.heading.places.signatures) == ("art. 3.b, 3.c", "art. 16")
    assert len(sheet.heading.settings) == 1
    assert "3.g.5 a la letra" in sheet.heading.settings[0]
    assert [[seat.name for seat in pareja.players] for pareja in sheet.parejas] == [a, b]
    assert [seat.representative for pareja in sheet.parejas for seat in pareja.players] == [True, False, False, True]
    assert sheet.identified == "realizada con cédula el 28/11/2026 a las 14:00"
    assert sheet.draws[0].sums == (14, 5)
    assert sheet.draws[0].dealer == f"A1 {a[0]}"
    assert [(chica.points, chica.zapateria) for chica in sheet.chicas] == [((40, 0), True)]
    assert sheet.winner == "A"
    assert sheet.result.startswith(f"Gana la mesa la pareja {fixture.pareja_a.number}, ")
    assert sheet.result.endswith(", por zapatería (40–0).")
    assert [note.text for note in sheet.rulings] == [
        f"Fallo: ajusta puntos, la pareja {fixture.pareja_a.number}: «marcador del caso»."
    ]
    assert [(s.party, s.outcome) for s in sheet.signatures] == [("A", "firma"), ("B", ""), ("juez", "firma")]
    assert sheet.signatures[0].ink == INK
    assert sheet.delivered_at is None


def test_a_mesa_in_play_is_a_draft_of_its_log_so_far() -> None:
    kept = kept_mesa(SORTEO, "caida A", "anula 2", "limpia B1")

    sheet = sheet_of(kept)

    assert (sheet.status, sheet.version, sheet.winner) == ("draft", 0, "")
    assert sheet.digest == kept.mesa.head_hash
    assert sheet.result == "La mesa está en juego."
    assert [(data.chica, data.data, data.score) for data in sheet.datas] == [(1, 1, (0, 2))]
    assert [note.text for note in sheet.corrections] == [
        f"Anula la jugada 2 (Caída, la pareja {kept.fixture.pareja_a.number})."
    ]
    assert all(not signature.outcome for signature in sheet.signatures)


def test_what_waits_for_signatures_is_a_draft_too() -> None:
    kept = kept_mesa(*ZAPATERIA)
    kept.sign(kept.freeze(), "A")

    sheet = sheet_of(kept)

    assert (sheet.status, sheet.version) == ("draft", 1)
    assert sheet.signatures[0].outcome == "firma"


def test_protests_sanctions_and_suspensions_are_told_in_words() -> None:
    kept = kept_mesa(
        SORTEO, "caida A1", "juego-y-veo B1 procede 2", "mal-pedido B", 'suspension "se fue la luz"', "reanudacion",
        "mal-reparto",
    )  # fmt: skip
    a, b = kept.fixture.pareja_a.number, kept.fixture.pareja_b.number
    (a1, _), (b1, _) = kept.players("A"), kept.players("B")

    sheet = sheet_of(kept)

    assert [(note.text, note.article, note.points) for note in sheet.sanctions] == [
        (
            f"Juego y veo de B1 {b1} contra la pareja {a} (jugada 2: Caída, A1 {a1}): procede y se le quitan los "
            "puntos de esa jugada.",
            "5.c, 15.b",
            (-2, 2),
        ),
        (f"Mal pedido de la pareja {b}.", "11, 15.c", (0, -2)),
        (
            f"Mal reparto de A1 {a1}, la pareja {a}: la data se anula y reparte B1 {b1}.",
            "4, 15.e, 4.c",
            (0, 10),
        ),
    ]
    (suspension,) = sheet.suspensions
    assert re.fullmatch(r"Suspensión: «se fue la luz»\. Se reanuda a las \d\d:\d\d\.", suspension.text)
    assert re.fullmatch(r"\d\d:\d\d", str(suspension.at))


def test_the_paper_has_cause_hour_measures_and_resumption_of_a_suspension() -> None:
    kept = kept_mesa(SORTEO)
    director, at = director_of(kept.championship), kept.now + timedelta(minutes=5)
    told = {"user": director, "now": at}
    hall_suspend(
        championship=kept.championship,
        client_id=uuid4(),
        cause="corte de luz",
        measure="Cada uno en su puesto.",
        **told,
    )
    suspension_measure(mesa=kept.mesa, client_id=uuid4(), text="Se sigue en la data que iba", **told)
    hall_resume(championship=kept.championship, user=director, now=at + timedelta(minutes=9))
    hour, later = (f"{localtime(each):%H:%M}" for each in (at, at + timedelta(minutes=9)))

    sheet = sheet_of(kept)
    paper = " ".join(page.extract_text() for page in PdfReader(BytesIO(sheet_pdf(sheet))).pages)

    (suspension,) = sheet.suspensions
    assert suspension.text == (
        f"Suspensión: «Toda la sala: corte de luz». Medida ({hour}): Cada uno en su puesto. Medida ({hour}): Se sigue en "
        f"la data que iba. Se reanuda a las {later}."
    )
    assert str(suspension.at) == hour
    assert suspension.text in " ".join(paper.split())


def test_what_happened_on_another_day_than_that_of_the_planilla_tells_it() -> None:
    kept = kept_mesa(SORTEO)
    kept.now = NOW + timedelta(hours=9, minutes=40)
    kept.record('suspension "se fue la luz; se sigue mañana"')
    kept.now = NOW + timedelta(hours=19)
    told = {"user": director_of(kept.championship), "now": kept.now}
    suspension_measure(mesa=kept.mesa, client_id=uuid4(), text="Se sigue en la data que iba", **told)
    kept.now = NOW + timedelta(hours=20, minutes=10)
    kept.record("reanudacion", "caida A", "anula 4")

    sheet = sheet_of(kept)
    paper = " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(sheet_pdf(sheet))).pages).split())

    (suspension,), (correction,) = sheet.suspensions, sheet.corrections
    assert sheet.heading.day == "28/11/2026"
    assert str(suspension.at) == "23:40"
    assert suspension.text == (
        "Suspensión: «se fue la luz; se sigue mañana». Medida (29/11 09:00): Se sigue en la data que iba. "
        "Se reanuda el 29/11 a las 10:10."
    )
    assert str(correction.at) == "29/11 10:10"
    assert suspension.text in paper
    assert "29/11 10:10" in paper


def jugada(kept: Keeper, line: str, *, late: timedelta | None) -> JugadaInput:
    """A line that the server has `late` after the tablet's hour; a tablet that tells none, where that is None."""
    return JugadaInput(uuid4(), line, None if late is None else kept.now + timedelta(seconds=1) - late)


@pytest.mark.parametrize(
    ("late", "shown"),
    [
        (timedelta(minutes=6), "13:55 (tablet), 14:01 (servidor)"),
        (timedelta(minutes=-6), "14:07 (tablet), 14:01 (servidor)"),
        (timedelta(hours=48), "26/11 14:01 (tablet), 28/11 14:01 (servidor)"),
        (timedelta(seconds=60), "14:00 (tablet), 14:01 (servidor)"),
        (timedelta(seconds=59), "14:01"),
        (None, "14:01"),
    ],
)
def test_both_hours_are_told_where_tablet_and_server_differ(late: timedelta | None, shown: str) -> None:
    kept = kept_mesa(SORTEO, "caida A")
    kept.now = NOW + timedelta(seconds=60)
    for line in ("anula 2", 'suspension "se fue la luz"', "reanudacion"):
        kept.send(jugada(kept, line, late=late))

    sheet = sheet_of(kept)

    assert [str(note.at) for note in (*sheet.corrections, *sheet.suspensions)] == [shown, shown]
    assert sheet.suspensions[0].text == f"Suspensión: «se fue la luz». Se reanuda a las {shown}."


def test_an_answer_that_reached_the_server_later_tells_both_hours() -> None:
    kept = kept_mesa(*ZAPATERIA)
    planilla = kept.freeze()
    kept.sign(planilla, "A", at=kept.now + timedelta(seconds=1))
    signed = kept.now
    kept.now += timedelta(minutes=85)
    kept.sign(planilla, "juez", at=signed + timedelta(seconds=30))

    winner, loser, juez = sheet_of(kept).signatures

    assert (winner.late, loser.late) == (None, None)
    assert str(juez.late) == "14:00 (tablet), 15:25 (servidor)"


def test_what_a_sanction_could_not_take_is_told() -> None:
    kept = kept_mesa(SORTEO, "mal-pedido A")

    (note,) = sheet_of(kept).sanctions

    assert note.points == (0, 0)
    assert note.text.endswith("No se pudieron restar 2 puntos: no los tenía.")


def test_who_protests_names_the_jugadas() -> None:
    kept = kept_mesa(*ZAPATERIA)
    planilla = kept.freeze()
    kept.sign(planilla, "A")
    kept.sign(planilla, "B", "bajo-protesta", reason="No oímos el conteo", contested=(2,))
    kept.sign(planilla, "juez")

    protest = sheet_of(kept).signatures[1]

    assert (protest.outcome, protest.reason) == ("bajo-protesta", "No oímos el conteo")
    assert protest.contested == (f"2, Fallo: ajusta puntos, la pareja {kept.fixture.pareja_a.number}",)


def test_a_sealed_version_is_replaced_by_the_next() -> None:
    kept = kept_mesa(*ZAPATERIA)
    first = kept.seal()
    version_sealed(
        mesa=first.mesa, version=2, head_seq=first.head_seq, digest="ab" * 32,
        frozen_at=NOW, frozen_by=kept.juez, sealed_at=NOW + timedelta(days=1),
    )  # fmt: skip

    assert (sheet_of(kept).version, sheet_of(kept).status) == (2, "sealed")
    assert (sheet_of(kept, 1).status, sheet_of(kept, 1).replaced_by) == ("replaced", 2)


def test_a_version_under_correction_does_not_hide_the_sealed_one() -> None:
    kept = kept_mesa(*ZAPATERIA)
    first = kept.seal()
    Planilla.objects.create(
        mesa=first.mesa, version=2, head_seq=first.head_seq, digest="ab" * 32, frozen_at=NOW, frozen_by=kept.juez
    )

    assert (sheet_of(kept).version, sheet_of(kept).status) == (1, "sealed")
    assert sheet_of(kept, 2).status == "draft"


def test_the_rows_after_a_version_do_not_change_it() -> None:
    kept = kept_mesa(SORTEO, "caida A")
    version_sealed(
        mesa=kept.mesa, version=1, head_seq=1, digest="ab" * 32, frozen_at=NOW, frozen_by=kept.juez,
        sealed_at=NOW,
    )  # fmt: skip

    assert sheet_of(kept).datas == ()


def test_there_is_no_version_that_was_never_made() -> None:
    kept = sealed_mesa()

    with pytest.raises(Planilla.DoesNotExist):
        sheet_of(kept, 2)


def test_delivery_names_hour_and_receiver() -> None:
    kept = kept_mesa(*ZAPATERIA)
    planilla = kept.seal()
    desk = UserFactory(display_name="Carmen Inguillay")
    Planilla.objects.filter(pk=planilla.pk).update(delivered_at=NOW, received_by=desk)

    sheet = sheet_of(kept)

    assert sheet.delivered_at is not None
    assert f"{sheet.delivered_at:%H:%M}" == "14:00"
    assert sheet.received_by == "Carmen Inguillay"


@pytest.mark.parametrize("count", [1, 3])
def test_any_few_planillas_take_the_same_queries(count: int) -> None:
    stage = published_stage(8)
    kept = keepers(stage.fixtures.filter(status=Fixture.Status.READY)[:count])
    for each in kept:
        each.open()
        each.record(*ZAPATERIA)
        each.seal()
    keys = [each.mesa.pk for each in kept]

    with CaptureQueriesContext(
        connection,
    ) as queries:
        sheets = list(planilla_sheets(keys, base_url=BASE))

    assert len(sheets) == count
    assert len(queries) == 11


def test_cedulas_are_not_on_a_planilla() -> None:
    championship: Championship = ChampionshipFactory()
    kept = kept_mesa(*ZAPATERIA, championship=championship)
    personal_set(championship.players.filter(position=1, pareja=kept.fixture.pareja_a), cedula="1700000019")
    kept.seal()

    assert "1700000019" not in repr(sheet_of(kept))


def test_a_mesa_of_single_players_is_theirs_alone() -> None:
    championship = ChampionshipFactory(reglamento="quito", players_per_pareja=1)
    kept = kept_mesa(
        "sorteo A1=7 B1=3 reparte=A1", "caida B1", "segundo-reparto", "tercer-reparto", "cuarto-reparto",
        "conteo A=21 B=19 mesa=0", 'abandono B "se fue"', championship=championship,
    )  # fmt: skip
    kept.seal()
    a, b = kept.fixture.pareja_a, kept.fixture.pareja_b

    sheet = sheet_of(kept)

    assert (sheet.heading.players, sheet.heading.who, sheet.heading.chicas) == (1, "Jugador", 3)
    assert [[seat.key for seat in pareja.players] for pareja in sheet.parejas] == [["A1"], ["B1"]]
    assert sheet.seats == ("A1", "B1")
    assert (sheet.heading.places.datas, sheet.heading.places.signatures) == ("párrafo 8", "")
    assert [(data.dealer, data.cards) for data in sheet.datas] == [("A1", (21, 19)), ("B1", None)]
    assert sheet.result == f"Gana la mesa el jugador {a.number}, {a.title}, por abandono del jugador {b.number}."
    assert [note.text for note in sheet.sanctions] == [f"Abandono del jugador {b.number}: «se fue»."]
    assert [(block.who, block.name) for block in sheet.signatures[:2]] == [
        (f"Jugador {a.number}", a.title),
        (f"Jugador {b.number}", b.title),
    ]


def test_a_misdeal_that_loses_the_mesa_and_a_mesa_of_one_chica_are_told_as_their_rulebook_has_them() -> None:
    championship = ChampionshipFactory(reglamento="pagat", players_per_pareja=1)
    kept = kept_mesa("sorteo reparte=B1", "mal-reparto", championship=championship)
    a, b = kept.fixture.pareja_a, kept.fixture.pareja_b

    sheet = sheet_of(kept)

    assert (sheet.heading.chicas, sheet.heading.sorteo_cards, sheet.heading.turn) == (1, False, "hacia la izquierda")
    assert [note.text for note in sheet.sanctions] == [
        f"Mal reparto de B1 {b.title}, el jugador {b.number}: pierde la mesa."
    ]
    assert sheet.result == f"Gana la mesa el jugador {a.number}, {a.title}, por mal reparto del jugador {b.number}."
