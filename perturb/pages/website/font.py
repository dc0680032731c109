"""A font with the brackets and roots of mathematics, cut down to what formulas use."""

from __future__ import annotations

from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

FILE = "assets/stix-two-math.woff"
BEARER, SOURCE = "ziamath", "fonts/STIXTwoMath-Regular.ttf"  # SIL Open Font License
SIGNS = (
    (0x20, 0x17F),  # Latin
    (0x2B0, 0x3FF),  # accents, Greek
    (0x2000, 0x23FF),  # punctuation, letters such as R, arrows, operators, parts of brackets
    (0x25A0, 0x25FF),  # squares
    (0x27C0, 0x2AFF),  # more brackets and operators
    (0x1D400, 0x1D7FF),  # the alphabets of mathematics
)


def woff() -> bytes:
    """The font as browsers read it; the same bytes at each call."""
    options = Options()
    options.flavor, options.layout_features, options.recalc_timestamp = "woff", ["*"], False
    options.name_IDs = ["*"]  # its licence stays with it
    font = TTFont(_source(), recalcTimestamp=False)
    cut = Subsetter(options)
    cut.populate(unicodes=[sign for low, high in SIGNS for sign in range(low, high + 1)])
    cut.subset(font)
    font.flavor = "woff"
    stream = BytesIO()
    font.save(stream)
    return stream.getvalue()


def _source() -> Path:
    """The font within the package that brings it along, of which nothing else is used or loaded."""
    found = find_spec(BEARER)
    if found is None or found.origin is None:
        raise ValueError(f"the font of formulas is in {BEARER}, which is not installed")
    return Path(found.origin).parent / SOURCE
