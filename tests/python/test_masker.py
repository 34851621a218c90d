"""A masking as a step of scikit-learn's."""

import numpy
import pandas
import pytest
from sklearn.base import clone
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler

import overhand


def test_gives_what_mask_gives(people):
    masker = overhand.Masker("rank_swap", percent=15, seed=1)
    assert masker.fit_transform(people).equals(overhand.mask(people, "rank_swap", percent=15, seed=1))
    assert list(masker.result_.lineage) == list(range(len(people)))


def test_clone_and_parameters():
    masker = overhand.Masker("noise", percent=30, seed=1)
    again = clone(masker)
    assert again is not masker and again.get_params() == masker.get_params() == {"method": "noise", "percent": 30, "seed": 1}
    assert clone(masker.set_params(percent=5)).percent == 5
    assert repr(masker) == "Masker('noise', percent=5, seed=1)"


def test_pipelines(people):
    x, y = people[["age", "hours"]], people["income"]
    pipeline = Pipeline([("mask", overhand.Masker("noise", percent=20, seed=1)), ("scale", StandardScaler()),
                         ("fit", LinearRegression())])
    assert pipeline.fit(x, y).predict(x).shape == (len(people),)
    search = GridSearchCV(pipeline, {"mask__percent": [1, 50]}, cv=2).fit(x, y)
    assert search.best_params_["mask__percent"] in (1, 50)


def test_a_target_needs_the_order_of_rows(people):
    with pytest.raises(ValueError, match="another order"):
        make_pipeline(overhand.Masker("cell_rotate", seed=1), LinearRegression()).fit(people[["age", "hours"]], people["income"])


def test_works_on_arrays(people):
    masked = overhand.Masker("mdav", k=5).fit_transform(people.to_numpy(dtype=float))
    assert isinstance(masked, numpy.ndarray) and masked.shape == people.shape


def test_pickles(people):
    import pickle

    masker = overhand.Masker("noise", percent=30, seed=1)
    masker.fit_transform(people)
    again = pickle.loads(pickle.dumps(masker))
    pandas.testing.assert_frame_equal(again.fit_transform(people), masker.fit_transform(people))


def test_parameters_that_it_does_not_have(people):
    """As scikit-learn has it: a ValueError when it is set, and nothing is set then."""
    masker = overhand.Masker("noise", percent=30)
    with pytest.raises(ValueError, match="Masker has no parameter 'percnt'; did you mean percent?"):
        masker.set_params(seed=1, percnt=5)
    assert masker.get_params() == {"method": "noise", "percent": 30}
    with pytest.raises(ValueError, match="no parameter 'foo'"):
        masker.set_params(foo=1)
    with pytest.raises(ValueError, match="did you mean percent?"):
        overhand.Masker("noise", percet=30)
    with pytest.raises(ValueError, match="no parameter 'data'"):
        masker.set_params(data=people)
    pipeline = make_pipeline(masker, LinearRegression())
    with pytest.raises(ValueError, match="no parameter 'foo'"):
        pipeline.set_params(masker__foo=1)
    assert pipeline.set_params(masker__method="rank_swap", masker__percent=5).get_params()["masker__method"] == "rank_swap"


def test_every_argument_of_mask_is_a_parameter():
    import inspect

    for name in inspect.signature(overhand.mask).parameters:
        if name not in ("data", "details"):
            assert overhand.Masker().set_params(**{name: None}).get_params()[name] is None
