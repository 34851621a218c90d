#include "overhand/io/read_table.h"

#include <arrow/api.h>
#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include "overhand/core/text.h"
#include "overhand/io/arrow_columns_internal.h"
#include "overhand/io/input_internal.h"
#include "overhand/table/identifiers.h"

namespace overhand::io {
namespace {

Error about(const Input& input, const std::string& sentence) {
  return {ErrorKind::invalid_data, fmt::format("{}: {}", input.name, sentence)};
}

Error about_cell(const Input& input, const Columns& columns, std::size_t row,
                 const std::string& column, const std::string& sentence) {
  return {ErrorKind::invalid_data,
          fmt::format("{}, {}, column '{}': {}", input.name, columns.place(row), column, sentence)};
}

Result<Columns> read_columns(const Input& input, const std::vector<std::string>& keep) {
  if (input.format.is_text()) return read_csv(input, keep);
  return input.format.file == FileFormat::parquet ? read_parquet(input) : read_feather(input);
}

std::optional<Error> problem_with(const Input& input, const Columns& columns) {
  if (columns.schema->num_fields() == 0) return about(input, "the table has no columns.");
  std::set<std::string> names;
  for (const auto& name : columns.schema->field_names()) {
    if (!is_utf8(name)) {
      return about(input,
                   fmt::format("the name of column number {} is not in UTF-8.", names.size() + 1));
    }
    if (!names.insert(name).second) {
      return about(input, fmt::format("two columns are named '{}'.", name));
    }
  }
  if (columns.row_count == 0) return about(input, "there is a header, but no record below it.");
  if (columns.row_count >= std::size_t{1} << 32) {
    return about(input, "more than 4,294,967,295 records are too many.");
  }
  return std::nullopt;
}

// The chosen columns, still without values, to learn which to read.
Result<Table> chosen_columns(const Columns& columns, const ColumnChoice& choice) {
  std::vector<Column> empty;
  for (const auto& name : columns.schema->field_names()) empty.push_back({name, Reals{}});
  return choose_columns(Table(std::move(empty)), choice);
}

bool is_number(const std::string& text) {
  double number = 0;
  const auto [rest, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  return problem == std::errc{} && rest == text.data() + text.size();
}

std::string how_to_leave_out(const std::string& name) {
  return fmt::format(
      "leave the column out with --drop {0}, or let it go out as it is with --keep {0}", name);
}

std::optional<Error> problem_with_text(const Input& input, const Columns& columns,
                                       const Column& column) {
  const auto& texts = std::get<Texts>(column.values);
  const auto first =
      std::ranges::find_if(texts, [](const auto& text) { return text && !is_number(*text); });
  const auto row = static_cast<std::size_t>(first - texts.begin());
  return about_cell(input, columns, first == texts.end() ? 0 : row, column.name,
                    fmt::format("not a number, and only numbers can be masked; {}.",
                                how_to_leave_out(column.name)));
}

std::optional<Error> problem_with_values(const Input& input, const Columns& columns,
                                         const Column& column) {
  if (column.role == Role::mask && !column.is_number()) {
    return problem_with_text(input, columns, column);
  }
  const auto* values = std::get_if<Reals>(&column.values);
  if (values == nullptr) return std::nullopt;
  const auto infinite =
      std::ranges::find_if(*values, [](double value) { return std::isinf(value); });
  if (infinite == values->end()) return std::nullopt;
  return about_cell(input, columns, static_cast<std::size_t>(infinite - values->begin()),
                    column.name, "an infinite value, which has no place in a table to mask.");
}

Status read_values(const Input& input, const Columns& columns, Column& column) {
  const int position = columns.schema->GetFieldIndex(column.name);
  const auto array = columns.read(static_cast<std::size_t>(position));
  if (!array) return array.error();
  auto values = values_of(**array, column.name);
  if (!values) return about(input, values.error().message);
  column.values = *std::move(values);
  if (auto problem = problem_with_values(input, columns, column)) return *std::move(problem);
  return Done{};
}

}  // namespace

Result<Table> read_table(const std::string& path, const ColumnChoice& choice) {
  const auto input = open_input(path);
  if (!input) return input.error();
  const auto columns = read_columns(*input, choice.keep);
  if (!columns) return columns.error();
  if (auto problem = problem_with(*input, *columns)) return *std::move(problem);
  auto table = chosen_columns(*columns, choice);
  if (!table) return Error{table.error().kind, fmt::format("{}: {}", path, table.error().message)};

  std::vector<Status> statuses(table->column_count(), Done{});
  tbb::parallel_for(std::size_t{0}, statuses.size(), [&](std::size_t j) {
    statuses[j] = read_values(*input, *columns, table->columns()[j]);
  });
  for (const Status& status : statuses) {
    if (!status) return status.error();
  }
  if (choice.keep_identifiers) return table;
  if (auto problem = problem_with_kept_identifiers(*table)) return about(*input, problem->message);
  return table;
}

Result<Table> read_all_columns(const std::string& path) {
  const auto input = open_input(path);
  if (!input) return input.error();
  const auto columns = read_columns(*input, {});
  if (!columns) return columns.error();
  if (auto problem = problem_with(*input, *columns)) return *std::move(problem);
  return read_table(path, {.keep = columns->schema->field_names(), .keep_identifiers = true});
}

}  // namespace overhand::io
