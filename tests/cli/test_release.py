"""overhand release and verify: what passes goes out whole, with its manifest, and what does not stays in."""

import hashlib
import json
import os
import pathlib
import stat

import jsonschema
import numpy as np
import pandas as pd
import pytest

DOCS = pathlib.Path(__file__).parents[2] / "docs"


@pytest.fixture
def people(tmp_path):
    chance = np.random.default_rng(1)
    size = chance.normal(size=1000)
    table = pd.DataFrame({f"c{j}": (size + chance.normal(size=1000)).round(4) for j in range(5)})
    table["region"] = chance.choice(["north", "south"], 1000)
    table.to_csv(tmp_path / "people.csv", index=False)
    return table


def manifest(tmp_path, folder="out"):
    return json.loads((tmp_path / folder / "manifest.json").read_text())


def test_a_table_goes_out_with_reports_and_manifest(overhand, people, tmp_path):
    done = overhand("release people.csv -o out --method cell_rotate --keep region")
    assert sorted(os.listdir(tmp_path / "out")) == ["manifest.json", "masked.csv", "report-internal.html", "report.html"]
    assert stat.S_IMODE((tmp_path / "out/report-internal.html").stat().st_mode) == 0o600
    said = manifest(tmp_path)
    assert said["profile"] == "research" and said["decision"] == "under every ceiling" and said["rows"] == 1000
    assert {attack["name"] for attack in said["attacks"]} == {
        "inference_3", "isolated_3", "inference_5", "isolated_5", "linkability", "membership", "look_up", "certain_cells", "dbrl",
        "implausible", "kept_classes"}
    assert all(attack["kept"] and attack["measured"] <= attack["ceiling"] for attack in said["attacks"])
    assert "What the attacks learn from this very table" in done.stdout
    told = overhand("verify out").stdout
    assert "All 2 files of out are as they were released." in told
    assert "Not of the release, so that nothing is said of them: report-internal.html." in told
    assert f"Its own SHA-256: {hashlib.sha256((tmp_path / 'out/manifest.json').read_bytes()).hexdigest()};" in told
    masked = pd.read_csv(tmp_path / "out/masked.csv")
    assert not masked["c0"].isin(people["c0"]).all()  # they are drawn


def test_the_manifest_says_nothing_of_the_input(overhand, people, tmp_path):
    overhand("release people.csv -o out --method cell_rotate --drop region")
    text = (tmp_path / "out/manifest.json").read_text()
    assert "people" not in text and str(tmp_path) not in text
    jsonschema.validate(manifest(tmp_path), json.loads((DOCS / "manifest.schema.json").read_text()))
    assert set(manifest(tmp_path)) == {"schema", "program", "version", "date", "profile", "decision", "setting", "rows", "columns", "attacks", "figures",
                                       "linked_ceiling", "risk", "loss", "ledger", "files"}


def test_a_changed_file_is_told(overhand, people, tmp_path):
    overhand("release people.csv -o out --method cell_rotate --drop region")
    with open(tmp_path / "out/masked.csv", "a") as file:
        file.write("1,2,3,4,5\n")
    changed = overhand("verify out", check=False)
    assert changed.returncode == 1 and "masked.csv: this is not the file that was released" in changed.stderr


def test_what_leaks_is_refused_and_nothing_is_written(overhand, people, tmp_path):
    """sjppds keeps each value in its bin: whoever knows the bins finds the record."""
    refused = overhand("release people.csv -o out --method sjppds --drop region", check=False)
    assert refused.returncode == 1 and not (tmp_path / "out").exists()
    assert "nothing was released" in refused.stderr


def test_a_reason_lets_out_what_comes_nearest(overhand, people, tmp_path):
    refused = overhand("release people.csv -o out --method cart --drop region", check=False)
    assert refused.returncode == 1 and "comes nearest" in refused.stderr
    overhand(["release", "people.csv", "-o", "out", "--method", "cart", "--drop", "region", "--accept-risk", "a test"])
    said = manifest(tmp_path)
    assert said["decision"] == "risk accepted" and said["accepted_because"] == "a test"
    assert not all(attack["kept"] for attack in said["attacks"])
    assert "a test" in (tmp_path / "out/report.html").read_text()


@pytest.mark.parametrize(("arguments", "sentence"), [
    ("release people.csv -o out --seed 42", "--seed: who guesses a seed undoes the masking"),
    ("release people.csv -o out --profile everybody", "internal, research, public"),
    ("verify nowhere", "there is no manifest.json in it"),
    ("release people.csv -o out --keep c0", "c0"),
])
def test_sentences(overhand, people, tmp_path, arguments, sentence):
    done = overhand(arguments, check=False)
    assert done.returncode != 0 and sentence in done.stderr and not (tmp_path / "out").exists()


def test_a_release_is_not_written_over(overhand, people, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out/manifest.json").write_text("{}")
    done = overhand("release people.csv -o out --drop region", check=False)
    assert done.returncode == 2 and "there is a release already" in done.stderr
    assert (tmp_path / "out/manifest.json").read_text() == "{}"


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"files": []}', '{"files": [3]}', '{"files": [{"name": "../people.csv", "sha256": ""}]}',
                                  '{"files": [{"name": 3, "sha256": []}]}'])
def test_what_is_no_manifest_is_told(overhand, people, tmp_path, text):
    (tmp_path / "out").mkdir()
    (tmp_path / "out/manifest.json").write_text(text)
    done = overhand("verify out", check=False)
    assert done.returncode == 2 and "manifest" in done.stderr
