"""The marks of one formula as terminals of the grammar: arguments in braces, bars opened and closed."""

from __future__ import annotations

from collections.abc import Sequence

from lark import Token

from perturb.read import signs
from perturb.read.errors import NotUnderstood
from perturb.read.macros import bracketed, group
from perturb.read.source import Mark

ARGUMENTS = {"frac": 2, "tfrac": 2, "dfrac": 2, "cfrac": 2, "sfrac": 2, "nicefrac": 2}
TYPED = {"<": "<=", ">": ">=", "!": "!="}  # as on a keyboard
BRACES = ("open", "close")
OPERANDS = ("NUMBER", "LETTER", "CLOSE", "BARCLOSE", "ACLOSE", "PRIME", "ENDMATRIX", "DOTS", "BANG")
BOLD = ("mathbf", "boldsymbol", "bm", "pmb", "bold", "bf")
UPRIGHT = (
    "mathrm",
    "operatorname",
    "text",
    "textrm",
    "mbox",
    "mathop",
    "rm",
    "textup",
    "textnormal",
    "mathsf",
)


def terminals(marks: Sequence[Mark]) -> list[Token]:
    """The terminals of a formula. NotUnderstood for unknown commands and brackets that do not fit."""
    return _Lexer().all(list(marks))


class _Lexer:
    """Reads marks from left to right; `waiting` are the bars that are open."""

    def __init__(self) -> None:
        self.out: list[Token] = []
        self.waiting: list[tuple[str, Mark]] = []
        self.square: list[str] = []

    def all(self, marks: list[Mark]) -> list[Token]:
        k = 0
        while k < len(marks):
            k = self.one(marks, k)
        if self.waiting:
            raise NotUnderstood(
                "a bar is not closed", self.waiting[-1][1].pos, cure="write \\lVert and \\rVert"
            )
        return self.out

    def put(self, kind: str, text: str, at: Mark) -> None:
        if kind in ("AMP", "NEWROW", "ENDMATRIX") and self.out and self.out[-1].type == "COMMA":
            self.out.pop()  # behind the cases of a function
        if (
            kind == "LETTER"
            and text in ("!if", "!for", "!when")
            and self.out[-1:]
            and self.out[-1].type == "AMP"
        ):
            return
        self.out.append(Token(kind, text, start_pos=at.pos))

    def one(self, marks: list[Mark], k: int) -> int:
        """Reads what begins at k; where the next begins."""
        mark = marks[k]
        if mark.kind == "open":
            return self.argument(marks, k, mark, own=True)
        if mark.kind == "close":
            raise NotUnderstood("a brace } closes nothing", mark.pos)
        if mark.kind in ("begin", "end"):
            return self.environment(marks, k)
        if mark.kind == "char":
            return self.char(marks, k)
        return self.macro(marks, k)

    def argument(self, marks: list[Mark], k: int, at: Mark, own: bool = False) -> int:
        """An argument: a group in braces, or one sign."""
        while k < len(marks) and marks[k].kind == "macro" and marks[k].text in signs.SKIPPED:
            k += 1
        if k >= len(marks):
            raise NotUnderstood("what belongs to it is missing", at.pos)
        braces = marks[k].kind == "open"
        if braces:
            inner, end = group(marks, k)
        elif marks[k].kind == "macro" and (
            marks[k].text in signs.FONTS or marks[k].text in (*ARGUMENTS, *signs.ACCENTS)
        ):
            _, end = group(marks, k + 1)
            for _ in range(ARGUMENTS.get(marks[k].text, 1) - 1):
                _, end = group(marks, end)
            inner = marks[k:end]
        else:
            inner, end = [marks[k]], k + 1
        found = _Lexer().all(inner) if braces or len(inner) > 1 else _single(inner)
        if not found and own:
            return end
        if not found:
            raise NotUnderstood("what belongs to it is missing", at.pos)
        self.put("AOPEN", "{", at)
        self.out += _alone(found)
        self.put("ACLOSE", "}", at)
        return end

    def char(self, marks: list[Mark], k: int) -> int:
        mark = marks[k]
        text = mark.text
        if text.isdigit():
            return self.digits(marks, k)
        if text in "^_":
            self.put("SUP" if text == "^" else "SUB", text, mark)
            return self.argument(marks, k + 1, mark)
        if text == "'":
            self.put("PRIME", text, mark)
        elif text == ",":
            self.put("COMMA", text, mark)
        elif [m.text for m in marks[k : k + 3] if m.kind == "char"] == ["|"] * 3 and not self.waiting:
            raise NotUnderstood("three bars are a norm that is not known", mark.pos, cure="write \\|A\\|")
        elif text == "|" and self.doubled(marks, k):
            self.bar("‖", mark, "")
            return k + 2
        elif text == "|":
            self.bar("|", mark, "")
        elif text in TYPED and marks[k + 1 : k + 2] and marks[k + 1].text == "=":
            self.put("REL", TYPED[text], mark)
            return k + 2
        elif text == ":" and marks[k + 1 : k + 2] and marks[k + 1].text == "=":
            self.put("REL", ":=", mark)
            return k + 2
        elif text == "=" and marks[k + 1 : k + 2] and marks[k + 1].text == ":":
            self.put("REL", "=:", mark)
            return k + 2
        elif text == "!":
            self.put("BANG", text, mark)
        elif text == ":" and self.square and self.square[-1] == "{":
            self.put("REL", "mid", mark)  # the x : ... of a set, which no word reads
        elif text in signs.SIGNS:
            self.put("SIGN", text, mark)
        elif text in signs.RELATIONS:
            self.put("REL", signs.RELATIONS[text], mark)
        elif text in signs.OPENING or text in signs.CLOSING:
            self.bracket(text, mark)
        elif text in signs.OPERATORS:
            self.put("OP", signs.OPERATORS[text], mark)
        elif text.isalpha():
            self.put("LETTER", text, mark)
        elif text == "." and "".join(m.text for m in marks[k : k + 3]).startswith(".."):
            self.put("DOTS", "...", mark)
            return k + (3 if "".join(m.text for m in marks[k : k + 3]) == "..." else 2)
        elif text == "&":
            self.put("AMP", text, mark)
        elif text == "." and k == len(marks) - 1:
            pass
        elif text == ";":
            self.put("COMMA", text, mark)
        else:
            raise NotUnderstood(f"the sign {text!r} is not read here", mark.pos)
        return k + 1

    def doubled(self, marks: list[Mark], k: int) -> bool:
        """Two bars typed for a double one, where no single one is open."""
        two = [(m.kind, m.text, m.gap) for m in marks[k + 1 : k + 2]] == [("char", "|", False)]
        return two and (not self.waiting or self.waiting[-1][0] == "‖")

    def digits(self, marks: list[Mark], k: int) -> int:
        end, text = k, ""
        while end < len(marks) and marks[end].kind == "char":
            one = marks[end].text
            point = one == "." and end + 1 < len(marks) and marks[end + 1].text.isdigit() and "." not in text
            if not (one.isdigit() or point) or (end > k and marks[end].gap):
                break
            text += one
            end += 1
        self.put("NUMBER", text, marks[k])
        return end

    def bracket(self, text: str, mark: Mark) -> None:
        if text in signs.OPENING:
            self.square.append(signs.OPENING[text])
            self.put("OPEN", signs.OPENING[text], mark)
        else:
            if not self.square:
                raise NotUnderstood(f"the bracket {text} closes nothing", mark.pos)
            self.square.pop()
            self.put("CLOSE", signs.CLOSING[text], mark)

    def bar(self, kind: str, mark: Mark, side: str) -> None:
        """A bar opens where an operand is missing before it, or where none of its kind is open."""
        operand = bool(self.out) and self.out[-1].type in OPERANDS
        opened = any(one == kind for one, _ in self.waiting)
        closes = side == "right" or (side == "" and opened and operand)
        if closes and self.waiting and self.waiting[-1][0] == "." and side == "right":
            self.waiting.pop()
            self.put("BARCLOSE", ".", mark)
            return
        if closes:
            if not self.waiting or self.waiting[-1][0] != kind:
                raise NotUnderstood(
                    "a bar closes nothing", mark.pos, cure="write \\lVert and \\rVert, \\lvert and \\rvert"
                )
            self.waiting.pop()
            self.put("BARCLOSE", kind, mark)
        else:
            self.waiting.append((kind, mark))
            self.put("BAROPEN", kind, mark)

    def macro(self, marks: list[Mark], k: int) -> int:
        mark, name = marks[k], marks[k].text
        if name in signs.SIZES:
            return self.sized(marks, k)
        if name in signs.SKIPPED:
            if (
                self.square
                and self.square[-1] == "["
                and name in (" ", ";", ":", "quad", "qquad")
                and self.out[-1].type in OPERANDS
            ):
                self.put("GAP", name, mark)
            return k + 1
        if name == "cdot" and self.empty_place(marks, k):
            self.put("LETTER", "!cdot", mark)
        elif name in signs.BARS:
            side = "left" if name in signs.LEFT_BARS else "right" if name in signs.RIGHT_BARS else ""
            self.bar(signs.BARS[name], mark, side)
        elif name in ARGUMENTS:
            self.put("FRAC", name, mark)
            return self.argument(marks, self.argument(marks, k + 1, mark), mark)
        elif name == "sqrt":
            return self.root(marks, k)
        elif name in signs.ACCENTS:
            self.put("ACCENT", name, mark)
            return self.argument(marks, k + 1, mark)
        elif name in signs.FONTS:
            return self.font(marks, k)
        elif name == "substack":
            inner, end = group(marks, k + 1)
            return self.all_of([Mark("char", ",", m.pos) if m.text == "\\" else m for m in inner], end)
        elif name in ("stackrel", "overset", "underset"):
            _, k = group(marks, k + 1)
            inner, end = group(marks, k)
            return self.all_of(inner, end)
        elif name == "not":
            if marks[k + 1 : k + 2] and marks[k + 1].text == "=":
                self.put("REL", "!=", mark)
                return k + 2
            raise NotUnderstood("a relation that is struck out", mark.pos)
        elif name == "\\":
            self.put("NEWROW", name, mark)
        elif name == "&":
            self.put("AMP", name, mark)
        else:
            self.named(name, mark)
        return k + 1

    def empty_place(self, marks: list[Mark], k: int) -> bool:
        """Does the dot stand for an argument, as in ReLU(A .), A[., i] and |.|?"""
        rest = [m for m in marks[k + 1 :] if not (m.kind == "macro" and m.text in signs.SKIPPED)]
        closes = not rest or rest[0].text in (*signs.CLOSING, "right", ",")
        if rest and rest[0].text in signs.BARS:  # one that is open, and no other
            kind = signs.BARS[rest[0].text]
            closes = bool(self.waiting) and (rest[0].kind == "char" or self.waiting[-1][0] == kind)
        return closes or not self.out

    def all_of(self, inner: list[Mark], end: int) -> int:
        j = 0
        while j < len(inner):
            j = self.one(inner, j)
        return end

    def named(self, name: str, mark: Mark) -> None:
        """A macro that is a sign by itself."""
        kinds = (("REL", signs.RELATIONS), ("OP", signs.OPERATORS), ("SIGN", signs.SIGNS))
        for kind, table in kinds:
            if name in table:
                return self.put(kind, table[name], mark)
        if name in signs.OPENING or name in signs.CLOSING:
            return self.bracket(name, mark)
        if name in signs.BIG:
            return self.put("BIG", name, mark)
        if name in signs.DOTS:
            return self.put("DOTS", name, mark)
        if name in signs.FUNCTIONS:
            return self.put("LETTER", f"!{name}", mark)
        if name in signs.LETTERS:
            return self.put("LETTER", f"\\{signs.ALIKE.get(name, name)}", mark)
        if name in ("lfloor", "rfloor", "lceil", "rceil", "binom", "cases", "underbrace", "overbrace"):
            raise NotUnderstood("this notation is not read", mark.pos, f"\\{name}")
        raise NotUnderstood(
            "an unknown command",
            mark.pos,
            f"\\{name}",
            f"define it in the text: \\newcommand{{\\{name}}}{{...}}",
        )

    def sized(self, marks: list[Mark], k: int) -> int:
        """\\left and \\right, \\bigl and its like, with the bracket after them."""
        side = signs.SIZES[marks[k].text]
        if k + 1 >= len(marks):
            raise NotUnderstood("a bracket is missing", marks[k].pos)
        one = marks[k + 1]
        kind = signs.BARS.get(one.text) if one.kind == "macro" else "|" if one.text == "|" else None
        if kind is not None:
            own = "left" if one.text in signs.LEFT_BARS else "right" if one.text in signs.RIGHT_BARS else side
            self.bar(kind, one, own)
            return k + 2
        if one.text == ".":
            if side != "left":
                raise NotUnderstood("half a pair of brackets", one.pos, f"\\{marks[k].text}.")
            self.waiting.append((".", one))
            self.put("BAROPEN", ".", one)
            return k + 2
        return self.one(marks, k + 1)

    def root(self, marks: list[Mark], k: int) -> int:
        degree, after = bracketed(marks, k + 1)
        self.put("SQRT" if degree is None else "ROOT", "sqrt", marks[k])
        if degree is not None:
            self.put("AOPEN", "{", marks[k])
            self.out += _Lexer().all(degree)
            self.put("ACLOSE", "}", marks[k])
        return self.argument(marks, after, marks[k])

    def font(self, marks: list[Mark], k: int) -> int:
        """Letters of another font: tr and ReLU are names, bold A is A, bold 1 is the vector of ones."""
        mark, name = marks[k], marks[k].text
        if name == "mathit" and k + 1 < len(marks) and marks[k + 1].kind == "open":
            inner, end = group(marks, k + 1)
            text = "".join(m.text for m in inner)
            if len(text) > 1 and text.isalnum():
                self.put("LETTER", text, mark)
                return end
        if name in ("rm", "bf"):
            return k + 1
        start = k + 2 if marks[k + 1 : k + 2] and marks[k + 1].text == "*" else k + 1
        inner, end = group(marks, start)
        text = "".join(m.text for m in inner if m.text not in (*signs.SKIPPED, "-"))
        if name in ("mathbb", "mathbbm", "mathds", "Bbb") or (name in BOLD and text.isdigit()):
            self.put("LETTER", f"@{text}", mark)
        elif (
            name in UPRIGHT
            and all(m.kind == "char" for m in inner)
            and (len(text) > 1 or name not in ("mathsf",))
        ):
            self.put("LETTER", f"!{text}", mark)
        elif name in UPRIGHT and len(inner) == 1 and inner[0].kind == "macro":
            return self.all_of(inner, end)
        elif len(inner) == 1:
            before = len(self.out)
            self.all_of(inner, end)
            if self.out[before:] and self.out[before].type == "LETTER":
                self.out[before] = Token("LETTER", f"{self.out[before]}@{name}", start_pos=mark.pos)
        else:
            self.all_of(inner, end)
        return end

    def environment(self, marks: list[Mark], k: int) -> int:
        """A matrix in print."""
        mark = marks[k]
        if mark.text not in signs.MATRICES:
            raise NotUnderstood(f"the environment {mark.text!r} is not read in a formula", mark.pos)
        if mark.kind == "end":
            self.put("ENDMATRIX", mark.text, mark)
            return k + 1
        self.put("MATRIX", mark.text, mark)
        if mark.text == "array":
            _, end = bracketed(marks, k + 1)
            _, end = group(marks, end)
            return end
        return k + 1


def _single(inner: list[Mark]) -> list[Token]:
    """One sign without braces: a digit is a number of its own."""
    return (
        _Lexer().all(inner)
        if inner[0].text not in ("|",)
        else [Token("BARCLOSE", "|", start_pos=inner[0].pos)]
    )


def _alone(found: list[Token]) -> list[Token]:
    """In a script a plus, a star or an arrow alone is a name."""
    if len(found) == 1 and found[0].type in ("OP", "SIGN", "PRIME", "REL", "BIG"):
        names = {"*": "*", "+": "+", "-": "-", "hadamard": "circ", "star": "*"}
        if found[0].type == "PRIME":
            return found and [Token("LETTER", "!T", start_pos=found[0].start_pos)]
        return [Token("LETTER", f"!{names.get(str(found[0]), str(found[0]))}", start_pos=found[0].start_pos)]
    if len(found) == 2 and all((one.type, str(one)) == ("SIGN", "+") for one in found):
        return [Token("LETTER", "!++", start_pos=found[0].start_pos)]
    if len(found) > 1 and all(one.type == "PRIME" for one in found):
        return [Token("LETTER", "!''", start_pos=found[0].start_pos)]
    return found
