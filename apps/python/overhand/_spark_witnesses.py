"""What attacks on some people look for in a frame of Spark: the records nearest to each, of all of them.

Every task searches its part of the frame; what is found goes to as many tasks as there are blocks of
people, which keep the nearest; and the records themselves are then fetched by their row numbers.
"""

from __future__ import annotations

from typing import Any, Callable, Iterator, NamedTuple

from . import _core
from ._spark_parts import (CHANGED, DEALT, Shared, _arrived, _as_bytes, _from_bytes, _packed, _part, _stretches, collected,
                           looked, own_row, those_at)

BLOCKS = 16  # of people, each for one task

_READ: dict[bytes, Any] = {}


class Sample(NamedTuple):
    """The people as they were drawn, and what is said about the release; each Python worker reads them once."""

    records: Shared
    said: str

    def read(self) -> Any:
        import hashlib

        name = hashlib.sha256(self.said.encode() + self.records.value).digest()
        if name not in _READ:
            _READ.clear()
            _READ[name] = read_sample(_from_bytes([self.records.value]), "release", self.said)
        return _READ[name]


def read_sample(records: Any, folder: str, said: str, tell: Any = None) -> Any:
    return _core.parts.Sample(records.__arrow_c_stream__(), folder, said, tell)


def _blocks(people: Any) -> list[Any]:
    import numpy

    return [block for block in numpy.array_split(people, BLOCKS) if len(block)]


def _searching(sample: Sample, first_rows: Shared, people: Any) -> Callable[[Iterator[Any]], Iterator[Any]]:
    def search(batches: Iterator[Any]) -> Iterator[Any]:
        _core.parts.as_task()
        held = sample.read()
        found = [held.witnesses(block) for block in _blocks(people)]
        first = row = own_row(first_rows)
        for records in _stretches(batches):
            for witnesses in found:
                witnesses.see(held, records.__arrow_c_stream__(), row)
            row += records.num_rows
        if row == first:
            return
        for block, witnesses in enumerate(found):
            yield _packed([(block, 0, _part(), witnesses.distances), (block, 1, _part(), witnesses.rows)])

    return search


def _merging(sample: Sample, people: Any) -> Callable[[Iterator[Any]], Iterator[Any]]:
    def merge(batches: Iterator[Any]) -> Iterator[Any]:
        import numpy

        rows = _arrived(batches)
        if not rows:
            return
        merged = sample.read().witnesses(_blocks(people)[_part()])
        for (_, _, distances), (_, _, places) in zip(rows[::2], rows[1::2]):
            merged.add(numpy.frombuffer(distances, numpy.float64), numpy.frombuffer(places, numpy.uint32))
        yield _packed([(_part(), 0, 0, merged.found())])

    return merge


def witnesses(frame: Any, names: list[str], first_rows: list[int], sample: Sample, people: Any) -> Any:
    """The records of the frame that attacks on these people look at, as a table of Arrow's."""
    import numpy

    starts = Shared(frame.sparkSession, first_rows)
    dealt = looked(frame, names, _searching(sample, starts, people), DEALT)
    found = dealt.repartitionById(len(_blocks(people)), "task").mapInArrow(_merging(sample, people), DEALT).collect()
    rows = numpy.unique(numpy.concatenate([numpy.frombuffer(row.bytes, numpy.uint32) for row in found]))
    return fetched(frame, names, first_rows, rows)


def fetched(frame: Any, names: list[str], first_rows: list[int], rows: Any) -> Any:
    """These rows of the frame, which are in ascending order."""
    starts, wanted = (Shared(frame.sparkSession, known) for known in (first_rows, rows.tobytes()))

    def pick(batches: Iterator[Any]) -> Iterator[Any]:
        import numpy

        next_row = own_row(starts)
        for records in _stretches(batches):
            own = those_at(numpy.frombuffer(wanted.value, numpy.uint32), next_row, records)
            if own.num_rows:
                yield _packed([(_part(), 0, next_row, _as_bytes(own))])
            next_row += records.num_rows

    picked = _from_bytes(collected(frame, names, pick))
    if picked.num_rows != len(rows):
        raise ValueError(CHANGED)
    return picked
