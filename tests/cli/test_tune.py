"""overhand tune and compare."""

import json

from conftest import columns_of


def test_tune_chooses_under_the_ceiling_and_masks(overhand, people, tmp_path):
    overhand("tune people.csv --method cell_rotate --quick --json result.json -o masked.csv")
    result = json.loads((tmp_path / "result.json").read_text())
    choice = result["choice"]
    assert choice["method"] == "cell_rotate" and choice["risk"]["dbrl"] <= 0.2
    assert {"risk", "loss", "score", "options"} <= set(choice)
    assert len(result["grid"]) == 10
    under = [point for point in result["grid"] if point["risk"]["dbrl"] <= 0.2]
    assert choice["score"]["overall"] == min(point["score"]["overall"] for point in under)
    before, after = columns_of(people.read_text()), columns_of((tmp_path / "masked.csv").read_text())
    assert sorted(map(float, before["income"])) == sorted(map(float, after["income"]))
    assert before != after


def test_nothing_under_the_ceiling_is_refused(overhand, people, tmp_path):
    refused = overhand("tune people.csv --method sjppds --max-risk 0.001 --quick --json result.json -o masked.csv",
                       check=False)
    assert refused.returncode == 1
    assert refused.stderr.strip() == "overhand: Nothing tried has a risk of 0.001 or less; nothing was masked."
    assert "above the ceiling: its safest" in refused.stdout
    assert json.loads((tmp_path / "result.json").read_text())["choice"] is None
    assert not (tmp_path / "masked.csv").exists()


def test_the_two_bases_disagree_about_sjppds(overhand, people):
    honest = overhand("tune people.csv --quick --max-risk 0.3 --json -", check=False)
    paper = overhand("tune people.csv --quick --max-risk 0.3 --risk paper --json -")
    assert json.loads(paper.stdout)["choice"]["pairing"] == "sorted"
    for point in json.loads(honest.stdout)["grid"]:
        assert point["pairing"] == "lineage"


def test_compare_ranks_every_method(overhand, people):
    result = json.loads(overhand("compare people.csv --quick --json -").stdout)
    methods = {entry["method"] for entry in result["methods"]}
    catalogue = {entry["name"] for entry in json.loads(overhand("methods --json").stdout)["methods"]}
    assert methods == catalogue
    scores = [entry["choice"]["score"]["overall"] for entry in result["methods"] if entry["choice"]]
    assert result["choice"]["score"]["overall"] == min(scores)


def test_same_seed_same_result_for_any_number_of_threads(overhand, people):
    one = overhand("compare people.csv --quick --seed 3 --json - --threads 1").stdout
    assert one == overhand("compare people.csv --quick --seed 3 --json - --threads 4").stdout
    assert one != overhand("compare people.csv --quick --seed 4 --json -").stdout


def test_a_setting_that_is_refused_is_a_line_in_the_result(overhand, tmp_path):
    rows = "".join(f"{i},{i * i % 7},{i % 5}\n" for i in range(15))
    (tmp_path / "small.csv").write_text("a,b,c\n" + rows)
    shown = overhand("tune small.csv --method mdav --max-risk 1")
    assert "mdav, k 31: " in shown.stdout
    result = json.loads(overhand("tune small.csv --method mdav --max-risk 1 --json -").stdout)
    assert any("failure" in point for point in result["grid"])


def test_unknown_method(overhand, people):
    refused = overhand("tune people.csv --method magic", check=False)
    assert refused.returncode == 2 and "There is no method 'magic'" in refused.stderr


def test_the_final_table_is_held_against_the_ceiling(overhand, people, tmp_path):
    """As published every trial of sjppds passes; the table that comes out links every record to its true source."""
    arguments = "tune people.csv --method sjppds --quick --risk paper --max-risk 0.3"
    assert json.loads(overhand(arguments + " --json -").stdout)["choice"]["risk"]["dbrl"] <= 0.3
    refused = overhand(arguments + " -o masked.csv --figures shown --json result.json", check=False)
    assert refused.returncode == 1
    assert "the ceiling of 0.3" in refused.stderr and refused.stderr.count("\n") == 1
    assert not (tmp_path / "masked.csv").exists() and not (tmp_path / "shown").exists()
    assert "ceiling" in json.loads((tmp_path / "result.json").read_text())["refused"]


def test_compare_ends_with_the_verdict_the_choice_and_the_files(overhand, people, tmp_path):
    lines = overhand("compare people.csv --quick -o masked.csv --report r.html").stdout.splitlines()
    assert lines[-1] == "Written: masked.csv, r.html, r-internal.html"
    assert any(line.startswith("Chosen: ") and "lowest overall score" in line for line in lines)
    assert "What an intruder can do:" in lines
