"""Complex inputs: matrices X + iY of a kind, vectors and numbers, each as the pair X, Y of real ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from perturb.domains import domain
from perturb.domains.domain import Domain, domain_of
from perturb.domains.entrywise import probabilities
from perturb.domains.pairs import ENDS
from perturb.domains.space import FIELDS, Param, Size, Space
from perturb.domains.spectra import cayley, turning_planes
from perturb.domains.structured import hermitian_doubles, symmetric, unitary_doubles
from perturb.vocab import (
    I,
    T,
    diag,
    entries,
    eye,
    inv,
    lam_min,
    op,
    real,
    sq,
    strict_upper,
    total,
    trace,
    unit,
    upper,
)
from perturb.vocab.complexes.values import Complex, lifted
from perturb.vocab.grammar.tree import Expr, const
from perturb.vocab.relations.order import Given, given

Member = Callable[[Expr], Sequence[Given]]
Pair = tuple[Space, Space]


def domain_of_pairs(pair: Pair, count: int, ranges: dict[str, Any]) -> Domain:
    """`count` copies of a complex input."""
    sizes = domain_of(pair[0], count, ranges).ranges
    return Domain({f"_{k}{end}": s for k in range(count) for end, s in zip(ENDS, pair, strict=True)}, sizes)


def skew_member(A: Expr) -> list[Given]:
    return [given(entries(A), "==", -entries(T(A)))]


def _parts(real: Domain, text: str) -> Pair:
    """Any real and any imaginary part; `text` is what people read of both."""
    one = replace(real.spaces["_0"], part="re", shown=text)
    return one, replace(one, part="im")


def _general(rows: Size, cols: Size) -> Pair:
    text = rf"{{0}} \in \mathbb{{C}}^{{{rows} \times {cols}}}"
    return _parts(domain.rectangular(rows, cols), text)


def rectangular(rows: Size = "m", cols: Size = "n", count: int = 1, **ranges: Any) -> Domain:
    return domain_of_pairs(_general(rows, cols), count, ranges)


def square(size: Size = "n", count: int = 1, **ranges: Any) -> Domain:
    return rectangular(size, size, count, **ranges)


def vector(size: Size = "n", count: int = 1, **ranges: Any) -> Domain:
    return domain_of_pairs(_vectors(size), count, ranges)


def _vectors(size: Size) -> Pair:
    return _parts(domain.vector(size), rf"{{0}} \in \mathbb{{C}}^{{{size}}}")


def scalar(count: int = 1) -> Domain:
    return domain_of_pairs(_parts(domain.scalar(), r"{0} \in \mathbb{C}"), count, {})


def skew_symmetric(size: Size) -> Domain:
    """Real n x n matrices A = -A^T: what the imaginary parts of Hermitian matrices are."""
    general = domain.square(str(size)).spaces["_0"]
    space = replace(
        general,
        build=lambda X: strict_upper(X) - T(strict_upper(X)),
        member=skew_member,
        text=rf"{{0}} = -{{0}}^T \in \mathbb{{R}}^{{{size} \times {size}}}",
        wider=general,
        form=("skew", str(size), str(size)),
    )
    return domain_of(space, 1, {})


def _self_adjoint(size: Size, text: str, turned: bool = False) -> Pair:
    """X symmetric and Y skew-symmetric, or turned: the adjoint is the negative."""
    X, Y = _general(size, size)
    even, odd = (of(str(size)).spaces["_0"] for of in (symmetric, skew_symmetric))
    first, second = (odd, even) if turned else (even, odd)
    return (
        replace(first, part="re", shown=text, wider=X),
        replace(second, part="im", shown=text, wider=Y),
    )


def hermitian(size: Size = "n", count: int = 1, **ranges: Any) -> Domain:
    """Hermitian n x n matrices A = A^*; `hermitian(2)` are those of size 2 as real symmetric 4 x 4 ones."""
    if isinstance(size, int):
        return hermitian_doubles(size, count, **ranges)
    return domain_of_pairs(_hermitian(size), count, ranges)


def _hermitian(size: Size) -> Pair:
    return _self_adjoint(size, rf"{{0}} = {{0}}^* \in \mathbb{{C}}^{{{size} \times {size}}}")


def symmetric_complex(size: str = "n", count: int = 1, **ranges: Any) -> Domain:
    """Complex n x n matrices A = A^T, which are Hermitian only where they are real."""
    one = symmetric(size).spaces["_0"]
    pair = _parts(Domain({"_0": one}, {}), rf"{{0}} = {{0}}^T \in \mathbb{{C}}^{{{size} \times {size}}}")
    wider = _general(size, size)
    return domain_of_pairs(
        (replace(pair[0], wider=wider[0]), replace(pair[1], wider=wider[1])), count, ranges
    )


def orthogonal_complex(size: str = "n", count: int = 1, **ranges: Any) -> Domain:
    """Complex n x n matrices with A^T A = I: Q B R of real orthogonal Q, R, by Cartan's decomposition.

    B turns planes of two coordinates by imaginary angles, a cosine (d + 1/d)/2, a sine i (d - 1/d)/2.
    """

    def build(K1: Expr, e1: Expr, K2: Expr, e2: Expr, d: Expr, t: Expr) -> Complex:
        Q, R = lifted(cayley(K1, e1)), cayley(K2, e2)
        found: Complex = Q @ Complex.of(*turning_planes((d + 1 / d) / 2, (d - 1 / d) / 2, t)) @ R
        return found

    square = {f"{key}{tag}": param for tag in "12" for key, param in _real_rotation(size).items()}
    params = {**square, "d": Param((size,), "positive"), "t": Param((size,), "bit")}
    text = rf"{{0}}^T {{0}} = I,\ {{0}} \in \mathbb{{C}}^{{{size} \times {size}}}"
    pair = _made(
        _general(size, size), text, params, build, lambda U: [given(entries(U.T @ U), "==", entries(eye(U)))]
    )
    return domain_of_pairs(pair, count, ranges)


def _real_rotation(size: Size) -> dict[str, Param]:
    return {"K": Param((size, size)), "e": Param((size,), "sign")}


def skew_hermitian(size: str = "n", count: int = 1, **ranges: Any) -> Domain:
    """Complex n x n matrices A = -A^*."""
    text = rf"{{0}} = -{{0}}^* \in \mathbb{{C}}^{{{size} \times {size}}}"
    return domain_of_pairs(_self_adjoint(size, text, turned=True), count, ranges)


def _made(
    wider: Pair,
    text: str,
    params: dict[str, Param],
    build: Callable[..., Complex],
    joint: Callable[[Complex], Sequence[Given]],
    rational_only: bool = True,
) -> Pair:
    """Both parts of what `build` makes of common parameters; `joint` says what the whole is."""

    def together(*parts: Expr) -> Sequence[Given]:
        return joint(Complex.of(*parts)) if len(parts) == 2 else []

    made = [
        replace(
            one,
            params={},
            common=params,
            build=lambda *given, k=k: build(*given).parts[k],
            text=rf"{text.replace('{0}', 'Z')},\ {{0}} = \mathrm{{{('Re', 'Im')[k]}}}\,Z",
            shown=text,
            wider=one,
            form=(),
            joint=together,
            place=k,
            rational_only=rational_only,
        )
        for k, one in enumerate(wider)
    ]
    return made[0], made[1]


def psd(size: str = "n", count: int = 1, **ranges: Any) -> Domain:
    return domain_of_pairs(_psd(size), count, ranges)


def _psd(size: Size) -> Pair:
    def build(X: Expr, Y: Expr) -> Complex:
        B = Complex.of(X, Y)
        return B.H @ B

    text = rf"0 \preceq {{0}} \in \mathbb{{C}}^{{{size} \times {size}}}"
    params = {key: Param((size, size)) for key in ("X", "Y")}
    return _made(
        _hermitian(size), text, params, build, lambda A: [given(0, "loewner", A)], rational_only=False
    )


def positive_definite(size: str = "n", count: int = 1, **ranges: Any) -> Domain:
    def build(X: Expr, Y: Expr, d: Expr) -> Complex:
        U: Any = Complex.of(eye(X) + strict_upper(X), strict_upper(Y))
        found: Complex = U.H @ diag(d) @ U
        return found

    text = rf"0 \prec {{0}} \in \mathbb{{C}}^{{{size} \times {size}}}"
    params = {**{key: Param((size, size)) for key in ("X", "Y")}, "d": Param((size,), "positive")}
    wider = _psd(size)
    pair = _made(
        _hermitian(size), text, params, build, lambda A: [given(lam_min(A), ">", 0)], rational_only=False
    )
    return domain_of_pairs(
        (replace(pair[0], wider=wider[0]), replace(pair[1], wider=wider[1])), count, ranges
    )


def _turned(K: Expr, H: Expr, e: Expr) -> Complex:
    """A unitary matrix (Cayley): K is the skew part, H the symmetric one of a skew-Hermitian matrix."""
    S = Complex.of(strict_upper(K) - T(strict_upper(K)), upper(H) + T(strict_upper(H)))
    found: Complex = diag(e) @ inv(I + S) @ (I - S)
    return found


def _rotation(size: Size, tag: str = "") -> dict[str, Param]:
    square = {f"{key}{tag}": Param((size, size)) for key in "KH"}
    return {**square, f"e{tag}": Param((size,), "sign")}


def unitary(size: Size = "n", count: int = 1, **ranges: Any) -> Domain:
    """Unitary n x n matrices, rational ones are drawn; `unitary(2)` are those of size 2 as real 4 x 4 ones.

    Cayley's transform of a skew-Hermitian matrix, its rows signed: det(D + U), of degree 1 in each diagonal
    entry of D, is not zero for all choices of signs, so every unitary U without -1 in its spectrum is DU.
    """
    if isinstance(size, int):
        return unitary_doubles(size, count, **ranges)

    def is_one(U: Complex) -> list[Given]:
        return [given(entries(U.H @ U), "==", entries(eye(U)))]

    pair = _made(_general(size, size), rf"{{0}} \in U({size})", _rotation(size), _turned, is_one)
    return domain_of_pairs(pair, count, ranges)


def contraction(size: str = "n", count: int = 1, **ranges: Any) -> Domain:
    def build(K1: Expr, H1: Expr, e1: Expr, K2: Expr, H2: Expr, e2: Expr, t: Expr) -> Complex:
        found: Complex = _turned(K1, H1, e1) @ diag(t) @ _turned(K2, H2, e2)
        return found

    text = rf"{{0}} \in \mathbb{{C}}^{{{size} \times {size}}},\ \lVert {{0}} \rVert \le 1"
    params = {**_rotation(size, "1"), **_rotation(size, "2"), "t": Param((size,), "unit")}
    pair = _made(_general(size, size), text, params, build, lambda A: [given(op(A), "<=", 1)])
    return domain_of_pairs(pair, count, ranges)


def normal(size: str = "n", count: int = 1, **ranges: Any) -> Domain:
    def build(K: Expr, H: Expr, e: Expr, x: Expr, y: Expr) -> Complex:
        U, D = _turned(K, H, e), Complex.of(diag(x), diag(y))
        return U @ D @ U.H

    text = rf"{{0}} {{0}}^* = {{0}}^* {{0}} \in \mathbb{{C}}^{{{size} \times {size}}}"
    params = {**_rotation(size), "x": Param((size,)), "y": Param((size,))}
    pair = _made(
        _general(size, size), text, params, build, lambda A: [given(entries(A @ A.H), "==", entries(A.H @ A))]
    )
    return domain_of_pairs(pair, count, ranges)


def projection(size: str = "n", count: int = 1, **ranges: Any) -> Domain:
    def build(K: Expr, H: Expr, e: Expr, b: Expr) -> Complex:
        U = _turned(K, H, e)
        found: Complex = U @ diag(b) @ U.H
        return found

    text = rf"{{0}} = {{0}}^* = {{0}}^2 \in \mathbb{{C}}^{{{size} \times {size}}}"
    params = {**_rotation(size), "b": Param((size,), "bit")}
    pair = _made(_hermitian(size), text, params, build, lambda P: [given(entries(P @ P), "==", entries(P))])
    return domain_of_pairs(pair, count, ranges)


def unit_vector(size: str = "n", count: int = 1, **ranges: Any) -> Domain:
    def build(K: Expr, H: Expr, e: Expr) -> Complex:
        U = _turned(K, H, e)
        first = unit.node(U.sides[0], const(1))
        return Complex.of(U.re @ first, U.im @ first)

    text = rf"{{0}} \in \mathbb{{C}}^{{{size}}},\ \lVert {{0}} \rVert = 1"
    length_one: Any = lambda v: [given(total(sq(v.re)) + total(sq(v.im)), "==", 1)]  # noqa: E731
    return domain_of_pairs(_made(_vectors(size), text, _rotation(size), build, length_one), count, ranges)


def density(size: str = "n", count: int = 1, **ranges: Any) -> Domain:
    """Density matrices: complex n x n, positive semidefinite, of trace 1; rational ones are drawn."""

    def build(K: Expr, H: Expr, e: Expr, x: Expr, t: Expr) -> Complex:
        U = _turned(K, H, e)
        found: Complex = U @ diag(probabilities(x, t)) @ U.H
        return found

    text = rf"0 \preceq {{0}} \in \mathbb{{C}}^{{{size} \times {size}}},\ \mathrm{{tr}}\,{{0}} = 1"
    params = {**_rotation(size), "x": Param((size,)), "t": Param((), "unit")}
    of_trace_one: Any = lambda A: [given(0, "loewner", A), given(real(trace(A)), "==", 1)]  # noqa: E731
    return domain_of_pairs(_made(_hermitian(size), text, params, build, of_trace_one), count, ranges)


FIELDS |= {
    "square": square,
    "rectangular": rectangular,
    "vector": vector,
    "scalar": scalar,
    "psd": psd,
    "positive_definite": positive_definite,
    "contraction": contraction,
    "normal": normal,
    "projection": projection,
    "unit_vector": unit_vector,
    "symmetric": symmetric_complex,
    "orthogonal": orthogonal_complex,
}
