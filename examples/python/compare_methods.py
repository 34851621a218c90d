"""Compare methods: every one that takes these columns is tuned, and the best under the ceiling masks the table."""

import overhand

people = overhand.simulate("survey", rows=300, seed=1)
result = overhand.compare(people, quick=True, max_risk=0.2)
print(result.table().head())
print(result)
result.report("compare.html")  # and compare-internal.html, which stays with you
