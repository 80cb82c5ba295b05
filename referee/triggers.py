"""How the rows of each model are kept: the log and whatever else people answer for stays as it was written."""

from typing import Final

from django.db.backends.base.base import BaseDatabaseWrapper

from brackets.append_only import ALWAYS, Keep, Leave, Tables

UNPLAYED: Final = "NOT EXISTS (SELECT 1 FROM referee_jugada WHERE mesa_id = OLD.mesa_id)"
"""A mesa that was opened by mistake goes, with what hangs on it, while nothing was recorded at it."""
LAST: Final = (
    "OLD.status = 'sealed' AND NOT EXISTS (SELECT 1 FROM referee_planilla later "
    "WHERE later.mesa_id = OLD.mesa_id AND later.version > OLD.version AND later.status <> 'reopened')"
)
LEAF_CLOSED: Final = (
    "(SELECT held.status FROM brackets_championship held JOIN referee_treeleaf leaf ON leaf.championship_id = held.id "
    "WHERE leaf.id = OLD.leaf_id) = 'closed'"
)
TABLES: Final = Tables(
    "referee",
    {
        "Appeal": Keep("what was appealed, and who signed it"),
        "AppealPublication": Keep("when the resolution was shown"),
        "AppealQualification": Keep("whether it was admitted"),
        "AppealRelease": Keep("the Director's word that play went on"),
        "AppealRuling": Keep("the ruling"),
        "ArchiveArrival": Leave("a file that is being looked at"),
        "ArchiveImport": Keep("which document a championship came from"),
        "ArchiveJob": Leave("a file that is being made"),
        "ArchivedDevice": Keep("which tablet the rows of an imported log speak of"),
        "ArchivedLine": Keep("the tree of an imported championship as it came"),
        "ArchivedPerson": Keep("whom the rows of an imported log speak of"),
        "Call": Leave("waits for somebody to come; the audit tells who did"),
        "CardThrow": Keep("the cards beside the log"),
        "Certificate": Keep("what Planillas were signed with", may={"ended_at": "OLD.ended_at IS NULL"}),
        "Checkpoint": Keep("what was signed of the tree"),
        "CheckpointStamp": Keep("until when a checkpoint was there, as somebody else says"),
        "Chica": Leave("projected from the log, and compared with it"),
        "Confirmation": Keep("what a pareja confirmed on its phone"),
        # A round that is paired anew takes its fixtures away, and leaves the doubts that arose there.
        "Consulta": Keep("the doubt that was exposed", may={"fixture": "NEW.fixture_id IS NULL"}),
        "ConsultaEnd": Keep("how it was resolved"),
        "Cosignature": Keep("what others signed of the tree"),
        "Cosigner": Keep("who may cosign", may={"ended_at": "OLD.ended_at IS NULL"}),
        "CosigningKey": Keep("what the logs of others are cosigned with"),
        "Data": Leave("projected from the log, and compared with it"),
        "Device": Leave("what a tablet is and last said; its rows of the log name it"),
        "FollowedLog": Keep(
            "what was cosigned of the log of another installation, and that it did not continue",
            may={
                "address size root note line cosigned_at delivered_at why evidence refused_at": "OLD.refused_at IS NULL",
                "settled_at": "OLD.settled_at IS NULL",
            },
        ),
        "HallMessage": Leave("stands over the screens for a while"),
        "Incarnation": Keep("which lives the database had"),
        "Incident": Keep("what somebody did"),
        "IncidentDecision": Keep("what was decided of it"),
        "IncidentExpulsion": Keep("who was expelled for it"),
        "Jugada": Keep("the log"),
        # A salt goes with the personal data that its digest is of.
        "LeafSource": Keep("which row a leaf is of", may={"salt": f"NEW.salt = '' AND {LEAF_CLOSED}"}),
        "Lease": Keep("who kept a mesa when", deleted=UNPLAYED),
        "LiveChange": Leave("a version, so that boards are brought up to date"),
        "Mesa": Keep(
            "who sat down to what, under which rules; all else is projected from the log, and compared with it",
            may={
                "opened_at pareja_a pareja_b seats representative_a representative_b "
                "reglamento reglamento_version rule_settings": "OLD.head_seq = 0",
                "identified_at device lease_epoch leased_at head_seq head_hash estado points_a points_b "
                "chicas_a chicas_b winner reason state figures": ALWAYS,
            },
            deleted="OLD.head_seq = 0",
        ),
        "Note": Keep("what a Juez wrote beside the log", deleted=UNPLAYED),
        "OutsideSigned": Keep("a sealed file that others signed too"),
        "Pairing": Leave("an invitation that ends after ten minutes"),
        "PaperIncident": Keep(
            "where paper and tablet differ, and what was decided of it, once",
            may={"verdict words decided_at decided_by": "OLD.verdict = ''"},
            deleted="NOT EXISTS (SELECT 1 FROM referee_transcription kept "
            "WHERE kept.id = OLD.transcription_id AND kept.status IN ('sellada', 'coincide'))",
        ),
        "Pin": Leave("a secret that is given anew"),
        "PinProved": Leave("at which tablet a PIN was right today"),
        "PinSalt": Leave("goes with the secrets"),
        "Planilla": Keep(
            "what is signed: frozen, then sealed or reopened, and for good",
            may={
                "status reopened_by sealed_at signed_hash": "OLD.status = 'frozen'",
                "delivered_at received_by": "OLD.status = 'sealed'",
                "correction corrected_at corrected_by": "OLD.status = 'sealed' AND OLD.corrected_at IS NULL",
                "unsigned": LAST,  # the ruling that makes the next version says why it is not signed again
            },
        ),
        "PrintJob": Leave("a file that is being made"),
        "ProtestSeen": Keep("who knew of a protest when; taken back where it was a mistake", deleted=ALWAYS),
        "Quarantined": Keep("what a tablet had and the log did not take"),
        "QuarantineDecision": Keep("what was decided of it"),
        "RondaClaim": Leave("waits to be looked at; what it was is a jugada"),
        "Screen": Leave("what a screen shows now"),
        "SealedPdf": Keep("which files were sealed", may={"lost_at": "OLD.lost_at IS NULL"}),
        "Signature": Keep("signatures, protests and refusals"),
        "SuspensionMeasure": Keep("what was decided while a mesa was suspended"),
        "TableReview": Leave("what is being looked into at a table now"),
        "Transcription": Keep(
            "what a paper says, as soon as two people agreed on it",
            may={
                "kind status seats base_seq base_hash draws rows ending marked told typed_by finished_at confirmed_at confirmed_by "
                "typists last_seq planilla": "OLD.status NOT IN ('sellada', 'coincide', 'retirada')",
            },
            deleted="OLD.status NOT IN ('sellada', 'coincide')",
        ),
        "TreeKey": Keep("what checkpoints are verified with"),
        "TreeLeaf": Keep("the leaves of the tree"),
        "TreeLog": Keep(
            "that a championship has a tree; how far it has come is projected from its leaves, and compared with them",
            may={"frontier reached seen signed_size signed_at": ALWAYS},
        ),
    },
)


def install(connection: BaseDatabaseWrapper) -> None:
    """Keep the rows from now on; harmless where they are kept already."""
    TABLES.install(connection)


def remove(connection: BaseDatabaseWrapper) -> None:
    """Let the rows change and go again; the tables may be missing."""
    TABLES.remove(connection)


def names(connection: BaseDatabaseWrapper) -> set[str]:
    """Every trigger that `install` creates."""
    return TABLES.names(connection)
