"""The measures of mixed tables as docs/guide/measures.md defines them, in numpy, against what evaluate says."""

import csv
import datetime
import json
import math

import numpy as np
import pytest

NEAR = 1e-9
TOWNS = ["Ulm", "Rom", "Bonn", "Lund"]
DAY = datetime.date(1970, 1, 1)


class Mixed:
    """Numbers with gaps (nan), days since 1970, towns with gaps (None), and yes or no, related to each other."""

    def __init__(self, seed, n):
        chance = np.random.default_rng(seed)
        self.town = [TOWNS[k] if k < 4 else None for k in chance.integers(0, 5, n)]
        size = np.array([TOWNS.index(town) if town else 1 for town in self.town])
        self.pay = np.round(100 + 10 * size + chance.normal(0, 5, n), 3)
        self.pay[chance.choice(n, n // 6, replace=False)] = np.nan
        self.born = (8000 + 500 * size + chance.integers(0, 3000, n)).astype(float)
        self.employed = [bool(flag) for flag in chance.random(n) < 0.3 + 0.1 * size]

    def masked(self, seed):
        """Other pay where there is some, gaps elsewhere; towns and answers of other records."""
        chance = np.random.default_rng(seed)
        n = len(self.pay)
        other = Mixed(0, n)
        order = np.where(chance.random(n) < 0.4, chance.permutation(n), np.arange(n))
        other.pay = np.round(self.pay + chance.normal(0, 2, n), 3)
        swap = chance.permutation(n)[:n // 3]
        other.pay[swap] = other.pay[np.roll(swap, 1)]
        other.born = np.round(self.born + chance.normal(0, 60, n))
        other.town = [self.town[i] for i in order]
        other.employed = [self.employed[i] for i in order]
        return other

    def numbers(self):
        return [self.pay, self.born]

    def levels(self):
        return [self.town, self.employed]

    def write(self, path):
        with path.open("w", newline="") as file:
            out = csv.writer(file)
            out.writerow(["pay", "born", "town", "employed"])
            for pay, born, town, employed in zip(self.pay, self.born, self.town, self.employed, strict=True):
                day = DAY + datetime.timedelta(days=int(born))
                out.writerow(["" if math.isnan(pay) else repr(float(pay)), day.isoformat(), town or "", str(employed).lower()])


@pytest.fixture(params=[(1, 60), (2, 97), (3, 150)], ids=["n60", "n97", "n150"])
def tables(request, tmp_path):
    seed, n = request.param
    x = Mixed(seed, n)
    m = x.masked(seed + 10)
    x.write(tmp_path / "x.csv")
    m.write(tmp_path / "m.csv")
    return x, m


@pytest.fixture
def figures(overhand, tables):
    result = json.loads(overhand("evaluate x.csv m.csv --pairing row --json -").stdout)
    return {name: value for group in ("risk", "loss", "score", "other") for name, value in result[group].items()
            if isinstance(value, (int, float))}


def near(value):
    return pytest.approx(value, abs=NEAR)


def there(values):
    return values[~np.isnan(values)]


def standardised(values):
    return (values - there(values).mean()) / there(values).std(ddof=1)


def number_distances(x, m):
    """Squared differences of every masked with every original value, capped at 2; gaps as the guide says."""
    apart = np.minimum((standardised(m)[:, None] - standardised(x)[None, :]) ** 2, 2)
    gap = np.isnan(m)[:, None] != np.isnan(x)[None, :]
    both = np.isnan(m)[:, None] & np.isnan(x)[None, :]
    return np.where(both, 0, np.where(gap, 2, apart))


def level_distances(x, m):
    return np.array([[0.0 if a == b else 1.0 for b in x] for a in m])


def test_linkage_is_by_the_capped_distance(tables, figures):
    x, m = tables
    total = sum(number_distances(a, b) for a, b in zip(x.numbers(), m.numbers(), strict=True))
    total = total + sum(level_distances(a, b) for a, b in zip(x.levels(), m.levels(), strict=True))
    own = np.diag(total)
    linked = own <= total.min(axis=1) + 1e-9
    assert figures["dbrl"] == near(linked.mean())
    assert 0 < linked.mean() < 1


def average_ranks(values):
    """Among the values that are there; nan for a gap."""
    known = there(values)
    return np.array([np.nan if np.isnan(v) else (known < v).sum() + ((known == v).sum() + 1) / 2 for v in values])


def disclosed(columns, reach):
    """The mean over 1 %, ..., 10 % of the share of records that are within reach in each column that both have."""
    shares = []
    for percent in range(1, 11):
        inside = np.ones(len(columns[0][0]), bool)
        compared = np.zeros(len(inside), bool)
        for j, (x, m) in enumerate(columns):
            both = ~(np.isnan(x) | np.isnan(m))
            with np.errstate(invalid="ignore"):
                inside &= ~both | (np.abs(x - m) <= reach(j, percent) * (1 + 1e-12))
            compared |= both
        shares.append((inside & compared).mean())
    return float(np.mean(shares)), shares


def test_rank_intervals_are_of_the_values_that_are_there(tables, figures):
    x, m = tables
    columns = [(average_ranks(a), average_ranks(b)) for a, b in zip(x.numbers(), m.numbers(), strict=True)]
    counts = [len(there(a)) for a in m.numbers()]
    assert figures["rid"] == near(disclosed(columns, lambda j, percent: counts[j] * percent / 100)[0])


def test_intervals_of_standard_deviations(tables, figures):
    x, m = tables
    columns = list(zip(x.numbers(), m.numbers(), strict=True))
    deviations = [there(b).std(ddof=1) for b in m.numbers()]
    mean, shares = disclosed(columns, lambda j, percent: deviations[j] * percent / 100)
    assert figures["sdid"] == near(mean)
    assert figures["drisk"] == near(shares[4])


def test_errors_are_of_pairs_that_are_whole(tables, figures):
    x, m = tables
    apart = np.concatenate([a - b for a, b in zip(x.numbers(), m.numbers(), strict=True)])
    assert figures["mae"] == pytest.approx(np.nanmean(np.abs(apart)), rel=NEAR)
    assert figures["mse"] == pytest.approx(np.nanmean(apart**2), rel=NEAR)


def shares_of(levels):
    known = sorted({str(level) for level in levels})
    return {level: sum(str(other) == level for other in levels) / len(levels) for level in known}


def total_variation(x, m):
    a, b = shares_of(x), shares_of(m)
    return sum(abs(a.get(level, 0) - b.get(level, 0)) for level in {*a, *b}) / 2


def test_total_variation_counts_levels_and_gaps(tables, figures):
    x, m = tables
    distances = [total_variation(a, b) for a, b in zip(x.levels(), m.levels(), strict=True)]
    distances.append(total_variation(np.isnan(x.pay), np.isnan(m.pay)))  # born has no gaps
    assert figures["tv_largest"] == near(max(distances))
    assert figures["tv_mean"] == near(np.mean(distances))


def kolmogorov_smirnov(x, m):
    x, m = there(x), there(m)
    points = np.concatenate([x, m])
    return max(abs((x <= point).mean() - (m <= point).mean()) for point in points)


def test_distributions_of_numbers(tables, figures):
    x, m = tables
    distances = [kolmogorov_smirnov(a, b) for a, b in zip(x.numbers(), m.numbers(), strict=True)]
    assert figures["ks_largest"] == near(max(distances))
    assert figures["ks_mean"] == near(np.mean(distances))


def correlation(x, y):
    both = ~(np.isnan(x) | np.isnan(y))
    return np.corrcoef(x[both], y[both])[0, 1]


def correlation_ratio(levels, values):
    levels, known = np.array([str(level) for level in levels]), ~np.isnan(values)
    levels, values = levels[known], values[known]
    between = sum((levels == level).sum() * (values[levels == level].mean() - values.mean()) ** 2 for level in set(levels))
    return math.sqrt(between / ((values - values.mean()) ** 2).sum())


def cramers_v(a, b):
    a, b = [str(level) for level in a], [str(level) for level in b]
    rows, columns = sorted(set(a)), sorted(set(b))
    counts = np.array([[sum(p == r and q == c for p, q in zip(a, b, strict=True)) for c in columns] for r in rows], float)
    expected = counts.sum(1, keepdims=True) * counts.sum(0, keepdims=True) / counts.sum()
    chi = ((counts - expected) ** 2 / expected).sum()
    return math.sqrt(chi / counts.sum() / (min(len(rows), len(columns)) - 1))


def associations(table):
    pay, born = table.numbers()
    town, employed = table.levels()
    return np.array([correlation(pay, born), correlation_ratio(town, pay), correlation_ratio(employed, pay),
                     correlation_ratio(town, born), correlation_ratio(employed, born), cramers_v(town, employed)])


def test_associations_are_by_the_types_of_a_pair(tables, figures):
    x, m = tables
    apart = np.abs(associations(m) - associations(x))
    assert figures["association_largest"] == near(apart.max())
    assert figures["association_mean"] == near(apart.mean())
    assert figures["pearson_largest"] == near(apart[0])


def test_spearman_is_of_ranks(tables, figures):
    x, m = tables
    apart = abs(correlation(*[average_ranks(v) for v in m.numbers()]) - correlation(*[average_ranks(v) for v in x.numbers()]))
    assert figures["spearman_largest"] == near(apart)


def test_what_cannot_be(tables, figures):
    x, m = tables
    beyond = np.zeros(len(x.pay), bool)
    for a, b in zip(x.numbers(), m.numbers(), strict=True):
        with np.errstate(invalid="ignore"):
            beyond |= (b < np.nanmin(a)) | (b > np.nanmax(a))
    assert figures["beyond_range"] == near(beyond.mean())
    assert figures["implausible"] == near(beyond.mean())
    assert (figures["new_level"], figures["new_gap"], figures["wrong_sign"], figures["not_whole"]) == (0, 0, 0, 0)


def test_scores_are_those_of_the_paper(figures):
    risk = (figures["dbrl"] + figures["rid"] + figures["sdid"]) / 3
    loss = (figures["ps"] + figures["pil"]) / 3 + (figures["brmae"] + figures["brmse"]) / 6
    overall = (risk + loss) / 2
    for name, value in {"risk": risk, "loss": loss, "overall": overall}.items():
        assert figures[name] == near(value)


def test_a_table_against_itself(overhand, tables):
    result = json.loads(overhand("evaluate x.csv x.csv --pairing row --json -").stdout)
    assert result["risk"]["dbrl"] == 1 and result["risk"]["rid"] == 1 and result["risk"]["sdid"] == 1
    assert result["loss"]["ps"] == pytest.approx(0, abs=1e-9) and result["loss"]["pil"] == 0
    for name in ("tv_largest", "ks_largest", "association_largest", "implausible"):
        assert result["other"][name] == pytest.approx(0, abs=1e-12), name


@pytest.mark.parametrize("level", ["Paris", ""])
def test_one_new_level_or_gap_is_seen(overhand, tables, tmp_path, level):
    lines = (tmp_path / "x.csv").read_text().splitlines()
    fields = lines[1].split(",")
    fields[2 if level else 3] = level
    (tmp_path / "m.csv").write_text("\n".join([lines[0], ",".join(fields), *lines[2:]]) + "\n")
    other = json.loads(overhand("evaluate x.csv m.csv --pairing row --json -").stdout)["other"]
    share = 1 / (len(lines) - 1)
    assert other["new_level" if level else "new_gap"] == near(share) and other["implausible"] == near(share)
    assert other["tv_largest"] == near(share)
