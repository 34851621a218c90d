"""The same key gives the same bytes: one golden hash a method.

Masking is built without fused operations and adds in a fixed order (statistics/ordered.h), so that they
do not depend on the processor. A golden that changes changes every release that was made with a key: say so in
CHANGELOG.md.
"""

import hashlib

import pytest

GOLDEN = {
    "sjppds": "93ed97ae91c2c755",
    "mdav": "e7bee221c54f293f",
    "pca": "025ce55d8748d32f",
    "pppca": "07dea8444cbd0f7b",
    "noise": "35c4922bdfdd68ae",
    "correlated_noise": "2a60cc40d7d70452",
    "rank_swap": "2864075e7d1c505b",
    "cell_rotate": "704717ca631c6fd3",
    "cell_shuffle": "e8facfd40057ec89",
    "rank_noise": "3db073617de745b5",
    "cart": "162ef60a9a02024b",
    "ipso": "ec8e61f6cf4b8779",
}


LEVELS_ALONE = {"pram": "476de472d0a63df9"}  # which take no numbers


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("method", GOLDEN)
def test_same_bytes(overhand, people, tmp_path, method, threads):
    overhand(f"--threads {threads} mask people.csv -o masked.csv --method {method} --seed 7 --quiet")
    assert hashlib.sha256((tmp_path / "masked.csv").read_bytes()).hexdigest()[:16] == GOLDEN[method]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("method", LEVELS_ALONE)
def test_same_bytes_of_levels(overhand, people, tmp_path, method, threads):
    (tmp_path / "s.toml").write_text("".join(f'[columns.{name}]\ntype = "category"\nrole = "mask"\n' for name in ("age", "income", "hours")))
    overhand(f"--threads {threads} mask people.csv -o masked.csv --schema s.toml --method {method} --seed 7 --quiet")
    assert hashlib.sha256((tmp_path / "masked.csv").read_bytes()).hexdigest()[:16] == LEVELS_ALONE[method]


def test_every_method_has_a_golden(overhand):
    names = {line for line in overhand("methods").stdout.splitlines() if line and not line.startswith(" ")}
    assert {*GOLDEN, *LEVELS_ALONE, "swap"} == names  # test_swap.py has its golden
