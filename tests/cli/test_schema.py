"""What --json writes is what docs/results.schema.json says."""

import json
import pathlib

import jsonschema
import pytest

SCHEMA = json.loads((pathlib.Path(__file__).resolve().parents[2] / "docs" / "results.schema.json").read_text())
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


@pytest.mark.parametrize("arguments", [
    "keys people.csv --keys age,hours",
    "keys people.csv --keys age,hours --weight income --sensitive income",
    "mask people.csv -o masked.csv",
    "mask people.csv -o masked.csv --method cart --seed 1",
    "mask people.csv -o masked.csv --keep age",
    "mask people.csv -o masked.csv --keep age --suppress 5",
    "evaluate people.csv people.csv --pairing row",
    "evaluate people.csv people.csv --keep age",
    "evaluate people.csv people.csv",
    "tune people.csv --method mdav --quick",
    "tune people.csv --quick --max-risk 0.0001",
    "compare people.csv --quick",
    "compare people.csv --quick -o masked.csv",
    "tune people.csv --method rank_swap --quick --max-risk 1 --keep age --suppress 5 -o masked.csv",
])
def test_results_follow_the_schema(overhand, people, arguments):
    result = json.loads(overhand(arguments + " --json -", check=False).stdout)
    VALIDATOR.validate(result)


def test_the_schema_notices_what_is_missing(overhand, people):
    result = json.loads(overhand("evaluate people.csv people.csv --json -").stdout)
    del result["risk"]
    assert not VALIDATOR.is_valid(result)
