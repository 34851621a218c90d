"""What must not change a figure: units, names, the order of records or columns. And tables at the edge of what can be masked."""

import json
import random

import pytest

METHODS = ["sjppds", "mdav", "pca", "pppca", "noise", "correlated_noise", "rank_swap", "cell_rotate", "cell_shuffle",
           "rank_noise", "cart", "ipso"]
PERMUTING = ["sjppds", "rank_swap", "cell_rotate", "cell_shuffle", "rank_noise"]
ROWS = 90


def tables(seed=6):
    """Original and masked records that resemble each other, in steps of 1/8, which no change of units rounds; no ties,
    which are broken at random."""
    chance = random.Random(seed)
    original = [[chance.randrange(size) / 8 for size in (8_000_000, 4_000_000, 2_000_000)] for _ in range(ROWS)]
    masked = [[value + chance.randrange(-400_000, 400_001) / 8 for value in row] for row in original]
    return original, masked


def write(path, rows, names="abc"):
    path.write_text(",".join(names) + "\n" + "".join(",".join(map(repr, row)) + "\n" for row in rows))


@pytest.fixture
def figures(overhand, tmp_path):
    """figures(original, masked): risks, losses and the copies, by row unless told otherwise."""

    def evaluate(original, masked, pairing="row", names="abc"):
        write(tmp_path / "x.csv", original, names)
        write(tmp_path / "m.csv", masked, names)
        result = json.loads(overhand(f"evaluate x.csv m.csv --pairing {pairing} --json -").stdout)
        return {**result["risk"], **result["loss"], "copied": result["kept"]["copied"]}

    return evaluate


def assert_same(found, expected, but=()):
    assert set(found) == set(expected)
    for name, value in expected.items():
        if name not in but:
            assert found[name] == pytest.approx(value, rel=1e-6, abs=1e-9), name


UNITS = {"thousands": (1024, 0), "a new zero": (1, 4096), "turned around": (-1, 0), "tiny": (2.0**-20, 0)}


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("pairing", ["row", "sorted"])
def test_units_change_only_what_has_units(figures, unit, pairing):
    original, masked = tables()
    factor, zero = UNITS[unit]

    def changed(rows):
        return [[row[0] * factor + zero, *row[1:]] for row in rows]

    expected = figures(original, masked, pairing)
    assert 0 < expected["dbrl"] < 1, "else much would be the same by itself"
    # mean and variance are compared relative to themselves in PIL, so that a new zero counts there
    assert_same(figures(changed(original), changed(masked), pairing), expected, but=("mae", "mse", "pil"))


@pytest.mark.parametrize("seed", range(4))
def test_the_order_of_the_records_does_not_count_where_both_tables_have_it(figures, seed):
    original, masked = tables()
    order = random.Random(seed).sample(range(ROWS), ROWS)
    assert_same(figures([original[i] for i in order], [masked[i] for i in order]), figures(original, masked))


@pytest.mark.parametrize("seed", range(4))
def test_sources_undo_any_order(overhand, figures, tmp_path, seed):
    """The masked records in another order, with their sources: the figures of row by row."""
    original, masked = tables()
    order = random.Random(seed).sample(range(ROWS), ROWS)
    expected = figures(original, masked)
    (tmp_path / "source.csv").write_text("source\n" + "".join(f"{i + 1}\n" for i in order))
    assert_same(figures(original, [masked[i] for i in order], "source.csv"), expected)


@pytest.mark.parametrize("names", [["x", "y", "z"], ["c", "b", "a"], ["a b", "a  b", "A B"], ["1a", "2a", "3a"]])
def test_names_do_not_count(figures, names):
    original, masked = tables()
    assert_same(figures(original, masked, names=names), figures(original, masked))


def test_more_noise_is_less_risk_and_more_loss(overhand, tmp_path):
    """Far enough apart that chance cannot turn them: from 1 % to 10 % to 100 % of a standard deviation."""
    write(tmp_path / "x.csv", tables()[0])
    found = []
    for percent in (1, 10, 100):
        overhand(f"mask x.csv -o m.csv --method noise --percent {percent} --seed 1 --quiet")
        result = json.loads(overhand("evaluate x.csv m.csv --pairing row --json -").stdout)
        found.append((result["risk"]["dbrl"], -result["loss"]["mae"], -result["loss"]["brmae"]))
    for figure in zip(*found, strict=True):
        assert list(figure) == sorted(figure, reverse=True) and figure[0] > figure[-1]


# Tables at the edge: each method masks them or says in a sentence why not; it never hangs, crashes or writes half.

EDGES = {
    "two records": [[1.5, 2.0, 3.0], [4.0, 5.5, 7.0]],
    "three records": [[1.5, 2.0, 3.0], [4.0, 5.5, 7.0], [0.5, 9.0, 1.0]],
    "all records alike": [[1.5, 2.0, 3.0]] * 30,
    "one record unlike the others": [[1.5, 2.0, 3.0]] * 29 + [[9.0, 8.0, 7.0]],
    "a constant column": [[i * 1.5, 7.0, i * i % 11 + 0.5] for i in range(30)],
    "one column twice": [[i * 1.5, i * 1.5, i * i % 11 + 0.5] for i in range(30)],
    "each value twice": [[i // 2 * 1.5, i // 2 * 7 % 15 + 0.5, i // 2 * i % 13 + 0.5] for i in range(30)],
    "two values": [[i % 2, (i // 2) % 2, (i // 4) % 2] for i in range(32)],
    "huge and tiny": [[i * 1e100, i * 7 % 30 * 1e-100, i * i % 29 + 0.5] for i in range(30)],
    "one far outlier": [[i * 1.5, i * 7 % 30, i * i % 29 + 0.5] for i in range(29)] + [[1e12, -1e12, 1e12]],
}


@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("method", METHODS)
def test_tables_at_the_edge(overhand, tmp_path, method, edge):
    rows = EDGES[edge]
    write(tmp_path / "in.csv", rows)
    result = overhand(f"mask in.csv -o out.csv --method {method} --quiet", check=False)
    if result.returncode != 0:
        assert result.returncode == 2 and not (tmp_path / "out.csv").exists()
        assert result.stderr.startswith("overhand: ") and result.stderr.count("\n") == 1 and result.stderr.endswith(".\n")
        return
    header, *lines = (tmp_path / "out.csv").read_text().splitlines()
    cells = [[float(cell) for cell in line.split(",")] for line in lines]
    assert header == "a,b,c" and len(cells) == len(rows)
    assert all(abs(value) < float("inf") for row in cells for value in row), "no NaN, no infinity"
    if method in PERMUTING:
        for before, after in zip(zip(*rows, strict=True), zip(*cells, strict=True), strict=True):
            assert sorted(before) == sorted(after)


def test_most_of_the_edge_is_masked(overhand, tmp_path):
    """Else the test above would pass by refusals alone."""
    for edge in ("three records", "each value twice", "one far outlier"):
        write(tmp_path / "in.csv", EDGES[edge])
        for method in ("sjppds", "noise", "rank_noise"):
            overhand(f"mask in.csv -o out.csv --method {method} --quiet")
