#include <fmt/format.h>

#include <algorithm>

#include "overhand/io/csv_head_internal.h"
#include "overhand/io/header_line_internal.h"

namespace overhand::io {
namespace {

// The cells with every number as a program writes it.
Fields with_plain_numbers(Fields cells, const Sniffed& sniffed) {
  for (std::string& cell : cells) {
    auto number = number_text(cell, sniffed.dialect.decimal);
    if (!number && sniffed.is_decimal_open) number = number_text(cell, '.');
    if (number) cell = std::move(number->plain);
  }
  return cells;
}

bool may_be_record(const Fields& first, const Sniffed& sniffed) {
  std::vector<Fields> below;
  for (const Fields& record : sniffed.cells) below.push_back(with_plain_numbers(record, sniffed));
  return looks_like_record(with_plain_numbers(first, sniffed), below);
}

Error first_line_unclear() {
  return {ErrorKind::invalid_data,
          "the first line looks like a record, not like names of columns.",
          {},
          {{Action::say_no_header}, {Action::say_header}}};
}

// The names stand in the record `names` below the first.
Error first_line_is_title(const CsvSample& sample, std::size_t names, std::size_t skipped) {
  return {ErrorKind::invalid_data,
          "the first line fills one field alone, and names of columns stand below it.",
          {.line = sample.first.line + skipped},
          {{Action::say_skip, {}, std::to_string(sample.below[names].line - 1 + skipped)},
           {Action::say_header}}};
}

}  // namespace

Result<CsvHead> csv_head(const Sniffed& sniffed, std::string_view text, Header header,
                         std::size_t skipped) {
  const CsvSample& sample = sniffed.sample;
  const Fields first = cells_of(sample.first.text, sniffed.dialect.delimiter);
  if (header == Header::detect && may_be_record(first, sniffed)) return first_line_unclear();
  if (header == Header::detect) {
    const auto names = names_below_title(first, sniffed.cells);
    if (names) return first_line_is_title(sample, *names, skipped);
  }
  const std::size_t before = sniffed.dialect.says_delimiter ? 1 : 0;
  if (header == Header::absent && !are_names_of_ours(first)) {
    const auto begin = static_cast<std::size_t>(sample.first.text.data() - text.data());
    return CsvHead{numbered_names(first.size()), false, begin, before};
  }
  if (sample.below.empty() && !sample.has_more) {
    return Error{ErrorKind::invalid_data, "there is a header, but no record below it."};
  }
  return CsvHead{first, true, sample.after_first, before + 1};
}

}  // namespace overhand::io
