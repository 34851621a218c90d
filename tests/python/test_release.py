"""Releases into folders: what is written, what is refused, what is verified."""

import json
import pathlib
import pickle

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


def test_mistakes_that_cost_no_hour(survey, tmp_path):
    """All of them before any trial, in the words of the command line."""
    for error, words, said in (
            (ValueError, "lies in a folder that goes out", {"ledger": tmp_path / "out" / "ledger.json"}),
            (ValueError, "profile", {"profile": "everybody"}),
            (ValueError, "did you mean cell_rotate", {"method": "cell_rotat"}),
            (ValueError, "ceilings: ", {"ceilings": {"lock_up": 0.1}}),
            (TypeError, "a number for each name", {"ceilings": {"look_up": "much"}}),
            (ValueError, "accept_risk: say why", {"accept_risk": "  "}),
            (ValueError, "more than 0", {"seconds": 0})):
        with pytest.raises(error, match=words):
            overhand.release(survey, tmp_path / "out", **said)
        assert not (tmp_path / "out").exists()
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "manifest.json").write_text("{}")
    with pytest.raises(ValueError, match="there is a release already"):
        overhand.release(survey, tmp_path / "out")
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["manifest.json"]


def test_same_refusal_as_the_command_line(survey, tmp_path, command):
    survey.to_parquet(tmp_path / "in.parquet")
    theirs = command("release in.parquet -o out --method mdav --ceiling look_up=0.001", check=False)
    assert theirs.returncode == 1
    with pytest.raises(overhand.Refused) as ours:
        overhand.release(survey, tmp_path / "out", method="mdav", ceilings={"look_up": 0.001})
    sentence = theirs.stderr.splitlines()[-1].removeprefix("overhand: ")
    assert str(ours.value).split(".")[0].lower() in sentence.lower()
    assert not (tmp_path / "out").exists()


def test_a_ledger(survey, tmp_path):
    said = {"profile": "internal", "accept_risk": "a test", "method": "cell_rotate", "ledger": tmp_path / "ledger.json"}
    overhand.release(survey, tmp_path / "first", **said)
    with pytest.raises(overhand.Refused):
        overhand.release(survey, tmp_path / "second", **said)
    assert not (tmp_path / "second").exists()


def test_an_index_is_no_column_of_a_release(survey, tmp_path):
    table = survey.set_axis([f"Person {i}" for i in range(len(survey))])
    with pytest.warns(overhand.Note, match="index is no column of the release") as notes:
        made = overhand.release(table, tmp_path / "out", profile="internal", accept_risk="a test", method="cell_rotate")
    assert all(note.filename == __file__ for note in notes)
    assert list(made.masked.index) == list(range(len(survey)))
    assert list(overhand.read(tmp_path / "out" / "masked.parquet").columns) == list(survey.columns)


def test_progress_and_ctrl_c(survey, tmp_path):
    """The bar is asked for and its interruption stops the work, in this process; nothing is left."""
    stages = []

    class Bar:
        def __init__(self, total, desc, **_):
            self.n = 0
            stages.append(desc)
            if len(stages) == 2:
                raise KeyboardInterrupt

        def update(self, more):
            self.n += more

        def close(self):
            pass

    with pytest.raises(KeyboardInterrupt):
        overhand.release(survey, tmp_path / "out", progress=Bar)
    assert len(stages) == 2 and not (tmp_path / "out").exists()


def test_plots_and_pickles_of_a_release(survey, tmp_path):
    made = overhand.release(survey, tmp_path / "out", profile="internal", accept_risk="a test", method="cell_rotate")
    page = (tmp_path / "out" / "report.html").read_text()
    names = made.plots()
    assert names and all(title.split("<")[0][:20] in page for title in names.values())
    for name in names:
        assert made.plot(name).to_dict()
    assert made.plot().to_dict() == made.plot(next(iter(names))).to_dict()
    assert set(names) <= set(made.plots(internal=True))
    with pytest.raises(ValueError, match="There is no chart 'x'"):
        made.plot("x")
    with pytest.raises(ValueError, match="reports of a release are in its folder"):
        made.report(tmp_path / "again.html")
    again = pickle.loads(pickle.dumps(made))
    assert again.to_dict() == made.to_dict() and again.plots() == names and again.masked.equals(made.masked)
