"""Wider values by a schema: bands, prefixes, periods, ends, rare levels, hierarchies, in mask, evaluate, tune and the report."""

import json

import pandas as pd
import pytest

SCHEMA = """
[columns.age]
role = "keep"
bands = 10
top = 60
[columns.zip]
role = "keep"
prefix = 2
[columns.seen]
role = "keep"
to = "quarter"
[columns.job]
type = "category"
role = "mask"
merge_below = 20
[columns.income]
role = "mask"
top = 1500
[columns.hours]
role = "mask"
"""
JOBS = ["nurse", "cook", "clerk"]
RARE = {0: "pilot", 10: "judge"}  # of 20 records, one each


def people(rows=240):
    return pd.DataFrame({
        "age": [20 + i % 50 for i in range(rows)],
        "zip": [f"0{i % 2}{i:03}" for i in range(rows)],
        "seen": [f"2026-{1 + i % 6:02}-{1 + i % 28:02}" for i in range(rows)],
        "job": [RARE.get(i % 20, JOBS[i % 3]) for i in range(rows)],
        "income": [1000 + 37 * i % 997 for i in range(rows)],
        "hours": [i * 13 % 41 for i in range(rows)],
    })


@pytest.fixture
def table(tmp_path):
    people().to_csv(tmp_path / "in.csv", index=False)
    (tmp_path / "s.toml").write_text(SCHEMA)


def read(tmp_path, name="out.csv"):
    return pd.read_csv(tmp_path / name, dtype=str, keep_default_na=False)


def test_columns_go_out_coarsened(overhand, table, tmp_path):
    said = overhand("mask in.csv -o out.csv --schema s.toml --method rank_swap --percent 20 --seed 1 --json done.json")
    out = read(tmp_path)
    assert list(out["age"][:3]) == ["20-29"] * 3 and set(out["age"]) == {"20-29", "30-39", "40-49", "50-59", "60+"}
    assert set(out["zip"]) == {"00", "01"} and set(out["seen"]) == {"2026-Q1", "2026-Q2"}
    assert set(out["job"]) == {*JOBS, "other"}
    assert pd.to_numeric(out["income"]).max() == 1500
    assert "Column 'age' has 5 values instead of 50 (bands of 10, top 60)." in said.stderr
    changes = {change["column"]: change for change in json.loads((tmp_path / "done.json").read_text())["coarsened"]}
    assert changes["zip"] == {"column": "zip", "how": "its first 2 characters", "before": 240, "after": 2}
    assert set(changes) == {"age", "zip", "seen", "job", "income"}


def test_a_kept_top_is_a_level(overhand, table, tmp_path):
    (tmp_path / "s.toml").write_text(SCHEMA.replace("bands = 10\ntop = 60", "top = 60\nbottom = 25"))
    overhand("mask in.csv -o out.csv --schema s.toml --method rank_swap --percent 20 --seed 1 --quiet")
    assert set(read(tmp_path)["age"]) == {"<25", "60+", *map(str, range(25, 60))}


def test_an_identifier_may_be_kept_once_it_is_coarse(overhand, table, tmp_path):
    (tmp_path / "s.toml").write_text(SCHEMA.replace("prefix = 2", "prefix = 5"))
    refused = overhand("mask in.csv -o out.csv --schema s.toml", check=False)
    assert refused.returncode == 2 and "zip" in refused.stderr


def test_evaluate_coarsens_the_original_likewise(overhand, table, tmp_path):
    overhand("mask in.csv -o out.csv --schema s.toml --method rank_swap --percent 20 --seed 1 --quiet")
    overhand("evaluate in.csv out.csv --schema s.toml --pairing row --json by_schema.json")
    # The same from a file in which the values were coarse from the beginning.
    coarse = people()
    coarse["age"] = [f"{a // 10 * 10}-{a // 10 * 10 + 9}" if a < 60 else "60+" for a in coarse["age"]]
    coarse["zip"] = coarse["zip"].str[:2]
    coarse["seen"] = [f"2026-Q{(int(day[5:7]) + 2) // 3}" for day in coarse["seen"]]
    coarse["job"] = coarse["job"].replace(list(RARE.values()), "other")
    coarse["income"] = coarse["income"].clip(upper=1500)
    coarse.to_csv(tmp_path / "coarse.csv", index=False)
    plain = "\n".join(line for line in SCHEMA.splitlines() if line.split(" ")[0] not in ("bands", "top", "prefix", "to", "merge_below"))
    (tmp_path / "plain.toml").write_text(plain.replace('[columns.age]', '[columns.age]\nordered = ["20-29", "30-39", "40-49", "50-59", "60+"]'))
    overhand("evaluate coarse.csv out.csv --schema plain.toml --pairing row --json plain.json")
    ours, theirs = (json.loads((tmp_path / f"{name}.json").read_text()) for name in ("by_schema", "plain"))
    for group in ("risk", "loss"):
        assert ours[group] == pytest.approx(theirs[group])
    assert ours["kept"]["unique"] == theirs["kept"]["unique"]


def test_the_report_tells_it(overhand, table, tmp_path):
    overhand("tune in.csv --schema s.toml --method rank_swap --quick -o out.csv --report r.html --json r.json --max-risk 1", check=False)
    page = (tmp_path / "r.html").read_text()
    assert "bands of 10, top 60; 5 values, before 50" in page


def test_a_hierarchy_as_arx_writes_it(overhand, tmp_path):
    ages = [str(18 + i % 40) for i in range(200)]
    pd.DataFrame({"age": ages, "a": range(200), "b": [i * 7 % 31 for i in range(200)]}).to_csv(tmp_path / "in.csv", index=False)
    lines = [f"{age};[{age // 10 * 10}, {age // 10 * 10 + 10}[;*" for age in range(18, 58)]
    (tmp_path / "age.csv").write_text("\n".join(lines) + "\n")
    (tmp_path / "s.toml").write_text('[columns.age]\nrole = "keep"\nhierarchy = "age.csv"\nlevel = 1\n[columns.a]\n[columns.b]\n')
    overhand("mask in.csv -o out.csv --schema s.toml --columns a,b --keep age --method rank_swap --percent 20 --seed 1 --quiet")
    assert list(read(tmp_path)["age"]) == [f"[{int(age) // 10 * 10}, {int(age) // 10 * 10 + 10}[" for age in ages]
    (tmp_path / "age.csv").write_text("\n".join(lines[1:]) + "\n")
    refused = overhand("mask in.csv -o o2.csv --schema s.toml --columns a,b --keep age", check=False)
    assert refused.returncode == 2
    assert "Column 'age' has 40 values, and 1 of them is not in age.csv; give each a line there." in refused.stderr


def test_a_hierarchy_that_is_not_there_is_named(overhand, table, tmp_path):
    (tmp_path / "s.toml").write_text(SCHEMA.replace("prefix = 2", 'hierarchy = "none.csv"'))
    refused = overhand("mask in.csv -o out.csv --schema s.toml", check=False)
    assert refused.returncode == 3 and "none.csv" in refused.stderr


def test_what_cannot_be_done_names_the_line_of_the_schema(overhand, table, tmp_path):
    (tmp_path / "s.toml").write_text(SCHEMA.replace("prefix = 2", "bands = 5"))
    refused = overhand("mask in.csv -o out.csv --schema s.toml", check=False)
    assert refused.returncode == 2 and refused.stderr.startswith("overhand: s.toml, line 6: Column 'zip'")
    assert "01001" not in refused.stderr and not (tmp_path / "out.csv").exists()


def test_inspect_proposes_how_to_coarsen_keys(overhand, table, tmp_path):
    told = overhand("inspect in.csv --keys age,seen --k 5 --schema p.toml").stdout
    assert "240 of 240 records share their keys with fewer than 5, themselves counted." in told
    assert "Column 'age', bands of " in told or "Column 'seen', to the " in told
    schema = (tmp_path / "p.toml").read_text()
    assert 'keys = ["age", "seen"]\nk = 5\n' in schema
    overhand("mask in.csv -o out.csv --schema p.toml --columns income,hours --keep age,seen --method rank_swap --percent 20 --seed 1 --quiet")
    counts = read(tmp_path).groupby(["age", "seen"]).size()
    assert counts.min() >= 1 and len(counts) < 48


def test_bands_that_join_nothing_are_named(overhand, table, tmp_path):
    (tmp_path / "s.toml").write_text(SCHEMA.replace("bands = 10\ntop = 60", "bands = 0.5"))
    said = overhand("mask in.csv -o out.csv --schema s.toml --method rank_swap --percent 20 --seed 1 --quiet")
    assert "Column 'age' has 50 values as before (bands of 0.5): this is too fine to join any of them." in said.stderr


def test_inspect_without_keys_says_nothing_of_them(overhand, table, tmp_path):
    told = overhand("inspect in.csv --schema p.toml").stdout
    assert "share their keys" not in told and "keys =" not in (tmp_path / "p.toml").read_text()


def test_keys_are_measured_as_they_go_out(overhand, table, tmp_path):
    (tmp_path / "s.toml").write_text('keys = ["age", "zip"]\n' + SCHEMA)
    overhand("keys in.csv --schema s.toml --records r.csv --json k.json")
    coarse = people()
    coarse["age"] = (coarse["age"] // 10 * 10).clip(upper=60)
    coarse["zip"] = coarse["zip"].str[:2]
    sizes = coarse.groupby(["age", "zip"])["age"].transform("size")
    assert list(pd.read_csv(tmp_path / "r.csv")["fk"]) == list(sizes)


def test_names_that_change_places_are_no_hierarchy(overhand, tmp_path):
    (tmp_path / "in.csv").write_text("from,pay,hours\n" + "".join(f"{['EU', 'none'][i % 2]},{i * 7 % 90},{i * 3 % 40}\n" for i in range(100)))
    (tmp_path / "from.csv").write_text("EU;none\nnone;EU\n")
    (tmp_path / "s.toml").write_text('[columns.from]\nrole = "keep"\nhierarchy = "from.csv"\nlevel = 1\n'
                                     '[columns.pay]\nrole = "mask"\n[columns.hours]\nrole = "mask"\n')
    done = overhand("mask in.csv -o out.csv --schema s.toml", check=False)
    assert done.returncode == 2 and "stands under" in done.stderr and "a name of its own" in done.stderr
