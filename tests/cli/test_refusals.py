"""What tune and compare refuse: which columns give records away, before any trial where none can help, and what was written."""

import json

import pytest


def write(path, columns, rows=400):
    names = list(columns)
    lines = [",".join(names)] + [",".join(str(columns[name](i)) for name in names) for i in range(rows)]
    path.write_text("\n".join(lines) + "\n")


AMOUNTS = {"age": lambda i: 20 + i * i % 61, "pay": lambda i: 1000 + i * i * 37 % 9973 / 4, "cost": lambda i: i * i * i % 4999 / 8}


@pytest.mark.parametrize("command", ["compare t.csv --quick", "tune t.csv --method noise --quick -o out.csv"])
def test_unique_kept_columns_are_told_before_the_trials(overhand, tmp_path, command):
    write(tmp_path / "t.csv", {"region": lambda i: "ns"[i % 2], "year": lambda i: 2000 + i // 2 % 199, **AMOUNTS})
    refused = overhand(f"{command} --keep region,year --json r.json --report r.html", check=False)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == ("overhand: On the columns to keep, 396 of 400 records are unique: who knows them finds the record; nothing was "
                              "tried; leave the column out with --drop year.\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["t.csv"]
    overhand("tune t.csv --method cell_rotate --quick -o out.csv --keep region --drop year --max-risk 0.5")


def test_a_refusal_names_the_kept_column_that_tells_most(overhand, tmp_path):
    write(tmp_path / "t.csv", {"region": lambda i: "ns"[i % 2], "place": lambda i: i // 2 % 99, **AMOUNTS}, rows=396)
    refused = overhand("compare t.csv --quick --keep region,place --max-risk 0.2 --json r.json --report r.html", check=False)
    assert refused.returncode == 1
    assert "Of the columns to keep, 'place' tells most; leave the column out with --drop place." in refused.stderr
    assert refused.stdout.endswith("\nWritten: r.json, r.html\n")
    assert "'place' tells most" in json.loads((tmp_path / "r.json").read_text())["refused"]


def test_a_refusal_to_the_pipe_is_json_alone(overhand, people):
    refused = overhand("tune people.csv --method noise --quick --max-risk 0.001 --json - -o out.csv", check=False)
    assert refused.returncode == 1 and "refused" in json.loads(refused.stdout)
