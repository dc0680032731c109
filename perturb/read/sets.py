"""Sets in print: R^{m x n}, M_n, S^n_+, O(n), [0, 1], {1, ..., n}; and ranges of indices."""

from __future__ import annotations

from collections.abc import Sequence

from perturb.read.errors import NotUnderstood
from perturb.read.story import Description
from perturb.read.syntax import (
    Bracketed,
    Digits,
    Dots,
    FactorList,
    Letter,
    Node,
    Raised,
    Related,
    Subscripted,
    Summands,
    bare,
    written,
)

MATRICES = ("M", "@M", "Mat", "GL", "@S", "S", "Sym", "@P", "@H", "H", "O", "U", "SO")
CURE = r"as \mathbb R^{m \times n}, \mathbb R^n, \mathbb R, M_n, \mathbb S^n_+, O(n), [0, 1], \{1, \dots, n\}"
COUNTING = "ijkl"
SIGNED = {"+": "psd", "++": "positive_definite"}
OF_KIND = {
    "GL": "invertible",
    "O": "orthogonal",
    "@P": "positive_definite",
    "Sym": "symmetric",
    "@S": "symmetric",
    "S": "symmetric",
}
OF_KIND |= {"U": "unitary", "@H": "hermitian", "H": "hermitian"}


def described(found: Node) -> tuple[Description, list[tuple[str, Node]] | None]:
    """What the elements of a set are; for an interval its ends, each with the relation that it stands in.

    NotUnderstood for a set that is not known.
    """
    one = bare(found)
    if isinstance(one, FactorList) and one.parts[-1][0] == "minus":
        return _without_zero(one)
    if isinstance(one, Bracketed) and len(one.parts) == 2 and one.opening in ("(", "["):
        return Description("scalar", pos=one.pos), _ends(one)
    if isinstance(one, Bracketed) and one.opening == "{":
        listed = _listed(one)
        if listed[0].properties:
            cure = "say matrices in \\{0,1\\}^{n \\times n}"
            raise NotUnderstood("numbers out of two are not read", one.pos, cure=cure)
        return listed
    base, above, sub = _scripts(one)
    if isinstance(base, Bracketed) and base.opening == "{" and above is not None:
        inner, _ = _listed(base)
        kinds = {"binary": "binary", "signs": "sign_matrices"}
        names = [kinds[name] for name, _ in inner.properties if name in kinds]
        return Description("matrix", [(name, one.pos) for name in names], _sides(above), pos=one.pos), None
    name = base.name if isinstance(base, Letter) else ""
    if name in ("@R", "@C", "R", "C") and (name.startswith("@") or above is not None):
        return _of_numbers(name[-1], above, sub, one.pos)
    if name in ("@N", "@Z"):
        return Description("integer", pos=one.pos), [("<=", Digits(one.pos, "1"))] if name == "@N" else None
    if isinstance(one, FactorList):
        return _called(one)
    return _letters(name, above, sub, one)


def _without_zero(one: FactorList) -> tuple[Description, list[tuple[str, Node]] | None]:
    """R^n without 0"""
    left_out = bare(one.parts[-1][1])
    if isinstance(left_out, Bracketed) and left_out.opening == "{" and len(left_out.parts) == 1:
        left_out = bare(left_out.parts[0])
    if written(left_out) != "0":
        raise NotUnderstood("this set is not known", left_out.pos, cure=CURE)
    rest = one.parts[0][1] if len(one.parts) == 2 else FactorList(one.pos, one.parts[:-1])
    inner, ends = described(rest)
    inner.properties.append(("nonzero", one.pos))
    return inner, ends


def _ends(one: Bracketed) -> list[tuple[str, Node]]:
    low, high = (bare(part) for part in one.parts)
    ends = [("<=" if one.opening == "[" else "<", low), ("<=" if one.closing == "]" else "<", high)]
    return [(sign, end) if not _infinite(end) else ("", end) for sign, end in ends]


def _infinite(end: Node) -> bool:
    return any(isinstance(part, Letter) and part.name == "infty" for part in end.walk())


def _listed(one: Bracketed) -> tuple[Description, list[tuple[str, Node]] | None]:
    texts = [written(part) for part in one.parts]
    if any(isinstance(bare(part), Dots) for part in one.parts):
        return Description("integer", pos=one.pos), [("<=", one.parts[0]), ("<=", one.parts[-1])]
    if len(texts) > 1 and texts == [str(k + 1) for k in range(len(texts))]:
        return Description("integer", pos=one.pos), [("<=", one.parts[0]), ("<=", one.parts[-1])]
    if texts == ["0", "1"]:
        return Description("", [("binary", one.pos)], pos=one.pos), None
    if len(one.parts) == 2 and "1" in texts:
        return Description("", [("signs", one.pos)], pos=one.pos), None
    raise NotUnderstood("this set is not known", one.pos, cure=CURE)


def _scripts(one: Node) -> tuple[Node, Node | None, Node | None]:
    """The letter of a set, what is above it and what below."""
    above = sub = None
    while isinstance(one, Raised | Subscripted):
        if isinstance(one, Raised):
            above = one.to
        else:
            sub = one.at
        one = bare(one.base)
    return one, above, sub


def _of_numbers(
    field: str, above: Node | None, sub: Node | None, pos: int
) -> tuple[Description, list[tuple[str, Node]] | None]:
    said = [("complex", pos)] if field == "C" else []
    if sub is not None and written(sub) in ("+", "ge0"):
        if above is None:
            return Description("scalar", pos=pos), [("<=", Digits(pos, "0")), ("", Digits(pos, "0"))]
        said.append(("nonnegative", pos))
    elif sub is not None:
        raise NotUnderstood("this set is not known", pos, cure=CURE)
    if above is None and field == "C":
        raise NotUnderstood("complex numbers are not read", pos, cure="say real")
    if above is None:
        return Description("scalar", list(said), pos=pos), None
    sides = _sides(above)
    return Description("matrix" if len(sides) == 2 else "vector", list(said), sides, pos=pos), None


def _sides(above: Node) -> tuple[Node, ...]:
    one = bare(above)
    if isinstance(one, FactorList) and len(one.parts) == 2 and one.parts[1][0] == "times":
        return tuple(bare(part) for _, part in one.parts)
    if isinstance(one, Bracketed) and len(one.parts) == 2:
        return one.parts
    return (one,)


def _called(one: FactorList) -> tuple[Description, list[tuple[str, Node]] | None]:
    """M_n(R), O(n), GL_n(R)."""
    first, last = bare(one.parts[0][1]), bare(one.parts[-1][1])
    if len(one.parts) != 2 or not isinstance(last, Bracketed) or len(last.parts) != 1:
        raise NotUnderstood("this set is not known", one.pos, cure=CURE)
    inner = bare(last.parts[0])
    field = written(inner)
    base, above, sub = _scripts(first)
    name = base.name if isinstance(base, Letter) else ""
    if field in ("@R", "@C", "R", "C"):
        found, ends = _letters(name, above, sub, first)
        if field.endswith("C"):
            found.properties.append(("complex", one.pos))
        return found, ends
    return _letters(name, last, sub, one)


def _letters(
    name: str, above: Node | None, sub: Node | None, one: Node
) -> tuple[Description, list[tuple[str, Node]] | None]:
    """Sets of matrices by their letters: M_n, M_{m,n}, S^n_+, O_n."""
    name = name.removesuffix("_cal")
    if name not in MATRICES:
        raise NotUnderstood("this set is not known", one.pos, cure=CURE)
    marks = [written(part) for part in (above, sub) if part is not None and _signed(part)]
    sizes = [part for part in (above, sub) if part is not None and not _signed(part)]
    if len(sizes) != 1:
        raise NotUnderstood("the size of these matrices is not clear", one.pos, cure=CURE)
    inner = bare(sizes[0])
    if isinstance(inner, Bracketed) and len(inner.parts) == 1:
        inner = bare(inner.parts[0])
    sides = _sides(inner)
    sides = sides * 2 if len(sides) == 1 else sides
    said = [(OF_KIND[name], one.pos)] if name in OF_KIND else []
    if marks:
        said = [(SIGNED[marks[0]], one.pos)]
    return Description("matrix", said, sides, pos=one.pos), None


def _signed(part: Node) -> bool:
    inner = bare(part)
    if isinstance(inner, Letter) and inner.name in SIGNED:
        return True
    return isinstance(inner, Summands) and len(inner.parts) > 1 and all(s == "+" for s, _ in inner.parts[1:])


def size_pair(found: Node) -> tuple[Node, ...] | None:
    """The sides in "m x n"; None for another formula."""
    one = bare(found)
    if isinstance(one, FactorList) and len(one.parts) == 2 and one.parts[1][0] == "times":
        sides = tuple(bare(part) for _, part in one.parts)
        if all(isinstance(side, Letter | Digits) for side in sides):
            return sides
    return None


def index_run(parts: Sequence[Node]) -> list[tuple[str, Node | None, Node | None, int]] | None:
    """i = 1, ..., n or 1 <= i <= n, or i in {1, ..., n}, or letters alone; None for anything else."""
    nodes = [bare(part) for part in parts]
    if len(nodes) == 1 and isinstance(nodes[0], Bracketed) and nodes[0].opening == "(":
        return index_run(nodes[0].parts)
    dots = [k for k, one in enumerate(nodes) if isinstance(one, Dots)]
    if dots:
        return _dotted(nodes, dots[0])
    found: list[tuple[str, Node | None, Node | None, int]] = []
    waiting: list[Letter] = []
    if (several := _between(nodes)) is not None:
        return several
    for one in nodes:
        if isinstance(one, Letter):
            waiting.append(one)
            continue
        if isinstance(one, Digits) and found and _next(found[-1], one):
            found = [(name, low, one, pos) for name, low, _, pos in found]
            continue
        if not isinstance(one, Related):
            return None
        run = _bounded(one)
        if run is None:
            return None
        found += [(letter.name, run[1], run[2], letter.pos) for letter in waiting]
        found.append(run)
        waiting = []
    return found + [(letter.name, None, None, letter.pos) for letter in waiting]


def _between(nodes: Sequence[Node]) -> list[tuple[str, Node | None, Node | None, int]] | None:
    """1 <= i, j <= n"""
    if len(nodes) < 2:
        return None
    first, last = nodes[0], nodes[-1]
    ends = [
        (one.first, one.links) for one in (first, last) if isinstance(one, Related) and one.first is not None
    ]
    if len(ends) != 2 or any(len(links) != 1 or links[0][0] != "<=" for _, links in ends):
        return None
    letters = [bare(ends[0][1][0][1]), *nodes[1:-1], bare(ends[1][0])]
    if not all(isinstance(one, Letter) for one in letters):
        return None
    low, high = ends[0][0], ends[1][1][0][1]
    return [(one.name, low, high, one.pos) for one in letters if isinstance(one, Letter)]


def _dotted(nodes: Sequence[Node], k: int) -> list[tuple[str, Node | None, Node | None, int]] | None:
    """i = 1, 2, ..., n; letters before it have the same range."""
    start = next((j for j, one in enumerate(nodes[:k]) if isinstance(one, Related)), None)
    if start is None or k != len(nodes) - 2:
        return None
    first = nodes[start]
    assert isinstance(first, Related)
    between = nodes[start + 1 : k]
    if (
        len(first.links) != 1
        or first.links[0][0] != "="
        or not all(isinstance(one, Digits) for one in between)
    ):
        return None
    counted = [bare(first.links[0][1]), *between]
    if between and [written(one) for one in counted] != [str(k + 1) for k in range(len(counted))]:
        return None  # i = 1, 3, ..., n
    letters = [*nodes[:start], bare(first.first) if first.first is not None else first]
    if not all(isinstance(one, Letter) for one in letters):
        return None
    return [(one.name, first.links[0][1], nodes[-1], one.pos) for one in letters if isinstance(one, Letter)]


def _bounded(one: Related) -> tuple[str, Node | None, Node | None, int] | None:
    """1 <= i <= n, i <= n, i in {1, ..., n}."""
    if one.first is None:
        return None
    sides = [bare(one.first), *(bare(side) for _, side in one.links)]
    signs = [sign for sign, _ in one.links]
    if (
        signs == ["in"]
        and isinstance(sides[0], Letter)
        and isinstance(sides[1], Bracketed)
        and sides[1].opening == "{"
    ):
        parts = sides[1].parts
        if [written(part) for part in parts] == [str(k + 1) for k in range(len(parts))]:
            return sides[0].name, parts[0], parts[-1], sides[0].pos
        if any(isinstance(bare(part), Dots) for part in parts):
            return sides[0].name, parts[0], parts[-1], sides[0].pos
    if signs == ["<=", "<="] and isinstance(sides[1], Letter):
        return sides[1].name, sides[0], sides[2], sides[1].pos
    if signs == ["<=", "<"] and isinstance(sides[1], Letter) and sides[1].name in COUNTING:
        last = Summands(sides[2].pos, (("", sides[2]), ("-", Digits(sides[2].pos, "1"))))
        return sides[1].name, sides[0], last, sides[1].pos  # 1 <= k < n
    counts = signs == ["="] and isinstance(sides[1], Digits)
    if counts and isinstance(sides[0], Letter) and sides[0].name in COUNTING:
        return sides[0].name, sides[1], sides[1], sides[0].pos
    return None


def _next(run: tuple[str, Node | None, Node | None, int], one: Digits) -> bool:
    """i = 1, 2: does the number go on where the run ends?"""
    high = run[2]
    return isinstance(high, Digits) and high.text.isdigit() and str(int(high.text) + 1) == one.text


def is_member(parts: Sequence[Node]) -> bool:
    """Does it end in a membership?"""
    last = bare(parts[-1]) if parts else None
    return isinstance(last, Related) and [sign for sign, _ in last.links] == ["in"]


def fits(said: Description, parts: Sequence[Node]) -> bool:
    """May all these members have the properties: square matrices, or all vectors?"""
    sides = []
    for part in map(bare, parts):
        if isinstance(part, Related):
            inner, _ = described(part.links[0][1])
            sides.append([written(side) for side in inner.sides])
    square = all(len(one) == 2 and one[0] == one[1] for one in sides)
    square = square or all(len(one) == 1 for one in sides)  # of vectors every property may be said
    free = {"nonnegative", "nonzero", "entrywise positive", "positive", "real", "arbitrary"}
    return bool(said.properties) and (
        square or (all(sides) and {name for name, _ in said.properties} <= free)
    )


def members_are_vectors(parts: Sequence[Node]) -> bool:
    """Are they said to be in some R^n?"""
    last = bare(parts[-1])
    return is_member(parts) and isinstance(last, Related) and len(described(last.links[0][1])[0].sides) == 1
