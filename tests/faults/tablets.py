"""Tablets with an outbox: they send until the whole answer has come, and forget nothing before."""

import http.client
import json
import random
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from uuid import UUID, uuid4

from tests.factories.referee import SORTEO, Keeper

PATIENCE = 8.0  # seconds for one answer, as the tablet's own
DEADLINE = 3600.0
LARGEST_BATCH = 5
RELOADS = 0.2  # of what was not answered
UNANSWERED = (OSError, http.client.HTTPException, ValueError)


def script(rows: int) -> list[str]:
    """Lines that may be recorded for as long as one likes: two claims, then both taken back, again and again."""
    turns = {2: "caida A", 3: "limpia B"}
    return [SORTEO] + [turns.get(seq % 4) or f"anula {seq - (1 if seq % 4 == 0 else 3)}" for seq in range(2, rows + 1)]


@dataclass
class Tally:
    """What a tablet saw."""

    requests: int = 0
    unanswered: int = 0
    conflicts: int = 0
    reloads: int = 0
    seconds: list[float] = field(default_factory=list)


class Outbox:
    """Plays a script against one mesa, whatever happens on the way."""

    def __init__(self, kept: Keeper, lines: list[str], seed: int) -> None:
        self.kept, self.lines = kept, lines
        self.client_ids: list[UUID] = [uuid4() for _ in lines]
        self.acked = self._seen = 0
        self.tally = Tally()
        self._random = random.Random(seed)

    def extend(self, lines: list[str]) -> None:
        """Play this longer script, which begins with the present one."""
        self.client_ids += [uuid4() for _ in lines[len(self.lines) :]]
        self.lines = lines

    def play(self, port: int, nonce: str) -> None:
        deadline = time.monotonic() + DEADLINE
        while self.acked < len(self.lines):
            if time.monotonic() > deadline:
                raise TimeoutError(f"{self.acked} of {len(self.lines)} acknowledged")
            self._send(port, nonce)

    def _send(self, port: int, nonce: str) -> None:
        size = self._random.randint(1, LARGEST_BATCH)
        wanted = range(self.acked, min(self.acked + size, len(self.lines)))
        body = {
            "lease_epoch": 1,
            "base_seq": max(self.acked, self._seen),
            "jugadas": [{"client_id": str(self.client_ids[i]), "notation": self.lines[i]} for i in wanted],
        }
        self.tally.requests += 1
        begun = time.monotonic()
        try:
            status, answer = call("POST", "/jugadas", port, nonce, self.kept, body)
        except UNANSWERED:
            self.tally.unanswered += 1
            time.sleep(self._random.uniform(0, 0.02))
            if self._random.random() < RELOADS:
                self._reload(port, nonce)
            return
        self.tally.seconds.append(time.monotonic() - begun)
        if status == 200:
            self.acked = answer["acked"]
        elif status == 409:
            self.tally.conflicts += 1
        else:
            raise AssertionError(f"{status}: {answer}")

    def _reload(self, port: int, nonce: str) -> None:
        """Open the mesa anew, as after a crash of the tablet: what is pending may be among what it now sees."""
        try:
            status, answer = call("GET", "", port, nonce, self.kept)
        except UNANSWERED:
            return
        if status == 200:
            self.tally.reloads += 1
            self._seen = answer["head"]["seq"]


def call(method: str, path: str, port: int, nonce: str, kept: Keeper, body: object | None = None) -> tuple[int, dict]:
    """One request and its whole answer; raises where it did not come, or came from another server."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        headers = {"Authorization": f"Device {kept.token}", "Content-Type": "application/json", "Connection": "close"}
        connection.request(method, f"/api/v1/mesas/{kept.mesa_id}{path}", json.dumps(body or {}), headers)
        answer = connection.getresponse()
        content = answer.read()
        if len(content) != int(answer.headers.get("Content-Length", -1)):  # cut off, perhaps within the headers
            raise http.client.IncompleteRead(content)
        if answer.headers["X-Run"] != nonce:
            raise AssertionError(f"a foreign server answered: {answer.status} {content[:200]!r}")
        return answer.status, json.loads(content)
    finally:
        connection.close()


def play_all(outboxes: list[Outbox], port: int, nonce: str) -> float:
    """Let all tablets play side by side; how many seconds it took."""
    begun = time.monotonic()
    with ThreadPoolExecutor(len(outboxes)) as pool:
        for played in [pool.submit(outbox.play, port, nonce) for outbox in outboxes]:
            played.result()
    return time.monotonic() - begun


def figures(outboxes: list[Outbox], seconds: float) -> dict[str, object]:
    """What all of them saw, for the report."""
    waited = sorted(second for outbox in outboxes for second in outbox.tally.seconds)
    return {
        "jugadas": sum(len(outbox.lines) for outbox in outboxes),
        "tablets": len(outboxes),
        "seconds": round(seconds, 2),
        "requests": sum(outbox.tally.requests for outbox in outboxes),
        "unanswered": sum(outbox.tally.unanswered for outbox in outboxes),
        "conflicts": sum(outbox.tally.conflicts for outbox in outboxes),
        "reloads": sum(outbox.tally.reloads for outbox in outboxes),
        "p99_ms": round(1000 * waited[int(0.99 * len(waited))]),
        "worst_ms": round(1000 * waited[-1]),
    }
