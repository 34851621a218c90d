#include "overhand/io/read_stream.h"

#include <fmt/format.h>

#include <algorithm>

#include "overhand/core/parallel.h"
#include "overhand/exchange/import.h"
#include "overhand/io/column_problems_internal.h"
#include "overhand/io/planned_column_internal.h"
#include "overhand/table/declared_missing.h"

namespace overhand::io {
namespace {

using Problem = std::optional<ColumnProblem>;

struct HeldSchema {
  ArrowSchema schema = {};
  HeldSchema() = default;
  HeldSchema(const HeldSchema&) = delete;
  HeldSchema& operator=(const HeldSchema&) = delete;
  ~HeldSchema() {
    if (schema.release != nullptr) schema.release(&schema);
  }
};

Error of_data(std::string sentence) { return {ErrorKind::invalid_data, std::move(sentence)}; }

std::optional<Error> problem_with_stream(const Table& table) {
  if (table.columns().empty()) return of_data("The table has no columns.");
  if (table.row_count() == 0) return of_data("The table has no records.");
  if (table.row_count() >= std::size_t{1} << 32) {
    return of_data("More than 4,294,967,295 records are too many.");
  }
  return std::nullopt;
}

Error error_in_stream(const std::vector<ColumnProblem>& problems, std::size_t rows) {
  const Progress none;
  const Input nowhere{"", {FileFormat::parquet}, nullptr, {}, none};
  Columns columns;
  columns.row_count = rows;
  columns.places = record_places;
  return error_about(nowhere, columns, problems);
}

std::optional<Error> settle_all(Table& table, const ColumnChoice& choice,
                                const ReadOptions& options) {
  std::vector<Problem> problems(table.column_count());
  parallel_for_each_index(problems.size(), [&](std::size_t j) {
    problems[j] = settle(table.columns()[j], choice, options.missing, {});
    if (problems[j]) problems[j]->position = j;
  });
  std::vector<ColumnProblem> found;
  for (auto& problem : problems) {
    if (problem) found.push_back(*std::move(problem));
  }
  if (found.empty()) return std::nullopt;
  return error_in_stream(found, table.row_count());
}

}  // namespace

StreamNames names_in(ArrowArrayStream& stream) {
  HeldSchema held;
  StreamNames names;
  if (stream.release == nullptr || stream.get_schema(&stream, &held.schema) != 0) return names;
  for (std::int64_t j = 0; j < held.schema.n_children; ++j) {
    const ArrowSchema& child = *held.schema.children[j];
    names.all.emplace_back(child.name == nullptr ? "" : child.name);
    if (!exchange::can_be_imported(child)) names.unreadable.push_back(names.all.back());
  }
  return names;
}

Result<TableInFile> read_stream(ArrowArrayStream& stream, const ColumnChoice& choice,
                                const ReadOptions& options, const Progress& progress) {
  auto table = exchange::import_table(stream, choice, progress);
  if (!table) return table.error();
  if (auto problem = problem_with_stream(*table)) return *std::move(problem);
  return stoppable(progress, [&]() -> Result<TableInFile> {
    if (auto problem = settle_all(*table, choice, options)) return *std::move(problem);
    if (auto problem = problem_with_kept(*table, choice)) return *std::move(problem);
    return TableInFile{*std::move(table), Layout{.format = FileFormat::parquet}};
  });
}

Result<TableInFile> look_at_stream(ArrowArrayStream& stream, const ReadOptions& options,
                                   const Progress& progress) {
  const auto unreadable = names_in(stream).unreadable;
  auto table = exchange::import_table(stream, {.drop = unreadable}, progress);
  if (!table) return table.error();
  if (auto problem = problem_with_stream(*table)) return *std::move(problem);
  for (Column& column : table->columns()) {
    column = without_declared_missing(column, options.missing);
  }
  for (const std::string& name : unreadable) {
    table->columns().emplace_back(name, Texts(table->row_count()));
  }
  return TableInFile{*std::move(table), Layout{.format = FileFormat::parquet}, unreadable};
}

}  // namespace overhand::io
