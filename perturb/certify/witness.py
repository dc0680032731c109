"""A point worth keeping, with its statement: exact JSON that decides again from the file alone.

Entries may be irrational: a polynomial, an interval that holds one root r of it, and entries in r.

    "root": {"polynomial": ["-2", "0", "1"], "between": ["1", "2"]},
    "inputs": {"x": {"kind": "vector", "value": [{"in r": ["0", "1/2"]}, {"in r": ["0", "1/2"]}]}}

is r^2 = 2 with x = (r/2, r/2): coefficients from the constant on, of the polynomial integers.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flint import fmpq_mat, fmpq_poly, fmpz, fmpz_poly

from perturb.certify import limits
from perturb.certify.point import PointVerdict
from perturb.domains.domain import Domain
from perturb.domains.pairs import ENDS, joined
from perturb.domains.space import Point, exact_value, fixed, numbers, rational
from perturb.numbers.exact_matrix import ExactMatrix
from perturb.numbers.number_field import FieldNumber, NumberField, field_of
from perturb.numbers.numerals import interval, readable
from perturb.process.output import json_text, write_whole
from perturb.statements.claim import Claim
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.ranges import declared
from perturb.vocab.grammar.tree import Expr, Word, variable
from perturb.vocab.relations.order import Link, given, parse_link
from perturb.vocab.systems.evaluate import shape_of
from perturb.vocab.words.matrix import cols, rows
from perturb.vocab.words.vector import length

FORMAT = "perturb-witness/1"
KEYS = {
    "claim": str,
    "fingerprint": str,
    "label": str,
    "inputs": dict,
    "membership": list,
    "hypotheses": list,
    "conclusions": list,
    "presupposes": list,
    "at": dict,
    "lhs": str,
    "rhs": str,
    "rigour": str,
    "relative_violation": str,
    "vary": list,
    "search": dict,
}
PARTS = ("membership", "hypotheses", "conclusions")
SIDES: dict[Kind, tuple[Word, ...]] = {Kind.MATRIX: (rows, cols), Kind.VECTOR: (length,)}
IN = "in r"
DEGREE, DIGITS, ENTRIES = 16, 400, 400
# Of the polynomial, which takes the time: of a root that was recognised all coefficients have 40 digits.
COEFFICIENT, HALVINGS = 100, 200


class CorruptWitness(ValueError):
    """A witness file that is damaged, edited, or not a witness file."""


@dataclass(frozen=True)
class Witness:
    """The content of a witness file: statement, exact inputs, what was certified there and how."""

    data: Mapping[str, Any]

    @property
    def claim(self) -> str:
        return str(self.data["claim"])

    @property
    def fingerprint(self) -> str:
        return str(self.data["fingerprint"])

    @property
    def kinds(self) -> dict[str, Kind]:
        return {name: Kind(entry["kind"]) for name, entry in self.data["inputs"].items()}

    @property
    def values(self) -> dict[str, Any]:
        """The exact inputs by name."""
        field, inputs = _field_in(self.data), self.data["inputs"]
        return {n: exact_value(_of_field(e["value"], field), Kind(e["kind"])) for n, e in inputs.items()}

    @property
    def shown(self) -> dict[str, Any]:
        """The inputs by name for people: nested lists of texts, p/q or sqrt(2)/2."""
        return _shown_inputs(self.data)

    def links(self, part: str) -> list[Link]:
        return [parse_link(text, self.kinds) for text in self.data[part]]


def speaks_of(witness: Witness, claim: Claim) -> bool:
    """Is the statement in the file, domain included, the one that the claim makes now?"""
    try:
        point = claim.domain.point(witness.values)
    except ValueError:
        return False
    now = {
        "membership": [link.canonical() for link in membership(claim, point)],
        "hypotheses": [link.canonical() for link in claim.hypotheses],
        "conclusions": [link.canonical() for link in claim.conclusions],
    }
    return all(witness.data[part] == links for part, links in now.items())


def make(
    claim: Claim,
    point: Point,
    found: PointVerdict,
    vary: Sequence[str] = (),
    search: Mapping[str, Any] | None = None,
) -> Witness:
    """The witness of a violation at `point`; `search` says how it was come by (points drawn, seed)."""
    kinds, inside = claim.domain.kinds, membership(claim, point)
    names = indices([*inside, *claim.hypotheses, *claim.conclusions])
    body = {
        "format": FORMAT,
        "claim": claim.id,
        "fingerprint": claim.fingerprint,
        "label": claim.label,
        **_root_of(point.values),
        "inputs": {n: {"kind": kinds[n].value, "value": _written(v)} for n, v in point.values.items()},
        **({"complex": pairs} if (pairs := claim.domain.complex_inputs) else {}),
        **({"indices": names} if names else {}),
        "membership": [link.canonical() for link in inside],
        "hypotheses": [link.canonical() for link in claim.hypotheses],
        "conclusions": [link.canonical() for link in claim.conclusions],
        "presupposes": sorted(claim.presupposes),
        "failed": found.failed,
        "at": dict(found.at),
        "lhs": str(found.lhs),
        "rhs": str(found.rhs),
        "rigour": min(found.lhs.rigour, found.rhs.rigour).name.lower(),
        "relative_violation": f"{0.0 - found.margin:.6g}",
        "kernel": found.kernel,
        "bits": found.bits,
        "vary": list(vary),
        "search": dict(search or {}),
    }
    return Witness({**body, "checksum": checksum(body)})


def _sides(value: Any) -> tuple[int, ...]:
    """How often a list of lists is nested, and how long they are."""
    return (len(value), *_sides(value[0] if value else ())) if isinstance(value, list) else ()


def indices(links: Iterable[Link]) -> list[str]:
    """Names without a range of their own: each stands for every integer for which its subscripts exist."""
    return sorted({name for link in links for name in set(link.free) - declared(link).keys()})


def membership(claim: Claim, point: Point) -> list[Link]:
    """What the domain asks of the inputs, their shapes and the ranges of integers included."""
    ranges = claim.domain.all_ranges()
    ends: list[Link] = []
    for name, kind in claim.domain.kinds.items():
        if kind is Kind.INTEGER:
            low, high = (point.sizes[e] if isinstance(e, str) else e for e in ranges[name])
            ends += given(low, "<=", variable(name, kind), "<=", high).links
    return [*_shapes(claim.domain), *claim.domain.membership(), *ends]


def _shapes(domain: Domain) -> list[Link]:
    """Sides that share a size are equal, fixed ones are as fixed, none is below its least value, nor above a
    greatest one that names a size.

    An end that names a size stands for a side of this size, where an input has one.
    """
    sides: dict[int | str, list[Expr]] = {}
    for name, space in domain.spaces.items():
        for word, size in zip(SIDES.get(space.kind, ()), space.shape, strict=True):
            sides.setdefault(size, []).append(word.node(variable(name, space.kind)))
    links: list[Link] = []
    for size, (first, *others) in sides.items():
        ends = (size, size) if isinstance(size, int) else domain.ranges[size]
        least = sides.get(ends[0], [None])[0] if isinstance(ends[0], str) else ends[0]
        if least is not None and (fixed(ends) or least != 1):
            links += given(first, "==" if fixed(ends) else ">=", least).links
        for top in sides.get(ends[1], [])[:1] if isinstance(ends[1], str) and not fixed(ends) else ():
            links += given(first, "<=", top).links
        links += [link for other in others for link in given(first, "==", other).links]
    return links


def checksum(body: Mapping[str, Any]) -> str:
    text = json_text({k: v for k, v in body.items() if k != "checksum"}, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def save(witness: Witness, path: Path) -> Path:
    """Write the file in one step: a full disk or an interrupt leaves no half of it. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json_text(witness.data, strict=True, indent=1, ensure_ascii=False) + "\n"
    write_whole(path, text)
    return path


def load(path: Path) -> Witness:
    """Read a witness file. Raises CorruptWitness (naming what is wrong) or OSError."""
    try:
        limits.readable_file(path)
        text = path.read_text(encoding="utf-8")
    except ValueError as error:
        raise CorruptWitness(f"{path}: not JSON ({error})") from None
    return loads(text, str(path))


def loads(text: str, path: str) -> Witness:
    """Read the text of a witness file, or a line of several. Raises CorruptWitness, which names the place."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CorruptWitness(f"{path}: not JSON ({error})") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise CorruptWitness(f"{path}: not a witness file (format {FORMAT} expected)")
    if data.get("checksum") != checksum(data):
        raise CorruptWitness(f"{path}: the checksum does not match; the file was edited or damaged")
    witness = Witness(data)
    try:
        _check(witness)
    except (KeyError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError) as error:
        raise CorruptWitness(f"{path}: {type(error).__name__}: {error}") from None
    return witness


def _check(witness: Witness) -> None:
    """Everything that is read later is there and of its kind. Raises KeyError, TypeError, ValueError, ..."""
    for key, kind in KEYS.items():
        if not isinstance(witness.data[key], kind):
            raise TypeError(f"{key} is not a {kind.__name__}")
    if not isinstance(witness.data["failed"], int | None) or not isinstance(witness.data["kernel"], str):
        raise TypeError("failed is not a number, or kernel not a name")
    irrational = 0
    for entry in witness.data["inputs"].values():
        limits.exact_numbers(_plain(entry["value"]))
        irrational += _count_in_r(entry["value"])
    if "root" in witness.data and not irrational:
        raise ValueError("a root r that no entry is written in")
    shapes = {name: shape_of(value, witness.kinds[name]) for name, value in witness.values.items()}
    for part in PARTS:
        for text in witness.data[part]:
            limits.statement_text(text)
        for link in witness.links(part):
            limits.relation(link, shapes)
    _names(witness)
    if not witness.values or not witness.data["conclusions"]:
        raise ValueError("no inputs or no conclusions")
    if not all(isinstance(name, str) for name in witness.data["vary"]):
        raise TypeError("vary is not a list of names")


def _names(witness: Witness) -> None:
    """ValueError for a name that nothing in the file declares, or an input called 5.

    Read as "for all", a misspelt input would make a hypothesis that holds wherever it has no instances.
    """
    for name in witness.data["inputs"]:
        if not name.isidentifier():
            raise ValueError(f"{name!r} is no name of an input")
    pairs = witness.data.get("complex", [])
    if not isinstance(pairs, list) or not all(isinstance(name, str) for name in pairs):
        raise TypeError("complex is not a list of names")
    for name in pairs:
        if name in witness.kinds or {f"{name}_re", f"{name}_im"} - witness.kinds.keys():
            raise ValueError(f"{name!r} is no complex input: {name}_re and {name}_im are expected")
        if len({_sides(witness.data["inputs"][f"{name}{end}"]["value"]) for end in ENDS}) != 1:
            raise ValueError(f"{name!r} is no complex input: its parts have different sizes")
    used = set(indices(link for part in PARTS for link in witness.links(part)))
    said = witness.data.get("indices", [])
    if not isinstance(said, list) or not all(isinstance(name, str) for name in said):
        raise TypeError("indices is not a list of names")
    for name in sorted(used.symmetric_difference(said)):
        what = "is neither an input nor one of" if name in used else "is not used but one of"
        raise ValueError(f"{name!r} {what} the indices of the file")


def _field_in(data: Mapping[str, Any]) -> NumberField | None:
    """The field of a file with irrational entries. ValueError where polynomial and interval name no root."""
    if "root" not in data:
        return None
    said = data["root"]
    if not isinstance(said, dict) or set(said) != {"polynomial", "between"}:
        raise ValueError('root: {"polynomial": [...], "between": [low, high]} expected')
    coefficients, ends = said["polynomial"], said["between"]
    _numbers("root: polynomial", coefficients, range(3, DEGREE + 2), COEFFICIENT)
    _numbers("root: between", ends, (2,))
    if any("/" in str(c) for c in coefficients):
        raise ValueError("root: a coefficient of the polynomial is no integer")
    poly, (low, high) = fmpz_poly([fmpz(int(c)) for c in coefficients]), map(rational, ends)
    if poly.degree() != len(coefficients) - 1:
        raise ValueError("root: the leading coefficient of the polynomial is 0")
    try:
        return field_of(poly, low, high, HALVINGS)
    except ValueError as error:
        raise ValueError(f"root: {error}") from None


def _numbers(what: str, given: Any, lengths: range | tuple[int, ...], digits: int = DIGITS) -> None:
    """ValueError unless these are so many exact numbers of not too many digits."""
    if not isinstance(given, list) or len(given) not in lengths:
        raise ValueError(f"{what}: a list of {min(lengths)} to {max(lengths)} numbers expected")
    for x in given:
        if not isinstance(x, str) or len(x) > digits or limits.EXACT.fullmatch(x) is None:
            raise ValueError(f"{what}: {str(x)[:20]!r} is no exact number of at most {digits} digits")


def _of_field(value: Any, field: NumberField | None) -> Any:
    """Nested lists of a file with numbers of the field in place of its entries in r. ValueError."""
    if isinstance(value, list):
        return [_of_field(x, field) for x in value]
    if not isinstance(value, dict):
        return value
    if field is None:
        raise ValueError(f"an entry {IN!r} in a file without a root r")
    if set(value) != {IN}:
        raise ValueError(f"an entry with keys {sorted(map(str, value))[:3]}: {IN!r} expected")
    _numbers(f"an entry {IN!r}", value[IN], range(1, field.degree + 1))
    return field.number(fmpq_poly([rational(c) for c in value[IN]]))


def _count_in_r(value: Any) -> int:
    """The number of entries in r of nested lists; ValueError for too many."""
    count = sum(map(_count_in_r, value)) if isinstance(value, list) else int(isinstance(value, dict))
    if count > ENTRIES:
        raise ValueError(f"more than {ENTRIES} irrational entries")
    return count


def _plain(value: Any) -> Any:
    """Nested lists without the entries in r: what is checked like every other witness."""
    return (
        [_plain(x) for x in value] if isinstance(value, list) else "0" if isinstance(value, dict) else value
    )


def _written(value: Any) -> Any:
    """An exact value for a file; `read` and `exact_value` read it back."""
    if isinstance(value, ExactMatrix):
        return [[_written(x) for x in row] for row in value.tolist()]
    if isinstance(value, tuple):
        return [_written(x) for x in value]
    if isinstance(value, FieldNumber):
        return {IN: [str(c) for c in value.form.coeffs()]}
    return [[str(x) for x in row] for row in value.tolist()] if isinstance(value, fmpq_mat) else _text(value)


def _text(value: Any) -> Any:
    return value if isinstance(value, int) else str(value)


def _root_of(values: Mapping[str, Any]) -> dict[str, Any]:
    """The key "root" of the witness of a point with irrational entries; nothing for other points."""
    fields = {x.field for value in values.values() for x in numbers(value) if isinstance(x, FieldNumber)}
    if not fields:
        return {}
    (field,) = fields
    low, high = interval(field.root)
    coefficients = [str(int(c)) for c in field.root.poly.coeffs()]
    return {"root": {"polynomial": coefficients, "between": [str(low), str(high)]}}


def _shown_inputs(data: Mapping[str, Any]) -> dict[str, Any]:
    """The inputs of a witness for people: nested lists of texts, p/q or sqrt(2)/2."""
    field = _field_in(data)
    shown = {name: _shown_value(given["value"], field) for name, given in data["inputs"].items()}
    return joined(shown, data["complex"]) if "complex" in data else shown


def _shown_value(value: Any, field: NumberField | None) -> Any:
    if isinstance(value, list):
        return [_shown_value(x, field) for x in value]
    return readable(_of_field(value, field)) if isinstance(value, dict) else value
