"""The JSON of results over many options: by its schema, and by what its figures must be to each other."""

import json
import math

import jsonschema
import pytest
from test_schema import VALIDATOR

MASKS = [
    "--method sjppds --bins 3", "--method mdav --k 5 --shuffle-rows", "--method pca", "--method pppca --k 4", "--method noise --percent 1",
    "--method correlated_noise --seed 9", "--method rank_swap --top_percent 5", "--method rank_swap --partner argus --keep group",
    "--method cell_rotate --marginals free", "--method cell_shuffle --repair false --keep group", "--method rank_noise --drop hours",
    "--method cart --order hours,age,income,group", "--method ipso --given age", "--columns age,income --keep group",
    "--columns age,hours --quiet",
]
EVALUATIONS = ["", "--pairing row", "--pairing sorted", "--pairing source.csv", "--ps glm", "--pairing row --exact --seed 3",
               "--pairing source.csv --drop hours", "--columns age,income", "--keep group --pairing source.csv",
               "--columns age,hours --keep group --pairing row"]
TUNINGS = ["tune people.csv --method noise --quick --max-risk 1", "tune people.csv --method ipso --risk paper", "tune people.csv --method cart --quick",
           "tune people.csv --method cell_rotate --quick --keep group -o out.csv", "tune people.csv --method mdav --quick --replications 2",
           "tune people.csv --quick --max-risk 0", "tune people.csv --method rank_swap --quick --columns age,income -o out.csv --max-risk 0.9",
           "compare people.csv --quick --risk paper", "compare people.csv --quick --score paper", "compare people.csv --quick --drop group --max-risk 0.05"]


@pytest.fixture
def table(people):
    lines = people.read_text().splitlines()
    people.write_text("\n".join([lines[0] + ",group", *(f"{line},{i % 4}" for i, line in enumerate(lines[1:]))]) + "\n")


def check_measures(figures):
    """Shares lie between 0 and 1, and what was sampled lies within its interval."""
    for group in ("risk", "loss", "score"):
        for name, value in figures[group].items():
            if name.endswith("_ci"):
                low, high = value
                assert 0 <= low <= figures[group][name.removesuffix("_ci")] <= high <= 1
            elif name in ("mae", "mse"):
                assert value >= 0
            elif not name.endswith("_sample"):
                assert -1e-12 <= value <= 1 + 1e-12, name


def check_kept(kept, rows):
    assert kept["unique"] == pytest.approx(kept["unique_records"] / rows)
    assert kept["unique_records"] <= kept["below_three"] <= rows
    assert (kept["smallest_class"] == 1) == (kept["unique_records"] > 0)
    assert (kept["smallest_class"] >= 3) == (kept["below_three"] == 0)
    if not kept["columns"] and not kept["unchanged"]:
        assert kept["smallest_class"] == rows and "linked" not in kept


@pytest.mark.parametrize("words", MASKS)
def test_mask(overhand, table, tmp_path, words):
    result = json.loads(overhand(f"mask people.csv -o out.csv --json - {words}").stdout)
    VALIDATOR.validate(result)
    header, *lines = (tmp_path / "out.csv").read_text().splitlines()
    assert [column["name"] for column in result["columns"]] == header.split(",")
    assert result["rows"] == len(lines) == 200
    kept = [column["name"] for column in result["columns"] if column["role"] == "keep"]
    assert result["kept"]["columns"] == kept == (["group"] if "--keep group" in words else [])
    assert result["key"] == ("seed" if "--seed" in words else "operating system")
    assert result["method"] == (words.split()[1] if "--method" in words else "cell_rotate")
    check_kept(result["kept"], 200)


def test_mask_tells_the_options_that_were_used(overhand, table):
    told = json.loads(overhand("mask people.csv -o out.csv --method rank_swap --percent 7 --bottom-percent 2 --json -").stdout)["options"]
    assert (told["percent"], told["bottom_percent"], told["top_percent"], told["partner"]) == (7, 2, 0, "uniform")


@pytest.mark.parametrize("method", ["rank_noise", "sjppds"])
@pytest.mark.parametrize("words", EVALUATIONS)
def test_evaluate(overhand, table, method, words):
    keep = "--keep group" if "--keep" in words else ""
    overhand(f"mask people.csv -o out.csv --quiet --lineage source.csv --seed 2 --method {method} {keep}")
    result = json.loads(overhand(f"evaluate people.csv out.csv --json - {words}").stdout)
    VALIDATOR.validate(result)
    check_measures(result)
    assert result["score"]["overall"] == pytest.approx((result["score"]["risk"] + result["score"]["loss"]) / 2)
    check_kept(result["kept"], 200)
    if "--pairing" in words:
        asked = words.split("--pairing ")[1].split()[0]
        assert result["pairing"] == {"source.csv": "lineage"}.get(asked, asked)
    pairings = [result["pairing"], *(other["pairing"] for other in result["also"])]
    assert len(pairings) == len(set(pairings)), "each reading once"
    for other in result["also"]:
        check_measures({"risk": {}, "loss": {}, "score": {}, **other})
    assert result["verdict"]["level"] != "usable" or result["risk"]["dbrl"] <= 0.1


@pytest.mark.parametrize("words", TUNINGS)
def test_tune_and_compare(overhand, table, tmp_path, words):
    done = overhand(f"{words} --json r.json", check=False)
    assert done.returncode in (0, 1), done.stderr
    result = json.loads((tmp_path / "r.json").read_text())
    VALIDATOR.validate(result)
    tried = [point for point in result["grid"] if "failure" not in point]
    assert tried
    assert result["score"] == ("paper" if "--score paper" in words else "loss")

    def rank(point):
        return point["score"]["overall"] if result["score"] == "paper" else point["other"]["shape_loss"]

    for point in tried:
        check_measures(point)
        assert all(math.isfinite(value) for values in point["replicates"].values() for value in values)
    allowed = [point for point in tried if point["risk"]["dbrl"] <= result["max_risk"] and "excluded" not in point]
    nearly = 0.01 if result["score"] == "loss" else 0
    if result["choice"] is None:
        assert not allowed and done.returncode == 1
    else:
        assert rank(result["choice"]) <= min(map(rank, allowed)) + nearly
        assert result["choice"] in tried
    assert (tmp_path / "out.csv").exists() == ("release" in result) == ("-o" in words and done.returncode == 0)
    assert result["risk_basis"] == ("paper" if "--risk paper" in words else "lineage")
    for method in result["methods"]:
        own = [point for point in allowed if point["method"] == method["method"]]
        assert (method["choice"] is None) == (not own)
        if own:
            assert rank(method["choice"]) <= min(map(rank, own)) + nearly
    if "release" in result:
        check_kept(result["release"]["kept"], 200)
        assert result["release"]["risk"]["dbrl"] <= result["max_risk"]
        assert result["release"]["verdict"]["level"] in ("usable", "care")


@pytest.mark.parametrize("damage", [
    lambda result: result.update(schema=2), lambda result: result.update(rows=0), lambda result: result.pop("kept"),
    lambda result: result["kept"].update(unique=1.5), lambda result: result["kept"].update(more=1),
    lambda result: result["verdict"].update(level="fine"), lambda result: result["risk"].update(dbrl="low"),
    lambda result: result.update(pairing="guessed"), lambda result: result["verdict"].pop("headline"),
])
def test_the_schema_notices_what_is_wrong(overhand, table, damage):
    """Else that results follow it would say little."""
    result = json.loads(overhand("evaluate people.csv people.csv --pairing row --json -").stdout)
    VALIDATOR.validate(result)
    damage(result)
    with pytest.raises(jsonschema.ValidationError):
        VALIDATOR.validate(result)
