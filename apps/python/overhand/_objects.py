"""Columns of Python's objects: all of one kind, with the gaps that the caller has for them."""

from __future__ import annotations

import collections
import datetime
from typing import Any, Iterable

_WORDS = {"str": "texts", "int": "whole numbers", "float": "numbers", "bool": "truth values", "date": "dates",
          "datetime": "times", "complex": "complex numbers"}
# What has no place in a table, and what it can be made of.
_BECOMES = {"Decimal": "astype(float)", "Interval": "astype(str)", "time": "astype(str)", "Timestamp": "pandas.to_datetime()",
            "Timedelta": "pandas.to_timedelta()", "timedelta": "pandas.to_timedelta()", "bytes": "str.decode()"}


def is_gap(value: Any) -> bool:
    """None, NaN, NA, NaT. Values that cannot be compared are none."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    differs = value != value
    return type(differs).__name__ in ("bool", "bool_") and bool(differs)


def own_gap(values: Iterable[Any]) -> Any:
    """The gap that these objects have, the commonest where they have several; None where they have none."""
    gaps = [value for value in values if is_gap(value)]
    if not gaps:
        return None
    kind = collections.Counter(map(type, gaps)).most_common(1)[0][0]
    return next(gap for gap in gaps if type(gap) is kind)


def refuse_kind(name: str, words: str, kind: str = "") -> None:
    """A TypeError with what the column can be made of."""
    becomes = f"make something else of it, such as with {_BECOMES[kind]}, or " if kind in _BECOMES else ""
    raise TypeError(f"Column '{name}' holds {words}, which have no place in a table of records; "
                    f'{becomes}leave it out with drop="{name}".')


def _kind_name(value: Any) -> str:
    name = type(value).__name__
    return _WORDS.get(name, f"{name} objects")


def add_objects(batch: Any, name: str, values: list[Any]) -> None:
    """A column of Python's objects, all of one kind, or a TypeError."""
    import numpy

    from ._numpy import add_numpy

    values = [value.item() if isinstance(value, numpy.generic) else value for value in values]
    missing = [is_gap(value) for value in values]
    there = [value for value, is_missing in zip(values, missing) if not is_missing]
    kinds = set(map(type, there))
    if not kinds or kinds == {str}:
        return batch.add_texts(name, values)
    gaps = numpy.array(missing, dtype=bool) if any(missing) else None

    def filled(with_what: Any) -> Any:
        return (with_what if is_missing else value for value, is_missing in zip(values, missing))

    if kinds == {bool}:
        return add_numpy(batch, name, numpy.fromiter(filled(False), dtype=bool, count=len(values)), gaps)
    if kinds == {int}:
        try:
            whole = numpy.fromiter(filled(0), dtype="i8", count=len(values))
        except OverflowError:
            raise ValueError(f"Column '{name}' has a whole number that 64 bits do not hold.") from None
        return add_numpy(batch, name, whole, gaps)
    if kinds <= {int, float}:
        return add_numpy(batch, name, numpy.fromiter(filled(numpy.nan), dtype="f8", count=len(values)))
    if kinds == {datetime.date}:
        days = numpy.array(list(filled(datetime.date(1970, 1, 1))), dtype="M8[D]").view("i8").astype("i4")
        return batch.add_values(name, "tdD", days, None if gaps is None else gaps.view(numpy.uint8))
    if kinds == {datetime.datetime} and all(value.tzinfo is None for value in there):
        return add_numpy(batch, name, numpy.array(list(filled(None)), dtype="M8[us]"))
    words = sorted({_kind_name(value) for value in there})
    if len(words) > 1:
        raise TypeError(
            f"Column '{name}' holds values of several kinds ({', '.join(words)}); give it one type, "
            f'such as with astype(str), or leave it out with drop="{name}".'
        )
    refuse_kind(name, words[0], type(there[0]).__name__)


def objects_back(table: Any, j: int, gap: Any) -> Any:
    """A masked column as an array of objects, with the caller's own gap."""
    import numpy

    kind, unit, _, _ = table.kind(j)
    levels, values = table.levels(j), table.take(j)
    if kind in ("category", "text"):
        return numpy.array([*levels, gap], dtype=object)[values]
    if values.dtype.kind == "f":
        gaps, made = numpy.isnan(values), values.astype(object)
    else:
        gaps = values == numpy.iinfo("i8").min
        if kind == "boolean":
            values = values == 1
        elif kind == "date":
            values = values.view("M8[D]")
        elif kind in ("timestamp", "duration"):  # Python's own count no finer
            values = values.view(f"{'M8' if kind == 'timestamp' else 'm8'}[{unit}]").astype(f"{'M8' if kind == 'timestamp' else 'm8'}[us]")
        made = values.astype(object)
    made[gaps] = gap
    return made
