# One file of tests: Rscript tests/r/run.R tests/r/test-frames.R, with R_LIBS (the package as it stands
# in the build tree) and OVERHAND_BINARY (the command line beside it).
file <- commandArgs(trailingOnly = TRUE)[[1]]
library(testthat)
library(overhand, exclude = c("compare", "methods", "simulate"))
source(file.path(dirname(file), "helper.R"))
results <- as.data.frame(test_file(file, reporter = "summary", stop_on_failure = FALSE, load_package = "none"))
if (nrow(results) == 0) stop("There is no test in ", file)
if (sum(results$failed) > 0 || any(results$error)) quit(status = 1)
if (any(results$skipped)) quit(status = 77)
