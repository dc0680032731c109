"""What a path of a certificate knows, said in Coq: names of hypotheses, signs, equations.

Hypotheses: C'3 of the constraint 3 of the path, Z'5 of the rule for the variable 5 (x^k - q = 0), F'1 of a
divisor (0 < f). None of these is a name that an input can have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from perturb.prove.checker.check import Walker
from perturb.prove.checker.numbers import FACTORS, Poly, Ratio, lifted
from perturb.prove.checker.paths import NEG, POS, ZERO
from perturb.prove.kernel.terms import (
    NotExpressible,
    cofactors,
    constant,
    polynomial,
    positive_constant,
    product_of,
    ratio,
    whole,
)

LEMMA = {POS: "pos_of", POS | ZERO: "nneg_of", NEG: "neg_of", NEG | ZERO: "npos_of"}
Known = tuple[str, str]  # a term of Coq that is 0 or positive, and its proof


class Said(Walker):
    """A walker that keeps the script of what it did; `coq` are the names of its variables in Coq."""

    lines: list[str]
    coq: dict[int, str]
    divisors: dict[str, str]

    # texts

    def poly(self, p: Poly) -> str:
        return polynomial(p, self.coq)

    def text(self, x: Ratio) -> str:
        return ratio(x, self.coq)

    def literal(self, value: Any) -> str:
        if isinstance(value, list):
            return f"[{'; '.join(map(self.literal, value))}]"
        return self.text(value)

    def rule(self, x: int) -> str:
        """The left side of Z'x."""
        rule = self.rules[x]
        left = self.coq[x] if rule.k == 1 else f"{self.coq[x]} ^ {rule.k}"
        return f"{left} - ({self.poly(rule.q)})"

    # what is 0, what is positive

    def vanishing(self, taken: dict[int, Poly], over: Counter[str] | None = None, sign: int = 1) -> Known:
        """The sum of multiples of rules: a term that is 0."""
        found = list[Known]()
        below = f" / ({product_of(over, self.coq)})" if over else ""
        for x, cofactor in sorted(taken.items()):
            found.append((f"({self.poly(cofactor * sign)}){below} * ({self.rule(x)})", f"(zmul _ _ Z'{x})"))
        return summed(found)

    def positive(self, c: Any, over: Counter[str], above: Counter[str] | None = None) -> Known:
        """c above / over > 0."""
        text, proof = constant(c), positive_constant(c)
        for factor, down in [(f, True) for f in sorted(over.elements())] + [
            (f, False) for f in sorted((above or Counter()).elements())
        ]:
            part, why = f"({self.poly(FACTORS[factor])})", self.divisors[factor]
            part, why = (f"/ {part}", f"(inv1 _ {why})") if down else (part, why)
            text, proof = f"{text} * {part}", f"(mul1 _ _ {proof} {why})"
        return f"({text})", proof

    def algebra(self, *xs: Ratio) -> str:
        """The tactic for an identity between such terms."""
        if any(x.d for x in xs):
            return "(field; sides)"
        return "ring" if whole(*[x.n for x in xs]) else "field"

    def equal(self, left: Ratio, right: Ratio, plain: bool = False) -> str:
        """A tactic for left = right, true modulo the rules. plain: no halves in what the goal shows."""
        gap = left - right
        rest, taken = cofactors(gap.n, self.rules)
        if rest:
            raise NotExpressible("two values that should be equal")
        how = self.algebra(left, right) if plain else "(field; sides)" if gap.d else "field"
        if not taken:
            return how
        text, proof = self.vanishing(taken, gap.d)
        return (
            f"(refine (eqmod _ _ ({text}) {proof} _); "
            f"{how if whole(*taken.values()) else how.replace('ring', 'field')})"
        )

    # signs

    def sign_of(self, x: Ratio, wanted: int) -> str:
        """A tactic that proves what the path knows of the sign of x, at least as much as is wanted."""
        p, taken = cofactors(x.n, self.rules)
        t, why = self.vanishing(taken, x.d)
        done = "(field; sides)" if x.d else "field"
        if p.is_constant():
            return self.of_constant(p, x, wanted, t, why, done)
        found = list(self.constraints(p))
        for k, kind, m in found:
            got = kind if m > 0 else mirrored(kind)
            if got == ZERO and wanted & ZERO:
                return self.flat(k, m, x, t, why, done, wanted)
            if not got & ~wanted and wanted != ZERO:
                base = f"(weak _ C'{k})" if kind == POS and wanted & ZERO else f"C'{k}"
                return self.used(wanted, k, abs(m), x, base, t, why, done)
        if wanted == ZERO:
            return f"(apply both; [{self.sign_of(x, POS | ZERO)} | {self.sign_of(x, NEG | ZERO)}])"
        raise NotExpressible("a sign that follows from several constraints")

    def used(self, wanted: int, k: int, m: Any, x: Ratio, base: str, t: str, why: str, done: str) -> str:
        c, positive = self.positive(m, x.d)
        return (
            f"(refine ({LEMMA[wanted]} _ {c} ({self.poly(self.list[k].p)}) ({t}) "
            f"{base} {positive} {why} _); {done})"
        )

    def flat(self, k: int, m: Any, x: Ratio, t: str, why: str, done: str, wanted: int) -> str:
        c = f"({constant(m)} / ({product_of(x.d, self.coq)}))"
        inner = f"(refine (zero_of _ {c} ({self.poly(self.list[k].p)}) ({t}) C'{k} {why} _); {done})"
        return inner if wanted == ZERO else f"(apply Req_le{'_sym' if wanted & POS else ''}; {inner})"

    def of_constant(self, p: Poly, x: Ratio, wanted: int, t: str, why: str, done: str) -> str:
        value = p.leading_coefficient() if p else 0
        if not value:
            inner = f"(refine (zero_of _ 0 0 ({t}) eq_refl {why} _); {done})"
            if wanted == ZERO:
                return inner
            return f"(apply Req_le{'_sym' if wanted & POS else ''}; {inner})"
        c, positive = self.positive(abs(value), x.d)
        base = "Rlt_0_1" if not wanted & ZERO else "Rle_0_1"
        return f"(refine ({LEMMA[wanted]} _ {c} 1 ({t}) {base} {positive} {why} _); {done})"

    def constraints(self, p: Poly) -> Any:
        """Those of the list that are multiples of p: number, kind, and m of p = m (constraint)."""
        for k, (q, kind) in enumerate(self.list):
            if q and not q.is_constant() and len(q) == len(p):
                m = p.leading_coefficient() / q.leading_coefficient()
                if q * m == p:
                    yield k, kind, m

    def state(self, name: str, kind: int, p: Poly) -> str:
        sign = {POS: "0 < {}", POS | ZERO: "0 <= {}", ZERO: "{} = 0"}[kind]
        return f"{name} : {sign.format(self.poly(p))}"

    def clear_sign(self, x: Ratio) -> str:
        """x >= 0, since it has only positive multiples of products of squares and of what is >= 0."""
        terms = list[Known]()
        for exponents, c in x.n.terms():
            text, proof = constant(c), f"(weak _ {positive_constant(c)})"
            for k, e in enumerate(exponents):
                for _ in range(e // 2):
                    text, proof = f"{text} * ({self.coq[k]} * {self.coq[k]})", f"(mul0 _ _ {proof} (sq0 _))"
                if e % 2:
                    text, proof = f"{text} * {self.coq[k]}", f"(mul0 _ _ {proof} {self.variable_sign(k)})"
            terms.append((text, proof))
        text, proof = summed(terms, "add0")
        c, positive = self.positive(1, x.d)
        done = "(field; sides)" if x.d else "field"
        proof = proof if terms else "(Rle_refl 0)"
        return f"(refine (nneg_of _ {c} ({text}) 0 {proof} {positive} eq_refl _); {done})"

    def variable_sign(self, x: int) -> str:
        from perturb.prove.checker.numbers import X

        for k, kind, m in self.constraints(X[x]):
            if m > 0:
                base = {POS: f"(weak _ C'{k})", ZERO: f"(weak0 _ C'{k})"}.get(kind, f"C'{k}")
                if m == 1:
                    return base
                p = self.poly(self.list[k].p)
                return (
                    f"(nneg_of {self.coq[x]} {constant(m)} ({p}) 0 {base} "
                    f"{positive_constant(m)} eq_refl ltac:(field))"
                )
        raise NotExpressible("the sign of a variable")

    def root_sign(self, x: Ratio, xs: Sequence[Ratio] | None, strict: bool) -> str:
        """A tactic for 0 <= q (0 < q) of the root of x, q = x d^2; xs: x is the sum of their squares."""
        odd = Counter([f for f, k in x.d.items() if k % 2])
        q = lifted(x.n, odd)
        _, taken = cofactors(q, self.rules)
        t, why = self.vanishing(taken, sign=-1)
        if xs is not None:
            every = [(f"({self.text(y)}) * ({self.text(y)})", "(sq0 _)") for y in xs]
            base, proof = summed(every, "add0")
            c, positive = self.positive(1, Counter(), x.d + odd)
            done = "(field; sides)" if x.d else "field"
            return f"(refine (nneg_of _ {c} ({base}) ({t}) {proof} {positive} {why} _); {done})"
        if q.is_constant():
            return "lra"
        if not odd:
            return self.sign_of(Ratio(self.reduce(q), Counter()), POS if strict else POS | ZERO)
        c, positive = self.positive(1, Counter(), odd)
        inner = self.sign_of(Ratio(x.n, Counter()), POS if strict else POS | ZERO)
        lemma = "pos_of" if strict else "nneg_of"
        return f"(refine ({lemma} _ {c} ({self.poly(x.n)}) ({t}) ltac:({inner}) {positive} {why} _); field)"


def mirrored(kind: int) -> int:
    return (0, 4, 2, 6, 1, 5, 3, 7)[kind]


def summed(terms: Sequence[Known], lemma: str = "zsum") -> Known:
    """A sum from the left, with its proof; nothing is 0."""
    if not terms:
        return "0", "eq_refl"
    text, proof = terms[0]
    for more, why in terms[1:]:
        text, proof = f"{text} + {more}", f"({lemma} _ _ {proof} {why})"
    return text, proof
