"""What looks like an identifier is not masked until somebody decides it; codes masked as amounts are named."""

import pandas as pd
import pytest


@pytest.fixture
def staff(tmp_path):
    rows = 200
    pd.DataFrame({
        "number": [1000 + i for i in range(rows)],
        "member_id": [7919 * (i // 2) for i in range(rows)],
        "sex": [1 + i % 2 for i in range(rows)],
        "plz": [10000 + 13 * (i % 50) for i in range(rows)],
        "children": [i % 4 for i in range(rows)],
        "pay": [1000 + i * i * 37 % 9973 for i in range(rows)],
        "hours": [i * 13 % 41 / 2 for i in range(rows)],
    }).to_csv(tmp_path / "staff.csv", index=False)


COMMANDS = ["mask staff.csv -o out.csv", "tune staff.csv --method noise --quick -o out.csv", "compare staff.csv --quick -o out.csv"]
SENTENCE = ("overhand: staff.csv: Columns 'number', 'member_id' look like identifiers, which are no amounts to mask; leave them out "
            "with --drop number,member_id, or mask them all the same by naming them in --columns, with all others to mask, or say "
            "what each column is in a schema, which overhand inspect staff.csv --schema F.toml writes.\n")


@pytest.mark.parametrize("command", COMMANDS)
def test_identifiers_are_refused_until_decided(overhand, staff, tmp_path, command):
    refused = overhand(command, check=False)
    assert refused.returncode == 2
    assert refused.stderr == SENTENCE
    assert not (tmp_path / "out.csv").exists()


def test_the_same_from_every_format(overhand, staff, tmp_path):
    pd.read_csv(tmp_path / "staff.csv").astype(float).to_parquet(tmp_path / "staff.parquet")
    refused = overhand("mask staff.parquet -o out.csv", check=False)
    assert refused.stderr == SENTENCE.replace("staff.csv", "staff.parquet")


@pytest.mark.parametrize("decision", ["--drop number,member_id", "--columns number,member_id,pay,hours",
                                      "--columns pay,hours"])
def test_who_names_them_has_decided(overhand, staff, tmp_path, decision):
    overhand(f"mask staff.csv -o out.csv {decision} --seed 1 --quiet")
    assert (tmp_path / "out.csv").exists()


def test_a_schema_decides(overhand, staff, tmp_path):
    overhand("inspect staff.csv --schema s.toml")
    text = (tmp_path / "s.toml").read_text()
    overhand("mask staff.csv -o out.csv --schema s.toml --seed 1 --quiet")
    assert "number" not in (tmp_path / "out.csv").read_text()
    start = text.index("[columns.number]")
    (tmp_path / "s.toml").write_text(text[:start] + text[start:].replace('role = "drop"', 'role = "mask"', 1))
    overhand("mask staff.csv -o out.csv --schema s.toml --seed 1 --quiet")
    assert (tmp_path / "out.csv").read_text().startswith("number,")


def test_evaluate_measures_whatever_was_masked(overhand, staff):
    overhand("evaluate staff.csv staff.csv --pairing row --json -")


def test_codes_masked_as_amounts_are_named(overhand, staff):
    said = overhand("mask staff.csv -o out.csv --drop number,member_id --seed 1").stderr
    assert ("overhand: staff.csv: sex, plz look like codes, which are no amounts, but are masked as such; say what they are in a "
            "schema, which overhand inspect staff.csv --schema F.toml writes.\n") in said
    quiet = overhand("mask staff.csv -o out.csv --drop number,member_id --seed 1 --quiet").stderr
    assert "codes" not in quiet
    decided = overhand("mask staff.csv -o out.csv --columns sex,plz,pay --seed 1").stderr
    assert "codes" not in decided


def test_text_among_numbers_shows_the_way_to_a_schema(overhand, tmp_path):
    pd.DataFrame({"a": ["x", "7"] * 20, "b": [i * 7 % 13 / 3 for i in range(40)]}).to_csv(tmp_path / "t.csv", index=False)
    said = overhand("mask t.csv -o out.csv", check=False).stderr
    assert said.endswith(", or say what each column is in a schema, which overhand inspect t.csv --schema F.toml writes.\n")


def test_text_and_dates_that_single_out_persons_are_refused_until_decided(overhand, tmp_path):
    rows = 60
    pd.DataFrame({
        "first_name": ["Anna", "Bert"] * 30,
        "birth_date": [f"19{50 + i % 20}-01-31" for i in range(rows)],
        "region": ["north", "south", "west"] * 20,
        "pay": [1000 + i * 37 % 997 for i in range(rows)],
    }).to_csv(tmp_path / "t.csv", index=False)
    said = overhand("mask t.csv -o out.csv", check=False).stderr
    assert said.startswith("overhand: t.csv: Columns 'first_name', 'birth_date' look like identifiers, ")
    overhand("mask t.csv -o out.csv --drop first_name,birth_date --seed 1 --quiet")
    assert sorted(pd.read_csv(tmp_path / "out.csv")["region"]) == sorted(["north", "south", "west"] * 20)


def test_text_of_nearly_every_record_is_not_masked(overhand, tmp_path):
    pd.DataFrame({"code": [f"case {i}" for i in range(60)], "a": [i * 7 % 13 / 3 for i in range(60)],
                  "b": [i * 5 % 17 / 3 for i in range(60)]}).to_csv(tmp_path / "t.csv", index=False)
    said = overhand("mask t.csv -o out.csv --columns code,a,b", check=False).stderr
    assert said.startswith("overhand: t.csv, line 2: column 'code' is text that is different in nearly every record, which cannot be "
                           "masked; leave the column out with --drop code, or say what each column is")
    assert not (tmp_path / "out.csv").exists()


def test_a_schema_that_says_no_role_is_asked_for_one(overhand, staff, tmp_path):
    names = pd.read_csv(tmp_path / "staff.csv").columns
    schema = "[columns]\n" + "".join(f'{name} = {{type = "integer"}}\n' for name in names[:-1]) + 'hours = {type = "real"}\n'
    (tmp_path / "s.toml").write_text(schema)
    refused = overhand("mask staff.csv -o out.csv --schema s.toml", check=False)
    assert refused.stderr.endswith('look like identifiers, which are no amounts to mask; say role = "drop" or role = "mask" of them in '
                                   'the schema.\n')
    (tmp_path / "s.toml").write_text(schema.replace('number = {', 'number = {role = "drop", ').replace('member_id = {', 'member_id = {role = "drop", '))
    overhand("mask staff.csv -o out.csv --schema s.toml --quiet")


@pytest.mark.parametrize(("name", "is_masked"), [("expend", True), ("household income", True), ("Jahresgehalt", True), ("contract", False),
                                                 ("account number income", False)])
def test_long_sums_of_money_are_amounts_by_their_name(overhand, tmp_path, name, is_masked):
    values = [10_000_000 + i * i * 7919 % 89_999_983 for i in range(300)]
    pd.DataFrame({name: values, "age": [20 + i * 7 % 60 for i in range(300)]}).to_csv(tmp_path / "t.csv", index=False)
    assert (overhand("mask t.csv -o out.csv --quiet", check=False).returncode == 0) == is_masked


def test_names_of_persons_are_told_of_whoever_asked_for_them(overhand, tmp_path):
    first, last = ["Anna", "Bert", "Dora", "Emil", "Frida"], ["Kunz", "Lang", "Meier", "Noll"]
    rows = 400
    pd.DataFrame({
        "name": [f"{first[i % 5]} {last[i // 5 % 4]}" for i in range(rows)],
        "pay": [1000 + i * i * 37 % 997 for i in range(rows)],
        "hours": [i * i * 13 % 41 / 2 for i in range(rows)],
    }).to_csv(tmp_path / "t.csv", index=False)
    said = overhand("mask t.csv -o out.csv --columns name,pay,hours").stderr
    assert "Column 'name' looks like an identifier: the masking gives its values to other records, but they stay in the table" in said
    verdict = overhand("tune t.csv --columns name,pay,hours --method cell_rotate --quick -o best.csv --max-risk 0.5").stdout
    assert "Usable with care: identifiers are in it" in verdict and "Column 'name' looks like an identifier" in verdict
