"""A cache in Redis of which `clear` empties only what this process of the tests put there.

Django's empties the database, where other processes of the same run have theirs, and the broker its queue.
"""

from django.core.cache.backends.redis import RedisCache


class RedisCorner(RedisCache):
    """Keeps everything under its `KEY_PREFIX`, and clears nothing else."""

    def clear(self) -> bool:
        client = self._cache.get_client(None, write=True)
        if own := list(client.scan_iter(match=f"{self.key_prefix}:*", count=1000)):
            client.delete(*own)
        return True
