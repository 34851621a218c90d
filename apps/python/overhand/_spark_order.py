"""The random order of the records of a frame of Spark that is masked in parts.

A scatter shuffle of all records, as in memory: a record goes to its bucket, and each bucket, which one
task has as a whole, is shuffled by itself (docs/theory/scatter_shuffle.md).
"""

from __future__ import annotations

from typing import Any, Callable, Iterator, NamedTuple

from . import _core
from ._spark_parts import Shared, _arrived, _as_bytes, _from_bytes, _packed
from ._spark_schemas import as_type, in_batches, is_broken

BEFORE = ["bucket", "place"]  # columns before those of the frame, on the way; found by place, as a frame may have the names
RECORDS = 0  # kind of a packet; others are 1 and the number of the column whose values it has


class Order(NamedTuple):
    """Of so many records, by so many tasks."""

    rows: int
    key: bytes
    tasks: int

    @staticmethod
    def of(session: Any, rows: int, key: bytes, task_bytes: int, record_bytes: int) -> Order:
        least = max(int(session.sparkContext.defaultParallelism), 1)
        wanted = max(least, -(-rows * record_bytes // task_bytes))
        return Order(rows, key, min(wanted, _core.parts.bucket_count(rows)))

    def buckets(self, first: int, count: int) -> Any:
        return _core.parts.row_buckets(self.key, self.rows, first, count)

    def tasks_of(self, buckets: Any) -> Any:
        return buckets.astype("int64") * self.tasks // _core.parts.bucket_count(self.rows)


def slices_of(groups: Any) -> tuple[Any, Iterator[tuple[int, int, int]]]:
    """The order by group, and (group, begin, end) of each in it."""
    import numpy

    counts = numpy.bincount(groups)
    there = numpy.flatnonzero(counts)
    ends = numpy.cumsum(counts)[there]
    return numpy.argsort(groups, kind="stable"), zip(there.tolist(), (ends - counts[there]).tolist(), ends.tolist())


def packets_of(order: Order, first: int, records: Any) -> list[tuple[int, int, int, bytes]]:
    """Records that stand at `first` and after it, for the tasks that put them in order."""
    import numpy
    import pyarrow

    buckets = order.buckets(first, records.num_rows)
    places = numpy.arange(first, first + records.num_rows, dtype=numpy.uint32)
    whole = pyarrow.table([pyarrow.array(buckets), pyarrow.array(places), *records.columns], names=[*BEFORE, *records.column_names])
    by_task, slices = slices_of(order.tasks_of(buckets))
    whole = whole.take(by_task).combine_chunks()
    return [(task, RECORDS, first, _as_bytes(whole.slice(begin, end - begin))) for task, begin, end in slices]


def _filled(blobs: list[Any], places: Any, held: Any) -> Any:
    """The column whose values came; what got none is missing."""
    import pyarrow

    column = pyarrow.table(_core.parts.filled(places, is_broken(held), blobs)).column(0)
    return as_type(column, held)


class Finish(NamedTuple):
    """How records on their way become the masked frame."""

    order: Order
    wanted: Shared  # its schema, as Arrow has it
    nan: list[str]
    out: Any  # and as Spark has it

    def given(self, packets: Any, ranked: dict[str, int] | None = None) -> Any:
        """`ranked`: columns whose values come in packets of their own, and the kinds of these."""
        work = _ordering(self.order, self.wanted, self.nan, ranked or {})
        return packets.repartitionById(self.order.tasks, "task").mapInArrow(work, self.out)


def _ordering(order: Order, wanted: Shared, nan: list[str], ranked: dict[str, int]) -> Callable[[Iterator[Any]], Iterator[Any]]:
    def shuffled(buckets: Any) -> Any:
        import numpy

        by_bucket, slices = slices_of(buckets)
        return numpy.concatenate([by_bucket[begin:end][_core.parts.bucket_order(order.key, bucket, end - begin)]
                                  for bucket, begin, end in slices])

    def put_in_order(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow
        import pyarrow.compute

        _core.parts.as_task()
        rows = _arrived(batches)
        if not rows:
            return
        whole = _from_bytes([blob for _, kind, blob in rows if kind == RECORDS])
        places = whole.column(1).to_numpy()
        at = shuffled(whole.column(0).to_numpy())
        records = whole.select(range(len(BEFORE), whole.num_columns))
        arrays = []
        for field in wanted.value:
            if field.name in ranked:
                column = _filled([blob for _, kind, blob in rows if kind == ranked[field.name]], places, field.type)
            else:
                column = records.column(field.name)
            column = column.take(pyarrow.array(at))
            if field.name in nan and pyarrow.types.is_floating(field.type):
                column = pyarrow.compute.fill_null(column, float("nan"))
            arrays.append(as_type(column, field.type))
        yield from in_batches(pyarrow.table(arrays, schema=wanted.value))

    return put_in_order
