"""What a reader says of a text: the error that names a place, and where that is."""

from __future__ import annotations


class NotUnderstood(ValueError):
    """A text that is not understood: `pos` is where, `piece` which part, `cure` what would be.

    `str` of it is one line; `placed` adds line and column of the text.
    """

    def __init__(self, why: str, pos: int = 0, piece: str = "", cure: str = "") -> None:
        super().__init__(why)
        self.why, self.pos, self.piece, self.cure = why, pos, piece, cure

    def placed(self, text: str, name: str = "") -> str:
        """The message with the place in `text`: "line 2, column 7, at ...: why; cure"."""
        line, column = place(text, self.pos)
        piece = self.piece or excerpt(text, self.pos)
        at = f", at {piece!r}" if piece else ", at the end"
        return f"{name + ': ' if name else ''}line {line}, column {column}{at}: {self.why}" + (
            f"; {self.cure}" if self.cure else ""
        )


def place(text: str, pos: int) -> tuple[int, int]:
    """Line and column of an offset, both from 1."""
    before = text[: max(0, pos)]
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def excerpt(text: str, pos: int, most: int = 24) -> str:
    """What stands there, up to `most` signs of its line."""
    line = text[pos:].partition("\n")[0].strip()
    return line if len(line) <= most else line[:most].rstrip() + " ..."


def words_of(text: str) -> list[str]:
    """The words of a text, for tables of names."""
    return text.split()
