"""The columns of a frame of Spark that are measured: as numbers, or as levels."""

from __future__ import annotations

from typing import Any

from ._spark_parts import _quoted

NUMBER, DATE, TIME, LOCAL_TIME, DURATION, TRUTH, TEXT = "number", "date", "time", "local time", "duration", "truth", "text"
LEVELS = (TRUTH, TEXT)
MASKED, ROW = "masked", "row"
LATER = 2**60  # beyond all rows of the original


def kind_of(spark_type: Any) -> str | None:
    """None of what is not masked either, such as arrays."""
    from pyspark.sql import types

    kinds = {types.NumericType: NUMBER, types.DateType: DATE, types.TimestampType: TIME, types.TimestampNTZType: LOCAL_TIME,
             types.DayTimeIntervalType: DURATION, types.BooleanType: TRUTH, types.StringType: TEXT, types.CharType: TEXT,
             types.VarcharType: TEXT}
    return next((kind for of, kind in kinds.items() if isinstance(spark_type, of)), None)


def kinds_of(frame: Any) -> dict[str, str | None]:
    return {field.name: kind_of(field.dataType) for field in frame.schema}


def number_columns(frame: Any) -> list[str]:
    return [name for name, kind in kinds_of(frame).items() if kind == NUMBER]


def _words(kind: str | None, spark_type: Any) -> str:
    return str(spark_type.simpleString()) if kind is None else f"a column of {kind}s"


def chosen_columns(original: Any, masked: Any, said: list[str], lineage: str | None) -> tuple[list[str], dict[str, str]]:
    """The columns to measure, those that are said or all that can be, and why others of the original are not."""
    kinds, others = kinds_of(original), kinds_of(masked)
    for name in said:
        if name not in kinds or name not in others:
            raise ValueError(f"columns: there is no column '{name}' in the {'original' if name not in kinds else 'masked'} frame.")
        if kinds[name] is None:
            raise ValueError(f"columns: '{name}' is {_words(None, original.schema[name].dataType)}, which cannot be measured.")
    left_out = {}
    for name in said or kinds:
        if name not in others:
            left_out[name] = "not in the masked frame"
        elif kinds[name] is None:
            left_out[name] = _words(None, original.schema[name].dataType)
        elif kinds[name] != others[name]:
            raise ValueError(f"Column '{name}' of the masked frame is {_words(others[name], masked.schema[name].dataType)}, and that of "
                             f"the original is {_words(kinds[name], original.schema[name].dataType)}.")
    names = [name for name in said or kinds if name not in left_out and name != lineage]
    if not names:
        raise ValueError("The frames have no column to measure in common.")
    return names, left_out


def _seconds(interval: Any) -> Any:
    return interval.cast("interval second").cast("decimal(24,6)").cast("double")


def _number(name: str, kind: str | None) -> Any:
    """A double: dates in days, times and durations in seconds (statistics/measured.h); NULL where it is missing."""
    from pyspark.sql import functions

    column = functions.col(_quoted(name))
    if kind == DATE:
        return functions.unix_date(column).cast("double")
    if kind == TIME:
        return functions.unix_micros(column).cast("double") / 1e6
    if kind == LOCAL_TIME:
        return _seconds(column - functions.expr("TIMESTAMP_NTZ'1970-01-01 00:00:00'"))
    if kind == DURATION:
        return _seconds(column)
    value = column.cast("double")
    return functions.when(~functions.isnan(value), value)


def as_numbers(frame: Any, names: list[str]) -> Any:
    """These columns as doubles, what is missing as NULL."""
    kinds = kinds_of(frame)
    return frame.select(*[_number(name, kinds[name]).alias(name) for name in names])


class Chosen:
    """The columns that are measured, those of numbers first, as plain names: n0, n1, ..., l0, l1, ..."""

    def __init__(self, original: Any, names: list[str]) -> None:
        self.kinds = {name: kind for name, kind in kinds_of(original).items() if kind is not None and name in names}
        self.numbers = [name for name in names if self.kinds[name] not in LEVELS]
        self.levels = [name for name in names if self.kinds[name] in LEVELS]
        self.n = [f"n{j}" for j in range(len(self.numbers))]
        self.l = [f"l{k}" for k in range(len(self.levels))]

    @property
    def names(self) -> list[str]:
        return [*self.numbers, *self.levels]

    def plain(self, frame: Any, is_masked: bool, more: dict[str, str] | None = None) -> Any:
        """n0, ..., l0, ..., whether the records are masked, and numbers that grow with their rows; others by their names."""
        from pyspark.sql import functions

        kinds = kinds_of(frame)
        numbers = [_number(name, kinds[name]).alias(plain) for name, plain in zip(self.numbers, self.n)]
        levels = [functions.col(_quoted(name)).cast("string").alias(plain) for name, plain in zip(self.levels, self.l)]
        row = functions.monotonically_increasing_id() + (LATER if is_masked else 0)
        others = [functions.col(_quoted(name)).alias(plain) for name, plain in (more or {}).items()]
        return frame.select(*numbers, *levels, functions.lit(float(is_masked)).alias(MASKED), row.alias(ROW), *others)


def told(value: float | None, kind: str, is_span: bool = False) -> Any:
    """For people: a date as a date, a time as one (of UTC), and how far such lie apart as a span of time."""
    import datetime

    if value is None or value != value or kind == NUMBER or kind in LEVELS:
        return value
    try:
        if is_span or kind == DURATION:
            return datetime.timedelta(**{"days" if kind == DATE else "seconds": value})
        if kind == DATE:
            return datetime.date(1970, 1, 1) + datetime.timedelta(round(value))
        zone = datetime.timezone.utc if kind == TIME else None
        return datetime.datetime(1970, 1, 1, tzinfo=zone) + datetime.timedelta(seconds=value)
    except OverflowError:  # beyond the years of Python
        return value
