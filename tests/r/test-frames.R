# Tables of R go in and come back in their own types.

test_that("a table of all types comes back as it was", {
  table <- mixed()
  masked <- quietly(mask(table, "cell_shuffle", seed = 1))
  expect_identical(lapply(masked, class), lapply(table, class))
  expect_identical(lapply(masked, levels), lapply(droplevels(table), levels))
  expect_identical(vapply(masked, typeof, "")[c("income", "age", "children")], vapply(table, typeof, "")[c("income", "age", "children")])
  expect_identical(attr(masked$seen, "tzone"), "Europe/Vienna")
  # A shuffle keeps each column's own values, gaps among them.
  for (name in names(table)) {
    expect_identical(sort(as.character(masked[[name]]), na.last = TRUE), sort(as.character(table[[name]]), na.last = TRUE), label = name)
  }
  expect_false(identical(masked, table))
})

test_that("kept columns keep every value", {
  table <- mixed()
  table$hours <- seq(1, 60, length.out = 400)
  kept <- setdiff(names(table), c("age", "hours"))
  masked <- quietly(mask(table, "noise", seed = 1, columns = c("age", "hours"), keep = kept, keep_identifiers = TRUE))
  for (name in kept) expect_identical(masked[[name]], droplevels(table)[[name]], label = name)
  expect_false(anyNA(masked$hours) || any(masked$hours == table$hours))
})

test_that("tibbles and matrices", {
  skip_if_not_installed("tibble")
  masked <- quietly(mask(tibble::as_tibble(people()), seed = 1))
  expect_s3_class(masked, "tbl_df")
  expect_output(print(masked), "200")
  values <- as.matrix(people())
  made <- quietly(mask(values, "mdav", seed = 1))
  expect_true(is.matrix(made) && is.numeric(made))
  expect_identical(dimnames(made)[[2]], colnames(values))
})

test_that("row names stay behind", {
  table <- people()
  rownames(table) <- paste("Person", 1:200)
  expect_identical(rownames(quietly(mask(table, "noise", seed = 1))), as.character(1:200))
})

test_that("integer64", {
  skip_if_not_installed("bit64")
  table <- people()
  table$assets <- bit64::as.integer64(table$income) * bit64::as.integer64(3000000000)
  masked <- quietly(mask(table, "cell_shuffle", seed = 1))
  expect_s3_class(masked$assets, "integer64")
  expect_identical(sort(as.character(masked$assets)), sort(as.character(table$assets)))
  table$assets <- bit64::as.integer64(table$income)
  table$assets[[3]] <- NA
  masked <- quietly(mask(table, "cell_shuffle", seed = 1))
  expect_s3_class(masked$assets, "integer64")
  expect_identical(sum(is.na(masked$assets)), 1L)
})

test_that("labels of haven", {
  skip_if_not_installed("haven")
  table <- people()
  table$sex <- haven::labelled(rep(c(1, 2, NA, 2), 50), c(male = 1, female = 2), label = "Sex")
  table$hours <- haven::labelled(table$hours, c(refused = -9), label = "Hours")
  masked <- quietly(mask(table, "cell_shuffle", seed = 1))
  expect_identical(attributes(masked$sex), attributes(table$sex))
  expect_identical(attributes(masked$hours), attributes(table$hours))
  expect_identical(table(unclass(masked$sex), useNA = "always"), table(unclass(table$sex), useNA = "always"))
})

test_that("names and texts in other alphabets", {
  table <- people()
  names(table)[[1]] <- "\u00c4lter"
  table$town <- rep(c("Z\u00fcrich", "\u6771\u4eac"), 100)
  masked <- quietly(mask(table, "cell_shuffle", seed = 1))
  expect_identical(names(masked), names(table))
  expect_identical(sort(unique(masked$town)), sort(unique(table$town)))
})

test_that("the caller's table stays as it is", {
  table <- mixed()
  before <- serialize(table, NULL)
  quietly(mask(table, "cell_rotate", seed = 1))
  gc()
  expect_identical(serialize(table, NULL), before)
})

test_that("levels that no masked record has stay behind", {
  table <- people()
  table$village <- factor(c(rep("lonely", 2), rep(c("north", "south"), 99)))
  some <- table[table$village != "lonely", ]
  expect_message(masked <- mask(some, "cell_shuffle", seed = 1), "'village' has levels that no masked record has")
  expect_identical(levels(masked$village), c("north", "south"))
  left <- quietly(mask(table, "cell_shuffle", keep = "village", suppress_records = 3, seed = 1))
  expect_identical(levels(left$village), c("north", "south"))
  expect_identical(nrow(left), 198L)
})

test_that("numbers may be levels where they are said to be", {
  table <- people()
  table$grade <- factor(rep(1:4, 50))
  masked <- quietly(mask(table, "cell_shuffle", seed = 1))
  expect_identical(sort(as.character(masked$grade)), sort(as.character(table$grade)))
  expect_identical(levels(masked$grade), levels(table$grade))
})
