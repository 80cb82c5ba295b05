"""The stream as a process of its own on this test's database, by what comes through the wire."""

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from brackets.models import Championship
from brackets.services.fixtures import fixture_call
from brackets.services.stages import stage_reopen
from cuarenta_torneo.live.topics import STEP
from referee.models import Checkpoint
from referee.rules import parse_jugada, replay, result
from referee.selectors.folding import rules_of
from referee.selectors.live import latest_version
from referee.services.tree import tree_sweep
from tests.factories.brackets import ChampionshipFactory, UserFactory, director_of
from tests.factories.insider import triggers_lifted
from tests.factories.referee import SORTEO, ZAPATERIA, Keeper, keeper, keepers, kept_mesa
from tests.journeys.live_servers import Servers, servers

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 30


class Follower:
    """A connection, event by event."""

    def __init__(self, port: int, path: str, **headers: str) -> None:
        self.connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self.connection.request("GET", path, headers={name.replace("_", "-"): said for name, said in headers.items()})
        self.answer: HTTPResponse = self.connection.getresponse()

    def next(self) -> dict:
        until = time.monotonic() + PATIENCE
        while not (line := self.answer.readline()).startswith(b"data: {"):
            assert line, "the stream ended"
            assert time.monotonic() < until, "nothing but signs of life"
        return json.loads(line[6:])

    def until(self, fixture: int, jugada: int) -> dict:
        """What is told of this mesa once it holds so many jugadas."""
        while True:
            for mesa in self.next()["mesas"]:
                if mesa["fixture"] == fixture and mesa["jugada"] == jugada:
                    return mesa

    def close(self) -> None:
        self.connection.close()


@pytest.fixture
def kept() -> Keeper:
    # Beside somebody a world is built anew, with numbers of its own: between two looks at PostgreSQL the log of one test may go and that of
    # the next one come, which under the same number and of the same size the stream would take for the one that it knows.
    UserFactory()
    return kept_mesa(SORTEO)


@pytest.fixture(scope="module")
def stream(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    """One for all that ask it; who stops it starts it again."""
    with servers(tmp_path_factory.mktemp("stream"), still=True, alone=True) as there:
        yield there


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


def of(kept: Keeper) -> str:
    return f"/vivo/c/{kept.championship.slug}"


def test_at_every_version_a_board_shows_the_fold_of_the_log(kept: Keeper, stream: Servers) -> None:
    with closing(Follower(stream.streams[0], of(kept))) as board:
        for line in ("caida A", "limpia A", 'anula 2 "fue error"', 'ajusta B +38 "x"', "caida B", "proclama"):
            kept.record(line)
            mesa = kept.mesa
            lines = list(mesa.jugadas.order_by("seq").values_list("notation", flat=True))
            fold = result(replay(rules_of(mesa), tuple(mesa.seats), map(parse_jugada, lines)))

            shown = board.until(kept.fixture.pk, len(lines))

            assert {side["letter"]: side["points"] for side in shown["sides"]} == fold["marcador"]
            assert {side["letter"]: side["won"] for side in shown["sides"]} == fold["ganadas"]


def test_who_comes_back_is_told_what_he_missed_also_by_another_process(kept: Keeper, stream: Servers) -> None:
    with closing(Follower(stream.streams[0], of(kept))) as board:
        version = board.next()["version"]
    stream.stop()
    kept.record(*ZAPATERIA[1:])
    kept.seal()
    stream.start()

    with closing(Follower(stream.streams[0], of(kept), Last_Event_ID=str(version))) as board:
        mesas = {mesa["fixture"]: mesa["state"]["label"] for mesa in board.next()["mesas"]}
    with closing(Follower(stream.streams[0], of(kept))) as fresh:
        floor = fresh.next()["mesas"]

    assert mesas[kept.fixture.pk] == "FINAL"
    assert kept.fixture.pk not in {mesa["fixture"] for mesa in floor} or floor[0]["state"]["label"] == "FINAL"


def test_who_knows_everything_is_sent_nothing_again_and_then_what_changes(kept: Keeper, stream: Servers) -> None:
    for path in (of(kept), f"{of(kept)}/partidas/{kept.fixture.pk}"):
        with closing(Follower(stream.streams[0], path)) as board:
            version = board.next()["version"]
        with closing(Follower(stream.streams[0], f"{path}?desde={version}")) as board:
            assert board.next() == {"version": version, "whole": False, "mesas": [], "gone": []}
            kept.record("limpia A")
            assert [mesa["fixture"] for mesa in board.next()["mesas"]] == [kept.fixture.pk]


def test_a_checkpoint_reaches_every_board_though_nothing_else_changes(
    kept: Keeper, stream: Servers, stack: ExitStack
) -> None:
    paths = (of(kept), f"{of(kept)}/partidas/{kept.fixture.pk}")
    boards = [stack.enter_context(closing(Follower(stream.streams[0], path))) for path in paths]
    assert ["head" in board.next() for board in boards] == [False, False]

    head = tree_sweep(championship=kept.championship, now=timezone.now()).checkpoint

    assert head is not None
    late = stack.enter_context(closing(Follower(stream.streams[0], of(kept))))
    for board in (*boards, late):
        told = next(told["head"] for told in iter(board.next, None) if "head" in told)
        assert (told["size"], told["root"]) == (head.size, head.root[:16])


def test_a_checkpoint_that_is_committed_after_one_of_a_higher_number_reaches_its_boards(
    kept: Keeper, stream: Servers, stack: ExitStack
) -> None:
    """PostgreSQL gives numbers before it commits, so that two sweepers may commit in the other order."""
    other = keeper()
    here, there = (stack.enter_context(closing(Follower(stream.streams[0], of(each)))) for each in (kept, other))
    assert ["head" in board.next() for board in (here, there)] == [False, False]

    with triggers_lifted():
        with transaction.atomic():
            tree_sweep(championship=other.championship, now=timezone.now())
            Checkpoint.objects.filter(championship=other.championship).update(id=F("id") + 100)
        higher = Checkpoint.objects.get(championship=other.championship)
        assert next(told["head"] for told in iter(there.next, None) if "head" in told)["root"] == higher.root[:16]
        with transaction.atomic():
            tree_sweep(championship=kept.championship, now=timezone.now())
            Checkpoint.objects.filter(championship=kept.championship).update(id=higher.pk - 1)
        lower = Checkpoint.objects.get(championship=kept.championship)
        assert next(told["head"] for told in iter(here.next, None) if "head" in told)["root"] == lower.root[:16]


@pytest.mark.long
def test_who_slept_long_does_not_make_the_answer_of_those_after_him_longer(kept: Keeper, stream: Servers) -> None:
    other = keepers(list(kept.fixture.stage.fixtures.filter(status="ready")))[0]
    asleep = latest_version()
    other.open()
    for _ in range(STEP):
        kept.record("limpia A", 'ajusta A -2 "x"')
    known = latest_version() - 1

    with closing(Follower(stream.streams[0], f"{of(kept)}?desde={asleep}")) as sleeper:
        assert {mesa["fixture"] for mesa in sleeper.next()["mesas"]} == {kept.fixture.pk, other.fixture.pk}
        with closing(Follower(stream.streams[0], f"{of(kept)}?desde={known}")) as board:
            assert [mesa["fixture"] for mesa in board.next()["mesas"]] == [kept.fixture.pk]


def test_a_board_may_ask_for_english_beside_one_that_does_not(kept: Keeper, stream: Servers) -> None:
    address = f"{of(kept)}/partidas/{kept.fixture.pk}"
    with (
        closing(Follower(stream.streams[0], address)) as spanish,
        closing(Follower(stream.streams[0], f"{address}?desde=0&idioma=en")) as english,
    ):
        assert spanish.next()["mesas"][0]["state"]["label"] == "EN VIVO"
        assert english.next()["mesas"][0]["state"]["label"] == "LIVE"
        kept.record('anula 1 "fue error"')
        assert spanish.until(kept.fixture.pk, 2)["last"]["label"] == "Anulación"
        assert english.until(kept.fixture.pk, 2)["last"]["label"] == "Annulment"


def test_one_mesa_can_be_followed_alone(kept: Keeper, stream: Servers) -> None:
    with closing(Follower(stream.streams[0], f"{of(kept)}/partidas/{kept.fixture.pk}")) as board:
        assert [mesa["fixture"] for mesa in board.next()["mesas"]] == [kept.fixture.pk]
        kept.record("caida A")
        assert board.until(kept.fixture.pk, 2)["last"]["label"] == "Caída"


def next_gone(board: Follower) -> list[int]:
    """What goes next; that it was called may be told once more before."""
    for _ in range(5):
        if gone := board.next()["gone"]:
            return gone
    return []


def test_who_follows_what_is_published_no_more_is_told_so(stream: Servers) -> None:
    reopened, deleted = keeper(), keeper()
    for kept in (reopened, deleted):
        fixture_call(fixture=kept.fixture, user=director_of(kept.championship), now=kept.tick())
    paths = [path for kept in (reopened, deleted) for path in (of(kept), f"{of(kept)}/partidas/{kept.fixture.pk}")]
    boards = [Follower(stream.streams[0], path) for path in paths]
    key = deleted.fixture.pk
    for each in boards:
        assert len(each.next()["mesas"]) == 1

    director, stage = director_of(reopened.championship), reopened.fixture.stage
    stage_reopen(stage=stage, user=director, now=reopened.tick(), reason="Faltaba un club")
    told = [next_gone(each) for each in boards[:2]]
    deleted.fixture.delete()

    assert told[0] == sorted(stage.fixtures.values_list("pk", flat=True))
    assert told[1] == [reopened.fixture.pk]
    assert [next_gone(each) for each in boards[2:]] == [[key], [key]]
    for each in boards:
        each.close()


def test_a_partida_is_not_found_under_another_championship_while_somebody_follows_it(
    kept: Keeper, stream: Servers
) -> None:
    other = ChampionshipFactory()
    with closing(Follower(stream.streams[0], f"{of(kept)}/partidas/{kept.fixture.pk}")) as board:
        assert board.next()["mesas"]
        with closing(Follower(stream.streams[0], f"/vivo/c/{other.slug}/partidas/{kept.fixture.pk}")) as stranger:
            assert stranger.answer.status == 404


def test_only_what_strangers_may_see_can_be_followed_and_only_read(kept: Keeper, stream: Servers) -> None:
    port = stream.streams[0]

    def status(path: str, method: str = "GET") -> int:
        with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
            connection.request(method, path)
            return connection.getresponse().status

    assert status(of(kept), "POST") == 405
    assert status("/vivo/c/nada") == status("/panel/") == status(f"{of(kept)}/partidas/999999") == 404
    Championship.objects.update(status="draft")
    assert status(of(kept)) == 404


def test_any_page_may_read_it_and_none_brings_who_one_is(kept: Keeper, stream: Servers) -> None:
    with closing(Follower(stream.streams[0], of(kept), Origin="https://otra.example", Cookie="sesion=x")) as board:
        assert board.answer.headers["Access-Control-Allow-Origin"] == "*"
        assert board.answer.headers["Access-Control-Allow-Credentials"] is None
        assert board.answer.headers["Set-Cookie"] is None


def test_beyond_the_most_a_board_is_told_to_ask_and_enters_after_another_went(
    kept: Keeper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIVE_BOARDS", "3")
    monkeypatch.setenv("LIVE_BOARDS_PER_ADDRESS", "1")
    monkeypatch.setenv("TRUSTED_PROXY", "1")
    with servers(tmp_path, still=True, alone=True) as there:
        (port,) = there.streams

        def board(address: str) -> Follower:
            return Follower(port, of(kept), X_Forwarded_For=f"10.9.9.9, {address}")

        with closing(board("10.0.0.1")) as first, closing(board("10.0.0.2")) as elsewhere:
            first.next()
            elsewhere.next()
            with closing(board("10.0.0.1")) as second:
                assert second.answer.status == 200
                assert second.answer.read().startswith(b"retry: 60000\nevent: sondeo\ndata: Hay demasiadas pantallas")
            with closing(board("10.0.0.3")) as third, closing(board("10.0.0.4")) as one_too_many:
                third.next()
                assert b"event: sondeo" in one_too_many.answer.read()
        for _ in range(PATIENCE * 10):
            with closing(board("10.0.0.1")) as again:
                if b"sondeo" not in again.answer.readline() + again.answer.readline():
                    assert again.next()["mesas"]
                    return
            time.sleep(0.1)
        pytest.fail("nobody was let in")


@pytest.mark.postgres
def test_two_streams_tell_the_same(kept: Keeper, tmp_path: Path) -> None:
    with servers(tmp_path, streams=2, still=True, alone=True) as there:
        boards = [Follower(port, of(kept)) for port in there.streams]
        for each in boards:
            each.next()
        before = latest_version()
        kept.record("caida A")
        told = [each.until(kept.fixture.pk, 2) for each in boards]

        assert told[0]["sides"] == told[1]["sides"]
        assert told[0]["version"] > before
        for each in boards:
            each.close()
