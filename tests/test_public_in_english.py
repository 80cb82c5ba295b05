"""Every page that anybody may read, read in English: what is not in the books is a name, a figure or somebody's own words."""

import re
from collections.abc import Collection, Iterator
from datetime import datetime
from functools import cache
from html import unescape
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest
import time_machine
from django.apps import apps
from django.db.models import CharField
from django.template.loader import render_to_string
from django.test import Client
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone
from pytest_django import Settings

from brackets.draw.formats import Swiss
from brackets.models import Championship, Fixture, Pareja
from brackets.services.carrying import without_effect
from brackets.services.fixtures import fixture_record
from brackets.services.marks import LET_STAND, OF_OTHERS, TURNED
from cuarenta_torneo.english.page import english_or_none, page_said, told_or_none
from referee.management.commands.ensayo import Command
from referee.management.rehearsal.options import FIRST_DAY, options_read
from referee.management.rehearsal.progress import Progress
from referee.management.rehearsal.rehearsing import rehearse
from referee.management.rehearsal.signing_in import by_services
from referee.models import Screen
from referee.rules import REGLAMENTOS, lacks, reglamento_get
from referee.selectors.rule_sheet import sheet_of
from referee.selectors.sealed.standing import doubts_of
from tests.access_world import make_world
from tests.brackets.services.carried import KNOCK_OUT, correct
from tests.brackets.services.test_formats import Night
from tests.brackets.services.test_unsettled import at, come_back, kept_final
from tests.brackets.views.test_acta_is_frozen import corrected
from tests.brackets.views.test_agenda import announce, call, win
from tests.brackets.views.test_sheet import stage_of
from tests.factories.brackets import (
    NOW,
    ChampionshipFactory,
    PlayerFactory,
    TableFactory,
    director_of,
    published_stage,
)
from tests.factories.referee import SORTEO, ZAPATERIA, keepers, sealed_mesa
from tests.factories.remembered import remembered
from tests.public_addresses import OF_EVERY_FORM
from tests.referee.views.test_screens import in_play, registered
from tests.test_voided_everywhere import night as voided_night

pytestmark = pytest.mark.django_db

# Spanish by intent: the rulebooks side by side, and what a pareja reads and signs to enter.
SPANISH = {"brackets:sign_in", "referee:reglamentos", "brackets:inscription", "brackets:receipt", "referee:own"}
JOINS = re.compile(r"\b(?:y|de)\b")
SMALL_WORDS = re.compile(r"\b(?:del?|al|el|las?|los|en|con|por|para|que|una?|y)\b")
# The game's own words, who wrote a rulebook, and addresses.
KEPT_WORDS = re.compile(
    r"juego y veo|veo y juego|planillas? de juego|caída y limpia|caída en ronda|38 que no juega|dos por darlas|Comité Permanente de Fiestas|https?://\S+",
    re.IGNORECASE,
)
TWO_NAMES = re.compile(r"·\s+y\s*\Z")
READ = ("text/html", "image/svg+xml")
NOT_READ: set[str] = set()
"""The kinds of what turned out to be papers, pictures and calendars."""
SPANISH_FIGURE = re.compile(r"(?<![\d.,])\d+,\d{1,2}\s*%?\Z")
OF_A_TABLE = (Screen.Kind.TABLE, Screen.Kind.OVERLAY)
SHOWN = (Fixture.Status.IN_PLAY, Fixture.Status.PROVISIONAL)
CUT_SHORT = re.compile(r"(\w[^…]*)…")
FIGURES = re.compile(
    r"https?://\S+|manage\.py \w+|docs/\w+\.md|[0-9a-f]{64}\|ronda-\d+|clubes-\d|[AB] [+−-]?\d+|[0-9A-Fa-f]{4}(?:-[0-9A-Fa-f]{4}){3}|[0-9a-f]{32,}|\d+ of \d+|\w\. \S+(?: \w\.)?(?: / \w\. \S+(?: \w\.)?)?"
)


@pytest.fixture(autouse=True)
def people() -> None:
    """The first five people of each test have no initial after their names, as `Celia Yépez`, the next have, as `Alba Ñato A.`"""
    PlayerFactory.reset_sequence(95, force=True)


def written() -> re.Pattern[str]:
    """What people wrote: it is nobody's to translate."""
    words = {pareja.title for pareja in Pareja.objects.prefetch_related("players")}
    words |= {part for title in words for part in title.split()}
    for model in (*apps.get_app_config("brackets").get_models(), *apps.get_app_config("referee").get_models()):
        fields = [field.name for field in model._meta.concrete_fields if type(field) is CharField and not field.choices]
        words |= {str(word) for row in model._default_manager.values_list(*fields) for word in row if fields and word}
    words |= {word for rules in map(reglamento_get, REGLAMENTOS) for word in (rules.name, rules.source)} | {"Entidad"}
    for championship in Championship.objects.all():
        words |= {str(championship), *rules_aloud(championship)}
    words = {" ".join(word.split()) for word in words}
    longest = sorted((re.escape(word) for word in words if len(word) > 2), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(longest)})(?!\w)")


def rules_aloud(championship: Championship) -> Iterator[str]:
    """The rules as they are read aloud, which have their own English."""
    sheet = sheet_of(championship)
    yield sheet.title
    for section in sheet.sections:
        yield section.title
        for sentence in section.sentences:
            yield from (sentence.text, str(sentence.source))


def pages(client: Client, of_a_kind: int, but: Collection[str]) -> Iterator[tuple[str, str, str]]:
    """Each public page that links lead to, by the name of its route, in Spanish and in English: of one kind so many, and none of those."""
    seen: set[str] = set()
    kinds: dict[str, int] = {}
    ahead = ["/", "/no-hay/"]
    while ahead:
        address = ahead.pop(0)
        if address in seen:
            continue
        seen.add(address)
        kind = kind_of(address)
        kinds[kind] = kinds.get(kind, 0) + 1
        if kind in SPANISH | NOT_READ or kind in but or kinds[kind] > of_a_kind:
            continue
        answer = client.get(address, follow=True)
        if not answer["Content-Type"].startswith(READ):
            NOT_READ.add(kind)
            continue
        html = answer.content.decode()
        client.cookies["idioma"] = "en"
        yield kind, html, client.get(address, follow=True).content.decode()
        del client.cookies["idioma"]
        links = (urldefrag(urljoin(f"http://testserver{address}", unescape(link))).url for link in hrefs(html))
        ahead += [each.removeprefix("http://testserver") for each in links if urlsplit(each).netloc == "testserver"]


def hrefs(html: str) -> list[str]:
    """What it links to and the plots that it shows, but for the other language."""
    links = re.findall(r'<a\s[^>]*href="([^"]+)"|<img\s[^>]*src="([^"]+\.svg)"', html)
    return [link or plot for link, plot in links if "idioma=" not in link]


@cache
def kind_of(address: str) -> str:
    try:
        return resolve(urlsplit(address).path).view_name
    except Resolver404:
        return "404"


def untold(html: str, names: re.Pattern[str]) -> list[str]:
    """The sentences of a page that no book has, and that are not made of names alone; nor what a pair carries over may be Spanish."""
    found: list[str] = []

    def look(text: str) -> str:
        sentence = " ".join(text.split())
        told = told_or_none(sentence)
        if told is None and is_spanish(sentence, names):
            found.append(sentence)
        elif told and is_spanish(sentence, names):
            found.extend(f"{sentence} [{left}]" for left in told.carried if is_spanish(left, names))
        return text

    page_said(html, look)
    return found


@cache
def is_spanish(text: str, names: re.Pattern[str]) -> bool:
    """Whether it has words that are not names; one that a screen cut short still is one."""
    text = CUT_SHORT.sub(lambda cut: "" if f"|{re.escape(cut[1])}" in names.pattern else cut[0], text)
    return not FIGURES.fullmatch(text) and bool(re.search(r"[^\W\d_]{2}", JOINS.sub("", names.sub("", text))))


def still_spanish(english: str, names: re.Pattern[str]) -> list[str]:
    """What a page that was asked for in English says with a small word of Spanish: dates are made otherwise there."""
    found: list[str] = []

    def look(text: str) -> str:
        sentence = " ".join(text.split())
        ours = TWO_NAMES.sub("", names.sub("", KEPT_WORDS.sub("", sentence)))
        if SMALL_WORDS.search(ours) or SPANISH_FIGURE.match(sentence):
            found.append(f"English: {sentence}")
        return text

    page_said(english, look)
    return found


def check(client: Client, least: int, of_a_kind: int = 2, but: Collection[str] = ()) -> int:
    """Of all pages but some, which are at least so many; tells how many of them are plots."""
    names = written()
    missing: dict[str, set[str]] = {}
    read, plots = 0, []
    for kind, html, english in pages(client, of_a_kind, but):
        read += 1
        plots += [english] if kind == "referee:statistics_plot" else []
        for sentence in (*untold(html, names), *still_spanish(english, names)):
            missing.setdefault(kind, set()).add(sentence)

    assert "\n".join(f"{kind}: {each}" for kind, several in missing.items() for each in sorted(several)) == ""
    assert read >= least
    assert all('xml:lang="en"' in plot for plot in plots)
    return len(plots)


@remembered
def rehearsed(shape: str, parejas: int, *further: str) -> None:
    """As `ensayo` plays it with these options; only how it comes out is checked."""
    asked = [f"--formato={shape}", f"--parejas={parejas}", *further]
    given = vars(Command().create_parser("manage.py", "ensayo").parse_args(asked))
    options = options_read(given, start=timezone.make_aware(datetime.fromisoformat(FIRST_DAY)))
    with Progress("", 1, StringIO()) as progress:
        rehearse(options, by_services, progress, unchecked=True)


def one_in_play_and_one_that_has_ended() -> Championship:
    """The second waits for its signatures, and two partidas for their turn."""
    playing, ended = keepers(
        list(published_stage(8).fixtures.filter(status=Fixture.Status.READY).order_by("number")[:2])
    )
    playing.open()
    playing.record(SORTEO, "caida A")
    ended.open()
    ended.record(*ZAPATERIA)
    return playing.championship


@pytest.mark.long
def test_the_screens_of_a_hall() -> None:
    """Of every kind, before anything is drawn, in play, and when all is over."""
    rehearsed("series-final", 6)
    over = Championship.objects.get()
    fresh, playing = ChampionshipFactory(status="open", appeal_minutes=10), one_in_play_and_one_that_has_ended()
    missing: dict[str, set[str]] = {}
    for hall in [fresh, playing, over]:
        played = Fixture.objects.filter(stage__championship=hall, status__in=SHOWN).exclude(table=None)
        tables = [each.table for each in played.select_related("table")] or [TableFactory(championship=hall, number=77)]
        clients = [
            (kind, registered(hall, kind, table=table, text="Pausa" if kind == "mensaje" else "")[0])
            for kind in Screen.Kind.values
            if kind != "rotacion"
            for table in (tables if kind in OF_A_TABLE else tables[:1])
        ]
        names = written()
        for kind, client in clients:
            found = missing.setdefault(kind, set())
            found |= set(untold(client.get("/pantalla/").content.decode(), names))
            place, seen = "", set[str]()
            while place not in seen:
                seen.add(place)
                told = client.get("/pantalla/estado", {"lugar": place}).json()
                found |= set(untold(told["html"], names))
                place = told["next"]

    assert {kind: sorted(sentences) for kind, sentences in missing.items() if sentences} == {}


def test_a_screen_that_was_opened_in_english_stays_so_and_others_are_spanish(client: Client) -> None:
    kept = in_play(1)[0]
    place = f"/c/{kept.championship.slug}/mesa/{kept.fixture.table.number}"

    waiting = client.get("/pantalla/?idioma=en").content.decode()
    display = client.get(f"{place}/pantalla/").content.decode()
    state = client.get(f"{place}/pantalla/estado").json()["html"]
    overlay = Client().get(f"{place}/overlay.json?idioma=en").json()["mesa"]

    assert "Screen not registered" in waiting
    assert "LIVE" in display
    assert "LIVE" in state
    assert (overlay["state_label"], overlay["last"]["text"][:5]) == ("LIVE", "Caída")
    assert "EN VIVO" in Client().get(f"{place}/pantalla/").content.decode()
    assert Client().get(f"{place}/overlay.json").json()["mesa"]["state_label"] == "EN VIVO"


@pytest.mark.parametrize("key", REGLAMENTOS)
def test_every_reading_of_a_rulebook_has_its_english(key: str) -> None:
    rules = reglamento_get(key)
    texts = [rules.source, *lacks(rules)]
    for setting in rules.settings:
        texts += [setting.question, setting.reason, *(choice.label for choice in setting.choices)]

    assert [text for text in texts if text and english_or_none(text) is None] == []


def test_a_hall_with_everything_in_it(settings: Settings, tmp_path: Path) -> None:
    settings.PRINTS_ROOT = settings.ARCHIVES_ROOT = tmp_path
    make_world(tmp_path)

    check(Client(), least=10, of_a_kind=3)


@pytest.mark.long
@pytest.mark.parametrize(
    ("shape", "parejas", "further"),
    [("riobamba", 6, ["--solo-una-vuelta"]), ("suizo", 5, []), ("series-final", 6, [])],
)
def test_championships_of_every_shape(shape: str, parejas: int, further: list[str]) -> None:
    rehearsed(shape, parejas, *further)

    check(Client(), least=12, but=OF_EVERY_FORM)


@pytest.mark.long
def test_two_editions_of_one_name_with_paper_and_a_mundial() -> None:
    """Every way a partida can end, seconds that go on, and what is shown of an edition beside another."""
    rehearsed("mundial", 9, "--papel=50%", "--ausencias=10%", "--abandonos=20%")
    first = Championship.objects.get()
    rehearsed("mundial", 6, "--solo-una-vuelta", "--papel=100%")
    Championship.objects.filter(pk=first.pk).update(edition=1)
    Championship.objects.exclude(pk=first.pk).update(name=first.name, edition=2)

    assert check(Client(), least=40, of_a_kind=3)  # plots among them


@pytest.mark.long
def test_mano_a_mano_by_the_rules_of_pagat() -> None:
    rehearsed("series-final", 3, "--reglamento=pagat", "--individual")

    check(Client(), least=12)


def test_a_swiss_stage_whose_first_round_is_to_come() -> None:
    slug = stage_of(Swiss(rounds=3), 8).championship.slug
    client = Client()
    client.cookies["idioma"] = "en"

    for query in ("", "?pantalla=1"):
        page = client.get(reverse("brackets:sheet", args=[slug, 1]) + query).content.decode()
        assert "There are no matches yet: the first round has still to be paired." in page
    check(Client(), least=12)


@pytest.mark.long
def test_a_day_with_hours_announced_late_and_estimated() -> None:
    """Its acta tells a name that was corrected since."""
    stage = published_stage(8)
    with time_machine.travel(NOW, tick=False):
        call(stage.fixtures.get(number=1))
        win(stage.fixtures.get(number=4))
        announce({stage.fixtures.get(number=2): 1, stage.fixtures.get(number=3): 300})
        corrected(stage, name="Los Fieras")

        check(Client(), least=12)


@pytest.mark.long
def test_mesas_that_count_for_nobody() -> None:
    voided_night()

    check(Client(), least=12, of_a_kind=9)


@pytest.mark.parametrize(
    ("rules", "players", "lines"),
    [
        ("riobamba", 2, ZAPATERIA),
        ("rigor", 1, ("sorteo A1=7 B1=3 reparte=A1", 'ajusta A +38 "marcador"', "caida A1", "proclama")),
    ],
)
def test_a_planilla_that_no_longer_decides_who_wins(
    client: Client, rules: str, players: int, lines: tuple[str, ...]
) -> None:
    """Its check with the file, too: it is made of what `doubts_of` says."""
    kept = sealed_mesa(*lines, championship=ChampionshipFactory(reglamento=rules, players_per_pareja=players))
    pages = [
        reverse("referee:partida", args=(kept.championship.slug, kept.fixture.pk)),
        reverse("referee:planilla", args=(kept.mesa_id,)),
    ]
    for how, winner in (("disqualification", "B"), ("double-no-show", None)):
        fixture_record(
            fixture=kept.fixture, how=how, winner=winner, chicas=[], zapateria=False, reason="señas",
            user=director_of(kept.championship), now=kept.tick(),
        )  # fmt: skip
        names = written()

        for page in pages:
            assert untold(client.get(page).content.decode(), names) == []
        assert [each for each in doubts_of(kept.mesa.planillas.get()) if english_or_none(each) is None] == []


@pytest.mark.parametrize("calls", [1, 2, 3])
def test_a_wait_of_a_single_minute(client: Client, calls: int) -> None:
    championship = ChampionshipFactory(
        status="open", grace_minutes=1, appeal_minutes=1, correction_minutes=1, walkover_call=calls
    )

    page = client.get(reverse("referee:championship_rules", args=[championship.slug])).content.decode()

    assert "1 minuto desde la" in page
    assert untold(page, written()) == []


def test_a_log_of_a_single_play() -> None:
    told = {"authentic": True, "mesa": {"head_seq": 1}}

    page = render_to_string("referee/verdict_told.html", {"verdict": told, "address": "/"})

    assert "su única jugada" in page
    assert untold(page, re.compile("(?!)")) == []


def test_what_is_said_beside_a_mesa_that_the_director_marked_has_its_english(client: Client) -> None:
    stage = kept_final()
    come_back(stage, 2, on_purpose=True)
    marked = at(stage, 2, 0)
    client.cookies["idioma"] = "en"

    page = client.get(reverse("referee:partida", args=[stage.championship.slug, marked.pk])).content.decode()

    assert "Marked." in page
    assert marked.mark not in page
    assert "The Director let others meet here: who left plays it no more." in page


@pytest.mark.parametrize(
    "text",
    [
        LET_STAND,
        OF_OTHERS,
        TURNED,
        "Lo que se registró aquí es de antes de que saliera uno de los dos.",
        "Por decisión del Director su rival es otro: quien salió ya no la juega.",
        "Su etapa se reabrió por decisión del Director: lo que se registró aquí antes no cuenta.",
        "Aquí jugó Alba Paz con el número 1: después hubo una sustitución, por decisión del Director.",
        without_effect((1, 2), "gana la pareja 1 (jugada, 40–20)"),
        without_effect((1, 2), "gana la pareja 1 (ganada por ausencia (W.O.))"),
    ],
)
def test_a_marked_mesa_is_read_aloud_in_english_in_the_drawing(client: Client, text: str) -> None:
    night = Night.published(4, KNOCK_OUT)
    night.play()
    marks = [{"kind": "released", "text": text, "sides": [1, 2]}]
    Fixture.objects.filter(stage=night.stage(1)).update(marks=marks)
    address = reverse("brackets:sheet", args=[night.championship.slug, 1])
    names = re.compile(f"Alba Paz|{written().pattern}")

    page = client.get(address).content.decode()
    english = client.get(address, {"idioma": "en"}).content.decode()

    assert untold(page, names) == []
    assert still_spanish(english, names) == []
    labels = re.findall(r'aria-label="(Match [^"]+)"', english)
    assert len(labels) == 3
    assert all(" · Marked. " in label and " Marked: " in label for label in labels)


@pytest.mark.parametrize(
    ("ending", "english"),
    [
        ({}, "(played, 40–20)."),
        ({"how": "walkover", "chicas": []}, "(won by absence (W.O.))."),
        ({"how": "retirement", "chicas": []}, "(retirement)."),
        ({"how": "disqualification", "chicas": [[40, 8]]}, "(disqualification, 40–8)."),
        ({"how": "double-no-show", "winner": None, "chicas": []}, "no pair won (absence of both)."),
    ],
)
def test_a_result_that_the_director_left_without_effect_is_told_in_english(
    client: Client, ending: dict[str, Any], english: str
) -> None:
    night = Night.published(4, KNOCK_OUT)
    for number in (1, 2):
        night.record(night.stage(1).fixtures.get(number=number))
    final = night.stage(1).fixtures.get(number=3)
    night.record(final, **ending)
    correct(night, night.stage(1).fixtures.get(number=1), "B")
    client.cookies["idioma"] = "en"

    page = client.get(reverse("referee:partida", args=[night.championship.slug, final.pk])).content.decode()

    assert re.search(r"By decision of the Director what was played here before \(\d v\. \d\) is without effect: ", page)
    assert english in page
