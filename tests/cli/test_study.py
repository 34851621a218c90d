"""study: the paper's experiments at a small size."""

import json

FILES = ["results.json", "study.md", "index.html", "gaussian_scores.csv", "gaussian_overall.vl.json", "permutation.csv"]


def small_census(tmp_path, overhand, rows):
    """A table with the columns of Census, and too few records for the large groups of the grids."""
    names = "AFNLWGT,AGI,EMCONTRB,FEDTAX,PTOTVAL,STATETAX,TAXINC,POTHVAL,INTVAL,PEARNVAL,FICA,WSALVAL,ERNVAL"
    text = overhand(f"simulate gaussian -n {rows} -p 13 --seed 2 -o -").stdout
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "census.csv").write_text(names + "\n" + text.split("\n", 1)[1])


def test_quick_run_of_the_simulated_part(overhand, tmp_path):
    result = overhand("study gaussian permutation --quick --seed 4 -o out")
    assert "in all" in result.stderr
    for name in FILES:
        assert (tmp_path / "out" / name).stat().st_size > 0, name
    results = json.loads((tmp_path / "out" / "results.json").read_text())
    gaussian = results["experiments"][0]
    assert gaussian["tables"] == 3 and len(gaussian["methods"]) >= 12
    sjppds = gaussian["methods"][0]
    assert sjppds["name"] == "sjppds" and len(sjppds["grid"]) == 10
    assert sjppds["honest"]["tables_under"] == 0 and len(sjppds["paper"]["settings"]) == 3
    assert results["claims"][0]["holds"] in (True, False)
    assert results["thresholds"] is None


def test_same_seed_same_results_for_any_number_of_threads(overhand, tmp_path):
    overhand("study permutation exponential --quick --seed 4 -o one --threads 1")
    overhand("study permutation exponential --quick --seed 4 -o many --threads 8")
    one, many = ((tmp_path / name / "results.json").read_bytes() for name in ("one", "many"))
    assert one == many


def test_times_are_apart_from_results(overhand, tmp_path):
    overhand("study timing --quick -o out")
    timings = json.loads((tmp_path / "out" / "timing.json").read_text())["timings"]
    assert {"sjppds", "sjppds_full", "sjppds_simplified", "noise", "pppca"} <= {row["method"] for row in timings}
    assert all(row["seconds"] > 0 and row["replications"] == 3 for row in timings)
    assert "seconds" not in (tmp_path / "out" / "results.json").read_text()


def test_orders_are_tried_on_all_four_experiments(overhand, tmp_path):
    small_census(tmp_path, overhand, 40)
    (tmp_path / "data" / "tarragona.csv").write_text(overhand("simulate gaussian -n 40 -p 4 --seed 3 -o -").stdout)
    overhand("study orders --quick --data data -o out")
    results = json.loads((tmp_path / "out" / "results.json").read_text())
    assert [orders["experiment"] for orders in results["orders"]] == ["census", "tarragona", "gaussian", "exponential"]
    assert not results["experiments"]


def test_missing_data_is_named_with_the_way_to_get_it(overhand, tmp_path):
    (tmp_path / "empty").mkdir()
    result = overhand("study --data empty -o out", check=False)
    assert result.returncode == 2
    for words in ("census.csv", "tarragona.csv", "write.csv(sdcMicro::CASCrefmicrodata", "gaussian"):
        assert words in result.stderr
    assert not (tmp_path / "out").exists()
    result = overhand("study census -o out", check=False)
    assert result.returncode == 2 and "tarragona.csv" not in result.stderr and "--data" in result.stderr


def test_a_refused_setting_is_a_line_of_the_result(overhand, tmp_path):
    small_census(tmp_path, overhand, 28)
    overhand("study census --quick --data data -o out")
    results = json.loads((tmp_path / "out" / "results.json").read_text())
    mdav = next(method for method in results["experiments"][0]["methods"] if method["name"] == "mdav")
    assert "failure" in mdav["grid"][-1] and "failure" not in mdav["grid"][0]
    assert "mdav, k 31" in (tmp_path / "out" / "study.md").read_text()


def test_released_census_has_the_sum_recomputed(overhand, tmp_path):
    small_census(tmp_path, overhand, 80)
    overhand("study census --quick --data data -o out")
    header, *lines = (tmp_path / "out" / "census_released.csv").read_text().split()
    names = header.split(",")
    assert names[9] == "PEARNVAL" and len(names) == 13
    for line in lines:
        row = dict(zip(names, map(float, line.split(","))))
        assert abs(row["PEARNVAL"] - (row["PTOTVAL"] - row["POTHVAL"])) < 1e-9


def test_unknown_part(overhand):
    result = overhand("study nonsense -o out", check=False)
    assert result.returncode == 2 and "nonsense" in result.stderr


def test_one_page_shows_every_figure(overhand, tmp_path):
    overhand("study gaussian permutation --quick -o shown --report study.html")
    page = (tmp_path / "study.html").read_text()
    for figure in (tmp_path / "shown").glob("*.vl.json"):
        assert f'"id":"{figure.name.removesuffix(".vl.json")}"' in page.replace('": "', '":"')
