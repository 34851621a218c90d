"""Wider values of keys: a schema against pandas.cut and its like, what inspect proposes, and the ways that tune holds against each other."""

import json
import os
import re
import subprocess

import numpy as np
import pandas as pd
import pytest

BINARY = os.environ["OVERHAND_BINARY"]
N = 400
KEYS = ["region", "sex", "age"]
MASK = "mask in.csv -o out.csv --schema s.toml --method rank_swap --seed 2 --json j.json"


def people():
    chance = np.random.default_rng(17)
    days = pd.Timestamp("2020-01-01") + pd.to_timedelta(chance.integers(0, 2000, N), unit="D")
    return pd.DataFrame({
        "region": chance.choice(list("abcdef"), N, p=[0.4, 0.25, 0.15, 0.1, 0.07, 0.03]),
        "sex": chance.choice(["f", "m"], N),
        "age": chance.integers(0, 100, N),
        "change": chance.integers(-20, 21, N),
        "share": (chance.random(N) * 9.9).round(2),
        "seen": days.strftime("%Y-%m-%d"),
        "zip": [f"{value:05}" for value in chance.integers(1000, 9999, N)],
        "job": chance.choice(["nurse", "cook", "clerk", "smith", "pilot", "judge"], N, p=[0.45, 0.3, 0.15, 0.06, 0.03, 0.01]),
        "pay": chance.integers(1000, 9000, N),
        "hours": chance.integers(0, 60, N),
    })


def read(path):
    return pd.read_csv(path, dtype=str, keep_default_na=False)


@pytest.fixture
def coarsened(overhand, tmp_path):
    """A kept column as it goes out, coarsened as the lines say, and what the JSON says of it."""

    def run(table, column, lines, options=""):
        table.to_csv(tmp_path / "in.csv", index=False)
        (tmp_path / "s.toml").write_text(f'[columns.{column}]\nrole = "keep"\n{lines}\n[columns.pay]\n[columns.hours]\n')
        overhand(f"{MASK} --columns pay,hours --keep {column} --keep-identifiers {options}")
        return read(tmp_path / "out.csv")[column], json.loads((tmp_path / "j.json").read_text())["coarsened"][0]

    return run


def in_bands(values, edges, names):
    return pd.cut(values, [-np.inf, *edges, np.inf], right=False, labels=names).astype(str)


def quarter(day):
    return f"{day[:4]}-Q{(int(day[5:7]) + 2) // 3}"


FIVES = range(-20, 25, 5)
EXPECTED = {
    ("age", "bands = 10"): lambda t: in_bands(t["age"], range(10, 100, 10), [f"{a}-{a + 9}" for a in range(0, 100, 10)]),
    ("age", "bands = 10\ntop = 80\nbottom = 20"): lambda t: in_bands(
        t["age"], range(20, 90, 10), ["<20", *(f"{a}-{a + 9}" for a in range(20, 80, 10)), "80+"]),
    ("age", "cuts = [18, 30, 65]"): lambda t: in_bands(t["age"], [18, 30, 65], ["<18", "18-29", "30-64", "65+"]),
    ("age", "top = 85\nbottom = 15"): lambda t: pd.Series(["85+" if a >= 85 else "<15" if a < 15 else str(a) for a in t["age"]]),
    ("change", "bands = 5"): lambda t: in_bands(t["change"], FIVES[1:], [f"{a} to {a + 4}" for a in FIVES]),
    ("share", "bands = 2.5"): lambda t: in_bands(t["share"], [2.5, 5, 7.5], ["0-<2.5", "2.5-<5", "5-<7.5", "7.5-<10"]),
    ("seen", 'to = "month"'): lambda t: t["seen"].str[:7],
    ("seen", 'to = "quarter"'): lambda t: t["seen"].map(quarter),
    ("seen", 'to = "year"'): lambda t: t["seen"].str[:4],
    ("zip", "prefix = 2"): lambda t: t["zip"].str[:2],
}


@pytest.mark.parametrize(("column", "lines"), EXPECTED)
def test_values_are_those_of_pandas(coarsened, column, lines):
    table = people()
    expected = EXPECTED[column, lines](table)
    out, said = coarsened(table, column, lines)
    assert list(out) == list(expected)
    assert said["column"] == column and said["before"] == table[column].nunique() and said["after"] == expected.nunique()


@pytest.mark.parametrize(("column", "lines"), EXPECTED)
def test_gaps_stay_gaps(coarsened, column, lines):
    table = people()
    expected = EXPECTED[column, lines](table)
    table[column] = table[column].astype(str).mask(np.arange(N) % 9 == 4, "")
    assert list(coarsened(table, column, lines)[0]) == list(expected.mask(np.arange(N) % 9 == 4, ""))


def merged(values, least):
    """Levels of fewer than least become other, and while those are fewer than least, so does the next rarest."""
    counts = values.value_counts()
    gone = set(counts.index[counts < least])
    while gone and counts[list(gone)].sum() < least:
        gone.add(counts.drop(list(gone)).idxmin())
    return values.where(~values.isin(gone), "other")


@pytest.mark.parametrize("least", [3, 10, 30, 100])
def test_rare_levels_become_other(coarsened, least):
    table = people()
    counts = table["job"].value_counts()
    assert counts.is_unique
    expected = merged(table["job"], least)
    if (counts < least).any():
        out, said = coarsened(table, "job", f"merge_below = {least}")
        assert list(out) == list(expected) and said["after"] == expected.nunique()
        assert out.value_counts().min() >= least and set(out) <= {*table["job"], "other"}


def test_bands_and_rare_levels_go_together(coarsened):
    table = people()
    table["age"] = np.minimum(table["age"], 40 + table["age"] % 23)
    bands = EXPECTED["age", "bands = 10"](table)
    out, _ = coarsened(table, "age", "bands = 10\nmerge_below = 30")
    assert list(out) == list(merged(bands, 30)) and "other" in set(out)


TREE = {"nurse": "health;work", "cook": "food;work", "clerk": "office;work", "smith": "craft;work", "pilot": "travel;work", "judge": "office;work"}


@pytest.mark.parametrize("sign", [";", ","])
@pytest.mark.parametrize("level", [1, 2])
def test_a_hierarchy_is_looked_up(coarsened, tmp_path, level, sign):
    (tmp_path / "tree.csv").write_text("".join(f"{job};{above}\n" for job, above in TREE.items()).replace(";", sign))
    table = people()
    out, said = coarsened(table, "job", f'hierarchy = "tree.csv"\nlevel = {level}')
    assert list(out) == [TREE[job].split(";")[level - 1] for job in table["job"]]
    assert said["after"] == (5 if level == 1 else 1)


@pytest.mark.parametrize("hostile", ["two parents", "no level", "above itself", "missing value", "empty", "zeros", "fifo", "folder"])
def test_hostile_hierarchies_end_in_a_sentence(tmp_path, hostile):
    people().to_csv(tmp_path / "in.csv", index=False)
    lines = [f"{job};{above}" for job, above in TREE.items()]
    path = tmp_path / "tree.csv"
    if hostile == "fifo":
        os.mkfifo(path)
    elif hostile == "folder":
        path.mkdir()
    else:
        texts = {
            "two parents": [*lines, "nurse;office;work"],
            "no level": [*lines[:-1], "judge"],
            "above itself": ["nurse;health;nurse", *lines[1:]],
            "missing value": lines[1:],
            "empty": [],
            "zeros": ["\0" * 5000],
        }
        path.write_text("".join(line + "\n" for line in texts[hostile]))
    level = 2 if hostile == "above itself" else 1
    (tmp_path / "s.toml").write_text(f'[columns.job]\nrole = "keep"\nhierarchy = "tree.csv"\nlevel = {level}\n[columns.pay]\n[columns.hours]\n')
    words = f"{MASK} --columns pay,hours --keep job".split()
    refused = subprocess.run([BINARY, *words], cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=50)
    assert refused.returncode in (1, 2, 3) and refused.stderr.startswith("overhand: ") and "tree.csv" in refused.stderr
    assert not (tmp_path / "out.csv").exists() and "nurse" not in refused.stderr


def true_of(shown, values):
    """Of how many records what each shows is true: the same values, its own gaps matching any."""
    same = np.ones((len(shown), len(values)), bool)
    for key in shown:
        a = shown[key].astype(str).to_numpy()[:, None]
        same &= (a == values[key].astype(str).to_numpy()[None]) | (a == "")
    return same.sum(1)


def in_steps(table, steps):
    """The keys after the steps that were told: ages in bands, rare levels merged. A later step of a column stands for its earlier ones."""
    keys = table[KEYS].astype(str)
    for step in steps:
        column, how = step["column"], step["how"]
        number = int(re.search(r"\d+", how).group())
        if how == f"bands of {number}":
            starts = table[column] // number * number
            keys[column] = starts.astype(str) + "-" + (starts + number - 1).astype(str)
        else:
            assert how == f"levels of fewer than {number} records merged"
            keys[column] = merged(table[column], number)
    return keys


def entropy(values):
    p = pd.Series(values).value_counts(normalize=True)
    return -(p * np.log(p)).sum()


@pytest.mark.parametrize("k", [3, 5, 8])
def test_what_inspect_proposes_can_be_done_and_reaches_k(overhand, tmp_path, k):
    table = people()[[*KEYS, "pay", "hours"]]
    table.to_csv(tmp_path / "in.csv", index=False)
    told = overhand(f"inspect in.csv --keys region,sex,age --k {k} --schema s.toml").stdout
    assert f"{(true_of(table[KEYS], table[KEYS]) < k).sum()} of {N} records share their keys with fewer than {k}" in told
    overhand(MASK)
    figures, out = json.loads((tmp_path / "j.json").read_text()), read(tmp_path / "out.csv")
    coarse = in_steps(table, figures["coarsened"])
    for step in figures["coarsened"]:
        assert step["before"] == table[step["column"]].nunique() and step["after"] == coarse[step["column"]].nunique()
    left = (true_of(coarse, coarse) < k).sum()
    assert figures["coarsened"] and f"{left} are left" in told and figures["shared_keys"]["below"] == left
    assert ((out[KEYS] == coarse) | (out[KEYS] == "")).all().all()
    assert true_of(out[KEYS], coarse).min() >= k - 1


def loss(table, out, coarse):
    """Levels, told, cells and total variation of keys that go out, a band spread evenly over the ages that it stands for."""
    told, varied = [], []
    for key in KEYS:
        shown = out[key][out[key] != ""]
        told.append(1 - entropy(shown) / entropy(table[key]))
        before = table[key].astype(str).value_counts(normalize=True)
        after = pd.Series(0.0, index=before.index)
        for level, share in (shown.value_counts() / len(out)).items():
            below = table[key].astype(str)[coarse[key] == level].unique()
            after[below] += share / len(below)
        gaps = (out[key] == "").mean()
        varied.append(((before - after).abs().sum() + gaps) / 2)
    return {
        "levels_before": sum(table[key].nunique() for key in KEYS),
        "levels_after": sum(out[key].replace("", np.nan).nunique() for key in KEYS),
        "told": np.mean(told), "cells": (out[KEYS] == "").to_numpy().mean(), "total_variation": np.mean(varied),
    }


@pytest.mark.parametrize("k", [3, 6])
def test_key_loss_after_suppression_is_counted_again(overhand, tmp_path, k):
    table = people()[[*KEYS, "pay", "hours"]]
    table.to_csv(tmp_path / "in.csv", index=False)
    overhand(f"mask in.csv -o out.csv --columns pay,hours --keep region,sex,age --suppress {k} --method rank_swap --seed 1 --json j.json")
    figures = json.loads((tmp_path / "j.json").read_text())["key_loss"]
    expected = loss(table, read(tmp_path / "out.csv"), table.astype(str))
    assert {name: figures[name] for name in expected} == pytest.approx(expected)
    parts = [figures[name] for name in ("told", "cells", "total_variation", "associations")]
    assert figures["overall"] == pytest.approx(np.mean(parts))


@pytest.mark.parametrize("command", ["tune", "compare"])
def test_the_way_that_loses_least_is_taken_and_holds_k(overhand, tmp_path, command):
    table = people()[[*KEYS, "pay", "hours"]]
    table.to_csv(tmp_path / "in.csv", index=False)
    method = "--method rank_swap" if command == "tune" else ""
    overhand(f"{command} in.csv --columns pay,hours --keep region,sex,age --suppress 5 --quick --max-risk 1 {method} -o out.csv --lineage l.csv "
             "--json j.json")
    figures = json.loads((tmp_path / "j.json").read_text())
    ways = figures["key_ways"]
    assert ways["k"] == 5 and ways["keys"] == KEYS and ways["below"] == (true_of(table[KEYS], table[KEYS]) < 5).sum()
    overall = [way["loss"]["overall"] for way in ways["ways"]]
    assert len(overall) > 1 and ways["taken"] == int(np.argmin(overall))
    for way in ways["ways"]:
        lost = way["loss"]
        assert lost["overall"] == pytest.approx((lost["told"] + lost["cells"] + lost["total_variation"] + lost["associations"]) / 4)
        assert lost["cells"] == pytest.approx((way["cells"] + 3 * way["records"]) / (3 * N))
        coarse = in_steps(table, way["steps"])
        for step in {step["column"]: step for step in way["steps"]}.values():
            values = coarse[step["column"]]
            assert step["values"] == values.nunique() and step["kept"] == pytest.approx(entropy(values) / entropy(table[step["column"]]))
        assert lost["levels_before"] == table[KEYS].nunique().sum() and lost["levels_after"] <= coarse.nunique().sum()
    sources = pd.read_csv(tmp_path / "l.csv")["source"].to_numpy() - 1
    coarse = in_steps(table, ways["ways"][ways["taken"]]["steps"])
    out, before = read(tmp_path / "out.csv"), coarse.iloc[sources].reset_index(drop=True)
    assert ((out[KEYS] == before) | (out[KEYS] == "")).all().all()
    persons = before.assign(source=sources).drop_duplicates("source")
    assert true_of(out[KEYS], persons[KEYS]).min() >= 4
    lost, expected = figures["release"]["key_loss"], loss(table, out, coarse)
    if command == "compare":  # whose method may take some sources twice, so that distributions change by more than the keys' own loss
        expected = {name: expected[name] for name in ("levels_before", "levels_after", "cells")}
    assert {name: lost[name] for name in expected} == pytest.approx(expected)


def test_cells_alone_where_asked_for(overhand, tmp_path):
    table = people()[[*KEYS, "pay", "hours"]]
    table.to_csv(tmp_path / "in.csv", index=False)
    overhand("tune in.csv --columns pay,hours --keep region,sex,age --suppress 5 --keys-by cells --quick --max-risk 1 --method rank_swap "
             "-o out.csv --json j.json")
    out, figures = read(tmp_path / "out.csv"), json.loads((tmp_path / "j.json").read_text())
    assert "key_ways" not in figures or len(figures["key_ways"]["ways"]) == 1
    assert "coarsened" not in figures and set(out["age"]) <= {"", *table["age"].astype(str)}


def test_evaluate_says_where_kept_values_are_none_of_the_originals(overhand, tmp_path):
    chance = np.random.default_rng(5)
    table = pd.DataFrame({"zip": chance.choice(["01067", "01099", "04109", "04229"], 400), "sex": chance.choice(["f", "m"], 400),
                          "pay": chance.normal(3000, 400, 400).round(2), "hours": chance.normal(40, 6, 400).round(1)})
    table.to_csv(tmp_path / "in.csv", index=False)
    (tmp_path / "s.toml").write_text('[columns.zip]\nrole = "keep"\nprefix = 2\n[columns.sex]\nrole = "keep"\n'
                                     '[columns.pay]\nrole = "mask"\n[columns.hours]\nrole = "mask"\n')
    overhand("mask in.csv -o out.csv --schema s.toml --seed 1 --quiet")
    blind = overhand("evaluate in.csv out.csv --columns pay,hours --keep zip,sex").stderr
    assert "Column 'zip' is kept, and 2 of its 2 values in the masked table are none of the original's; say in a schema how it was coarsened" in blind
    assert "'sex' is kept" not in blind
    told = overhand("evaluate in.csv out.csv --schema s.toml")
    assert "none of the original's" not in told.stderr
