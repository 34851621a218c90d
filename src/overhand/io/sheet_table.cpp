#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ranges>

#include "overhand/core/text.h"
#include "overhand/io/header_line_internal.h"
#include "overhand/io/totals_row_internal.h"
#include "overhand/io/workbook_internal.h"

namespace overhand::io {
namespace {

// Where in its sheet the table is.
struct Block {
  std::size_t first_row = most_sheet_rows;
  std::size_t end_row = 0;
  std::vector<std::size_t> columns;  // those with cells
};

// Without the first rows.
Block block_of(const Sheet& sheet, std::size_t skip) {
  Block block;
  for (std::size_t j = 0; j < sheet.columns.size(); ++j) {
    const auto& cells = sheet.columns[j];
    const auto first =
        std::ranges::find_if(cells, [&](const auto& cell) { return cell.row >= skip; });
    if (first == cells.end()) continue;
    block.first_row = std::min<std::size_t>(block.first_row, first->row);
    block.end_row = std::max<std::size_t>(block.end_row, cells.back().row + 1);
    block.columns.push_back(j);
  }
  return block;
}

// The texts of the rows begin..end-1, "" where there is no cell.
std::vector<Fields> texts_of(const Sheet& sheet, const Block& block, std::size_t begin,
                             std::size_t end) {
  std::vector<Fields> rows(end - begin, Fields(block.columns.size()));
  for (std::size_t j = 0; j < block.columns.size(); ++j) {
    for (const SheetCell& cell : sheet.columns[block.columns[j]]) {
      if (cell.row >= end) break;
      if (cell.row >= begin) rows[cell.row - begin][j] = text_in(sheet, cell);
    }
  }
  return rows;
}

bool overlaps(const CellRange& range, const Block& block) {
  return range.first.row < block.end_row && range.last.row >= block.first_row &&
         range.first.column <= block.columns.back() && range.last.column >= block.columns.front();
}

// The names may be in a row below: the first in which every column has a text.
// `otherwise` where there is none such.
std::vector<Remedy> skip_titles(const Sheet& sheet, const Block& block,
                                const std::string& otherwise) {
  constexpr std::size_t most_titles = 50;
  const std::size_t end = std::min(block.first_row + most_titles, block.end_row);
  std::vector<std::size_t> texts(end - block.first_row);
  for (const std::size_t column : block.columns) {
    for (const SheetCell& cell : sheet.columns[column]) {
      if (cell.row >= end) break;
      if (cell.row < block.first_row || cell.kind != CellKind::text) continue;
      ++texts[cell.row - block.first_row];
    }
  }
  const auto found = std::find(texts.begin() + 1, texts.end(), block.columns.size());
  if (found == texts.end()) return {{Action::say_skip, {}, otherwise}};
  const auto row = block.first_row + static_cast<std::size_t>(found - texts.begin());
  return {{Action::say_skip, {}, std::to_string(row)}};
}

// A merged cell stands for several, and which of them have its value nobody can tell.
std::optional<Error> problem_with_merged(const Input& input, const Sheet& sheet,
                                         const Block& block) {
  const auto found = std::ranges::find_if(
      sheet.merged, [&](const CellRange& range) { return overlaps(range, block); });
  if (found == sheet.merged.end()) return std::nullopt;
  const bool is_header = found->first.row <= block.first_row;
  const auto name = [](const CellReference& at) {
    return column_letters(at.column) + std::to_string(at.row + 1);
  };
  return Error{
      ErrorKind::invalid_data,
      fmt::format("cells {} to {}{} are merged, so that their columns cannot be told apart; "
                  "separate them.",
                  name(found->first), name(found->last),
                  is_header ? ", where the names of the columns should be," : ""),
      place_in(input, sheet, found->first.row),
      is_header ? skip_titles(sheet, block, std::to_string(found->last.row + 1))
                : std::vector<Remedy>{}};
}

// One column may have no name: pandas writes the numbers of its rows so.
std::optional<Error> problem_with_names(const Input& input, const Sheet& sheet, const Block& block,
                                        const Fields& names) {
  std::vector<std::string> nameless;
  for (std::size_t j = 0; j < names.size(); ++j) {
    if (names[j].empty()) nameless.push_back(column_letters(block.columns[j]));
  }
  if (nameless.size() < 2) return std::nullopt;
  constexpr std::size_t most = 5;
  const bool are_many = nameless.size() > most;
  if (are_many) nameless.resize(most);
  return Error{
      ErrorKind::invalid_data,
      fmt::format("the names of the columns should be here, but {}{} have cells below and no "
                  "name.",
                  fmt::join(nameless, ", "), are_many ? " and more" : ""),
      place_in(input, sheet, block.first_row), skip_titles(sheet, block, "")};
}

Error looks_like_a_record(const Input& input, const Sheet& sheet, const Block& block,
                          std::optional<std::size_t> field) {
  return {ErrorKind::invalid_data,
          record_words("row", field),
          place_in(input, sheet, block.first_row),
          {{Action::say_no_header}, {Action::say_header}}};
}

Error looks_like_a_title(const Input& input, const Sheet& sheet, const Block& block,
                         std::size_t names) {
  return {ErrorKind::invalid_data,
          "the first row fills one cell alone, and names of columns stand below it.",
          place_in(input, sheet, block.first_row),
          {{Action::say_skip, {}, std::to_string(names)}, {Action::say_header}}};
}

// The names of the columns, and in which row the records begin.
struct Head {
  Fields names;
  std::size_t first_record = 0;
};

Result<Head> head_of(const Input& input, const Sheet& sheet, const Block& block, Header header) {
  constexpr std::size_t enough = 1000;
  const std::size_t below = block.first_row + 1;
  const Fields first = texts_of(sheet, block, block.first_row, below)[0];
  if (header == Header::absent && !are_names_of_ours(first)) {
    return Head{numbered_names(first.size()), block.first_row};
  }
  if (auto problem = problem_with_names(input, sheet, block, first)) return *std::move(problem);
  const auto records = texts_of(sheet, block, below, std::min(below + enough, block.end_row));
  if (header == Header::detect && looks_like_record(first, records)) {
    return looks_like_a_record(input, sheet, block, field_said_again(first, records));
  }
  if (header == Header::detect) {
    const auto names = names_below_title(first, records);
    if (names) return looks_like_a_title(input, sheet, block, below + *names);
  }
  if (below == block.end_row) return input.error("there is a header, but no record below it.");
  return Head{first, below};
}

// The decimal sign of the texts that are to be numbers.
Result<char> decimal_in(const Input& input, const Sheet& sheet, const Block& block,
                        const Head& head, const std::vector<Wanted>& wanted,
                        const TextRules& rules) {
  const RecordRows records{head.first_record, block.end_row - head.first_record};
  std::vector<DecimalClue> clues;
  for (const Wanted& column : wanted) {
    if (column.is_kept || column.is_text) continue;
    clues.push_back(decimal_clue(sheet, block.columns[column.position], records, rules));
    clues.back().column = head.names[column.position];
  }
  return agreed_decimal(clues, '\0', '.', [&](std::size_t row) {
    return place_in(input, sheet, head.first_record + row);
  });
}

// Notes below the table: behind an empty row, rows of one text each. With it, how many there are.
std::size_t rows_of_notes(const Sheet& sheet, const Block& block, std::size_t first_record) {
  constexpr std::size_t most = 20;
  constexpr std::size_t fewest_columns = 3;  // of fewer, a row of one cell may be a record
  if (block.columns.size() < fewest_columns) return 0;
  const std::size_t rows = std::min(most, block.end_row - first_record);
  const std::size_t begin = block.end_row - rows;
  std::vector<std::size_t> cells(rows);
  std::vector<std::size_t> texts(rows);
  for (const std::size_t column : block.columns) {
    for (const SheetCell& cell : sheet.columns[column] | std::views::reverse) {
      if (cell.row < begin) break;
      ++cells[cell.row - begin];
      texts[cell.row - begin] += static_cast<std::size_t>(cell.kind == CellKind::text);
    }
  }
  std::size_t records = rows;
  while (records > 0 && cells[records - 1] <= 1 && texts[records - 1] == cells[records - 1]) {
    --records;
  }
  const bool is_behind_gap = records > 0 && records < rows && cells[records] == 0;
  return is_behind_gap ? rows - records : 0;
}

bool ends_in_totals(const Sheet& sheet, const Block& block, std::size_t first_record) {
  constexpr std::size_t enough = 1000;
  const Fields last = texts_of(sheet, block, block.end_row - 1, block.end_row)[0];
  const std::size_t end = std::min(first_record + enough, block.end_row);
  return says_totals(last, texts_of(sheet, block, first_record, end));
}

std::string about_notes(std::size_t rows) {
  return fmt::format(
      "the last {} rows are left out: below an empty row they hold notes, no records.", rows);
}

Columns columns_of(const Input& input, const std::shared_ptr<Sheet>& sheet, const Block& block,
                   std::size_t first_record, const std::vector<Wanted>& wanted,
                   const TextRules& rules) {
  Columns columns;
  columns.says_totals = ends_in_totals(*sheet, block, first_record);
  columns.row_count = block.end_row - first_record;
  columns.decimal = rules.decimal;
  columns.column = [=, rows = columns.row_count](std::size_t i) {
    const std::size_t position = block.columns[wanted[i].position];
    auto column = column_of(input, *sheet, position, {first_record, rows}, wanted[i], rules);
    // Each column is handed out once and released here, so that the table is never there twice.
    std::vector<SheetCell>().swap(sheet->columns[position]);
    return column;
  };
  columns.places = [=](const std::vector<std::size_t>& rows) {
    std::vector<Place> places;
    for (const std::size_t row : rows)
      places.push_back(place_in(input, *sheet, first_record + row));
    return places;
  };
  return columns;
}

}  // namespace

Result<TableFile> table_of(const Input& input, const ReadOptions& options, Sheet read) {
  const auto sheet = std::make_shared<Sheet>(std::move(read));
  Block block = block_of(*sheet, options.skip);
  if (block.columns.empty()) {
    return input.error(fmt::format("the sheet '{}' has no cells.", printable(sheet->name)));
  }
  if (auto problem = problem_with_merged(input, *sheet, block)) return *std::move(problem);
  auto head = head_of(input, *sheet, block, options.header);
  if (!head) return head.error();
  const std::size_t notes = rows_of_notes(*sheet, block, head->first_record);
  block.end_row -= notes;
  if (options.last_row == LastRow::totals && head->first_record < block.end_row) --block.end_row;
  const auto columns = [=, head = *head](const std::vector<Wanted>& wanted) -> Result<Columns> {
    TextRules rules{.missing = options.missing};
    const auto decimal =
        options.decimal ? *options.decimal : decimal_in(input, *sheet, block, head, wanted, rules);
    if (!decimal) return decimal.error();
    rules.decimal = *decimal;
    Columns found = columns_of(input, sheet, block, head.first_record, wanted, rules);
    if (notes > 0) found.notes = {about_notes(notes)};
    return found;
  };
  return TableFile{head->names, columns, Layout{.format = input.format.file, .sheet = sheet->name}};
}

}  // namespace overhand::io
