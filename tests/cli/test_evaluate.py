"""overhand evaluate and metrics."""

import json
import re

import pytest
from conftest import columns_of


def evaluated(overhand, arguments):
    return json.loads(overhand(f"evaluate {arguments} --json -").stdout)


def test_the_identity_is_linked_and_loses_nothing(overhand, people):
    result = evaluated(overhand, "people.csv people.csv --pairing row")
    assert (result["schema"], result["rows"], result["columns"], result["pairing"]) == (1, 200, 3, "row")
    assert result["risk"]["dbrl"] == 1
    assert all(value == pytest.approx(0, abs=1e-9) for value in result["loss"].values())
    assert set(result["loss"]) == {"ps", "pil", "mae", "mse", "brmae", "brmse"}
    assert set(result["score"]) == {"risk", "loss", "overall"}


def test_lineage_shows_what_sorting_hides(overhand, people):
    overhand("mask people.csv -o masked.csv --method sjppds --bins 100 --lineage source.csv --seed 1")
    by_source = evaluated(overhand, "people.csv masked.csv --pairing source.csv")
    assert by_source["pairing"] == "lineage"
    assert by_source["also"][0]["label"] == "sorted, as in the paper"
    assert by_source["risk"]["dbrl"] > by_source["also"][0]["risk"]["dbrl"]
    assert evaluated(overhand, "people.csv masked.csv --pairing sorted")["risk"] == by_source["also"][0]["risk"]


def test_without_a_pairing_the_riskier_stands_first(overhand, people):
    overhand("mask people.csv -o masked.csv --method sjppds --bins 100 --seed 1")
    assert evaluated(overhand, "people.csv masked.csv")["pairing"] == "sorted"
    overhand("mask people.csv -o noisy.csv --method noise --percent 10 --seed 1")
    assert evaluated(overhand, "people.csv noisy.csv")["pairing"] == "row"


def verdict(overhand, arguments):
    return evaluated(overhand, arguments)["verdict"]


def test_without_sources_nothing_is_called_usable(overhand, people):
    overhand("mask people.csv -o masked.csv --method cell_rotate --lineage source.csv --seed 1")
    told = verdict(overhand, "people.csv masked.csv --pairing source.csv")
    assert told["level"] in ("usable", "care") and told["headline"].startswith("Usable")
    for pairing in ("", "--pairing sorted"):
        untold = verdict(overhand, f"people.csv masked.csv {pairing}")
        assert untold["level"] == "unknown"
        assert re.fullmatch(r"Cannot be judged without sources: at least \d+ of 100 records are linked\.",
                            untold["headline"])
    assert "Cannot be judged without sources: at least" in overhand("evaluate people.csv masked.csv").stdout


def test_a_lower_bound_above_the_ceiling_is_enough_to_refuse(overhand, people):
    refused = verdict(overhand, "people.csv people.csv")
    assert (refused["level"], refused["headline"]) == ("refused", "Not safe to share.")


def test_row_by_row_is_a_statement_about_sources(overhand, people):
    overhand("mask people.csv -o noisy.csv --method noise --percent 200 --seed 1")
    assert verdict(overhand, "people.csv noisy.csv")["level"] == "unknown"
    assert verdict(overhand, "people.csv noisy.csv --pairing row")["level"] == "care"


def test_tables_of_different_size_cannot_be_judged(overhand, people, tmp_path):
    overhand("mask people.csv -o masked.csv")
    (tmp_path / "short.csv").write_text("\n".join((tmp_path / "masked.csv").read_text().split("\n")[:101]) + "\n")
    judged = verdict(overhand, "people.csv short.csv")
    assert (judged["level"], judged["headline"]) == ("unknown", "Cannot be judged without sources.")


def test_columns_are_matched_by_name_in_any_order(overhand, people, tmp_path):
    columns = columns_of(people.read_text())
    names = ["hours", "age", "income"]
    rows = zip(*(columns[name] for name in names))
    (tmp_path / "turned.csv").write_text("\n".join([",".join(names), *(",".join(row) for row in rows)]) + "\n")
    assert evaluated(overhand, "people.csv turned.csv --pairing row")["risk"]["dbrl"] == 1


def test_what_was_dropped_is_not_missed(overhand, people):
    overhand("mask people.csv -o masked.csv --drop hours --seed 1")
    assert evaluated(overhand, "people.csv masked.csv")["columns"] == 2
    assert evaluated(overhand, "people.csv masked.csv --drop hours")["columns"] == 2


def test_tables_of_different_size(overhand, people, tmp_path):
    (tmp_path / "short.csv").write_text("\n".join(people.read_text().split("\n")[:101]) + "\n")
    refused = overhand("evaluate people.csv short.csv --pairing row", check=False)
    assert refused.returncode == 2
    assert "the original has 200 records, the masked table 100" in refused.stderr
    result = evaluated(overhand, "people.csv short.csv")
    assert result["pairing"] == "none" and "ps" in result["loss"] and "dbrl" not in result["risk"]


def test_unknown_column_and_bad_lineage(overhand, people, tmp_path):
    (tmp_path / "other.csv").write_text("age,weight\n1,2\n3,4\n")
    refused = overhand("evaluate people.csv other.csv", check=False)
    assert refused.returncode == 2 and "There is no column 'weight'" in refused.stderr
    (tmp_path / "source.csv").write_text("source\n0\n1\n")
    refused = overhand("evaluate people.csv people.csv --pairing source.csv", check=False)
    assert refused.returncode == 2 and "row numbers from 1 on" in refused.stderr


def test_text_output_labels_the_papers_figures(overhand, people):
    overhand("mask people.csv -o masked.csv --lineage source.csv --seed 1")
    text = overhand("evaluate people.csv masked.csv --pairing source.csv").stdout
    assert "lineage, the true sources" in text and "sorted, as in the paper" in text


def test_the_verdict_stands_above_the_measures(overhand, people):
    overhand("mask people.csv -o masked.csv --lineage source.csv --seed 1")
    text = overhand("evaluate people.csv masked.csv --pairing source.csv").stdout
    headline = json.loads(overhand("evaluate people.csv masked.csv --pairing source.csv --json -").stdout)["verdict"]["headline"]
    assert text.startswith(headline)
    assert text.index("What this does not promise:") < text.index("Paired lineage") < text.index("dbrl")


def test_glm_imitates_r(overhand, people):
    overhand("mask people.csv -o masked.csv --method noise --percent 30 --seed 1")
    damped = evaluated(overhand, "people.csv masked.csv --pairing row")["loss"]["ps"]
    glm = evaluated(overhand, "people.csv masked.csv --pairing row --ps glm")["loss"]["ps"]
    assert glm == pytest.approx(damped, rel=1e-3)


def test_metrics_are_listed(overhand):
    assert "DBRL" in overhand("metrics").stdout or "dbrl" in overhand("metrics").stdout
    names = {measure["name"] for measure in json.loads(overhand("metrics --json").stdout)["measures"]}
    assert {"dbrl", "rid", "sdid", "ps", "pil", "mae", "mse", "brmae", "brmse", "drisk", "il1s"} <= names
