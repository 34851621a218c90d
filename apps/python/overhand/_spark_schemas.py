"""The columns of a frame of Spark as Spark and as Arrow have them, and values as their types."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Callable, NamedTuple

if TYPE_CHECKING:
    from ._spark_parts import Columns

OUT = 64 * 2**20  # bytes of masked records that a task hands to Spark at once


def _bare(held: Any) -> Any:
    """A type of Spark without the comments and other metadata of fields inside it."""
    from pyspark.sql import types

    if type(held) is types.StructType:
        return types.StructType([types.StructField(field.name, _bare(field.dataType), field.nullable) for field in held])
    if type(held) is types.ArrayType:
        return types.ArrayType(_bare(held.elementType), held.containsNull)
    if type(held) is types.MapType:
        return types.MapType(_bare(held.keyType), _bare(held.valueType), held.valueContainsNull)
    return held


class Schemas(NamedTuple):
    """Columns as Spark and as Arrow have them, without metadata: comments, and what Spark's learners and readers put
    there (levels, extremes), are about the original."""

    spark: Any
    arrow: Any

    @staticmethod
    def of(frame: Any, columns: Columns) -> Schemas:
        """Those that go out, as they are in the frame."""
        from pyspark.sql.pandas.types import to_arrow_schema
        from pyspark.sql.types import StructType

        own = _bare(StructType([frame.schema[name] for name in columns.all]))
        return Schemas(own, to_arrow_schema(own, timezone="UTC").remove_metadata())

    def like(self, columns: Columns) -> Any:
        """A table of the columns to mask, without records."""
        import pyarrow

        return pyarrow.schema([self.arrow.field(name) for name in columns.masked]).empty_table()

    def out(self, columns: Columns, type_of: Callable[[Any], Any] = lambda held: held) -> Schemas:
        """Of the masked frame; `type_of` says what becomes of a type of Arrow that is masked: itself or a double."""
        import pyarrow
        from pyspark.sql.types import DoubleType, LongType, StructType

        spark, arrow = StructType(), []
        for field, own in zip(self.arrow, self.spark):
            held = type_of(field.type) if field.name in columns.masked else field.type
            arrow.append(pyarrow.field(field.name, held, field.nullable))
            spark = spark.add(own.name, own.dataType if held == field.type else DoubleType(), own.nullable)
        if columns.lineage is not None:
            spark = spark.add(columns.lineage, LongType())
            arrow.append(pyarrow.field(columns.lineage, pyarrow.int64()))
        return Schemas(spark, pyarrow.schema(arrow))


def width(arrow_type: Any) -> int:
    """Bytes of a value, 0 where values differ in it."""
    try:
        return int(arrow_type.bit_width) // 8 + 1
    except ValueError:
        return 0


def as_type(values: Any, held: Any) -> Any:
    """The values as a column of the type has them; they were computed with as doubles or as 64 bits."""
    import pyarrow
    import pyarrow.compute

    if pyarrow.types.is_date32(held) and pyarrow.types.is_integer(values.type):
        values = values.cast(pyarrow.int32())
    if pyarrow.types.is_decimal(held) and pyarrow.types.is_floating(values.type):
        # The double next to the largest decimal of so many digits may lie beyond it.
        most = math.nextafter(10.0 ** (held.precision - held.scale), 0)
        values = pyarrow.compute.min_element_wise(pyarrow.compute.max_element_wise(values, -most, skip_nulls=False), most,
                                                  skip_nulls=False)
    return values.cast(held)


def is_broken(held: Any) -> bool:
    """Whether values of the type are computed with as doubles, and not as 64 bits."""
    import pyarrow

    return bool(pyarrow.types.is_floating(held) or pyarrow.types.is_decimal(held))


def as_numbers(column: Any) -> Any:
    """The other way round: numbers, dates or times as doubles or as 64 bits."""
    import pyarrow

    column = column.combine_chunks() if isinstance(column, pyarrow.ChunkedArray) else column
    if is_broken(column.type):
        return column.cast(pyarrow.float64())
    column = column.cast(pyarrow.int32()) if pyarrow.types.is_date32(column.type) else column
    return column.cast(pyarrow.int64())


def in_batches(records: Any) -> list[Any]:
    """The records as Spark takes them up."""
    share = OUT * records.num_rows // max(records.nbytes, 1)
    return list(records.to_batches(max_chunksize=max(min(share, 2**16), 1)))
