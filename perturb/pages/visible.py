"""How long a formula is to the eye."""

from __future__ import annotations

import re

LONGEST = 300  # visible signs of a displayed formula

# Commands that set what stands beside them and show nothing of their own.
LAYOUT = (
    "left|right|big|Big|bigl|bigr|frac|tfrac|dfrac|sqrt|overline|underline|tilde|hat|bar|widehat|widetilde|"
    "mathit|mathrm|mathbb|mathbf|mathcal|operatorname|text|quad|qquad|limits|displaystyle|label|tag"
)
SILENT = re.compile(rf"\\(?:begin|end)\{{\w+\*?\}}|\\(?:{LAYOUT})(?![A-Za-z])|\\[,;:! ]|\\\\")
COMMAND = re.compile(r"\\[A-Za-z]+|\\.")


def visible_length(tex: str) -> int:
    """The signs that a reader sees: a letter, a digit, an operator, a bracket, a Greek letter count one.

    Braces, spaces, alignment and layout (fractions, roots, accents, sizes of brackets, fonts) count nothing.
    """
    signs = COMMAND.sub("x", SILENT.sub("", tex))
    return len(re.sub(r"[\s{}_^&~]", "", signs))
