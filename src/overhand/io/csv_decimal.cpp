#include <arrow/api.h>

#include <algorithm>
#include <ranges>

#include "overhand/io/csv_decimal_internal.h"
#include "overhand/io/csv_problems_internal.h"
#include "overhand/io/decimal_question_internal.h"

namespace overhand::io {
namespace {

using Clues = std::vector<DecimalClue>;

bool has_type(const Parsed& parsed, std::size_t i, arrow::Type::type type) {
  return parsed.arrays[i]->type()->id() == type;
}

DecimalClue clue_of(const CsvFile& file, const Wanted& wanted, const arrow::ChunkedArray& array) {
  const TextRules rules = rules_for(file, wanted);
  const std::string& name = file.head.names[wanted.position];
  DecimalSearch search;
  std::size_t row = 0;
  for (const auto& chunk : array.chunks()) {
    const auto& texts = static_cast<const arrow::StringArray&>(*chunk);
    for (std::int64_t i = 0; i < texts.length(); ++i, ++row) {
      if (texts.IsNull(i) || is_missing_number(texts.GetView(i), rules)) continue;
      if (!search.add(texts.GetView(i), row)) return search.clue(name);
    }
  }
  return search.clue(name);
}

// Of the columns that may be numbers: those that Arrow read as such are read as texts again.
Result<Clues> clues_of(const CsvFile& file, const std::vector<Wanted>& wanted,
                       const Parsed& parsed) {
  Clues clues;
  std::vector<Wanted> again;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (is_read_as_text(file, wanted[i])) continue;
    if (has_type(parsed, i, arrow::Type::DOUBLE)) again.push_back(wanted[i]);
    if (!has_type(parsed, i, arrow::Type::STRING)) continue;
    clues.push_back(clue_of(file, wanted[i], *parsed.arrays[i]));
  }
  if (again.empty()) return clues;
  const auto texts = parse_texts(file, again);
  if (!texts.ok()) return parse_error(file);
  for (std::size_t i = 0; i < again.size(); ++i) {
    clues.push_back(clue_of(file, again[i], *texts->arrays[i]));
  }
  return clues;
}

}  // namespace

Result<char> settled_decimal(const CsvFile& file, const std::vector<Wanted>& wanted,
                             const Parsed& parsed) {
  const Dialect& dialect = file.dialect;
  const auto is_real = [&](std::size_t i) { return has_type(parsed, i, arrow::Type::DOUBLE); };
  const auto columns = std::views::iota(std::size_t{0}, wanted.size());
  if (dialect.delimiter == ',' && std::ranges::any_of(columns, is_real)) {
    return dialect.decimal;  // which needs no quotes
  }
  const auto clues = clues_of(file, wanted, parsed);
  if (!clues) return clues.error();
  return agreed_decimal(*clues, dialect.delimiter, dialect.decimal, [&](std::size_t row) {
    const auto places = line_places(file, {row});
    Place place = places.empty() ? Place{} : places.front();
    place.file = file.input.name;
    return place;
  });
}

}  // namespace overhand::io
