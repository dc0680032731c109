"""Where a reader is in the pieces of a text, and noun phrases from there."""

from __future__ import annotations

from collections.abc import Sequence

from perturb.read import phrases
from perturb.read.errors import NotUnderstood
from perturb.read.formula import formula
from perturb.read.sets import described, size_pair
from perturb.read.source import Piece
from perturb.read.spelling import Spelled, plain
from perturb.read.story import Description
from perturb.read.syntax import Node, Related, bare, written


class Cursor:
    """Pieces from left to right."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self.pieces, self.k = [one for one in pieces if one.kind != "aside"], 0
        self.asides = [(one.text, one.pos) for one in pieces if one.kind == "aside"]
        self.sized: list[Related] = []  # what is said of a size where it stands
        self.spelled: dict[str, Spelled] = {}
        self._read: dict[int, tuple[Node, ...]] = {}
        self.called: list[tuple[str, int]] = []  # the properties in all noun phrases, and where they stand

    @property
    def now(self) -> Piece | None:
        return self.pieces[self.k] if self.k < len(self.pieces) else None

    @property
    def pos(self) -> int:
        one = self.now or (self.pieces[-1] if self.pieces else None)
        return one.pos if one is not None else 0

    def ahead(self, by: int) -> Piece | None:
        return self.pieces[self.k + by] if 0 <= self.k + by < len(self.pieces) else None

    def words(self) -> tuple[str, ...]:
        """The words from here on, up to something else."""
        found: list[str] = []
        for one in self.pieces[self.k : self.k + 8]:
            if one.kind != "word":
                break
            found.append(one.text)
        return tuple(found)

    def at_word(self, *words: str) -> bool:
        return self.now is not None and self.now.kind == "word" and self.now.text in words

    def at_stop(self, *stops: str) -> bool:
        return self.now is not None and self.now.kind == "stop" and self.now.text in stops

    def at_formula(self) -> bool:
        return self.now is not None and self.now.kind == "formula"

    def word(self, *words: str) -> bool:
        """Go past one of these words, if it is here."""
        if self.at_word(*words):
            self.k += 1
            return True
        return False

    def stop(self, *stops: str) -> bool:
        if self.at_stop(*stops):
            self.k += 1
            return True
        return False

    def phrase(self, *words: str) -> bool:
        """Go past these words, if all are here."""
        if self.words()[: len(words)] == words:
            self.k += len(words)
            return True
        return False

    def parts(self, by: int = 0) -> tuple[Node, ...]:
        """The parts of the formula that stands here."""
        at = self.k + by
        if at not in self._read:
            made = [plain(one) for one in formula(self.pieces[at].marks)]
            for _, spelled in made:
                self.spelled |= spelled
            self._read[at] = tuple(one for one, _ in made)
        return self._read[at]

    def in_sentence(self, *words: str) -> bool:
        """Does one of these words follow before the full stop?"""
        for one in self.pieces[self.k :]:
            if one.kind == "stop" and one.text == ".":
                return False
            if one.kind == "word" and one.text in words:
                return True
        return False


def noun_phrase(at: Cursor) -> Description | None:
    """Adjectives, sizes and a noun: "symmetric positive definite n x n matrices"; None where none begins.

    The cursor stands behind it, before the names; back where it was where there is none.
    """
    start, found = at.k, Description(pos=at.pos)
    while at.now is not None:
        if _size(at, found) or _hedged(at):
            continue
        words = at.words()
        noun = phrases.longest(words, phrases.NOUNS)
        adjective = phrases.longest(words, phrases.ADJECTIVES)
        if (
            noun is not None
            and (adjective is None or noun[1] >= adjective[1])
            and not (words[:1] == ("real",) and _more_follows(at, words))
        ):
            if noun[0] in ("permutation",):
                raise NotUnderstood("permutation matrices are no domain here", at.pos)
            if words[0] == "block" and found.sides:
                raise NotUnderstood("the sizes of the blocks are not said", at.pos, cure="write the blocks")
            _noun(found, noun[0], at.pos)
            found.loose = words[:1] == ("real",)
            at.k += noun[1]
            break
        if adjective is not None:
            found.properties.append((adjective[0], at.pos))
            at.k += adjective[1]
        elif (words and words[0] in phrases.GENERAL) or (
            (at.at_word("and") or at.at_stop(","))
            and (found.properties or found.sides)
            and _continues(at, found)
        ):
            at.k += 1
        else:
            break
    if found.empty:
        at.k = start
        return None
    after_noun(at, found)
    at.called += found.properties
    return found


def _hedged(at: Cursor) -> bool:
    """possibly singular, not necessarily symmetric: what need not be so is passed over"""
    start = at.k
    if (at.word("not") or True) and at.word(*phrases.HEDGES):
        adjective = phrases.longest(at.words(), phrases.ADJECTIVES)
        if adjective is not None and adjective[0] != "rectangular":
            at.k += adjective[1]
            return True
        if adjective is not None:
            return True
        if at.words()[:1] and at.words()[0] in phrases.GENERAL:
            return True
    at.k = start
    return False


def _more_follows(at: Cursor, words: tuple[str, ...]) -> bool:
    """Is "real" an adjective here: of a noun, of an n x n matrix?"""
    one = at.ahead(1)
    if len(words) == 1 and one is not None and one.kind == "formula":
        parts = at.parts(1)
        return len(parts) == 1 and size_pair(parts[0]) is not None
    rest = words[1:]
    return bool(phrases.longest(rest, phrases.ADJECTIVES) or phrases.longest(rest, phrases.NOUNS))


def _noun(found: Description, noun: str, pos: int) -> None:
    if noun in ("matrix", "vector", "scalar", "integer"):
        found.kind = noun
    else:
        found.kind = phrases.NOUN_KINDS[noun]
        found.properties = [p for p in found.properties if (noun, p[0]) != ("projection", "orthogonal")]
        found.properties.append((noun, pos))


def _continues(at: Cursor, found: Description) -> bool:
    """Does another adjective of the same noun follow the "and" or the comma?"""
    one = at.ahead(1)
    if one is None or one.kind != "word":
        return False
    ahead = Cursor(at.pieces)
    ahead.k = at.k + 1
    words = ahead.words()
    hit = phrases.longest(words, phrases.ADJECTIVES)
    return hit is not None


def _size(at: Cursor, found: Description) -> bool:
    """n x n, n-by-n; a lone letter before "by"."""
    if not at.at_formula():
        return False
    parts = at.parts()
    if len(parts) == 1 and (sides := size_pair(parts[0])) is not None:
        found.sides = sides
        at.k += 1
        return True
    after = at.ahead(1)
    if len(parts) == 1 and after is not None and after.kind == "word" and after.text == "by":
        at.k += 2
        if not at.at_formula():
            raise NotUnderstood("a size is n by n", at.pos)
        found.sides = (bare(parts[0]), bare(at.parts()[0]))
        at.k += 1
        return True
    return False


def after_noun(at: Cursor, found: Description) -> None:
    """of order n, of rank r, of full column rank, in R^n, with real entries: what follows a noun."""
    while True:
        if (
            at.phrase("of", "order")
            or at.phrase("of", "size")
            or at.phrase("of", "dimension")
            or at.phrase("of", "length")
        ):
            _order(at, found)
        elif at.phrase("of", "full", "column", "rank") or at.phrase("with", "full", "column", "rank"):
            found.properties.append(("full column rank", at.pos))
        elif at.phrase("of", "full", "row", "rank") or at.phrase("with", "full", "row", "rank"):
            found.properties.append(("full row rank", at.pos))
        elif at.phrase("of", "full", "rank"):
            found.properties.append(("full rank", at.pos))
        elif at.phrase("of", "rank", "at", "most") or at.phrase("with", "rank", "at", "most"):
            found.rank = ("<=", _one(at, "rank"))
        elif at.phrase("of", "rank", "one"):
            found.properties.append(("rank one", at.pos))
        elif at.phrase("of", "rank") or at.phrase("with", "rank"):
            found.rank = ("==", _one(at, "rank"))
        elif (
            (
                at.phrase("of", "the", "same", "size")
                or at.phrase("of", "the", "same", "order")
                or at.phrase("of", "equal", "size")
                or at.phrase("of", "the", "same", "dimension")
            )
            or at.phrase("with", "real", "entries")
            or at.phrase("with", "real", "coefficients")
        ):
            pass
        elif at.phrase("with", "positive", "diagonal", "entries") or at.phrase(
            "with", "positive", "diagonal"
        ):
            found.properties.append(("positive diagonal", at.pos))
        elif at.phrase("with", "orthonormal", "columns"):
            found.properties.append(("orthonormal columns", at.pos))
        elif at.phrase("with", "orthonormal", "rows"):
            found.properties.append(("orthonormal rows", at.pos))
        elif at.phrase("on") and at.at_formula() and is_vertices(at.ahead(1)):  # a graph on n vertices
            side = _one(at, "size")
            found.sides = (side, side)
            at.k += 1
        elif at.phrase("with", "nonnegative", "weights") or at.phrase(
            "with", "nonnegative", "edge", "weights"
        ):
            if not any(name == "laplacians" for name, _ in found.properties):
                raise NotUnderstood("weights of what?", at.pos)
        elif (at.at_word("with") and at.words()[1:2] == ("entries",)) and (name := _signs(at)):
            found.properties.append((name, at.pos))
        elif at.phrase("with", "nonnegative", "components"):
            found.properties.append(("nonnegative", at.pos))
        elif at.phrase("with", "positive", "components"):
            found.properties.append(("entrywise positive", at.pos))
        elif at.phrase("with", "nonnegative", "entries"):
            found.properties.append(("nonnegative", at.pos))
        elif at.phrase("with", "positive", "entries"):
            found.properties.append(("entrywise positive", at.pos))
        elif at.at_word("in") and (one := at.ahead(1)) is not None and one.kind == "formula":
            at.k += 1
            inner, _ = described(at.parts()[0])
            found.sides, found.kind = inner.sides or found.sides, found.kind or inner.kind
            found.properties += inner.properties
            at.k += 1
        else:
            return


def _signs(at: Cursor) -> str:
    """with entries +-1, with entries 1 and -1, with entries in {0, 1}"""
    start = at.k
    at.k += 2
    at.word("in")
    told = ""
    while at.at_formula():
        told += "".join(mark.text for mark in at.pieces[at.k].marks if mark.text not in (" ", "{", "}", ","))
        at.k += 1
        at.word("and", "or")
    names = dict.fromkeys(("pm1", "1-1", "-11", "+1-1", "-1+1"), "sign_matrices")
    names |= dict.fromkeys(("01", "10"), "binary")
    if told not in names:
        at.k = start
    return names.get(told, "")


def is_vertices(one: Piece | None) -> bool:
    return one is not None and one.text in ("vertices", "nodes")


def having(at: Cursor) -> Description:
    """What stands after "has": a rank, entries of a sign."""
    found = Description("", pos=at.pos)
    words = at.words()
    table: dict[tuple[str, ...], str] = {
        ("full", "column", "rank"): "full column rank",
        ("full", "row", "rank"): "full row rank",
    }
    table |= {("nonnegative", "entries"): "nonnegative", ("positive", "entries"): "entrywise positive"}
    table |= {("orthonormal", side): f"orthonormal {side}" for side in ("columns", "rows")}
    table |= {("full", "rank"): "full rank"}
    for phrase, name in table.items():
        if words[: len(phrase)] == phrase:
            found.properties.append((name, at.pos))
            at.k += len(phrase)
    if at.phrase("rank", "at", "most"):
        found.rank = ("<=", _one(at, "rank"))
    elif at.phrase("rank", "one"):
        found.properties.append(("rank one", at.pos))
    elif at.word("rank"):
        found.rank = ("==", _one(at, "rank"))
    return found


def _one(at: Cursor, what: str) -> Node:
    if not at.at_formula() or len(at.parts()) != 1:
        raise NotUnderstood(f"the {what} is missing", at.pos)
    found = at.parts()[0]
    at.k += 1
    return found


def _order(at: Cursor, found: Description) -> None:
    if found.sides:
        raise NotUnderstood("a second size", at.pos)
    one = bare(_one(at, "size"))
    if isinstance(one, Related) and one.first is not None and written(one.first):  # of order n >= 2
        at.sized.append(one)
        one = one.first
    pair = size_pair(one)
    if pair is not None:
        found.sides = pair
    elif at.word("by"):
        found.sides = (one, _one(at, "size"))
    else:
        found.sides = (one,) if found.kind == "vector" else (one, one)


def symbols(parts: Sequence[Node]) -> list[tuple[str, int]] | None:
    """The names in a formula of names alone; None for another formula."""
    names = [(written(part), part.pos) for part in parts]
    return names if names and all(name and not name[0].isdigit() for name, _ in names) else None
