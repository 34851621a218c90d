"""A frame of Spark, looked at once and then masked, as often as is wanted."""

from __future__ import annotations

from typing import Any, NamedTuple

from . import _arguments as arguments
from . import _spark_check as check
from . import _spark_parts as parts
from . import _spark_rotate as rotating

TASK_BYTES = 64 * 2**20


class Asked(NamedTuple):
    """A method with the options that are said, and how much one task takes up."""

    method: str
    options: dict[str, Any]
    task_bytes: int


class Seen(NamedTuple):
    """What a frame that can be masked is like."""

    surveyed: parts.Surveyed
    names: list[str]  # columns whose values can be looked at
    notes: list[str]


def look(frame: Any, columns: parts.Columns, asked: Asked, said: dict[str, Any], known: list[str]) -> Seen:
    """Fails where overhand.mask() would, in its words."""
    head = check.look_at_head(frame, asked.method, asked.options, said, known)
    check.look_at_texts(frame, head, columns, asked.method, asked.options, said, known)
    surveyed = parts.survey(frame, columns.masked)
    notes = check.look_at_identifiers(frame, head, columns, surveyed, asked.method, asked.options, said, known)
    return Seen(surveyed, [name for name in columns.all if name in head.column_names], notes)


def masked_frame(frame: Any, columns: parts.Columns, surveyed: parts.Surveyed, asked: Asked, key: bytes) -> Any:
    method, options, task_bytes = asked
    usual = {option["name"]: option["default"] for m in arguments.METHODS if m["name"] == method for option in m["options"]}
    given = {**usual, **options}
    said = arguments.said_json(method=method, options=options)
    if method == "cell_rotate":
        return rotating.rotated_frame(frame, columns, surveyed, said=said, k=int(given["k"]), marginals=str(given["marginals"]),
                                      key=key, task_bytes=task_bytes)
    return parts.masked_frame(frame, columns, surveyed, said=said, bins=int(given["bins"]), min_bin=int(given["min_bin"]), key=key,
                              task_bytes=task_bytes)
