"""Values for the scores of a frame of Spark that was rotated in parts.

Synthetic: each part takes them from a quantile function that a sample of values and of scores makes.
Exact: by rank over the whole frame. The ranks of a column are cut into ranges where samples say. Scores
are cut into ranges and values into smaller pieces as soon as a part is rotated, and both are counted. The
counts say which pieces a range needs; Spark alone sends them there (src/overhand/parts/ranges.h).
"""

from __future__ import annotations

import weakref
from typing import Any, Callable, Iterator, NamedTuple

from . import _core
from ._spark_order import RECORDS, Finish, Order, packets_of
from ._spark_parts import CHANGED, DEALT, Shared, _arrived, _as_bytes, _from_bytes, _packed
from ._spark_schemas import as_numbers

KNOTS = 100_000  # SyntheticMargin::most_knots
SCORE_BYTES = 32  # of a score on its way: itself, its place and task, its value, and what sorting takes
PIECES = 8  # of values, for each range
COUNTS = -(2**31)  # kind of the packet that has the counts of a task

Rotating = Callable[[Iterator[Any]], Iterator[tuple[int, Any, Any]]]


def _numbers(column: Any) -> Any:
    """What is there of a column, as doubles or as 64 bits."""
    import numpy

    values = as_numbers(column).drop_null().to_numpy(zero_copy_only=False)
    return values[~numpy.isnan(values)] if values.dtype == numpy.float64 else values


def _scores(rotated: Any, name: str) -> Any:
    """The scores of a column, NaN where a gap goes."""
    import numpy

    return numpy.ascontiguousarray(rotated.column(name).to_numpy(), dtype=numpy.float64)


def _held(there: Any, work: Callable[[Iterator[Any]], Iterator[Any]]) -> Any:
    """What becomes of the parts, which lies on the executors' disks while it is used more than once."""
    from pyspark import StorageLevel

    return there.mapInArrow(work, DEALT).persist(StorageLevel.DISK_ONLY)


# Synthetic.


def _keeping(rotating: Rotating) -> Callable[[Iterator[Any]], Iterator[Any]]:
    def keep(batches: Iterator[Any]) -> Iterator[Any]:
        for first, _, rotated in rotating(batches):
            yield _packed([(0, 0, first, _as_bytes(rotated))])

    return keep


def _each(batches: Iterator[Any]) -> Iterator[tuple[int, Any]]:
    """(place of its first record, records) of each rotated part."""
    for batch in batches:
        for place, blob in zip(batch.column("place").to_pylist(), batch.column("bytes")):
            yield place, _from_bytes([blob.as_buffer()])


class Drawn(NamedTuple):
    """What margins are made of."""

    names: list[str]
    numbers: list[int]  # of the columns among those that are masked
    sample: Shared
    scores: Shared
    key: bytes

    def margins(self) -> list[Any]:
        sample, scores = _from_bytes([self.sample.value]), _from_bytes([self.scores.value])
        return [_core.parts.SyntheticMargin(sample.select([name]).__arrow_c_stream__(), _scores(scores, name), number, self.key)
                for name, number in zip(self.names, self.numbers)]


def _picking(names: list[str], wanted: Shared) -> Callable[[Iterator[Any]], Iterator[Any]]:
    def pick(batches: Iterator[Any]) -> Iterator[Any]:
        import numpy

        places = numpy.frombuffer(wanted.value, numpy.uint32)
        for first, rotated in _each(batches):
            begin, end = numpy.searchsorted(places, [first, first + rotated.num_rows])
            if begin < end:
                own = rotated.select(names).take(places[begin:end].astype(numpy.int64) - first)
                yield _packed([(0, 0, first, _as_bytes(own.combine_chunks()))])

    return pick


def _drawing(drawn: Drawn, order: Order) -> Callable[[Iterator[Any]], Iterator[Any]]:
    def draw(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow

        _core.parts.as_task()
        made = None
        for first, rotated in _each(batches):
            made = made or drawn.margins()
            for name, margin in zip(drawn.names, made):
                column = pyarrow.table(margin.at(_scores(rotated, name))).column(0)
                rotated = rotated.set_column(rotated.column_names.index(name), name, column)
            yield _packed(packets_of(order, first, rotated))

    return draw


def _synthetic(held: Any, names: list[str], numbers: list[int], sample: bytes, order: Order) -> Any:
    session = held.sparkSession
    wanted = Shared(session, _core.parts.sample_rows(order.key, 1, order.rows, KNOTS).tobytes())
    rows = held.mapInArrow(_picking(names, wanted), DEALT).collect()
    rows.sort(key=lambda row: row.place)
    scores = _as_bytes(_from_bytes([bytes(row.bytes) for row in rows]).combine_chunks())
    drawn = Drawn(names, numbers, Shared(session, sample), Shared(session, scores), order.key)
    return held.mapInArrow(_drawing(drawn, order), DEALT)


# Exact.


class Ranges(NamedTuple):
    """Of each column: where its scores and its values are cut, and how many lie before each cut."""

    names: list[str]
    score_cuts: list[Any]
    value_cuts: list[Any]
    each: int  # ranges of a column
    tasks: int
    score_starts: Any = None
    value_starts: Any = None

    def task_of(self, pair: int) -> int:
        return pair * self.tasks // (len(self.names) * self.each)

    def needed(self, j: int, g: int) -> tuple[int, int]:
        """The first and the last piece of values in which some of the ranks of a range of scores lie."""
        import numpy

        begin, end = self.score_starts[j][g], self.score_starts[j][g + 1]
        first = int(numpy.searchsorted(self.value_starts[j], begin, "right")) - 1
        last = int(numpy.searchsorted(self.value_starts[j], end - 1, "right")) - 1
        return first, last

    def ranks(self, pair: int) -> list[int]:
        """Begin and end of the ranks of a range, and of the values in the pieces that it needs."""
        j, g = divmod(pair, self.each)
        first, last = self.needed(j, g)
        starts = (*self.score_starts[j][g:g + 2], self.value_starts[j][first], self.value_starts[j][last + 1])
        return [int(start) for start in starts]


def _cuts(values: Any, count: int) -> Any:
    """`count` - 1 of them, evenly spaced by rank."""
    import numpy

    values = numpy.sort(values)
    if not len(values):
        return numpy.zeros(count - 1, values.dtype)
    return values[numpy.arange(1, count) * len(values) // count]


def _through(row_task: int, ranges: Ranges, order: Order) -> int:
    """The range task that hands the records of a row task on."""
    return row_task * ranges.tasks // order.tasks


def _cutting(rotating: Rotating, ranges: Ranges, order: Order) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """A pair is a column and one of its ranges: 2 * pair is the kind of its scores. Odd is the kind of a piece of
    values, below 0 are records on their way to row tasks; the counts come last, so that they lie by themselves."""
    import numpy

    pieces = ranges.each * PIECES

    def cut_of(j: int, first: int, values: Any, scores: Any, row_tasks: Any
               ) -> tuple[list[tuple[int, int, int, bytes]], list[int]]:
        to_ranges, score_counts = _core.parts.cut_scores(scores, ranges.score_cuts[j], order.rows, first, row_tasks)
        in_pieces, value_counts = _core.parts.cut_values(values, ranges.value_cuts[j])
        pairs = range(j * ranges.each, (j + 1) * ranges.each)
        packets = [(ranges.task_of(pair), 2 * pair, first, blob) for pair, blob in zip(pairs, to_ranges)]
        packets += [(0, 2 * (j * pieces + piece) + 1, first, blob) for piece, blob in enumerate(in_pieces)]
        return [packet for packet in packets if packet[3]], score_counts + value_counts

    def cut(batches: Iterator[Any]) -> Iterator[Any]:
        counts = numpy.zeros((len(ranges.names), ranges.each + pieces), numpy.int64)
        for first, records, rotated in rotating(batches):
            row_tasks = order.tasks_of(order.buckets(first, rotated.num_rows)).astype(numpy.uint16)
            for j, name in enumerate(ranges.names):
                packets, own = cut_of(j, first, _numbers(records.column(name)), _scores(rotated, name), row_tasks)
                if packets:
                    yield _packed(packets)
                counts[j] += numpy.array(own, numpy.int64)
            beside = packets_of(order, first, rotated.drop_columns(ranges.names))
            yield _packed([(_through(task, ranges, order), -1 - task, place, blob) for task, _, place, blob in beside])
        yield _packed([(0, COUNTS, 0, counts.tobytes())])

    return cut


def _counted(held: Any, ranges: Ranges) -> Ranges:
    import numpy

    rows = held.where(held.kind == COUNTS).collect()
    counts = sum(numpy.frombuffer(row.bytes, numpy.int64) for row in rows).reshape(len(ranges.names), -1)
    starts = [numpy.concatenate([numpy.zeros((len(counts), 1), numpy.int64), numpy.cumsum(part, 1)], 1)
              for part in (counts[:, :ranges.each], counts[:, ranges.each:])]
    if (starts[0][:, -1] != starts[1][:, -1]).any():
        raise ValueError(CHANGED)
    return ranges._replace(score_starts=starts[0], value_starts=starts[1])


def _sent(held: Any, ranges: Ranges) -> Any:
    """The packets, each on its way to its range task: pieces of values to all that need them."""
    import numpy
    import pyarrow
    from pyspark.sql import functions

    ways: list[tuple[int, int, int]] = []
    for pair in range(len(ranges.names) * ranges.each):
        j, g = divmod(pair, ranges.each)
        if ranges.score_starts[j][g] < ranges.score_starts[j][g + 1]:
            first, last = ranges.needed(j, g)
            ways += [(2 * (j * ranges.each * PIECES + piece) + 1, ranges.task_of(pair), 2 * pair + 1)
                     for piece in range(first, last + 1)]
    columns = numpy.array(ways, numpy.int32).reshape(-1, 3).T  # there may be none, where all is missing
    known = held.sparkSession.createDataFrame(pyarrow.table(list(columns), names=["piece", "to_task", "to_kind"]))
    packets = held.where(held.kind != COUNTS).join(functions.broadcast(known), held.kind == known.piece, "left")
    return packets.select(functions.coalesce("to_task", "task").alias("task"), functions.coalesce("to_kind", "kind").alias("kind"),
                          "place", "bytes")


def _ranking(ranges: Ranges, order: Order) -> Callable[[Iterator[Any]], Iterator[Any]]:
    def rank(batches: Iterator[Any]) -> Iterator[Any]:
        import numpy

        _core.parts.as_task()
        rows = _arrived(batches)
        on_their_way = [(-1 - kind, RECORDS, place, blob.to_pybytes()) for place, kind, blob in rows if kind < 0]
        if on_their_way:
            yield _packed(on_their_way)
        del on_their_way
        for pair in sorted({kind // 2 for _, kind, _ in rows if kind >= 0}):
            scores, values = ([blob for _, kind, blob in rows if kind == wanted] for wanted in (2 * pair, 2 * pair + 1))
            j = pair // ranges.each
            has_reals = ranges.value_cuts[j].dtype == numpy.float64
            ranked = _core.parts.ranked(ranges.ranks(pair), has_reals, order.tasks, scores, values)
            yield _packed([(task, 1 + j, pair, blob) for task, blob in enumerate(ranked) if blob])

    return rank


def _cut(names: list[str], sample: Any, rotation: Any, order: Order, task_bytes: int) -> Ranges:
    import pyarrow

    rotated = pyarrow.table(rotation.rotate(0, sample.__arrow_c_stream__())[0])  # its scores lie as those of all
    each = max(-(-order.rows * SCORE_BYTES // task_bytes), 1)
    least = -(-order.rows * SCORE_BYTES * len(names) // task_bytes)
    scores = [_scores(rotated, name) for name in names]
    return Ranges(names, [_cuts(own[own == own], each) for own in scores],
                  [_cuts(_numbers(sample.column(name)), each * PIECES) for name in names],
                  each, min(len(names) * each, max(least, order.tasks, 2)))


def given(there: Any, rotating: Rotating, like: Any, sample: bytes, rotation: Any, finish: Finish, *, marginals: str,
          task_bytes: int) -> Any:
    """The masked frame of the records of parts that are `there`."""
    order, session = finish.order, there.sparkSession
    levels = _core.parts.has_levels(like.__arrow_c_stream__())
    numbers = [j for j, has_levels in enumerate(levels) if not has_levels]
    names = [like.column_names[j] for j in numbers]
    if marginals == "free" or not names:
        return finish.given(there.mapInArrow(_passing(rotating, order), DEALT))
    if marginals == "exact":
        cuts = _cut(names, _from_bytes([sample]), rotation, order, task_bytes)
        known = Shared(session, cuts)
        held = _held(there, lambda batches: _cutting(rotating, known.value, order)(batches))
        ranges = _counted(held, cuts)
        counted = Shared(session, ranges)
        packets = _sent(held, ranges).repartitionById(ranges.tasks, "task").mapInArrow(
            lambda batches: _ranking(counted.value, order)(batches), DEALT)
        masked = finish.given(packets, {name: 1 + j for j, name in enumerate(names)})
    else:
        held = _held(there, _keeping(rotating))
        masked = finish.given(_synthetic(held, names, numbers, sample, order))
    weakref.finalize(masked, _forget, held).atexit = False
    return masked


def _forget(held: Any) -> None:
    """Frees the disks; a session that has ended has done so."""
    try:
        held.unpersist()
    except Exception:  # noqa: BLE001: of the connection, the session or the cluster, which are gone
        pass


def _passing(rotating: Rotating, order: Order) -> Callable[[Iterator[Any]], Iterator[Any]]:
    def give(batches: Iterator[Any]) -> Iterator[Any]:
        for first, _, rotated in rotating(batches):
            yield _packed(packets_of(order, first, rotated))

    return give
