"""Rules: found in the original or said, and counted where masked records break them."""

import json
import random

import pandas
import pytest
from test_schema import VALIDATOR

ROWS = 300


@pytest.fixture
def taxes(tmp_path):
    """taxes.csv: tax <= income in every record; the note of the first record has two lines. Returns the table."""
    chance = random.Random(5)
    income = [chance.randint(100, 5000) for _ in range(ROWS)]
    table = pandas.DataFrame({
        "note": ["first\nsecond", *("ab"[i % 2] for i in range(1, ROWS))],
        "tax": [chance.randint(0, each) for each in income],
        "income": income,
        "hours": [20 + i % 5 * 5 for i in range(ROWS)],
    })
    table.to_csv(tmp_path / "taxes.csv", index=False)
    return table


def masked(tmp_path):
    return pandas.read_csv(tmp_path / "out.csv")


BASE = "--drop note"


def evaluated(overhand, words=()):
    result = json.loads(overhand(["evaluate", "taxes.csv", "out.csv", "--pairing", "row", "--json", "-", *BASE.split(), *words]).stdout)
    VALIDATOR.validate(result)
    return result


def broken(result):
    return {one["rule"]: one["records"] for one in result["broken_rules"]}


def test_inspect_shows_what_is_no_coincidence(overhand, tmp_path):
    overhand("simulate hospital -n 1000 --seed 1 -o patients.csv")
    rules = json.loads(overhand("inspect patients.csv --json -").stdout)["rules"]
    assert "length_of_stay <= cost_drugs" not in rules
    assert {"cost_ward <= cost", "cost_surgery <= cost"} <= set(rules)


def test_masked_records_that_break_a_mined_rule_are_counted(overhand, taxes, tmp_path):
    assert json.loads(overhand("inspect taxes.csv --json -").stdout)["rules"] == ["tax <= income"]
    said = overhand("mask taxes.csv -o out.csv --drop note --method sjppds --bins 1 --seed 1 --json mask.json").stderr
    out = masked(tmp_path)
    count = int((out.tax > out.income).sum())
    assert count > ROWS / 10
    result = evaluated(overhand)
    assert broken(result) == {"tax <= income": count}
    assert result["other"]["implausible"] == result["other"]["broken_rule"] == pytest.approx(count / ROWS)
    sentence = f"{count} of {ROWS} records ({100 * count / ROWS:.1f} of 100) break what every original obeys: tax <= income ({count})."
    assert sentence in said and sentence in result["verdict"]["analysts"]
    record = json.loads((tmp_path / "mask.json").read_text())
    VALIDATOR.validate(record)
    assert record["plausibility"] == {"implausible": count / ROWS, "broken_rules": [{"rule": "tax <= income", "records": count}]}


def test_a_table_that_obeys_is_said_to(overhand, taxes, tmp_path):
    taxes.drop(columns="note").to_csv(tmp_path / "out.csv", index=False)
    result = evaluated(overhand)
    assert result["broken_rules"] == [] and result["other"]["implausible"] == 0
    assert "Every record obeys the limits and rules that were found or said; others were not looked for." in result["verdict"]["analysts"]


@pytest.mark.parametrize("by", ["flag", "schema"])
def test_a_rule_that_is_said_is_counted(overhand, taxes, tmp_path, by):
    rule = "2 * tax <= 3 * income + hours"
    words = ["--rule", rule]
    if by == "schema":
        roles = "".join(f'[columns.{name}]\nrole = "{role}"\n' for name, role in
                        {"note": "drop", "tax": "mask", "income": "mask", "hours": "keep"}.items())
        (tmp_path / "s.toml").write_text(f'rules = ["{rule}"]\n{roles}')
        words = ["--schema", "s.toml"]
    keep = ["--keep", "hours"] if by == "flag" else []
    overhand(["mask", "taxes.csv", "-o", "out.csv", *BASE.split(), *keep, "--method", "sjppds", "--bins", "1", "--seed", "1", *words])
    out = masked(tmp_path)
    count = int((2 * out.tax > 3 * out.income + out.hours).sum())
    assert count > 0 and sorted(out.hours) == sorted(taxes.hours)
    assert broken(evaluated(overhand, [*keep, *words]))[rule] == count


def test_the_report_and_the_text_name_the_rules(overhand, taxes, tmp_path):
    overhand("mask taxes.csv -o out.csv --drop note --method sjppds --bins 1 --seed 1 --quiet")
    text = overhand("evaluate taxes.csv out.csv --drop note --pairing row --report r.html --rule hours*2<=80").stdout
    assert "Rules that every original obeys and masked records break" in text and "tax <= income" in text
    for page in ("r.html", "r-internal.html"):
        assert "tax <= income" in (tmp_path / page).read_text().replace("\\u003c", "<")


@pytest.mark.parametrize("command", ["mask taxes.csv -o out.csv", "tune taxes.csv --method noise --quick -o out.csv",
                                     "compare taxes.csv --quick -o out.csv"])
def test_a_rule_that_the_original_breaks_is_refused_with_its_line(overhand, taxes, tmp_path, command):
    rows = taxes.index[taxes.tax <= 50]
    refused = overhand([*command.split(), *BASE.split(), "--rule", "tax > 50"], check=False)
    assert refused.returncode == 2 and not (tmp_path / "out.csv").exists()
    line = rows[0] + (2 if rows[0] == 0 else 3)  # the header, and the first record has two lines
    assert refused.stderr.startswith(f"overhand: taxes.csv, line {line}: rule 'tax > 50': {len(rows)} of {ROWS} records of the original break it"), refused.stderr


def test_evaluate_refuses_it_too(overhand, taxes, tmp_path):
    overhand("mask taxes.csv -o out.csv --drop note --seed 1 --quiet")
    refused = overhand(["evaluate", "taxes.csv", "out.csv", "--drop", "note", "--rule", "tax > 50"], check=False)
    assert refused.returncode == 2 and "taxes.csv, line " in refused.stderr and "rule 'tax > 50'" in refused.stderr


@pytest.mark.parametrize("rule, words", [
    ("tax <= wage", "There is no column 'wage'"),
    ("tax <= note", "column 'note' is text, and only numbers can be computed with"),
    ("tax + income", "it compares nothing"),
    ("0 <= tax <= income", "more than one comparison"),
    ("tax <= (income", "a bracket is not closed"),
])
def test_what_is_wrong_with_a_rule_is_said_by_name(overhand, taxes, tmp_path, rule, words):
    refused = overhand(["mask", "taxes.csv", "-o", "out.csv", "--keep", "note", "--rule", rule], check=False)
    assert refused.returncode == 2 and words in refused.stderr and f"rule '{rule}'" in refused.stderr


def test_kept_numbers_are_read_with_the_sign_of_the_file(overhand, tmp_path):
    chance = random.Random(1)
    lines = ["pay;hours;limit"]
    for _ in range(100):
        pay = chance.randint(10, 99) / 4
        lines.append(f"{pay:.2f};{chance.randint(1, 40)};{pay + 1:.2f}".replace(".", ","))
    (tmp_path / "in.csv").write_text("\n".join(lines) + "\n")
    refused = overhand(["mask", "in.csv", "-o", "out.csv", "--keep", "limit", "--keep-identifiers", "--rule", "pay > limit"], check=False)
    assert "100 of 100 records of the original break it" in refused.stderr
    overhand(["mask", "in.csv", "-o", "out.csv", "--keep", "limit", "--keep-identifiers", "--rule", "pay == limit - 1", "--json", "r.json",
              "--method", "sjppds", "--bins", "1"])
    out = pandas.read_csv(tmp_path / "out.csv", sep=";", decimal=",")
    count = int((out.pay != out.limit - 1).sum())
    assert json.loads((tmp_path / "r.json").read_text())["plausibility"]["broken_rules"] == [{"rule": "pay == limit - 1", "records": count}]
    assert count > 50


def test_settings_that_break_rules_are_not_chosen(overhand, taxes, tmp_path):
    overhand("tune taxes.csv --drop note --method sjppds --quick --max-risk 1 --json r.json", check=False)
    points = [p for p in json.loads((tmp_path / "r.json").read_text())["grid"] if "failure" not in p]
    aside = [p for p in points if p["other"]["implausible"] > 0.05]
    assert aside and all("a broken rule" in p["excluded"] for p in aside)
    overhand("compare taxes.csv --drop note --quick --max-risk 0.9 --json c.json -o out.csv")
    compared = json.loads((tmp_path / "c.json").read_text())
    VALIDATOR.validate(compared)
    assert compared["choice"]["other"]["implausible"] <= 0.05
    count = sum(masked(tmp_path).tax > masked(tmp_path).income)
    assert compared["release"]["broken_rules"] == ([{"rule": "tax <= income", "records": count}] if count else [])


@pytest.fixture
def wards(tmp_path):
    """wards.csv: only orthopaedics has surgery."""
    chance = random.Random(6)
    ward = [chance.choice(["Orthopaedics", "Eyes or ears", "Heart"]) for _ in range(ROWS)]
    table = pandas.DataFrame({
        "ward": ward,
        "surgery": [chance.randint(500, 9000) if each == "Orthopaedics" else 0 for each in ward],
        "days": [chance.randint(1, 60) for _ in ward],
        "age": [chance.randint(1, 99) for _ in ward],
    })
    table.to_csv(tmp_path / "wards.csv", index=False)
    return table


EITHER = 'surgery == 0 or ward == "Orthopaedics"'


def test_a_rule_of_which_one_or_the_other_holds(overhand, wards, tmp_path):
    said = overhand(["mask", "wards.csv", "-o", "out.csv", "--method", "sjppds", "--bins", "1", "--seed", "1", "--rule", EITHER]).stderr
    out = masked(tmp_path)
    count = int(((out.surgery != 0) & (out.ward != "Orthopaedics")).sum())
    assert count > 10 and f"{EITHER} ({count})" in said


def test_such_a_rule_in_a_schema(overhand, wards, tmp_path):
    (tmp_path / "s.toml").write_text(f"rules = ['{EITHER}']\n" + "".join(f"[columns.{name}]\n" for name in wards))
    said = overhand("mask wards.csv -o out.csv --method sjppds --bins 1 --seed 1 --schema s.toml").stderr
    assert EITHER in said


@pytest.mark.parametrize("rule, words", [
    ('ward == "Surgery"', "no record has the level in quotes in column 'ward'"),
    ('surgery == "0"', "column 'surgery' is a number, which is compared without quotes"),
    ('ward != "Heart" or surgery', "rule 'surgery': it compares nothing"),
    ('surgery == 0 or ward == "Heart"', "records of the original break it"),
    ("surgery == (days > 3 ? 0 : 1)", "it has a ?, which no rule has; write comparisons with or between them"),
    ("surgery >= 0, days >= 1", "more than one comparison"),
    ("surgery >= 0, 1", "a comma stands outside of a function"),
])
def test_what_no_such_rule_can_say_is_told(overhand, wards, tmp_path, rule, words):
    refused = overhand(["mask", "wards.csv", "-o", "out.csv", "--drop", "age", "--rule", rule], check=False)
    assert refused.returncode == 2 and words in refused.stderr, refused.stderr
    assert "Orthopaedics" not in refused.stderr


def test_a_refusal_for_implausible_values_names_the_rule_and_a_way_out(overhand, taxes):
    refused = overhand("tune taxes.csv --method cell_shuffle --quick --replications 1 --drop note --max-risk 0.3", check=False)
    assert refused.returncode == 1
    assert "its records break most: tax <= income (" in refused.stderr and "--derive" in refused.stderr
    assert "; broken most: tax <= income" in refused.stdout
