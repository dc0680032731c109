"""Properties of a matrix, vector or number as domains, and as relations where there is no domain for them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from perturb.read.errors import NotUnderstood
from perturb.read.products import node
from perturb.read.scope import Size
from perturb.read.story import Introduced, Story
from perturb.read.syntax import Node, written
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Expr, const
from perturb.vocab.words.lists import I

Sides = tuple[object, str, object]  # left, sign, right, as `given` takes them


@dataclass(frozen=True)
class Kindred:
    """A domain: its maker, the kind of its elements, what else its elements are."""

    maker: str
    kind: Kind
    implies: frozenset[str] = frozenset()
    rectangular: bool = False


def _space(maker: str, implies: str = "", kind: Kind = Kind.MATRIX, rectangular: bool = False) -> Kindred:
    return Kindred(maker, kind, frozenset(implies.split()), rectangular)


# The narrower first; what is said beside the one that is taken is a hypothesis.
SPACES = {
    "positive_contraction": _space("positive_contraction", "psd symmetric"),
    "correlation": _space("correlation", "psd symmetric"),
    "laplacians": _space("laplacians", "psd symmetric"),
    "graph": _space("graph", "symmetric nonnegative binary"),
    "projection": _space("projection", "symmetric psd normal orthogonal"),
    "positive_definite": _space("positive_definite", "psd symmetric invertible"),
    "psd": _space("psd", "symmetric"),
    "doubly_stochastic": _space("doubly_stochastic", "stochastic nonnegative"),
    "stochastic": _space("stochastic", "nonnegative"),
    "totally_nonnegative": _space("totally_nonnegative", "nonnegative"),
    "m_matrix": _space("m_matrix", "invertible"),
    "h_matrix": _space("h_matrix", "invertible"),
    "strictly dominant": _space("diagonally_dominant", "diagonally_dominant invertible"),
    "diagonally_dominant": _space("diagonally_dominant"),
    "circulants": _space("circulants", "toeplitz normal"),
    "toeplitz": _space("toeplitz", rectangular=True),
    "hankel": _space("hankel", rectangular=True),
    "sign_matrices": _space("sign_matrices", rectangular=True),
    "binary": _space("binary", "nonnegative", rectangular=True),
    "orthogonal": _space("orthogonal", "normal invertible"),
    "contraction": _space("contraction"),
    "diagonal_matrices": _space("diagonal_matrices", "symmetric normal"),
    "symmetric": _space("symmetric", "normal"),
    "normal": _space("normal"),
    "nonnegative": _space("nonnegative", rectangular=True),
    "unit_vector": _space("unit_vector", "nonzero", Kind.VECTOR),
    "probability_vector": _space("probability_vector", "nonnegative nonzero", Kind.VECTOR),
}
FIELDS = ("real", "complex", "square", "hermitian", "unitary")
COMPLEX = ("complex", "hermitian", "unitary", "skew_hermitian")
SYMMETRIC = frozenset(
    name for name, one in SPACES.items() if "symmetric" in one.implies or name == "symmetric"
)


def choose(said: Collection[str], kind: Kind, square: bool) -> tuple[str, list[str]]:
    """The narrowest space of what is said, "" for none, and what is left as hypotheses."""
    fitting = [
        name
        for name, one in SPACES.items()
        if name in said and one.kind is kind and (square or one.rectangular or kind is Kind.VECTOR)
    ]
    taken = fitting[0] if fitting else ""
    implied = SPACES[taken].implies if taken else frozenset()
    order = list(dict.fromkeys(said))
    rest = [name for name in order if name != taken and name not in implied and name not in FIELDS]
    return taken, rest


def relations(name: str, x: Expr, pos: int, negated: bool = False) -> list[Sides]:
    """What it means that x has a property. NotUnderstood for one that its kind has not."""
    found = (
        _of_matrix(name, x)
        if x.kind is Kind.MATRIX
        else _of_vector(name, x)
        if x.kind is Kind.VECTOR
        else _of_number(name, x)
    )
    if found is None:
        raise NotUnderstood(f"a {x.kind.value} is not called {name.replace('_', ' ')}", pos)
    if negated:
        if name not in ("invertible", "singular", "nonzero"):
            raise NotUnderstood(f"that something is not {name.replace('_', ' ')} is not read", pos)
        return [(left, "==" if sign == "!=" else "!=", right) for left, sign, right in found]
    return found


def _equal(A: Expr, B: Expr) -> Sides:
    return node("entries", A), "==", node("entries", B)


def _of_matrix(name: str, A: Expr) -> list[Sides] | None:
    AT, entries = node("T", A), node("entries", A)
    zero = const(0)
    table: dict[str, list[Sides]] = {
        "symmetric": [_equal(A, AT)],
        "hermitian": [_equal(A, AT)],
        "skew": [_equal(AT, -A)],
        "skew_hermitian": [_equal(AT, -A)],
        "psd": [(zero, "loewner", A)],
        "positive_definite": [(node("lam_min", A), ">", zero)],
        "positive_contraction": [(zero, "loewner", A), (A, "loewner", I)],
        "nonnegative": [(entries, ">=", zero)],
        "entrywise positive": [(entries, ">", zero)],
        "invertible": [(node("det", A), "!=", zero)],
        "singular": [(node("det", A), "==", zero)],
        "orthogonal": [(node("entries", AT @ A), "==", node("entries", node("eye", A)))],
        "unitary": [(node("entries", AT @ A), "==", node("entries", node("eye", A)))],
        "normal": [_equal(A @ AT, AT @ A)],
        "idempotent": [_equal(node("matpow", A, const(2)), A)],
        "projection": [_equal(A, AT), _equal(node("matpow", A, const(2)), A)],
        "involutory": [(node("entries", node("matpow", A, const(2))), "==", node("entries", node("eye", A)))],
        "strictly contractive": [(node("op", A), "<", const(1))],
        "contractive": [(node("op", A), "<=", const(1))],
        "contraction": [(node("op", A), "<=", const(1))],
        "nonzero": [(node("s1", A), ">", zero)],
        "full column rank": [(node("rank", A), "==", node("cols", A))],
        "full row rank": [(node("rank", A), "==", node("rows", A))],
        "full rank": [(node("rank", A), "==", node("smaller", node("rows", A), node("cols", A)))],
        "orthonormal columns": [(node("entries", AT @ A), "==", node("entries", node("eye", A)))],
        "orthonormal rows": [(node("entries", A @ AT), "==", node("entries", node("eye_rows", A)))],
        "positive diagonal": [(node("diagonal", A), ">", zero)],
        "nilpotent": [(node("entries", node("matpow", A, node("cols", A))), "==", zero)],
        "hurwitz": [(node("eig_re", A), "<", zero)],
        "schur stable": [(node("spectral_radius", A), "<", const(1))],
        "negative definite": [(node("lam_max", A), "<", zero)],
        "negative semidefinite": [(zero, "loewner", -A)],
        "rank one": [(node("rank", A), "==", const(1))],
        "diagonal_matrices": [_equal(A, node("diag", node("diagonal", A)))],
        "upper triangular": [_equal(A, node("upper", A))],
        "lower triangular": [_equal(A, node("lower", A))],
    }
    row_sums = (node("row_sums", A), "==", const(1))
    column_sums = (node("column_sums", A), "==", const(1))
    table["column stochastic"] = [(entries, ">=", zero), column_sums]
    table["substochastic"] = [(entries, ">=", zero), (node("row_sums", A), "<=", const(1))]
    table["stochastic"] = [(entries, ">=", zero), row_sums]
    table["doubly_stochastic"] = [(entries, ">=", zero), row_sums, column_sums]
    table["correlation"] = [(zero, "loewner", A), (node("diagonal", A), "==", const(1))]
    table["totally_nonnegative"] = [(zero, "<=", node("least_minor", A))]
    return table.get(name)


def _of_vector(name: str, x: Expr) -> list[Sides] | None:
    zero = const(0)
    table: dict[str, list[Sides]] = {
        "nonnegative": [(x, ">=", zero)],
        "positive": [(x, ">", zero)],
        "entrywise positive": [(x, ">", zero)],
        "nonzero": [(node("norm", x), ">", zero)],
        "unit_vector": [(node("norm", x), "==", const(1))],
        "probability_vector": [(x, ">=", zero), (node("sum", x), "==", const(1))],
    }
    return table.get(name)


def _of_number(name: str, x: Expr) -> list[Sides] | None:
    zero = const(0)
    table: dict[str, list[Sides]] = {
        "nonnegative": [(x, ">=", zero)],
        "positive": [(x, ">", zero)],
        "nonzero": [(x, "!=", zero)],
    }
    return table.get(name)


def of_rectangular(one: Introduced, sides: tuple[Size, ...], story: Story) -> tuple[Size, ...]:
    """m x n of the one matrix that is rectangular; NotUnderstood for several without their sizes."""
    if any(said.sides for said in one.described):
        return sides
    others = [its.name for its in story.letters.values() if its is not one and its.name[0].isupper()]
    if others or len(sides) != 2:
        raise NotUnderstood(f"the sizes of {one.name} are not said", one.pos, cure="say them: m x n")
    return ("m", "n")


def sides_of(one: Introduced, kind: Kind) -> tuple[Size, ...]:
    """The sides that are said of a letter; n, or n x n, where none are."""
    if kind not in (Kind.MATRIX, Kind.VECTOR):
        return ()
    said = [described.sides for described in one.described if described.sides]
    count = 2 if kind is Kind.MATRIX else 1
    found = [tuple(_size(side) for side in sides) for sides in said]
    if len(set(found)) > 1:
        raise NotUnderstood(f"{one.name} has two sizes", one.pos)
    if not found:
        return ("n",) * count
    if len(found[0]) != count:
        if kind is Kind.VECTOR and len(found[0]) == 2 and 1 in found[0]:
            return tuple(s for s in found[0] if s != 1)[:1]
        raise NotUnderstood(f"the size of {one.name} is not that of a {kind.value}", one.pos)
    return found[0]


def _size(side: Node) -> Size:
    name = written(side)
    return int(name) if name.isdigit() else name
