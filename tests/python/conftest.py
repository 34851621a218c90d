"""The package as it stands in the build tree (PYTHONPATH), beside the command line (OVERHAND_BINARY)."""

import os
import pathlib
import subprocess
import warnings

import numpy
import pandas
import pytest

import overhand


@pytest.fixture(autouse=True)
def no_notes():
    """Notes on seeds are for people; a test that is about them asks for them."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", overhand.Note)
        yield


@pytest.fixture
def people():
    """The table of tests/cli: people.csv."""
    rows = range(200)
    return pandas.DataFrame({"age": [20 + i % 50 for i in rows], "income": [1000 + 37 * i % 997 for i in rows],
                             "hours": [i % 7 * 5.5 for i in rows]})


@pytest.fixture
def mixed():
    """Numbers, levels, dates, truth and gaps."""
    rng = numpy.random.default_rng(1)
    n = 400
    income = rng.lognormal(8, 0.5, n).round(2)
    income[::17] = numpy.nan
    return pandas.DataFrame({
        "income": income,
        "age": rng.integers(18, 90, n),
        "small": rng.integers(0, 100, n).astype("int16"),
        "share": rng.random(n).astype("float32"),
        "sex": pandas.Categorical(rng.choice(["f", "m"], n)),
        "school": pandas.Categorical(rng.choice(["low", "mid", "high"], n), categories=["low", "mid", "high"], ordered=True),
        "town": rng.choice(["Aa", "Bb", "Cc", "Dd"], n),
        "visit": pandas.to_datetime("1950-01-01") + pandas.to_timedelta(rng.integers(0, 99, n) * 200, unit="D"),
        "works": rng.random(n) < 0.5,
        "children": pandas.array(numpy.where(rng.random(n) < 0.1, 0, rng.integers(0, 5, n)), dtype="Int64"),
    })


@pytest.fixture
def command(tmp_path):
    """The command line, in a folder of its own."""
    binary = pathlib.Path(os.environ["OVERHAND_BINARY"]).resolve()

    def run(words, check=True):
        words = words.split() if isinstance(words, str) else words
        ended = subprocess.run([binary, *words], cwd=tmp_path, capture_output=True, text=True, timeout=300)
        assert not check or ended.returncode == 0, ended.stderr
        return ended

    return run
