#include "overhand/io/read_table.h"

#include <arrow/api.h>
#include <arrow/util/utf8.h>
#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <map>

#include "overhand/core/text.h"
#include "overhand/io/arrow_columns_internal.h"
#include "overhand/io/column_problems_internal.h"
#include "overhand/io/content_internal.h"
#include "overhand/io/input_internal.h"
#include "overhand/io/planned_column_internal.h"
#include "overhand/io/totals_row_internal.h"
#include "overhand/table/column_words.h"

namespace overhand::io {
namespace {

using Problem = std::optional<ColumnProblem>;

Result<TableFile> opened(const Input& input, const ReadOptions& options) {
  if (!options.sheet.empty() && !input.format.is_workbook()) {
    return Error{
        ErrorKind::invalid_option, "only workbooks (.xlsx, .ods) have sheets.", {input.name}};
  }
  const bool has_lines = input.format.is_text() || input.format.is_workbook();
  if (!has_lines && (options.skip > 0 || options.last_row == LastRow::totals)) {
    return Error{ErrorKind::invalid_option,
                 "only text files and workbooks have lines that are no records.",
                 {input.name}};
  }
  if (input.format.is_folder) return open_folder(input);
  if (input.format.is_text()) return open_csv(input, options);
  switch (input.format.file) {
    case FileFormat::parquet:
      return open_parquet(input);
    case FileFormat::orc:
      return open_orc(input);
    case FileFormat::xlsx:
      return open_xlsx(input, options);
    case FileFormat::ods:
      return open_ods(input, options);
    case FileFormat::dta:
    case FileFormat::sav:
    case FileFormat::sas7bdat:
      return open_readstat(input, options);
    default:
      return open_feather(input);
  }
}

Error nameless(const Input& input, std::size_t first, std::size_t second) {
  Error error = input.error(
      fmt::format("two columns have no name, numbers {} and {}.", first + 1, second + 1));
  if (input.format.is_text()) error.remedies = {{Action::say_skip}};
  return error;
}

std::optional<Error> problem_with_names(const Input& input, const std::vector<std::string>& names) {
  if (names.empty()) return input.error("the table has no columns.");
  std::map<std::string, std::size_t> seen;
  for (std::size_t j = 0; j < names.size(); ++j) {
    if (!is_utf8(names[j])) {
      return input.error(fmt::format("the name of column number {} is not in UTF-8.", j + 1));
    }
    const auto [first, is_new] = seen.emplace(names[j], j);
    if (is_new) continue;
    return names[j].empty()
               ? nameless(input, first->second, j)
               : input.error(fmt::format("two columns are named '{}'; give each a name of its own.",
                                         printable(names[j])));
  }
  return std::nullopt;
}

std::optional<Error> problem_with_many(const Input& input, std::size_t rows) {
  if (rows < std::size_t{1} << 32) return std::nullopt;
  return input.error("more than 4,294,967,295 records are too many.");
}

std::optional<Error> problem_with_size(const Input& input, std::size_t rows) {
  if (rows == 0) return input.error("there is a header, but no record below it.");
  return problem_with_many(input, rows);
}

// What becomes of the columns of one file.
class Reading {
 public:
  enum class Purpose { to_mask, to_look };

  Reading(const Input& input, const TableFile& file, const ColumnChoice& choice,
          const ReadOptions& options, Purpose purpose)
      : input_(input), file_(file), choice_(choice), options_(options), purpose_(purpose) {}

  // The values of the columns of `table`, which has none yet.
  Result<Table> fill(Table table) {
    for (const Column& column : table.columns()) wanted_.push_back(wanted(column));
    if (wanted_.empty()) return table;
    is_unreadable_.assign(wanted_.size(), 0);
    const auto columns = file_.read(wanted_);
    if (!columns) return columns.error();
    if (auto problem = problem_with_size(input_, columns->row_count)) return *std::move(problem);
    if (columns->dialect) dialect_ = columns->dialect;
    decimal_ = columns->decimal;
    notes_ = columns->notes;
    const bool is_open = decimal_ && options_.last_row == LastRow::detect;
    if (is_open && columns->says_totals) return question_of_totals(*columns);

    std::vector<Result<Problem>> problems(wanted_.size(), Problem());
    tbb::parallel_for(std::size_t{0}, problems.size(), [&](std::size_t i) {
      problems[i] = read_values(*columns, i, table.columns()[i]);
    });
    std::vector<ColumnProblem> found;
    for (const auto& problem : problems) {
      if (!problem) return problem.error();
      if (*problem) found.push_back(**problem);
    }
    if (is_open && ends_in_sums(table)) return question_of_totals(*columns);
    if (!found.empty()) return error_about(input_, *columns, found);
    return table;
  }

  std::vector<std::string> unreadable(const Table& table) const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < is_unreadable_.size(); ++i) {
      if (is_unreadable_[i] != 0) names.push_back(table.columns()[i].name);
    }
    return names;
  }

  const std::vector<std::string>& notes() const { return notes_; }

  // How the file writes the table; of a text its values may have told more than its beginning.
  Layout layout() const {
    Layout layout = file_.layout;
    if (dialect_) layout.dialect = dialect_;
    return layout;
  }

 private:
  Error question_of_totals(const Columns& columns) const {
    const auto places = columns.places({columns.row_count - 1});
    Place place = places.empty() ? Place{} : places.front();
    place.file = input_.name;
    return {ErrorKind::invalid_data,
            "this last row looks like the totals of the others, not like a record.",
            place,
            {{Action::say_totals}, {Action::say_no_totals}}};
  }

  Wanted wanted(const Column& column) const {
    const auto found = std::ranges::find(file_.names, column.name);
    const ColumnPlan* plan = plan_of(choice_.plans, column.name);
    Wanted wanted{static_cast<std::size_t>(found - file_.names.begin()), column.role != Role::mask};
    if (plan == nullptr) return wanted;
    wanted.missing = plan->missing;
    if (!plan->type) return wanted;
    wanted.is_number = is_quantity(*plan->type);
    wanted.is_text = !wanted.is_number;
    wanted.is_date = std::holds_alternative<type::Date>(*plan->type) ||
                     std::holds_alternative<type::Timestamp>(*plan->type);
    return wanted;
  }

  Result<Problem> read_values(const Columns& columns, std::size_t i, Column& column) const {
    if (columns.column) return take(columns.column(i), i, column);
    const auto array = columns.read(i);
    if (!array) return array.error();
    if (static_cast<std::size_t>((*array)->length()) != columns.row_count) {
      return input_.error("its columns differ in length, so the file is damaged.");
    }
    auto problem = convert(**array, i, column);
    if (problem) problem->position = wanted_[i].position;
    return problem;
  }

  // A column of ours, under the name and role that it was chosen with.
  Result<Problem> take(Result<Column> read, std::size_t i, Column& column) const {
    if (!read) return read.error();
    read->name = column.name;
    read->role = column.role;
    column = *std::move(read);
    auto problem = problem_with(column);
    if (problem) problem->position = wanted_[i].position;
    return problem;
  }

  Problem problem_with(Column& column) const {
    return settle(column, choice_, options_.missing,
                  {.is_text_file = input_.format.is_text(), .decimal = decimal_.value_or('.')},
                  purpose_ == Purpose::to_look);
  }

  Problem convert(const arrow::ChunkedArray& array, std::size_t i, Column& column) const {
    if (!can_be_read(*array.type())) return other_type(array, i, column);
    auto read = column_of(array, column.role, input_.progress);
    if (!read && purpose_ == Purpose::to_look) return other_type(array, i, column);
    if (!read) {
      return ColumnProblem{ColumnProblem::Kind::range, column.name, 0, {}, read.error().message,
                           column.role != Role::mask};
    }
    read->name = column.name;
    column = *std::move(read);
    auto problem = problem_with(column);
    if (problem && problem->kind == ColumnProblem::Kind::text) {
      problem->row.reset();  // all of the column is of that type
      problem->about = array.type()->ToString();
    }
    return problem;
  }

  Problem other_type(const arrow::ChunkedArray& array, std::size_t i, Column& column) const {
    if (purpose_ == Purpose::to_look) {
      is_unreadable_[i] = 1;
      column = Column(column.name, Texts(static_cast<std::size_t>(array.length())));
      return std::nullopt;
    }
    constexpr std::size_t longest = 57;
    const std::string type = shortened(array.type()->ToString(), longest);
    return ColumnProblem{ColumnProblem::Kind::type, column.name, 0, {}, type};
  }

  const Input& input_;
  const TableFile& file_;
  const ColumnChoice& choice_;
  const ReadOptions& options_;
  Purpose purpose_;
  std::vector<Wanted> wanted_;
  mutable std::vector<char> is_unreadable_;  // by column; each thread writes its own
  std::optional<Dialect> dialect_;
  std::optional<char> decimal_;
  std::vector<std::string> notes_;
};

Result<TableInFile> read_columns(const Input& input, const TableFile& file, Table columns,
                                 const ColumnChoice& choice, const ReadOptions& options,
                                 Reading::Purpose purpose) {
  Reading reading(input, file, choice, options, purpose);
  auto filled = reading.fill(std::move(columns));
  if (!filled) return filled.error();
  auto unreadable = reading.unreadable(*filled);
  return TableInFile{*std::move(filled), reading.layout(), std::move(unreadable), reading.notes()};
}

// What was read of a file that changed meanwhile is neither the old table nor the new one.
Result<TableInFile> if_steady(const Input& input, Result<TableInFile> read,
                              const ColumnChoice& choice) {
  if (input.progress.cancelled()) return cancelled_error();
  if (input.was_changed()) {
    return Error{ErrorKind::io, "it was changed while it was read; try again.", {input.name}};
  }
  if (!read) return read;
  if (auto problem = problem_with_kept(read->table, choice)) {
    return in_file(input.name, *std::move(problem));
  }
  return read;
}

Result<TableInFile> read_all(const Input& input, const ColumnChoice& choice,
                             const ReadOptions& options, Reading::Purpose purpose) {
  const auto file = open_table(input, options);
  if (!file) return file.error();
  auto table = chosen_columns(input, *file, choice);
  if (!table) return table.error();
  return read_columns(input, *file, *std::move(table), choice, options, purpose);
}

Result<TableInFile> read_steadily(const Input& input, const ColumnChoice& choice,
                                  const ReadOptions& options, Reading::Purpose purpose) {
  return if_steady(input, read_all(input, choice, options, purpose), choice);
}

}  // namespace

Result<TableFile> open_table(const Input& input, const ReadOptions& options) {
  auto file = opened(input, options);
  if (!file) return file;
  if (auto problem = problem_with_names(input, file->names)) return *std::move(problem);
  if (auto problem = problem_with_many(input, file->rows.value_or(0))) return *std::move(problem);
  return file;
}

Result<Table> chosen_columns(const Input& input, const TableFile& file,
                             const ColumnChoice& choice) {
  std::vector<Column> empty;
  for (const auto& name : file.names) empty.push_back({name, Reals{}});
  auto table = choose_columns(Table(std::move(empty)), choice);
  if (table) return table;
  return in_file(input.name, table.error());
}

Result<TableInFile> read_chosen(const Input& input, const TableFile& file, Table columns,
                                const ColumnChoice& choice, const ReadOptions& options) {
  return if_steady(
      input,
      read_columns(input, file, std::move(columns), choice, options, Reading::Purpose::to_mask),
      choice);
}

Result<TableInFile> read_input(const Input& input, const ColumnChoice& choice,
                               const ReadOptions& options) {
  return read_steadily(input, choice, options, Reading::Purpose::to_mask);
}

Result<TableInFile> read_file(const std::string& path, const ColumnChoice& choice,
                              const ReadOptions& options, const Progress& progress) {
  const auto format = format_of(path);
  if (!format) return format.error();
  const auto input = open_input(path, *format, progress);
  if (!input) return input.error();
  return read_input(*input, choice, options);
}

Result<Table> read_table(const std::string& path, const ColumnChoice& choice,
                         const ReadOptions& options, const Progress& progress) {
  auto read = read_file(path, choice, options, progress);
  if (!read) return read.error();
  return std::move(read->table);
}

Place with_line(const Place& place, const ReadOptions& options, const Progress& progress) {
  if (is_standard_stream(place.file) || !place.record) return place;
  const auto format = format_of(place.file);
  if (!format) return place;
  const auto input = open_input(place.file, *format, progress);
  if (!input) return place;
  const auto file = opened(*input, options);
  if (!file) return place;
  const auto columns = file->read({{.position = 0, .is_kept = true}});
  if (!columns || *place.record > columns->row_count) return place;
  const auto places = columns->places({*place.record - 1});
  if (places.empty()) return place;
  Place found = places.front();
  found.file = place.file;
  found.column = place.column;
  return found;
}

Result<TableInFile> read_to_look(const std::string& path, const ColumnChoice& choice,
                                 const ReadOptions& options, const Progress& progress) {
  const auto format = format_of(path);
  if (!format) return format.error();
  const auto input = open_input(path, *format, progress);
  if (!input) return input.error();
  return read_steadily(*input, choice, options, Reading::Purpose::to_look);
}

Result<TableInFile> read_all_columns(const std::string& path, const ReadOptions& options,
                                     const Progress& progress) {
  return read_to_look(path, {}, options, progress);
}

}  // namespace overhand::io
