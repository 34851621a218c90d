"""One key, one table: the command line and every kind of frame give the same masked values."""

import json

import numpy
import pandas
import polars
import pyarrow
import pytest

import overhand

NUMBERS = ["sjppds", "mdav", "pca", "pppca", "noise", "correlated_noise", "rank_swap", "cell_rotate", "cell_shuffle",
           "rank_noise", "cart", "ipso"]


def by_command(command, tmp_path, table, words):
    table.to_csv(tmp_path / "in.csv", index=False)
    command(f"mask in.csv -o out.csv --quiet {words}")
    return pandas.read_csv(tmp_path / "out.csv")


@pytest.mark.parametrize("method", NUMBERS)
def test_numbers(command, tmp_path, people, method):
    expected = by_command(command, tmp_path, people, f"--method {method} --seed 7").to_numpy(dtype=float)
    for frame in (people, polars.from_pandas(people), pyarrow.Table.from_pandas(people)):
        masked = overhand.mask(frame, method, seed=7)
        assert type(masked) is type(frame)
        columns = masked.to_pydict() if isinstance(masked, pyarrow.Table) else {n: masked[n].to_numpy() for n in masked.columns}
        for j, name in enumerate(people.columns):
            assert numpy.array_equal(numpy.asarray(columns[name], dtype=float), expected[:, j]), name
    (tmp_path / "in.csv").write_text(people.to_csv(index=False))
    assert numpy.array_equal(overhand.mask(tmp_path / "in.csv", method, seed=7).to_numpy(dtype=float), expected)


def test_levels_alone(command, tmp_path, people):
    table = people.astype(str).astype("category")
    (tmp_path / "s.toml").write_text("".join(f'[columns.{n}]\ntype = "category"\nrole = "mask"\n' for n in people))
    expected = by_command(command, tmp_path, people, "--method pram --seed 7 --schema s.toml")
    masked = overhand.mask(table, "pram", seed=7, schema=tmp_path / "s.toml")
    assert (masked.astype(float) == expected.astype(float)).all().all()


def test_swap(command, tmp_path):
    table = overhand.simulate("households", rows=600, seed=1)
    words = "--method swap --seed 3 --unit household --geography region --similar size --keep weight"
    table.to_parquet(tmp_path / "in.parquet")
    names = {"household", "region", "size", "weight"}
    assert names <= set(table.columns), list(table.columns)
    command(f"mask in.parquet -o out.parquet --quiet {words}")
    expected = pandas.read_parquet(tmp_path / "out.parquet")
    masked = overhand.mask(table, "swap", seed=3, unit="household", geography="region", similar="size", keep="weight")
    assert masked.to_csv(float_format="%.6g", na_rep="") == expected.astype(masked.dtypes).to_csv(float_format="%.6g", na_rep="")


def test_a_key_in_a_file_and_in_the_call(command, tmp_path, people):
    key = bytes(range(32))
    path = tmp_path / "key"
    path.write_bytes(key)
    path.chmod(0o600)
    expected = by_command(command, tmp_path, people, "--method sjppds --key-file key")
    for said in ({"key": key}, {"key_file": path}):
        assert numpy.array_equal(overhand.mask(people, "sjppds", **said).to_numpy(), expected.to_numpy())


def test_a_fresh_key_each_time(people):
    assert not overhand.mask(people, "noise").equals(overhand.mask(people, "noise"))


def test_numpy_arrays_of_both_orders(people):
    values = people.to_numpy(dtype=float)
    one = overhand.mask(values, "mdav", seed=1)
    two = overhand.mask(numpy.asfortranarray(values), "mdav", seed=1)
    frame = overhand.mask(people.astype(float).set_axis(["column1", "column2", "column3"], axis=1), "mdav", seed=1)
    assert numpy.array_equal(one, two) and numpy.array_equal(one, frame.to_numpy())


@pytest.mark.parametrize("said", [{"pairing": "row"}, {"pairing": "sorted"}, {}, {"analyses": "income ~ age"}])
def test_evaluate_to_the_last_bit(command, tmp_path, people, said):
    masked = overhand.mask(people, "noise", percent=30, seed=2)
    people.to_csv(tmp_path / "a.csv", index=False)
    masked.to_csv(tmp_path / "b.csv", index=False)
    words = ["evaluate", "a.csv", "b.csv", "--json", "-"]
    words += [word for name, value in said.items() for word in (f"--{name.replace('analyses', 'analysis')}", value)]
    told = json.loads(command(words).stdout)
    ours = overhand.evaluate(people, masked, **said).to_dict()
    told["notes"] = ours["notes"] = None  # the remedy is each face's own
    assert json.loads(json.dumps(ours)) == told


def test_evaluate_by_true_sources(command, tmp_path, people):
    result = overhand.mask(people, "cell_rotate", seed=2, details=True)
    people.to_csv(tmp_path / "in.csv", index=False)
    command("mask in.csv -o out.csv --method cell_rotate --seed 2 --lineage source.csv --quiet")
    told = json.loads(command("evaluate in.csv out.csv --pairing source.csv --json -").stdout)
    assert overhand.evaluate(people, result.data, pairing=result.lineage).to_dict() == told
    assert overhand.evaluate(people, result.data, pairing=tmp_path / "source.csv").to_dict() == told


def test_tune_and_compare(command, tmp_path, people):
    people.to_csv(tmp_path / "in.csv", index=False)
    for words, call in (("tune in.csv --method noise", lambda: overhand.tune(people, "noise", quick=True)),
                        ("compare in.csv", lambda: overhand.compare(people, quick=True))):
        told = json.loads(command(f"{words} --quick --json -", check=False).stdout)
        ours = call().to_dict()
        assert ours["grid"] == told["grid"] and ours["choice"] == told["choice"]


def test_inspect(command, tmp_path, mixed):
    mixed.to_parquet(tmp_path / "in.parquet")
    told = json.loads(command("inspect in.parquet --json -").stdout)
    assert overhand.inspect(mixed).to_dict() == told
    assert overhand.inspect(tmp_path / "in.parquet").to_dict() == told
    assert overhand.inspect(polars.from_pandas(mixed)).to_dict() == told


def test_simulate(command, tmp_path):
    for kind in ("gaussian", "survey", "hospital", "households"):
        command(f"simulate {kind} -n 50 --seed 1 -o t.parquet")
        ours = overhand.simulate(kind, rows=50, seed=1)
        theirs = pandas.read_parquet(tmp_path / "t.parquet")
        assert ours.astype(str).to_numpy().tolist() == theirs.astype(ours.dtypes).astype(str).to_numpy().tolist()
