"""Products with the calls in them: lambda_i(A) is a call, x (A + B) is none; sums take what follows."""

from __future__ import annotations

from perturb.read.doubts import apart, behind_trace, end_of_argument, exponent, may_be_within, told
from perturb.read.errors import NotUnderstood
from perturb.read.functions import OF_COLUMNS, OF_NUMBERS, applied, called
from perturb.read.grids import direct_sum
from perturb.read.heads import Evaluated, Head, head_of, one_summand, peeled, unclear
from perturb.read.letters import EXTREMES, indexed
from perturb.read.parts import place
from perturb.read.products import as_matrix, corner, node, product, quotient
from perturb.read.scope import Scope, Transposed, Value, is_matrix, is_vector, scalarlike
from perturb.read.scripts import pair, raised
from perturb.read.sums import big, dotted, reach
from perturb.read.syntax import (
    Big,
    Bracketed,
    Digits,
    Dots,
    FactorList,
    Grid,
    Letter,
    Node,
    Over,
    Raised,
    Subscripted,
    bare,
    joined_again,
    written,
)
from perturb.vocab.grammar.tree import Expr
from perturb.vocab.words.lists import Identity

BINARY = {"hadamard": "hadamard", "kron": "kron", "mean": "geometric_mean"}
TRACES = ("tr", "Tr", "trace", "Trace")
CHOICES = {"max": "larger", "min": "smaller"}


def factors(one: FactorList, scope: Scope) -> Value:
    """A product, the calls in it first: lambda_i(A) is a call, x (A + B) is none."""
    if any(isinstance(bare(part), Dots) for _, part in one.parts):
        return dotted(one, scope)
    signs_, values, places, weights = _called(one, scope)
    apart(one)
    told(signs_, values, places, scope)
    groups: list[tuple[str, list[Value], list[int]]] = [("", [], [])]
    for sign, found, pos in zip(signs_, values, places, strict=True):
        before = product(groups[-1][1], groups[-1][2], scope) if sign == "*" else None
        if is_vector(before):  # type: ignore[arg-type]
            groups.append(("dot", [found], [pos]))
        elif sign in ("", "*", "times") or (sign == "star"):
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


def over(left: Value, right: Value, pos: int, scope: Scope) -> Value:
    """a / b; A / A_11 is a Schur complement."""
    if isinstance(right, Expr) and isinstance(left, Expr) and (k := corner(left, right)) is not None:
        return node("schur", left, k)
    return quotient(left, right, pos)


def joined(sign: str, left: Value, right: Value, pos: int, scope: Scope) -> Value:
    """Entrywise and Kronecker products, geometric means, direct sums."""
    left, right = _as_row(left), _as_row(right)
    if sign == "hadamard" and is_vector(left) and is_vector(right):
        return times_of_vectors(left, right)
    if sign == "dot" and is_vector(left) and is_vector(right):
        scope.choose(r"x \cdot y", ("scalar product",), pos)
        return node("sum", times_of_vectors(left, right))  # type: ignore[arg-type]
    if sign == "dot":
        return product([left, right], [pos, pos], scope)
    sized = [value if isinstance(value, Expr) else None for value in (left, right)]
    if isinstance(left, Identity):
        sized[0] = scope.identity(left, pos, sized[1] if sign != "kron" else None, 0)
    if isinstance(right, Identity):
        sized[1] = scope.identity(right, pos, sized[0] if sign != "kron" else None, 1)
    a, b = sized
    assert a is not None
    assert b is not None
    if sign == "oplus":
        return direct_sum(a, b, Digits(pos, "0"), scope)
    if sign in BINARY:
        if scalarlike(a) or scalarlike(b):
            raise NotUnderstood("this product is of matrices", pos)
        return node(BINARY[sign], a, b)
    raise NotUnderstood(
        "this operator is not read", pos, cure="read are \\cdot, /, \\circ, \\odot, \\otimes, \\oplus, \\#"
    )


def _mean(left: Value, right: Value, weight: Expr, pos: int) -> Value:
    """A #_t B"""
    if not (isinstance(left, Expr) and isinstance(right, Expr) and is_matrix(left) and is_matrix(right)):
        raise NotUnderstood("a geometric mean is of matrices", pos)
    return node("weighted_geometric_mean", left, right, weight)


def _as_row(one: Value) -> Value:
    """A transposed vector as the matrix that it is."""
    return node("T", node("column_matrix", one.vector)) if isinstance(one, Transposed) else one


def times_of_vectors(left: Value, right: Value) -> Value:
    found: Value = left * right  # type: ignore[operator]
    return found


def _called(one: FactorList, scope: Scope) -> tuple[list[str], list[Value], list[int], list[Expr]]:
    """The factors as values, each with the sign before it."""
    signs_: list[str] = []
    values: list[Value] = []
    places: list[int] = []
    weights: list[Expr] = []
    parts = [(sign, bare(part)) for sign, part in one.parts]
    k, traced = 0, False
    while k < len(parts):
        sign, part = parts[k]
        if (
            k
            and isinstance(part, Bracketed)
            and part.opening == "["
            and sign == ""
            and values
            and isinstance(before := _sized(values[-1], part, scope), Expr)
        ):
            found = place(before, part, scope)
            if found is not None:
                values[-1] = found
                k += 1
                continue
        if k and isinstance(part, Raised | Subscripted) and sign == "" and values and _indexes(part):
            placed = _scripted_place(values[-1], part, scope)
            if placed is not None:
                values[-1] = placed
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
        head = head_of(part, scope)
        found_value, k = _factor(parts, k, scope)
        if traced and sign in ("", "*") and isinstance(found_value, Expr) and is_matrix(found_value):
            behind_trace(sign, part, scope)
        traced = head is not None and head.letter.name in TRACES
        signs_.append(sign)
        values.append(found_value)
        places.append(part.pos)
    return signs_, values, places, weights


def _sized(before: Value, part: Bracketed, scope: Scope) -> Value:
    """An identity with its size as the matrix that it is, before the places in it."""
    if isinstance(before, Identity) and getattr(before, "size", None) is not None:
        return scope.identity(before, part.pos)
    return before


def _indexes(part: Node) -> bool:
    found = peeled(part)
    return found is not None and found[0].opening == "["


def _scripted_place(before: Value, part: Node, scope: Scope) -> Value | None:
    """A[i, j]^2"""
    found = peeled(part)
    before = before if found is None else _sized(before, found[0], scope)
    if found is None or not isinstance(before, Expr):
        return None
    made: Value | None = place(before, found[0], scope)
    for kind, script in found[1] if made is not None else ():
        made = raised(made, script, scope) if kind == "^" else indexed(made, script, scope)  # type: ignore[arg-type]
    return made


def _factor(parts: list[tuple[str, Node]], k: int, scope: Scope) -> tuple[Value, int]:
    """One factor with what it takes of those after it, and where the next is."""
    _, part = parts[k]
    if (function := scope.functions.get(written(part))) is not None and k + 1 < len(parts):
        found = peeled(bare(parts[k + 1][1]))
        if found is not None and not parts[k + 1][0] and found[0].opening == "(":
            scope.used.add(written(part))
            return _scripted(called(function, found[0], scope), found[1], scope), k + 2
    if isinstance(part, Big) or (isinstance(part, Raised) and isinstance(bare(part.base), Big)):
        return _big(part, parts, k, scope)
    head = head_of(part, scope) or _ambiguous(part, parts, k, scope)
    head = None if head is not None and _is_entry(head, parts, k, scope) else head
    if head is None:
        return angles(parts, k, scope) or (scope.value(part), k + 1)
    return _call(head, parts, k, scope)


def _is_entry(head: Head, parts: list[tuple[str, Node]], k: int, scope: Scope) -> bool:
    """Is r_12 an entry of R, or lambda_min that of the one matrix, without brackets behind it?"""
    own = not head.letter.upright and scope.knows(head.letter.name.upper())
    behind = bare(parts[k + 1][1]) if k + 1 < len(parts) and not parts[k + 1][0] else head.letter
    called_ = isinstance(behind, Grid) or peeled(behind) is not None
    alone = head.letter.name in EXTREMES and head.sub is not None and written(head.sub) in ("min", "max")
    return not called_ and (alone or (own and head.sub is not None and pair(head.sub) is not None))


def _scripted(made: Value, scripts: list[tuple[str, Node]], scope: Scope) -> Value:
    """A value with the scripts after its bracket."""
    for kind, script in scripts:
        made = raised(made, script, scope) if kind == "^" else indexed(made, script, scope)
    return made


def _ambiguous(part: Node, parts: list[tuple[str, Node]], k: int, scope: Scope) -> Head | None:
    """s_1(A) where s is a letter of the statement, too: a call where that is chosen, or no product."""
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
    argument = scope.value(found[0].parts[0])
    spelled = head.sub is not None and written(head.sub) in ("min", "max")
    if not is_matrix(argument) and not (spelled or (name in OF_COLUMNS and is_vector(argument))):
        return None
    if spelled:
        return head
    one = scope.named(name, part.pos)
    if head.sub is not None and not is_vector(one):  # type: ignore[arg-type]
        return head
    taken = scope.choose(rf"{head.letter.written}(A)", ("product", "function"), part.pos)
    return head if taken == "function" else None


def angles(parts: list[tuple[str, Node]], k: int, scope: Scope) -> tuple[Value, int] | None:
    """The sines and cosines of the angles between two subspaces, sin Theta(A, B); None for other factors."""
    name = bare(parts[k][1])
    words = {"sin": "canonical_sines", "cos": "canonical_cosines"}
    if not isinstance(name, Letter) or name.name not in words or k + 2 >= len(parts):
        return None
    theta, found = bare(parts[k + 1][1]), peeled(parts[k + 2][1])
    base = bare(theta.base) if isinstance(theta, Subscripted) else theta
    if written(base) != "Theta" or found is None or len(found[0].parts) != 2:
        return None
    values = [as_matrix(scope.expr(part), part.pos, scope) for part in found[0].parts]
    made: Value = node(words[name.name], *values)
    if isinstance(theta, Subscripted):
        made = indexed(made, theta.at, scope)
    return _scripted(made, found[1], scope), k + 3


def _big(part: Node, parts: list[tuple[str, Node]], k: int, scope: Scope) -> tuple[Value, int]:
    """A sum takes all that is multiplied after it; a maximum in brackets is of these alone."""
    assert isinstance(part, Big)
    rest = parts[k + 1 :]
    if not rest:
        raise NotUnderstood(f"nothing follows \\{part.name}", part.pos)
    if part.name == "min" and written(rest[0][1]) == "minors" and len(rest) > 1:
        found = peeled(rest[1][1])
        if found is not None and len(found[0].parts) == 1:
            least: Value = node("least_minor", scope.expr(found[0].parts[0]))
            return _scripted(least, found[1], scope), k + 3
    if part.name in CHOICES and part.low is None:
        found = peeled(rest[0][1])
        if found is None:
            raise NotUnderstood(
                f"\\{part.name} is of several numbers in brackets",
                part.pos,
                cure=rf"write \{part.name}(a, b)",
            )
        chosen: Value = _choice(part, found[0], scope)
        return _scripted(chosen, found[1], scope), k + 2
    braced = bare(rest[0][1])
    if (
        part.name in CHOICES
        and isinstance(braced, Bracketed)
        and braced.opening in ("(", "{", "[")
        and len(rest) == 1
    ):
        return big(part, braced.parts[0] if len(braced.parts) == 1 else braced, scope), len(parts)
    rest = rest[: reach(part, rest, scope)]
    body = joined_again(rest)
    return big(part, body, scope), k + 1 + len(rest)


def _choice(part: Big, bracket: Bracketed, scope: Scope) -> Value:
    """max(a, b, c)"""
    if len(bracket.parts) < 2 or any(isinstance(bare(p), Dots) for p in bracket.parts):
        raise NotUnderstood(f"\\{part.name} is of two numbers or more", bracket.pos)
    values = [scope.expr(p) for p in bracket.parts]
    found = values[0]
    for other in values[1:]:
        found = node(CHOICES[part.name], found, other)
    return found


def _call(head: Head, parts: list[tuple[str, Node]], k: int, scope: Scope) -> tuple[Value, int]:
    """A name with its argument: in brackets, or for upright names what follows."""
    if k + 1 >= len(parts) or parts[k + 1][0] not in ("",):
        raise NotUnderstood(
            f"{head.letter.written} without an argument",
            head.letter.pos,
            cure=f"write {head.letter.written}(A)",
        )
    following = bare(parts[k + 1][1])
    found = peeled(following)
    if found is not None and (found[0].opening in ("(", "{") or head.letter.upright):
        args = [bare(p) for p in found[0].parts]
        if found[0].opening == "[" and len(args) == 2:  # tr [A, B] is of a commutator
            args = [found[0]]
        if head.letter.name in TRACES and len(found[1]) == 1 and found[1][0][0] == "^" and not head.above:
            whole = not written(args[0])
            options = ("trace of the power", "power of the trace")
            taken = scope.choose(r"\mathrm{tr}(A)^p", options, found[0].pos, "" if whole else options[1])
            if taken == options[0]:
                return applied(head, [following], scope), k + 2
            return _scripted(applied(head, args, scope), found[1], scope), k + 2
        made, (kind, to) = applied(head, args, scope), [*found[1], ("", following)][0]
        if kind == "^" and len(found[1]) == 1 and not head.above and may_be_within(head, made, to):
            sign, usual = exponent(head, True)
            if scope.choose(sign, usual, to.pos) != usual[0]:
                return applied(head, [following], scope), k + 2
        return _scripted(made, found[1], scope), k + 2
    upright = head.letter.upright or head.letter.name in ("Re", "Im", "Tr")
    if not upright and not isinstance(following, Grid):
        raise NotUnderstood(
            f"{head.letter.written} of what?", head.letter.pos, cure=f"write {head.letter.written}(A)"
        )
    made, end = _unbracketed(head, parts, k, scope)
    last = bare(parts[end - 1][1])
    alone = all(head_of(one, scope) is not None for _, one in parts[k + 1 : end - 1])
    power = isinstance(last, Raised) and written(last.base) != "e"
    if isinstance(last, Raised) and power and alone and not head.above and may_be_within(head, made, last.to):
        sign, usual = exponent(head, False)
        if scope.choose(sign, usual, last.to.pos) != usual[0]:
            plain = [*parts[: end - 1], (parts[end - 1][0], last.base)]
            made = raised(_unbracketed(head, plain, k, scope)[0], last.to, scope)
    if head.letter.name in OF_NUMBERS and (stop := end_of_argument(head, parts, k, end, scope)) > end:
        made, end = applied(head, [joined_again(parts[k + 1 : stop])], scope), stop
    return made, end


def _unbracketed(head: Head, parts: list[tuple[str, Node]], k: int, scope: Scope) -> tuple[Value, int]:
    """tr A^T B, log det A, rank A: the matrices that follow, or the next call, or one factor."""
    following = head_of(parts[k + 1][1], scope) or _ambiguous(parts[k + 1][1], parts, k + 1, scope)
    spoken = angles(parts, k + 1, scope)
    if following is not None or spoken is not None:
        found, end = spoken or _call(following, parts, k + 1, scope)  # type: ignore[arg-type]
        return applied(head, [Evaluated(head.letter.pos, found)], scope), end
    if isinstance(parts[k + 1][1], Big):
        return applied(head, [one_summand(head, parts[k + 1 :])], scope), len(parts)
    apart = [type(bare(one)) for sign, one in parts[k + 1 : k + 3] if not sign] == [Over, Big]
    if apart and head.letter.name in OF_NUMBERS:  # log \frac1n \sum_i x_i
        unclear(head, parts[k + 1][1].pos)
    end = k + 1
    while (
        end < len(parts) and (end == k + 1 or parts[end][0] == "") and head_of(parts[end][1], scope) is None
    ):
        one = parts[end][1]
        if isinstance(one, Big):
            break
        if end > k + 1 and _indexes(one):  # the places in the matrix before it
            end += 1
            continue
        found = scope.value(one)
        if end > k + 1 and not (is_matrix(found) or isinstance(found, Transposed) or is_vector(found)):
            break
        end += 1
        if not (is_matrix(found) or isinstance(found, Transposed) or is_vector(found)):
            break
    members = parts[k + 1 : end]
    arg = joined_again(members)
    if len(members) > 1:
        scope.choose(rf"\mathrm{{{head.letter.name}}}\,AB", ("of the product",), head.letter.pos)
    return applied(head, [arg], scope), end
