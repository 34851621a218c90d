# Releases: a folder with the table, its reports and a manifest.

release <- function(data, folder, ..., profile = "research", accept_risk = NULL, ceilings = NULL,
                    ledger = NULL, method = NULL, seconds = NULL, schema = NULL, columns = NULL, drop = NULL,
                    keep = NULL, keep_identifiers = FALSE, within = NULL, unit = NULL, order = NULL, rules = NULL,
                    weight = NULL, rare = NULL, derive = NULL, keys = NULL, suppress = NULL, alike = FALSE,
                    suppress_records = NULL, delimiter = NULL, decimal = NULL, encoding = NULL,
                    header = NULL, sheet = NULL, skip = NULL, totals = NULL, progress = NULL) {
  only("release", list(...), setdiff(names(formals(release)), "..."))
  said <- said_of(profile = profile, accept_risk = accept_risk,
                  ceilings = if (length(ceilings) > 0) as.list(ceilings), ledger = ledger, method = method,
                  seconds = seconds, schema = schema, columns = columns, drop = drop, keep = keep,
                  keep_identifiers = keep_identifiers, within = within, unit = unit, order = order,
                  rules = rules, weight = weight, rare = rare, derive = derive, keys = keys,
                  suppress = suppress, alike = alike, suppress_records = suppress_records,
                  delimiter = delimiter, decimal = decimal, encoding = encoding, header = header,
                  sheet = sheet, skip = skip, totals = totals)
  need_files("release() writes a file of the table")
  if (!is.character(folder) || length(folder) != 1 || is.na(folder)) fail("folder must be the path of a folder.", "type")
  data <- table_in(data)
  made <- given(.Call(core_release, source_of(data), path.expand(folder), said, telling(progress)))
  note(unlist(made$notes))
  structure(list(folder = folder, manifest = made$manifest, masked = frame_out(made$columns, data)),
            class = c("overhand_released", "overhand_result"))
}

verify <- function(folder, progress = NULL) {
  if (!is.character(folder) || length(folder) != 1 || is.na(folder)) fail("folder must be the path of a folder.", "type")
  given(.Call(core_verify, path.expand(folder), telling(progress)))
}
