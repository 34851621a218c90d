"""What is said where units, weights, rules and strata do not fit: the column by name, and what to do."""

import json
import random

import pytest


@pytest.fixture
def people(tmp_path):
    """people.csv: 60 households of two in each of two regions, 19 and 13 of three."""
    chance = random.Random(3)
    lines = ["household,region,sex,age,income"]
    number = 0
    for region, count, size in (("north", 60, 2), ("south", 60, 2), ("north", 19, 3), ("south", 13, 3)):
        for _ in range(count):
            number += 1
            lines += [f"{number},{region},{chance.choice('fm')},{chance.randrange(90)},{chance.randrange(5000)}" for _ in range(size)]
    (tmp_path / "people.csv").write_text("\n".join(lines) + "\n")


MASK = "mask people.csv -o out.csv --columns age,income"


@pytest.mark.parametrize("words, said", [
    ("--unit household --within region", "column 'household': 32 of 152 units, with 96 of 336 records, are of a size that fewer than 20 units of their stratum by "
     "region have (3 records), and cannot be masked; fewer and larger strata have more of each size; leave them out with --rare drop."),
    ("--unit sex --rare drop", "Column 'sex' has no size with 20 units or more, so that no record would be left to mask"),
    ("--unit household --weight household", "Column 'household' tells which records are one unit, so that it cannot be their weight too."),
    ("--unit household --order sex", "Column 'sex' puts the records of a unit in order, so that it cannot be left out"),
    ("--rare drop", "--rare: it is about units, and no column tells them; say --unit COLUMN"),
    ("--rule income=>0", "rule 'income=>0': => is written as >=."),
    ("--rule income<>7", "rule 'income<>7': <> is written as !=."),
    ("--rule income!=0/0", "in no record of the original both sides are numbers"),
    ("--rule sqrt(income-100000)>=0", "in no record of the original both sides are numbers"),
])
def test_what_does_not_fit_is_said(overhand, people, tmp_path, words, said):
    refused = overhand([*MASK.split(), *words.split()], check=False)
    assert refused.returncode == 2 and said in refused.stderr, refused.stderr
    assert not (tmp_path / "out.csv").exists()


def test_a_schema_of_units_says_what_it_lacks(overhand, people, tmp_path):
    (tmp_path / "s.toml").write_text('unit = "household"\n[columns.age]\nrole = "mask"\n')
    refused = overhand("mask people.csv -o out.csv --schema s.toml", check=False)
    assert "'unit' names column 'household', which is not described here; say its role below" in refused.stderr
    (tmp_path / "s.toml").write_text('order = "age"\n[columns.age]\nrole = "mask"\n')
    refused = overhand("mask people.csv -o out.csv --schema s.toml --drop household,region,sex,income", check=False)
    assert refused.returncode == 2 and "order: it is about units, and no column tells them" in refused.stderr


def test_a_unit_that_is_kept_is_told_to_get_new_numbers(overhand, people):
    said = overhand(f"{MASK} --unit household --keep household").stderr
    assert "Column 'household' tells the units and is not kept as it is: it gets new numbers." in said


def test_the_smallest_whole_number_is_named_with_its_column(overhand, tmp_path):
    (tmp_path / "in.csv").write_text("a,b\n" + "".join(f"{i},{-2**63 + i}\n" for i in range(30)))
    refused = overhand("mask in.csv -o out.csv --columns a,b", check=False)
    assert refused.stderr.startswith("overhand: in.csv: column 'b' has a value that is out of range for whole numbers to compute with;"), refused.stderr


def test_sources_that_serve_twice_are_told_only_where_kept_counts_change(overhand, people):
    said = overhand(f"{MASK} --within region --seed 1").stderr
    assert "go out more than once" not in said
    assert "go out more than once" in overhand(f"{MASK} --keep region,sex --seed 2").stderr


def test_methods_that_fail_alike_inside_strata_stand_in_one_line(overhand, people):
    said = overhand("compare people.csv --columns age,income,sex --within region --quick --max-risk 0.9").stdout
    lines = [line for line in said.split("\n") if "cannot mask categories" in line]
    assert len(lines) == 1 and lines[0].startswith("mdav, "), lines


def test_shares_of_levels_that_stay_are_exact(overhand, people, tmp_path):
    overhand("mask people.csv -o out.csv --columns age,income,sex --method sjppds --bins 4 --seed 1 --quiet --lineage l.csv")
    table = (tmp_path / "out.csv").read_text().split("\n")
    table[1] = ",".join([table[1].split(",")[0], str(float(table[1].split(",")[1]) + 1), *table[1].split(",")[2:]])
    (tmp_path / "out.csv").write_text("\n".join(table))
    said = json.loads(overhand("evaluate people.csv out.csv --columns age,income,sex --pairing l.csv --json -").stdout)["verdict"]["analysts"][0]
    assert "the shares of all levels and gaps exactly (total variation)" in said, said


def test_rare_units_are_refused_once_before_any_trial(overhand, people):
    refused = overhand("compare people.csv --quick --columns age,income --unit household --within region", check=False)
    assert refused.returncode == 2 and refused.stdout == "" and refused.stderr.count("cannot be masked") == 1


def test_a_formula_that_does_not_hold_is_refused_once_before_any_trial(overhand, people):
    refused = overhand(["compare", "people.csv", "--quick", "--columns", "age,income", "--derive", "income = 2 * age"], check=False)
    assert refused.returncode == 2 and refused.stdout == "" and refused.stderr.count("does not hold") == 1


def schema(tmp_path, head, **roles):
    lines = [head] + [f'[columns.{name}]\nrole = "{role}"' for name, role in roles.items()]
    (tmp_path / "s.toml").write_text("\n".join(lines) + "\n")
    return "mask people.csv -o out.csv --schema s.toml --rare drop"


def test_a_role_that_a_unit_cannot_have_is_said(overhand, people, tmp_path):
    command = schema(tmp_path, 'unit = "household"', household="drop", region="drop", sex="drop", age="mask", income="mask")
    said = overhand(command).stderr
    assert "Column 'household' tells the units and is not dropped, as its role in the schema says: it gets new numbers." in said
    assert (tmp_path / "out.csv").read_text().startswith("household,age,income")


@pytest.mark.parametrize("role", ["drop", "mask"])
def test_a_role_that_a_stratum_cannot_have_is_said(overhand, people, tmp_path, role):
    roles = {"household": "drop", "region": role, "sex": "drop", "age": "mask", "income": "mask"}
    words = f"Column 'region' tells the strata and goes out as it is, though its role in the schema is {role}"
    result = overhand(schema(tmp_path, 'within = ["region"]', **roles).replace(" --rare drop", ""), check=False)
    assert words in result.stderr and result.returncode == (2 if role == "drop" else 0)
    flag = overhand(schema(tmp_path, "", **roles).replace("--rare drop", "--within region"))
    assert words + "." in flag.stderr


def test_a_weight_that_a_schema_drops_is_refused(overhand, people, tmp_path):
    command = schema(tmp_path, 'weight = "sex"', household="drop", region="drop", sex="drop", age="mask", income="mask")
    refused = overhand(command.replace(" --rare drop", ""), check=False)
    assert refused.returncode == 2 and "Column 'sex' is the weight of each record, so that it cannot be dropped." in refused.stderr


def test_evaluate_takes_units_and_strata_as_flags(overhand, people, tmp_path):
    overhand("mask people.csv -o out.csv --columns age,income --unit household --within region --rare drop --lineage source.csv --seed 1")
    words = "evaluate people.csv out.csv --columns age,income --pairing source.csv --json - --unit household --within region --order age"
    by_flags = overhand(words)
    assert "96 of 336 records are left out, in units of sizes too rare to mask" in by_flags.stderr
    assert json.loads(by_flags.stdout)["kept"]["linked_units"]
