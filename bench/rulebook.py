"""(f) The rulebook on the tablet: what it costs to load, to keep and to ask, in a real Chromium.

    .venv/bin/python -m bench.rulebook

Once as fast as the machine is, and once with the whole renderer, worker included, running only a sixth of the time (Chromium's
own throttling slows the page alone and leaves the worker as it is).
"""

import os
import signal
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from bench.report import results_write
from bench.serving import ROOT, environment, granian, manage
from referee.rules import RuleViolation, apply, decide, last_effective, parse_jugada, reglamento_get, start

ROWS = 300
SLOWER = 6
SLICE_S = 0.001
LOADS = 5
HEADER = {"mesa": "", "reglamento": "riobamba", "version": 1, "settings": {}, "seats": ["A1", "B1", "A2", "B2"]}
ROUND = ("caida B1", "limpia A1", "segundo-reparto", "caida B2", "conteo A=20 B=20 mesa=0")
LOAD = """async () => {
    const { Engine } = await import('/static/tablet/engine/engine.js');
    const begun = performance.now();
    window.engine = new Engine();
    engine.start();
    if (!(await engine.ready)) throw new Error('the engine could not be loaded');
    return performance.now() - begun;
}"""
ASK = """async ([header, lines]) => {
    const timed = async (times, ask) => {
        const taken = [];
        for (let n = 0; n < times; n++) {
            const begun = performance.now();
            await ask(n);
            taken.push(performance.now() - begun);
        }
        return taken;
    };
    const record = async (line) => {
        const { refused } = await engine.record([line]);
        if (refused) throw new Error(refused.message);
    };
    const again = () => engine.open(header, lines);
    await again();
    const taken = { open: await timed(10, again), tap: [], undo: [] };
    for (let n = 0; n < 40; n++) {
        taken.tap.push(...await timed(1, () => record('caida A1')));
        taken.undo.push(...await timed(1, () => record(`anula ${lines.length + 1}`)));
        await again();
    }
    taken.preview = await timed(40, () => engine.preview('mal-reparto'));
    return taken;
}"""

BUSY = """() => {
    const begun = performance.now();
    for (let n = 0, x = 1; n < 3e8; n++) x = (x * 16807) % 2147483647;
    return performance.now() - begun;
}"""


def main() -> None:
    """Measure, print and keep the figures."""
    manage(environment("", Path(tempfile.gettempdir())), "collectstatic", "--noinput", "--verbosity", "0")
    chromium = subprocess.run([ROOT / "bin" / "chromium"], check=True, capture_output=True, text=True).stdout.strip()
    with tempfile.TemporaryDirectory() as var:
        env = environment("", Path(var))
        manage(env, "migrate", "--verbosity", "0")
        with granian(env) as port, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
            measured = _measured(browser, f"http://127.0.0.1:{port}/no-hay-tal-pagina/")
            browser.close()
    results_write("rulebook", {"rows": ROWS, **measured, **_sizes()}, ("playwright",))


def _measured(browser: Browser, address: str) -> dict[str, object]:
    first = [_loaded(browser, address, keep=False) for _ in range(LOADS)]
    context = browser.new_context()
    page = context.new_page()
    page.goto(address)
    before = _memory_mb(_renderer(browser))
    page.evaluate(LOAD)
    after = _memory_mb(_renderer(browser))
    asked = page.evaluate(ASK, [HEADER, _log()])
    kept = _memory_mb(_renderer(browser))
    plain = page.evaluate(BUSY)
    with _slowed(_renderer(browser)):
        slower = page.evaluate(BUSY) / plain
        slowed = page.evaluate(ASK, [HEADER, _log()])
        load_slowed = _again(page)
    context.close()
    return {
        "load_ms": _spread(first),
        "slowed_by": round(slower, 1),
        "load_slowed_ms": round(load_slowed),
        "memory_mb": {"page": before, "with_engine": after, "after_many_taps": kept},
        "ask_ms": {what: _spread(taken) for what, taken in asked.items()},
        "ask_slowed_ms": {what: _spread(taken) for what, taken in slowed.items()},
    }


def _loaded(browser: Browser, address: str, *, keep: bool) -> float:
    """Load as a tablet does that never did: nothing cached."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(address)
    taken: float = page.evaluate(LOAD)
    if not keep:
        context.close()
    return taken


def _again(page: Page) -> float:
    page.reload()
    page.set_default_timeout(180_000)
    taken: float = page.evaluate(LOAD)
    return taken


def _log() -> list[str]:
    """A log as long as no mesa is, with everything in it; what wins a chica is undone."""
    state = start(reglamento_get("riobamba"))
    lines = ["sorteo A1=7 B1=K A2=3 B2=A reparte=B1"]
    state = apply(state, parse_jugada(lines[0]))
    for turn in range(10 * ROWS):
        line = ROUND[turn % len(ROUND)]
        try:
            decide(state, parse_jugada(line))
        except RuleViolation:
            last = last_effective(state.entries)
            line = f"anula {last.number}" if last else line
        state = apply(state, parse_jugada(line))
        lines.append(line)
        if len(lines) >= ROWS and state.position.closer is None:
            break
    return lines


def _renderer(browser: Browser) -> int:
    """The process of the one page that is open."""
    session = browser.new_browser_cdp_session()
    processes: list[dict[str, Any]] = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    renderers = [process["id"] for process in processes if process["type"] == "renderer"]
    return int(max(renderers, key=_memory_mb))


def _memory_mb(process: int) -> float:
    """What the process alone holds of the machine's memory, shared pages by their part."""
    rollup = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii")
    pss = next(line for line in rollup.splitlines() if line.startswith("Pss:"))
    return round(int(pss.split()[1]) / 1024, 1)


@contextmanager
def _slowed(process: int) -> Iterator[None]:
    """Let the process run only one slice of time in `SLOWER`."""
    done = Event()

    def slow() -> None:
        while not done.is_set():
            time.sleep(SLICE_S)
            os.kill(process, signal.SIGSTOP)
            time.sleep(SLICE_S * (SLOWER - 1))
            os.kill(process, signal.SIGCONT)

    thread = Thread(target=slow)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _spread(taken: list[float]) -> dict[str, float]:
    ordered = sorted(taken)
    p95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    return {"p50": round(statistics.median(ordered), 1), "p95": round(p95, 1), "max": round(ordered[-1], 1)}


def _sizes() -> dict[str, object]:
    """What is carried once to each tablet: as it is, and as it is sent."""
    served = ROOT / "var" / "static"
    files = [*(served / "vendor" / "pyodide").iterdir(), served / "tablet" / "engine" / "rules.zip"]
    plain = [path for path in files if path.suffix != ".gz"]
    sent = [packed if (packed := path.with_name(path.name + ".gz")).exists() else path for path in plain]
    return {
        "files_mb": round(sum(path.stat().st_size for path in plain) / 1e6, 2),
        "sent_mb": round(sum(path.stat().st_size for path in sent) / 1e6, 2),
    }


if __name__ == "__main__":
    main()
