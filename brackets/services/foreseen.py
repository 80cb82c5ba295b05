"""What an action would change; where something played is in the way, what carrying it through on purpose would."""

from dataclasses import dataclass
from hashlib import sha256
from typing import Generic, Protocol, TypeVar

from brackets.models import Championship, Fixture
from brackets.selectors.entering import Entering
from brackets.services.carrying import ON_PURPOSE
from brackets.services.effects import Fell
from brackets.services.errors import is_refusal
from brackets.services.preview import Change, OtherPlaces, Preview, PutOut, Reordered, preview, result_told


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
    """What would change; `refusal` says why it cannot be, or with `on_purpose` why only so. `done`: what it would answer.

    `besides`: what its page tells beyond that.
    """

    changes: tuple[Change, ...] = ()
    orders: tuple[Reordered, ...] = ()
    other_places: tuple[OtherPlaces, ...] = ()
    champion: tuple[int | None, int | None] = (None, None)
    put_out: tuple[PutOut, ...] = ()
    entering: tuple[Entering, ...] = ()
    touched: tuple[Fixture, ...] = ()
    drawn: tuple[str, ...] = ()
    refusal: str = ""
    on_purpose: bool = False
    done: D_co | None = None
    besides: object = ()

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
        """Of all that its page tells, and of the results, as they are now, of what would be another, if only in their chicas."""
        told = (
            self.refusal,
            [(_at(each.fixture), each.words, each.falls and str(each.fixture.table)) for each in self.changes],
            self.champion_words,
            self.orders,
            self.other_places,
            self.put_out,
            self.entering,
            self.drawn,
            [str(each) for each in self.fallen],
            [(_at(each), each.mark) for each in self.marked],
            [(_at(each), result) for each in self.touched if (result := result_told(each))],
            self.besides,
        )
        return sha256(repr(told).encode()).hexdigest()[:16]

    @property
    def champion_words(self) -> str:
        """Who would win the championship, and who no more; empty where that stays as it is."""
        before, after = self.champion
        if before == after:
            return ""
        if after is None:
            return f"Ya no gana el campeonato el {before}."
        return f"Gana el campeonato el {after}{f', y ya no el {before}' if before else ''}."

    @property
    def calls(self) -> tuple[Change, ...]:
        """The calls that fall."""
        return tuple(change for change in self.changes if change.falls)

    @property
    def takes_back(self) -> bool:
        """Whether something would be marked, taken back or called off."""
        return bool(self.marked or self.fallen or self.calls)

    @property
    def possible(self) -> bool:
        return self.done is not None

    @property
    def nothing(self) -> bool:
        """Whether no partida, table or stage would be another."""
        told = (
            self.changes,
            self.champion_words,
            self.orders,
            self.other_places,
            self.put_out,
            self.entering,
            self.drawn,
            self.fallen,
            self.marked,
        )
        return not any(told)


def _at(fixture: Fixture) -> tuple[int, int, int]:
    """Where it is, also where it would be there anew: its primary key would be another each time."""
    return fixture.stage_id, fixture.round, fixture.position


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
        seen.other_places,
        seen.champion,
        seen.put_out,
        seen.entering,
        seen.touched,
        seen.drawn,
        refusal=refusal,
        on_purpose=bool(refusal),
        done=seen.result,
    )
