#include "overhand/parts/outline.h"

#include "overhand/masking/kinds.h"
#include "overhand/masking/problems.h"
#include "overhand/parts/bytes_internal.h"
#include "overhand/parts/outline_bytes_internal.h"
#include "overhand/table/levels.h"

namespace overhand::parts {
namespace {

// The levels in the order of masking: numbers by their value, others by their bytes.
std::vector<std::string> ordered_levels(const LevelCounts& counts) {
  TextsBuilder texts;
  for (const auto& [level, count] : counts) texts.append(level);
  return levels_in_order(std::move(texts).finish());
}

OutlinedColumn outlined(const Column& like, const ColumnSurvey& survey) {
  OutlinedColumn column;
  column.has_levels = masking::kind_of(like.type) == masking::Kind::levels;
  column.has_texts = storage_of(like.values) == Storage::texts;
  column.has_reals = storage_of(like.values) == Storage::reals;
  column.range = survey.range;
  if (!column.has_levels) return column;
  column.levels = ordered_levels(survey.levels);
  for (const std::string& level : column.levels) {
    column.level_sizes.push_back(survey.levels.find(level)->second);
  }
  if (survey.missing > 0) column.level_sizes.push_back(survey.missing);
  return column;
}

std::optional<Error> problem_with_records(const Table& like, std::size_t rows) {
  constexpr std::size_t too_many = std::size_t{1} << 32;
  if (rows == 0) return Error{ErrorKind::invalid_data, "The table has no records."};
  if (rows >= too_many) {
    return Error{ErrorKind::invalid_data, "More than 4,294,967,295 records are too many."};
  }
  // As many records as there are, at least 2, with the roles of the columns.
  std::vector<Column> columns;
  for (const Column& column : like.columns()) {
    columns.push_back({column.name, Reals(std::min<std::size_t>(rows, 2)), column.role});
  }
  return masking::problem_with_shape(Table(std::move(columns)));
}

std::vector<std::size_t> level_counts_of(const OutlinedColumn& column, const ColumnSurvey& survey) {
  std::vector<std::size_t> counts(column.level_sizes.size());
  for (std::size_t level = 0; level < column.levels.size(); ++level) {
    const auto found = survey.levels.find(column.levels[level]);
    if (found != survey.levels.end()) counts[level] = found->second;
  }
  if (counts.size() > column.levels.size()) counts.back() = survey.missing;
  return counts;
}

void advance(PartStart& start, const Outline& outline, const Survey& survey) {
  start.row += survey.rows;
  if (survey.columns.empty()) return;
  for (std::size_t j = 0; j < outline.columns.size(); ++j) {
    const auto counts = level_counts_of(outline.columns[j], survey.columns[j]);
    for (std::size_t level = 0; level < counts.size(); ++level) {
      start.levels[j][level] += counts[level];
    }
  }
}

}  // namespace

Result<Outline> outline_of(const Table& like, std::span<const Survey> surveys, int bins,
                           std::size_t min_bin) {
  Survey all;
  for (const Survey& survey : surveys) {
    const std::size_t columns = survey.columns.size();
    if (columns != 0 && columns != like.column_count()) return damaged();
    all.add(survey);
  }
  if (auto problem = problem_with_records(like, all.rows)) return *std::move(problem);
  Outline outline{all.rows, bins, min_bin, {}};
  for (std::size_t j = 0; j < like.column_count(); ++j) {
    const Column& column = like.columns()[j];
    outline.columns.push_back(outlined(column, all.columns[j]));
    if (outline.columns.back().has_levels) continue;
    if (auto problem = masking::problem_with_range(column, all.columns[j].range)) {
      return *std::move(problem);
    }
  }
  return outline;
}

std::vector<PartStart> starts_of(const Outline& outline, std::span<const Survey> surveys) {
  PartStart next;
  for (const OutlinedColumn& column : outline.columns) {
    next.levels.emplace_back(column.level_sizes.size());
  }
  std::vector<PartStart> starts;
  for (const Survey& survey : surveys) {
    starts.push_back(next);
    advance(next, outline, survey);
  }
  return starts;
}

void add_outline(ByteWriter& bytes, const Outline& outline) {
  bytes.add<std::uint64_t>(outline.rows);
  bytes.add<std::int32_t>(outline.bins);
  bytes.add<std::uint64_t>(outline.min_bin);
  bytes.add<std::uint64_t>(outline.columns.size());
  for (const OutlinedColumn& column : outline.columns) {
    bytes.add(column.has_levels);
    bytes.add(column.has_texts);
    bytes.add(column.has_reals);
    bytes.add(column.range);
    bytes.add<std::uint64_t>(column.levels.size());
    for (const std::string& level : column.levels) bytes.add_text(level);
    bytes.add_all(column.level_sizes);
  }
}

Outline next_outline(ByteReader& reader) {
  Outline outline{
      reader.next<std::uint64_t>(), reader.next<std::int32_t>(), reader.next<std::uint64_t>(), {}};
  const auto columns = reader.next<std::uint64_t>();
  for (std::uint64_t j = 0; j < columns && reader.is_whole(); ++j) {
    OutlinedColumn column;
    column.has_levels = reader.next<bool>();
    column.has_texts = reader.next<bool>();
    column.has_reals = reader.next<bool>();
    column.range = reader.next<statistics::Range>();
    const auto levels = reader.next<std::uint64_t>();
    for (std::uint64_t i = 0; i < levels && reader.is_whole(); ++i) {
      column.levels.push_back(reader.text());
    }
    column.level_sizes = reader.all<std::size_t>();
    outline.columns.push_back(std::move(column));
  }
  return outline;
}

std::string bytes_of(const Outline& outline) {
  ByteWriter bytes;
  add_outline(bytes, outline);
  return bytes.take();
}

Result<Outline> outline_from(std::string_view bytes) {
  ByteReader reader(bytes);
  Outline outline = next_outline(reader);
  if (!reader.is_whole() || !reader.at_end()) return damaged();
  return outline;
}

}  // namespace overhand::parts
