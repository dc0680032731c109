"""A node of a formula as a tree of words, the letters being known: sums, products with their calls, brackets."""

from __future__ import annotations

from fractions import Fraction

from perturb.read import signs
from perturb.read.components import over as over_index
from perturb.read.components import run_of
from perturb.read.errors import NotRead
from perturb.read.functions import applied, eigen, listed, singular
from perturb.read.grids import direct_sum, grid
from perturb.read.heads import Head, head_of, peeled
from perturb.read.norms import absolute, norm
from perturb.read.parts import place
from perturb.read.products import negative, node, plus, product, quotient, times
from perturb.read.scope import Row, Scope, Value, is_const, is_matrix, is_vector, scalarlike
from perturb.read.scripts import TRANSPOSED, component, entry, integer, power, raised, subscript
from perturb.read.sums import big
from perturb.read.syntax import (
    Barred,
    Big,
    Bracketed,
    Dots,
    Factors,
    Fraction_,
    Grid,
    Letter,
    Node,
    Number,
    Raised,
    Related,
    Root,
    Subscripted,
    Terms,
    bare,
    below,
    inside,
    written,
)
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Expr, const
from perturb.vocab.words.lists import I, Identity, pi

BINARY = {"hadamard": "hadamard", "kron": "kron", "mean": "geometric_mean"}
TRACES = ("tr", "Tr", "trace", "Trace")
CHOICES = {"max": "larger", "min": "smaller"}


def value(node_: Node, scope: Scope) -> Value:
    """What a node stands for. NotRead, with its place, for what is not understood."""
    try:
        return _value(bare(node_), scope)
    except (TypeError, ValueError) as error:
        if isinstance(error, NotRead):
            raise
        raise NotRead(str(error), node_.pos) from None


def _value(one: Node, scope: Scope) -> Value:
    if isinstance(one, Number):
        return const(Fraction(one.text))
    if isinstance(one, Letter):
        return letter(one, scope)
    if isinstance(one, Terms):
        return _terms(one, scope)
    if isinstance(one, Factors):
        return factors(one, scope)
    if isinstance(one, Fraction_):
        return quotient(scope.value(one.above), scope.value(one.under), one.pos)
    if isinstance(one, Root):
        return _root(one, scope)
    if isinstance(one, Barred):
        return absolute(one, scope) if one.bar == "|" else norm(one.inner, None, scope)
    if isinstance(one, Subscripted):
        return _subscripted(one, scope)
    if isinstance(one, Raised):
        return _raised(one, scope)
    if isinstance(one, Grid):
        return _grid(one, scope)
    if isinstance(one, Bracketed):
        return _bracketed(one, scope)
    if isinstance(one, Related):
        raise NotRead("a relation inside a formula", one.pos)
    if isinstance(one, Dots):
        raise NotRead("what the dots stand for is not clear", one.pos)
    raise NotRead("this is not read here", one.pos)


def _grid(one: Grid, scope: Scope) -> Value:
    found = grid(one, scope)
    return node("complex_det" if False else "det", found) if one.kind == "vmatrix" else found


def letter(one: Letter, scope: Scope) -> Value:
    """A letter by itself."""
    found = scope.named(one.name, one.pos)
    if found is not None:
        return found
    if one.name in scope.spectra:
        return _spectrum(one.name, None, "", scope, one.pos)
    if one.name in ("I", "Id", "E_n", "identity"):
        return I
    if one.name == "pi":
        return pi
    if one.name == "e" and not one.upright:
        if scope.inputs and _vectors_of_ones(scope):
            return _ones(scope, one.pos)
    if one.name in ("@1", "1") and one.upright:
        return _ones(scope, one.pos)
    if one.name == "J":
        n = _size_of_all(scope, one.pos)
        return node("ones_matrix", n, n)
    if one.name in scope.quantified:
        return scope.index(one.name, one.pos)
    if one.name in signs.NAMES or one.name in ("lambda", "sigma"):
        raise NotRead(f"{one.written} without an argument", one.pos, cure=f"write {one.written}(A)")
    raise unknown(one)


def unknown(one: Node, name: str = "") -> NotRead:
    """The error of a letter that was not introduced."""
    said = name or written(one) or "this"
    cure = f'say what it is: "for all real {said}", "a vector {said}", "where {said} = ..."'
    return NotRead(f"the letter {said} is not introduced", one.pos, cure=cure)


def _vectors_of_ones(scope: Scope) -> bool:
    return "vector e" in scope.flags


def _ones(scope: Scope, pos: int) -> Expr:
    return node("ones", _size_of_all(scope, pos))


def _size_of_all(scope: Scope, pos: int) -> Expr:
    if len(scope.sizes) != 1:
        raise NotRead("the size is not clear", pos, cure="write it below: \\mathbf 1_n, J_n, e_i^{(n)}")
    return scope.size(scope.sizes[0], pos)


def _terms(one: Terms, scope: Scope) -> Value:
    (sign, first), *more = one.parts
    if any(isinstance(bare(part), Dots) for _, part in more):
        return running([part for _, part in one.parts], [s for s, _ in one.parts], "sum", scope)
    if (found_ := imaginary(one, scope)) is not None:
        return found_
    if sign == "pm" or any(s == "pm" for s, _ in more):
        raise NotRead("plus or minus is two statements", one.pos, cure="write both")
    found = negative(scope.value(first)) if sign == "-" else scope.value(first)
    for sign, part in more:
        found = plus(found, scope.value(part), sign, part.pos)
    return found


def imaginary(one: Terms, scope: Scope) -> Value | None:
    """X + iY of real matrices; None for another sum."""
    if len(one.parts) != 2 or scope.knows("i") or "i" in scope.quantified:
        return None
    last = bare(one.parts[1][1])
    if not isinstance(last, Factors) or not isinstance(bare(last.parts[0][1]), Letter):
        return None
    unit, rest = bare(last.parts[0][1]), last.parts[1:]
    if written(unit) not in ("i", "mathrm{i}") or rest[0][0] not in ("", "*"):
        return None
    Y = scope.value(rest[0][1] if len(rest) == 1 else Factors(rest[0][1].pos, (("", rest[0][1]), *rest[1:])))
    X = scope.value(one.parts[0][1])
    if not (isinstance(X, Expr) and isinstance(Y, Expr) and is_matrix(X) and is_matrix(Y)):
        return None
    signed = negative(Y) if one.parts[1][0] == "-" else Y
    assert isinstance(signed, Expr)
    return node("complex_matrix", X, signed)


def _root(one: Root, scope: Scope) -> Value:
    inner = scope.expr(one.inner)
    if one.degree is None:
        return node("mat_sqrt" if is_matrix(inner) else "sqrt", inner)
    degree = scope.expr(one.degree)
    exponent = quotient(const(1), degree, one.pos)
    assert isinstance(exponent, Expr)
    return node("mat_power", inner, exponent) if is_matrix(inner) else power(inner, exponent, one.pos)


def factors(one: Factors, scope: Scope) -> Value:
    """A product, the calls in it first: lambda_i(A) is a call, x (A + B) is none."""
    if any(isinstance(bare(part), Dots) for _, part in one.parts):
        return dotted(one, scope)
    signs_, values, places, weights = _called(one, scope)
    groups: list[tuple[str, list[Value], list[int]]] = [("", [], [])]
    for sign, found, pos in zip(signs_, values, places, strict=True):
        if sign in ("", "*", "times") or (sign == "star"):
            groups[-1][1].append(found)
            groups[-1][2].append(pos)
        elif sign == "/":
            so_far = product(groups[-1][1], groups[-1][2], scope)
            groups[-1] = (groups[-1][0], [over(so_far, found, pos, scope)], [groups[-1][2][0]])
        else:
            groups.append((sign, [found], [pos]))
    result = product(groups[0][1], groups[0][2], scope)
    for sign, members, positions in groups[1:]:
        other = product(members, positions, scope)
        if sign == "weighted":
            result = _mean(result, other, weights.pop(0), positions[0])
        else:
            result = joined(sign, result, other, positions[0], scope)
    return result


def dotted(one: Factors, scope: Scope) -> Value:
    """a_{11} a_{22} ... a_{nn}, lambda_1(A) ... lambda_k(A)"""
    parts = [bare(part) for _, part in one.parts]
    groups: list[list[Node]] = [[]]
    for part in parts:
        if isinstance(part, Dots):
            groups.append([])
        elif groups[-1] and head_of(part, scope) is not None:
            groups[-1].append(part)
        else:
            groups[-1].append(part)
    if len(groups) != 2 or not all(groups):
        raise NotRead("what the dots stand for is not clear", one.pos)
    size = len(groups[1])
    if len(groups[0]) % size:
        raise NotRead("what the dots stand for is not clear", one.pos)
    lots = [groups[0][k : k + size] for k in range(0, len(groups[0]), size)] + [groups[1]]
    nodes: list[Node] = [
        lot[0] if size == 1 else Factors(lot[0].pos, tuple(("", p) for p in lot)) for lot in lots
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
        raise NotRead("what the dots stand for is not clear", parts[0].pos)
    vector, end = run_of([scope.expr(node_) for node_ in nodes], nodes[0].pos)
    if scope.sides(end) == scope.sides(vector):
        return node(word, vector)
    return node("component", node("partial_sums" if word == "sum" else "partial_products", vector), end)


def over(left: Value, right: Value, pos: int, scope: Scope) -> Value:
    """a / b; A / A_11 is a Schur complement."""
    if isinstance(right, Expr) and right.word.name == "leading" and right.args[0] is left:
        return node("schur", right.args[0], right.args[1])
    return quotient(left, right, pos)


def joined(sign: str, left: Value, right: Value, pos: int, scope: Scope) -> Value:
    """Entrywise and Kronecker products, geometric means, direct sums."""
    left, right = _as_row(left), _as_row(right)
    if sign == "hadamard" and is_vector(left) and is_vector(right):
        return times_of_vectors(left, right)
    sized = [value if isinstance(value, Expr) else None for value in (left, right)]
    if isinstance(left, Identity):
        sized[0] = scope.identity(left, pos, sized[1] if sign != "kron" else None, 0)
    if isinstance(right, Identity):
        sized[1] = scope.identity(right, pos, sized[0] if sign != "kron" else None, 1)
    a, b = sized
    assert a is not None and b is not None
    if sign == "oplus":
        return direct_sum(a, b, Number(pos, "0"), scope)
    if sign in BINARY:
        if scalarlike(a) or scalarlike(b):
            raise NotRead("this product is of matrices", pos)
        return node(BINARY[sign], a, b)
    raise NotRead(
        "this operator is not read", pos, cure="read are \\cdot, /, \\circ, \\odot, \\otimes, \\oplus, \\#"
    )


def _mean(left: Value, right: Value, weight: Expr, pos: int) -> Value:
    """A #_t B"""
    if not (isinstance(left, Expr) and isinstance(right, Expr) and is_matrix(left) and is_matrix(right)):
        raise NotRead("a geometric mean is of matrices", pos)
    return node("weighted_geometric_mean", left, right, weight)


def _as_row(one: Value) -> Value:
    """A transposed vector as the matrix that it is."""
    return node("T", node("column_matrix", one.vector)) if isinstance(one, Row) else one


def times_of_vectors(left: Value, right: Value) -> Value:
    found: Value = left * right  # type: ignore[operator]
    return found


def _called(one: Factors, scope: Scope) -> tuple[list[str], list[Value], list[int], list[Expr]]:
    """The factors as values, each with the sign before it."""
    signs_: list[str] = []
    values: list[Value] = []
    places: list[int] = []
    weights: list[Expr] = []
    parts = [(sign, bare(part)) for sign, part in one.parts]
    k = 0
    while k < len(parts):
        sign, part = parts[k]
        if (
            k
            and isinstance(part, Bracketed)
            and part.opening == "["
            and sign == ""
            and values
            and isinstance(values[-1], Expr)
        ):
            found = place(values[-1], part, scope)
            if found is not None:
                values[-1] = found
                k += 1
                continue
        if k and isinstance(part, Raised | Subscripted) and sign == "" and values and _indexes(part):
            found = _scripted_place(values[-1], part, scope)
            if found is not None:
                values[-1] = found
                k += 1
                continue
        if sign == "weight":
            k += 1
            weighted, k = _factor(parts, k, scope)
            signs_.append("weighted")
            values.append(weighted)
            weights.append(scope.expr(part))
            places.append(part.pos)
            continue
        found_value, k = _factor(parts, k, scope)
        signs_.append(sign)
        values.append(found_value)
        places.append(part.pos)
    return signs_, values, places, weights


def _indexes(part: Node) -> bool:
    found = peeled(part)
    return found is not None and found[0].opening == "["


def _scripted_place(before: Value, part: Node, scope: Scope) -> Value | None:
    """A[i, j]^2"""
    found = peeled(part)
    if found is None or not isinstance(before, Expr):
        return None
    made: Value | None = place(before, found[0], scope)
    for kind, script in found[1] if made is not None else ():
        made = raised(made, script, scope) if kind == "^" else indexed(made, script, scope)  # type: ignore[arg-type]
    return made


def _factor(parts: list[tuple[str, Node]], k: int, scope: Scope) -> tuple[Value, int]:
    """One factor with what it takes of those after it, and where the next is."""
    _, part = parts[k]
    if isinstance(part, Big) or (isinstance(part, Raised) and isinstance(bare(part.base), Big)):
        return _big(part, parts, k, scope)
    head = head_of(part, scope) or _ambiguous(part, parts, k, scope)
    if head is None:
        return angles(parts, k, scope) or (scope.value(part), k + 1)
    return _call(head, parts, k, scope)


def _ambiguous(part: Node, parts: list[tuple[str, Node]], k: int, scope: Scope) -> Head | None:
    """s_1(A) where s is a letter of the statement, too: a call only where that is chosen, or it is no product."""
    if k + 1 >= len(parts) or parts[k + 1][0]:
        return None
    head, found = head_of(part, scope, called=True), peeled(parts[k + 1][1])
    if (
        head is None
        or head.letter.upright
        or found is None
        or found[0].opening != "("
        or len(found[0].parts) != 1
    ):
        return None
    name = head.letter.name
    if scope.knows(written(part)) and written(part) != name:
        return None
    if not is_matrix(scope.value(found[0].parts[0])):
        return None
    one = scope.named(name, part.pos)
    if head.sub is not None and not is_vector(one):  # type: ignore[arg-type]
        return head
    taken = scope.choose(rf"{head.letter.written}(A)", ("product", "function"), part.pos)
    return head if taken == "function" else None


def angles(parts: list[tuple[str, Node]], k: int, scope: Scope) -> tuple[Value, int] | None:
    """The sines and cosines of the angles between two subspaces, \\sin\\Theta(A, B); None for other factors."""
    name = bare(parts[k][1])
    words = {"sin": "canonical_sines", "cos": "canonical_cosines"}
    if not isinstance(name, Letter) or name.name not in words or k + 2 >= len(parts):
        return None
    theta, found = bare(parts[k + 1][1]), peeled(parts[k + 2][1])
    base = bare(theta.base) if isinstance(theta, Subscripted) else theta
    if written(base) != "Theta" or found is None or len(found[0].parts) != 2:
        return None
    made: Value = node(words[name.name], *[scope.expr(part) for part in found[0].parts])
    if isinstance(theta, Subscripted):
        made = indexed(made, theta.at, scope)
    for kind, script in found[1]:
        made = raised(made, script, scope) if kind == "^" else indexed(made, script, scope)
    return made, k + 3


def _big(part: Node, parts: list[tuple[str, Node]], k: int, scope: Scope) -> tuple[Value, int]:
    """A sum takes all that is multiplied after it; a maximum in brackets is of these alone."""
    assert isinstance(part, Big)
    rest = parts[k + 1 :]
    if not rest:
        raise NotRead(f"nothing follows \\{part.name}", part.pos)
    if part.name == "min" and written(rest[0][1]) == "minors" and len(rest) > 1:
        found = peeled(rest[1][1])
        if found is not None and len(found[0].parts) == 1:
            return node("least_minor", scope.expr(found[0].parts[0])), k + 3
    if part.name in CHOICES and part.low is None:
        found = peeled(rest[0][1])
        if found is None:
            raise NotRead(
                f"\\{part.name} is of several numbers in brackets",
                part.pos,
                cure=rf"write \{part.name}(a, b)",
            )
        chosen: Value = _choice(part, found[0], scope)
        for kind, script in found[1]:
            chosen = raised(chosen, script, scope) if kind == "^" else indexed(chosen, script, scope)
        return chosen, k + 2
    braced = bare(rest[0][1])
    if (
        part.name in CHOICES
        and isinstance(braced, Bracketed)
        and braced.opening in ("(", "{", "[")
        and len(rest) == 1
    ):
        return big(part, braced.parts[0] if len(braced.parts) == 1 else braced, scope), len(parts)
    body = rest[0][1] if len(rest) == 1 else Factors(rest[0][1].pos, (("", rest[0][1]), *rest[1:]))
    return big(part, body, scope), len(parts)


def _choice(part: Big, bracket: Bracketed, scope: Scope) -> Value:
    """max(a, b, c)"""
    if len(bracket.parts) < 2 or any(isinstance(bare(p), Dots) for p in bracket.parts):
        raise NotRead(f"\\{part.name} is of two numbers or more", bracket.pos)
    values = [scope.expr(p) for p in bracket.parts]
    found = values[0]
    for other in values[1:]:
        found = node(CHOICES[part.name], found, other)
    return found


def _call(head: Head, parts: list[tuple[str, Node]], k: int, scope: Scope) -> tuple[Value, int]:
    """A name with its argument: in brackets, or for upright names what follows."""
    if k + 1 >= len(parts) or parts[k + 1][0] not in ("",):
        raise NotRead(
            f"{head.letter.written} without an argument",
            head.letter.pos,
            cure=f"write {head.letter.written}(A)",
        )
    following = bare(parts[k + 1][1])
    found = peeled(following)
    if found is not None and (found[0].opening in ("(", "{") or head.letter.upright):
        args = [bare(p) for p in found[0].parts]
        if head.letter.name in TRACES and len(found[1]) == 1 and found[1][0][0] == "^" and not head.above:
            whole = not written(args[0])
            options = ("trace of the power", "power of the trace")
            taken = scope.choose(r"\mathrm{tr}(A)^p", options, found[0].pos, "" if whole else options[1])
            if taken == options[0]:
                return applied(head, [following], scope), k + 2
        made = applied(head, args, scope)
        for kind, script in found[1]:
            made = raised(made, script, scope) if kind == "^" else indexed(made, script, scope)
        return made, k + 2
    upright = head.letter.upright or head.letter.name in ("Re", "Im", "Tr")
    if not upright and not _is_grid(following):
        raise NotRead(
            f"{head.letter.written} of what?", head.letter.pos, cure=f"write {head.letter.written}(A)"
        )
    return _unbracketed(head, parts, k, scope)


def _is_grid(one: Node) -> bool:
    return isinstance(one, Grid)


def _unbracketed(head: Head, parts: list[tuple[str, Node]], k: int, scope: Scope) -> tuple[Value, int]:
    """tr A^T B, log det A, rank A: the matrices that follow, or the next call, or one factor."""
    following = head_of(parts[k + 1][1], scope)
    if following is not None:
        found, end = _call(following, parts, k + 1, scope)
        return applied(head, [_Read(head.letter.pos, found)], scope), end
    end = k + 1
    while (
        end < len(parts) and (end == k + 1 or parts[end][0] == "") and head_of(parts[end][1], scope) is None
    ):
        one = parts[end][1]
        if isinstance(one, Big):
            break
        found = scope.value(one)
        if end > k + 1 and not (is_matrix(found) or isinstance(found, Row) or is_vector(found)):
            break
        end += 1
        if not (is_matrix(found) or isinstance(found, Row) or is_vector(found)):
            break
    members = parts[k + 1 : end]
    arg = (
        members[0][1]
        if len(members) == 1
        else Factors(members[0][1].pos, (("", members[0][1]), *members[1:]))
    )
    if len(members) > 1:
        scope.choose(rf"\mathrm{{{head.letter.name}}}\,AB", ("of the product",), head.letter.pos)
    return applied(head, [arg], scope), end


class _Read(Node):
    """A value that was read already, as an argument."""

    def __init__(self, pos: int, found: Value) -> None:
        object.__setattr__(self, "pos", pos)
        object.__setattr__(self, "found", found)


def _raised(one: Raised, scope: Scope) -> Value:
    name = written(one.base)
    to = bare(one.to)
    if isinstance(to, Letter) and to.name == "prime" and scope.knows(f"{name}'"):
        found = scope.named(f"{name}'", one.pos)
        assert found is not None
        return found
    base = bare(one.base)
    if isinstance(base, Letter) and base.name == "e" and not scope.knows("e"):
        return _exponential(to, scope)
    if (
        isinstance(base, Subscripted)
        and isinstance(bare(base.base), Letter)
        and written(base.base) == "e"
        and not scope.knows("e")
    ):
        return _unit(base.at, to, scope)
    if (
        isinstance(base, Barred)
        and base.bar == "‖"
        and isinstance(to, Letter)
        and not to.upright
        and not scope.knows(to.name)
        and False
    ):
        return norm(base.inner, to, scope)
    if (
        isinstance(base, Bracketed)
        and len(base.parts) > 1
        and isinstance(to, Letter)
        and to.name in TRANSPOSED
    ):
        return scope.value(base)  # (1, ..., 1)^T is a column, as all vectors are
    return raised(scope.value(base), one.to, scope)


def _exponential(to: Node, scope: Scope) -> Value:
    if isinstance(to, Bracketed) and to.opening == "ophadamard":
        return node("entrywise_exp", scope.expr(to.parts[0]))
    found = scope.expr(to)
    return node("mat_exp" if is_matrix(found) else "exp", found)


def _unit(at: Node, to: Node, scope: Scope) -> Value:
    """e_i^T, e_i^{(n)}."""
    if isinstance(to, Bracketed) and to.opening == "(" and len(to.parts) == 1:
        return node("unit", scope.expr(to.parts[0]), subscript(at, scope))
    return raised(_unit_vector(at, scope), to, scope)


def _unit_vector(at: Node, scope: Scope) -> Expr:
    return node("unit", _size_of_all(scope, at.pos), subscript(at, scope))


def _subscripted(one: Subscripted, scope: Scope) -> Value:
    name, base = written(one), bare(one.base)
    if name and scope.knows(name):
        found = scope.named(name, one.pos)
        assert found is not None
        return found
    if isinstance(base, Barred):
        if base.bar == ".":
            return _first_ones(base.inner, one.at, scope)
        if base.bar == "‖":
            return norm(base.inner, one.at, scope)
        at = bare(one.at)
        if isinstance(at, Letter) and at.name == "circ":
            return absolute(base, scope, entrywise=True)
    if (named := _named_component(one, scope)) is not None:
        return named
    if isinstance(base, Letter) and not scope.knows(base.name):
        return _of_letter(base, one, scope)
    return indexed(scope.value(base), one.at, scope)


def _named_component(one: Subscripted, scope: Scope) -> Value | None:
    """b_{1,i}: component i of the vector b_1."""
    at = bare(one.at)
    if not isinstance(at, Bracketed) or len(at.parts) != 2:
        return None
    name = f"{written(one.base)}_{written(at.parts[0])}"
    if not scope.knows(name):
        return None
    found = scope.named(name, one.pos)
    return indexed(found, at.parts[1], scope) if is_vector(found) else None  # type: ignore[arg-type]


def _of_letter(base: Letter, one: Subscripted, scope: Scope) -> Value:
    """A letter with a subscript that is no input: an eigenvalue, an entry of the capital, I_n, e_i."""
    if base.name in scope.spectra:
        return _spectrum(base.name, one.at, written(one.at), scope, one.pos)
    if base.name == "e" and not base.upright:
        return _unit_vector(one.at, scope)
    if base.name in ("I", "Id"):
        made = Identity(const(1))
        made.size = scope.expr(_side(one.at))  # type: ignore[attr-defined]
        return made
    if base.name == "@1" and base.upright:
        return node("ones", scope.expr(one.at))
    if base.name == "J":
        return _all_ones(one.at, scope)
    if base.name in ("0", "@0"):
        return const(0)
    capital = base.name.upper() if len(base.name) == 1 else base.name[0].upper() + base.name[1:]
    if capital != base.name and capital in scope.inputs | dict.fromkeys(scope.defined):
        A = scope.named(capital, one.pos)
        if isinstance(A, Expr) and A.kind is Kind.MATRIX and (found := entry(A, one.at, scope)) is not None:
            return found
    raise unknown(base, written(one) or base.name)


def _first_ones(inner: Node, at: Node, scope: Scope) -> Value:
    """v_i for i <= k alone, as print shows a component of the first k."""
    related = bare(at)
    if not isinstance(related, Related) or related.first is None or related.links[0][0] != "<=":
        raise NotRead("this restriction is not read", at.pos)
    i, k = subscript(related.first, scope), subscript(related.links[0][1], scope)
    vector = over_index(scope.expr(inner), i)
    if vector is None or vector.kind is not Kind.VECTOR:
        raise NotRead("this restriction is not read", at.pos)
    return node("component", node("head", vector, k), i)


def _side(at: Node) -> Node:
    at = bare(at)
    if isinstance(at, Factors) and any(sign == "times" for sign, _ in at.parts):
        return at.parts[0][1]
    return at


def _all_ones(at: Node, scope: Scope) -> Expr:
    at = bare(at)
    if isinstance(at, Factors) and len(at.parts) == 2 and at.parts[1][0] == "times":
        return node("ones_matrix", *[integer(scope.value(part), at.pos) for _, part in at.parts])
    n = integer(scope.value(at), at.pos)
    return node("ones_matrix", n, n)


def _spectrum(name: str, at: Node | None, sub: str, scope: Scope, pos: int) -> Expr:
    """A letter that the text introduced for eigenvalues or singular values."""
    one = scope.spectra[name]
    scope.used.add(name)
    A = scope.expr(one.matrix)
    if one.word == "lam":
        return eigen(A, at, sub, scope, one.ascending, pos)
    if one.word == "s":
        return singular(A, at, sub, scope)
    vector = node(one.word, A)
    return vector if at is None else node("component", vector, subscript(at, scope))


def indexed(found: Value, at: Node, scope: Scope) -> Value:
    """A value with a subscript: a component, an entry."""
    if isinstance(found, Row):
        found = found.vector
    if is_vector(found):
        assert isinstance(found, Expr)
        name = bare(at)
        if isinstance(name, Letter) and name.name == "+":
            return node("larger", found, const(0))
        return _head(found, name, scope) or component(found, at, scope)
    if isinstance(found, Expr) and is_matrix(found):
        made = entry(found, at, scope)
        if made is not None:
            return made
        raise NotRead("one subscript of a matrix", at.pos, cure="an entry has two, a_{ij}; say what A_k is")
    at_ = bare(at)
    if isinstance(at_, Letter) and at_.name == "+" and isinstance(found, Expr):
        return node("larger", found, const(0))
    raise NotRead("a subscript of a number", at.pos)


def _head(v: Expr, at: Node, scope: Scope) -> Expr | None:
    """v_{1..k}"""
    if isinstance(at, Factors) and len(at.parts) == 3 and isinstance(bare(at.parts[1][1]), Dots):
        if is_const(scope.value(at.parts[0][1]), 1):
            return node("head", v, subscript(at.parts[2][1], scope))
    return None


def _bracketed(one: Bracketed, scope: Scope) -> Value:
    """Brackets of any kind: around one part, a commutator, a scalar product, a list."""
    if len(one.parts) == 1 and one.opening in ("", "(", "[", "{"):
        inner = bare(one.parts[0])
        if (
            isinstance(inner, Barred)
            and inner.bar == "|"
            and (made := _entrywise_abs(inner, scope)) is not None
        ):
            return made
        return scope.value(inner)
    if one.opening == "<" and len(one.parts) == 2:
        return _scalar_product(one, scope)
    if one.opening == "[" and len(one.parts) == 2:
        A, B = (scope.expr(part) for part in one.parts)
        if A.kind is Kind.MATRIX and B.kind is Kind.MATRIX:
            scope.choose("[A, B]", ("commutator",), one.pos)
            return node("commutator", A, B)
    if one.opening in ("(", "["):
        return listed(list(one.parts), scope)
    raise NotRead("these brackets are not read", one.pos)


def _entrywise_abs(inner: Barred, scope: Scope) -> Expr | None:
    """(|a_ij|) is the matrix of absolute values."""
    base = bare(inner.inner)
    if not isinstance(base, Subscripted) or not isinstance(bare(base.base), Letter):
        return None
    letters = [bare(one) for one in below(bare(base.at)) if isinstance(bare(one), Letter)]
    if len(letters) != 2 or any(scope.knows(one.name) for one in letters if isinstance(one, Letter)):
        return None
    before = dict(scope.free)
    found = scope.value(inner)
    scope.free.clear()
    scope.free.update(before)
    if isinstance(found, Expr) and found.word.name == "abs" and found.args[0].word.name == "entry":
        return node("entrywise_abs", found.args[0].args[0])
    return None


def _scalar_product(one: Bracketed, scope: Scope) -> Value:
    left, right = (scope.expr(part) for part in one.parts)
    if left.kind is Kind.VECTOR and right.kind is Kind.VECTOR:
        return node("sum", left * right)
    if left.kind is Kind.MATRIX and right.kind is Kind.MATRIX:
        scope.choose(r"\langle A, B \rangle", ("trace of A^T B",), one.pos)
        return node("trace", node("T", left) @ right)
    raise NotRead("a scalar product of these", one.pos)


def reading(scope: Scope) -> Scope:
    """The scope with this file's way to read."""
    return scope


def read_value(node_: Node, scope: Scope) -> Value:
    """`value`, for arguments that were read already, too."""
    if isinstance(node_, _Read):
        found: Value = node_.found  # type: ignore[attr-defined]
        return found
    return value(node_, scope)


__all__ = ["factors", "read_value", "times", "value"]
_ = (inside, times)
