"""What words on arrays cost, beside the same words of another checkout, as ratios in one run.

    OPENBLAS_NUM_THREADS=1 python benchmarks/words.py OTHER [WORD ...]

OTHER is the folder of the other checkout. The arrays are regular: Gaussian, or positive definite where a word
asks for that. Processor time of one core, the best of several repetitions, both checkouts in turn.
"""

from __future__ import annotations

import json
import os
import sys
import warnings
from math import exp, log
from pathlib import Path
from subprocess import PIPE, Popen
from time import process_time
from typing import Any

import numpy as np

from perturb import vocab
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Word
from perturb.vocab.systems.immediate import Counted

M, V = Kind.MATRIX, Kind.VECTOR
SHAPES = ((2000, 4, 4), (3, 3), (40, 40), (20, 40, 40))
REPETITIONS, WANTED, SEED = 5, 1.2, 1
TAKEN = {
    "matmul": (M, M),
    "kron": (M, M),
    "schatten": (M, 3),
    "mat_power": (M, 1.5),
    "pow": (V, 3),
    "entrywise_power": (M, 2),
    "larger": (V, V),
    "smaller": (V, V),
    **dict.fromkeys(("sqrt", "sq", "abs", "exp", "log"), (V,)),
}
DEFAULT = {Kind.INTEGER: 2, Kind.SCALAR: 1.5}
DEFINITE = {"lam", "lam_min", "lam_max", "mat_sqrt", "mat_log", "mat_power", "geometric_mean"}
DEFINITE |= {"eigenvector", "eigenprojection"}
BEYOND = {"permanent", "hermitian_permanent", "least_minor", "numerical_radius", "mean_width"}  # at 40 x 40
BEYOND |= {"operator_width", "relu_width", "relu_norm", "relu_distance", "relu_singular_values"}


def words() -> dict[str, Word]:
    every = {name: getattr(vocab, name) for name in vocab.__all__}
    return {name: w for name, w in every.items() if isinstance(w, Word) and {M, V} & set(taken(w))}


def taken(word: Word) -> tuple[Any, ...]:
    return TAKEN.get(word.name) or word.accepts or ()


def arguments(word: Word, shape: tuple[int, ...]) -> list[Any]:
    rng, given = np.random.default_rng(SEED), []
    for kind in taken(word):
        A = rng.normal(size=shape)
        if word.name in DEFINITE:
            A = A @ np.swapaxes(A, -1, -2) / shape[-1] + np.eye(shape[-1])
            A = (A + np.swapaxes(A, -1, -2)) / 2
        A = np.abs(A) if word.name in ("log", "sqrt") else A
        row = A[1] if A.ndim == 2 else Counted(A[..., 1, :].copy(), V)
        given.append({M: A, V: row}.get(kind, DEFAULT.get(kind, kind)))
    return given


def serve() -> None:
    """Time what is asked for, a line each: a name and a shape."""
    warnings.simplefilter("ignore")
    for line in sys.stdin:
        name, shape = json.loads(line)
        args = arguments(words()[name], tuple(shape))
        try:
            print(json.dumps(min(_once(words()[name], args) for _ in range(3))), flush=True)
        except (ValueError, TypeError):  # a shape that the word does not take
            print("null", flush=True)


def _once(word: Word, args: list[Any]) -> float:
    own = [a.copy() if isinstance(a, np.ndarray) else a for a in args]
    start = process_time()
    word(*own)
    return process_time() - start


class Checkout:
    def __init__(self, folder: str) -> None:
        environment = {**os.environ, "PYTHONPATH": folder}
        self.process = Popen([sys.executable, __file__, "--serve"], stdin=PIPE, stdout=PIPE, env=environment)

    def seconds(self, name: str, shape: tuple[int, ...]) -> float | None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([name, shape]).encode() + b"\n")
        self.process.stdin.flush()
        found: float | None = json.loads(self.process.stdout.readline())
        return found


def main(other: str, names: list[str]) -> None:
    own, others, ratios = Checkout(str(Path(__file__).parents[1])), Checkout(other), []
    for name in names or sorted(words()):
        for shape in SHAPES[: 2 if name in BEYOND else None]:
            pairs = [(others.seconds(name, shape), own.seconds(name, shape)) for _ in range(REPETITIONS)]
            before, after = ([t for t in column if t is not None] for column in zip(*pairs, strict=True))
            if before and after:
                ratios.append(min(after) / min(before))
                size = "x".join(map(str, shape))
                row = f"{name:22}{size:>12}{1e3 * min(before):10.3f} ms{1e3 * min(after):10.3f} ms"
                print(row, f"{ratios[-1]:7.2f}", "slower" if ratios[-1] > WANTED else "", flush=True)
    mean = exp(sum(map(log, ratios)) / len(ratios))
    print(f"{len(ratios)} pairs, geometric mean {mean:.3f}, {sum(r > WANTED for r in ratios)} above {WANTED}")


if __name__ == "__main__":
    if sys.argv[1:] == ["--serve"]:
        serve()
    else:
        main(sys.argv[1], sys.argv[2:])
