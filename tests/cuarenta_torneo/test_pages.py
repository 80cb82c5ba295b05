"""The process of the pages: what it is asked, that it is there again when it died, and that it ends with the door."""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from cuarenta_torneo.serving import __main__ as serving_main
from cuarenta_torneo.serving.environ import Environ
from cuarenta_torneo.serving.files import IN_MEMORY, FileAnswer
from cuarenta_torneo.serving.giving_way import (
    NICENESS,
    SWITCH_SECONDS,
    TURN_NANOSECONDS,
    Metronome,
    niceness,
    take_short_turns,
    take_usual_turns,
)
from cuarenta_torneo.serving.pages import Ended, Pages, Work
from tests.scheduling import turn

ROOT = Path(__file__).resolve().parents[2]
SOON = 60
"""Seconds: it gives way to all else that is tested."""


def site(environ: Environ, start: Callable[..., Any]) -> Any:
    """Answers with its own process, with what it was sent, with a long text or a file, or dies."""
    start("200 OK", [("X-Niceness", str(os.nice(0)))])
    match environ["PATH_INFO"]:
        case "/who":
            return [str(os.getpid()).encode()]
        case "/echo":
            return [environ["HTTP_SAID"].encode("latin-1"), environ["wsgi.input"].read()]
        case "/long":
            return [b"x" * (IN_MEMORY + 1)]
        case "/file":
            return FileAnswer(Path(__file__).open("rb"))
        case "/looked-round":
            return [json.dumps(looked_round_here()).encode()]
        case "/metronome":
            return [json.dumps(looked_round_at_rest_and_at_work()).encode()]
        case "/wrong":
            raise ValueError
    os.kill(os.getpid(), signal.SIGKILL)
    return None


def metronome_here() -> int:
    """That of this process."""
    return int(Path(f"/proc/self/task/{os.getpid()}/children").read_text())


def looked_round_here() -> dict[str, Any]:
    beats = metronome_here()
    return {
        "metronome": beats,
        "turn": turn(),
        "switches": sys.getswitchinterval(),
        "woken": [looked_round(beats), looked_round(beats, computed)],
    }


def looked_round(metronome: int, meanwhile: Callable[[float], object] = time.sleep) -> int:
    """How often it woke within a tenth of a second."""
    before = woken(metronome)
    meanwhile(0.1)
    return woken(metronome) - before


def computed(seconds: float) -> None:
    """In calls that no other thread of this process interrupts, each longer than the tenth of a second."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        sum(range(20_000_000))


def looked_round_at_rest_and_at_work() -> tuple[list[int], list[int]]:
    """Of a metronome of its own: that of this process beats while it answers."""
    metronome = Metronome()
    of = metronome.process
    rest, work = [looked_round(of)], []
    with metronome.during():
        work.append(looked_round(of))
        with metronome.during():
            pass
        work.append(looked_round(of))
    time.sleep(0.05)
    rest.append(looked_round(of))
    metronome.for_a_while()
    work.append(looked_round(of))
    return rest, work


def woken(process: int) -> int:
    status = Path(f"/proc/{process}/status").read_text()
    return int(re.search(r"^voluntary_ctxt_switches:\s*(\d+)", status, re.MULTILINE)[1])  # type: ignore[index]


def asked(path: str, body: Any = None, said: str = "") -> Environ:
    return {"PATH_INFO": path, "HTTP_SAID": said, "wsgi.input": body or BytesIO()}


@contextmanager
def pages_of(work: Work) -> Iterator[Pages]:
    pages = Pages(work)
    try:
        yield pages
    finally:
        pages.stop()
        os.waitpid(pages.keeper, 0)


@pytest.fixture
def pages(tmp_path: Path) -> Iterator[Pages]:
    with pages_of(Work(site, tmp_path)) as begun:
        yield begun


def test_it_answers_as_the_site_would_from_a_process_that_gives_way(pages: Pages) -> None:
    who, echo = pages.ask(asked("/who")), pages.ask(asked("/echo", BytesIO(b"body"), "ñ"))

    assert int(who.body) not in (os.getpid(), 0)
    assert who.headers == [("X-Niceness", str(min(19, os.nice(0) + NICENESS)))]
    assert echo.body == "ñ".encode("latin-1") + b"body"


def test_while_a_page_is_made_linux_is_asked_often_whose_turn_it_is_and_at_rest_never(
    pages: Pages, tmp_path: Path
) -> None:
    assert min(json.loads(pages.ask(asked("/looked-round")).body)["woken"]) > 20

    with pages_of(
        Work(site, tmp_path, niceness=0)
    ) as of_full_weight:  # a metronome that is begun by who gives way wakes late
        rest, work = json.loads(of_full_weight.ask(asked("/metronome")).body)
    assert max(rest) < 5
    assert min(work) > 20


def test_the_tablets_take_short_turns_and_pages_the_usual_ones(tmp_path: Path) -> None:
    usual = turn()
    take_short_turns()
    try:
        short = turn()
        with pages_of(Work(site, tmp_path)) as begun:
            there = json.loads(begun.ask(asked("/looked-round")).body)
    finally:
        take_usual_turns()

    assert short == (usual and TURN_NANOSECONDS)  # an older Linux says of no turn how long it is
    assert (there["turn"], turn()) == (usual, usual)


def test_where_nobody_may_ask_how_a_process_is_scheduled_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    before = turn()
    monkeypatch.delattr(os, "sched_getscheduler")
    take_short_turns()
    assert turn() == before


def test_where_a_container_does_not_let_it_be_asked_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_process: int) -> int:
        raise PermissionError

    before = turn()
    monkeypatch.setattr(os, "sched_getscheduler", refused)
    take_short_turns()
    assert turn() == before


BEGUN = """
import os
from cuarenta_torneo.serving.giving_way import take_short_turns
from tests.scheduling import turn
{}
take_short_turns()
print(os.getpriority(os.PRIO_PROCESS, 0), os.sched_getscheduler(0), turn())
"""


def begun_so(how: str) -> list[str]:
    """Niceness, policy and turn of a process that was begun so and then takes short turns."""
    done = subprocess.run(
        [sys.executable, "-c", BEGUN.format(how)], capture_output=True, text=True, check=True, cwd=ROOT
    )
    return done.stdout.split()


def test_whoever_begins_the_server_of_less_weight_has_it_so() -> None:
    nice, usual = min(19, os.nice(0) + 5), turn()

    assert begun_so("os.nice(5)") == [str(each) for each in (nice, os.SCHED_OTHER, usual and TURN_NANOSECONDS)]


def test_a_server_that_was_begun_to_wait_for_others_is_left_so() -> None:
    told = begun_so("os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))")

    assert told == [str(each) for each in (os.nice(0), os.SCHED_BATCH, turn())]


def test_between_threads_of_who_gives_way_turns_are_short(pages: Pages) -> None:
    before = sys.getswitchinterval()

    assert json.loads(pages.ask(asked("/looked-round")).body)["switches"] == pytest.approx(SWITCH_SECONDS)
    assert sys.getswitchinterval() == before > SWITCH_SECONDS


@pytest.mark.parametrize(("said", "understood"), [("", NICENESS), ("0", 0), ("19", 19)])
def test_how_far_they_give_way_is_a_number(said: str, understood: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAGES_NICENESS", said)
    assert niceness() == understood


@pytest.mark.parametrize("said", ["x", "-5", "20", "1.5", "²"])
def test_one_that_is_none_is_told_before_anything_begins(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Below nought they would go before the tablets."""
    monkeypatch.setenv("PAGES_NICENESS", said)
    with pytest.raises(ValueError, match="de 0 a 19"):
        niceness()
    with pytest.raises(SystemExit, match="de 0 a 19"):
        serving_main.main()


def test_what_is_long_goes_both_ways_as_a_file(pages: Pages) -> None:
    with tempfile.TemporaryFile() as body:
        body.write(b"x" * (IN_MEMORY + 1))
        body.seek(0)
        echo = pages.ask(asked("/echo", body))
    long, file = pages.ask(asked("/long")), pages.ask(asked("/file"))

    for each in (echo, long):
        assert each.written
        assert Path(each.path).stat().st_size == IN_MEMORY + 1
    assert (file.path, file.written) == (__file__, False)


def test_what_fails_is_answered_and_the_next_one_too(pages: Pages) -> None:
    assert [pages.ask(asked(path)).status for path in ("/wrong", "/who")] == [500, 200]


def test_it_is_there_again_when_it_died(pages: Pages) -> None:
    before = int(pages.ask(asked("/who")).body)
    with pytest.raises(Ended):
        pages.ask(asked("/die"))

    assert int(pages.ask(asked("/who")).body) != before


def test_one_that_died_unasked_fails_nobody(pages: Pages) -> None:
    before = int(pages.ask(asked("/who")).body)
    os.kill(before, signal.SIGKILL)
    gone(before)

    assert int(pages.ask(asked("/who")).body) != before


def test_a_metronome_ends_with_its_process_and_the_pages_go_on_without_one(pages: Pages) -> None:
    before = beats_of(pages)
    with pytest.raises(Ended):
        pages.ask(asked("/die"))
    gone(before)
    now = beats_of(pages)
    os.kill(now, signal.SIGKILL)

    assert now != before
    assert [pages.ask(asked("/who")).status for _ in range(3)] == [200, 200, 200]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_with_the_door_and_for_no_signal_before(number: signal.Signals, tmp_path: Path) -> None:
    with pages_of(Work(site, tmp_path)) as begun:
        serving, beats = int(begun.ask(asked("/who")).body), beats_of(begun)
        os.kill(serving, number)
        os.kill(beats, number)

        assert int(begun.ask(asked("/who")).body) == serving
        assert beats_of(begun) == beats
    gone(serving)
    gone(beats)


def test_it_begins_what_is_to_be_done_beside_and_is_told_of_seals(tmp_path: Path) -> None:
    begun, sealed = tmp_path / "begun", tmp_path / "sealed"
    work = Work(
        site,
        tmp_path,
        start=begun.touch,
        sealed=lambda championship_id: sealed.write_text(str(championship_id)) and None,
    )
    with pages_of(work) as pages:
        pages.sealed(7)
        until = time.monotonic() + SOON
        while not (sealed.exists() and sealed.read_text()) and time.monotonic() < until:
            time.sleep(0.01)

        assert begun.exists()
        assert sealed.read_text() == "7"


def beats_of(pages: Pages) -> int:
    """Their metronome."""
    return int(json.loads(pages.ask(asked("/looked-round")).body)["metronome"])


def gone(process: int) -> None:
    """Wait until it is, with all its threads: it is no child of this one. What nobody asked for its end is gone too."""
    until = time.monotonic() + SOON
    with suppress(FileNotFoundError, ProcessLookupError):
        while time.monotonic() < until:
            ended = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
            if ended and len([*Path(f"/proc/{process}/task").iterdir()]) == 1:
                return
            time.sleep(0.01)
        pytest.fail("it is still there")
