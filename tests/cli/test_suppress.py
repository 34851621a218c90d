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
    assert "of column 'band'" in said.stderr and "shared by 4 or more" in said.stderr and "true of 3 or more" in said.stderr
    assert "of different sources" in said.stderr and "look like fewer than 4, a gap being like a gap alone" in said.stderr


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


def persons_behind(table, keys, sources):
    """Of how many different sources what is left of each record is true: equal values, or a gap of its own. By the originals' keys."""
    originals = people()
    return [len({s for s in set(sources) if all(row[key] in ("", originals[key][s]) for key in keys)}) for _, row in table.iterrows()]


@pytest.mark.parametrize("method", ["rank_swap --percent 20", "cell_rotate --k 12"])
def test_persons_are_counted_and_not_records(overhand, table, tmp_path, method):
    overhand(f"mask in.csv -o out.csv --columns pay,hours --keep region,sex,band --suppress 4 --method {method} --seed 1 --lineage s.csv --json j.json")
    sources = [int(line) - 1 for line in (tmp_path / "s.csv").read_text().split()[1:]]
    out = read(tmp_path)
    assert min(persons_behind(out, KEYS, sources)) >= 3
    rows = list(out[KEYS].itertuples(index=False))
    counts = [len({s for s, other in zip(sources, rows) if all(a == b or "" in (a, b) for a, b in zip(row, other))}) for row in rows]
    assert min(counts) >= 4
    assert json.loads((tmp_path / "j.json").read_text())["kept"]["smallest_class"] <= min(counts)


def test_records_without_keys_hide_nobody(overhand, tmp_path):
    before = people()
    before.loc[:4, KEYS] = ""
    before.to_csv(tmp_path / "in.csv", index=False)
    overhand("mask in.csv -o out.csv --columns pay,hours --keep region,sex,band --suppress 4 --method rank_swap --percent 20 --seed 1 --json j.json")
    out = read(tmp_path)
    assert (out[KEYS][5:] == "").sum().sum() > 0
    for i, row in out.iterrows():
        assert sum(all(row[key] in ("", value) for key, value in zip(KEYS, other)) for other in before[KEYS].itertuples(index=False)) >= 3
    shared = json.loads((tmp_path / "j.json").read_text())["shared_keys"]
    alike = out.groupby(KEYS)["pay"].transform("size")
    assert shared["k"] == 4 and shared["alike_below"] == int((alike < 4).sum())


def test_emptied_cells_look_like_other_gaps(overhand, tmp_path):
    before = people()
    before.loc[::15, "band"] = "unk"
    before.loc[1::40, "region"] = "NA"
    before.to_csv(tmp_path / "in.csv", index=False)
    overhand("mask in.csv -o out.csv --columns pay,hours --keep region,sex,band --suppress 4 --missing unk --method rank_swap --percent 20 --seed 1 --quiet")
    out = read(tmp_path)
    assert (out["band"] == "unk").sum() > (before["band"] == "unk").sum() and not (out["band"] == "").any()
    assert set(out["region"]) <= {*before["region"], "NA"}


def test_keys_and_mask_read_gaps_alike(overhand, tmp_path):
    before = people(60)
    before.loc[::7, "region"] = "NA"
    before.loc[::11, "band"] = "n/a"
    before.to_csv(tmp_path / "in.csv", index=False)
    overhand("keys in.csv --keys region,sex,band --json k.json --records r.csv")
    missing = {key["column"] if "column" in key else key["name"]: key["missing"] for key in json.loads((tmp_path / "k.json").read_text())["keys"]}
    assert missing == {"region": 9, "sex": 0, "band": 6}
    said = overhand("mask in.csv -o out.csv --columns pay,hours --keep region,sex,band --suppress 3 --method rank_swap --percent 20 --seed 1 --json j.json")
    shared = json.loads((tmp_path / "j.json").read_text())["shared_keys"]
    rows = [tuple("" if cell in ("NA", "n/a") else cell for cell in row) for row in before[KEYS].itertuples(index=False)]
    below = sum(sum(all(a in ("", b) for a, b in zip(row, other)) for other in rows) < 3 for row in rows)
    assert shared["below"] == below and f"are suppressed" in said.stderr


def test_kept_columns_beside_the_keys_are_named(overhand, table, tmp_path):
    said = overhand("mask in.csv -o out.csv --columns pay,hours --keep region,sex,band --keys region,sex --suppress 4 --method rank_swap --percent 20 "
                    "--seed 1 --json j.json")
    assert "Column 'band' is kept and no key: suppression did not look at it" in said.stderr
    kept = json.loads((tmp_path / "j.json").read_text())["kept"]
    assert kept["beside_keys"] == ["band"]
    smallest = people().groupby(KEYS).size().min()
    assert f"Over all kept columns the smallest class has {smallest} record" in said.stderr and kept["smallest_class"] == smallest


def test_quiet_does_not_hide_what_is_lost(overhand, table, tmp_path):
    said = overhand("mask in.csv -o out.csv --columns pay,hours --keep region,sex,band --suppress 4 --method rank_swap --percent 20 --seed 1 --quiet")
    assert "cells of keys are suppressed" in said.stderr and "Risk:" not in said.stderr


def test_what_is_said_of_keys_is_checked(overhand, table, tmp_path):
    options = "mask in.csv -o out.csv --columns pay,hours --keep region,sex,band"
    twice = overhand(f"{options} --keys sex,sex --suppress 3", check=False)
    assert twice.returncode == 2 and "The key column 'sex' is named twice." in twice.stderr
    roles = "".join(f'[columns.{key}]\nrole = "keep"\n' for key in KEYS) + "[columns.pay]\n[columns.hours]\n"
    (tmp_path / "s.toml").write_text('keys = ["region"]\nk = 3\nimportance = { pay = 2 }\n' + roles)
    no_key = overhand("mask in.csv -o out.csv --schema s.toml", check=False)
    assert no_key.returncode == 2 and "'importance' names column 'pay', which is no key" in no_key.stderr
    many = overhand("inspect in.csv --keys region,sex --k 301", check=False)
    assert many.returncode == 2 and "There are 300 records" in many.stderr


def test_suppress_records_by_its_word(overhand, table, tmp_path):
    options = "mask in.csv --columns pay,hours --keep region,sex,band --method rank_swap --percent 20 --seed 1 --quiet"
    overhand(f"{options} -o word.csv --suppress records")
    overhand(f"{options} -o option.csv --suppress-records 3")
    assert (tmp_path / "word.csv").read_text() == (tmp_path / "option.csv").read_text()
    refused = overhand(f"{options} -o no.csv --suppress recs", check=False)
    assert refused.returncode == 2 and "a whole number from 2" in refused.stderr


def test_a_kept_weight_needs_no_leave(overhand, tmp_path):
    before = people()
    before["w"] = [10 + i / 7 for i in range(300)]
    before.to_csv(tmp_path / "in.csv", index=False)
    overhand("mask in.csv -o out.csv --columns pay,hours --keep region,sex,w --drop band --weight w --method rank_swap --percent 20 --seed 1")
    refused = overhand("mask in.csv -o no.csv --columns pay,hours --keep region,sex,w --drop band", check=False)
    assert refused.returncode == 2


def test_tune_holds_ways_to_mend_keys_against_each_other(overhand, table, tmp_path):
    said = overhand("tune in.csv --columns pay,hours --keep region,sex,band --suppress 4 --method rank_swap --quick --max-risk 1 -o out.csv --json j.json "
                    "--report r.html")
    result = json.loads((tmp_path / "j.json").read_text())
    ways = result["key_ways"]
    losses = [way["loss"]["overall"] for way in ways["ways"]]
    assert ways["taken"] == losses.index(min(losses)) and len(losses) >= 3
    assert ways["ways"][0]["how"] == "cells suppressed" and ways["ways"][-1]["how"] == "records left out"
    taken = ways["ways"][ways["taken"]]
    assert f"Taken (*): {taken['how']}." in said.stdout
    assert taken["how"] in (tmp_path / "r.html").read_text()
    assert result["release"]["kept"]["smallest_class"] >= 4
    assert set(result["release"]["key_loss"]) == set(taken["loss"])
    overhand("tune in.csv --columns pay,hours --keep region,sex,band --suppress 4 --keys-by cells --method rank_swap --quick --max-risk 1 --json k.json")
    assert "key_ways" not in json.loads((tmp_path / "k.json").read_text())


def test_evaluate_counts_what_keys_lost(overhand, table, tmp_path):
    roles = "".join(f'[columns.{key}]\nrole = "keep"\n' for key in ("region", "sex")) + "[columns.pay]\n[columns.hours]\n"
    (tmp_path / "s.toml").write_text('k = 4\n' + roles + '[columns.band]\nrole = "keep"\nbands = 20\n')
    overhand("mask in.csv -o out.csv --schema s.toml --method rank_swap --percent 20 --seed 1 --json mask.json --quiet")
    said = overhand("evaluate in.csv out.csv --schema s.toml --pairing row --json eval.json")
    lost = [json.loads((tmp_path / name).read_text())["key_loss"] for name in ("mask.json", "eval.json")]
    out, before = read(tmp_path), people()
    assert lost[0] == lost[1]
    assert lost[0]["levels_before"] == sum(before[key].nunique() for key in KEYS)
    assert lost[0]["levels_after"] == sum(out[key][out[key] != ""].nunique() for key in KEYS)
    assert lost[0]["cells"] == pytest.approx((out[KEYS] == "").sum().sum() / 900)


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
