"""DBRL of a sample of masked records against all records of an original frame (risk/dbrl.h)."""

from __future__ import annotations

from typing import Any, Iterator, NamedTuple

from . import _spark_sums as sums
from ._spark_columns import ROW, Chosen
from ._spark_parts import _part

SOURCE = "source"
MOST_BY_NUMBER = 2.0  # what a column of a mixed table adds to a squared distance at most: statistics/profile.h
PLACE_OF_GAP = 2.0**20
DISTANCES = 2 * 10**6  # computed at once
ABSENT, GAP = -1, -2


class Points(NamedTuple):
    """Records as the distance sees them."""

    numbers: Any  # standardised
    codes: Any  # of levels

    def rows(self, which: Any) -> Points:
        return Points(self.numbers[which], self.codes[which])


class Space(NamedTuple):
    """What makes points of the records of both frames."""

    levels: list[Any]  # of each column those that the sample has
    is_mixed: bool

    def points(self, batch: Any, numbers: int, of: dict[str, Any]) -> Points:
        """Of a batch whose first columns are numbers, standardised by the moments of their own frame."""
        import numpy

        held = sums.numbers_of(batch.select(batch.schema.names[:numbers]))
        scaled = (held - numpy.array(of["mean"], "float64")) / numpy.where(of["sd"] > 0, of["sd"], 1)
        scaled[:, of["sd"] == 0] = numpy.where(numpy.isnan(held[:, of["sd"] == 0]), numpy.nan, 0)
        codes = [self.codes(batch.column(numbers + k), levels) for k, levels in enumerate(self.levels)]
        return Points(numpy.where(numpy.isnan(scaled), PLACE_OF_GAP, scaled),
                      numpy.column_stack(codes) if codes else numpy.zeros((batch.num_rows, 0), "int32"))

    @staticmethod
    def codes(column: Any, levels: Any) -> Any:
        import numpy
        import pyarrow.compute

        found = pyarrow.compute.index_in(column, value_set=levels).fill_null(ABSENT).to_numpy(zero_copy_only=False)
        return numpy.where(column.is_null().to_numpy(zero_copy_only=False), GAP, found)

    def distances(self, a: Points, b: Points) -> Any:
        """Squared, column after column as memory adds them: the same records tie."""
        import numpy

        total = numpy.zeros(numpy.broadcast_shapes(a.numbers.shape[:-1], b.numbers.shape[:-1]))
        for j in range(a.numbers.shape[-1]):
            square = (a.numbers[..., j] - b.numbers[..., j]) ** 2
            total += numpy.minimum(square, MOST_BY_NUMBER) if self.is_mixed else square
        for k in range(a.codes.shape[-1]):
            total += a.codes[..., k] != b.codes[..., k]
        return total

    def least(self, points: Points, some: Points, own: Any) -> Any:
        """The smallest distance of each point from others than its own, whose places are [points, some]."""
        import numpy

        if self.is_mixed:
            all_distances = self.distances(Points(points.numbers[:, None], points.codes[:, None]), some)
            all_distances[own] = numpy.inf
            return all_distances.min(1)
        # By products first, which are fast and rounded; what may be nearest then exactly.
        squares = (points.numbers**2).sum(1)[:, None] + (some.numbers**2).sum(1)[None, :]
        rough = squares - 2 * points.numbers @ some.numbers.T
        slack = 1e-14 * (4 + points.numbers.shape[1]) * squares
        rough[own] = numpy.inf
        near, at = numpy.nonzero(rough - slack <= (rough + slack).min(1)[:, None])
        found = numpy.full(len(squares), numpy.inf)
        numpy.minimum.at(found, near, numpy.where(numpy.isinf(rough[near, at]), numpy.inf,
                                                  self.distances(points.rows(near), some.rows(at))))
        return found


def _wilson(hits: int, of: int) -> list[float]:
    z = 1.959963984540054
    centre = (hits + z * z / 2) / (of + z * z)
    half = z / (of + z * z) * (hits * (of - hits) / of + z * z / 4) ** 0.5
    return [max(0.0, centre - half), min(1.0, centre + half)]


def _drawn(masked: Any, chosen: Chosen, source: str, sample: int, seed: int, rows: int) -> Any:
    """Masked records at random, in the order of their sources."""
    from pyspark.sql import functions

    share = min(1.0, (1.5 * sample + 20) / max(rows, 1))
    numbered = chosen.plain(masked, True, {source: SOURCE}).select(*chosen.n, *chosen.l, functions.col(SOURCE).cast("long"))
    place = functions.pmod(functions.xxhash64(functions.lit(seed), SOURCE), functions.lit(10**6))
    some = numbered.where(functions.isnull(SOURCE) | (place < int(share * 10**6) + 1))
    drawn = some.orderBy(functions.xxhash64(functions.lit(seed + 1), SOURCE)).limit(sample).toArrow()
    if drawn.column(SOURCE).null_count or not drawn.num_rows:
        raise ValueError(f"lineage: '{source}' does not say the row of each record's source.")
    return drawn.sort_by(SOURCE).combine_chunks()


def _space(drawn: Any, chosen: Chosen, of_original: dict[str, Any], of_masked: dict[str, Any]) -> Space:
    import pyarrow
    import pyarrow.compute

    levels = [pyarrow.compute.unique(drawn.column(name)).drop_null() for name in chosen.l]
    has_gaps = any(count < of["rows"] for of in (of_original, of_masked) for count in of["present"])
    return Space([held.combine_chunks() if isinstance(held, pyarrow.ChunkedArray) else held for held in levels],
                 bool(chosen.l) or has_gaps)


def linkage(original: Any, masked: Any, names: list[str], source: str, sample: int, seed: int,
            of_original: dict[str, Any], of_masked: dict[str, Any], levels: list[str] | None = None) -> dict[str, Any]:
    """DBRL of a sample of masked records against all originals: linked when no original is nearer than the
    record's own source. names are columns of numbers, dates and times, the moments are theirs."""
    import numpy

    chosen = Chosen(original, [*names, *(levels or [])])
    drawn = _drawn(masked, chosen, source, sample, seed, of_masked["rows"])
    sources = drawn.column(SOURCE).to_numpy()
    space = _space(drawn, chosen, of_original, of_masked)
    count = len(chosen.n)
    points = space.points(drawn.drop_columns([SOURCE]).to_batches()[0], count, of_masked)
    starts = numpy.concatenate([[0], numpy.cumsum(_sizes(chosen.plain(original, False).select(ROW)))])
    block = max(1, DISTANCES // len(sources))

    def nearest(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow

        least, own = numpy.full(len(sources), numpy.inf), numpy.full(len(sources), numpy.inf)
        at = int(starts[_part()])
        for batch in batches:
            for begin in range(0, batch.num_rows, block):
                some = space.points(batch.slice(begin, block), count, of_original)
                here = numpy.flatnonzero((sources >= at) & (sources < at + len(some.numbers)))
                places = sources[here] - at
                own[here] = space.distances(points.rows(here), some.rows(places))
                least = numpy.minimum(least, space.least(points, some, (here, places)))
                at += len(some.numbers)
        yield pyarrow.record_batch([pyarrow.array([least.tobytes()], pyarrow.binary()),
                                    pyarrow.array([own.tobytes()], pyarrow.binary())], ["least", "own"])

    parts = chosen.plain(original, False).select(*chosen.n, *chosen.l).mapInArrow(nearest, "least binary, own binary").collect()
    least, own = (numpy.min([numpy.frombuffer(row[k]) for row in parts], axis=0) for k in range(2))
    if not numpy.isfinite(own).all():
        raise ValueError(f"lineage: '{source}' names rows that the original does not have; rows are counted from 0, by "
                         "partition and then in the order of the partition.")
    hits = int((own <= least).sum())
    return {"dbrl": hits / len(sources), "dbrl_ci": _wilson(hits, len(sources)), "dbrl_sample": len(sources)}


def _sizes(frame: Any) -> list[int]:
    """How many rows each partition has."""
    def count(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow

        rows = sum(batch.num_rows for batch in batches)
        yield pyarrow.record_batch([pyarrow.array([_part()], pyarrow.int32()), pyarrow.array([rows], pyarrow.int64())], ["part", "rows"])

    found = frame.mapInArrow(count, "part int, rows long").collect()
    return [row.rows for row in sorted(found, key=lambda row: row.part)]
