# The functions of the package. Tables come and go in the caller's own kind.

seed_note <- "seed is for experiments: who guesses the seed undoes the masking. The result must not be released."

# `order` is both: with units, of their rows; else an option of cart.
split_order <- function(order, unit, options) {
  of_units <- !is.null(order) && !is.null(unit) && is.character(order) && length(order) == 1
  if (!is.null(order) && !of_units) options$order <- order
  list(order = if (of_units) order, options = options)
}

mask <- function(data, method = "cell_rotate", ..., details = FALSE, schema = NULL, columns = NULL,
                 drop = NULL, keep = NULL, keep_identifiers = FALSE, missing = NULL, within = NULL,
                 unit = NULL, order = NULL, rules = NULL, weight = NULL, rare = NULL, derive = NULL,
                 keys = NULL, suppress = NULL, alike = FALSE, suppress_records = NULL,
                 shuffle_rows = FALSE, key = NULL, key_file = NULL, seed = NULL, delimiter = NULL,
                 decimal = NULL, encoding = NULL, header = NULL, sheet = NULL, skip = NULL,
                 totals = NULL, progress = NULL) {
  options <- list(...)
  if (length(options) > 0 && (is.null(names(options)) || any(names(options) == ""))) {
    fail("mask() takes its arguments by name.")
  }
  if (!isTRUE(details) && !isFALSE(details)) fail("details must be TRUE or FALSE.", "type")
  parts <- split_order(order, unit, options)
  options <- parts$options[!vapply(parts$options, is.null, NA)]
  said <- said_of(method = method, options = if (length(options) > 0) options, known = setdiff(names(formals(mask)), "..."),
                  schema = schema, columns = columns, drop = drop, keep = keep,
                  keep_identifiers = keep_identifiers, missing = missing, within = within, unit = unit,
                  order = parts$order, rules = rules, weight = weight, rare = rare, derive = derive,
                  keys = keys, suppress = suppress, alike = alike, suppress_records = suppress_records,
                  shuffle_rows = shuffle_rows, key = key, key_file = key_file, seed = seed,
                  delimiter = delimiter, decimal = decimal, encoding = encoding, header = header,
                  sheet = sheet, skip = skip, totals = totals)
  holder <- data
  data <- table_in(data)
  table <- source_of(data)
  if (!is.null(seed)) note(seed_note)
  made <- given(.Call(core_mask, table, said, telling(progress)))
  note(unlist(made$notes))
  masked <- frame_out(made$columns, data)
  if (is_sdc(holder)) masked <- sdc_with(holder, masked, made$lineage)
  if (!details) return(masked)
  structure(list(data = masked, lineage = made$lineage, notes = unlist(made$notes),
                 made = new_made(made$handle, is_masked = TRUE)), class = c("overhand_masked", "overhand_result"))
}

evaluate <- function(original, masked = NULL, pairing = NULL, ..., schema = NULL, columns = NULL, drop = NULL,
                     keep = NULL, missing = NULL, within = NULL, unit = NULL, order = NULL, rules = NULL,
                     weight = NULL, analyses = NULL, target = NULL, ps = "damped", exact = FALSE, seed = 1,
                     delimiter = NULL, decimal = NULL, encoding = NULL, header = NULL, sheet = NULL,
                     skip = NULL, totals = NULL, progress = NULL) {
  only("evaluate", list(...), setdiff(names(formals(evaluate)), "..."))
  rows <- sources_said(pairing)
  said <- said_of(pairing = if (is.null(rows)) pairing, schema = schema, columns = columns, drop = drop,
                  keep = keep, missing = missing, within = within, unit = unit, order = order,
                  rules = rules, weight = weight, analyses = formula_texts(analyses), target = target,
                  ps = ps, exact = exact, seed = seed, delimiter = delimiter, decimal = decimal,
                  encoding = encoding, header = header, sheet = sheet, skip = skip, totals = totals)
  if (!is.null(target) && !abilities()$trees) {
    fail("target asks for tstr, which is of boosted trees: this build of the package has none (XGBoost).")
  }
  tables <- both_tables(original, masked)
  made <- given(.Call(core_evaluate, source_of(tables$original), source_of(tables$masked), rows, said, telling(progress)))
  note(unlist(made$values$told))
  made$values$told <- NULL
  structure(list(values = made$values, made = new_made(made$handle)),
            class = c("overhand_evaluation", "overhand_result"))
}

# An sdcMicroObj holds both.
both_tables <- function(original, masked) {
  if (is_sdc(original) && is.null(masked)) masked <- original
  if (is.null(masked)) fail("masked must be a data.frame, a matrix of numbers or the path of a file.", "type")
  list(original = if (is_sdc(original)) sdc_table(original, original = TRUE) else table_in(original),
       masked = table_in(masked))
}

# The rows of the sources, from 1, where they are said; a word stays one.
sources_said <- function(pairing) {
  if (is.null(pairing)) return(NULL)
  if (is.character(pairing) && length(pairing) == 1) {
    if (pairing %in% c("row", "sorted") || !file.exists(path.expand(pairing))) return(NULL)
    return(given(.Call(core_lineage, path.expand(pairing))))
  }
  if (!is.numeric(pairing) || anyNA(pairing) || any(pairing != round(pairing))) {
    fail("pairing must be \"row\", \"sorted\", a vector of rows from 1, or a lineage file.", "type")
  }
  if (any(pairing < 1)) fail("pairing names a row below 1.")
  if (any(pairing > 2^32)) fail("pairing names a row that is not there.")
  as.double(pairing)
}

# Formulas of R's as the library reads them.
formula_texts <- function(analyses) {
  if (inherits(analyses, "formula")) analyses <- list(analyses)
  if (!is.list(analyses)) return(analyses)
  vapply(analyses, function(one) {
    if (inherits(one, "formula")) paste(deparse(one, width.cutoff = 500L), collapse = " ") else as.character(one)
  }, "")
}

tuned <- function(method, data, progress, ...) {
  said <- said_of(method = method, ...)
  if (!abilities()$trees && !identical(said$score, "paper")) {
    fail("Settings are ranked by a loss that is of boosted trees, which this build of the package has not (XGBoost); score = \"paper\" goes without.")
  }
  made <- given(.Call(core_tune, source_of(data), said, telling(progress)))
  note(unlist(made$values$told))
  made$values$told <- NULL
  masked <- if (!is.null(made$columns)) frame_out(made$columns, data)
  structure(list(values = made$values, masked = masked, made = new_made(made$handle)),
            class = c("overhand_tuning", "overhand_result"))
}

tune <- function(data, method = "sjppds", ..., max_risk = 0.2, risk = "lineage", score = "loss",
                 marginals = "exact", keys_by = "least", replications = 30, quick = FALSE, seconds = NULL,
                 seed = 1, analyses = NULL, ps = "damped", schema = NULL, columns = NULL, drop = NULL,
                 keep = NULL, keep_identifiers = FALSE, missing = NULL, within = NULL, unit = NULL,
                 order = NULL, rules = NULL, weight = NULL, rare = NULL, derive = NULL, keys = NULL,
                 suppress = NULL, alike = FALSE, suppress_records = NULL, delimiter = NULL,
                 decimal = NULL, encoding = NULL, header = NULL, sheet = NULL, skip = NULL,
                 totals = NULL, progress = NULL) {
  only("tune", list(...), setdiff(names(formals(tune)), "..."))
  tuned(method, data, progress, max_risk = max_risk, risk = risk, score = score, marginals = marginals,
        keys_by = keys_by, replications = replications, quick = quick, seconds = seconds, seed = seed,
        analyses = formula_texts(analyses), ps = ps, schema = schema, columns = columns, drop = drop,
        keep = keep, keep_identifiers = keep_identifiers, missing = missing, within = within,
        unit = unit, order = order, rules = rules, weight = weight, rare = rare, derive = derive,
        keys = keys, suppress = suppress, alike = alike, suppress_records = suppress_records,
        delimiter = delimiter, decimal = decimal, encoding = encoding, header = header, sheet = sheet,
        skip = skip, totals = totals)
}

compare <- function(data, ...) {
  said <- list(...)
  only("compare", said[!names(said) %in% names(formals(tune))],
       setdiff(names(formals(tune)), c("...", "method")))
  if ("method" %in% names(said)) fail("compare() tries every method; tune() takes one.")
  tune(data, "all", ...)
}

inspect <- function(data, ..., missing = NULL, delimiter = NULL, decimal = NULL, encoding = NULL,
                    header = NULL, sheet = NULL, skip = NULL, totals = NULL, progress = NULL) {
  only("inspect", list(...), setdiff(names(formals(inspect)), "..."))
  said <- said_of(missing = missing, delimiter = delimiter, decimal = decimal, encoding = encoding,
                  header = header, sheet = sheet, skip = skip, totals = totals)
  made <- given(.Call(core_inspect, source_of(data), said, telling(progress)))
  structure(list(values = made$values, schema = made$schema),
            class = c("overhand_inspection", "overhand_result"))
}

read <- function(path, ..., missing = NULL, delimiter = NULL, decimal = NULL, encoding = NULL,
                 header = NULL, sheet = NULL, skip = NULL, totals = NULL, progress = NULL) {
  only("read", list(...), setdiff(names(formals(read)), "..."))
  if (!is_path(path) || length(path) != 1) fail("path must be the path of a file.", "type")
  said <- said_of(missing = missing, delimiter = delimiter, decimal = decimal, encoding = encoding,
                  header = header, sheet = sheet, skip = skip, totals = totals)
  made <- given(.Call(core_read, path.expand(path), said, telling(progress)))
  note(unlist(made$notes))
  frame_out(made$columns)
}

simulate <- function(kind = "survey", rows = 500, columns = NULL, rho = NULL, seed = NULL) {
  frame_out(given(.Call(core_simulate, said_of(kind = kind, rows = rows, columns = columns, rho = rho, seed = seed))))
}

methods <- function() {
  all <- .Call(core_methods)
  options <- vapply(all, function(method) {
    paste(vapply(method$options, function(option) sprintf("%s = %s", option$name, format_default(option$default)), ""),
          collapse = ", ")
  }, "")
  made <- records(all, c("name", "summary", "keeps", "reference", "keeps_rows"))
  made$options <- options
  made
}

format_default <- function(default) {
  if (is.null(default)) return("NULL")
  if (is.character(default)) return(dQuote(default, FALSE))
  paste(format(default), collapse = ", ")
}

metrics <- function() records(.Call(core_measures), c("name", "kind", "summary", "scale", "better", "reference"))

serve <- function(port = 0) {
  need_files("serve() shows the page")
  announce <- function(address) {
    message("The page is at\n  ", address, "\non this machine only. Who has the address can use it. ",
            "An interrupt ends it and forgets all.")
  }
  tryCatch(given(.Call(core_serve, as.integer(port), announce)), interrupt = function(condition) NULL)
  invisible()
}
