"""Whatever writes says who, when and from where: every service, or the reason why it need not."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

ROOT = Path(__file__).resolve().parent.parent
AUDIT: Final = "brackets.services.audit.audit_record"
FOLDERS = ("brackets/services", "referee/services")
WRITERS = {
    "save", "create", "bulk_create", "bulk_update", "delete", "get_or_create", "update_or_create", "update",
    "create_user", "set_password",
}  # fmt: skip


@dataclass
class Function:
    """A function of a service: whether it writes itself, and what of the services it calls, by full name."""

    writes: bool = False
    calls: set[str] = field(default_factory=set)


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def functions() -> dict[str, Function]:
    """Every function and method of the services, `module.function` or `module.Class.method`."""
    found: dict[str, Function] = {}
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            found |= dict(_of_module(path))
    return found


def _of_module(path: Path) -> Iterator[tuple[str, Function]]:
    tree, module = ast.parse(path.read_text()), module_name(path)
    names = {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names[node.name] = f"{module}.{node.name}"
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield f"{module}.{node.name}", _read(node, names, "")
        elif isinstance(node, ast.ClassDef):
            own, whole = f"{module}.{node.name}", Function()
            for method in node.body:
                if isinstance(method, ast.FunctionDef):
                    one = f"{own}.{method.name}"
                    whole.calls.add(one)
                    yield one, _read(method, names, own)
            yield own, whole


def _read(function: ast.FunctionDef, names: dict[str, str], own: str) -> Function:
    found = Function()
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and node.id in names:
            found.calls.add(names[node.id])  # also one handed on by name
        elif isinstance(node, ast.Attribute):
            if isinstance(node.value, ast.Name) and node.value.id == "self" and own:
                found.calls.add(f"{own}.{node.attr}")
            elif isinstance(node.value, ast.Name) and node.value.id in names:
                found.calls.add(f"{names[node.value.id]}.{node.attr}")
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in WRITERS:
            found.writes = True
    return found


def within(start: str, every: Mapping[str, Function]) -> set[str]:
    """What it does itself: it and the private functions that it calls, not other services, which answer for themselves."""
    seen: set[str] = set()
    todo = [start]
    while todo:
        one = todo.pop()
        if one not in seen:
            seen.add(one)
            calls = every[one].calls if one in every else set()
            todo += [each for each in calls if each.rpartition(".")[2].startswith("_") or each.startswith(f"{start}.")]
    return seen


def reached(start: str, every: Mapping[str, Function]) -> set[str]:
    """Everything of the services that it may call, however far."""
    seen: set[str] = set()
    todo = [start]
    while todo:
        one = todo.pop()
        if one not in seen:
            seen.add(one)
            todo += every[one].calls if one in every else ()
    return seen


def silent() -> dict[str, Function]:
    """The public services that write, themselves, and record nothing themselves."""
    every = functions()
    found = {}
    for name, function in every.items():
        own = within(name, every)
        calls = {call for each in own & every.keys() for call in every[each].calls}
        public = not any(part.startswith("_") for part in name.split("."))
        if public and AUDIT not in calls and any(every[each].writes for each in own & every.keys()):
            found[name] = function
    return found


# Of one act that another service records, with who and from where: every way to them must come to the record.
PARTS: Final = {
    f"brackets.services.{name}"
    for name in (
        "accounts.account_create", "audit.addresses_forget", "endings.fixture_fill",
        "convocatoria.callup_write", "convocatoria.callups_fall", "draws_made.draw_noted", "endings.fixture_seat", "events.event_add", "exits.departure_add", "exits.departure_correct", "exits.mesas_give_up", "exits.mesas_take_up", "exits.unsettled_write", "following.follow", "following.follow_again", "following.keep_nothing", "following.without_rounds", "marks.mark_add", "marks.mark_remove", "marks.marks_follow", "marks.marks_of_rivals_follow", "marks.marks_restore", "notices.notice_add", "parejas.pareja_create",
        "parejas.pareja_set_aside", "parejas.players_add", "persons.names_forget", "persons.names_note", "persons.players_rewrite", "persons.person_left", "planning.forget_draw",
        "projection.fixtures_add", "projection.fixtures_create", "projection.fixtures_remove", "projection.stage_project",
        "vault.cedulas_hold", "vault.personal_forget", "vault.personal_keep",
    )
} | {
    f"referee.services.{name}"
    for name in (
        "mesas.mesa_on_paper", "transcriptions.sealing.paper_seal", "transcriptions.sealing.signatures_seal",
    )
}  # fmt: skip
# Their own rows are a record that nothing overwrites: who or which tablet, and its hour.
LEDGERS: Final = {
    "brackets.services.audit.audit_record": "it is the record",
    "referee.services.calls.call_make": "a call keeps its tablet, its Juez and its hours",
    "referee.services.calls.call_withdraw": "the same row says when it was withdrawn, by the tablet that made it",
    "referee.services.naipes.cards_record": "lines of the log of naipes",
    "referee.services.notes.note_write": "a note is written once, with its author and hour",
    "referee.services.planillas.planilla_freeze": "a Planilla is written once, with its version, print and hour",
    "referee.services.cosigners.cosignature_take": "a cosignature is written once, with its cosigner and hour",
    "referee.services.stamps.stamp_keep": "a time stamp is written once, with its hours",
    "referee.services.cosigning.log_follow": "what was cosigned or refused is kept, with its hour, and is of no championship here",
    "brackets.services.shares.share_make_promise": "rows of their own have each promise and each share, with its pareja and hour",
    "brackets.services.shares.share_show": "the same",
    "referee.services.confirmations.planilla_confirm": "a confirmation is written once, with its pareja, its version and hour",
    "referee.services.quarantine.quarantine_keep": "what was set aside keeps its tablet and hour; deciding it is recorded",
    "referee.services.rondas.ronda_claim": "a claim keeps its mesa and hours; deciding it is recorded",
    "referee.services.signing.planilla_seal": "the Planilla keeps the hour, and the signature of the Juez that sealed it",
    "referee.services.signing.signature_append": "a signature is written once, with its hour and tablet",
}
# Nobody has to answer for it afterwards.
NEED_NOT: Final = {
    "brackets.services.accounts.password_change_own": "his own, and of no championship",
    "referee.services.reviews.review_tell": "a sign for boards, over in minutes; what was decided is in the log",
    "referee.services.reviews.reviews_end": "the same",
    "brackets.services.deliveries.deliveries_sweep": "no person does it",
    "brackets.services.deliveries.delivery_claim": "no person does it",
    "brackets.services.deliveries.delivery_doubtful": "no person does it",
    "brackets.services.deliveries.delivery_refused": "no person does it",
    "brackets.services.deliveries.delivery_sent": "no person does it",
    "brackets.services.drafts.draft_mend": "a proposal that is worth nothing yet: publishing it is recorded whole",
    "brackets.services.drafts.draft_put_juez": "the same",
    "brackets.services.drafts.draft_put_table": "the same",
    "brackets.services.drafts.draft_undo": "the same",
    "brackets.services.fixtures.floor.fixture_start": "the opening of a mesa, which its log begins with",
    "brackets.services.vault.keys_rotate": "a command of whoever keeps the server; no championship is changed",
    "brackets.services.site_address.site_address_settle": "no person does it; the row says when",
    "brackets.services.guessing.tries_begin": "wrong ones are counted; what a right one opens is recorded",
    "brackets.services.guessing.tries_forget": "the same",
    "brackets.services.guessing.tries_passed": "the same",
    "brackets.services.passkeys.sign_in_check": "the counter and the hour of a passkey; the account's page shows it",
    "referee.services.archives.arriving.archive_arrival_create": "a file that waits; importing it is recorded",
    "referee.services.archives.arriving.archive_arrival_end": "no person does it",
    "referee.services.archives.arriving.archive_arrival_start": "no person does it",
    "referee.services.archives.kept.archives_forget": "part of deleting personal data, which is written",
    "referee.services.archives.kept.archives_sweep": "no person does it",
    "referee.services.archives.asking.archive_job_fail": "no person does it",
    "referee.services.archives.asking.archive_job_finish": "no person does it",
    "referee.services.archives.asking.archive_job_progress": "no person does it",
    "referee.services.devices.device_seen": "that a tablet called is no act",
    "referee.services.devices.device_tell": "its battery is no act",
    "referee.services.pairing.pairing_create": "an unknown tablet asks; letting it in is recorded",
    "referee.services.pin_tries.pin_tried": "a wrong PIN is counted, and what a right one opens is recorded",
    "referee.services.pin_tries.pin_tries_forget": "part of giving a PIN, which is recorded",
    "referee.services.screens.screen_announce": "an unknown browser asks; registering it is recorded",
    "referee.services.screens.screen_asks": "that a screen called is no act",
    "referee.services.screens.screen_turn": "the next page of what it was told to show, which is recorded",
    "referee.services.prints.print_job_fail": "no person does it",
    "referee.services.prints.print_job_finish": "no person does it",
    "referee.services.prints.print_job_progress": "no person does it",
    "referee.services.prints.print_job_retry": "the same pages again, which asking for them recorded",
    "referee.services.prints.print_job_start": "no person does it",
    "referee.services.prints_kept.prints_forget": "part of deleting personal data, which is written",
    "referee.services.prints_kept.prints_sweep": "no person does it",
    "referee.services.transcriptions.rows.draws_save": "a draft: handing it on is recorded whole",
    "referee.services.transcriptions.rows.ending_save": "the same",
    "referee.services.transcriptions.rows.row_confirm": "the same",
    "referee.services.transcriptions.rows.row_drop": "the same",
    "referee.services.transcriptions.rows.row_save": "the same",
    "referee.services.cosigning.cosigning_key": "no person does it; the row says when",
    "referee.services.cosigning.log_delivered": "no person does it; the row says when",
    "referee.services.cosigning.log_settle": "a command of whoever keeps the server; no championship is changed",
    "referee.services.tree.incarnation_now": "no person does it",
    "referee.services.tree.salts_forget": "part of deleting personal data, which is written",
    "referee.services.tree.tree_key_make": "no person does it; the row says when",
    "referee.services.tree.tree_keep": "the leaves are a record themselves",
    "referee.services.tree.tree_lock": "no person does it",
    "referee.services.tree.tree_sign": "no person does it; the row says when",
    "referee.services.sealing.sealed_pdf_keep": "no person does it; the row says when, and with which certificate",
    "referee.services.sealing.sealed_pdf_lost": "no person does it",
}


def test_every_service_that_writes_records_it_or_stands_here_with_the_reason() -> None:
    assert sorted(silent()) == sorted({*PARTS, *LEDGERS, *NEED_NOT})


def test_every_way_to_a_part_of_an_act_comes_to_the_record() -> None:
    every = functions()
    parts = {*PARTS}
    while more := {
        name for name, function in every.items()
        if name not in parts and function.calls & parts and AUDIT not in reached(name, every)
    }:  # fmt: skip
        parts |= more
    called = {call for function in every.values() for call in function.calls}
    from_views = {name for name in parts if _is_imported_outside(name)}

    assert sorted(parts - called) == []
    assert from_views <= {"brackets.services.accounts.account_create"}  # the installation makes the first one


def _is_imported_outside(name: str) -> bool:
    return name in _imported_outside()


@cache
def _imported_outside() -> frozenset[str]:
    """What the views, the API and the commands import, `module.name`."""
    return frozenset(
        f"{node.module}.{each.name}"
        for app in ("brackets", "referee")
        for folder in ("views", "api", "management")
        for path in (ROOT / app / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ImportFrom)
        for each in node.names
    )
