"""Nothing that was read is lost: what a text says is in its story, or it is an error with its place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from perturb.read.cursor import Cursor
from perturb.read.errors import NotUnderstood
from perturb.read.source import Piece
from perturb.read.story import Story
from perturb.read.syntax import Node, Related, bare

CURE = "say it in a sentence of its own"


def accounted(at: Cursor, story: Story) -> None:
    """NotUnderstood for a property or a relation that was read and of which nothing came."""
    told = {pos for one in story.letters.values() for said in one.described for _, pos in said.properties}
    for name, pos in at.called:
        if pos not in told | story.used:
            raise NotUnderstood(f"of what {name!r} is said is not understood", pos, cure=CURE)
    kept = story.used | {node.pos for node in nodes(story)}
    for k, one in enumerate(at.pieces):
        if one.kind == "formula" and not unread(one, story):
            for related in relations(at.parts(k - at.k)):
                if not kept & {node.pos for node in related.walk()}:
                    raise NotUnderstood("this relation says something of no part", related.pos, cure=CURE)


def unread(one: Piece, story: Story) -> bool:
    """Does it stand in a stretch that is told as not read?"""
    return any(start <= one.pos < end for start, end in story.passed)


def relations(parts: Sequence[Node]) -> Iterator[Related]:
    """Those of a formula that are no membership."""
    for one in map(bare, parts):
        if isinstance(one, Related) and not any(sign == "in" for sign, _ in one.links):
            yield one


def nodes(x: Any) -> Iterator[Node]:
    """Every part of a formula that a story keeps."""
    if isinstance(x, Node):
        yield from x.walk()
    elif isinstance(x, dict):
        for value in x.values():
            yield from nodes(value)
    elif isinstance(x, list | tuple | set):
        for value in x:
            yield from nodes(value)
    elif is_dataclass(x):
        for one in fields(x):
            yield from nodes(getattr(x, one.name))
