# Every example of examples/r, those of the help pages, and all R in the guide that is about
# the package, run as they stand.

root <- normalizePath(file.path(Sys.getenv("OVERHAND_SOURCE"), "."))
rscript <- file.path(R.home("bin"), "Rscript")

ran <- function(file) in_folder({
  out <- suppressWarnings(system2(rscript, shQuote(file), stdout = TRUE, stderr = TRUE))
  expect_null(attr(out, "status"), info = paste(out, collapse = "\n"))
  expect_gt(length(out), 0)
})

examples <- list.files(file.path(root, "examples", "r"), "[.]R$", full.names = TRUE)

test_that("there are six", expect_length(examples, 6))

for (example in examples) test_that(basename(example), ran(example))

for (page in list.files(file.path(root, "apps", "r", "man"), "[.]Rd$", full.names = TRUE)) {
  test_that(paste("help of", basename(page)), {
    code <- tempfile(fileext = ".R")
    tools::Rd2ex(page, code, commentDontrun = TRUE, commentDonttest = FALSE)
    writeLines(c("library(overhand)", readLines(code), "cat('done\\n')"), code)
    ran(code)
    expect_length(tools::checkRd(page), 0)
    lines <- readLines(page)
    usage <- lines[seq_along(lines) > which(lines == "\\usage{")]
    usage <- usage[cumsum(usage == "}") == 0]
    expect_true(all(nchar(usage) <= 90))  # a manual on paper cuts them there
  })
}

for (page in list.files(file.path(root, "docs", "guide"), "[.]md$", full.names = TRUE)) {
  lines <- readLines(page, encoding = "UTF-8", warn = FALSE)
  begins <- which(lines == "```r")
  if (length(begins) == 0 || !"library(overhand)" %in% lines) next  # R that is about other packages
  test_that(paste("guide", basename(page)), {
    blocks <- unlist(lapply(begins, function(begin) {
      lines[(begin + 1):(begin + which(lines[(begin + 1):length(lines)] == "```")[[1]] - 1)]
    }))
    code <- tempfile(fileext = ".R")
    writeLines(c(blocks, "cat('done\\n')"), code, useBytes = TRUE)
    ran(code)
  })
}
