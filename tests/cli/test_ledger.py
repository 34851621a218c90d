"""release --ledger: records that were released before are refused, and the file tells nobody else who they are."""

import json
import os
import pathlib
import shutil
import signal
import stat
import subprocess
import time

import numpy as np
import pandas as pd
import pytest
from conftest import BINARY

OPTIONS = ["--method", "cell_rotate", "--profile", "internal"]


def table_of(first, last):
    """Rows of one table, so that those of overlapping ranges are the same."""
    chance = np.random.default_rng(1)
    size = chance.normal(size=(900, 1))
    return pd.DataFrame((size + chance.normal(size=(900, 4))).round(4), columns=list("abcd"))[first:last]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The first 400 records released, in releases.json."""
    folder = tmp_path_factory.mktemp("made")
    table_of(0, 400).to_csv(folder / "people.csv", index=False)
    subprocess.run([BINARY, "release", "people.csv", "-o", "out", *OPTIONS, "--ledger", "releases.json"], cwd=folder, check=True,
                   capture_output=True, timeout=100)
    return folder


@pytest.fixture
def place(made, tmp_path):
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    return tmp_path


def release(overhand, table, ledger="releases.json", folder="again", options=()):
    return overhand(["release", table, "-o", folder, *OPTIONS, *options, "--ledger", ledger], check=False)


def test_the_ledger_is_private_and_holds_no_values(made):
    text = (made / "releases.json").read_text()
    assert stat.S_IMODE((made / "releases.json").stat().st_mode) == 0o600
    ledger = json.loads(text)
    assert set(ledger) == {"program", "ledger", "fingerprint_key", "releases"}
    (entry,) = ledger["releases"]
    assert set(entry) == {"date", "setting", "rows", "columns", "records"}
    assert entry["rows"] == len(entry["records"]) == 400 and entry["records"] == sorted(entry["records"])
    assert "people" not in text and str(made) not in text
    assert not any(str(value) in text for value in table_of(0, 400).to_numpy().ravel())


def test_the_manifest_says_that_one_was_kept_and_not_where(made, overhand, place):
    said = json.loads((made / "out/manifest.json").read_text())
    assert said["ledger"] is True and "releases" not in (made / "out/manifest.json").read_text()
    overhand(["release", "people.csv", "-o", "other", *OPTIONS])
    assert json.loads((place / "other/manifest.json").read_text())["ledger"] is False


@pytest.mark.parametrize(("first", "last", "words"), [(0, 400, "400 of these 400 records are"), (1, 400, "399 of these 399 records are"),
                                                      (399, 800, "1 of these 401 records is")])
def test_records_that_were_released_are_refused(overhand, place, first, last, words):
    table_of(first, last).to_csv(place / "more.csv", index=False)
    before = (place / "releases.json").read_bytes()
    done = release(overhand, "more.csv")
    assert done.returncode == 1 and f"{words} in the release of 20" in done.stderr and "cell_rotate" in done.stderr
    assert "by what differs between them" in done.stderr and "nothing was released" in done.stderr
    assert not (place / "again").exists() and (place / "releases.json").read_bytes() == before


@pytest.mark.parametrize("options", [["--profile", "public"], ["--accept-risk", "why not"]])
def test_neither_options_nor_a_reason_lift_it(overhand, place, options):
    done = overhand(["release", "people.csv", "-o", "again", "--method", "cell_rotate", *options, "--ledger", "releases.json"], check=False)
    assert done.returncode == 1 and "400 of these 400 records are in the release" in done.stderr and not (place / "again").exists()


def test_neither_order_nor_format_nor_coarsening_hides_a_record(overhand, place):
    table = table_of(0, 400)
    table[::-1][list("dbca")].to_parquet(place / "turned.parquet", index=False)
    assert "400 of these 400 records" in release(overhand, "turned.parquet").stderr
    columns = "".join(f'[columns.{name}]\nrole = "mask"\ntype = "real"\n' for name in "abc")
    (place / "coarse.toml").write_text(columns + '[columns.d]\nrole = "keep"\ntype = "real"\nbands = 2\n')
    done = release(overhand, "people.csv", options=["--schema", "coarse.toml"])
    assert done.returncode == 1 and "400 of these 400 records" in done.stderr


def test_the_same_people_with_other_columns_are_refused(overhand, place):
    done = release(overhand, "people.csv", options=["--drop", "d"])
    assert done.returncode == 1 and "3 columns of this table hold the very values of the release" in done.stderr


def test_other_records_are_released_and_entered(overhand, place):
    table_of(400, 800).to_csv(place / "more.csv", index=False)
    assert release(overhand, "more.csv").returncode == 0
    assert [entry["rows"] for entry in json.loads((place / "releases.json").read_text())["releases"]] == [400, 400]
    assert "400 of these 400 records" in release(overhand, "more.csv", folder="third").stderr
    assert stat.S_IMODE((place / "releases.json").stat().st_mode) == 0o600


def test_a_release_that_is_refused_is_not_entered(overhand, place):
    table_of(400, 800).to_csv(place / "more.csv", index=False)
    before = (place / "releases.json").read_bytes()
    done = overhand(["release", "more.csv", "-o", "again", "--method", "sjppds", "--ledger", "releases.json"], check=False)
    assert done.returncode == 1 and (place / "releases.json").read_bytes() == before
    done = overhand(["release", "more.csv", "-o", "again", "--method", "sjppds", "--ledger", "new.json"], check=False)
    assert done.returncode == 1 and not (place / "new.json").exists()


# What is no ledger.


def damage(path, change):
    path.write_bytes(change(path.read_bytes()))


@pytest.mark.parametrize("change", [lambda text: b"", lambda text: text[:len(text) // 2], lambda text: b"a,b\n1,2\n",
                                    lambda text: b"[" * 100_000, lambda text: b"\xff\xfe\x00", lambda text: b'{"releases": []}',
                                    lambda text: text.replace(b'"ledger":1', b'"ledger":2'), lambda text: text.replace(b'"rows":400', b'"rows":401')],
                         ids=["empty", "half", "csv", "deep", "bytes", "foreign", "version", "rows"])
def test_what_is_no_ledger_is_refused_and_kept(overhand, place, change):
    damage(place / "releases.json", change)
    before = (place / "releases.json").read_bytes()
    done = release(overhand, "people.csv")
    assert done.returncode == 2 and "releases.json: this is no ledger of releases, or a damaged one" in done.stderr
    assert not (place / "again").exists() and (place / "releases.json").read_bytes() == before


@pytest.mark.parametrize(("mode", "code", "sentence"), [(0o644, 2, "others can read this file"), (0o640, 2, "others can read this file"),
                                                        (0o400, 3, "this file must not be written")])
def test_a_ledger_of_others_or_that_is_read_only_is_refused(overhand, place, mode, code, sentence):
    os.chmod(place / "releases.json", mode)
    done = release(overhand, "people.csv")
    assert done.returncode == code and f"releases.json: {sentence}" in done.stderr and not (place / "again").exists()
    assert stat.S_IMODE((place / "releases.json").stat().st_mode) == mode


@pytest.mark.parametrize(("ledger", "code", "words"), [
    ("folder", 3, "folder"), ("nowhere/releases.json", 3, "nowhere/releases.json"), ("/proc/releases.json", 3, "/proc/releases.json"),
    ("-", 2, "--ledger: its fingerprints"), ("/dev/null", 2, "no file"), ("people.csv", 2, "people.csv"), ("again/releases.json", 2, "goes out"),
    ("again/manifest.json", 2, "again")])
def test_places_that_are_none_for_a_ledger(overhand, place, ledger, code, words):
    (place / "folder").mkdir()
    done = release(overhand, "people.csv", ledger=ledger)
    assert done.returncode == code and words in done.stderr, done.stderr
    assert not (place / "again").exists() and (place / "people.csv").read_bytes().startswith(b"a,b,c,d")


def test_a_full_disk_leaves_ledger_and_folder_as_they_were(place):
    """A limit on the size of files stands for a disk that is full: a ledger of many records is larger than it, nothing else is."""
    ledger = json.loads((place / "releases.json").read_text())
    ledger["releases"] += [{"date": "2026-01-01", "setting": "x", "rows": 200_000, "columns": [], "records": [f"{i:032x}" for i in range(200_000)]}]
    (place / "releases.json").write_text(json.dumps(ledger))
    table_of(400, 800).to_csv(place / "more.csv", index=False)
    before = (place / "releases.json").read_bytes()
    words = f"ulimit -f 6000; trap '' XFSZ; exec {BINARY} release more.csv -o again {' '.join(OPTIONS)} --ledger releases.json"
    done = subprocess.run(["bash", "-c", words], cwd=place, capture_output=True, text=True, timeout=100)
    assert done.returncode == 3 and "releases.json: cannot be written" in done.stderr
    assert (place / "releases.json").read_bytes() == before
    assert os.listdir(place / "again") == []


# Killed and at once.


def test_a_release_that_is_killed_leaves_a_ledger_that_can_be_read(overhand, place):
    table_of(400, 800).to_csv(place / "more.csv", index=False)
    for seconds in (0.05, 0.5, 1, 1.5, 2):
        process = subprocess.Popen([BINARY, "release", "more.csv", "-o", "killed", *OPTIONS, "--ledger", "releases.json"], cwd=place,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
        process.wait(timeout=30)
        releases = json.loads((place / "releases.json").read_text())["releases"]
        assert (place / "killed/manifest.json").exists() <= (len(releases) == 2), "no release without its entry"
        if len(releases) == 2:
            return
        shutil.rmtree(place / "killed", ignore_errors=True)
    assert release(overhand, "more.csv").returncode == 0


def test_of_two_releases_of_one_table_at_once_one_is_refused(place):
    table_of(400, 800).to_csv(place / "more.csv", index=False)
    both = [subprocess.Popen([BINARY, "release", "more.csv", "-o", f"at_once_{i}", *OPTIONS, "--ledger", "releases.json"], cwd=place,
                             stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) for i in range(2)]
    said = [process.communicate(timeout=100)[1] for process in both]
    assert sorted(process.returncode for process in both) == [0, 1], said
    assert sum(pathlib.Path(place / f"at_once_{i}/manifest.json").exists() for i in range(2)) == 1
    assert len(json.loads((place / "releases.json").read_text())["releases"]) == 2


def test_a_signal_leaves_no_entry(place):
    table_of(400, 800).to_csv(place / "more.csv", index=False)
    before = (place / "releases.json").read_bytes()
    process = subprocess.Popen([BINARY, "release", "more.csv", "-o", "stopped", "--ledger", "releases.json"], cwd=place,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=30) in (130, -signal.SIGINT)  # the latter where it has hardly begun
    assert (place / "releases.json").read_bytes() == before and not (place / "stopped").exists()
