"""Real data for classification: what comes with scikit-learn, files at hand, what the OpenML client fetches.

And the libraries of the extra `train`, loaded where they are used.
"""

from __future__ import annotations

import gzip
import math
import os
import sys
import warnings
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from perturb.networks.relu.arguments import whole
from perturb.types import FloatArray, IntArray

# One thread: matrices are small, runs are spread over processes, and no sum depends on the number of threads.
FLAG = "--xla_cpu_multi_thread_eigen=false"


def needed(module: str) -> Any:
    """The module; ImportError in one line that names the extra where it is missing."""
    try:
        return import_module(module)
    except ImportError:
        package = {"sklearn": "scikit-learn", "PIL": "pillow"}.get(module.split(".")[0], module.split(".")[0])
        raise ImportError(f"training needs {package}: pip install 'perturb[train]'") from None


@contextmanager
def double_precision() -> Iterator[Any]:
    """JAX on one thread of the CPU, in float64 within this block only."""
    if "jax" not in sys.modules and FLAG not in os.environ.get("XLA_FLAGS", ""):
        os.environ["XLA_FLAGS"] = f"{os.environ.get('XLA_FLAGS', '')} {FLAG}".strip()
    jax = needed("jax")
    with jax.enable_x64(True), jax.default_device(jax.devices("cpu")[0]):
        yield jax


TEST_SHARE = 0.2
PACKAGED = {"digits": "load_digits", "breast-cancer": "load_breast_cancer", "wine": "load_wine"}
# Names and numbers at openml.org. A number means one version for ever; names are given more than once there.
FETCHED = {
    "mnist": ("mnist_784", 554),
    "fashion-mnist": ("Fashion-MNIST", 40996),
    "cifar-10": ("CIFAR_10", 40927),
    "htru2": ("Pulsar-Dataset-HTRU2", 45558),
}
PHOTOGRAPHS, SIDE = "photographs", 16
DATA = (*PACKAGED, PHOTOGRAPHS, *FETCHED)
"""The names that `load` takes: four that come with scikit-learn, four that it fetches from openml.org."""
# Files as MNIST has them, of the data for training and for tests, in a folder called like the data.
PARTS, KINDS = ("train", "t10k"), ("images-idx3", "labels-idx1")
IDX = tuple(f"{part}-{kind}-ubyte.gz" for part in PARTS for kind in KINDS)
LIBRARIES = (Path(".data"), Path("/usr/share/datasets"))  # what `make data` fetches, and where Debian has it


@dataclass(frozen=True, eq=False)
class Examples:
    """Inputs (N, n), each coordinate of mean 0 and variance 1 over the training part, and labels 0, 1, ...

    A coordinate that is constant over the training part is 0 everywhere.
    """

    name: str
    X: FloatArray
    y: IntArray
    X_test: FloatArray
    y_test: IntArray

    @property
    def width(self) -> int:
        return int(self.X.shape[1])

    @property
    def classes(self) -> int:
        return int(self.y.max()) + 1


def load(name: str, seed: int = 0) -> Examples:
    """One of DATA, a fifth of it for tests: the last of a permutation that `seed` draws.

    MNIST and Fashion-MNIST are read from their four files, as they are distributed, where a folder `mnist` or
    `fashion-mnist` in $PERTURB_DATA, in `.data` or in /usr/share/datasets has them: `make data` fetches them.

    ValueError for another name or data that are not finite, ImportError where scikit-learn is missing,
    OSError where data are not at hand and cannot be fetched, or a file is damaged.
    """
    if name not in DATA:
        raise ValueError(f"data = {name!r} is none of {', '.join(DATA)}")
    whole("seed", seed, 0)
    X, labels = _raw(name)
    if not np.isfinite(X).all():
        raise ValueError(f"data = {name!r} hold {X[~np.isfinite(X)][0]}, which is not finite")
    y = np.unique(labels, return_inverse=True)[1].astype(np.int64)
    order = np.random.default_rng([seed, len(y)]).permutation(len(y))
    test = order[len(y) - int(TEST_SHARE * len(y)) :]
    rest = order[: len(y) - test.size]
    mean, spread = X[rest].mean(axis=0), X[rest].std(axis=0)
    scaled = np.where(spread > 0, (X - mean) / np.where(spread > 0, spread, 1), 0.0)
    return Examples(name, scaled[rest], y[rest], scaled[test], y[test])


def _raw(name: str) -> tuple[FloatArray, Any]:
    if (folder := kept_in(name)) is not None:
        images, labels, more, their_labels = (idx(folder / file) for file in IDX)
        X = np.concatenate([images, more]).reshape(len(images) + len(more), -1)
        return X.astype(np.float64), np.concatenate([labels, their_labels])
    datasets = needed("sklearn.datasets")
    if name in PACKAGED:
        found = getattr(datasets, PACKAGED[name])()
        return np.asarray(found.data, dtype=np.float64), found.target
    if name == PHOTOGRAPHS:
        needed("PIL")
        parts = [patches(image.mean(axis=2)) for image in datasets.load_sample_images().images]
        return np.concatenate(parts), np.repeat(np.arange(len(parts)), [len(part) for part in parts])
    return _fetched(name, datasets.fetch_openml)


def kept_in(name: str) -> Path | None:
    """The folder with the four files of these data: of $PERTURB_DATA, `.data` or Debian's; None without."""
    own = os.environ.get("PERTURB_DATA")
    places = (*((Path(own),) if own else ()), *LIBRARIES)
    return next((place / name for place in places if all((place / name / f).is_file() for f in IDX)), None)


def idx(path: Path) -> Any:
    """An array of bytes in the format of MNIST, compressed by gzip. OSError for a damaged file."""
    try:
        data = gzip.decompress(path.read_bytes())
        axes = data[3]
        shape = [int.from_bytes(data[4 + 4 * k : 8 + 4 * k], "big") for k in range(axes)]
        found = np.frombuffer(data, dtype=np.uint8, offset=4 + 4 * axes)
        if data[:3] != b"\0\0\x08" or found.size != math.prod(shape):
            raise ValueError("no array of bytes of the length that it says")
    except (EOFError, IndexError, ValueError, zlib.error, gzip.BadGzipFile) as error:
        raise OSError(f"{path} is damaged ({error}): fetch it again") from None
    return found.reshape(shape)


def patches(image: FloatArray) -> FloatArray:
    """The squares of 16 x 16 grey values into which a picture (height, width) falls, shape (N, 256); what is
    left over at the lower and right edges is left out.

    Of which of two photographs a square is, a temple or a flower, makes a task that is not easy.
    """
    rows, columns = (length // SIDE for length in image.shape)
    whole_squares = image[: rows * SIDE, : columns * SIDE].reshape(rows, SIDE, columns, SIDE)
    return whole_squares.swapaxes(1, 2).reshape(rows * columns, SIDE * SIDE)


def _fetched(name: str, fetch: Callable[..., Any]) -> tuple[FloatArray, Any]:
    """scikit-learn keeps what it has fetched. A failing network arrives as an OSError or a ValueError."""
    remote, number = FETCHED[name]
    said = f"data = {name!r} could not be fetched from openml.org as {remote}, number {number}"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # that it tries again: the error says all
            found = fetch(data_id=number, as_frame=False, parser="liac-arff", n_retries=1)
    except (OSError, ValueError) as error:
        raise OSError(f"{said} (no network?): {' '.join(str(error).split())}") from None
    if found.target is None:
        raise OSError(f"{said}: it names no column of classes")
    return np.asarray(found.data, dtype=np.float64), found.target
