"""Witnesses with irrational entries: a polynomial, an interval that holds one root r of it, and entries in r.

    "root": {"polynomial": ["-2", "0", "1"], "between": ["1", "2"]},
    "inputs": {"x": {"kind": "vector", "value": [{"in r": ["0", "1/2"]}, {"in r": ["0", "1/2"]}]}}

is r^2 = 2 with x = (r/2, r/2): coefficients from the constant on, of the polynomial integers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flint import fmpq_mat, fmpq_poly, fmpz, fmpz_poly

from perturb.certify.limits import EXACT
from perturb.domains.exact import numbers, rational
from perturb.numbers.exact_matrix import ExactMatrix
from perturb.numbers.number_field import FieldNumber, NumberField, field_of
from perturb.numbers.surds import interval, readable

IN = "in r"
DEGREE, DIGITS, ENTRIES = 16, 400, 400
# Of the polynomial, which takes the time: of a root that was recognised all coefficients have 40 digits.
COEFFICIENT, HALVINGS = 100, 200


def field_in(data: Mapping[str, Any]) -> NumberField | None:
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
        if not isinstance(x, str) or len(x) > digits or EXACT.fullmatch(x) is None:
            raise ValueError(f"{what}: {str(x)[:20]!r} is no exact number of at most {digits} digits")


def read(value: Any, field: NumberField | None) -> Any:
    """Nested lists of a file with numbers of the field in place of its entries in r. ValueError."""
    if isinstance(value, list):
        return [read(x, field) for x in value]
    if not isinstance(value, dict):
        return value
    if field is None:
        raise ValueError(f"an entry {IN!r} in a file without a root r")
    if set(value) != {IN}:
        raise ValueError(f"an entry with keys {sorted(map(str, value))[:3]}: {IN!r} expected")
    _numbers(f"an entry {IN!r}", value[IN], range(1, field.degree + 1))
    return field.number(fmpq_poly([rational(c) for c in value[IN]]))


def few(value: Any) -> int:
    """The number of entries in r of nested lists; ValueError for too many."""
    count = sum(map(few, value)) if isinstance(value, list) else int(isinstance(value, dict))
    if count > ENTRIES:
        raise ValueError(f"more than {ENTRIES} irrational entries")
    return count


def plain(value: Any) -> Any:
    """Nested lists without the entries in r: what is checked like every other witness."""
    return [plain(x) for x in value] if isinstance(value, list) else "0" if isinstance(value, dict) else value


def written(value: Any) -> Any:
    """An exact value for a file; `read` and `exact_value` read it back."""
    if isinstance(value, ExactMatrix):
        return [[written(x) for x in row] for row in value.tolist()]
    if isinstance(value, tuple):
        return [written(x) for x in value]
    if isinstance(value, FieldNumber):
        return {IN: [str(c) for c in value.form.coeffs()]}
    return [[str(x) for x in row] for row in value.tolist()] if isinstance(value, fmpq_mat) else _text(value)


def _text(value: Any) -> Any:
    return value if isinstance(value, int) else str(value)


def root_of(values: Mapping[str, Any]) -> dict[str, Any]:
    """The key "root" of the witness of a point with irrational entries; nothing for other points."""
    fields = {x.field for value in values.values() for x in numbers(value) if isinstance(x, FieldNumber)}
    if not fields:
        return {}
    (field,) = fields
    low, high = interval(field.root)
    coefficients = [str(int(c)) for c in field.root.poly.coeffs()]
    return {"root": {"polynomial": coefficients, "between": [str(low), str(high)]}}


def shown(data: Mapping[str, Any]) -> dict[str, Any]:
    """The inputs of a witness for people: nested lists of texts, p/q or sqrt(2)/2."""
    field = field_in(data)
    return {name: _shown(given["value"], field) for name, given in data["inputs"].items()}


def _shown(value: Any, field: NumberField | None) -> Any:
    if isinstance(value, list):
        return [_shown(x, field) for x in value]
    return readable(read(value, field)) if isinstance(value, dict) else value
