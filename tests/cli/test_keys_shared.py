"""What key columns promise: class sizes, suppression and its counts, counted again by pandas and numpy over every pair of records.

A table has N records of chance with gaps in some keys. Nothing here is read from the program but the files it wrote and its figures; who comes
from whom is read from --lineage.
"""

import json
import os
import pathlib

import numpy as np
import pandas as pd
import pytest

DATA = pathlib.Path(os.environ.get("OVERHAND_DATA", pathlib.Path(__file__).parents[3] / "shared/data"))
KEYS = ["region", "sex", "age"]
N = 400
MASK = "mask in.csv -o out.csv --columns pay,hours --keep region,sex,age --seed 5 --lineage l.csv --json j.json"
METHODS = ["rank_swap --percent 20", "cell_rotate --k 15"]


def people(seed=3, gaps=0.0, rows=N):
    chance = np.random.default_rng(seed)
    table = pd.DataFrame({
        "region": chance.choice(list("abcdef"), rows, p=[0.4, 0.25, 0.15, 0.1, 0.07, 0.03]),
        "sex": chance.choice(["f", "m"], rows),
        "age": (20 + 5 * np.minimum(chance.geometric(0.2, rows), 14)).astype(str),
        "pay": chance.integers(1000, 9000, rows).astype(str),
        "hours": chance.integers(0, 60, rows).astype(str),
    })
    for key in KEYS:
        table.loc[chance.random(rows) < gaps, key] = ""
    return table


def read(path):
    return pd.read_csv(path, dtype=str, keep_default_na=False)


def agree(left, right, own=False, other=False):
    """For each pair of a record of left and one of right: do they agree in every key? Gaps of the left (own), of the right (other) match all."""
    same = np.ones((len(left), len(right)), bool)
    for key in left:
        codes, _ = pd.factorize(pd.concat([left[key], right[key]]))
        gap_here, gap_there = (left[key] == "").to_numpy()[:, None], (right[key] == "").to_numpy()[None]
        same &= (codes[:len(left), None] == codes[None, len(left):]) | (own & gap_here) | (other & gap_there)
    return same


def fk(table, keys=KEYS):
    return agree(table[keys], table[keys], own=True, other=True).sum(1)


def distinct(pairs, sources):
    """How many different sources the records have that each record goes with."""
    by_source = np.zeros((pairs.shape[1], sources.max() + 1), int)
    by_source[np.arange(len(sources)), sources] = 1
    return ((pairs.astype(int) @ by_source) > 0).sum(1)


@pytest.fixture
def masked(overhand, tmp_path):
    """The masked table, the row of each record's source, the JSON and what was said."""

    def run(table, options):
        table.to_csv(tmp_path / "in.csv", index=False)
        said = overhand(f"{MASK} {options}").stderr
        sources = pd.read_csv(tmp_path / "l.csv")["source"].to_numpy() - 1
        return read(tmp_path / "out.csv"), sources, json.loads((tmp_path / "j.json").read_text()), said

    return run


@pytest.mark.parametrize("gaps", [0.0, 0.03, 0.3])
def test_records_have_the_classes_of_every_pair(overhand, tmp_path, gaps):
    table = people(seed=11, gaps=gaps)
    table.to_csv(tmp_path / "in.csv", index=False)
    figures = json.loads(overhand("keys in.csv --keys region,sex,age --records r.csv --json -").stdout)
    sizes, records = fk(table), pd.read_csv(tmp_path / "r.csv")
    assert (records["fk"] == sizes).all() and (records["Fk"] == sizes).all()
    assert np.allclose(records["risk"], 1 / sizes)
    assert figures["smallest"] == sizes.min() and figures["uniques"] == (sizes == 1).sum()
    assert figures["below3"] == (sizes < 3).sum() and figures["below5"] == (sizes < 5).sum()
    assert figures["expected_reidentifications"] == pytest.approx((1 / sizes).sum())
    assert figures["largest_risk"] == pytest.approx(1 / sizes.min())
    assert [key["missing"] for key in figures["keys"]] == [int((table[key] == "").sum()) for key in KEYS]
    for bar in figures["sizes"]:
        last = np.inf if bar["words"].endswith("or more") else bar["to"]
        assert bar["records"] == ((sizes >= bar["from"]) & (sizes <= last)).sum(), bar["words"]


def test_weights_of_one_are_no_weights_and_others_lower_the_risk(overhand, tmp_path):
    table = people(seed=12, gaps=0.02).assign(one="1", many=[str(2 + i % 9) for i in range(N)])
    table.to_csv(tmp_path / "in.csv", index=False)
    records = {}
    for weight in ("", "one", "many"):
        overhand(f"keys in.csv --keys region,sex,age --records r.csv {'--weight ' + weight if weight else ''}")
        records[weight] = pd.read_csv(tmp_path / "r.csv")
    pd.testing.assert_frame_equal(records[""], records["one"])
    pairs = agree(table[KEYS], table[KEYS], own=True, other=True)
    f, weighed = pairs.sum(1), pairs @ table["many"].astype(float).to_numpy()
    p = f / weighed
    q = 1 - p
    expected = np.where(f == 1, p / q * np.log(1 / p), np.where(f == 2, p / q - (p / q) ** 2 * np.log(1 / p), p / (f - q)))
    assert np.allclose(records["many"]["Fk"], weighed) and np.allclose(records["many"]["risk"], expected)
    assert (records["many"]["risk"] < records[""]["risk"]).all()


@pytest.mark.parametrize("gaps", [0.0, 0.04])
@pytest.mark.parametrize("k", [2, 3, 7])
@pytest.mark.parametrize("method", METHODS)
def test_the_promise_by_distinct_sources(masked, method, k, gaps):
    table = people(gaps=gaps)
    out, sources, _, _ = masked(table, f"--suppress {k} --method {method}")
    before = table[KEYS].iloc[sources].reset_index(drop=True)
    emptied = (out[KEYS] == "") & (before != "")
    assert emptied.to_numpy().any()
    assert distinct(agree(out[KEYS], out[KEYS], own=True, other=True), sources).min() >= k
    # Gaps that the table had hide nobody else: only emptied cells of others match any value.
    others = out[KEYS].mask(~emptied & (out[KEYS] == ""), "(none)").reset_index(drop=True)
    assert distinct(agree(out[KEYS], others, own=True, other=True), sources).min() >= k
    # What a record still shows is true of k - 1 persons at least, and never of one alone.
    assert distinct(agree(out[KEYS], before, own=True), sources).min() >= max(2, k - 1)


@pytest.mark.parametrize("method", METHODS)
def test_suppression_only_makes_missing_and_changes_nothing_else(masked, method):
    table = people(gaps=0.02)
    out, sources, figures, _ = masked(table, f"--suppress 4 --method {method}")
    before = table.iloc[sources].reset_index(drop=True)
    assert ((out[KEYS] == before[KEYS]) | (out[KEYS] == "")).all().all()
    made = ((out[KEYS] == "") & (before[KEYS] != "")).sum()
    assert figures["suppressed"] == [{"column": key, "cells": int(made[key])} for key in KEYS] and made.sum() > 0
    # Both methods give each column its own values, exactly, in another order; suppression comes last and does not touch them.
    for column in ("pay", "hours"):
        assert sorted(out[column]) == sorted(table[column]) and not out[column].equals(table[column])


@pytest.mark.parametrize("k", [2, 4, 9])
def test_the_counts_of_shared_keys(masked, k):
    table = people(seed=21)
    out, sources, figures, said = masked(table, f"--suppress {k} --method rank_swap")
    assert (sources == np.arange(N)).all()
    fits = agree(table[KEYS], out[KEYS], other=True).sum(1)
    alike = out.groupby(KEYS)["pay"].transform("size")
    truth = table.groupby(KEYS)["pay"].transform("size")
    assert figures["shared_keys"] == {"k": k, "below": (truth < k).sum(), "alike_below": (alike < k).sum(), "fits_below": (fits < k).sum()}
    assert (f"{(fits < k).sum()} of {N} fit fewer than {k} by all their keys" in said) == bool((fits < k).any())
    assert (f"{(alike < k).sum()} of {N} look like fewer than {k}" in said) == bool((alike < k).any())


def test_who_is_known_by_a_rare_key_fits_one_record_alone(masked):
    """The bishop of the guide: she alone is a bishop, hers is the only gap, and everybody else shows another job."""
    table = pd.DataFrame({"region": ["a"] * 40, "sex": ["f", "m"] * 20, "age": ["30"] * 39 + ["90"], "pay": range(40), "hours": range(40)})
    out, _, figures, _ = masked(table.astype(str), "--suppress 3 --method rank_swap")
    assert out.loc[39, "age"] == "" and (out[KEYS] == "").to_numpy().sum() == figures["suppressed"][2]["cells"]
    fits = agree(table[KEYS], out[KEYS], other=True).sum(1)
    assert figures["shared_keys"]["fits_below"] == (fits < 3).sum() and fits[39] == (out["age"] == "").sum()


@pytest.mark.parametrize("gaps", [0.0, 0.04])
@pytest.mark.parametrize("method", METHODS)
def test_records_look_alike_where_it_is_asked_for(masked, method, gaps):
    table = people(gaps=gaps)
    out, sources, figures, said = masked(table, f"--suppress 3 --alike --method {method}")
    before = table[KEYS].iloc[sources].reset_index(drop=True)
    # A gap is like a gap alone, so that nobody learns anything from where the gaps are.
    assert distinct(agree(out[KEYS], out[KEYS]), sources).min() >= 3
    assert gaps > 0 or distinct(agree(before, out[KEYS], other=True), sources).min() >= 3
    assert figures["shared_keys"]["alike_below"] == 0 and "every record looks like 3 or more" in said
    plain = masked(table, f"--suppress 3 --method {method}")[2]
    cells = [sum(column["cells"] for column in each["suppressed"]) for each in (plain, figures)]
    assert plain["shared_keys"]["alike_below"] > 0 and cells[0] < cells[1] < 3 * cells[0]


def test_alike_needs_a_k(overhand, tmp_path):
    people().to_csv(tmp_path / "in.csv", index=False)
    done = overhand("mask in.csv -o out.csv --columns pay,hours --keep region,sex,age --alike", check=False)
    assert done.returncode == 2 and "'alike' goes with 'k'" in done.stderr


@pytest.mark.parametrize("gaps", [0.0, 0.05])
@pytest.mark.parametrize("k", [3, 6])
def test_records_left_out_are_those_below_k_and_none_else(masked, k, gaps):
    table = people(seed=31, gaps=gaps)
    out, sources, figures, said = masked(table, f"--suppress-records {k} --method rank_swap")
    shared = agree(table[KEYS], table[KEYS], own=True).sum(1)
    staying = np.flatnonzero(shared >= k)
    assert 0 < len(staying) < N
    if gaps == 0:
        assert list(sources) == list(staying) and figures["rows"] == len(staying)
        assert f"{N - len(staying)} of {N} records are left out" in said
    # Never one that is below k at once; with gaps leaving out goes on until those that are left share with k of themselves.
    assert set(sources) <= set(staying)
    assert fk(out).min() >= k and out[KEYS].equals(table[KEYS].iloc[sources].reset_index(drop=True))


def test_importance_moves_gaps_to_other_columns(overhand, tmp_path):
    people(seed=41).to_csv(tmp_path / "in.csv", index=False)
    roles = "".join(f'[columns.{key}]\ntype = "category"\nrole = "keep"\n' for key in KEYS) + "[columns.pay]\n[columns.hours]\n"
    gaps = {}
    for spared in KEYS:
        (tmp_path / "s.toml").write_text(f"k = 5\nimportance = {{ {spared} = 1000 }}\n{roles}")
        overhand("mask in.csv -o out.csv --schema s.toml --method rank_swap --seed 1 --quiet")
        out = read(tmp_path / "out.csv")
        assert fk(out).min() >= 5
        gaps[spared] = (out[KEYS] == "").sum()
    for spared in KEYS:
        assert gaps[spared][spared] == min(gaps[other][spared] for other in KEYS)
    assert gaps["age"]["age"] < gaps["region"]["age"]


@pytest.mark.parametrize(("spellings", "options", "written"), [
    (["NA"], "", "NA"), (["NA", "NA", "n/a"], "", "NA"), (["unk"], "--missing unk", "unk"), (["-9"], "--missing -9", "-9")])
def test_made_gaps_are_spelt_as_those_of_the_column(masked, spellings, options, written):
    table = people(seed=51)
    rows = list(range(7, N, 40))
    table.loc[rows, "age"] = [spellings[i % len(spellings)] for i in range(len(rows))]
    out, _, figures, _ = masked(table, f"--suppress 5 --method rank_swap {options}")
    changed = out["age"] != table["age"]
    assert changed.sum() == figures["suppressed"][2]["cells"] > 0
    assert set(out.loc[changed, "age"]) == {written} and (out.loc[rows, "age"] == table.loc[rows, "age"]).all()
    assert not (out["age"] == "").any()


def test_keys_that_are_fewer_than_kept_columns_warn_and_promise_no_more(masked):
    table = people(seed=61)
    out, _, figures, said = masked(table, "--keys region,sex --suppress 12 --method rank_swap")
    assert fk(out, ["region", "sex"]).min() >= 12 and out["age"].equals(table["age"])
    assert "Column 'age' is kept and no key: suppression did not look at it" in said
    assert figures["kept"]["beside_keys"] == ["age"] and [each["column"] for each in figures["suppressed"]] == ["region", "sex"]
    assert figures["kept"]["smallest_class"] == fk(out).min() < 12


def test_six_keys_of_the_survey_at_three(overhand, tmp_path):
    if not (DATA / "testdata.csv").exists():
        pytest.skip("needs testdata.csv (OVERHAND_DATA)")
    keys = ["urbrur", "roof", "walls", "water", "electcon", "sex"]
    table = read(DATA / "testdata.csv").replace("NA", "")
    table.to_csv(tmp_path / "in.csv", index=False)
    overhand(f"keys in.csv --keys {','.join(keys)} --records r.csv")
    assert (pd.read_csv(tmp_path / "r.csv")["fk"] == fk(table, keys)).all()
    overhand(f"mask in.csv -o out.csv --columns expend,income,savings --keep {','.join(keys)} --suppress 3 --method rank_swap --seed 1 --json j.json")
    out, figures = read(tmp_path / "out.csv"), json.loads((tmp_path / "j.json").read_text())
    emptied = (out[keys] == "") & (table[keys] != "")
    assert fk(out, keys).min() >= 3 and ((out[keys] == table[keys]) | emptied).all().all()
    assert sum(each["cells"] for each in figures["suppressed"]) == emptied.to_numpy().sum() > 0
    assert agree(out[keys], table[keys], own=True).sum(1).min() >= 2
    assert figures["shared_keys"]["below"] == (agree(table[keys], table[keys], own=True).sum(1) < 3).sum()
    # Fewer cells than records at risk have keys: sdcMicro's kAnon, too, empties one or two of each.
    assert emptied.to_numpy().sum() <= 2 * figures["shared_keys"]["below"]


def test_evaluate_knows_the_records_that_were_left_out(overhand, tmp_path):
    people(seed=31).to_csv(tmp_path / "in.csv", index=False)
    columns = "--columns pay,hours --keep region,sex,age --suppress-records 4"
    overhand(f"mask in.csv -o out.csv {columns} --seed 3 --lineage l.csv --quiet")
    judged = overhand(f"evaluate in.csv out.csv {columns} --pairing l.csv")
    left = len(read(tmp_path / "out.csv"))
    assert left < N and f"{N - left} of {N} records are left out, which share their keys with too few" in judged.stderr
    assert "by the true source of each record" in judged.stdout and f"{left} records" in judged.stdout
