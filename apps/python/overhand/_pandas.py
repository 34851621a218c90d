"""Frames of pandas, column by column: numpy's memory is borrowed, and pyarrow is not needed."""

from __future__ import annotations

from typing import Any, Callable

import numpy
import pandas

from . import _core
from ._frames import Labels, add_numpy, add_objects


def batch(data: pandas.DataFrame) -> Any:
    """The columns as one batch. The index is no column: it stays with the caller."""
    made = _core.Batch()
    if not data.columns.is_unique:
        twice = data.columns[data.columns.duplicated()][0]
        raise ValueError(f"Two columns are named '{twice}'; give each a name of its own.")
    for position, name in enumerate(data.columns):
        if not isinstance(name, str):
            raise TypeError(f"Column number {position + 1} has a name that is no text; rename it, "
                            "such as with data.rename(columns=str).")
        _add(made, name, data.iloc[:, position])
    return made


def _add(made: Any, name: str, column: Any) -> None:
    dtype = column.dtype
    if isinstance(dtype, numpy.dtype):
        return add_numpy(made, name, column.to_numpy(copy=False))
    if isinstance(dtype, pandas.CategoricalDtype):
        return _add_category(made, name, column.array)
    if isinstance(dtype, pandas.DatetimeTZDtype):
        values = column.array.asi8
        return made.add_values(name, f"ts{ {'s': 's', 'ms': 'm', 'us': 'u', 'ns': 'n'}[dtype.unit] }:{dtype.tz}",
                               numpy.ascontiguousarray(values))
    if _is_masked(column.array):
        gaps = column.isna().to_numpy()
        fill = False if column.array.dtype.kind == "b" else 0
        return add_numpy(made, name, column.to_numpy(dtype=dtype.numpy_dtype, na_value=fill),
                         gaps if gaps.any() else None)
    if hasattr(column.array, "__arrow_array__"):
        try:
            import pyarrow
        except ImportError:
            pass
        else:
            array = column.array.__arrow_array__()
            if isinstance(array, pyarrow.ChunkedArray):
                array = array.combine_chunks()
            if isinstance(array, pyarrow.ExtensionArray):
                array = array.storage
            return made.add_array(name, *array.__arrow_c_array__())
    return add_objects(made, name, column.astype(object).tolist())


def _is_masked(array: Any) -> bool:
    """Int64, Float64, boolean: values and gaps apart."""
    return isinstance(array, (pandas.arrays.IntegerArray, pandas.arrays.FloatingArray, pandas.arrays.BooleanArray))


def _add_category(made: Any, name: str, array: Any) -> None:
    levels = [str(level) for level in array.categories]
    if len(set(levels)) < len(levels):
        raise ValueError(f"Column '{name}' has two categories that read the same.")
    made.add_levels(name, numpy.ascontiguousarray(array.codes, dtype=numpy.int32), levels, bool(array.ordered))


def back(table: Any, like: pandas.DataFrame | None, index: Any) -> pandas.DataFrame:
    """A frame of the columns, each of the type that it had where that holds its values."""
    columns = {}
    for j, name in enumerate(table.names):
        before = None if like is None else like[name].dtype
        columns[name] = _column(table, j, before)
    made = pandas.DataFrame(columns, copy=False)
    if index is not None:
        made.index = index
    if like is not None:
        made.columns.name = like.columns.name
    return made


def _tells_records_apart(index: Any) -> bool:
    """All labels differ or, of 20 and more that are there, 9 of 10: the measure of kept columns."""
    distinct = index.nunique()
    present = len(index) if isinstance(index, pandas.MultiIndex) else int(index.notna().sum())
    return bool(index.is_unique or present >= 20 and distinct * 10 >= present * 9)


def labels(index: Any, sources: Callable[[], Any], keep_identifiers: bool) -> Labels:
    """What becomes of an index. No measure sees it, so that labels which tell records apart go out
    only when that is said; others go with the source of each record, as kept columns do."""
    if isinstance(index, pandas.RangeIndex) and index.start == 0 and index.step == 1:
        return Labels(None if index.name is None else pandas.RangeIndex(len(index), name=index.name))
    apart = _tells_records_apart(index)
    if apart and not keep_identifiers:
        return Labels(notes=(
            "The index tells records apart, so that it was left out and the rows are numbered anew. "
            "reset_index() makes it a column to mask, keep or drop; keep_identifiers=True lets it go out.",))
    rows = sources()
    if rows is None:
        return Labels(notes=(
            "The index was left out and the rows are numbered anew: it is not told which source each masked "
            "record has, whose label it would have. reset_index() makes it a column to mask, keep or drop.",))
    if apart:
        return Labels(index[rows], (
            "The index tells records apart and goes out with the source of each record: who knows a label finds "
            "its record, and no measure counts that. reset_index(drop=True) leaves it out.",))
    return Labels(index[rows], (
        "The index goes out as it is, with the source of each record, and no measure sees it. reset_index() "
        "makes it a column that is measured; reset_index(drop=True) leaves it out.",))


def _texts(levels: list[str], codes: Any) -> Any:
    return numpy.array([*levels, None], dtype=object)[codes]


def _column(table: Any, j: int, before: Any) -> Any:
    kind, unit, zone, is_ordered = table.kind(j)
    levels = table.levels(j)
    values = table.take(j)
    if kind == "category":
        return _category(values, levels, is_ordered, before)
    if kind == "text":
        return _as(pandas.Series(_texts(levels, values), dtype=None if before is not None else "str"), before)
    if kind in ("timestamp", "duration"):
        return _times(values, kind, unit, zone, before)
    if kind == "date":
        return _dates(values, before)
    return _numbers(values, kind, before)


def _as(column: Any, dtype: Any) -> Any:
    if dtype is None or column.dtype == dtype:
        return column
    try:
        return column.astype(dtype)
    except (TypeError, ValueError, OverflowError, NotImplementedError):
        return column  # the masked values are of another kind


def _category(codes: Any, levels: list[str], is_ordered: bool, before: Any) -> Any:
    if not isinstance(before, pandas.CategoricalDtype):
        if before is not None and before != object and before.kind in "iufb" and not isinstance(before, pandas.CategoricalDtype):
            return _as(pandas.Series(_texts(levels, codes)), before)  # numbers that a schema calls levels
        return pandas.Categorical.from_codes(codes, categories=levels, ordered=is_ordered)
    place = {str(level): position for position, level in enumerate(before.categories)}
    if not all(level in place for level in levels):
        return pandas.Categorical.from_codes(codes, categories=levels, ordered=is_ordered)
    moved = numpy.array([*(place[level] for level in levels), -1], dtype=numpy.int64)
    return pandas.Categorical.from_codes(moved[codes], dtype=before)


def _times(values: Any, kind: str, unit: str, zone: str, before: Any) -> Any:
    if kind == "duration":
        return _as(pandas.Series(values.view(f"m8[{unit}]")), before)
    column = pandas.Series(values.view(f"M8[{unit}]"))
    if zone:
        column = column.dt.tz_localize("UTC").dt.tz_convert(zone)
    return _as(column, before)


def _dates(values: Any, before: Any) -> Any:
    days = values.view("M8[D]")
    if before is not None and before == object:
        return pandas.Series(days.astype(object), dtype=object)
    if before is None or isinstance(before, numpy.dtype):
        return _as(pandas.Series(days.astype("M8[s]")), before)
    return _as(pandas.Series(days.astype(object), dtype=object), before)


def _numbers(values: Any, kind: str, before: Any) -> Any:
    gaps = values == numpy.iinfo("i8").min if values.dtype.kind == "i" else None
    has_gaps = gaps is not None and bool(gaps.any())
    if before is None:
        before = numpy.dtype(bool) if kind == "boolean" else values.dtype
    if values.dtype.kind == "f":
        if isinstance(before, numpy.dtype):
            return values.astype(before, copy=False) if before.kind == "f" else values
        return _as(pandas.Series(values), before if before.kind == "f" else None)
    if has_gaps:
        filled = numpy.where(gaps, 0, values)
        made = pandas.arrays.IntegerArray(filled, gaps)
        if kind == "boolean":
            made = pandas.arrays.BooleanArray(filled.astype(bool), gaps)
        if isinstance(before, numpy.dtype) and before.kind in "iub":
            return made
        return _as(pandas.Series(made), before)
    if isinstance(before, numpy.dtype) and before.kind in "iu" and values.size:
        limits = numpy.iinfo(before)
        if values.min() < limits.min or values.max() > limits.max:
            return values
    if isinstance(before, numpy.dtype) and before.kind != "O":
        return values.astype(before, copy=False)
    column = pandas.Series(values.astype(bool) if kind == "boolean" else values)
    return _as(column, before)
