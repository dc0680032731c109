"""The input spaces: their text in the domain; their elements as free coordinates with conditions."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product
from typing import Any

from perturb.prove.checker.paths import RING, Poly, Ratio, Rejected, Trail, rational
from perturb.prove.checker.words import Matrix

SQUARE, ALL = r"\mathbb{R}^{%1 \times %2}", "u1 u2 v1 v2"
SIGN = " | ({} 0 (div (trace X) 2)) | ({} 0 (det X))"
# The text of the domain; then at 1 x 1 and at 2 x 2 the variants: free coordinates (the others are 0), or a
# constant matrix, and conditions. Those without variants have any shape.
SPACES: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "general": (r"{0} \in " + SQUARE, (), ()),
    "symmetric": (r"{0} = {0}^T \in " + SQUARE, ("11",), ("u1 v1 v2",)),
    "psd": (
        r"0 \preceq {0} \in " + SQUARE,
        ("11 | (<= 0 (det X))",),
        ("u1 v1 v2" + SIGN.format("<=", "<="),),
    ),
    "pd": (r"0 \prec {0} \in " + SQUARE, ("11 | (< 0 (det X))",), ("u1 v1 v2" + SIGN.format("<", "<"),)),
    "diagonal": (r"{0} \in " + SQUARE + r"\ \mathrm{diagonal}", ("11",), ("u1 v1",)),
    "orthogonal": (
        r"{0} \in O(%1)",
        ("matrix[1]", "matrix[-1]"),
        ("u1 u2 | (== (det X) 1)", "v1 v2 | (== -1 (det X))"),
    ),
    "contraction": (
        r"{0} \in " + SQUARE + r",\ \lVert {0} \rVert \le 1",
        ("11 | (<= (det X) 1) | (<= -1 (det X))",),
        (f"{ALL} | (<= (s1 X) 1)",),
    ),
    "projection": (
        r"{0} = {0}^T = {0}^2 \in " + SQUARE,
        ("matrix[0]", "matrix[1]"),
        ("matrix[0,0;0,0]", "matrix[1,0;0,1]", "u1=1/2 v1 v2 | (== 0 (det X))"),
    ),
    "activation": (
        r"{0} \in \mathcal{D}(m, %1, %2)",
        ("matrix[1]", "matrix[%2]"),
        tuple(f"matrix[{a},0;0,{b}]" for a in ("1", "%2") for b in ("1", "%2")),
    ),
    "bounded": (r"{0} \in [-%3, %3]^{%1 \times %2}", (), ()),
    "rank1": (r"{0} \in " + SQUARE + r",\ \mathrm{rank}\,{0} \le 1", ("11",), (f"{ALL} | (== (det X) 0)",)),
    "rank2": (r"{0} \in " + SQUARE + r",\ \mathrm{rank}\,{0} \le 2", ("11",), (ALL,)),
    "vector": (r"{0} \in \mathbb{R}^{%1}", (), ()),
    "scalar": (r"{0} \in \mathbb{R}", (), ()),
    "integer": (r"{0} \in \{%1, \dots, %2\}", (), ()),
}
INTERVALS = {(True, True): r"{0} \in [%1, %2]", (True, False): r"{0} \ge %1", (False, True): r"{0} \le %1"}
GREEK = "alpha beta gamma delta epsilon zeta eta theta kappa lambda mu nu xi rho sigma tau phi chi psi omega "
GREEK += "Gamma Delta Theta Lambda Sigma Phi Psi Omega"
SIDES = {"scalar": (), "integer": (), "vector": (0,), "orthogonal": (0, 0), "activation": (0, 0)}


def symbol(name: str) -> str:
    """The letter in print."""
    for accent in ("tilde", "hat"):
        if name.endswith(f"_{accent}"):
            return rf"\{accent}{{{symbol(name[: -len(accent) - 1])}}}"
    digits = re.fullmatch(r"([A-Za-z]+)(\d+)", name)
    stem, tail = digits.groups() if digits else name.partition("_")[::2]
    head = "\\" + stem if stem in GREEK.split() else stem if len(stem) == 1 else rf"\mathit{{{stem}}}"
    return f"{head}_{{{tail}}}" if tail else head


def text(name: str, space: str, *parameters: str) -> str:
    """How the domain says it."""
    template = SPACES[space][0]
    if space == "scalar" and parameters:
        low, high = parameters
        template, parameters = INTERVALS[low != "", high != ""], tuple(filter(None, parameters))
    if SQUARE in template and space not in ("general", "rank1", "rank2") and parameters[0] != parameters[1]:
        raise Rejected(f"{space} is square")
    if len(parameters) != len(set(re.findall(r"%\d", template))):
        raise Rejected(f"the parameters of {space}")
    return filled(template, parameters).replace("{0}", symbol(name))


def filled(template: str, parameters: Any) -> str:
    return re.sub(r"%(\d)", lambda found: parameters[int(found[1]) - 1], template)


def variants(space: str, parameters: list[str], extent: tuple[int, ...]) -> list[str]:
    """The cases that the space is made of: free coordinates or a matrix, and conditions on it, called X."""
    cases, conditions = SPACES[space][extent[0] if extent in ((1, 1), (2, 2)) else 1], [""]
    if extent not in ((1, 1), (2, 2)):
        if cases and space != "diagonal" and not (space == "rank1" and min(extent) == 1):
            raise Rejected(f"unsupported: {space} at this size")
        cases = (on_diagonal(extent),) if space == "diagonal" else ()
    if space == "scalar" and parameters:
        conditions += ["(<= %1 X)"] * (parameters[0] != "") + ["(<= X %2)"] * (parameters[1] != "")
    if space == "bounded":
        for i, j in product(range(extent[0]), range(extent[1])):
            x = f"(entry X {i + 1} {j + 1})"
            conditions += [f"(<= {x} %3)", f"(<= (neg %3) {x})"]
    return [filled(case, parameters) + filled(" | ".join(conditions), parameters) for case in cases or (ALL,)]


def on_diagonal(extent: tuple[int, ...]) -> str:
    """The coordinates of a diagonal matrix."""
    plane: dict[Any, str] = {(2, 2): "u1 v1", (1, 2): "u1", (2, 1): "u1"}
    return plane.get(extent) or " ".join(f"{k}{k}" for k in range(1, min(extent) + 1))


def ordered(space: str, extent: tuple[int, ...]) -> list[str]:
    """The one case of a matrix that may be diagonal: singular values, or eigenvalues, in descending order."""
    k = min(extent)
    if space == "orthogonal":
        return [f"matrix[{';'.join(','.join(str(int(i == j)) for j in range(k)) for i in range(k))}]"]
    free = on_diagonal(extent)
    x = [f"(entry X {i} {i})" for i in range(1, k + 1)]
    least = {"symmetric": [], "pd": ["(< 0 {})"]}.get(space, ["(<= 0 {})"])
    order = [
        c
        for i in range(k)
        for c in [*[f"(<= {y} {x[i]})" for y in x[i + 1 :]], *[c.format(x[i]) for c in least]]
    ]
    return [" | ".join([free, *order, *([f"(<= {x[0]} 1)"] if space == "contraction" else [])])]


def general(F: Trail, name: str, extent: tuple[int, ...], free: str = ALL) -> Any:
    """A number, vector or matrix of variables. Two entries are one complex variable; a 2 x 2 matrix is
    z -> u z + v conj(z) with two, of whose coordinates only those that are `free` are variables."""
    if not extent:
        return Ratio(F.variable(f"{name}." if re.fullmatch(r"r\d+", name) else name), Counter())
    places = ["".join(map(str, at)) for at in product(*[range(1, k + 1) for k in extent])]
    if extent == (2, 2) or len(places) == 2:
        places = ALL.split()[: len(places)]
        F.complex |= {f"{name}.{z}" for z in "uv" if {f"{z}1", f"{z}2"} <= {*free.split()} & {*places}}
    every = free == ALL and extent != (2, 2)
    given = dict.fromkeys(places, "") if every else {x.split("=")[0]: x for x in free.split()}
    x = [coordinate(F, f"{name}.{place}", given.get(place, "=0")) for place in places]
    if extent == (2, 2):
        x = [x[0] + x[2], x[3] - x[1], x[3] + x[1], x[0] - x[2]]
    entries = [Ratio(p, Counter()) for p in x]
    n = extent[-1]
    return entries if len(extent) == 1 else Matrix(entries[i : i + n] for i in range(0, len(entries), n))


def coordinate(F: Trail, name: str, given: str) -> Poly:
    return F.variable(name) if "=" not in given else RING.constant(rational(given.split("=")[1]))
