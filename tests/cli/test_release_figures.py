"""What the manifest of a release says of the attacks, held against attacks by numpy on the masked file.

The people of a table are drawn with as many strangers from the same distribution, who were never shown to the program; what an
attack gets right about members beyond what it gets right about them is the risk, as in docs/guide/risk.md. 1,500 strangers:
a rate of .01 has a standard error of .003, one of .05 of .006. Each bound here is five of them and more away from what was measured.
"""

import json
import subprocess

import numpy as np
import pandas as pd
import pytest
from conftest import BINARY
from sklearn.neighbors import NearestNeighbors

MEMBERS, STRANGERS = 500, 1500
CEILINGS = {"inference_3": 0.12, "inference_5": 0.12, "isolated_3": 0.15, "isolated_5": 0.15, "linkability": 0.05,
            "membership": 0.15, "look_up": 0.15, "dbrl": 0.2}
FOR_ALL = {"certain_cells": 0, "implausible": 0.05}


def drawn(rows, seed):
    chance = np.random.default_rng(seed)
    values = chance.normal(size=(rows, 1)) + chance.normal(size=(rows, 4))
    return pd.DataFrame(values.round(5), columns=[f"c{j}" for j in range(4)])


PEOPLE, OTHERS = drawn(MEMBERS, 1), drawn(STRANGERS, 2)


class Release:
    """A masked file and its manifest."""

    def __init__(self, folder, *words):
        PEOPLE.to_csv(folder / "people.csv", index=False)
        done = subprocess.run([BINARY, "release", "people.csv", "-o", "out", *words], cwd=folder, capture_output=True, text=True, timeout=100)
        assert done.returncode == 0, done.stderr
        self.masked = pd.read_csv(folder / "out/masked.csv")
        self.said = json.loads((folder / "out/manifest.json").read_text())
        self.report = (folder / "out/report.html").read_text()
        self.attacks = {attack["name"]: attack for attack in self.said["attacks"]}

    def measured(self, name):
        return self.attacks[name]["measured"]


@pytest.fixture(scope="module")
def safe(tmp_path_factory):
    return Release(tmp_path_factory.mktemp("safe"), "--method", "cell_rotate")


@pytest.fixture(scope="module")
def internal(tmp_path_factory):
    return Release(tmp_path_factory.mktemp("internal"), "--method", "cell_rotate", "--profile", "internal", "--accept-risk", "a test")


@pytest.fixture(scope="module")
def public(tmp_path_factory):
    """With a reason, so that no key is refused by chance."""
    return Release(tmp_path_factory.mktemp("public"), "--method", "cell_rotate", "--profile", "public", "--accept-risk", "a test")


@pytest.fixture(scope="module")
def leaking(tmp_path_factory):
    """Trees that draw exact values of the table: whoever is in finds what is his own."""
    return Release(tmp_path_factory.mktemp("leaking"), "--method", "cart", "--accept-risk", "a test")


def beyond(inside, outside):
    return (inside - outside) / (1 - outside)


def linkability(masked):
    """One masked record is nearest to both halves of a person's columns."""
    scale = PEOPLE.std()

    def met(people):
        halves = [list(PEOPLE)[:2], list(PEOPLE)[2:]]
        found = [NearestNeighbors(n_neighbors=1).fit(masked[half] / scale[half]).kneighbors(people[half] / scale[half])[1][:, 0] for half in halves]
        return (found[0] == found[1]).mean()

    return beyond(met(PEOPLE), met(OTHERS))


def at_one_percent(inside, outside):
    """True positives at 1 % false ones, where a high score says that somebody is in; ties are shared out."""
    levels = np.unique(np.concatenate([inside, outside]))[::-1]
    return np.interp(0.01, [0, *((outside >= level).mean() for level in levels)], [0, *((inside >= level).mean() for level in levels)])


def membership(masked):
    nearest = NearestNeighbors(n_neighbors=1).fit(masked / PEOPLE.std())
    return at_one_percent(*(-nearest.kneighbors(people / PEOPLE.std())[0][:, 0] for people in (PEOPLE, OTHERS)))


def look_up(masked):
    return at_one_percent(*(sum(people[name].isin(masked[name]).astype(int) for name in people).to_numpy() for people in (PEOPLE, OTHERS)))


def inference(masked):
    """Three columns are known, the fourth is guessed by the nearest record: within 5 % of its standard deviation."""
    scale, rates = PEOPLE.std(), []
    for target in PEOPLE:
        known = [name for name in PEOPLE if name != target]
        nearest = NearestNeighbors(n_neighbors=1).fit(masked[known] / scale[known])

        def right(people, known=known, nearest=nearest, target=target):
            guess = masked[target].to_numpy()[nearest.kneighbors(people[known] / scale[known])[1][:, 0]]
            return (abs(guess - people[target]) <= 0.05 * scale[target]).mean()

        rates.append([right(PEOPLE), right(OTHERS)])
    return beyond(*np.mean(rates, axis=0))


ATTACKS = {"linkability": linkability, "membership": membership, "look_up": look_up, "inference_3": inference}


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_of_ones_own_is_under_the_ceiling_too(safe, name):
    assert ATTACKS[name](safe.masked) <= CEILINGS[name]


@pytest.mark.parametrize("name", ATTACKS)
def test_the_attacks_find_everybody_in_the_table_itself(name):
    """They are no straw men: the table unmasked gives all away."""
    assert ATTACKS[name](PEOPLE) > 0.9


@pytest.mark.parametrize(("name", "most"), [("linkability", 0.04), ("membership", 0.08), ("look_up", 0.08)])
def test_the_manifest_says_what_one_measures(safe, public, name, most):
    """Linkability is an upper end, the others are estimates."""
    for released in (safe, public):
        assert abs(ATTACKS[name](released.masked) - released.measured(name)) <= most


def test_a_leak_is_measured_and_named(leaking):
    own = look_up(leaking.masked)
    assert own > 0.5 and leaking.measured("look_up") > 0.5 and abs(own - leaking.measured("look_up")) < 0.2
    assert not leaking.attacks["look_up"]["kept"]
    assert leaking.said["decision"] == "risk accepted" and leaking.said["accepted_because"] == "a test"
    assert "a test" in leaking.report


def test_a_leak_is_refused_without_a_reason(overhand, tmp_path):
    PEOPLE.to_csv(tmp_path / "people.csv", index=False)
    done = overhand("release people.csv -o out --method cart", check=False)
    assert done.returncode == 1 and "told to be in by exact values" in done.stderr and not (tmp_path / "out").exists()


@pytest.mark.parametrize("method", ["noise", "correlated_noise"])
def test_no_reason_lifts_the_ceiling_of_linked_records(overhand, tmp_path, method):
    PEOPLE.to_csv(tmp_path / "people.csv", index=False)
    done = overhand(["release", "people.csv", "-o", "out", "--method", method, "--profile", "public", "--accept-risk", "a test"], check=False)
    assert done.returncode == 1 and "above the ceiling of linked records" in done.stderr and not (tmp_path / "out").exists()


@pytest.mark.parametrize(("profile", "factor"), [("internal", 2), ("safe", 1), ("public", 0.5)])
def test_ceilings_are_twice_once_and_half(request, profile, factor):
    released = request.getfixturevalue(profile)
    expected = {name: ceiling * factor for name, ceiling in CEILINGS.items()} | FOR_ALL
    assert {name: attack["ceiling"] for name, attack in released.attacks.items()} == pytest.approx(expected)
    assert released.said["linked_ceiling"] == pytest.approx(0.2 * factor)
    assert released.said["profile"] == {"safe": "research"}.get(profile, profile)


@pytest.mark.parametrize("which", ["internal", "safe", "public", "leaking"])
def test_kept_says_what_the_figures_say(request, which):
    released = request.getfixturevalue(which)
    for attack in released.attacks.values():
        assert attack["kept"] == (attack["measured"] <= attack["ceiling"]) and 0 <= attack["measured"] <= 1
    assert released.said["risk"]["dbrl"] <= released.said["linked_ceiling"]


def test_the_public_gets_values_of_nobody(safe, public):
    """At five decimals a drawn value is somebody's in two of a thousand cases."""
    assert "synthetic" in public.said["setting"] and "synthetic" in safe.said["setting"]
    for name in PEOPLE:
        assert public.masked[name].isin(PEOPLE[name]).mean() < 0.05
        assert public.masked[name].max() < PEOPLE[name].max() and public.masked[name].min() > PEOPLE[name].min()
        assert safe.masked[name].max() < PEOPLE[name].max(), "nor is the largest of drawn values"


@pytest.mark.parametrize("which", ["internal", "safe", "public"])
def test_what_goes_out_is_of_use(request, which):
    masked = request.getfixturevalue(which).masked
    assert abs(masked.corr() - PEOPLE.corr()).max(axis=None) < 0.1
    assert (abs(masked.mean() - PEOPLE.mean()) < 0.1 * PEOPLE.std()).all() and (abs(masked.std() / PEOPLE.std() - 1) < 0.1).all()


def test_a_reason_that_was_not_needed_is_no_accepted_risk(internal):
    assert all(attack["kept"] for attack in internal.attacks.values())
    assert internal.said["decision"] == "under every ceiling"
