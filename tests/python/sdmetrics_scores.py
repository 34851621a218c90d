"""What the SDMetrics package says of masked tables: run by the Python of .venv/sdmetrics, not by pytest.

sdmetrics_scores.py ORIGINAL.csv MASKED.csv ...: prints for each masked table {"quality", "diagnostic", "new_rows"}.
"""

import json
import sys

import pandas
from sdmetrics.reports.single_table import DiagnosticReport, QualityReport
from sdmetrics.single_table import NewRowSynthesis


def scores(original, masked):
    metadata = {"columns": {name: {"sdtype": "numerical"} for name in original}}
    found = {}
    for name, report in (("quality", QualityReport()), ("diagnostic", DiagnosticReport())):
        report.generate(original, masked, metadata, verbose=False)
        found[name] = report.get_score()
    found["new_rows"] = NewRowSynthesis.compute(original, masked, metadata, numerical_match_tolerance=0.01)
    return found


if __name__ == "__main__":
    original = pandas.read_csv(sys.argv[1])
    print(json.dumps([scores(original, pandas.read_csv(path)) for path in sys.argv[2:]]))
