"""Files of Stata and SPSS as pandas and pyreadstat write them: values, labels, formats and missing values come back."""

import datetime
import decimal
import warnings

import numpy as np
import pandas as pd
import pyreadstat
import pytest

ROWS = 60
MOVE = "--method rank_swap --percent 50 --seed 1 --quiet --keep-identifiers"  # values move and none changes
STAY = "--method noise --percent 20 --seed 1 --quiet --keep-identifiers"  # the order of the records stays
GAPS = "--method sjppds --seed 1 --quiet"  # the one that masks beside missing values
STATA = [114, 117, 118, 119]


def cycle(values):
    return [values[i % len(values)] for i in range(ROWS)]


def people():
    """Numbers to mask, and of each type of Stata a column to keep."""
    return pd.DataFrame({
        "small": np.array([i * 7 % 30 for i in range(ROWS)], "int8"),
        "middle": np.array([i * 311 % 9000 for i in range(ROWS)], "int16"),
        "large": np.array([i * 70001 % 999983 for i in range(ROWS)], "int32"),
        "single": np.array([i * 13 % 71 / 10 for i in range(ROWS)], "float32"),
        "real": [i * 17 % 59 / 7 for i in range(ROWS)],
        "town": cycle(["Köln", "Rom  ", "", " x ", "a longer name of a town"]),
        "sex": np.array(cycle([1, 2, 2]), "int8"),
        "grade": pd.Categorical(cycle(["low", "high", None, "middle"]), ["low", "middle", "high"], ordered=True),
        "scale": np.array(cycle([1, 2, 3, 4, 5]), "int8"),
        "day": pd.to_datetime(cycle(["2020-01-31", "1950-02-03", None])),
        "moment": pd.to_datetime(cycle(["2020-01-01 00:00:00.123", None, "1969-12-31 23:59:59"]), format="ISO8601"),
        "kept8": np.array(cycle([-127, 100, 5]), "int8"),
        "kept32": np.array(cycle([2147483620, -7]), "int32"),
        "kept_single": np.array(cycle([0.1, 3e30, np.nan]), "float32"),
        "kept_real": cycle([0.1, 1 / 3, np.nan, -2.5e-300]),
    })


MASKED = ["small", "middle", "large", "single", "real"]
KEPT = [name for name in people() if name not in MASKED]
LABELS = {"small": "A small number", "sex": "Sex of the person", "town": "Where it is: Köln"}
VALUES = {"sex": {1: "male", 2: "female", 9: "unknown"}, "scale": {1: "not at all", 5: "very much"}}


def write_stata(path, version=118, table=None):
    table = people() if table is None else table
    options = {} if version == 114 else {"convert_strl": ["note"]}
    if version == 114:
        table = table.drop(columns="note", errors="ignore")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        table.to_stata(path, version=version, write_index=False, convert_dates={"day": "td", "moment": "tc"}, variable_labels=LABELS,
                       value_labels=VALUES, data_label="secret of the file", **options)


def stata(path):
    """What the file says: the values as they are stored, and all that stands beside them."""
    with pd.read_stata(path, iterator=True, convert_categoricals=False, convert_dates=False, convert_missing=True,
                       preserve_dtypes=True) as reader:
        values = reader.read()
        labels = {name: label for name, label in reader.variable_labels().items() if label}
        sets = dict(zip(reader._varlist, reader._lbllist, strict=True))
        formats = dict(zip(reader._varlist, reader._fmtlist, strict=True))
        types = dict(zip(reader._varlist, reader._typlist, strict=True))
        return values, labels, reader.value_labels(), sets, formats, types


def same(a, b):
    """Also missing values of the same kind."""
    return len(a) == len(b) and all(str(x) == str(y) or x == y for x, y in zip(a, b, strict=True))


@pytest.mark.parametrize("version", STATA)
def test_stata_comes_back_as_it_came(overhand, tmp_path, version):
    table = people()
    table["note"] = cycle(["y" * 3000 + "  ", "", "short ", "ü" if version > 117 else "u"])
    write_stata(tmp_path / "in.dta", version, table)
    before, labels, values, sets, formats, types = stata(tmp_path / "in.dta")
    kept = [name for name in before if name not in MASKED]
    overhand(f"mask in.dta -o out.dta {STAY} --keep {','.join(kept)}")
    after, *beside = stata(tmp_path / "out.dta")
    assert list(after) == list(before)
    for name in kept:
        assert same(after[name].tolist(), before[name].tolist()), name
        assert beside[4][name] == types[name], name
    for name in MASKED:
        assert after[name].tolist() != before[name].tolist(), name
    assert beside[0] == labels and beside[0]["town"] == "Where it is: Köln"
    assert values[sets["sex"]].pop(9) == "unknown"  # which no record is
    assert beside[1] == values
    assert beside[2] == sets
    assert beside[3] == formats and formats["day"] == "%td" and formats["moment"] == "%tc"
    assert b"secret" not in (tmp_path / "out.dta").read_bytes()


def test_masked_numbers_of_stata_stay_in_their_type_where_they_can(overhand, tmp_path):
    write_stata(tmp_path / "in.dta")
    before, *_, types = stata(tmp_path / "in.dta")
    overhand(f"mask in.dta -o out.dta {MOVE} --columns {','.join(MASKED)}")
    after, *_, types_after = stata(tmp_path / "out.dta")
    for name in MASKED:
        assert sorted(map(str, after[name])) == sorted(map(str, before[name])), name
        assert after[name].tolist() != before[name].tolist(), name
        assert types_after[name] == types[name], name
    overhand("mask in.dta -o noise.dta --method noise --percent 20 --seed 1 --quiet --columns single,real")
    noised = pd.read_stata(tmp_path / "noise.dta")
    assert noised["single"].dtype == "float64"  # what noise makes is no single
    overhand("mask in.dta -o noise.csv --method noise --percent 20 --seed 1 --quiet --columns single,real")
    assert pd.read_csv(tmp_path / "noise.csv")["single"].tolist() == noised["single"].tolist()


def test_a_masked_table_is_the_same_from_every_format(overhand, tmp_path):
    table = people()[MASKED].astype({"single": "float64"}).round({"single": 1})
    table.to_csv(tmp_path / "in.csv", index=False)
    people()[MASKED].to_stata(tmp_path / "in.dta", write_index=False)  # singles are 0.1, not 0.10000000149
    pyreadstat.write_sav(table, tmp_path / "in.sav")
    table.to_parquet(tmp_path / "in.parquet")
    table.to_orc(tmp_path / "in.orc")
    for method in ("noise", "cell_rotate", "sjppds", "mdav"):
        results = set()
        for extension in ("csv", "dta", "sav", "parquet", "orc"):
            overhand(f"mask in.{extension} -o out.csv --method {method} --seed 7 --quiet")
            results.add((tmp_path / "out.csv").read_bytes())
        assert len(results) == 1, method


def test_labels_are_the_words_of_other_formats(overhand, tmp_path):
    """Categories whose values all have a label; a number of which only some have one stays a number."""
    write_stata(tmp_path / "in.dta")
    for output, read in (("out.csv", pd.read_csv), ("out.parquet", pd.read_parquet), ("out.orc", pd.read_orc)):
        overhand(f"mask in.dta -o {output} {STAY} --columns real,large --keep sex,grade,scale,day")
        after = read(tmp_path / output)
        assert after["sex"].tolist() == cycle(["male", "female", "female"])
        assert after["grade"].isna().tolist() == [i % 4 == 2 for i in range(ROWS)]
        assert after["grade"].tolist()[:2] == ["low", "high"]
        assert after["scale"].tolist() == cycle([1, 2, 3, 4, 5])
        assert [str(day)[:10] for day in after["day"][:2]] == ["2020-01-31", "1950-02-03"]


def tagged():
    return pd.DataFrame({"income": cycle([100.5, 2.0, "a", 7.25, "z", np.nan]), "answer": cycle([1, 2, "b", 1, "c", 2]),
                         "age": [float(20 + i * 7 % 30) for i in range(ROWS)], "hours": [float(i * 13 % 29) for i in range(ROWS)]})


def write_tagged(path):
    pyreadstat.write_dta(tagged(), path, missing_user_values={"income": ["a", "z"], "answer": ["b", "c"]},
                         variable_value_labels={"income": {"a": "refused"}, "answer": {1: "yes", 2: "no", "b": "does not know"}})


def test_tagged_missing_values_of_stata(overhand, tmp_path):
    write_tagged(tmp_path / "in.dta")
    before, _, values, *_ = stata(tmp_path / "in.dta")
    assert [str(cell) for cell in before["income"][:6]] == ["100.5", "2.0", ".a", "7.25", ".z", "."]
    overhand(f"mask in.dta -o out.dta {STAY} --keep income,answer")
    after, _, values_after, *_ = stata(tmp_path / "out.dta")
    assert same(after["income"].tolist(), before["income"].tolist())
    assert same(after["answer"].tolist(), before["answer"].tolist())
    assert values_after == values
    overhand(f"mask in.dta -o masked.dta {GAPS} --columns income,age")
    assert stata(tmp_path / "masked.dta")[0]["income"].map(str).value_counts()["."] == ROWS // 2  # a plain gap, whatever its tag
    overhand(f"mask in.dta -o out.csv {STAY} --keep income,answer")
    lines = pd.read_csv(tmp_path / "out.csv", dtype=str, keep_default_na=False)
    assert lines["answer"].tolist()[:5] == ["yes", "no", "does not know", "yes", ".c"]
    assert lines["income"].tolist()[:4] == ["100.5", "2", "", "7.25"]


def survey():
    return pd.DataFrame({
        "answer": cycle([1.0, 2.0, -99.0, 1.0]),
        "pay": [float([90 + i % 10, 1000, 5 * i % 83 + 0.5][i % 3]) for i in range(ROWS)],
        "age": [float(20 + i * 7 % 30) for i in range(ROWS)],
        "hours": [float(i * 13 % 29) for i in range(ROWS)],
        "code": cycle(["a", "bb  ", "NA", ""]),
        "town": cycle(["Köln", "z" * 400, "", " x"]),
        "day": cycle([datetime.date(2020, 1, 31), datetime.date(1583, 1, 1), None]),
        "moment": cycle([datetime.datetime(2020, 1, 1, 2, 3, 4, 567000), None, datetime.datetime(1960, 1, 1)]),
        "clock": cycle([datetime.time(1, 2, 3), datetime.time(23, 59, 59), None]),
    })


def write_spss(path, **options):
    pyreadstat.write_sav(survey(), path, column_labels=["An answer", "", "Age in years", "", "", "Ort: Köln", "", "", ""],
                         missing_ranges={"answer": [-99], "pay": [{"lo": 90, "hi": 99}, 1000], "code": ["NA"]},
                         variable_value_labels={"answer": {1: "yes", 2: "no", -99: "refused"}, "code": {"a": "alpha"}, "age": {20: "twenty"}},
                         variable_measure={"answer": "ordinal", "age": "scale"}, variable_display_width={"age": 11},
                         variable_format={"pay": "F9.1", "day": "EDATE10"}, file_label="secret of the file",
                         note="secret note", **options)


def spss(path):
    values, meta = pyreadstat.read_sav(path, user_missing=True, disable_datetime_conversion=True)
    beside = {"labels": meta.column_names_to_labels, "values": meta.variable_value_labels, "missing": meta.missing_ranges,
              "formats": meta.original_variable_types, "measures": meta.variable_measure, "widths": meta.variable_display_width,
              "alignments": meta.variable_alignment}
    return values, beside


@pytest.mark.parametrize("name", ["in.sav", "in.zsav"])
def test_spss_comes_back_as_it_came(overhand, tmp_path, name):
    write_spss(tmp_path / name, compress=name.endswith(".zsav"))
    before, beside = spss(tmp_path / name)
    output = name.replace("in", "out")
    overhand(f"mask {name} -o {output} {STAY} --columns age,hours --keep answer,pay,code,town,day,moment,clock")
    after, beside_after = spss(tmp_path / output)
    assert list(after) == list(before)
    for column in before:
        if column not in ("age", "hours"):
            assert same(after[column].tolist(), before[column].tolist()), column
    assert after["age"].tolist() != before["age"].tolist()
    assert beside["values"].pop("age") == {20.0: "twenty"}  # which few of the masked values are
    assert beside_after == beside
    assert beside["missing"]["pay"] == [{"lo": 90.0, "hi": 99.0}, {"lo": 1000.0, "hi": 1000.0}]
    assert b"secret" not in (tmp_path / output).read_bytes()


def test_declared_missing_values_are_missing_to_a_masking(overhand, tmp_path):
    write_spss(tmp_path / "in.sav")
    overhand(f"mask in.sav -o out.sav {GAPS} --columns pay,age")
    values, beside = spss(tmp_path / "out.sav")
    assert values["pay"].isna().sum() == ROWS * 2 // 3
    assert sorted(values["pay"].dropna()) == sorted(survey()["pay"][2::3])
    assert beside["missing"]["pay"] == [{"lo": 90.0, "hi": 99.0}, {"lo": 1000.0, "hi": 1000.0}]


def test_a_masked_value_is_never_taken_for_a_gap(overhand, tmp_path):
    """Noise may lift a value to where the file declares values missing."""
    table = pd.DataFrame({"pay": [50.5 + i for i in range(ROWS)], "age": survey()["age"]})
    pyreadstat.write_sav(table, tmp_path / "in.sav", missing_ranges={"pay": [{"lo": 110, "hi": 150}], "age": [-1]})
    overhand(f"mask in.sav -o out.sav {STAY}")
    values, beside = spss(tmp_path / "out.sav")
    assert values["pay"].max() > 110  # else there is nothing to see
    assert pyreadstat.read_sav(tmp_path / "out.sav")[0]["pay"].notna().all()
    assert list(beside["missing"]) == ["age"]


def test_labels_survive_from_package_to_package(overhand, tmp_path):
    write_spss(tmp_path / "in.sav")
    overhand(f"mask in.sav -o out.dta {STAY} --columns age,hours --keep answer,pay,code,town,day,moment,clock")
    after, labels, values, sets, formats, _ = stata(tmp_path / "out.dta")
    assert labels == {"answer": "An answer", "age": "Age in years", "town": "Ort: Köln"}
    assert values[sets["answer"]] == {1: "yes", 2: "no", -99: "refused"}
    assert after["answer"].tolist() == survey()["answer"].tolist()
    assert formats["pay"] == "%9.1f"
    read = pd.read_stata(tmp_path / "out.dta")
    assert [str(day)[:10] for day in read["day"][:2]] == ["2020-01-31", "1583-01-01"]
    assert read["moment"][0] == pd.Timestamp("2020-01-01 02:03:04.567")
    assert read["clock"][0] == "01:02:03"  # Stata has no time of day
    overhand(f"mask out.dta -o back.sav {STAY} --columns age,hours --keep answer,pay,code,town,day,moment")
    back, meta = pyreadstat.read_sav(tmp_path / "back.sav", user_missing=True)
    assert meta.column_names_to_labels["town"] == "Ort: Köln"
    assert meta.variable_value_labels["answer"] == {1.0: "yes", 2.0: "no", -99.0: "refused"}
    assert back["day"][0] == datetime.date(2020, 1, 31)
    assert pd.Timestamp(back["moment"][0]).round("ms") == pd.Timestamp("2020-01-01 02:03:04.567")
    assert back["answer"].tolist() == survey()["answer"].tolist()


def test_categories_and_types_of_parquet_become_variables(overhand, tmp_path):
    table = pd.DataFrame({"grade": people()["grade"], "yes": cycle([True, False, None]), "age": survey()["age"], "hours": survey()["hours"],
                          "town": cycle(["Rom", None, "Köln"]), "day": people()["day"].dt.date, "big": cycle([2**40, -5]),
                          "price": cycle([decimal.Decimal("12.30"), None]), "exact": cycle([decimal.Decimal("-1234567890123.40"), decimal.Decimal("0.07")])})
    table.to_parquet(tmp_path / "in.parquet")
    overhand(f"mask in.parquet -o out.dta {STAY} --columns age,hours --keep grade,yes,town,day,big,price,exact")
    after = pd.read_stata(tmp_path / "out.dta")
    assert after["grade"].dropna().tolist() == table["grade"].dropna().tolist()
    assert list(after["grade"].cat.categories) == ["low", "middle", "high"]
    assert after["yes"].tolist()[:2] == [1, 0] and np.isnan(after["yes"][2])
    assert after["town"].tolist()[:3] == ["Rom", "", "Köln"]
    assert after["big"].tolist() == table["big"].tolist()
    assert after["price"][0] == 12.3 and np.isnan(after["price"][1])
    assert after["exact"].tolist() == cycle([-1234567890123.4, 0.07])
    overhand(f"mask in.parquet -o out.sav {STAY} --columns age,hours --keep grade,yes,town,day,big,price,exact")
    values, meta = pyreadstat.read_sav(tmp_path / "out.sav", apply_value_formats=True)
    assert values["grade"].dropna().tolist() == table["grade"].dropna().tolist()
    assert meta.variable_measure["grade"] == "ordinal" and values["day"][0] == datetime.date(2020, 1, 31)


NAMES = {
    "dta": (["two words", "1st", "a" * 33, "if", "str8", "x.y"], "Stata does not allow these names of columns"),
    "sav": (["two words", "1st", "a" * 65, "and", "end."], "SPSS does not allow these names of columns"),
}


@pytest.mark.parametrize("extension", NAMES)
def test_names_that_a_package_does_not_allow(overhand, tmp_path, extension):
    names, sentence = NAMES[extension]
    table = pd.DataFrame({name: [float(i * 7 % 31 + k) for i in range(ROWS)] for k, name in enumerate([*names, "fine", "Grün_2"])})
    table.to_parquet(tmp_path / "in.parquet")
    refused = overhand(f"mask in.parquet -o out.{extension} --method noise --quiet", check=False)
    assert refused.returncode == 2 and f"out.{extension}: {sentence}" in refused.stderr
    assert all(name in refused.stderr for name in names[:3]) and "Grün" not in refused.stderr
    assert "write another format, such as .parquet." in refused.stderr
    assert not (tmp_path / f"out.{extension}").exists()
    table[["fine", "Grün_2"]].to_parquet(tmp_path / "in.parquet")
    overhand(f"mask in.parquet -o out.{extension} --method noise --quiet")
    read = pd.read_stata if extension == "dta" else pd.read_spss
    assert list(read(tmp_path / f"out.{extension}")) == ["fine", "Grün_2"]


def test_spss_takes_capitals_and_small_letters_for_one(overhand, tmp_path):
    pd.DataFrame({"Age": [float(i % 30) for i in range(ROWS)], "age": [float(i * 7 % 31) for i in range(ROWS)]}).to_parquet(tmp_path / "in.parquet")
    refused = overhand("mask in.parquet -o out.sav --method noise --quiet", check=False)
    assert refused.returncode == 2 and "out.sav: SPSS takes Age and age for one name" in refused.stderr


@pytest.mark.parametrize("extension,cells,what", [
    ("sav", ["x" * 40000], "has texts that are too long"),
    ("dta", [2**60, -(2**60)], "has whole numbers beyond 2^53"),
    ("sav", [2**60, -(2**60)], "has whole numbers beyond 2^53"),
    ("dta", [decimal.Decimal("12345678901234567890.12"), decimal.Decimal("1.50")], "has decimals of more digits than a number keeps"),
    ("sav", [decimal.Decimal("-0.123456789012345678")], "has decimals of more digits than a number keeps"),
    ("dta", [pd.Timestamp("2020-01-01 00:00:00.000000001")], "has moments in finer parts of a second"),
    ("dta", [pd.Timestamp("2020-01-01", tz="Europe/Berlin")], "has moments of a time zone"),
    ("dta", [float("inf"), 1.0], "has numbers beyond 8.9e307"),
    ("sav", [float("inf"), 1.0], "has infinite values"),
    ("dta", ["a\0b"], "has texts with zero bytes"),
])
def test_what_a_package_has_no_place_for(overhand, tmp_path, extension, cells, what):
    pd.DataFrame({"age": survey()["age"], "hours": survey()["hours"], "odd": cycle(cells)}).to_parquet(tmp_path / "in.parquet")
    refused = overhand(f"mask in.parquet -o out.{extension} {STAY} --keep odd", check=False)
    package = "Stata" if extension == "dta" else "SPSS"
    assert refused.returncode == 2
    assert f"out.{extension}: column 'odd' {what}, which {package} has no place for; leave it out, or write another format" in refused.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["in.parquet"]


def test_long_texts_of_other_formats_go_to_stata(overhand, tmp_path):
    texts = cycle(["x" * 40000, "short", None, "ü" * 1500])
    pd.DataFrame({"age": survey()["age"], "hours": survey()["hours"], "note": texts}).to_parquet(tmp_path / "in.parquet")
    overhand(f"mask in.parquet -o out.dta {STAY} --keep note")
    assert pd.read_stata(tmp_path / "out.dta")["note"].tolist() == [text or "" for text in texts]


def test_files_that_are_none(overhand, tmp_path):
    write_stata(tmp_path / "people.dta")
    write_spss(tmp_path / "survey.sav")
    whole = {"dta": (tmp_path / "people.dta").read_bytes(), "sav": (tmp_path / "survey.sav").read_bytes()}
    cases = [
        ("in.dta", b"a,b\n1,2\n", "not a file of Stata, or a damaged one."),
        ("in.sav", b"a,b\n1,2\n", "not a file of SPSS, or a damaged one."),
        ("in.sas7bdat", b"a,b\n1,2\n", "not a file of SAS, or a damaged one."),
        ("in.dta", b"", "the file is empty."),
        ("in.dta", whole["dta"][:-700], "not a file of Stata, or a damaged one."),
        ("in.sav", whole["sav"][:-100], "not a file of SPSS, or a damaged one."),
        ("in.sav", whole["dta"], "by its content this is a Stata file, which the name does not say; give it the extension .dta."),
        ("in.csv", whole["sav"], "by its content this is an SPSS file, which the name does not say; give it the extension .sav."),
    ]
    for name, content, sentence in cases:
        (tmp_path / name).write_bytes(content)
        refused = overhand(f"mask {name} -o out.csv --quiet", check=False)
        assert (refused.returncode, refused.stderr) == (2, f"overhand: {name}: {sentence}\n")
    refused = overhand("mask people.dta -o out.sas7bdat --quiet", check=False)
    assert refused.returncode == 2
    assert "out.sas7bdat: .sas7bdat is only read, not written; take .csv or .dta." in refused.stderr


def test_a_file_without_records(overhand, tmp_path):
    pd.DataFrame({"a": pd.Series([], dtype="float64")}).to_stata(tmp_path / "in.dta", write_index=False)
    refused = overhand("mask in.dta -o out.csv", check=False)
    assert refused.returncode == 2 and "in.dta: there is a header, but no record below it." in refused.stderr


def test_the_same_release_makes_the_same_file(overhand, tmp_path):
    write_stata(tmp_path / "in.dta")
    for extension in ("dta", "sav"):
        for number in (1, 2):
            overhand(f"mask in.dta -o out{number}.{extension} {STAY} --columns large,real --keep sex,town")
        assert (tmp_path / f"out1.{extension}").read_bytes() == (tmp_path / f"out2.{extension}").read_bytes()


def test_long_texts_of_version_117_may_be_in_windows_1252(overhand, tmp_path):
    table = pd.DataFrame({"age": survey()["age"], "hours": survey()["hours"], "note": cycle(["K_ln", "x"])})
    table.to_stata(tmp_path / "in.dta", version=117, write_index=False, convert_strl=["note"])
    content = (tmp_path / "in.dta").read_bytes()
    (tmp_path / "in.dta").write_bytes(content.replace(b"K_ln", "Köln".encode("latin-1")))
    overhand(f"mask in.dta -o out.dta {STAY} --keep note")
    assert pd.read_stata(tmp_path / "out.dta")["note"].tolist() == cycle(["Köln", "x"])


def test_a_labelled_scale_can_be_planned_as_a_number(overhand, tmp_path):
    table = pd.DataFrame({"age": [*survey()["age"]] * 2, "mood": [float(1 + i * 3 % 5) for i in range(2 * ROWS)]})
    pyreadstat.write_sav(table, tmp_path / "in.sav", variable_value_labels={"mood": {k: f"mood {k}" for k in range(1, 6)}})
    assert "noise cannot mask categories or text (mood)" in overhand("mask in.sav -o out.sav --method noise --quiet", check=False).stderr
    (tmp_path / "plan.toml").write_text('[columns.mood]\ntype = "integer"\nrole = "mask"\n[columns.age]\nrole = "mask"\n')
    overhand(f"mask in.sav -o out.sav {MOVE} --schema plan.toml")
    values, meta = pyreadstat.read_sav(tmp_path / "out.sav")
    assert sorted(values["mood"]) == sorted(table["mood"])
    assert meta.variable_value_labels["mood"][5.0] == "mood 5"


@pytest.mark.parametrize("extension", ["dta", "sav"])
def test_labels_of_values_that_nobody_has_stay_behind(overhand, tmp_path, extension):
    """Of a kept column those that no record has; of a masked one those that fewer than 20 masked records have."""
    rows = 100
    table = pd.DataFrame({"income": [77.0] + [float(0 if i % 2 else 1000 + i) for i in range(1, rows)], "age": [float(20 + i * 7 % 30) for i in range(rows)],
                          "doctor": [float(1 + i % 2) for i in range(rows)], "ward": [float(i % 4) for i in range(rows)]})
    labels = {"income": {0: "nothing", 77: "Lord Secretname", 555: "Lady Secretname"}, "doctor": {1: "Dr. One", 2: "Dr. Two", 3: "Dr. Secretname"},
              "ward": {0: "none", 3: "Ward of St. Three", 9: "Ward of Secretname"}}
    write = pyreadstat.write_dta if extension == "dta" else pyreadstat.write_sav
    read = pyreadstat.read_dta if extension == "dta" else pyreadstat.read_sav
    write(table, tmp_path / f"in.{extension}", variable_value_labels=labels)
    overhand(f"mask in.{extension} -o out.{extension} {MOVE} --keep doctor,ward")
    values, meta = read(tmp_path / f"out.{extension}")
    assert (values["income"] == 77).sum() == 1 and (values["income"] == 0).sum() >= 20  # else there is nothing to see
    assert meta.variable_value_labels == {"income": {0.0: "nothing"}, "doctor": {1.0: "Dr. One", 2.0: "Dr. Two"},
                                          "ward": {0.0: "none", 3.0: "Ward of St. Three"}}
    assert b"Secretname" not in (tmp_path / f"out.{extension}").read_bytes()


def test_old_encodings(overhand, tmp_path):
    """Before version 118 texts of Stata are in Windows-1252."""
    table = pd.DataFrame({"age": survey()["age"], "hours": survey()["hours"], "town": cycle(["Köln", "Málaga", "x"])})
    table.to_stata(tmp_path / "in.dta", version=114, write_index=False)
    assert "Köln".encode("latin-1") in (tmp_path / "in.dta").read_bytes()
    overhand(f"mask in.dta -o out.dta {STAY} --keep town")
    assert pd.read_stata(tmp_path / "out.dta")["town"].tolist() == table["town"].tolist()
