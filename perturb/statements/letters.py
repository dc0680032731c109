"""The letters of a claim: what its inputs, sizes and indices are called in print, each for one thing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from perturb.domains.base import Domain
from perturb.domains.space import sides_of
from perturb.vocab.symbols import symbol
from perturb.vocab.terms import Lexicon, Naming


def names_of(
    body: str, domain: Domain, letters: Mapping[str, str], notes: Naming, indices: frozenset[str]
) -> Lexicon:
    """The names of a claim. ValueError for a letter of no input, and for one that stands for two things."""
    for name in letters:
        if name not in domain.spaces:
            raise ValueError(f"{body}: letters[{name!r}] is for no input of {', '.join(domain.spaces)}")
    plain = Lexicon(dict(letters))
    called = {name: plain.letter(name) for name in domain.spaces}
    known: dict[str, str] = {}
    for what, letter in _letters(domain, called, indices):
        if letter in known:
            both = "two inputs are" if what == known[letter] else f"{known[letter]} and {what} are both"
            raise ValueError(f"{body}: {both} called {letter}; give one of them another name")
        known[letter] = what
    return Lexicon(dict(letters), notes.notions, sides_of(domain.spaces, domain.ranges, called), indices)


def _letters(domain: Domain, called: Mapping[str, str], indices: frozenset[str]) -> Iterator[tuple[str, str]]:
    """What has which letter in print."""
    yield from (("an input", letter) for letter in called.values())
    yield from (("a size", name) for name in domain.ranges)
    yield from (("an index", symbol(name)) for name in sorted(indices))
