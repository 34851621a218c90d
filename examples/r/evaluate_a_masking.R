# Evaluate somebody else's masking: both tables, and which rows belong together.
library(overhand)

people <- overhand::simulate("survey", rows = 300, seed = 1)
set.seed(1)
masked <- as.data.frame(lapply(people, function(column) column + rnorm(length(column), sd = 0.3 * sd(column))))
result <- evaluate(people, masked, pairing = "row", analyses = income ~ age + hours)
print(result)
print(subset(as.data.frame(result), kind == "risk"))
report(result, "evaluation.html")
