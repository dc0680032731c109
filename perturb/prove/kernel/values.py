"""Why a word has the value that the checker gives it: a tactic a word, with the choices of the path."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from perturb.prove.checker.matrices import depth, det, plane, turned
from perturb.prove.checker.numbers import Ratio, squares
from perturb.prove.checker.paths import NEG, POS, ZERO
from perturb.prove.kernel.path import Said, summed
from perturb.prove.kernel.terms import NotExpressible

# Sums, products and places: both sides are the same after the definitions are unfolded.
PLAIN = set(
    (
        "add mul hadamard sum prod partial_sums partial_products component head entry leading trailing "
        + (
            "upper_right lower_left without_columns without_rows row ones list "
            "reshape T matmul matpow kron eye "
        )
        + "diag diagonal entries column_matrix circulant upper block trace det permanent adjugate"
    ).split()
)
Entry = Callable[[Ratio, Ratio, int], str]


def literal(
    raw: Any, value: Any, entry: Callable[[Ratio, Ratio, tuple[int, ...]], str], at: tuple[int, ...] = ()
) -> str:
    """A tactic for the equality of two literals, entry by entry: of what stands there and of what it is."""
    if not isinstance(value, list):
        return entry(raw, value, at)
    out = "reflexivity"
    for k, (x, y) in reversed(list(enumerate(zip(raw, value, strict=True)))):
        out = f"(apply lcons; [{literal(x, y, entry, (*at, k))} | {out}])"
    return out


def item(x: Any, at: tuple[int, ...]) -> Any:
    """An entry; a number stands for each."""
    return x if not isinstance(x, list) else item(x[at[0]], at[1:])


def steps(F: Said, word: str, args: Sequence[Any], raw: Any, value: Any) -> str:
    """A tactic that ends the goal `word of literals = literal`. args: the values of the arguments."""
    if word in PLAIN:
        return f"words; {literal(raw, value, lambda x, y, _: F.equal(x, y))}"
    if word in ENTRYWISE:
        rule = ENTRYWISE[word]
        return f"words; {literal(raw, value, lambda _, y, at: rule(F, *[item(a, at) for a in args], y))}"
    if word in WHOLE:
        return WHOLE[word](F, *args, value)
    raise NotExpressible(f"the word {word}")


# entry by entry


def absolute(F: Said, x: Ratio, y: Ratio) -> str:
    if F.negative(x):
        return f"(apply abs_le; [{F.sign_of(x, NEG | ZERO)} | {F.equal(y, -x)}])"
    return f"(apply abs_ge; [{F.sign_of(x, POS | ZERO)} | {F.equal(y, x)}])"


def larger(F: Said, x: Ratio, y: Ratio, z: Ratio) -> str:
    if F.negative(x - y):
        return f"(apply max_r; [{F.sign_of(x - y, NEG | ZERO)} | {F.equal(z, y)}])"
    return f"(apply max_l; [{F.sign_of(x - y, POS | ZERO)} | {F.equal(z, x)}])"


def smaller(F: Said, x: Ratio, y: Ratio, z: Ratio) -> str:
    if F.ask(x - y, ZERO | POS, NEG | ZERO) & POS:
        return f"(apply min_r; [{F.sign_of(x - y, POS | ZERO)} | {F.equal(z, y)}])"
    return f"(apply min_l; [{F.sign_of(x - y, NEG | ZERO)} | {F.equal(z, x)}])"


def quotient(F: Said, x: Ratio, y: Ratio, z: Ratio) -> str:
    return F.equal(F.div(x, y), z)


def root(F: Said, x: Ratio, y: Ratio) -> str:
    """sqrt x = y."""
    return f"(apply sqrt_is; [{root_is_not_negative(F, y)} | {F.equal(x, y * y)}])"


def root_is_not_negative(F: Said, y: Ratio) -> str:
    return F.sign_of(y, POS | ZERO)


def slope(F: Said, t: Ratio, eta: Ratio, y: Ratio) -> str:
    lemma, wanted, is_ = ("slope_pos", POS, F.unit) if F.sign(t) == POS else ("slope_neg", NEG, eta)
    return f"(apply {lemma}; [{F.sign_of(t, wanted)} | {F.equal(y, is_)}])"


def power(F: Said, x: Ratio, e: Ratio, y: Ratio) -> str:
    p = e.n.leading_coefficient()
    if p.q == 1:
        return F.equal(F.pow(x, e), y)
    r = F.sqrt(x)
    inner = root(F, x, r) if F.sign(x) != ZERO else f"(rewrite {zero_root(F, x)}; reflexivity)"
    return (
        f"(replace (sqrt ({F.text(x)})) with ({F.text(r)}) by (symmetry; {inner}); {F.equal(F.pow(x, e), y)})"
    )


def zero_root(F: Said, x: Ratio) -> str:
    return f"(sqrt_is ({F.text(x)}) 0 (Rle_refl 0) ltac:(rewrite Rmult_0_l; {F.sign_of(x, ZERO)}))"


def square_root(F: Said, x: Ratio, y: Ratio) -> str:
    if F.ask(x, NEG, ZERO, ZERO | POS) == ZERO:
        return f"(rewrite {zero_root(F, x)}; {F.equal(F.nothing, y)})"
    return root(F, x, y)


ENTRYWISE: dict[str, Callable[..., str]] = {
    "abs": absolute,
    "larger": larger,
    "smaller": smaller,
    "div": quotient,
    "sqrt": square_root,
    "slopes": slope,
    "pow": power,
}

# whole vectors and matrices


def norm(F: Said, v: list[Ratio], y: Ratio) -> str:
    if len(v) == 1:
        return f"rewrite norm_1; {absolute(F, v[0], y)}"
    return f"words; {root(F, squares(v), y)}"


def line(F: Said, A: Any, value: Any) -> str:
    """Singular values of one row or column."""
    v = [x for row in A for x in row]
    if len(v) == 1:
        return f"rewrite s_11; (apply lcons; [{absolute(F, v[0], value[0])} | reflexivity])"
    return f"words; (apply lcons; [{root(F, squares(v), value[0])} | reflexivity])"


def singular(F: Said, A: Any, value: Any) -> str:
    if 1 in (len(A), len(A[0])):
        return line(F, A, value)
    p, q = both(F, A)
    u, v = plane(A)
    first, second = value
    lemma, wanted = ("s_22_ge", POS | ZERO) if not F.negative(p - q) else ("s_22_le", NEG | ZERO)
    signs = f"{F.sign_of(p, POS | ZERO)} | {F.sign_of(q, POS | ZERO)}"
    roots = f"{F.equal(p * p, squares(u))} | {F.equal(q * q, squares(v))}"
    second_is = p - q if wanted & POS else q - p
    ends = f"{F.equal(first, p + q)} | {F.equal(second, second_is)}"
    return (
        f"(apply ({lemma} _ _ _ _ ({F.text(p)}) ({F.text(q)})); [{signs} | "
        f"{roots} | {F.sign_of(p - q, wanted)} | {ends}])"
    )


def both(F: Said, A: Any) -> tuple[Ratio, Ratio]:
    """|u| and |v|."""
    u, v = plane(A)
    return F.norm(u), F.norm(v)


def largest(F: Said, A: Any, y: Ratio) -> str:
    if 1 in (len(A), len(A[0])):
        v = [x for row in A for x in row]
        if len(v) == 1:
            return f"rewrite s1_11; {absolute(F, v[0], y)}"
        return f"words; {root(F, squares(v), y)}"
    if not len(A) == len(A[0]) == 2:
        raise NotExpressible("singular values of a larger matrix")
    p, q = both(F, A)
    u, v = plane(A)
    signs = f"{F.sign_of(p, POS | ZERO)} | {F.sign_of(q, POS | ZERO)}"
    roots = f"{F.equal(p * p, squares(u))} | {F.equal(q * q, squares(v))}"
    return f"(apply (s1_22 _ _ _ _ ({F.text(p)}) ({F.text(q)})); [{signs} | {roots} | {F.equal(y, p + q)}])"


def first_singular(F: Said, A: Any, y: Ratio) -> str:
    """The first component of s, which the checker reads as s1."""
    return f"change (component (s ?A) 1) with (s1 A); {largest(F, A, y)}"


def least(F: Said, A: Any, y: Ratio) -> str:
    if len(A) == len(A[0]) == 1:
        return f"rewrite s_star_11; {absolute(F, A[0][0], y)}"
    if 1 in (len(A), len(A[0])):
        return f"unfold s_star; words; {root(F, squares([x for row in A for x in row]), y)}"
    if not len(A) == len(A[0]) == 2:
        raise NotExpressible("singular values of a larger matrix")
    p, q = both(F, A)
    u, v = plane(A)
    sign = F.sign(p - q)
    lemma = {POS: "s_star_22_pos", NEG: "s_star_22_neg", ZERO: "s_star_22_zero"}[sign]
    end = {POS: p - q, NEG: q - p, ZERO: p + q}[sign]
    signs = f"{F.sign_of(p, POS | ZERO)} | {F.sign_of(q, POS | ZERO)}"
    roots = f"{F.equal(p * p, squares(u))} | {F.equal(q * q, squares(v))}"
    return (
        f"(apply ({lemma} _ _ _ _ ({F.text(p)}) ({F.text(q)})); [{signs} | "
        f"{roots} | {F.sign_of(p - q, sign)} | {F.equal(y, end)}])"
    )


def eigenvalues(F: Said, A: Any, value: Any) -> str:
    if len(A) == 1:
        return f"words; {literal(A[0], value, lambda x, y, _: F.equal(x, y))}"
    if len(A) != 2:
        raise NotExpressible("eigenvalues of a larger matrix")
    (u, _), v = plane(A)
    q = F.norm(v)
    gap = A[0][1] - A[1][0]
    same = f"(apply Rminus_diag_uniq; {F.sign_of(gap, ZERO)})"
    ends = f"{F.equal(value[0], u + q)} | {F.equal(value[1], u - q)}"
    roots = F.equal(q * q, squares(v))
    return f"(apply (lam_22 _ _ _ _ ({F.text(q)})); [{same} | {F.sign_of(q, POS | ZERO)} | {roots} | {ends}])"


def rank(F: Said, A: Any, y: Ratio) -> str:
    v = [x for row in A for x in row]
    sides = f"{len(A)}{len(A[0])}"
    if sides not in ("11", "12", "21", "22"):
        raise NotExpressible("the rank of a larger matrix")
    d = det(A) if sides == "22" else F.nothing
    sign = F.sign(d)
    if sign != ZERO:
        not0 = f"(apply {'not0' if sign == POS else 'neg0'}; {F.sign_of(d, sign)})"
        return f"(rewrite rank_22_two; [{F.equal(F.unit + F.unit, y)} | {not0}])"
    size = squares(v)
    sign = F.sign(size)
    end = F.equal(F.nothing if sign == ZERO else F.unit, y)
    if sign == ZERO:
        return f"(rewrite rank_{sides}_zero; [{end} | {F.sign_of(size, ZERO)}])"
    positive = F.sign_of(size, POS) if sign == POS else impossible(F, size, v)
    more = f" | {F.sign_of(d, ZERO)}" if sides == "22" else ""
    return f"(rewrite rank_{sides}_one; [{end} | {positive}{more}])"


def impossible(F: Said, size: Ratio, v: list[Ratio]) -> str:
    """A sum of squares that is negative on this path: there is no such point."""
    base, proof = summed([(f"({F.text(x)}) * ({F.text(x)})", "(sq0 _)") for x in v], "add0")
    return (
        f"(exfalso; refine (Rlt_irrefl 0 (Rle_lt_trans 0 ({base}) 0 {proof} ltac:({F.sign_of(size, NEG)}))))"
    )


def extreme(F: Said, v: list[Ratio], y: Ratio, low: bool) -> str:
    """The largest or least component, from the left."""
    out, now = "words; ", v[0]
    word = "Rmin" if low else "Rmax"
    for x in v[1:]:
        then = F.smaller(now, x) if low else F.larger(now, x)
        inner = (smaller if low else larger)(F, now, x, then)
        out += (
            f"replace ({word} ({F.text(now)}) ({F.text(x)})) with ({F.text(then)}) by (symmetry; {inner}); "
        )
        now = then
    return out + F.equal(now, y)


def sorted_down(F: Said, v: list[Ratio], value: list[Ratio]) -> str:
    if len(v) == 1:
        return f"words; {literal(v, value, lambda x, y, _: F.equal(x, y))}"
    if len(v) > 2:
        raise NotExpressible("a longer sorted list")
    x, y = v
    return (
        f"words; (apply lcons; [{larger(F, x, y, value[0])} | (apply lcons; "
        f"[{smaller_of(F, x, y, value[1])} | reflexivity])])"
    )


def smaller_of(F: Said, x: Ratio, y: Ratio, z: Ratio) -> str:
    """Of two numbers that are compared as the larger one is."""
    if F.negative(x - y):
        return f"(apply min_l; [{F.sign_of(x - y, NEG | ZERO)} | {F.equal(z, x)}])"
    return f"(apply min_r; [{F.sign_of(x - y, POS | ZERO)} | {F.equal(z, y)}])"


WHOLE: dict[str, Callable[..., str]] = {
    "norm": norm,
    "s": singular,
    "s1": largest,
    "s_star": least,
    "lam": eigenvalues,
    "rank": rank,
    "max": lambda F, v, y: extreme(F, v, y, low=False),
    "min": lambda F, v, y: extreme(F, v, y, low=True),
    "descending": sorted_down,
    "first_singular": first_singular,
}


def shape_of(x: Any) -> tuple[int, ...]:
    return () if not isinstance(x, list) else (len(x),) if depth(x) == 1 else (len(x), len(turned(x)))
