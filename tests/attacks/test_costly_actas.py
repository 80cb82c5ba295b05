"""What an acta costs is not foreseen from its file: each from anybody is looked at in a process of its own, one at a time, within a share."""

import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from io import BytesIO
from itertools import repeat
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from typing import Any, Final

import pytest
import requests
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from pypdf import PdfWriter

from brackets import confined
from brackets.draw.acta_rounds import round_seed, standing_data
from brackets.draw.acta_seal import seals_of
from brackets.draw.entries import Entry
from brackets.draw.formats import Swiss
from brackets.draw.protections import PROTECTED, Terms
from brackets.draw.swiss import Standing, pair_round
from brackets.models import User
from brackets.selectors import acta_apart, acta_check
from brackets.turns import STRANGERS
from referee.printing.attached import pdf_with_file
from referee.selectors.championship_chain import CHAIN_FILE, MesaHead, chain_of
from referee.selectors.sealed import attached, chain_file
from tests.brackets.draw import test_acta
from tests.brackets.draw.test_acta import acta, unsealed
from tests.brackets.views.conftest import url
from tests.deploy.running import serving
from tests.factories.brackets import published_stage
from tests.factories.referee import kept_mesa
from tests.referee.selectors.sealed.test_examination import NESTED

VERIFY: Final = reverse("brackets:draw_verify")
CHECK: Final = reverse("referee:planilla_check")
BUSY: Final = "Se están verificando muchos archivos a la vez"
COSTLY: Final = "pide más trabajo del que esta página da a un archivo"
HERE: Final = 0.5
"""Seconds of processor that a request may take in the process of the pages."""


@pytest.fixture
def as_served(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the process that the product starts."""
    monkeypatch.setattr(confined, "subprocess", subprocess)
    monkeypatch.setattr(acta_check, "SECONDS", 600)  # it comes last, after other tests


@pytest.fixture
def in_a_second(as_served: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tenth of its share."""
    monkeypatch.setattr(acta_check, "CPU_SECONDS", 1)


def round_of(number: int, seed: str = "cuarenta", **written: Any) -> dict[str, Any]:
    told = {"antes": None, "partidas": [], "semilla": round_seed(seed, number), "descansa": None, "juntas": []}
    return {"ronda": number, **told, "corregidas_despues": [], **written}


def hub(rounds: int = 80, parejas: int = 200) -> bytes:
    """One met all others in a round that nobody repeats, and all later rounds are to be paired around that."""
    one, *others = range(1, parejas + 1)
    rivals = {one: others, **dict(zip(others, repeat([one]), strict=False))}
    before = [{"numero": each, "ganadas": each * 7 % 5, "rivales": rivals[each], "descanso": False} for each in rivals]
    first = round_of(1, partidas=[[one, other] for other in others])
    made = acta()
    later = [round_of(number, made["sorteo"]["semilla"], antes=before) for number in range(2, rounds + 2)]
    return json.dumps(made | {"rondas": [first, *later]}).encode()


def many_rounds() -> bytes:
    """Rounds that nobody repeats, in a sentence each."""
    return json.dumps(acta() | {"rondas": [round_of(number) for number in range(1, 20_000)]}).encode()


def long_seed() -> bytes:
    """Which each round names: a few megabytes were tens of thousands of them."""
    long = acta()
    long["sorteo"]["semilla"] = "s" * 2_000_000
    return json.dumps(long | {"rondas": [round_of(number, antes=[]) for number in range(1, 10_000)]}).encode()


def lists() -> bytes:
    return b"[" + b"[]," * 1_390_000 + b"[]]"


def brought(client: Client, raw: bytes, where: str = VERIFY) -> HttpResponse:
    return client.post(where, {"file": SimpleUploadedFile("acta.json", raw)})  # type: ignore[return-value]


@contextmanager
def costing(*, here: float, apart: float) -> Iterator[None]:
    """No more of the processor than so many seconds, in this thread and in the processes that it starts."""
    own, others = time.thread_time(), getrusage(RUSAGE_CHILDREN)
    yield
    used = getrusage(RUSAGE_CHILDREN)
    assert time.thread_time() - own < here
    assert used.ru_utime + used.ru_stime - others.ru_utime - others.ru_stime < apart


@pytest.mark.django_db
@pytest.mark.parametrize("made", [hub, many_rounds, long_seed, lists])
def test_an_acta_made_to_take_for_ever_ends_within_its_share(client: Client, made: Any, in_a_second: None) -> None:
    """Of the first a megabyte took ten seconds of the process that all pages share, of the others tens of thousands of lines, or all memory."""
    raw = made()
    client.cookies["idioma"] = "es"

    with costing(here=HERE, apart=2):
        answer = brought(client, raw)

    assert answer.status_code == 422
    assert COSTLY in answer.content.decode()
    assert "El acta no corresponde" not in answer.content.decode()


@pytest.mark.django_db
def test_a_pdf_made_to_take_for_ever_does_so_too(client: Client, in_a_second: None) -> None:
    with costing(here=HERE, apart=2):
        assert brought(client, NESTED).status_code == 422


@pytest.mark.django_db
def test_it_is_said_in_english_too(client: Client, in_a_second: None) -> None:
    client.cookies["idioma"] = "en"

    answer = brought(client, hub()).content.decode()

    assert "takes more work than this page gives to a file" in answer
    assert "Check it on another computer" in answer


@pytest.mark.django_db
@pytest.mark.parametrize("carried", ["acta.json", "acta.pdf"])
def test_a_thousand_parejas_with_ten_rounds_are_no_attack(
    client: Client, as_served: None, monkeypatch: pytest.MonkeyPatch, carried: str
) -> None:
    monkeypatch.setattr(test_acta, "ENTRIES", [Entry(number, f"club {number % 90}") for number in range(1, 1_001)])
    made = unsealed(Terms(Swiss(rounds=10), PROTECTED, apart=False), ())
    made["rondas"] = [*honest_rounds(made["sorteo"]["semilla"], 1_000, 10)]
    raw = json.dumps(made | seals_of(made)).encode()

    answer = brought(client, raw if carried == "acta.json" else pdf_with_file(pdf(), "acta.json", raw))

    page = answer.content.decode()
    assert answer.status_code == 200
    assert "El sorteo es el que dice el acta" in page
    assert page.count("Se emparejó otra vez la ronda") == 10


def honest_rounds(seed: str, parejas: int, rounds: int) -> Iterator[dict[str, Any]]:
    """The first of each pair wins."""
    wins: Counter[int] = Counter()
    rivals: dict[int, list[int]] = {number: [] for number in range(1, parejas + 1)}
    for number in range(1, rounds + 1):
        before = [Standing(each, wins[each], tuple(rivals[each])) for each in rivals]
        pairs = pair_round(before, round_seed(seed, number)).pairs
        yield round_of(number, seed, antes=[*map(standing_data, before)], partidas=pairs)
        for a, b in pairs:
            wins[a] += 1
            rivals[a].append(b)
            rivals[b].append(a)


def pdf() -> bytes:
    writer, written = PdfWriter(), BytesIO()
    writer.add_blank_page(width=100, height=100)
    writer.write(written)
    return written.getvalue()


@pytest.mark.django_db
def test_who_comes_while_another_is_looked_at_is_told_to_come_again(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    championship = published_stage(8).championship
    monkeypatch.setattr("brackets.turns.PATIENCE", 0.01)
    monkeypatch.setattr("brackets.turns.LONG_PATIENCE", 0.01)

    with STRANGERS.one():
        stranger = brought(client, json.dumps(acta()).encode())
        page = client.get(url("draw_public", championship), {"verificar": "1"})
        client.force_login(User.objects.create_user("alguien", password=None))
        known = brought(client, json.dumps(acta()).encode())
    later = client.get(url("draw_public", championship), {"verificar": "1"})

    for answer in (stranger, page, known):
        assert answer.status_code == 503
        assert BUSY in answer.content.decode()
    assert "El sorteo es el que dice el acta" in later.content.decode()


@pytest.mark.django_db
def test_a_crowd_is_told_so_at_once(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("brackets.turns.PATIENCE", 600)

    with ExitStack() as held:
        for _ in range(STRANGERS.places):
            STRANGERS._strangers.acquire()
            held.callback(STRANGERS._strangers.release)
        assert brought(client, hub()).status_code == 503


@pytest.mark.django_db
def test_that_no_processor_is_free_is_not_said_to_be_the_acta_s_fault(
    client: Client, as_served: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(acta_check, "SECONDS", 0.01)

    answer = brought(client, json.dumps(acta()).encode())

    assert (answer.status_code, BUSY in answer.content.decode()) == (503, True)


@pytest.mark.django_db
def test_a_published_draw_is_repeated_once_for_all_who_ask(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A crowd asks at once, as the draw is published."""
    championship = published_stage(8).championship
    asked = [client.get(url("draw_public", championship), {"verificar": "1"})]
    monkeypatch.setattr(acta_check, "answer_of", lambda *_given, **_: pytest.fail("asked again"))

    asked.append(client.get(url("draw_public", championship), {"verificar": "1"}))

    assert all("El sorteo es el que dice el acta" in each.content.decode() for each in asked)


def test_the_process_does_not_load_django() -> None:
    told = f"import sys, {acta_apart.__name__}; print('django' in sys.modules)"

    assert subprocess.check_output([sys.executable, "-c", told], cwd=confined.ROOT) == b"False\n"


@pytest.mark.faults
@pytest.mark.django_db(transaction=True)
def test_a_crowd_with_costly_actas_keeps_nobody_from_writing(tmp_path: Path) -> None:
    """Six held every thread that writes, and the desk waited for three quarters of a minute."""
    raw, small = hub(), json.dumps(acta()).encode()
    with serving(tmp_path) as port, ThreadPoolExecutor(12) as crowd:
        site = f"http://127.0.0.1:{port}"

        def bring(raw: bytes, times: int = 1) -> list[int]:
            with requests.Session() as who:
                page = who.get(site + VERIFY, timeout=60).text
                token = page.split('csrfmiddlewaretoken" value="')[1].split('"')[0]
                return [
                    who.post(
                        site + VERIFY, {"csrfmiddlewaretoken": token}, files={"file": raw}, timeout=240
                    ).status_code
                    for _ in range(times)
                ]

        def writes() -> float:
            began = time.monotonic()
            requests.post(site + VERIFY, timeout=60)  # without its token, which is refused at once
            return time.monotonic() - began

        assert bring(small) == [200]
        costly = []
        for _ in range(8):
            costly.append(crowd.submit(bring, raw, 2))
            time.sleep(1)  # of one client only a few long bodies may be on their way together
        waited = max(writes() for _ in range(5))
        told = [status for each in costly for status in each.result()]

    assert waited < 20
    assert 503 in told
    assert {*told} <= {200, 422, 503}  # a fast machine may repeat it within its share


# --- The chain of a championship, which anybody may bring too ----------------------------------------------------------


def made_up(slug: str, mesas: int) -> bytes:
    heads = [MesaHead(f"{number:08x}-0000-4000-8000-000000000000", 1, "e" * 64, 1, "d" * 64) for number in range(mesas)]
    return json.dumps(chain_of(slug, heads).as_json()).encode()


@pytest.mark.django_db
def test_a_chain_of_mesas_that_never_were_costs_no_sentence_each(client: Client) -> None:
    """Forty thousand took eight seconds in English."""
    slug = kept_mesa().championship.slug
    raw = made_up(slug, 10_000)
    client.cookies["idioma"] = "en"
    assert len(raw) < chain_file.MOST

    with costing(here=HERE, apart=5):
        page = brought(client, raw, CHECK).content.decode()

    assert "And 9961 more." in page
    assert page.count("-0000-4000-8000-") == 40


@pytest.mark.django_db
def test_a_chain_is_no_longer_than_one_can_be(client: Client) -> None:
    with costing(here=HERE, apart=5):
        answer = brought(client, b'{"mesas":[' + b"[]," * 3_300_000 + b"[]]}", CHECK)

    assert "pasa de 2 MB" in answer.content.decode()


def test_what_is_attached_is_no_longer_either() -> None:
    """Sixty megabytes of lists come in sixty kilobytes."""
    within, beyond = (pdf_with_file(pdf(), CHAIN_FILE, b"x" * size) for size in (attached.MOST // 2, attached.MOST + 1))

    assert attached.attached(within, CHAIN_FILE)["problem"] == ""
    assert attached.attached(beyond, CHAIN_FILE) == {"problem": attached.TOO_HARD, "file": "", "said": ""}
