"""False statements that textbooks seem to suggest: the engine must refute each one (negative controls)."""

from perturb import paper

REFUTED = paper(
    "refuted",
    "False textbook statements",
    reference="Common errors; what is true instead is said beside each",
)
