"""Heads of a log that are kept elsewhere than in it: what names a row that is not there any more, or that is another one now."""

import json
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple
from uuid import UUID

from django.db.models import Max

from brackets.models import Pareja
from kernel.tablet_keys import Signed
from referee.models import AppealRuling, CardThrow, Jugada, Mesa, SuspensionMeasure, Transcription, TreeLeaf, TreeLog
from referee.selectors.tree.entries import jugada_of
from referee.selectors.unreadable import UNREADABLE, unread
from referee.selectors.verification import genesis_of, logs_check


class Head(NamedTuple):
    """Row `seq` of the log of a mesa, with its hash where that is known; `by` says what names it."""

    mesa: int
    seq: int
    hash: str
    by: str

    def problem(self, hashes: Sequence[str]) -> str:
        """What is wrong with the log of these hashes, that of the genesis first; empty where it has the row."""
        missing = self.seq >= len(hashes)
        if not missing and self.hash in ("", hashes[self.seq]):
            return ""
        which = f" ({self.hash[:16]})" if self.hash else ""
        return f"{self.by} nombra la jugada {self.seq}{which}, que {'ya no está' if missing else 'ahora es otra'}"


def heads_contradicted(mesas: Sequence[Mesa]) -> Iterator[tuple[UUID, str]]:
    """The mesas whose logs are not what heads elsewhere say, with the head; six queries for any number.

    Those of Planillas are compared with the log itself (`verification`), those of the tree by `tree_check`.
    """
    ids = {mesa.pk: mesa.public_id for mesa in mesas}
    heads = [*_heads(list(ids))]  # before the logs, which only grow
    parejas = {number for mesa in mesas for number in (mesa.pareja_a_id, mesa.pareja_b_id)}
    numbers = dict(Pareja.objects.filter(pk__in=parejas).values_list("pk", "number"))
    logs: dict[int, list[str]] = {}
    for mesa in mesas:
        try:
            logs[mesa.pk] = [genesis_of(mesa, numbers)]
        except UNREADABLE as error:
            yield mesa.public_id, unread("de lo que parte su bitácora", error)
    rows = Jugada.objects.filter(mesa__in=list(logs))
    for of, seq, digest, text in rows.order_by("mesa", "seq").values_list("mesa", "seq", "hash", "signed"):
        said = Signed.read(text) if text else None
        if said is not None and said.head and said.head not in logs[of]:
            yield ids[of], f"la tablet firmó la jugada {seq} sobre una ({said.head[:16]}) que ya no está"
        logs[of].append(digest)
    for head in heads:
        if head.mesa in logs and (problem := head.problem(logs[head.mesa])):
            yield ids[head.mesa], problem


def leaf_contradicted(mesa: Mesa) -> str:
    """Which leaf of its tree names a row that the log of a mesa has not, or has otherwise; empty where none does. Three queries.

    Leaves are asked by their names, as far as the tree says that it has come: `tree_check` compares all of them.
    """
    try:
        return _leaf_contradicted(mesa)
    except UNREADABLE as error:
        return unread("lo que dice su árbol de ella", error)


def _leaf_contradicted(mesa: Mesa) -> str:
    championship = mesa.fixture.stage.championship_id
    hashes = ["", *Jugada.objects.filter(mesa=mesa).order_by("seq").values_list("hash", flat=True)]
    reached = TreeLog.objects.filter(championship=championship).values_list("reached", flat=True).first() or {}
    last = max(len(hashes) - 1, reached.get(str(mesa.public_id), 0))
    names = [jugada_of(mesa.public_id, seq) for seq in range(1, last + 1)]
    leaves = TreeLeaf.objects.filter(championship=championship, of__in=names).order_by("index")
    for leaf in leaves:
        values = json.loads(leaf.entry)
        if problem := Head(mesa.pk, values["seq"], values["hash"], f"la hoja {leaf.index} del árbol").problem(hashes):
            return problem
    return ""


def mesa_broken(mesa: Mesa) -> str:
    """What is wrong with a mesa by its log, its result, its Planillas and every head that names its rows; empty where nothing is.

    What seems wrong is looked at again: something may have been recorded between the queries.
    """
    return _broken(mesa) and _broken(Mesa.objects.select_related("fixture__stage").get(pk=mesa.pk))


def _broken(mesa: Mesa) -> str:
    try:
        return _found_broken(mesa)
    except UNREADABLE as error:
        return unread("una fila", error)


def _found_broken(mesa: Mesa) -> str:
    (checked,) = logs_check([mesa])
    heads = [problem for _, problem in heads_contradicted([mesa])] if not checked.broken else []
    return checked.broken or next(iter(heads), "") or leaf_contradicted(mesa)


def _heads(mesas: Collection[int]) -> Iterator[Head]:
    papers = Transcription.objects.filter(fixture__mesa__in=mesas, base_seq__gt=0)
    for mesa, seq, digest in papers.values_list("fixture__mesa", "base_seq", "base_hash"):
        yield Head(mesa, seq, digest, "la transcripción del papel")
    rulings = AppealRuling.objects.filter(appeal__mesa__in=mesas)
    for mesa, number, seq, digest in rulings.values_list("appeal__mesa", "appeal__number", "head_seq", "head_hash"):
        yield Head(mesa, seq, digest, f"el fallo de la apelación {number}")
    for model, column, by in (
        (CardThrow, "log_seq", "lo que se siguió naipe por naipe"),
        (SuspensionMeasure, "seq", "una determinación sobre la suspensión"),
    ):
        last = model._default_manager.filter(mesa__in=mesas).order_by()  # noqa: SLF001
        for mesa, seq in last.values("mesa").annotate(last=Max(column)).values_list("mesa", "last"):
            yield Head(mesa, seq, "", by)
