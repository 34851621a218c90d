"""What the Anonymeter package says of releases: run by the Python of .venv/anonymeter, not by pytest.

anonymeter_risks.py JOBS.json: a list of {"members", "controls", "masked": CSV files of numbers, "sets": [[known columns], ...],
"halves": [[one half], ...]}; prints a list of {"inference", "linkability", "singling_out": {"risk", "low", "high", "target", "control"}}.
"""

import json
import sys
import warnings

import numpy as np
import pandas as pd
from anonymeter.evaluators.inference_evaluator import InferenceEvaluator
from anonymeter.evaluators.linkability_evaluator import LinkabilityEvaluator
from anonymeter.evaluators.singling_out_evaluator import SinglingOutEvaluator
from anonymeter.stats.confidence import EvaluationResults

warnings.simplefilter("ignore")  # "as good or worse as baseline": that is what a safe table is
JOBS = {"n_jobs": 1}


def mean_risk(results):
    """Of several attacks on the same people: people count, not attacks."""
    target = np.mean([result.n_success / result.n_attacks_ori for result in results])
    control = np.mean([result.n_control / result.n_attacks_control for result in results])
    people = (results[0].n_attacks_ori, results[0].n_attacks_baseline, results[0].n_attacks_control)
    risk = EvaluationResults(people, n_success=target * people[0], n_baseline=0, n_control=control * people[2]).risk()
    return {"risk": risk.value, "low": risk.ci[0], "high": risk.ci[1], "target": target, "control": control}


def guessed(known, secret, tables):
    """Anonymeter calls a guess right within 5 % of its size: with exponentials that is 5 % of a standard deviation of the logarithms."""
    frames = {name: table[known].assign(secret=np.exp(table[secret])) for name, table in tables.items()}
    return InferenceEvaluator(**frames, aux_cols=known, secret="secret", regression=True, n_attacks=len(tables["ori"])).evaluate(**JOBS).results()


def linked(half, tables):
    other = [name for name in tables["ori"] if name not in half]
    people = min(len(tables["ori"]), len(tables["control"]))
    return LinkabilityEvaluator(**tables, aux_cols=(half, other), n_attacks=people).evaluate(**JOBS).results()


def risks_of(job):
    members = pd.read_csv(job["members"])
    tables = {name: (pd.read_csv(job[file]) - members.mean()) / members.std()
              for name, file in (("ori", "members"), ("control", "controls"), ("syn", "masked"))}
    inference = [guessed(known, secret, tables) for known in job["sets"] for secret in members if secret not in known]
    # Numbers that all differ single out anybody: in steps of 5 % of a standard deviation, as our own attack sees them.
    stepped = {name: (table / 0.05).round() for name, table in tables.items()}
    singled = SinglingOutEvaluator(**stepped, n_attacks=300, n_cols=3, seed=1).evaluate("multivariate").results()
    risk = singled.risk()
    return {"inference": mean_risk(inference), "linkability": mean_risk([linked(half, tables) for half in job["halves"]]),
            "singling_out": {"risk": risk.value, "low": risk.ci[0], "high": risk.ci[1]}}


if __name__ == "__main__":
    np.random.seed(1)
    with open(sys.argv[1]) as file:
        print(json.dumps([risks_of(job) for job in json.load(file)]))
