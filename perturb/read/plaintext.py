"""Letters between words: which are words, and which are mathematics typed without dollar signs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from perturb.read.errors import NotUnderstood
from perturb.read.signs import DOTS, FUNCTIONS, LETTERS
from perturb.read.source import Mark, Piece

SIGNS = frozenset((*"=<>+*/^_|0123456789", "{}"))
BY_NAME = FUNCTIONS | {"sqrt", "max", "min", "sum", "prod"}
BESIDE = frozenset(("|", "\\|", "^", "_", "\\lVert", "\\rVert"))
BETWEEN = frozenset((*",.-()'", "\\ldots", "\\dots"))
QUOTES = frozenset("'`\"")
ENTRYWISE = ("entrywise", "elementwise", "componentwise", "real", "square")
SHORT = ("i.e.", "e.g.", "resp.", "cf.", "w.r.t.")
RELATED = frozenset(("<", ">", "=", "\\le", "\\ge", "\\in", "\\ne", "\\preceq", "\\succeq"))
ROMAN = ("i", "ii", "iii", "iv", "v", "a", "b", "c", "d", "1", "2", "3", "4")
ORDINAL = ("th", "st", "nd", "rd")
VERBS = ("be", "is", "are", "denote", "denotes")


def joined(found: Sequence[Piece]) -> list[Piece]:
    """Signs put together to words, to stops, and to formulas where they are mathematics."""
    made: list[Piece] = []
    run: list[Piece] = []
    for one in found:
        if one.kind == "char":
            run.append(one)
        else:
            made += _read(run)
            run = []
            made += [one] if one.kind != "gap" else []
    return _articles(_members(_unbracketed(_merged(made + _read(run)))))


def _members(made: Sequence[Piece]) -> list[Piece]:
    """A in R^{n x n}, typed without dollar signs."""
    found: list[Piece] = []
    for k, one in enumerate(made):
        after = made[k + 1] if k + 1 < len(made) else None
        typed = one.kind == "word" and one.text == "in" and found and found[-1].kind == "formula"
        if typed and not found[-1].text and after is not None and after.kind == "formula" and not after.text:
            found.append(replace(one, kind="in"))
        elif len(found) > 1 and found[-1].kind == "in" and one.kind == "formula":
            found.pop()
            before = found.pop()
            joined_ = (*before.marks, Mark("macro", "in", one.pos), *one.marks)
            found.append(replace(before, marks=joined_))
        else:
            found.append(one)
    return found


def _unbracketed(made: Sequence[Piece]) -> list[Piece]:
    """(entrywise) nonnegative, real (symmetric) matrices: the brackets say nothing."""
    found: list[Piece] = []
    k = 0
    while k < len(made):
        four = [one.text for one in made[k : k + 4]]
        adjective = len(four) == 4 and (four[0], four[2]) == ("(", ")") and four[1] in ENTRYWISE
        if adjective and made[k + 3].kind == "word":
            found.append(made[k + 1])
            k += 3
        else:
            found.append(made[k])
            k += 1
    return found


def _read(run: Sequence[Piece]) -> list[Piece]:
    """Words, single letters and signs of a stretch of text."""
    parts: list[list[Piece]] = []
    for one in _owned(run):
        if parts and one.text.isalpha() and parts[-1][-1].text.isalpha() and not one.marks[0].gap:
            parts[-1].append(one)
        else:
            parts.append([one])
    parts = [_name(part, parts[k - 1] if k else [], parts[k + 1 : k + 2]) for k, part in enumerate(parts)]
    parts = _items(parts)
    kinds = [_kind(part) for part in parts]
    made: list[Piece] = []
    k = 0
    while k < len(parts):
        end = _stretch(parts, kinds, k)
        if end > k:
            marks = tuple(m for part in parts[k:end] for one in part for m in one.marks)
            made.append(replace(parts[k][0], kind="formula", text="", marks=_times(_grouped(marks))))
            k = end
        else:
            made += _word(parts[k])
            k += 1
    return made


def _owned(run: Sequence[Piece]) -> list[Piece]:
    """Without the 's of Hadamard's."""
    made = list(run)
    for k in range(len(made) - 1, -1, -1):
        for short in SHORT:
            if [one.text for one in made[k : k + len(short)]] == list(short) and not _within(made, k):
                del made[k : k + len(short)]
    for k in range(len(made) - 2, 0, -1):
        after = made[k + 2] if k + 2 < len(made) else None
        ends = after is None or after.marks[0].gap or not after.text.isalpha()
        if made[k].text == "'" and made[k + 1].text == "s" and ends and made[k - 1].text.isalpha():
            del made[k : k + 2]
    return made


def _within(made: Sequence[Piece], k: int) -> bool:
    """Does a word go on here?"""
    return k > 0 and made[k - 1].text.isalnum() and not made[k].marks[0].gap


def _name(part: list[Piece], before: Sequence[Piece], after: Sequence[list[Piece]]) -> list[Piece]:
    """lambda_1, sqrt(n), tr(A) typed without a backslash: a name where an argument or a subscript follows."""
    word = "".join(one.text for one in part)
    follows = bool(after) and after[0][0].text in ("(", "_") and not after[0][0].marks[0].gap
    first = part[0].marks[0] if part[0].marks else None
    if len(part) < 2 or first is None or not (follows and word.isalpha() and (word in LETTERS | BY_NAME)):
        return _letters(part, before, after)
    return [replace(part[0], text=f"\\{word}", marks=(replace(first, kind="macro", text=word),))]


def _items(parts: list[list[Piece]]) -> list[list[Piece]]:
    """(i) and (ii) where a sentence or a clause begins."""
    made: list[list[Piece]] = []
    k = 0
    while k < len(parts):
        three = ["".join(one.text for one in part) for part in parts[k : k + 3]]
        begins = not made or made[-1][0].text in (".", ";", ":", ",", "item")
        if begins and len(three) == 3 and (three[0], three[2]) == ("(", ")") and three[1] in ROMAN:
            made.append([replace(parts[k][0], text="item")])
            k += 3
        else:
            made.append(parts[k])
            k += 1
    return made


def _letters(part: list[Piece], before: Sequence[Piece], after: Sequence[list[Piece]]) -> list[Piece]:
    """Letters in a row beside a sign: the subscript of a_ii, the product in |AB|."""
    word = "".join(one.text for one in part)
    if len(part) < 2 or not word.isalpha() or not part[0].marks:
        return part
    marks, first = [m for one in part for m in one.marks], part[0].marks[0]
    close_before = bool(before) and not first.gap
    if close_before and before[0].text in ("_", "^"):
        inner = [replace(first, kind="macro", text=word)] if word in ("min", "max") else marks
        return [replace(part[0], text="{}", marks=(_brace("open", first), *inner, _brace("close", first)))]
    close_after = bool(after) and bool(after[0][0].marks) and not after[0][0].marks[0].gap
    beside = (close_before and before[0].text in BESIDE) or (close_after and after[0][0].text in BESIDE)
    if len(part) <= 3 and beside and any(one.text.isupper() for one in part):
        return [replace(part[0], text="A", marks=tuple(marks))]
    return part


def _grouped(marks: tuple[Mark, ...]) -> tuple[Mark, ...]:
    """With braces around a_ij's subscript and around what a typed sqrt(...) is of."""
    made: list[Mark] = []
    k = 0
    while k < len(marks):
        one = marks[k]
        made.append(one)
        k += 1
        end = k
        if one.text == "_" and one.kind == "char":
            while end < len(marks) and _low(marks[end], end > k):
                end += 1
        if end > k + 1:
            made += [_brace("open", one), *marks[k:end], _brace("close", one)]
            k = end
        if one.text == "sqrt" and k < len(marks) and marks[k].text == "(":
            end = _closed(marks, k)
            made += [_brace("open", one), *_grouped(marks[k + 1 : end]), _brace("close", one)]
            k = end + 1
    return tuple(made)


def _low(one: Mark, further: bool) -> bool:
    """May it be a sign of a subscript that is typed without braces?"""
    return one.kind == "char" and (one.text.isdigit() or one.text.islower()) and not (further and one.gap)


def _brace(kind: str, at: Mark) -> Mark:
    return Mark(kind, "{" if kind == "open" else "}", at.pos)


def _closed(marks: Sequence[Mark], k: int) -> int:
    """Where the bracket that opens at k closes. NotUnderstood where it does not."""
    depth = 0
    for j in range(k, len(marks)):
        depth += {"(": 1, ")": -1}.get(marks[j].text, 0)
        if not depth:
            return j
    raise NotUnderstood("a bracket ( is not closed", marks[k].pos)


def _kind(part: Sequence[Piece]) -> str:
    if len(part) > 1 and part[0].text.isalpha():
        return "word"
    text = part[0].text
    if text == "item":
        return "stop"
    if text.startswith("\\"):
        return "between" if text[1:] in DOTS else "letter" if text[1:] in LETTERS else "sign"
    return (
        "letter" if text.isalpha() else "sign" if text in SIGNS else "between" if text in BETWEEN else "stop"
    )


def _stretch(parts: Sequence[Sequence[Piece]], kinds: Sequence[str], k: int) -> int:
    """Where the mathematics that begins at k ends; k where there is none."""
    if kinds[k] not in ("letter", "sign") and parts[k][0].text not in ("(", "-"):
        return k
    end = k
    for j in range(k, len(parts)):
        if kinds[j] in ("letter", "sign"):
            if (
                kinds[j] == "letter"
                and parts[j][0].text == "a"
                and parts[j][0].marks[0].gap
                and not _beside_sign(kinds, j)
            ):
                break
            end = j + 1
        elif kinds[j] != "between" or _ends_relation(parts, k, j):
            break
        elif parts[j][0].text == ")":
            end = j + 1 if end == j and "(" in [p[0].text for p in parts[k:j]] else end
    while end > k and kinds[end - 1] == "between" and parts[end - 1][0].text != ")":
        end -= 1
    if not any(kinds[j] in ("letter", "sign") for j in range(k, end)):
        return k
    if (
        "letter" in kinds[k:end]
        and (kinds[end] if end < len(kinds) else "") == "word"
        and end == k + 1
        and k + 1 < len(parts)
    ):
        pass
    return end


def _ends_relation(parts: Sequence[Sequence[Piece]], k: int, j: int) -> bool:
    """Is the comma at j behind a relation, and no i = 1, ..., n?"""
    if parts[j][0].text != "," or j + 1 >= len(parts):
        return False
    after = parts[j + 1][0].text
    dotted = parts[j - 1][0].text == "." or parts[j - 1][0].text.lstrip("\\") in DOTS
    related = any(part[0].text in RELATED or part[0].text == "R" for part in parts[k:j])
    return related and not (dotted or after == "." or after.isdigit() or after.lstrip("\\") in DOTS)


def _beside_sign(kinds: Sequence[str], j: int) -> bool:
    return any(0 <= k < len(kinds) and kinds[k] == "sign" for k in (j - 1, j + 1))


def _times(marks: tuple[Mark, ...]) -> tuple[Mark, ...]:
    """n x n, with blanks around the x, is a size."""
    made = list(marks)
    for k in range(1, len(marks) - 1):
        if marks[k].text == "x" and marks[k].gap and marks[k + 1].gap and (marks[k + 1].text.isalnum()):
            made[k] = replace(marks[k], kind="macro", text="times")
    return tuple(made)


def _word(part: Sequence[Piece]) -> list[Piece]:
    text = "".join(one.text for one in part)
    if text == "item":
        return [replace(part[0], kind="stop", marks=())]
    if text.isalpha():
        return [replace(part[0], kind="word", text=text.lower() if len(text) > 1 else text, marks=())]
    if text in QUOTES or text in ("\\ldots", "\\dots"):
        return []
    return [replace(part[0], kind="stop", text=text, marks=())]


def _merged(made: Sequence[Piece]) -> list[Piece]:
    """non-singular is nonsingular, positive semi-definite as well; M-matrix is one word."""
    found: list[Piece] = []
    k = 0
    while k < len(made):
        one, after = made[k], made[k + 1 : k + 3]
        hyphen = len(after) == 2 and after[0].text == "-" and after[1].kind == "word"
        if (
            one.kind == "word"
            and one.text in ("non", "semi", "pseudo")
            and after
            and after[hyphen].kind == "word"
        ):
            found.append(replace(one, text=one.text + after[hyphen].text))
            k += 2 + hyphen
        elif one.kind == "formula" and len(one.marks) == 1 and hyphen and after[1].text.startswith("matri"):
            found.append(replace(one, kind="word", text=f"{one.marks[0].text.lower()}-matrix", marks=()))
            k += 3
        elif one.kind == "stop" and one.text == "-":
            k += 1
        elif one.kind == "formula" and after and after[(hyphen and 1) or 0].text in ORDINAL:
            found.append(one)
            k += 3 if hyphen else 2
        else:
            found.append(one)
            k += 1
    return found


def _articles(made: Sequence[Piece]) -> list[Piece]:
    """A alone before a word is an article, unless it is said what A be."""
    found = list(made)
    for k, one in enumerate(made):
        lone = (
            one.kind == "formula"
            and len(one.marks) == 1
            and one.marks[0].text in "Aa"
            and one.marks[0].kind == "char"
        )
        after = made[k + 1] if k + 1 < len(made) else None
        typed = lone and one.text == "" and one.pos == one.marks[0].pos
        if (
            typed
            and not _dollars(one)
            and after is not None
            and (
                (after.kind == "word" and after.text not in (*VERBS, "and", "with", "has", "satisfies", "of"))
                or (after.kind == "formula" and one.marks[0].text == "a")
            )
        ):
            found[k] = replace(one, kind="word", text="a", marks=())
    return found


def _dollars(one: Piece) -> bool:
    return one.text == "$"
