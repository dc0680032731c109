"""Claim files as a user writes them, good and bad."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from click.testing import Result

Run = Callable[..., Result]

HEAD = """from perturb import claim, given, paper, then
from perturb.domains import integer, psd, square, together
from perturb.vocab import entries, fro, kron, lam_max, lam_min, mul, s, s1

ME = paper("me")

"""
COMMUTATOR = """from perturb import claim, paper, then
from perturb.domains import square
from perturb.vocab import fro, mul

@claim(paper("me"), "eq. (7) of my draft", domain=square(count=2, n=(2, 4)))
def commutator(A, B):
    yield then(fro(mul(A, B) - mul(B, A)), "<=", 1.4142 * fro(A) * fro(B))
"""
TAILS = """from perturb import paper
from perturb.statements.chance import tail


@tail(paper("me"), "above the median", bound=lambda: 0.6, cases=[()])
def one(draws, rng):
    return rng.normal(size=draws) > 0


@tail(paper("me"), "above the median, too often", bound=lambda: 0.4, cases=[()])
def two(draws, rng):
    return rng.normal(size=draws) > 0
"""
TRUE = (
    HEAD
    + """
@claim(ME, "{label}", domain=square(count=2, n=(1, 3)){options})
def submultiplicative(A, B):
    yield then(s1(A @ B), "<=", s1(A) * s1(B))
"""
)
FALSE = (
    HEAD
    + """
@claim(ME, "a false one", domain=square(n=(1, 3)){options})
def {name}(A):
    yield then(s1(A), "<=", 5)
"""
)


def true(label: str = "a true one", options: str = "") -> str:
    return TRUE.format(label=label, options=options)


def false(options: str = "", name: str = "small") -> str:
    return FALSE.format(options=options, name=name)


def body(lines: str, domain: str = "square(n=(1, 3))") -> str:
    indented = "\n".join("    " + line for line in lines.splitlines())
    return HEAD + f"\n@claim(ME, 'x', domain={domain})\ndef stated(A):\n{indented}\n"


BAD: dict[str, tuple[str, str]] = {
    "syntax error": ("def f(:\n", "SyntaxError"),
    "exception": ("1 / 0\n", "ZeroDivisionError: division by zero (line 1)"),
    "exception further down": (
        "def f():\n    return [][0]\n\nf()\n",
        "IndexError: list index out of range (line 2)",
    ),
    "import": ("import no_such_module\n", "No module named 'no_such_module'"),
    "not text": ("\udcff", "Error"),
    "recursion": ("def f():\n    return f()\nf()\n", "RecursionError"),
    "exits": ("import sys\nsys.exit(0)\n", "SystemExit"),
    "no claim": ("x = 1\n", "declares no claim (use @claim)"),
    "empty": ("", "declares no claim"),
    "twice": (false() + false(', id="small"', "other"), "me/small"),
    "not a statement": (body("return None"), "must yield"),
    "no conclusion": (body("yield given(s1(A), '<', 1)"), "no conclusion"),
    "matrix product": (body("yield then(s1(A * A), '<=', 1)"), "A @ B or hadamard(A, B)"),
    "branch": (body("yield then(1 if s1(A) > 0 else 2, '<=', 1)"), "Error"),
    "unknown operator": (body("yield then(s1(A), '=<', 1)"), "'=<' is not one of"),
    "unknown size": (body("yield then(s1(A), '<=', 1)", "square(m=3)"), "unknown size"),
    "end without a size": (body("yield then(A, '<=', 1)", "integer(1, 'n')"), "'n'"),
    "shapes that do not fit": (body("yield then(s1(A + kron(A, A)), '<=', 1)"), "2 x 2 and 4 x 4 do not fit"),
    "lengths that do not fit": (body("yield then(s(A), '<=', entries(A))"), "lengths [2, 4]"),
    "not symmetric": (body("yield then(lam_max(A), '<=', 9 + s1(A))"), "not symmetric"),
    "equality case outside": (
        body("yield then(lam_min(A), '>=', 0)", "psd(), equality=[[[-1]]]"),
        "equality",
    ),
}


def write(text: str, name: str = "c.py") -> str:
    Path(name).write_text(text, encoding="utf-8", errors="surrogateescape")
    return name


def refused(done: Result, message: str) -> None:
    """Exit code 2, one line that says what is wrong, after click's usage lines."""
    assert done.exit_code == 2, done.output
    assert message in done.stderr
    assert "Traceback" not in done.output
    assert len([line for line in done.stderr.splitlines() if line.startswith("Error:")]) == 1
    assert done.stdout == ""
