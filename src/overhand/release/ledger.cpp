#include "overhand/release/ledger.h"

#include <fmt/format.h>

#include <algorithm>

#include "overhand/core/parallel.h"
#include "overhand/core/stopping.h"
#include "overhand/table/cell_text.h"

namespace overhand::release {
namespace {

// Fewer values are the same in tables of other people.
constexpr std::size_t many_values = 20;

Fingerprint fingerprint(const random::Key& key, std::string_view statement) {
  const random::Key derived = random::derived_key(key, statement);
  Fingerprint result;
  std::ranges::copy_n(derived.bytes().begin(), result.size(), result.begin());
  return result;
}

// With its length in front, so that "a" and "bc" are not "ab" and "c"; a gap is no text.
void append(std::string& statement, const std::optional<std::string>& text) {
  statement += text ? fmt::format("{}:{};", text->size(), *text) : "-;";
}

std::vector<const Column*> columns_by_name(const Table& table) {
  std::vector<const Column*> columns;
  for (const Column& column : table.columns()) {
    if (column.role != Role::unit) columns.push_back(&column);
  }
  std::ranges::sort(columns, {}, [](const Column* column) { return column->name; });
  return columns;
}

std::vector<Fingerprint> of_records(const std::vector<const Column*>& columns, std::size_t rows,
                                    const random::Key& key) {
  std::string names = "record;";
  for (const Column* column : columns) append(names, column->name);
  std::vector<Fingerprint> all(rows);
  parallel_for_each_index(rows, [&](std::size_t row) {
    std::string statement = names;
    for (const Column* column : columns) append(statement, cell_text(*column, row));
    all[row] = fingerprint(key, statement);
  });
  std::ranges::sort(all);
  return all;
}

std::optional<Fingerprint> of_column(const Column& column, std::size_t rows,
                                     const random::Key& key) {
  std::vector<std::optional<std::string>> texts(rows);
  for (std::size_t row = 0; row < rows; ++row) texts[row] = cell_text(column, row);
  std::ranges::sort(texts);
  std::size_t values = 0;
  std::string statement = "column;";
  append(statement, column.name);
  for (std::size_t row = 0; row < rows; ++row) {
    append(statement, texts[row]);
    values += row == 0 || texts[row] != texts[row - 1] ? 1 : 0;
  }
  if (values < many_values) return std::nullopt;
  return fingerprint(key, statement);
}

// How many of these the sorted others have too.
std::size_t shared(const std::vector<Fingerprint>& these, const std::vector<Fingerprint>& others) {
  return static_cast<std::size_t>(std::ranges::count_if(
      these, [&](const Fingerprint& one) { return std::ranges::binary_search(others, one); }));
}

constexpr const char* two_show_more =
    "Who has both releases sees, by what differs between them, what a record says that only one of "
    "them has, and what is random in them averages out; nothing was released.";

}  // namespace

Result<Fingerprints> fingerprints_of(const Table& table, const random::Key& key,
                                     const Progress& progress) {
  return stoppable(progress, [&]() -> Result<Fingerprints> {
    const auto columns = columns_by_name(table);
    Fingerprints result{table.row_count(), of_records(columns, table.row_count(), key), {}};
    for (const Column* column : columns) {
      if (const auto own = of_column(*column, result.rows, key)) result.columns.push_back(*own);
      stop_if_cancelled();
    }
    std::ranges::sort(result.columns);
    return result;
  });
}

std::optional<Error> problem_with_overlap(const Ledger& ledger, const Fingerprints& table) {
  for (const LedgerEntry& entry : ledger.entries) {
    if (const auto records = shared(table.records, entry.fingerprints.records); records > 0) {
      return Error{ErrorKind::refused,
                   fmt::format("{} of these {} records {} in the release of {} already ({}). {}",
                               records, table.rows, records == 1 ? "is" : "are", entry.date,
                               entry.setting, two_show_more)};
    }
    if (const auto columns = shared(table.columns, entry.fingerprints.columns); columns > 0) {
      return Error{ErrorKind::refused,
                   fmt::format("{} column{} of this table hold{} the very values of the release of "
                               "{} ({}): these are the same {} records with other columns. {}",
                               columns, columns == 1 ? "" : "s", columns == 1 ? "s" : "",
                               entry.date, entry.setting, table.rows, two_show_more)};
    }
  }
  return std::nullopt;
}

}  // namespace overhand::release
