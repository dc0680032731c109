"""A story as a statement: its inputs, its domain, its hypotheses and conclusions in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from perturb.read import patterns
from perturb.read.built import EntriesOf
from perturb.read.complexes import in_own_words, is_complex, one_meaning
from perturb.read.conditions import all_exist, natural, of_indices, sums_end
from perturb.read.errors import NotUnderstood
from perturb.read.inputs import InputRead, bases, gathered
from perturb.read.products import node
from perturb.read.properties import relations as said_of
from perturb.read.real_spectra import with_real_spectra
from perturb.read.relations import Chain, chains, in_loewner_order
from perturb.read.scope import LOTS, LetterOf, Scope, Value
from perturb.read.scripts import subscript
from perturb.read.sortings import of_one_eigenvalue
from perturb.read.spaces import Spaces
from perturb.read.story import Assertion, Run, Story
from perturb.read.submatrices import InWords
from perturb.read.syntax import Digits, Grid, Letter, Node, Raised, Related, bare, inside, written
from perturb.read.terms import read_value
from perturb.read.used import Understood, all_used, letters, renamed
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.ranges import index, indices, spans, unbounded
from perturb.vocab.grammar.tree import WORDS, Expr, const, variable
from perturb.vocab.relations.free import exchanged
from perturb.vocab.relations.order import given as given_
from perturb.vocab.words.lists import Identity

LETTERS = "ijklpq"
REAL = {"symmetric": "Hermitian", "skew": "skew-Hermitian", "orthogonal": "unitary"}  # of a complex matrix


def understand(story: Story, wanted: Mapping[str, str]) -> Understood:
    """The statement that a story tells. NotUnderstood for what it leaves open."""
    if in_loewner_order(story.stated):
        story.flags.add("loewner")
    inputs, stated = gathered(story, wanted)
    scope = _scope(inputs, story, wanted)
    if story.wide is not None:
        scope.choose("P and Q if R", ("R is supposed for both",), story.wide)
    for one in inputs:
        if one.ordered is not None:
            scope.choose(r"A \le B", ("entry by entry", "loewner"), one.ordered)
    printed = {written(s) for one in story.letters.values() for said in one.described for s in said.sides}
    for name in sorted(printed & scope.defined.keys()):
        value = scope.value(scope.defined[name])
        if not (isinstance(value, Expr) and value.kind is Kind.INTEGER):
            raise NotUnderstood(f"{name} is a size and something else", scope.defined[name].pos)
    told = _Telling(scope, story, inputs)
    stated = told.without_conditions(stated)
    joint, left = told.joint(stated)
    found = Understood(inputs, "", set(), [], [], scope, story)
    hypotheses = list(told.hypotheses(left, joint))
    conclusions = [(one.pos, chain) for one in left if not one.given for chain in told.chains_of(one)]
    if not conclusions:
        raise NotUnderstood(
            "the text concludes nothing",
            0,
            cure="after the hypotheses stands a relation: Then $... \\le ...$",
        )
    for pos, chain in (*hypotheses, *conclusions):
        all_exist(chain, pos, scope)
    one_meaning(scope, letters([chain for _, chain in (*hypotheses, *conclusions)]))
    hypotheses, conclusions = (
        [(pos, of_one_eigenvalue(in_own_words(chain, scope, pos), pos)) for pos, chain in stated_]
        for stated_ in (hypotheses, conclusions)
    )
    given = {
        str(list(map(str, c))): c for _, c in sorted(hypotheses, key=lambda h: h[0])
    }  # each is said once
    given = {text: chain for text, chain in given.items() if not told.explains(chain)}
    found.hypotheses, found.conclusions = told.apart([*given.values()], [c for _, c in conclusions])
    for node_, word, pos in story.notations:
        told.confirm(node_, word, pos)
    all_used(found)
    spaces = Spaces(inputs, story.size_ranges, scope)
    found.domain = spaces.text(joint)
    found.makers, found.fraction = spaces.makers, spaces.fraction
    return found


def _scope(inputs: list[InputRead], story: Story, wanted: Mapping[str, str]) -> Scope:
    scope = Scope(_read, {k.replace(" ", ""): v for k, v in wanted.items()})
    for one in inputs:
        own = one.symmetric or one.hermitian == "hermitian"
        scope.inputs[one.name] = LetterOf(one.name, one.kind, one.sides, one.pos, own, one.complex)
    for one in inputs:  # of rank r: r is the rank, where it is no input
        name = written(one.rank[1]) if one.rank is not None else ""
        if (
            one.rank is not None
            and name
            and not name[0].isdigit()
            and name not in scope.inputs
            and one.rank[0] == "=="
        ):
            story.defined.setdefault(
                name, (InWords(one.pos, "rank", Letter(one.pos, one.name, one.name)), one.rank[1].pos)
            )
    scope.defined = {name: body for name, (body, _) in story.defined.items()}
    scope.spectra, scope.flags = dict(story.spectra), set(story.flags)
    scope.functions, scope.blocks = dict(story.functions), dict(story.blocks)
    scope.quantified = set(story.runs)
    scope.fixed = {name: -low for name, low in story.size_ranges.items() if low < 0}
    scope.ends = {name: run.high for name, run in story.runs.items() if run.high is not None}
    return scope


def _read(one: Any, scope: Scope) -> Value:
    if isinstance(one, EntriesOf):
        return one.found(scope)
    if isinstance(one, InWords):
        A = scope.expr(one.of)  # type: ignore[attr-defined]
        word = next(w for w in WORDS.values() if w.called == one.word)  # type: ignore[attr-defined]
        if one.size is not None:  # type: ignore[attr-defined]
            return word.node(A, subscript(one.size, scope))  # type: ignore[attr-defined]
        return word.node(A)
    return read_value(one, scope)


class _Telling:
    """Turns what is stated into chains."""

    def __init__(self, scope: Scope, story: Story, inputs: list[InputRead]) -> None:
        self.scope, self.story, self.inputs = scope, story, inputs

    def without_conditions(self, stated: list[Assertion]) -> list[Assertion]:
        """Without conditions such as i + j <= n + 1 that the subscripts of the conclusions say already.

        NotUnderstood for a condition on indices that is another one.
        """
        conditions = [one for one in stated if one.given and of_indices(one, self.scope)]
        if not conditions:
            return stated
        conclusions = [chain for one in stated if not one.given for chain in self.chains_of(one)]
        links = [link for chain in conclusions for link in given_(*chain).links]
        self.scope.bound.clear()
        if not natural(conditions + self._ranges(conditions), links, self.scope):
            cure = "say what values each index has: for $1 \\le i \\le n$"
            told = "a condition on indices that is not what their subscripts say"
            raise NotUnderstood(told, conditions[0].pos, cure=cure)
        self.scope.bound.clear()
        return [one for one in stated if one not in conditions]

    def _ranges(self, conditions: list[Assertion]) -> list[Assertion]:
        """The ranges of the indices in these conditions, as conditions themselves."""
        names = {letter.name for one in conditions for letter in bases(one.node)}
        made = []
        for name, run in self.story.runs.items():
            if name in names and run.low is not None and run.high is not None:
                letter = Letter(run.pos, name, name)
                made.append(Assertion(Related(run.pos, run.low, (("<=", letter), ("<=", run.high))), True))
        return made

    def joint(self, stated: list[Assertion]) -> tuple[tuple[str, str] | None, list[Assertion]]:
        """A domain of all inputs at once: commuting ones, the blocks of a semidefinite matrix."""
        names = tuple(one.name for one in self.inputs)
        for one in stated:
            related = bare(one.node)
            if (
                one.given
                and isinstance(related, Related)
                and (pair := patterns.commutes(related))
                and set(pair) <= set(names)
            ):
                self.story.groups.append(("commuting", pair, one.pos))
                return self.joint([other for other in stated if other is not one])
        groups = [group for group in self.story.groups if group[0] == "commuting"]
        plain = all(
            one.kind is Kind.MATRIX
            and one.sides == ("n", "n")
            and not one.left
            and one.space in ("", "symmetric")
            for one in self.inputs
        )
        if len(groups) == 1 and plain and set(groups[0][1]) == set(names):
            kinds = {one.space for one in self.inputs}
            if len(kinds) == 1:
                self.story.groups.remove(groups[0])
                maker = "commuting_symmetric" if kinds == {"symmetric"} else "commuting"
                return (maker, f"{maker}()" if len(names) == 2 else f"{maker}(count={len(names)})"), stated
        for one in stated:
            related = self._order(one)
            if one.given and isinstance(related, Related) and (found := patterns.positive_block(related)):
                plain = all(
                    i.kind is Kind.MATRIX and i.sides == ("n", "n") and not i.left for i in self.inputs
                )
                plain = plain and all(
                    i.space in ("", "psd", "symmetric") for i in self.inputs if i.name != found[1]
                )
                if plain and set(found) == set(names) and len(set(found)) == 3:
                    self.inputs.sort(key=lambda i: found.index(i.name))
                    left = [other for other in stated if other is not one]
                    return ("positive_blocks", "positive_blocks()"), left
        return None, stated

    def _order(self, one: Assertion) -> Node:
        """The relation that it is; of M = [A, B; B^T, C] that is called semidefinite M >= 0."""
        related = bare(one.node)
        if one.property_ == "psd":
            related = Related(one.pos, related, (("loewner>", Digits(one.pos, "0")),))
        if isinstance(related, Related) and related.first is not None:
            body = self.scope.defined.get(written(related.first))
            if body is not None and isinstance(inside(body), Grid):
                return Related(related.pos, inside(body), related.links)
        return related

    def hypotheses(self, stated: list[Assertion], joint: object) -> Iterator[tuple[int, Chain]]:
        """All hypotheses with their places: what domains left over, groups, relations."""
        for one in self.inputs:
            x = variable(one.name, one.kind)
            for name, pos in one.left:
                yield from ((pos, list(sides)) for sides in said_of(name, x, pos))
            if one.rank is not None and not self._names_rank(one.rank, x):
                yield one.rank[1].pos, [node("rank", x), one.rank[0], self.scope.expr(one.rank[1])]
        for kind, names, pos in self.story.groups:
            yield from ((pos, chain) for chain in self._group(kind, names, pos))
        for stated_ in stated:
            if stated_.given:
                yield from ((stated_.pos, chain) for chain in self.chains_of(stated_))

    def _names_rank(self, rank: tuple[str, Any], x: Expr) -> bool:
        """Is it "of rank r" for a letter r that means that?"""
        return rank[0] == "==" and written(rank[1]) in self.scope.defined

    def _group(self, kind: str, names: tuple[str, ...], pos: int) -> Iterator[Chain]:
        found = [self.scope.named(name, pos) for name in names]
        pairs = [(a, b) for k, a in enumerate(found) for b in found[k + 1 :]]
        for a, b in pairs:
            if not isinstance(a, Expr) or not isinstance(b, Expr):
                raise NotUnderstood(f"{kind} what?", pos)
            if kind == "commuting":
                yield [node("entries", a @ b), "==", node("entries", b @ a)]
            else:
                yield [node("sum", a * b), "==", const(0)]
        if kind == "orthonormal":
            for one in found:
                assert isinstance(one, Expr)
                yield [node("norm", one), "==", const(1)]

    def chains_of(self, one: Assertion) -> list[Chain]:
        """The chains of a relation or of a property."""
        self.scope.free.clear()
        self.scope.summed.clear()
        if one.property_ or one.rank:
            found = self._property(one)
        else:
            related = bare(one.node)
            if not isinstance(related, Related):
                raise NotUnderstood("this says nothing", one.pos)
            try:
                found = chains(related, self.scope, one.manner)
            except TypeError as error:
                raise NotUnderstood(str(error), one.pos) from None
        self.scope.bound.clear()
        sums_end(letters(found) - self.story.runs.keys() - one.runs.keys(), self.scope)
        found = [with_real_spectra(chain, self.scope, one.pos) for chain in found]
        return [self._ranged(chain, one) for chain in found]

    def _property(self, one: Assertion) -> list[Chain]:
        marked = bare(one.node)
        mark = bare(marked.to) if isinstance(marked, Raised) else None
        if one.given and isinstance(mark, Letter) and mark.name in ("prime", "*", "ast"):
            cure = "write A^T, or another letter"
            raise NotUnderstood("this is a transposed matrix or another letter", one.pos, cure=cure)
        value = self.scope.value(one.node)
        x = self.scope.identity(value, one.pos) if isinstance(value, Identity) else self.scope.expr(one.node)
        if one.rank is not None:
            return [[node("rank", x), one.rank[0], self.scope.expr(one.rank[1])]]
        if one.property_ in REAL and is_complex(x, self.scope):
            self.scope.choose(
                one.property_.replace("skew", "skew-symmetric"), (REAL[one.property_],), one.pos
            )
        made = said_of(one.property_, x, one.pos, one.negated)
        return [list(sides) for sides in made]

    def _ranged(self, chain: Chain, one: Assertion) -> Chain:
        """With the ranges of its indices, where subscripts do not say them."""
        for name, pos in list(self.scope.free.items()):
            self._quantified(name, pos)
        links = given_(*chain).links if not self._endless(chain) else ()
        free = {name for side in chain if isinstance(side, Expr) for name in side.free}
        for name in sorted(free):
            run = one.runs.get(name) or self.story.runs.get(name)
            if run is not None and run.low is not None and run.high is not None:
                chain = self._run(chain, run, links)
            elif run is not None and (run.low is not None or run.high is not None):
                raise NotUnderstood(f"the range of {name} has one end", run.pos, cure=f"1 \\le {name} \\le n")
        try:
            given_(*chain)
        except TypeError as error:
            raise NotUnderstood(str(error).removeprefix("given: "), one.pos) from None
        return chain

    def _endless(self, chain: Chain) -> bool:
        try:
            given_(*chain)
        except TypeError:
            return True
        return False

    def _quantified(self, name: str, pos: int) -> None:
        if name not in self.story.runs and name not in LETTERS + "rsm":
            raise NotUnderstood(
                f"the letter {name} is not introduced", pos, cure=f"say: for all ${name} = 1, \\dots, n$"
            )

    def _run(self, chain: Chain, run: Run, links: Any) -> Chain:
        low, high = self.scope.expr(run.low), self.scope.expr(run.high)  # type: ignore[arg-type]
        if low.free or high.free:
            raise NotUnderstood(f"the range of {run.name} depends on another index", run.pos)
        if links and self._natural(run.name, low, high, links):
            return chain
        if low.kind is not Kind.INTEGER or high.kind is not Kind.INTEGER:
            raise NotUnderstood(f"the range of {run.name} ends at no integer", run.pos)
        (letter,) = indices(run.name)
        declared = index(run.name, low, high)
        return [exchanged(side, {letter: declared}) if isinstance(side, Expr) else side for side in chain]

    def _natural(self, name: str, low: Expr, high: Expr, links: Any) -> bool:
        """Is the range just what the subscripts leave, whatever the sizes are?"""
        runs = [one for one in links if name in one.free]
        if not runs or any(name in unbounded(one) for one in runs):
            return False
        lows, highs = self.scope.sides(low), self.scope.sides(high)
        for lot, (base, step) in enumerate(LOTS):
            if not self._fits(base, step):
                continue
            shapes = self._shapes(base, step)
            for one in runs:
                found = spans(one, shapes)[name]
                if (found.lo, found.hi) != (lows[lot][0].lo, highs[lot][0].lo):
                    return False
        return True

    def _fits(self, base: int, step: int) -> bool:
        """Do sizes of this order meet what is supposed of them, as m >= n?"""
        order = {name: base + step * k for k, name in enumerate(self.scope.sizes)}
        for one in self.story.stated:
            related = bare(one.node)
            if not one.given or not isinstance(related, Related) or related.first is None:
                continue
            sides = [written(side) for side in (related.first, *(side for _, side in related.links))]
            for k, (sign, _) in enumerate(related.links):
                if sides[k] in order and sides[k + 1] in order:
                    left, right = order[sides[k]], order[sides[k + 1]]
                    if (sign in ("<=", "<") and left > right) or (sign in (">=", ">") and left < right):
                        return False
        return True

    def _shapes(self, base: int, step: int) -> dict[str, Any]:
        values = {name: base + step * k for k, name in enumerate(self.scope.sizes)}
        return {
            one.name: 7
            if one.kind is Kind.INTEGER
            else tuple(one.real(values[s] if isinstance(s, str) else s) for s in one.sides)
            for one in self.scope.inputs.values()
        }

    def apart(self, hypotheses: list[Chain], conclusions: list[Chain]) -> tuple[list[Chain], list[Chain]]:
        """Hypotheses and conclusions share no index: those of a hypothesis take letters that are left."""
        ours = letters(hypotheses)
        theirs = letters(conclusions)
        taken = {*ours, *theirs, *self.scope.inputs, *self.scope.sizes, *self.scope.defined}
        for name in sorted(ours & theirs):
            fresh = next(letter for letter in LETTERS if letter not in taken)
            taken.add(fresh)
            hypotheses = [renamed(chain, name, fresh) for chain in hypotheses]
        return hypotheses, conclusions

    def explains(self, chain: Chain) -> bool:
        """Does a hypothesis say of a notation what it means: are both sides the same?"""
        same = len(chain) == 3 and chain[1] == "==" and chain[0] is chain[2]
        if same:
            self.scope.choose("a notation that the text explains", ("its usual meaning",), 0)
        return same

    def confirm(self, one: Any, word: str, pos: int) -> None:
        """A notation that the text defines by a formula is one that is known."""
        capitals = [
            letter.name for letter in one.walk() if isinstance(letter, Letter) and letter.name.isupper()
        ]
        dummies = [name for name in capitals if not self.scope.knows(name)]
        like = self.scope.first(lambda A: self.scope.same(A, 0, A, 1))
        like = self.scope.first(lambda A: True) if like is None else like
        before = dict(self.scope.bound)
        if like is not None:  # in |X| = (X^T X)^{1/2} the letter stands for any matrix
            self.scope.bound |= dict.fromkeys(dummies, like)
        self.scope.value(one)
        self.scope.bound = before
        self.scope.choose("a notation that the text explains", ("its usual meaning",), pos)
