"""What a letter or a sign is called in words: "the spectral norm", "the eigenvalues of A"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from perturb.read import phrases
from perturb.read.cursor import Cursor
from perturb.read.errors import NotUnderstood
from perturb.read.scripts import TRANSPOSED
from perturb.read.sets import size_pair
from perturb.read.spectra import is_call
from perturb.read.submatrices import InWords, latest, of_what, part_of
from perturb.read.syntax import (
    Barred,
    Bracketed,
    Dots,
    FactorList,
    Letter,
    Node,
    Raised,
    Related,
    Subscripted,
    bare,
    inside,
    written,
)

if TYPE_CHECKING:
    from perturb.read.sayings import Sayings

FLAGS = {
    "nuclear": "trace norm",
    "schatten": "schatten",
    "entrywise_abs": "entrywise_abs",
    "ky_fan": "ky fan",
}
FLAGS |= {"numerical_radius": "numerical radius", "ones": "vector e"}
PRODUCTS = {"hadamard": "hadamard", "kron": "kron", "geometric_mean": "mean"}
BARE = {"op": "spectral", "fro": "frobenius", "nuclear": "nuclear"}  # what ||A|| is called
FUNCTIONS: tuple[str, ...] = (
    "sym",
    "trace",
    "det",
    "lam_max",
    "lam_min",
    "s1",
    "s_min",
    "rank",
    "kappa",
    "spectral_radius",
)
FUNCTIONS += (
    "numerical_radius",
    "permanent",
    "pinv",
    "inv",
    "adjugate",
    "op",
    "fro",
    "nuclear",
    "T",
    "mat_abs",
    "diagonal",
    "mat_sqrt",
)
HEADS = {
    "sigma": ("s", "s1", "s_min"),
    "s": ("s", "s1", "s_min"),
    "lambda": ("lam", "lam_max", "lam_min"),
    "kappa": ("kappa",),
}
HEADS |= {"Re": ("eig_re", "sym"), "Im": ("eig_im",)}
HEADS |= {
    "rho": ("spectral_radius",),
    "w": ("numerical_radius",),
    "omega": ("numerical_radius",),
    "r": ("spectral_radius", "numerical_radius"),
}
HEADS |= {
    "tr": ("trace",),
    "Tr": ("trace",),
    "det": ("det",),
    "rank": ("rank",),
    "I": ("eye",),
    "Id": ("eye",),
    "e": ("ones", "unit"),
    "J": ("ones_matrix",),
}
HEADS |= {
    "@1": ("ones",),
    "diag": ("diagonal",),
    "d": ("diagonal",),
    "per": ("permanent",),
    "cond": ("kappa",),
    "hadamard": ("hadamard",),
    "kron": ("kron",),
    "mean": ("geometric_mean",),
    "loewner": ("loewner",),
    "prec": ("prec",),
    "prec_w": ("prec_w",),
}
CALLED = dict.fromkeys(("sigma", "s", "lambda"), True)


def notion(at: Cursor, say: Sayings, parts: Sequence[Node] | None, pos: int) -> bool:
    """A notion in words here, said of `parts` or of the formula after it; False where none stands here."""
    start = at.k
    its = False
    while at.at_word("the", "usual", "real", "ordered", "its", "their") or (
        at.at_word("all") and at.words()[1:2] != ("ones",)
    ):
        its = its or at.at_word("its")
        at.k += 1
    if at.at_formula() and size_pair(at.parts()[0]) is not None:
        at.k += phrases.longest(_words_from(at, 1), phrases.NOTIONS) is not None  # the n x n identity
    if (parted := part_of(at, say, parts, pos, its)) is not None:
        return parted
    _ranked(at, say)
    at.k += _ordinal(at)
    if at.at_formula() and parts is not None and (one := at.ahead(1)) is not None and one.kind == "word":
        at.k = start
        return False
    found = _family(at) or phrases.longest(at.words(), phrases.NOTIONS)
    plain = found is not None and found[0] == "diagonal" and at.k == start  # diagonal is said of a matrix
    if (
        found is None
        or plain
        or (parts is not None and found[0] == "unit" and not _units(parts, at.k > start))
    ):
        at.k = start
        return False
    word, count = found
    its = its or "its" in at.words()[:count]
    at.k += count
    if at.word("function"):
        pass
    if word == "kappa" and at.phrase("with", "respect", "to", "the"):
        norm = phrases.longest(at.words(), phrases.NOTIONS)
        if norm is None or norm[0] not in ("op", "norm"):
            raise NotUnderstood("a condition number in another norm", at.pos, cure="the spectral one is read")
        at.k += norm[1]
    of = of_what(at, say)
    if its and not of and word != "positive part":
        of = latest(say, pos)
    if parts is None:
        return _after(at, say, word, of, start)
    _named(say, parts, word, of, pos)
    say.order_of(at)
    return True


def denoted(at: Cursor, say: Sayings, between: bool = True) -> bool:
    """denote the eigenvalues of A by lambda_1 >= ... >= lambda_n, for the norm ||.||: the name comes last"""
    start = at.k
    while at.word("the", "all", "real"):
        pass
    found = phrases.longest(at.words(), phrases.NOTIONS)
    if found is not None:
        at.k += found[1]
        of = of_what(at, say)
        if (at.word("by", "as") or not between) and at.at_formula():
            parts, pos = at.parts(), at.pos
            at.k += 1
            _named(say, parts, found[0], of, pos)
            say.order_of(at)
            return True
    at.k = start
    return False


def _units(parts: Sequence[Node], article: bool) -> bool:
    """Are these e_i, and is it said which vectors they are?"""
    return article and all(_head(bare(part)) == "e" for part in parts if not isinstance(bare(part), Dots))


def _ranked(at: Cursor, say: Sayings) -> None:
    """the k-th largest eigenvalue, the k-th smallest: their order"""
    words = _words_from(at, 1)
    letter = at.at_formula() and len(at.parts()) == 1 and isinstance(bare(at.parts()[0]), Letter)
    if (
        letter
        and words[:1] in (("largest",), ("smallest",))
        and words[1:2] in (("eigenvalue",), ("singular",))
    ):
        if words[0] == "smallest" and words[1] == "singular":
            raise NotUnderstood("singular values are read in decreasing order", at.pos)
        if words[0] == "smallest":
            say.rises(at.pos)
        at.k += 2


def _ordinal(at: Cursor) -> bool:
    """the j-th unit vector"""
    one = at.ahead(1)
    return (
        at.at_formula()
        and one is not None
        and one.kind == "word"
        and len(at.parts()) == 1
        and isinstance(bare(at.parts()[0]), Letter)
        and (found := phrases.longest(_words_from(at, 1), phrases.NOTIONS)) is not None
        and found[0] in ("unit", "row", "column", "lam", "s", "diagonal")
    )


def _words_from(at: Cursor, by: int) -> tuple[str, ...]:
    """The words a little further on."""
    at.k += by
    found = at.words()
    at.k -= by
    return found


def _family(at: Cursor) -> tuple[str, int] | None:
    """Schatten p-norm, Ky Fan k-norm: a letter stands in the name."""
    for name, word in ((("schatten",), "schatten"), (("ky", "fan"), "ky_fan")):
        one, then = at.ahead(len(name)), at.ahead(len(name) + 1)
        letter = at.words()[: len(name)] == name and one is not None and one.kind == "formula"
        if letter and then is not None and then.kind == "word" and then.text in ("norm", "norms"):
            return word, len(name) + 2
    return None


def _after(at: Cursor, say: Sayings, word: str, of: list[Node], start: int) -> bool:
    """the singular values sigma_1 >= ... of A; the spectral norm is written ||A||: the formula follows."""
    if at.at_formula() and word in ("lam", "s"):
        parts = at.parts()
        at.k += 1
        of = of or of_what(at, say)
        if len(of) == 1:
            say.names_spectrum(parts, word, of[0])
            say.order_of(at)
            return True
    if word in ("lam", "s") and of and at.word("are", "is", "be"):
        if at.at_formula():
            say.names_spectrum(at.parts(), word, of[0])
            at.k += 1
            say.order_of(at)
            return True
        before = at.k
        say.order_of(at)
        if at.k > before:
            return True
    if at.at_word("satisfies", "satisfy"):
        return True
    if at.at_formula() and word in FUNCTIONS and say.defines(at.parts()):
        say.define(at.parts(), at.pos)  # with condition number kappa = kappa(A)
        at.k += 1
        return True
    if (
        at.at_formula()
        and word in FUNCTIONS
        and len(at.parts()) == 1
        and (name := written(at.parts()[0]))
        and not say.known(name)
    ):
        say.story.defined[name] = (InWords(at.pos, word, (of or latest(say, at.pos))[0]), at.pos)
        at.k += 1
        return True
    at.k = start
    return False


def _named(say: Sayings, parts: Sequence[Node], word: str, of: list[Node], pos: int) -> None:
    """What the formula is called: a letter that is new is defined by it, a notation is confirmed."""
    if word in ("lam", "s") and (len(of) == 1 or is_call(parts)) and _is_list(parts):
        say.names_spectrum(parts, word, of[0] if len(of) == 1 else None)
        say.dummies(of)
        return
    say.dummies(of if not any(written(bare(part)) for part in parts) else [])
    for part in parts:
        one = bare(part)
        if isinstance(one, Dots):
            continue
        if word in ("row", "column") and isinstance(one, Subscripted) and len(of) == 1:
            say.names_spectrum([one], word, of[0])
            continue
        if isinstance(one, Related) and say.defines([one]):  # H = ... be the symmetric part of A
            say.define([one], pos)
            assert one.first is not None
            one = bare(one.first)
            if say.known(written(one)):
                continue
        name = written(one)
        head = _head(one)
        if head in HEADS and not say.known(name):
            bare_letter = isinstance(one, Letter) and not one.upright and len(of) == 1 and word in FUNCTIONS
            if word not in HEADS[head] and bare_letter and head in ("r", "s", "w", "d"):
                say.story.defined[name] = (InWords(pos, word, of[0]), pos)
                say.story.renamed[name] = pos
                continue
            if word not in HEADS[head]:
                raise NotUnderstood(
                    f"{head} is read as {HEADS[head][0]}, and the text calls it {word}",
                    pos,
                    cure="use another letter",
                )
            say.order_by(one, word, pos)
            if head == "e":
                say.story.flags.add("vector e" if word == "ones" else "unit vectors")
            if bare_letter:
                say.story.alone[name] = InWords(pos, word, of[0])
            if word in ("numerical_radius",):
                say.story.flags.add("numerical radius")
            continue
        if (
            isinstance(one, Barred)
            and word == "mat_sqrt"
            and len(of) == 1
            and is_gram(of[0], written(one.inner))
        ):
            word = "mat_abs"  # |X| is the root of X^T X
        if isinstance(one, Raised) and word != _MARKED.get(written(one.to), word):
            raise NotUnderstood("this mark has another meaning here", one.pos, cure="A^T is the transpose")
        if isinstance(one, Barred | Subscripted | FactorList | Bracketed | Raised) and not name:
            _flag(say, one, word)
            say.dummies(of)
            continue
        if name and len(of) == 1 and word in FUNCTIONS and not say.known(name):
            say.letter(part)
            say.story.defined[name] = (InWords(pos, word, of[0]), pos)
            continue
        raise NotUnderstood(
            "what this is called is not understood", pos, cure="write a formula: where $\\tau = ...$"
        )


def is_gram(found: Node, name: str) -> bool:
    """Is it X^T X?"""
    one = inside(found)
    if not isinstance(one, FactorList) or len(one.parts) != 2 or not name:
        return False
    (_, left), (sign, right) = one.parts
    turned = bare(left)
    return (
        sign == ""
        and isinstance(turned, Raised)
        and isinstance(to := bare(turned.to), Letter)
        and to.name in TRANSPOSED
        and written(turned.base) == written(right) == name
    )


_MARKED = dict.fromkeys(TRANSPOSED, "T") | {"+": "pinv", "dagger": "pinv", "-": "pinv"}


def _is_list(parts: Sequence[Node]) -> bool:
    nodes = [bare(part) for part in parts]
    return len(nodes) > 1 or type(nodes[0]).__name__ == "Related"


def _head(one: Node) -> str:
    """The letter that a notation begins with."""
    if isinstance(one, FactorList):
        one = bare(one.parts[0][1])
    while isinstance(one, Subscripted) or type(one).__name__ == "Raised":
        one = bare(one.base)  # type: ignore[attr-defined]
    if isinstance(one, Bracketed):
        return ""
    return one.name if isinstance(one, Letter) else ""


def _flag(say: Sayings, one: Node, word: str) -> None:
    """A norm or an absolute value is called so."""
    if isinstance(one, Barred) and one.bar == "|" and word in ("op", "fro", "nuclear", "norm"):
        if word != "norm":
            raise NotUnderstood("single bars as a norm of matrices", one.pos, cure="write \\|A\\|")
        say.story.flags.add("|x|")
    signs = [sign for sign, _ in one.parts[1:]] if isinstance(one, FactorList) else []
    if word in PRODUCTS and signs and signs != [PRODUCTS[word]]:
        raise NotUnderstood("this product has another name here", one.pos, cure="write \\circ, \\otimes, \\#")
    if isinstance(one, Barred | Subscripted):
        sub = (written(one.at) or "?") if isinstance(one, Subscripted) else ""
        fits = {
            "": ("op", "fro", "nuclear", "norm", "mat_abs", "entrywise_abs"),
            "1": ("nuclear", "norm_1"),
            "2": ("op", "norm"),
        }
        fits |= {"F": ("fro",), "*": ("nuclear",), "tr": ("nuclear",)}
        if sub in fits and word not in fits[sub]:
            raise NotUnderstood(
                "this norm has another name here", one.pos, cure="\\|A\\|_F is Frobenius, \\|A\\|_2 spectral"
            )
        if sub == "" and word in BARE:
            say.story.flags.add(BARE[word])
        elif sub == "2" and word == "op":
            say.story.flags.add("spectral 2")
        elif word in FLAGS and (word != "nuclear" or sub == "1"):
            say.story.flags.add(FLAGS[word])
        if (
            word in ("schatten", "ky_fan")
            and isinstance(one, Subscripted)
            and isinstance(bare(one.at), Letter)
        ):
            say.story.flags.add(f"{FLAGS[word]} p")  # of every p, so of 1 and 2
