# What goes into folders: the program `overhand`, which lies beside the package, writes and checks it.

program <- function() {
  inside <- system.file("bin", "overhand", package = "overhand")
  found <- if (nzchar(inside)) inside else unname(Sys.which("overhand"))
  if (!nzchar(found)) fail("release() and verify() need the program overhand, which is neither in the package nor on the PATH.", "file")
  found
}

# Remedies as arguments: --drop 'a' is drop = "a", --max-risk is max_risk.
in_r <- function(sentence) {
  flags <- "--([a-z-]+)( ('[^']*'|\"[^\"]*\"|[A-Za-z0-9_]+))?"
  found <- gregexpr(flags, sentence, perl = TRUE)
  regmatches(sentence, found) <- lapply(regmatches(sentence, found), function(all) {
    vapply(all, function(one) {
      words <- regmatches(one, regexec(flags, one, perl = TRUE))[[1]]
      name <- gsub("-", "_", words[[2]], fixed = TRUE)
      value <- gsub("^['\"]|['\"]$", "", words[[4]])
      if (nzchar(value)) sprintf("%s = \"%s\"", name, value) else name
    }, "")
  })
  sentence
}

run_program <- function(words) {
  errors <- tempfile("overhand-")
  on.exit(unlink(errors))
  told <- suppressWarnings(system2(program(), shQuote(words), stdout = TRUE, stderr = errors))
  status <- attr(told, "status")
  if (is.null(status)) return(told)
  lines <- readLines(errors, encoding = "UTF-8", warn = FALSE)
  own <- grep("^overhand: ", lines, value = TRUE)
  sentence <- if (length(own) > 0) sub("^overhand: ", "", own[[length(own)]]) else paste(lines, collapse = "\n")
  fail(in_r(sentence), switch(as.character(status), "1" = "refused", "3" = "file", "value"))
}

# A name as the command line takes it among others.
listed <- function(names) {
  odd <- grepl("[\",[:space:]]", names)
  names[odd] <- paste0("\"", gsub("\"", "\"\"", names[odd], fixed = TRUE), "\"")
  paste(names, collapse = ",")
}

words_of <- function(name, value) {
  flag <- paste0("--", gsub("_", "-", name, fixed = TRUE))
  if (name %in% c("columns", "drop", "keep", "within", "keys")) return(c(flag, listed(value)))
  if (name == "derive" && isFALSE(value)) return("--no-derive")
  if (name == "derive" && isTRUE(value)) return(NULL)
  if (name %in% c("derive", "rules")) return(as.vector(rbind(sub("s$", "", flag), value)))
  if (name %in% c("header", "totals")) return(if (value) flag else paste0("--no-", name))
  if (name == "suppress_records" && isTRUE(value)) return(c("--suppress", "records"))
  if (name == "seconds") return(c("--time", paste0(format(value, scientific = FALSE), "s")))
  if (isTRUE(value)) return(flag)
  if (isFALSE(value)) return(NULL)
  c(flag, if (is.numeric(value)) format(value, scientific = FALSE, digits = 15) else value)
}

release <- function(data, folder, ..., profile = "research", accept_risk = NULL, ledger = NULL, method = NULL,
                    seconds = NULL, schema = NULL, columns = NULL, drop = NULL, keep = NULL,
                    keep_identifiers = FALSE, within = NULL, unit = NULL, order = NULL, rules = NULL,
                    weight = NULL, rare = NULL, derive = NULL, keys = NULL, suppress = NULL, alike = FALSE,
                    suppress_records = NULL, delimiter = NULL, decimal = NULL, encoding = NULL,
                    header = NULL, sheet = NULL, skip = NULL, totals = NULL) {
  only("release", list(...), setdiff(names(formals(release)), "..."))
  said <- said_of(profile = profile, accept_risk = accept_risk, ledger = ledger, method = method,
                  seconds = seconds, schema = schema, columns = columns, drop = drop, keep = keep,
                  keep_identifiers = keep_identifiers, within = within, unit = unit, order = order,
                  rules = rules, weight = weight, rare = rare, derive = derive, keys = keys,
                  suppress = suppress, alike = alike, suppress_records = suppress_records,
                  delimiter = delimiter, decimal = decimal, encoding = encoding, header = header,
                  sheet = sheet, skip = skip, totals = totals)
  words <- unlist(Map(words_of, names(said), said), use.names = FALSE)
  folder <- path.expand(folder)
  table <- source_of(data)
  if (!is.character(table)) {  # it lies for a while in a folder that only its owner can read
    place <- tempfile("overhand-")
    dir.create(place, mode = "0700")
    on.exit(unlink(place, recursive = TRUE))
    path <- file.path(place, "table.parquet")
    given(.Call(core_write, table, path))
    table <- path
  }
  run_program(c("release", table, "-o", folder, words))
  masked <- list.files(folder, pattern = "^masked[.]", full.names = TRUE)[[1]]
  made <- given(.Call(core_read, masked, said_of(), NULL))
  structure(list(folder = folder, masked = frame_out(made$columns, data)),
            class = c("overhand_released", "overhand_result"))
}

verify <- function(folder) {
  told <- run_program(c("verify", path.expand(folder)))
  as.integer(regmatches(told[[1]], regexpr("[0-9]+", told[[1]])))
}
