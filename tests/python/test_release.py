"""Releases into folders: what is written, what is refused, what is verified."""

import json
import pathlib

import polars
import pytest

import overhand


@pytest.fixture
def survey():
    return overhand.simulate("survey", rows=1000, seed=1)


def test_a_release_and_its_verification(survey, tmp_path):
    folder = tmp_path / "out"
    made = overhand.release(survey, folder, profile="internal", accept_risk="a test on people who never were", method="cell_rotate")
    assert {"manifest.json", "report.html", "report-internal.html", "masked.parquet"} == {p.name for p in folder.iterdir()}
    assert made.to_dict() == json.loads((folder / "manifest.json").read_text())
    assert list(made.masked.columns) == list(survey.columns) and list(made.masked.dtypes) == list(survey.dtypes)
    assert len(made.table()) > 3
    assert overhand.verify(folder) == 2
    (folder / "masked.parquet").write_bytes((folder / "masked.parquet").read_bytes() + b"x")
    with pytest.raises(overhand.Refused, match="not the file that was released"):
        overhand.verify(folder)


def test_refusals_name_arguments_of_python(survey, tmp_path):
    table = survey.assign(name=[f"Person {i}" for i in range(len(survey))])
    with pytest.raises(ValueError) as caught:
        overhand.release(table, tmp_path / "out")
    assert 'drop="name"' in str(caught.value) and "--" not in str(caught.value)
    assert not (tmp_path / "out").exists()
    with pytest.raises(ValueError, match="did you mean profile"):
        overhand.release(survey, tmp_path / "out", profil="public")


def test_a_release_of_polars(survey, tmp_path):
    made = overhand.release(polars.from_pandas(survey), tmp_path / "out", profile="internal", method="cell_rotate",
                            accept_risk="a test", columns=["age", "income", "rent"])
    assert isinstance(made.masked, polars.DataFrame) and made.masked.columns == ["age", "income", "rent"]


def test_verify_of_no_release(tmp_path):
    with pytest.raises(OSError, match="no manifest.json"):
        overhand.verify(pathlib.Path(tmp_path))
