"""Results: dictionaries, frames, charts, reports, pickles."""

import pickle

import altair
import jsonschema
import json
import pathlib
import pytest

import overhand

SCHEMA = json.loads((pathlib.Path(__file__).parents[2] / "docs/results.schema.json").read_text())


@pytest.fixture
def evaluation(people):
    return overhand.evaluate(people, overhand.mask(people, "noise", percent=40, seed=1), pairing="row")


@pytest.fixture
def tuning(people):
    return overhand.tune(people, "cell_rotate", quick=True, max_risk=1)


def test_dictionaries_follow_the_schema(people, evaluation, tuning):
    for result in (evaluation, tuning, overhand.inspect(people)):
        jsonschema.validate(result.to_dict(), SCHEMA)


def test_tables(people, evaluation, tuning):
    assert {"pairing", "kind", "measure", "value"} == set(evaluation.table().columns)
    row = evaluation.table().query("measure == 'dbrl' and kind == 'risk'").iloc[0]
    assert row["value"] == evaluation.risk["dbrl"]
    assert len(tuning.table()) == len(tuning.to_dict()["grid"])
    assert list(overhand.inspect(people).table()["column"]) == list(people.columns)


def test_verdict_on_top(evaluation, tuning):
    for result in (evaluation, tuning):
        shown = result._repr_html_()
        assert shown.index(result.verdict["headline"].split(":")[0]) < shown.index("<table")
        assert repr(result).startswith(result.verdict["headline"].replace("**", "")[:10])


def test_plots(people, evaluation, tuning):
    for result in (evaluation, tuning, overhand.inspect(people)):
        assert isinstance(result.plot(), altair.TopLevelMixin)
        for name in result.plots():
            assert result.plot(name).to_dict()
    with pytest.raises(ValueError, match="There is no chart 'x'"):
        evaluation.plot("x")


def test_plots_without_altair(evaluation, monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "altair", None)
    plot = evaluation.plot()
    assert isinstance(plot, overhand.Plot)
    assert "application/vnd.vegalite.v6+json" in plot._repr_mimebundle_()


def test_reports(people, evaluation, tuning, tmp_path):
    masked = overhand.mask(people, "noise", percent=40, seed=1, details=True)
    for number, result in enumerate((evaluation, tuning, masked)):
        written = result.report(tmp_path / f"{number}.html")
        assert [pathlib.Path(name).name for name in written] == [f"{number}.html", f"{number}-internal.html"]
        assert result.verdict["headline"] in pathlib.Path(written[0]).read_text()
        assert pathlib.Path(written[1]).stat().st_mode & 0o077 == 0
    with pytest.raises(ValueError, match="must end in .html"):
        evaluation.report(tmp_path / "report.pdf")


def test_pickles(people, evaluation, tuning, tmp_path):
    masked = overhand.mask(people, "sjppds", seed=1, details=True)
    for result in (evaluation, tuning, masked, overhand.inspect(people)):
        again = pickle.loads(pickle.dumps(result))
        assert again.to_dict() == result.to_dict()
        assert again._repr_html_() == result._repr_html_()
        if not isinstance(result, overhand.Inspection):
            again.report(tmp_path / "again.html")
    assert pickle.loads(pickle.dumps(masked)).data.equals(masked.data)


def test_masked_with_details(people):
    masked = overhand.mask(people, "rank_swap", seed=1, details=True)
    assert masked.data.equals(overhand.mask(people, "rank_swap", seed=1))
    assert list(masked.lineage) == list(range(len(people)))
    assert masked.risk["dbrl"] == masked.to_dict()["risk"]["dbrl"]
    assert repr(masked).startswith("Risk: ")
    assert overhand.mask(people, "ipso", seed=1, details=True).lineage is None


def test_nothing_may_be_released(people):
    result = overhand.tune(people, "noise", quick=True, max_risk=0.0)
    assert result.masked is None and result.refused and result.verdict["level"] == "refused"


def test_masked_of_a_tuning_is_of_the_callers_type(people):
    result = overhand.tune(people, "cell_rotate", quick=True, max_risk=1)
    assert list(result.masked.columns) == list(people.columns) and len(result.masked) == len(people)


def test_a_schema_is_proposed_and_followed(tmp_path):
    table = overhand.simulate("hospital", rows=400, seed=1)
    overhand.inspect(table).write_schema(tmp_path / "h.toml")
    with pytest.raises(FileExistsError):
        overhand.inspect(table).write_schema(tmp_path / "h.toml")
    masked = overhand.mask(table, schema=tmp_path / "h.toml", seed=1)
    assert set(masked.columns) < set(table.columns)


def test_notes(people):
    table = people.assign(total=people["age"] + people["income"])
    with pytest.warns(overhand.Note) as told:
        overhand.mask(table, seed=1)
    words = " ".join(str(note.message) for note in told)
    assert "seed is for experiments" in words and "total" in words
    assert all(note.filename == __file__ for note in told)


def test_evaluate_says_where_kept_values_are_none_of_the_originals(people):
    table = people.assign(zip=[("01067", "01099", "04109", "04229")[i % 4] for i in range(len(people))])
    masked = overhand.mask(table, "noise", keep="zip", seed=1)
    with pytest.warns(overhand.Note) as told:
        result = overhand.evaluate(table, masked.assign(zip=masked["zip"].astype(str).str[:2]), keep="zip", pairing="row")
    words = [str(note.message) for note in told]
    assert words == ["Column 'zip' is kept, and 2 of its 2 values in the masked table are none of the original's; "
                     "say in a schema how it was coarsened, or the risk is told too low."]
    assert all(note.filename == __file__ for note in told)
    assert "told" not in result.to_dict()
