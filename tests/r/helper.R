# The table of tests/cli (people.csv), one of all types, and the command line in a folder of its own.

people <- function() {
  rows <- 0:199
  data.frame(age = 20L + rows %% 50L, income = 1000L + (37L * rows) %% 997L, hours = rows %% 7L * 5.5)
}

# Every type that a column of R has here, with gaps.
mixed <- function() {
  set.seed(1)
  n <- 400
  income <- round(exp(rnorm(n, 8, 0.5)), 2)
  income[seq(1, n, 17)] <- NA
  data.frame(
    income = income,
    age = sample(18:90, n, TRUE),
    sex = factor(sample(c("f", "m"), n, TRUE)),
    school = factor(sample(c("low", "mid", "high"), n, TRUE), c("low", "mid", "high", "never"), ordered = TRUE),
    town = sample(c("Aa", "Bb", "Cc", "D\u00e9"), n, TRUE),
    visit = as.Date("1950-01-01") + sample(0:99, n, TRUE) * 200,
    seen = as.POSIXct("2020-01-01 12:00:00", tz = "Europe/Vienna") + sample(0:999, n, TRUE) * 3600,
    works = sample(c(TRUE, FALSE, NA), n, TRUE),
    children = sample(c(0:4, NA), n, TRUE), stringsAsFactors = FALSE)
}

quietly <- function(expression) suppressMessages(expression)

in_folder <- function(code, env = parent.frame()) {
  folder <- tempfile("overhand-test-")
  dir.create(folder)
  before <- setwd(folder)
  on.exit({ setwd(before); unlink(folder, recursive = TRUE) })
  force(code)
}

# A package that was built from its tarball has neither files of tables nor the command line beside it.
needs_files <- function() testthat::skip_if_not(overhand:::abilities()$files, "this build opens no files of tables")
needs_trees <- function() testthat::skip_if_not(overhand:::abilities()$trees, "this build has no boosted trees")

# list(status, out, err).
command <- function(..., check = TRUE) {
  testthat::skip_if(Sys.getenv("OVERHAND_BINARY") == "", "the command line is not here")
  words <- unlist(strsplit(c(...), " "))
  errors <- tempfile()
  out <- suppressWarnings(system2(Sys.getenv("OVERHAND_BINARY"), shQuote(words), stdout = TRUE, stderr = errors))
  status <- attr(out, "status")
  told <- paste(readLines(errors, warn = FALSE), collapse = "\n")
  if (check && !is.null(status)) stop(told)
  list(status = status, out = paste(out, collapse = "\n"), err = told)
}

write_csv <- function(table, path) write.csv(table, path, row.names = FALSE, na = "", fileEncoding = "UTF-8")

# The sentence that a call is refused with.
refused <- function(call, class = "overhand_error") {
  condition <- tryCatch({ quietly(call); NULL }, error = identity)
  expect_s3_class(condition, class)
  expect_false(grepl("--", conditionMessage(condition), fixed = TRUE))
  conditionMessage(condition)
}
