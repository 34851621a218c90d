"""Each measure as docs/guide/measures.md defines it, in a few lines of Python, against what evaluate says."""

import json
import math
import random
import statistics

import pytest

NEAR = 1e-9


def table_of(seed, n):
    """Related columns, one of few values: ties. The masked one is noisier, with some values changing places."""
    chance = random.Random(seed)
    original = []
    for _ in range(n):
        size = chance.gauss(0, 1)
        original.append([round(50 + 10 * size + chance.gauss(0, 3), 2), chance.randrange(5), 1000 * math.exp(size / 2)])
    masked = [[a + chance.gauss(0, 2), b, c] for a, b, c in original]
    for j in (1, 2):
        for i in range(0, n - 3, 3):
            masked[i][j], masked[i + 2][j] = masked[i + 2][j], masked[i][j]
    return original, masked


def write(path, rows):
    path.write_text("a,b,c\n" + "".join(",".join(map(repr, row)) + "\n" for row in rows))


def flat(result):
    """Every number of a result by its name, in whatever group it stands."""
    return {name: value for group in result.values() if isinstance(group, dict) for name, value in group.items()
            if isinstance(value, (int, float))}


@pytest.fixture(params=[(1, 40), (2, 75), (3, 121)], ids=["n40", "n75", "n121"])
def tables(request, tmp_path):
    original, masked = table_of(*request.param)
    write(tmp_path / "x.csv", original)
    write(tmp_path / "m.csv", masked)
    return original, masked


@pytest.fixture
def measured(overhand, tables):
    return lambda pairing="row": flat(json.loads(overhand(f"evaluate x.csv m.csv --pairing {pairing} --json -").stdout))


def columns(rows):
    return [list(column) for column in zip(*rows, strict=True)]


def average_ranks(values):
    ordered = sorted(values)
    return [(ordered.index(value) + 1 + len(ordered) - ordered[::-1].index(value)) / 2 for value in values]


def standardised(rows):
    moments = [(statistics.fmean(column), statistics.stdev(column)) for column in columns(rows)]
    return [[(value - mean) / sd for value, (mean, sd) in zip(row, moments, strict=True)] for row in rows]


def correlation(x, y):
    return statistics.correlation(x, y)


def linked(original, masked, partner):
    """The share of masked records whose partner is among the nearest originals."""
    x, m = standardised(original), standardised(masked)
    hits = 0
    for i, record in enumerate(m):
        distances = [math.dist(record, other) for other in x]
        hits += distances[partner[i]] <= min(distances) * (1 + 1e-12)
    return hits / len(m)


def rank_interval(original, masked, partner):
    n = len(original)
    x, m = [average_ranks(c) for c in columns(original)], [average_ranks(c) for c in columns(masked)]
    moved = [max(abs(x[j][partner[i]] - m[j][i]) for j in range(len(x))) for i in range(n)]
    return statistics.fmean(sum(d <= n * q / 100 for d in moved) / n for q in range(1, 11))


def deviation_interval(original, masked, partner, percents=range(1, 11)):
    sds = [statistics.stdev(column) for column in columns(masked)]
    shares = []
    for k in percents:
        inside = [all(abs(original[partner[i]][j] - value) <= k / 100 * sds[j] + 1e-12 for j, value in enumerate(row))
                  for i, row in enumerate(masked)]
        shares.append(sum(inside) / len(inside))
    return statistics.fmean(shares)


def sorted_partners(original, masked, j):
    """Both tables sorted by a column, the k-th with the k-th: stable, as R's order."""
    x = sorted(range(len(original)), key=lambda i: original[i][j])
    m = sorted(range(len(masked)), key=lambda i: masked[i][j])
    partner = [0] * len(masked)
    for from_row, to_row in zip(x, m, strict=True):
        partner[to_row] = from_row
    return partner


def errors(original, masked, partner):
    return [original[partner[i]][j] - value for i, row in enumerate(masked) for j, value in enumerate(row)]


def test_linkage_and_disclosure_by_row(tables, measured):
    original, masked = tables
    same = list(range(len(original)))
    found = measured()
    assert found["dbrl"] == pytest.approx(linked(original, masked, same), abs=NEAR)
    assert found["rid"] == pytest.approx(rank_interval(original, masked, same), abs=NEAR)
    assert found["sdid"] == pytest.approx(deviation_interval(original, masked, same), abs=NEAR)
    assert found["drisk"] == pytest.approx(deviation_interval(original, masked, same, [5]), abs=NEAR)


def test_linkage_and_disclosure_by_true_sources(tables, measured, tmp_path):
    original, masked = tables
    chance = random.Random(9)
    source = list(range(len(original)))
    chance.shuffle(source)
    write(tmp_path / "m.csv", [masked[i] for i in source])
    (tmp_path / "source.csv").write_text("source\n" + "".join(f"{i + 1}\n" for i in source))
    moved = [masked[i] for i in source]
    found = measured("source.csv")
    assert found["dbrl"] == pytest.approx(linked(original, moved, source), abs=NEAR)
    assert found["rid"] == pytest.approx(rank_interval(original, moved, source), abs=NEAR)
    assert found["sdid"] == pytest.approx(deviation_interval(original, moved, source), abs=NEAR)


def test_sorted_figures_are_the_mean_over_the_columns(tables, measured):
    original, masked = tables
    found = measured("sorted")
    by_column = [sorted_partners(original, masked, j) for j in range(3)]
    for name, measure in [("dbrl", linked), ("rid", rank_interval), ("sdid", deviation_interval)]:
        expected = statistics.fmean(measure(original, masked, partner) for partner in by_column)
        assert found[name] == pytest.approx(expected, abs=NEAR), name


def test_errors_of_values(tables, measured):
    original, masked = tables
    cells = errors(original, masked, range(len(original)))
    found = measured()
    assert found["mae"] == pytest.approx(statistics.fmean(map(abs, cells)), rel=NEAR)
    assert found["mse"] == pytest.approx(statistics.fmean(e * e for e in cells), rel=NEAR)
    sds = [statistics.stdev(column) for column in columns(original)]
    expected = sum(abs(e) / (math.sqrt(2) * sds[k % 3]) for k, e in enumerate(cells))
    assert found["il1s"] == pytest.approx(expected, rel=NEAR)


def test_errors_of_ranks_without_ties(overhand, tmp_path):
    chance = random.Random(4)
    n = 80
    original = [[chance.gauss(0, 1) for _ in range(3)] for _ in range(n)]
    masked = [[value + chance.gauss(0, 0.5) for value in row] for row in original]
    write(tmp_path / "x.csv", original)
    write(tmp_path / "m.csv", masked)
    found = flat(json.loads(overhand("evaluate x.csv m.csv --pairing row --json -").stdout))
    moved = [a - b for x, m in zip(columns(original), columns(masked), strict=True)
             for a, b in zip(average_ranks(x), average_ranks(m), strict=True)]
    assert found["brmae"] == pytest.approx(sum(map(abs, moved)) / (3 * (n * n // 2)), rel=NEAR)
    assert found["brmse"] == pytest.approx(sum(d * d for d in moved) / (3 * (n**3 - n) / 3), rel=NEAR)


def test_correlations_and_distributions(tables, measured):
    original, masked = map(columns, tables)
    pairs = [(0, 1), (0, 2), (1, 2)]
    found = measured()
    for name, of in [("pearson", lambda c: c), ("spearman", average_ranks)]:
        moved = [abs(correlation(of(original[i]), of(original[j])) - correlation(of(masked[i]), of(masked[j])))
                 for i, j in pairs]
        assert found[f"{name}_mean"] == pytest.approx(statistics.fmean(moved), abs=NEAR)
        assert found[f"{name}_largest"] == pytest.approx(max(moved), abs=NEAR)
    n = len(original[0])
    distances = []
    for x, m in zip(original, masked, strict=True):
        distances.append(max(abs(sum(a <= v for a in x) - sum(a <= v for a in m)) / n for v in x + m))
    assert found["ks_mean"] == pytest.approx(statistics.fmean(distances), abs=NEAR)
    assert found["ks_largest"] == pytest.approx(max(distances), abs=NEAR)


def test_scores_are_the_papers_means(measured):
    found = measured()
    risk = (found["dbrl"] + found["rid"] + found["sdid"]) / 3
    loss = (found["ps"] + found["pil"]) / 3 + (found["brmae"] + found["brmse"]) / 6
    assert found["risk"] == pytest.approx(risk, abs=NEAR)
    assert found["loss"] == pytest.approx(loss, abs=NEAR)
    assert found["overall"] == pytest.approx((risk + loss) / 2, abs=NEAR)


def solved(matrix, right):
    """Gauss with the largest pivot."""
    n = len(right)
    rows = [row[:] + [value] for row, value in zip(matrix, right, strict=True)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        for i in range(k + 1, n):
            factor = rows[i][k] / rows[k][k]
            rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k], strict=True)]
    solution = [0.0] * n
    for k in reversed(range(n)):
        solution[k] = (rows[k][n] - sum(rows[k][j] * solution[j] for j in range(k + 1, n))) / rows[k][k]
    return solution


def propensities(original, masked):
    """Of a logistic regression on columns, squares and products, by Newton's steps, and its coefficients' number."""
    stacked = standardised(original + masked)
    p = len(stacked[0])
    terms = [[1.0, *row, *(row[i] * row[j] for i in range(p) for j in range(i, p))] for row in stacked]
    is_masked = [0] * len(original) + [1] * len(masked)
    weights = [0.0] * len(terms[0])
    for _ in range(30):
        chances = [1 / (1 + math.exp(-sum(w * t for w, t in zip(weights, row, strict=True)))) for row in terms]
        size = range(len(weights))
        gradient = [sum((y - q) * row[a] for y, q, row in zip(is_masked, chances, terms, strict=True)) for a in size]
        curvature = [[sum(q * (1 - q) * row[a] * row[b] for q, row in zip(chances, terms, strict=True)) for b in size]
                     for a in size]
        weights = [w + step for w, step in zip(weights, solved(curvature, gradient), strict=True)]
    return chances, len(weights)


def test_the_propensity_score_is_that_of_the_model(overhand, tmp_path):
    chance = random.Random(8)
    original = [[chance.gauss(0, 1), chance.gauss(5, 2)] for _ in range(150)]
    masked = [[a + chance.gauss(0, 0.4), b * 1.1] for a, b in original]
    for name, rows in [("x.csv", original), ("m.csv", masked)]:
        (tmp_path / name).write_text("a,b\n" + "".join(f"{a!r},{b!r}\n" for a, b in rows))
    found = flat(json.loads(overhand("evaluate x.csv m.csv --pairing row --json -").stdout))
    chances, coefficients = propensities(original, masked)
    spread = statistics.fmean((q - 0.5) ** 2 for q in chances)
    # Fitting ends where the deviance hardly moves; near the top the probabilities move a little more.
    assert found["ps"] == pytest.approx(4 * spread, rel=1e-4)
    expected = (coefficients - 1) * 0.5**2 * 0.5 / (len(original) + len(masked))
    assert found["pmse_ratio"] == pytest.approx(spread / expected, rel=1e-4)


PLAUSIBLE = "age,debt,children\n" + "".join(f"{20 + i},{-i / 4},{i % 4}\n" for i in range(40))


@pytest.mark.parametrize("cells,shares", [
    ([], {}),
    ([(0, 0, "19.5"), (1, 0, "60"), (2, 0, "19")], {"beyond_range": 3, "not_whole": 1}),
    ([(0, 1, "0.5"), (1, 1, "3")], {"beyond_range": 2, "wrong_sign": 2}),
    ([(5, 2, "1.5"), (5, 0, "30.25")], {"not_whole": 1}),
    ([(0, 0, "-1"), (1, 2, "2.5"), (2, 1, "1")], {"beyond_range": 2, "wrong_sign": 2, "not_whole": 1, "implausible": 3}),
])
def test_what_a_column_cannot_hold(overhand, tmp_path, cells, shares):
    rows = [line.split(",") for line in PLAUSIBLE.strip().split("\n")]
    for i, j, value in cells:
        rows[i + 1][j] = value
    (tmp_path / "x.csv").write_text(PLAUSIBLE)
    (tmp_path / "m.csv").write_text("\n".join(map(",".join, rows)) + "\n")
    found = flat(json.loads(overhand("evaluate x.csv m.csv --pairing row --json -").stdout))
    shares = {"implausible": max(shares.values(), default=0), **shares}
    for name in ("implausible", "beyond_range", "wrong_sign", "not_whole"):
        assert found[name] == pytest.approx(shares.get(name, 0) / 40, abs=NEAR), name
