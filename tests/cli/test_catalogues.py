"""The catalogues of methods and measures against the program and the documents: each entry is true everywhere."""

import json
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
GUIDE = ROOT / "docs" / "guide"
METHODS = ["sjppds", "mdav", "pca", "pppca", "noise", "correlated_noise", "rank_swap", "cell_rotate", "cell_shuffle",
           "rank_noise", "cart", "ipso"]
ALL = [*METHODS, "pram", "swap"]  # which take no numbers, and need to be told the geography


@pytest.fixture
def entry(overhand):
    """entry("mdav"): the method as the catalogue has it."""
    methods = json.loads(overhand("methods --json").stdout)["methods"]
    return lambda name: next(method for method in methods if method["name"] == name)


def word(value):
    return {True: "true", False: "false"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def table_rows(page):
    """The rows of a guide's table of options: {"k": ("3", "records in ...")}."""
    rows = re.findall(r"^\| (`[^|]+`) \| ([^|]*) \| (.*) \|$", page.read_text(), re.M)
    return {name: (default.strip().strip("`"), meaning) for names, default, meaning in rows
            for name in re.findall(r"`(\w+)`", names)}


@pytest.mark.parametrize("method", ALL)
def test_every_option_is_in_the_guide_with_its_default(entry, method):
    told = table_rows(GUIDE / f"{method}.md")
    for option in entry(method)["options"]:
        assert option["name"] in told, option["name"]
        default = told[option["name"]][0]
        shown = word(option["default"]) if option["default"] != "" else ""
        if shown and re.fullmatch(r"[\d.e-]+", shown):
            assert float(default) == float(shown)
        elif shown:
            assert default == shown
        for choice in option.get("choices", []):
            assert f"`{choice}`" in told[option["name"]][1], choice
    assert set(told) >= {option["name"] for option in entry(method)["options"]}


@pytest.mark.parametrize("method", METHODS)
def test_defaults_said_aloud_change_nothing(overhand, people, tmp_path, entry, method):
    overhand(f"mask people.csv -o silent.csv --method {method} --seed 3 --quiet")
    words = [text for option in entry(method)["options"] if option["default"] != ""
             for text in (f"--{option['name']}", word(option["default"]))]
    overhand(["mask", "people.csv", "-o", "said.csv", "--method", method, "--seed", "3", "--quiet", *words])
    assert (tmp_path / "silent.csv").read_bytes() == (tmp_path / "said.csv").read_bytes()


@pytest.mark.parametrize("method", ALL)
def test_options_at_their_limits_are_taken_and_beyond_refused(overhand, people, tmp_path, entry, method):
    beyond = 0
    for option in entry(method)["options"]:
        for name, sign in (("minimum", -1), ("maximum", 1)):
            if name not in option:
                continue
            step = 1 if isinstance(option["default"], int) else 0.01
            number = option[name] + sign * step
            value = int(number) if isinstance(option["default"], int) else number
            refused = overhand(["mask", "people.csv", "-o", "out.csv", "--method", method, f"--{option['name']}={value}"],
                               check=False)
            assert refused.returncode == 2
            bound = "at least" if sign < 0 else "at most"
            assert refused.stderr.startswith(f"overhand: {option['name']} must be {bound} "), refused.stderr
            assert not (tmp_path / "out.csv").exists()
            beyond += 1
    assert beyond > 0 or method == "ipso"


@pytest.mark.parametrize("method", ALL)
def test_the_grid_of_tuning_lies_within_the_limits(entry, method):
    for option in entry(method)["options"]:
        for value in option.get("grid", []):
            assert option.get("minimum", value) <= value <= option.get("maximum", value)
        assert sorted(set(option.get("grid", []))) == option.get("grid", []), "ascending, each once"


@pytest.mark.parametrize(("method", "option"), [("cell_rotate", "marginals"), ("rank_noise", "marginals"), ("rank_swap", "partner"),
                                                 ("sjppds", "marginals"), ("rank_swap", "marginals"), ("cell_shuffle", "marginals")])
def test_each_choice_is_a_masking_of_its_own(overhand, people, tmp_path, entry, method, option):
    choices = next(each for each in entry(method)["options"] if each["name"] == option)["choices"]
    tables = set()
    for choice in choices:
        overhand(f"mask people.csv -o out.csv --method {method} --{option} {choice} --seed 1 --quiet")
        tables.add((tmp_path / "out.csv").read_bytes())
    assert len(tables) == len(choices) >= 2
    refused = overhand(f"mask people.csv -o out.csv --method {method} --{option} neither", check=False)
    assert (refused.returncode, refused.stderr) == (2, f"overhand: {option} must be one of {', '.join(choices)}.\n")


def test_columns_as_an_option_are_named_as_everywhere(overhand, people, tmp_path):
    people.write_text(people.read_text().replace("age,income,hours", '"age, in years",income,hours'))
    for given in ("age, in years", '"age, in years"', 'hours,"age, in years"', " hours , income "):
        overhand(["mask", "people.csv", "-o", "out.csv", "--method", "ipso", "--given", given, "--seed", "1", "--quiet"])
    refused = overhand(["mask", "people.csv", "-o", "out.csv", "--method", "ipso", "--given", "age"], check=False)
    assert refused.returncode == 2
    assert "In given: There is no column 'age'; the columns are age, in years, income, hours." in refused.stderr


@pytest.mark.parametrize("method", ALL)
def test_the_text_of_the_catalogue_says_what_the_json_says(overhand, entry, method):
    text = overhand("methods").stdout
    assert entry(method)["summary"] in re.sub(r"\s+", " ", text)
    for option in entry(method)["options"]:
        assert f"--{option['name']}" in text


def test_every_measure_is_in_the_results_and_in_the_guide(overhand, people):
    """Of a mixed table with weights, which has all of them."""
    lines = people.read_text().splitlines()
    people.write_text("".join(f"{line},{'group' if i == 0 else 'xyz'[(i - 1) % 50 // 17]}\n" for i, line in enumerate(lines)))
    measures = json.loads(overhand("metrics --json").stdout)["measures"]
    overhand("mask people.csv -o masked.csv --method sjppds --seed 1 --lineage source.csv --quiet --weight hours")
    result = json.loads(overhand("evaluate people.csv masked.csv --pairing source.csv --json - --weight hours").stdout)
    found = {name for group in result.values() if isinstance(group, dict) for name in group}
    guide = (GUIDE / "measures.md").read_text()
    for measure in measures:
        assert measure["name"] in found, measure["name"]
        assert measure["name"] in guide, measure["name"]
        assert measure["summary"] and measure["formula"] and measure["scale"]
    assert len({measure["name"] for measure in measures}) == len(measures) > 15


def test_measures_of_the_score_are_those_of_its_formula(overhand):
    measures = json.loads(overhand("metrics --json").stdout)["measures"]
    assert {measure["name"] for measure in measures if measure["in_score"]} == {
        "dbrl", "rid", "sdid", "ps", "pil", "brmae", "brmse"}
    assert {measure["kind"] for measure in measures if measure["in_score"]} == {"risk", "loss"}
