"""overhand tune and compare."""

import json
import random

from conftest import columns_of


def test_tune_chooses_under_the_ceiling_and_masks(overhand, people, tmp_path):
    overhand("tune people.csv --method cell_rotate --quick --json result.json -o masked.csv")
    result = json.loads((tmp_path / "result.json").read_text())
    choice = result["choice"]
    assert choice["method"] == "cell_rotate" and choice["risk"]["dbrl"] <= 0.2
    assert {"risk", "loss", "score", "options"} <= set(choice)
    assert len(result["grid"]) == 10
    under = [point for point in result["grid"] if point["risk"]["dbrl"] <= 0.2 and "excluded" not in point]
    assert choice["other"]["shape_loss"] <= min(point["other"]["shape_loss"] for point in under) + 0.01
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
    by_source = overhand("tune people.csv --method sjppds --quick --max-risk 0.3 --json -", check=False)
    paper = overhand("tune people.csv --method sjppds --quick --max-risk 0.3 --risk paper --json -")
    assert json.loads(paper.stdout)["choice"]["pairing"] == "sorted"
    for point in json.loads(by_source.stdout)["grid"]:
        assert point["pairing"] == "lineage"


def test_compare_ranks_every_method_that_takes_its_columns(overhand, people):
    result = json.loads(overhand("compare people.csv --quick --json -").stdout)
    methods = {entry["method"] for entry in result["methods"]}
    catalogue = {entry["name"] for entry in json.loads(overhand("methods --json").stdout)["methods"] if entry["takes"]["numbers"]} - {"swap"}  # which asks for the geography
    assert methods == catalogue
    scores = [entry["choice"]["other"]["shape_loss"] for entry in result["methods"] if entry["choice"]]
    assert result["choice"]["other"]["shape_loss"] == min(scores)


def test_same_seed_same_result_for_any_number_of_threads(overhand, people):
    one = overhand("compare people.csv --quick --seed 3 --json - --threads 1").stdout
    assert one == overhand("compare people.csv --quick --seed 3 --json - --threads 4").stdout
    assert one != overhand("compare people.csv --quick --seed 4 --json -").stdout


def test_the_same_failure_is_told_once(overhand, tmp_path):
    rows = "".join(f"{i}.5,{i * i % 7}.25,{i % 5}.5\n" for i in range(15))
    (tmp_path / "small.csv").write_text("a,b,c\n" + rows)
    shown = overhand("tune small.csv --method mdav --max-risk 1").stdout
    assert "mdav, 16 settings: k must be at most the number of records, 15, not 16." in shown
    assert shown.count("k must be at most") == 1
    result = json.loads(overhand("tune small.csv --method mdav --max-risk 1 --json -").stdout)
    assert sum("failure" in point for point in result["grid"]) == 16


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
    assert any(line.startswith("Chosen: ") and " the lowest " in line for line in lines)
    assert "What an intruder can do:" in lines


def test_settings_are_ranked_by_the_score_that_is_asked_for(overhand, people):
    for score, title, rank in (("loss", "Ranked by loss: the mean of ps, pil", lambda point: point["other"]["shape_loss"]),
                               ("paper", "Ranked by the paper's overall score", lambda point: point["score"]["overall"])):
        text = overhand(f"tune people.csv --method rank_noise --quick --score {score} --json result.json").stdout
        assert title in text
        result = json.loads((people.parent / "result.json").read_text())
        assert result["score"] == score
        free = [point for point in result["grid"] if "excluded" not in point and point["risk"]["dbrl"] <= 0.2]
        near = [point for point in free if rank(point) <= min(map(rank, free)) + (0.01 if score == "loss" else 0)]
        assert rank(result["choice"]) in map(rank, near) and len(near) < len(free)
        assert result["choice"]["risk"]["dbrl"] == min(point["risk"]["dbrl"] for point in near), "the safest of those nearly as good"
        assert ("c2st" in result["choice"]["other"]) == (score == "loss"), "trees cost more than the paper's score"


def test_implausible_settings_are_shown_but_not_chosen(overhand, tmp_path):
    """Noise makes fractions of whole numbers; a shuffle does not."""
    overhand("simulate survey -n 300 --seed 1 -o survey.csv")
    refused = overhand("tune survey.csv --method noise --quick --json result.json -o masked.csv", check=False)
    assert refused.returncode == 1 and not (tmp_path / "masked.csv").exists()
    assert "can be released" in refused.stderr and "a fraction among whole numbers 100 %" in refused.stderr
    assert "not chosen: implausible values in 100 % of the records" in refused.stdout
    result = json.loads((tmp_path / "result.json").read_text())
    assert result["choice"] is None
    for point in result["grid"]:
        assert point["other"]["implausible"] == 1
        assert ("excluded" in point) == (point["risk"]["dbrl"] <= 0.2)
    compared = json.loads(overhand("compare survey.csv --quick --json -").stdout)
    assert compared["choice"]["other"]["implausible"] <= 0.05
    for point in compared["grid"]:
        if "failure" not in point and point["other"]["shape_loss"] < compared["choice"]["other"]["shape_loss"] - 0.01:
            assert point["risk"]["dbrl"] > 0.2 or "excluded" in point


def test_a_large_table_is_tried_on_a_sample(overhand, tmp_path):
    overhand("simulate gaussian -n 12000 -p 3 --seed 1 -o large.csv")
    shown = overhand("tune large.csv --method rank_swap --quick --json result.json -o masked.csv --report r.html")
    assert "a random sample of 10,000 records" in shown.stdout
    result = json.loads((tmp_path / "result.json").read_text())
    assert (result["rows"], result["trial_rows"]) == (12000, 10000)
    assert len((tmp_path / "masked.csv").read_text().splitlines()) == 12001
    assert "a random sample of 10,000 of 12,000 records" in (tmp_path / "r.html").read_text()


def test_the_time_can_be_bounded(overhand, people, tmp_path):
    refused = overhand("compare people.csv --quick --time 0.000001s --json -", check=False)
    assert refused.returncode == 2
    assert "No setting could be tried. The time was up" in refused.stderr
    assert json.loads(overhand("compare people.csv --quick --time 1h --json -").stdout)["choice"]
    for wrong in ("2", "2d", "nan", ""):
        assert overhand(["compare", "people.csv", "--time", wrong], check=False).returncode == 2


def test_one_column_is_too_few(overhand, tmp_path):
    (tmp_path / "one.csv").write_text("place,a\n" + "".join(f"p{i % 3},{i * i}\n" for i in range(50)))
    for arguments in ("compare one.csv --drop place", "compare one.csv --keep place", "tune one.csv --method noise --drop place"):
        refused = overhand(arguments + " --quick", check=False)
        assert refused.returncode == 2
        assert refused.stderr == "overhand: one.csv: There must be at least 2 columns to mask, not 1.\n"


def test_the_table_says_which_figures_have_no_true_source(overhand, people, tmp_path):
    shown = overhand("compare people.csv --quick --report r.html").stdout
    rows = {line.split()[0]: line for line in shown.splitlines() if line.strip()}
    assert " sorted " in rows["cart"] and " lineage " in rows["cell_rotate"] and " row " in rows["rank_swap"]
    assert "Sorted: no source is known" in shown
    page = (tmp_path / "r.html").read_text()
    assert "sorted tables (no source known)" in page and "cart (sorted)" in page


def test_cart_is_tried_in_orders_of_columns_whose_names_hold_commas(overhand, people, tmp_path):
    people.write_text(people.read_text().replace("age,income,hours", '"age, in years",income,"hours, ""paid"""'))
    overhand("tune people.csv --method cart --quick --max-risk 1 --json result.json")
    grid = json.loads((tmp_path / "result.json").read_text())["grid"]
    assert len(grid) == 10 and not [point for point in grid if "failure" in point]


def test_what_no_setting_can_do_names_the_way_out(overhand, tmp_path):
    rows = "".join(f"{(i * 37 % 101) ** 2},{(i * 53 % 97) ** 2},7\n" for i in range(100))
    (tmp_path / "same.csv").write_text("a,b,c\n" + rows)
    refused = overhand("tune same.csv --method pca --quick", check=False)
    assert refused.returncode == 2
    assert "No setting could be tried. Column 'c' has the same value in every record" in refused.stderr
    assert "leave the column out with --drop c" in refused.stderr
    assert overhand("tune same.csv --method pca --quick --drop c", check=False).returncode in (0, 1)


def test_long_settings_are_cut_between_letters(overhand, tmp_path):
    """Orders of columns whose names have letters of two bytes, at every place where the text may end."""
    chance = random.Random(1)
    for length in (5, 6, 7):
        names = ["ä" * length + str(i) for i in range(5)]
        rows = [",".join(f"{chance.gauss(0, 1):.4f}" for _ in names) for _ in range(40)]
        (tmp_path / "t.csv").write_text("\n".join([",".join(names), *rows]) + "\n")
        said = overhand("tune t.csv --method cart --quick --max-risk 1", stdin=b"").stdout.decode()  # strict: no half letters
        assert "ä..." in said and "ä…" in said


def test_without_a_method_it_is_the_one_of_the_paper(overhand, people):
    result = json.loads(overhand("tune people.csv --quick --max-risk 1 --json -").stdout)
    assert {point["method"] for point in result["grid"]} == {"sjppds"}
