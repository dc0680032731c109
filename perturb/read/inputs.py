"""The inputs of a statement: of what kind each letter is, of which sides, from which domain."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from perturb.read import patterns
from perturb.read.errors import NotUnderstood
from perturb.read.patterns import GREEK_NUMBERS, NUMBERS, VECTOR_LETTERS
from perturb.read.properties import COMPLEX, FIELDS, SPACES, choose, of_rectangular, sides_of
from perturb.read.scope import Size
from perturb.read.story import Assertion, Introduced, Story
from perturb.read.syntax import (
    Barred,
    Digits,
    FactorList,
    Letter,
    Node,
    Raised,
    Related,
    Subscripted,
    bare,
    below,
    ranged,
    written,
)
from perturb.vocab.grammar.kinds import Kind

KINDS = {"matrix": Kind.MATRIX, "vector": Kind.VECTOR, "scalar": Kind.SCALAR, "integer": Kind.INTEGER}
STARS, CONJUGATED = ("*", "ast", "H"), {"symmetric": "hermitian", "orthogonal": "unitary"}
RESERVED = frozenset(["I", "Id", "J", "T", "H", "F"])


@dataclass
class InputRead:
    """A letter with its kind, sides, the space that it is from and what is a hypothesis about it."""

    name: str
    kind: Kind
    sides: tuple[Size, ...]
    pos: int
    space: str = ""
    left: list[tuple[str, int]] = field(default_factory=list)
    rank: tuple[str, Node] | None = None
    low: Node | None = None
    high: Node | None = None
    complex: bool = False
    hermitian: str = ""
    ordered: int | None = None  # where A >= 0 stands that is in the domain
    supposed: str = ""  # what was taken where nothing was said

    @property
    def symmetric(self) -> bool:
        one = SPACES.get(self.space)
        return self.space == "symmetric" or (one is not None and "symmetric" in one.implies)


def gathered(story: Story, wanted: Mapping[str, str]) -> tuple[list[InputRead], list[Assertion]]:
    """The inputs in their order, and the statements that are not absorbed by their domains."""
    _undeclared(story)
    _without_dummies(story)
    sizes = _size_letters(story)
    made: list[InputRead] = []
    for one in sorted(story.letters.values(), key=lambda one: one.pos):
        if one.name in sizes:
            if any(said.kind not in ("integer", "") for said in one.described):
                raise NotUnderstood(f"{one.name} is a size and something else", one.pos)
            _range_of_size(one, story)
            continue
        made.append(_input(one, story, wanted))
    wish = wanted.get(r"A \le B", wanted.get(r"A\leB", "loewner" if "loewner" in story.flags else ""))
    loewner = wish == "loewner"
    rest = [
        one
        for one in story.stated
        if not _of_size(one, sizes, story)
        and not (one.given and not (loewner and patterns.nonnegative(one.node)) and _absorbed(one, made))
    ]
    for given in made:
        _settle(given)
    return made, rest


def bases(node: Node) -> Iterator[Letter]:
    """The letters of a formula that stand for something by themselves, not in a script that is a mark."""
    node = bare(node)
    if isinstance(node, Letter):
        yield node
    elif isinstance(node, Subscripted):
        if written(node):
            yield Letter(node.pos, written(node), written(node))
            return
        if written(node.base) == "P" and (of := ranged(node.at)) is not None:  # the projection on a range
            yield from bases(of)
            return
        yield from bases(node.base)
    elif isinstance(node, Raised):
        yield from bases(node.base)
        to = bare(node.to)
        if not isinstance(to, Letter):
            yield from bases(to)
    else:
        for part in below(node):
            yield from bases(part)


def _undeclared(story: Story) -> None:
    """Capital letters that nothing is said of: square matrices, and that is told."""
    sizes = {written(side) for one in story.letters.values() for said in one.described for side in said.sides}
    for stated in story.stated:
        for one in _numbers(stated, sizes):
            if not (one.name in story.letters or one.name in story.defined or one.name in story.runs):
                story.introduce(one.name, one.pos).loose = True
        for one in bases(stated.node):
            capital = (
                len(one.name) == 1
                and one.name.isupper()
                and one.name not in RESERVED
                and not one.name.startswith("@")
            )
            if (
                capital
                and one.name not in story.letters
                and one.name not in story.defined
                and one.name not in story.runs
            ):
                patterns.no_unit_matrix(one, stated.node)
                introduced = story.introduce(one.name, one.pos)
                introduced.loose = True


def _numbers(stated: Assertion, sizes: Collection[str]) -> Iterator[Letter]:
    """The mu of a hypothesis f(A) >= mu > 0: a small letter by itself, compared with a number."""
    node = bare(stated.node)
    if not stated.given or not isinstance(node, Related) or node.first is None or stated.property_:
        return
    sides = [bare(node.first), *(bare(side) for _, side in node.links)]
    orders = all(sign in ("<", "<=", ">", ">=") for sign, _ in node.links)
    numbers = any(isinstance(side, Digits | Barred) or _is_call(side) for side in sides)
    for one in sides if orders and numbers else ():
        m = isinstance(one, Letter) and one.name == "m" and "m" not in sizes  # 0 < m <= M
        if isinstance(one, Letter) and not one.upright and (m or one.name in (*GREEK_NUMBERS, *NUMBERS)):
            yield one


def _is_call(side: Node) -> bool:
    """Is it lambda_min(A), tr A?"""
    head = bare(side.parts[0][1]) if isinstance(side, FactorList) else side
    return isinstance(head, Subscripted) and isinstance(side, FactorList)


def _without_dummies(story: Story) -> None:
    """Letters that only a notation has are none of the statement."""
    bodies = [*(one.node for one in story.stated), *(body for body, _ in story.defined.values())]
    used = {letter.name for body in bodies for letter in bases(body)}
    used |= {letter.name for one in story.spectra.values() for letter in bases(one.matrix)}
    for name in story.dummies - used:
        story.letters.pop(name, None)


def _size_letters(story: Story) -> set[str]:
    found = set()
    for one in story.letters.values():
        for said in one.described:
            for side in said.sides:
                name = written(side)
                if name and not name[0].isdigit():
                    found.add(name)
                elif not name:
                    raise NotUnderstood(
                        "a size is a letter or a number", side.pos, cure="give the size a letter of its own"
                    )
    for said in (one for letter in story.letters.values() for one in letter.described):
        if said.kind == "matrix" and not said.sides:
            found.add("n")
    if (not found and "n" not in story.letters) or (
        not found and all(said.kind in ("integer", "") for said in story.letters["n"].described)
    ):
        found.add("n")
    return found


def _range_of_size(one: Introduced, story: Story) -> None:
    for node, which in one.bounds:
        inner = bare(node)
        if which == "low" and isinstance(inner, Digits):
            story.size_ranges[one.name] = int(inner.text)


def _of_size(stated: Assertion, sizes: set[str], story: Story) -> bool:
    """n >= 2 is the range of a size."""
    one = bare(stated.node)
    if not stated.given or not isinstance(one, Related) or one.first is None or len(one.links) != 1:
        return False
    (sign, right), left = one.links[0], bare(one.first)
    right = bare(right)
    if isinstance(left, Digits) and sign in ("<=", "<"):
        left, right, sign = right, left, {"<=": ">=", "<": ">"}[sign]
    if written(left) not in sizes or not isinstance(right, Digits):
        return False
    if sign in (">=", ">"):
        story.size_ranges[written(left)] = int(right.text) + (sign == ">")
        return True
    if sign == "=":
        story.size_ranges[written(left)] = -int(right.text)
        return True
    return False


def _input(one: Introduced, story: Story, wanted: Mapping[str, str]) -> InputRead:
    firm = any(said.kind and not said.loose for said in one.described)
    kinds = {said.kind for said in one.described if said.kind and not (firm and said.loose)}
    properties = [p for said in one.described for p in said.properties]
    if len(kinds) > 1 and kinds != {"scalar", "integer"}:
        raise NotUnderstood(f"{one.name} is called a {' and a '.join(sorted(kinds))}", one.pos)
    if "integer" in kinds:
        kind, supposed = Kind.INTEGER, ""
    elif kinds:
        kind, supposed = KINDS[kinds.pop()], ""
    else:
        kind, supposed = _guessed(one, properties, story, wanted)
    sides = sides_of(one, kind)
    if any(name == "rectangular" for name, _ in properties):
        properties = [p for p in properties if p[0] != "rectangular"]
        sides = of_rectangular(one, sides, story)
    made = InputRead(one.name, kind, sides, one.pos, supposed=supposed)
    made.left = list(properties)
    made.rank = next((said.rank for said in one.described if said.rank is not None), None)
    made.complex = any(name in COMPLEX for name, _ in properties)
    if made.kind is Kind.INTEGER:
        made.low = next((node for node, which in one.bounds if which == "low"), None)
        made.high = next((node for node, which in one.bounds if which == "high"), None)
    return made


def _guessed(
    one: Introduced, properties: list[tuple[str, int]], story: Story, wanted: Mapping[str, str]
) -> tuple[Kind, str]:
    """The kind of a letter of which no noun is said: by its properties, its bounds, its looks."""
    wish = wanted.get(one.name)
    if wish in KINDS:
        return KINDS[wish], ""
    names = {name for name, _ in properties}
    if names & {"unit_vector", "probability_vector"}:
        return Kind.VECTOR, ""
    for stated in story.stated:
        node = bare(stated.node)
        if stated.given and isinstance(node, Related):
            if patterns.bounds(node, one.name) is not None and not patterns.of_matrix(node, one.name):
                return Kind.SCALAR, "" if not one.name[0].isupper() else "a number"
            if patterns.of_vector(node, one.name) == "unit_vector" and one.name[0].islower():
                return Kind.VECTOR, ""
            if patterns.strictly_bounded(node, one.name) and not one.name[0].isupper():
                return Kind.SCALAR, ""
            if patterns.above_a_number(node, one.name):
                return Kind.SCALAR, "number"
    stem = one.name.partition("_")[0]
    if stem[0].isupper() and len(stem) == 1:
        return Kind.MATRIX, "" if names else "matrix"
    if names & (SPACES.keys() | {"invertible", "singular"}) and not names <= {
        "nonnegative",
        "positive",
        "nonzero",
        *FIELDS,
    }:
        return Kind.MATRIX, ""
    vector = _beside_its_like(one, story) if stem in VECTOR_LETTERS else len(stem) > 1
    if stem in GREEK_NUMBERS or not vector:
        return Kind.SCALAR, "" if names & {"real", "positive"} else "scalar"
    return Kind.VECTOR, "vector"


def _beside_its_like(one: Introduced, story: Story) -> bool:
    """Is it a vector by its looks, and by those of its list? The b of "a, b are nonnegative" is none.

    NotUnderstood for x and t in one list, of which nothing else is said.
    """
    same = [
        other.name
        for other in story.letters.values()
        if any(said is its for said in one.described for its in other.described)
    ]
    looks = (*GREEK_NUMBERS, *(set(NUMBERS) - set(VECTOR_LETTERS)))
    numbers = [name for name in same if name in looks]
    if numbers and not {one.name, *numbers} <= set("abcd"):
        cure = f"say which: real numbers {', '.join(same)}, or vectors"
        raise NotUnderstood(f"{one.name} and {numbers[0]} are numbers or vectors", one.pos, cure=cure)
    return not numbers


def _absorbed(stated: Assertion, made: list[InputRead]) -> bool:
    """Does the domain of an input say this?"""
    node = bare(stated.node)
    if stated.property_ or stated.rank or not isinstance(node, Related):
        return False
    for one in made:
        if one.kind is Kind.MATRIX and (name := patterns.of_matrix(node, one.name)):
            one.ordered = one.ordered or (stated.pos if name == "nonnegative" else None)
            starred = one.complex and any(isinstance(x, Letter) and x.name in STARS for x in node.walk())
            one.left.append((CONJUGATED.get(name, name) if starred else name, stated.pos))
            return True
        if one.kind is Kind.VECTOR and (name := patterns.of_vector(node, one.name)):
            one.left.append((name, stated.pos))
            return True
        if one.kind is Kind.SCALAR and (ends := patterns.bounds(node, one.name)) is not None:
            if (ends[0] is not None and one.low is not None) or (
                ends[1] is not None and one.high is not None
            ):
                return False
            one.low, one.high = ends[0] or one.low, ends[1] or one.high
            return True
        if one.kind is Kind.INTEGER and _integer_ends(one, node):
            return True
    return False


def _integer_ends(one: InputRead, node: Related) -> bool:
    """1 <= k <= n of an integer that was introduced."""
    if node.first is None:
        return False
    sides = [bare(node.first), *(bare(side) for _, side in node.links)]
    signs = [sign for sign, _ in node.links]
    if signs == ["<=", "<="] and written(sides[1]) == one.name and one.low is None:
        one.low, one.high = sides[0], sides[2]
        return True
    if signs == [">="] and written(sides[0]) == one.name and one.low is None:
        one.low = sides[1]
        return True
    if signs == ["<="] and written(sides[0]) == one.name and one.high is None:
        one.high = sides[1]
        return True
    return False


def _settle(one: InputRead) -> None:
    """Its space, and what is left of what is said."""
    names = [name for name, _ in one.left]
    if one.kind is Kind.SCALAR:
        one.left = [p for p in one.left if p[0] not in FIELDS]
        if ("nonnegative" in names) and one.low is None:
            one.low = Digits(one.pos, "0")
            one.left = [p for p in one.left if p[0] != "nonnegative"]
        return
    if one.kind is Kind.INTEGER:
        if ("positive" in names) and one.low is None:
            one.low = Digits(one.pos, "1")
        one.left = [p for p in one.left if p[0] not in (*FIELDS, "positive", "nonnegative")]
        return
    if one.complex:
        if {"psd", "positive_definite"} & {*names}:  # with real values x^* A x, so that it is Hermitian
            one.left.append(("hermitian", one.pos))
            names.append("hermitian")
        one.hermitian = (
            "unitary" if "unitary" in names else "hermitian" if "hermitian" in names else "complex_square"
        )
        hermitian = one.hermitian == "hermitian"
        strange = {"real", "skew", "orthogonal", *(() if hermitian else ("symmetric",))}
        told = sorted(strange & {*names})
        if told:
            cure = "say Hermitian; A^T of complex matrices is conjugated"
            raise NotUnderstood(f"complex {told[0]} matrices are not read", one.pos, cure=cure)
        implied = {*FIELDS, "symmetric"} if hermitian else {*FIELDS} - {"hermitian"}
        one.left = [p for p in one.left if p[0] not in implied]
        return
    square = len(one.sides) == 2 and one.sides[0] == one.sides[1]
    if "square" in names and not square:
        raise NotUnderstood(f"{one.name} is called square, and its sides differ", one.pos)
    if "positive" in names and one.kind is Kind.MATRIX:
        raise NotUnderstood(
            "a positive matrix is positive definite, or has positive entries", one.pos, cure="say which"
        )
    if {"negative definite", "negative semidefinite"} & {*names} and square:  # as positive ones are
        one.left.append(("symmetric", one.pos))
        names.append("symmetric")
    taken, rest = choose(names, one.kind, square)
    one.space = taken
    one.left = [next(p for p in one.left if p[0] == name) for name in rest]
