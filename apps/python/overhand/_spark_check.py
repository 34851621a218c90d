"""What is wrong with a frame of Spark or with what is said about it, in the sentences of overhand.mask().

They come from overhand.mask() itself: it masks small tables that stand for the frame, its first records,
and then one whose columns are as unique as those of the frame.
"""

from __future__ import annotations

from typing import Any

from . import _arguments as arguments
from . import _core
from ._spark_parts import Columns, Surveyed, _quoted

HEAD = 10_000  # records
MOST_LEVELS = 20_000  # of a column, to be looked at
NEARLY_ALL = 0.9
FEWEST = 20  # values that can be nearly unique: table/identifiers.h

HERE = ("columns", "drop", "keep", "keep_identifiers", "key", "key_file", "seed", "lineage")


def options_said(method: str, said: dict[str, Any], known: list[str]) -> dict[str, Any]:
    """The options of the method that are said; other arguments are those that Spark's mask() has."""
    options: dict[str, Any] = {}
    general = {**arguments.COLUMNS, **arguments.BINDING, **arguments.READING, **arguments.PROGRESS, "shuffle_rows": (),
               "details": ()}
    for name, value in said.items():
        if name in HERE or value is None:
            continue
        if name in general and not (name == "order" and method == "cart"):
            raise ValueError(f"{name} is not there on Spark; leave it away, or mask a table that memory holds with "
                             "overhand.mask().")
        options[name] = value
    return options


def said_json(method: str, options: dict[str, Any], said: dict[str, Any], known: list[str], **other: Any) -> str:
    given = {name: said[name] for name in HERE if said.get(name) is not None and name != "lineage"}
    return arguments.said_json(**{"method": method, "options": options, "known": known, **given, **other})


def _names(value: Any) -> list[str]:
    if value is None:
        return []
    return [value] if isinstance(value, str) else list(value)


def has_place(arrow_type: Any) -> bool:
    """Whether a column of the type can be looked at; others can be kept all the same."""
    import pyarrow

    types = pyarrow.types
    return not (types.is_nested(arrow_type) or types.is_binary(arrow_type) or types.is_large_binary(arrow_type)
                or types.is_fixed_size_binary(arrow_type) or types.is_interval(arrow_type))


def chosen(frame: Any, said: dict[str, Any]) -> Columns:
    """What becomes of the columns, whether or not all that is said is right."""
    masked, keep, drop = (_names(said.get(name)) for name in ("columns", "keep", "drop"))
    names = frame.columns
    kept = [name for name in names if name in keep]
    to_mask = [name for name in names if name not in kept and (name in masked if masked else name not in drop)]
    return Columns([name for name in names if name in kept or name in to_mask], to_mask, kept)


def look_at_head(frame: Any, method: str, options: dict[str, Any], said: dict[str, Any], known: list[str]) -> Any:
    """The first records, after overhand.mask() has taken them with all that is said."""
    head = frame.limit(HEAD).toArrow()
    beyond = [name for name in _names(said.get("keep")) if name in head.column_names and not has_place(head.schema.field(name).type)]
    columns = chosen(frame, said)
    other: dict[str, Any] = {"keep_identifiers": True, "derive": False}
    if "columns" not in said or said["columns"] is None:
        other["columns"] = columns.masked or None
        # Of a frame whose columns are all kept or dropped nothing is left to mask, as it says itself.
    if beyond:
        other["keep"] = [name for name in _names(said.get("keep")) if name not in beyond]
        head = head.drop_columns(beyond)
    _core.mask(_without_unique_texts(head, columns).__arrow_c_stream__(), said_json(method, options, said, known, **other), None)
    return head


def _without_unique_texts(head: Any, columns: Columns) -> Any:
    """Texts that are different in the first records need not be in all: each twice, to begin with."""
    import pyarrow

    for j, field in enumerate(head.schema):
        if field.name in columns.masked and pyarrow.types.is_string(field.type):
            values = head.column(j)
            if _is_unique(*_count(values)):
                twice = _stand_in(values, False)
                head = head.set_column(j, field, _padded(twice.slice(0, len(values)), len(values)))
    return head


def _is_unique(distinct: int, present: int) -> bool:
    return present >= FEWEST and distinct >= NEARLY_ALL * present


def _count(values: Any) -> tuple[int, int]:
    import pyarrow.compute

    distinct = pyarrow.compute.count_distinct(values, mode="only_valid").as_py()
    return distinct, len(values) - values.null_count


def _asked(head: Any, columns: Columns, surveyed_levels: dict[str, Any]) -> list[str]:
    """Columns that are nearly unique in the first records and may not be in all: not measurements to mask."""
    import pyarrow

    def is_measurement(name: str) -> bool:
        held = head.schema.field(name).type
        return name in columns.masked and (pyarrow.types.is_floating(held) or pyarrow.types.is_decimal(held))

    return [name for name in head.column_names if name in columns.all and name not in surveyed_levels
            and not is_measurement(name) and _is_unique(*_count(head.column(name)))]


def _distinct(frame: Any, names: list[str]) -> dict[str, bool]:
    """Which of them are nearly unique in the whole frame; by HyperLogLog, within a hundredth."""
    from pyspark.sql import functions

    if not names:
        return {}
    wanted = [part for name in names for part in (functions.approx_count_distinct(_quoted(name), 0.01),
                                                  functions.count(_quoted(name)))]
    row = frame.agg(*wanted).first()
    return {name: _is_unique(min(row[2 * i], row[2 * i + 1]), row[2 * i + 1]) for i, name in enumerate(names)}


def _stand_in(values: Any, is_unique: bool) -> Any:
    """Some values, each once where the column is nearly unique, and else each twice."""
    import pyarrow

    values = pyarrow.chunked_array([values]) if isinstance(values, pyarrow.Array) else values
    if is_unique:
        return values
    half = values.slice(0, max(len(values) // 2, 1))
    return pyarrow.chunked_array([*half.chunks, *half.chunks], type=values.type)


def _as_often(counts: list[tuple[str, int]], arrow_type: Any) -> Any:
    """Levels, as often on average as they are in the frame; ten times is often enough."""
    import numpy
    import pyarrow

    texts = pyarrow.array([level for level, _ in counts[:MOST_LEVELS]], arrow_type)
    each = min(sum(count for _, count in counts) / len(counts), 10)
    return pyarrow.chunked_array([texts.take(pyarrow.array(numpy.arange(round(each * len(texts))) % len(texts)))])


def _padded(values: Any, rows: int) -> Any:
    import pyarrow

    return pyarrow.chunked_array([*values.chunks, pyarrow.nulls(rows - len(values), values.type)])


def look_at_identifiers(frame: Any, head: Any, columns: Columns, surveyed: Surveyed, method: str,
                        options: dict[str, Any], said: dict[str, Any], known: list[str]) -> None:
    """Refuses columns that look like identifiers, as overhand.mask() does, by what is in the whole frame."""
    import pyarrow

    levels = {}
    infinite = set()
    for name, (is_infinite, counts) in zip(columns.masked, _core.parts.facts(surveyed.surveys)):
        if counts and pyarrow.types.is_string(head.schema.field(name).type):
            levels[name] = counts
        if is_infinite:
            infinite.add(name)
    asked = _distinct(frame, _asked(head, columns, levels))
    arrays = {}
    for name in head.column_names:
        if name not in columns.all:
            continue
        if name in levels:
            arrays[name] = _as_often(levels[name], head.schema.field(name).type)
        else:
            arrays[name] = _stand_in(head.column(name), asked.get(name, True))
        if name in infinite:
            beyond_all = pyarrow.array([float("inf")], arrays[name].type)
            arrays[name] = pyarrow.chunked_array([*arrays[name].chunks, beyond_all])
    rows = max(len(values) for values in arrays.values())
    padded = {name: _padded(values, rows) for name, values in arrays.items()}
    beyond = [name for name in columns.kept if name not in arrays]
    other: dict[str, Any] = {"drop": None, "derive": False}
    if beyond:
        other["keep"] = [name for name in columns.kept if name not in beyond]
    _core.mask(pyarrow.table(padded).__arrow_c_stream__(), said_json(method, options, said, known, **other), None)
