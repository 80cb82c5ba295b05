"""The Juez's tablet in a real Chromium: how soon a touch is seen and kept, and how it starts, catches up and is taken over.

`python -m bench.tablet`; STARTS=5 TAPS=20 for fewer. What it measures is described in docs/tableta.md, row by row.
"""

import json
import os
import re
import statistics
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

VAR = Path(tempfile.mkdtemp(prefix="tablet"))
os.environ |= {
    "DJANGO_SETTINGS_MODULE": "cuarenta_torneo.settings",
    "VAR_DIR": str(VAR),
    "DJANGO_ALLOW_ASYNC_UNSAFE": "1",
}
os.environ.pop("DATABASE_URL", None)

import django  # noqa: E402

django.setup()  # the tablet's hands and the championship are those of the tests, which know the models

import subprocess  # noqa: E402

from django.core.management import call_command  # noqa: E402
from playwright.sync_api import BrowserContext, Page, Playwright, expect, sync_playwright  # noqa: E402

from bench.report import results_write  # noqa: E402
from bench.rulebook import SLOWER, _log  # noqa: E402
from bench.serving import ROOT, free_port  # noqa: E402
from bench.watching import FLOOR, KEPT, MANY, SCORED, WATCH  # noqa: E402
from bench.weight import weigh  # noqa: E402
from referee.services.pins import pins_set  # noqa: E402
from tests.chromium import FLAGS, TABLET  # noqa: E402
from tests.factories.brackets import NOW  # noqa: E402
from tests.factories.referee import Keeper, keeper  # noqa: E402
from tests.journeys.tablet_screen import ALL_SENT, MISSING, TabletScreen  # noqa: E402

LINES = _log()
ROWS = len(LINES)  # 300, and what it takes until nothing is half done
TAPS = int(os.environ.get("TAPS", "100"))
STARTS = int(os.environ.get("STARTS", "50"))
PENDING = 500
BATCH = 50
OPTIONS: Any = {"locale": "es-EC", "timezone_id": "America/Guayaquil", **TABLET}
PIN = "4071"
LONG_MS = 120_000
OUTAGE_MS = 15_000


def main() -> None:
    """Measure, print and keep the figures."""
    call_command("collectstatic", "--noinput", verbosity=0)
    call_command("migrate", verbosity=0)
    kept = keeper()
    pins_set(championship=kept.championship, pins=[(kept.juez, PIN)], by=kept.juez, now=NOW)
    port = free_port()
    figures: dict[str, object] = {"rows": ROWS}

    def note(name: str, found: object) -> None:
        figures[name] = found
        print(name, json.dumps(found), flush=True)

    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as disk:
        weight = weigh(Path(disk) / "weight")
        sizes = {"one_stream": _kib(weight.stream), "file_by_file": _kib(weight.by_file), "files": len(weight.files)}
        note("weight_kib", sizes)
        with _served(port):
            context, screen = _begun(playwright, Path(disk), port, kept)
            note("tap", _taps(context, screen))
            note("floor", _floor(context, screen.url))
            note("catching_up", _catching_up(context, screen, kept))
            score = _score(screen.page)
            context.close()
        note("cold_start", _cold_starts(playwright, Path(disk), port, score))
        with _served(port):
            note("taking_over", _taking_over(playwright, port, kept, score))
    results_write("tablet", figures, ("playwright", "django"))


@contextmanager
def _served(port: int) -> Iterator[None]:
    """The product as `make serve` has it."""
    env = {**os.environ, "PORT": str(port), "HOST": "127.0.0.1"}
    server = subprocess.Popen([ROOT / "bin" / "serve"], cwd=ROOT, env=env, stdout=subprocess.DEVNULL)
    try:
        for _ in range(200):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/salud", timeout=1).close()
                break
            except OSError:
                time.sleep(0.1)
        yield
    finally:
        server.terminate()
        server.wait(timeout=20)


def _started(playwright: Playwright, disk: Path) -> BrowserContext:
    """The tablet is turned on: a new process on what its disk has."""
    path = subprocess.run([ROOT / "bin" / "chromium"], check=True, capture_output=True, text=True).stdout.strip()
    context = playwright.chromium.launch_persistent_context(
        disk / "profile", executable_path=path, args=FLAGS, **OPTIONS
    )
    context.set_default_timeout(LONG_MS)
    expect.set_options(timeout=LONG_MS)
    return context


def _begun(playwright: Playwright, disk: Path, port: int, kept: Keeper) -> tuple[BrowserContext, TabletScreen]:
    """A mesa on this tablet with a log of 300 rows, the app whole on its disk, the engine ready."""
    context = _started(playwright, disk)
    context.add_init_script(WATCH)
    screen = TabletScreen(context.pages[0], f"http://127.0.0.1:{port}")
    screen.sign_in(kept.juez)
    screen.open_mesa()
    screen.seat()
    token = screen.page.evaluate(KEPT, "session")["token"]
    for base in range(0, ROWS, BATCH):
        _post(screen.url, token, kept, base, LINES[base : base + BATCH])
    screen.page.reload()
    screen.saved(ROWS)
    assert screen.page.evaluate(MISSING) == 0
    expect(screen.page.locator("html")).to_have_attribute("data-engine", "ready")
    return context, screen


def _post(url: str, token: str, kept: Keeper, base: int, lines: list[str]) -> None:
    mesa = kept.fixture.mesa
    jugadas = [
        {"client_id": f"00000000-0000-4000-8000-{base + n:012}", "notation": line, "device_ts": "2026-11-28T19:00:00Z"}
        for n, line in enumerate(lines)
    ]
    body = {"lease_epoch": mesa.lease_epoch, "base_seq": base, "jugadas": jugadas}
    request = urllib.request.Request(
        f"{url}/api/v1/mesas/{mesa.public_id}/jugadas",
        json.dumps(body).encode(),
        {"Content-Type": "application/json", "Authorization": f"Device {token}"},
    )
    urllib.request.urlopen(request, timeout=30).close()


def _taps(context: BrowserContext, screen: TabletScreen) -> dict[str, object]:
    """A caida and its undo, again and again; plain, and with the page's processor slowed down."""
    session = context.new_cdp_session(screen.page)
    figures: dict[str, object] = {}
    head = ROWS
    for rate in (1, SLOWER):
        session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
        taken = []
        for _ in range(TAPS):
            head += 1
            taken.append(_tap(screen, head))
        name = f"{rate}x"
        figures[name] = {moment: _spread([each[moment] for each in taken]) for moment in ("disk", "painted")}
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    screen.saved(head)
    return figures


def _tap(screen: TabletScreen, seq: int) -> dict[str, float]:
    page = screen.page
    expect(screen.chip).to_contain_text(ALL_SENT)
    button = page.locator(".undo") if seq % 2 == ROWS % 2 else screen.button("caida", "A")
    box = button.bounding_box()
    assert box is not None
    page.evaluate("seq => window.watch(seq)", seq)
    # Nothing but the finger: `Locator.tap` looks in the page whether the touch met its target, and that takes time there.
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    watched: dict[str, float] = page.evaluate("window.over")
    page.wait_for_timeout(650)  # so long the button takes another touch for a slip
    return watched


def _floor(context: BrowserContext, url: str) -> dict[str, object]:
    """The same touches on a page with one button and one number: what this machine and browser take by themselves."""
    page = context.new_page()
    page.goto(f"{url}/salud")
    page.evaluate(FLOOR)
    session = context.new_cdp_session(page)
    figures: dict[str, object] = {}
    for rate in (1, SLOWER):
        session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
        taken = []
        for _ in range(TAPS):
            page.evaluate("window.touch()")
            page.touchscreen.tap(100, 80)
            taken.append(page.evaluate("window.over"))
            page.wait_for_timeout(300)
        figures[f"{rate}x"] = {moment: _spread([each[moment] for each in taken]) for moment in ("disk", "painted")}
    page.close()
    return figures


def _catching_up(context: BrowserContext, screen: TabletScreen, kept: Keeper) -> dict[str, object]:
    """500 touches wait; the network returns."""
    page, mesa = screen.page, kept.fixture.mesa
    mesa.refresh_from_db()
    context.set_offline(True)
    page.evaluate(MANY, [PENDING, str(mesa.public_id), mesa.lease_epoch, mesa.head_seq])
    page.reload()
    expect(screen.chip).to_contain_text(re.compile(rf"\b{PENDING} por enviar"))
    expect(page.locator("html")).to_have_attribute("data-engine", "ready")
    page.wait_for_timeout(OUTAGE_MS)  # it has tried in vain, more than once
    sent: list[float] = []
    page.on("request", lambda request: sent.append(time.perf_counter()) if request.url.endswith("/jugadas") else None)
    begun = time.perf_counter()
    context.set_offline(False)
    expect(screen.chip).to_contain_text(ALL_SENT)
    ended = time.perf_counter()
    head = mesa.head_seq
    mesa.refresh_from_db()
    assert mesa.head_seq == head + PENDING
    return {"pending": PENDING, "first_attempt_s": round(sent[0] - begun, 2), "acknowledged_s": round(ended - begun, 2)}


def _score(page: Page) -> tuple[str, ...]:
    return tuple(page.locator(f"[data-score={side}] output").inner_text() for side in "AB")


def _cold_starts(playwright: Playwright, disk: Path, port: int, score: tuple[str, ...]) -> dict[str, object]:
    """The server is gone; each start is another process."""
    scored: list[float] = []
    for _ in range(STARTS):
        context = _started(playwright, disk)
        context.add_init_script(SCORED % json.dumps(score))
        page = context.pages[0]
        page.goto(f"http://127.0.0.1:{port}/tablet/")
        page.wait_for_function("() => window.scored")
        scored.append(page.evaluate("window.scored"))
        assert _score(page) == score
        context.close()
    return {"starts": STARTS, "right": len(scored), "score_ms": _spread(scored)}


def _taking_over(playwright: Playwright, port: int, kept: Keeper, score: tuple[str, ...]) -> dict[str, object]:
    """Another tablet, of the same Juez, goes on; the first one is dead."""
    path = subprocess.run([ROOT / "bin" / "chromium"], check=True, capture_output=True, text=True).stdout.strip()
    browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
    context = browser.new_context(**OPTIONS)
    context.set_default_timeout(LONG_MS)
    screen = TabletScreen(context.new_page(), f"http://127.0.0.1:{port}")
    screen.sign_in(kept.juez, "Tablet 12")
    begun = time.perf_counter()
    screen.page.goto(f"http://127.0.0.1:{port}/tablet/#mesa={kept.fixture.table.number}")  # the code on the table
    for digit in PIN:
        screen.touch(screen.sheet.locator(".pin-keys").get_by_role("button", name=digit, exact=True))
    screen.score(int(score[0]), int(score[1]))
    taken = time.perf_counter() - begun
    browser.close()
    return {"touches": screen.taps, "taken_s": round(taken, 2)}


def _spread(taken: list[float]) -> dict[str, Any]:
    ordered = sorted(taken)
    p95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    return {"p50": round(statistics.median(ordered)), "p95": round(p95), "max": round(ordered[-1])}


def _kib(size: int) -> float:
    return round(size / 1024, 1)


if __name__ == "__main__":
    main()
