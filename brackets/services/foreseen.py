"""What an action would change; where something played is in the way, what carrying it through on purpose would."""

from dataclasses import dataclass
from hashlib import sha256
from typing import Generic, Protocol, TypeVar

from brackets.models import Championship, Fixture
from brackets.selectors.entering import Entering
from brackets.services.carrying import ON_PURPOSE
from brackets.services.effects import Fell
from brackets.services.errors import is_refusal
from brackets.services.preview import Change, Preview, Reordered, preview, result_told


class Done(Protocol):
    """What every action with a preview answers."""

    @property
    def changed(self) -> bool: ...
    @property
    def uncalled(self) -> tuple[Fixture, ...]: ...
    @property
    def fallen(self) -> tuple[Fell, ...]: ...
    @property
    def marked(self) -> tuple[Fixture, ...]: ...


D = TypeVar("D", bound=Done)
D_co = TypeVar("D_co", covariant=True, bound=Done)


class Action(Protocol[D_co]):
    """It does it, `on_purpose` against what is in the way."""

    def __call__(self, *, on_purpose: bool) -> D_co: ...


@dataclass(frozen=True, slots=True)
class Foreseen(Generic[D_co]):
    """What would change; `refusal` says why it cannot be, or with `on_purpose` why only so. `done`: what it would answer."""

    changes: tuple[Change, ...] = ()
    orders: tuple[Reordered, ...] = ()
    entering: tuple[Entering, ...] = ()
    touched: tuple[Fixture, ...] = ()
    refusal: str = ""
    on_purpose: bool = False
    done: D_co | None = None

    @property
    def changed(self) -> bool:
        return self.done is not None and self.done.changed

    @property
    def fallen(self) -> tuple[Fell, ...]:
        return self.done.fallen if self.done is not None else ()

    @property
    def marked(self) -> tuple[Fixture, ...]:
        return self.done.marked if self.done is not None else ()

    @property
    def digest(self) -> str:
        """Of what would be marked, with the results lost there, of what would be taken back and of the calls that fall; empty for nothing."""
        calls = sorted(change.fixture.pk for change in self.calls)
        if not (self.marked or self.fallen or calls):
            return ""
        before = {change.fixture.pk: result_told(change.before) for change in self.changes if change.before}
        marked = {(fixture.pk, before.get(fixture.pk, "")) for fixture in self.marked}
        return _digest((sorted(marked), sorted(map(str, self.fallen)), calls))

    @property
    def results(self) -> str:
        """A digest of the results, as they are now, of what would be another, if only in its chicas."""
        return _digest(sorted((fixture.pk, result_told(fixture)) for fixture in self.touched))

    @property
    def calls(self) -> tuple[Change, ...]:
        """The calls that fall."""
        return tuple(change for change in self.changes if change.falls)

    @property
    def possible(self) -> bool:
        return self.done is not None

    @property
    def nothing(self) -> bool:
        """Whether no partida, table or stage would be another."""
        return not (self.changes or self.orders or self.entering or self.fallen or self.marked)


def _digest(what: object) -> str:
    return sha256(repr(what).encode()).hexdigest()[:16]


def foresee(championship: Championship, act: Action[D]) -> Foreseen[D]:
    """Look ahead; where something played is in the way, at what carrying it through would change."""
    try:
        return _foreseen(preview(championship, lambda: act(on_purpose=False)))
    except Exception as refused:
        if not is_refusal(refused):
            raise
        if refused.code not in ON_PURPOSE:
            return Foreseen(refusal=refused.message)
        refusal = refused.message
    try:
        return _foreseen(preview(championship, lambda: act(on_purpose=True)), refusal)
    except Exception as refused:
        if not is_refusal(refused):
            raise
        return Foreseen(refusal=f"{refusal} {refused.message}")


def _foreseen(seen: Preview[D], refusal: str = "") -> Foreseen[D]:
    return Foreseen(
        seen.changes,
        seen.orders,
        seen.entering,
        seen.touched,
        refusal=refusal,
        on_purpose=bool(refusal),
        done=seen.result,
    )
