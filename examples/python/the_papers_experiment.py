"""The paper's experiment on one table: SJPPDS by its own sorted figure and by the true sources."""

import overhand

table = overhand.simulate("gaussian", rows=300, columns=6, seed=1)
result = overhand.mask(table, "sjppds", bins=100, seed=1, details=True)  # an experiment: a seed will do
sorted_risk = overhand.evaluate(table, result.data, pairing="sorted").risk["dbrl"]
true_risk = overhand.evaluate(table, result.data, pairing=result.lineage).risk["dbrl"]
print(f"linked by the sorted figure {sorted_risk:.2f}, by true sources {true_risk:.2f}")
assert true_risk >= sorted_risk
