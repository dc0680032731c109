"""Files: their names, writing them whole or not at all, pictures stamped with what they were drawn from."""

from __future__ import annotations

import hashlib
import io
import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # drawing is an extra
    from matplotlib.figure import Figure


def slug(identifier: str) -> str:
    """An id as a file name: hyphens for / and ~."""
    return identifier.replace("/", "-").replace("~", "-")


def write_whole(path: Path, content: str | bytes) -> None:
    """Replace a file by new content, atomically. Raises OSError that names `path`."""
    try:
        _replace(path, content.encode() if isinstance(content, str) else content)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def _replace(path: Path, content: bytes) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def digest(data: Any) -> str:
    """16 hexadecimal digits that name JSON data; round numbers first, so that last bits play no part."""
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]


def save_picture(figure: Figure, path: Path, stamp: str | None = None) -> None:
    """PNG without date or version, so that equal data give equal bytes; `stamp` names the data."""
    kept = io.BytesIO()
    figure.savefig(kept, format="png", metadata={"Software": None, "Description": stamp})
    write_whole(path, kept.getvalue())


def drawn_from(stamp: str, path: Path) -> bool:
    """The picture is there and bears this stamp."""
    return path.is_file() and stamp.encode() in path.read_bytes()
