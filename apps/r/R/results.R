# What the functions give: lists that print, plot, report.

# Measures of the library that stay with a result, and what was made of them so far. Into a file goes
# what can be made of them (see saved_work), so that a result that is read again can do all that it could.
new_made <- function(handle, is_masked = FALSE) {
  work <- new.env(parent = emptyenv())
  work$handle <- handle
  work$is_masked <- is_masked
  .Call(core_keep_work, work, saved_work)
}

# An environment, or what a file held.
work_of <- function(x) if (is.list(x$made)) unlist(x$made[1], recursive = FALSE) else .Call(core_work_in, x$made)

# In a list of one: R takes the names off what it reads in the place of a vector.
saved_work <- function(work) {
  list(tryCatch(
    list(record = if (work$is_masked) record_in(work), reports = reports_in(work)),
    error = function(condition) list(failure = conditionMessage(condition))))
}

unless_failed <- function(work) {
  if (is.null(work)) fail("x is not as mask(details = TRUE), evaluate(), tune() or compare() gave it: its measures are gone.", "type")
  if (is.null(work$failure)) return(work)
  fail(paste("This result could not be measured when it was saved:", work$failure))
}

# Records as a data.frame; what is not there is NA.
records <- function(all, fields) {
  made <- lapply(fields, function(field) {
    found <- lapply(all, function(one) {
      value <- one[[field]]
      if (is.null(value) || length(value) == 0) NA else if (length(value) > 1) paste(value, collapse = ", ") else value
    })
    unlist(found)
  })
  as.data.frame(setNames(made, fields), stringsAsFactors = FALSE)
}

reports_of <- function(x, progress = NULL) reports_in(unless_failed(work_of(x)), progress)

reports_in <- function(work, progress = FALSE) {
  if (is.null(work$reports)) {
    work$reports <- given(if (work$is_masked) {
      .Call(core_masked_reports, work$handle, telling(progress))
    } else {
      .Call(core_outcome_reports, work$handle, telling(progress))
    })
  }
  work$reports
}

record_of <- function(x) record_in(unless_failed(work_of(x)))

record_in <- function(work) {
  if (is.null(work$record)) work$record <- given(.Call(core_record, work$handle, NULL))
  work$record
}

report <- function(x, path, progress = NULL) {
  if (inherits(x, "overhand_released")) fail(sprintf("The reports of a release are in its folder, %s.", x$folder))
  if (inherits(x, "overhand_inspection")) {
    fail("A report is about a masked table; inspect() proposes a schema: write_schema(x, path).")
  }
  if (!inherits(x, "overhand_result")) fail("x must be what mask(details = TRUE), evaluate(), tune() or compare() gave.", "type")
  if (!is.character(path) || length(path) != 1 || !grepl("[.]html$", path)) {
    fail("report writes two pages, F.html and F-internal.html; its name must end in .html.")
  }
  pages <- reports_of(x, progress)
  internal <- sub("[.]html$", "-internal.html", path)
  if (!is.null(pages$external)) write_text(.Call(core_page, pages$external), path)
  unlink(internal)
  before <- Sys.umask("077")  # it shows original records
  on.exit(Sys.umask(before))
  write_text(.Call(core_page, pages$internal), internal)
  invisible(c(if (!is.null(pages$external)) path, internal))
}

write_text <- function(text, path) {
  file <- tryCatch(file(path, "wb"), error = function(condition) NULL, warning = function(condition) NULL)
  if (is.null(file)) fail(sprintf("%s: cannot be written.", path), "file")
  on.exit(close(file))
  writeBin(charToRaw(enc2utf8(text)), file)
}

write_schema <- function(x, path) {
  if (!inherits(x, "overhand_inspection")) fail("x must be what inspect() gave.", "type")
  if (file.exists(path)) fail(sprintf("%s is there already; an edited schema is never written over.", path), "file")
  write_text(x$schema, path)
  invisible(path)
}

verdict_of <- function(x) {
  if (inherits(x, "overhand_masked")) return(reports_of(x)$verdict)
  if (inherits(x, "overhand_tuning")) {
    if (!is.null(x$values$refused)) return(list(level = "refused", headline = "Refused.", facts = x$values$refused))
    return(x$values$release$verdict)
  }
  x$values$verdict
}

plain <- function(sentence) gsub("**", "", sentence, fixed = TRUE)

verdict_lines <- function(verdict) {
  if (is.null(verdict)) return(character())
  part <- function(title, sentences) if (length(sentences) > 0) c(title, paste("  -", plain(unlist(sentences))))
  c(plain(paste(verdict$headline, verdict$facts)), part("What an intruder can do:", verdict$intruder),
    part("What analysts keep and lose:", verdict$analysts))
}

print.overhand_result <- function(x, ...) {
  writeLines(strwrap(verdict_lines(verdict_of(x)), width = getOption("width"), exdent = 4))
  invisible(x)
}

print.overhand_masked <- function(x, ...) {
  cat(sprintf("%d records of %d columns, masked.\n", nrow(x$data), ncol(x$data)))
  writeLines(strwrap(unlist(record_of(x)$sentences), width = getOption("width"), exdent = 4))
  invisible(x)
}

print.overhand_inspection <- function(x, ...) {
  print(as.data.frame(x)[c("column", "type", "role", "distinct", "missing")], row.names = FALSE)
  invisible(x)
}

print.overhand_released <- function(x, ...) {
  cat(sprintf("Released into %s: %d records of %d columns, %s, %s.\n", x$folder, nrow(x$masked), ncol(x$masked),
              x$manifest$setting, x$manifest$decision))
  cat("report-internal.html shows original records: it is for you alone.\n")
  invisible(x)
}

summary.overhand_result <- function(object, ...) {
  structure(list(verdict = if (inherits(object, c("overhand_inspection", "overhand_released"))) NULL else verdict_of(object),
                 table = as.data.frame(object),
                 shown = if (inherits(object, c("overhand_masked", "overhand_released"))) 6 else Inf), class = "overhand_summary")
}

print.overhand_summary <- function(x, ...) {
  if (!is.null(x$verdict)) {
    writeLines(strwrap(verdict_lines(x$verdict), width = getOption("width"), exdent = 4))
    writeLines(strwrap(plain(unlist(x$verdict$limits)), width = getOption("width"), exdent = 4))
    cat("\n")
  }
  print(utils::head(x$table, x$shown), row.names = FALSE)
  if (nrow(x$table) > x$shown) cat(sprintf("and %s more records.\n", format(nrow(x$table) - x$shown, big.mark = ",")))
  invisible(x)
}

measures_in <- function(values) {
  rows <- list()
  for (part in c(list(values), values$also)) {
    for (kind in c("risk", "loss", "score", "other")) {
      for (name in names(part[[kind]])) {
        value <- part[[kind]][[name]]
        if (is.numeric(value) && length(value) == 1 && !grepl("_sample$", name)) {
          rows[[length(rows) + 1]] <- list(pairing = part$pairing, kind = kind, measure = name, value = as.double(value))
        }
      }
    }
  }
  records(rows, c("pairing", "kind", "measure", "value"))
}

as.data.frame.overhand_evaluation <- function(x, row.names = NULL, optional = FALSE, ...) measures_in(x$values)

as.data.frame.overhand_masked <- function(x, row.names = NULL, optional = FALSE, ...) as.data.frame(x$data)

as.data.frame.overhand_released <- function(x, row.names = NULL, optional = FALSE, ...) as.data.frame(x$masked)

as.data.frame.overhand_inspection <- function(x, row.names = NULL, optional = FALSE, ...) {
  made <- records(x$values$columns, c("name", "type", "role", "distinct", "missing", "why"))
  names(made)[[1]] <- "column"
  made
}

as.data.frame.overhand_tuning <- function(x, row.names = NULL, optional = FALSE, ...) {
  rows <- lapply(x$values$grid, function(point) {
    score <- as.list(point$score)  # none where a setting could not be measured
    numbers <- c(point$risk, point$loss, setNames(score, paste0("score_", names(score), recycle0 = TRUE)))
    numbers <- numbers[vapply(numbers, function(value) is.numeric(value) && length(value) == 1, NA)]
    options <- paste(names(point$options), vapply(point$options, function(value) paste(format(value), collapse = " "), ""),
                     collapse = ", ", recycle0 = TRUE)
    c(list(method = point$method, options = options), lapply(numbers, as.double))
  })
  records(rows, unique(unlist(lapply(rows, names))))
}
