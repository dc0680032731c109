"""What each word is of complex values: in words of their parts, or of the real matrix of twice the size.

A word without a meaning, and without a definition in words that have one, is refused. The meanings stand in
`arithmetic` and `matrices`; `complex_s` and the like, of the matrix [[X, -Y], [Y, X]], in `words.complexes`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from perturb.vocab.complexes.values import DEFINING, Complex, written
from perturb.vocab.grammar.tree import LATER, WORDS, Expr, Word, as_expr
from perturb.vocab.printing.terms import printed

Meaning = Callable[..., Any]
MEANINGS: dict[str, Meaning] = {}
# Of complex matrices something else than of real ones, and nothing that is a word.
CURES = {
    "sym": "write (A + H(A)) / 2",
    "lam": "lam is of Hermitian matrices; moduli(A) and eig_re(A) are of any",
    "eig_im": "moduli(A) and eig_re(A) are read of complex matrices",
    "sq": "write z * z, or abs(z)**2 for the square of the modulus",
}


def applied(word: Word, args: tuple[Any, ...]) -> Any:
    """The word of complex values, which is printed as it is written; TypeError where it has no meaning."""
    found = _applied(word, args)
    if isinstance(found, Complex) and not any(found is one or found is _adjoint(one) for one in args):
        found.called(word.name, *args)
    elif isinstance(found, Expr) and (plain := written(word.name, *args)) is not None:
        printed(found, plain)
    return found


def _adjoint(x: Any) -> Any:
    """Its adjoint, where somebody asked for it: H(H(A)) is A, and called so."""
    return x._adjoint if isinstance(x, Complex) else None


def _applied(word: Word, args: tuple[Any, ...]) -> Any:
    own = MEANINGS.get(word.name)
    if own is not None:
        return own(*args)
    if word.body is not None and word.name not in CURES and not word.name.startswith("complex_"):
        with DEFINING.of(word.written):
            return word.body(*args)
    cure = CURES.get(word.name, "real(z), imag(z), abs(z), s(A), lam(A) of Hermitian A are real")
    raise TypeError(f"{word.written} takes no complex values: {cure}")


def meaning(*names: str) -> Callable[[Meaning], Meaning]:
    def declare(f: Meaning) -> Meaning:
        for name in names:
            MEANINGS[name] = f
        return f

    return declare


def node(name: str, *args: Any) -> Expr:
    """The word of that name over real parts."""
    return WORDS[name].node(*map(as_expr, args))


LATER.on_complex = applied
