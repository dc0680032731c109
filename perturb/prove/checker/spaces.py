"""The input spaces: their text in the domain, and their elements at 1 x 1, 2 x 2 and as vectors."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import combinations
from typing import Any

from perturb.prove.checker.matrices import Matrix
from perturb.prove.checker.paths import POS, ZERO, Ratio, Trail
from perturb.prove.checker.polynomials import ONE, Poly, Rejected, constant
from perturb.prove.checker.polynomials import number as rational

HALF = Fraction(1, 2)
SQUARE = r"\mathbb{R}^{%1 \times %2}"
TEMPLATES = {
    "general": r"{0} \in " + SQUARE,
    "symmetric": r"{0} = {0}^T \in " + SQUARE,
    "psd": r"0 \preceq {0} \in " + SQUARE,
    "pd": r"0 \prec {0} \in " + SQUARE,
    "diagonal": r"{0} \in " + SQUARE + r"\ \mathrm{diagonal}",
    "orthogonal": r"{0} \in O(%1)",
    "contraction": r"{0} \in " + SQUARE + r",\ \lVert {0} \rVert \le 1",
    "projection": r"{0} = {0}^T = {0}^2 \in " + SQUARE,
    "activation": r"{0} \in \mathcal{D}(m, %1, %2)",
    "bounded": r"{0} \in [-%3, %3]^{%1 \times %2}",
    "rank1": r"{0} \in " + SQUARE + r",\ \mathrm{rank}\,{0} \le 1",
    "rank2": r"{0} \in " + SQUARE + r",\ \mathrm{rank}\,{0} \le 2",
    "vector": r"{0} \in \mathbb{R}^{%1}",
    "scalar": r"{0} \in \mathbb{R}",
    "integer": r"{0} \in \{%1, \dots, %2\}",
}
INTERVALS = {(True, True): r"{0} \in [%1, %2]", (True, False): r"{0} \ge %1", (False, True): r"{0} \le %1"}
GREEK = "alpha beta gamma delta epsilon zeta eta theta kappa lambda mu nu xi rho sigma tau phi chi psi omega "
GREEK += "Gamma Delta Theta Lambda Sigma Phi Psi Omega"
LIKE_SQUARE = ("symmetric", "psd", "pd", "diagonal", "contraction", "projection")
VARIANTS = {"orthogonal": (2, 2), "projection": (2, 3), "activation": (2, 4)}  # at 1 x 1 and at 2 x 2
PLANE = ("u1", "u2", "v1", "v2")
SYMMETRIC = ("u1", "v1", "v2")
FREE: dict[str, tuple[tuple[str, ...], ...]] = {
    # at 2 x 2, in each variant: the coordinates that are variables; the others are numbers
    **dict.fromkeys(("general", "bounded", "rank1", "rank2", "contraction"), (PLANE,)),
    **dict.fromkeys(("symmetric", "psd", "pd"), (SYMMETRIC,)),
    "diagonal": (("u1", "v1"),),
    "orthogonal": (("u1", "u2"), ("v1", "v2")),
    "projection": ((), (), ("v1", "v2")),
    "activation": ((), (), (), ()),
}


def symbol(name: str) -> str:
    """The letter in print."""
    for accent in ("tilde", "hat"):
        if name.endswith(f"_{accent}"):
            return rf"\{accent}{{{symbol(name[: -len(accent) - 1])}}}"
    stem, _, tail = name.partition("_")
    digits = re.fullmatch(r"([A-Za-z]+)(\d+)", stem)
    if digits and not tail:
        stem, tail = digits.group(1), digits.group(2)
    head = "\\" + stem if stem in GREEK.split() else stem if len(stem) == 1 else rf"\mathit{{{stem}}}"
    return f"{head}_{{{tail}}}" if tail else head


def text(name: str, space: str, *parameters: str) -> str:
    """How the domain says it."""
    template = TEMPLATES[space]
    if space == "scalar" and parameters:
        low, high = parameters
        template, parameters = INTERVALS[low != "", high != ""], tuple(filter(None, parameters))
    if space in LIKE_SQUARE and parameters[0] != parameters[1]:
        raise Rejected(f"{space} is square")
    if len(parameters) != len(set(re.findall(r"%\d", template))):
        raise Rejected(f"the parameters of {space}")
    for k, parameter in enumerate(parameters, 1):
        template = template.replace(f"%{k}", parameter)
    return template.replace("{0}", symbol(name))


def variants(space: str, extent: tuple[int, ...]) -> int:
    """How many cases the space is made of."""
    return VARIANTS[space][extent[0] - 1] if space in VARIANTS else 1


def element(
    path: Trail, name: str, space: str, parameters: list[str], extent: tuple[int, ...], case: int
) -> Any:
    """A general element, case by case where there are several; what constrains it is put on the list."""
    if name in path.diagonal:
        return sorted_diagonal(path, name, space, extent)
    if space == "scalar":
        x = path.variable(f"{name}." if re.fullmatch(r"r\d+", name) else name)
        low, high = parameters or ("", "")
        if low:
            path.put(x - constant(rational(low)), ZERO | POS)
        if high:
            path.put(constant(rational(high)) - x, ZERO | POS)
        return Ratio(x, {})
    if space == "vector" or (space in ("general", "bounded", "rank1") and extent[0] * extent[1] == 2):
        flat = row_of(path, name, extent[0] if space == "vector" else 2)
        A: Any = flat if space == "vector" else Matrix([flat] if extent[0] == 1 else [[x] for x in flat])
    elif extent == (2, 2):
        A = plane(path, name, space, parameters, case)
    elif extent == (1, 1):
        A = Matrix([[Ratio(small(path, name, space, parameters, case), {})]])
    elif space == "diagonal":
        A = on_diagonal([path.variable(f"{name}.{k + 1}{k + 1}") for k in range(extent[0])], extent)
    elif space in ("general", "bounded"):
        names = [[f"{name}.{i + 1}{j + 1}" for j in range(extent[1])] for i in range(extent[0])]
        A = Matrix([Ratio(path.variable(entry), {}) for entry in row] for row in names)
    else:
        raise Rejected(f"unsupported: {space} at this size")
    if space == "bounded":
        c = constant(rational(parameters[2]))
        for x in A.all:
            path.put(c - x.n, ZERO | POS)
            path.put(c + x.n, ZERO | POS)
    return A


def sorted_diagonal(path: Trail, name: str, space: str, extent: tuple[int, ...]) -> Matrix:
    """Singular values, of a symmetric matrix eigenvalues, in descending order (AUDIT.md: frames)."""
    xs = [ONE if space == "orthogonal" else path.variable(f"{name}.{k + 1}") for k in range(min(extent))]
    if space in ("rank1", "rank2"):
        xs = xs[: int(space[4])]
    for x, y in combinations(xs if space == "symmetric" else [*xs, Poly()], 2):
        path.put(x - y, POS if space == "pd" and not y else ZERO | POS)
    if space == "contraction":
        path.put(ONE - xs[0], ZERO | POS)
    return on_diagonal(xs, extent)


def on_diagonal(xs: list[Poly], extent: tuple[int, ...]) -> Matrix:
    rows = [[xs[i] if i == j < len(xs) else Poly() for j in range(extent[1])] for i in range(extent[0])]
    return Matrix([Ratio(x, {}) for x in row] for row in rows)


def row_of(path: Trail, name: str, k: int) -> list[Ratio]:
    """The components of a vector: of two as one complex variable."""
    if k == 2:
        path.complex.add(f"{name}.u")
    places = PLANE[:2] if k == 2 else range(1, k + 1)
    return [Ratio(path.variable(f"{name}.{place}"), {}) for place in places]


def small(path: Trail, name: str, space: str, parameters: list[str], case: int) -> Poly:
    """The entry of a 1 x 1 matrix."""
    if space in VARIANTS:
        both = {"orthogonal": ("1", "-1"), "projection": ("0", "1"), "activation": ("1", parameters[-1])}
        return constant(rational(both[space][case]))
    x = path.variable(f"{name}.11")
    if space in ("psd", "pd"):
        path.put(x, POS if space == "pd" else ZERO | POS)
    if space == "contraction":
        path.put(ONE - x, ZERO | POS)
        path.put(ONE + x, ZERO | POS)
    return x


def plane(path: Trail, name: str, space: str, parameters: list[str], case: int) -> Matrix:
    """A 2 x 2 matrix z -> u z + v conj(z)."""
    free, fixed = FREE[space][case], dict.fromkeys(PLANE, Poly())
    if space == "projection" and case:
        fixed["u1"] = constant(1 if case == 1 else HALF)
    if space == "activation":
        first, second = (rational(parameters[1]) if case & bit else 1 for bit in (2, 1))
        fixed |= {"u1": constant((first + second) * HALF), "v1": constant((first - second) * HALF)}
    path.complex |= {f"{name}.{z}" for z in "uv" if {f"{z}1", f"{z}2"}.issubset(free)}
    u1, u2, v1, v2 = (path.variable(f"{name}.{z}") if z in free else fixed[z] for z in PLANE)
    u, v = path.squares([u1, u2]), path.squares([v1, v2])
    if space in ("psd", "pd"):
        kind = POS if space == "pd" else ZERO | POS
        path.put(u1, kind)
        path.put(u - v, kind)
    if space == "contraction":
        path.put(ONE - path.root(u) - path.root(v), ZERO | POS)
    if space == "rank1":
        path.put(u - v, ZERO)
    if space == "orthogonal":
        path.put(u + v - ONE, ZERO)
    if space == "projection" and case == 2:
        path.put(v - constant(HALF * HALF), ZERO)
    return Matrix([[Ratio(u1 + v1, {}), Ratio(v2 - u2, {})], [Ratio(v2 + u2, {}), Ratio(u1 - v1, {})]])
