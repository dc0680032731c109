"""Relations that say what a single input is: A = A^T, A >= 0, 0 <= A <= I, ||x|| = 1, 0 <= t <= 1."""

from __future__ import annotations

from perturb.read.errors import NotUnderstood, words_of
from perturb.read.scripts import TRANSPOSED, pair
from perturb.read.syntax import (
    Barred,
    Bracketed,
    Digits,
    FactorList,
    Letter,
    Node,
    Over,
    Raised,
    Related,
    Subscripted,
    Summands,
    bare,
    written,
)

VECTOR_LETTERS, NUMBERS = "xyzuvwbcfgh", "tspqrackd"
GREEK_NUMBERS = words_of(
    "alpha beta gamma delta epsilon eta theta mu nu tau rho lambda xi omega zeta phi psi kappa sigma chi "
)
TURNED = {"loewner>": "loewner", "succ": "prec", ">=": "<=", ">": "<"}


def plain(one: Node, name: str) -> str:
    """A compact text of a part, X for the letter; "?" for what no pattern has."""
    one = bare(one)
    if written(one) == name:
        return "X"
    if isinstance(one, Digits):
        return one.text
    if isinstance(one, Letter):
        return {"Id": "I"}.get(one.name, one.name)
    if isinstance(one, Subscripted) and written(one.base) in ("I", "Id"):
        return "I"
    if isinstance(one, Raised):
        to = bare(one.to)
        above = "T" if isinstance(to, Letter) and to.name in TRANSPOSED else plain(to, name)
        return f"{plain(one.base, name)}^{above}"
    if isinstance(one, FactorList) and all(sign in ("", "*") for sign, _ in one.parts):
        return "".join(plain(part, name) for _, part in one.parts)
    if isinstance(one, Barred) and one.bar == "‖":
        return f"|{plain(one.inner, name)}|"
    if isinstance(one, Subscripted) and isinstance(bare(one.base), Barred) and written(one.at) == "2":
        return plain(one.base, name)
    return "?"


MATRICES = {
    "X=X^T": "symmetric", "X^T=X": "symmetric", "0loewnerX": "psd", "0precX": "positive_definite",
    "0loewnerXloewnerI": "positive_contraction", "X=X^T=X^2": "projection", "X^2=X=X^T": "projection",
    "X^T=X=X^2": "projection", "X^2=X^T=X": "projection", "X=X^2=X^T": "projection",
    "X^T=X^2=X": "projection",
    "X^TX=I": "orthogonal", "XX^T=I": "orthogonal", "X^TX=XX^T=I": "orthogonal", "XX^T=X^TX=I": "orthogonal",
    "X^T=X^-1": "orthogonal", "X^-1=X^T": "orthogonal", "I=X^TX": "orthogonal",
    "XX^T=X^TX": "normal", "X^TX=XX^T": "normal", "0<=X": "nonnegative",
}  # fmt: skip
VECTORS = {"|X|=1": "unit_vector", "X^TX=1": "unit_vector", "0<=X": "", "|X|^2=1": "unit_vector"}


def letters(one: Related) -> list[str]:
    """The names in a relation that may be of one input."""
    names: list[str] = []
    for part in one.walk():
        name = written(part) if isinstance(part, Letter | Subscripted) else ""
        if name and not name[0].isdigit():
            names.append(name)
    return list(dict.fromkeys(names))


def of_matrix(one: Related, name: str) -> str:
    """The property that a relation says of a matrix, "" for none."""
    return MATRICES.get(_text(one, name), "")


def nonnegative(node: Node) -> bool:
    """Is it A >= 0 for some letter A, which may be in the Loewner order?"""
    one = bare(node)
    letters = {part.name for part in one.walk() if isinstance(part, Letter)}
    return isinstance(one, Related) and any(of_matrix(one, name) == "nonnegative" for name in letters)


def of_vector(one: Related, name: str) -> str:
    return VECTORS.get(_text(one, name), "")


def _text(one: Related, name: str) -> str:
    if one.first is None:
        return ""
    sides = [plain(side, name) for side in (one.first, *(side for _, side in one.links))]
    signs = [sign for sign, _ in one.links]
    if all(sign in TURNED for sign in signs):
        sides, signs = sides[::-1], [TURNED[sign] for sign in reversed(signs)]
    made = sides[0] + "".join(sign + side for sign, side in zip(signs, sides[1:], strict=True))
    return made.replace("X^-1", "X^-1")


def commutes(one: Related) -> tuple[str, str] | None:
    """A and B of AB = BA."""
    if one.first is None or len(one.links) != 1 or one.links[0][0] != "=":
        return None
    pairs = []
    for side in (one.first, one.links[0][1]):
        part = bare(side)
        if not isinstance(part, FactorList) or len(part.parts) != 2 or any(sign for sign, _ in part.parts):
            return None
        pairs.append(tuple(written(factor) for _, factor in part.parts))
    if pairs[0] == pairs[1][::-1] and all(pairs[0]) and pairs[0][0] != pairs[0][1]:
        return pairs[0][0], pairs[0][1]
    return None


def bounds(one: Related, name: str) -> tuple[Node | None, Node | None] | None:
    """The closed ends lo <= t <= hi of a number, both written out; None for another relation."""
    if one.first is None:
        return None
    sides = [bare(one.first), *(bare(side) for _, side in one.links)]
    signs = [sign for sign, _ in one.links]
    if all(sign == ">=" for sign in signs):
        sides, signs = sides[::-1], ["<="] * len(signs)
    if any(sign != "<=" for sign in signs):
        return None
    places = [k for k, side in enumerate(sides) if written(side) == name]
    if (
        len(places) != 1
        or len(sides) > 3
        or not all(k == places[0] or _is_number(side) for k, side in enumerate(sides))
    ):
        return None
    k = places[0]
    if len(sides) == 3 and k != 1:
        return None
    return (sides[k - 1] if k else None), (sides[k + 1] if k + 1 < len(sides) else None)


def _is_number(one: Node) -> bool:
    one = bare(one)
    if isinstance(one, Summands):
        return all(_is_number(part) for _, part in one.parts)
    if isinstance(one, Over):
        return _is_number(one.above) and _is_number(one.under)
    if isinstance(one, FactorList):
        return all(_is_number(part) for _, part in one.parts)
    return isinstance(one, Digits)


def positive_block(one: Related) -> tuple[str, str, str] | None:
    """A, B, C of [A, B; B^T, C] >= 0."""
    from perturb.read.syntax import Grid

    if one.first is None or len(one.links) != 1:
        return None
    sign, right = one.links[0]
    left = bare(one.first)
    right = bare(right)
    if sign == "loewner":
        left, right = right, left
    elif sign != "loewner>":
        return None
    while isinstance(left, Bracketed) and len(left.parts) == 1:
        left = bare(left.parts[0])
    if (
        not isinstance(left, Grid)
        or not isinstance(right, Digits)
        or right.text != "0"
        or len(left.rows) != 2
        or len(left.rows[0]) != 2
    ):
        return None
    (a, b), (c, d) = left.rows
    names = written(a), written(b), written(d)
    turned = bare(c)
    if (
        all(names)
        and isinstance(turned, Raised)
        and written(turned.base) == names[1]
        and plain(turned, names[1]) == "X^T"
    ):
        return names
    return None


def beside_identity(node: Node) -> list[str]:
    """The inequality signs beside I, or a multiple of it: in m I <= A."""
    one = bare(node)
    if not isinstance(one, Related) or one.first is None:
        return []
    sides, signs = [one.first, *(side for _, side in one.links)], [sign for sign, _ in one.links]
    found = [k for k, side in enumerate(sides) if _multiple_of_identity(side)]
    return [sign for k, sign in enumerate(signs) if {k, k + 1} & {*found} and sign in ("<=", "<", ">=", ">")]


def _multiple_of_identity(side: Node) -> bool:
    side = bare(side)
    last = bare(side.parts[-1][1]) if isinstance(side, FactorList) else side
    return plain(last, "") == "I" and not any(isinstance(one, Barred) for one in side.walk())


def above_a_number(node: Related, name: str) -> bool:
    """Is it the M of 0 < m <= M: a capital between letters of numbers and a number?"""
    sides = [bare(side) for side in (node.first, *(side for _, side in node.links)) if side is not None]
    names = [side.name for side in sides if isinstance(side, Letter) and side.name != name]
    plain = all(isinstance(side, Digits | Letter) for side in sides) and any(
        written(s) == name for s in sides
    )
    numbers = all(one in GREEK_NUMBERS or one in NUMBERS or one == "m" for one in names)
    return plain and name.isupper() and bool(names) and numbers and any(isinstance(s, Digits) for s in sides)


def strictly_bounded(node: Related, name: str) -> bool:
    """Is it a letter between numbers, 0 < t < 1, or 0 < a <= b?"""
    if any(sign == "!=" for sign, _ in node.links):  # x != 0 may be a vector
        return False
    sides = [node.first, *(side for _, side in node.links)]
    texts = [bare(side) for side in sides if side is not None]
    if any(isinstance(side, Digits) for side in texts) and all(
        isinstance(side, Digits) or (isinstance(side, Letter) and side.name.islower()) for side in texts
    ):
        return any(written(side) == name for side in texts)  # 0 < a <= b
    signs = [sign for sign, _ in node.links]
    return (
        any(written(side) == name for side in texts)
        and all(s in ("<", "<=", ">", ">=") for s in signs)
        and all(
            written(side) == name or isinstance(side, Digits) or "infty" in written(side) for side in texts
        )
    )


def no_unit_matrix(one: Letter, node: Node) -> None:
    """NotUnderstood for an E_{ij} of which nothing is said: the matrix with a single 1, or an entry of E."""
    found = [part for part in node.walk() if isinstance(part, Subscripted) and written(part.base) == "E"]
    if one.name == "E" and any(pair(part.at) is not None for part in found):
        cure = "write e_i e_j^T, or say that E is a matrix"
        raise NotUnderstood("E_{ij} is a matrix with a single 1, or an entry of E", one.pos, cure=cure)
