#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "overhand/io/cells_internal.h"
#include "overhand/io/csv_sniff_internal.h"
#include "overhand/io/decimal_question_internal.h"
#include "overhand/table/date_text.h"

namespace overhand::io {
namespace {

constexpr std::size_t enough_records = 1000;

struct Candidate {
  char delimiter;
  CsvSample sample;

  std::size_t fields() const { return sample.first.fields; }
  std::size_t agreeing() const {
    return static_cast<std::size_t>(std::ranges::count(sample.below, fields(), &CsvRecord::fields));
  }
  bool fits() const { return fields() > 1 && agreeing() == sample.below.size(); }
};

std::optional<CsvSample> sample_of(CsvRecords records, std::string_view text, bool is_whole,
                                   bool says_delimiter) {
  if (says_delimiter) records.next_with_fields();
  const auto first = records.next_with_fields();
  // What reaches to the end of a part may go on behind it.
  const auto is_complete = [&] { return is_whole || records.position() < text.size(); };
  if (!first || !is_complete()) return std::nullopt;
  CsvSample sample{*first, records.position(), {}, !is_whole};
  while (sample.below.size() < enough_records) {
    const auto record = records.next_with_fields();
    if (!record || !is_complete()) break;
    sample.below.push_back(*record);
  }
  return sample;
}

// The delimiter that Excel's line "sep=;" names.
std::optional<char> named_delimiter(std::string_view text) {
  const auto first = CsvRecords(text, '\0').next_with_fields();
  if (!first) return std::nullopt;
  std::string_view line = first->text;
  if (line.starts_with('"') && line.ends_with('"') && line.size() > 2) {
    line = line.substr(1, line.size() - 2);
  }
  const bool is_named = line.size() == 5 && (line.starts_with("sep=") || line.starts_with("SEP="));
  return is_named ? std::optional(line.back()) : std::nullopt;
}

std::vector<Fields> cells_below(const CsvSample& sample, char delimiter) {
  std::vector<Fields> cells;
  for (const CsvRecord& record : sample.below) cells.push_back(cells_of(record.text, delimiter));
  return cells;
}

// The cells of one column that are not missing, not even among numbers.
std::vector<std::string_view> column_of(const std::vector<Fields>& records, std::size_t j) {
  std::vector<std::string_view> cells;
  for (const Fields& record : records) {
    if (j >= record.size() || is_missing_cell(record[j])) continue;
    if (!is_missing_among_numbers(record[j])) cells.emplace_back(record[j]);
  }
  return cells;
}

bool is_number_in_any_way(std::string_view cell) {
  return number_text(cell, '.') || number_text(cell, ',');
}

// The share of the columns that are numbers or dates throughout.
double typed_share(const Candidate& candidate) {
  const auto records = cells_below(candidate.sample, candidate.delimiter);
  std::size_t typed = 0;
  for (std::size_t j = 0; j < candidate.fields(); ++j) {
    const auto cells = column_of(records, j);
    const bool is_typed =
        !cells.empty() && (std::ranges::all_of(cells, is_number_in_any_way) || dates_of(cells));
    typed += is_typed ? 1 : 0;
  }
  return static_cast<double>(typed) / static_cast<double>(candidate.fields());
}

std::string in_quotes(char delimiter) {
  return delimiter == '\t' ? "tabs" : fmt::format("'{}'", delimiter);
}

Error two_delimiters(const Candidate& a, const Candidate& b) {
  Error error{ErrorKind::invalid_data,
              fmt::format("the fields can be separated by {} ({} columns) or by {} ({} columns).",
                          in_quotes(a.delimiter), a.fields(), in_quotes(b.delimiter), b.fields())};
  for (const Candidate* candidate : {&a, &b}) {
    error.remedies.push_back({Action::say_delimiter, {}, std::string(1, candidate->delimiter)});
  }
  return error;
}

using Candidates = std::vector<Candidate>;

// Of several that fit, the one by which more of the columns are numbers or dates.
Result<Candidate> best_fit(const Candidates& fitting) {
  if (fitting.size() == 1) return fitting.front();
  std::vector<double> shares;
  std::ranges::transform(fitting, std::back_inserter(shares), typed_share);
  const auto best = std::ranges::max_element(shares);
  const auto& first = fitting[static_cast<std::size_t>(best - shares.begin())];
  const auto other = std::find(best + 1, shares.end(), *best);
  if (other == shares.end()) return first;
  return two_delimiters(first, fitting[static_cast<std::size_t>(other - shares.begin())]);
}

std::size_t split_records(const Candidate& candidate) {
  return static_cast<std::size_t>(std::ranges::count_if(
      candidate.sample.below, [](const CsvRecord& record) { return record.fields > 1; }));
}

// All records below the first line have two fields or more, and as many each: a title above them.
bool splits_below(const Candidate& candidate) {
  const auto& below = candidate.sample.below;
  return below.size() > 1 && below[0].fields > 1 &&
         std::ranges::count(below, below[0].fields, &CsvRecord::fields) == std::ssize(below);
}

// None fits each record with two fields or more: the usual one where it is a table of one column,
// else the one that splits the first line, and as many of the others alike as can be, so that the
// record that does not fit can be told.
const Candidate& nearest_fit(const Candidates& all) {
  const auto rank = [](const Candidate& candidate) {
    const bool splits_first = candidate.fields() > 1;
    return std::tuple(splits_first, splits_first ? candidate.agreeing() : 0,
                      split_records(candidate));
  };
  const bool is_one_column =
      split_records(all.front()) == 0 && std::ranges::none_of(all, [](const Candidate& candidate) {
        return candidate.fields() > 1 || splits_below(candidate);
      });
  return is_one_column ? all.front() : *std::ranges::max_element(all, {}, rank);
}

// One column: 1,5 is then a number, and a comma no delimiter.
bool is_column_of_decimals(const Candidate& candidate) {
  const auto is_decimal = [](const CsvRecord& record) {
    const auto number = number_text(record.text, ',');
    return number && !number->is_whole;
  };
  return candidate.fields() == 1 && std::ranges::any_of(candidate.sample.below, is_decimal);
}

Candidates candidates_of(std::string_view text, bool is_whole, std::string_view delimiters,
                         std::size_t first_line) {
  Candidates all;
  for (const char delimiter : delimiters) {
    auto sample = sample_of({text, delimiter, first_line}, text, is_whole, false);
    if (sample) all.push_back({delimiter, *std::move(sample)});
  }
  return all;
}

// The usual one first.
std::string delimiters_to_try(char usual) {
  std::string delimiters = {usual};
  std::ranges::copy_if(usual_delimiters, std::back_inserter(delimiters),
                       [&](char c) { return c != usual; });
  return delimiters;
}

Error no_table(bool is_whole) {
  return {ErrorKind::invalid_data, is_whole
                                       ? "the file is empty."
                                       : "not a table in CSV form: its first line does not end."};
}

Error decimals_or_fields(const Candidate& candidate) {
  Error error{ErrorKind::invalid_data,
              fmt::format("{} fields, but the header has 1.", candidate.sample.below[0].fields),
              {{}, candidate.sample.below[0].line}};
  error.remedies = {{Action::say_decimal, {}, ","}};
  return error;
}

Result<Candidate> chosen(const Candidates& all, bool is_whole, const ReadOptions& said,
                         char usual) {
  if (all.empty()) return no_table(is_whole);
  Candidates fitting;
  std::ranges::copy_if(all, std::back_inserter(fitting), &Candidate::fits);
  // The name says it, and nothing says otherwise.
  if (usual == '\t' && !fitting.empty() && fitting.front().delimiter == usual) {
    return fitting.front();
  }
  if (!fitting.empty()) return best_fit(fitting);
  const Candidate& nearest = nearest_fit(all);
  if (nearest.delimiter != ',' || !is_column_of_decimals(nearest)) return nearest;
  if (said.decimal != ',') return decimals_or_fields(nearest);
  return *std::ranges::find(all, ';', &Candidate::delimiter);
}

Result<Candidate> with_delimiter(CsvRecords records, std::string_view text, bool is_whole,
                                 char delimiter, bool says_delimiter) {
  auto sample = sample_of(records, text, is_whole, says_delimiter);
  if (!sample) return no_table(is_whole);
  return Candidate{delimiter, *std::move(sample)};
}

LineEnd line_end_of(std::string_view text, const CsvSample& sample) {
  const std::string_view behind = text.substr(
      static_cast<std::size_t>(sample.first.text.data() + sample.first.text.size() - text.data()));
  if (behind.starts_with("\r\n")) return LineEnd::both;
  return behind.starts_with('\r') ? LineEnd::carriage_return : LineEnd::newline;
}

// R and others write comments above a table.
std::optional<Error> problem_with_first_line(const Candidate& candidate) {
  const CsvSample& sample = candidate.sample;
  const Place place{{}, sample.first.line};
  if (!sample.first.is_closed) {
    return Error{ErrorKind::invalid_data, "a quoted field is never closed.", place};
  }
  const bool is_comment = sample.first.text.starts_with('#') && !sample.below.empty() &&
                          (candidate.agreeing() == 0 || sample.below.front().text.starts_with('#'));
  if (!is_comment) return std::nullopt;
  return Error{ErrorKind::invalid_data,
               "it begins with #, as comments do; take such lines out, so that the names of the "
               "columns come first.",
               place};
}

std::vector<DecimalVote> votes_of(const std::vector<Fields>& records, std::size_t columns) {
  std::vector<DecimalVote> votes;
  for (std::size_t j = 0; j < columns; ++j) {
    DecimalEvidence evidence;
    const auto cells = column_of(records, j);
    (void)std::ranges::all_of(cells, [&](std::string_view cell) { return evidence.add(cell); });
    votes.push_back(evidence.vote());
  }
  return votes;
}

std::vector<bool> columns_with_codes(const std::vector<Fields>& records, std::size_t columns) {
  std::vector<bool> has_codes(columns);
  for (const Fields& record : records) {
    for (std::size_t j = 0; j < std::min(columns, record.size()); ++j) {
      if (has_leading_zero(record[j]) || is_hexadecimal_cell(record[j])) has_codes[j] = true;
    }
  }
  return has_codes;
}

// Where semicolons separate fields, the comma was taken: it is the decimal sign.
char likely_decimal(char delimiter) { return delimiter == ';' ? ',' : '.'; }

}  // namespace

std::optional<char> rare_delimiter_of(std::string_view text) {
  for (const Candidate& candidate : candidates_of(text, true, rare_delimiters, 1)) {
    if (candidate.fits()) return candidate.delimiter;
  }
  return std::nullopt;
}

Result<Sniffed> sniff_csv(std::string_view text, bool is_whole, const ReadOptions& said,
                          char usual) {
  const auto named = named_delimiter(text);
  const auto delimiter = said.delimiter ? said.delimiter : named;
  const std::size_t first_line = said.skip + 1;
  auto candidate = delimiter
                       ? with_delimiter({text, *delimiter, first_line}, text, is_whole, *delimiter,
                                        named.has_value())
                       : chosen(candidates_of(text, is_whole, delimiters_to_try(usual), first_line),
                                is_whole, said, usual);
  if (!candidate) return candidate.error();
  if (auto problem = problem_with_first_line(*candidate)) return *std::move(problem);

  Sniffed sniffed;
  sniffed.sample = std::move(candidate->sample);
  sniffed.cells = cells_below(sniffed.sample, candidate->delimiter);
  const std::size_t columns = sniffed.sample.first.fields;
  const auto decimal = said.decimal
                           ? said.decimal
                           : decimal_by(votes_of(sniffed.cells, columns), candidate->delimiter);
  sniffed.is_decimal_open = !decimal;
  sniffed.has_codes = columns_with_codes(sniffed.cells, columns);
  sniffed.dialect.delimiter = candidate->delimiter;
  sniffed.dialect.decimal = decimal.value_or(likely_decimal(candidate->delimiter));
  sniffed.dialect.says_delimiter = named.has_value();
  sniffed.dialect.line_end = line_end_of(text, sniffed.sample);
  return sniffed;
}

}  // namespace overhand::io
