"""Each ruling, carried out by jugadas, in the Planilla and in the bracket (17)."""

from collections.abc import Sequence
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction

from brackets.draw.refusal import DrawRefusal
from brackets.models import AuditEntry, Fixture, Notice
from brackets.services.departures import pareja_leave
from brackets.services.fixtures import fixture_assign, fixture_call, fixture_record, fixture_start
from referee.models import Appeal, AppealRuling, Jugada, Planilla
from referee.rules import Measure, RuleViolation
from referee.selectors.appeal_terms import decisions
from referee.selectors.appeal_waiting import fixtures_waiting
from referee.selectors.control.hall import hall_of
from referee.selectors.log_results import result_otherwise
from referee.selectors.mesas import planilla_standing
from referee.services.appeals.preview import rulings_preview
from referee.services.appeals.publishing import appeal_publish
from referee.services.appeals.qualifying import appeal_admit, appeal_reject, appeal_release
from referee.services.appeals.ruling import Ruled, appeal_rule
from referee.services.awaiting import require_not_ruled
from referee.services.errors import RefereeError
from referee.services.log import JugadaRefused
from tests.factories.appeals import admitted, appealed
from tests.factories.brackets import RoleFactory, TableFactory, UserFactory, director_of
from tests.factories.referee import SORTEO, ZAPATERIA, Keeper, kept_mesa, sealed_mesa
from tests.referee.replaying import assert_projection_equals_replay

pytestmark = pytest.mark.django_db
DATA = ("caida A", "segundo-reparto", "limpia B", "conteo A=22 B=18 mesa=0")
GROUNDS = "La carta estaba jugada (13)."
WON = (SORTEO, 'ajusta A +38 "marcador"', 'ajusta B +20 "marcador"', "caida A", "proclama")


def rule(kept: Keeper, appeal: Appeal, kind: str, *numbers: int, on_purpose: bool = False, **told: object) -> Ruled:
    return appeal_rule(
        appeal=appeal,
        measure=Measure(kind, numbers=numbers, **told),  # type: ignore[arg-type]
        grounds=GROUNDS,
        user=director_of(kept.championship),
        now=kept.tick(),
        on_purpose=on_purpose,
    )


def lines(done: Ruled) -> list[str]:
    return [line.replace(' "Fallo de la apelación 1"', "") for _, line in done.ruling.jugadas]


def board(kept: Keeper) -> tuple[str, list[int], list[int], str]:
    mesa = kept.mesa
    return mesa.estado, [mesa.points_a, mesa.points_b], [mesa.chicas_a, mesa.chicas_b], mesa.winner


def playing() -> tuple[Keeper, Appeal]:
    """A mesa in its second data, appealed by B for its second jugada."""
    kept = kept_mesa(SORTEO, *DATA, "caida B")
    return kept, admitted(kept)


def sealed(*log: str, jugada: int = 2) -> tuple[Keeper, Appeal]:
    """A mesa won by A in one chica by zapatería unless told, sealed, appealed by B."""
    kept = kept_mesa(*(log or ZAPATERIA))
    kept.seal()
    return kept, admitted(kept, "B", jugada)


def test_admitted_a_mesa_that_is_played_is_suspended_and_neither_resumed_nor_played() -> None:
    kept, _ = playing()

    assert board(kept)[0] == "suspendida"
    assert kept.mesa.jugadas.last().notation == 'suspension "Apelación 1 admitida"'
    with pytest.raises(RefereeError) as refused:
        kept.record("reanudacion")
    assert refused.value.code == "apelacion-pendiente"


@pytest.mark.parametrize(
    ("kind", "numbers", "told", "wrote", "estado", "points"),
    [
        ("confirma", (), {}, ["reanudacion"], "en-juego", [10, 4]),
        ("ajusta", (), {"side": "B", "points": 2}, ["reanudacion", "ajusta B +2"], "en-juego", [10, 6]),
        ("anula", (2,), {}, ["reanudacion", "anula 2"], "en-juego", [8, 4]),
        ("anula", (2, 6), {}, ["reanudacion", "anula 6", "anula 2"], "en-juego", [8, 2]),
        ("repite-data", (6,), {}, ["reanudacion", "repite-data 2"], "en-juego", [10, 2]),
        ("repite-data", (2,), {}, ["reanudacion", "repite-data 1"], "en-juego", [0, 0]),
        ("repite-chica", (2,), {}, ["reanudacion", *(f"anula {n}" for n in (6, 5, 4, 3, 2))], "en-juego", [0, 0]),
        ("repite-mesa", (), {}, ["reanudacion", *(f"anula {n}" for n in (6, 5, 4, 3, 2, 1))], "por-sortear", [0, 0]),
        ("adjudica-chica", (), {"side": "B"}, ["reanudacion", "adjudica-chica B"], "por-proclamar", [10, 40]),
        ("adjudica-mesa", (), {"side": "B"}, ["reanudacion", "adjudica-mesa B"], "terminada", [10, 4]),
        ("descalifica", (), {"side": "A"}, ["reanudacion", "descalificacion A"], "terminada", [10, 4]),
    ],
)  # fmt: skip
def test_a_mesa_that_is_played(
    kind: str, numbers: Sequence[int], told: dict[str, object], wrote: list[str], estado: str, points: list[int]
) -> None:
    kept, appeal = playing()

    done = rule(kept, appeal, kind, *numbers, **told)

    assert lines(done) == wrote
    assert board(kept)[:2] == (estado, points)
    assert done.ruling.version is None
    assert [number for number, _ in done.ruling.jugadas] == list(range(8, 8 + len(wrote)))
    assert done.ruling.head_hash == kept.mesa.head_hash
    assert_projection_equals_replay(kept.mesa)


@pytest.mark.parametrize(
    ("kind", "numbers", "told", "wrote", "winner"),
    [
        ("confirma", (), {}, [], "A"),
        ("ajusta", (), {"side": "B", "points": 12}, ["anula 4", "ajusta B +12", "proclama"], ""),
        ("anula", (2,), {}, ["anula 4", "anula 2"], ""),
        ("repite-chica", (2,), {}, ["anula 4", "anula 3", "anula 2"], ""),
        ("repite-mesa", (), {}, ["anula 4", "anula 3", "anula 2", "anula 1"], ""),
        ("adjudica-chica", (), {"side": "B"}, ["anula 4", "adjudica-chica B", "proclama"], ""),
        ("adjudica-mesa", (), {"side": "B"}, ["adjudica-mesa B"], "B"),
    ],
)
def test_a_mesa_that_was_sealed(
    kind: str, numbers: Sequence[int], told: dict[str, object], wrote: list[str], winner: str
) -> None:
    kept, appeal = sealed()
    final = Fixture.objects.get(stage=kept.fixture.stage, round=2)
    assert (Fixture.objects.get(pk=kept.fixture.pk).status, final.pareja_a) == ("provisional", None)

    done = rule(kept, appeal, kind, *numbers, **told)

    assert lines(done) == wrote
    assert board(kept)[3] == winner
    fixture = Fixture.objects.get(pk=kept.fixture.pk)
    final.refresh_from_db()
    if winner:
        passes = fixture.pareja_a if winner == "A" else fixture.pareja_b
        assert (fixture.status, fixture.winner, final.pareja_a, done.ruling.version) == ("final", passes, passes, 2)
        second = Planilla.objects.get(version=2)
        assert (second.status, second.head_seq, second.digest) == ("sealed", kept.mesa.head_seq, second.digest)
        assert planilla_standing(kept.mesa) == second
    else:
        assert (fixture.status, final.pareja_a, done.ruling.version) == ("in-play", None, None)
        assert planilla_standing(kept.mesa) is None
    assert_projection_equals_replay(kept.mesa)


def test_a_data_of_a_mesa_that_was_sealed_is_repeated() -> None:
    kept, appeal = sealed(SORTEO, 'ajusta A +38 "marcador"', "caida A", "proclama", jugada=3)

    done = rule(kept, appeal, "repite-data", 3)

    assert lines(done) == ["anula 4", "repite-data 1"]
    assert board(kept) == ("en-juego", [38, 0], [0, 0], "")


def test_a_data_of_which_nothing_was_played_is_not_repeated_and_the_preview_says_so() -> None:
    kept, appeal = sealed(SORTEO, 'ajusta A +2 "marcador"', 'abandono B "se fue"')
    director = director_of(kept.championship)

    (seen,) = rulings_preview(appeal, [Measure("repite-data", numbers=(2,))], user=director, now=kept.tick())
    with pytest.raises(RuleViolation) as refused:
        rule(kept, appeal, "repite-data", 2)

    assert refused.value.code == "data-inexistente"
    assert (seen.words, seen.foreseen.refusal) == ("", refused.value.message)
    assert refused.value.message == "la data 1 de esta chica no se jugó, o ya está anulada"


@pytest.mark.parametrize("gone", ["A", "B"])
def test_a_mesa_that_was_sealed_goes_on_though_a_pareja_has_gone_home_since(gone: str) -> None:
    kept = sealed_mesa()
    pareja = kept.fixture.pareja_a if gone == "A" else kept.fixture.pareja_b
    pareja_leave(pareja=pareja, user=director_of(kept.championship), now=kept.tick(), reason="Se fue a casa")
    appeal = admitted(kept, "B", 2)

    rule(kept, appeal, "anula", 2)

    fixture = Fixture.objects.get(pk=kept.fixture.pk)
    assert (fixture.status, fixture.pareja_a, fixture.pareja_b) == (
        "in-play",
        kept.fixture.pareja_a,
        kept.fixture.pareja_b,
    )
    kept.record(f'abandono {gone} "se fue a casa"')
    kept.seal()
    fixture = Fixture.objects.select_related("winner").get(pk=kept.fixture.pk)
    assert (fixture.status, fixture.winner) == (
        "final",
        kept.fixture.pareja_b if gone == "A" else kept.fixture.pareja_a,
    )


def test_disqualified_after_the_end_the_rival_is_awarded_the_mesa() -> None:
    kept, appeal = sealed()

    done = rule(kept, appeal, "descalifica", side="A")

    assert lines(done) == ["anula 4", "proclama", 'adjudica-mesa B "Fallo de la apelación 1: descalifica a A"']
    assert board(kept)[3] == "B"


def test_what_was_wrong_and_then_corrected_is_what_right_would_have_been() -> None:
    kept, appeal = sealed()
    rule(kept, appeal, "adjudica-mesa", side="B")
    right = kept_mesa(SORTEO, 'adjudica-mesa B "Fallo"')
    right.seal()

    def left(of: Keeper) -> list[tuple[object, ...]]:
        rows = Fixture.objects.filter(stage=of.fixture.stage).order_by("round", "position")
        return [
            (row.status, row.pareja_a and row.pareja_a.number, row.pareja_b and row.pareja_b.number,
             row.winner and row.winner.number)
            for row in rows
        ]  # fmt: skip

    assert left(kept) == left(right)


def test_played_again_it_is_signed_anew() -> None:
    kept, appeal = sealed()
    rule(kept, appeal, "repite-mesa")

    kept.record(SORTEO, 'adjudica-mesa B "no se presentó"')
    second = kept.seal()

    assert (second.version, second.status) == (2, "sealed")
    assert Fixture.objects.get(pk=kept.fixture.pk).winner == kept.fixture.pareja_b


def test_a_result_that_is_not_sealed_is_not_sealed_before_the_ruling() -> None:
    kept = kept_mesa(*ZAPATERIA)
    planilla = kept.freeze()
    kept.sign(planilla, "A")
    appeal = admitted(kept)
    with pytest.raises(RefereeError, match="La apelación 1 espera el fallo"):
        kept.sign(planilla, "juez")

    rule(kept, appeal, "confirma")

    kept.sign(planilla, "juez")
    assert Fixture.objects.get(pk=kept.fixture.pk).status == "final"


def test_a_planilla_that_is_being_signed_is_signed_again_after_another_ruling() -> None:
    kept = kept_mesa(*ZAPATERIA)
    kept.freeze()
    appeal = admitted(kept)

    rule(kept, appeal, "adjudica-mesa", side="B")

    assert kept.seal().version == 1
    assert Fixture.objects.get(pk=kept.fixture.pk).winner == kept.fixture.pareja_b


def test_confirmed_while_the_next_version_is_being_signed_that_one_is_signed_on() -> None:
    kept, appeal = sealed()
    kept.freeze()

    assert rule(kept, appeal, "confirma").ruling.version is None

    assert kept.seal().version == 2
    assert Fixture.objects.get(pk=kept.fixture.pk).winner == kept.fixture.pareja_a


def test_only_what_depends_on_it_waits() -> None:
    kept = kept_mesa(*ZAPATERIA)  # a semifinal of four
    kept.seal()
    final = Fixture.objects.get(stage=kept.fixture.stage, round=2)
    assert fixtures_waiting(kept.championship) == {}

    appeal = admitted(kept)

    assert fixtures_waiting(kept.championship) == {final.pk: [appeal]}
    rule(kept, appeal, "confirma")
    assert fixtures_waiting(kept.championship) == {}


def test_the_director_may_let_the_result_count_meanwhile() -> None:
    kept, appeal = sealed()
    final = Fixture.objects.get(stage=kept.fixture.stage, round=2)
    director = director_of(kept.championship)

    assert appeal_release(appeal=appeal, reason="El público espera", user=director, now=kept.tick())
    assert not appeal_release(appeal=appeal, reason="Otra vez", user=director, now=kept.tick())

    final.refresh_from_db()
    assert final.pareja_a == kept.fixture.pareja_a
    assert fixtures_waiting(kept.championship) == {}
    rule(kept, appeal, "adjudica-mesa", side="B")
    final.refresh_from_db()
    assert final.pareja_a == kept.fixture.pareja_b


@pytest.mark.parametrize("how", ["played", "disqualification"])
def test_a_result_of_the_desk_that_is_let_count_is_not_said_to_be_of_the_log(how: str) -> None:
    kept = sealed_mesa()
    director = director_of(kept.championship)
    given = {"winner": "B", "chicas": [[12, 40], [8, 40]]} if how == "played" else {"winner": None, "chicas": []}
    fixture_record(
        fixture=Fixture.objects.get(pk=kept.fixture.pk), how=how, zapateria=False, user=director, now=kept.tick(),
        reason="Fallo del Director", **given,
    )  # fmt: skip
    appeal = admitted(kept)

    assert appeal_release(appeal=appeal, reason="El público espera", user=director, now=kept.tick())

    fixture = Fixture.objects.get(pk=kept.fixture.pk)
    assert fixture.winner == (kept.fixture.pareja_b if how == "played" else None)
    assert result_otherwise(fixture, kept.mesa) == ""
    call_command("verificar_bitacora", stdout=StringIO())


def test_what_was_played_on_it_is_in_the_way_but_on_purpose() -> None:
    kept = sealed_mesa()
    appeal = appealed(kept)
    other = Fixture.objects.get(stage=kept.fixture.stage, number=2)
    final = Fixture.objects.get(stage=kept.fixture.stage, round=2)
    _decide(kept, other)
    final.refresh_from_db()
    _decide(kept, final)
    director = director_of(kept.championship)

    with pytest.raises(DrawRefusal) as refused:
        appeal_admit(appeal=appeal, reason="En tiempo", user=director, now=kept.tick())
    assert refused.value.code == "in-the-way"
    assert not Appeal.objects.filter(qualification__isnull=False).exists()

    appeal_admit(appeal=appeal, reason="En tiempo", user=director, now=kept.tick(), on_purpose=True)
    rule(kept, appeal, "adjudica-mesa", side="B")

    final.refresh_from_db()
    assert (final.status, final.pareja_a) == ("ready", kept.fixture.pareja_b)
    assert "sin efecto" in final.mark


def _decide(kept: Keeper, fixture: Fixture) -> None:
    fixture_record(
        fixture=fixture, how="walkover", winner="A", chicas=[], zapateria=False, user=director_of(kept.championship),
        now=kept.tick(), reason="",
    )  # fmt: skip


def test_a_mesa_that_is_played_on_it_is_never_interrupted() -> None:
    kept = sealed_mesa()
    appeal = appealed(kept)
    _decide(kept, Fixture.objects.get(stage=kept.fixture.stage, number=2))
    fixture_start(fixture=Fixture.objects.get(stage=kept.fixture.stage, round=2), now=kept.tick())

    with pytest.raises(DrawRefusal, match="ni a propósito"):
        appeal_admit(
            appeal=appeal, reason="En tiempo", user=director_of(kept.championship), now=kept.tick(), on_purpose=True
        )


def test_a_mesa_goes_on_without_its_table_where_another_is_called_by_now() -> None:
    kept, appeal = sealed()
    director, other = director_of(kept.championship), Fixture.objects.get(stage=kept.fixture.stage, number=2)
    table, free = TableFactory(championship=kept.championship), TableFactory(championship=kept.championship)
    fixture = kept.fixture
    Fixture.objects.filter(pk=fixture.pk).update(table=table)
    fixture_assign(fixture=other, table=table, juez=kept.juez, user=director, now=kept.tick())
    fixture_call(fixture=other, user=director, now=kept.tick())

    (seen,) = rulings_preview(appeal, [Measure("repite-mesa")], user=director, now=kept.tick())
    assert "pierde su mesa, donde ya está otra" in seen.foreseen.changes[0].words
    rule(kept, appeal, "repite-mesa")

    fixture.refresh_from_db()
    other.refresh_from_db()
    assert (fixture.status, fixture.table, fixture.juez) == ("in-play", None, None)
    assert (other.status, other.table, other.juez) == ("called", table, kept.juez)
    told = Notice.objects.filter(fixture=fixture, title="Cambio de mesa").values_list("pareja", flat=True)
    assert set(told) == {fixture.pareja_a_id, fixture.pareja_b_id}
    assert "hay que asignarla de nuevo" in AuditEntry.objects.get(action="partida-ceder-mesa").sentence
    seat, step = next(
        each for each in hall_of(kept.championship, now=kept.tick()).placed if each.seat.fixture == fixture
    )
    assert step is not None
    assert (seat.name, step.need, step.words) == ("Sin mesa", "En juego, sin mesa", "Asignar mesa y Juez")

    juez = UserFactory()
    RoleFactory(championship=kept.championship, user=juez, kind="juez")
    fixture_assign(fixture=fixture, table=free, juez=juez, user=director, now=kept.tick())
    assert Fixture.objects.get(pk=fixture.pk).table == free


@pytest.mark.parametrize("there", [True, False])
def test_the_parejas_of_a_sealed_mesa_that_goes_on_are_told_where(*, there: bool) -> None:
    kept, appeal = sealed()
    table = TableFactory(championship=kept.championship, number=2)
    Fixture.objects.filter(pk=kept.fixture.pk).update(table=table)
    if not there:
        other = Fixture.objects.exclude(pk=kept.fixture.pk).get(stage=kept.fixture.stage, round=1)
        who = {"user": director_of(kept.championship), "now": kept.tick()}
        fixture_call(fixture=fixture_assign(fixture=other, table=table, juez=None, **who), **who)

    rule(kept, appeal, "repite-chica", 2)

    told = Notice.objects.filter(fixture=kept.fixture, title="Resultado sin efecto").values_list("text", flat=True)
    goes_on = (
        "queda sin efecto: vuelve a estar en juego en la Mesa 2."
        if there
        else "queda sin efecto: vuelve a estar en juego."
    )
    assert [text.endswith(goes_on) for text in told] == [True, True]


def test_it_is_qualified_once_and_ruled_once() -> None:
    kept, appeal = playing()
    director = director_of(kept.championship)

    assert not appeal_admit(appeal=appeal, reason="Otra", user=director, now=kept.tick()).changed
    with pytest.raises(RefereeError) as refused:
        appeal_reject(appeal=appeal, reason="No", user=director, now=kept.tick())
    assert refused.value.code == "ya-admitida"
    first = rule(kept, appeal, "confirma")
    assert (rule(kept, appeal, "confirma").ruling, rule(kept, appeal, "confirma").changed) == (first.ruling, False)
    with pytest.raises(RefereeError) as refused:
        rule(kept, appeal, "repite-mesa")
    assert refused.value.code == "ya-fallada"
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        AppealRuling.objects.update(grounds="otros")


def test_a_rejected_one_is_over_and_everything_stays() -> None:
    kept = kept_mesa(SORTEO, "caida A")
    appeal, director = appealed(kept), director_of(kept.championship)

    assert appeal_reject(appeal=appeal, reason="Fuera de lugar", user=director, now=kept.tick())

    assert Jugada.objects.count() == 2
    with pytest.raises(RefereeError, match="no está admitida"):
        rule(kept, appeal, "confirma")
    with pytest.raises(RefereeError) as refused:
        appealed(kept)
    assert refused.value.code == "ya-apelada"
    kept.record("limpia B")


def test_a_ruling_is_not_undone_at_the_table() -> None:
    kept, appeal = playing()
    (row, _), *_ = rule(kept, appeal, "ajusta", side="B", points=2).ruling.jugadas
    before = board(kept), kept.mesa.head_seq

    with pytest.raises(JugadaRefused) as refused:
        kept.record(f'anula {row} "error"')

    assert refused.value.code == "fallo-final"
    assert (board(kept), kept.mesa.head_seq) == before


def test_what_was_recorded_at_the_table_is_undone_after_one_query(django_assert_num_queries: object) -> None:
    kept, appeal = playing()
    rule(kept, appeal, "ajusta", side="B", points=2)
    mesa = kept.mesa

    with django_assert_num_queries(1):  # type: ignore[operator]
        require_not_ruled(mesa, 2)


def test_a_ruling_is_not_appealed() -> None:
    kept, appeal = playing()
    done = rule(kept, appeal, "ajusta", side="B", points=2)

    with pytest.raises(RefereeError) as refused:
        appealed(kept, "A", done.ruling.jugadas[-1][0])
    assert refused.value.code == "fallo-inapelable"


def test_what_the_director_wrote_to_admit_an_appeal_is_not_appealed() -> None:
    kept, appeal = playing()
    pause = kept.mesa.head_seq

    assert pause not in [row.jugada for row in decisions(kept.mesa, kept.championship)]
    with pytest.raises(RefereeError) as refused:
        appealed(kept, "A", pause)
    assert refused.value.code == "fallo-inapelable"
    rule(kept, appeal, "confirma")
    kept.record('suspension "agua"')
    assert kept.mesa.head_seq in [row.jugada for row in decisions(kept.mesa, kept.championship)]


def test_the_mesa_stays_suspended_while_another_appeal_waits() -> None:
    kept = kept_mesa(SORTEO, "caida A", "limpia B")
    first, second = admitted(kept, "B", 2), admitted(kept, "A", 3)

    rule(kept, first, "confirma")
    assert board(kept)[0] == "suspendida"
    assert kept.mesa.jugadas.last().notation == 'suspension "Apelación 2 admitida"'
    rule(kept, second, "anula", 3)
    assert board(kept)[0] == "en-juego"


def test_a_suspension_for_another_cause_outlives_the_ruling() -> None:
    kept = kept_mesa(SORTEO, "caida A", 'suspension "corte de luz"')

    rule(kept, admitted(kept), "confirma")

    assert kept.mesa.jugadas.last().notation == 'suspension "corte de luz"'


def test_the_preview_tells_what_each_would_change_and_changes_nothing() -> None:
    kept, appeal = sealed()
    before = (kept.mesa.head_seq, kept.mesa.head_hash, Planilla.objects.count())
    director = director_of(kept.championship)
    measures = [
        Measure("confirma"),
        Measure("adjudica-mesa", "B"),
        Measure("repite-mesa"),
        Measure("anula", numbers=(9,)),
    ]

    confirmed, turned, again, wrong = rulings_preview(appeal, measures, user=director, now=kept.tick())

    assert (confirmed.after["ganador"], turned.after["ganador"], again.after["ganador"]) == ("A", "B", "")
    assert next(change.words for change in turned.foreseen.changes).endswith(f"pasa el {kept.fixture.pareja_b.number}")
    assert (wrong.foreseen.possible, wrong.foreseen.refusal) == (False, "no hay ninguna jugada 9 que anular")
    assert (kept.mesa.head_seq, kept.mesa.head_hash, Planilla.objects.count()) == before
    assert not AppealRuling.objects.exists()


def test_a_resolution_is_published_when_the_announcer_says_so() -> None:
    kept, appeal = playing()
    director = director_of(kept.championship)
    with pytest.raises(RefereeError) as refused:
        appeal_publish(appeal=appeal, published=True, user=director, now=kept.tick())
    assert refused.value.code == "sin-fallo"
    rule(kept, appeal, "confirma")

    assert appeal_publish(appeal=appeal, published=True, user=director, now=kept.tick())
    assert not appeal_publish(appeal=appeal, published=True, user=director, now=kept.tick())
    assert appeal_publish(appeal=appeal, published=False, user=director, now=kept.tick())
    assert appeal.publications.count() == 2


def test_both_of_the_mesa_are_told_that_it_was_admitted_and_of_the_ruling_once() -> None:
    kept, appeal = playing()

    rule(kept, appeal, "confirma")
    rule(kept, appeal, "confirma")

    both = {kept.fixture.pareja_a_id, kept.fixture.pareja_b_id}
    for title in ("Apelación 1 admitida", "Fallo de la apelación 1"):
        told = Notice.objects.filter(title=title)
        assert {notice.pareja_id for notice in told} == both
        assert told.count() == 2
    assert GROUNDS in Notice.objects.latest("pk").text
