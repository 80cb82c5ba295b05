"""Processes of the tests that share one Redis do not empty each other's cache, nor the queue of the broker."""

import os

import pytest
from redis import Redis

from tests.redis_corner import RedisCorner

pytestmark = pytest.mark.redis


def test_what_others_keep_stays() -> None:
    url = os.environ["REDIS_URL"]
    mine, theirs = (RedisCorner(url, {"KEY_PREFIX": name}) for name in ("one", "another"))
    broker = Redis.from_url(url)
    mine.set("a", 1)
    theirs.set("a", 2)
    broker.rpush("queue-of-this-test", "message")

    mine.clear()

    assert (mine.get("a"), theirs.get("a"), broker.lrange("queue-of-this-test", 0, -1)) == (None, 2, [b"message"])
    theirs.clear()
    broker.delete("queue-of-this-test")
