"""simulate, methods, demo, --version and --help."""

import json
import math

from conftest import columns_of


def moments(values):
    n = len(values)
    mean = sum(values) / n
    return mean, sum((value - mean) ** 2 for value in values) / (n - 1)


def correlation(x, y):
    (mx, vx), (my, vy) = moments(x), moments(y)
    return sum((a - mx) * (b - my) for a, b in zip(x, y)) / (len(x) - 1) / math.sqrt(vx * vy)


def simulated(overhand, arguments):
    columns = columns_of(overhand(f"simulate {arguments} -o -").stdout)
    return [[float(cell) for cell in cells] for cells in columns.values()]


def test_timing_table_has_mean_0_and_alternating_correlation(overhand):
    columns = simulated(overhand, "timing -n 20000 -p 3 --seed 5")
    # 5 standard errors: fails by chance with probability below 1e-5
    assert all(abs(moments(column)[0]) < 5 / math.sqrt(20000) for column in columns)
    assert abs(correlation(columns[0], columns[1]) + 0.75) < 0.02
    assert abs(correlation(columns[0], columns[2]) - 0.75**2) < 0.03


def test_gaussian_means_lie_in_their_range_and_rho_is_obeyed(overhand):
    columns = simulated(overhand, "gaussian -n 20000 -p 4 --rho 0.5 --seed 5")
    means = [moments(column)[0] for column in columns]
    assert all(abs(mean) < 3.04 for mean in means) and len(set(means)) == 4
    assert abs(correlation(columns[1], columns[2]) - 0.5) < 0.03


def test_exponential_columns_have_sd_equal_to_mean(overhand):
    for column in simulated(overhand, "exponential -n 20000 -p 4 --seed 6"):
        mean, variance = moments(column)
        assert min(column) > 0
        assert abs(math.sqrt(variance) / mean - 1) < 0.06
        assert 1 / 10.5 < mean < 10.5


def test_same_seed_same_table(overhand):
    text = overhand("simulate gaussian -n 50 -p 2 --seed 9 -o -").stdout
    assert text == overhand("simulate gaussian -n 50 -p 2 --seed 9 -o -").stdout
    assert text != overhand("simulate gaussian -n 50 -p 2 --seed 10 -o -").stdout
    assert text != overhand("simulate gaussian -n 50 -p 2 -o -").stdout


def test_methods_as_text_and_json(overhand):
    assert "sjppds" in overhand("methods").stdout
    catalogue = json.loads(overhand("methods --json").stdout)["methods"]
    assert json.loads(overhand("methods --json").stdout)["default"] == "cell_rotate"
    sjppds = next(method for method in catalogue if method["name"] == "sjppds")
    bins = sjppds["options"][0]
    assert bins["name"] == "bins" and bins["default"] == 100
    assert bins["grid"] == list(range(10, 301, 10))


def test_demo_finds_the_best_masking_and_reports(overhand, tmp_path):
    text = overhand("demo -o shown").stdout
    assert text.strip().endswith("Report: shown/report.html")
    assert "What an intruder can do:" in text
    before = columns_of((tmp_path / "shown/original.csv").read_text())
    after = columns_of((tmp_path / "shown/masked.csv").read_text())
    assert {"name", "patient", "birth_date"} <= before.keys() - after.keys()
    masked = ["length_of_stay", "cost_ward", "cost_drugs", "cost_surgery", "haemoglobin"]
    assert all(sorted(before[name]) == sorted(after[name]) for name in masked)
    assert [before[name] for name in masked] != [after[name] for name in masked]
    assert "In every record cost = cost_ward + cost_drugs + cost_surgery" in text
    parts = [map(float, after[name]) for name in ("cost", "cost_ward", "cost_drugs", "cost_surgery")]
    assert all(abs(cost - ward - drugs - surgery) < 1e-9 * cost + 1e-6 for cost, ward, drugs, surgery in zip(*parts))
    (dropped,) = [line for line in text.splitlines() if line.startswith("  drop ")]
    assert all(name in dropped for name in ("visit", "patient", "name", "birth_date", "admission"))
    assert len(text.splitlines()) <= 50
    overhand("mask shown/original.csv -o again.csv --schema shown/schema.toml --quiet --seed 1")
    assert columns_of((tmp_path / "again.csv").read_text()).keys() == after.keys()
    assert "<html" in (tmp_path / "shown/report.html").read_text()


def test_help_teaches_by_example(overhand):
    for command in ("mask", "evaluate", "tune", "compare", "simulate", "methods", "metrics", "demo", "serve"):
        assert f"overhand {command}" in overhand(f"{command} --help").stdout.split("Example")[1]
    assert overhand("--version").stdout.startswith("overhand ")
