"""What a first user stumbled over: labels and categories of others, a frame that changes, a folder with raw data."""

import pathlib

import numpy as np
import overhand
import pandas as pd
import pytest


@pytest.fixture
def pupils():
    chance = np.random.default_rng(5)
    size = chance.normal(size=400)
    return pd.DataFrame({f"c{j}": (size + chance.normal(size=400)).round(3) for j in range(4)})


def test_levels_of_an_index_that_no_record_has_stay_in(pupils):
    pupils.index = pd.MultiIndex.from_arrays([["secret"] * 4 + ["a", "b"] * 198, ["x"] * 400])
    some = pupils[pupils.index.get_level_values(0) != "secret"]
    assert "secret" in some.index.levels[0]
    masked = overhand.mask(some, "rank_swap", percent=10, seed=1)
    assert set(masked.index.levels[0]) == {"a", "b"}


def test_categories_of_an_index_that_no_record_has_stay_in(pupils):
    pupils.index = pd.CategoricalIndex(["secret"] * 4 + ["a", "b"] * 198)
    masked = overhand.mask(pupils[4:], "rank_swap", percent=10, seed=1)
    assert list(masked.index.categories) == ["a", "b"]
    pupils.index = pd.MultiIndex.from_arrays([pd.Categorical(["secret"] * 4 + ["a", "b"] * 198), ["x"] * 400])
    masked = overhand.mask(pupils[4:], "rank_swap", percent=10, seed=1)
    assert "secret" not in masked.index.levels[0] and "secret" not in getattr(masked.index.levels[0], "categories", [])


def test_the_risk_is_that_of_the_table_that_was_masked(pupils):
    """Though the caller turns his frame round before he asks."""
    before = overhand.mask(pupils, "noise", percent=1, details=True, seed=1).risk
    made = overhand.mask(pupils, "noise", percent=1, details=True, seed=1)
    pupils.iloc[:, :] = pupils.iloc[::-1].to_numpy()
    assert made.risk == before and before["dbrl"] > 0.9


def test_the_report_is_that_of_the_table_that_was_evaluated(pupils):
    masked = overhand.mask(pupils, "noise", percent=1, seed=1)
    made = overhand.evaluate(pupils, masked, pairing="row")
    first = made.plot(internal=True)
    pupils.iloc[:, :] = 0.0
    again = made.plot(internal=True)
    spec = lambda chart: chart if isinstance(chart, dict) else chart.to_dict()
    assert spec(first) == spec(again)


@pytest.mark.parametrize("ordered", [False, True])
def test_declared_categories_of_numbers_are_categories(pupils, ordered):
    pupils["grade"] = pd.Categorical(np.tile([1, 2, 3, 4], 100), categories=[4, 3, 2, 1], ordered=ordered)
    masked = overhand.mask(pupils, seed=1)
    assert masked["grade"].dtype.ordered == ordered
    assert sorted(masked["grade"].astype(int)) == sorted(pupils["grade"].astype(int))


def test_a_folder_with_other_files_is_no_place_for_a_release(pupils, tmp_path):
    raw = tmp_path / "raw"
    raw.mkdir()
    pupils.to_csv(raw / "people.csv", index=False)
    with pytest.raises(ValueError, match=r"holds other files \(people.csv\), which would go out with the release; name a new folder"):
        overhand.release(pupils, raw)
    assert [path.name for path in raw.iterdir()] == ["people.csv"]


def test_a_release_shows_its_verdict_and_what_stays(pupils, tmp_path):
    made = overhand.release(pupils, tmp_path / "out", profile="internal", method="cell_rotate", accept_risk="a test")
    said = repr(made)
    assert made.verdict["headline"] in said and "For you alone: report-internal.html" in said
    assert "masked" in said and str(pathlib.Path(made.folder)) in said and made.verdict["headline"] in made._repr_html_()


def test_a_masker_names_its_columns(pupils):
    sklearn = pytest.importorskip("sklearn.compose")
    steps = sklearn.ColumnTransformer([("masked", overhand.Masker("rank_swap", percent=5.0, seed=1), ["c0", "c1"])], remainder="passthrough")
    out = steps.set_output(transform="pandas").fit_transform(pupils)
    assert list(out.columns) == ["masked__c0", "masked__c1", "remainder__c2", "remainder__c3"]
    made = overhand.Masker("rank_swap", percent=5.0, seed=1)
    with pytest.raises(ValueError, match="Nothing was masked as yet"):
        made.get_feature_names_out()
    made.fit_transform(pupils.to_numpy())
    assert list(made.get_feature_names_out()) == ["x0", "x1", "x2", "x3"]


def test_a_masker_knows_its_methods(pupils):
    with pytest.raises(ValueError, match="no method 'nois'; did you mean noise"):
        overhand.Masker("nois").fit(pupils)
