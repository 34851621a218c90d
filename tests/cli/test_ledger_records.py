"""Which records a ledger knows again: however a table is written, a record that was released is refused, and one that was not is none of them.

One release is made; whoever shares a record with it is refused before anything is masked, so that each look is cheap.
"""

import json
import os
import shutil
import stat
import subprocess

import numpy as np
import pandas as pd
import pytest
from conftest import BINARY

OPTIONS = ["--method", "cell_rotate", "--profile", "internal"]
RELEASED, ALL = 300, 600


def everybody():
    """Amounts, counts, days and jobs, the first 300 of whom are released."""
    chance = np.random.default_rng(1)
    size = chance.normal(size=ALL)
    table = pd.DataFrame({name: (size + chance.normal(size=ALL)).round(2) for name in "ab"})
    table["visits"] = chance.poisson(40, ALL)
    table["day"] = (pd.Timestamp("2020-01-01") + pd.to_timedelta(chance.integers(0, 300, ALL), "D")).strftime("%Y-%m-%d")
    table["job"] = chance.choice(["smith", "baker", "clerk"], ALL)
    table.loc[5, "a"] = 3.0  # of a column that is whole where only its own record is
    table.loc[6, "b"] = np.nan
    return table


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("made")
    everybody()[:RELEASED].to_csv(folder / "people.csv", index=False)
    done = subprocess.run([BINARY, "release", "people.csv", "-o", "out", *OPTIONS, "--columns", "a,b,visits,day,job", "--ledger", "releases.json"],
                          cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def place(made, tmp_path):
    shutil.copy(made / "people.csv", tmp_path)
    shutil.copy(made / "releases.json", tmp_path)
    return tmp_path


@pytest.fixture
def refused(overhand, place):
    """What is said of a table that is refused for the ledger's sake, and that nothing else came of it."""

    def run(path, *words, ledger="releases.json", columns="a,b,visits,day,job"):
        before = (place / "releases.json").read_bytes()
        chosen = ["--columns", columns] if columns else []
        done = overhand(["release", path, "-o", "again", *OPTIONS, *chosen, *words, "--ledger", ledger], check=False)
        assert done.returncode == 1 and "nothing was released" in done.stderr, done.stderr
        assert not (place / "again").exists() and (place / "releases.json").read_bytes() == before
        return done.stderr

    return run


WRITERS = {
    "csv": lambda table, path: table.to_csv(path, index=False),
    "tsv": lambda table, path: table.to_csv(path, index=False, sep="\t"),
    "csv.gz": lambda table, path: table.to_csv(path, index=False),
    "parquet": lambda table, path: table.assign(day=pd.to_datetime(table["day"]).dt.date).to_parquet(path, index=False),
    "xlsx": lambda table, path: table.assign(day=pd.to_datetime(table["day"]).dt.date).to_excel(path, index=False),
}


@pytest.mark.parametrize("extension", WRITERS)
def test_another_format_hides_nobody(refused, place, extension):
    WRITERS[extension](everybody()[:RELEASED], place / f"same.{extension}")
    assert "300 of these 300 records are in the release of" in refused(f"same.{extension}")


def test_signs_of_another_country_hide_nobody(refused, place):
    everybody()[:RELEASED].to_csv(place / "same.csv", index=False, sep=";", decimal=",")
    assert "300 of these 300 records" in refused("same.csv")


def test_noughts_behind_the_point_hide_nobody(refused, place):
    everybody()[:RELEASED].to_csv(place / "same.csv", index=False, float_format="%.5f")
    assert "300 of these 300 records" in refused("same.csv")


def test_order_hides_nobody(refused, place):
    everybody()[:RELEASED].sample(frac=1, random_state=1)[["job", "day", "b", "visits", "a"]].to_csv(place / "turned.csv", index=False)
    assert "300 of these 300 records" in refused("turned.csv")


@pytest.mark.parametrize("row", [0, 6, RELEASED - 1], ids=["first", "gap", "last"])
def test_one_record_among_others_is_found(refused, place, row):
    table = everybody()
    pd.concat([table[RELEASED:450], table[row:row + 1], table[450:]]).to_csv(place / "more.csv", index=False)
    assert "1 of these 301 records is in the release of" in refused("more.csv")


def test_a_record_is_found_where_its_column_is_of_whole_numbers(refused, place):
    """3.0 among amounts is 3 among counts."""
    more = everybody()[RELEASED:].assign(a=lambda table: (100 * table["a"]).round())
    more = pd.concat([more, everybody()[5:6]]).astype({"a": int})
    assert more["a"].iloc[-1] == 3
    more.to_csv(place / "more.csv", index=False)
    assert "1 of these 301 records is in the release of" in refused("more.csv")


def test_twins_are_counted_each(refused, place):
    table = everybody()
    pd.concat([table[RELEASED:], table[:1], table[:1]]).to_csv(place / "more.csv", index=False)
    assert "2 of these 302 records are in the release of" in refused("more.csv")


@pytest.mark.parametrize("how", ["bands = 3", "cuts = [30, 45]", "top = 45"])
def test_who_is_coarser_is_known_again(refused, place, how):
    roles = "".join(f'[columns.{name}]\nrole = "mask"\n' for name in ("a", "b", "day", "job"))
    (place / "coarse.toml").write_text(roles + f'[columns.visits]\nrole = "mask"\ntype = "integer"\n{how}\n')
    assert "300 of these 300 records" in refused("people.csv", "--schema", "coarse.toml", columns=None)


@pytest.mark.parametrize("words", [["--method", "noise"], ["--accept-risk", "the board"], ["--keep", "job"], ["--weight", "visits"],
                                   ["--ceiling", "linkability=1"]], ids=lambda words: words[0])
def test_no_option_lifts_it(overhand, place, words):
    done = overhand(["release", "people.csv", "-o", "again", "--profile", "internal", *words, "--ledger", "releases.json"], check=False)
    assert done.returncode == 1 and "300 of these 300 records" in done.stderr and not (place / "again").exists()


@pytest.mark.parametrize(("columns", "words"), [("a", "1 column of this table holds"), ("a,b", "2 columns of this table hold"),
                                                ("visits,job", "1 column of this table holds"), ("day,job", "1 column of this table holds")])
def test_the_same_people_with_fewer_columns(refused, columns, words):
    """Of three jobs nothing is told: other people have them too."""
    assert words in refused("people.csv", columns=columns)


def test_who_was_left_out_was_not_released(overhand, place):
    """Records that are suppressed are not entered, and may go out later; those that went out may not."""
    table = everybody()[RELEASED:].assign(job=["rare"] * 2 + ["smith"] * 298)
    table.to_csv(place / "more.csv", index=False)
    words = ["--columns", "a,b,visits,day", "--keep", "job", "--suppress-records", "3"]
    overhand(["release", "more.csv", "-o", "second", *OPTIONS, *words, "--ledger", "releases.json"])
    assert [entry["rows"] for entry in json.loads((place / "releases.json").read_text())["releases"]] == [RELEASED, 298]
    other = everybody()[:RELEASED].assign(a=lambda table: table["a"] + 100, job="smith")
    pd.concat([other, table[1:4]]).to_csv(place / "third.csv", index=False)
    done = overhand(["release", "third.csv", "-o", "third", *OPTIONS, "--columns", "a,b,visits,day", "--keep", "job", "--keep-identifiers",
                     "--ledger", "releases.json"], check=False)
    assert done.returncode == 1 and "2 of these 303 records are in the release" in done.stderr


def test_a_link_to_a_ledger_is_that_ledger(refused, overhand, place):
    os.symlink("releases.json", place / "link.json")
    assert "300 of these 300 records" in refused("people.csv", ledger="link.json")
    assert (place / "link.json").is_symlink()


def test_a_ledger_behind_a_link_into_the_folder_that_goes_out_is_refused(overhand, place):
    (place / "again").mkdir()
    os.symlink("again", place / "elsewhere")
    done = overhand(["release", "people.csv", "-o", "again", *OPTIONS, "--ledger", "elsewhere/releases.json"], check=False)
    assert done.returncode == 2 and "lies in a folder that goes out" in done.stderr and os.listdir(place / "again") == []


def test_a_ledger_in_the_folder_of_another_release_is_refused(overhand, place):
    (place / "older").mkdir()
    (place / "older" / "manifest.json").write_text("{}")
    done = overhand(["release", "people.csv", "-o", "again", *OPTIONS, "--ledger", "older/releases.json"], check=False)
    assert done.returncode == 2 and "lies in a folder that goes out" in done.stderr and not (place / "again").exists()


@pytest.mark.parametrize("mode", [0o604, 0o660, 0o602, 0o666])
def test_what_others_can_open_is_refused(overhand, place, mode):
    os.chmod(place / "releases.json", mode)
    done = overhand(["release", "people.csv", "-o", "again", *OPTIONS, "--ledger", "releases.json"], check=False)
    assert done.returncode == 2 and "releases.json: others can" in done.stderr and not (place / "again").exists()
    assert stat.S_IMODE((place / "releases.json").stat().st_mode) == mode


@pytest.mark.parametrize("change", [
    lambda said: said["releases"][0]["records"].pop(), lambda said: said["releases"][0]["records"].__setitem__(0, "zz" * 16),
    lambda said: said["releases"][0]["records"].__setitem__(0, 7), lambda said: said["releases"][0].pop("columns"),
    lambda said: said.pop("fingerprint_key"), lambda said: said.__setitem__("fingerprint_key", "00"),
    lambda said: said.__setitem__("releases", {}), lambda said: said["releases"].append(None), lambda said: said.__setitem__("ledger", "1"),
    lambda said: said["releases"][0].__setitem__("rows", -300), lambda said: said.__setitem__("program", "underhand")])
def test_a_ledger_with_a_hole_is_refused_and_kept(overhand, place, change):
    said = json.loads((place / "releases.json").read_text())
    change(said)
    (place / "releases.json").write_text(json.dumps(said))
    before = (place / "releases.json").read_bytes()
    done = overhand(["release", "people.csv", "-o", "again", *OPTIONS, "--ledger", "releases.json"], check=False)
    assert done.returncode == 2 and "damaged" in done.stderr and not (place / "again").exists()
    assert (place / "releases.json").read_bytes() == before


def test_records_in_another_order_in_the_ledger_are_found(refused, place):
    said = json.loads((place / "releases.json").read_text())
    said["releases"][0]["records"].reverse()
    (place / "releases.json").write_text(json.dumps(said, indent=1))
    os.chmod(place / "releases.json", 0o600)
    assert "300 of these 300 records" in refused("people.csv")


def test_each_ledger_has_a_key_of_its_own(made, place, overhand):
    """The same records under other keys have no fingerprint in common, so that two ledgers do not tell whom they share."""
    overhand(["release", "people.csv", "-o", "other", *OPTIONS, "--columns", "a,b,visits,day,job", "--ledger", "other.json"])
    first, second = (json.loads((folder / name).read_text()) for folder, name in ((made, "releases.json"), (place, "other.json")))
    assert first["fingerprint_key"] != second["fingerprint_key"]
    assert not set(first["releases"][0]["records"]) & set(second["releases"][0]["records"])
    assert stat.S_IMODE((place / "other.json").stat().st_mode) == 0o600
    for secret in (second["fingerprint_key"], second["releases"][0]["records"][0]):
        assert not any(secret in (place / "other" / name).read_text() for name in os.listdir(place / "other"))
