#include "overhand/parts/survey.h"

#include <algorithm>
#include <limits>

#include "overhand/masking/kinds.h"
#include "overhand/parts/bytes_internal.h"

namespace overhand::parts {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

void add_levels(LevelCounts& levels, std::string_view level, std::size_t count) {
  if (count == 0) return;
  const auto found = levels.find(level);
  if (found == levels.end())
    levels.emplace(level, count);
  else
    found->second += count;
}

void add_texts(LevelCounts& levels, const Texts& texts) {
  const auto counts = texts.level_counts();
  for (std::size_t code = 0; code < counts.size(); ++code) {
    add_levels(levels, texts.dictionary()[code], counts[code]);
  }
}

void add_truths(LevelCounts& levels, const Cells<std::int64_t>& values) {
  std::size_t present = 0;
  std::size_t truths = 0;
  for (const std::int64_t value : values) {
    present += static_cast<std::size_t>(!is_missing(value));
    truths += static_cast<std::size_t>(!is_missing(value) && value != 0);
  }
  add_levels(levels, "0", present - truths);
  add_levels(levels, "1", truths);
}

void widen(statistics::Range& range, statistics::Range other) {
  range = {std::min(range.low, other.low), std::max(range.high, other.high)};
}

void add_column(ColumnSurvey& survey, const Column& column) {
  survey.missing += missing_count(column.values);
  if (const auto* texts = std::get_if<Texts>(&column.values))
    return add_texts(survey.levels, *texts);
  if (masking::kind_of(column.type) == masking::Kind::levels) {
    return add_truths(survey.levels, std::get<Cells<std::int64_t>>(column.values));
  }
  widen(survey.range, statistics::range_of(column.values));
}

void make_room(Survey& survey, std::size_t columns) {
  if (survey.columns.size() >= columns) return;
  survey.columns.resize(columns, {{infinity, -infinity}, 0, {}});
}

}  // namespace

void Survey::add(const Table& records) {
  make_room(*this, records.column_count());
  rows += records.row_count();
  for (std::size_t j = 0; j < columns.size(); ++j) add_column(columns[j], records.columns()[j]);
}

void Survey::add(const Survey& other) {
  make_room(*this, other.columns.size());
  rows += other.rows;
  for (std::size_t j = 0; j < other.columns.size(); ++j) {
    const ColumnSurvey& more = other.columns[j];
    columns[j].missing += more.missing;
    widen(columns[j].range, more.range);
    for (const auto& [level, count] : more.levels) add_levels(columns[j].levels, level, count);
  }
}

std::string bytes_of(const Survey& survey) {
  ByteWriter bytes;
  bytes.add<std::uint64_t>(survey.rows);
  bytes.add<std::uint64_t>(survey.columns.size());
  for (const ColumnSurvey& column : survey.columns) {
    bytes.add(column.range);
    bytes.add<std::uint64_t>(column.missing);
    bytes.add<std::uint64_t>(column.levels.size());
    for (const auto& [level, count] : column.levels) {
      bytes.add_text(level);
      bytes.add<std::uint64_t>(count);
    }
  }
  return bytes.take();
}

Result<Survey> survey_from(std::string_view bytes) {
  ByteReader reader(bytes);
  Survey survey;
  survey.rows = reader.next<std::uint64_t>();
  const auto columns = reader.next<std::uint64_t>();
  for (std::uint64_t j = 0; j < columns && reader.is_whole(); ++j) {
    ColumnSurvey column{reader.next<statistics::Range>(), reader.next<std::uint64_t>(), {}};
    const auto levels = reader.next<std::uint64_t>();
    for (std::uint64_t i = 0; i < levels && reader.is_whole(); ++i) {
      std::string level = reader.text();
      column.levels.emplace_hint(column.levels.end(), std::move(level),
                                 reader.next<std::uint64_t>());
    }
    survey.columns.push_back(std::move(column));
  }
  if (!reader.is_whole() || !reader.at_end()) return damaged();
  return survey;
}

}  // namespace overhand::parts
