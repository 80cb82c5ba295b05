"""The engine in the browser answers what the rulebook answers: the same package, asked through a worker."""

import json

import pytest
from playwright.sync_api import Error

from referee.rules.bridge import Bridge
from tests.referee.rules.bridging import HEADER, SORTEO, game_of
from tests.referee.rules.golden import golden_files

pytestmark = pytest.mark.browser

# It is answered at once, and plays on.
PLAY = """(engine, mesas) => {
    const play = async () => {
        const played = [];
        for (const [header, lines] of mesas) {
            const opened = await engine.open(header, []);
            const told = [];
            for (const line of lines) told.push(await engine.record([line]));
            played.push([opened, told, await engine.rows()]);
        }
        return played;
    };
    window.played = play();
}"""


def asked(bridge, do, **arguments):
    """What CPython answers, as JSON that came out of another program."""
    told = json.loads(bridge.call(json.dumps({"do": do, **arguments})))
    return told["answer"] if "answer" in told else {"refused": told["refused"]}


def test_an_engine_that_could_not_be_loaded_tries_again_by_itself(rulebook):
    assert rulebook.run("() => statuses") == ["idle", "loading", "failed", "loading", "ready"]
    assert rulebook.page.evaluate("document.documentElement.dataset.engine") == "ready"


def test_the_worker_answers_all_questions_as_the_rulebook_does(rulebook):
    bridge = Bridge()
    lift = {"table": ["2", "3", "6"], "card": "5", "lifted": ["2", "3"], "previous": "5", "redealt": False}
    rows = [{"client_id": "c1", "notation": SORTEO, "device_ts": "2026-12-05T20:30:00.123-05:00"}]
    questions = [
        (("open", HEADER, [SORTEO, "caida A"]), {"header": HEADER, "lines": [SORTEO, "caida A"]}),
        (("record", ["limpia B", "caida C"]), {"lines": ["limpia B", "caida C"]}),
        (("record", ["anula 3"]), {"lines": ["anula 3"]}),
        (("preview", "mal-reparto"), {"notation": "mal-reparto"}),
        (("preview", "proclama"), {"notation": "proclama"}),
        (("lift", lift), lift),
        (("contested", [2]), {"seqs": [2]}),
        (("digest", rows), {"rows": rows}),
        (("rows",), {}),
    ]

    for arguments, named in questions:
        assert rulebook.ask(*arguments) == asked(bridge, arguments[0], **named), arguments[0]


def test_golden_mesas_come_to_the_same_in_the_browser(rulebook):
    """Every jugada of every golden mesa: what it changes, what it is refused for, and what may follow."""
    mesas = {path.stem: game_of(path) for path in golden_files()}
    rulebook.run(PLAY, list(mesas.values()))

    expected = {stem: played(header, lines) for stem, (header, lines) in mesas.items()}

    answered = dict(zip(mesas, rulebook.run("() => window.played"), strict=True))
    assert [stem for stem in mesas if answered[stem] != expected[stem]] == []


def played(header, lines):
    """What is said after each line, and of the whole at the end."""
    bridge = Bridge()
    opened = asked(bridge, "open", header=header, lines=[])
    return [opened, [asked(bridge, "record", lines=[line]) for line in lines], asked(bridge, "rows")]


def test_a_question_that_is_none_leaves_the_engine_as_it_was(rulebook):
    rulebook.ask("open", HEADER, [SORTEO])

    with pytest.raises(Error, match="UnknownReglamento"):
        rulebook.ask("open", {**HEADER, "reglamento": "ninguno"}, [])

    assert len(rulebook.ask("rows")) == 1


def test_the_worker_may_do_what_the_page_may_not(rulebook):
    """The page's policy knows no WebAssembly; the worker's knows nothing but its own files."""
    page, worker = rulebook.run(
        """async () => {
            const of = async (url) => (await fetch(url)).headers.get('Content-Security-Policy');
            return [await of(location.href), await of('/tablet/rulebook.js')];
        }"""
    )

    assert "script-src 'self'" in page
    assert "wasm-unsafe-eval" not in page
    assert worker == "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
