"""What the tablet is told about cards."""

from msgspec import Struct

from referee.rules.naipes import Capture, LiftVerdict


class CaptureAnswer(Struct, kw_only=True):
    """Cards that may be lifted: those that are equal or add up, the escalera after them, and if that is a limpia."""

    kind: str
    cards: list[str]
    escalera: list[str]
    limpia: bool


class FindingAnswer(Struct, kw_only=True):
    """A sentence for people; `code` is stable."""

    code: str
    message: str
    article: str


class LiftAnswer(Struct, kw_only=True):
    """`jugada`: the word of the notation for what the levante earns. `others`: what could be lifted besides."""

    right: bool
    caida: bool
    limpia: bool
    jugada: str | None
    returned: list[str]
    forgotten: list[str]
    others: list[CaptureAnswer]
    findings: list[FindingAnswer]


def lift_answer(verdict: LiftVerdict) -> LiftAnswer:
    return LiftAnswer(
        right=verdict.right,
        caida=verdict.caida,
        limpia=verdict.limpia,
        jugada=verdict.word,
        returned=list(verdict.returned),
        forgotten=list(verdict.forgotten),
        others=[capture_answer(capture) for capture in verdict.others],
        findings=[
            FindingAnswer(code=each.code, message=each.message, article=each.article) for each in verdict.findings
        ],
    )


def capture_answer(capture: Capture) -> CaptureAnswer:
    return CaptureAnswer(
        kind=capture.kind, cards=list(capture.cards), escalera=list(capture.escalera), limpia=capture.limpia
    )
