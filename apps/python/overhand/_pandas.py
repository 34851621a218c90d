"""Frames of pandas, column by column: numpy's memory is borrowed, and pyarrow is not needed."""

from __future__ import annotations

from typing import Any, Callable

import numpy
import pandas

from . import _core
from ._frames import Labels, check_letters
from ._numpy import UNITS, add_numpy
from ._objects import add_objects, objects_back, own_gap, refuse_kind


def batch(data: pandas.DataFrame, add_or_defer: Callable[..., None]) -> Any:
    """The columns as one batch. The index is no column: it stays with the caller."""
    made = _core.Batch()
    if not data.columns.is_unique:
        twice = data.columns[data.columns.duplicated()][0]
        raise ValueError(f"Two columns are named '{twice}'; give each a name of its own.")
    for position, name in enumerate(data.columns):
        if not isinstance(name, str):
            raise TypeError(f"Column number {position + 1} has a name that is no text; rename it, "
                            "such as with data.rename(columns=str).")
        check_letters(position, name)
        column = data.iloc[:, position]
        add_or_defer(made, name, len(column), lambda: _add(made, name, column))
    return made


def _add(made: Any, name: str, column: Any) -> None:
    dtype = column.dtype
    if isinstance(dtype, numpy.dtype):
        return add_numpy(made, name, column.to_numpy(copy=False))
    if isinstance(dtype, pandas.CategoricalDtype):
        return _add_category(made, name, column.array)
    if isinstance(dtype, pandas.DatetimeTZDtype):
        values = column.array.asi8
        return made.add_values(name, f"ts{UNITS[dtype.unit]}:{dtype.tz}", numpy.ascontiguousarray(values))
    if isinstance(dtype, pandas.PeriodDtype):
        return add_numpy(made, name, column.dt.to_timestamp().to_numpy())  # where each begins
    if isinstance(dtype, pandas.IntervalDtype):
        refuse_kind(name, "intervals", "Interval")
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
        if like is not None and before == object:
            columns[name] = pandas.Series(objects_back(table, j, own_gap(like[name])), dtype=object)
        else:
            columns[name] = _column(table, j, before)
    made = pandas.DataFrame(columns, copy=False)
    if index is not None:
        made.index = index
    if like is not None:
        made.columns.name = like.columns.name
        return _of_own_class(made, like)
    return made


def _of_own_class(made: pandas.DataFrame, like: pandas.DataFrame) -> pandas.DataFrame:
    """A subclass says by `_constructor` how to make one of it; where it cannot be made so, the frame is plain."""
    if type(like) is pandas.DataFrame:
        return made
    try:
        own = like._constructor(made)
    except Exception:  # of whatever class that is
        return made
    return own if isinstance(own, pandas.DataFrame) and own.shape == made.shape else made


def lost(like: pandas.DataFrame, masked: pandas.DataFrame) -> list[str]:
    """What the masked frame does not say any more."""
    fewer = [name for name in masked.columns if isinstance(masked[name].dtype, pandas.CategoricalDtype)
             and isinstance(like[name].dtype, pandas.CategoricalDtype)
             and not like[name].cat.categories.isin(masked[name].cat.categories).all()]
    return [f"Column '{name}' is of categories that no masked record has, which were left out; "
            "astype() to the type that it had brings them back." for name in fewer]


def _tells_records_apart(index: Any) -> bool:
    """All labels differ or, of 20 and more that are there, 9 of 10: the measure of kept columns."""
    distinct = index.nunique()
    present = len(index) if isinstance(index, pandas.MultiIndex) else int(index.notna().sum())
    return bool(index.is_unique or present >= 20 and distinct * 10 >= present * 9)


def _of_records(index: Any) -> Any:
    """The index without levels and categories that no label is of: they would tell what others had."""
    if isinstance(index, pandas.CategoricalIndex):
        return index.remove_unused_categories()
    if not isinstance(index, pandas.MultiIndex):
        return index
    index = index.remove_unused_levels()
    return index.set_levels([_of_records(level) for level in index.levels])


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
        return Labels(_of_records(index[rows]), (
            "The index tells records apart and goes out with the source of each record: who knows a label finds "
            "its record, and no measure counts that. reset_index(drop=True) leaves it out.",))
    return Labels(_of_records(index[rows]), (
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
    """Of categories those that a masked record has: the others may be values of people who are not in the table."""
    there = numpy.zeros(len(levels) + 1, dtype=bool)
    there[codes] = True
    used = numpy.flatnonzero(there[:-1])
    if isinstance(before, pandas.ArrowDtype):
        return _dictionary(codes, levels, used, before)
    if not isinstance(before, pandas.CategoricalDtype):
        if before is not None and before.kind in "iufb":
            return _as(pandas.Series(_texts(levels, codes)), before)  # numbers that a schema calls levels
        return _of_categories(codes, levels, used, is_ordered)
    place = {str(level): position for position, level in enumerate(before.categories)}
    if not all(levels[code] in place for code in used):
        return _of_categories(codes, levels, used, is_ordered)
    kept = numpy.sort([place[levels[code]] for code in used])
    dtype = before if len(kept) == len(place) else pandas.CategoricalDtype(before.categories[kept], before.ordered)
    moved = numpy.full(len(levels) + 1, -1, dtype=numpy.int64)
    moved[used] = numpy.searchsorted(kept, [place[levels[code]] for code in used])
    return pandas.Categorical.from_codes(moved[codes], dtype=dtype)


def _renumbered(codes: Any, levels: list[str], used: Any) -> tuple[Any, list[str]]:
    moved = numpy.full(len(levels) + 1, -1, dtype=numpy.int64)
    moved[used] = numpy.arange(len(used))
    return moved[codes], [levels[code] for code in used]


def _of_categories(codes: Any, levels: list[str], used: Any, is_ordered: bool) -> Any:
    numbers, there = _renumbered(codes, levels, used)
    return pandas.Categorical.from_codes(numbers, categories=there, ordered=is_ordered)


def _dictionary(codes: Any, levels: list[str], used: Any, before: Any) -> Any:
    """A dictionary of pyarrow's."""
    import pyarrow

    numbers, there = _renumbered(codes, levels, used)
    kind = before.pyarrow_dtype
    try:
        indices = pyarrow.array(numbers, mask=numbers < 0).cast(kind.index_type)
        made = pyarrow.DictionaryArray.from_arrays(indices, pyarrow.array(there).cast(kind.value_type), ordered=kind.ordered)
    except (pyarrow.ArrowException, AttributeError):  # no dictionary, or of other values
        return _as(pandas.Series(_texts(levels, codes)), before)
    return pandas.arrays.ArrowExtensionArray(made)


def _decimals(values: Any, before: Any) -> Any:
    """Decimals of pyarrow's, with as many digits as they had."""
    import pyarrow

    try:
        return pandas.arrays.ArrowExtensionArray(pyarrow.array(values, from_pandas=True).cast(before.pyarrow_dtype))
    except pyarrow.ArrowException:
        return values  # more digits than the type has


def _times(values: Any, kind: str, unit: str, zone: str, before: Any) -> Any:
    if kind == "duration":
        return _as(pandas.Series(values.view(f"m8[{unit}]")), before)
    column = pandas.Series(values.view(f"M8[{unit}]"))
    if isinstance(before, pandas.PeriodDtype):
        return column.dt.to_period(before.freq)
    if zone:
        column = column.dt.tz_localize("UTC").dt.tz_convert(zone)
    return _as(column, before)


def _dates(values: Any, before: Any) -> Any:
    days = values.view("M8[D]")
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
        if isinstance(before, pandas.ArrowDtype) and str(before).startswith("decimal"):
            return _decimals(values, before)
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
