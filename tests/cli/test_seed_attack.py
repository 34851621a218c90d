"""What a seed gives away: who can guess all that went into a masking, the seed too, makes it again and sees that he is right.

The intruder knows the method, its options and everybody's record but for one value of one person, of which he thinks two possible; margins
are synthetic, so that what goes out says nothing of that value by itself. He masks both tables with the seeds 0 to 100. Made with
a seed of those the release is among them, and with it come the value and the source of every record; made with the default key it is not.
One record and the seed are not enough: all chance hangs on every value of the table (docs/theory/keys.md).
"""

import subprocess

import numpy as np
import pandas as pd
import pytest
from conftest import BINARY

ROWS, SEEDS = 60, range(101)
PERSON, SECRET, POSSIBLE = 17, "pay", [2.5, 3.5]
METHODS = {"sjppds": "--bins 5", "cell_rotate": "--k 20"}


def table(seed=1, secret=POSSIBLE[1]):
    chance = np.random.default_rng(seed)
    people = pd.DataFrame(chance.normal(size=(ROWS, 3)).round(2), columns=["age", "pay", "debt"])
    people.loc[PERSON, SECRET] = secret
    return people


def mask(folder, people, method, words="", marginals="synthetic"):
    """The text of the masked table, and each record's source."""
    people.to_csv(folder / "in.csv", index=False)
    words = f"mask in.csv -o out.csv --method {method} {METHODS[method]} --marginals {marginals} --lineage source.csv --quiet --threads 1 {words}"
    subprocess.run([BINARY, *words.split()], cwd=folder, capture_output=True, check=True, timeout=60)
    return (folder / "out.csv").read_text(), pd.read_csv(folder / "source.csv")["source"].to_numpy()


@pytest.fixture(scope="module", params=METHODS)
def tried(request, tmp_path_factory):
    """Of one method, by what it gives: all that the intruder can try."""
    folder = tmp_path_factory.mktemp("tried")
    made = {}
    for secret in POSSIBLE:
        for seed in SEEDS:
            text, source = mask(folder, table(secret=secret), request.param, f"--seed {seed}")
            made[text] = (seed, secret, source)
    return request.param, made


def test_a_seed_gives_everything_back(tried, tmp_path):
    method, made = tried
    assert len(made) == len(SEEDS) * len(POSSIBLE), "no two are alike, so that what is found is sure"
    released, source = mask(tmp_path, table(), method, "--seed 42")
    seed, secret, found = made[released]
    assert (seed, secret) == (42, POSSIBLE[1])
    assert (found == source).all()


def test_the_default_key_gives_nothing_back(tried, tmp_path):
    method, made = tried
    for _ in range(3):
        released, source = mask(tmp_path, table(), method)
        assert released not in made
        nearest = max((found == source).mean() for _, _, found in made.values())
        assert nearest < 0.25, "nor has any of them more sources in common than the luckiest of 202 would"


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("marginals", ["exact", "synthetic"])
def test_the_seed_and_another_table_of_that_shape_give_nothing_back(tmp_path, method, marginals):
    """No order of the rows can be learnt on a table of one's own, though it has all of the values but one."""
    _, source = mask(tmp_path, table(), method, "--seed 42", marginals)
    for other in (table(seed=2), table(secret=POSSIBLE[0])):
        _, found = mask(tmp_path, other, method, "--seed 42", marginals)
        assert (found == source).mean() < 0.25


def test_a_seed_is_warned_of(overhand, tmp_path):
    table().to_csv(tmp_path / "people.csv", index=False)
    assert "who guesses the seed undoes the masking" in overhand("mask people.csv -o out.csv --seed 42").stderr
