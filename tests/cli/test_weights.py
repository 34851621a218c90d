"""--weight: weighted totals, means and quantiles against numpy's, and what becomes of the weight."""

import json

import numpy
import pandas
import pytest
from test_schema import VALIDATOR

LEVELS = (0.05, 0.25, 0.5, 0.75, 0.95)


@pytest.fixture
def survey(tmp_path):
    """survey.csv: two strata, weights of few values that differ between them, and a gap."""
    chance = numpy.random.default_rng(3)
    rows = 400
    north = chance.random(rows) < 0.4
    table = pandas.DataFrame({
        "region": numpy.where(north, "north", "south"),
        "pay": chance.gamma(2, 1000, rows).round(2),
        "age": chance.integers(18, 90, rows).astype(float),
        "w": numpy.where(north, chance.choice([1.5, 2.25], rows), chance.choice([10.0, 12.5], rows)),
    })
    table.loc[7, "age"] = numpy.nan
    table.to_csv(tmp_path / "survey.csv", index=False)
    return table


def figures(values, weights):
    there = ~numpy.isnan(values) & (weights > 0)
    values, weights = values[there], weights[there]
    total = float((values * weights).sum())
    quantiles = numpy.quantile(values, LEVELS, weights=weights, method="inverted_cdf")
    return total, total / float(weights.sum()), quantiles


def evaluated(overhand, words="--drop region"):
    result = json.loads(overhand(f"evaluate survey.csv out.csv --pairing row --json - --weight w {words}").stdout)
    VALIDATOR.validate(result)
    return result


def read(tmp_path):
    return pandas.read_csv(tmp_path / "out.csv")


def test_figures_are_numpys(overhand, survey, tmp_path):
    overhand("mask survey.csv -o out.csv --method sjppds --bins 3 --drop region --weight w --seed 1 --quiet")
    out = read(tmp_path)
    result = evaluated(overhand)
    assert result["weighted"]["weight"] == "w"
    assert [column["name"] for column in result["weighted"]["columns"]] == ["pay", "age"]
    totals, means, quantiles = [], [], []
    for column in result["weighted"]["columns"]:
        name = column["name"]
        before, after = (figures(t[name].to_numpy(), t.w.to_numpy()) for t in (survey, out))
        for key, place, changes in (("total", 0, totals), ("mean", 1, means)):
            assert column[key]["original"] == pytest.approx(before[place], rel=1e-12)
            assert column[key]["masked"] == pytest.approx(after[place], rel=1e-12)
            changes.append(abs(after[place] - before[place]) / abs(before[place]))
            assert column[key]["change"] == pytest.approx(changes[-1], rel=1e-6)
        assert [q["level"] for q in column["quantiles"]] == list(LEVELS)
        assert [q["original"] for q in column["quantiles"]] == list(before[2])
        assert [q["masked"] for q in column["quantiles"]] == list(after[2])
        quantiles.append(abs(after[2] - before[2]) / survey[name].std())
        assert [q["change"] for q in column["quantiles"]] == pytest.approx(list(quantiles[-1]))
    assert max(totals) > 0
    for name, value in {"weighted_total_mean": numpy.mean(totals), "weighted_total_largest": max(totals),
                        "weighted_mean_mean": numpy.mean(means), "weighted_mean_largest": max(means),
                        "weighted_quantile_mean": numpy.mean(quantiles), "weighted_quantile_largest": numpy.max(quantiles)}.items():
        assert result["other"][name] == pytest.approx(value, rel=1e-6), name


def test_they_are_named_in_the_text_and_the_report(overhand, survey, tmp_path):
    overhand("mask survey.csv -o out.csv --method sjppds --bins 3 --drop region --weight w --seed 1 --quiet")
    text = overhand("evaluate survey.csv out.csv --pairing row --weight w --drop region --report r.html").stdout
    assert "Weighted by w: changes of totals and means in percent" in text
    assert "Weighted by w: totals within" in text
    assert "Totals weighted by w" in (tmp_path / "r.html").read_text()
    without = overhand("evaluate survey.csv out.csv --pairing row --drop region").stdout
    assert "eighted" not in without


def test_a_weight_stays_with_its_record(overhand, survey, tmp_path):
    said = overhand("mask survey.csv -o out.csv --columns pay,age --weight w --seed 1 --lineage source.csv --json r.json").stderr
    out = read(tmp_path)
    source = pandas.read_csv(tmp_path / "source.csv").iloc[:, 0].to_numpy() - 1
    assert (out.w.to_numpy() == survey.w.to_numpy()[source]).all()
    assert (out.pay.to_numpy() != survey.pay.to_numpy()[source]).any()
    assert "Kept as it is: w." in said or "Kept as they are: w" in said
    record = json.loads((tmp_path / "r.json").read_text())
    assert record["kept"]["columns"] == ["w"]


def test_a_weight_moves_inside_its_stratum_alone(overhand, survey, tmp_path):
    roles = "".join(f'[columns.{name}]\n' for name in survey)
    (tmp_path / "s.toml").write_text(f'weight = "w"\nwithin = ["region"]\n{roles}')
    overhand("mask survey.csv -o out.csv --schema s.toml --seed 1 --quiet")
    out = read(tmp_path)
    for region in ("north", "south"):
        assert set(out.w[out.region == region]) == set(survey.w[survey.region == region])


def test_a_weight_that_is_masked_is_said(overhand, survey, tmp_path):
    said = overhand("mask survey.csv -o out.csv --columns pay,age,w --weight w --within region --seed 1").stderr
    assert ("survey.csv: column 'w' weights the records and is masked as it was said to be, inside each stratum by region: masked "
            "records have other weights than their sources. Say --keep w to keep it with its record.") in said
    out = read(tmp_path)
    for region in ("north", "south"):
        assert sorted(out.w[out.region == region]) == sorted(survey.w[survey.region == region])
    (tmp_path / "s.toml").write_text('weight = "w"\n[columns.w]\nrole = "mask"\n[columns.region]\nrole = "drop"\n[columns.pay]\n[columns.age]\n')
    assert "is masked as it was said to be:" in overhand("mask survey.csv -o out.csv --schema s.toml --seed 1").stderr
    assert "weights the records" not in overhand("mask survey.csv -o out.csv --drop region --weight w --seed 1").stderr


@pytest.mark.parametrize("words, sentence", [
    ("--weight v", "There is no column 'v'"),
    ("--weight w --drop w", "Column 'w' is the weight of each record, so that it cannot be dropped."),
    ("--weight region --keep region", "column 'region', the weight of each record, is no column of numbers"),
])
def test_what_is_wrong_with_a_weight_is_said(overhand, survey, tmp_path, words, sentence):
    refused = overhand(f"mask survey.csv -o out.csv {words}", check=False)
    assert refused.returncode == 2 and sentence in refused.stderr
    assert not (tmp_path / "out.csv").exists()


@pytest.mark.parametrize("value, sentence", [("-1", "is negative here"), ("", "is missing here"), ("NA", "is missing here")])
@pytest.mark.parametrize("command", ["mask survey.csv -o out.csv", "compare survey.csv --quick -o out.csv", "evaluate survey.csv survey.csv"])
def test_weights_that_are_none_are_said_with_their_line(overhand, survey, tmp_path, command, value, sentence):
    lines = (tmp_path / "survey.csv").read_text().splitlines()
    lines[4] = lines[4].rsplit(",", 1)[0] + "," + value
    (tmp_path / "survey.csv").write_text("\n".join(lines) + "\n")
    refused = overhand(f"{command} --drop region --weight w", check=False)
    assert refused.returncode == 2 and refused.stderr.strip().endswith(
        f"survey.csv, line 5: column 'w', the weight of each record, {sentence} in the original table."), refused.stderr
    assert not (tmp_path / "out.csv").exists()


def test_compare_measures_by_the_weight(overhand, survey, tmp_path):
    overhand("compare survey.csv --quick --drop region --weight w --max-risk 0.5 -o out.csv --json r.json --report r.html")
    result = json.loads((tmp_path / "r.json").read_text())
    VALIDATOR.validate(result)
    assert "weighted_total_mean" in result["choice"]["other"]
    assert result["release"]["weighted"]["weight"] == "w"
    assert any("Weighted by w" in sentence for sentence in result["release"]["verdict"]["analysts"])
    assert set(read(tmp_path).w) == set(survey.w)


def test_the_sum_of_weights_is_measured_in_all_and_by_level(overhand, survey, tmp_path):
    overhand("mask survey.csv -o out.csv --keep region --weight w --seed 1 --quiet --lineage l.csv")
    out = read(tmp_path)
    result = json.loads(overhand("evaluate survey.csv out.csv --pairing l.csv --json - --weight w --keep region").stdout)
    VALIDATOR.validate(result)
    sums = result["weighted"]["sums"]
    assert [(one.get("column"), one.get("level")) for one in sums] == [(None, None), ("region", "north"), ("region", "south")]
    changes = []
    for one in sums:
        before, after = (t.w[t.region == one["level"]].sum() if "level" in one else t.w.sum() for t in (survey, out))
        changes.append(abs(after - before) / before)
        assert one["original"] == pytest.approx(before) and one["masked"] == pytest.approx(after)
        assert one["change"] == pytest.approx(changes[-1])
    assert result["other"]["weighted_sum"] == pytest.approx(changes[0])
    assert result["other"]["weighted_sum_largest"] == pytest.approx(max(changes)) and max(changes) > 0
    assert any("the sum of weights " in each for each in result["verdict"]["analysts"])


def test_a_weight_that_tells_records_apart_is_to_be_masked_and_can_be(overhand, survey, tmp_path):
    survey["w"] += numpy.arange(len(survey)) // 2 * 2 ** -10
    survey.loc[0, "w"] += 1
    survey.to_csv(tmp_path / "survey.csv", index=False)
    refused = overhand("compare survey.csv --quick --drop region --weight w", check=False)
    assert refused.returncode == 1 and "--drop w" not in refused.stderr
    assert "; mask column 'w', with role = \"mask\" in the schema or by naming it in --columns" in refused.stderr
    overhand("compare survey.csv --quick --replications 1 --columns pay,age,w --weight w --max-risk 0.5")


def test_inspect_proposes_for_a_weight_what_can_be_released(overhand, survey, tmp_path):
    survey = survey.rename(columns={"w": "wgt"})
    survey["wgt"] += numpy.arange(len(survey)) // 2 * 2 ** -10
    survey.loc[0, "wgt"] += 1
    survey.to_csv(tmp_path / "survey.csv", index=False)
    found = {column["name"]: column for column in json.loads(overhand("inspect survey.csv --json -").stdout)["columns"]}
    assert found["wgt"]["role"] == "mask" and "no other has" in found["wgt"]["why"]
