"""Products that may be meant otherwise: an error, or told with the reading that was taken."""

from __future__ import annotations

from itertools import pairwise

from perturb.read.errors import NotUnderstood
from perturb.read.heads import Head, head_of
from perturb.read.scope import Scope, Value, is_matrix, scalarlike
from perturb.read.scripts import MARKS, TRANSPOSED
from perturb.read.syntax import Big, Digits, FactorList, Letter, Node, Over, Raised, Summands, bare

MULTIPLICATIVE = ("det", "Det")  # the determinant of a power is the power of the determinant


def apart(one: FactorList) -> None:
    """NotUnderstood for 1 000, x1, 2 1/2: a number behind a factor may be a part of it. log 2 is a call."""
    parts = [(sign, bare(part)) for sign, part in one.parts]
    if len(parts) > 1 and isinstance(parts[-1][1], Digits) and isinstance(name := parts[-2][1], Letter):
        parts = parts[: len(parts) - name.upright]
    for k, ((_, before), (sign, part)) in enumerate(pairwise(parts)):
        to = bare(before.to) if isinstance(before, Raised) else None
        if isinstance(to, Letter) and to.name in TRANSPOSED and k + 2 < len(parts):  # x^T 2 A y
            continue
        if isinstance(before, Letter) and before.upright and before.name in ("log", "ln", "exp"):  # log 2t
            continue
        mixed = isinstance(part, Over) and {type(bare(part.above)), type(bare(part.under))} == {Digits}
        power = isinstance(part, Raised) and isinstance(bare(part.base), Digits)
        if sign == "" and (isinstance(part, Digits) or ((mixed or power) and isinstance(before, Digits))):
            why = "a number behind a factor, without a sign between them"
            raise NotUnderstood(why, part.pos, cure="write 2 \\cdot 3, x_{12} or x^{10}")


def told(signs_: list[str], values: list[Value], places: list[int], scope: Scope) -> None:
    """What a dot, a cross or a slash was taken for is in the report."""
    for k, sign in enumerate(signs_):
        if sign in ("*", "times") and is_matrix(values[k - 1]) and is_matrix(values[k]):
            scope.choose(r"A \cdot B", ("product of matrices",), places[k])
        if k and signs_[k - 1] == "/" and sign == "":
            scope.choose("a/b c", ("(a/b) c",), places[k])


def behind_trace(sign: str, part: Node, scope: Scope) -> None:
    """A matrix behind a trace: tr(A) B is told, tr A . B may be the trace of the product."""
    if sign:
        why = "the trace of a product, or a trace times a matrix"
        raise NotUnderstood(why, part.pos, cure="write \\operatorname{tr}(AB) or (\\operatorname{tr} A) B")
    scope.choose(r"\mathrm{tr}(A) B", ("trace of A, times B",), part.pos)


def end_of_argument(head: Head, parts: list[tuple[str, Node]], k: int, end: int, scope: Scope) -> int:
    """Where the argument of log a b ends that begins behind k: behind a, or behind b where that is chosen."""
    name, after = head.letter.name, end
    while after < len(parts) and parts[after][0] == "" and head_of(bare(parts[after][1]), scope) is None:
        if isinstance(bare(parts[after][1]), Big):
            break
        after += 1
    if [sign for sign, _ in parts[end : end + 1]] == ["/"]:
        scope.choose(rf"\{name} a/b", ("of a, over b",), head.letter.pos)
        return end
    if after == end:
        return end
    usual = ("of a, times b", "of the product")
    numeral = isinstance(bare(parts[k + 1][1]), Digits)  # log 2t
    taken = scope.choose(rf"\{name} ab", usual[::-1] if numeral else usual, head.letter.pos)
    return end if taken == usual[0] else after


def exponent(head: Head, bracketed: bool) -> tuple[str, tuple[str, str]]:
    r"""The sign of log(x)^2, else of log x^2, and what it may be: which of the two is usual comes first."""
    name = head.letter.name
    around, within = f"power of {name}", f"{name} of the power"
    if bracketed:
        return rf"\mathrm{{{name}}}(x)^p", (around, within)
    return rf"\mathrm{{{name}}}\,x^p", (within, around)


def may_be_within(head: Head, made: Value, to: Node) -> bool:
    """Does it matter whether a number above is a power of the value or of the argument?"""
    to = bare(to)
    mark = isinstance(to, Letter) and (to.upright or to.name in (*TRANSPOSED, *MARKS))
    plain = isinstance(to, Digits | Over | FactorList | Letter) and not mark
    number = plain or (isinstance(to, Summands) and to.parts[0][0] != "-")
    named = head.letter.upright or head.letter.name in ("Re", "Im", "Tr")
    return number and named and scalarlike(made) and head.letter.name not in MULTIPLICATIVE
