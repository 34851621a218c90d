"""The folder of a release from outside: who finds what in it, what verify tells, and what a run that fails leaves behind.

One release is made for all the tests that only look at it; those that change something work on a copy.
"""

import hashlib
import json
import os
import re
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
REASON = 'because "Ü" <b>said</b> so'


def table_of(rows=400, columns=4, seed=1):
    chance = np.random.default_rng(seed)
    size = chance.normal(size=(rows, 1))
    return pd.DataFrame((size + chance.normal(size=(rows, columns))).round(4), columns=[f"c{j}" for j in range(columns)])


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder with secret_name.csv and its release."""
    folder = tmp_path_factory.mktemp("made")
    table_of().to_csv(folder / "secret_name.csv", index=False)
    subprocess.run([BINARY, "release", "secret_name.csv", "-o", "out", *OPTIONS], cwd=folder, check=True, capture_output=True, timeout=60)
    return folder


@pytest.fixture
def copy(made, tmp_path):
    shutil.copytree(made / "out", tmp_path / "out")
    return tmp_path / "out"


@pytest.fixture
def people(tmp_path):
    table_of().to_csv(tmp_path / "people.csv", index=False)
    return tmp_path


def said_in(folder):
    return json.loads((folder / "manifest.json").read_text())


def leaves(json_value):
    """Every key and every value of a JSON tree."""
    if isinstance(json_value, dict):
        for key, value in json_value.items():
            yield key
            yield from leaves(value)
    elif isinstance(json_value, list):
        for value in json_value:
            yield from leaves(value)
    else:
        yield json_value


# What is in it.


def test_only_the_internal_report_is_for_its_owner_alone(made):
    modes = {name: stat.S_IMODE((made / "out" / name).stat().st_mode) for name in os.listdir(made / "out")}
    assert modes.pop("report-internal.html") == 0o600
    assert set(modes) == {"manifest.json", "masked.csv", "report.html"}
    umask = os.umask(0)
    os.umask(umask)
    assert set(modes.values()) == {0o666 & ~umask}


def test_the_sums_are_those_of_hashlib(made):
    files = said_in(made / "out")["files"]
    assert [file["name"] for file in files] == ["masked.csv", "report.html"]
    for file in files:
        assert set(file) == {"name", "sha256"}
        assert file["sha256"] == hashlib.sha256((made / "out" / file["name"]).read_bytes()).hexdigest()


def test_the_manifest_is_a_whitelist(made):
    said = said_in(made / "out")
    assert set(said) == {"schema", "program", "version", "date", "profile", "decision", "setting", "rows", "columns", "attacks", "figures",
                         "linked_ceiling", "risk", "loss", "ledger", "files"}
    assert all(set(column) == {"name", "type", "role"} for column in said["columns"])
    assert all(set(attack) <= {"name", "meaning", "measured", "ceiling", "kept", "by", "target", "control", "interval"} for attack in said["attacks"])
    assert all(set(figure) <= {"name", "meaning", "measured", "by", "columns"} for figure in said["figures"])
    assert all(isinstance(value, float) for part in ("risk", "loss") for value in said[part].values())
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", said["date"]), "a day, no time of day"
    assert said["rows"] == 400 and [column["name"] for column in said["columns"]] == ["c0", "c1", "c2", "c3"]


def test_the_manifest_has_neither_source_nor_key(made):
    hashes = {file["sha256"] for file in said_in(made / "out")["files"]}
    for leaf in leaves(said_in(made / "out")):
        if not isinstance(leaf, str) or leaf in hashes:
            continue
        assert "secret_name" not in leaf and "/" not in leaf
        assert not re.search(r"[0-9a-f]{16}", leaf), "no key, in hexadecimal digits"
        assert not re.search(r"\b(key|seed|lineage)\b", leaf)
    source = hashlib.sha256((made / "secret_name.csv").read_bytes()).hexdigest()
    assert source not in (made / "out/manifest.json").read_text(), "a hash of the input tells who has it"


def test_the_report_to_pass_on_has_no_original_record(made):
    """Four decimals: a value of the table occurs by chance only as a value of the masked one, or as a figure."""
    original, masked = pd.read_csv(made / "secret_name.csv"), pd.read_csv(made / "out/masked.csv")
    own = {str(value) for value in original.to_numpy().ravel()} - {str(value) for value in masked.to_numpy().ravel()}
    own = {text for text in own if len(text.lstrip("-")) == 6}
    numbers = set(re.findall(r"-?\d+\.\d+", (made / "out/report.html").read_text()))
    assert len(own) > 500 and len(own & numbers) <= 0.05 * len(own)


def test_each_run_has_a_fresh_key(made, overhand, people):
    overhand(["release", "people.csv", "-o", "again", *OPTIONS])
    assert (people / "people.csv").read_bytes() == (made / "secret_name.csv").read_bytes()
    first, second = pd.read_csv(made / "out/masked.csv"), pd.read_csv(people / "again/masked.csv")
    assert (first.to_numpy() == second.to_numpy()).all(axis=1).mean() < 0.05
    records = set(map(tuple, first.to_numpy()))
    assert np.mean([tuple(record) in records for record in second.to_numpy()]) < 0.5


# verify.


def cut_in_half(path):
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def flip_a_bit(path):
    text = bytearray(path.read_bytes())
    text[len(text) // 2] ^= 1
    path.write_bytes(text)


@pytest.mark.parametrize("change", [cut_in_half, flip_a_bit, os.unlink, lambda path: path.rename(path.with_suffix(".old")),
                                    lambda path: path.write_bytes(b""), lambda path: path.write_bytes(path.read_bytes() + b"\n")],
                         ids=["half", "bit", "missing", "renamed", "empty", "longer"])
@pytest.mark.parametrize("name", ["masked.csv", "report.html"])
def test_a_file_that_is_another_is_named(overhand, copy, name, change):
    assert overhand("verify out").returncode == 0
    change(copy / name)
    told = overhand("verify out", check=False)
    other = {"masked.csv": "report.html", "report.html": "masked.csv"}[name]
    assert told.returncode == (1 if (copy / name).exists() else 3)  # 3: what cannot be read
    assert f"{name}:" in told.stderr and f"{other}:" not in told.stderr
    assert "as they were released" not in told.stdout


def test_verify_needs_no_internal_report_and_writes_nothing(overhand, copy):
    (copy / "report-internal.html").unlink()
    before = {name: (copy / name).stat().st_mtime_ns for name in os.listdir(copy)}
    assert "All 2 files" in overhand("verify out").stdout
    assert {name: (copy / name).stat().st_mtime_ns for name in os.listdir(copy)} == before


def test_another_sum_in_the_manifest_is_told(overhand, copy):
    said = said_in(copy)
    said["files"][0]["sha256"] = "0" * 64
    (copy / "manifest.json").write_text(json.dumps(said))
    told = overhand("verify out", check=False)
    assert told.returncode == 1 and "masked.csv" in told.stderr and "report.html" not in told.stderr


@pytest.mark.parametrize("text", [
    "{", "null", "\x00", '{"files": {}}', '{"files": "masked.csv"}', '{"files": [{}]}', '{"files": [{"name": "masked.csv"}]}',
    '{"files": [{"name": "/etc/passwd", "sha256": "00"}]}', '{"files": [{"name": "", "sha256": "00"}]}', "[" * 100000])
def test_odd_manifests_are_no_manifests(overhand, copy, text):
    (copy / "manifest.json").write_text(text)
    told = overhand("verify out", check=False)
    assert told.returncode in (1, 2) and told.stderr.startswith("overhand: ") and "as they were released" not in told.stdout


# Runs that fail.


@pytest.mark.parametrize(("words", "code"), [
    (["release", "nobody.csv", "-o", "out"], 3), (["release", "people.csv", "-o", "out", "--method", "nonsense"], 2),
    (["release", "people.csv", "-o", "out", "--accept-risk", ""], 2), (["release", "people.csv", "-o", "out", "--drop", "nobody"], 2),
    (["release", "people.csv"], 2), (["release", "people.csv", "-o", "out", "--columns", "c0", "--unit", "nobody"], 2),
    (["release", "people.csv", "-o", "out", "--method", "noise"], 1)])
def test_what_is_refused_leaves_no_folder(overhand, people, words, code):
    done = overhand(words, check=False)
    assert done.returncode == code and "overhand: " in done.stderr
    assert os.listdir(people) == ["people.csv"]


def test_a_file_of_the_same_name_is_kept(overhand, people):
    (people / "out").write_text("mine")
    done = overhand(["release", "people.csv", "-o", "out", *OPTIONS], check=False)
    assert done.returncode != 0 and "it is not a folder" in done.stderr and (people / "out").read_text() == "mine"


def test_a_folder_with_other_files_is_refused_and_left_as_it_was(overhand, people):
    """They would go out with the release: its folder is what is passed on."""
    (people / "out").mkdir()
    (people / "out/note.txt").write_text("mine")
    done = overhand(["release", "people.csv", "-o", "out", *OPTIONS], check=False)
    assert done.returncode == 2 and "out holds other files (note.txt), which would go out with the release" in done.stderr
    assert os.listdir(people / "out") == ["note.txt"] and (people / "out/note.txt").read_text() == "mine"


def test_an_empty_folder_takes_a_release_and_one_alone(overhand, people):
    (people / "out").mkdir()
    overhand(["release", "people.csv", "-o", "out", *OPTIONS])
    assert sorted(os.listdir(people / "out")) == ["manifest.json", "masked.csv", "report-internal.html", "report.html"]
    done = overhand(["release", "people.csv", "-o", "out", *OPTIONS], check=False)
    assert done.returncode == 2 and "there is a release already" in done.stderr and overhand("verify out").returncode == 0


def test_a_place_that_cannot_be_written_is_told(overhand, people):
    done = overhand(["release", "people.csv", "-o", "/proc/nowhere", *OPTIONS], check=False)
    assert done.returncode == 3 and "/proc/nowhere: cannot be written" in done.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_leaves_nothing(tmp_path, number):
    """4,000 records of 8 columns are tried for longer than the half second until the signal."""
    table_of(4000, 8).to_csv(tmp_path / "big.csv", index=False)
    process = subprocess.Popen([BINARY, "release", "big.csv", "-o", "out"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(0.5)
    process.send_signal(number)
    message = process.communicate(timeout=30)[1]
    assert process.returncode == 128 + number and "Stopped before the end." in message
    assert os.listdir(tmp_path) == ["big.csv"]


def test_a_reason_is_text_wherever_it_stands(overhand, people):
    overhand(["release", "people.csv", "-o", "out", "--method", "cart", "--accept-risk", REASON])
    said = said_in(people / "out")
    assert said["accepted_because"] == REASON and said["decision"] == "risk accepted"
    assert "<b>said</b>" not in (people / "out/report.html").read_text(), "a reason is no markup"
