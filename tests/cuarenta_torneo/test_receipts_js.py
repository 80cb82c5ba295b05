"""What a tablet keeps of the rows that the server confirmed, and says where the server shows others: the modules alone, in a browser."""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, Route

pytestmark = pytest.mark.browser

ROOT = Path(__file__).resolve().parents[2]
TABLET, IDB = ROOT / "cuarenta_torneo/static/tablet", ROOT / "node_modules/idb/build"
PAGE = '<script type="importmap">{"imports": {"idb": "/idb/index.js"}}</script><body><main></main></body>'


@pytest.fixture
def page(open_context: Callable[..., BrowserContext]) -> Page:
    page = open_context(locale="es-EC", accept_downloads=True).new_page()
    page.route("**/*", served)
    page.goto("https://torneo.example/")
    return page


def served(route: Route) -> None:
    path = urlsplit(route.request.url).path
    if path == "/":
        route.fulfill(body=PAGE, content_type="text/html")
    elif path.startswith("/idb/"):
        route.fulfill(path=IDB / path.removeprefix("/idb/"), content_type="text/javascript")
    else:
        route.fulfill(path=TABLET / path.removeprefix("/"), content_type="text/javascript")


def rows(*lines: str) -> list[dict[str, Any]]:
    """A log of these lines, each row bound to the one before."""
    made: list[dict[str, Any]] = []
    for seq, line in enumerate(lines, 1):
        before = made[-1]["hash"] if made else "genesis"
        row = {"seq": seq, "client_id": f"c{seq}{line}", "notation": line, "prev_hash": before}
        made.append(row | {"hash": sha256(f"{before}{line}".encode()).hexdigest()})
    return made


def receipt(log: list[dict[str, Any]]) -> dict[str, Any]:
    """What the server answers to the last of them."""
    return {"receipts": log[-1:]}


def opened(log: list[dict[str, Any]], *, mine: bool = True) -> dict[str, Any]:
    """What it says of a mesa that has this log; `log` is what it answers where it is asked for all rows."""
    head = {"seq": len(log), "hash": log[-1]["hash"] if log else "genesis"}
    return {"head": head, "lease": {"mine": mine}, "log": log}


def told(page: Page, mesa: str, *answers: dict[str, Any]) -> tuple[str, int]:
    """What stands above the app once these answers came, the mesa opened anew for each `opened` that does not say `stays`; and how often all rows were asked for."""
    text, asked = page.evaluate(
        """async ([mesa, answers]) => {
            const { Receipts } = await import('/receipts.js');
            let [receipts, asked, log] = [null, 0, []];
            document.getElementById(`receipts-${mesa}`)?.remove();
            for (const answer of answers) {
                if (answer.log && !answer.stays) receipts = new Receipts(mesa, async () => { asked += 1; return log; });
                log = answer.log ?? log;
                await receipts.adopt(answer);
            }
            return [document.getElementById(`receipts-${mesa}`)?.innerText ?? '', asked];
        }""",
        [mesa, answers],
    )
    return text, asked


def test_a_tablet_keeps_each_row_and_says_loudly_where_the_server_shows_another_log(page: Page) -> None:
    log, other = rows("inicia A1", "caida A", "limpia B"), rows("inicia A1", "caida B", "limpia B")
    grown = [*log, rows("inicia A1", "caida A", "limpia B", "caida B")[-1]]
    first, second = receipt(log[:2]), receipt(log)

    assert told(page, "whole", opened(log[:1]), first, second, opened(log), receipt(grown), opened(grown)) == ("", 1)
    assert told(page, "answer lost", opened(log[:1]), first, opened(log)) == ("", 2)
    for name, answers in {
        "rewritten": [opened(log), opened(other)],
        "grown on another": [
            opened(log[:1]),
            first,
            second,
            receipt(rows("inicia A1", "caida A", "limpia A", "caida B")),
        ],
        "same name": [opened(log), receipt([log[1] | {"seq": 4}])],
        "same hash": [opened(log), receipt([log[2] | {"notation": "limpia A"}])],
        "another's tablet": [opened(log), opened(other, mine=False)],
    }.items():
        assert "tiene ahora otra huella" in told(page, name, *answers)[0], name
        assert "tiene ahora otra huella" in told(page, name, opened(log))[0], "both are kept"
    assert "confirmó. Siga anotando" in told(page, "shorter", opened(log), opened(log[:2], mine=False))[0]
    assert told(page, "back", opened(log), opened(log[:2]), opened(log) | {"stays": True})[0] == ""

    with page.expect_download() as saved:
        page.locator("[id='receipts-rewritten']").get_by_role("button", name="GUARDAR LOS RECIBOS").click()
    assert saved.value.suggested_filename == "recibos-rewritten.json"
    content = Path(saved.value.path()).read_text()
    assert content.count('"mesa":"rewritten"') == 5
    assert "caida A" in content
    assert "caida B" in content


def test_a_server_that_shows_no_rows_silences_no_warning_and_is_told_of_itself(page: Page) -> None:
    seen = page.evaluate(
        """async (log) => {
            const { Receipts } = await import('/receipts.js');
            const said = [], clock = Date.now;
            let ask = async () => log;
            const receipts = new Receipts('withheld', () => ask());
            const hear = async (rows, given = { head: { seq: rows, hash: log[rows - 1].hash }, lease: { mine: true } }) => {
                await receipts.adopt(given);
                said.push(document.getElementById('receipts-withheld')?.innerText ?? '');
            };
            await hear(3);
            ask = async () => log.slice(0, 2);
            await hear(2);
            ask = async () => { throw new Error('503'); };
            await hear(2);
            await hear(2, { receipts: [] });
            await hear(3);
            await hear(2);
            Date.now = () => clock() + 3 * 60 * 1000;
            await hear(2);
            await hear(3);
            return said;
        }""",
        rows("inicia A1", "caida A", "limpia B"),
    )

    assert ["Faltan jugadas" in each for each in seen[:4]] == [False, True, True, True]
    assert seen[4:6] == ["", ""]  # the rows are there again; a moment without an answer is nothing
    assert "no muestra" in seen[6]
    assert seen[7] == ""


@pytest.mark.parametrize("request_of", ["IDBObjectStore.add", "IDBIndex.getAllKeys", "IDBIndex.getAll"])
def test_a_disk_that_fails_once_is_told_once_and_nothing_of_it_goes_unheard(
    page: Page, page_errors: list[str], request_of: str
) -> None:
    """What is not listened to would stand among the errors of the page, as a fault of the app."""
    told = page.evaluate(
        """async ([receipts, kind, name]) => {
            const { prototype } = globalThis[kind];
            const request = prototype[name];
            let fails = true;
            prototype[name] = function (...given) {
                const asked = request.apply(this, given);
                if (fails) (this.transaction ?? this.objectStore.transaction).abort();
                return asked;
            };
            const { keep } = await import("/receipts.js");
            const told = [];
            for (fails of [true, false, false]) {
                told.push(await keep({}, "mesa", { receipts }).then(() => "", ({ name }) => name));
                await new Promise((done) => setTimeout(done, 50));
            }
            return told;
        }""",
        [rows("sorteo", "caida A"), *request_of.split(".")],
    )

    assert told == ["AbortError", "", ""]
    assert page_errors == []
