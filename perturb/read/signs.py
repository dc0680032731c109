"""The signs of mathematics by their names in LaTeX: relations, operators, brackets, accents, letters."""

from __future__ import annotations

from perturb.read.errors import words_of
from perturb.vocab.grammar.tree import WORDS
from perturb.vocab.printing.symbols import GREEK

RELATIONS = {
    "=": "=",
    "<": "<",
    ">": ">",
    "le": "<=",
    "leq": "<=",
    "leqslant": "<=",
    "leqq": "<=",
    "ge": ">=",
    "geq": ">=",
}
RELATIONS |= {"geqslant": ">=", "geqq": ">=", "lt": "<", "gt": ">", "ne": "!=", "neq": "!=", "in": "in"}
RELATIONS |= {"preceq": "loewner", "preccurlyeq": "loewner", "succeq": "loewner>", "succcurlyeq": "loewner>"}
RELATIONS |= {
    "prec": "prec",
    "succ": "succ",
    "perp": "perp",
    "coloneqq": ":=",
    "coloneq": ":=",
    "triangleq": ":=",
}
RELATIONS |= {
    "equiv": "=",
    "eqqcolon": "=:",
    "ni": "ni",
    "notin": "notin",
    "subset": "subset",
    "subseteq": "subset",
}
RELATIONS |= {
    "nleq": "not",
    "sim": "~",
    "approx": "~",
    "propto": "~",
    "ll": "~",
    "gg": "~",
    "to": "to",
    "mapsto": "to",
}
RELATIONS |= {
    "lesssim": "~",
    "gtrsim": "~",
    "simeq": "~",
    "cong": "~",
    "supset": "subset",
    "rightarrow": "to",
    "mid": "mid",
}
OPERATORS = {
    "cdot": "*",
    "times": "times",
    "/": "/",
    "circ": "hadamard",
    "odot": "hadamard",
    "otimes": "kron",
}
OPERATORS |= {
    "oplus": "oplus",
    "#": "mean",
    "sharp": "mean",
    "*": "*",
    "ast": "*",
    "cup": "cup",
    "setminus": "minus",
}
OPERATORS |= {
    "boxtimes": "kron",
    "div": "/",
    "bigcup": "cup",
    "cap": "cup",
    "star": "star",
    "bullet": "bullet",
}
SIGNS = {"+": "+", "-": "-", "pm": "pm", "mp": "pm"}
OPENING = {"(": "(", "[": "[", "{": "{", "lbrace": "{", "langle": "<", "lbrack": "[", "lparen": "("}
CLOSING = {")": ")", "]": "]", "}": "}", "rbrace": "}", "rangle": ">", "rbrack": "]", "rparen": ")"}
BARS = {"|": "‖", "Vert": "‖", "vert": "|", "lvert": "|", "rvert": "|", "lVert": "‖", "rVert": "‖"}
LEFT_BARS, RIGHT_BARS = ("lvert", "lVert"), ("rvert", "rVert")
SIZES = {"left": "left", "right": "right", "middle": ""} | {
    f"{big}{side}": {"l": "left", "r": "right"}.get(side, "")
    for big in ("big", "Big", "bigg", "Bigg")
    for side in ("", "l", "r", "m")
}
BIG: tuple[str, ...] = (
    "sum",
    "prod",
    "max",
    "min",
    "sup",
    "inf",
    "argmax",
    "argmin",
    "lim",
    "limsup",
    "liminf",
    "int",
    "bigoplus",
)
BIG += ("bigotimes",)
ACCENTS = (
    "hat",
    "widehat",
    "tilde",
    "widetilde",
    "bar",
    "overline",
    "underline",
    "vec",
    "dot",
    "check",
    "breve",
    "ddot",
)
FONTS = frozenset(
    words_of(
        "mathbf boldsymbol bm mathcal mathsf mathfrak mathrm mathit mathscr pmb bold mathbb mathbbm "
        "mathds Bbb rm bf operatorname mathop mathnormal text textrm textbf mbox mathord textup "
        "textnormal textit "
    )
)
MATRICES = frozenset(
    words_of(
        "matrix pmatrix bmatrix Bmatrix vmatrix Vmatrix smallmatrix psmallmatrix bsmallmatrix array cases "
    )
)
SKIPPED = frozenset(
    words_of(
        ", ; ! : > quad qquad thinspace enspace negthinspace medspace thickspace limits nolimits "
        "displaystyle textstyle scriptstyle nonumber notag hfill mathstrut strut mathopen mathclose "
        "mathbin mathrel relax allowbreak scriptscriptstyle space "
    )
) | {" ", "/"}
DOTS = frozenset(["ldots", "dots", "cdots", "dotsc", "dotsb", "dotsm", "dotso", "hdots"])
LETTERS = GREEK | {
    "varepsilon",
    "vartheta",
    "varrho",
    "varsigma",
    "varphi",
    "varkappa",
    "ell",
    "pi",
    "Pi",
    "upsilon",
}
LETTERS |= {
    "Upsilon",
    "Xi",
    "hbar",
    "infty",
    "top",
    "intercal",
    "dagger",
    "dag",
    "downarrow",
    "uparrow",
    "emptyset",
}
LETTERS |= {"Re", "Im", "Tr", "natural", "varnothing", "complement", "imath", "jmath", "prime", "bot"}
ALIKE = {"varepsilon": "epsilon", "vartheta": "theta", "varrho": "rho", "varsigma": "sigma", "varphi": "phi"}
ALIKE |= {"varkappa": "kappa", "dag": "dagger", "intercal": "top", "imath": "i", "jmath": "j"}
FUNCTIONS = frozenset(
    words_of("det tr trace rank log ln exp dim deg gcd sin cos tan ker hom arg Pr sec csc cot ")
)
# Names of functions in upright letters that are no word's own: what books have for one. The name of a word
# in Python, and the upright name in its print, are read as well.
NAMES = {
    name: line.partition(" = ")[2]
    for line in """\
tr Tr trace Trace sp Sp = trace
det Det = det
rank rk Rank rg = rank
per perm Per = permanent
cond = cond
adj Adj = adjugate
vec = vec
diag Diag = diag
diagonal = diagonal
sym Sym = sym
Re = Re
Im = Im
exp = exp
log ln = log
Log = principal_log
ReLU relu = relu
sqrt = sqrt
Sqrt = principal_sqrt
Pow = principal_power
triu = upper
tril = lower
circ = circulant
polar = polar
deg = degrees
dim = length
rows = rows
cols = cols
rowsums = row_sums
colsums = column_sums
cumsum = partial_sums
cumprod = partial_products
entries = entries
reshape = reshape
pow = mat_power
lsv = lsv
rsv = rsv
Lap = laplacian
band = band
minors = minors
numrad = numerical_radius
""".splitlines()
    for name in line.partition(" = ")[0].split()
}
WORDS_OF_TEXT = frozenset((*NAMES, "Id", "I", "op", "Fr", "HS", "off", "opt"))


def named_word(name: str) -> str:
    """The word that an upright name stands for, "" where there is none."""
    if name in NAMES:
        return NAMES[name]
    found = next((w for w in WORDS.values() if w.called == name and w.meaning), None)
    return found.called if found is not None and len(name) > 1 else ""
