"""Arrays of numpy: columns, records and masked arrays, borrowed where they can be."""

from __future__ import annotations

from typing import Any

import numpy

from . import _core
from ._frames import check_letters
from ._objects import add_objects, objects_back, own_gap, refuse_kind

_NUMBERS = {"f2": "e", "f4": "f", "f8": "g", "i1": "c", "i2": "s", "i4": "i", "i8": "l",
            "u1": "C", "u2": "S", "u4": "I", "u8": "L"}  # of numpy to Arrow's letters
UNITS = {"s": "s", "ms": "m", "us": "u", "ns": "n"}


def add_numpy(batch: Any, name: str, values: Any, gaps: Any = None) -> None:
    """One column, borrowed where it can be. gaps: True where a value is missing, whatever stands there."""
    if values.ndim != 1:
        raise ValueError(f"Column '{name}' has {values.ndim} dimensions; it must have one.")
    kind = values.dtype.kind
    if kind == "c":
        refuse_kind(name, "complex numbers")
    if kind in "USO":
        texts = values.tolist() if kind == "O" else values.astype(str).tolist()
        if gaps is not None:
            texts = [None if is_missing else text for text, is_missing in zip(texts, gaps)]
        return add_objects(batch, name, texts) if kind == "O" else batch.add_texts(name, texts)
    if gaps is not None:
        gaps = numpy.ascontiguousarray(gaps).view(numpy.uint8)
    if not values.dtype.isnative:
        values = values.astype(values.dtype.newbyteorder("="))
    values = numpy.ascontiguousarray(values)
    if kind == "b":
        batch.add_truths(name, values.view(numpy.uint8), gaps)
    elif kind in "fiu" and f"{kind}{values.dtype.itemsize}" in _NUMBERS:
        raw = values.view(numpy.uint16) if values.dtype.itemsize == 2 and kind == "f" else values
        batch.add_values(name, _NUMBERS[f"{kind}{values.dtype.itemsize}"], raw, gaps)
    elif kind in "mM":
        unit = numpy.datetime_data(values.dtype)[0]
        if unit not in UNITS:
            unit = "s"
            values = values.astype(f"{kind}8[s]")
        letters = f"ts{UNITS[unit]}:" if kind == "M" else f"tD{UNITS[unit]}"
        batch.add_values(name, letters, values.view(numpy.int64), gaps)
    else:
        refuse_kind(name, f"values of type {values.dtype}")


def _names(data: Any) -> list[str]:
    if data.dtype.names:
        if data.ndim != 1:
            raise ValueError("An array of records must have one dimension.")
        for position, name in enumerate(data.dtype.names):
            check_letters(position, name)
        return list(data.dtype.names)
    if data.ndim != 2:
        raise ValueError(f"An array must have two dimensions, records and columns, not {data.ndim}.")
    return [f"column{j + 1}" for j in range(data.shape[1])]


def columns_of(data: Any) -> dict[str, Any]:
    """The columns by name."""
    return {name: data[name] if data.dtype.names else data[:, j] for j, name in enumerate(_names(data))}


def add(batch: Any, name: str, column: Any) -> None:
    """A column of an array; what a mask hides is missing."""
    gaps = None
    if isinstance(column, numpy.ma.MaskedArray):
        mask = numpy.ma.getmaskarray(column)
        gaps = mask if mask.any() else None
        column = column.data
    add_numpy(batch, name, column, gaps)


def _fits(values: Any, dtype: Any) -> bool:
    """Whether these whole numbers are all of that type."""
    limits = numpy.iinfo(dtype)
    return not values.size or limits.min <= values.min() and values.max() <= limits.max


def _values_and_gaps(table: Any, j: int, like: Any) -> tuple[Any, Any]:
    """A masked column of the type that it had where that holds it, and where it has gaps."""
    kind, unit, _, _ = table.kind(j)
    levels, values = table.levels(j), table.take(j)
    if kind in ("category", "text"):
        texts = numpy.array([*levels, ""], dtype=object)[values]
        if like.kind in "US" and texts.size:
            as_before = texts.astype(like.kind)
            texts = as_before.astype(like) if as_before.dtype.itemsize <= like.itemsize else as_before
        return texts, values < 0
    if kind in ("timestamp", "duration", "date"):
        times = values.view("M8[D]" if kind == "date" else f"{'M8' if kind == 'timestamp' else 'm8'}[{unit}]")
        return (times.astype(like) if like.kind in "mM" else times), numpy.isnat(times)
    if values.dtype.kind == "f":  # what was a whole number may be none any more
        return (values.astype(like, copy=False) if like.kind == "f" else values), numpy.isnan(values)
    gaps = values == numpy.iinfo("i8").min
    if gaps.any():
        values = numpy.where(gaps, 0, values)
    if like.kind not in "iu" or _fits(values, like):
        values = values.astype(like, copy=False)
    return values, gaps


def _column(table: Any, j: int, like: Any) -> Any:
    """A masked column as `like` was: what is missing is masked, or what the type has for it."""
    is_masked = isinstance(like, numpy.ma.MaskedArray)
    if like.dtype.kind == "O":
        made = objects_back(table, j, None if is_masked else own_gap(like))
        return numpy.ma.masked_array(made, [value is None for value in made]) if is_masked else made
    values, gaps = _values_and_gaps(table, j, like.dtype)
    if is_masked:
        has_own = values.dtype.kind == "f" and not numpy.ma.getmaskarray(like).any() and numpy.isnan(like.data).any()
        return numpy.ma.masked_array(values, mask=False if has_own else gaps)
    if not gaps.any() or values.dtype.kind in "fmM":
        return values
    if values.dtype.kind in "USO":
        return numpy.where(gaps, None, values.astype(object))
    return numpy.where(gaps, numpy.nan, values)


def back(table: Any, like: Any) -> Any:
    """An array of the kind that was given; its columns are together of the type that holds them."""
    names, before = table.names, columns_of(like)
    empty = numpy.ma.empty if isinstance(like, numpy.ma.MaskedArray) else numpy.empty
    if like.dtype.names:
        columns = [_column(table, j, before[name]) for j, name in enumerate(names)]
        made = empty(len(columns[0]), dtype=[(n, c.dtype) for n, c in zip(names, columns)])
        for name, column in zip(names, columns):
            made[name] = column
        return made
    first = _column(table, 0, before[names[0]])
    made = empty((len(first), len(names)), dtype=first.dtype, order="F")
    made[:, 0] = first
    del first
    for j, name in enumerate(names[1:], 1):
        column = _column(table, j, before[name])
        if column.dtype != made.dtype:
            made = made.astype(numpy.result_type(made.dtype, column.dtype), order="F")
        made[:, j] = column
    return made


def batch_of(data: Any, add_or_defer: Any) -> Any:
    """All columns; what refuses one is kept until somebody asks for it."""
    made = _core.Batch()
    for name, column in columns_of(data).items():
        add_or_defer(made, name, len(column), lambda: add(made, name, column))
    return made
