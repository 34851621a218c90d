"""overhand mask, from file to file."""

import gzip
import hashlib
import json
import stat

import pyarrow.feather
import pyarrow.parquet
import pytest
from conftest import columns_of


def masked_columns(tmp_path, name="masked.csv"):
    return columns_of((tmp_path / name).read_text())


def test_keeps_each_columns_values_and_moves_them(overhand, people, tmp_path):
    overhand("mask people.csv -o masked.csv --method sjppds --bins 5")
    before, after = columns_of(people.read_text()), masked_columns(tmp_path)
    assert list(before) == list(after)
    for name in before:
        assert sorted(map(float, before[name])) == sorted(map(float, after[name]))
        assert before[name] != after[name]


def test_integers_stay_integers_and_reals_are_written_short(overhand, tmp_path):
    (tmp_path / "in.csv").write_text("a,b\n1,12.50\n2,0.10\n3,7.25\n")
    overhand("mask in.csv -o masked.csv --method sjppds --bins 1")
    after = masked_columns(tmp_path)
    assert sorted(after["a"]) == ["1", "2", "3"]
    assert sorted(after["b"]) == ["0.1", "12.5", "7.25"]


def test_two_runs_without_a_key_differ(overhand, people, tmp_path):
    overhand("mask people.csv -o one.csv")
    overhand("mask people.csv -o two.csv")
    assert (tmp_path / "one.csv").read_text() != (tmp_path / "two.csv").read_text()


def test_one_key_one_release_for_any_number_of_threads(overhand, people, tmp_path):
    key = tmp_path / "key"
    key.write_bytes(bytes(range(32)))
    key.chmod(0o600)
    texts = set()
    for threads in (1, 2, 8):
        overhand(f"mask people.csv -o masked.csv --key-file key --threads {threads}")
        texts.add((tmp_path / "masked.csv").read_text())
    assert len(texts) == 1


def test_a_seed_warns_that_the_result_must_not_be_released(overhand, people):
    for words in ("", " --quiet"):
        assert "must not be released" in overhand(f"mask people.csv -o masked.csv --seed 1{words}").stderr
    assert "released" not in overhand("mask people.csv -o masked.csv").stderr


# One key, one release: these change only when released tables could no longer be made again.
GOLDEN = {
    "csv": "93ed97ae91c2c755",
    "tsv": "5082f5e8c6b798d5",
    "parquet": "3a6073ce0be469fa",
    "feather": "3a6073ce0be469fa",
}


def cells_of(path):
    """The values of a file in any format, as text."""
    if path.suffix == ".parquet":
        return pyarrow.parquet.read_table(path).to_pydict()
    if path.suffix == ".feather":
        return pyarrow.feather.read_table(path).to_pydict()
    columns = columns_of(path.read_text(), "\t" if path.suffix == ".tsv" else ",")
    return {name: [float(cell) for cell in cells] for name, cells in columns.items()}


def test_every_format_gives_the_same_values(overhand, people, tmp_path):
    for format in GOLDEN:
        overhand(f"mask people.csv -o masked.{format} --method sjppds --seed 7")
    cells = [cells_of(tmp_path / f"masked.{format}") for format in GOLDEN]
    assert all(other == cells[0] for other in cells)


@pytest.mark.parametrize("format", ["csv", "tsv"])
def test_golden_hash_of_text(overhand, people, tmp_path, format):
    overhand(f"mask people.csv -o masked.{format} --method sjppds --seed 7")
    digest = hashlib.sha256((tmp_path / f"masked.{format}").read_bytes()).hexdigest()[:16]
    assert digest == GOLDEN[format]


@pytest.mark.parametrize("format", ["parquet", "feather"])
def test_golden_hash_of_columnar_values(overhand, people, tmp_path, format):
    overhand(f"mask people.csv -o masked.{format} --method sjppds --seed 7")
    values = json.dumps(cells_of(tmp_path / f"masked.{format}"))
    assert hashlib.sha256(values.encode()).hexdigest()[:16] == GOLDEN[format]


@pytest.mark.parametrize("extension", ["csv.gz", "csv.zst", "tsv", "tsv.gz", "parquet", "feather", "arrow"])
def test_reads_what_it_writes(overhand, people, tmp_path, extension):
    overhand(f"mask people.csv -o between.{extension} --seed 7")
    overhand(f"mask between.{extension} -o from_file.csv --seed 8")
    overhand("mask people.csv -o between.csv --seed 7")
    overhand("mask between.csv -o from_csv.csv --seed 8")
    assert (tmp_path / "from_file.csv").read_text() == (tmp_path / "from_csv.csv").read_text()


def test_reads_gzip_made_elsewhere(overhand, people, tmp_path):
    (tmp_path / "people.csv.gz").write_bytes(gzip.compress(people.read_bytes()))
    overhand("mask people.csv.gz -o masked.csv")
    assert len(masked_columns(tmp_path)["age"]) == 200


def test_standard_input_and_output(overhand, people, tmp_path):
    piped = overhand("mask - -o - --seed 3", stdin=people.read_text()).stdout
    overhand("mask people.csv -o masked.csv --seed 3")
    assert piped == (tmp_path / "masked.csv").read_text()


def test_reads_rfc_4180(overhand, tmp_path):
    text = '\ufeff"a ""quoted"" name","b,c","note"\r\n1,2,"two\nlines"\r\n3,4,"x,y"\r\n\r\n5,6,z\r\n'
    (tmp_path / "in.csv").write_bytes(text.encode())
    overhand(["mask", "in.csv", "-o", "masked.csv", "--keep", "note", "--method", "sjppds", "--bins", "1"])
    written = (tmp_path / "masked.csv").read_bytes().decode()
    assert written.startswith('\ufeff"a ""quoted"" name","b,c",note\r\n')
    assert '"two\nlines"' in written and '"x,y"' in written


def test_missing_values_stay_missing_in_number(overhand, tmp_path):
    rows = "".join(f"{i * i},{'NA' if i % 5 == 0 else i * 1.5}\n" for i in range(100))
    (tmp_path / "in.csv").write_text("a,b\n" + rows + ",NaN\n")
    overhand("mask in.csv -o masked.csv --method sjppds --bins 2")
    after = masked_columns(tmp_path)
    assert after["a"].count("") == 1
    assert after["b"].count("") == 21


def test_kept_columns_go_with_the_source(overhand, tmp_path):
    (tmp_path / "in.csv").write_text(
        "name,a,b,day\n" + "".join(f"p{i},{i * i},{i % 3},2024-01-{i % 28 + 1:02}\n" for i in range(50))
    )
    overhand("mask in.csv -o masked.csv --keep name,day --keep-identifiers --lineage source.csv --method sjppds --bins 2")
    after = masked_columns(tmp_path)
    source = [int(row) for row in masked_columns(tmp_path, "source.csv")["source"]]
    assert after["name"] == [f"p{row - 1}" for row in source]
    assert after["day"] == [f"2024-01-{(row - 1) % 28 + 1:02}" for row in source]
    assert after["a"] != [str(3 * (row - 1)) for row in source]


def test_columns_not_named_are_left_out(overhand, people, tmp_path):
    overhand("mask people.csv -o masked.csv --columns hours,age")
    assert list(masked_columns(tmp_path)) == ["age", "hours"]
    overhand("mask people.csv -o masked.csv --drop income")
    assert list(masked_columns(tmp_path)) == ["age", "hours"]


def test_lineage_is_secret_and_true(overhand, people, tmp_path):
    overhand("mask people.csv -o masked.csv --lineage source.csv --method sjppds --bins 100")
    assert stat.S_IMODE((tmp_path / "source.csv").stat().st_mode) == 0o600
    source = [int(row) for row in masked_columns(tmp_path, "source.csv")["source"]]
    assert sorted(source) == list(range(1, 201))
    before, after = columns_of(people.read_text()), masked_columns(tmp_path)
    width = (1996 - 1000) / 100
    for masked, row in zip(after["income"], source):
        assert abs(float(masked) - float(before["income"][row - 1])) <= width


def test_the_record_says_what_was_done(overhand, people, tmp_path):
    overhand("mask people.csv -o masked.csv --k 30 --seed 1 --json record.json")
    record = json.loads((tmp_path / "record.json").read_text())
    assert record["schema"] == 1
    assert record["method"] == "cell_rotate", "what masks where nobody names a method"
    assert record["options"] == {"k": 30, "marginals": "exact"}
    assert record["rows"] == 200
    assert record["key"] == "seed"
