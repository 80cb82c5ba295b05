"""The door by itself: what it reads, whom it gives a thread, and what it says to others."""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Lock
from typing import Any

import pytest

from cuarenta_torneo.serving import bodies
from cuarenta_torneo.serving.answers import Answer, Application, answer_of
from cuarenta_torneo.serving.environ import Environ, environ_of
from cuarenta_torneo.serving.files import IN_MEMORY, PREFIX, spooled
from cuarenta_torneo.serving.front import Front, Pages, Tokens
from cuarenta_torneo.serving.lanes import Busy, Lane
from cuarenta_torneo.serving.limits import API_BODY, CHAMPIONSHIP, CHAMPIONSHIPS, FILE, FORM, MIB
from cuarenta_torneo.serving.pages import Ended

TOKEN = "abc"
TABLET = f"Device {TOKEN}"
NOWHERE = Path("/nowhere")
"""For answers that need no file."""
LONG = [b"x" * (IN_MEMORY + 1)]


class Asked:
    """A request and its exchange; `parts`: its body as it comes, where None never comes."""

    proto, http_version, scheme, authority = "http", "1.1", "http", None
    client, server, query_string = "[::ffff:10.0.0.7]:4000", "10.0.0.1:8000", ""

    def __init__(self, method: str, path: str, *parts: bytes | None, chunked: bool = False, **headers: str) -> None:
        self.method, self.path, self._parts = method, path, parts
        told = {name.replace("_", "-"): value for name, value in headers.items()}
        if parts and not chunked:
            told.setdefault("content-length", str(sum(len(part or b"") for part in parts)))
        elif parts:
            told["transfer-encoding"] = "chunked"
        self.headers = told
        self.taken = 0
        self.status, self.said, self.file = 0, b"", ""

    def __call__(self) -> Awaitable[bytes]:
        return self._whole()

    async def _whole(self) -> bytes:
        return b"".join([part async for part in self])

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for part in self._parts:
            if part is None:
                await asyncio.Event().wait()
            else:
                self.taken += len(part)
                yield part

    def response_bytes(self, status: int, _headers: object, body: bytes) -> None:
        self.status, self.said = status, body

    def response_file(self, status: int, _headers: object, file: str) -> None:
        self.status, self.file, self.said = status, file, Path(file).read_bytes()


def apart(running: Coroutine[Any, Any, None]) -> None:
    """In a thread of its own: this one may have the loop of a browser."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, running).result()


def answering(status: str, *, body: bytes = b"") -> Application:
    def site(environ: Environ, start: Callable[..., Any]) -> list[bytes]:
        start(status, [])
        return [body or environ["wsgi.input"].read()]

    return site


class Here:
    """The pages without a process of their own."""

    def __init__(self, site: Application, folder: Path = NOWHERE) -> None:
        self._site, self._folder = site, folder

    def ask(self, environ: Environ) -> Answer:
        return answer_of(self._site, environ, self._folder)

    def stop(self) -> None:
        pass


def served(
    *asked: Asked,
    site: Application | None = None,
    pages: Pages | None = None,
    account: bool = False,
    known: Callable[[Environ], bodies.Known] | None = None,
    tokens: tuple[str, ...] = (),
    folder: Path = NOWHERE,
) -> Front:
    """All of them at once."""
    site = site or answering("200 OK")
    front = Front(
        site,
        begin=lambda: pages or Here(site, folder),
        folder=folder,
        client=lambda environ: str(environ["REMOTE_ADDR"]),
        known=known or (lambda _environ: bodies.Known("account 1" if account else "", signed_in=account)),
        hashes=lambda environ: environ["PATH_INFO"].endswith("/enter/"),
        let_in=tokens.__contains__,
        taps=2,
        together=1,
    )

    async def run() -> None:
        loop = asyncio.get_running_loop()
        front.__rsgi_init__(loop)
        await asyncio.gather(*(front.__rsgi__(each, each) for each in asked))
        front.__rsgi_del__(loop)

    apart(run())
    return front


def test_a_request_is_what_wsgi_has_of_it() -> None:
    environ = environ_of(Asked("GET", "/ñ", x_own="1"))

    assert environ["PATH_INFO"].encode("latin-1").decode() == "/ñ"
    assert (environ["REMOTE_ADDR"], environ["SERVER_PORT"]) == ("::ffff:10.0.0.7", "8000")
    assert environ["HTTP_X_OWN"] == "1"


def test_a_header_with_an_underscore_passes_for_no_other() -> None:
    asked = Asked("GET", "/")
    asked.headers = {"x_forwarded_for": "10.9.9.9"}

    assert "HTTP_X_FORWARDED_FOR" not in environ_of(asked)


@pytest.mark.parametrize(
    ("path", "kind", "most"),
    [
        ("/api/v1/devices", "application/json", API_BODY + 1),
        ("/cuenta/entrar/", "application/x-www-form-urlencoded", FORM),
        ("/planilla/verificar/", "multipart/form-data", FILE),
        (CHAMPIONSHIPS, "multipart/form-data", CHAMPIONSHIP),
    ],
)
def test_of_what_says_that_it_is_too_long_nothing_is_read(path: str, kind: str, most: int) -> None:
    long = Asked("POST", path, b"x", content_length=str(most + 1), content_type=kind)
    served(long, account=True)

    assert (long.status, long.taken) == (413, 0)


def test_what_does_not_say_how_long_it_is_is_refused_at_its_first_byte() -> None:
    """It could be cut off, and nothing would tell it from one that is whole."""
    chunked = Asked("POST", "/api/v1/devices", b"x", b"y", chunked=True)
    unread = Asked("POST", "/", b"x", content_length="-1")
    newer = Asked("POST", "/", b"x", content_length="")
    newer.http_version = "2"
    nothing, newer_nothing = Asked("POST", "/"), Asked("POST", "/")
    newer_nothing.http_version = "2"
    served(chunked, unread, newer, nothing, newer_nothing)

    assert [(each.status, each.taken) for each in (chunked, unread, newer)] == [(411, 1)] * 3
    assert [each.status for each in (nothing, newer_nothing)] == [200, 200]


@pytest.mark.parametrize("account", [True, False])
def test_a_championship_is_read_only_from_an_account(*, account: bool) -> None:
    file = Asked("POST", CHAMPIONSHIPS, *[b"x" * FORM] * 2, content_type="multipart/form-data")
    served(file, account=account)

    assert (file.status, file.taken > 0) == ((200, True) if account else (413, False))


def test_a_body_that_never_ends_is_given_up_and_takes_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "SWEEP_SECONDS", 0.01)
    monkeypatch.setattr(bodies, "patience", lambda _size: 0.02)
    slow = [Asked("POST", "/", b"slow", None) for _ in range(100)]
    served(*slow)

    assert {each.status for each in slow} == {408}


def test_of_a_body_that_ends_too_soon_nothing_is_done() -> None:
    gone = [Asked("POST", path, b"half", content_length="5") for path in ("/", "/api/v1/devices")]
    gone.append(Asked("POST", "/", b"x" * FORM, content_length=str(FORM + 1)))
    served(*gone)

    assert {each.status for each in gone} == {0}


def test_of_one_client_so_many_bodies_are_on_their_way_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "SWEEP_SECONDS", 0.01)
    monkeypatch.setattr(bodies, "patience", lambda _size: 0.02)
    files = [Asked("POST", "/", b"x" * (FORM + 1), None) for _ in range(10)]
    served(*files)

    assert sorted(each.status for each in files) == [408] * bodies.LONG_OF_ONE + [503] * (10 - bodies.LONG_OF_ONE)


def test_of_all_who_are_known_together_no_more_long_bodies_are_on_their_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each with an account of his own."""
    monkeypatch.setattr(bodies, "SWEEP_SECONDS", 0.01)
    monkeypatch.setattr(bodies, "patience", lambda _size: 1.0)
    most = bodies.LONG_AT_ONCE
    files = [Asked("POST", CHAMPIONSHIPS, b"x" * (FORM + 1), None, x_own=str(who)) for who in range(most + 4)]
    served(*files, known=lambda environ: bodies.Known(f"account {environ['HTTP_X_OWN']}", signed_in=True))

    assert sorted(each.status for each in files) == [408] * most + [503] * 4


def test_of_all_long_bodies_so_much_a_second_is_taken_in_and_a_tap_waits_for_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bodies, "LONG_RATE", 4 * MIB)
    files = [Asked("POST", "/planilla/verificar/", *[bytes(MIB // 16)] * 8) for _ in range(2)]
    left: list[int] = []

    def site(environ: Environ, start: Callable[..., Any]) -> list[bytes]:
        if "HTTP_AUTHORIZATION" in environ:
            left.append(MIB - sum(each.taken for each in files))
        return answering("200 OK")(environ, start)

    begun = time.monotonic()
    served(*files, Asked("POST", "/api/v1/mesas/1/jugadas", b"{}", authorization=TABLET), site=site, tokens=(TOKEN,))

    assert time.monotonic() - begun >= 1 / 4
    assert left[0] > 0
    assert [each.said for each in files] == [bytes(MIB // 2)] * 2


def test_strangers_take_no_thread_of_the_tablets() -> None:
    """All others wait for the tablet that they cannot hold back."""
    tapped = Event()

    def site(environ: Environ, start: Callable[..., Any]) -> list[bytes]:
        if environ.get("HTTP_AUTHORIZATION") == TABLET:
            tapped.set()
        start("200 OK" if tapped.wait(20) else "500 Late", [])
        return []

    strangers = [Asked("POST", "/api/v1/mesas", b"x", authorization=f"Device {number}") for number in range(100)]
    tap = Asked("POST", "/api/v1/mesas", b"x", authorization=TABLET)
    served(*strangers, tap, site=site, tokens=(TOKEN,))

    assert {each.status for each in [*strangers, tap]} == {200}


def test_so_many_passwords_are_looked_at_at_once_and_who_is_too_many_is_asked_to_come_back() -> None:
    counting, now, most = Lock(), 0, 0

    def site(_environ: Environ, start: Callable[..., Any]) -> list[bytes]:
        nonlocal now, most
        with counting:
            now += 1
            most = max(most, now)
        Event().wait(0.002)
        with counting:
            now -= 1
        start("200 OK", [])
        return []

    flood = [Asked("POST", "/enter/", b"x") for _ in range(40)]
    served(*flood, site=site)

    assert most == 2
    assert {each.status for each in flood} == {200, 503}


def test_a_token_is_known_once_it_was_let_in_and_looked_up_again_once_it_is_refused() -> None:
    tokens = Tokens(most=2)
    for token in ("a", "b", "c"):
        tokens.learn(token)
    tokens.forget("c")

    assert [each in tokens for each in "abcd"] == [False, True, False, False]
    assert TABLET in served(Asked("GET", "/api/v1/mesas", authorization=TABLET), tokens=(TOKEN,))._tokens
    for path, site in (("/api/v1/mesas", answering("403 Forbidden")), ("/", None), ("/api/enter/", None)):
        assert TABLET not in served(Asked("GET", path, authorization=TABLET), site=site, tokens=(TOKEN,))._tokens


def test_tablets_are_answered_here_and_all_others_by_the_pages() -> None:
    tap, password = (Asked("POST", path, b"x", authorization=TABLET) for path in ("/api/v1/mesas", "/api/enter/"))
    stranger, page = Asked("POST", "/api/v1/mesas", b"x", authorization="Device other"), Asked("GET", "/")
    served(tap, password, stranger, page, pages=Here(answering("404 Not Found")), tokens=(TOKEN,))

    assert [each.status for each in (tap, password, stranger, page)] == [200, 404, 404, 404]


def test_who_asked_a_process_that_died_is_told_to_look_whether_it_was_saved() -> None:
    class Dead(Here):
        def ask(self, environ: Environ) -> Answer:
            raise Ended

    page = Asked("POST", "/", b"x")
    served(page, pages=Dead(answering("200 OK")))

    assert page.status == 503
    assert "Mire si quedó guardado" in page.said.decode()


def test_who_asks_much_waits_for_himself() -> None:
    order: list[str] = []

    async def run() -> None:
        lane = Lane("one", asyncio.get_running_loop(), threads=1, waiting=5)
        hall = [lane.run("hall", lambda: order.append("hall")) for _ in range(6)]
        with pytest.raises(Busy):
            lane.run("hall", lambda: None)
        other = lane.run("other", lambda: order.append("other"))
        await asyncio.gather(*hall, other)
        lane.stop()

    apart(run())
    assert order.index("other") == 2
    assert len(order) == 7


def test_one_computes_at_a_time_and_who_waits_for_something_holds_nobody_back() -> None:
    go = Event()

    async def run() -> None:
        lane = Lane("pages", asyncio.get_running_loop(), threads=3, together=1)
        waits = lane.run("a", lambda: go.wait(20))
        after = lane.run("b", go.set)
        last = lane.run("c", lambda: None)
        await asyncio.gather(waits, after, last)
        lane.stop()

    apart(run())
    assert go.is_set()


def test_a_long_answer_waits_in_a_file_for_who_takes_it_slowly_until_the_server_ends(tmp_path: Path) -> None:
    long, short = Asked("GET", "/"), Asked("GET", "/")
    served(long, site=answering("200 OK", body=LONG[0]), folder=tmp_path)
    served(short, site=answering("200 OK", body=b"x"))

    assert (Path(long.file).parent, long.said) == (tmp_path, LONG[0])
    assert (short.file, short.said) == ("", b"x")
    assert [*tmp_path.iterdir()] == []


def test_what_a_server_that_ended_left_of_answers_is_removed_by_the_next_and_nothing_else(tmp_path: Path) -> None:
    """Several servers share the folder, and their clocks may differ by hours."""
    left, of_another_server = (Path(spooled(LONG, tmp_path)[1]) for _ in range(2))
    database, folder = tmp_path / "cuarenta.sqlite3", tmp_path / f"{PREFIX}folder"
    database.touch()
    folder.mkdir()
    assert left.stat().st_mode & 0o077 == 0
    for each in (left, database, folder):
        os.utime(each, (0, 0))
    os.utime(of_another_server, (time.time() - 5 * 3600,) * 2)

    asked = Asked("GET", "/")
    served(asked, site=answering("200 OK", body=b"x"), folder=tmp_path)

    assert asked.status == 200
    assert {*tmp_path.iterdir()} == {of_another_server, database, folder}


def test_of_a_long_answer_that_fails_nothing_is_left(tmp_path: Path) -> None:
    def failing() -> Iterator[bytes]:
        yield from LONG
        raise ValueError

    with pytest.raises(ValueError):  # noqa: PT011 (it says nothing)
        spooled(failing(), tmp_path)
    assert [*tmp_path.iterdir()] == []
