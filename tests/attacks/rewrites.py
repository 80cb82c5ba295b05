"""Fifty ways in which the owner of machine, database and keys rewrites a night: what each changes, and how far the rest is made to agree.

He works on the archive of a championship, which has all its rows, its leaves and its checkpoints. `Owner` makes anew what he wants made
anew, with the server's own key: chains, digests, leaves, roots, notes. Against him stand checkpoints that a phone, a paper and another
installation kept before, and `tools/verificador.py`.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from hashlib import sha256
from types import ModuleType
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from brackets.draw.acta_draws import lines_digest
from kernel.checkpoint import Checkpoint, KeyKind, Note, VerifierKey, cosign, signed_checkpoint
from kernel.merkle import Tree, leaf_hash

Row = dict[str, Any]
Parts = dict[str, list[Row]]
CLUB: Final = "club.example"
MINE: Final = "_of"
"""The row that a leaf of the audit is of, which nothing in the archive says."""


class How(StrEnum):
    """How far the owner goes: the row alone; all that hangs on it, signed anew; the whole archive; another view for somebody."""

    ROW = "the row alone"
    WHOLE = "everything made anew"
    ARCHIVE = "the archive"
    FORK = "two views"


@dataclass(frozen=True)
class Kept:
    """What others have of one moment: a note on a phone, size and digits on a paper, a note that a cosigner signed, and its key."""

    phone: str
    paper: str
    cosigned: str
    club: str
    size: int
    root: bytes


@dataclass
class Owner:
    """The archive as the owner holds it, with the keys of the server."""

    tool: ModuleType
    parts: Parts
    key: Ed25519PrivateKey
    moved: dict[int, int] = field(default_factory=dict)
    """By the size of a checkpoint how many leaves it has once they are made anew."""
    late: list[tuple[Any, ...]] = field(default_factory=list)
    """What gets its leaf after the first checkpoint, and not within it."""

    def __post_init__(self) -> None:
        waiting = list(self.parts["registro"])
        people = {row["id"]: row["public_id"] for row in self.parts["personas"]}
        for leaf in self.parts["hojas"]:
            values = json.loads(leaf["entry"])
            if values["kind"] == "audit":
                told = (values["action"], values["at"], values["user"])
                for row in waiting:
                    if (row["action"], row["at"], people.get(row["user"])) == told:
                        leaf[MINE] = row
                        waiting.remove(row)
                        break

    def archive(self) -> Any:
        """The archive as the verifier reads it."""
        archive = self.tool.Archive.__new__(self.tool.Archive)
        archive.problems, archive.cosigned, archive.ink = [], [], True
        archive.logs = self.tool.defaultdict(list)
        archive.parts = self.parts
        archive.people, archive.mesas = (
            {row["id"]: row["public_id"] for row in self.parts[each]} for each in ("personas", "mesas")
        )
        archive.numbers = {row["id"]: row["number"] for row in self.parts["parejas"]}
        archive.keys = {row["public_id"]: row["public_key"] for row in self.parts["equipos"]}
        return archive

    def found(self, *notes: str, cosigners: Sequence[str] = ()) -> list[str]:
        """What the verifier finds, with these checkpoints that were kept."""
        return [what for what, *_ in self.archive().check([("guardado", note) for note in notes], cosigners)]

    def tree(self) -> Tree:
        return Tree(leaf_hash(leaf["entry"].encode()) for leaf in self.parts["hojas"])

    def row(self, part: str, **values: Any) -> Row:
        """The first row with these values."""
        return next(row for row in self.parts[part] if all(row[name] == each for name, each in values.items()))

    def remake(self) -> None:
        """All that hangs on the rows is made anew from them."""
        self._chains()
        self._signatures()
        self._leaves()
        self.sign()

    def sign(self, key: Ed25519PrivateKey | None = None) -> None:
        """The checkpoints there were, over the leaves there are."""
        tree = self.tree()
        for row in self.parts["puntos"]:
            before = Checkpoint.parse(Note.parse(row["note"].encode()).text)
            size = min(self.moved.get(before.size, before.size), tree.size)
            made = Checkpoint(before.origin, size, tree.root(size), before.incarnation)
            row["note"] = str(signed_checkpoint(made, key or self.key))
        if key:
            self.parts["claves_del_arbol"][:] = [{"made_at": row["at"], "vkey": str(VerifierKey.of(made.origin, key))}]

    def _chains(self) -> None:
        tool = self.tool
        numbers = {row["id"]: row["number"] for row in self.parts["parejas"]}
        for mesa in self.parts["mesas"]:
            sides = [numbers[mesa["pareja_a"]], numbers[mesa["pareja_b"]]]
            rules = {
                "parejas": sides,
                "version": mesa["reglamento_version"],
                "ajustes": mesa["rule_settings"],
                "asientos": mesa["seats"],
            }
            head = tool.digest(tool.canonical({"reglamento": mesa["reglamento"], "mesa": mesa["public_id"], **rules}))
            log = [row for row in self.parts["jugadas"] if row["mesa"] == mesa["id"]]
            for seq, row in enumerate(log, start=1):
                row["seq"], row["prev_hash"] = seq, head
                names = "client_id device device_ts lease_epoch notation received_at seq user"
                bound = tool.picked(row, names, mesa=mesa["public_id"], signed=row["signed"] or None)
                head = row["hash"] = tool.digest(head.encode(), tool.canonical(bound))
            mesa["head_seq"], mesa["head_hash"] = len(log), head if log else mesa["head_hash"]
            for row in (each for each in self.parts["planillas"] if each["mesa"] == mesa["id"]):
                row["head_seq"] = min(row["head_seq"], len(log))
                row["chain_hash"] = log[row["head_seq"] - 1]["hash"]

    def _signatures(self) -> None:
        tool, mesas = self.tool, {row["id"]: row["public_id"] for row in self.parts["mesas"]}
        for row in self.parts["planillas"]:
            bound = {"mesa": mesas[row["mesa"]], "seq": row["head_seq"], "chain": row["chain_hash"]}
            head = tool.digest(tool.canonical(tool.picked(row, "version digest", **bound)))
            for each in (each for each in self.parts["firmas"] if each["planilla"] == row["id"]):
                each["digest"], each["prev_hash"] = row["digest"], head
                each["said"] = tool.said(each["salt"], tool.picked(each, tool.SIGNED.replace("ink ", "")))
                each["inked"] = tool.said(each["salt"], each["ink"])
                names = "party outcome signed_at received_at device holder apart said inked digest"
                own = tool.picked(each, names, signature=each["client_id"], version=row["version"])
                head = each["hash"] = tool.digest(head.encode(), tool.canonical(own))
            if row["status"] == "sealed":
                row["signed_hash"] = head

    def _leaves(self) -> None:
        """A leaf for each row that had one, in the old order; one for each new row, after the last of its kind within the first checkpoint."""
        tool = self.tool
        rows = {tool.name_of(kind, values): (kind, values, said) for kind, values, said in self.archive().entries()}
        first = min(Checkpoint.parse(Note.parse(row["note"].encode()).text).size for row in self.parts["puntos"])
        before, made, audited, number = self.parts["hojas"], list[Row](), "", 0
        named = {self._of(leaf) for leaf in before}
        fresh = [of for of in rows if of not in named]
        there = {id(row) for row in self.parts["registro"]}
        known = {id(leaf[MINE]) for leaf in before if MINE in leaf}
        audits = [
            {"entry": json.dumps({"kind": "audit"}), "salt": "", MINE: row}
            for row in self.parts["registro"]
            if id(row) not in known
        ]
        early = [*audits, *self._new([of for of in fresh if of not in self.late], rows)]
        late = [*self._new([of for of in fresh if of in self.late], rows)]
        at_first = 0
        around = [*before[: first - 1], *early, before[first - 1], *late, *before[first:]]
        for place, leaf in enumerate(around):
            at_first = len(made) if place == first + len(early) else at_first
            values, of = json.loads(leaf["entry"]), self._of(leaf)
            if values["kind"] == "audit" and MINE in leaf:
                if id(leaf[MINE]) not in there:
                    continue
                values = self._audit(leaf[MINE], values)
            elif of in rows:
                kind, told, said = rows[of]
                values = {"kind": kind, **told} | self._said(leaf, values, said)
            elif values["kind"] in ("jugada", "signature", "planilla", "event", "confirmed", "draw"):
                continue
            if values["kind"] == "audit":
                number += 1
                values |= {"number": number, "before": audited}
            text = tool.canonical(values)
            audited = tool.digest(b"\0", text) if values["kind"] == "audit" else audited
            made.append({**leaf, "entry": text.decode()})
        self.moved |= {first: at_first or len(made), len(before): len(made)}
        self.parts["hojas"][:] = made

    def _of(self, leaf: Row) -> tuple[Any, ...]:
        values = json.loads(leaf["entry"])
        return () if set(values) == {"kind"} else tuple(self.tool.name_of(values["kind"], values))

    def _new(self, fresh: Sequence[tuple[Any, ...]], rows: Mapping[tuple[Any, ...], Any]) -> Iterator[Row]:
        for of in fresh:
            kind, told, said = rows[of]
            leaf = {"entry": "", "salt": "5a" * 16 if said is not None else ""}
            entry = {"kind": kind, **told} | self._said(leaf, {"said": ""} if said is not None else {}, said)
            yield leaf | {"entry": self.tool.canonical(entry).decode()}

    def _said(self, leaf: Row, values: Row, said: Any) -> Row:
        """The digest of what people wrote, where the leaf has one."""
        if "said" not in values:
            return {}
        return {"said": self.tool.said(leaf["salt"], said) if leaf["salt"] else values["said"]}

    def _audit(self, row: Row, values: Row) -> Row:
        """Its salt is in no archive: where the sentence is another one the owner takes another salt, and a digest that nobody can tell of."""
        people = {each["id"]: each["public_id"] for each in self.parts["personas"]}
        said = values.get("said") or sha256(b"salt").hexdigest()
        if row.get("_rewritten"):
            said = sha256(str(row["sentence"]).encode()).hexdigest()
        drawn = {"sha256": row["data"]["sha256"]} if row["action"] in self.tool.DRAWN else {}
        return {
            "kind": "audit",
            "action": row["action"],
            "at": row["at"],
            "user": people.get(row["user"]),
            "said": said,
            **drawn,
        }


@dataclass(frozen=True)
class Rewrite:
    """`what` is rewritten by `change`, as far as `how` says. `by_program`: the verifier of the program finds it, not the one without it."""

    what: str
    how: How
    change: Callable[[Owner], object]
    by_program: bool = False


def put(part: str, *, of: Callable[[Row], bool] = lambda _: True, **values: Any) -> Callable[[Owner], object]:
    """The first row of a part that is such a one gets these values."""

    def change(owner: Owner) -> None:
        row = next(row for row in owner.parts[part] if of(row))
        assert {name: row[name] for name in values} != values, part
        row.update(values)

    return change


def gone(part: str, *, of: Callable[[Row], bool] = lambda _: True, last: bool = False) -> Callable[[Owner], object]:
    """The first row that is such a one is gone, or the last."""

    def change(owner: Owner) -> None:
        rows = [row for row in owner.parts[part] if of(row)]
        row = rows[-1 if last else 0]
        owner.parts[part][:] = [each for each in owner.parts[part] if each is not row]

    return change


def whole(change: Callable[[Owner], object]) -> Callable[[Owner], object]:
    def done(owner: Owner) -> None:
        change(owner)
        owner.remake()

    return done


def is_result(row: Row) -> bool:
    return (
        row["kind"] == "result"
        and isinstance(row["data"].get("after"), dict)
        and row["data"]["after"].get("winner") is not None
    )


def of_kind(leaf: Row, kind: str) -> bool:
    return bool(json.loads(leaf["entry"])["kind"] == kind)


def last_of_mesa(owner: Owner) -> None:
    """With what the mesa says of its end."""
    mesa = owner.parts["mesas"][0]
    log = [row for row in owner.parts["jugadas"] if row["mesa"] == mesa["id"]]
    owner.parts["jugadas"][:] = [row for row in owner.parts["jugadas"] if row is not log[-1]]
    mesa["head_seq"], mesa["head_hash"] = len(log) - 1, log[-2]["hash"]


def middle(owner: Owner) -> None:
    del owner.parts["jugadas"][1]


def appended_jugada(owner: Owner) -> None:
    """A jugada more in the middle of a log, with an hour of then."""
    row = owner.parts["jugadas"][1]
    owner.parts["jugadas"].insert(1, row | {"client_id": str(uuid5(NAMESPACE_URL, "jugada")), "notation": "ronda B"})


def another_winner(owner: Owner, which: int = 0) -> None:
    """In the first result, or in the last."""
    event = [row for row in owner.parts["hechos"] if is_result(row)][which]
    after, numbers = event["data"]["after"], [row["number"] for row in owner.parts["parejas"]]
    after["winner"] = next(each for each in numbers if each != after["winner"])


def winner_everywhere(owner: Owner, which: int = 0) -> None:
    """In the event and in the row of its partida."""
    another_winner(owner, which)
    event = [row for row in owner.parts["hechos"] if is_result(row)][which]
    stages = {row["number"]: row["id"] for row in owner.parts["etapas"]}
    place = {"stage": stages[event["stage"]], "round": event["round"], "position": event["position"]}
    owner.row("partidas", **place)["winner"] = owner.row("parejas", number=event["data"]["after"]["winner"])["id"]


def last_winner(owner: Owner) -> None:
    winner_everywhere(owner, -1)


def last_said_otherwise(owner: Owner) -> None:
    owner.parts["registro"][-1] |= {"sentence": "Otra cosa.", "_rewritten": True}


def last_missing(owner: Owner) -> None:
    """The second phone is shown nothing of what came after the first checkpoint of both but an entry of its own."""
    first = Checkpoint.parse(Note.parse(owner.parts["puntos"][0]["note"].encode()).text).size
    named = [tuple(owner._of(leaf)) for leaf in owner.parts["hojas"][first:]]
    audits = [leaf[MINE] for leaf in owner.parts["hojas"][first:] if MINE in leaf]
    owner.parts["hechos"][:] = [
        row for row in owner.parts["hechos"] if ("event", row["stage"], row["seq"]) not in named
    ]
    owner.parts["registro"][:] = [
        row for row in owner.parts["registro"] if not any(row is each for each in audits[:-1])
    ]


def partida_alone(owner: Owner) -> None:
    row = next(row for row in owner.parts["partidas"] if row["winner"] is not None)
    row["winner"] = row["pareja_b"] if row["winner"] == row["pareja_a"] else row["pareja_a"]


def crowned(owner: Owner) -> None:
    owner.parts["podio"].append({"place": 1, "pareja": owner.parts["parejas"][0]["id"], "fixture": None})


def lines_turned(owner: Owner) -> None:
    owner.parts["etapas"][0]["slots"].reverse()


def moved_by_an_hour(owner: Owner) -> None:
    for row in owner.parts["jugadas"]:
        hour = datetime.fromisoformat(row["received_at"]) + timedelta(hours=1)
        row["received_at"] = hour.isoformat(timespec="microseconds")


def result_in_the_past(owner: Owner) -> None:
    """A correction that nobody made, as if it had been made then."""
    event = next(row for row in owner.parts["hechos"] if is_result(row))
    own = [row["seq"] for row in owner.parts["hechos"] if row["stage"] == event["stage"]]
    made = json.loads(json.dumps(event))
    owner.parts["hechos"].append(made | {"seq": max(own) + 1, "action": "resultado-corregir"})


def result_now(owner: Owner) -> None:
    """A correction right after the checkpoint that both phones have."""
    event = [row for row in owner.parts["hechos"] if is_result(row)][-1]
    made = json.loads(json.dumps(event))
    made |= {"seq": max(row["seq"] for row in owner.parts["hechos"]) + 1, "action": "resultado-corregir"}
    owner.parts["hechos"].append(made)
    owner.late.append(("event", made["stage"], made["seq"]))


def audit_in_the_past(owner: Owner) -> None:
    first = owner.parts["registro"][0]
    owner.parts["registro"].insert(1, first | {"action": "w-o", "sentence": "No vino.", "_rewritten": True})


def swept_late(owner: Owner) -> None:
    """The correction gets its leaf now, at the end, as a sweep would give it."""
    result_in_the_past(owner)
    name = ("event", owner.parts["hechos"][-1]["stage"], owner.parts["hechos"][-1]["seq"])
    rows = {owner.tool.name_of(kind, values): (kind, values, said) for kind, values, said in owner.archive().entries()}
    owner.parts["hojas"].extend(owner._new([name], rows))


def leaf_too(owner: Owner) -> None:
    """A jugada, its chain and its leaf agree; the roots are those of before."""
    owner.parts["jugadas"][1]["notation"] = "caida B"
    owner._chains()
    owner._signatures()
    owner._leaves()


def drawn_otherwise(owner: Owner) -> None:
    stage = next(row for row in owner.parts["etapas"] if row["drawn_digest"])
    stage["slots"].reverse()
    stage["drawn_record"]["lineas_sorteadas"].reverse()
    before, stage["drawn_digest"] = stage["drawn_digest"], sha256(b"otro sorteo").hexdigest()
    told = next(row for row in owner.parts["registro"] if row["data"].get("sha256") == before)
    told["data"]["sha256"] = stage["drawn_digest"]
    for kind in ("made", "published"):
        row = owner.row("sorteos", stage=stage["number"], number=stage["draw_number"], kind=kind)
        row["data"] |= {"huella": stage["drawn_digest"], "lineas": lines_digest(stage["slots"])}


def audit_said_otherwise(owner: Owner) -> None:
    owner.parts["registro"][0] |= {"sentence": "Otra cosa.", "_rewritten": True}


def other_key(owner: Owner) -> None:
    """As if the log had always been of another key."""
    audit_said_otherwise(owner)
    owner.remake()
    owner.sign(Ed25519PrivateKey.generate())


def cut(owner: Owner) -> None:
    """The last entries, their rows and the checkpoints that had them are gone."""
    owner.parts["registro"][:] = [
        row for row in owner.parts["registro"] if row["at"] < owner.parts["registro"][-1]["at"]
    ][:-6]
    owner.remake()
    del owner.parts["puntos"][1:]


def turned(owner: Owner) -> None:
    """Two leaves of other rows change places."""
    leaves = owner.parts["hojas"]
    places = [place for place, leaf in enumerate(leaves) if of_kind(leaf, "jugada")][:1] + [
        place for place, leaf in enumerate(leaves) if of_kind(leaf, "event")
    ][:1]
    one, two = places
    leaves[one], leaves[two] = leaves[two], leaves[one]
    owner.sign()


def treeless(owner: Owner) -> None:
    for part in ("hojas", "puntos", "sellos_de_tiempo"):
        owner.parts[part].clear()


def false_copy(owner: Owner) -> None:
    """An entry says that the database was restored, so that what is missing seems to be lost to a copy."""
    cut(owner)
    last, tree = owner.parts["puntos"][-1], owner.tree()
    said = Checkpoint.parse(Note.parse(last["note"].encode()).text)
    values = {"kind": "incarnation", "incarnation": "ab" * 16, "before": said.incarnation, "size": tree.size, "root": tree.root().hex(),
              "known": None, "key": owner.parts["claves_del_arbol"][-1]["vkey"], "at": last["at"]}  # fmt: skip
    owner.parts["hojas"].append({"entry": owner.tool.canonical(values).decode(), "salt": ""})
    made = Checkpoint(said.origin, tree.size + 1, owner.tree().root(), "ab" * 16)
    owner.parts["puntos"].append({"at": last["at"], "note": str(signed_checkpoint(made, owner.key))})


LONG_AGO: Final = "2020-01-01T00:00:00.000000+00:00"
NOTHING: Final = "0" * 64
REWRITES: Final = (
    # A row alone: what binds it says so, without anything from outside.
    Rewrite("a jugada says something else", How.ROW, put("jugadas", notation="caida B1")),
    Rewrite("the hour of a jugada", How.ROW, put("jugadas", received_at=LONG_AGO)),
    Rewrite("the seats of a mesa", How.ROW, put("mesas", seats=["B1", "A1", "B2", "A2"])),
    Rewrite("the last jugada is gone, and the head with it", How.ROW, last_of_mesa),
    Rewrite("a jugada in the middle is gone", How.ROW, middle),
    Rewrite("a jugada more in the middle", How.ROW, appended_jugada),
    Rewrite("the name on a signature", How.ROW, put("firmas", name="Nombre Puesto")),
    Rewrite("a signature becomes a refusal", How.ROW, put("firmas", outcome="no-firma")),
    Rewrite("the ink of a signature", How.ROW, put("firmas", ink=[[[1, 2], [3, 4]]])),
    Rewrite("a signature is gone", How.ROW, gone("firmas")),
    Rewrite("the digest of a Planilla", How.ROW, put("planillas", digest=NOTHING)),
    Rewrite("the hour of a seal", How.ROW, put("planillas", of=lambda row: bool(row["sealed_at"]), sealed_at=LONG_AGO)),
    Rewrite("a Planilla is not sealed any more", How.ROW, put("planillas", of=lambda row: row["status"] == "sealed", status="reopened")),
    Rewrite("the winner in a result", How.ROW, another_winner),
    Rewrite("a result counts no more", How.ROW, put("hechos", of=lambda row: is_result(row) and row["counts"], counts=False)),
    Rewrite("a result is gone", How.ROW, gone("hechos", of=is_result)),
    Rewrite("a correction in the past, without a leaf", How.ROW, result_in_the_past),
    Rewrite("a correction in the past, with its leaf at the end", How.ROW, swept_late),
    Rewrite("what an entry of the audit was", How.ROW, put("registro", action="otra-cosa")),
    Rewrite("the hour of an entry of the audit", How.ROW, put("registro", at=LONG_AGO)),
    Rewrite("an entry of the audit is gone", How.ROW, gone("registro")),
    Rewrite("the digest of a draw", How.ROW, put("sorteos", of=lambda row: "huella" in row["data"], data={"huella": NOTHING})),
    Rewrite("a draw is gone", How.ROW, gone("sorteos", of=lambda row: "huella" in row["data"])),
    Rewrite("a jugada with its chain and its leaf", How.ROW, leaf_too),
    # What no leaf has, since it follows from rows that have one: the program makes it anew and compares.
    Rewrite("the winner of a partida", How.ROW, partida_alone, by_program=True),
    Rewrite("a champion who never won", How.ROW, crowned, by_program=True),
    Rewrite("the lines of a draw", How.ROW, lines_turned, by_program=True),
    # Everything is made anew and signed with the server's key: nothing inside contradicts anything.
    Rewrite("a jugada", How.WHOLE, whole(put("jugadas", notation='ajusta A +38 "otra cosa"'))),
    Rewrite("the last jugada of a mesa is gone", How.WHOLE, whole(last_of_mesa)),
    Rewrite("a jugada in the middle is gone", How.WHOLE, whole(middle)),
    Rewrite("a jugada more in the past", How.WHOLE, whole(appended_jugada)),
    Rewrite("the hours of all jugadas", How.WHOLE, whole(moved_by_an_hour)),
    Rewrite("the name on a signature", How.WHOLE, whole(put("firmas", name="Nombre Puesto"))),
    Rewrite("a signature becomes a refusal", How.WHOLE, whole(put("firmas", outcome="no-firma"))),
    Rewrite("a signature is gone", How.WHOLE, whole(gone("firmas", last=True))),
    Rewrite("the winner, in the event and in the partida", How.WHOLE, whole(winner_everywhere)),
    Rewrite("a correction that nobody made", How.WHOLE, whole(result_in_the_past)),
    Rewrite("another draw", How.WHOLE, whole(drawn_otherwise)),
    Rewrite("what an entry of the audit says", How.WHOLE, whole(audit_said_otherwise)),
    Rewrite("an entry of the audit is gone", How.WHOLE, whole(gone("registro", of=lambda row: "sha256" not in row["data"]))),
    Rewrite("an entry of the audit in the past", How.WHOLE, whole(audit_in_the_past)),
    Rewrite("everything, under another key", How.WHOLE, other_key),
    Rewrite("two entries change places", How.WHOLE, turned),
    # The archive that people are given.
    Rewrite("the newest entries are missing", How.ARCHIVE, cut),
    Rewrite("there is no tree", How.ARCHIVE, treeless),
    Rewrite("a restored copy that never was", How.ARCHIVE, false_copy),
    # Since the checkpoint that both have, two phones are shown two logs, each sound by itself: they differ once they meet.
    Rewrite("another winner for the second phone", How.FORK, whole(last_winner)),
    Rewrite("another entry of the audit for the second phone", How.FORK, whole(last_said_otherwise)),
    Rewrite("a result that the second phone is not shown", How.FORK, whole(last_missing)),
    Rewrite("a correction that the second phone alone is shown", How.FORK, whole(result_now)),
)  # fmt: skip


def kept_of(note: str, club: Ed25519PrivateKey, time: int) -> Kept:
    """What a phone, a paper and a cosigner have of a checkpoint."""
    text = Note.parse(note.encode()).text
    said = Checkpoint.parse(text)
    vkey = str(VerifierKey.of(CLUB, club, KeyKind.COSIGNATURE))
    line = cosign(text, CLUB, club, time=time)
    return Kept(note, f"{said.size}:{said.root.hex()[:16]}", f"{note}{line}", vkey, said.size, said.root)
