"""Keys that change by chance: households that swap their region, recomputed by pandas, and pram against its matrix by chi-square.

The seeds are fixed, so that nothing here fails by chance; a bound of chi-square is that of an error of one in 10,000.
"""

import json
import os
import subprocess
import time

import numpy as np
import pandas as pd
import pytest

BINARY = os.environ["OVERHAND_BINARY"]
SWAP = "mask in.csv -o out.csv --method swap --similar colour --keys sex,age --unit home --seed 3 --json j.json"


def homes(gaps=0.0, number=300):
    """Households of one to three in two towns of each of four regions."""
    chance = np.random.default_rng(8)
    rows = []
    for home in range(number):
        town = int(chance.choice(8, p=[0.3, 0.2, 0.15, 0.1, 0.1, 0.05, 0.05, 0.05]))
        colour = chance.choice(["red", "blue"])
        for _ in range(chance.integers(1, 4)):
            age = str(10 * min(9, chance.geometric(0.3)))
            rows.append([f"h{home}", f"r{town // 2}", f"t{town}", colour, chance.choice(["f", "m"]), age, str(chance.integers(1000, 9000))])
    table = pd.DataFrame(rows, columns=["home", "region", "town", "colour", "sex", "age", "pay"])
    table.loc[chance.random(len(table)) < gaps, "age"] = ""
    return table


def read(path):
    return pd.read_csv(path, dtype=str, keep_default_na=False)


def risky(table, keys, area, k):
    """Homes with a record that shares its keys with fewer than k inside its area: its own gaps match every value, those of others none."""
    found = set()
    for _, part in table.groupby(area):
        same = np.ones((len(part), len(part)), bool)
        for key in keys:
            values = part[key].to_numpy()
            same &= (values[:, None] == values[None]) | (values[:, None] == "")
        found |= set(part["home"][same.sum(1) < k])
    return found


@pytest.fixture
def swapped(overhand, tmp_path):
    """The table after swapping and the JSON's count of who moved."""

    def run(table, options, geography="region,town"):
        table.to_csv(tmp_path / "in.csv", index=False)
        overhand(f"{SWAP} --geography {geography} {options}")
        return read(tmp_path / "out.csv"), json.loads((tmp_path / "j.json").read_text())["moved"]

    return run


@pytest.mark.parametrize("k", [1, 3, 6])
def test_only_the_geography_changes_and_homes_stay_whole(swapped, k):
    table = homes()
    out, moved = swapped(table, f"--k {k} --percent 10")
    others = ["colour", "sex", "age", "pay"]
    assert out[others].equals(table[others])
    places = out.groupby(table["home"])[["region", "town"]].nunique()
    assert (places == 1).all().all()
    for area in ("region", "town"):
        assert out[area].value_counts().to_dict() == table[area].value_counts().to_dict()
        sizes = [each.groupby([area, table["home"]]).size().groupby(level=0).value_counts().sort_index() for each in (table, out)]
        assert sizes[0].equals(sizes[1])
    # Towns lie in their regions still.
    assert set(zip(out["region"], out["town"])) == set(zip(table["region"], table["town"]))
    gone = table["home"][out["town"] != table["town"]].nunique()
    assert moved["units"] == 300 and moved["moved"] == gone >= 30


@pytest.mark.parametrize("gaps", [0.0, 0.05])
@pytest.mark.parametrize("k", [2, 3, 6])
def test_those_at_risk_move(swapped, k, gaps):
    table = homes(gaps)
    out, moved = swapped(table, f"--k {k} --percent 0")
    in_town = risky(table, ["sex", "age"], "town", k)
    in_region = risky(table, ["sex", "age"], "region", k)
    assert in_region <= in_town and 0 < len(in_town) < 300
    assert moved["risky"] == len(in_town)
    left_town, left_region = (set(table["home"][out[area] != table[area]]) for area in ("town", "region"))
    assert len(in_town - left_town) == moved["stuck"]
    assert len(in_region - left_region) <= moved["stuck"]
    assert moved["moved"] == len(left_town) >= len(in_town) - moved["stuck"]


def test_nobody_at_risk_and_no_percent_moves_nobody(swapped):
    table = homes()
    out, moved = swapped(table, "--k 1 --percent 0")
    assert out["town"].equals(table["town"]) and moved == {"units": 300, "moved": 0, "risky": 0, "stuck": 0}


def test_alike_homes_keep_the_counts_of_their_colour(swapped):
    """Every home has a partner of its size and colour in another region here, so that colours by region are as they were."""
    table = homes()
    out, moved = swapped(table, "--k 1 --percent 20", geography="region")
    assert moved["moved"] >= 60 and (out["region"] != table["region"]).sum() > 60
    assert pd.crosstab(out["region"], out["colour"]).equals(pd.crosstab(table["region"], table["colour"]))
    assert not pd.crosstab(out["region"], out["sex"]).equals(pd.crosstab(table["region"], table["sex"]))


LEVELS = ["none", "private", "public"]
R = np.array([[0.8, 0.15, 0.05], [0.1, 0.7, 0.2], [0.0, 0.1, 0.9]])
ROWS = 6000


def insured(gaps=0):
    chance = np.random.default_rng(4)
    table = pd.DataFrame({"kind": chance.choice(LEVELS, ROWS, p=[0.1, 0.3, 0.6]), "job": chance.choice(["cook", "clerk"], ROWS)})
    table.loc[: gaps - 1, "kind"] = ""
    return table


def written(matrix, levels=LEVELS):
    lines = [",".join(["kind", *levels])] + [",".join([level, *map(str, row)]) for level, row in zip(levels, matrix)]
    return "\n".join(lines) + "\n"


@pytest.fixture
def prammed(overhand, tmp_path):
    def run(table, options, seed=1):
        table.to_csv(tmp_path / "in.csv", index=False)
        (tmp_path / "kind.csv").write_text(written(R))
        overhand(f"mask in.csv -o out.csv --method pram --seed {seed} --quiet {options}")
        return read(tmp_path / "out.csv")

    return run


def chi_square(before, after, chances):
    """Over all levels and what became of them, and its degrees of freedom; what has no chance must not be."""
    total, freedom = 0.0, 0
    for level, row in zip(LEVELS, chances):
        of = after[before == level]
        seen = np.array([(of == each).sum() for each in LEVELS])
        expected = len(of) * row
        assert (seen[row == 0] == 0).all()
        possible = row > 0
        total += ((seen - expected)[possible] ** 2 / expected[possible]).sum()
        freedom += possible.sum() - 1
    return total, freedom


# Of chi-square with so many degrees of freedom, what is passed once in 10,000 draws.
ONCE_IN_10000 = {5: 25.74, 6: 27.86}


def shares(table):
    return np.array([(table["kind"] == level).sum() for level in LEVELS]) / (table["kind"] != "").sum()


@pytest.mark.parametrize("gaps", [0, 300])
def test_a_given_matrix_is_drawn_as_it_is(prammed, gaps):
    table = insured(gaps)
    out = prammed(table, "--columns kind --matrix kind=kind.csv --draw given")
    total, freedom = chi_square(table["kind"], out["kind"], R)
    assert freedom == 5 and total < ONCE_IN_10000[freedom]
    assert ((out["kind"] == "") == (table["kind"] == "")).all() and set(out["kind"]) <= {"", *LEVELS}
    # The counts are those of t R rather than those of t.
    there = (table["kind"] != "").sum()
    assert np.abs(shares(out) - shares(table) @ R).max() < 4 * np.sqrt(0.25 / there)
    assert np.abs(shares(out) - shares(table) @ R).max() < np.abs(shares(out) - shares(table)).max()


def test_an_invariant_matrix_goes_there_and_back(prammed):
    table = insured()
    out = prammed(table, "--columns kind --matrix kind=kind.csv")
    t = shares(table)
    back = (R * t[:, None] / (t @ R)).T  # Bayes: what came out as l was k before
    assert np.allclose(t @ R @ back, t)
    total, freedom = chi_square(table["kind"], out["kind"], R @ back)
    assert freedom == 6 and total < ONCE_IN_10000[freedom]
    expected = ROWS * t
    assert np.abs(shares(out) * ROWS - expected).max() < 4 * np.sqrt(expected.max())


@pytest.mark.parametrize("percent", [10, 40])
@pytest.mark.parametrize("draw", ["invariant", "uniform"])
def test_without_a_matrix_the_percent_is_drawn(prammed, draw, percent):
    table = insured()
    out = prammed(table, f"--columns kind --percent {percent} --draw {draw}")
    a, t = percent / 100, shares(table)
    chances = (1 - a) * np.eye(3) + a * np.tile(t, (3, 1)) if draw == "invariant" else (1 - a) * np.eye(3) + a / 2 * (1 - np.eye(3))
    total, freedom = chi_square(table["kind"], out["kind"], chances)
    assert freedom == 6 and total < ONCE_IN_10000[freedom]


@pytest.mark.parametrize(("text", "words"), [
    (written(R * 0.9), "sum to 0.9"),
    (written(R + [[0, 0.5, -0.5], [0, 0, 0], [0, 0, 0]]), "is no chance"),
    (written(R).replace("0.8", "nan"), "line 2"),
    (written(R).replace("0.8", "1e999"), "line 2"),
    (written(R).replace("0.8", "often"), "line 2"),
    (written(R[:2, :2], LEVELS[:2]), "kind.csv"),
    (written(R).replace("\nprivate,", "\nnone,"), "kind.csv"),
    ("", "kind.csv"),
    ("\0\xff" * 3000, "kind.csv"),
    (written(R).splitlines()[0], "kind.csv"),
])
def test_hostile_matrices_end_in_a_sentence(overhand, tmp_path, text, words):
    insured().head(300).to_csv(tmp_path / "in.csv", index=False)
    (tmp_path / "kind.csv").write_text(text)
    for draw in ("given", "invariant"):
        refused = overhand(f"mask in.csv -o out.csv --columns kind --method pram --matrix kind=kind.csv --draw {draw} --seed 1", check=False)
        assert refused.returncode in (1, 2, 3) and refused.stderr.startswith("overhand: ")
        assert words in refused.stderr and refused.stderr.strip().endswith((".", ")")) and not (tmp_path / "out.csv").exists()


@pytest.mark.parametrize("what", ["fifo", "folder", "missing", "device"])
def test_a_matrix_that_is_no_file_does_not_hang(tmp_path, what):
    insured().head(300).to_csv(tmp_path / "in.csv", index=False)
    path = tmp_path / "kind.csv"
    if what == "fifo":
        os.mkfifo(path)
    elif what == "folder":
        path.mkdir()
    elif what == "device":
        path.symlink_to("/dev/zero")
    words = "mask in.csv -o out.csv --columns kind --method pram --matrix kind=kind.csv --seed 1".split()
    start = time.monotonic()
    refused = subprocess.run([BINARY, *words], cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=50)
    assert refused.returncode in (1, 2, 3) and "kind.csv" in refused.stderr and refused.stderr.strip().endswith(".")
    assert time.monotonic() - start < 20 and not (tmp_path / "out.csv").exists()
