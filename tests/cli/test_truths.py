"""True and false, and what only looks like them."""

import json

import pandas as pd
import pytest


def write(path, cells, times=30):
    rows = [f"{i * i % 97}.5,{i % 7},{cell}" for i, cell in enumerate(cells * times)]
    path.write_text("\n".join(["amount,size,flag", *rows]) + "\n")


def inspected(overhand, file):
    return {one["name"]: one for one in json.loads(overhand(f"inspect {file} --json -").stdout)["columns"]}


@pytest.mark.parametrize("cells", [["true", "1", "True"], ["true", "TRUE"], ["false", "0", "true"],
                                   ["true", "yes", "1", "True"], ["True", "FALSE"]])
def test_cells_that_differ_are_no_truths(overhand, tmp_path, cells):
    write(tmp_path / "in.csv", cells)
    flag = inspected(overhand, "in.csv")["flag"]
    assert (flag["type"], flag["distinct"], flag["role"]) == ("category", len(cells), "mask")
    pd.DataFrame({"amount": [i * i % 97 + .5 for i in range(30 * len(cells))], "flag": cells * 30}).to_excel(
        tmp_path / "in.xlsx", index=False)
    assert inspected(overhand, "in.xlsx")["flag"]["distinct"] == len(cells)


@pytest.mark.parametrize("role", ["--schema s.toml", "--keep flag --method noise"])
def test_cells_that_differ_come_out_as_they_came_in(overhand, tmp_path, role):
    cells = ["true", "1", "True", "yes"]
    write(tmp_path / "in.csv", cells)
    overhand("inspect in.csv --schema s.toml")
    overhand(f"mask in.csv -o out.csv --seed 1 {role}")
    out = [line.split(",")[2] for line in (tmp_path / "out.csv").read_text().splitlines()[1:]]
    assert sorted(out) == sorted(cells * 30)


@pytest.mark.parametrize("cells", [["true", "false"], ["True", "False", ""], ["TRUE", "FALSE", "NA"]])
def test_one_spelling_is_true_or_false(overhand, tmp_path, cells):
    write(tmp_path / "in.csv", cells)
    flag = inspected(overhand, "in.csv")["flag"]
    assert (flag["type"], flag["distinct"], flag["missing"]) == ("boolean", 2, 30 * (len(cells) - 2))
