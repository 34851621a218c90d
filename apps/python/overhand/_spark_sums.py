"""Sums over the partitions of a frame of numbers, and what follows from them: means, deviations, order statistics."""

from __future__ import annotations

import math
from typing import Any, Callable, Iterator

SUMS = "sums array<array<binary>>"
MOST_AT_ONCE = 64  # partitions whose sums the driver takes up

FIRST_BITS, NEXT_BITS = 16, 12


def numbers_of(batch: Any) -> Any:
    """The columns of a batch as a matrix of doubles, a gap as NaN."""
    import numpy

    if not batch.num_columns:
        return numpy.zeros((batch.num_rows, 0))
    return numpy.column_stack([column.cast("float64").fill_null(float("nan")).to_numpy(zero_copy_only=False)
                               for column in batch.columns])


def _in_doubles(value: Any) -> list[bytes]:
    """A sum as doubles: what the first rounds off of extended precision is in the second."""
    high = value.astype("float64")
    return [high.tobytes()] if value.dtype == high.dtype else [high.tobytes(), (value - high).astype("float64").tobytes()]


def _from_doubles(held: list[Any]) -> Any:
    import numpy

    parts = [numpy.frombuffer(part, "float64") for part in held]
    return parts[0] if len(parts) == 1 else parts[0].astype("longdouble") + parts[1]


def _row(sums: list[Any]) -> Any:
    import pyarrow

    held = pyarrow.array([[_in_doubles(value) for value in sums]], pyarrow.list_(pyarrow.list_(pyarrow.binary())))
    return pyarrow.record_batch([held], ["sums"])


def _together(several: Iterator[list[Any]]) -> list[Any]:
    sums: list[Any] = []
    for more in several:
        sums = [a + b for a, b in zip(sums, more)] if sums else more
    return sums


def _again(batches: Iterator[Any]) -> Iterator[Any]:
    """The sums of some partitions as one."""
    sums = _together([_from_doubles(held) for held in row] for batch in batches for row in batch.column(0).to_pylist())
    if sums:
        yield _row(sums)


def summed(frame: Any, names: list[str], of_numbers: Callable[[Any], list[Any]]) -> list[Any]:
    """of_numbers(matrix), arrays of doubles or of extended precision, added up over all batches of the frame."""
    def add(batches: Iterator[Any]) -> Iterator[Any]:
        sums = _together(of_numbers(numbers_of(batch)) for batch in batches if batch.num_rows)
        if sums:
            yield _row(sums)

    parts = frame.select(*names).mapInArrow(add, SUMS)
    count = frame.rdd.getNumPartitions()
    if count > MOST_AT_ONCE:  # the driver holds the root of so many
        parts = parts.repartition(math.isqrt(count)).mapInArrow(_again, SUMS)
    return _together([_from_doubles(held) for held in row.sums] for row in parts.collect())


def moments(frame: Any, names: list[str]) -> tuple[list[float], Any]:
    """Means and standard deviations of what is there, added in extended precision as memory does
    (statistics/profile.h), so that the same records tie; 0 where nothing is there, and nothing apart."""
    import numpy

    def first(matrix: Any) -> list[Any]:
        return [numpy.nansum(matrix.astype("longdouble"), axis=0), (~numpy.isnan(matrix)).sum(0).astype("float64")]

    if not names:
        return [], numpy.zeros(0)
    totals, present = summed(frame, names, first) or [numpy.zeros(len(names))] * 2
    means = (totals / numpy.maximum(present, 1)).astype("float64")

    def second(matrix: Any) -> list[Any]:
        return [numpy.nansum(((matrix - means) ** 2).astype("longdouble"), axis=0)]

    squares = (summed(frame, names, second) or [numpy.zeros(len(names))])[0].astype("float64")
    return means.tolist(), numpy.sqrt(squares / numpy.maximum(present - 1, 1))


def _sortable(values: Any) -> Any:
    """Whole numbers in the order of the reals."""
    import numpy

    bits = (values + 0.0).view(numpy.uint64)
    negative = bits >> numpy.uint64(63) == 1
    return numpy.where(negative, ~bits, bits | numpy.uint64(1 << 63))


def _real(bits: int) -> float:
    import struct

    bits = bits & ~(1 << 63) if bits >> 63 else ~bits & (2**64 - 1)
    return float(struct.unpack("<d", struct.pack("<Q", bits))[0])


def order_statistics(frame: Any, names: list[str], ranks: list[list[int]]) -> list[dict[int, float]]:
    """The values of these ranks, from 0, of each column: exact, by the leading bits first (radix selection).

    Five looks at the frame; a task holds 4,096 counts for each rank of each column, or 65,536 for each
    column.
    """
    import numpy

    # By column: rank -> (leading bits, how many values lie below all that have them).
    found = [{rank: (0, 0) for rank in wanted} for wanted in ranks]
    fixed = 0
    while fixed < 64:
        width = FIRST_BITS if fixed == 0 else NEXT_BITS
        shift = 64 - fixed - width
        prefixes = [sorted({prefix for prefix, _ in of_column.values()}) for of_column in found]

        def count(matrix: Any, prefixes: Any = prefixes, fixed: int = fixed, width: int = width, shift: int = shift) -> list[Any]:
            counts = []
            for j, known in enumerate(prefixes):
                column = matrix[:, j]
                bits = _sortable(column[~numpy.isnan(column)])
                if not known:
                    counts.append(numpy.zeros(1))
                    continue
                place = numpy.zeros(len(bits), "int64")
                if fixed:
                    own = bits >> numpy.uint64(64 - fixed)
                    all_known = numpy.array(known, "uint64")
                    place = numpy.minimum(numpy.searchsorted(all_known, own), len(known) - 1)
                    is_known = all_known[place] == own
                    bits, place = bits[is_known], place[is_known]
                low = ((bits >> numpy.uint64(shift)) & numpy.uint64(2**width - 1)).astype("int64")
                counts.append(numpy.bincount(place * 2**width + low, minlength=len(known) * 2**width).astype("float64"))
            return counts

        for of_column, known, counts in zip(found, prefixes, summed(frame, names, count)):
            for rank, (prefix, below) in of_column.items():
                own = counts[known.index(prefix) * 2**width:][:2**width].cumsum()
                child = int(numpy.searchsorted(own, rank - below, side="right"))
                of_column[rank] = (prefix << width | child, below + (int(own[child - 1]) if child else 0))
        fixed += width
    return [{rank: _real(bits) for rank, (bits, _) in of_column.items()} for of_column in found]


def quantiles(frame: Any, names: list[str], present: list[int], shares: list[float]) -> list[list[float]]:
    """Of each column, interpolated between order statistics (R's type 7)."""
    places = [[share * (count - 1) for share in shares] if count else [] for count in present]
    ranks = [sorted({rank for place in wanted for rank in (int(place), min(int(place) + 1, count - 1))})
             for wanted, count in zip(places, present)]
    values = order_statistics(frame, names, ranks)
    made = []
    for wanted, held, count in zip(places, values, present):
        made.append([held[int(place)] + (place % 1) * (held[min(int(place) + 1, count - 1)] - held[int(place)])
                     for place in wanted])
    return made
