"""What each method says that it keeps, seen in the files that a user has."""

import collections
import json
import math
import statistics

import pytest
from conftest import columns_of

METHODS = ["sjppds", "mdav", "pca", "pppca", "noise", "correlated_noise", "rank_swap", "cell_rotate", "cell_shuffle",
           "rank_noise", "cart", "ipso"]
PERMUTING = ["sjppds", "rank_swap", "cell_rotate", "cell_shuffle", "rank_noise"]
MICROAGGREGATING = ["mdav", "pca", "pppca"]
ROW_KEEPING = [*MICROAGGREGATING, "noise", "correlated_noise", "rank_swap"]
SYNTHETIC = ["cart", "ipso"]
NEAR = 1e-9


@pytest.fixture
def survey():
    """survey.csv: people with whole numbers and reals, and net = gross - tax in every record."""
    lines = ["age,gross,tax,net"]
    for i in range(300):
        gross = 1500 + 13 * (i * 7919 % 997) + 0.5 * (i % 3)
        tax = round(0.2 * gross + 31 * (i * 31 % 17), 2)
        lines.append(f"{18 + i * 37 % 61},{gross},{tax},{gross - tax!r}")
    return "\n".join(lines) + "\n"


@pytest.fixture
def masked(overhand, survey, tmp_path):
    """masked("mdav --k 3"): the columns of the survey after that, as numbers."""
    (tmp_path / "survey.csv").write_text(survey)

    def run(words, seed=1, output="masked.csv"):
        overhand(f"mask survey.csv -o {output} --seed {seed} --quiet --no-derive --method {words}")
        return numbers((tmp_path / output).read_text())

    return run


def numbers(text):
    return {name: [float(value) for value in values] for name, values in columns_of(text).items()}


def covariance(x, y):
    return statistics.covariance(x, y)


def test_these_are_all_methods(overhand):
    assert [method["name"] for method in json.loads(overhand("methods --json").stdout)["methods"]] == [*METHODS, "pram", "swap"]


@pytest.mark.parametrize("method", METHODS)
def test_one_key_one_release_and_another_key_another(masked, tmp_path, overhand, method):
    masked(method, seed=1, output="first.csv")
    masked(method, seed=1, output="again.csv")
    masked(method, seed=2, output="other.csv")
    first, again, other = ((tmp_path / f"{name}.csv").read_bytes() for name in ("first", "again", "other"))
    assert first == again
    is_deterministic = next(entry for entry in json.loads(overhand("methods --json").stdout)["methods"]
                            if entry["name"] == method)["deterministic"]
    assert (first == other) == is_deterministic == (method in MICROAGGREGATING)


@pytest.mark.parametrize("method", METHODS)
def test_the_masked_table_has_the_shape_of_the_original_and_other_records(masked, survey, method):
    before, after = numbers(survey), masked(method)
    assert list(before) == list(after)
    records = set(zip(*before.values(), strict=True))
    same = sum(record in records for record in zip(*after.values(), strict=True))
    assert len(after["age"]) == 300
    assert same < 30, "of 300 records few go out as they were"


@pytest.mark.parametrize("method", PERMUTING)
def test_each_columns_values_are_kept(masked, survey, method):
    before, after = numbers(survey), masked(method)
    for name, values in before.items():
        assert sorted(values) == sorted(after[name]), name


@pytest.mark.parametrize("method", ["cell_rotate", "rank_noise"])
def test_free_marginals_are_not_the_columns_own_values(masked, survey, method):
    before, after = numbers(survey), masked(f"{method} --marginals free")
    for name, values in before.items():
        assert sorted(values) != sorted(after[name]), name


def test_free_rotation_keeps_means_covariances_and_identities(masked, survey):
    before, after = numbers(survey), masked("cell_rotate --marginals free")
    for a in before:
        assert statistics.fmean(after[a]) == pytest.approx(statistics.fmean(before[a]), rel=NEAR)
        for b in before:
            scale = statistics.stdev(before[a]) * statistics.stdev(before[b])
            assert covariance(after[a], after[b]) == pytest.approx(covariance(before[a], before[b]), abs=NEAR * scale)
    for gross, tax, net in zip(after["gross"], after["tax"], after["net"], strict=True):
        assert gross - tax == pytest.approx(net, abs=1e-6)


@pytest.mark.parametrize("method", MICROAGGREGATING)
@pytest.mark.parametrize("k", [2, 5, 11])
def test_groups_have_k_records_and_keep_the_means(masked, survey, method, k):
    before, after = numbers(survey), masked(f"{method} --k {k}")
    sizes = collections.Counter(zip(*after.values(), strict=True)).values()
    assert min(sizes) >= k
    for name, values in before.items():
        assert statistics.fmean(after[name]) == pytest.approx(statistics.fmean(values), rel=NEAR)


@pytest.mark.parametrize("method", MICROAGGREGATING)
def test_a_group_holds_the_mean_of_its_own_records(masked, survey, method):
    """Records stay in their rows, so the groups can be seen: each value is the mean of what stood there."""
    before, after = numbers(survey), masked(f"{method} --k 4")
    groups = collections.defaultdict(list)
    for row, record in enumerate(zip(*after.values(), strict=True)):
        groups[record].append(row)
    for record, rows in groups.items():
        for (_name, values), value in zip(before.items(), record, strict=True):
            assert value == pytest.approx(statistics.fmean(values[row] for row in rows), rel=NEAR)


def test_ipso_keeps_means_and_covariances(masked, survey):
    before, after = numbers(survey), masked("ipso")
    for a in before:
        assert statistics.fmean(after[a]) == pytest.approx(statistics.fmean(before[a]), rel=NEAR)
        for b in before:
            scale = statistics.stdev(before[a]) * statistics.stdev(before[b])
            assert covariance(after[a], after[b]) == pytest.approx(covariance(before[a], before[b]), abs=NEAR * scale)


def test_ipso_lets_given_columns_go_out_with_their_regression(masked, survey):
    before, after = numbers(survey), masked("ipso --given age")
    assert sorted(before["age"]) == sorted(after["age"])
    slope = covariance(before["age"], before["gross"]) / statistics.variance(before["age"])
    assert covariance(after["age"], after["gross"]) / statistics.variance(after["age"]) == pytest.approx(slope, rel=1e-6)


def test_cart_draws_from_each_columns_values(masked, survey):
    before, after = numbers(survey), masked("cart")
    for name, values in before.items():
        assert set(after[name]) <= set(values), name
        assert len(set(after[name])) > len(set(values)) / 4, "and not a few of them only"


def test_noise_is_as_strong_as_it_says(masked, survey):
    """The sd of 300 normal values is within 20 % of its own but for 1 in 1e6."""
    before = numbers(survey)
    for percent in (5, 50):
        after = masked(f"noise --percent {percent}")
        for name, values in before.items():
            added = [m - x for m, x in zip(after[name], values, strict=True)]
            assert statistics.stdev(added) == pytest.approx(percent / 100 * statistics.stdev(values), rel=0.2)


def test_correlated_noise_keeps_identities(masked):
    after = masked("correlated_noise --percent 30")
    for gross, tax, net in zip(after["gross"], after["tax"], after["net"], strict=True):
        assert gross - tax == pytest.approx(net, abs=1e-3)


@pytest.mark.parametrize("partner", ["uniform", "argus"])
@pytest.mark.parametrize("percent", [2, 10])
def test_rank_swap_moves_no_value_farther_than_its_window(masked, survey, partner, percent):
    before, after = numbers(survey), masked(f"rank_swap --percent {percent} --partner {partner}")
    window = math.floor(300 * percent / 100)
    for name, values in before.items():
        ranks = {row: rank for rank, row in enumerate(sorted(range(300), key=values.__getitem__))}
        places = collections.defaultdict(list)
        for row, rank in ranks.items():
            places[values[row]].append(rank)
        moved = [min(abs(ranks[row] - rank) for rank in places[value]) for row, value in enumerate(after[name])]
        assert 0 < max(moved) <= window, name


def test_sjppds_keeps_the_counts_of_bin_combinations(masked, survey):
    bins = 6

    def combinations(table):
        codes = []
        for values, own in zip(table.values(), numbers(survey).values(), strict=True):
            low, width = min(own), (max(own) - min(own)) / bins
            codes.append([min(bins - 1, max(0, math.ceil((value - low) / width) - 1)) for value in values])
        return collections.Counter(zip(*codes, strict=True))

    assert combinations(masked(f"sjppds --bins {bins}")) == combinations(numbers(survey))


@pytest.mark.parametrize("method", sorted(set(METHODS) - set(SYNTHETIC)))
def test_the_lineage_names_every_source_once_where_each_has_one(overhand, masked, tmp_path, method):
    masked(f"{method} --lineage source.csv")
    sources = [int(line) for line in (tmp_path / "source.csv").read_text().split()[1:]]
    assert len(sources) == 300 and min(sources) >= 1 and max(sources) <= 300
    if method in ROW_KEEPING:
        assert sources == list(range(1, 301))
    elif method in ("sjppds", "rank_noise"):
        assert sorted(sources) == list(range(1, 301)) != sources


@pytest.mark.parametrize("method", SYNTHETIC)
def test_records_made_anew_have_no_lineage(overhand, survey, tmp_path, method):
    (tmp_path / "survey.csv").write_text(survey)
    refused = overhand(f"mask survey.csv -o masked.csv --method {method} --lineage source.csv", check=False)
    assert refused.returncode != 0
    assert not (tmp_path / "source.csv").exists() and not (tmp_path / "masked.csv").exists()
