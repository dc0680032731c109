"""The values of texts and of their normal forms at a point, computed from what is written alone."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from perturb.derive.checker.matrices import Matrix
from perturb.derive.checker.polynomials import Poly
from perturb.derive.checker.reading import TermReader, Tree

ILL = 1e6


def singular(A: Any) -> Any:
    return np.linalg.svd(A, compute_uv=False)


def inverse(A: Any) -> Any:
    if np.linalg.cond(A) > ILL:
        raise ZeroDivisionError
    return np.linalg.inv(A)


def over(x: Any, y: Any) -> Any:
    if np.min(np.abs(y)) < 1 / ILL:
        raise ZeroDivisionError
    return x / y


def as_complex(D: Any) -> Any:
    """X + iY of [[X, -Y], [Y, X]]."""
    m, n = (k // 2 for k in D.shape)
    return D[:m, :n] + 1j * D[m:, :n]


MEANING: dict[str, Callable[..., Any]] = {
    "add": lambda x, y: x + y, "sub": lambda x, y: x - y, "neg": lambda x: -x, "mul": lambda x, y: x * y,
    "div": over, "sq": lambda x: x * x, "pow": lambda x, k: x ** int(k), "abs": np.abs, "larger": np.maximum,
    "smaller": np.minimum, "sqrt": np.sqrt, "matmul": lambda A, B: A @ B, "T": lambda A: A.T, "diag": np.diag,
    "eye": lambda A: np.eye(A.shape[1]), "sym": lambda A: (A + A.T) / 2, "diagonal": np.diag, "kron": np.kron,
    "commutator": lambda A, B: A @ B - B @ A, "entries": lambda A: A.reshape(-1), "inv": inverse,
    "column_matrix": lambda v: v[:, None], "hadamard": lambda A, B: A * B, "sum": np.sum, "s": singular,
    "component": lambda v, i: v[int(i) - 1], "entry": lambda A, i, j: A[int(i) - 1, int(j) - 1],
    "lam": lambda A: np.linalg.eigvalsh(A)[::-1], "norm": np.linalg.norm, "fro": np.linalg.norm,
    "max": np.max, "min": np.min, "partial_sums": np.cumsum, "head": lambda v, k: v[: int(k)],
    "lam_max": lambda A: np.linalg.eigvalsh(A)[-1], "lam_min": lambda A: np.linalg.eigvalsh(A)[0],
    "op": lambda A: singular(A)[0], "s1": lambda A: singular(A)[0], "s_min": lambda A: singular(A)[-1],
    "trace": np.trace, "nuclear": lambda A: singular(A).sum(), "rank": lambda A: (singular(A) > 1e-8).sum(),
    "s_star": lambda A: min(singular(A)[singular(A) > 1e-8], default=0.0),
    "max_entry": lambda A: np.max(np.abs(A)), "without_rows": lambda A, k: A[: len(A) - int(k)],
    "without_columns": lambda A, k: A[:, : A.shape[1] - int(k)],
    "complex_matrix": lambda X, Y: np.block([[X, -Y], [Y, X]]),
    "complex_s": lambda D: singular(as_complex(D)),
    "complex_lam": lambda D: np.linalg.eigvalsh(as_complex(D))[::-1],
    "complex_fro": lambda D: np.linalg.norm(as_complex(D)),
    "complex_norm": lambda D: np.linalg.norm(as_complex(D)),
    "complex_trace": lambda D: np.trace(as_complex(D)).real,
    "complex_rank": lambda D: (singular(as_complex(D)) > 1e-8).sum(),
    "cols": lambda A: A.shape[1], "rows": lambda A: A.shape[0], "length": len,
}  # fmt: skip


def meaning(tree: Tree, point: dict[str, Any]) -> Any:
    """The value of the text, computed from the text."""
    if isinstance(tree, str):
        return point[tree] if tree in point else float(Fraction(tree))
    return MEANING[tree[0]](*[meaning(arg, point) for arg in tree[1:]])


class Normal:
    """Values of normal forms, computed from the names of atoms and letters."""

    def __init__(self, R: TermReader, point: dict[str, Any]) -> None:
        self.R, self.point, self.found = R, point, dict[Any, Any]()

    def number(self, p: Poly) -> Any:
        return sum(
            float(c) * np.prod([over_power(self.atom(k), e) for k, e in m]) for m, c in p.terms.items()
        )

    def side(self, p: Poly) -> int:
        return round(float(self.number(p)))

    def matrix(self, M: Matrix) -> Any:
        rows, cols = self.side(M.rows), self.side(M.cols)
        parts = [self.number(c) * self.word(w, rows) for w, c in M.terms.items()]
        return sum(parts, np.zeros((rows, cols)))

    def word(self, word: Any, n: int = 1) -> Any:
        if isinstance(word, str):
            raise LookupError(f"{word} is read as it is")
        found = np.eye(n)
        for at, (k, turned) in enumerate(word):
            letter = self.letter(k).T if turned else self.letter(k)
            found = found @ letter if at else letter
        return found

    def atom(self, k: int) -> Any:
        kind, *rest = self.R.names[k]
        if k not in self.found:
            self.found[k] = self.value(kind, rest)
        return self.found[k]

    def letter(self, k: int) -> Any:
        kind, *rest = self.R.names[k]
        if (k, kind) not in self.found:
            x = np.asarray(self.column(kind, rest))
            self.found[k, kind] = x if x.ndim == 2 else x[:, None]
        return self.found[k, kind]

    def value(self, kind: str, rest: list[Any]) -> Any:
        if kind in ("input", "size", "index"):
            return self.point[rest[0]]
        if kind in ("min", "sqrt", "relu", "inv"):
            x = [self.number(p) for p in rest]
            if kind == "min":
                return min(x)
            return np.sqrt(x[0]) if kind == "sqrt" else max(x[0], 0) if kind == "relu" else over(1, x[0])
        if kind in ("fro", "rank", "max", "s_star"):
            return MEANING[kind](self.matrix(rest[0]))
        if kind == "esum":
            return np.prod([self.word(w) for w in rest[0]], axis=0).sum()
        x, at = self.word(rest[0]), [self.side(p) - 1 for p in rest[1:]]
        return x[(*at, 0)[:2]] if kind in ("comp", "entry") else np.trace(x) if kind == "tr" else x.sum()

    def column(self, kind: str, rest: list[Any]) -> Any:
        if kind == "input":
            return self.point[rest[0]]
        if kind in ("s", "lam", "inv", "hadamard"):
            return MEANING[kind](*map(self.matrix, rest))
        if kind in ("relu", "root", "reciprocal"):
            x = self.matrix(rest[0])
            return np.maximum(x, 0) if kind == "relu" else np.sqrt(x) if kind == "root" else over(1, x)
        if kind == "ones":
            return np.ones(self.side(rest[0]))
        if kind == "had":
            return np.prod([self.word(w) for w in rest[0]], axis=0)
        if kind == "kron":
            return np.kron(*[self.word(w, self.side(u[0])) for w, u in zip(rest[:2], rest[2:], strict=True)])
        if kind == "word" and rest[0] == "complex_matrix":
            return MEANING[rest[0]](self.matrix(rest[1]), self.matrix(rest[2]))
        if kind == "word" and rest[0].startswith("without"):
            return MEANING[rest[0]](self.matrix(rest[1]), self.number(rest[2]))
        x = self.word(rest[0], self.side(rest[1]) if kind == "vec" else 1)
        if kind == "head":
            return x[: self.side(rest[1])]
        if kind == "halved":
            return x[::2]
        if kind in ("psum", "rev", "vec"):
            return np.cumsum(x) if kind == "psum" else x[::-1] if kind == "rev" else x.reshape(-1)
        return np.diag(x[:, 0] if kind == "diag" else x)


def over_power(x: Any, e: int) -> Any:
    return x**e if e > 0 else over(1, x**-e)
