"""The lemma base: claims of the catalogue that say that they are theorems, as the checker reads them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from perturb.derive.checker.matrices import Unspoken
from perturb.derive.checker.member import Wording, statement
from perturb.derive.checker.reading import Tree
from perturb.derive.header import header
from perturb.prove.reading.ring import Unsupported as NoForm
from perturb.statements.claim import Claim

ARITHMETIC = ("add", "sub", "neg", "mul", "div", "sq", "sqrt", "pow", "abs", "larger", "smaller")


FREE = {"general", "symmetric", "vector", "integer"}


class Theorem:
    """A claim with a rank, its text, and the terms of two and more of its inputs."""

    def __init__(self, claim: Claim) -> None:
        self.claim, self.data = claim, header(claim)
        self.text: Wording = statement(self.data)

    @property
    def id(self) -> str:
        return self.claim.id

    @cached_property
    def about(self) -> set[str]:
        return speaks_of(self.text) - ALWAYS

    @cached_property
    def length(self) -> int:
        """Of its text, a conclusion: short ones are put in first."""
        return len(repr((self.text.given, self.text.then))) // len(self.text.then)

    @cached_property
    def spaces(self) -> dict[str, list[str]]:
        return {name: [space, *rest] for name, space, *rest in self.text.inputs}

    def indices(self, part: int) -> list[str]:
        """Of a conclusion, in the order of their names."""
        names = {name for name, *_ in self.text.inputs}
        return sorted(leaves(self.text.then[part]) - names)

    @cached_property
    def conditional(self) -> bool:
        """Whether something has to be shown before it says something."""
        return bool(self.text.given) or any(space not in FREE for space, *_ in self.spaces.values())

    def outline(self, part: int) -> tuple[list[tuple[Tree, Tree]], list[Tree]]:
        """Of a conclusion: components, each as a vector and an index, and other numbers and vectors."""
        entries, whole = list[tuple[Tree, Tree]](), list[Tree]()
        waiting = [*self.text.then[part][1:]]
        while waiting:
            tree = waiting.pop()
            if isinstance(tree, str):
                continue
            if tree[0] in ARITHMETIC:
                waiting += tree[1:]
            elif tree[0] == "component":
                entries.append((tree[1], tree[2]))
            else:
                whole.append(tree)
        return entries, whole

    def composites(self, part: int) -> list[Tree]:
        """The greatest matrices that are made of two or more inputs by sums and products."""
        inputs = {n for n, (space, *_) in self.spaces.items() if space != "integer"}
        numbers = {n for n in inputs if self.spaces[n][0] == "scalar"}
        found = dict.fromkeys(_composites(self.text.then[part], inputs))
        return [tree for tree in found if leaves(tree) & (inputs - numbers)]


MATRIX_WORDS = {
    "add",
    "sub",
    "neg",
    "matmul",
    "T",
    "kron",
    "hadamard",
    "mul",
    "sym",
    "commutator",
    "column_matrix",
    "eye",
    "diag",
    "larger",
}


def _composites(tree: Tree, matrices: set[str]) -> Iterable[Tree]:
    if isinstance(tree, str):
        return
    inner = leaves(tree) & matrices
    if tree[0] in MATRIX_WORDS and len(inner) > 1 and only(tree, MATRIX_WORDS):
        yield tree
        return
    for arg in tree[1:]:
        yield from _composites(arg, matrices)


def only(tree: Tree, words: set[str]) -> bool:
    return isinstance(tree, str) or (tree[0] in words and all(only(arg, words) for arg in tree[1:]))


def leaves(tree: Tree) -> set[str]:
    """The names in a tree that stand for something."""
    if isinstance(tree, str):
        return {tree} if tree[0].isalpha() or tree[0] == "_" else set()
    return set().union(*[leaves(arg) for arg in tree[1:]])


# What a word speaks of; words that are not here and not in PLAIN speak of themselves.
SPEAKS = {
    **dict.fromkeys(("s1", "op", "s_min", "nuclear", "ky_fan", "schatten"), ("s",)),
    **dict.fromkeys(("kappa",), ("s", "s_star")), "cond": ("s",),
    **dict.fromkeys(("lam_max", "lam_min", "sym"), ("lam",)),
    **dict.fromkeys(("norm", "fro", "entries"), ("fro",)),
    **dict.fromkeys(("min", "max_entry"), ("max",)),
    **dict.fromkeys(("complex_fro", "complex_norm"), ("fro",)),
    "complex_s": ("s",), "complex_lam": ("lam",), "complex_trace": ("trace",), "complex_rank": ("rank",),
}  # fmt: skip
PLAIN = {*ARITHMETIC, "matmul", "T", "eye", "component", "sum", "index", "rows", "cols", "length"}
PLAIN |= {"column_matrix", "commutator", "matpow", "complex_matrix"}
ALWAYS = {"s", "lam"}
RARE = {"activation", "orthogonal", "projection", "bounded"}


def speaks_of(text: Wording) -> set[str]:
    """What a statement is about: its words, as far as they matter, and its rarer spaces."""
    found = {space for _, space, *_ in text.inputs if space in RARE}
    waiting = [*text.given, *text.then]
    for tree in waiting:
        if not isinstance(tree, str):
            waiting += tree[1:]
            word = tree[0]
            if word not in PLAIN and word[0].isalpha():
                found |= {*SPEAKS.get(word, (word,))}
    return found | ({"max"} if "bounded" in found else set())


class Base:
    """Lemmas by id."""

    def __init__(self, claims: Iterable[Claim]) -> None:
        self.lemmas = dict[str, Theorem]()
        self.refused = dict[str, str]()
        for claim in claims:
            if claim.lemma > 0:
                try:
                    self.lemmas[claim.id] = Theorem(claim)
                except (Unspoken, NoForm) as error:
                    self.refused[claim.id] = str(error)

    def __call__(self, name: str) -> tuple[str, int, Wording]:
        """What the checker asks for. KeyError where there is no such lemma."""
        lemma = self.lemmas[name]
        return lemma.data["fingerprint"], lemma.claim.lemma, lemma.text

    def below(self, rank: int, *but: str) -> list[Theorem]:
        return [x for x in self.lemmas.values() if x.id not in but and (not rank or x.claim.lemma < rank)]

    def fingerprints(self, names: Iterable[str]) -> dict[str, Any]:
        return {name: self.lemmas[name].data["fingerprint"] for name in names}
