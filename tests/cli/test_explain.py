"""What a release tells about single records: the internal report lists the most exposed ones, `overhand explain` shows one."""

import hashlib
import json
import os
import re
import shutil
import subprocess

import numpy as np
import pandas as pd
import pytest
from conftest import BINARY

OPTIONS = ["--method", "cell_rotate", "--profile", "internal", "--keep", "region"]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """people.csv and its release."""
    folder = tmp_path_factory.mktemp("made")
    chance = np.random.default_rng(1)
    size = chance.normal(size=400)
    table = pd.DataFrame({f"c{j}": (size + chance.normal(size=400)).round(4) for j in range(4)})
    table["region"] = chance.choice(["north", "south"], 400)
    table.to_csv(folder / "people.csv", index=False)
    subprocess.run([BINARY, "release", "people.csv", "-o", "out", *OPTIONS], cwd=folder, check=True, capture_output=True, timeout=100)
    return folder


@pytest.fixture
def copy(made, tmp_path):
    shutil.copytree(made / "out", tmp_path / "out")
    shutil.copy(made / "people.csv", tmp_path)
    return tmp_path


def replace_masked(folder, text):
    """Another table in the release, with its sum in the manifest."""
    (folder / "out/masked.csv").write_text(text)
    said = json.loads((folder / "out/manifest.json").read_text())
    said["files"][0]["sha256"] = hashlib.sha256((folder / "out/masked.csv").read_bytes()).hexdigest()
    (folder / "out/manifest.json").write_text(json.dumps(said))


def leak(folder, rows):
    """The release, with these rows of the original in it as they are."""
    masked, original = pd.read_csv(folder / "out/masked.csv"), pd.read_csv(folder / "people.csv")
    masked.loc[:len(rows) - 1] = original.loc[rows, masked.columns].to_numpy()
    replace_masked(folder, masked.to_csv(index=False))


def exposed(path):
    """The section of the most exposed records in a report, none where there is none."""
    report = re.search(r'<script[^>]*id="report"[^>]*>(.*?)</script>', path.read_text(), re.S)
    sections = json.loads(report[1])["sections"]
    return next((section for section in sections if section["id"] == "exposed"), None)


def test_the_internal_report_lists_twenty_and_no_other_file_does(made):
    rows = exposed(made / "out/report-internal.html")["figures"][0]["table"]["rows"]
    assert len(rows) == 20 and len({row[0] for row in rows}) == 20 and all(1 <= row[0] <= 400 for row in rows)
    assert all(isinstance(row[1], str) and row[1] for row in rows)
    assert exposed(made / "out/report.html") is None
    for name in ("report.html", "manifest.json"):
        assert "exposed" not in (made / "out" / name).read_text().split("<script")[0]
    assert "The most exposed records" in (made / "out/report-internal.html").read_text()


def test_a_record_that_leaks_is_shown_with_its_values(overhand, copy):
    leak(copy, [16, 50])
    told = overhand("explain people.csv out --row 17 --keep region").stdout
    record = pd.read_csv(copy / "people.csv", dtype=str).loc[16]
    assert told.startswith("Internal: ") and "Of row 17 the attacks learn from out:" in told
    for attack in ("inference", "look_up", "linkability"):
        assert re.search(rf"^  {attack} ", told, re.M), told
    for name in ("c0", "c1", "c2", "c3"):
        assert f"learnt: {name} is {record[name]}" in told
    assert f"known: region is {record['region']}" in told
    assert "c0 was guessed (nearest record) from region" in told


def test_a_record_that_does_not_leak_is_told_to_be_unknown(overhand, copy):
    """Many of the records of a release that passes are like this one: a half, of which 4 of 20 are fewer with a probability of .006."""
    nothing = [row for row in range(3, 400, 20) if "learn nothing clearly" in overhand(f"explain people.csv out --row {row} --keep region").stdout]
    assert len(nothing) >= 4


def test_it_agrees_with_the_internal_report(overhand, made, copy):
    first = exposed(made / "out/report-internal.html")["figures"][0]["table"]["rows"][0]
    told = overhand(f"explain people.csv out --row {first[0]} --keep region").stdout
    tried, linked, sets, singled = re.search(r"Tried: (\d+) halves of the columns, (\d+) led to one record; (\d+) sets of columns, (\d+) singled", told).groups()
    assert f"{linked} of {tried}" == first[3] and f"{singled} of {sets}" == first[5]


def test_a_schema_says_the_roles(overhand, copy):
    (copy / "people.toml").write_text("".join(f'[columns.c{j}]\nrole = "mask"\ntype = "real"\n' for j in range(4))
                                      + '[columns.region]\nrole = "keep"\ntype = "category"\n')
    by_schema = overhand("explain people.csv out --row 17 --schema people.toml").stdout
    assert by_schema == overhand("explain people.csv out --row 17 --keep region").stdout


@pytest.mark.parametrize(("arguments", "code", "sentence"), [
    ("explain people.csv out --row 401 --keep region", 2, "--row: people.csv has 400 records, so that there is no row 401."),
    ("explain people.csv out --row 0 --keep region", 2, "--row"), ("explain people.csv out --row -1 --keep region", 2, "--row"),
    ("explain people.csv out --row 1.5 --keep region", 2, "--row"), ("explain people.csv out --keep region", 2, "--row"),
    ("explain people.csv . --row 1 --keep region", 3, ".: there is no manifest.json in it."),
    ("explain people.csv nowhere --row 1", 3, "nowhere: there is no manifest.json in it."),
    ("explain nobody.csv out --row 1 --keep region", 3, "nobody.csv"),
    ("explain people.csv out --row 1", 2, "region (keep)"),
    ("explain people.csv out --row 1 --drop region", 2, "the columns and roles are not those of the release"),
])
def test_what_cannot_be_explained_is_said(overhand, copy, arguments, code, sentence):
    done = overhand(arguments, check=False)
    assert done.returncode == code and sentence in done.stderr and done.stdout == ""


def test_a_table_that_is_not_the_released_one_is_told(overhand, copy):
    with open(copy / "out/masked.csv", "a") as file:
        file.write("1,2,3,4,north\n")
    done = overhand("explain people.csv out --row 1 --keep region", check=False)
    assert done.returncode == 1 and "this is not the file that was released" in done.stderr and done.stdout == ""


def test_an_original_with_other_columns_is_told(overhand, copy):
    pd.read_csv(copy / "people.csv").drop(columns="c1").to_csv(copy / "less.csv", index=False)
    done = overhand("explain less.csv out --row 1 --keep region", check=False)
    assert done.returncode == 2 and "c1" in done.stderr and done.stdout == ""


@pytest.mark.parametrize("files", ["[]", "[{}]", '[{"name": "../people.csv", "sha256": "0"}]', '[{"name": "masked.csv"}]', '[{"name": "masked.csv", "sha256": 1}]'])
def test_odd_manifests_are_refused(overhand, copy, files):
    said = json.loads((copy / "out/manifest.json").read_text())
    said["files"] = json.loads(files)
    (copy / "out/manifest.json").write_text(json.dumps(said))
    done = overhand("explain people.csv out --row 1 --keep region", check=False)
    assert done.returncode in (1, 2) and done.stderr.startswith("overhand: ") and done.stdout == ""


def test_nothing_is_written(overhand, copy):
    before = sorted(os.listdir(copy)) + sorted(os.listdir(copy / "out"))
    overhand("explain people.csv out --row 2 --keep region")
    assert sorted(os.listdir(copy)) + sorted(os.listdir(copy / "out")) == before


def test_a_table_with_fewer_records_is_not_the_one_that_was_released(copy):
    pd.read_csv(copy / "people.csv").head(300).to_csv(copy / "fewer.csv", index=False)
    done = subprocess.run([BINARY, "explain", "fewer.csv", "out", "--row", "1", "--keep", "region"], cwd=copy, capture_output=True, text=True)
    assert done.returncode == 2 and "fewer.csv has 300 records and the release 400: this is not the table that was released." in done.stderr


def test_a_table_with_more_records_is_told(copy):
    table = pd.read_csv(copy / "people.csv")
    pd.concat([table, table.head(9)]).to_csv(copy / "more.csv", index=False)
    done = subprocess.run([BINARY, "explain", "more.csv", "out", "--row", "1", "--keep", "region"], cwd=copy, capture_output=True, text=True)
    assert done.returncode == 0 and "The release has 400 records, more.csv 409: some were left out, or this is not" in done.stderr


def test_each_value_of_the_record_is_shown(copy):
    done = subprocess.run([BINARY, "explain", "people.csv", "out", "--row", "17", "--keep", "region"], cwd=copy, capture_output=True, text=True)
    table = pd.read_csv(copy / "people.csv", dtype=str)
    for name in ("c0", "c1", "c2", "c3"):
        line = next(line for line in done.stdout.splitlines() if line.startswith(f"{name} "))
        assert table.loc[16, name] in line.split()
