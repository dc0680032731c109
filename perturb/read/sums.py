"""Sums, products, maxima and minima over indices, or with three dots, as words of the vector with these
components."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from perturb.read.components import entries_over, matrix, over, product_over, run_of
from perturb.read.errors import NotUnderstood
from perturb.read.heads import head_of, peeled
from perturb.read.products import node
from perturb.read.scope import Scope, Transposed, Value, is_matrix, scalarlike
from perturb.read.scripts import subscript
from perturb.read.syntax import (
    Big,
    Bracketed,
    Dots,
    FactorList,
    Letter,
    Node,
    Related,
    Subscripted,
    bare,
    below,
    written,
)
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.ranges import indices
from perturb.vocab.grammar.tree import Expr, const
from perturb.vocab.relations.free import exchanged

WHOLE = {"sum": "sum", "prod": "prod", "max": "max", "min": "min"}
RUNNING = {"sum": "partial_sums", "prod": "partial_products"}
CURE = "what is read: one index or two, i = 1 to n, i \\le k, j \\ne i"


@dataclass
class Below:
    """An index of a sum: from 1 to `high` (None: to the end), without the value `without`."""

    name: str
    pos: int
    low: Node | None = None
    high: Node | None = None
    without: Node | None = None


def big(found: Big, body: Node, scope: Scope) -> Expr:
    """The value of a sum, ... over its indices. NotUnderstood where no word says it."""
    if found.name not in WHOLE:
        raise NotUnderstood(
            f"\\{found.name} is not read",
            found.pos,
            cure="read are \\sum, \\prod, \\max and \\min over indices",
        )
    ranges = ranges_below(found)
    if len(ranges) > 2 or not ranges:
        raise NotUnderstood("the index of the sum is not clear", found.pos, cure=CURE)
    names = [one.name for one in ranges]
    scope.summed.update((one.name, one.pos) for one in ranges)
    for one in ranges:
        if one.name in scope.inputs or one.name in scope.sizes:
            raise NotUnderstood(f"{one.name} stands for something else already", one.pos)
    for one in ranges:
        _known_other(one, scope)
    before = {name: scope.bound.get(name) for name in names}
    letters = indices(" ".join(names))
    scope.bound |= dict(zip(names, letters, strict=True))
    try:
        value = scope.value(body)
        if isinstance(value, Transposed) or not scalarlike(value):
            raise NotUnderstood(
                "what is summed is no number", body.pos, cure="write sums of matrices term by term"
            )
        assert isinstance(value, Expr)
        return _over(found, ranges, letters, value, scope)
    finally:
        for name, old in before.items():
            if old is None:
                scope.bound.pop(name, None)
            else:
                scope.bound[name] = old


def _known_other(one: Below, scope: Scope) -> None:
    """NotUnderstood where the i of j != i was not met before: then both may be summed over."""
    other = bare(one.without) if one.without is not None else None
    met = scope.quantified | set(scope.free)
    if isinstance(other, Letter) and not scope.knows(other.name) and other.name not in met:
        raise NotUnderstood("a sum over pairs of different indices", one.pos, cure=CURE)


def ranges_below(found: Big) -> list[Below]:
    """The indices beneath a sum; the end above it belongs to the one."""
    if found.low is None:
        return []
    low = bare(found.low)
    parts = list(low.parts) if isinstance(low, Bracketed) and low.opening in ("", "(") else [low]
    ranges: list[Below] = []
    for part in map(bare, parts):
        _add(part, ranges)
    if found.high is not None:
        if len(ranges) != 1 and not all(one.high is None for one in ranges):
            raise NotUnderstood("the end of the sum is not clear", found.high.pos, cure=CURE)
        for one in ranges:
            one.high = found.high
    return ranges


def _add(part: Node, ranges: list[Below]) -> None:
    if isinstance(part, Dots):
        return
    if isinstance(part, Letter):
        ranges.append(Below(part.name, part.pos))
        return
    if isinstance(part, Related) and part.first is not None:
        sides = [bare(part.first), *(bare(side) for _, side in part.links)]
        signs = [sign for sign, _ in part.links]
        if _chain(sides, signs, ranges):
            return
    both = [bare(one) for _, one in getattr(part, "parts", ()) if isinstance(_, str)]
    if both and all(isinstance(one, Letter) for one in both):  # ij beneath a sum
        ranges += [Below(one.name, one.pos) for one in both if isinstance(one, Letter)]
        return
    raise NotUnderstood("this range of an index is not read", part.pos, cure=CURE)


def _chain(sides: Sequence[Node], signs: Sequence[str], ranges: list[Below]) -> bool:
    """i = 1, i <= k, 1 <= i <= n, j != i."""
    letters = [side for side in sides if isinstance(side, Letter)]
    if not letters:
        return False
    first = sides[0]
    if isinstance(first, Letter) and signs == ["="]:
        ranges.append(Below(first.name, first.pos, low=sides[1]))
    elif isinstance(first, Letter) and signs == ["<="]:
        ranges.append(Below(first.name, first.pos, high=sides[1]))
    elif isinstance(first, Letter) and signs == ["!="]:
        known = {one.name: one for one in ranges}
        other = sides[1]
        if first.name in known and isinstance(other, Letter) and other.name in known:
            raise NotUnderstood("a sum over pairs of different indices", first.pos, cure=CURE)
        target = known.get(first.name) or Below(first.name, first.pos)
        target.without = other
        if first.name not in known:
            ranges.append(target)
    elif signs == ["<=", "<="] and isinstance(sides[1], Letter):
        ranges.append(Below(sides[1].name, sides[1].pos, low=sides[0], high=sides[2]))
    else:
        return False
    return True


def _names(found: Node) -> set[str]:
    """The indices of a sum."""
    return (
        {one.name for one in ranges_below(found)} if isinstance(found, Big) and found.name in WHOLE else set()
    )


def reach(part: Big, rest: list[tuple[str, Node]], scope: Scope) -> int:
    """How many factors a sum takes: up to the last that has its index, with the argument of that."""
    names = _names(part)
    again = (k for k, (_, one) in enumerate(rest) if isinstance(bare(one), Big) and names & _names(bare(one)))
    rest = rest[: next(again, len(rest))]
    having = [k for k, (_, one) in enumerate(rest) if _mentions(one, _left(rest[:k], names))]
    if not having:
        return len(rest)
    end = having[-1] + 1
    for k, (_, one) in enumerate(rest):  # a sum inside goes as far as it would by itself
        if k < end and isinstance(inner := bare(one), Big):
            end = max(end, k + 1 + reach(inner, rest[k + 1 :], scope))
    if end < len(rest) and not rest[end][0] and _calls(rest[:end], rest[end][1], scope):
        end += 1
    return end


def _calls(before: Sequence[tuple[str, Node]], bracket: Node, scope: Scope) -> bool:
    """Is the last factor a function of what is in this bracket: s_i(A), cos Theta_i(A, B)?"""
    found, name = peeled(bare(bracket)), bare(before[-1][1])
    if found is None:
        return False
    if head_of(name, scope) is not None:
        return True
    if len(before) > 1 and written(before[-2][1]) in ("sin", "cos"):
        return isinstance(name, Subscripted) and written(name.base) == "Theta"
    return (
        head_of(name, scope, called=True) is not None and len(found[0].parts) == 1 and _matrix(found, scope)
    )


def _matrix(found: tuple[Bracketed, object], scope: Scope) -> bool:
    """Is a matrix in these brackets? Then a letter of the statement before them may be a function."""
    try:
        return is_matrix(scope.value(found[0].parts[0]))
    except NotUnderstood:
        return False


def _left(before: Sequence[tuple[str, Node]], names: set[str]) -> set[str]:
    """The indices that no sum among these factors takes for itself."""
    return names.difference(*(_names(bare(one)) for _, one in before))


def _mentions(one: Node, names: set[str]) -> bool:
    """Does an index occur, where no sum inside takes it for itself?"""
    if isinstance(one, FactorList):
        return any(_mentions(part, _left(one.parts[:k], names)) for k, (_, part) in enumerate(one.parts))
    if isinstance(one, Letter):
        return one.name in names
    names = names - _names(one)
    return any(_mentions(part, names) for part in below(one))


def _over(found: Big, ranges: list[Below], letters: Sequence[Expr], value: Expr, scope: Scope) -> Expr:
    for one in ranges:
        if one.low is not None and scope.expr(one.low) is not const(1):
            raise NotUnderstood("this index does not begin at 1", one.low.pos, cure=CURE)
    if len(ranges) == 2:
        return _over_two(found, ranges, letters, value, scope)
    (one,), (i,) = ranges, letters
    if one.name not in value.free:
        raise NotUnderstood(f"the index {one.name} does not occur in what follows", one.pos)
    if one.without is not None:
        return _without(found, one, i, value, scope)
    if found.name == "sum" and (row := _row(value, i)) is not None:
        return _ended(found, one, row, scope)
    vector = over(value, i)
    if vector is None or vector.kind is not Kind.VECTOR:
        raise NotUnderstood(
            f"no word says this \\{found.name}",
            found.pos,
            cure="its summands are components of vectors, or entries",
        )
    return _running(found, one, vector, scope)


def _row(value: Expr, j: Expr) -> Expr | None:
    """A sum over one index of a matrix with the other left: row sums, column sums, components of Ax."""
    if (made := product_over(value, j)) is not None:
        return made
    others = sorted(value.free - {j.payload[0]})
    for name in others:
        (k,) = indices(name)
        nodes = [n for n in value.walk() if n.word.name == "index" and n.payload[0] == name]
        k = nodes[0] if nodes else k
        for turned in (False, True):
            if (rows := matrix(value, k, j, turned)) is not None:
                return node("component", node("row_sums", rows), k)
            if (columns := matrix(value, j, k, turned)) is not None:
                return node("component", node("column_sums", columns), k)
    return None


def _ended(found: Big, one: Below, row: Expr, scope: Scope) -> Expr:
    """A row sum goes to the end of the row."""
    if one.high is not None:
        sums = row.args[0]
        M = sums.args[0]
        side = int(sums.word.name in ("row_sums", "matmul"))
        end = scope.expr(one.high)
        if scope.sides(end) != [(lot[side],) for lot in scope.sides(M)]:
            raise NotUnderstood("the sum ends before the row does", one.high.pos)
    return row


def _running(found: Big, one: Below, vector: Expr, scope: Scope) -> Expr:
    """The whole vector, or its first k components."""
    if one.high is None:
        return node(WHOLE[found.name], vector)
    end = subscript(one.high, scope)
    if scope.sides(end) == scope.sides(vector) or _all_singular(vector, end, one, scope):
        return node(WHOLE[found.name], vector)
    if found.name in RUNNING:
        return node("component", node(RUNNING[found.name], vector), end)
    return node(WHOLE[found.name], node("head", vector, end))


def _all_singular(vector: Expr, end: Expr, one: Below, scope: Scope) -> bool:
    """Is it a sum over sigma_1, ..., sigma_n of an m x n matrix, which are all that there are?"""
    spectra = [part for part in vector.walk() if part.word.name == "s"]
    if not spectra or end.word.name not in ("cols", "rows"):
        return False
    A = spectra[0].args[0]
    sides = [(lot[0],) for lot in scope.sides(A)], [(lot[1],) for lot in scope.sides(A)]
    if scope.sides(end) not in sides:
        return False
    assert one.high is not None
    said = ("all of them", "the first n, which must exist")
    return scope.choose(r"\sum_{i=1}^n \sigma_i", said, one.high.pos) == said[0]


def _without(found: Big, one: Below, i: Expr, value: Expr, scope: Scope) -> Expr:
    """The whole sum less the one summand that is left out."""
    assert one.without is not None
    if found.name != "sum":
        raise NotUnderstood(f"a \\{found.name} that leaves one out", one.pos, cure="sums may")
    from_ = Below(one.name, one.pos, one.low, one.high)
    letter = bare(one.without)
    if isinstance(letter, Letter) and not scope.knows(letter.name):
        scope.bound.setdefault(letter.name, scope.index(letter.name, letter.pos))
    left_out = scope.expr(one.without)
    whole = _over(found, [from_], [i], value, scope)
    return whole - exchanged(value, {i: left_out})


def _over_two(found: Big, ranges: list[Below], letters: Sequence[Expr], value: Expr, scope: Scope) -> Expr:
    if any(one.without is not None for one in ranges):
        raise NotUnderstood("a sum over pairs of different indices", found.pos, cure=CURE)
    i, j = letters
    for one, letter in zip(ranges, letters, strict=True):
        _to_the_end(one, letter, value, scope)
    if value.word.name == "abs" and found.name == "max" and value.args[0].word.name == "entry":
        entry = value.args[0]
        if set(entry.args[1:]) == {i, j} and not entry.args[0].free:
            return node("max_entry", entry.args[0])
    vector = entries_over(value, i, j)
    if vector is None or vector.kind is not Kind.VECTOR:
        form = _bilinear(value, i, j) if found.name == "sum" else None
        if form is not None:
            return form
        raise NotUnderstood(
            f"no word says this \\{found.name} over two indices",
            found.pos,
            cure="its summands are entries of a matrix",
        )
    return node(WHOLE[found.name], vector)


def _to_the_end(one: Below, letter: Expr, value: Expr, scope: Scope) -> None:
    """NotUnderstood for a sum over two indices that ends before the rows do."""
    if one.high is None:
        return
    end = scope.sides(scope.expr(one.high))
    for part in value.walk():
        if part.word.name in ("entry", "component"):
            for side, at in enumerate(part.args[1:]):
                if at is letter and end != [(lot[side],) for lot in scope.sides(part.args[0])]:
                    raise NotUnderstood("the sum ends before the row does", one.high.pos)


def _bilinear(value: Expr, i: Expr, j: Expr) -> Expr | None:
    """The sum of a_ij x_i y_j is x^T A y."""
    factors = _factors(value)
    entries = [one for one in factors if one.word.name == "entry"]
    at_i = [one for one in factors if one.word.name == "component" and one.args[1] is i]
    at_j = [one for one in factors if one.word.name == "component" and one.args[1] is j]
    if len(factors) != 3 or not (len(entries) == len(at_i) == len(at_j) == 1):
        return None
    A = entries[0].args[0]
    if entries[0].args[1:] != (i, j) or A.free or at_i[0].args[0].free or at_j[0].args[0].free:
        return None
    return node("sum", at_i[0].args[0] * (A @ at_j[0].args[0]))


def _factors(value: Expr) -> list[Expr]:
    return [one for arg in value.args for one in _factors(arg)] if value.word.name == "mul" else [value]


def dotted(one: FactorList, scope: Scope) -> Value:
    """a_{11} a_{22} ... a_{nn}, lambda_1(A) ... lambda_k(A)"""
    parts = [bare(part) for _, part in one.parts]
    groups: list[list[Node]] = [[]]
    for part in parts:
        if isinstance(part, Dots):
            groups.append([])
        else:
            groups[-1].append(part)
    if len(groups) != 2 or not all(groups):
        raise NotUnderstood("what the dots stand for is not clear", one.pos)
    size = len(groups[1])
    if len(groups[0]) % size:
        raise NotUnderstood("what the dots stand for is not clear", one.pos)
    lots = [groups[0][k : k + size] for k in range(0, len(groups[0]), size)] + [groups[1]]
    nodes: list[Node] = [
        lot[0] if size == 1 else FactorList(lot[0].pos, tuple(("", p) for p in lot)) for lot in lots
    ]
    return running([*nodes[:-1], Dots(one.pos), nodes[-1]], [""] + ["+"] * len(nodes), "prod", scope)


def running(parts: list[Node], signs_: list[str], word: str, scope: Scope) -> Value:
    """x_1 + ... + x_k, and the product: of the vector with these components, up to the last."""
    nodes = [part for part in parts if not isinstance(bare(part), Dots)]
    if (
        any(sign not in ("", "+") for sign in signs_)
        or len(nodes) + 1 != len(parts)
        or not isinstance(bare(parts[-2]), Dots)
    ):
        raise NotUnderstood("what the dots stand for is not clear", parts[0].pos)
    vector, end = run_of([scope.expr(node_) for node_ in nodes], nodes[0].pos)
    if scope.sides(end) == scope.sides(vector):
        return node(word, vector)
    return node("component", node("partial_sums" if word == "sum" else "partial_products", vector), end)
