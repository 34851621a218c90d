"""PS of two frames of Spark: a logistic regression whose every Newton step is a sum over the partitions."""

from __future__ import annotations

from typing import Any

from . import _spark_sums as sums
from ._spark_columns import MASKED, Chosen
from ._spark_effects import GAP, MOST_LEVELS, NUMBER, Design, Effect, effects_of

# As utility/logistic.cpp.
MOST_STEPS, MOST_HALVINGS = 100, 34
TOLERANCE = 1e-8  # of the deviance
SEPARATED = 1e-6  # deviance of a record that is told apart
NO_MORE = 1e-12  # of the deviance: what rounding hides, and no look at the frames would show


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


def _solved(curvature: Any, gradient: Any) -> Any:
    """Scaled to a unit diagonal, with as small a ridge as makes the factors exist (utility/logistic.cpp)."""
    import numpy

    scale = 1 / numpy.sqrt(numpy.maximum(numpy.diag(curvature), 1e-300))
    scaled = curvature * numpy.outer(scale, scale)
    ridge = 0.0
    while ridge < 1:
        try:
            factor = numpy.linalg.cholesky(scaled + ridge * numpy.eye(len(scaled)))
            return scale * numpy.linalg.solve(factor.T, numpy.linalg.solve(factor, scale * gradient))
        except numpy.linalg.LinAlgError:
            ridge = max(1e-13, 100 * ridge)
    return scale * scale * gradient


def _square(values: Any) -> Any:
    return values.reshape(int(len(values) ** 0.5), -1)


class Model:
    """The regression of "is masked", the last column, on a design."""

    def __init__(self, frame: Any, names: list[str], design: Design, share: float) -> None:
        self.frame, self.names, self.share = frame, names, share
        whole = _square(sums.summed(frame, names, lambda matrix: [_gram(design.terms(matrix[:, :-1])).ravel()])[0])
        kept = _independent(whole)
        self.design, self.terms = design.keep(kept), len(kept)

    def at(self, beta: Any) -> tuple[float, Any, Any, float]:
        """Deviance, gradient, curvature, and the sum of (p - c)^2."""
        import numpy

        design, share = self.design, self.share

        def part(matrix: Any) -> list[Any]:
            terms = design.terms(matrix[:, :-1])
            is_masked = matrix[:, -1]
            eta = terms @ beta
            with numpy.errstate(over="ignore"):
                p = 1 / (1 + numpy.exp(-eta))
            losses = numpy.where(is_masked > 0, -numpy.minimum(eta, 0), numpy.maximum(eta, 0))
            deviance = 2 * (losses + numpy.log1p(numpy.exp(-abs(eta)))).sum()
            weights = numpy.sqrt(numpy.maximum(p * (1 - p), 1e-10))
            return [numpy.array([deviance, ((p - share) ** 2).sum()]), terms.T @ (is_masked - p),
                    _gram(terms * weights[:, None]).ravel()]

        totals, gradient, curvature = sums.summed(self.frame, self.names, part)
        return float(totals[0]), gradient, _square(curvature), float(totals[1])

    def fit(self, rows: int) -> tuple[float, bool]:
        """The sum of (p - c)^2 at the maximum of the likelihood, and whether that was reached."""
        import numpy

        beta = numpy.zeros(self.terms)
        deviance, gradient, curvature, deviation = self.at(beta)
        for _ in range(MOST_STEPS):
            step = _solved(curvature, gradient)
            if gradient @ step < NO_MORE * (deviance + 0.1):
                return deviation, True
            for halvings in range(MOST_HALVINGS):
                tried = beta + step / 2**halvings
                reached, *others = self.at(tried)
                if numpy.isfinite(reached) and reached <= deviance:
                    break
            else:
                return deviation, True  # no way down is left
            gain = (deviance - reached) / (reached + 0.1)
            beta, deviance, (gradient, curvature, deviation) = tried, reached, others
            if gain < TOLERANCE or deviance < SEPARATED * rows:
                return deviation, True
        return deviation, False


def _gram(terms: Any) -> Any:
    return terms.T @ terms


def _places(chosen: Chosen, commonest: list[list[Any]]) -> list[Any]:
    """Columns of places of levels among the commonest, the first one 0; -1 of all others."""
    from pyspark.sql import functions

    def place(name: str, levels: list[Any]) -> Any:
        texts = functions.array(*[functions.lit(level) for level in levels if level is not None] or [functions.lit("")])
        kept = [float(i) for i, level in enumerate(levels) if level is not None]
        found = functions.array_position(texts, functions.col(name)).cast("int")
        places = functions.array(functions.lit(-1.0), *map(functions.lit, kept or [-1.0]))
        gap = functions.lit(float(levels.index(None)) if None in levels else -1.0)
        return functions.when(functions.isnull(name), gap).otherwise(functions.get(places, found)).alias(name)

    return [place(name, levels) for name, levels in zip(chosen.l, commonest)]


def _spread(effects: list[Effect], numbers: dict[str, Any], gaps: list[int], counts: list[list[int]], rows: int) -> tuple[Any, Any]:
    """Means and standard deviations of the effects over both frames; a gap counts as the mean."""
    import numpy

    means, squares = [], []
    for effect in effects:
        if effect.kind == NUMBER:
            means.append(numbers["mean"][effect.column])
            squares.append(numbers["squares"][effect.column])
        else:
            count = gaps[effect.column] if effect.kind == GAP else counts[effect.column][effect.place]
            means.append(count / rows)
            squares.append(count * (1 - count / rows))
    return numpy.array(means), numpy.sqrt(numpy.array(squares) / max(rows - 1, 1))


def _stacked_numbers(stacked: Any, chosen: Chosen, a: dict[str, Any], b: dict[str, Any]) -> dict[str, Any]:
    """Means of both frames together, and sums of squared deviations from them."""
    import numpy

    if not chosen.n:
        return {"mean": [], "squares": []}
    sizes = numpy.array([a["present"], b["present"]], "float64")
    means = (sizes * numpy.array([a["mean"], b["mean"]], "float64")).sum(0) / numpy.maximum(sizes.sum(0), 1)
    squares = sums.summed(stacked, chosen.n, lambda matrix: [numpy.nansum((matrix - means) ** 2, axis=0)])[0]
    is_constant = numpy.array([min(low) == max(high) for low, high in zip(zip(a["low"], b["low"]), zip(a["high"], b["high"]))])
    return {"mean": means, "squares": numpy.where(is_constant, 0, squares)}


def propensity(stacked: Any, chosen: Chosen, a: dict[str, Any], b: dict[str, Any], counted: list[dict[str, Any]]) -> dict[str, Any]:
    """PS and the ratio of pMSE (utility/ps.h) of two frames, by their moments and the counts of their levels."""
    rows, share = a["rows"] + b["rows"], b["rows"] / (a["rows"] + b["rows"])
    gaps = [rows - x - y for x, y in zip(a["present"], b["present"])]
    effects = effects_of([gap > 0 for gap in gaps], [held["all_levels"] for held in counted], rows)
    commonest = [held["counts"][:MOST_LEVELS] for held in counted]
    counts = [[level["count"] + level["masked_count"] for level in levels] for levels in commonest]
    means, scales = _spread(effects, _stacked_numbers(stacked, chosen, a, b), gaps, counts, rows)
    coded = stacked.select(*chosen.n, *_places(chosen, [[level["level"] for level in levels] for levels in commonest]), MASKED)
    model = Model(coded, [*chosen.n, *chosen.l, MASKED], Design(effects, means, scales, len(chosen.n)), share)
    deviation, has_converged = model.fit(rows)
    expected = (model.terms - 1) * (1 - share) ** 2 * share / rows
    return {"ps": min(1.0, deviation / rows / (share * (1 - share))), "pmse_ratio": deviation / rows / expected if expected > 0 else 0.0,
            "ps_terms": model.terms, "ps_has_converged": has_converged,
            "ps_has_products": any(second > 0 and first != second for first, second in model.design.pairs)}
