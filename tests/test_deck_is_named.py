"""With the Spanish deck nobody reads J, Q or K: pages, papers and the record say sota, caballo and rey."""

import re
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Final
from uuid import uuid4

import pytest
from django.test import Client
from pypdf import PdfReader
from pytest_django import Settings

from brackets.models import AuditEntry, Championship, Fixture
from referee.models import Quarantined
from referee.rules import SEATS, parse_jugada, reglamento_get, replay
from referee.selectors.quarantine import words_of
from referee.selectors.transcription.comparing import beside
from referee.selectors.transcription.form import PaperDraw
from referee.selectors.transcription.tablet import kept_by
from referee.services.rondas import ronda_claim, ronda_decide
from referee.services.transcriptions.rows import ending_save, row_save, transcription_finish
from tests.factories.brackets import ChampionshipFactory, PlayerFactory, director_of, published_stage
from tests.factories.referee import Keeper, keepers
from tests.factories.remembered import remembered
from tests.factories.transcriptions import GAME, Desk, paper_of, state_of
from tests.referee.desk import member, paper_address
from tests.referee.views.test_transcriptions import boxes, readings
from tests.referee.views.transcription_pages import address, signed_in, text
from tests.test_numbers_agree import pages, text_of

pytestmark = pytest.mark.django_db

LETTER: Final = re.compile(r"(?<![\w.])[JQK]\b(?!\.)")
"""Not the initial of a name."""
SORTEO: Final = "sorteo A1=K B1=Q A2=J B2=3 reparte=A1"
PLAYED: Final = (SORTEO, "ronda A K", *GAME[2:])
PAPER: Final = paper_of(state_of(*PLAYED))


@pytest.fixture
def kept(settings: Settings, tmp_path: Path) -> list[Keeper]:
    """Two mesas of a championship that plays with the Spanish deck; the first is sealed."""
    settings.PRINTS_ROOT = settings.ARCHIVES_ROOT = tmp_path
    return two_mesas()


@remembered
def two_mesas() -> list[Keeper]:
    """The second is not open yet."""
    PlayerFactory.reset_sequence(95, force=True)  # nobody among them has an initial that is a card too
    stage = published_stage(4, championship=ChampionshipFactory(rule_settings={"baraja": "espanola"}))
    kept = keepers(list(stage.fixtures.filter(status=Fixture.Status.READY)))
    kept[0].open()
    kept[0].record(*PLAYED)
    kept[0].seal()
    return kept


@pytest.fixture
def spanish(kept: list[Keeper]) -> Championship:
    return kept[0].championship


def lettered(read: str) -> list[str]:
    return [read[max(0, each.start() - 40) : each.end() + 20] for each in LETTER.finditer(read)]


def read_on(html: str) -> str:
    """What is read on a page, without the keys that it names."""
    return text_of(re.sub(r"<kbd>.*?</kbd>", "", html))


def test_the_walk_sees_a_letter_and_no_initial() -> None:
    assert lettered("A1 J · B1 sota") == ["A1 J · B1 sota"]
    assert lettered("Juan K. Q., ronda de rey") == []


@pytest.mark.long
def test_on_every_page_of_the_desk_and_of_the_public(spanish: Championship, client: Client) -> None:
    found: dict[str, str] = {}
    for user, start in ((director_of(spanish), "panel/"), (None, "")):
        client.logout()
        if user:
            client.force_login(user)
        for where, html in pages(client, f"/c/{spanish.slug}/{start}"):
            if not where.startswith("/reglamentos/"):  # what the texts say, whatever a championship settled
                found |= dict.fromkeys(lettered(read_on(html)), where)

    assert found == {}


def test_on_the_planilla(kept: list[Keeper]) -> None:
    address = paper_address(kept[0].championship, "planillas", "pdf")
    pdf = member(kept[0].championship).get(address, {"partida": kept[0].fixture.pk}).content
    read = " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages).split())

    assert "A1 rey · B1 caballo · A2 sota · B2 3 — suma A 20, suma B 13" in read
    assert lettered(read) == []


def test_on_the_pages_of_a_paper_where_the_names_are_typed_too(kept: list[Keeper]) -> None:
    desk = Desk(kept[1].fixture)
    typed, client = desk.start(), signed_in(desk.typist)
    page = address("transcription", typed)
    drawn = {"s-A1_0": "rey", "s-B1_0": "Caballo", "s-A2_0": "j", "s-B2_0": "3", "s-dealer_0": "A1"}
    row = boxes(PAPER.rows[0]) | {"rondas": "rey"}

    wrong = client.post(page, {"acto": "sorteo", **drawn, "s-B2_0": "sotana"})
    unknown = client.post(page, row | {"rondas": "reina"})
    client.post(page, {"acto": "sorteo", **drawn})
    client.post(page, row)
    for other in PAPER.rows[1:]:
        row_save(transcription=typed, row=other, user=desk.typist)
    ending_save(transcription=typed, ending=PAPER.ending, user=desk.typist, now=desk.now)
    shown = client.get(f"{page}?fila={PAPER.rows[0].key}")
    typed = transcription_finish(transcription=typed, user=desk.typist, now=desk.now)
    ticks = signed_in(desk.reader).post(address("transcription_confirm", typed), {"paso": "leer", **readings(typed)})

    for refused in (wrong, unknown):
        assert "una de A, 2, 3, 4, 5, 6, 7, sota, caballo, rey." in text(refused)
    assert typed.draws == [{"cards": [["A1", "K"], ["B1", "Q"], ["A2", "J"], ["B2", "3"]], "dealer": "A1"}]
    assert typed.rows[0]["rondas"] == ["K"]
    assert "Sorteo de la data: A1 rey B1 caballo A2 sota B2 3 reparte A1" in text(shown)
    assert "Rondas: rey." in text(ticks)
    assert [each for answer in (wrong, shown, ticks) for each in lettered(read_on(answer.content.decode()))] == []


def test_where_a_paper_and_its_tablet_differ(kept: list[Keeper]) -> None:
    paper = replace(PAPER, draws=(PaperDraw((("A1", "J"), *PAPER.draws[0].cards[1:]), "A1"),))
    there = kept_by(kept[0].mesa, state_of(*PLAYED))
    tablet = replay(reglamento_get("riobamba", {"baraja": "espanola"}), SEATS, map(parse_jugada, PLAYED))

    (cards,) = [each for each in beside(paper.draws, paper.rows, paper.ending, tablet, there) if each.what == "Cartas"]

    assert cards.paper == "A1 sota · B1 caballo · A2 sota · B2 3"
    assert cards.other == "A1 rey · B1 caballo · A2 sota · B2 3"


def test_in_the_record_of_a_ronda_that_was_verified(kept: list[Keeper]) -> None:
    kept[1].open()
    kept[1].record(SORTEO)
    asked = {"jugada": "ronda", "subject": "A", "client_id": uuid4(), "claimed_at": kept[1].now}
    claim = ronda_claim(mesa=kept[1].mesa, now=kept[1].tick(), **asked)  # type: ignore[arg-type]

    ronda_decide(claim=claim, outcome="verificada", rank="J", by=kept[1].juez, now=kept[1].tick())

    assert AuditEntry.objects.latest("pk").sentence.endswith("(sota).")


def test_among_what_a_tablet_kept_and_the_log_did_not_take() -> None:
    rules = reglamento_get("riobamba", {"baraja": "espanola"})
    card = Quarantined(kind=Quarantined.Kind.CARD, notation="tira B1 7 levanta 7 J Q")
    ronda = Quarantined(kind=Quarantined.Kind.JUGADA, notation="ronda B 4")

    assert words_of(card, rules) == ("tira B1 7 levanta 7 sota caballo", "")
    assert words_of(ronda, rules) == ("Ronda de 4", "B")
