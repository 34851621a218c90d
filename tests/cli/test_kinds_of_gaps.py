"""Values that a file calls missing, in formats that have one kind of gap: gaps there, and said."""

import pandas
import pyreadstat

ROWS = 60
KEEP = "--method noise --seed 1 --quiet --columns age,days --keep hours,code,educ --keep-identifiers"


def survey():
    return pandas.DataFrame({
        "age": [float(20 + i * 7 % 30) for i in range(ROWS)],
        "days": [float(i * 13 % 29) for i in range(ROWS)],
        "hours": [[-9.0, 38.5, 40.0, -8.0, 35.0, 20.0][i % 6] for i in range(ROWS)],
        "code": [["a", "NA", "b"][i % 3] for i in range(ROWS)],
        "educ": [[1.0, 2.0, -9.0][i % 3] for i in range(ROWS)],
    })


def write_spss(path):
    pyreadstat.write_sav(survey(), path, missing_ranges={"hours": [{"lo": -9, "hi": -8}], "code": ["NA"], "educ": [-9]},
                         variable_value_labels={"educ": {1: "low", 2: "high", -9: "refused"}})


def said(output, columns, extension):
    return (f"overhand: {output}: values of {columns} that the original calls missing are plain gaps there, as {extension} cannot tell them "
            "from others; the format of the original can.\n")


def test_declared_missing_values_of_spss_are_gaps_in_other_formats(overhand, tmp_path):
    write_spss(tmp_path / "in.sav")
    for extension, read in (("csv", pandas.read_csv), ("parquet", pandas.read_parquet), ("xlsx", pandas.read_excel), ("dta", pandas.read_stata)):
        result = overhand(f"mask in.sav -o out.{extension} {KEEP}")
        assert result.stderr.endswith(said(f"out.{extension}", "hours, code", f".{extension}")), extension
        after = read(tmp_path / f"out.{extension}")
        assert after["hours"].isna().sum() == ROWS // 3 and after["hours"].min() == 20, extension
        assert [cell for cell in after["code"][:3] if isinstance(cell, str) and cell] == ["a", "b"], extension
        assert after["educ"].tolist()[:3] == ["low", "high", "refused"], "a label tells what it is"
    result = overhand(f"mask in.sav -o out.sav {KEEP}")
    assert "plain gaps" not in result.stderr
    assert pyreadstat.read_sav(tmp_path / "out.sav", user_missing=True)[0]["hours"].tolist() == survey()["hours"].tolist()


def test_masked_values_are_no_gaps_wherever_they_come_to_lie(overhand, tmp_path):
    pyreadstat.write_sav(survey(), tmp_path / "in.sav", missing_ranges={"age": [{"lo": 49.5, "hi": 90}]})
    result = overhand("mask in.sav -o out.csv --method noise --percent 50 --seed 1 --quiet --columns age,days")
    assert "plain gaps" not in result.stderr
    after = pandas.read_csv(tmp_path / "out.csv")
    assert after["age"].max() > 49.5 and after["age"].notna().all()


def test_tags_of_stata_are_said_to_be_gaps(overhand, tmp_path):
    table = survey().assign(hours=[["a", 38.5, 40.0, "b", 35.0, 20.0][i % 6] for i in range(ROWS)])
    pyreadstat.write_dta(table, tmp_path / "in.dta", missing_user_values={"hours": ["a", "b"]})
    for extension in ("sav", "csv"):
        result = overhand(f"mask in.dta -o out.{extension} {KEEP}")
        assert result.stderr.endswith(said(f"out.{extension}", "hours", f".{extension}"))
    assert pyreadstat.read_sav(tmp_path / "out.sav")[0]["hours"].isna().sum() == ROWS // 3
    assert "plain gaps" not in overhand(f"mask in.dta -o out.dta {KEEP}").stderr
