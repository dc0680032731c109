"""What a certificate costs to check: a number that depends on the certificate alone, not on a clock.

The unit is about a hundredth of a millisecond of the checker on a machine of 2024.
"""

from __future__ import annotations

from typing import Any

from perturb.process.output import json_text

GENERATOR, STEP, IDENTITY, TERM, MONOMIAL, CASE, NODE = 15, 4, 4, 2, 1, 4, 8
STAGE, WALK, LETTERS = 15, 15, 200  # letters of text that cost 1


def of_close(close: dict[str, Any], generators: int = 0) -> int:
    """The cost of a leaf that turns so many complex variables to the real line."""
    total = GENERATOR * generators + STEP * len(close.get("steps", ()))
    if "identity" in close:
        identity = close["identity"]
        polynomials = [p for _, p, _ in identity["sum"]] + [p for _, p in identity["equations"]]
        total += IDENTITY + TERM * len(polynomials) + MONOMIAL * sum(map(len, polynomials))
    return total + sum(CASE + of_close(inner) for inner in close.get("cases", {}).values())


def of_tree(tree: dict[str, Any], gauges: list[Any]) -> int:
    """The cost of a case tree whose leaves turn variables by these gauges."""
    below = [*tree.get("variant", ()), *tree.get("ask", {}).values()]
    if "close" in tree:
        own = tree["close"]
        return NODE + of_close(own, len(gauges[own["gauge"]]) if "gauge" in own else 0)
    return NODE + sum(of_tree(inner, gauges) for inner in below)


def of_certificate(data: dict[str, Any]) -> int:
    """The cost of a proof file; what several goals say in the same words is walked once."""
    seen, total = set[str](), 0
    known = len(data["given"])
    for proof in data["proofs"]:
        for number, goal in enumerate(proof["goals"]):
            lemmas = goal.get("lemmas", [])
            states = [lemma["state"] for lemma in lemmas]
            for state, part in [*((one["state"], one["goal"]) for one in lemmas), (str(number), goal)]:
                used = [states[k - known] for k in part["use"] if k >= known]
                own = {key: value for key, value in part.items() if key not in ("lemmas", "use")}
                text = json_text([state, used, own])
                total += STAGE + len(text) // LETTERS
                if text not in seen:
                    seen.add(text)
                    total += WALK + of_tree(part["tree"], part["gauges"])
    return total
