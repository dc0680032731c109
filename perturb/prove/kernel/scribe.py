"""A walk along a certificate that writes, in Coq, why every step of it holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

from perturb.prove.checker.check import Walker
from perturb.prove.checker.matrices import depth
from perturb.prove.checker.numbers import Ratio, lifted
from perturb.prove.checker.paths import NEG, POS, ZERO, Stop, Trail
from perturb.prove.checker.text import component
from perturb.prove.kernel import values
from perturb.prove.kernel.inputs import called_free, coq_name, entry_names, made
from perturb.prove.kernel.leaves import branches, close
from perturb.prove.kernel.path import Said
from perturb.prove.kernel.planes import plane_of
from perturb.prove.kernel.speech import Speaker, called, number
from perturb.prove.kernel.terms import NotExpressible, cofactors

CONSTRAINT = {POS: "con_lt", POS | ZERO: "con_le"}


class Scribe(Said):
    """`goal`: the tree's goal; `names`: of the hypotheses of a relation; `ids`: of its parts."""

    def __init__(self, statement: Any, hypotheses: Any, given: Any, goal: Any, valued: Any = ()) -> None:
        super().__init__(statement, hypotheses, given, goal, valued)
        self.todo = [partial(getattr(Scribe, step.func.__name__), **step.keywords) for step in self.todo]
        self.lines, self.coq, self.divisors = [], {}, {}
        self.ids = dict[str, str]()
        self.given, self.gauges = given, goal["gauges"]
        self.hypotheses = hypotheses
        blanks = {part: called_free(name) for part, (name, _) in self.lets.items()}
        self.speaker = Speaker(statement, blanks)
        self.why: Sequence[Ratio] | None = None
        self.only_defined = False
        self.assumed = dict[int, str]()
        self.names_of = dict[tuple[str, int], str]()
        self.goal_said = self.variant_said = False
        self.conditions = list[str]()  # names of the hypotheses of an input's conditions

    def say(self, line: str) -> None:
        self.lines.append(line)

    # variables

    def variable(self, name: str) -> Any:
        new = name not in self.names
        x = super().variable(name)
        if new:
            k = self.names[name]
            self.coq[k] = coq_name(self, name)
        return x

    # values of parts

    def read(self, part: str) -> Any:
        if part in self.memo:
            return self.memo[part]
        value = super().read(part)
        self.describe(part, value)
        return value

    def name(self, part: str) -> str:
        """A part in a text: its name, or a number as it is."""
        if self.constant(part):
            plain = not self.language.args[part][1:]
            return self.speaker.leaf(part) if plain else number(str(self.whole(part)))
        return self.ids[part]

    def constant(self, part: str) -> bool:
        plain = not self.language.args[part][1:] and part.rstrip("'") not in self.language.names
        return part not in self.lets and (plain or self.language.integral(part))

    def describe(self, part: str, value: Any) -> None:
        if self.constant(part):
            return
        k = len(self.ids) + 1
        self.ids[part] = f"p'{k}"
        word, *args = self.language.args[part]
        if part in self.lets:
            name, extent = self.lets[part]
            text = called_free(name)
            if extent == (2, 2):
                self.lines += plane_of(text, entry_names(text, extent))
            how = (
                f"unfold p'{k}, {text}; {literal_entries(value)}"
                if isinstance(value, list)
                else "reflexivity"
            )
        elif not args:
            text = called(part.rstrip("'"))
            how = (
                f"unfold p'{k}, {text}; {literal_entries(value)}"
                if isinstance(value, list)
                else "reflexivity"
            )
        else:
            text, how = self.explained(part, word, args, value)
        self.say(f"pose (p'{k} := {text}).")
        self.say(f"assert (V'{k} : p'{k} = {self.literal(value)}) by ({how}).")

    def explained(self, part: str, word: str, args: list[str], value: Any) -> tuple[str, str]:
        """The word of its arguments' names, and a tactic for its value."""
        if word == "component" and self.language.args[args[0]][0] == "s" and args[0] not in self.memo:
            inner = self.language.args[args[0]][1]
            text = f"component (s {self.name(inner)}) 1"
            how = f"change ({text}) with (s1 {self.name(inner)}); {self.rewrites([inner])}"
            return text, f"unfold {self.ids[part]}; {how}{values.largest(self, self.read(inner), value)}"
        said, shown = self.speaker.read_as(word, args)
        term = self.speaker.term(said, shown, [self.name(arg) for arg in shown])
        if term is None:
            raise NotExpressible(f"the word {said}")
        counted = self.speaker.counted(word, args)
        every = [self.read(arg) for arg in args[:counted]]
        raw = self.compute(part, word, *args) if word in values.PLAIN else value
        how = values.steps(self, word, every, raw, value)
        seen = () if word == "eye" else shown[:counted]
        return term, f"unfold {self.ids[part]}; {self.rewrites(seen)}{how}"

    def rewrites(self, args: Sequence[str]) -> str:
        every = dict.fromkeys(self.ids[arg] for arg in args if arg in self.ids)
        return "".join(f"rewrite V'{name[2:]}; " for name in every)

    # numbers

    def norm(self, xs: list[Ratio]) -> Ratio:
        if len(xs) > 1:
            self.why = xs
        try:
            return super().norm(xs)
        finally:
            self.why = None

    def root(self, x: Ratio, strict: bool = False) -> Ratio:
        xs, self.why = self.why, None
        q = lifted(x.n, Counter([f for f, k in x.d.items() if k % 2]))
        new = str(self.reduce(q)) not in self.roots
        before = len(self.list)
        sign = ""
        if new and not self.reduce(q).is_constant():
            sign = self.root_sign(x, xs, strict)
        r = super().root(x, strict)
        if new and len(self.list) > before:
            if not sign:
                sign = "lra"
            c = self.list[-1]
            ((k, _),) = [(k, e) for k, e in c.p.terms()]
            index = k.index(1)
            strictly = c.kind == POS
            lemma = "root_pos" if strictly else "root_of"
            text = self.poly(self.rules[index].q)
            self.say(
                f"destruct ({lemma} ({text}) ltac:({sign})) as ({self.coq[index]} & C'{before} & Z'{index})."
            )
        return r

    def div(self, x: Ratio, y: Ratio) -> Ratio:
        sign = self.sign(y)
        out = super().div(x, y)
        p = self.reduce(y.n)
        if p != y.n:
            raise NotExpressible("a divisor that changes")
        if not p.is_constant():
            from perturb.prove.checker.numbers import content

            c = content(p) * (1 if sign == POS else -1)
            f = p / c
            if str(f) not in self.divisors:
                name = f"F'{len(self.divisors) + 1}"
                self.divisors[str(f)] = name
                why = self.sign_of(Ratio(f, Counter()), POS)
                self.say(f"assert ({name} : 0 < {self.poly(f)}) by {why}.")
        return out

    def ask(self, x: Ratio, *enough: int) -> int:
        """The tree is asked by who drives."""
        return Trail.ask(self, x, *enough)

    # steps of the walk

    def make(self, name: str, extent: tuple[int, ...], cases: Sequence[tuple[str, ...]]) -> None:
        if len(cases) > 1 and self.case is None:
            raise Stop("variant", len(cases))
        case = self.case or 0
        if not self.variant_said:
            self.conditions = made(self, name, extent, cases, case)
        self.variant_said = False
        super().make(name, extent, cases)

    def assume(self, relation: str, k: int = 0) -> None:
        if self.conditions:
            hypothesis = self.conditions.pop(0)
            word, hypothesis = hypothesis[:1] == "!", hypothesis.lstrip("!")
        else:
            hypothesis, word = self.hypothesis(relation, k), True
        x, op = self.difference(relation, k)
        left, right = self.sides(relation, k)
        if word:
            self.literal_relation(relation, k, f"in {hypothesis}")
        before = len(self.list)
        if op == NEG | POS:
            super().assume(relation, k)
            return
        self.put(x.n, op)
        self.constrain(before, hypothesis, op, left, right, shown=word)

    def hypothesis(self, relation: str, k: int) -> str:
        return self.names_of[relation, k]

    def literal_relation(self, relation: str, k: int, where: str) -> None:
        """In words of the parts, then in their values."""
        word, *sides = self.language.args[relation]
        texts = []
        for side in sides:
            name = self.name(side)
            texts.append(f"component {name} {k}" if isinstance(self.read(side), list) else name)
        sign = {"<=": "<=", "<": "<", ">=": ">=", ">": ">", "==": "=", "!=": "<>"}[word]
        self.say(f"change ({texts[0]} {sign} {texts[1]}) {where}.")
        for name in dict.fromkeys(self.ids[side] for side in sides if side in self.ids):
            self.say(f"rewrite V'{name[2:]} {where}.")
        words = "words." if "goal" in where or not where else f"words_in {where[3:]}."
        self.say(words)

    def constrain(
        self, k: int, hypothesis: str, op: int, left: Ratio, right: Ratio, shown: bool = True
    ) -> None:
        """C'k from a relation between two values; shown: in the texts of these values."""
        p, kind = self.list[k]
        why = self.follows(k, hypothesis, op, left, right, shown)
        self.say(f"assert ({self.state(f'''C'{k}''', kind, p)}) by {why}.")

    def follows(self, k: int, hypothesis: str, op: int, left: Ratio, right: Ratio, shown: bool) -> str:
        _, kind = self.list[k]
        gap = left - right
        _, taken = cofactors(gap.n, self.rules)
        t, why = self.vanishing(taken, sign=-1 if (op & POS and kind != ZERO) or kind == ZERO else 1)
        done = "(field; sides)" if gap.d else "field"
        c, positive = self.positive(1, Counter(), gap.d)
        u, v = (left, right) if op & NEG else (right, left)
        first, second = (f"({self.text(u)})", f"({self.text(v)})") if shown else ("_", "_")
        if kind == ZERO:
            if shown:
                first, second = f"({self.text(left)})", f"({self.text(right)})"
            return f"(refine (con_eq {first} {second} {c} _ ({t}) {hypothesis} {why} _); {done})"
        turned = op == POS | ZERO and hypothesis != "G'"
        name = f"(Rge_le _ _ {hypothesis})" if turned else hypothesis
        lemma = CONSTRAINT[kind]
        return f"(refine ({lemma} {first} {second} {c} _ ({t}) {name} {positive} {why} _); {done})"

    def deny(self, relation: str, k: int) -> None:
        x, op = self.difference(relation, k)
        left, right = self.sides(relation, k)
        if self.only_defined:
            raise Stop("defined")
        if not self.goal_said:
            self.literal_relation(relation, k, "")
            self.goal_said = True
        if self.squared:
            self.deny_squares(relation, k, left, right, op)
        elif op == ZERO:
            if self.sign(x) == ZERO:
                self.say(f"apply Rminus_diag_uniq; {self.sign_of(x, ZERO)}.")
                raise Stop("true")
        else:
            self.opposite(op)
            before = len(self.list)
            self.put(x.n, 7 - op)
            self.constrain(before, "G'", 7 - op, left, right)
        raise Stop("close")

    def opposite(self, op: int) -> None:
        """Introduce the negation of the goal as G', with < and <= only."""
        how = {
            NEG | ZERO: "apply Rnot_lt_le", NEG: "apply Rnot_le_lt",
            POS | ZERO: "apply Rnot_lt_ge", POS: "apply Rnot_le_gt", NEG | POS: "idtac",
        }[op]  # fmt: skip
        self.say(f"{how}; intros G'.")

    def deny_squares(self, relation: str, k: int, left: Ratio, right: Ratio, op: int) -> None:
        _, *parts = self.language.args[relation]
        least = [x for x, mask in zip((left, right), (POS, NEG), strict=True) if op & mask or op == ZERO]
        fine = all(self.clearly(x) or not self.negative(x) for x in least)
        x = left - right
        if not fine:
            if op == ZERO:
                if self.sign(x) == ZERO:
                    self.say(f"apply Rminus_diag_uniq; {self.sign_of(x, ZERO)}.")
                    raise Stop("true")
                return
            self.opposite(op)
            before = len(self.list)
            self.put(x.n, 7 - op)
            self.constrain(before, "G'", 7 - op, left, right)
            return
        squares = [component(self.square(part), k) for part in parts]
        gap = squares[0] - squares[1]
        if op == ZERO:
            if self.sign(gap) == ZERO:
                signs = [
                    self.clear_sign(y) if self.clearly(y) else self.sign_of(y, POS | ZERO)
                    for y in (left, right)
                ]
                same = self.sign_of(left * left - right * right, ZERO)
                self.say(f"apply sq_eq; [{signs[0]} | {signs[1]} | {same}].")
                raise Stop("true")
            return
        self.opposite(op)
        low, high = (right, left) if op & NEG else (left, right)
        least_sign = self.clear_sign(low) if self.clearly(low) else self.sign_of(low, POS | ZERO)
        before = len(self.list)
        self.put(gap.n, 7 - op)
        p, kind = self.list[before]
        difference = Ratio.__mul__(high, high) - Ratio.__mul__(low, low)
        signed = gap if op & NEG else -gap
        # p = (high^2 - low^2) c up to rules, c the divisors of gap
        c, positive = self.positive(1, Counter(), gap.d)
        rest = Ratio(p, gap.d) - difference
        zero, taken = cofactors(rest.n, self.rules)
        if zero or cofactors((Ratio(p, gap.d) - signed).n, self.rules)[0]:
            raise NotExpressible("squares that are others")
        t, why = self.vanishing(taken, rest.d)
        t = f"({t}) * {c}" if taken else t
        why = f"(eq_trans (f_equal (fun z => z * {c}) {why}) (Rmult_0_l _))" if taken else why
        lemma = "sq_lt" if kind == POS else "sq_le"
        u, v = f"({self.text(low)})", f"({self.text(high)})"
        done = "(field; sides)" if rest.d or gap.d else "field"
        state = self.state(f"C'{before}", kind, p)
        self.say(
            f"assert ({state}) by (refine ({lemma} {u} {v} {c} _ ({t}) "
            f"ltac:({least_sign}) G' {positive} {why} _); {done})."
        )


def literal_entries(value: Any) -> str:
    """Both sides are literals whose entries are equal polynomials."""
    return values.literal(value, value, lambda *_: "ring_or_field")


def drive(path: Scribe, tree: Any, gauges: Any, conclude: Any) -> list[str]:
    """The script of a tree: what is done up to a question, then its cases."""
    try:
        path.run()
    except Stop as stop:
        end, *what = stop.args
    out, path.lines = path.lines, []
    if end == "defined":
        return [*out, *conclude(path)]
    ((kind, inner),) = [
        (k, v) for k, v in tree.items() if k in ("close", "undefined", "true", "outside", "ask", "variant")
    ]
    if kind == "close":
        return [*out, "exfalso.", *close(path, inner, gauges)]
    if kind != end:
        raise NotExpressible(f"the tree says {kind} where the evaluation says {end}")
    if kind == "ask":
        head, children = branches(path, what[0], inner)
        out += head
        for twin, child in children:
            out += ["{", *drive(twin, child, gauges, conclude), "}"]
        return out
    if kind == "variant":
        todo = path.todo[path.done].keywords
        twins = [path.copy() for _ in inner]
        for case, twin in enumerate(twins):
            twin.case = case
            twin.conditions = made(twin, todo["name"], todo["extent"], todo["cases"], case)
            twin.variant_said = True
        head, twins[0].lines = twins[0].lines[:1], twins[0].lines[1:]
        out += head
        for case, (twin, child) in enumerate(zip(twins, inner, strict=True)):
            twin.lines = twin.lines[1:] if case else twin.lines
            out += ["{", *drive(twin, child, gauges, conclude), "}"]
        return out
    if kind == "undefined":
        return [*out, *conclude(path, what[0])]
    return out


__all__ = ["Scribe", "Walker", "depth", "drive"]
