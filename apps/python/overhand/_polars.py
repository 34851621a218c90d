"""Frames of polars: the types that columns had, as far as the masked values are of them."""

from __future__ import annotations

from typing import Any

import polars


def _own_nan(column: Any, before: Any) -> Any:
    """NaN where the column had NaN and nothing else missing."""
    if not column.dtype.is_float() or not column.null_count() or before.null_count() or not before.dtype.is_float():
        return column
    return column.fill_null(float("nan")) if before.is_nan().any() else column


def _without_unused(column: Any, before: Any) -> Any:
    """The Enum that a column was, without categories that no masked record has."""
    there = set(column.cast(polars.String).unique())
    return polars.Enum([level for level in before.categories if level in there])


def _as_before(column: Any, like: Any) -> Any:
    before, now = like.dtype, column.dtype
    if isinstance(before, polars.Enum):
        before = _without_unused(column, before)
    if before == now or before.is_integer() and now.is_float():  # what was a whole number is none any more
        return _own_nan(column, like)
    try:
        return _own_nan(column.cast(before), like)
    except polars.exceptions.PolarsError:
        return column  # levels that are no longer those of an Enum, numbers beyond a small type


def back(table: Any, like: Any) -> Any:
    made = polars.DataFrame(table)
    return made.with_columns(_as_before(made[name], like[name]) for name in made.columns if name in like.columns)


def lost(like: Any, masked: Any) -> list[str]:
    """What the masked frame does not say any more."""
    both = [name for name in masked.columns if name in like.columns and like[name].dtype.is_float()
            and like[name].null_count() and like[name].is_nan().any()
            and not (masked[name].dtype.is_float() and masked[name].is_nan().any())]
    fewer = [name for name in masked.columns if name in like.columns and isinstance(like[name].dtype, polars.Enum)
             and masked[name].dtype != like[name].dtype]
    return [*(f"Column '{name}' has NaN beside null: both are missing values here, and come back as null." for name in both),
            *(f"Column '{name}' is of categories that no masked record has, which were left out; "
              f"cast() to the type that it had brings them back." for name in fewer)]
