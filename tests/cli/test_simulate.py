"""simulate: tables of the size that was asked for, one for each seed, with the law that their kind names."""

import statistics

import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest
from conftest import columns_of

PAPER = ["gaussian", "exponential", "timing"]
PEOPLE = ["survey", "hospital", "households"]


def words_of(kind):
    return f"{kind} -n 60 --seed 8" + (" -p 3" if kind in PAPER else "")


def simulated(overhand, words):
    columns = columns_of(overhand(f"simulate {words} -o -").stdout)
    return {name: [float(cell) for cell in cells] for name, cells in columns.items()}


@pytest.mark.parametrize("kind", PAPER)
@pytest.mark.parametrize("rows,columns", [(1, 1), (2, 3), (57, 11), (300, 2)])
def test_the_size_is_as_asked(overhand, kind, rows, columns):
    table = simulated(overhand, f"{kind} -n {rows} -p {columns} --seed 1")
    assert list(table) == [f"x{j + 1}" for j in range(columns)]
    assert {len(values) for values in table.values()} == {rows}


def test_the_size_is_500_by_10_when_none_is_said(overhand):
    table = simulated(overhand, "gaussian --seed 1")
    assert len(table) == 10 and len(table["x1"]) == 500


@pytest.mark.parametrize("kind", PAPER + ["survey"])
def test_every_format_holds_the_same_table(overhand, tmp_path, kind):
    words = words_of(kind)
    expected = simulated(overhand, words)
    for extension in ("csv", "tsv", "parquet", "feather"):
        overhand(f"simulate {words} -o out.{extension}")
    assert pa.parquet.read_table(tmp_path / "out.parquet").to_pydict() == expected
    assert pa.feather.read_table(tmp_path / "out.feather").to_pydict() == expected
    assert (tmp_path / "out.tsv").read_text().replace("\t", ",") == (tmp_path / "out.csv").read_text()


def as_written(value):
    """A value of pyarrow as it stands in a CSV."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return str(value).removesuffix(".0") if isinstance(value, float) else str(value)


@pytest.mark.parametrize("kind", PEOPLE)
@pytest.mark.parametrize("extension,read", [("parquet", pa.parquet.read_table), ("feather", pa.feather.read_table)])
def test_people_are_the_same_in_every_format(overhand, tmp_path, kind, extension, read):
    cells = columns_of(overhand(f"simulate {kind} -n 300 --seed 8 -o -").stdout)
    overhand(f"simulate {kind} -n 300 --seed 8 -o out.{extension}")
    table = read(tmp_path / f"out.{extension}")
    assert {name: [as_written(value) for value in values] for name, values in table.to_pydict().items()} == cells


def test_a_hospitals_columns_have_their_types_in_parquet(overhand, tmp_path):
    overhand("simulate hospital -n 300 --seed 8 -o out.parquet")
    types = {field.name: field.type for field in pa.parquet.read_schema(tmp_path / "out.parquet")}
    assert types["birth_date"] == pa.date32() and types["smoker"] == pa.bool_() and types["visit"] == pa.int64()
    assert pa.types.is_timestamp(types["admission"]) and types["admission"].tz is None
    assert types["zip"] == pa.dictionary(pa.int32(), pa.string()) and types["patient"] == pa.string()
    assert types["satisfaction"] == pa.dictionary(pa.int32(), pa.string(), ordered=True)


@pytest.mark.parametrize("kind", PAPER + PEOPLE)
def test_threads_do_not_change_a_table(overhand, kind):
    words = words_of(kind).replace("-n 60", "-n 3000")
    one, two = (overhand(f"simulate {words} -o - --threads {threads}").stdout for threads in (1, 2))
    assert one == two


@pytest.mark.parametrize("kind", PEOPLE)
def test_people_are_as_many_as_asked(overhand, kind):
    for rows in (1, 2, 57):
        made = overhand(f"simulate {kind} -n {rows} --seed 1 -o -")
        assert (len(made.stdout.splitlines()), made.stderr) == (rows + 1, "")


@pytest.mark.parametrize("kind", PEOPLE)
@pytest.mark.parametrize("option", ["--columns 3", "--rho 0.5"])
def test_an_option_of_the_papers_tables_says_that_it_has_no_effect_on_people(overhand, kind, option):
    plain = overhand(f"simulate {kind} -n 20 --seed 1 -o -").stdout
    made = overhand(f"simulate {kind} -n 20 --seed 1 {option} -o -")
    name = option.split()[0]
    assert made.stdout == plain
    assert made.stderr == f"overhand: {name} has no effect on {kind}: it is for the paper's tables.\n"


@pytest.mark.parametrize("rho", [1, -1])
def test_a_correlation_of_one_is_one_column_moved(overhand, rho):
    table = simulated(overhand, f"gaussian -n 50 -p 4 --rho {rho} --seed 2")
    for j in range(3):
        assert statistics.correlation(table[f"x{j + 1}"], table[f"x{j + 2}"]) == pytest.approx(rho, abs=1e-9)


@pytest.mark.parametrize("seed", range(3))
def test_a_survey_is_of_people(overhand, seed):
    """Whole numbers that can be: nobody pays more tax than the income, and who earns more pays more."""
    table = simulated(overhand, f"survey -n 400 --seed {seed}")
    assert list(table) == ["age", "hours", "income", "tax", "rent", "savings"]
    assert all(value == int(value) and value >= 0 for values in table.values() for value in values)
    assert 14 <= min(table["age"]) <= max(table["age"]) <= 120
    assert max(table["hours"]) <= 7 * 24
    assert all(tax < income for tax, income in zip(table["tax"], table["income"], strict=True))
    assert statistics.correlation(table["tax"], table["income"]) > 0.8
    assert len(set(table["income"])) > 200


WRONG = [
    ("gaussian -n 0", "--rows: a whole number from 1 to 4294967295 is needed."),
    ("gaussian -n 2.5", "--rows: a whole number from 1 to 4294967295 is needed."),
    ("gaussian -p 0", "--columns: a whole number from 1 to 1048576 is needed."),
    ("gaussian -p 9999999", "--columns: a whole number from 1 to 1048576 is needed."),
    ("gaussian --rho 1.01", "--rho: a number from -1 to 1 is needed."),
    ("gaussian --rho nan", "--rho: a number from -1 to 1 is needed."),
]


@pytest.mark.parametrize("words,sentence", WRONG)
def test_what_cannot_be_simulated(overhand, tmp_path, words, sentence):
    refused = overhand(f"simulate {words} -o out.csv", check=False)
    assert (refused.returncode, refused.stderr) == (2, f"overhand: {sentence} See overhand simulate --help.\n")
    assert list(tmp_path.iterdir()) == []


def test_a_simulated_table_goes_through_a_pipe(overhand, tmp_path):
    made = overhand("simulate survey -n 80 --seed 3 -o -").stdout
    piped = overhand("mask - -o - --method rank_swap --quiet", stdin=made).stdout
    before, after = columns_of(made), columns_of(piped)
    assert {name: sorted(cells) for name, cells in before.items()} == {name: sorted(cells) for name, cells in after.items()}
    assert before != after
