"""What leaves the program: JSON text, tables, file names, whole files of one run at a time, pictures."""

from __future__ import annotations

import hashlib
import io
import json
import math
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # tables and drawing are extras
    from matplotlib.figure import Figure
    from pandas import DataFrame

try:
    import fcntl
except ImportError:  # Windows: two runs that write at the same moment may lose what one of them wrote
    fcntl = None  # type: ignore[assignment]

OURS = "perturb"  # what pictures name as their author
COLOURS = 96


def json_text(value: Any, *, strict: bool = False, **options: Any) -> str:
    """The text of plain data; a number that is not finite is null: it is not known. Options as of json.dumps.

    `strict` is for what is read back: there such a number is a ValueError. TypeError for what is no plain
    data.
    """
    try:
        return json.dumps(value, allow_nan=False, **options)
    except ValueError:
        if strict:
            raise
        return json.dumps(finite(value), allow_nan=False, **options)


def finite(value: Any) -> Any:
    """Plain data with None for each number that is not finite."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {finite(key) if isinstance(key, float) else key: finite(each) for key, each in value.items()}
    return [finite(each) for each in value] if isinstance(value, (list, tuple)) else value


def frame(rows: Sequence[Any], columns: Sequence[str] | None = None) -> DataFrame:
    """A table of dicts, or of tuples under the names of `columns`. ImportError that names the extra."""
    try:
        from pandas import DataFrame
    except ImportError:
        raise ImportError("tables need the extra: pip install 'perturb[report]'") from None
    return DataFrame(rows, columns=columns)


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


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """One run at a time reads and replaces files in a folder, made where it is missing: itself is locked."""
    folder.mkdir(parents=True, exist_ok=True)
    if fcntl is None:
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # some network file systems lock nothing
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def digest(data: Any) -> str:
    """16 hexadecimal digits that name JSON data; round numbers first, so that last bits play no part."""
    return hashlib.sha256(json_text(data, sort_keys=True).encode()).hexdigest()[:16]


def save_picture(figure: Figure, path: Path, stamp: str | None = None) -> None:
    """PNG of few colours, no date, no version: equal data give equal bytes. `stamp` names the data."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from PIL import Image
    from PIL.PngImagePlugin import PngInfo

    kept, said = io.BytesIO(), PngInfo()
    canvas: Any = FigureCanvasAgg(figure)
    canvas.draw()  # once: `savefig` draws for the layout first, and would compress what is taken apart again
    image = Image.frombytes("RGBA", canvas.get_width_height(), canvas.buffer_rgba()).convert("RGB")
    few = image.quantize(COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    said.add_text("Software", OURS)
    if stamp is not None:
        said.add_text("Description", stamp)
    few.save(kept, "png", optimize=True, pnginfo=said)
    write_whole(path, kept.getvalue())


def is_ours(path: Path) -> bool:
    """A picture that `save_picture` wrote."""
    return b"Software\0" + OURS.encode() in path.read_bytes()


def drawn_from(stamp: str, path: Path) -> bool:
    """The picture is there and bears this stamp."""
    return path.is_file() and stamp.encode() in path.read_bytes()
