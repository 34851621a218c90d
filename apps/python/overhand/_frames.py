"""Tables of other libraries: into a stream of Arrow's, and back into the caller's own type."""

from __future__ import annotations

import datetime
import os
import sys
from typing import Any, Callable, NamedTuple

from . import _core

_NUMBERS = {"f2": "e", "f4": "f", "f8": "g", "i1": "c", "i2": "s", "i4": "i", "i8": "l",
            "u1": "C", "u2": "S", "u4": "I", "u8": "L"}  # of numpy to Arrow's letters
_UNITS = {"s": "s", "ms": "m", "us": "u", "ns": "n"}


class Labels(NamedTuple):
    """The labels of a masked table's rows, where it has some, and what is to be said of them."""

    index: Any = None
    notes: tuple[str, ...] = ()


def _no_labels(sources: Callable[[], Any], keep_identifiers: bool) -> Labels:
    return Labels()


class Frame:
    """A table as it was given: what goes in, and how the masked one comes back."""

    def __init__(self, source: Any, give_back: Callable[[Any, Any], Any],
                 labels: Callable[[Callable[[], Any], bool], Labels] = _no_labels) -> None:
        self.source = source  # a path, or an object with __arrow_c_stream__
        self.give_back = give_back  # (Table, index or None) -> the caller's own type
        # (what tells the source row of each masked record or None, keep_identifiers) -> Labels
        self.labels = labels

    def into(self) -> Any:
        """What the module takes: a path or a capsule."""
        if isinstance(self.source, str):
            use_files()
            return self.source
        return self.source.__arrow_c_stream__()


def use_files() -> None:
    """Loads what opens files of tables, once."""
    from . import _files

    _core.use_files(_files.files)


def _module(name: str) -> Any:
    """The library, where the caller has it: a table of its own cannot come from elsewhere."""
    return sys.modules.get(name)


def frame(data: Any) -> Frame:
    """Any table: pandas, polars, pyarrow, DuckDB, numpy, a path, or what has the Arrow interface."""
    if isinstance(data, (str, os.PathLike)):
        return Frame(os.fspath(data), _any_frame)
    pandas, numpy, polars = _module("pandas"), _module("numpy"), _module("polars")
    if pandas is not None and isinstance(data, pandas.DataFrame):
        from . import _pandas

        return Frame(_pandas.batch(data), lambda table, index: _pandas.back(table, data, index),
                     lambda sources, keep_identifiers: _pandas.labels(data.index, sources, keep_identifiers))
    if pandas is not None and isinstance(data, pandas.Series):
        raise TypeError("A Series is one column; give a DataFrame, such as data.to_frame().")
    if numpy is not None and isinstance(data, numpy.ndarray):
        return _numpy_frame(data)
    if polars is not None and isinstance(data, polars.LazyFrame):
        raise TypeError("A LazyFrame is no table yet; collect() it first.")
    if polars is not None and isinstance(data, polars.DataFrame):
        return Frame(data, lambda table, index: _polars_back(table, data))
    if hasattr(data, "__arrow_c_stream__"):
        return Frame(data, lambda table, index: _arrow_back(table, data))
    if type(data).__module__.partition(".")[0] in ("duckdb", "_duckdb") and hasattr(data, "to_arrow_table"):
        return Frame(data.to_arrow_table(), lambda table, index: _arrow_back(table, data))
    raise TypeError(
        f"A table is needed (a frame of pandas, polars, pyarrow or DuckDB, an array of numpy, or a path), "
        f"not {type(data).__name__}."
    )


def _any_frame(table: Any, index: Any = None) -> Any:
    """For who gave a path: the frame of the first library that is there."""
    try:
        import pandas  # noqa: F401
    except ImportError:
        pass
    else:
        from . import _pandas

        return _pandas.back(table, None, index)
    try:
        import polars
    except ImportError:
        pass
    else:
        return polars.DataFrame(table)
    try:
        import pyarrow
    except ImportError:
        return table
    return pyarrow.table(table)


any_frame = _any_frame


def _polars_back(table: Any, like: Any) -> Any:
    import polars

    made = polars.DataFrame(table)
    for name in made.columns:
        before, now = like.schema.get(name), made.schema[name]
        if before is None or before == now:
            continue
        if before.is_integer() and now.is_float():
            continue  # what was a whole number is none any more
        try:
            made = made.with_columns(made[name].cast(before))
        except polars.exceptions.PolarsError:
            pass  # levels that are no longer those of an Enum, numbers beyond a small type
    return made


def _arrow_back(table: Any, like: Any) -> Any:
    owner = type(like).__module__.partition(".")[0]
    if owner == "pyarrow":
        import pyarrow

        made = pyarrow.table(table)
        return made.to_batches()[0] if isinstance(like, pyarrow.RecordBatch) and made.num_rows else made
    if owner in ("duckdb", "_duckdb"):
        import duckdb
        import pyarrow

        held = pyarrow.table(table)
        return duckdb.from_arrow(held)
    return table  # itself an object with __arrow_c_stream__


def _refuse_kind(name: str, kind: str) -> None:
    raise TypeError(f"Column '{name}' holds {kind}, which have no place in a table of records.")


def add_numpy(batch: Any, name: str, values: Any, gaps: Any = None) -> None:
    """One column of numpy's, borrowed where it can be."""
    import numpy

    if values.ndim != 1:
        raise ValueError(f"Column '{name}' has {values.ndim} dimensions; it must have one.")
    kind = values.dtype.kind
    if gaps is not None:
        gaps = numpy.ascontiguousarray(gaps).view(numpy.uint8)
    if kind == "c":
        _refuse_kind(name, "complex numbers")
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
        if unit not in _UNITS:
            unit = "s"
            values = values.astype(f"{'M8' if kind == 'M' else 'm8'}[s]")
        letters = f"ts{_UNITS[unit]}:" if kind == "M" else f"tD{_UNITS[unit]}"
        batch.add_values(name, letters, values.view(numpy.int64), gaps)
    elif kind in "US":
        batch.add_texts(name, values.astype(str).tolist())
    elif kind == "O":
        add_objects(batch, name, values.tolist())
    else:
        _refuse_kind(name, f"values of type {values.dtype}")


def is_gap(value: Any) -> bool:
    return value is None or value != value or type(value).__name__ in ("NAType", "NaTType")


def _kind_name(value: Any) -> str:
    name = type(value).__name__
    return {"str": "texts", "int": "whole numbers", "float": "numbers", "bool": "truth values",
            "date": "dates", "datetime": "times"}.get(name, f"{name} objects")


def add_objects(batch: Any, name: str, values: list[Any]) -> None:
    """A column of Python's objects, all of one kind, or a TypeError."""
    import numpy

    there = [value for value in values if not is_gap(value)]
    kinds = {type(value) for value in there}
    if not kinds or kinds == {str}:
        return batch.add_texts(name, values)
    gaps = numpy.fromiter((is_gap(value) for value in values), dtype=bool, count=len(values))
    if kinds == {bool}:
        truths = numpy.fromiter((not is_gap(v) and v for v in values), dtype=bool, count=len(values))
        return add_numpy(batch, name, truths, gaps if gaps.any() else None)
    if kinds == {int}:
        try:
            whole = numpy.fromiter((0 if is_gap(v) else v for v in values), dtype="i8", count=len(values))
        except OverflowError:
            raise ValueError(f"Column '{name}' has a whole number that 64 bits do not hold.") from None
        return add_numpy(batch, name, whole, gaps if gaps.any() else None)
    if kinds <= {int, float}:
        reals = numpy.fromiter((numpy.nan if is_gap(v) else v for v in values), dtype="f8", count=len(values))
        return add_numpy(batch, name, reals)
    if kinds == {datetime.date}:
        days = numpy.array([None if is_gap(v) else v for v in values], dtype="M8[D]").view("i8")
        return batch.add_values(name, "tdD", numpy.where(gaps, 0, days).astype("i4"),
                                gaps.view(numpy.uint8) if gaps.any() else None)
    if kinds == {datetime.datetime} and all(value.tzinfo is None for value in there):
        return add_numpy(batch, name, numpy.array([None if is_gap(v) else v for v in values], dtype="M8[us]"))
    if len(kinds) == 1 and complex in kinds:
        _refuse_kind(name, "complex numbers")
    words = sorted({_kind_name(value) for value in there})
    if len(words) > 1:
        raise TypeError(
            f"Column '{name}' holds values of several kinds ({', '.join(words)}); give it one type, "
            f"such as with astype(str), or leave it out with drop=\"{name}\"."
        )
    _refuse_kind(name, words[0])


def _numpy_names(data: Any) -> list[str]:
    if data.dtype.names:
        if data.ndim != 1:
            raise ValueError("An array of records must have one dimension.")
        return list(data.dtype.names)
    if data.ndim != 2:
        raise ValueError(f"An array must have two dimensions, records and columns, not {data.ndim}.")
    return [f"column{j + 1}" for j in range(data.shape[1])]


def _numpy_frame(data: Any) -> Frame:
    names = _numpy_names(data)
    batch = _core.Batch()
    for j, name in enumerate(names):
        add_numpy(batch, name, data[name] if data.dtype.names else data[:, j])
    return Frame(batch, lambda table, index: _numpy_back(table, data))


def _numpy_column(table: Any, j: int, like: Any) -> Any:
    """A column as numpy has it, of the type that it had where that holds it."""
    import numpy

    kind, unit, _, _ = table.kind(j)
    levels = table.levels(j)
    values = table.take(j)
    if levels or kind in ("category", "text"):
        texts = numpy.array([*levels, None], dtype=object)[values]
        return texts.astype(like) if like.kind == "U" and (values >= 0).all() else texts
    if kind in ("timestamp", "duration"):
        return values.view(f"{'M8' if kind == 'timestamp' else 'm8'}[{unit}]").astype(like)
    if kind == "date":
        return numpy.where(values == numpy.iinfo("i8").min, values, values).view("M8[D]")
    if values.dtype.kind == "f" and like.kind in "iub":
        return values  # what was a whole number is none any more
    if values.dtype.kind == "i" and like.kind in "iu" and values.size:
        limits = numpy.iinfo(like)
        if values.min() < limits.min or values.max() > limits.max:
            return values
    return values.astype(like, copy=False)


def _numpy_back(table: Any, like: Any) -> Any:
    import numpy

    names = table.names
    if like.dtype.names:
        columns = [_numpy_column(table, j, like.dtype[name]) for j, name in enumerate(names)]
        made = numpy.empty(len(columns[0]), dtype=[(n, c.dtype) for n, c in zip(names, columns)])
        for name, column in zip(names, columns):
            made[name] = column
        return made
    first = _numpy_column(table, 0, like.dtype)
    made = numpy.empty((len(first), len(names)), dtype=first.dtype, order="F")
    made[:, 0] = first
    del first
    for j in range(1, len(names)):
        column = _numpy_column(table, j, like.dtype)
        if column.dtype != made.dtype:
            made = made.astype(numpy.result_type(made.dtype, column.dtype), order="F")
        made[:, j] = column
    return made
