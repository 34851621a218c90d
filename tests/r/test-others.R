# Objects of sdcMicro and synthpop. The packages are not here: stand-ins of the shape that they document.

new_sdc <- function() {
  if (!isClass("sdcMicroObj")) {
    setClass("sdcMicroObj", representation(
      origData = "ANY", keyVars = "ANY", numVars = "ANY", weightVar = "ANY", hhId = "ANY", strataVar = "ANY",
      manipKeyVars = "ANY", manipNumVars = "ANY", risk = "ANY", utility = "ANY", set = "ANY", prev = "ANY",
      deletedVars = "ANY", options = "ANY"), where = globalenv())
  }
  set.seed(3)
  table <- data.frame(id = 1:150, sex = factor(sample(c("f", "m"), 150, TRUE)), town = factor(sample(c("a", "b", "c"), 150, TRUE)),
                      income = round(exp(rnorm(150, 8)), 2), age = sample(18:80, 150, TRUE), weight = runif(150, 1, 3))
  new("sdcMicroObj", origData = table, keyVars = 2:3, numVars = 4:5, weightVar = 6L, hhId = NULL, strataVar = NULL,
      manipKeyVars = table[2:3], manipNumVars = table[4:5], risk = list(1), utility = list(2),
      set = list("origData", "keyVars", "numVars", "manipKeyVars", "manipNumVars"), prev = NULL,
      deletedVars = NULL, options = list())
}

synds_of <- function(table, m = 1) {
  structure(list(call = quote(syn()), m = m, syn = if (m == 1) table else rep(list(table), m), method = rep("cart", ncol(table)),
                 n = nrow(table), k = nrow(table)), class = "synds")
}

test_that("an sdcMicroObj is masked in its key and numeric variables, and in no other", {
  sdc <- new_sdc()
  made <- quietly(mask(sdc, "cell_shuffle", seed = 1))
  expect_s4_class(made, "sdcMicroObj")
  expect_identical(made@origData, sdc@origData)
  expect_identical(names(made@manipKeyVars), c("sex", "town"))
  expect_identical(names(made@manipNumVars), c("income", "age"))
  expect_identical(lapply(made@manipKeyVars, levels), lapply(sdc@manipKeyVars, levels))
  expect_false(identical(made@manipNumVars, sdc@manipNumVars))
  expect_identical(sort(made@manipNumVars$income), sort(sdc@manipNumVars$income))
  expect_identical(made@prev, sdc)
})

test_that("it is the masking of the plain table, each record where its source was", {
  sdc <- new_sdc()
  made <- quietly(mask(sdc, "cell_rotate", seed = 4))
  plain <- quietly(mask(sdc@origData[c("sex", "town", "income", "age")], "cell_rotate", seed = 4, details = TRUE))
  expected <- plain$data[order(plain$lineage), ]
  expect_identical(made@manipNumVars$income, expected$income)
  expect_identical(as.character(made@manipKeyVars$town), as.character(expected$town))
})

test_that("it is told that the object's own risk is of before", {
  expect_message(mask(new_sdc(), "noise", columns = c("income", "age")), "risk and utility", class = "overhand_note")
})

test_that("a second step begins where the first one ended", {
  sdc <- new_sdc()
  first <- quietly(mask(sdc, "cell_shuffle", seed = 1))
  second <- quietly(mask(first, "noise", columns = c("income", "age"), seed = 2))
  expect_identical(second@prev, first)
  expect_identical(get("sdc_table", asNamespace("overhand"))(second)[c("sex", "town")],
                   get("sdc_table", asNamespace("overhand"))(first)[c("sex", "town")])
  expect_identical(get("sdc_table", asNamespace("overhand"))(second, original = TRUE), sdc@origData[c("sex", "town", "income", "age")])
})

test_that("evaluate takes both tables out of an sdcMicroObj", {
  sdc <- new_sdc()
  made <- quietly(mask(sdc, "rank_swap", columns = c("income", "age"), percent = 10, seed = 1))
  ours <- quietly(evaluate(made, pairing = "row"))
  now <- cbind(made@manipKeyVars, made@manipNumVars)
  theirs <- quietly(evaluate(sdc@origData[names(now)], now, pairing = "row"))
  expect_identical(ours$values$risk, theirs$values$risk)
  expect_identical(ours$values$loss, theirs$values$loss)
})

test_that("variables by name, none at all, and fewer records", {
  sdc <- new_sdc()
  sdc@keyVars <- c("sex", "town")
  sdc@numVars <- c("income", "age")
  expect_identical(names(quietly(mask(sdc, "cell_shuffle", seed = 1))@manipNumVars), c("income", "age"))
  sdc@keyVars <- sdc@numVars <- integer()
  expect_match(refused(mask(sdc)), "names no key")
  expect_match(refused(evaluate(people())), "masked must be")
})

test_that("a synds object is evaluated as the table that it holds", {
  table <- people()
  other <- quietly(mask(table, "cart", seed = 1))
  expect_identical(evaluate(table, synds_of(other), pairing = "sorted")$values$risk,
                   evaluate(table, other, pairing = "sorted")$values$risk)
  expect_match(refused(evaluate(table, synds_of(other, 3))), "holds 3 tables")
})

test_that("a masked table has the shape of synthpop's own", {
  made <- quietly(mask(people(), "cart", seed = 1, details = TRUE))
  synds <- as_synds(made)
  expect_s3_class(synds, "synds")
  expect_identical(synds$m, 1)
  expect_identical(synds$syn, made$data)
  expect_identical(synds$n, 200L)
  expect_identical(names(synds$method), names(people()))
  expect_true(all(c("call", "m", "syn", "method", "visit.sequence", "predictor.matrix", "smoothing", "event", "denom",
                    "proper", "n", "k", "rules", "rvalues", "cont.na", "semicont", "drop.not.used", "drop.pred.only",
                    "seed", "obs.vars") %in% names(synds)))
  expect_identical(dim(synds$predictor.matrix), c(3L, 3L))
  expect_identical(as_synds(made$data)$syn, made$data)
  expect_identical(evaluate(people(), synds)$values$risk, evaluate(people(), made$data)$values$risk)
  expect_match(refused(as_synds(5), "overhand_type_error"), "masked data.frame")
})
