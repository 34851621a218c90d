"""What a masked frame of Spark has kept of the original, and whom an intruder finds in it."""

from __future__ import annotations

from typing import Any, Iterator

from . import _spark_sums as sums
from ._results import records_frame
from ._spark_parts import _part, _quoted

SHARES = [i / 20 for i in range(1, 20)]
FLAG = "masked record"


class SparkEvaluation:
    """Moments, covariances and quantiles of both frames, PS, and linkage of a sample where sources are known."""

    def __init__(self, values: dict[str, Any]) -> None:
        self._values = values

    def to_dict(self) -> dict[str, Any]:
        return self._values

    @property
    def risk(self) -> dict[str, Any]:
        return dict(self._values["risk"])

    @property
    def loss(self) -> dict[str, Any]:
        return dict(self._values["loss"])

    def table(self) -> Any:
        """A row for each column: its mean, sd and median in both frames, and how far they and its quantiles lie apart."""
        return records_frame(self._values["columns"])

    def __repr__(self) -> str:
        lines = [f"{self._values['rows']} original and {self._values['masked_rows']} masked records, "
                 f"{len(self._values['columns'])} columns of numbers"]
        lines += [f"{name}: {value:.4g}" for name, value in self.loss.items() if isinstance(value, float)]
        if "dbrl" in self.risk:
            low, high = self.risk["dbrl_ci"]
            lines.append(f"dbrl: {self.risk['dbrl']:.4g} ({low:.4g} to {high:.4g}, of {self.risk['dbrl_sample']} masked records)")
        else:
            lines.append(self._values["told"])
        return "\n".join(lines)


def number_columns(frame: Any) -> list[str]:
    from pyspark.sql import types

    return [field.name for field in frame.schema if isinstance(field.dataType, types.NumericType)]


def as_numbers(frame: Any, names: list[str]) -> Any:
    """These columns as doubles, what is missing as NULL."""
    from pyspark.sql import functions

    def plain(name: str) -> Any:
        value = functions.col(_quoted(name)).cast("double")
        return functions.when(~functions.isnan(value), value).alias(name)

    return frame.select(*[plain(name) for name in names])


def moments(frame: Any, names: list[str]) -> dict[str, Any]:
    """Counts, means, standard deviations, extremes and covariances, by Spark's own aggregates."""
    import numpy
    from pyspark.sql import functions

    columns = [functions.col(_quoted(name)) for name in names]
    pairs = [(i, j) for i in range(len(names)) for j in range(i, len(names))]
    row = frame.agg(functions.count("*"), *map(functions.count, columns), *map(functions.mean, columns),
                    *map(functions.min, columns), *map(functions.max, columns),
                    *[functions.covar_samp(columns[i], columns[j]) for i, j in pairs]).first()
    p = len(names)
    covariance = numpy.full((p, p), numpy.nan)
    for (i, j), value in zip(pairs, row[1 + 4 * p:]):
        covariance[i, j] = covariance[j, i] = numpy.nan if value is None else value
    several = [list(row[1 + k * p:1 + (k + 1) * p]) for k in range(4)]
    present, mean, low, high = several
    return {"rows": row[0], "present": present, "mean": mean, "low": low, "high": high, "covariance": covariance}


def _correlations(covariance: Any) -> Any:
    import numpy

    with numpy.errstate(invalid="ignore", divide="ignore"):
        scale = numpy.sqrt(numpy.diag(covariance))
        return covariance / numpy.outer(scale, scale)


def _wilson(hits: int, of: int) -> list[float]:
    z = 1.959963984540054
    centre = (hits + z * z / 2) / (of + z * z)
    half = z / (of + z * z) * (hits * (of - hits) / of + z * z / 4) ** 0.5
    return [max(0.0, centre - half), min(1.0, centre + half)]


def _scaled(matrix: Any, of: dict[str, Any]) -> Any:
    import numpy

    sd = numpy.sqrt(numpy.diag(of["covariance"]))
    return (matrix - numpy.array(of["mean"], "float64")) / numpy.where(sd > 0, sd, 1)


def linkage(original: Any, masked: Any, names: list[str], source: str, sample: int, seed: int,
            of_original: dict[str, Any], of_masked: dict[str, Any]) -> dict[str, Any]:
    """DBRL of a sample of masked records against all originals: linked when no original is nearer than the
    record's own source (risk/dbrl.h). Both tables standardised by themselves; a gap counts as the mean."""
    import numpy
    from pyspark.sql import functions

    share = min(1.0, 1.5 * sample / max(of_masked["rows"], 1) + 20 / max(of_masked["rows"], 1))
    named = [functions.col(_quoted(name)) for name in names]
    drawn = masked.select(*named, functions.col(_quoted(source)).cast("long").alias("source of record"))
    drawn = drawn.where(functions.pmod(functions.xxhash64(functions.lit(seed), "source of record"), functions.lit(10**6)) < int(share * 10**6) + 1)
    rows = drawn.orderBy(functions.xxhash64(functions.lit(seed + 1), "source of record")).limit(sample).toArrow()
    sources = rows.column("source of record").to_numpy()
    points = numpy.nan_to_num(_scaled(numpy.vstack([sums.numbers_of(b) for b in rows.drop_columns(["source of record"]).to_batches()]), of_masked))
    order = numpy.argsort(sources)
    sources, points = sources[order], points[order]
    sizes = _sizes(original)
    starts = numpy.concatenate([[0], numpy.cumsum(sizes)])

    def nearest(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow

        least, own = numpy.full(len(points), numpy.inf), numpy.full(len(points), numpy.inf)
        at = int(starts[_part()])
        squares = (points ** 2).sum(1)
        for batch in batches:
            if not batch.num_rows:
                continue
            held = numpy.nan_to_num(_scaled(sums.numbers_of(batch), of_original))
            for begin in range(0, len(held), 2000):
                some = held[begin:begin + 2000]
                distances = squares[:, None] + (some ** 2).sum(1)[None, :] - 2 * points @ some.T
                here = (sources >= at + begin) & (sources < at + begin + len(some))
                for i in numpy.flatnonzero(here):
                    place = sources[i] - at - begin
                    own[i] = ((points[i] - some[place]) ** 2).sum()
                    distances[i, place] = numpy.inf
                least = numpy.minimum(least, distances.min(1))
            at += len(held)
        yield pyarrow.record_batch([pyarrow.array([least.tobytes()], pyarrow.binary()), pyarrow.array([own.tobytes()], pyarrow.binary())], ["least", "own"])

    parts = as_numbers(original, names).mapInArrow(nearest, "least binary, own binary").collect()
    least = numpy.min([numpy.frombuffer(row.least) for row in parts], axis=0)
    own = numpy.min([numpy.frombuffer(row.own) for row in parts], axis=0)
    if not numpy.isfinite(own).all():
        raise ValueError(f"lineage: '{source}' names rows that the original does not have; rows are counted from 0, by "
                         "partition and then in the order of the partition.")
    hits = int((own <= least * (1 + 1e-12)).sum())
    return {"dbrl": hits / len(points), "dbrl_ci": _wilson(hits, len(points)), "dbrl_sample": len(points)}


def linkage_of(original: Any, masked: Any, *, names: list[str], source: str, sample: int, seed: int = 1) -> dict[str, Any]:
    """DBRL over these columns, as linkage() has it."""
    numbers = [name for name in names if name in number_columns(original)]
    a, b = (moments(as_numbers(frame, numbers), numbers) for frame in (original, masked))
    return linkage(original, masked, numbers, source, sample, seed, a, b)


def _sizes(frame: Any) -> list[int]:
    """How many rows each partition has."""
    def count(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow

        rows = sum(batch.num_rows for batch in batches)
        yield pyarrow.record_batch([pyarrow.array([_part()], pyarrow.int32()), pyarrow.array([rows], pyarrow.int64())], ["part", "rows"])

    found = frame.mapInArrow(count, "part int, rows long").collect()
    return [row.rows for row in sorted(found, key=lambda row: row.part)]


def evaluated(original: Any, masked: Any, names: list[str], *, source: str | None, sample: int, seed: int) -> SparkEvaluation:
    import numpy
    from pyspark.sql import functions

    first, second = as_numbers(original, names), as_numbers(masked, names)
    a, b = moments(first, names), moments(second, names)
    quantiles = [sums.quantiles(frame, list(map(_quoted, names)), held["present"], SHARES) for frame, held in ((first, a), (second, b))]
    rows = a["rows"] + b["rows"]
    share = b["rows"] / rows
    present = [x + y for x, y in zip(a["present"], b["present"])]
    means = numpy.array([((x or 0) * k + (y or 0) * m) / max(k + m, 1) for x, y, k, m in zip(a["mean"], b["mean"], a["present"], b["present"])])
    spread = sums.summed(first.unionByName(second), list(map(_quoted, names)), lambda matrix: [numpy.nansum((matrix - means) ** 2, axis=0)])[0]
    scales = numpy.sqrt(spread / numpy.maximum(numpy.array(present) - 1, 1))
    design = sums.Design(means, numpy.where(scales > 0, scales, 1), [j for j, count in enumerate(present) if count < rows])
    stacked = first.withColumn(FLAG, functions.lit(0.0)).unionByName(second.withColumn(FLAG, functions.lit(1.0)))
    ps = sums.propensity(stacked, [*map(_quoted, names), _quoted(FLAG)], design, rows, share)
    sd = [numpy.sqrt(numpy.diag(held["covariance"])) for held in (a, b)]
    correlation = abs(_correlations(a["covariance"]) - _correlations(b["covariance"]))
    values: dict[str, Any] = {
        "rows": a["rows"], "masked_rows": b["rows"],
        "columns": [{"column": name, "missing": a["rows"] - a["present"][j], "masked_missing": b["rows"] - b["present"][j],
                     "mean": a["mean"][j], "masked_mean": b["mean"][j], "sd": float(sd[0][j]), "masked_sd": float(sd[1][j]),
                     "low": a["low"][j], "masked_low": b["low"][j], "high": a["high"][j], "masked_high": b["high"][j],
                     "quantiles": quantiles[0][j], "masked_quantiles": quantiles[1][j]} for j, name in enumerate(names)],
        "covariance": a["covariance"].tolist(), "masked_covariance": b["covariance"].tolist(),
        "loss": {"ps": ps["ps"], "ps_terms": ps["terms"], "ps_has_converged": ps["has_converged"],
                 "correlation": float(numpy.nanmax(correlation)) if len(names) > 1 and not numpy.isnan(correlation).all() else 0.0},
        "risk": {}, "told": "No risk was measured: lineage names the column that says each masked record's source."}
    if source is not None:
        values["risk"] = linkage(original, masked, names, source, sample, seed, a, b)
        del values["told"]
    return SparkEvaluation(values)
