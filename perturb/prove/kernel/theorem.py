"""The file of a certificate: a lemma for each walk of the checker, and theorems that read like the claim."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from perturb.prove.checker.check import Walker, stages
from perturb.prove.checker.numbers import Rejected
from perturb.prove.checker.statements import Statement, assignments
from perturb.prove.kernel.defined import PARTIAL, defined_text, holds, violated
from perturb.prove.kernel.inputs import array, called_free, entry_names, space
from perturb.prove.kernel.scribe import Scribe, drive
from perturb.prove.kernel.speech import Speaker, called
from perturb.prove.kernel.terms import NotExpressible

HEAD = """(* {id}, n = {n}
   {lines}
   Written from a stored proof by `perturb kernel`. The words are those of perturb.v. *)
From Perturb Require Import facts.
From Coq Require Import Lra.
"""


def written(data: Any) -> tuple[str, list[str]]:
    """The text of a file, and the names of its theorems. NotExpressible, with the reason."""
    try:
        return File(data).text()
    except NotExpressible:
        raise
    except Rejected as error:
        raise NotExpressible(f"the checker rejects it: {error}") from None


class File:
    def __init__(self, data: Any) -> None:
        self.data, self.out, self.count = data, list[str](), 0

    def text(self) -> tuple[str, list[str]]:
        said = [self.data["id"], *self.data["given"], *self.data["then"]]
        name, *lines = [re.sub(r"[^A-Za-z0-9_/.~!:<>=%,;() \[\]-]", "?", line) for line in said]
        self.out.append(HEAD.format(id=name, n=self.data["n"], lines="\n   ".join(lines)))
        names = [name for sizes in assignments(self.data) if (name := self.theorem(sizes))]
        self.out += [f"Print Assumptions {name}." for name in names]
        return "\n".join(self.out) + "\n", names

    def theorem(self, sizes: dict[str, int]) -> str:
        (proof,) = [proof for proof in self.data["proofs"] if proof["sizes"] == sizes]
        statement = Statement(self.data, sizes)
        goals = [step for steps in statement.then for step in steps]
        conclusions, proofs = list[str](), list[str]()
        original = [f"({Speaker(statement).relation(*goal)})" for goal in goals]
        for step, goal, text in zip(goals, proof["goals"], original, strict=True):
            wish, script = self.goal(statement, step, goal, text)
            conclusions += wish
            proofs += script
        hypotheses = [Speaker(statement).relation(*step) for steps in statement.given for step in steps]
        if not conclusions:
            return ""
        name = "_".join(["claim", *[f"{k}{v}".replace("-", "m") for k, v in sorted(sizes.items())]])
        inputs = [row for row in statement.inputs if row[1] != "integer"]
        asked = [line for name_, kind, *rest in inputs for line in space(name_, kind, rest)]
        self.out.append(f"Theorem {name} :")
        self.out.append(quantified(statement, [row[0] for row in inputs], {}))
        body = " ->\n  ".join([*asked, *hypotheses, " /\\\n  ".join(conclusions)])
        self.out.append(f"  {body}.")
        self.out.append("Proof.")
        numbers = introduced(statement, [row[0] for row in inputs], {})
        self.out.append(
            f"  intros {' '.join([numbers, *asked_names(inputs), *hypothesis_names(statement)])}."
        )
        self.out.append("  repeat apply conj.")
        self.out += [f"  - {line}" for line in proofs]
        self.out.append("Qed.")
        return name

    def goal(self, statement: Statement, step: Any, goal: Any, text: str) -> tuple[list[str], list[str]]:
        """What the theorem says of a goal, and why."""
        every = list(stages(statement, step, goal))
        mine = {given for steps in statement.given for given in steps}
        names = dict(
            zip([s for steps in statement.given for s in steps], hypothesis_names(statement), strict=True)
        )
        premises = list(dict.fromkeys(p for stage in every for p in undefined(statement, *stage)))
        valued = {p for s in [*mine, step] for p in statement.parts(s[0])}
        if not set(premises) <= valued:
            raise NotExpressible("what is undefined stands in a lemma only")
        lemmas, wishes, proofs = dict[Any, str](), list[str](), list[str]()
        for hypotheses, given, part, known in every:
            walk = WalkLemma(self, statement, hypotheses, given, part, known, premises)
            own = walk.write()
            used = [names[h] if h in names else lemmas[h] for h in walk.hypotheses]
            known_ones = [f"U{k}" for k in range(1, len(premises) + 1)]
            call = f"({' '.join([own, *walk.actual(), *walk.spaces(), *used, *known_ones])})"
            lemmas[given] = call
            if self.data["defined"]:
                kept = walk.partial(
                    [*[h for h in hypotheses if h in mine], *([given] if given == step else [])]
                )
                for wish, also in walk.defined(kept):
                    if wish not in wishes:
                        wishes.append(wish)
                        proofs.append(f"exact ({also} {' '.join([*walk.actual(), *walk.spaces(), *used])}).")
        last = lemmas[step]
        if premises:
            asked = [defined_text(statement, Speaker(statement), p) for p in premises]
            conclusion = f"({' -> '.join([*asked, text])})"
            intros = " ".join(f"U{k}" for k in range(1, len(premises) + 1))
            return [*wishes, conclusion], [*proofs, f"intros {intros}. exact {last}."]
        return [*wishes, text], [*proofs, f"exact {last}."]


def undefined(statement: Statement, hypotheses: Any, given: Any, goal: Any, valued: Any) -> list[str]:
    """The parts at which a tree has a leaf that is undefined."""
    if '"undefined"' not in str(goal["tree"]).replace("'", '"'):
        return []
    found = dict[str, None]()

    def conclude(path: Any, part: str = "") -> list[str]:
        found[part] = None
        return []

    first = Scribe(statement, hypotheses, given, goal, valued)
    first.names_of = dict.fromkeys([*hypotheses, given], "H")
    drive(first, goal["tree"], goal["gauges"], conclude)
    return list(found)


class WalkLemma:
    """One walk of the checker."""

    def __init__(
        self,
        file: File,
        statement: Statement,
        hypotheses: Any,
        given: Any,
        goal: Any,
        valued: Any,
        premises: Any,
    ) -> None:
        self.file, self.statement, self.given, self.goal = file, statement, given, goal
        self.hypotheses = list(dict.fromkeys(hypotheses))
        self.all, self.valued, self.premises = hypotheses, valued, premises
        walker = Walker(statement, hypotheses, given, goal, valued)
        self.lets = walker.lets
        made = {step.keywords["name"] for step in walker.todo if step.func.__name__ == "make"}
        self.inputs = [row for row in statement.inputs if row[0] in made]
        if "turn" in goal:
            raise NotExpressible("a turn")
        self.speaker = Speaker(statement, {part: called_free(name) for part, (name, _) in self.lets.items()})

    def relation(self, step: Any) -> str:
        return self.speaker.relation(*step)

    def write(self) -> str:
        premises = [f"({defined_text(self.statement, self.speaker, p)})" for p in self.premises]

        def conclude(path: Any, part: str = "") -> list[str]:
            return ["exfalso.", *violated(path, part, f"U'{self.premises.index(part) + 1}")]

        path = self.path()
        return self.say(
            self.relation(self.given), premises, drive(path, self.goal["tree"], self.goal["gauges"], conclude)
        )

    def path(self) -> Scribe:
        path = Scribe(self.statement, self.all, self.given, self.goal, self.valued)
        path.names_of = {step: f"H'{k}" for k, step in enumerate(self.hypotheses, 1)}
        return path

    def say(self, conclusion: str, premises: Sequence[str], script: list[str]) -> str:
        self.file.count += 1
        name, out = f"walk_{self.file.count}", self.file.out
        kinds = [row[0] for row in self.inputs]
        asked = [line for name_, kind, *rest in self.inputs for line in space(name_, kind, rest)]
        body = [*asked, *map(self.relation, self.hypotheses), *premises, conclusion]
        out.append(f"Lemma {name} :")
        out.append(quantified(self.statement, kinds, self.lets))
        out.append(f"  {' -> '.join(body)}.")
        out.append("Proof.")
        H = [f"H'{k}" for k in range(1, len(self.hypotheses) + 1)]
        U = [f"U'{k}" for k in range(1, len(premises) + 1)]
        names = (
            f"{introduced(self.statement, kinds, self.lets)} {' '.join([*asked_names(self.inputs), *H, *U])}"
        )
        out.append(f"intros {names}." if names.strip() else "")
        out += script
        out.append("Qed.")
        return name

    def partial(self, steps: Sequence[Any]) -> list[str]:
        """Parts of these relations that may have no value, outside of what may be anything."""
        every = [p for relation, _ in steps for p in reversed(self.statement.below(relation, self.lets))]
        return [p for p in dict.fromkeys(every) if defined_text(self.statement, self.speaker, p)]

    def defined(self, parts: list[str]) -> Iterator[tuple[str, str]]:
        """Each of these parts has a value: what the theorem says, and a lemma for it."""
        for part in parts:

            def conclude(path: Any, _: str = "", part: str = part) -> list[str]:
                return holds(path, part)

            path = self.path()
            path.only_defined = True
            text = defined_text(self.statement, self.speaker, part)
            name = self.say(text, [], drive(path, self.goal["tree"], self.goal["gauges"], conclude))
            yield f"({defined_text(self.statement, Speaker(self.statement), part)})", name

    def actual(self) -> list[str]:
        """What the lemma is used of: the entries of inputs, those of parts."""
        found = [x for row in self.inputs for x in variables(self.statement, row[0])]
        plain = Speaker(self.statement)
        for part, (_, extent) in self.lets.items():
            text = plain.expanded(part)
            if not extent:
                found.append(text)
            elif len(extent) == 1:
                found += [f"(nth {k} {text} 0)" for k in range(extent[0])]
            else:
                found += [
                    f"(nth {j} (nth {i} {text} []) 0)" for i in range(extent[0]) for j in range(extent[1])
                ]
        return found

    def spaces(self) -> list[str]:
        return asked_names(self.inputs)


def variables(statement: Statement, name: str) -> list[str]:
    extent = statement.extents[name]
    return entry_names(called(name), extent) if extent else [called(name)]


def quantified(statement: Statement, names: Sequence[str], lets: Any) -> str:
    numbers = [x for name in names for x in variables(statement, name)]
    arrays = [
        f"let {called(name)} := {array(variables(statement, name), statement.extents[name])} in"
        for name in names
        if statement.extents[name]
    ]
    for free, extent in lets.values():
        mine = called_free(free)
        numbers += entry_names(mine, extent) if extent else [mine]
        arrays += [f"let {mine} := {array(entry_names(mine, extent), extent)} in"] if extent else []
    head = f"  forall {' '.join(numbers)} : R,\n" if numbers else ""
    return head + "\n".join(f"  {line}" for line in arrays)


def introduced(statement: Statement, names: Sequence[str], lets: Any) -> str:
    numbers = [x for name in names for x in variables(statement, name)]
    arrays = [called(name) for name in names if statement.extents[name]]
    for free, extent in lets.values():
        mine = called_free(free)
        numbers += entry_names(mine, extent) if extent else [mine]
        arrays += [mine] if extent else []
    return " ".join([*numbers, *arrays])


def asked_names(inputs: Sequence[Any]) -> list[str]:
    return [f"D'{called(n)}{k}" for n, kind, *rest in inputs for k, _ in enumerate(space(n, kind, rest), 1)]


def hypothesis_names(statement: Statement) -> list[str]:
    return [f"H{k}'" for k, _ in enumerate([s for steps in statement.given for s in steps], 1)]


__all__ = ["PARTIAL", "written"]
