# The paper's experiment on one table: SJPPDS by its own sorted figure and by the true sources.
library(overhand)

table <- overhand::simulate("gaussian", rows = 300, columns = 6, seed = 1)
result <- mask(table, "sjppds", bins = 100, seed = 1, details = TRUE)  # an experiment: a seed will do
sorted_risk <- evaluate(table, result$data, pairing = "sorted")$values$risk$dbrl
true_risk <- evaluate(table, result$data, pairing = result$lineage)$values$risk$dbrl
cat(sprintf("linked by the sorted figure %.2f, by true sources %.2f\n", sorted_risk, true_risk))
stopifnot(true_risk >= sorted_risk)
