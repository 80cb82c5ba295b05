from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.serialization import Encoding
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django import Settings

from brackets.models import Fixture
from brackets.services.fixtures import fixture_record
from brackets.turns import STRANGERS
from referee.models import Jugada, Planilla, SealedPdf
from referee.printing import sheet_pdf
from referee.sealing import planilla_paper
from referee.selectors.planilla.build import mesas_to_print, planilla_sheet
from referee.selectors.sealed import examination as turns
from referee.selectors.sealed.examination import examination
from referee.selectors.sealed.examine import MOST
from referee.selectors.sealed.verdict import Verdict, verdict_on
from referee.services.appeals.qualifying import appeal_reject
from referee.services.corrections import planilla_correct
from tests.factories.appeals import appealed
from tests.factories.brackets import NOW, director_of
from tests.factories.insider import insider
from tests.factories.outside import (
    HALF_A_PAGE,
    annotated,
    content_shadowed,
    field_seen,
    page_replaced,
    seal_redressed,
    signature_repeated,
    signed_outside,
)
from tests.factories.referee import SORTEO, Keeper, kept_mesa, sealed_mesa
from tests.factories.sealing import certificate_named, certified_mesa

BASE = "https://torneo.example.ec"
LONG = 120  # seconds that nobody waits in full: a slow computer is no failure
pytestmark = pytest.mark.django_db


@pytest.fixture
def sealed() -> Keeper:
    return certified_mesa()


@pytest.fixture
def pdf(sealed: Keeper) -> bytes:
    return signed(sealed)


def signed(kept: Keeper, version: int | None = None) -> bytes:
    return planilla_paper(mesas_to_print().get(public_id=kept.mesa_id), version, base_url=BASE, now=NOW)


def amend(kept: Keeper) -> None:
    planilla_correct(
        mesa=kept.mesa, reason="La caída no se cantó", unsigned="Ya no están",
        user=director_of(kept.championship), now=kept.tick(),
    )  # fmt: skip
    kept.record("anula 4", "proclama")
    planilla = kept.freeze()
    kept.sign(planilla, "juez")


@contextmanager
def all_turns_taken() -> Iterator[None]:
    """As when two files are being looked at."""
    with ExitStack() as held:
        for _ in range(STRANGERS.together):
            held.enter_context(STRANGERS.one(known=True))
        yield


def told(verdict: Verdict) -> str:
    return " ".join(verdict.problems)


def test_what_we_signed_is_authentic_and_current(sealed: Keeper, pdf: bytes) -> None:
    verdict = verdict_on(pdf)

    assert (verdict.kind, verdict.planilla, verdict.problems, verdict.broken) == (
        "current",
        Planilla.objects.get(),
        (),
        "",
    )


def test_version_one_is_replaced_after_a_ruling_and_says_why(sealed: Keeper, pdf: bytes) -> None:
    amend(sealed)

    old, new = verdict_on(pdf), verdict_on(signed(sealed))

    assert (old.kind, old.planilla.version, old.newest.version) == ("replaced", 1, 2)
    assert old.why == ("La versión 2 la reemplazó por un fallo del Director del Campeonato: La caída no se cantó",)
    assert (new.kind, new.planilla.version) == ("current", 2)


@given(st.data())
@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_one_flipped_byte_is_found_wherever_it_is(pdf: bytes, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(pdf) - 1))
    changed = bytearray(pdf)
    changed[at] ^= data.draw(st.integers(1, 255))

    verdict = verdict_on(bytes(changed))

    assert not verdict.authentic
    if at >= 5:  # the file is still called a PDF
        assert verdict.kind == "altered"
        assert verdict.problems
        assert f"byte {at + 1} de {len(pdf)}" in told(verdict)


@pytest.mark.parametrize("word", [b"/ByteRange", b"/ETSI.CAdES.detached", b"/DocMDP", b"/Contents <", b"/FT"])
def test_a_signature_that_can_no_longer_be_found_was_one(pdf: bytes, word: bytes) -> None:
    changed = pdf[: pdf.rindex(word) + 1] + b"X" + pdf[pdf.rindex(word) + 2 :]

    verdict = verdict_on(changed)

    assert verdict.kind == "altered"
    assert verdict.problems


@pytest.mark.parametrize("change", [page_replaced, content_shadowed, annotated, seal_redressed])
def test_what_is_added_after_our_signature_is_found(pdf: bytes, change: object) -> None:
    verdict = verdict_on(change(pdf))

    assert verdict.kind == "altered"
    assert "no es una firma" in told(verdict)


def test_what_is_seen_and_belongs_to_no_signature_is_found_although_somebody_signed_after_it(pdf: bytes) -> None:
    verdict = verdict_on(signed_outside(field_seen(pdf), visible=False))

    assert verdict.kind == "altered"
    assert "que ninguna firma explica" in told(verdict)


def test_more_signatures_than_are_looked_at_vouch_for_nothing(pdf: bytes) -> None:
    many = signature_repeated(pdf, MOST)
    verdict = verdict_on(signed_outside(many, field="Ultima", box=(0, 0, 595, 842)))

    assert verdict.kind == "altered"
    assert "más firmas de las que una Planilla puede llevar" in told(verdict)


def test_bytes_that_say_nothing_are_found_too(pdf: bytes) -> None:
    assert verdict_on(pdf + b"\n% nothing\n%%EOF\n").kind == "altered"
    assert verdict_on(pdf + b" ").kind == "altered"
    assert verdict_on(pdf[:-40]).kind == "altered"


def test_a_person_may_sign_it_further(pdf: bytes) -> None:
    verdict = verdict_on(signed_outside(signed_outside(pdf), "Luis Paca", field="Signature2", visible=False))

    assert verdict.kind == "current"
    assert [(each.name, each.trusted) for each in verdict.later] == [("Rosa Guamán", None), ("Luis Paca", None)]


def test_a_signature_that_is_seen_may_cover_something_unless_somebody_vouches_for_it(
    pdf: bytes, settings: Settings, tmp_path: Path
) -> None:
    further = signed_outside(signed_outside(pdf), "Luis Paca", field="Signature2", visible=False)
    assert [each.name for each in verdict_on(further).covering] == ["Rosa Guamán"]

    (tmp_path / "una.pem").write_bytes(certificate_named("Rosa Guamán").public_bytes(Encoding.PEM))
    settings.TRUST_ROOTS = str(tmp_path)

    assert verdict_on(further).covering == ()


def test_a_signature_over_half_the_page_does_not_fit(pdf: bytes) -> None:
    verdict = verdict_on(signed_outside(pdf, "Copa de prueba", box=HALF_A_PAGE))

    assert verdict.kind == "altered"
    assert "tapa la Planilla" in told(verdict)


def test_what_is_being_corrected_counts_but(sealed: Keeper, pdf: bytes) -> None:
    planilla_correct(
        mesa=sealed.mesa, reason="Mal contada", unsigned="", user=director_of(sealed.championship), now=sealed.tick()
    )

    verdict = verdict_on(pdf)

    assert verdict.kind == "current"
    assert "la abrió para corregirla" in " ".join(verdict.doubts)


def test_what_was_appealed_against_counts_but_until_it_is_ruled_upon(sealed: Keeper, pdf: bytes) -> None:
    assert verdict_on(pdf).doubts == ()
    appeal = appealed(sealed)
    assert verdict_on(pdf).doubts == ("Hay una apelación sobre esta partida que todavía no se resuelve.",)

    appeal_reject(appeal=appeal, reason="Fuera de lugar", user=director_of(sealed.championship), now=sealed.tick())

    assert verdict_on(pdf).doubts == ()


def test_a_partida_that_is_marked_or_given_to_the_others_is_told(sealed: Keeper, pdf: bytes) -> None:
    Fixture.objects.update(marks=[{"kind": "substituted", "text": "Aquí jugó quien no debía."}])
    assert verdict_on(pdf).doubts == ("La partida está señalada. Aquí jugó quien no debía.",)
    Fixture.objects.update(marks=[])
    fixture_record(
        fixture=Fixture.objects.get(pk=sealed.fixture.pk), how="played", winner="B", chicas=[[12, 40], [8, 40]], zapateria=False,
        user=director_of(sealed.championship), now=sealed.tick(), reason="Fallo del Director",
    )  # fmt: skip

    assert "ya no decide quién gana" in verdict_on(pdf).doubts[0]


@pytest.mark.parametrize("change", [page_replaced, annotated])
def test_what_is_changed_under_or_after_that_signature_is_found(pdf: bytes, change: object) -> None:
    assert verdict_on(change(signed_outside(pdf))).kind == "altered"
    assert verdict_on(signed_outside(change(pdf))).kind == "altered"


def test_one_flipped_byte_of_that_signature_is_found(pdf: bytes) -> None:
    further = bytearray(signed_outside(pdf))
    at = further.rindex(b"/Contents <") + 40
    further[at] = ord("0") if further[at] != ord("0") else ord("1")

    assert verdict_on(bytes(further)).kind == "altered"


def test_the_signature_of_somebody_else_on_our_paper_is_no_seal(sealed: Keeper, pdf: bytes) -> None:
    mesa = mesas_to_print().get(public_id=sealed.mesa_id)
    forged = signed_outside(sheet_pdf(planilla_sheet(mesa, base_url=BASE)), "Copa de prueba falsa")

    verdict = verdict_on(forged)

    assert verdict.kind == "altered"
    assert "no es la del campeonato" in told(verdict)


def test_what_our_key_signed_and_nobody_here_recorded_is_not_taken_for_ours(sealed: Keeper, pdf: bytes) -> None:
    with insider(SealedPdf):
        SealedPdf.objects.all().delete()

    verdict = verdict_on(pdf)

    assert not verdict.authentic
    assert "aquí no consta" in told(verdict)


def test_a_paper_without_signature_only_says_which_it_is() -> None:
    kept = sealed_mesa()
    mesa = mesas_to_print().get(public_id=kept.mesa_id)

    verdict = verdict_on(planilla_paper(mesa, base_url=BASE, now=NOW))

    assert (verdict.kind, verdict.claimed, verdict.planilla) == ("unsigned", True, Planilla.objects.get())


def test_a_draft_is_told_as_one() -> None:
    kept = kept_mesa(SORTEO)
    mesa = mesas_to_print().get(public_id=kept.mesa_id)

    verdict = verdict_on(planilla_paper(mesa, base_url=BASE, now=NOW))

    assert verdict.kind == "unknown"
    assert "borrador" in told(verdict)


@pytest.mark.parametrize("data", [b"", b"hello", b"%PDF-1.4\n", b"%PDF-1.7 /ByteRange [" * 1000])
def test_what_is_no_planilla_is_unknown(data: bytes) -> None:
    assert verdict_on(data).kind == "unknown"


def test_the_log_of_its_mesa_is_read_too(sealed: Keeper, pdf: bytes) -> None:
    with insider(Jugada):
        Jugada.objects.filter(seq=2).update(notation='ajusta B +40 "otro"')

    assert "no es la que se registró" in verdict_on(pdf).broken


def test_whom_to_trust_is_told_by_a_folder(pdf: bytes, settings: Settings, tmp_path: object) -> None:
    (tmp_path / "una.pem").write_bytes(certificate_named("Rosa Guamán").public_bytes(Encoding.PEM))
    (tmp_path / "otra.cer").write_bytes(certificate_named("Otra").public_bytes(Encoding.DER))
    settings.TRUST_ROOTS = str(tmp_path)
    further = signed_outside(signed_outside(pdf), "Luis Paca", field="Signature2")

    found = verdict_on(further).later

    assert [(each.name, each.trusted) for each in found] == [("Rosa Guamán", True), ("Luis Paca", False)]


def test_a_busy_server_says_nothing_against_a_good_file(sealed: Keeper, pdf: bytes) -> None:
    further = signed_outside(pdf)
    with all_turns_taken():
        verdict, forged = verdict_on(further), verdict_on(further[:100] + b"X" + further[101:])

    assert (verdict.kind, verdict.planilla) == ("undecided", Planilla.objects.get())
    assert "Vuelva a intentarlo en un momento" in told(verdict)
    assert forged.kind == "undecided"
    assert verdict_on(further).kind == "current"


def test_what_is_ours_to_the_last_byte_needs_no_turn(pdf: bytes) -> None:
    with all_turns_taken():
        assert verdict_on(pdf).kind == "current"


def test_what_was_not_read_to_the_end_is_not_called_altered(pdf: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "SECONDS", 0.01)

    verdict = verdict_on(signed_outside(pdf))

    assert verdict.kind == "undecided"
    assert "Vuelva a intentarlo en un momento" in told(verdict)


def test_a_crowd_of_strangers_waits_for_nothing(pdf: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("brackets.turns.PATIENCE", LONG)
    further, waiting = signed_outside(pdf), STRANGERS.places
    with ThreadPoolExecutor(40) as crowd, all_turns_taken():
        asked = [crowd.submit(examination, further) for _ in range(40)]
        at_once = list(islice(as_completed(asked, timeout=LONG / 2), 40 - waiting))
        assert sum(each.done() for each in asked) == 40 - waiting

    assert {each.result().problem for each in at_once} == {"ocupado"}
    assert {each.result().problem for each in asked if each not in at_once} == {""}
