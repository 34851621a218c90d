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

std::optional<Error> first_line_unclear(const Fields& first, const Sniffed& sniffed) {
  std::vector<Fields> below;
  for (const Fields& record : sniffed.cells) below.push_back(with_plain_numbers(record, sniffed));
  const Fields plain = with_plain_numbers(first, sniffed);
  if (!looks_like_record(plain, below)) return std::nullopt;
  return Error{ErrorKind::invalid_data,
               record_words("line", field_said_again(plain, below)),
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
  if (header == Header::detect) {
    if (auto unclear = first_line_unclear(first, sniffed)) return *std::move(unclear);
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
