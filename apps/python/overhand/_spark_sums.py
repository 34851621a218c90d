"""Sums over the partitions of a frame of numbers, and what follows from them: order statistics and PS."""

from __future__ import annotations

from typing import Any, Callable, Iterator

FIRST_BITS, NEXT_BITS = 16, 12


def numbers_of(batch: Any) -> Any:
    """The columns of a batch as a matrix of doubles, a gap as NaN."""
    import numpy

    return numpy.column_stack([column.cast("float64").fill_null(float("nan")).to_numpy(zero_copy_only=False)
                               for column in batch.columns])


def summed(frame: Any, names: list[str], of_numbers: Callable[[Any], list[Any]]) -> list[Any]:
    """of_numbers(matrix), arrays of float64, added up over all batches of the frame."""
    import numpy

    def add(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow

        sums: list[Any] = []
        for batch in batches:
            if batch.num_rows:
                more = of_numbers(numbers_of(batch))
                sums = [a + b for a, b in zip(sums, more)] if sums else more
        if sums:
            held = [value.astype("float64").tobytes() for value in sums]
            yield pyarrow.record_batch([pyarrow.array([held], pyarrow.list_(pyarrow.binary()))], ["sums"])

    rows = frame.select(*names).mapInArrow(add, "sums array<binary>").collect()
    totals = [[numpy.frombuffer(value, "float64") for value in row.sums] for row in rows]
    return [sum(parts) for parts in zip(*totals)]


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


class Design:
    """An intercept, the columns, their squares and their products, of standardised columns; of a column with
    gaps the mean stands for each, and an indicator of them is a term."""

    def __init__(self, means: Any, scales: Any, gaps: list[int], kept: Any = None) -> None:
        self.means, self.scales, self.gaps, self.kept = means, scales, gaps, kept

    def terms(self, matrix: Any) -> Any:
        import numpy

        is_gap = numpy.isnan(matrix)
        z = numpy.where(is_gap, 0, (matrix - self.means) / self.scales)
        upper = [z[:, i:i + 1] * z[:, i:] for i in range(z.shape[1])]
        all_terms = numpy.column_stack([numpy.ones(len(z)), z, *upper, is_gap[:, self.gaps]])
        return all_terms if self.kept is None else all_terms[:, self.kept]


def _independent(gram: Any) -> list[int]:
    """Terms that are no combination of those before: Cholesky in their order (utility/logistic.cpp)."""
    import numpy

    kept: list[int] = []
    factor = numpy.zeros_like(gram)
    for k in range(len(gram)):
        row = numpy.zeros(len(kept))
        for c, other in enumerate(kept):
            row[c] = (gram[k, other] - row[:c] @ factor[other, :c]) / factor[other, c]
        left = gram[k, k] - row @ row
        if left > 1e-12 * gram[k, k]:
            factor[k, :len(kept)] = row
            factor[k, len(kept)] = left ** 0.5
            kept.append(k)
    return kept


def propensity(frame: Any, names: list[str], design: Design, rows: int, share: float) -> dict[str, Any]:
    """PS of a stacked frame whose last column is 1 for masked records: a logistic regression by Newton steps,
    each a sum of Gram matrices over the partitions, halved until the deviance does not grow (utility/ps.h)."""
    import numpy

    def gram(matrix: Any) -> list[Any]:
        terms = design.terms(matrix[:, :-1])
        return [terms.T @ terms]

    def square(values: Any) -> Any:
        return values.reshape(int(len(values) ** 0.5), -1)

    whole = square(summed(frame, names, lambda matrix: [gram(matrix)[0].ravel()])[0])
    kept = _independent(whole)
    fitted = Design(design.means, design.scales, design.gaps, kept)

    def at(beta: Any) -> tuple[float, Any, Any, float]:
        def part(matrix: Any) -> list[Any]:
            terms = fitted.terms(matrix[:, :-1])
            is_masked = matrix[:, -1]
            eta = terms @ beta
            p = 1 / (1 + numpy.exp(-eta))
            losses = numpy.where(is_masked > 0, -numpy.minimum(eta, 0), numpy.maximum(eta, 0))
            deviance = 2 * (losses + numpy.log1p(numpy.exp(-abs(eta)))).sum()
            weights = numpy.maximum(p * (1 - p), 1e-10)
            return [numpy.array([deviance, ((p - share) ** 2).sum()]), terms.T @ (is_masked - p),
                    (terms.T @ (terms * weights[:, None])).ravel()]

        totals, gradient, curvature = summed(frame, names, part)
        return float(totals[0]), gradient, square(curvature), float(totals[1])

    beta = numpy.zeros(len(kept))
    deviance, gradient, curvature, deviation = at(beta)
    steps, has_converged = 0, False
    while not has_converged and steps < 50:
        steps += 1
        step = numpy.linalg.lstsq(curvature, gradient, rcond=1e-13)[0]
        for halvings in range(20):
            tried = beta + step / 2**halvings
            reached, *others = at(tried)
            if numpy.isfinite(reached) and reached <= deviance:
                break
        else:
            break
        gain = (deviance - reached) / (reached + 0.1)
        beta, deviance, (gradient, curvature, deviation) = tried, reached, others
        has_converged = gain < 1e-8 or deviance < 1e-6 * rows
    return {"ps": min(1.0, deviation / rows / (share * (1 - share))), "steps": steps, "has_converged": has_converged,
            "terms": len(kept), "left_out": len(whole) - len(kept)}
