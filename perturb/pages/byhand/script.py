"""The check by hand: a few lines of Python with `fractions` that show a witness to violate its statement."""

from __future__ import annotations

import builtins
import inspect
import keyword
import re
from collections.abc import Iterator, Mapping
from typing import Any

from perturb.domains.space import Point
from perturb.pages.byhand import kit
from perturb.pages.byhand.number_words import NUMBER_STEPS
from perturb.pages.byhand.table_words import TABLE_STEPS
from perturb.pages.byhand.tables import Steps, Table, as_fraction, as_table, as_term, table_code
from perturb.pages.byhand.terms import BeyondError, Facts, Side, Term, UnprovedError, literal, merged, point
from perturb.statements.claim import Claim
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.printing.readable import readable
from perturb.vocab.relations.decide import instances
from perturb.vocab.relations.order import Link
from perturb.vocab.systems.evaluate import Evaluation
from perturb.vocab.words.vector import entries

DIGITS = (2, 3, 4, 6, 10, 16, 28)
HELPERS = {name: f for name, f in vars(kit).items() if inspect.isfunction(f)}
RESERVED = {*HELPERS, "F", "Matrix", "lhs", "rhs", "x", "i", "j", "row", *dir(builtins), *keyword.kwlist}
LIMIT = 8
WIDTH = 100
STEPS = {**NUMBER_STEPS, **TABLE_STEPS}


def by_hand(claim: Claim, witness: Point, failed: int = 0, at: Mapping[str, int] | None = None) -> str | None:
    """Python source that ends in assertions of the violation; None where fractions cannot show it.

    The check covers what puts the point inside the statement (domain and hypotheses) and one violated
    instance of a conclusion, `failed` counted from 0 at the indices `at` where that one can be shown.
    """
    if any(size > LIMIT for size in witness.sizes.values()):
        return None
    for digits in DIGITS:
        try:
            return _attempt(claim, witness, failed, dict(at or {}), digits)
        except UnprovedError:
            continue
        except (BeyondError, ValueError, ArithmeticError, AssertionError):
            return None
    return None


def _attempt(claim: Claim, witness: Point, failed: int, at: dict[str, int], digits: int) -> str:
    inputs, setup = _inputs(claim, witness)
    steps = Steps(inputs, digits, RESERVED | set(claim.domain.kinds), STEPS)
    read = Evaluation(steps)
    inside = [line for link in claim.domain.membership() for line in _holds("domain", link, read)]
    given = [line for link in claim.hypotheses for line in _holds("hypothesis", link, read)]
    refuted = _first_violation(claim, failed, at, read)
    lines = merged(inside, given, refuted)
    return _paste([*setup, *lines])


def _inputs(claim: Claim, witness: Point) -> tuple[dict[str, Any], list[str]]:
    """What the inputs are called in the code, and the lines that define them."""
    values: dict[str, Any] = {}
    lines: list[str] = []
    for name, kind in claim.domain.kinds.items():
        code = f"{name}_" if name in RESERVED else name
        values[name], written = _input(code, kind, witness.values[name])
        lines.append(f"{code} = {written}")
    return values, lines


def _input(code: str, kind: Kind, value: Any) -> tuple[Any, str]:
    if kind is Kind.MATRIX:
        rows = as_table(value)
        return Table(code, rows), table_code(rows)
    if kind is Kind.VECTOR:
        numbers = [as_fraction(x) for x in value]
        terms = tuple(point(f"{code}[{k}]", x) for k, x in enumerate(numbers))
        return terms, "[" + ", ".join(literal(x) for x in numbers) + "]"
    if kind is Kind.INTEGER:
        return int(value), str(int(value))
    number = as_fraction(value)
    return point(code, number), literal(number)


def _sides(link: Link, read: Evaluation) -> Iterator[tuple[dict[str, int], Term, Term]]:
    for instance in instances(link, read):
        yield dict(instance.at), as_term(instance.lhs), as_term(instance.rhs)


def _holds(why: str, link: Link, read: Evaluation) -> Facts:
    """Lines that assert every instance of a relation. Raises UnprovedError where one is not shown."""
    if link.op == "==" and link.lhs.word is link.rhs.word is entries:
        return _same(why, read(link.lhs.args[0]), read(link.rhs.args[0]))
    lines: list[Facts] = []
    for _, lhs, rhs in _sides(link, read):
        low, high = _shown(lhs, link.op, rhs)
        sign = link.op if link.op in ("==", "!=") else "<" if link.op in ("<", ">") else "<="
        same = low.code == high.code
        line = () if same else (f"assert {low.code} {sign} {high.code}  # {why}",)
        lines.append(merged(low.facts, high.facts, line))
    return merged(*lines)


def _same(why: str, A: Table, B: Table) -> Facts:
    if A.value != B.value or A.radius or B.radius:
        raise UnprovedError("matrices that are not shown to be equal")
    return merged(A.facts, B.facts, (f"assert {A.code} == {B.code}  # {why}",))


def _shown(lhs: Term, op: str, rhs: Term) -> tuple[Side, Side]:
    """The two bounds whose comparison proves lhs op rhs: (smaller, larger) for an order."""
    if op in (">", ">="):
        return _shown(rhs, {">": "<", ">=": "<="}[op], lhs)
    if op == "==":
        if lhs.exact and rhs.exact and lhs.lo.value == rhs.lo.value:
            return lhs.lo, rhs.lo
        raise UnprovedError("an equality of irrational numbers")
    if op == "!=":
        low, high = (lhs.hi, rhs.lo) if lhs.hi.value < rhs.lo.value else (rhs.hi, lhs.lo)
        return _ordered(low, high, strict=True)
    return _ordered(lhs.hi, rhs.lo, strict=op == "<")


def _ordered(low: Side, high: Side, strict: bool) -> tuple[Side, Side]:
    if low.value < high.value or (low.value == high.value and not strict):
        return low, high
    raise UnprovedError("bounds that overlap")


OPPOSITE = {"<=": ">", "<": ">=", ">=": "<", ">": "<=", "==": "!=", "!=": "=="}


def _first_violation(claim: Claim, failed: int, at: dict[str, int], read: Evaluation) -> Facts:
    """The lines of one violated instance, the named one first."""
    order = sorted(enumerate(claim.conclusions), key=lambda pair: pair[0] != failed)
    reason: ArithmeticError = UnprovedError("no instance is shown to be violated")
    for _, link in order:
        try:
            found = sorted(_sides(link, read), key=lambda instance: not at.items() <= instance[0].items())
        except BeyondError as error:
            reason = error
            continue
        for where, lhs, rhs in found:
            try:
                return _violated(link.op, link.told(where, claim.names), lhs, rhs)
            except UnprovedError:
                continue
    raise reason


def _violated(op: str, where: Mapping[str, int], lhs: Term, rhs: Term) -> Facts:
    opposite = OPPOSITE[op]
    one, other = _shown(lhs, opposite, rhs)
    left, right = (other, one) if opposite in (">", ">=") else (one, other)
    if opposite == "!=" and lhs.lo.value > rhs.hi.value:
        left, right = other, one
    place = " at " + ", ".join(f"{readable(name)} = {k}" for name, k in where.items()) if where else ""
    lines = (
        f"# the statement says lhs {op} rhs{place}",
        _assigned("lhs", left.code, _side(lhs, left)),
        _assigned("rhs", right.code, _side(rhs, right)),
        f"assert lhs {opposite} rhs",
        f'print("the statement fails here: lhs {opposite} rhs{place}")',
    )
    return merged(left.facts, right.facts, lines)


def _assigned(name: str, code: str, comment: str) -> str:
    """One assignment; long sums get a line for each summand."""
    if len(code) < WIDTH:
        return f"{name} = {code}{comment}"
    return f"{name} = ({comment}\n    " + "\n    + ".join(_summands(code)) + "\n)"


def _summands(code: str) -> list[str]:
    """The code cut at each + outside all brackets."""
    parts, depth = [""], 0
    for token in re.split(r"( \+ |[()\[\]])", code):
        depth += (token in "([" and token != "") - (token in ")]" and token != "")
        if token == " + " and depth == 0:
            parts.append("")
        else:
            parts[-1] += token
    return parts


def _side(term: Term, bound: Side) -> str:
    if term.exact:
        return ""
    return "  # at least this" if bound == term.lo else "  # at most this"


def _paste(lines: list[str]) -> str:
    """The snippet: the import, the helpers that the lines call, the lines."""
    helpers = [inspect.getsource(HELPERS[name]).rstrip() for name in _called(lines)]
    head = ["from fractions import Fraction as F"]
    if helpers:
        head += ["", "Matrix = list[list[F]]", "", "", "\n\n\n".join(helpers), "", ""]
    else:
        head.append("")
    return "\n".join([*head, *lines]) + "\n"


def _called(lines: list[str]) -> list[str]:
    """Names of the helpers that the code needs, in the order of their file."""
    needed: set[str] = set()
    waiting = [_code(line) for line in lines]
    while waiting:
        words = set(re.findall(r"[A-Za-z_]\w*(?=\()", waiting.pop()))
        for name in words & HELPERS.keys() - needed:
            needed.add(name)
            waiting.append(inspect.getsource(HELPERS[name]))
    return [name for name in HELPERS if name in needed]


def _code(line: str) -> str:
    return line.split("#")[0]
