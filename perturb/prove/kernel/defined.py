"""Where a part has a value, in Coq: there every word has one, but x / 0 means nothing."""

from __future__ import annotations

from typing import Any

from perturb.prove.checker.numbers import Ratio
from perturb.prove.checker.paths import NEG, POS, ZERO
from perturb.prove.checker.statements import Statement
from perturb.prove.kernel import values
from perturb.prove.kernel.speech import Speaker
from perturb.prove.kernel.terms import NotExpressible

PARTIAL = ("div", "sqrt", "lam", "s_star", "slopes")


def defined_text(statement: Statement, speaker: Speaker, part: str) -> str:
    """What must hold for a part to have a value where its parts have; empty where nothing must."""
    word, *args = statement.args[part]
    if not args:
        return ""
    if word == "div":
        by = args[1]
        if plain_number(statement, by):
            return ""
        text = speaker.expanded(by)
        return f"{text} <> 0" if not speaker.kind(by) else f"Forall (fun t => t <> 0) {text}"
    text = ""
    if word == "sqrt" or (word == "pow" and speaker.exponent(args[1]).endswith("/2")):
        if plain_number(statement, args[0]):
            return ""
        text = speaker.expanded(args[0])
        return f"0 <= {text}" if not speaker.kind(args[0]) else f"Forall (Rle 0) {text}"
    if word == "lam" and statement.shape(args[0]) != (1, 1):
        return f"symmetric {speaker.expanded(args[0])}"
    if word == "s_star":
        return f"s1 {speaker.expanded(args[0])} <> 0"
    if word == "slopes":
        return f"Forall (fun t => t <> 0) {speaker.expanded(args[0])}"
    if word in ("principal_sqrt", "eigenvector", "spectral_projection", "mat_sqrt", "complex_lam"):
        raise NotExpressible(f"where {word} has a value")
    return ""


def plain_number(statement: Statement, part: str) -> bool:
    word, *args = statement.args[part]
    return word in ("rows", "cols", "length") or (
        not args and part not in statement.names and not part.endswith("'")
    )


def argument(path: Any, part: str) -> str:
    word, *args = path.language.args[part]
    return str(args[1] if word == "div" else args[0])


def holds(path: Any, part: str) -> list[str]:
    """The script for the goal that a part has a value; it has been evaluated."""
    word, *_ = path.language.args[part]
    inner = argument(path, part)
    value = path.read(inner)
    name = path.name(inner)
    rewrite = path.rewrites([inner])

    def sign(x: Ratio) -> str:
        if word in ("sqrt", "pow"):
            return str(path.sign_of(x, POS | ZERO))
        if path.sign(x) == POS:
            return f"(apply not0; {path.sign_of(x, POS)})"
        return f"(apply neg0; {path.sign_of(x, NEG)})"

    if word == "lam":
        gap = value[0][1] - value[1][0]
        same = f"(apply Rminus_diag_uniq; {path.sign_of(gap, ZERO)})"
        return [f"change (symmetric {name}); {rewrite}apply symmetric_22_is; {same}."]
    if word == "s_star":
        if len(value) == len(value[0]) == 2:
            return [f"change (s1 {name} <> 0); {rewrite}{nonzero_22(path, value)}."]
        x = path.s1(value)
        most = values.largest(path, value, x)
        return [
            (
                f"change (s1 {name} <> 0); {rewrite}replace (s1 {path.literal(value)}) "
                f"with ({path.text(x)}) by (symmetry; {most}); {sign(x)}."
            )
        ]
    if not isinstance(value, list):
        shape = f"0 <= {name}" if word in ("sqrt", "pow") else f"{name} <> 0"
        return [f"change ({shape}); {rewrite}{sign(value)}."]
    out = "apply Forall_nil"
    for x in reversed(value):
        out = f"(apply Forall_cons; [{sign(x)} | {out}])"
    what = "Rle 0" if word in ("sqrt", "pow") else "fun t => t <> 0"
    return [f"change (Forall ({what}) {name}); {rewrite}{out}."]


def nonzero_22(path: Any, A: Any) -> str:
    """s1 > 0 where |u| and |v| are not both 0."""
    p, q = values.both(path, A)
    sign = path.sign(p - q)
    if sign == ZERO:
        least = path.sign(p + q)
        why = f"(apply {'not0' if least == POS else 'neg0'}; {path.sign_of(p + q, least)})"
    else:
        apart = f"(apply {'not0' if sign == POS else 'neg0'}; {path.sign_of(p - q, sign)})"
        why = (
            f"(apply sum_nonzero; [{path.sign_of(p, POS | ZERO)} | {path.sign_of(q, POS | ZERO)} | {apart}])"
        )
    most = values.largest(path, A, p + q)
    text = path.text(p + q)
    if sign != ZERO:
        text = f"{path.text(p)} + {path.text(q)}"
    return f"replace (s1 {path.literal(A)}) with ({text}) by (symmetry; {most}); {why}"


def violated(path: Any, part: str, U: str) -> list[str]:
    """The script for False, where a part has no value and U says that it has."""
    word, *_ = path.language.args[part]
    inner = argument(path, part)
    value = path.read(inner)
    out, path.lines = path.lines, []
    name, rewrite = path.name(inner), path.rewrites([inner])
    back = rewrite.replace("; ", f" in {U}; ")
    if word == "lam":
        gap = value[0][1] - value[1][0]
        sign = path.sign(gap)
        apart = f"(apply {'not0' if sign == POS else 'neg0'}; {path.sign_of(gap, sign)})"
        lines = [f"change (symmetric {name}) in {U}; {back}apply symmetric_22_back in {U}.",
                 f"assert (N' : {path.text(value[0][1])} - ({path.text(value[1][0])}) <> 0) by {apart}.",
                 f"apply N', minus0, {U}."]  # fmt: skip
        return [*out, *lines]
    if word == "s_star":
        x = path.s1(value)
        if len(value) == len(value[0]) == 2:
            x = Ratio.__add__(*values.both(path, value))
        zero = path.sign_of(x, ZERO)
        more = f"(transitivity ({path.text(x)}); [{values.largest(path, value, x)} | {zero}])"
        return [*out, f"change (s1 {name} <> 0) in {U}; {back}apply {U}; {more}."]
    if isinstance(value, list):
        what = "Rle 0" if word in ("sqrt", "pow") else "fun t => t <> 0"
        wanted = NEG if word in ("sqrt", "pow") else ZERO
        for k, x in enumerate(value):
            if path.signs(path.reduce(x.n)) == wanted:
                proof = U
                for _ in range(k):
                    proof = f"(Forall_inv_tail {proof})"
                sign = path.sign_of(x, wanted)
                end = (
                    f"apply (Forall_inv {proof}); {sign}"
                    if wanted == ZERO
                    else f"refine (Rlt_not_le _ _ _ (Forall_inv {proof})); {sign}"
                )
                return [*out, f"change (Forall ({what}) {name}) in {U}; {back}{end}."]
        raise NotExpressible("which component has no value")
    if word in ("sqrt", "pow"):
        return [
            *out,
            (
                f"change (0 <= {name}) in {U}; {back}exact (Rlt_not_le _ _ "
                f"ltac:({path.sign_of(value, NEG)}) {U})."
            ),
        ]
    return [*out, f"change ({name} <> 0) in {U}; {back}apply {U}; {path.sign_of(value, ZERO)}."]


__all__ = ["PARTIAL", "defined_text", "holds", "violated"]
