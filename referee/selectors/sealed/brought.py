"""What somebody brings to be verified: a Planilla before all else, or the chain of a championship."""

from referee.selectors.championship_chain import ChampionshipChain
from referee.selectors.planilla.build import mesas_to_print, planilla_sheet
from referee.selectors.planilla.sheet import PlanillaSheet
from referee.selectors.sealed.chain_file import NotRead, chain_in
from referee.selectors.sealed.verdict import UNDECIDED, Verdict, verdict_on


def judged(data: bytes) -> Verdict | ChampionshipChain:
    """The verdict on a Planilla, whatever is attached to it; the chain only of a file that is no Planilla and does not say that it is one.

    Otherwise the file of any acta, attached to a forged Planilla, would answer in its place. Raises NotAChain where the chain was altered.
    """
    verdict = verdict_on(data)
    if not verdict.strange:
        return verdict
    try:
        return chain_in(data) or verdict
    except NotRead as unread:
        return Verdict("undecided", problems=(UNDECIDED[unread.problem],))


def registered(verdict: Verdict) -> PlanillaSheet | None:
    """The version that counts of the Planilla that a file is or says to be, from the log: what the file shows may be covered or forged."""
    if verdict.newest is None or verdict.kind == "undecided":  # whoever had no turn is to cost nothing
        return None
    mesa = mesas_to_print().get(pk=verdict.newest.mesa_id)
    return planilla_sheet(mesa, version=verdict.newest.version, base_url="")
