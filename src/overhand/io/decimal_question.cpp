#include <arrow/api.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ranges>

#include "overhand/io/arrow_columns_internal.h"
#include "overhand/io/csv_problems_internal.h"
#include "overhand/io/decimal_question_internal.h"
#include "overhand/io/text_column_internal.h"
#include "overhand/table/column_words.h"

namespace overhand::io {
namespace {

using Vote = DecimalVote;

struct Clue {
  Vote vote;
  std::size_t position;  // of its column
  std::size_t row = 0;   // the first one with such a sign
};

bool has_type(const Parsed& parsed, std::size_t i, arrow::Type::type type) {
  return parsed.arrays[i]->type()->id() == type;
}

bool has_sign(std::string_view cell) { return cell.find_first_of(".,") != std::string_view::npos; }

// What the cells say, which are looked at as long as they are numbers.
Clue clue_of(const CsvFile& file, const Wanted& wanted, const arrow::ChunkedArray& array) {
  const TextRules rules = rules_for(file, wanted);
  DecimalEvidence evidence;
  std::optional<std::size_t> first;
  std::size_t row = 0;
  for (const auto& chunk : array.chunks()) {
    const auto& texts = static_cast<const arrow::StringArray&>(*chunk);
    for (std::int64_t i = 0; i < texts.length(); ++i, ++row) {
      if (texts.IsNull(i) || is_missing_number(texts.GetView(i), rules)) continue;
      if (!evidence.add(texts.GetView(i))) return {Vote::none, wanted.position};
      if (!first && has_sign(texts.GetView(i))) first = row;
    }
  }
  return {evidence.vote(), wanted.position, first.value_or(0)};
}

bool is_read_as_number(const CsvFile& file, const std::vector<Wanted>& wanted,
                       std::size_t position) {
  return std::ranges::any_of(wanted, [&](const Wanted& column) {
    return column.position == position && !is_read_as_text(file, column);
  });
}

// Of the columns that may be numbers: those that Arrow read as such are read as texts again.
Result<std::vector<Clue>> clues_of(const CsvFile& file, const std::vector<Wanted>& wanted,
                                   const Parsed& parsed) {
  std::vector<Clue> clues;
  std::vector<Wanted> again;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (is_read_as_text(file, wanted[i])) continue;
    if (has_type(parsed, i, arrow::Type::DOUBLE)) again.push_back(wanted[i]);
    if (!has_type(parsed, i, arrow::Type::STRING)) continue;
    clues.push_back(clue_of(file, wanted[i], *parsed.arrays[i]));
  }
  for (const std::size_t position : file.decimal_voters) {
    if (!is_read_as_number(file, wanted, position)) again.push_back({position, false});
  }
  if (again.empty()) return clues;
  const auto texts = parse_texts(file, again);
  if (!texts.ok()) return parse_error(file);
  for (std::size_t i = 0; i < again.size(); ++i) {
    clues.push_back(clue_of(file, again[i], *texts->arrays[i]));
  }
  return clues;
}

const Clue* first_with(const std::vector<Clue>& clues, std::initializer_list<Vote> votes) {
  const auto found = std::ranges::find_if(
      clues, [&](const Clue& clue) { return std::ranges::find(votes, clue.vote) != votes.end(); });
  return found == clues.end() ? nullptr : &*found;
}

Error question(const CsvFile& file, const Clue& clue, const std::string& sentence) {
  const std::string& column = file.head.names[clue.position];
  const auto places = line_places(file, {clue.row});
  Place place{file.input.name, {}, {}, column};
  if (!places.empty()) place.line = places.front().line;
  return {ErrorKind::invalid_data,
          sentence,
          place,
          {{Action::say_decimal, {}, "."}, {Action::say_decimal, {}, ","}}};
}

// The digits are made up: a message never shows a cell.
Error two_readings(const CsvFile& file, const Clue& clue) {
  const bool has_point = clue.vote == Vote::point_or_group;
  return question(
      file, clue,
      fmt::format("a number like {} in {} can be {} (with a decimal point) or {} (with a decimal "
                  "comma).",
                  has_point ? "1.234" : "1,234", in_words(file.head.names[clue.position]),
                  has_point ? "1.234" : "1234", has_point ? "1234" : "1.234"));
}

Error contradiction(const CsvFile& file, const Clue& point, const Clue& comma) {
  const auto name = [&](const Clue& clue) { return in_words(file.head.names[clue.position]); };
  return question(file, comma,
                  fmt::format("{} has numbers with a decimal comma, like 1,5, and {} numbers with "
                              "a decimal point, like 1.5.",
                              name(comma), name(point)));
}

}  // namespace

bool is_decimal_borne_out(const CsvFile& file, const std::vector<Wanted>& wanted,
                          const Parsed& parsed) {
  if (file.decimal_voters.empty()) return true;
  bool matters = false;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (is_read_as_text(file, wanted[i])) continue;
    const bool is_real = has_type(parsed, i, arrow::Type::DOUBLE);
    const auto& voters = file.decimal_voters;
    if (is_real && std::ranges::find(voters, wanted[i].position) != voters.end()) return true;
    matters = matters || is_real || has_type(parsed, i, arrow::Type::STRING);
  }
  return !matters;
}

Result<char> settled_decimal(const CsvFile& file, const std::vector<Wanted>& wanted,
                             const Parsed& parsed) {
  const auto is_real = [&](std::size_t i) { return has_type(parsed, i, arrow::Type::DOUBLE); };
  const auto columns = std::views::iota(std::size_t{0}, wanted.size());
  if (file.dialect.delimiter == ',' && std::ranges::any_of(columns, is_real)) {
    return file.dialect.decimal;  // which needs no quotes
  }
  const auto clues = clues_of(file, wanted, parsed);
  if (!clues) return clues.error();
  std::vector<Vote> votes;
  for (const Clue& clue : *clues) votes.push_back(clue.vote);
  if (const auto decimal = decimal_by(votes, file.dialect.delimiter)) return *decimal;
  const Clue* point = first_with(*clues, {Vote::point});
  const Clue* comma = first_with(*clues, {Vote::comma});
  if (point != nullptr && comma != nullptr) return contradiction(file, *point, *comma);
  const Clue* either = first_with(*clues, {Vote::point_or_group, Vote::comma_or_group});
  if (either != nullptr) return two_readings(file, *either);
  return file.dialect.decimal;
}

}  // namespace overhand::io
