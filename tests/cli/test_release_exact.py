"""What goes out exactly, ceilings of one's own, and what is said where nothing goes out."""

import json
import re

import jsonschema
import numpy as np
import pandas as pd
import pytest
from test_release import DOCS

ROWS = 500
SAFE = ["--method", "cell_rotate"]


@pytest.fixture
def people(tmp_path):
    chance = np.random.default_rng(1)
    size = chance.normal(size=(ROWS, 1))
    table = pd.DataFrame((size + chance.normal(size=(ROWS, 4))).round(4), columns=["a", "b", "c", "income"])
    table.to_csv(tmp_path / "people.csv", index=False)
    return table


@pytest.fixture
def release(overhand, people, tmp_path):
    def run(*words, check=True):
        return overhand(["release", "people.csv", "-o", "out", *words], check=check)

    return run


def said_in(tmp_path):
    said = json.loads((tmp_path / "out/manifest.json").read_text())
    jsonschema.validate(said, json.loads((DOCS / "manifest.schema.json").read_text()))
    return said, {figure["name"]: figure for figure in said["figures"]}


def test_figures_are_told_everywhere(release, people, tmp_path):
    done = release(*SAFE)
    _, figures = said_in(tmp_path)
    assert set(figures) == {"inference_2", "isolated_2", "singling_out", "membership_auc", "equal_values", "true_extremes",
                            "dominated_columns", "dominating_values"}
    masked, report = pd.read_csv(tmp_path / "out/masked.csv"), (tmp_path / "out/report.html").read_text()
    equal = np.mean([masked[name].isin(people[name]).mean() for name in people])
    assert figures["equal_values"]["measured"] == pytest.approx(equal) and equal < 0.2
    extremes = [name for name in people if masked[name].isin([people[name].min(), people[name].max()]).any()]
    assert figures["true_extremes"].get("columns", []) == extremes and figures["dominated_columns"]["measured"] == 0
    for figure in figures.values():
        assert figure["meaning"] in done.stdout and figure["meaning"] in report
    assert "Of 100 guesses about somebody, right because that record is in the table" in done.stdout


def test_the_verdict_and_the_attacks_say_the_same(release, tmp_path):
    done = release(*SAFE)
    held = {attack["name"]: attack for attack in said_in(tmp_path)[0]["attacks"]}
    told = re.search(r"at most (\d+) \(ceiling 12\) where\s+3 facts", re.sub(r"\s+", " ", done.stdout.replace("*", "")))
    assert told and int(told[1]) == int(np.ceil(100 * held["inference_3"]["measured"]))
    assert "can look up whether that person is in the table" not in done.stdout, "what was found by that is told"


def test_a_ceiling_of_ones_own_is_told(release, tmp_path):
    done = release(*SAFE, "--ceiling", "look_up=0.3", "--ceiling", "dbrl=0.15")
    held = {attack["name"]: attack for attack in said_in(tmp_path)[0]["attacks"]}
    assert held["look_up"]["ceiling"] == 0.3 and held["look_up"]["usual_ceiling"] == 0.15
    assert held["dbrl"]["ceiling"] == 0.15 and held["dbrl"]["usual_ceiling"] == 0.2
    assert [name for name, attack in held.items() if "usual_ceiling" in attack] == ["look_up", "dbrl"]
    for text in (done.stdout, (tmp_path / "out/report.html").read_text()):
        assert "of 0.300 that is allowed, by the profile 0.150" in text


@pytest.mark.parametrize(("change", "sentence"), [
    ("nobody=0.1", "There is no ceiling 'nobody'; there are inference_3,"), ("look_up=2", "a share between 0 and 1"),
    ("look_up", "say NAME=VALUE"), ("look_up=", "say NAME=VALUE"), ("look_up=nan", "NAME=VALUE"), ("=0.1", "There is no ceiling ''")])
def test_what_is_no_ceiling(release, tmp_path, change, sentence):
    done = release("--ceiling", change, check=False)
    assert done.returncode == 2 and sentence in done.stderr and "--ceiling" in done.stderr and not (tmp_path / "out").exists()


def test_a_refusal_says_what_to_change(release, people, tmp_path):
    """Nothing is guessed less than not at all."""
    done = release(*SAFE, "--ceiling", "inference_5=0", check=False)
    assert done.returncode == 1 and not (tmp_path / "out").exists()
    assert "comes nearest: 5 facts about a person known, another guessed" in done.stderr
    named = re.search(r"Most is guessed of column '(\w+)'", done.stderr)
    assert named and named[1] in people
    assert f"--drop {named[1]}" in done.stderr
    values = {str(value) for value in people.to_numpy().ravel()}
    assert not values & set(re.findall(r"-?\d+\.\d+", done.stderr))


def test_a_reason_is_in_the_headline(release, tmp_path):
    done = release("--method", "cart", "--accept-risk", "a test")
    assert "Beyond its ceilings: " in done.stdout and "a test" in done.stdout and "Usable" not in done.stdout
    assert "Beyond its ceilings: " in (tmp_path / "out/report.html").read_text()


def test_what_dominates_is_told_by_its_column(overhand, people, tmp_path):
    people["turnover"] = np.random.default_rng(2).uniform(1, 2, ROWS).round(3)
    people.loc[7, "turnover"] = 98765.4
    people.to_csv(tmp_path / "people.csv", index=False)
    done = overhand(["release", "people.csv", "-o", "out", *SAFE, "--accept-risk", "a test"], check=False)
    assert done.returncode == 0, done.stderr
    _, figures = said_in(tmp_path)
    assert figures["dominated_columns"]["columns"] == ["turnover"] and figures["dominated_columns"]["measured"] == 1
    assert "One value is more than half of the total of" in re.sub(r"\s+", " ", done.stdout)
    assert "98765" not in done.stdout + done.stderr + (tmp_path / "out/manifest.json").read_text()


def test_no_error_in_the_columns_own_units_goes_out(release, people, tmp_path):
    """Of one value that is far from all others it would tell where it was; the owner's report has it."""
    release(*SAFE)
    said, _ = said_in(tmp_path)
    assert {"ps", "pil"} <= set(said["loss"]) and not {"mae", "mse"} & set(said["loss"])
    measures = {}
    for name in ("report", "report-internal"):
        data = json.loads(re.search(r'<script[^>]*id="report"[^>]*>(.*?)</script>', (tmp_path / f"out/{name}.html").read_text(), re.S)[1])
        section = next(section for section in data["sections"] if section["id"] == "measures")
        measures[name] = json.dumps(section)
    assert '"mse"' not in measures["report"] and '"mse"' in measures["report-internal"]
