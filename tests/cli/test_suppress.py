"""Cells of keys set to missing until what is left is shared: mask, tune, the schema, records instead of cells."""

import itertools
import json
import pathlib

import pandas as pd
import pytest

KEYS = ["region", "sex", "band"]
SHARED = pathlib.Path(__file__).resolve().parents[3] / "shared"


def people(rows=300):
    return pd.DataFrame({
        "region": [f"r{i * 7 % 5}" for i in range(rows)],
        "sex": ["fm"[i * 11 % 3 % 2] for i in range(rows)],
        "band": [str(20 + 10 * ((i * i + i // 17) % 9)) for i in range(rows)],
        "pay": [1000 + 37 * i % 997 for i in range(rows)],
        "hours": [i * 13 % 41 for i in range(rows)],
    })


@pytest.fixture
def table(tmp_path):
    people().to_csv(tmp_path / "in.csv", index=False)


def read(tmp_path, name="out.csv"):
    return pd.read_csv(tmp_path / name, dtype=str, keep_default_na=False)


def class_sizes(table, keys):
    """fk of each record: a missing key matches every value, both ways."""
    rows = list(table[keys].itertuples(index=False))
    counts = {}
    for row in rows:
        counts[row] = counts.get(row, 0) + 1

    def match(a, b):
        return all(x == y or x == "" or y == "" for x, y in zip(a, b))

    sizes = {a: sum(n for b, n in counts.items() if match(a, b)) for a in counts}
    return [sizes[row] for row in rows]


@pytest.mark.parametrize("method", ["rank_swap --percent 20", "cell_rotate"])
def test_what_goes_out_is_shared_by_k(overhand, table, tmp_path, method):
    assert min(class_sizes(people(), KEYS)) < 4
    said = overhand(f"mask in.csv -o out.csv --columns pay,hours --keep region,sex,band --suppress 4 --method {method} --seed 1 --json j.json")
    out = read(tmp_path)
    assert min(class_sizes(out, KEYS)) >= 4
    gaps = {key: int((out[key] == "").sum()) for key in KEYS}
    assert sum(gaps.values()) > 0
    assert json.loads((tmp_path / "j.json").read_text())["suppressed"] == [{"column": key, "cells": gaps[key]} for key in KEYS]
    assert f"{sum(gaps.values())} of 900 cells of keys are suppressed" in said.stderr
    assert "of column 'band'" in said.stderr and "shared by 4 or more" in said.stderr
    assert "gaps that the original had match any value" in said.stderr


def test_suppression_only_makes_missing(overhand, table, tmp_path):
    options = "--columns pay,hours --keep region,sex,band --method rank_swap --percent 20 --seed 1 --quiet"
    overhand(f"mask in.csv -o out.csv {options} --suppress 4")
    out, before = read(tmp_path), people()
    for key in KEYS:
        assert all(value in ("", old) for value, old in zip(out[key], before[key]))


def test_the_schema_says_the_same(overhand, table, tmp_path):
    roles = "".join(f'[columns.{key}]\nrole = "keep"\n' for key in KEYS) + "[columns.pay]\n[columns.hours]\n"
    (tmp_path / "s.toml").write_text('keys = ["region", "band"]\nk = 3\nimportance = { band = 9 }\n' + roles)
    overhand("mask in.csv -o out.csv --schema s.toml --method rank_swap --percent 20 --seed 1 --quiet")
    out = read(tmp_path)
    assert min(class_sizes(out, ["region", "band"])) >= 3 and (out["sex"] != "").all()
    (tmp_path / "s.toml").write_text('keys = ["region", "none"]\n' + roles)
    refused = overhand("mask in.csv -o out.csv --schema s.toml", check=False)
    assert refused.returncode == 2 and "'keys' names column 'none', which is not described here" in refused.stderr


def test_evaluate_takes_gaps_of_keys_for_any_value(overhand, table, tmp_path):
    roles = "".join(f'[columns.{key}]\nrole = "keep"\n' for key in KEYS) + "[columns.pay]\n[columns.hours]\n"
    (tmp_path / "s.toml").write_text("k = 4\n" + roles)
    overhand("mask in.csv -o out.csv --schema s.toml --method rank_swap --percent 20 --seed 1 --json mask.json --quiet")
    overhand("evaluate in.csv out.csv --schema s.toml --pairing row --json eval.json")
    kept = [json.loads((tmp_path / name).read_text())["kept"] for name in ("mask.json", "eval.json")]
    assert kept[0] == kept[1] and kept[0]["unique"] == 0 and kept[0]["smallest_class"] >= 4


def test_importance_spares_a_column(overhand, table, tmp_path):
    roles = "".join(f'[columns.{key}]\nrole = "keep"\n' for key in KEYS) + "[columns.pay]\n[columns.hours]\n"
    cells = {}
    for spared in KEYS:
        (tmp_path / "s.toml").write_text(f"k = 5\nimportance = {{ {spared} = 100 }}\n" + roles)
        overhand(f"mask in.csv -o {spared}.csv --schema s.toml --method rank_swap --percent 20 --seed 1 --quiet")
        cells[spared] = read(tmp_path, f"{spared}.csv")
    for spared, other in itertools.permutations(KEYS, 2):
        assert (cells[spared][spared] == "").sum() <= (cells[other][spared] == "").sum()


def test_records_instead_of_cells(overhand, table, tmp_path):
    said = overhand("mask in.csv -o out.csv --columns pay,hours --keep region,sex,band --suppress-records 4 --method rank_swap --percent 20 "
                    "--seed 1 --lineage source.csv")
    out, before = read(tmp_path), people()
    staying = [i for i, size in enumerate(class_sizes(before, KEYS)) if size >= 4]
    assert 0 < len(staying) < len(before) and len(out) == len(staying)
    assert f"{300 - len(staying)} of 300 records are left out" in said.stderr
    source = [int(line) - 1 for line in (tmp_path / "source.csv").read_text().split()[1:]]
    assert source == staying
    assert (out[KEYS] != "").all().all()


def test_tune_tells_it_and_needs_no_unique_records(overhand, table, tmp_path):
    refused = overhand("tune in.csv --columns pay,hours --keep region,sex,band --method rank_swap --quick -o out.csv", check=False)
    assert refused.returncode == 1 and "unique" in refused.stderr
    overhand("tune in.csv --columns pay,hours --keep region,sex,band --suppress 4 --method rank_swap --quick --max-risk 1 -o out.csv --json j.json "
             "--report r.html")
    assert min(class_sizes(read(tmp_path), KEYS)) >= 4
    released = json.loads((tmp_path / "j.json").read_text())["release"]
    assert released["kept"]["unique"] == 0 and released["kept"]["smallest_class"] >= 4
    assert sum(key["cells"] for key in released["suppressed"]) == (read(tmp_path)[KEYS] == "").sum().sum()
    assert "cells of keys are suppressed" in (tmp_path / "r.html").read_text()


def test_too_few_records_are_a_sentence(overhand, table, tmp_path):
    refused = overhand("mask in.csv -o out.csv --columns pay,hours --keep sex --suppress 301", check=False)
    assert refused.returncode == 2 and "There are 300 records" in refused.stderr
    none = overhand("mask in.csv -o out.csv --drop region,sex,band --suppress 3", check=False)
    assert none.returncode == 2 and "No key column is named" in none.stderr


@pytest.mark.skipif(not (SHARED / "reference/keys/keys_a.csv").exists(), reason="no reference")
def test_no_more_cells_than_sdcmicro(overhand, tmp_path):
    folder = SHARED / "reference" / "keys"
    totals = json.loads((folder / "keys_a.json").read_text())
    keys = totals["keys"]
    overhand(["mask", str(folder / "keys_a.csv"), "-o", "out.csv", "--keep", ",".join(keys), "--suppress", "3", "--seed", "1", "--method",
              "rank_swap", "--percent", "20", "--quiet"])
    out = read(tmp_path)
    before = pd.read_csv(folder / "keys_a.csv", dtype=str, keep_default_na=False)
    assert min(class_sizes(out, keys)) >= 3
    assert (out[keys] == "").sum().sum() - (before[keys] == "").sum().sum() <= totals["suppressed_total"]
