"""Values for the scores of a frame of Spark that was rotated in parts.

Synthetic: each part takes them from a quantile function that a sample of values and of scores makes.
Exact: by rank over the whole frame. The ranks of a column are cut into ranges where samples say. Scores
and values are counted in them, so that a range task, which has all scores of its range, knows their ranks
and which values it needs. Where the cuts lie changes who does the work, and nothing in the result.
"""

from __future__ import annotations

import weakref
from typing import Any, Callable, Iterator, NamedTuple

from . import _core
from ._spark_order import RECORDS, Finish, Order, packets_of, slices_of, values_bytes
from ._spark_parts import CHANGED, DEALT, Shared, _arrived, _as_bytes, _from_bytes, _packed
from ._spark_schemas import as_type

KNOTS = 100_000  # SyntheticMargin::most_knots
SCORE_BYTES = 32  # of a score on its way: itself, its place and task, its value, and what sorting takes
VALUE_CUTS = 8  # for each range

After = Callable[[int, Any, Any], Any]


def _numbers(column: Any) -> Any:
    """What is there of a column, as doubles or as 64 bits."""
    import numpy
    import pyarrow

    types = pyarrow.types
    column = column.combine_chunks() if isinstance(column, pyarrow.ChunkedArray) else column
    if types.is_floating(column.type) or types.is_decimal(column.type):
        values = column.drop_null().cast(pyarrow.float64()).to_numpy(zero_copy_only=False)
        return values[~numpy.isnan(values)]
    if types.is_date32(column.type):
        column = column.cast(pyarrow.int32())
    return column.drop_null().cast(pyarrow.int64()).to_numpy(zero_copy_only=False)


def _scores(rotated: Any, name: str) -> Any:
    """The scores of a column, NaN where a gap goes."""
    import numpy

    return numpy.ascontiguousarray(rotated.column(name).to_numpy(), dtype=numpy.float64)


def _held(there: Any, rotating: Callable[[After], Any], after: After) -> Any:
    """The rotated parts, which lie on the executors' disks while they are used more than once."""
    from pyspark import StorageLevel

    return there.mapInArrow(rotating(after), DEALT).persist(StorageLevel.DISK_ONLY)


def _each(batches: Iterator[Any], originals: int = 0) -> Iterator[tuple[int, Any, Any]]:
    """(place of its first record, columns of numbers as they were, records) of each rotated part."""
    for batch in batches:
        for place, blob in zip(batch.column("place").to_pylist(), batch.column("bytes")):
            whole = _from_bytes([blob.as_buffer()])
            yield place, whole.columns[:originals], whole.select(range(originals, whole.num_columns))


# Synthetic.


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
        for first, _, rotated in _each(batches):
            begin, end = numpy.searchsorted(places, [first, first + rotated.num_rows])
            if begin < end:
                own = rotated.select(names).take(places[begin:end].astype(numpy.int64) - first)
                yield _packed([(0, 0, first, _as_bytes(own.combine_chunks()))])

    return pick


def _drawing(drawn: Drawn, order: Order) -> Callable[[Iterator[Any]], Iterator[Any]]:
    def draw(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow

        _core.parts.one_thread()
        made = None
        for first, _, rotated in _each(batches):
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
    constant: list[Any] = []  # the value of a column that has one alone

    def task_of(self, pair: int) -> int:
        return pair * self.tasks // (len(self.names) * self.each)

    def needed(self, j: int, g: int) -> tuple[int, int]:
        """The first and the last range of values in which some of the ranks of a range of scores lie."""
        import numpy

        begin, end = self.score_starts[j][g], self.score_starts[j][g + 1]
        first = int(numpy.searchsorted(self.value_starts[j], begin, "right")) - 1
        last = int(numpy.searchsorted(self.value_starts[j], end - 1, "right")) - 1
        return first, last


def _cuts(values: Any, count: int) -> Any:
    """`count` - 1 of them, evenly spaced by rank."""
    import numpy

    values = numpy.sort(values)
    if not len(values):
        return numpy.zeros(count - 1, values.dtype)
    return values[numpy.arange(1, count) * len(values) // count]


def _counting(ranges: Ranges) -> Callable[[Iterator[Any]], Iterator[Any]]:
    def count(batches: Iterator[Any]) -> Iterator[Any]:
        import numpy

        counts = numpy.zeros((len(ranges.names), ranges.each * (1 + VALUE_CUTS)), numpy.int64)
        extremes: list[Any] = [None] * len(ranges.names)
        for _, originals, rotated in _each(batches, len(ranges.names)):
            for j, name in enumerate(ranges.names):
                scores, values = _scores(rotated, name), _numbers(originals[j])
                in_ranges = numpy.searchsorted(ranges.score_cuts[j], scores[~numpy.isnan(scores)], "right")
                counts[j, :ranges.each] += numpy.bincount(in_ranges, minlength=ranges.each)
                in_cuts = numpy.searchsorted(ranges.value_cuts[j], values, "right")
                counts[j, ranges.each:] += numpy.bincount(in_cuts, minlength=ranges.each * VALUE_CUTS)
                if len(values):
                    own = (values.min(), values.max())
                    extremes[j] = own if extremes[j] is None else (min(own[0], extremes[j][0]), max(own[1], extremes[j][1]))
        held = [b"" if own is None else numpy.array(own).tobytes() for own in extremes]
        yield _packed([(0, 0, 0, counts.tobytes()), *((0, 1 + j, 0, own) for j, own in enumerate(held) if own)])

    return count


def _counted(held: Any, ranges: Ranges) -> Ranges:
    import numpy

    known = Shared(held.sparkSession, ranges)
    rows = held.mapInArrow(lambda batches: _counting(known.value)(batches), DEALT).collect()
    counts = sum(numpy.frombuffer(row.bytes, numpy.int64) for row in rows if row.kind == 0)
    counts = counts.reshape(len(ranges.names), -1)
    starts = [numpy.concatenate([numpy.zeros((len(counts), 1), numpy.int64), numpy.cumsum(part, 1)], 1)
              for part in (counts[:, :ranges.each], counts[:, ranges.each:])]
    if (starts[0][:, -1] != starts[1][:, -1]).any():
        raise ValueError(CHANGED)
    constant: list[Any] = []
    for j, cuts in enumerate(ranges.value_cuts):
        own = [numpy.frombuffer(row.bytes, cuts.dtype) for row in rows if row.kind == 1 + j]
        ends = numpy.concatenate(own) if own else numpy.zeros(1, cuts.dtype)
        constant.append(ends[0] if (ends == ends[0]).all() else None)
    return ranges._replace(score_starts=starts[0], value_starts=starts[1], constant=constant)


def _through(row_task: int, ranges: Ranges, order: Order) -> int:
    """The range task that hands the records of a row task on."""
    return row_task * ranges.tasks // order.tasks


def _counted_values(values: Any) -> tuple[Any, Any]:
    """The values in order, and how often each is there; None where each is there once."""
    import numpy

    values = numpy.sort(values)
    if len(values) < 2 or (values[1:] != values[:-1]).all():
        return values, None
    found: tuple[Any, Any] = numpy.unique(values, return_counts=True)
    return found


def _in_order(scores: Any) -> Any:
    """The places of the scores in ascending order, equal ones as they stand."""
    import numpy

    order = numpy.argsort(scores)
    ordered = scores[order]
    return order if (ordered[1:] != ordered[:-1]).all() else numpy.argsort(scores, kind="stable")


def _scattering(ranges: Ranges, order: Order, like: Any) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """A pair is a column and one of its ranges: 2 * pair is the kind of its scores, 2 * pair + 1 that of its
    values; below 0 are records on their way to row tasks."""
    import numpy

    def scores_of(j: int, first: int, scores: Any, tasks: Any) -> Iterator[tuple[int, int, int, bytes]]:
        at = numpy.flatnonzero(~numpy.isnan(scores))
        order_of, slices = slices_of(numpy.searchsorted(ranges.score_cuts[j], scores[at], "right"))
        at = at[order_of]
        for g, begin, end in slices:
            own, pair = at[begin:end], j * ranges.each + g
            places = (own + first).astype(numpy.uint32)
            yield (ranges.task_of(pair), 2 * pair, first, len(own).to_bytes(8, "little") + scores[own].tobytes()
                   + places.tobytes() + tasks[own].astype(numpy.uint16).tobytes())

    def values_of(j: int, first: int, values: Any) -> Iterator[tuple[int, int, int, bytes]]:
        values, counts = _counted_values(values)
        bounds = numpy.searchsorted(values, ranges.value_cuts[j], "left")
        begins = numpy.concatenate([[0], bounds, [len(values)]])
        for g in range(ranges.each):
            if ranges.score_starts[j][g] == ranges.score_starts[j][g + 1]:
                continue
            low, high = ranges.needed(j, g)
            begin, end = begins[low], begins[high + 1]
            if begin < end:
                pair = j * ranges.each + g
                often = b"" if counts is None else counts[begin:end].astype(numpy.int64).tobytes()
                yield (ranges.task_of(pair), 2 * pair + 1, first, int(end - begin).to_bytes(8, "little")
                       + values[begin:end].tobytes() + often)

    def scatter(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow

        _core.parts.one_thread()
        for first, originals, rotated in _each(batches, len(ranges.names)):
            tasks = order.tasks_of(order.buckets(first, rotated.num_rows))
            rows: list[tuple[int, int, int, bytes]] = []
            for j, name in enumerate(ranges.names):
                scores = _scores(rotated, name)
                if ranges.constant[j] is not None:
                    same = pyarrow.array(numpy.full(len(scores), ranges.constant[j]), mask=numpy.isnan(scores))
                    rotated = rotated.set_column(rotated.column_names.index(name), name, as_type(same, like.field(name).type))
                    continue
                rows += scores_of(j, first, scores, tasks)
                rows += values_of(j, first, _numbers(originals[j]))
                rotated = rotated.drop_columns([name])
            rows += [(_through(task, ranges, order), -1 - task, place, blob)
                     for task, _, place, blob in packets_of(order, first, rotated)]
            yield _packed(rows)

    return scatter


def _ranking(ranges: Ranges, order: Order) -> Callable[[Iterator[Any]], Iterator[Any]]:
    import numpy

    def read(blob: Any, *dtypes: Any) -> list[Any]:
        count = int.from_bytes(bytes(memoryview(blob)[:8]), "little")
        at, arrays = 8, []
        for dtype in dtypes:
            size = count * numpy.dtype(dtype).itemsize
            arrays.append(numpy.frombuffer(bytes(memoryview(blob)[at:at + size]), dtype))
            at += size
        return arrays

    def joined(blobs: list[Any], *dtypes: Any) -> list[Any]:
        return [numpy.concatenate(some) for some in zip(*(read(blob, *dtypes) for blob in blobs))]

    def in_ascending_order(blobs: list[Any], dtype: Any) -> tuple[Any, Any]:
        """All values, and where each ends among the ranks; None where each is there once. Those of one packet are in order."""
        runs, often = [], []
        for blob in blobs:
            has_counts = len(blob) > 8 + int.from_bytes(bytes(memoryview(blob)[:8]), "little") * dtype.itemsize
            values, *counts = read(blob, dtype, *[numpy.int64] * has_counts)
            runs.append(values)
            often.append(counts[0] if counts else None)
        values = numpy.concatenate(runs)
        if all(counts is None for counts in often):
            return numpy.sort(values, kind="stable"), None
        order_of = numpy.argsort(values, kind="stable")
        counts = numpy.concatenate([numpy.ones(len(run), numpy.int64) if own is None else own for run, own in zip(runs, often)])
        return values[order_of], numpy.cumsum(counts[order_of])

    def values_for(pair: int, scores: Any, blobs: list[Any]) -> Any:
        """The values at the ranks of the scores; equal scores by their places."""
        j, g = divmod(pair, ranges.each)
        begin, end = ranges.score_starts[j][g], ranges.score_starts[j][g + 1]
        values, ends = in_ascending_order(blobs, ranges.value_cuts[j].dtype)
        low, high = ranges.needed(j, g)
        all_of_them = len(values) if ends is None else ends[-1]
        if len(scores) != end - begin or all_of_them != ranges.value_starts[j][high + 1] - ranges.value_starts[j][low]:
            raise ValueError(CHANGED)
        ranks = numpy.arange(begin, end) - ranges.value_starts[j][low]
        found = numpy.empty(len(scores), values.dtype)
        found[_in_order(scores)] = values[ranks if ends is None else numpy.searchsorted(ends, ranks, "right")]
        return found

    def rank(batches: Iterator[Any]) -> Iterator[Any]:
        _core.parts.one_thread()
        rows = _arrived(batches)
        on_their_way = [(-1 - kind, RECORDS, place, blob.to_pybytes()) for place, kind, blob in rows if kind < 0]
        if on_their_way:
            yield _packed(on_their_way)
        del on_their_way
        for pair in sorted({kind // 2 for _, kind, _ in rows if kind >= 0}):
            own = [(kind, blob) for _, kind, blob in rows if kind >= 0 and kind // 2 == pair]
            scores, places, tasks = joined([blob for kind, blob in own if kind % 2 == 0], numpy.float64, numpy.uint32, numpy.uint16)
            values = values_for(pair, scores, [blob for kind, blob in own if kind % 2 == 1])
            order_of, slices = slices_of(tasks)
            places, values = places[order_of], values[order_of]
            yield _packed([(task, 1 + pair // ranges.each, pair, values_bytes(places[begin:end], values[begin:end]))
                           for task, begin, end in slices])

    return rank


def _cut(names: list[str], sample: Any, rotation: Any, order: Order, task_bytes: int) -> Ranges:
    import pyarrow

    rotated = pyarrow.table(rotation.rotate(0, sample.__arrow_c_stream__())[0])  # its scores lie as those of all
    each = max(-(-order.rows * SCORE_BYTES // task_bytes), 1)
    least = -(-order.rows * SCORE_BYTES * len(names) // task_bytes)
    scores = [_scores(rotated, name) for name in names]
    return Ranges(names, [_cuts(own[own == own], each) for own in scores],
                  [_cuts(_numbers(sample.column(name)), each * VALUE_CUTS) for name in names],
                  each, min(len(names) * each, max(least, order.tasks, 2)))


def given(there: Any, rotating: Callable[[After], Any], like: Any, sample: bytes, rotation: Any, finish: Finish, *,
          marginals: str, task_bytes: int) -> Any:
    """The masked frame of the records of parts that are `there`."""
    order, session = finish.order, there.sparkSession
    levels = _core.parts.has_levels(like.__arrow_c_stream__())
    numbers = [j for j, has_levels in enumerate(levels) if not has_levels]
    names = [like.column_names[j] for j in numbers]
    is_exact = marginals == "exact"

    def keep(first: int, records: Any, rotated: Any) -> Any:
        import pyarrow

        if is_exact:  # what was goes before; it has the same names, and is found by place
            rotated = pyarrow.table([*map(records.column, names), *rotated.columns], names=[*names, *rotated.column_names])
        return _packed([(0, 0, first, _as_bytes(rotated))])

    held = _held(there, rotating, keep)
    ranked: dict[str, int] = {}
    if not names:
        packets = held.mapInArrow(_passing(order), DEALT)
    elif is_exact:
        ranges = _counted(held, _cut(names, _from_bytes([sample]), rotation, order, task_bytes))
        ranked = {name: 1 + j for j, name in enumerate(names) if ranges.constant[j] is None}
        known, schema = Shared(session, ranges), Shared(session, like.schema)
        scattered = held.mapInArrow(lambda batches: _scattering(known.value, order, schema.value)(batches), DEALT)
        packets = scattered.repartitionById(ranges.tasks, "task").mapInArrow(
            lambda batches: _ranking(known.value, order)(batches), DEALT)
    else:
        packets = _synthetic(held, names, numbers, sample, order)
    masked = finish.given(packets, ranked)
    weakref.finalize(masked, _forget, held).atexit = False
    return masked


def _forget(held: Any) -> None:
    """Frees the disks; a session that has ended has done so."""
    try:
        held.unpersist()
    except Exception:  # noqa: BLE001: of the connection, the session or the cluster, which are gone
        pass


def _passing(order: Order) -> Callable[[Iterator[Any]], Iterator[Any]]:
    def give(batches: Iterator[Any]) -> Iterator[Any]:
        for first, _, rotated in _each(batches):
            yield _packed(packets_of(order, first, rotated))

    return give
