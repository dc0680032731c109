"""A leaf in Coq: its rotation, its substitutions, and the identity that contradicts itself."""

from __future__ import annotations

from collections import Counter
from functools import reduce
from math import lcm
from typing import Any

from perturb.prove.checker.leaves import constraint, read, take
from perturb.prove.checker.numbers import NULL, ONE, Poly, Ratio, X, rational
from perturb.prove.checker.paths import NEG, POS, ZERO
from perturb.prove.kernel.path import Known, Said, summed
from perturb.prove.kernel.terms import NotExpressible, cofactors, constant, positive_constant

ORDER = ["<", "<=", "=", ">=", ">"]
LEMMAS = {("<", ">="): "ge_lt", ("<=", ">"): "le_gt", ("<=", ">="): "le_ge", ("<", "=", ">"): "three"}


def close(path: Said, data: Any, gauges: Any) -> list[str]:
    """The script that ends the goal False; the path is used up."""
    out = list[str]()
    if "gauge" in data:
        from perturb.prove.kernel.turning import rotate

        out += rotate(path, gauges[data["gauge"]])
    for step in data.get("steps", []):
        out += substitution(path, step)
    if "identity" in data:
        return [*out, *contradiction(path, data["identity"])]
    return out + split(path, data)


def split(path: Said, data: Any) -> list[str]:
    p = read(path, data["split"])
    out, children = branches(path, p, data["cases"])
    for twin, inner in children:
        out += ["{", *close(twin, inner, ()), "}"]
    return out


def branches(path: Said, p: Poly, answers: Any) -> tuple[list[str], list[tuple[Any, Any]]]:
    """The cases of a question, each with the path that has its constraint and what belongs to it."""
    p = path.reduce(p)
    order = tuple(sorted(answers, key=ORDER.index))
    name, whole, minus = f"C'{len(path.list)}", path.poly(p), path.poly(-p)
    if order in LEMMAS:
        about = f"({LEMMAS[order]} ({whole}) ({minus}) ltac:(ring_or_field))"
    elif order == ("=", ">"):
        about = f"(zero_pos ({whole}) ltac:({path.sign_of(Ratio(p, Counter()), POS | ZERO)}))"
    elif order == ("<", "="):
        why = path.sign_of(Ratio(p, Counter()), NEG | ZERO)
        about = f"(zero_neg ({whole}) ({minus}) ltac:(ring_or_field) ltac:({why}))"
    else:
        raise NotExpressible(f"the answers {' '.join(order)}")
    found = dict(zip(answers, path.cases(p, answers, path.signs(p)), strict=True))
    pattern = f"{name} | {name}" if len(order) == 2 else f"{name} | [{name} | {name}]"
    return [f"destruct {about} as [{pattern}]."], [found[answer] for answer in order]


def zeros(path: Said, p: Poly, more: list[Known]) -> Known:
    """p is the negative of the sum of `more` modulo the rules: the multiples of rules are put beside it."""
    rest, taken = cofactors(p, path.rules)
    if rest:
        raise NotExpressible("an identity that does not hold")
    found = [(f"({path.poly(-c)}) * ({path.rule(x)})", f"(zmul _ _ Z'{x})") for x, c in sorted(taken.items())]
    return summed([*more, *found])


def substitution(path: Said, step: Any) -> list[str]:
    """A rule of a leaf: Z'x, and where x was a root a constraint more."""
    ((kind, name),) = [(k, step[k]) for k in ("solve", "root", "circle") if k in step]
    x, power = path.names[name], 2 if kind == "circle" else 1
    old = path.rules.get(x)
    before, number = len(path.list), step["is" if kind == "root" else "by"]
    p, relation = constraint(path, number)
    if kind == "root":
        return root(path, step, x, number, p, relation)
    reduced, taken = cofactors(p, path.rules)
    c, _ = divmod(reduced, X[x] ** power)
    scale = 1 / c.leading_coefficient()
    # x^k - by = scale * (p - multiples of rules)
    known = [(f"{constant(scale)} * ({path.poly(p)})", f"(zmul _ _ C'{number})")]
    known += [
        (f"({path.poly(-q * scale)}) * ({path.rule(y)})", f"(zmul _ _ Z'{y})")
        for y, q in sorted(taken.items())
    ]
    text, proof = summed(known)
    new = "Z''" if old else f"Z'{x}"
    take(path, step)
    rule = path.rules[x]
    out = [f"assert ({new} : {path.rule(x)} = 0) by (refine (eqmod _ 0 ({text}) {proof} _); field)."]
    if old:
        # by^2 - q = (by - x)(by + x) + (x^2 - q), on the list after its own reduction
        e = path.list[before].p
        left = path.coq[x] + f" ^ 2 - ({path.poly(old.q)})"
        raw = rule.q * rule.q - old.q
        rest, more = cofactors(raw, {k: r for k, r in path.rules.items() if k != x})
        if rest != e:
            rest, more = raw, {}
        parts = [
            (f"(- (({path.poly(rule.q)}) + {path.coq[x]})) * ({path.rule(x)})", "(zmul _ _ Z'')"),
            (f"1 * ({left})", f"(zmul _ _ Z'{x})"),
        ]
        parts += [
            (f"({path.poly(-q)}) * ({path.rule(y)})", f"(zmul _ _ Z'{y})") for y, q in sorted(more.items())
        ]
        text, proof = summed(parts)
        out.append(
            f"assert (C'{before} : {path.poly(e)} = 0) by (refine (eqmod _ 0 ({text}) {proof} _); field)."
        )
        out += [f"clear Z'{x}.", f"rename Z'' into Z'{x}."]
    return out


def root(path: Said, step: Any, x: int, number: int, p: Poly, relation: int) -> list[str]:
    """r = t g: both are not negative and have one square."""
    old = path.rules[x]
    times = rational(step["times"])
    reduced, taken = cofactors(p, path.rules)
    by = reduced * times
    base = f"(weak _ C'{number})" if relation == POS else f"C'{number}"
    known = [
        (f"({path.poly(q * -times)}) * ({path.rule(y)})", f"(zmul _ _ Z'{y})")
        for y, q in sorted(taken.items())
    ]
    text, proof = summed(known)
    not_negative = (
        f"(refine (nneg_of ({path.poly(by)}) {constant(times)} ({path.poly(p)}) "
        f"({text}) {base} {positive_constant(times)} {proof} _); field)"
    )
    # r^2 - by^2 = (r^2 - q) - (by^2 - q)
    rest, more = cofactors(by * by - old.q, path.rules)
    if rest:
        raise NotExpressible("a root that is another")
    parts = [(f"1 * ({path.rule(x)})", f"(zmul _ _ Z'{x})")]
    parts += [(f"({path.poly(-q)}) * ({path.rule(y)})", f"(zmul _ _ Z'{y})") for y, q in sorted(more.items())]
    text, proof = summed(parts)
    r = path.coq[x]
    squares = f"(refine (eqmod _ 0 ({text}) {proof} _); field)"
    mine = path.sign_of(Ratio(X[x], Counter()), POS | ZERO)
    out = [
        (
            f"assert (Z'' : {r} - ({path.poly(by)}) = 0) by (apply minus0, sq_eq; "
            f"[{mine} | {not_negative} | {squares}])."
        )
    ]
    take(path, step)
    return [*out, f"clear Z'{x}.", f"rename Z'' into Z'{x}."]


def contradiction(path: Said, data: Any) -> list[str]:
    """sum c s^2 g g ... + sum p e = 0."""
    strict, others, total = list[Known](), list[Known](), NULL
    scale = lcm(*[int(rational(c).q) for c, _, _ in data["sum"]], 1)
    parts = []
    for c, square, numbers in data["sum"]:
        s, factors = read(path, square), [constraint(path, k) for k in numbers]
        parts += [(rational(c), s, numbers, factors)] if s else []
    for c, s, numbers, factors in parts:
        c = c * scale
        if s.is_constant():
            c, s = c * s.leading_coefficient() ** 2, ONE
        sure = s == ONE and all(f.kind == POS for f in factors) and not strict
        text, proof = constant(c), positive_constant(c) if sure else f"(weak _ {positive_constant(c)})"
        if s != ONE:
            written = f"({path.poly(s)})"
            text, proof = f"{text} * ({written} * {written})", f"(mul0 _ _ {proof} (sq0 _))"
        for k, f in zip(numbers, factors, strict=True):
            base = f"C'{k}"
            if not sure:
                base = {POS: f"(weak _ C'{k})", ZERO: f"(weak0 _ C'{k})"}.get(f.kind, base)
            text, proof = f"{text} * ({path.poly(f.p)})", f"({'mul1' if sure else 'mul0'} _ _ {proof} {base})"
        (strict if sure else others).append((text, proof))
        total += reduce(lambda a, b: a * b, [s, s, *[f.p for f in factors]], c * ONE)
    equations = list[Known]()
    for k, q in data["equations"]:
        e, m = constraint(path, k).p, read(path, q) * scale
        equations.append((f"({path.poly(m)}) * ({path.poly(e)})", f"(zmul _ _ C'{k})"))
        total += m * e
    if not strict:
        raise NotExpressible("an identity without a term that is certainly positive")
    positive, why = strict[0]
    if others:
        more, also = summed(others, "add0")
        positive, why = f"{positive} + ({more})", f"(add1 _ _ {why} {also})"
    zero, nothing = zeros(path, total, equations)
    return [f"refine (absurd ({positive}) ({zero}) {why} {nothing} _); field."]
