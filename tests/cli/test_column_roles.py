"""--columns, --drop and --keep at random, against the rule in one sentence: a column named nowhere is masked, unless
--columns names others; then it is left out."""

import random

import pytest
from conftest import columns_of

NAMES = ["age", "income", "hours", "rent", "tax", "region"]


def table(rows=80):
    chance = random.Random(1)
    lines = [",".join(NAMES)]
    for i in range(rows):
        lines.append(",".join([str(chance.randrange(18, 90)), *(f"{chance.uniform(0, 9):.3f}" for _ in range(4)), str(i % 4)]))
    return "\n".join(lines) + "\n"


def expected(masked, dropped, kept):
    """The columns that go out, in their order, and those of them that are masked."""
    named = set(masked) if masked else set(NAMES) - set(dropped) - set(kept)
    return [name for name in NAMES if name in named or name in kept], named


@pytest.mark.parametrize("seed", range(30))
def test_roles_follow_the_rule(overhand, tmp_path, seed):
    chance = random.Random(seed)
    (tmp_path / "in.csv").write_text(table())
    names = chance.sample(NAMES[:5], 5)
    kept, dropped = ["region"] if chance.random() < 0.5 else [], []
    masked = sorted(names[: chance.randrange(2, 5)]) if chance.random() < 0.5 else []
    if not masked:
        dropped = names[: chance.randrange(0, 3)]
    words = ["mask", "in.csv", "-o", "out.csv", "--method", "noise", "--seed", "1", "--quiet"]
    for option, columns in (("--columns", masked), ("--drop", dropped), ("--keep", kept)):
        if columns:
            lists = columns if chance.random() < 0.5 else [",".join(columns)]
            words += [word for each in lists for word in (option, each)]
    overhand(words)
    before, after = columns_of(table()), columns_of((tmp_path / "out.csv").read_text())
    shown, changed = expected(masked, dropped, kept)
    assert list(after) == shown
    for name in shown:
        assert (before[name] != after[name]) == (name in changed), name


@pytest.mark.parametrize("seed", range(12))
def test_a_column_named_twice_or_not_there_is_refused(overhand, tmp_path, seed):
    chance = random.Random(100 + seed)
    (tmp_path / "in.csv").write_text(table())
    first, second = chance.sample(["--columns", "--drop", "--keep"], 2)
    name = chance.choice(NAMES)
    both = overhand(["mask", "in.csv", "-o", "out.csv", first, name, second, name], check=False)
    assert both.returncode == 2
    assert f"'{name}' is named twice among the columns to mask, drop and keep; name it once." in both.stderr
    strange = overhand(["mask", "in.csv", "-o", "out.csv", first, "nobody"], check=False)
    assert strange.returncode == 2
    assert "There is no column 'nobody'; the columns are age, income, hours, rent, tax, region." in strange.stderr
    assert not (tmp_path / "out.csv").exists()


def test_kept_columns_go_with_each_records_source(overhand, tmp_path):
    (tmp_path / "in.csv").write_text(table())
    overhand("mask in.csv -o out.csv --method cell_rotate --keep region --lineage source.csv --seed 2 --quiet")
    before, after = columns_of(table()), columns_of((tmp_path / "out.csv").read_text())
    sources = [int(line) - 1 for line in (tmp_path / "source.csv").read_text().split()[1:]]
    assert after["region"] == [before["region"][source] for source in sources]


def test_what_is_evaluated_follows_the_same_roles(overhand, tmp_path):
    (tmp_path / "in.csv").write_text(table())
    overhand("mask in.csv -o out.csv --method noise --drop rent,tax --keep region --seed 1 --quiet")
    result = overhand("evaluate in.csv out.csv --pairing row --drop rent,tax --keep region --json -").stdout
    assert '"columns": 3' in result
