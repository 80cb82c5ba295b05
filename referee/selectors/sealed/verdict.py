"""What a PDF that somebody brings is: authentic and current, authentic and replaced, altered, unknown; or not decided yet."""

import re
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final, Literal

from referee.models import Certificate, Mesa, Planilla, SealedPdf
from referee.selectors.log_heads import mesa_broken
from referee.selectors.sealed.examination import BUSY, TOO_HARD, Examined, SignatureFound, examination
from referee.selectors.sealed.record import bytes_kept, sealed_among
from referee.selectors.sealed.standing import doubts_of, newest_of, why_of

Kind = Literal["current", "replaced", "altered", "unsigned", "unknown", "undecided"]

MOST_ENDS: Final = 64
LARGEST_SHARE: Final = 1 / 6  # of a page, for a signature that is seen: those of FirmaEC take a twentieth
CLAIM: Final = re.compile(rb"Planilla ([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}) v(\d{1,4})\b")
TRACES: Final = re.compile(rb"/ByteRange|/ETSI\.CAdES\.detached|/adbe\.pkcs7|/DocMDP|/FT\s*/Sig\b")
"""Of a signature, also of one that can no longer be found."""
PROBLEMS: Final = {
    "cifrado": "El archivo está protegido con una clave, y ninguna Planilla nuestra lo está.",
    "firmas": "El archivo lleva más firmas de las que una Planilla puede llevar.",
    "ilegible": "El archivo está dañado o no se puede leer como PDF.",
    TOO_HARD: "El archivo pide demasiado trabajo para ser una Planilla: no se terminó de leer.",
}
UNDECIDED: Final = {
    BUSY: "Se están verificando muchos archivos a la vez. Vuelva a intentarlo en un momento.",
    TOO_HARD: "No se terminó de leer: el servidor está muy ocupado, o al archivo se le agregó demasiado. Vuelva a intentarlo en un momento.",
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer on a file. `problems` tell what is wrong, `why` by what a version was replaced, `later` who signed after us.

    `doubts`: it counts, but. One sentence for each thing that whoever relies on its result must know.

    `broken` is what is wrong with the log of its mesa, which is looked at too. `claimed`: the file only says that it is this one.
    `published`: the public may read the resolution that replaced it. Where it is `undecided` nothing is said against the file, its log is not
    looked at, and `pdf` is ours where the file begins with it.
    `strange`: nothing in it says that it is a Planilla, neither its bytes nor its words nor a signature.
    """

    kind: Kind
    planilla: Planilla | None = None
    newest: Planilla | None = None
    pdf: SealedPdf | None = None
    problems: tuple[str, ...] = ()
    why: tuple[str, ...] = ()
    later: tuple[SignatureFound, ...] = ()
    broken: str = ""
    claimed: bool = False
    published: bool = False
    doubts: tuple[str, ...] = ()
    strange: bool = False

    @property
    def covering(self) -> tuple[SignatureFound, ...]:
        """Later signatures that are seen on the page and whose chain nobody vouches for: each may hide what is below it."""
        return tuple(each for each in self.later if each.share and not each.trusted)

    @property
    def mesa(self) -> Mesa | None:
        return self.planilla.mesa if self.planilla else None

    @property
    def authentic(self) -> bool:
        return self.kind in ("current", "replaced")


@dataclass(frozen=True, slots=True)
class Lineage:
    """What a file is made of: our own PDF, if its first revision is one to the last byte, and what came after it."""

    pdf: SealedPdf | None
    examined: Examined = field(default_factory=Examined)
    problems: tuple[str, ...] = ()

    @property
    def later(self) -> tuple[SignatureFound, ...]:
        return self.examined.signatures[1:]

    @property
    def undecided(self) -> str:
        """Why its signatures were not looked at to the end, where something hangs on them; what is not ours is not ours without."""
        problem = self.examined.problem
        return UNDECIDED[problem] if problem == BUSY or (problem == TOO_HARD and self.pdf is not None) else ""


def verdict_on(data: bytes) -> Verdict:
    """Judge a file by our record and by its signatures."""
    return verdict_of(data, lineage_of(data))


def verdict_of(data: bytes, lineage: Lineage) -> Verdict:
    """Judge a file whose signatures were looked at."""
    if not data.startswith(b"%PDF-"):
        return Verdict("unknown", problems=("El archivo no es un PDF.",), strange=True)
    if lineage.undecided:
        claimed = lineage.pdf.planilla if lineage.pdf else _claimed(data)
        newest = newest_of(claimed) if claimed else None
        return Verdict("undecided", claimed, newest, lineage.pdf, problems=(lineage.undecided,), claimed=True)
    if lineage.pdf is None:
        return _not_ours(data, lineage.examined)
    planilla = lineage.pdf.planilla
    if lineage.problems:
        return Verdict("altered", planilla, newest_of(planilla), lineage.pdf, lineage.problems)
    return standing_of(planilla, lineage.pdf, lineage.later)


def lineage_of(data: bytes, *, known: bool = False) -> Lineage:
    """Whether the file is ours, whole or as its first revision. What is ours to the last byte needs no further look.

    Whoever is `known` here waits longer for his turn.
    """
    if not data.startswith(b"%PDF-"):
        return Lineage(None)
    pdf = sealed_among(_beginnings(data))
    if pdf is not None and pdf.size == len(data):
        return Lineage(pdf)
    looked = examination(data, known=known) if pdf is not None or _may_be_ours(data) else Examined()
    return Lineage(pdf, looked, _wrong_after(pdf, looked) if pdf is not None else ())


def standing_of(planilla: Planilla, pdf: SealedPdf | None, later: tuple[SignatureFound, ...] = ()) -> Verdict:
    """A version that is ours: whether it is the one that counts, and why not; with its mesa's log read from the first row."""
    newest = newest_of(planilla)
    broken = mesa_broken(planilla.mesa)
    if newest.pk == planilla.pk:
        return Verdict("current", planilla, newest, pdf, later=later, broken=broken, doubts=doubts_of(planilla))
    why, published = why_of(planilla, newest)
    return Verdict("replaced", planilla, newest, pdf, why=why, later=later, broken=broken, published=published)


def _beginnings(data: bytes) -> list[str]:
    """The digests of all that may have been the whole file once: up to the end of each revision."""
    digests, running, done = [], sha256(), 0
    for found in re.finditer(rb"%%EOF(\r\n|\n|\r)?", data):
        running.update(data[done : found.end()])
        done = found.end()
        digests.append(running.copy().hexdigest())
        if len(digests) == MOST_ENDS:
            break
    return digests


def _wrong_after(pdf: SealedPdf, looked: Examined) -> tuple[str, ...]:
    """What was added to our bytes that is no signature, or a signature that does not hold."""
    if looked.problem in UNDECIDED:
        return ()
    if looked.problem:
        return (PROBLEMS[looked.problem],)
    if not looked.signatures or looked.signatures[0].end != pdf.size or not looked.signatures[0].intact:
        return ("Después de nuestra firma se agregó algo que la oculta o la reemplaza.",)
    problems = []
    if not looked.signatures[0].fits:
        problems.append("Después de nuestra firma se cambió o se agregó algo que no es una firma.")
    if looked.beside:
        problems.append("Sobre la página se puso algo que ninguna firma explica: puede tapar lo que está debajo.")
    if len(looked.signatures) == 1 and not problems:
        problems.append("Después de nuestra firma se agregó algo, y nadie lo firmó.")
    problems += [
        f"La firma de «{each.name}» no es válida: lo que firmó ya no está como lo firmó."
        for each in looked.signatures[1:]
        if not (each.intact and each.fits)
    ]
    problems += [
        f"La firma de «{each.name}» tapa la Planilla: se ve sobre más de la sexta parte de una página."
        for each in looked.signatures[1:]
        if each.share > LARGEST_SHARE
    ]
    return tuple(problems)


def _may_be_ours(data: bytes) -> bool:
    return CLAIM.search(data) is not None or b"/ByteRange" in data


def _not_ours(data: bytes, looked: Examined) -> Verdict:
    """What is in no record: an altered Planilla, one without a signature that says which it is, or a strange file."""
    planilla, ours = _claimed(data), _known(looked)
    if planilla is None and not ours:
        return Verdict("unknown", problems=_why_unknown(data, looked), strange=CLAIM.search(data) is None)
    newest = newest_of(planilla) if planilla else None
    if not TRACES.search(data):
        return Verdict("unsigned", planilla, newest, claimed=True)
    problems = (*_difference(planilla, data), *_wrong_signatures(looked, ours))
    unrecorded = planilla is None and all(each.intact for each in looked.signatures)
    return Verdict("unknown" if unrecorded else "altered", planilla, newest, problems=problems, claimed=True)


def _why_unknown(data: bytes, looked: Examined) -> tuple[str, ...]:
    if looked.problem:
        return (PROBLEMS[looked.problem],)
    if CLAIM.search(data):
        return ("El archivo dice ser un borrador, o de una Planilla que aquí no está sellada: no vale como resultado.",)
    return ()


def _wrong_signatures(looked: Examined, ours: set[str]) -> list[str]:
    if looked.problem:
        return [PROBLEMS[looked.problem]]
    told = []
    for each in looked.signatures:
        if each.fingerprint not in ours:
            told.append(f"Lleva la firma de «{each.name}», que no es la del campeonato.")
        elif not each.intact:
            told.append("La firma del campeonato no corresponde a este contenido: cambió después de firmado.")
        else:
            told.append("La firma es la del campeonato, pero aquí no consta que se haya firmado este archivo.")
    return told or ["La firma que llevaba ya no se puede leer."]


def _difference(planilla: Planilla | None, data: bytes) -> list[str]:
    """Where the file leaves the one that it comes closest to among ours."""
    kept = [bytes_kept(pdf) for pdf in planilla.pdfs.all()] if planilla else []
    same = [_same(each, data) for each in kept if each is not None]
    return [f"Se aparta de nuestro archivo en el byte {max(same) + 1} de {len(data)}."] if same else []


def _same(one: bytes, other: bytes) -> int:
    """How many bytes the two begin alike with."""
    pairs = zip(one, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _known(looked: Examined) -> set[str]:
    found = {each.fingerprint for each in looked.signatures}
    return set(Certificate.objects.filter(fingerprint__in=found).values_list("fingerprint", flat=True))


def _claimed(data: bytes) -> Planilla | None:
    """The Planilla that a file says it is; anybody can write that."""
    for public_id, version in CLAIM.findall(data)[:4]:
        sealed = Planilla.objects.filter(
            mesa__public_id=public_id.decode(), version=int(version), status=Planilla.Status.SEALED
        )
        found = sealed.select_related("mesa__fixture__stage__championship", "corrected_by").first()
        if found is not None:
            return found
    return None
