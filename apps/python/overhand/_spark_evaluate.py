"""What a masked frame of Spark has kept of the original, and whom an intruder finds in it."""

from __future__ import annotations

from typing import Any

from . import _spark_levels as of_levels
from . import _spark_sums as sums
from ._results import records_frame
from ._spark_columns import NUMBER, Chosen, as_numbers, number_columns, told
from ._spark_linkage import linkage
from ._spark_parts import _quoted
from ._spark_propensity import propensity

__all__ = ["SparkEvaluation", "as_numbers", "evaluated", "linkage", "moments", "number_columns"]

SHARES = [i / 20 for i in range(1, 20)]
NO_RISK = "No risk was measured: lineage names the column that says each masked record's source."


class SparkEvaluation:
    """What both frames hold, how far they lie apart, and linkage of a sample where sources are known."""

    def __init__(self, values: dict[str, Any]) -> None:
        self._values = values
        self.attacks: list[dict[str, Any]] = []

    def to_dict(self) -> dict[str, Any]:
        """All of it. Dates are days since 1970, times seconds."""
        return {**self._values, "attacks": self.attacks}

    @property
    def risk(self) -> dict[str, Any]:
        return dict(self._values["risk"])

    @property
    def loss(self) -> dict[str, Any]:
        return dict(self._values["loss"])

    def table(self) -> Any:
        """A row for each column: of numbers, dates and times mean, sd, extremes and median in both frames, of
        truths and texts how many levels there are and the commonest one, and the total variation of levels and gaps."""
        return records_frame(map(_told_column, self._values["columns"]))

    def levels(self, column: str | None = None) -> Any:
        """A row for each level of each column of truths or texts, or of this one: its records in both frames."""
        return records_frame({"column": held["column"], **level} for held in self._of(column) for level in held.get("counts", []))

    def quantiles(self, column: str | None = None) -> Any:
        """A row for each of 19 quantiles, 5 % to 95 %, of each column of numbers, dates or times, or of this one."""
        return records_frame(
            {"column": held["column"], "share": share, "original": told(x, held["kind"]), "masked": told(m, held["kind"])}
            for held in self._of(column) if held.get("quantiles") and held["masked_quantiles"]
            for share, x, m in zip(SHARES, held["quantiles"], held["masked_quantiles"]))

    def associations(self) -> Any:
        """A row for any two columns: how strongly they go together in both frames."""
        return records_frame(self._values["associations"])

    def _of(self, column: str | None) -> list[dict[str, Any]]:
        found = [held for held in self._values["columns"] if column in (None, held["column"])]
        if not found:
            raise ValueError(f"column: '{column}' was not measured.")
        return found

    def __repr__(self) -> str:
        values = self._values
        lines = [f"{values['rows']} original and {values['masked_rows']} masked records, {_counted_kinds(values['columns'])}"]
        lines += [f"{name}: {value:.4g}" for name, value in self.loss.items() if isinstance(value, float)]
        lines += [] if values["loss"]["ps_has_converged"] else ["ps has not converged"]
        pair = max(values["associations"], key=lambda held: abs(held["masked"] - held["original"]), default=None)
        if pair:
            lines.append(f"changed most: {pair['measure']} of {pair['column']} and {pair['other']}, {pair['original']:.4g} to {pair['masked']:.4g}")
        apart = max((held for held in values["columns"] if "tv" in held), key=lambda held: held["tv"], default=None)
        if apart and apart["tv"] > 0:
            lines.append(f"levels or gaps furthest apart: {apart['column']}, {apart['tv']:.4g}")
        if "dbrl" in self.risk:
            low, high = self.risk["dbrl_ci"]
            lines.append(f"dbrl: {self.risk['dbrl']:.4g} ({low:.4g} to {high:.4g}, of {self.risk['dbrl_sample']} masked records)")
        else:
            lines.append(values["told"])
        lines += [f"{held['name']}: {held['measured']:.4g} of {held['ceiling']:.4g} ({held['meaning']})" for held in self.attacks]
        lines += [f"not measured: {name} ({why})" for name, why in values["left_out"].items()]
        return "\n".join(lines)


def _counted_kinds(columns: list[dict[str, Any]]) -> str:
    levels = sum("levels" in held for held in columns)
    numbers = sum(held["kind"] == NUMBER for held in columns)
    times = len(columns) - levels - numbers
    parts = [f"{count} {words}" for count, words in ((numbers, "of numbers"), (times, "of dates and times"), (levels, "of levels")) if count]
    return "columns: " + ", ".join(parts)


def _told_column(held: dict[str, Any]) -> dict[str, Any]:
    kind = held["kind"]
    row = {name: held[name] for name in ("column", "kind", "missing", "masked_missing")}
    sides = [_told_levels(held, prefix) if "levels" in held else _told_numbers(held, prefix, kind) for prefix in ("", "masked_")]
    for name, value in sides[0].items():
        row.update({name: value, f"masked_{name}": sides[1][name]})
    return {**row, **({"tv": held["tv"]} if "tv" in held else {})}


def _told_levels(held: dict[str, Any], prefix: str) -> dict[str, Any]:
    common = max(held["counts"], key=lambda level: int(level[f"{prefix}count"]))
    return {"levels": held[f"{prefix}levels"], "commonest": common["level"], "commonest_share": common[f"{prefix}count"] / held[f"{prefix}rows"]}


def _told_numbers(held: dict[str, Any], prefix: str, kind: str) -> dict[str, Any]:
    quantiles = held[f"{prefix}quantiles"]
    values = {name: held[prefix + name] for name in ("mean", "sd", "low", "high")}
    values["median"] = quantiles[len(quantiles) // 2] if quantiles else None
    return {name: told(value, kind, name == "sd") for name, value in values.items()}


def moments(frame: Any, names: list[str]) -> dict[str, Any]:
    """Of a frame of numbers: counts, means, standard deviations, extremes, covariances and correlations of the
    records that have both values. What is not there has mean 0, and NaN as extremes."""
    import numpy
    from pyspark.sql import functions

    columns = [functions.col(_quoted(name)) for name in names]
    p = len(names)
    pairs = [(i, j) for i in range(p) for j in range(i, p)]
    row = frame.agg(functions.count("*"), *map(functions.count, columns), *map(functions.min, columns), *map(functions.max, columns),
                    *[functions.covar_samp(columns[i], columns[j]) for i, j in pairs],
                    *[functions.corr(columns[i], columns[j]) for i, j in pairs]).first()
    low, high = (numpy.array(row[1 + k * p:1 + (k + 1) * p], "float64") for k in (1, 2))
    square = numpy.full((2, p, p), numpy.nan)
    for place, (i, j) in enumerate(pairs):
        for k in range(2):
            value = row[1 + 3 * p + k * len(pairs) + place]
            square[k, i, j] = square[k, j, i] = numpy.nan if value is None else value
    mean, sd = sums.moments(frame, list(map(_quoted, names)))
    is_constant = low == high
    return {"rows": row[0], "present": list(row[1:1 + p]), "low": low.tolist(), "high": high.tolist(),
            "mean": numpy.where(is_constant, low, mean).tolist(), "sd": numpy.where(is_constant, 0, sd),
            "covariance": square[0], "correlation": numpy.clip(numpy.nan_to_num(square[1]), -1, 1)}


def _refuse(chosen: Chosen, a: dict[str, Any], b: dict[str, Any]) -> None:
    """What overhand.evaluate() refuses too."""
    import math

    for which, of in (("original", a), ("masked", b)):
        if of["rows"] < 2:
            raise ValueError(f"There must be at least 2 records to measure, and the {which} frame has {of['rows']}.")
        for name, low, high in zip(chosen.numbers, of["low"], of["high"]):
            if math.isinf(low) or math.isinf(high):
                raise ValueError(f"Column '{name}' of the {which} frame has an infinite value.")


def _number_values(chosen: Chosen, a: dict[str, Any], b: dict[str, Any], quantiles: list[Any]) -> list[dict[str, Any]]:
    made = []
    for j, name in enumerate(chosen.numbers):
        held: dict[str, Any] = {"column": name, "kind": chosen.kinds[name]}
        for prefix, of, several in (("", a, quantiles[0]), ("masked_", b, quantiles[1])):
            is_there = of["present"][j] > 0
            held[f"{prefix}missing"] = of["rows"] - of["present"][j]
            held.update({prefix + key: float(of[key][j]) if is_there else None for key in ("mean", "sd", "low", "high")})
            held[f"{prefix}quantiles"] = several[j]
        if held["missing"] + held["masked_missing"]:
            held["tv"] = abs(held["missing"] / a["rows"] - held["masked_missing"] / b["rows"])
        made.append(held)
    return made


def _level_values(chosen: Chosen, a: dict[str, Any], b: dict[str, Any], counted: list[dict[str, Any]]) -> list[dict[str, Any]]:
    made = []
    for name, held in zip(chosen.levels, counted):
        row: dict[str, Any] = {"column": name, "kind": chosen.kinds[name]}
        for prefix, of, there, gaps in zip(("", "masked_"), (a, b), held["there"], held["gaps"]):
            row.update({f"{prefix}rows": of["rows"], f"{prefix}missing": gaps, f"{prefix}levels": there - (gaps > 0)})
        made.append({**row, "tv": held["tv"], "counts": held["counts"], "has_all_levels": len(held["counts"]) == held["all_levels"]})
    return made


def _associations(chosen: Chosen, a: dict[str, Any], b: dict[str, Any], counted: list[dict[str, Any]], crossed: list[Any]) -> list[dict[str, Any]]:
    """Of any two columns, numbers first (utility/association_changes.h)."""
    amounts = len(chosen.numbers)
    made = []
    for one in range(len(chosen.names)):
        for other in range(one + 1, len(chosen.names)):
            if other < amounts:
                measure, values = "pearson", [float(of["correlation"][one, other]) for of in (a, b)]
            elif one < amounts:
                measure, values = "correlation_ratio", [counted[other - amounts]["ratios"][flag][one] for flag in (0, 1)]
            else:
                measure, values = "cramers_v", [crossed[flag][one - amounts, other - amounts] for flag in (0, 1)]
            made.append({"column": chosen.names[one], "other": chosen.names[other], "measure": measure, "original": values[0], "masked": values[1]})
    return made


def _mean_and_largest(name: str, values: list[float]) -> dict[str, float]:
    return {f"{name}_mean": sum(values) / len(values) if values else 0.0, f"{name}_largest": max(values, default=0.0)}


def _losses(chosen: Chosen, columns: list[dict[str, Any]], associations: list[dict[str, Any]]) -> dict[str, float]:
    """By the names and definitions of docs/guide/measures.md."""
    def changes(measures: tuple[str, ...]) -> list[float]:
        return [abs(pair["masked"] - pair["original"]) for pair in associations if pair["measure"] in measures]

    made: dict[str, float] = {}
    if chosen.numbers:
        made.update(_mean_and_largest("pearson", changes(("pearson",))))
    distances = [held["tv"] for held in columns if "tv" in held]
    if distances:
        made.update(_mean_and_largest("tv", distances))
        made.update(_mean_and_largest("association", changes(("pearson", "correlation_ratio", "cramers_v"))))
    return made


def _measured(frames: list[Any], chosen: Chosen, with_ps: bool) -> dict[str, Any]:
    a, b = (moments(frame, chosen.n) for frame in frames)
    _refuse(chosen, a, b)
    quantiles = [sums.quantiles(frame, chosen.n, of["present"], SHARES) for frame, of in zip(frames, (a, b))]
    stacked = frames[0].unionByName(frames[1])
    counted = of_levels.counted(stacked, chosen, a, b)
    crossed = of_levels.cramers_v(stacked, chosen, [held["there"] for held in counted])
    columns = [*_number_values(chosen, a, b, quantiles), *_level_values(chosen, a, b, counted)]
    associations = _associations(chosen, a, b, counted, crossed)
    ps = propensity(stacked, chosen, a, b, counted) if with_ps else {}
    return {"rows": a["rows"], "masked_rows": b["rows"], "columns": columns, "associations": associations,
            "covariance": a["covariance"].tolist(), "masked_covariance": b["covariance"].tolist(),
            "loss": {**ps, **_losses(chosen, columns, associations)}, "moments": (a, b)}


def evaluated(original: Any, masked: Any, names: list[str], *, source: str | None, sample: int, seed: int,
              left_out: dict[str, str] | None = None, with_ps: bool = True) -> SparkEvaluation:
    """The frames are read often: what is measured of them lies on the executors' disks meanwhile."""
    from pyspark import StorageLevel

    chosen = Chosen(original, names)
    frames = [chosen.plain(frame, bool(flag)).persist(StorageLevel.DISK_ONLY) for flag, frame in enumerate((original, masked))]
    try:
        values = _measured(frames, chosen, with_ps)
    finally:
        for frame in frames:
            frame.unpersist()
    a, b = values.pop("moments")
    values.update({"risk": {}, "left_out": left_out or {}})
    if source is None:
        values["told"] = NO_RISK
    else:
        values["risk"] = linkage(original, masked, chosen.numbers, source, sample, seed, a, b, chosen.levels)
    return SparkEvaluation(values)
