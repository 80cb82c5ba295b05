#!/usr/bin/env python3
"""Check the archive of a championship of Cuarenta against itself and against checkpoints that people kept.

    python3 verificador.py ARCHIVE [CHECKPOINT ...] [COSIGNER ...] [--en]

A CHECKPOINT is a file with a signed note, or size and root, `1234:0a1b2c3d4e5f6071` or in quotes as a page or a paper has them; a COSIGNER its key,
`name+id+base64`, as its own club tells it. It needs Python 3.11 and `cryptography`, prints what was changed, a line each, and ends with 1 for it.
"""

import json
import re
import sys
import zlib
from base64 import b64decode, urlsafe_b64decode
from collections import Counter, defaultdict
from datetime import UTC, datetime, timedelta
from functools import reduce
from hashlib import sha256
from os.path import exists
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, utils
from cryptography.hazmat.primitives.hashes import SHA256

SHORT = re.compile(r"(?i)(?:.*\s)?(\d{1,16})[:,·\s]+(?:(?:ra\S{1,2}z|root)\s+)?([0-9a-f]{16,64})(?:[^0-9a-z].*)?")
VKEY = re.compile(r"[^\s+/]+(?:/[^\s+]+)?\+[0-9a-f]{8}\+[A-Za-z0-9+/]+=*")
SIGNED, DRAWN, CLOSED = "name ink reason witness contested changes_result", ("sorteo-comprometer", "sorteo-hacer"), "campeonato-cerrar"  # fmt: skip
WORDS = {"digest": ("la huella del final no es la del documento", "the digest at the end is not that of the document"), "jugada": ("mesa {}: la jugada {} «{}» no es la que se registró", "mesa {}: jugada {} «{}» is not what was recorded"), "tablet": ("mesa {}: la jugada {} «{}» no es lo que firmó su tablet", "mesa {}: jugada {} «{}» is not what its tablet signed"), "end": ("mesa {}: faltan jugadas al final", "mesa {}: jugadas are missing at the end"), "planilla": ("la Planilla v{1} de la mesa {0} no es la de su bitácora", "Planilla v{1} of mesa {0} is not that of its log"), "seal": ("la Planilla v{1} de la mesa {0} se selló con otras firmas", "Planilla v{1} of mesa {0} was sealed with other signatures"), "firma": ("mesa {}, Planilla v{}: la firma de {} no es la que se registró", "mesa {}, Planilla v{}: the signature of {} is not what was recorded"), "share": ("etapa {}: el aporte de la pareja {} no es el que prometió", "stage {}: the share of pareja {} is not what it promised"),
    "leaf": ("hoja {}: «{}» no es lo que dice su fila", "leaf {}: «{}» is not what its row says"), "public": ("etapa {}: no es pública como consta de sus sorteos", "stage {}: it is not public as is recorded of its draws"), "undrawn": ("de un sorteo o de un compromiso ({:.16}) no consta quién lo hizo", "no entry says who made a draw or a commitment ({:.16})"), "ended": ("terminado o no, el campeonato no es como dice su registro", "ended or not, the championship is not as its audit has it"), "leafless": ("«{}» no tiene hoja, y algo posterior sí", "«{}» has no leaf, and something later has"), "actless": ("«{}» no es de ningún acto del registro", "“{}” is of no act that the audit has"), "late": ("hoja {}: «{}» lleva una hora anterior al punto de control que ya estaba firmado", "leaf {}: “{}” has an hour before the checkpoint that was signed already"), "lost": ("{0}: el registro sigue de una copia restaurada de {3} entradas, y de {4} no consta nada", "{0}: the log goes on from a restored copy of {3} entries, and {4} are unaccounted for"),
    "other": ("punto de control {}: algo de sus {} entradas se cambió (raíz {})", "checkpoint {}: something of its {} entries was changed (root {})"), "fewer": ("punto de control {}: es de {} entradas, y el archivo tiene menos: se preparó antes, o le falta algo", "checkpoint {}: of {} entries, and the archive has fewer: it was made before, or something is missing"), "bad": ("punto de control {}: una firma no es de este texto", "checkpoint {}: a signature is not of this text"), "key": ("punto de control {}: lo cofirmó «{}», y este registro dice tener otra clave", "checkpoint {}: “{}” cosigned it, and this log claims another key"), "unsigned": ("punto de control {}: no está firmado con la clave de este registro", "checkpoint {}: not signed with the key of this log"), "count": ("Hallazgos: {}. Hojas: {}, y {} filas sin hoja todavía. Puntos de control: {} del archivo, {} guardados en otra parte. Cofirmas: {}. Quién ganó y las tablas no los compara este programa: lo hace «manage.py restaurar_archivo --solo-verificar».", "Findings: {}. Leaves: {}, and {} rows without one yet. Checkpoints: {} of the archive, {} kept elsewhere. Cosignatures: {}. Who won and the tables are not compared by this program: `manage.py restaurar_archivo --solo-verificar` does."), "unread": ("No se puede leer: {}.", "It cannot be read: {}."), "point": (" Un punto de control es un archivo, o tamaño y raíz como 1234:0a1b2c3d4e5f6071", " A checkpoint is a file, or size and root as 1234:0a1b2c3d4e5f6071")}  # fmt: skip
RESULT = {"result": ("after.how", "after.winner", "after.chicas", "after.by_zapateria", "after.zapaterias", "after.caidas", "before.sides", "gone", "log_ended"), "departure": ("playing", "voided"), "late-entry": ("late",), "override": ("numbers",)}  # fmt: skip
NAMES = {"jugada": "mesa seq", "name": "pareja position number", "signature": "signature", "planilla": "mesa version", "confirmed": "confirmation", "event": "stage seq", "draw": "stage draw event at", "share": "share", "audit": "number", "incarnation": "incarnation"}  # fmt: skip
COSIGNER, LATE = 4, timedelta(hours=2)  # kind of a key; what was written so long before a checkpoint has its leaf in it


def canonical(value):
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def digest(*parts):
    return sha256(b"".join(parts)).hexdigest()


def said(salt, what):
    return digest(canonical({"salt": salt, "said": what}))


def picked(row, names, **others):
    return {each: row[each] for each in names.split()} | others


class Archive:
    """The parts of an archive, and what is found wrong: keys of `WORDS` with what goes into them."""

    def __init__(self, path):
        self.logs, self.cosigned, text = defaultdict(list), [], Path(path).read_bytes()
        if text[:2] == b"\x1f\x8b":
            zipped = zlib.decompressobj(31)
            text = zipped.decompress(text) + zipped.unused_data + b"?"[zipped.eof :]  # what is torn is no JSON
        whole = json.loads(text)
        bound = text[: text.rstrip(b"\n").rfind(b"\n") + 1]
        self.problems = [] if digest(bound) == whole["huella"] else [("digest",)]
        self.parts, self.ink = whole["partes"], whole["incluye"]["tinta"]
        self.people, self.mesas = ({row["id"]: row["public_id"] for row in self.parts[each]} for each in ("personas", "mesas"))  # fmt: skip
        self.numbers, self.keys = ({row[key]: row[value] for row in self.parts[part]} for part, key, value in (("parejas", "id", "number"), ("equipos", "public_id", "public_key")))  # fmt: skip

    def check(self, kept=(), cosigners=()):
        """`kept` are names and notes from elsewhere, `cosigners` the keys that their own clubs told."""
        for look in (self.logs_check, self.tablets_check, self.planillas_check, self.draws_check, self.tree_check):
            self.problems += look()
        keys, others = ([row["vkey"] for row in self.parts[each]] for each in ("claves_del_arbol", "cofirmantes"))
        points = ((row["at"], row["note"], others) for row in self.parts["puntos"])
        for name, note, known in (*points, *((*each, [*cosigners]) for each in kept)):
            self.problems += self.checkpoint_check(name, note, keys + known)
        return self.problems

    def logs_check(self):
        """The chain of each mesa, from its rules and seats to its last jugada."""
        for row in self.parts["jugadas"]:
            self.logs[row["mesa"]].append(row)
        for mesa in self.parts["mesas"]:
            name, log, sides = self.mesas[mesa["id"]], self.logs[mesa["id"]], [self.numbers[mesa[f"pareja_{side}"]] for side in "ab"]  # fmt: skip
            head = digest(canonical(picked(mesa, "reglamento", mesa=name, parejas=sides, version=mesa["reglamento_version"], ajustes=mesa["rule_settings"], asientos=mesa["seats"])))  # fmt: skip
            for seq, row in enumerate(log, start=1):
                bound = canonical(picked(row, "client_id device device_ts lease_epoch notation received_at seq user", mesa=name, signed=row["signed"] or None))  # fmt: skip
                if (row["seq"], row["prev_hash"], row["hash"]) != (seq, head, digest(head.encode(), bound)):
                    yield "jugada", name, row["seq"], row["notation"]
                head = row["hash"]
            if mesa["head_seq"] != len(log) or (log and mesa["head_hash"] != head):
                yield "end", name

    def tablets_check(self):
        """What the tablets signed: each row by the key of its tablet."""
        for row in self.parts["jugadas"]:
            key, mesa = self.keys.get(row["device"] or "", ""), self.mesas[row["mesa"]]
            problem = bool(key) != bool(row["signed"])
            if key and row["signed"]:
                counter, previous, head, signature = row["signed"].split(".")
                statement = canonical(picked(row, "client_id device_ts notation", mesa=mesa, counter=int(counter), head=head, previous=previous))  # fmt: skip
                problem = not is_tablets(key, signature, statement)
            if problem:
                yield "tablet", mesa, row["seq"], row["notation"]

    def planillas_check(self):
        """Each version is of its log, and its signatures are a chain that the seal binds."""
        signatures = defaultdict(list)
        for row in self.parts["firmas"]:
            signatures[row["planilla"]].append(row)
        for row in self.parts["planillas"]:
            mesa, log = self.mesas[row["mesa"]], self.logs[row["mesa"]]
            if not 0 < row["head_seq"] <= len(log) or log[row["head_seq"] - 1]["hash"] != row["chain_hash"]:
                yield "planilla", mesa, row["version"]
            head = digest(canonical(picked(row, "version digest", mesa=mesa, seq=row["head_seq"], chain=row["chain_hash"])))  # fmt: skip
            for each in signatures[row["id"]]:
                bound = canonical(picked(each, "party outcome signed_at received_at device holder apart said inked digest", signature=each["client_id"], version=row["version"]))  # fmt: skip
                good = said(each["salt"], picked(each, SIGNED.replace("ink ", ""))) == each["said"] and (each["digest"], each["prev_hash"]) == (row["digest"], head)  # fmt: skip
                good &= not self.ink or said(each["salt"], each["ink"]) == each["inked"]
                if not good or each["hash"] != digest(head.encode(), bound):
                    yield "firma", mesa, row["version"], each["party"]
                head = each["hash"]
            if row["status"] == "sealed" and row["signed_hash"] != head:
                yield "seal", mesa, row["version"]

    def draws_check(self):
        """A stage is public, on its lines, as was recorded of its draws last; each share that was shown is the one that its pareja promised."""
        draws = sorted(self.parts["sorteos"], key=lambda row: (row["at"], row["kind"] == "published"))
        last = {row["stage"]: (row["kind"] == "published", row["number"], row["at"], *map(row["data"].get, ("huella", "lineas", "intercambios"))) for row in draws}  # fmt: skip
        for row in self.parts["etapas"]:
            stands = (row["draw_number"], row["published_at"], row["drawn_digest"], *(digest(canonical(row[each])) for each in ("slots", "exchanges")))  # fmt: skip
            if (told := last.get(row["number"], (False,)))[0] != (row["status"] == "published") or (told[0] and told[1:] != stands):  # fmt: skip
                yield "public", row["number"]
        promised = {f"{row['commitment']}|{row['pareja']}": row["value"] for row in self.parts["aportes"] if row["kind"] == "promised"}  # fmt: skip
        for row in (row for row in self.parts["aportes"] if row["kind"] == "shown"):
            if promised.get(of := f"{row['commitment']}|{row['pareja']}") != digest(f"{of}|{row['value']}".encode()):
                yield "share", row["stage"], row["pareja"]

    def named(self):
        """The names that were written down, the last of each place with the digest of what is there now."""
        names = {(row["number"], 0): row["name"] for row in self.parts["parejas"]} | {(self.numbers[row["pareja"]], row["position"]): row["name"] for row in self.parts["jugadores"]}  # fmt: skip
        last = {(row["pareja"], row["position"]): row for row in self.parts["nombres"]}
        for row in self.parts["nombres"]:
            is_last = last[place := (row["pareja"], row["position"])] is row and row["salt"]
            yield row | {"digest": digest(f"{row['salt']}|{names.get(place, '')}".encode())} if is_last else row

    def entries(self):
        """The leaves as the rows make them, by what they are of: the values, and what people wrote."""
        for row in self.parts["jugadas"]:
            yield "jugada", picked(row, "seq hash", mesa=self.mesas[row["mesa"]]), None
        versions, who, draws = {}, self.people.get, [(row, {"digest": row["data"].get("huella", ""), "data": digest(canonical(row["data"]))}) for row in self.parts["sorteos"]]  # fmt: skip
        for row in self.parts["planillas"]:
            versions[row["id"]] = version = {"mesa": self.mesas[row["mesa"]], "version": row["version"]}
            if row["status"] == "sealed":
                yield "planilla", picked(row, "digest sealed_at", seq=row["head_seq"], chain=row["chain_hash"], signatures=row["signed_hash"], **version), None  # fmt: skip
        for row in self.parts["firmas"]:
            yield "signature", picked(row, "digest party outcome signed_at received_at", signature=row["client_id"], user=who(row["user"]), **versions[row["planilla"]]), picked(row, SIGNED)  # fmt: skip
        for row in self.parts["confirmaciones"]:
            yield "confirmed", picked(row, "digest party at", confirmation=row["public_id"], **versions[row["planilla"]]), None  # fmt: skip
        for row in self.parts["aportes"]:
            yield "share", picked(row, "stage commitment pareja value at", share=row["public_id"], event=row["kind"], user=who(row["by"])), None  # fmt: skip
        yield from (("draw", picked(row, "stage at", draw=row["number"], event=row["kind"], user=who(row["by"]), **told), None) for row, told in draws)  # fmt: skip
        yield from (("name", picked(row, "pareja position number digest at"), None) for row in self.named())
        for row in self.parts["hechos"]:
            places, data = RESULT.get(row["kind"]), row["data"]
            result = places and {each.rpartition(".")[2]: reduce(lambda told, name: told.get(name) if isinstance(told, dict) else None, each.split("."), data) for each in places}  # fmt: skip
            yield "event", picked(row, "stage seq action counts round position pareja after corrects at", event=row["kind"], result=result, user=who(row["by"])), data  # fmt: skip

    def tree_check(self):
        """The leaves are those of the rows; the root of each size."""
        rows = {name_of(kind, values): (values, written) for kind, values, written in self.entries()}
        promised = [row["commitments"] for row in self.parts["etapas"]] + [row["data"].get("compromisos", []) for row in self.parts["sorteos"]]  # fmt: skip
        self.drawn = {each["sha256"] for some in promised for each in some} | {row["data"]["huella"] for row in self.parts["sorteos"] if row["kind"] == "made"}  # fmt: skip
        self.audit = Counter((row["action"], row["at"], self.people.get(row["user"]), row["data"].get("sha256") if row["action"] in DRAWN else None) for row in self.parts["registro"])  # fmt: skip
        yield from [("undrawn", each) for each in sorted(self.drawn - {each[3] for each in self.audit})]
        signed = {int(row["note"].split("\n")[1]): datetime.fromisoformat(row["at"]) - LATE for row in self.parts["puntos"]}  # fmt: skip
        hours = {size: min(signed[size], signed[after]) for size, after in zip(sorted(signed), [*sorted(signed)[1:], max(signed, default=0)], strict=False)}  # a clock was set back  # fmt: skip
        self.audited, self.copies, seen, hashes, shown, size, acts, events = [""], {None: 2**53}, set(), [], datetime.min.replace(tzinfo=UTC), 0, {}, []  # `acts` has of each hour and account the last entry before the close  # fmt: skip
        for place, leaf in enumerate(self.parts["hojas"]):
            text, values = leaf["entry"].encode(), json.loads(leaf["entry"])
            good, of = canonical(values) == text, name_of(kind := values.pop("kind"), values)
            shown, size, name = hours.get(place, shown), place if place in hours else size, " ".join(map(str, of))
            if kind == "incarnation":  # of each life before it, the checkpoints of more entries are not continued
                known = 0 if (told := values.get("known")) is None else told["size"] if isinstance(told, dict) and type(told.get("size")) is int else -1  # fmt: skip
                good &= values.get("size") == place and 0 <= known < 2**53
                self.copies = {life: min(at, place) for life, at in ({values.get("before"): place} | self.copies).items()}  # fmt: skip
                yield from [("lost", f"«{name}»", "", "", place, known - place)] * (place < known < 2**53)
            if not (good and of not in seen and self.is_good(kind, values, leaf["salt"], *rows.get(of, (None, None)))):
                yield "leaf", place, name
            yield from [("late", place, name)] * (hour_of(values, shown) < shown)
            events += [(name, (values.get("at"), values.get("user")), size)] * (kind == "event")
            acts |= {(values["at"], values["user"]): place, values["action"]: place} if kind == "audit" and CLOSED not in acts else {}  # fmt: skip
            seen.add(of)
            hashes.append(sha256(b"\0" + text).digest())
            self.audited += [hashes[-1].hex()] * (kind == "audit")
        reached, last = Counter(of[1] for of in seen if of[0] == "jugada"), signed.get(max(signed, default=0), shown)
        yield from [("leafless", " ".join(map(str, of))) for of in rows if of not in seen and ((of[0] == "jugada" and of[2] <= reached[of[1]]) or hour_of(rows[of][0], last) < last)]  # fmt: skip
        yield from [("leafless", f"audit {each[0]} {each[1]}") for each, left in self.audit.items() if left > 0 and datetime.fromisoformat(each[1]) < last]  # fmt: skip
        acts |= {key: 2**53 for each, left in self.audit.items() if left > 0 and CLOSED not in acts for key in (each[1:3], each[0])}  # fmt: skip
        yield from [("actless", name) for name, act, size in events if acts.get(act, -1) < size] + [("ended",)] * ((CLOSED in acts) != (self.parts["campeonato"][0]["status"] == "closed"))  # fmt: skip
        self.heads, self.waiting = dict(enumerate(roots(hashes))), [*rows.keys() - seen, *(+self.audit).elements()]

    def is_good(self, kind, values, salt, there, written):
        """Whether the values of a leaf are `there`, its row's; of what people wrote only where there is a salt."""
        bound = values.pop("said", None)
        if kind == "audit":
            self.audit[entry := (values["action"], values["at"], values["user"], values.get("sha256"))] -= 1
            good = (values["number"], values["before"]) == (len(self.audited), self.audited[-1]) and (entry[0] not in DRAWN or entry[3] in self.drawn)  # fmt: skip
            return good and (self.audit[entry] >= 0 or entry[0].startswith("archivo-"))
        return kind == "incarnation" or (there == values and (not salt or said(salt, written) == bound))

    def checkpoint_check(self, name, note, keys):
        """A signed note, or a size and the beginning of a root; `name` is its file, or the hour of one of the archive."""
        if short := SHORT.fullmatch(note.strip()):
            size, root, life = int(short[1]), short[2].lower(), None
        else:
            signed = list(signatures(note, keys))
            others = [who for who, kind, good in signed if good and kind == COSIGNER]
            if not all(good for *_, good in signed):
                yield "bad", name
            if not any(good and kind != COSIGNER and note.startswith(f"{who}\n") for who, kind, good in signed):
                yield ("key" if others else "unsigned"), name, *others[:1]
                if not others:
                    return
            size, root, life = int(note.split("\n")[1]), b64decode(note.split("\n")[2]).hex(), note.split("\n")[3][-32:]
            self.cosigned += others
        if not self.heads.get(size, "").startswith(root):
            copied = min(self.copies.get(life, size), size)
            what = "lost" if copied < size else "other" if size in self.heads else "fewer"
            yield what, name, size, root[:16], copied, size - copied


def roots(leaves):
    """The root of a tree that grows (RFC 6962) at each size from 0 on, in hexadecimal."""
    yield digest()
    peaks = []
    for size, leaf in enumerate(leaves, start=1):
        peaks.append(leaf)
        for _ in range((size & -size).bit_length() - 1):
            peaks[-2:] = [sha256(b"\1" + peaks[-2] + peaks[-1]).digest()]
        yield reduce(lambda right, left: sha256(b"\1" + left + right).digest(), reversed(peaks)).hex()


def name_of(kind, values):
    return (kind, *(values[each] for each in NAMES[kind].split()))


def hour_of(values, other):
    """When the server wrote what a leaf is of; another hour where it does not say so."""
    told = values.get("at") or values.get("received_at")  # of a seal it is the tablet's, which may have had no network
    return datetime.fromisoformat(told) if told else other


def is_tablets(key, signature, statement):
    """Whether the key of a tablet (a point in base64url) signed this; its signature is r and s one after the other."""
    try:
        raw = urlsafe_b64decode(signature + "==")
        pair = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), urlsafe_b64decode(key + "=="))
        public.verify(pair, statement, ec.ECDSA(SHA256()))
    except (InvalidSignature, ValueError):
        return False
    return len(raw) == 64


def signatures(note, keys):
    """The name and the kind of each of these keys that a line of a note names, and whether it signed the note."""
    text, _, lines = note.rpartition("\n\n")
    for name, key_id, key in (each.split("+", 2) for each in keys):
        kind, public = b64decode(key)[0], ed25519.Ed25519PublicKey.from_public_bytes(b64decode(key)[1:])
        for line in (each for each in lines.splitlines() if each.startswith(f"— {name} ")):
            try:
                signed = b64decode(line.split(" ")[2])
                said = f"cosignature/v1\ntime {int.from_bytes(signed[4:12], 'big')}\n" if kind == COSIGNER else ""
                if signed[:4].hex() == key_id:
                    public.verify(signed[12 if said else 4 :], f"{said}{text}\n".encode())
                    yield name, kind, True
            except (InvalidSignature, ValueError):
                yield name, kind, False


def main(arguments):
    english, (path, *others) = "--en" in arguments, [each for each in arguments if each != "--en"] or ["--help"]
    if "--help" in (path, *others):
        print(__doc__)
        return 2
    cosigners, notes = [each for each in others if VKEY.fullmatch(each)], None
    try:
        notes = [(each, each if SHORT.fullmatch(each) and not exists(each) else Path(each).read_text(encoding="utf-8")) for each in others if each not in cosigners]  # noqa: PTH110 (long text is no name at all)  # fmt: skip
        problems = (archive := Archive(path)).check(notes, cosigners)
    except (OSError, zlib.error, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        print(WORDS["unread"][english].format(f"{type(error).__name__}: {error}"[:200]) + WORDS["point"][english] * (notes is None))  # fmt: skip
        return 2
    for what, *values in [*problems, ("count", *map(len, (problems, archive.parts["hojas"], archive.waiting, archive.parts["puntos"], notes, archive.cosigned)))]:  # fmt: skip
        print(WORDS[what][english].format(*values))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
