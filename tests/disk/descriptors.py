"""A process that may open few more files, however many it has open."""

from __future__ import annotations

import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def few_left(count: int) -> Iterator[None]:
    """Exactly so many descriptors are free inside."""
    free = [os.dup(0) for _ in range(count + 1)]
    for fd in free:
        os.close(fd)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (free[-1], hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
