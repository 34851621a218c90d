"""evaluate --analysis: coefficients and intervals against numpy's least squares and a Newton fit in a few lines."""

import json
import random

import numpy
import pytest

REACH = 1.959963984540054


def write(path, seed, noise):
    chance = random.Random(1)
    moved = random.Random(seed)
    rows = []
    for _ in range(300):
        age = chance.randrange(18, 80)
        school = chance.choice(["primary", "secondary", "university"])
        income = 900 + 12 * age + 400 * (school == "university") + chance.gauss(0, 300)
        works = "yes" if chance.gauss(income / 1000 - 1.6, 1) > 0 else "no"
        rows.append((age + round(noise * moved.gauss(0, 10)), round(income + noise * moved.gauss(0, 200), 2), school, works))
    path.write_text("age,income,school,works\n" + "".join(",".join(map(str, row)) + "\n" for row in rows))
    return rows


def design(rows, terms):
    return numpy.array([[1.0] + [term(row) for term in terms] for row in rows])


def least_squares(x, y):
    estimate = numpy.linalg.lstsq(x, y, rcond=None)[0]
    variance = ((y - x @ estimate) ** 2).sum() / (len(y) - x.shape[1])
    return estimate, numpy.sqrt(numpy.diag(variance * numpy.linalg.inv(x.T @ x)))


def logistic(x, y):
    estimate = numpy.zeros(x.shape[1])
    for _ in range(50):
        p = 1 / (1 + numpy.exp(-x @ estimate))
        information = x.T @ (x * (p * (1 - p))[:, None])
        estimate = estimate + numpy.linalg.solve(information, x.T @ (y - p))
    return estimate, numpy.sqrt(numpy.diag(numpy.linalg.inv(information)))


def overlap(a, b):
    shared = max(0.0, min(a[1], b[1]) - max(a[0], b[0]))
    return (shared / (a[1] - a[0]) + shared / (b[1] - b[0])) / 2


@pytest.fixture
def tables(tmp_path):
    return write(tmp_path / "x.csv", 2, 0), write(tmp_path / "m.csv", 3, 1)


def analyses(overhand, *formulas):
    asked = [part for formula in formulas for part in ("--analysis", formula)]
    done = overhand(["evaluate", "x.csv", "m.csv", "--keep", "school,works", "--pairing", "row", "--json", "-", *asked])
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def check(analysis, fit, names, tables, terms, response):
    x, m = (fit(design(rows, terms), numpy.array([response(row) for row in rows], dtype=float)) for rows in tables)
    assert [one["name"] for one in analysis["coefficients"]] == ["(intercept)", *names]
    for k, one in enumerate(analysis["coefficients"]):
        intervals = []
        for name, (estimate, error) in (("original", x), ("masked", m)):
            assert one[name] == pytest.approx(estimate[k], rel=1e-7)
            interval = [estimate[k] - REACH * error[k], estimate[k] + REACH * error[k]]
            assert one[name + "_ci"] == pytest.approx(interval, rel=1e-6)
            intervals.append(interval)
        assert one["overlap"] == pytest.approx(overlap(*intervals), abs=1e-5)


def test_coefficients_are_those_of_numpy(overhand, tables):
    result = analyses(overhand, "income ~ age + school", "works ~ income + age")
    linear, yes = result["analyses"]
    assert (linear["model"], yes["model"], linear["records"]) == ("linear", "logistic", 300)
    check(linear, least_squares, ["age", "school = secondary", "school = university"], tables,
          [lambda row: row[0], lambda row: row[2] == "secondary", lambda row: row[2] == "university"], lambda row: row[1])
    check(yes, logistic, ["income", "age"], tables, [lambda row: row[1], lambda row: row[0]], lambda row: row[3] == "yes")
    assert result["other"]["overlap_mean"] == pytest.approx((linear["overlap"] + yes["overlap"]) / 2)


def test_without_a_formula_each_column_is_explained_by_the_others(overhand, tables):
    result = analyses(overhand)
    assert result["analyses"] == []
    assert 0 < result["other"]["overlap_mean"] < 0.95


def test_the_text_and_the_report_show_them(overhand, tables, tmp_path):
    done = overhand(["evaluate", "x.csv", "m.csv", "--keep", "school,works", "--pairing", "row", "--analysis", "income ~ age",
                     "--report", "r.html"])
    assert "Analysis income ~ age (linear, 300 and 300 records without gaps)" in done.stdout
    assert "Coefficients of income ~ age" in (tmp_path / "r.html").read_text()


@pytest.mark.parametrize("formula, said", [
    ("income", "'income' is no analysis; write it as \"income ~ age + edu\"."),
    ("income ~ pay", "x.csv: --analysis 'income ~ pay': 'pay' is none of the columns that are masked or kept, which are age, "),
    ("income ~ age + age", "'income ~ age + age' names column 'age' twice."),
])
def test_what_is_no_analysis_is_said(overhand, tables, formula, said):
    done = overhand(["evaluate", "x.csv", "m.csv", "--keep", "school,works", "--analysis", formula], check=False)
    assert done.returncode == 2 and said in done.stderr


@pytest.mark.parametrize("formula, said", [
    ("log(income) ~ age", "'log(income)' is no column, and only + between names of columns is understood; make a column of it in both tables"),
    ("income ~ age * school", "'age * school' is no column, and only +"),
    ("income ~ age + age:school", "'age:school' is no column, and only +"),
    ("income ~ I(age^2)", "'I(age^2)' is no column, and only +"),
    ("income ~ factor(school)", "a category needs no factor()"),
    ("income ~ .", "name the columns"),
    ("income ~ age - 1", "the intercept is always there"),
    ("income ~ nosuch", "'nosuch' is none of the columns that are masked or kept, which are age, income, school, works"),
])
@pytest.mark.parametrize("command", ["evaluate x.csv m.csv --keep school,works", "compare x.csv --quick --keep school,works"])
def test_habits_of_r_get_a_sentence(overhand, tables, command, formula, said):
    refused = overhand([*command.split(), "--analysis", formula], check=False)
    assert refused.returncode == 2 and said in refused.stderr, refused.stderr
    assert refused.stderr.startswith("overhand: x.csv: --analysis "), refused.stderr


def test_overlaps_enter_the_verdict(overhand, tables):
    result = analyses(overhand, "income ~ age + school")
    poor = [one for one in result["analyses"][0]["coefficients"] if one["overlap"] < 0.5]
    assert poor
    words = f"Analysis income ~ age + school: the intervals of {len(poor)} of 4 coefficients overlap by less than 0.5: {poor[0]['name']} ({poor[0]['overlap']:.2f})"
    assert any(words in each for each in result["verdict"]["analysts"]), result["verdict"]["analysts"]


def test_a_scale_says_what_is_modelled(overhand, tables, tmp_path):
    order = '["primary", "secondary", "university"]'
    roles = "".join(f'[columns.{name}]\nrole = "mask"\n' for name in ("age", "income", "works"))
    (tmp_path / "s.toml").write_text(f'{roles}[columns.school]\nrole = "mask"\ntype = "category"\nordered = {order}\n')
    said = overhand(["evaluate", "x.csv", "m.csv", "--schema", "s.toml", "--analysis", "school ~ age"]).stdout
    assert "logistic, of any level but 'primary'" in said and 'type = "integer"' in said


def test_compare_computes_them_for_its_choice(overhand, tables, tmp_path):
    said = overhand(["compare", "x.csv", "--quick", "-o", "out.csv", "--json", "r.json", "--report", "r.html", "--max-risk", "0.5",
                     "--analysis", "income ~ age", "--analysis", "works ~ income"]).stdout
    released = json.loads((tmp_path / "r.json").read_text())["release"]
    assert [one["formula"] for one in released["analyses"]] == ["income ~ age", "works ~ income"]
    assert "Analysis income ~ age" in said and "Analysis works ~ income (of any level but 'no')" in said
    assert "income ~ age" in (tmp_path / "r.html").read_text()
    low = min(one["overlap"] for analysis in released["analyses"] for one in analysis["coefficients"])
    assert low >= 0.5 or released["verdict"]["level"] != "usable"
