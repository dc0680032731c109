"""The rotation of a leaf in Coq: new coordinates in which every constraint reads as before."""

from __future__ import annotations

from typing import Any

from perturb.prove.checker.leaves import fix
from perturb.prove.checker.numbers import NULL, ONE, Poly, X
from perturb.prove.checker.paths import POS, ZERO
from perturb.prove.kernel.terms import NotExpressible, whole

HALVES = {1: 0, 2: 1, 4: 2}


def powers(c: Poly, s: Poly, k: int) -> tuple[Poly, Poly]:
    """The real and imaginary part of (c + i s)^k, for k < 0 of the conjugate's."""
    x, y = ONE, NULL
    for _ in range(abs(k)):
        x, y = x * c - y * s, x * s + y * c
    return x, y if k >= 0 else -y


def rotate(path: Any, gauge: Any) -> list[str]:
    """The state of the path is as after `fix`."""
    kinds = {POS: "0 < {}", POS | ZERO: "0 <= {}", ZERO: "{} = 0"}
    out = list[str]()
    keep = [f"C'{k}" for k in range(len(path.list))] + [f"Z'{x}" for x in path.rules]
    out.append(f"clear - {' '.join(keep)}." if keep else "")
    fixed = []
    for turn, generator in enumerate(gauge, 1):
        weights, z = {z: w for z, w in generator["weights"].items() if w}, generator["fix"]
        out += turned(path, weights, z, turn, kinds)
        fixed.append((z, turn))
    number = len(path.list)
    fix(path, gauge)
    for z, turn in fixed:
        x = path.names[f"{z}2"]
        out.append(f"assert (Z'{x} : {path.rule(x)} = 0) by (rewrite N'{turn}; ring).")
        m = path.list[number]
        p = path.coq[path.names[f"{z}1"]]
        out.append(f"assert (C'{number} : {kinds[m.kind].format(path.poly(m.p))}) by exact M'{turn}.")
        assert path.poly(m.p) == p
        number += 1
    return out


def turned(path: Any, weights: dict[str, int], z: str, turn: int, kinds: dict[int, str]) -> list[str]:
    w0 = weights[z]
    if abs(w0) not in HALVES:
        raise NotExpressible(f"a rotation of weight {w0}")
    sign = 1 if w0 > 0 else -1
    names = {z: (path.names[f"{z}1"], path.names[f"{z}2"]) for z in weights}
    every = len(path.names)
    if every + 2 > len(X):
        raise NotExpressible("too many variables")
    c, s = X[every], X[every + 1]
    old = dict(path.coq)
    path.coq = {**path.coq, every: f"c'{turn}", every + 1: f"s'{turn}"}
    C, S = f"c'{turn}", f"s'{turn}"
    start = [f"{C}a", f"{S}a", f"{C}b", f"{S}b", C, S]
    use = start[4 - 2 * HALVES[abs(w0)] :]
    x, y = names[z]
    new = {k: f"{old[k].split(chr(39) + 't')[0]}'t{turn}" for pair in names.values() for k in pair}
    for k, name in new.items():
        path.coq[k] = name
    out = [
        (
            f"destruct (polar {old[x]} {old[y]}) as ({use[0]} & {use[1]} & {new[x]} "
            f"& {new[y]} & N'{turn} & M'{turn} & Q' & P'1 & P'2)."
        )
    ]
    for k in range(2, len(use), 2):
        a, b, e, f = *use[k - 2 : k], *use[k : k + 2]
        out.append(
            f"destruct (half {a} {b} Q') as ({e} & {f} & R' & H'1 & H'2). subst {a} "
            f"{b}. clear Q'. rename R' into Q'."
        )
    turns = {x: X[x], y: X[y]}
    for name, (a, b) in names.items():
        k = weights[name] * sign
        re, im = powers(c, s, k)
        turns[a], turns[b] = re * X[a] - im * X[b], im * X[a] + re * X[b]
        if name != z:
            out.append(
                f"destruct (turned ({path.poly(re)}) ({path.poly(im)}) {old[a]} "
                f"{old[b]}) as ({new[a]} & {new[b]} & O'1 & O'2); "
                f"[{unit(path, re, im, c, s)} |]."
            )
            out.append(f"subst {old[a]} {old[b]}.")
    out.append(f"subst {old[x]} {old[y]}.")
    change = [turns.get(k, X[k]) for k in range(len(X))]
    for k, (p, kind) in enumerate(path.list):
        if moves(p, turns):
            out.append(restated(path, f"C'{k}", kinds[kind], p, p.compose(*change), c, s, every, turn))
    for v, rule in path.rules.items():
        p = X[v] ** rule.k - rule.q
        if moves(p, turns):
            out.append(
                restated(path, f"Z'{v}", "{} = 0", p, p.compose(*change), c, s, every, turn, path.rule(v))
            )
    out.append("clear Q'.")
    return out


def moves(p: Poly, turns: Any) -> bool:
    degrees = p.degrees()
    return any(degrees[k] > 0 for k in turns)


def unit(path: Any, re: Poly, im: Poly, c: Poly, s: Poly) -> str:
    """re^2 + im^2 = 1."""
    cofactor = divided(re * re + im * im - ONE, c, s)
    return (
        f"refine (eqmod _ _ (({path.poly(cofactor)}) * "
        f"({path.poly(c * c + s * s - ONE)})) (zmul _ _ (minus0 _ _ Q')) _); "
        f"ring"
    )


def divided(p: Poly, c: Poly, s: Poly) -> Poly:
    """p / (c^2 + s^2 - 1)."""
    quotient, rest = divmod(p, c * c + s * s - ONE)
    if rest:
        raise NotExpressible("a rotation that changes a constraint")
    return quotient


def restated(
    path: Any,
    name: str,
    kind: str,
    p: Poly,
    before: Poly,
    c: Poly,
    s: Poly,
    every: int,
    turn: int,
    said: str = "",
) -> str:
    """The same constraint in new coordinates: p = before + multiple of c^2 + s^2 - 1."""
    cofactor = divided(p - before, c, s)
    text = said or path.poly(p)
    how = "ring" if whole(p, cofactor) else "field"
    circle = f"c'{turn} ^ 2 + s'{turn} ^ 2 - 1"
    relation = kind.format(text).replace(text, "z'")
    return (
        f"assert (T' : {kind.format(text)}) by (refine (eq_ind _ (fun z' => {relation}) {name} _ _); "
        f"symmetry; refine (eqmod _ _ (({path.poly(cofactor)}) * ({circle})) "
        f"(zmul _ _ (minus0 _ _ Q')) _); {how}). "
        f"clear {name}. rename T' into {name}."
    )
