#include <fmt/format.h>

#include <algorithm>

#include "overhand/io/cells_internal.h"
#include "overhand/io/content_internal.h"
#include "overhand/io/csv_head_internal.h"
#include "overhand/io/csv_records_internal.h"
#include "overhand/io/header_line_internal.h"

namespace overhand::io {
namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

// The first records of a text.
struct Sample {
  CsvRecord first{};
  std::size_t after_first = 0;  // bytes
  std::vector<std::string_view> below;
  bool has_more = false;  // than fit into the sample
};

std::optional<Sample> sample_of(std::string_view text, char delimiter, bool is_whole) {
  constexpr std::size_t enough = 1000;
  CsvRecords records(text, delimiter);
  const auto first = records.next_with_fields();
  // What reaches to the end of a part may go on behind it.
  const auto is_complete = [&] { return is_whole || records.position() < text.size(); };
  if (!first || !is_complete()) return std::nullopt;
  Sample sample{*first, records.position(), {}, !is_whole};
  while (sample.below.size() < enough) {
    const auto record = records.next_with_fields();
    if (!record || !is_complete()) break;
    sample.below.push_back(record->text);
  }
  return sample;
}

std::string name_of(char delimiter) {
  return delimiter == '\t' ? "tabs" : fmt::format("'{}'", delimiter);
}

// One field by the format's delimiter, but several, and as many in the record below, by another.
std::optional<char> other_delimiter(const Sample& sample) {
  if (sample.first.fields != 1 || !sample.first.is_closed) return std::nullopt;
  for (const char delimiter : {';', '\t', '|', ','}) {
    const auto names = cells_of(sample.first.text, delimiter).size();
    if (names < 2) continue;
    if (sample.below.empty() || cells_of(sample.below[0], delimiter).size() == names) {
      return delimiter;
    }
  }
  return std::nullopt;
}

bool has_decimal_commas(const Sample& sample, char delimiter) {
  return std::ranges::any_of(sample.below, [&](std::string_view record) {
    return std::ranges::any_of(cells_of(record, delimiter), has_decimal_comma);
  });
}

std::string delimiter_sentence(const Input& input, const Sample& sample, char delimiter) {
  const char ours = input.format.delimiter();
  std::string sentence = fmt::format(
      "the fields seem to be separated by {}, and {} only {} are read as yet", name_of(delimiter),
      ours == '\t' ? "in a .tsv file" : "in a .csv file", ours == '\t' ? "tabs" : "commas");
  if (delimiter == '\t') return sentence + "; give it the extension .tsv.";
  if (ours == '\t' && delimiter == ',') return sentence + "; give it the extension .csv.";
  if (!has_decimal_commas(sample, delimiter)) return sentence + "; save it with commas.";
  return sentence +
         ", as are only decimal points; save it with commas between the fields and points in the "
         "numbers.";
}

std::optional<Error> problem_with_encoding(const Input& input, std::string_view beginning) {
  constexpr std::size_t far_enough = 4096;
  if (const auto cause = foreign_encoding(beginning.substr(0, far_enough))) {
    return input.error(*cause + ".");
  }
  return std::nullopt;
}

std::optional<Error> problem_with_names(const Input& input, const Sample& sample) {
  const Place place{input.name, sample.first.line};
  if (first_line_not_utf8(sample.first.text)) {
    return Error{ErrorKind::invalid_data, fmt::format("{}.", not_utf8), place};
  }
  if (!sample.first.is_closed) {
    return Error{ErrorKind::invalid_data, "a quoted field is never closed.", place};
  }
  if (const auto delimiter = other_delimiter(sample)) {
    return input.error(delimiter_sentence(input, sample, *delimiter));
  }
  return std::nullopt;
}

std::vector<Fields> cells_below(const Sample& sample, char delimiter) {
  std::vector<Fields> below;
  for (const std::string_view record : sample.below) below.push_back(cells_of(record, delimiter));
  return below;
}

}  // namespace

Result<CsvHead> csv_head(const Input& input, std::string_view beginning, bool is_whole,
                         Header header) {
  if (auto problem = problem_with_encoding(input, beginning)) return *std::move(problem);
  const std::size_t mark = beginning.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
  const char delimiter = input.format.delimiter();
  const auto sample = sample_of(beginning.substr(mark), delimiter, is_whole);
  if (!sample && is_whole) return input.error("the file is empty.");
  if (!sample) return input.error("not a table in CSV form: its first line does not end.");
  if (auto problem = problem_with_names(input, *sample)) return *std::move(problem);

  const Fields first = cells_of(sample->first.text, delimiter);
  if (header == Header::detect && looks_like_record(first, cells_below(*sample, delimiter))) {
    Error error = input.error("the first line looks like a record, not like names of columns.");
    error.remedies = {{Action::say_no_header}, {Action::say_header}};
    return error;
  }
  if (header == Header::absent && !are_names_of_ours(first)) {
    return CsvHead{numbered_names(first.size()), false, mark};
  }
  if (sample->below.empty() && !sample->has_more) {
    return input.error("there is a header, but no record below it.");
  }
  return CsvHead{first, true, mark + sample->after_first};
}

}  // namespace overhand::io
