"""overhand explain at the ends of a table, of one from which records were left out, and of folders and tables that are not those of the release.

One release is made, of which two rare records at the top of the file were left out; what leaks is planted in copies of it.
"""

import hashlib
import json
import re
import shutil
import subprocess

import numpy as np
import pandas as pd
import pytest
from conftest import BINARY

ROWS, RARE = 302, 2
KEPT = ["--keep", "town"]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("made")
    chance = np.random.default_rng(1)
    size = chance.normal(size=ROWS)
    table = pd.DataFrame({name: (size + chance.normal(size=ROWS)).round(4) for name in "abc"})
    table["town"] = ["village"] * RARE + list(chance.choice(["north", "south"], ROWS - RARE))
    table.to_csv(folder / "people.csv", index=False)
    done = subprocess.run([BINARY, "release", "people.csv", "-o", "out", "--method", "cell_rotate", "--profile", "internal", *KEPT,
                           "--suppress-records", "3"], cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def copy(made, tmp_path):
    shutil.copytree(made / "out", tmp_path / "out")
    shutil.copy(made / "people.csv", tmp_path)
    return tmp_path


def plant(folder, rows):
    """These rows of the file, the first being 1, go out as they are, and the manifest has the sum of what it makes."""
    masked, original = pd.read_csv(folder / "out/masked.csv"), pd.read_csv(folder / "people.csv")
    masked.loc[:len(rows) - 1] = original.loc[[row - 1 for row in rows], masked.columns].to_numpy()
    masked.to_csv(folder / "out/masked.csv", index=False)
    said = json.loads((folder / "out/manifest.json").read_text())
    said["files"][0]["sha256"] = hashlib.sha256((folder / "out/masked.csv").read_bytes()).hexdigest()
    (folder / "out/manifest.json").write_text(json.dumps(said))


@pytest.fixture
def explain(overhand, copy):
    def run(row, *words, table="people.csv", check=True):
        return overhand(["explain", table, "out", "--row", str(row), *KEPT, *words], check=check)

    return run


def values_of(folder, row):
    return pd.read_csv(folder / "people.csv", dtype=str).loc[row - 1]


@pytest.mark.parametrize("row", [RARE + 1, 150, ROWS], ids=["first", "middle", "last"])
def test_a_row_is_counted_in_the_file(explain, copy, row):
    """Though records above it were left out: the values are those of this line."""
    plant(copy, [row])
    told = explain(row).stdout
    assert f"Of row {row} the attacks learn from out:" in told
    for name in "abc":
        assert f"learnt: {name} is {values_of(copy, row)[name]}" in told
    for other in (row - RARE, row + RARE):
        if 1 <= other <= ROWS:
            assert not any(values_of(copy, other)[name] in told for name in "abc"), "no other record is shown"


@pytest.mark.parametrize("row", [1, RARE])
def test_a_record_that_was_left_out_is_not_shown_as_another(explain, copy, row):
    """It is said that it is not in, or it is shown by its own values."""
    plant(copy, [RARE + 1])
    done = explain(row, check=False)
    told = done.stdout + done.stderr
    for other in (RARE + 1, RARE + 2, RARE + row):
        assert not any(values_of(copy, other)[name] in told for name in "abc")


@pytest.mark.parametrize("row", [ROWS + 1, 10**6, 2**32 + 3, 2**64 + 3, 0, -3, "three", "3 4", ""])
def test_rows_that_are_none(explain, row):
    done = explain(row, check=False)
    assert done.returncode == 2 and "--row" in done.stderr and done.stdout == ""


def test_the_internal_report_counts_in_the_file_too(made):
    report = json.loads(re.search(r'<script[^>]*id="report"[^>]*>(.*?)</script>', (made / "out/report-internal.html").read_text(), re.S)[1])
    (section,) = [section for section in report["sections"] if section["id"] == "exposed"]
    rows = [row[0] for row in section["figures"][0]["table"]["rows"]]
    assert len(rows) == 20 and min(rows) > RARE and max(rows) <= ROWS
    assert json.loads((made / "out/manifest.json").read_text())["rows"] == ROWS - RARE


def test_a_row_that_leaks_is_more_exposed_than_before(explain, copy):
    def exposure(told):
        return float(re.search(r"Exposure (\d+\.\d+), of 4 at most", told)[1])

    before = exposure(explain(77).stdout)
    plant(copy, [77])
    after = exposure(explain(77).stdout)
    assert 0 <= before < after <= 4


def test_the_same_table_in_another_format_is_explained_alike(explain, copy):
    pd.read_csv(copy / "people.csv").to_parquet(copy / "people.parquet", index=False)
    told = explain(50, table="people.parquet").stdout
    assert told.replace("people.parquet", "people.csv") == explain(50).stdout


def test_another_order_of_columns_changes_no_value(explain, copy):
    plant(copy, [9])
    pd.read_csv(copy / "people.csv")[["town", "c", "a", "b"]].to_csv(copy / "turned.csv", index=False)
    told = explain(9, table="turned.csv").stdout
    assert all(f"learnt: {name} is {values_of(copy, 9)[name]}" in told for name in "abc")


@pytest.mark.parametrize("tamper", [lambda text: text.replace(b"north", b"south", 1), lambda text: text[:-1], lambda text: text + b"\n",
                                    lambda text: b""],
                         ids=["cell", "end", "line", "empty"])
def test_a_table_that_was_tampered_with_explains_nothing(explain, copy, tamper):
    (copy / "out/masked.csv").write_bytes(tamper((copy / "out/masked.csv").read_bytes()))
    done = explain(9, check=False)
    assert done.returncode == 1 and "this is not the file that was released" in done.stderr and done.stdout == ""


def test_a_report_that_was_tampered_with_is_for_verify_to_tell(explain, overhand, copy):
    (copy / "out/report.html").write_text("")
    assert explain(9).returncode == 0
    done = overhand("verify out", check=False)
    assert done.returncode == 1 and "report.html" in done.stderr and "masked.csv" not in done.stderr


def test_a_masked_table_that_is_gone_is_told(explain, copy):
    (copy / "out/masked.csv").unlink()
    done = explain(9, check=False)
    assert done.returncode == 3 and "masked.csv" in done.stderr and done.stdout == ""
