"""What a worker process that judges statements begins with."""

from __future__ import annotations

import signal

from perturb import sources


def prepare(read: sources.Snapshot) -> None:
    """Ctrl-C reaches the whole process group; the parent alone answers it, and it alone reads files."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sources.adopt(read)
