"""The macros that a file defines itself: \\newcommand, \\def, \\DeclareMathOperator, paired delimiters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from perturb.read.errors import NotUnderstood
from perturb.read.signs import ACCENTS, BIG, OPERATORS, RELATIONS
from perturb.read.source import Mark
from perturb.vocab.printing.symbols import GREEK

FUNCTIONS = ("det", "exp", "log", "ln", "dim", "ker", "Pr", "gcd", "deg", "arg", "lg", "hom")

STANDARD = frozenset((*RELATIONS, *OPERATORS, *ACCENTS, *BIG, *GREEK, *FUNCTIONS))
COMMANDS = ("newcommand", "renewcommand", "providecommand", "DeclareRobustCommand")
CLASSES = ("mathbin", "mathrel", "mathord", "mathopen", "mathclose", "mathpunct", "mathinner", "ensuremath")
MOST = 20_000  # tokens that macros may grow to: one that calls itself has no end


@dataclass(frozen=True)
class Macro:
    """A macro: how many arguments, the default of the first, and what stands for it."""

    count: int
    default: tuple[Mark, ...] | None
    body: tuple[Mark, ...]
    sized: bool = False  # a size in brackets may stand before the argument


def group(marks: Sequence[Mark], start: int) -> tuple[list[Mark], int]:
    """The argument that begins at `start`, without braces, and where it ends. NotUnderstood without one."""
    if start >= len(marks):
        raise NotUnderstood("an argument in braces is missing", marks[-1].pos if marks else 0)
    if marks[start].kind != "open":
        return [marks[start]], start + 1
    depth = 0
    for k in range(start, len(marks)):
        depth += {"open": 1, "close": -1}.get(marks[k].kind, 0)
        if depth == 0:
            return list(marks[start + 1 : k]), k + 1
    raise NotUnderstood("a brace { is not closed", marks[start].pos)


def bracketed(marks: Sequence[Mark], start: int) -> tuple[list[Mark] | None, int]:
    """An optional argument in square brackets, None where there is none, and where it ends."""
    if start >= len(marks) or marks[start].text != "[" or marks[start].kind != "char":
        return None, start
    depth = 0
    for k in range(start, len(marks)):
        depth += {"open": 1, "close": -1}.get(marks[k].kind, 0)
        if depth == 0 and marks[k].kind == "char" and marks[k].text == "]":
            return list(marks[start + 1 : k]), k + 1
    raise NotUnderstood("a bracket [ is not closed", marks[start].pos)


def taken_out(marks: Sequence[Mark]) -> tuple[list[Mark], dict[str, Macro]]:
    """The text without its definitions of macros, and these."""
    rest: list[Mark] = []
    known: dict[str, Macro] = {}
    k = 0
    while k < len(marks):
        one = marks[k]
        name = one.text if one.kind == "macro" else ""
        if name in COMMANDS:
            before = known.copy() if name == "providecommand" else {}
            k = _command(marks, k + 1, known)
            if name == "providecommand":  # which leaves alone what there is
                known |= before
                for own in STANDARD - before.keys():
                    known.pop(own, None)
        elif name == "def":
            k = _def(marks, k + 1, known)
        elif name == "DeclareMathOperator":
            k = _operator(marks, k + 1, known)
        elif name == "DeclarePairedDelimiter":
            k = _paired(marks, k + 1, known)
        elif name == "DeclarePairedDelimiterX":
            k = _paired(marks, k + 1, known, own=True)
        elif name == "let":
            k = _let(marks, k + 1, known)
        else:
            rest.append(one)
            k += 1
    return rest, known


def _starred(marks: Sequence[Mark], k: int) -> int:
    return k + 1 if k < len(marks) and marks[k].text == "*" else k


def _name(marks: Sequence[Mark], k: int) -> tuple[str, int]:
    inner, end = group(marks, k)
    if len(inner) != 1 or inner[0].kind != "macro":
        raise NotUnderstood("the name of a macro is missing", marks[k - 1].pos)
    return inner[0].text, end


def _command(marks: Sequence[Mark], k: int, known: dict[str, Macro]) -> int:
    name, k = _name(marks, _starred(marks, k))
    count, k = bracketed(marks, k)
    default, k = bracketed(marks, k)
    body, k = group(marks, k)
    digits = "".join(one.text for one in count or ())
    if count is not None and not digits.isdigit():
        raise NotUnderstood(f"the number of arguments of \\{name} is no number", marks[k - 1].pos)
    known[name] = Macro(int(digits or 0), None if default is None else tuple(default), tuple(body))
    return k


def _def(marks: Sequence[Mark], k: int, known: dict[str, Macro]) -> int:
    if k >= len(marks) or marks[k].kind != "macro":
        raise NotUnderstood("\\def without the name of a macro", marks[k - 1].pos)
    name, k, count = marks[k].text, k + 1, 0
    while k < len(marks) and marks[k].kind != "open":
        if marks[k].text != "#" and not marks[k].text.isdigit():
            raise NotUnderstood(f"\\def\\{name} with arguments other than #1#2", marks[k].pos)
        count += marks[k].text.isdigit()
        k += 1
    body, k = group(marks, k)
    known[name] = Macro(count, None, tuple(body))
    return k


def _operator(marks: Sequence[Mark], k: int, known: dict[str, Macro]) -> int:
    name, k = _name(marks, _starred(marks, k))
    body, end = group(marks, k)
    pos = marks[k].pos
    body = [one for one in body if one.text not in (",", ";", "!", " ") or one.kind != "macro"]
    wrapped = (Mark("macro", "operatorname", pos), Mark("open", "{", pos), *body, Mark("close", "}", pos))
    known[name] = Macro(0, None, wrapped)
    return end


def _let(marks: Sequence[Mark], k: int, known: dict[str, Macro]) -> int:
    """\\let\\eps\\varepsilon, with = or without."""
    if k + 1 >= len(marks) or marks[k].kind != "macro":
        raise NotUnderstood("\\let without the name of a macro", marks[k - 1].pos)
    name, k = marks[k].text, k + 1
    k += marks[k].text == "="
    if k >= len(marks):
        raise NotUnderstood("\\let gives no meaning", marks[-1].pos)
    known[name] = known.get(marks[k].text, Macro(0, None, (marks[k],)))
    return k + 1


def _paired(marks: Sequence[Mark], k: int, known: dict[str, Macro], own: bool = False) -> int:
    """Delimiters around the argument; `own`: around a body that is told, of so many arguments."""
    name, k = _name(marks, k)
    count, k = bracketed(marks, k)
    left, k = group(marks, k)
    right, end = group(marks, k)
    pos = marks[k].pos
    inner = [Mark("char", "#", pos), Mark("char", "1", pos)]
    if own:
        inner, end = group(marks, end)
        bars = {"delimsize": "middle"}
        inner = [Mark(m.kind, bars.get(m.text, m.text), m.pos, m.gap) for m in inner]
    sized = [Mark("macro", side, pos) for side in ("left", "right")]
    many = int("".join(one.text for one in count or ()) or 1)
    known[name] = Macro(many, None, (sized[0], *left, *inner, sized[1], *right), sized=True)
    return end


def expanded(marks: Sequence[Mark], known: Mapping[str, Macro]) -> list[Mark]:
    """The text with its macros written out; what they hold is at the place of the call."""
    waiting = list(reversed(marks))
    done: list[Mark] = []
    steps = 0
    while waiting:
        one = waiting.pop()
        macro = known.get(one.text) if one.kind == "macro" else None
        if (
            macro is None
            and one.kind == "macro"
            and one.text in CLASSES
            and waiting
            and waiting[-1].kind == "open"
        ):
            ahead = waiting[::-1]
            inner, end = group(ahead, 0)
            waiting = [*reversed(ahead[end:]), *reversed(inner)]
            continue
        if macro is None:
            done.append(one)
            continue
        steps += 1
        if steps > MOST or len(waiting) > MOST:
            raise NotUnderstood(f"the macro \\{one.text} has no end: it calls itself", one.pos)
        ahead = waiting[::-1]
        start = _starred(ahead, 0) if macro.count and ahead and ahead[0].text == "*" else 0
        args, end = _arguments(macro, ahead, start, one)
        made = _filled(macro.body, args, one)
        made[:1] = [replace(first, gap=one.gap or first.gap) for first in made[:1]]
        waiting = [*reversed(ahead[end:]), *reversed(made)]
    return done


def _arguments(macro: Macro, ahead: list[Mark], k: int, call: Mark) -> tuple[list[list[Mark]], int]:
    args: list[list[Mark]] = []
    if macro.default is not None:
        first, k = bracketed(ahead, k)
        args.append(list(macro.default) if first is None else first)
    if macro.sized:
        _, k = bracketed(ahead, k)
    while len(args) < macro.count:
        if k >= len(ahead) or ahead[k].kind == "close":
            raise NotUnderstood(f"\\{call.text} takes {macro.count} arguments", call.pos)
        arg, k = group(ahead, k)
        args.append(arg)
    return args, k


def _filled(body: Sequence[Mark], args: Sequence[Sequence[Mark]], call: Mark) -> list[Mark]:
    made: list[Mark] = []
    k = 0
    while k < len(body):
        number = body[k + 1].text if body[k].text == "#" and k + 1 < len(body) else ""
        if number.isdigit() and 0 < int(number) <= len(args):
            made += args[int(number) - 1]
            k += 2
        else:
            made.append(body[k].at(call.pos))
            k += 1
    return made
