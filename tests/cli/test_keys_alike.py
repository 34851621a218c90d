"""--suppress K --alike: in the keys that go out every record looks like K of different sources, a gap being like a gap alone.

Classes are counted again by pandas, by the files that were written and by --lineage. Tables have a few hundred records of chance.
"""

import json

import numpy as np
import pandas as pd
import pytest

KEYS = ["region", "sex", "age"]
N = 300
ROLES = "".join(f'[columns.{key}]\ntype = "category"\nrole = "keep"\n' for key in KEYS) + "[columns.pay]\n[columns.hours]\n"


def numbers(rows=N, seed=2):
    chance = np.random.default_rng(seed)
    return pd.DataFrame({"pay": chance.integers(1000, 9000, rows).astype(str), "hours": chance.integers(0, 60, rows).astype(str)})


def people(seed=3, gaps=0.0, rows=N):
    chance = np.random.default_rng(seed)
    keys = pd.DataFrame({
        "region": chance.choice(list("abcde"), rows, p=[0.45, 0.3, 0.15, 0.07, 0.03]),
        "sex": chance.choice(["f", "m"], rows),
        "age": (20 + 5 * np.minimum(chance.geometric(0.25, rows), 12)).astype(str),
    })
    for key in KEYS:
        keys.loc[chance.random(rows) < gaps, key] = ""
    return keys.join(numbers(rows, seed))


def with_keys(**keys):
    keys = pd.DataFrame(keys, dtype=str)
    return keys.join(numbers(len(keys)))


def read(path):
    return pd.read_csv(path, dtype=str, keep_default_na=False)


def persons(out, keys, sources):
    """Of each record: how many different sources look like it, a gap like a gap alone."""
    return out[keys].assign(source=sources).groupby(keys)["source"].transform("nunique")


def cells(figures):
    return {each["column"]: each["cells"] for each in figures["suppressed"]}


@pytest.fixture
def alike(overhand, tmp_path):
    """Masks a table, and holds the promise against what was written: the masked table, its sources, the JSON and what was said."""

    def run(table, k, options="--method rank_swap", name="in.csv"):
        keys = [column for column in table if column not in ("pay", "hours")]
        table.to_csv(tmp_path / name, index=False)
        said = overhand(f"mask {name} -o out.csv --columns pay,hours --keep {','.join(keys)} --suppress {k} --alike --seed 5 --lineage l.csv "
                        f"--json j.json {options}").stderr
        out, sources = read(tmp_path / "out.csv"), pd.read_csv(tmp_path / "l.csv")["source"].to_numpy() - 1
        figures = json.loads((tmp_path / "j.json").read_text())
        before = table[keys].iloc[sources].reset_index(drop=True)
        assert persons(out, keys, sources).min() >= k
        assert ((out[keys] == before) | (out[keys] == "")).all().all(), "only missing is made"
        assert cells(figures) == ((out[keys] == "") & (before != "")).sum().to_dict()
        assert figures["shared_keys"]["k"] == k and figures["shared_keys"]["alike_below"] == 0
        assert f"every record looks like {k} or more of different sources, a gap being like a gap alone" in said
        return out, sources, figures, said

    return run


# The promise.


@pytest.mark.parametrize("gaps", [0.0, 0.05, 0.4])
@pytest.mark.parametrize("k", [2, 3, 5, 9])
def test_classes_have_k_persons(alike, k, gaps):
    table = people(gaps=gaps)
    out, sources, figures, _ = alike(table, k)
    assert (sources == np.arange(N)).all() and sum(cells(figures).values()) > 0
    before = table.groupby(KEYS)["pay"].transform("size")
    assert (out[KEYS] != table[KEYS])[before < k].any(axis=1).sum() > 0.5 * (before < k).sum()
    # Who has a large class of their own stays whole, but for fewer than k that join each class of small ones.
    lent = (out[KEYS] != table[KEYS])[before >= k].any(axis=1).sum()
    assert lent <= (k - 1) * out[KEYS].drop_duplicates().shape[0]


@pytest.mark.parametrize("gaps", [0.0, 0.1])
@pytest.mark.parametrize("k", [2, 5, 9])
def test_records_of_one_source_count_once(alike, k, gaps):
    _, sources, _, _ = alike(people(seed=4, gaps=gaps), k, "--method cell_rotate --k 15")
    assert len(set(sources)) < N, "some are taken twice"


@pytest.mark.parametrize("k", [2, 3, 5, 9])
def test_every_person_fits_k_records(alike, k):
    """Who knows all keys of somebody finds at least k records that do not show another value."""
    table = people(seed=6)
    out, _, figures, said = alike(table, k)
    fits = np.ones((N, N), bool)
    for key in KEYS:
        fits &= (table[key].to_numpy()[:, None] == out[key].to_numpy()[None]) | (out[key] == "").to_numpy()[None]
    truth = table.groupby(KEYS)["pay"].transform("size")
    assert fits.sum(1).min() >= k and figures["shared_keys"] == {"k": k, "below": (truth < k).sum(), "alike_below": 0, "fits_below": 0}
    assert "may find them" not in said and "may tell them apart" not in said


def test_a_table_that_is_alike_stays_as_it_is(alike):
    table = people(seed=7)
    table[KEYS] = table[KEYS].iloc[np.arange(N) // 6 * 6].reset_index(drop=True)
    out, _, figures, said = alike(table, 6)
    assert out[KEYS].equals(table[KEYS]) and "0 of 900 cells of keys are suppressed:" in said
    assert figures["shared_keys"]["below"] == 0 and figures["key_loss"]["overall"] == 0


@pytest.mark.parametrize("again", [9, 4, 2])
def test_what_went_out_needs_no_more(alike, again):
    """Classes of nine are classes of fewer, too; gaps of the first time are gaps as any."""
    first, _, _, _ = alike(people(seed=8, gaps=0.03), 9)
    second, _, figures, _ = alike(first, again, name="again.csv")
    assert sum(cells(figures).values()) == 0 and second[KEYS].equals(first[KEYS])


def test_fewer_cells_for_fewer_persons_and_more_than_without(alike, overhand, tmp_path):
    table = people(seed=9)
    counts = [sum(cells(alike(table, k)[2]).values()) for k in (2, 3, 5, 9)]
    assert counts == sorted(counts) and counts[0] < counts[3]
    overhand("mask in.csv -o plain.csv --columns pay,hours --keep region,sex,age --suppress 5 --method rank_swap --seed 5 --json j.json")
    plain = json.loads((tmp_path / "j.json").read_text())
    assert sum(cells(plain).values()) < counts[2] and plain["shared_keys"]["alike_below"] > 0
    assert persons(read(tmp_path / "plain.csv"), KEYS, np.arange(N)).lt(5).sum() == plain["shared_keys"]["alike_below"]


@pytest.mark.parametrize("method", ["rank_swap", "cell_rotate --k 15"])
def test_any_number_of_threads_writes_the_same(alike, overhand, tmp_path, method):
    out, _, _, _ = alike(people(seed=10, gaps=0.02), 4, f"--method {method}")
    overhand(f"mask in.csv -o two.csv --columns pay,hours --keep region,sex,age --suppress 4 --alike --method {method} --seed 5 --quiet",
             env={"OMP_NUM_THREADS": "3"})
    assert (tmp_path / "two.csv").read_bytes() == (tmp_path / "out.csv").read_bytes() and len(out) == N


@pytest.mark.parametrize("method", ["rank_swap", "cell_rotate --k 15"])
def test_after_records_are_left_out_those_that_stay_look_alike(overhand, tmp_path, method):
    people(seed=20, gaps=0.03).to_csv(tmp_path / "in.csv", index=False)
    overhand(f"mask in.csv -o out.csv --columns pay,hours --keep region,sex,age --suppress-records 3 --alike --method {method} --seed 5 "
             "--lineage l.csv")
    out, sources = read(tmp_path / "out.csv"), pd.read_csv(tmp_path / "l.csv")["source"].to_numpy() - 1
    assert len(out) < N and persons(out, KEYS, sources).min() >= 3


# Odd tables.


def test_one_key(alike):
    out, _, figures, _ = alike(with_keys(town=["a"] * 200 + ["b"] * 50 + [f"v{i}" for i in range(10)] + ["c"] * 3), 4)
    # Ten villages of one and a town of three are joined: thirteen look alike, and nobody else need lose anything.
    assert cells(figures) == {"town": 13} and (out["town"] == "").sum() == 13


def test_one_key_of_which_one_is_alone(alike):
    """Two of the larger towns go with her: a gap by itself would give her away."""
    out, _, figures, _ = alike(with_keys(town=["a"] * 40 + ["b"] * 30 + ["bishop's seat"]), 3)
    assert cells(figures) == {"town": 3} and out.loc[70, "town"] == ""


def test_large_classes_of_exactly_k_go_whole_where_nobody_can_lend(alike):
    out, _, figures, _ = alike(with_keys(town=["a"] * 3 + ["b"] * 3 + ["c"]), 3, "--method rank_swap --percent 60")
    assert cells(figures)["town"] == 4 and out["town"].value_counts().to_dict() == {"": 4, **{out["town"].max(): 3}}


@pytest.mark.parametrize("k", [2, 5])
def test_ten_keys(alike, k):
    chance = np.random.default_rng(11)
    out, _, figures, _ = alike(with_keys(**{f"q{j}": chance.choice(["y", "n"], 250, p=[0.85, 0.15]) for j in range(10)}), k)
    emptied = (out[[f"q{j}" for j in range(10)]] == "").to_numpy()
    assert 0 < emptied.mean() < 0.4 and len(cells(figures)) == 10


def test_constant_keys_lose_nothing_and_help_nobody(alike):
    table = people(seed=12)
    plain = alike(table, 5)
    constant = alike(table.assign(land="x", planet="earth"), 5)
    assert constant[0][["land", "planet"]].eq(["x", "earth"]).all().all()
    assert {**cells(plain[2]), "land": 0, "planet": 0} == cells(constant[2])


def test_keys_that_are_all_constant(alike):
    out, _, figures, _ = alike(with_keys(land=["x"] * 50, planet=["earth"] * 50), 50)
    assert cells(figures) == {"land": 0, "planet": 0} and set(out["land"]) == {"x"}


def test_everybody_different_in_every_key_leaves_nothing(alike):
    values = [f"v{i}" for i in range(60)]
    out, _, figures, _ = alike(with_keys(a=values, b=values[::-1]), 2, "--method rank_swap --keep-identifiers")
    assert cells(figures) == {"a": 60, "b": 60} and (out[["a", "b"]] == "").all().all()


@pytest.mark.parametrize("k", [2, 60])
def test_as_many_as_there_are(alike, k):
    out, _, _, _ = alike(people(seed=13, rows=60), k)
    assert k == 2 or len(out[KEYS].drop_duplicates()) == 1


def test_a_key_without_any_value(overhand, tmp_path):
    """Its gaps are all alike, so that it neither costs nor helps."""
    people(seed=14).assign(none="").to_csv(tmp_path / "in.csv", index=False)
    (tmp_path / "s.toml").write_text('k = 3\nalike = true\n[columns.none]\ntype = "category"\nrole = "keep"\n' + ROLES)
    overhand("mask in.csv -o with.csv --schema s.toml --method rank_swap --seed 5 --json j.json")
    (tmp_path / "s.toml").write_text('k = 3\nalike = true\n[columns.none]\nrole = "drop"\n' + ROLES)
    overhand("mask in.csv -o without.csv --schema s.toml --method rank_swap --seed 5")
    assert cells(json.loads((tmp_path / "j.json").read_text()))["none"] == 0
    both = [read(tmp_path / name) for name in ("with.csv", "without.csv")]
    assert (both[0]["none"] == "").all() and both[0][KEYS].equals(both[1][KEYS])


def test_numbers_and_dates_are_keys_too(alike):
    chance = np.random.default_rng(15)
    table = with_keys(size=chance.choice(["1.5", "2", "17.25", ""], N, p=[0.5, 0.3, 0.15, 0.05]),
                      day=chance.choice(["2026-01-31", "2026-02-28", "1999-12-31"], N, p=[0.6, 0.39, 0.01]))
    out, _, figures, _ = alike(table, 8)
    assert sum(cells(figures).values()) > 0 and set(out["day"]) <= {"2026-01-31", "2026-02-28", "1999-12-31", ""}


# What is said of it.


def test_importance_spares_a_column(overhand, tmp_path):
    people(seed=16).to_csv(tmp_path / "in.csv", index=False)
    lost = {}
    for spared in KEYS:
        (tmp_path / "s.toml").write_text(f"k = 4\nalike = true\nimportance = {{ {spared} = 1000 }}\n{ROLES}")
        overhand("mask in.csv -o out.csv --schema s.toml --method rank_swap --seed 1 --quiet")
        out = read(tmp_path / "out.csv")
        assert persons(out, KEYS, np.arange(N)).min() >= 4
        lost[spared] = (out[KEYS] == "").sum()
    for spared in KEYS:
        assert all(lost[spared][spared] < lost[other][spared] or lost[other][spared] == 0 for other in KEYS if other != spared), spared


def test_the_schema_says_the_same_as_the_options(alike, overhand, tmp_path):
    alike(people(seed=17), 3)
    (tmp_path / "s.toml").write_text("k = 3\nalike = true\n" + ROLES)
    overhand("mask in.csv -o schema.csv --schema s.toml --method rank_swap --seed 5 --json s.json")
    (tmp_path / "s.toml").write_text("k = 3\n" + ROLES)
    overhand("mask in.csv -o both.csv --schema s.toml --alike --method rank_swap --seed 5")
    overhand("mask in.csv -o plain.csv --schema s.toml --method rank_swap --seed 5")
    assert (tmp_path / "schema.csv").read_text() == (tmp_path / "out.csv").read_text() == (tmp_path / "both.csv").read_text()
    assert (tmp_path / "plain.csv").read_text() != (tmp_path / "out.csv").read_text()
    shared = [json.loads((tmp_path / name).read_text())["shared_keys"] for name in ("s.json", "j.json")]
    assert shared[0] == shared[1]


@pytest.mark.parametrize(("words", "sentence"), [
    ("--alike", "'alike' goes with 'k'"),
    ("--suppress 301 --alike", "There are 300 records, so that no record can share its keys with 301."),
    ("--suppress 0 --alike", "--suppress"),
    ("--suppress -3 --alike", "--suppress"),
])
def test_what_is_refused(overhand, tmp_path, words, sentence):
    people().to_csv(tmp_path / "in.csv", index=False)
    done = overhand(f"mask in.csv -o out.csv --columns pay,hours --keep region,sex,age --seed 1 {words}", check=False)
    assert done.returncode == 2 and sentence in done.stderr and not (tmp_path / "out.csv").exists()


@pytest.mark.parametrize("line", ["alike = 3", 'alike = "yes"', "alike = true\nk = 0", "alike = true\nk = -2", "Alike = true"])
def test_odd_lines_of_the_schema_are_refused(overhand, tmp_path, line):
    people().to_csv(tmp_path / "in.csv", index=False)
    (tmp_path / "s.toml").write_text(line + ("\nk = 3\n" if "k =" not in line else "\n") + ROLES)
    done = overhand("mask in.csv -o out.csv --schema s.toml --seed 1", check=False)
    assert done.returncode == 2 and done.stderr.startswith("overhand: ") and not (tmp_path / "out.csv").exists()


@pytest.mark.parametrize("ways", ["", "--keys-by cells"])
def test_tune_releases_what_looks_alike(overhand, tmp_path, ways):
    people(seed=18).to_csv(tmp_path / "in.csv", index=False)
    overhand(f"tune in.csv --columns pay,hours --keep region,sex,age --suppress 4 --alike --method rank_swap --quick --max-risk 1 --seed 2 {ways} "
             "-o out.csv --lineage l.csv --json j.json")
    out, sources = read(tmp_path / "out.csv"), pd.read_csv(tmp_path / "l.csv")["source"].to_numpy() - 1
    assert persons(out, KEYS, sources).min() >= 4
    figures = json.loads((tmp_path / "j.json").read_text())
    lost = (out[KEYS] == "").to_numpy().sum() + 3 * (N - len(out))
    assert figures["release"]["key_loss"]["cells"] == pytest.approx(lost / (3 * N))
    if not ways:
        taken = figures["key_ways"]["ways"][figures["key_ways"]["taken"]]
        assert taken["cells"] + 3 * taken["records"] == lost, "what was foreseen is what was done"


def test_gaps_that_are_spelt_otherwise_look_alike_too(overhand, tmp_path):
    table = people(seed=19)
    table.loc[range(5, N, 15), "age"] = "NA"
    table.loc[33, "age"] = "n/a"
    table.to_csv(tmp_path / "in.csv", index=False)
    overhand("mask in.csv -o out.csv --columns pay,hours --keep region,sex,age --suppress 3 --alike --method rank_swap --seed 5")
    assert persons(read(tmp_path / "out.csv"), KEYS, np.arange(N)).min() >= 3


def test_evaluate_counts_what_records_left_out_lose(overhand, tmp_path):
    people(seed=31).to_csv(tmp_path / "in.csv", index=False)
    words = "--columns pay,hours --keep region,sex,age --suppress-records 5"
    overhand(f"mask in.csv -o out.csv {words} --method rank_swap --seed 5 --lineage l.csv --json m.json")
    overhand(f"evaluate in.csv out.csv {words} --pairing l.csv --json e.json")
    made, found = (json.loads((tmp_path / name).read_text()) for name in ("m.json", "e.json"))
    assert found["key_loss"] == made["key_loss"] and made["key_loss"]["cells"] > 0
