"""No text that anybody can send costs more than milliseconds (ADR 53): what it costs is measured in processor time, never by the clock."""

import inspect
import json
import logging
import os
import re
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, Final
from unicodedata import normalize
from urllib.parse import quote

import pytest
from django.db import transaction
from django.test import Client
from django.urls import resolve, reverse
from pytest_django import Settings

from brackets.models import User
from brackets.selectors.draw_acta import acta_of
from brackets.services.errors import InvalidValue
from brackets.services.names import text_clean
from brackets.views.presence import CREDENTIAL
from cuarenta_torneo.english import in_english
from cuarenta_torneo.english.page import BOOK, page_in_english
from cuarenta_torneo.limits_middleware import ADDRESS, FORM
from cuarenta_torneo.nul_middleware import without_nul
from kernel.normal_form import normal_form
from referee.api.english import BOOK as API_BOOK
from referee.rules.english.phrasebook import _BLANK, Phrasebook
from referee.views.credentials import numbers_in
from tests.access_world import Route, World, make_world, routes
from tests.factories.brackets import published_stage
from tests.referee.api.test_fuzzed_posts import values

FULL: Final = os.environ.get("FAULTS") == "full"
ORDINARY: Final = "Rosa"
ALLOWED, TIMES = 0.060, 4
"""Seconds of processor beyond so many times what an ordinary text costs there."""
PIECES: Final = (
    "Av. ", "a ", "a", "0", " ", "(", "«»", "\u0301\u0323", "\u200b", "\u202e", "Mesa 4 · ", "a contra b y c: ", ". ", "%", "\\", "\n",
    "1  ", "1-99999,", "aB. C", "=", "'", '"', "<b>", "\ufdfa", "@a.", "- ", "á", "\U0001f3c6", ",", "[", "9-",
)  # fmt: skip
IN_A_FORM, IN_A_BODY = 40_000, 6_000
"""Characters in each field; the API takes 64 KiB, and so much that it asks what the texts are."""


def cost(act: Callable[[], Any]) -> float:
    """Seconds of this thread; the less of two, since what is loaded at first is not the text's fault."""
    return min(_once(act), _once(act))


def _once(act: Callable[[], Any]) -> float:
    before = time.thread_time()
    act()
    return time.thread_time() - before


def text_of(piece: str, longest: int) -> str:
    return (piece * (longest // len(piece) + 1))[:longest]


# --- The English of finished sentences -------------------------------------------------------------------------------


def test_av_av_av_is_not_read_again_and_again() -> None:
    """In the seed of an acta that anybody may have verified, it took 15 seconds of processor."""
    assert (
        cost(lambda: page_in_english(f"<p>Se leyó el acta: 4 inscripciones, semilla «{'Av. ' * 1000}».</p>")) < ALLOWED
    )


def test_what_somebody_wrote_in_a_field_is_not_read() -> None:
    """Four megabytes of `&lt;` in the field for an acta took two seconds."""
    page = f'<textarea placeholder="Mesa 4">{"&lt;" * 1_000_000}Mesa 4</textarea><p>Mesa 4</p>'

    assert cost(lambda: page_in_english(page)) < ALLOWED
    assert page_in_english(page).startswith('<textarea placeholder="Table 4">&lt;')
    assert page_in_english(page).endswith("&lt;Mesa 4</textarea><p>Table 4</p>")


@pytest.mark.parametrize("around", ["{}", "Semilla: «{}».", "Partida 4, {}: Ana contra Rosa", "{} y {} ({})"])
def test_the_english_of_what_somebody_wrote_costs_milliseconds(around: str) -> None:
    for piece in PIECES:
        for longest in (300, 700, 3900, 100_000):
            text = around.replace("{}", text_of(piece, longest))
            assert _once(partial(in_english, text)) < ALLOWED, (piece, longest)


def test_sentences_are_within_sentences_only_so_deep() -> None:
    """Each `contra` was a sentence in the one before, until Python refused: the page ended in an error."""
    assert page_in_english(f"<p>{'a contra ' * 200}b</p>")
    assert API_BOOK.find("Mesa 4 · " * 100) is None


def hostile(words: tuple[str, ...]) -> tuple[str, ...]:
    """What a pattern could stumble over, made of its own words and of what may stand between them."""
    own = [word for word in words if word] or ["a"]
    between = tuple(each.join([*own, ""]) for each in ("a", "1", "as, ", "«a»"))
    return (*between, max(own, key=len), own[-1], f"{own[0]}as, ", "as, ", "1", "a ")


@pytest.mark.parametrize("book", [BOOK, API_BOOK])
def test_each_pattern_of_the_books_takes_as_long_as_the_text_is(book: Phrasebook) -> None:
    slow: list[str] = []
    for phrase in chain.from_iterable(book._phrases.values()):
        words = tuple(_BLANK.split(book.spanish[phrase.number])[::3])
        for piece in hostile(words):
            short, long = (
                partial(phrase.pattern.match, words[0] + text_of(piece, size) + "!") for size in (2000, 8000)
            )
            few, many = _once(short), _once(long)
            # A machine with other work to do is slow once.
            if many > max(8 * few, 0.003) and (many := min(_once(long) for _ in range(3))) > max(8 * few, 0.003):
                slow.append(f"{book.spanish[phrase.number]!r} with {piece!r}: {few:.4f} s, then {many:.4f} s")
    assert not slow, "\n".join(slow)


# --- What is read before any page is ----------------------------------------------------------------------------------


@pytest.mark.django_db
def test_an_address_a_cookie_and_a_form_are_no_longer_than_pages_ask_for(client: Client) -> None:
    """Five megabytes of `%41` took half a second of whoever answered, at every address there is."""
    encoded = {"content_type": "application/x-www-form-urlencoded"}
    long = client.get(f"/buscar/?q={'a' * ADDRESS}")
    sent = client.post("/cuenta/entrar/", "username=" + "%41" * (FORM // 3), **encoded)  # type: ignore[arg-type]
    api = client.post("/api/v1/devices", "username=" + "%41" * (FORM // 3), **encoded)  # type: ignore[arg-type]

    assert (long.status_code, sent.status_code, api.status_code) == (414, 413, 413)
    assert "demasiado larga" in long.content.decode()
    assert "Nada se guardó" in sent.content.decode()
    assert api.json()["code"] == "formulario-largo"
    assert client.get(f"/buscar/?q={'a' * 1000}").status_code == 200
    assert client.post("/cuenta/entrar/", "username=" + "%41" * 1000, **encoded).status_code == 200  # type: ignore[arg-type]


@pytest.mark.django_db
def test_backslashes_in_a_cookie_are_not_read_again_and_again(client: Client) -> None:
    """Sixteen thousand took Python 3.11.7 half a second (CVE-2024-7592)."""
    client.cookies["a"] = ""
    plain = cost(lambda: client.get("/", headers={"cookie": 'a="aaaa"; idioma=en'}))

    hostile = cost(lambda: client.get("/", headers={"cookie": f'a="{chr(92) * 16_000}"; idioma=en'}))

    assert hostile < ALLOWED + TIMES * plain
    assert b'lang="en"' in client.get("/", headers={"cookie": 'a="\\"; idioma=en'}).content


def test_nul_is_taken_out_of_an_address_at_once() -> None:
    """Each within the next, sixteen thousand took 1.6 seconds."""
    assert cost(lambda: without_nul("%" * 5_000 + "00" * 5_000)) < ALLOWED
    assert without_nul("%" * 5_000 + "00" * 5_000) == ""


def test_marks_without_end_on_one_letter_are_not_put_in_order() -> None:
    """A hundred thousand of each took half a minute."""
    for form in ("NFC", "NFKD"):
        assert cost(lambda form=form: normal_form(form, "a" + "\u0301\u0323" * 100_000)) < ALLOWED  # type: ignore[misc]
    with pytest.raises(InvalidValue, match="caben 60"):
        text_clean("a" + "\u0301\u0323" * 100_000, field="name", label="El nombre", longest=60)
    assert cost(lambda: User.normalize_username("\u0323\u0301" * 100_000)) < ALLOWED
    text = "Pen\u0303a " * 1000
    assert normal_form("NFC", text) == normalize("NFC", text)


def test_only_what_is_one_letter_is_normalised_without_a_limit(project_root: Path) -> None:
    """Everything else by `normal_form`."""
    sources = (
        path
        for app in ("brackets", "cuarenta_torneo", "kernel", "referee")
        for path in (project_root / app).rglob("*.py")
    )
    using = {
        str(path.relative_to(project_root)) for path in sources if re.search(r"\bnormalize\(", path.read_text("utf-8"))
    }

    assert using == {"kernel/normal_form.py", "brackets/selectors/letters.py", "brackets/views/fitting.py"}


def test_a_list_of_numbers_is_read_once() -> None:
    """Two spaces between each number and the next, and a letter at the end, were read for ever."""
    for text in ("1  " * 160 + "x", "1 -" * 160, "1" + " " * 400 + "x", "1  " * 10_000):
        with pytest.raises(ValueError, match="1"):
            numbers_in(text)
    assert cost(lambda: numbers_in("1-99999," * 60)) < ALLOWED
    assert numbers_in("1 - 3; 2-4, 9") == {1, 2, 3, 4, 9}
    assert cost(lambda: CREDENTIAL.fullmatch("1" + " " * 16_000 + "x")) < ALLOWED


# --- The acta that anybody may have verified --------------------------------------------------------------------------


@pytest.mark.faults
@pytest.mark.django_db
@pytest.mark.parametrize("piece", PIECES if FULL else ("Av. ",))
def test_whatever_an_acta_says_is_read_once(client: Client, piece: str) -> None:
    """`"Av. " × 1000` as its seed took 15 seconds in English."""
    acta = acta_of(published_stage(8))
    places = [(holder, key) for holder, key in values(acta) if isinstance(holder[key], str)]
    client.cookies["idioma"] = "en"
    ordinary = cost(lambda: _verified(client, acta))
    for holder, key in places:
        kept, holder[key] = holder[key], text_of(piece, 40_000)
        spent = cost(lambda: _verified(client, acta))
        holder[key] = kept
        assert spent < ALLOWED + TIMES * ordinary, (key, piece)


def _verified(client: Client, acta: Any) -> None:
    assert client.post(reverse("brackets:draw_verify"), {"text": json.dumps(acta)}).status_code == 200


# --- Every public entry ----------------------------------------------------------------------------------------------


@pytest.fixture
def world(db: None, settings: Settings, tmp_path: Path) -> Iterator[World]:
    settings.PRINTS_ROOT = settings.ARCHIVES_ROOT = tmp_path
    logging.disable(logging.CRITICAL)
    yield make_world(tmp_path)
    logging.disable(logging.NOTSET)


WHO: Final = ("nobody", "juez", "director")
"""Nobody and the Director write into pages, a Juez writes on a tablet."""
ASKED: Final = re.compile(r"""GET(?:\.get\(|\.getlist\(|\[)"(\w+)\"""")
FIELD: Final = re.compile(r"""<(?:input|textarea|select)\b[^>]*?\bname="([\w-]+)\"""")
TYPED: Final = re.compile(r"^    (\w+) = (?:forms\.|[A-Z]\w*)\w*Field\(", re.MULTILINE)
ENDS: Final = frozenset({"brackets:sign_out"})
STANDING: Final = ("buscar", "numero", "numeros", "codigo", "desde", "idioma")


def asked_names(address: str) -> tuple[str, ...]:
    """What a page reads of its address: every name that the module of its view asks for."""
    view = inspect.unwrap(resolve(address).func)
    module = inspect.getmodule(getattr(view, "view_class", None) or getattr(view, "cls", None) or view)
    source = inspect.getsource(module) if module else ""
    return tuple(dict.fromkeys((*ASKED.findall(source), *TYPED.findall(source), "buscar")))


def sent(client: Client, address: str, text: str, *, english: bool) -> Callable[[], None]:
    """The page asked for with a text in all it reads of its address."""
    names = asked_names(address)
    piece = text[: max(1, (ADDRESS // 9) // len(names))]
    query = "&".join(f"{name}={quote(piece)}" for name in names)[:ADDRESS].rstrip("%")
    return _rolled_back(lambda: client.get(f"{address}?{query}{'&idioma=en' if english else ''}"))


def posted(client: Client, address: str, text: str, names: tuple[str, ...]) -> Callable[[], None]:
    """A form with a text in every field, sent in parts: what is sent encoded may be less."""
    return _rolled_back(lambda: client.post(address, dict.fromkeys(names, text)))


def told(client: Client, address: str, text: str, body: Any) -> Callable[[], None]:
    """What a tablet sends, with a text in the place of each string in turn, too long and as long as notes may be."""
    bodies = [body]
    for which in range(sum(isinstance(holder[key], str) for holder, key in values(body))):
        for written in (text, text[:190]):
            changed = json.loads(json.dumps(body))
            holder, key = [(own, at) for own, at in values(changed) if isinstance(own[at], str)][which]
            holder[key] = written
            bodies.append(changed)
    sending = [json.dumps(each, ensure_ascii=False).encode("utf-8", "replace") for each in bodies]

    def send() -> Any:
        for data in sending:
            answer = client.post(address, data, content_type="application/json", headers={"accept-language": "en"})
            assert answer.status_code < 500, answer
        return answer

    return _rolled_back(send)


def _rolled_back(ask: Callable[[], Any]) -> Callable[[], None]:
    def asked() -> None:
        with transaction.atomic():
            answer = ask()
            assert answer.status_code < 500, answer
            transaction.set_rollback(True)

    return asked


def entries(world: World, client: Client, route: Route) -> Iterator[tuple[str, Callable[[str], Callable[[], None]]]]:
    """What may be written to a route: into its address, and into its form or its body."""
    address = route.address(world.ids)
    if route.name.startswith("api:"):
        body = world.body(route.name)
        yield "POST", lambda text: told(client, address, text, body)
        return
    names: tuple[str, ...] = ()
    with transaction.atomic():
        page = client.get(address)
        if "text/html" in page.get("Content-Type", "") and not page.streaming:
            names = tuple(dict.fromkeys(FIELD.findall(page.content.decode())))
        transaction.set_rollback(True)
    if page.status_code == 200:
        yield "GET", lambda text: sent(client, address, text, english=True)
    if page.status_code != 404:
        own = tuple(dict.fromkeys((*names, *_written_in(address), "reason", "words", "code")))
        yield "POST", lambda text: posted(client, address, text, own)


def _written_in(address: str) -> tuple[str, ...]:
    view = inspect.unwrap(resolve(address).func)
    module = inspect.getmodule(getattr(view, "view_class", None) or view)
    source = inspect.getsource(module) if module else ""
    return (*re.findall(r"""POST(?:\.get\(|\.getlist\(|\[)"(\w+)\"""", source), *TYPED.findall(source))


@pytest.mark.faults
@pytest.mark.parametrize("who", WHO)
def test_no_request_costs_more_than_milliseconds_because_of_what_is_written_in_it(world: World, who: str) -> None:
    """Short with one text for each route, in turn, and a fourth of the Director's; `make faults` writes them all everywhere."""
    dear: list[str] = []
    client = world.client(who)
    for place, (name, route) in enumerate(sorted(routes().items())):
        of_tablets = name.startswith("api:")
        if name in ENDS or of_tablets is not (who == "juez") or (who == "director" and not FULL and place % 4):
            continue
        for method, entry in entries(world, client, route):
            for piece in PIECES if FULL else (PIECES[place % len(PIECES)],):
                ask = entry(text_of(piece, IN_A_BODY if of_tablets else IN_A_FORM))
                if (spent := _once(ask)) > ALLOWED and spent > (most := ALLOWED + TIMES * cost(entry(ORDINARY))):
                    spent = cost(ask)  # what is loaded at first is not the text's fault
                    if spent > most:
                        dear.append(f"{method} {name} with {piece!r}: {spent:.3f} s")
    assert not dear, "\n".join(dear)
