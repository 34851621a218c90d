# Compare methods: every one that takes these columns is tuned, and the best under the ceiling masks the table.
library(overhand)

people <- overhand::simulate("survey", rows = 300, seed = 1)
result <- overhand::compare(people, quick = TRUE, max_risk = 0.2)
print(head(as.data.frame(result)))
print(result)
report(result, "compare.html")  # and compare-internal.html, which stays with you
