"""Levels of two frames of Spark: their counts, and how strongly they go together with numbers and each other.

Everything is grouped and added up by Spark; of a column with very many levels the commonest alone come to
the driver.
"""

from __future__ import annotations

from typing import Any

from ._spark_columns import MASKED, ROW, TRUTH, Chosen

MOST_TOLD = 1000  # levels of a column


def _grouped(stacked: Any, chosen: Chosen, a: dict[str, Any], b: dict[str, Any]) -> Any:
    """A row for each level of each column: its records in both frames, and how many numbers they have and by
    how much these differ from the mean of their frame. A gap is a level."""
    from pyspark.sql import functions

    def order(k: int) -> Any:  # of levels that are as common: as they come; false before true
        if chosen.kinds[chosen.levels[k]] == TRUTH:
            return functions.when(functions.col(chosen.l[k]) == "true", 1).otherwise(0).cast("long")
        return functions.col(ROW)

    each = functions.array(*[functions.struct(functions.lit(k).alias("k"), functions.col(name).alias("level"), order(k).alias("first"))
                             for k, name in enumerate(chosen.l)])
    some = stacked.select(*chosen.n, MASKED, functions.explode(each).alias("of")).select(*chosen.n, MASKED, "of.*")
    wanted = [functions.min("first").alias("first")]
    for flag, of in ((0, a), (1, b)):
        is_here = functions.col(MASKED) == flag
        wanted.append(functions.count(functions.when(is_here, 1)).alias(f"count{flag}"))
        for j, name in enumerate(chosen.n):
            value = functions.when(is_here, functions.col(name) - functions.lit(of["mean"][j]))
            wanted += [functions.count(value).alias(f"present{flag}_{j}"), functions.sum(value).alias(f"sum{flag}_{j}")]
    return some.groupBy("k", "level").agg(*wanted)


def _commonest(grouped: Any) -> Any:
    from pyspark.sql import Window, functions

    total = functions.col("count0") + functions.col("count1")
    order = Window.partitionBy("k").orderBy(total.desc(), functions.isnull("level").desc(), "first")
    ranked = grouped.select("k", "level", "count0", "count1", functions.row_number().over(order).alias("place"))
    return ranked.where(functions.col("place") <= MOST_TOLD).orderBy("k", "place").collect()


def _totals(grouped: Any, chosen: Chosen, a: dict[str, Any], b: dict[str, Any]) -> Any:
    """Of each column: its levels, total variation (utility/total_variation.h), and squares between its levels."""
    from pyspark.sql import functions

    shares = [functions.col(f"count{flag}") / float(of["rows"]) for flag, of in ((0, a), (1, b))]
    wanted = [functions.count("*").alias("levels"), (functions.sum(functions.abs(shares[0] - shares[1])) / 2).alias("tv")]
    for flag in (0, 1):
        wanted.append(functions.count(functions.when(functions.col(f"count{flag}") > 0, 1)).alias(f"there{flag}"))
        wanted.append(functions.sum(functions.when(functions.isnull("level"), functions.col(f"count{flag}"))).alias(f"gaps{flag}"))
        for j in range(len(chosen.n)):
            total, present = functions.col(f"sum{flag}_{j}"), functions.col(f"present{flag}_{j}")
            wanted.append(functions.sum(functions.when(present > 0, total * total / present)).alias(f"between{flag}_{j}"))
    return {row.k: row for row in grouped.groupBy("k").agg(*wanted).collect()}


def _correlation_ratio(between: float | None, of: dict[str, Any], j: int) -> float:
    """statistics/mixed_association.h."""
    count = of["present"][j]
    total = of["sd"][j] ** 2 * (count - 1) if count else 0.0
    if between is None or not total > 1e-24 * count * of["mean"][j] ** 2:
        return 0.0
    return float(min(max(between / total, 0.0), 1.0) ** 0.5)


def counted(stacked: Any, chosen: Chosen, a: dict[str, Any], b: dict[str, Any]) -> list[dict[str, Any]]:
    """Of each column of levels: counts, total variation, and the correlation ratios with the numbers of both frames."""
    if not chosen.l:
        return []
    grouped = _grouped(stacked, chosen, a, b)
    totals, commonest = _totals(grouped, chosen, a, b), _commonest(grouped)
    made = []
    for k in range(len(chosen.l)):
        row = totals[k]
        counts = [{"level": level.level, "count": level.count0, "masked_count": level.count1} for level in commonest if level.k == k]
        ratios = [[_correlation_ratio(row[f"between{flag}_{j}"], of, j) for j in range(len(chosen.n))] for flag, of in ((0, a), (1, b))]
        made.append({"all_levels": row.levels, "there": [row.there0, row.there1], "gaps": [row.gaps0 or 0, row.gaps1 or 0],
                     "tv": row.tv, "counts": counts, "ratios": ratios})
    return made


def cramers_v(stacked: Any, chosen: Chosen, there: list[list[int]]) -> list[dict[tuple[int, int], float]]:
    """Of any two columns of levels, in the original and in the masked frame (statistics/mixed_association.h):
    chi^2/n is the sum over the cells of n_ab^2/(n_a n_b), less 1."""
    from pyspark.sql import Window, functions

    pairs = [(k, m) for k in range(len(chosen.l)) for m in range(k + 1, len(chosen.l))]
    if not pairs:
        return [{}, {}]
    each = functions.array(*[functions.struct(functions.lit(place).alias("pair"), functions.col(chosen.l[k]).alias("one"),
                                              functions.col(chosen.l[m]).alias("other")) for place, (k, m) in enumerate(pairs)])
    cells = stacked.select(MASKED, functions.explode(each).alias("of")).select(MASKED, "of.*")
    cells = cells.groupBy("pair", MASKED, "one", "other").agg(functions.count("*").cast("double").alias("n"))
    margins = [functions.sum("n").over(Window.partitionBy("pair", MASKED, side)) for side in ("one", "other")]
    summands = cells.select("pair", MASKED, (functions.col("n") / margins[0] * functions.col("n") / margins[1]).alias("part"))
    made: list[dict[tuple[int, int], float]] = [{pair: 0.0 for pair in pairs} for _ in range(2)]
    for row in summands.groupBy("pair", MASKED).agg(functions.sum("part").alias("total")).collect():
        pair, flag = pairs[row.pair], int(row[MASKED])
        fewest = min(there[k][flag] for k in pair)
        if fewest > 1:
            made[flag][pair] = min(max((row.total - 1) / (fewest - 1), 0.0), 1.0) ** 0.5
    return made
