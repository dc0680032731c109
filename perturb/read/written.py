"""A claim as the file that a person would write: imports, the domain, a body of `given` and `then`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from textwrap import wrap
from typing import Any

from perturb.vocab.grammar.kinds import AGAIN
from perturb.vocab.grammar.tree import CONST, INDEX, INPUT, Expr, const
from perturb.vocab.words.arithmetic import sqrt
from perturb.vocab.words.lists import Identity

SUM, PRODUCT, SIGNED, POWER, ATOM = 1, 2, 3, 4, 9
OPERATORS = {
    "add": ("+", SUM),
    "sub": ("-", SUM),
    "mul": ("*", PRODUCT),
    "div": ("/", PRODUCT),
    "matmul": ("@", PRODUCT),
}
# Of a complex input what is a word of its double: the words around it, the outer first.
OVER_C: dict[str, tuple[str, ...]] = {
    "T": ("H",),
    "complex_s": ("s",),
    "complex_lam": ("lam",),
    "complex_moduli": ("moduli",),
}
OVER_C |= {"complex_trace": ("real", "trace"), "complex_det": ("abs", "det")}
OVER_C |= {"hermitian_permanent": ("real", "permanent")}
# Of doubles so many times what they are of the matrix: the quotient is what is said of that.
TIMES = {"rank": const(2), "nuclear": const(2), "fro": sqrt(const(2))}
WIDTH, LONGEST, SHORTEST = 110, 88, 12


class Spelling:
    """Collects what a body needs: the words and numbers that it uses."""

    def __init__(self, renamed: Mapping[str, str], over_c: Collection[str] = ()) -> None:
        self.over_c = over_c  # the complex inputs, of which trees speak as of their doubles
        self.words: set[str] = set()
        self.fractions = False
        self.renamed = renamed
        self.letters: set[str] = set()
        self.called: dict[Expr, str] = {}
        self.indices: dict[str, tuple[Expr, ...]] = {}

    def shortened(self, whole: Expr) -> list[str | tuple[str, list[str]]]:
        """Names for parts of a side, until it is short; the lines that give them."""
        lines: list[str | tuple[str, list[str]]] = []
        while len(self.text(whole)) > LONGEST:
            parts = [
                one for one in whole.walk() if one.args and one not in self.called and one.word is not INDEX
            ]
            fitting = [one for one in parts if one is not whole and SHORTEST < len(self.text(one)) <= LONGEST]
            if not fitting:
                break
            best = max(fitting, key=lambda one: len(self.text(one)))
            name = f"part_{len(self.called) + 1}"
            lines.append(f"{name} = {self.text(best)}")
            self.called[best] = name
        return lines

    def text(self, value: Any) -> str:
        """A side of a relation as Python."""
        if isinstance(value, Identity):
            called, factor = self.word("I"), value.factor
            return (
                called
                if factor.word is CONST and factor.payload[0] == 1
                else f"{self._at(factor, PRODUCT)} * {called}"
            )
        return self._at(value, 0)

    def _at(self, x: Expr, level: int) -> str:
        text, own = self._of(x)
        return f"({text})" if own < level else text

    def _of(self, x: Expr) -> tuple[str, int]:
        name = x.word.name
        if x in self.called:
            return self.called[x], ATOM
        if self.over_c and (found := self._of_complex(x)) is not None:
            return found
        if x.word is CONST:
            return self._number(x.payload[0])
        if x.word is INPUT:
            return self.renamed.get(x.payload[0], x.payload[0]), ATOM
        if x.word is INDEX:
            self.indices[x.payload[0]] = x.args
            return str(x.payload[0]), ATOM
        if name in OPERATORS and not all(arg.word is CONST for arg in x.args) and not self._numeric(x):
            sign, level = OPERATORS[name]
            return f"{self._at(x.args[0], level)} {sign} {self._at(x.args[1], level + 1)}", level
        if name == "neg" and x.args[0].word is not CONST:
            return f"-{self._at(x.args[0], SIGNED)}", SIGNED
        if name == "component":
            return f"{self._at(x.args[0], ATOM)}[{self._at(x.args[1], 0)}]", ATOM
        if name == "entry":
            return f"{self._at(x.args[0], ATOM)}[{self._at(x.args[1], 0)}, {self._at(x.args[2], 0)}]", ATOM
        if name == "head":
            return f"{self._at(x.args[0], ATOM)}[:{self._at(x.args[1], 0)}]", ATOM
        if name == "list":
            return f"[{', '.join(self._at(arg, 0) for arg in x.args)}]", ATOM
        return self._call(x), ATOM

    def _of_complex(self, x: Expr) -> tuple[str, int] | None:
        """What is said of the double [[X, -Y], [Y, X]] of a complex input, said of that; else None."""
        name, args = x.word.name, x.args
        if name == "norm" and args[0].word.name == "complex_s" and self._complex(args[0].args[0]):
            return f"{self.word('fro')}({self._at(args[0].args[0], 0)})", ATOM
        if name in OVER_C and self._complex(args[0]):
            inner = f"{self.word(OVER_C[name][-1])}({self._at(args[0], 0)})"
            for outer in reversed(OVER_C[name][:-1]):
                inner = f"{outer if outer == 'abs' else self.word(outer)}({inner})"
            return inner, ATOM
        if name == "sym" and self._complex(args[0]):
            A = self._at(args[0], SUM)
            return f"({A} + {self.word('H')}({self._at(args[0], 0)})) / 2", PRODUCT
        if name == "complex_matrix":
            return f"{self._at(args[0], SUM)} + 1j * {self._at(args[1], PRODUCT + 1)}", SUM
        if name == "div" and args[0].word.name in TIMES and self._complex(args[0].args[0]):
            if args[1] is not TIMES[args[0].word.name]:
                raise ValueError(f"{args[0].word.name} of a complex matrix is said otherwise")
            return self._call(args[0]), ATOM
        return None

    def _complex(self, x: Expr) -> bool:
        if x.word is INPUT:
            return x.payload[0] in self.over_c
        return x.word.name == "complex_matrix" or (x.word.name in AGAIN and any(map(self._complex, x.args)))

    def _numeric(self, x: Expr) -> bool:
        """Would Python compute it, or take the list for one of its own?"""
        return all(
            arg.word is CONST or arg.word.name == "list" or arg.word.constant is not None for arg in x.args
        )

    def _number(self, value: Any) -> tuple[str, int]:
        exact = Fraction(value)
        if exact.denominator == 1:
            return str(exact.numerator), ATOM if exact >= 0 else SIGNED
        self.fractions = True
        return f"Fraction({exact.numerator}, {exact.denominator})", ATOM

    def _call(self, x: Expr) -> str:
        if x.word.constant is not None:
            return self._matrix(x)
        called = self.word(x.word.called)
        return f"{called}({', '.join(self._at(arg, 0) for arg in x.args)})" if x.args else called

    def word(self, called: str) -> str:
        """A word, under another name where an input or an index is called like it."""
        taken = called in self.renamed.values() or called in self.letters
        self.words.add(f"{called} as {called}_of" if taken else called)
        return f"{called}_of" if taken else called

    def _matrix(self, x: Expr) -> str:
        rows = [
            [self._number(Fraction(int(c.p), int(c.q)))[0] for c in row] for row in x.word.constant.tolist()
        ]
        return "[" + ", ".join("[" + ", ".join(row) + "]" for row in rows) + "]"


@dataclass
class Parts:
    """What a file is made of."""

    name: str
    args: Sequence[str]
    domain: str
    makers: Sequence[str]
    lines: Sequence[str | tuple[str, list[str]]]
    source: Spelling
    printed: str


def body(
    hypotheses: Sequence[Sequence[Any]],
    conclusions: Sequence[Sequence[Any]],
    renamed: Mapping[str, str],
    over_c: Collection[str] = (),
) -> tuple[list[str | tuple[str, list[str]]], Spelling]:
    """The lines of a body, and what they use; inputs are called as `renamed` says, `over_c` are complex."""
    source = Spelling(renamed, over_c)
    sides = [side for chain in (*hypotheses, *conclusions) for side in chain if isinstance(side, Expr)]
    source.letters = {name for side in sides for name in side.free}
    lines: list[str | tuple[str, list[str]]] = []
    for kind, chains in (("given", hypotheses), ("then", conclusions)):
        for chain in chains:
            found = [f'"{one}"' if isinstance(one, str) else source.text(one) for one in chain]
            for k in range(0, len(found), 2):
                if len(found[k]) > LONGEST and isinstance(chain[k], Expr):
                    lines += source.shortened(chain[k])
                    found[k] = source.text(chain[k])
            lines.append((kind, found))
    return [*_indices(source), *lines], source


def _indices(source: Spelling) -> list[str | tuple[str, list[str]]]:
    plain = sorted(name for name, ends in source.indices.items() if not ends)
    lines: list[str | tuple[str, list[str]]] = []
    if plain:
        source.words.add("indices")
        names = f"({plain[0]},)" if len(plain) == 1 else ", ".join(plain)
        lines.append(f'{names} = indices("{" ".join(plain)}")')
    for name, ends in sorted(source.indices.items()):
        if ends:
            low, high = (source.text(end) for end in ends)
            lines.append(f'{name} = index("{name}", {low}, {high})')
    return lines


def file(parts: Parts) -> str:
    """The whole file, formatted."""
    own = {"claim", "paper", *(one[0] for one in parts.lines if not isinstance(one, str))}
    own |= {"index"} if any(isinstance(one, str) and '= index("' in one for one in parts.lines) else set()
    imports = [
        *(["from fractions import Fraction", ""] if parts.source.fractions else []),
        _imported("perturb", sorted(own)),
        _imported("perturb.domains", sorted(parts.makers)),
        *([_imported("perturb.vocab", sorted(parts.source.words, key=_order))] if parts.source.words else []),
    ]
    head = ['"""A statement that was read from LaTeX."""', "", *imports, "", 'MINE = paper("mine")', "", ""]
    arguments = ["MINE", '"as printed"', f"domain={parts.domain}"]
    body_ = [line for one in parts.lines for line in _statement(one)]
    signature = f"def {parts.name}({', '.join(parts.args)}):"
    return "\n".join([*head, *_call("@claim", arguments, ""), signature, *_doc(parts.printed), *body_]) + "\n"


def _statement(one: str | tuple[str, list[str]]) -> list[str]:
    """A line of the body, or a call of which the arguments are known."""
    return [f"    {one}"] if isinstance(one, str) else _call(f"yield {one[0]}", one[1], "    ")


def _call(name: str, arguments: Sequence[str], margin: str) -> list[str]:
    """On one line where it fits, else as ruff breaks it."""
    line = f"{margin}{name}({', '.join(arguments)})"
    if len(line) <= WIDTH:
        return [line]
    inner = f"{margin}    {', '.join(arguments)}"
    if len(inner) <= WIDTH:
        return [f"{margin}{name}(", inner, f"{margin})"]
    lines = [line for one in arguments for line in _argument(one, f"{margin}    ")]
    return [f"{margin}{name}(", *lines, f"{margin})"]


def _argument(one: str, margin: str) -> list[str]:
    """An argument on a line of its own; domain=together(...) over several where it is long."""
    if len(margin) + len(one) + 1 <= WIDTH or not one.startswith("domain="):
        return [f"{margin}{one},"]
    name, _, inside = one[:-1].partition("(")
    parts, depth = [""], 0
    for sign in inside:
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    *lines, last = _call(name, [part.strip() for part in parts], margin)
    return [*lines, f"{last},"]


def _order(word: str) -> tuple[int, str]:
    """As ruff sorts names: constants, classes, the rest."""
    return (0 if word.isupper() else 1 if word[0].isupper() else 2, word)


def _imported(module: str, words: Sequence[str]) -> str:
    line = f"from {module} import {', '.join(words)}"
    if len(line) <= WIDTH:
        return line
    return f"from {module} import (\n" + "".join(f"    {word},\n" for word in words) + ")"


def _doc(printed: str) -> list[str]:
    """The text as it was read."""
    told = " ".join(printed.split()).replace('"""', "''")
    told += "." if told.endswith(("\\", '"')) else ""
    lines = wrap(told, WIDTH - 12, break_long_words=False, break_on_hyphens=False)
    raw = "r" if "\\" in told else ""
    if len(lines) == 1:
        return [f'    {raw}"""{lines[0]}"""']
    return [f'    {raw}"""{lines[0]}', *(f"    {line}" for line in lines[1:]), '    """']
