"""What a page keeps of a log, and what it says of a newer checkpoint: against trees of the kernel, with and without WebCrypto."""

import json
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from playwright.sync_api import BrowserContext, Page, Route

from kernel.checkpoint import Checkpoint, VerifierKey, signed_checkpoint
from kernel.merkle import Tree, leaf_hash

pytestmark = pytest.mark.browser

SITE = Path(__file__).resolve().parents[2] / "cuarenta_torneo/static/site"
ORIGIN, FIRST, SECOND, THIRD = "torneo.example/copa", "11" * 16, "22" * 16, "33" * 16
LOG, OTHER = (Ed25519PrivateKey.from_private_bytes(bytes([each]) * 32) for each in (1, 2))
VKEY, OTHER_VKEY = (str(VerifierKey.of(ORIGIN, each)) for each in (LOG, OTHER))
BASE = [f"entrada {each}" for each in range(12)]
STEPS = (3, 7, 12)


Step = tuple[str, Mapping[str, str]]
"""A note, and what the server that gave it answers by address."""


@dataclass(frozen=True)
class Server:
    entries: Sequence[str]
    key: Ed25519PrivateKey = LOG
    life: str = FIRST

    def at(self, size: int) -> Step:
        """The note of this size, with all that is proved of it."""
        tree = Tree(leaf_hash(each.encode()) for each in self.entries[:size])
        answers = {"clave": f"{VerifierKey.of(ORIGIN, self.key)}\n"}
        for older in range(1, size):
            proof = list(map(encoded, tree.consistency_proof(older, size)))
            answers[f"{size}/desde/{older}"] = json.dumps({"proof": proof})
        for index, entry in enumerate(self.entries[:size]):
            if entry.startswith("{"):
                proof = list(map(encoded, tree.inclusion_proof(index, size)))
                told = {"entry": entry, "index": index, "proof": proof, "copied": "2026-12-05T02:14:00Z"}
                answers[f"{size}/encarnacion/{json.loads(entry)['incarnation']}"] = json.dumps(told)
        return str(signed_checkpoint(Checkpoint(ORIGIN, size, tree.root(), self.life), self.key)), answers


def encoded(value: bytes) -> str:
    return b64encode(value).decode()


def restored(
    size: int,
    *,
    key: str = VKEY,
    root: str = "",
    more: Sequence[str] = ("después",),
    life: str = SECOND,
    of: Sequence[str] = BASE,
    before: str = FIRST,
) -> list[str]:
    """A copy of so many entries, which began another life, the second unless told."""
    tree = Tree(leaf_hash(each.encode()) for each in of[:size])
    entry = {"kind": "incarnation", "incarnation": life, "before": before, "size": size, "key": key}
    return [*of[:size], json.dumps(entry | {"root": root or tree.root().hex()}), *more]


@pytest.fixture(params=["https", "http"])
def page(request: pytest.FixtureRequest, open_context: Callable[..., BrowserContext]) -> Page:
    page = open_context().new_page()
    page.route("**/*", lambda route: route.fulfill(body="", content_type="text/html"))
    for name in ("checkpoint", "log_keeping"):
        page.route(f"**/{name}.js", partial(served, name=name))
    page.goto(f"{request.param}://torneo.example/")
    return page


def served(route: Route, *, name: str) -> None:
    route.fulfill(path=SITE / f"{name}.js", content_type="text/javascript")


def kept(page: Page, *steps: Step) -> Any:
    """What is kept once these came one after another; where the server proves nothing, the word for it."""
    return page.evaluate(
        """async ([vkey, steps]) => {
            const own = await import('/log_keeping.js');
            let record = own.blank(vkey);
            try {
                for (const [at, [note, answers]] of steps.entries())
                    record = await own.judge(record, note, async (path) => answers[path] ?? null, `hora ${at}`);
            } catch (error) {
                return error instanceof own.Unproved ? error.message : String(error);
            }
            return record;
        }""",
        [VKEY, list(steps)],
    )


HONEST = [Server(BASE).at(each) for each in STEPS]


def test_what_only_grew_is_kept_signed_or_unchecked_and_never_more_than_there_is_room_for(page: Page) -> None:
    server = Server([f"entrada {each}" for each in range(60)])
    sizes = range(2, 60, 2)

    record = kept(page, *(server.at(each) for each in sizes))

    assert (record["alarm"], record["restored"], record["doubt"]) == (None, None, None)
    assert [each["size"] for each in record["kept"]] == [2, *list(sizes)[-15:]]
    assert {each["isSigned"] for each in record["kept"]} == {page.url.startswith("https:")}
    assert [each["size"] for each in kept(page, server.at(20), server.at(20))["kept"]] == [20]


def test_whatever_does_not_continue_is_an_alarm_with_both_notes(page: Page) -> None:
    changed, copy = ["otra", *BASE[1:], "más"], restored(9)
    cases = [
        ("changed", Server(changed).at(12)),
        ("changed", Server(changed).at(13)),
        ("changed", Server([*BASE[:11], "otra", "más"]).at(13)),
        ("shorter", Server(BASE).at(7)),
        ("shorter", Server(changed).at(11)),
        ("life", Server(restored(9, root="00" * 32), life=SECOND).at(11)),
        ("life", Server([*copy[:9], "x", copy[9]], life=SECOND).at(11)),
        ("signature", Server([*BASE, "más"], key=OTHER).at(13)),
        ("signature", Server(copy, key=OTHER, life=SECOND).at(11)),
    ]
    for why, step in cases:
        record = kept(page, *HONEST, step)
        assert record["alarm"], (why, step[0], record)
        assert record["alarm"]["why"] == why
        assert (record["alarm"]["older"]["note"], record["alarm"]["newer"]["note"]) == (HONEST[-1][0], step[0])
        assert [each["size"] for each in record["kept"]] == list(STEPS)


def test_what_nobody_signed_is_never_an_alarm(page: Page) -> None:
    """A cache or a person on the way gave a wrong proof, or a note that the log's key did not sign."""
    honest, answers = Server([*BASE, "más"]).at(13)
    for wrong in ([], [bytes(32)], [bytes(32)] * 4, [b"short"]):
        proof = {"13/desde/12": json.dumps({"proof": list(map(encoded, wrong))})}
        assert kept(page, *HONEST, (honest, answers | proof)) == "proof"
    published = {"clave": f"{VKEY}\n"}
    for forged in (
        Server(BASE[:5], key=OTHER),
        Server([*BASE, "más"], key=OTHER, life=SECOND),
        Server([*BASE, "más"], key=OTHER),
    ):
        note, proved = forged.at(len(forged.entries))
        assert kept(page, *HONEST, (note, proved | published)) == "signature"
        assert kept(page, *HONEST, (note, proved | {"clave": "<html>"})) == "signature"
    if page.url.startswith("https:"):
        for old, new in (("13\n", "14\n"), ("13\n", "11\n"), (FIRST, SECOND)):
            assert kept(page, *HONEST, (honest.replace(old, new, 1), answers)) == "signature"


def test_an_entry_of_a_restored_copy_that_does_not_come_is_never_an_alarm(page: Page) -> None:
    """Nobody signs a 404, nor the place that is said of an entry."""
    note, answers = Server(restored(9), life=SECOND).at(11)
    address = f"11/encarnacion/{SECOND}"
    told = json.loads(answers[address])

    assert kept(page, *HONEST, (note, {each: answers[each] for each in answers if each != address})) == "life"
    for without in (Server([*BASE, "más"], life=SECOND).at(13), Server([*BASE[:9], "x"], life=SECOND).at(10)):
        assert kept(page, *HONEST, without) == "life"
    for index in ("9", 9.5, [9], None, 8, -1):
        assert kept(page, *HONEST, (note, answers | {address: json.dumps(told | {"index": index})})) == "life", index


def test_the_first_of_two_restored_copies_that_does_not_come_takes_nothing_of_what_is_kept(page: Page) -> None:
    second = restored(9, more=["después"])
    tree = Tree(leaf_hash(each.encode()) for each in second)
    entry = {"kind": "incarnation", "incarnation": THIRD, "before": SECOND, "size": 11, "key": VKEY}
    third = Server([*second, json.dumps(entry | {"root": tree.root().hex()}), "más"], life=THIRD)
    note, answers = third.at(13)
    without = (note, {each: answers[each] for each in answers if SECOND not in each})

    assert [each["size"] for each in kept(page, *HONEST, (note, answers))["kept"]] == [3, 7, 13]
    assert kept(page, *HONEST[:1], Server(BASE).at(10), without) == "life"
    assert [each["size"] for each in kept(page, *HONEST[:2], without)["kept"]] == [3, 7, 13]


def test_a_server_that_proves_nothing_is_caught_by_another_note_of_the_size_that_is_kept(page: Page) -> None:
    """It has to sign one of that size sooner or later, or is told of as one that proves nothing."""
    note, _ = Server(["otra", *BASE[1:], "más"]).at(13)
    same, other = Server(BASE).at(12)[0], Server(["otra", *BASE[1:]]).at(12)[0]
    unsigned = Server(["otra", *BASE[1:]], key=OTHER).at(12)[0]
    of_another_life = Server(["otra", *BASE[1:]], life=SECOND).at(12)[0]

    for proof in ({}, {"13/desde/12": '{"proof": []}'}):
        for says_nothing in (same, unsigned, of_another_life, HONEST[1][0], "<html>"):
            assert kept(page, *HONEST, (note, proof | {"12/": says_nothing})) == "proof"
        record = kept(page, *HONEST, (note, proof | {"12/": other}))
        assert record["alarm"]["why"] == "changed"
        assert (record["alarm"]["older"]["note"], record["alarm"]["newer"]["note"]) == (HONEST[-1][0], other)


@pytest.mark.parametrize("size", [2, 4, 7, 8, 11])
def test_a_log_that_was_rewritten_is_caught_by_its_own_proof_which_is_kept_with_the_notes(
    page: Page, size: int
) -> None:
    """Also where a proof leaves out the root that is kept, as of a size that is a power of two."""
    first, rewritten = Server(BASE).at(size), Server(["otra", *BASE[1:]]).at(12)

    record = kept(page, first, rewritten)

    assert record["alarm"]["why"] == "changed"
    assert (record["alarm"]["older"]["note"], record["alarm"]["newer"]["note"]) == (first[0], rewritten[0])
    told = json.loads(record["alarm"]["proof"])
    assert told == {"older": told["older"], "size": 12} | json.loads(rewritten[1][f"12/desde/{told['older']}"])
    evidence = page.evaluate("async (record) => (await import('/log_keeping.js')).evidence(record)", record)
    for each in (first[0], rewritten[0], record["alarm"]["proof"]):
        assert each in evidence


def test_an_alarm_stays_but_for_a_log_that_is_whole_again(page: Page) -> None:
    honest = Server([*BASE, "más"]).at(13)

    assert kept(page, *HONEST, Server(["otra", *BASE[1:], "más"]).at(13), honest)["alarm"]["why"] == "changed"
    record = kept(page, *HONEST, HONEST[1], honest)
    assert (record["alarm"], record["kept"][-1]["size"]) == (None, 13)


def test_a_restored_copy_is_told_with_both_heads_and_the_page_goes_on_from_it(page: Page) -> None:
    copy = Server(restored(9, more=[f"después {each}" for each in range(8)]), life=SECOND)
    for size in (10, 12, 15):
        record = kept(page, *HONEST, copy.at(size))
        assert record["alarm"] is None
        told = record["restored"]
        assert (told["size"], told["lost"], told["copied"]) == (9, 3, "2026-12-05T02:14:00Z")
        assert (told["older"]["size"], told["newer"]["size"]) == (12, size)
        assert [each["size"] for each in record["kept"]] == [3, 7, size]

    assert kept(page, *HONEST, copy.at(15), copy.at(17))["kept"][-1]["size"] == 17
    assert kept(page, *HONEST, HONEST[1], copy.at(15))["alarm"] is None
    other = Server(restored(9, key=OTHER_VKEY), key=OTHER, life=SECOND).at(11)
    assert kept(page, *HONEST, other)["vkey"] == OTHER_VKEY
    whole = kept(page, *HONEST, Server(restored(12), life=SECOND).at(14))
    assert (whole["restored"]["lost"], whole["kept"][-1]["size"]) == (0, 14)


def test_a_copy_that_was_changed_before_it_was_restored_is_no_restored_copy(page: Page) -> None:
    entries = restored(9)
    entries[0] = "otra"
    tree = Tree(leaf_hash(each.encode()) for each in entries[:9])
    entries[9] = json.dumps(json.loads(entries[9]) | {"root": tree.root().hex()})

    assert kept(page, *HONEST, Server(entries, life=SECOND).at(11))["alarm"]["why"] == "changed"


def test_what_the_server_does_not_prove_is_no_good_news(page: Page) -> None:
    note, _ = Server([*BASE, "más"]).at(13)

    assert kept(page, *HONEST, (note, {})) == "proof"
    for answer in ("<html>", "{}", "null", '{"proof": ["x"]}'):
        assert kept(page, *HONEST, (note, {"13/desde/12": answer})) in ("proof", "form")
    assert kept(page, *HONEST, ("<html>Entre a la red</html>", {})) == "form"
    foreign = str(signed_checkpoint(Checkpoint("otra.example/copa", 3, bytes(32), FIRST), LOG))
    assert kept(page, (foreign, {})) == "signature"


def test_two_views_are_one_log_or_are_not(page: Page) -> None:
    honest, forked = Server([*BASE, "más"]), Server(["otra", *BASE[1:], "más"])
    # An honest server has no proof that leads to a larger one that is not its own: nothing is told of that one.
    for shown, server, at_3, at_12, at_13 in (
        (honest, honest, True, True, True),
        (forked, honest, False, False, None),
        (forked, forked, None, False, False),
    ):
        for size, expected in ((3, at_3), (12, at_12), (13, at_13)):
            root = Tree(leaf_hash(each.encode()) for each in shown.entries[:size]).root().hex()
            assert agreed(page, {"size": size, "root": root}, server.at(max(size, 12))[1]) is expected, size
            wrong = {f"{max(size, 12)}/desde/{min(size, 12)}": '{"proof": []}'}
            assert agreed(page, {"size": size, "root": root}, wrong) is (expected if size == 12 else None), size
    assert [agreed(page, {"size": 12, "root": each}, {}) for each in (root_of(12)[:16], "0" * 16)] == [True, False]
    for seen in ({"size": 13, "root": "00" * 32}, {"size": 12, "root": "00"}):
        assert agreed(page, seen, {}) is None


def root_of(size: int) -> str:
    return Tree(leaf_hash(each.encode()) for each in BASE[:size]).root().hex()


def agreed(page: Page, seen: Mapping[str, object], answers: Mapping[str, str]) -> Any:
    return page.evaluate(
        """async ([own, seen, answers]) =>
            (await import('/log_keeping.js')).agrees(own, seen, async (path) => answers[path] ?? null)""",
        [{"size": 12, "root": root_of(12), "note": HONEST[-1][0]}, seen, dict(answers)],
    )


def test_a_second_copy_that_is_older_than_the_first_is_told_as_one_too(page: Page) -> None:
    first, second = Server(restored(9), life=SECOND).at(11), Server(restored(5, life=THIRD), life=THIRD).at(7)

    record = kept(page, *HONEST, first, second)

    assert record["alarm"] is None
    assert (record["restored"]["size"], record["restored"]["lost"]) == (5, 6)
    assert [each["size"] for each in record["kept"]] == [3, 7]
    late = kept(page, first, second)
    assert (late["alarm"], late["restored"]["lost"], len(late["kept"])) == (None, 6, 1)
    assert kept(page, *HONEST, first, Server([*BASE, *"abc"]).at(15)) == "life"
    changed = restored(5, life=THIRD)
    assert kept(page, *HONEST, first, Server(["otra", *changed[1:]], life=THIRD).at(7))["alarm"]


def test_a_copy_of_a_copy_that_was_changed_where_the_first_life_is_kept_is_an_alarm(page: Page) -> None:
    copy = restored(5)
    seen = [Server(BASE).at(3), Server(copy, life=SECOND).at(7)]

    for entries, why in ((copy, None), (["otra", *copy[1:]], "changed")):
        again = restored(6, life=THIRD, of=entries, before=SECOND)
        alarm = kept(page, *seen, Server(again, life=THIRD).at(8))["alarm"]
        assert (alarm and alarm["why"]) == why


def test_silence_counts_from_one_question_to_the_next_and_not_while_the_phone_slept(page: Page) -> None:
    def is_silent(*asked: str) -> bool:
        return page.evaluate(
            """async (asked) => {
                const own = await import('/log_keeping.js');
                return own.isSilent(asked.reduce((record, at) => own.doubted(record, `2026-12-05T${at}Z`), own.blank('')));
            }""",
            list(asked),
        )

    half_minutes = [f"02:{seconds // 60:02}:{seconds % 60:02}" for seconds in range(0, 121, 30)]
    assert not is_silent()
    assert not is_silent(*half_minutes[:-1])
    assert is_silent(*half_minutes)
    assert not is_silent("02:00:00", "03:00:00")
    assert not is_silent("02:00:00", "02:00:30", "01:00:00")
