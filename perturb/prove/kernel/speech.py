"""Parts of statements as Coq terms in the words of perturb.v."""

from __future__ import annotations

import re
from collections.abc import Sequence

from perturb.prove.checker.statements import Statement
from perturb.prove.checker.text import COUNTED, NAME
from perturb.prove.kernel.terms import NotExpressible

# By the word and the kinds of its arguments (0 a number, 1 a vector, 2 a matrix).
TERMS = {
    "add 00": "({0} + {1})", "add 11": "(vadd {0} {1})", "add 22": "(madd {0} {1})",
    "add 01": "(map (Rplus {0}) {1})", "add 10": "(map (Rplus {1}) {0})",
    "sub 00": "({0} - {1})", "sub 11": "(vsub {0} {1})", "sub 22": "(msub {0} {1})",
    "mul 00": "({0} * {1})", "mul 01": "(vscale {0} {1})", "mul 10": "(vscale {1} {0})",
    "mul 02": "(mscale {0} {1})", "mul 20": "(mscale {1} {0})", "mul 11": "(vmul {0} {1})",
    "neg 0": "(- {0})", "neg 1": "(vscale (-1) {0})", "neg 2": "(mscale (-1) {0})",
    "sq 0": "({0} * {0})", "sq 1": "(vmul {0} {0})",
    "div 00": "({0} / {1})", "div 10": "(map (fun t => t / {1}) {0})", "div 11": "(vdiv {0} {1})",
    "div 01": "(map (fun t => {0} / t) {1})", "div 20": "(map (map (fun t => t / {1})) {0})",
    "larger 00": "(Rmax {0} {1})", "larger 11": "(vmax {0} {1})", "larger 01": "(map (Rmax {0}) {1})",
    "larger 10": "(map (fun t => Rmax t {1}) {0})",
    "smaller 00": "(Rmin {0} {1})", "smaller 11": "(vmin {0} {1})", "smaller 01": "(map (Rmin {0}) {1})",
    "smaller 10": "(map (fun t => Rmin t {1}) {0})",
    "abs 0": "(Rabs {0})", "abs 1": "(vabs {0})", "sqrt 0": "(sqrt {0})", "sqrt 1": "(vsqrt {0})",
    "matmul 22": "(matmul {0} {1})", "matmul 21": "(mulvec {0} {1})",
    "max 1": "(maximum {0})", "min 1": "(minimum {0})",
    "slopes 10": "(slopes {0} {1})",
    "reshape 1": "(reshape {0} {1} {2})", "reshape 2": "(reshape (entries {0}) {1} {2})",
    "without_columns 2": "(without_columns {0} {1})", "without_rows 2": "(without_rows {0} {1})",
    "matpow 2": "(matpow {0} {1})", "row 2": "(row {0} {1})", "entry 2": "(entry {0} {1} {2})",
    "component 1": "(component {0} {1})", "head 1": "(head {0} {1})",
}  # fmt: skip
TERMS |= {
    f"{word} 2": f"({word} {{0}} {{1}})" for word in ["leading", "trailing", "upper_right", "lower_left"]
}
ONE = "T trace det permanent adjugate lam s s1 s_star kappa rank diagonal entries upper"
TERMS |= {f"{word} 2": f"({word} {{0}})" for word in ONE.split()}
ONE = "sum prod norm partial_sums partial_products diag column_matrix circulant"
TERMS |= {f"{word} 1": f"({word} {{0}})" for word in ONE.split()}
TERMS |= {"hadamard 22": "(hadamard {0} {1})", "kron 22": "(kron {0} {1})"}
TERMS |= {"kron 12": "(kron (column_matrix {0}) {1})", "kron 21": "(kron {0} (column_matrix {1}))"}
TERMS |= {"block 2222": "(block {0} {1} {2} {3})", "ones ": "(ones {0})"}
SIGNS = {"<=": "<=", "<": "<", ">=": ">=", ">": ">", "==": "=", "!=": "<>"}
# Of Coq's language and of the library: no input is called so.
TAKEN = set(
    (
        "as at cofix do else end exists exists2 fix for forall fun if in let match mod return "
        + "then using where with R S O T I Prop Set Type vec mat map map2 dot det diag eye form sum "
        + "prod norm lam gram s s1 row entry head block kron rank trace table ones upper entries "
        + "leading trailing diagonal symmetric skew psd pd bounded activation projection orthogonal "
        + "contraction slopes kappa s_star is_zero sqrt pow PI exp ln sin cos tan length app nth "
        + "seq hd tl rev fold_right concat repeat firstn skipn words hadamard adjugate permanent "
        + "matmul mulvec matpow reshape circulant component true false nat bool list unit option "
        + "pair fst snd left right inl inr None Some eq le lt not and or all ex "
    ).split()
)


def called(name: str) -> str:
    """An input in Coq."""
    return f"{name}'" if name in TAKEN or name.startswith("_") else name


def number(text: str) -> str:
    """A rational number of the language."""
    if not re.fullmatch(r"-?[0-9]+(/0*[1-9][0-9]*)?", text, re.ASCII):
        raise NotExpressible(f"the number {text[:20]}")
    return f"({text})" if text[0] == "-" or "/" in text else text


def literal(text: str) -> str:
    """matrix[1,2;3,4]"""
    rows = [[number(x) for x in row.split(",")] for row in text[7:-1].split(";")]
    return f"[{'; '.join('[' + '; '.join(row) + ']' for row in rows)}]"


class Speaker:
    """Writes parts of a statement at some sizes. `blanks`: what stands for parts that may be anything."""

    def __init__(self, statement: Statement, blanks: dict[str, str] | None = None) -> None:
        self.statement, self.blanks = statement, blanks or {}

    def kind(self, part: str) -> int:
        return len(self.statement.shape(self.statement.read(part.replace("'", ""))))

    def expanded(self, part: str) -> str:
        """A part of the language in which words that mean others are replaced."""
        if part in self.blanks:
            return self.blanks[part]
        word, *args = self.statement.args[part]
        if not args:
            return self.leaf(part)
        if self.statement.integral(part):
            return number(str(self.statement.shapes.whole(part)))
        said, shown = self.read_as(word, args)
        text = self.term(said, shown, [self.expanded(arg) for arg in shown])
        if text is None:
            raise NotExpressible(f"the word {word}")
        return text

    def read_as(self, word: str, args: Sequence[str]) -> tuple[str, Sequence[str]]:
        """x + (-1) y is the difference of x and y, (-1) y the negative of y: so people write."""
        minus = self.minus(args[1]) if word == "add" else ""
        if minus and self.kind(args[0]) == self.kind(minus):
            return "sub", [args[0], minus]
        if word == "mul" and args[0] == "-1" and not self.statement.integral(args[1]):
            return "neg", args[1:]
        return word, args

    def minus(self, part: str) -> str:
        """y of (-1) y."""
        word, *args = self.statement.args[part]
        fine = word == "mul" and args[:1] == ["-1"] and part not in self.blanks
        return args[1] if fine and f"sub {self.kind(args[1])}{self.kind(args[1])}" in TERMS else ""

    def leaf(self, part: str) -> str:
        if part.startswith("matrix["):
            return literal(part)
        if part.rstrip("'") in self.statement.names:
            return called(part.rstrip("'"))
        if NAME.fullmatch(part):
            raise NotExpressible(f"the letter {part}")
        return number(part)

    def term(self, word: str, parts: Sequence[str], texts: Sequence[str]) -> str | None:
        """A word of arguments that are written already, or None for a word that has no line."""
        if word == "eye":
            return f"(eye {self.statement.shape(parts[0])[1]})"
        if word == "list":
            return f"[{'; '.join(texts)}]"
        if word == "pow":
            return self.power(parts, texts)
        if word == "ones":
            return f"(ones {self.whole(parts[0])})"
        counted = COUNTED | {"ky_fan"}
        kinds = "".join(str(self.kind(p)) for p in (parts[:1] if word in counted else parts))
        if word in counted:
            texts = [texts[0], *[self.whole(p) for p in parts[1:]]]
        if f"{word} {kinds}" not in TERMS:
            return None
        return TERMS[f"{word} {kinds}"].format(*texts)

    def counted(self, word: str, args: Sequence[str]) -> int:
        """How many of the arguments are not subscripts."""
        if word in ("ones", "index"):
            return 0
        return len(args) - (len(args) - 1 if word in COUNTED else 0)

    def whole(self, part: str) -> str:
        return str(self.statement.shapes.whole(part))

    def power(self, parts: Sequence[str], texts: Sequence[str]) -> str:
        found = re.fullmatch(r"(\d+)(?:/(\d+))?", parts[1])
        value = found or re.fullmatch(r"(\d+)(?:/(\d+))?", self.exponent(parts[1]))
        if not value or value[2] not in (None, "1", "2"):
            raise NotExpressible("this power")
        inner = "sqrt t" if value[2] == "2" else "t"
        if self.kind(parts[0]) == 0:
            return (
                f"({inner.replace('t', texts[0], 1) if inner == 't' else f'(sqrt {texts[0]})'} ^ {value[1]})"
            )
        return f"(map (fun t => ({inner}) ^ {value[1]}) {texts[0]})"

    def exponent(self, part: str) -> str:
        value = self.statement.shapes.read(part)
        return str(value.n.leading_coefficient()) if value.n.is_constant() else ""

    def relation(self, relation: str, k: int) -> str:
        """A relation; of vectors that of their components k."""
        word, *sides = self.statement.args[relation]
        texts = [self.expanded(side) for side in sides]
        texts = [f"component {t} {k}" if self.kind(side) else t for t, side in zip(texts, sides, strict=True)]
        return f"{texts[0]} {SIGNS[word]} {texts[1]}"
