"""cell_rotate on Spark: parts of similar records, each rotated by one task (docs/guide/scale.md).

What is to be known of the whole frame is learnt from a sample of its records, by every Python worker
again: nothing but the sample and the key travels. All chance is a function of the key and of row
numbers, so that a task that is run again gives the same.
"""

from __future__ import annotations

import hashlib
from typing import Any, Callable, Iterator, NamedTuple

from . import _core
from . import _spark_margins as margins
from ._spark_parts import (CHANGED, DEALT, Columns, Shared, Surveyed, _arrived, _as_bytes, _from_bytes, _packed, _part,
                           _stretches, collected, kept_bytes, looked, own_row, tally)
from ._spark_order import Finish, Order
from ._spark_schemas import Schemas, is_broken

FEWEST_IN_PART = 1000
BINS = 2  # of the tally, which is asked for digests alone


class Known(NamedTuple):
    """What a rotation is learnt from."""

    sample: Shared
    records: int
    k: int
    marginals: str
    most_in_part: int
    key: bytes  # of the release

    def learnt(self) -> Any:
        """The rotation, learnt once in a Python worker."""
        held = self.sample.value
        name = hashlib.sha256(repr(self[1:]).encode() + held).digest()
        if name not in _LEARNT:
            _LEARNT.clear()
            _LEARNT[name] = _core.parts.learnt(_from_bytes([held]).__arrow_c_stream__(), *self[1:])
        return _LEARNT[name]


_LEARNT: dict[bytes, Any] = {}


class Frame(NamedTuple):
    """The frame as it was counted."""

    columns: Columns
    outline: Shared
    first_rows: Shared
    tallies: Shared
    digest_key: bytes

    def checked(self, batches: Iterator[Any]) -> Iterator[tuple[int, Any]]:
        """(number of the first record, records); fails where they are not those that were counted."""
        next_row = own_row(self.first_rows)
        tallier = _core.parts.Tallier(self.outline.value, next_row, self.digest_key)
        for records in _stretches(batches):
            tallier.add(records.select(self.columns.masked).__arrow_c_stream__())
            yield next_row, records
            next_row += records.num_rows
        if bytes(tallier.bytes()) != self.tallies.value[_part()]:
            raise ValueError(CHANGED)


class Parts(NamedTuple):
    """Where records go, and where they stand when they are rotated."""

    joined: Any  # by part: that into which its records go
    task: Any  # by joined part
    start: Any  # by joined part: the place of its first record among all
    size: Any
    tasks: int


def _counting(first_rows: Shared, known: Known) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """Whether these are the records that were tallied is seen when they are dealt and counted again."""
    def count(batches: Iterator[Any]) -> Iterator[Any]:
        import numpy

        _core.parts.as_task()
        rotation = known.learnt()
        counts = numpy.zeros(rotation.part_count, numpy.int64)
        next_row = own_row(first_rows)
        for records in _stretches(batches):
            counts += numpy.bincount(rotation.parts_of(records.__arrow_c_stream__(), next_row), minlength=len(counts))
            next_row += records.num_rows
        yield _packed([(_part(), 0, 0, counts.tobytes())])

    return count


def _planned(rotation: Any, counts: Any, most_in_part: int) -> Parts:
    """Parts one after the other, and some small ones for one task."""
    import numpy

    joined = rotation.joined_parts([int(count) for count in counts])
    sizes = numpy.bincount(joined, weights=counts, minlength=len(counts)).astype(numpy.int64)
    start = numpy.concatenate([[0], numpy.cumsum(sizes)[:-1]])
    task = numpy.zeros(len(sizes), numpy.int64)
    number = held = 0
    for part, size in enumerate(sizes):
        if held > 0 and held + size > most_in_part:
            number, held = number + 1, 0
        task[part], held = number, held + size
    return Parts(joined, task, start, sizes, number + 1)


def _dealing(frame: Frame, known: Known, planned: Shared) -> Callable[[Iterator[Any]], Iterator[Any]]:
    columns = frame.columns

    def dealt(rotation: Any, first_row: int, records: Any) -> Any:
        import numpy

        parts = planned.value
        masked = records.select(columns.masked)
        part_of = parts.joined[rotation.parts_of(masked.__arrow_c_stream__(), first_row)]
        order = numpy.argsort(part_of, kind="stable")
        whole = masked
        beside = columns.with_records(records, first_row)
        for name in beside.column_names:
            whole = whole.append_column(beside.schema.field(name), beside.column(name))
        whole = whole.take(order).combine_chunks()
        there, begins = numpy.unique(part_of[order], return_index=True)
        ends = [*begins[1:], len(order)]
        return _packed([(int(parts.task[part]), int(part), first_row, _as_bytes(whole.slice(begin, end - begin)))
                        for part, begin, end in zip(there, begins, ends)])

    def deal(batches: Iterator[Any]) -> Iterator[Any]:
        _core.parts.as_task()
        rotation = known.learnt()
        for first_row, records in frame.checked(batches):
            yield dealt(rotation, first_row, records)

    return deal


def _rotating(known: Known, planned: Shared, masked: list[str]) -> margins.Rotating:
    """(the place of its first record, its records as they were, and rotated) of each part of a task."""
    def rotate(batches: Iterator[Any]) -> Iterator[tuple[int, Any, Any]]:
        import pyarrow

        _core.parts.as_task()
        rows = _arrived(batches)
        if not rows:
            return
        rotation, parts = known.learnt(), planned.value
        for part in sorted({kind for _, kind, _ in rows}):
            records = _from_bytes([blob for _, kind, blob in rows if kind == part])
            if records.num_rows != parts.size[part]:
                raise ValueError(CHANGED)
            held, donors = rotation.rotate(part, records.select(masked).__arrow_c_stream__())
            rotated = pyarrow.table(held)
            beside = records.drop_columns(masked)
            if beside.num_columns:
                beside = beside.take(donors)
                for name in beside.column_names:
                    rotated = rotated.append_column(beside.schema.field(name), beside.column(name))
            yield int(parts.start[part]), records, rotated

    return rotate


def _out_type(held: Any, marginals: str) -> Any:
    """Numbers that are drawn or rotated are doubles, unless they were whole and are drawn."""
    import pyarrow

    if marginals != "exact" and (is_broken(held) or (marginals == "free" and pyarrow.types.is_integer(held))):
        return pyarrow.float64()
    return held


def rotated_frame(frame: Any, columns: Columns, surveyed: Surveyed, *, said: str, k: int, marginals: str, key: bytes,
                  task_bytes: int) -> Any:
    """The frame, masked by cell_rotate."""
    import numpy

    session = frame.sparkSession
    schemas = Schemas.of(frame, columns)
    like = schemas.like(columns)
    outline, first_rows = _core.parts.outline(like.__arrow_c_stream__(), surveyed.surveys, BINS, 1)
    rows = _core.parts.record_count(outline)
    # What a part takes is the same on every cluster: parts are a matter of the result.
    most = max(2 * task_bytes // _core.parts.rotation_bytes(like.__arrow_c_stream__()), FEWEST_IN_PART)
    wanted = _core.parts.sample_rows(_core.parts.part_key(key, most), 0, rows, _core.parts.sample_size(rows, most))
    tallies, sample = tally(frame, columns.masked, outline, first_rows, key, wanted)
    release_key = _core.parts.release_key(like.__arrow_c_stream__(), columns.all, tallies, said, key)
    counted = Frame(columns, Shared(session, outline), Shared(session, first_rows), Shared(session, tallies),
                    _core.parts.digest_key(key))
    own_key = _core.parts.part_key(release_key, most)
    known = Known(Shared(session, sample), rows, k, marginals, most, own_key)
    rotation = known.learnt()
    counts = sum(numpy.frombuffer(held, numpy.int64) for held in collected(frame, columns.masked, _counting(counted.first_rows, known)))
    parts = _planned(rotation, counts, most)
    planned = Shared(session, parts)
    there = looked(frame, columns.all, _dealing(counted, known, planned), DEALT).repartitionById(parts.tasks, "task")
    out = schemas.out(columns, lambda held: _out_type(held, marginals))
    order = Order.of(session, rows, own_key, task_bytes, 8 * len(columns.masked) + kept_bytes(frame, columns, schemas.arrow))
    finish = Finish(order, Shared(session, out.arrow), surveyed.nan, out.spark)
    return margins.given(there, _rotating(known, planned, columns.masked), like, sample, rotation, finish, marginals=marginals,
                         task_bytes=task_bytes)
