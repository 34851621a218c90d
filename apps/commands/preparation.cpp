#include "commands/preparation.h"

#include <fmt/format.h>

#include "overhand/table/column_words.h"
#include "overhand/table/identifiers.h"

namespace overhand::commands {
namespace {

// Reading lets columns pass that were to be coarsened.
std::optional<Error> problem_with_kept(const Table& table,
                                       const std::vector<coarsening::Change>& changes) {
  std::vector<Column> columns;
  for (const auto& change : changes) {
    columns.push_back(table.columns()[*find_column(table, change.column)]);
  }
  return problem_with_kept_identifiers(Table(std::move(columns)));
}

}  // namespace

Result<PreparedTable> prepared(io::TableInFile read, const ColumnChoice& choice) {
  Table before = read.table;
  auto changed = coarsening::coarsened(std::move(read.table), choice.plans);
  if (!changed) return changed.error();
  read.table = std::move(changed->table);
  if (!choice.keep_identifiers) {
    if (auto problem = problem_with_kept(read.table, changed->changes)) return *std::move(problem);
  }
  return PreparedTable{std::move(read), std::move(before), std::move(changed->changes)};
}

std::vector<report::Detail> details_of(const std::vector<coarsening::Change>& changes) {
  std::vector<report::Detail> details;
  for (const auto& change : changes) {
    details.push_back(
        {"coarsened", fmt::format("{}: {}; {} values, before {}", told(change.column), change.how,
                                  change.values_after, change.values_before)});
  }
  return details;
}

report::Json json_of(const std::vector<coarsening::Change>& changes) {
  report::Json all = report::Json::array();
  for (const auto& change : changes) {
    all.push_back({{"column", change.column},
                   {"how", change.how},
                   {"before", change.values_before},
                   {"after", change.values_after}});
  }
  return all;
}

}  // namespace overhand::commands
