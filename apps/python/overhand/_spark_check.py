"""What is wrong with a frame of Spark or with what is said about it, in the sentences of overhand.mask().

They come from overhand.mask() itself: it masks small tables that stand for the frame, its first records,
and then one whose columns are as unique as those of the frame.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from . import _arguments as arguments
from . import _core
from ._spark_parts import Columns, Surveyed, by_place

HEAD = 10_000  # records
MOST_LEVELS = 20_000  # of a column, to be looked at
NEARLY_ALL = 0.9
SURE = 0.95  # the same, counted within a hundredth
LONG = 200  # signs of a text
SCHEMA = ", or say what each column is in a schema, which inspect() proposes"
INSTEAD = {"looks like a code": ", or put a letter before its values, which are levels to mask then",
           "is text that is different": ", or cast it where it is a number or a date",
           "another decimal sign": ", or cast it where it is a number"}
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


def _names(value: Any, argument: str = "columns") -> list[str]:
    if value is None:
        return []
    is_one = isinstance(value, str) or _is_sparks(value) or not isinstance(value, Iterable)
    names = [value] if is_one else list(value)
    if any(map(_is_sparks, names)):
        raise TypeError(f"{argument} takes the names of columns, not columns of Spark; say {argument}=\"name\".")
    return names


def _is_sparks(value: Any) -> bool:
    return type(value).__module__.startswith("pyspark.")


def chosen(frame: Any, said: dict[str, Any]) -> Columns:
    """What becomes of the columns, whether or not all that is said is right."""
    masked, keep, drop = (_names(said.get(name), name) for name in ("columns", "keep", "drop"))
    names = frame.columns
    kept = [name for name in names if name in keep]
    to_mask = [name for name in names if name not in kept and (name in masked if masked else name not in drop)]
    return Columns([name for name in names if name in kept or name in to_mask], to_mask, kept)


def _arrow_type(held: Any) -> Any:
    """The type as Arrow has it, None where it has none."""
    from pyspark.errors import PySparkTypeError
    from pyspark.sql.pandas.types import to_arrow_type

    try:
        return to_arrow_type(held, timezone="UTC")
    except PySparkTypeError:
        return None


def has_place(arrow_type: Any) -> bool:
    """Whether a column of the type can be looked at; others can be kept all the same."""
    import pyarrow

    types = pyarrow.types
    return arrow_type is not None and not (
        types.is_nested(arrow_type) or types.is_binary(arrow_type) or types.is_large_binary(arrow_type)
        or types.is_fixed_size_binary(arrow_type) or types.is_interval(arrow_type) or types.is_null(arrow_type))


def _is_text(arrow_type: Any) -> bool:
    import pyarrow

    return pyarrow.types.is_string(arrow_type) or pyarrow.types.is_large_string(arrow_type)


def _out_with(names: list[str]) -> str:
    said = json.dumps(names[0] if len(names) == 1 else names, ensure_ascii=False)
    return f"leave {'the column' if len(names) == 1 else 'them'} out with drop={said}"


def _refuse_types(arrow_types: dict[str, Any], columns: Columns) -> None:
    """Fails where a type cannot be masked, or not even be kept."""
    lost = [name for name in columns.kept if arrow_types[name] is None]
    if lost:
        raise TypeError(f"Column '{lost[0]}' is of a type that Spark cannot hand to Python; {_out_with(lost)}, or cast it.")
    odd = [name for name in columns.masked if not has_place(arrow_types[name])]
    if not odd:
        return
    what = ("Column " if len(odd) == 1 else "Columns ") + ", ".join(f"'{name}'" for name in odd)
    keep = "it go out as it is with keep=" + json.dumps(odd[0], ensure_ascii=False) if len(odd) == 1 \
        else "some of them go out as they are with keep"
    raise TypeError(f"{what} {'is of a type' if len(odd) == 1 else 'are of types'} that cannot be masked (lists, records, "
                    f"bytes, ...); {_out_with(odd)}, or let {keep}.")


def _refuse(table: Any, said: str) -> list[str]:
    """Masks a table that stands for the frame, for what overhand.mask() says against it and tells of codes that look like
    amounts; on Spark there are no schemas."""
    try:
        told = _core.mask(table.__arrow_c_stream__(), said, None).told
        return [note.partition("; say what it is in a schema")[0] + "; as text with a letter before it, it is levels."
                for note in told if "looks like a code" in note]
    except ValueError as refused:
        instead = next((remedy for words, remedy in INSTEAD.items() if words in str(refused)), "")
        raise type(refused)(str(refused).replace(SCHEMA, instead)) from None


def _head(frame: Any, names: list[str]) -> tuple[int, Any]:
    """How many the first records are, and these columns of them. Of long texts it is the beginning, and a digest that tells them apart."""
    from pyspark.sql import functions
    from pyspark.sql.types import StringType

    def short(place: int) -> Any:
        column = functions.col(f"c{place}")
        if not isinstance(frame.schema[place].dataType, StringType):
            return column
        cut = functions.concat(functions.substring(column, 1, LONG), functions.sha2(column, 256))
        return functions.when(functions.length(column) > LONG, cut).otherwise(column).alias(f"c{place}")

    places = [frame.columns.index(name) for name in names]
    head = by_place(frame).limit(HEAD).select(functions.lit(0).alias("row"), *map(short, places)).toArrow()
    return head.num_rows, head.remove_column(0).rename_columns(names)


def look_at_head(frame: Any, method: str, options: dict[str, Any], said: dict[str, Any], known: list[str]) -> Any:
    """The first records, after overhand.mask() has taken them with all that is said."""
    import pyarrow

    columns = chosen(frame, said)
    arrow_types = {field.name: _arrow_type(field.dataType) for field in frame.schema}
    rows, head = _head(frame, [name for name in dict.fromkeys(columns.all) if has_place(arrow_types[name])])
    beyond = [name for name in columns.kept if not has_place(arrow_types[name])]
    other: dict[str, Any] = {"keep_identifiers": True, "derive": False}
    if "columns" not in said or said["columns"] is None:
        other["columns"] = columns.masked or None
        # Of a frame whose columns are all kept or dropped nothing is left to mask, as it says itself.
    if beyond:
        other["keep"] = [name for name in _names(said.get("keep")) if name not in beyond]
    there = _without_unique_texts(head, columns)
    empty = pyarrow.nulls(rows, pyarrow.int8())  # in place of what is dropped, or is not looked at
    all_names = [name for name in frame.columns if name not in beyond]
    _refuse(pyarrow.table([there.column(name) if name in head.column_names else empty for name in all_names], names=all_names),
            said_json(method, options, said, known, **other))
    _refuse_types(arrow_types, columns)
    return head


def _without_unique_texts(head: Any, columns: Columns) -> Any:
    """Texts that are different in the first records need not be in all: each twice, to begin with."""
    import pyarrow

    for j, field in enumerate(head.schema):
        if field.name in columns.masked and _is_text(field.type):
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


def _distinct(frame: Any, names: list[str]) -> dict[str, tuple[int, int]]:
    """Of each, how many values are different in the whole frame and how many are there; by HyperLogLog, within a
    hundredth."""
    from pyspark.sql import functions

    if not names:
        return {}
    places = [f"c{frame.columns.index(name)}" for name in names]
    wanted = [part for place in places for part in (functions.approx_count_distinct(place, 0.01), functions.count(place))]
    row = by_place(frame).agg(*wanted).first()
    return {name: (min(row[2 * i], row[2 * i + 1]), row[2 * i + 1]) for i, name in enumerate(names)}


def look_at_texts(frame: Any, head: Any, columns: Columns, method: str, options: dict[str, Any], said: dict[str, Any],
                  known: list[str]) -> None:
    """Refuses texts that are surely different in nearly every record, before all of them are gathered."""
    texts = [name for name in columns.masked if _is_text(head.schema.field(name).type) and _is_unique(*_count(head.column(name)))]
    if any(distinct >= SURE * max(present, FEWEST) for distinct, present in _distinct(frame, texts).values()):
        look_at_identifiers(frame, head, columns, None, method, options, said, known)


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


def _facts(frame: Any, columns: Columns, surveyed: Surveyed) -> list[Any]:
    """Of each column that is masked: whether it has an infinite value, and its levels."""
    from pyspark.sql import functions

    try:
        return list(_core.parts.facts(surveyed.surveys))
    except RuntimeError:  # a level is no text
        for name in columns.masked:
            column = functions.col(f"c{frame.columns.index(name)}").cast("string")
            if by_place(frame).filter(~functions.is_valid_utf8(column)).limit(1).count():
                raise ValueError(f"Column '{name}' has text that is not UTF-8; read the file in its own encoding, or mend the "
                                 f"column with functions.make_valid_utf8().") from None
        raise


def look_at_identifiers(frame: Any, head: Any, columns: Columns, surveyed: Surveyed | None, method: str,
                        options: dict[str, Any], said: dict[str, Any], known: list[str]) -> list[str]:
    """Refuses columns that look like identifiers, as overhand.mask() does, by what is in the whole frame; gives notes."""
    import pyarrow

    levels = {}
    infinite = set()
    for name, (is_infinite, counts) in zip(columns.masked, _facts(frame, columns, surveyed) if surveyed else []):
        if counts and _is_text(head.schema.field(name).type):
            levels[name] = counts
        if is_infinite:
            infinite.add(name)
    asked = _distinct(frame, _asked(head, columns, levels))
    arrays = {}
    for name in head.column_names:
        if name in levels:
            arrays[name] = _as_often(levels[name], head.schema.field(name).type)
        else:
            arrays[name] = _stand_in(head.column(name), name not in asked or _is_unique(*asked[name]))
        if name in infinite:
            beyond_all = pyarrow.array([float("inf")], arrays[name].type)
            arrays[name] = pyarrow.chunked_array([*arrays[name].chunks, beyond_all])
    rows = max(len(values) for values in arrays.values())
    padded = {name: _padded(values, rows) for name, values in arrays.items()}
    beyond = [name for name in columns.kept if name not in arrays]
    other: dict[str, Any] = {"drop": None, "derive": False}
    if beyond:
        other["keep"] = [name for name in columns.kept if name not in beyond]
    return _refuse(pyarrow.table(padded), said_json(method, options, said, known, **other))
