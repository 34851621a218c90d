"""evaluate of a table whose keys were coarsened, suppressed or left out in part: what it counts is what mask counted, and what it says of the
keys is what pandas counts in the two files. Hierarchies in ARX's layout, level by level."""

import json
import re

import numpy as np
import pandas as pd
import pytest

KEYS = ["region", "sex", "age"]
N = 300
COLUMNS = "--columns pay,hours --keep region,sex,age"
ROLES = '[columns.region]\nrole = "keep"\n[columns.sex]\nrole = "keep"\n[columns.pay]\nrole = "mask"\n[columns.hours]\nrole = "mask"\n'
SCHEMAS = {
    "coarsened": ROLES + '[columns.age]\nrole = "keep"\nbands = 20\n',
    "suppressed": "k = 4\n" + ROLES + '[columns.age]\nrole = "keep"\n',
    "alike": "k = 4\nalike = true\n" + ROLES + '[columns.age]\nrole = "keep"\n',
    "both": "k = 4\nalike = true\n" + ROLES + '[columns.age]\nrole = "keep"\nbands = 10\ntop = 50\n',
}


def people(seed=3):
    chance = np.random.default_rng(seed)
    return pd.DataFrame({
        "region": chance.choice(list("abcde"), N, p=[0.45, 0.3, 0.15, 0.07, 0.03]),
        "sex": chance.choice(["f", "m"], N),
        "age": 20 + 5 * np.minimum(chance.geometric(0.25, N), 12),
        "pay": chance.integers(1000, 9000, N),
        "hours": chance.integers(0, 60, N),
    })


def read(path):
    return pd.read_csv(path, dtype=str, keep_default_na=False)


def sentence_of_keys(verdict):
    """The figures of the sentence about the keys: share of cells, levels left, levels, share of what they tell."""
    found = [words for words in verdict["analysts"] if words.startswith("Of the keys")]
    if not found:
        return None
    assert len(found) == 1
    numbers = re.match(r"Of the keys (\S+) % of their cells suppressed or left out, (\d+) of (\d+) levels, (\S+) % of what they tell", found[0])
    return [float(number) for number in numbers.groups()]


@pytest.fixture
def judged(overhand, tmp_path):
    """Masks and evaluates: the original, the masked table, the JSON of both commands and all that evaluate said."""

    def run(masking, evaluating, method="rank_swap"):
        table = people()
        table.to_csv(tmp_path / "in.csv", index=False)
        overhand(f"mask in.csv -o out.csv {masking} --method {method} --seed 5 --lineage l.csv --json mask.json --quiet")
        done = overhand(f"evaluate in.csv out.csv {evaluating} --json eval.json")
        figures = [json.loads((tmp_path / name).read_text()) for name in ("mask.json", "eval.json")]
        return table.astype(str), read(tmp_path / "out.csv"), *figures, done.stdout + done.stderr

    return run


@pytest.mark.parametrize("pairing", ["row", "l.csv"])
@pytest.mark.parametrize("what", list(SCHEMAS))
def test_evaluate_counts_what_mask_counted(judged, tmp_path, what, pairing):
    (tmp_path / "s.toml").write_text(SCHEMAS[what])
    table, out, mask, found, said = judged("--schema s.toml", f"--schema s.toml --pairing {pairing}")
    lost = found["key_loss"]
    assert lost == mask["key_loss"] and 0 < lost["overall"] < 1
    assert lost["cells"] == pytest.approx((out[KEYS] == "").to_numpy().mean())
    assert lost["levels_before"] == table[KEYS].nunique().sum() and lost["levels_after"] == out[KEYS].replace("", np.nan).nunique().sum()
    assert found["kept"]["smallest_class"] == mask["kept"]["smallest_class"] and found["kept"]["unique_records"] == mask["kept"]["unique_records"]
    told = sentence_of_keys(found["verdict"])
    assert told == pytest.approx([100 * lost["cells"], lost["levels_after"], lost["levels_before"], 100 * lost["told"]], rel=0.006)
    assert "none of the original's" not in said


@pytest.mark.parametrize("words", ["--suppress 4", "--suppress 4 --alike"])
@pytest.mark.parametrize("method", ["rank_swap", "cell_rotate --k 15"])
def test_options_do_as_well_as_a_schema(judged, words, method):
    _, out, mask, found, _ = judged(f"{COLUMNS} {words}", f"{COLUMNS} {words} --pairing l.csv", method)
    assert found["key_loss"] == mask["key_loss"] and found["kept"] == mask["kept"]
    assert found["key_loss"]["cells"] == pytest.approx((out[KEYS] == "").to_numpy().mean())
    assert sentence_of_keys(found["verdict"])[0] == pytest.approx(100 * found["key_loss"]["cells"], rel=0.006)


def test_keys_that_lost_nothing_have_no_sentence(judged):
    _, out, _, found, _ = judged(COLUMNS, f"{COLUMNS} --pairing row")
    assert sentence_of_keys(found["verdict"]) is None and "key_loss" not in found and (out[KEYS] != "").all().all()
    assert found["kept"]["columns"] == KEYS


@pytest.mark.parametrize("columns", [COLUMNS, "--columns pay,hours --drop region,sex,age"])
def test_distributions_are_of_masked_columns_where_others_are_kept(judged, columns):
    _, out, _, found, said = judged(columns, f"{columns} --pairing row")
    table = people()
    assert sorted(out["pay"].astype(int)) == sorted(table["pay"]), "rank_swap keeps them"
    words = "Every masked column's distribution exactly." if "--keep" in columns else "Every column's distribution exactly."
    assert found["verdict"]["analysts"][0] == words and words in said


def test_the_distance_in_the_verdict_is_the_one_of_pandas(judged):
    _, out, _, found, _ = judged(f"{COLUMNS} --suppress 4", f"{COLUMNS} --suppress 4 --pairing l.csv", "cell_rotate --k 15")
    table, distances = people(), []
    for column in ("pay", "hours"):
        grid = np.union1d(table[column], out[column].astype(float))
        shares = [np.searchsorted(np.sort(values), grid, "right") / len(values) for values in (table[column], out[column].astype(float))]
        distances.append(np.abs(shares[0] - shares[1]).max())
    largest = max(distances)
    words = "exactly." if largest == 0 else f"within {largest:.2f} (Kolmogorov-Smirnov)."
    assert found["verdict"]["analysts"][0] == f"Every masked column's distribution {words}", "of the numbers, not of keys that lost cells"


def test_records_left_out_are_told_and_none_of_the_others_loses_a_cell(judged):
    table, out, mask, found, said = judged(f"{COLUMNS} --suppress-records 5", f"{COLUMNS} --suppress-records 5 --pairing l.csv")
    sizes = table.groupby(KEYS)["pay"].transform("size")
    left = (sizes < 5).sum()
    assert 0 < left < N and len(out) == N - left == found["masked_rows"]
    assert f"{left} of {N} records are left out, which share their keys with too few" in said
    assert out[KEYS].equals(table.loc[sizes >= 5, KEYS].reset_index(drop=True))
    assert mask["key_loss"]["cells"] == pytest.approx(left / N)
    assert found["kept"]["smallest_class"] == sizes[sizes >= 5].min()


def test_without_the_schema_coarse_values_are_told_as_none_of_the_originals(judged, tmp_path):
    (tmp_path / "s.toml").write_text(SCHEMAS["coarsened"])
    _, out, _, _, said = judged("--schema s.toml", f"{COLUMNS} --pairing row")
    bands = out["age"].nunique()
    assert f"Column 'age' is kept, and {bands} of its {bands} values in the masked table are none of the original's; say in a schema how it was coarsened" in said
    assert "Column 'sex' is kept, and" not in said and "Column 'region' is kept, and" not in said


def test_gaps_count_for_no_protection_where_nothing_is_said_of_them(judged):
    """Without --suppress a gap that evaluate knows nothing of is no value of the original's that somebody is alone with."""
    _, out, _, found, _ = judged(f"{COLUMNS} --suppress 4 --alike", f"{COLUMNS} --pairing row")
    alike = out.groupby(KEYS)["pay"].transform("size")
    assert found["kept"]["smallest_class"] == alike.min() >= 4 and found["kept"]["unique_records"] == 0


# Hierarchies.

LEAVES = [f"{letter}{number:02}" for letter in "ABC" for number in range(12)]


def arx(leaf):
    """A line as ARX writes it: the code, its group of four, its letter, everything."""
    return [leaf, f"{leaf[0]}{int(leaf[1:]) // 4 * 4:02}-{int(leaf[1:]) // 4 * 4 + 3:02}", leaf[0], "*"]


@pytest.fixture
def tree(overhand, tmp_path):
    """The codes of the masked table at a level of the file with these lines; or what was said where it is refused."""
    chance = np.random.default_rng(7)
    table = pd.DataFrame({"code": chance.choice(LEAVES, N), "pay": chance.integers(1000, 9000, N), "hours": chance.integers(0, 60, N)})
    table.loc[::37, "code"] = ""
    table.to_csv(tmp_path / "in.csv", index=False)

    def run(lines, level):
        (tmp_path / "code.csv").write_text("".join(line + "\n" for line in lines))
        (tmp_path / "s.toml").write_text(f'[columns.code]\ntype = "category"\nrole = "keep"\nhierarchy = "code.csv"\nlevel = {level}\n'
                                         '[columns.pay]\nrole = "mask"\n[columns.hours]\nrole = "mask"\n')
        done = overhand("mask in.csv -o out.csv --schema s.toml --method rank_swap --seed 1 --json j.json", check=False)
        return (table, read(tmp_path / "out.csv")["code"]) if done.returncode == 0 else (done.returncode, done.stderr)

    return run


@pytest.mark.parametrize("level", [1, 2, 3])
def test_each_level_of_arx_comes_out_as_it_stands_in_the_file(tree, overhand, tmp_path, level):
    table, out = tree([";".join(arx(leaf)) for leaf in LEAVES], level)
    assert list(out) == [arx(code)[level] if code else "" for code in table["code"]]
    change = json.loads((tmp_path / "j.json").read_text())["coarsened"][0]
    assert (change["column"], change["before"], change["after"]) == ("code", 36, [9, 3, 1][level - 1])
    # And the masked table is judged with the same file: no value of it is strange.
    overhand("evaluate in.csv out.csv --schema s.toml --pairing row --json e.json")
    lost = json.loads((tmp_path / "e.json").read_text())["key_loss"]
    assert (lost["levels_before"], lost["levels_after"], lost["cells"]) == (36, change["after"], 0), "gaps that were there are no loss"


@pytest.mark.parametrize("change", ["order", "unused", "windows"])
def test_how_the_file_is_written_does_not_matter(tree, change):
    lines = [";".join(arx(leaf)) for leaf in LEAVES]
    odd = {"order": lines[::-1], "unused": [*lines, "Z99;Z96-99;Z;*"], "windows": [line + "\r" for line in lines]}[change]
    table, out = tree(odd, 2)
    assert list(out) == [code[:1] for code in table["code"]]


@pytest.mark.parametrize(("what", "lines"), [
    ("one line twice", ["A00;A00-03;A", "A00;A00-03;A"]),
    ("under two", ["A00;A00-03;A", "A01;A00-03;B"]),
    ("above itself", ["A00;A00-03;A00"]),
])
def test_files_that_are_no_tree_are_refused(tree, tmp_path, what, lines):
    code, said = tree([*lines, *(";".join(arx(leaf)[:3]) for leaf in LEAVES if not any(line.startswith(leaf) for line in lines))], 2)
    assert code == 2 and said.startswith("overhand: ") and "code.csv" in said, what
    assert not (tmp_path / "out.csv").exists()


def test_a_code_that_the_file_lacks_is_counted_and_not_named(tree):
    code, said = tree([";".join(arx(leaf)) for leaf in LEAVES if leaf not in ("B07", "C11")], 1)
    assert code == 2 and "Column 'code' has 36 values, and 2 of them are not in code.csv" in said
    assert "B07" not in said and "C11" not in said
