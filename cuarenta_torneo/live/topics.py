"""What can be followed: a championship, or one mesa of it. Another kind is a class more, and its line in `TOPICS`."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Protocol

from brackets.models import Championship
from brackets.selectors.access import is_public
from brackets.selectors.single import single
from cuarenta_torneo.english import board_in_english
from cuarenta_torneo.live.frames import frame
from cuarenta_torneo.live.reader import HEAD
from referee.selectors.live import LiveAnswer, LiveMesa, latest_version, live_of, live_since
from referee.selectors.tree.heads import Head, tree_head

STEP: Final = 8
"""Fewer versions than these are told more than a board asks for, so that those that come back at once are sent the same bytes."""


@dataclass(slots=True)
class Change:
    """What one look at the database found: the mesas that changed, each written once whoever is sent it.

    `gone`: the partidas that are published no more, each with the slug of its championship, which a deleted one has not.
    `heads`: the checkpoints that were signed, by the slug of their championship.
    """

    version: int
    mesas: Mapping[int, LiveMesa]
    gone: Mapping[int, str] = field(default_factory=dict)
    heads: Mapping[str, Head] = field(default_factory=dict)
    written: dict[tuple[int, bool], bytes] = field(default_factory=dict)

    def frame_of(self, mesa: LiveMesa, *, english: bool) -> bytes:
        key = mesa.fixture, english
        if key not in self.written:
            self.written[key] = frame(self.version, _told(LiveAnswer(self.version, [mesa]), english=english))
        return self.written[key]

    def gone_of(self, slug: str) -> list[int]:
        """Those of this championship, and all that may have been."""
        return [key for key, whose in self.gone.items() if whose in (slug, "")]

    def frame_of_gone(self, gone: Iterable[int]) -> bytes:
        return frame(self.version, LiveAnswer(self.version, gone=gone).as_json())

    def head_of(self, slug: str) -> Iterator[tuple[int, bytes]]:
        """Its checkpoint, where one was signed."""
        if head := self.heads.get(slug):
            yield HEAD, frame(self.version, LiveAnswer(self.version, head=head).as_json())


def _told(answer: LiveAnswer, *, english: bool) -> dict[str, Any]:
    told = answer.as_json()
    return board_in_english(told) if english else told


@dataclass(frozen=True, slots=True)
class Whole:
    """What a topic shows to boards that know it up to a version from `since` to `upto`; to those that know `version` already, `nothing` new."""

    since: int
    upto: int
    version: int
    body: bytes
    nothing: bytes

    @classmethod
    def told(cls, known: range, answer: LiveAnswer, *, english: bool) -> "Whole":
        version = answer.version
        less = LiveAnswer(version, head=answer.head)
        body, nothing = (frame(version, _told(each, english=english)) for each in (answer, less))
        return cls(known.start, min(known.stop - 1, version), version, body, nothing)

    def serves(self, since: int) -> bool:
        return self.since <= since <= self.upto


class Topic(Protocol):
    """Topics of the same `key` are one. Both methods read the database, each in a thread that may wait for it."""

    @property
    def key(self) -> str: ...

    def whole(self, since: int) -> Whole | None:
        """The present state, or what changed of it after `since`; None where there is no such thing, or strangers are not told of it."""

    def parts(self, change: Change) -> Iterator[tuple[int, bytes]]:
        """What of a change concerns it. Of what has one number only the last is sent to a board that is slow."""


@dataclass(frozen=True, slots=True)
class ChampionshipTopic:
    """All mesas on the floor, and every one that changes.

    Those that know nearly the same are told the same; who slept longer is told more, and nobody with him.
    """

    slug: str
    english: bool = False

    @property
    def key(self) -> str:
        return f"c/{self.slug}" + ("?en" if self.english else "")

    def whole(self, since: int) -> Whole | None:
        """The floor; to whoever knows it up to `since`, what changed, also if it is there no longer, where that is not too much."""
        championship = single(Championship.objects.filter(slug=self.slug))
        if championship is None or not is_public(championship):
            return None
        known = max(1, since - since % STEP) if 0 < since <= latest_version() else 0
        head = tree_head(championship)
        answer = replace(live_since(championship, known), head=head)
        knowing = range(known + 1) if answer.whole else range(known, known + STEP)  # who knows less has missed more
        return Whole.told(knowing, answer, english=self.english)

    def parts(self, change: Change) -> Iterator[tuple[int, bytes]]:
        for mesa in change.mesas.values():
            if mesa.championship == self.slug:
                yield mesa.fixture, change.frame_of(mesa, english=self.english)
        if gone := change.gone_of(self.slug):
            # A number for each change: none of them takes the place of another, as the words on one mesa do.
            yield HEAD - change.version, change.frame_of_gone(gone)
        yield from change.head_of(self.slug)


@dataclass(frozen=True, slots=True)
class MesaTopic:
    """One mesa, wherever it stands."""

    slug: str
    fixture: int
    english: bool = False

    @property
    def key(self) -> str:
        return f"m/{self.slug}/{self.fixture}" + ("?en" if self.english else "")

    def whole(self, since: int) -> Whole | None:
        championship = single(Championship.objects.filter(slug=self.slug))
        if championship is None or not is_public(championship):
            return None
        version, head = latest_version(), tree_head(championship)
        mesa = live_of([self.fixture], version=version).get(self.fixture)
        if mesa is None or mesa.championship != self.slug:
            return None
        return Whole.told(range(version + 1), LiveAnswer(version, [mesa], head=head), english=self.english)

    def parts(self, change: Change) -> Iterator[tuple[int, bytes]]:
        if mesa := change.mesas.get(self.fixture):
            yield self.fixture, change.frame_of(mesa, english=self.english)
        if self.fixture in change.gone_of(self.slug):
            yield self.fixture, change.frame_of_gone([self.fixture])
        yield from change.head_of(self.slug)


TOPICS: Final = (
    (re.compile(r"/vivo/c/(?P<slug>[-a-zA-Z0-9_]{1,60})"), ChampionshipTopic),
    (
        re.compile(r"/vivo/c/(?P<slug>[-a-zA-Z0-9_]{1,60})/partidas/(?P<fixture>[0-9]{1,15})"),
        lambda slug, fixture, english: MesaTopic(slug, int(fixture), english),
    ),
)


def topic_of(path: str, *, english: bool = False) -> Topic | None:
    """What is followed at this address.

    >>> topic_of("/vivo/c/copa-2/partidas/7")
    MesaTopic(slug='copa-2', fixture=7, english=False)
    >>> topic_of("/vivo/otra")
    """
    for pattern, make in TOPICS:
        if found := pattern.fullmatch(path):
            return make(**found.groupdict(), english=english)
    return None
