// Cells of a workbook's sheet, and the table that they are, without a file.
#include <gtest/gtest.h>

#include "overhand/io/sheet_internal.h"
#include "overhand/io/workbook_internal.h"
#include "support/people.h"

namespace overhand::io {
namespace {

using Words = std::vector<std::string>;

const Progress silent;

Input input() {
  return {"book.xlsx", {FileFormat::xlsx}, nullptr, [] { return false; }, silent};
}

// A sheet by rows: texts that are numbers become numbers, "" is no cell, "'7" is a text.
Sheet sheet_of(const std::vector<Words>& rows) {
  SheetBuilder builder;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (std::size_t column = 0; column < rows[row].size(); ++column) {
      const std::string& cell = rows[row][column];
      const CellReference at{row, column};
      if (cell.starts_with('\'')) {
        builder.add_text(at, cell.substr(1));
      } else if (!cell.empty() &&
                 (std::isdigit(static_cast<unsigned char>(cell[0])) != 0 || cell[0] == '-')) {
        builder.add_number(at, cell);
      } else {
        builder.add_text(at, cell);
      }
    }
  }
  EXPECT_EQ(builder.state(), SheetBuilder::State::sound);
  return std::move(builder).finish("people");
}

// All columns, to be masked or as texts.
Result<Table> table_in(const Sheet& sheet, const ReadOptions& options = {}, bool is_kept = false) {
  const auto file = table_of(input(), options, sheet);
  if (!file) return file.error();
  std::vector<Wanted> wanted;
  for (std::size_t j = 0; j < file->names.size(); ++j) wanted.push_back({j, is_kept});
  const auto columns = file->read(wanted);
  if (!columns) return columns.error();
  std::vector<Column> all;
  for (std::size_t j = 0; j < wanted.size(); ++j) {
    auto column = columns->column(j);
    if (!column) return column.error();
    column->name = file->names[j];
    all.push_back(*std::move(column));
  }
  return Table(std::move(all));
}

std::string problem_in(const Sheet& sheet, const ReadOptions& options = {}) {
  const auto table = table_in(sheet, options);
  return table ? "" : sentence_of(table.error());
}

TEST(SheetBuilder, KeepsDigitsThatNoDoubleHolds) {
  SheetBuilder builder;
  builder.add_number({0, 0}, "9007199254740993");
  builder.add_number({1, 0}, "9007199254740991");
  builder.add_number({2, 0}, "1e20");
  builder.add_number({3, 0}, "-12345678901234567890");
  builder.add_number({4, 0}, "nan");
  builder.add_number({5, 0}, "abc");
  const Sheet sheet = std::move(builder).finish("s");
  ASSERT_EQ(sheet.columns[0].size(), 5U);  // what is not a number is no cell
  EXPECT_EQ(sheet.columns[0][0].kind, CellKind::whole);
  EXPECT_EQ(text_in(sheet, sheet.columns[0][0]), "9007199254740993");
  EXPECT_EQ(sheet.columns[0][1].kind, CellKind::number);
  EXPECT_EQ(sheet.columns[0][2].kind, CellKind::number);
  EXPECT_EQ(text_in(sheet, sheet.columns[0][3]), "-12345678901234567890");
  EXPECT_EQ(sheet.columns[0][4].kind, CellKind::error);
}

TEST(SheetBuilder, RefusesCellsTwiceAndBeyondASheet) {
  const auto state_after = [](const std::vector<CellReference>& cells) {
    SheetBuilder builder;
    for (const CellReference& at : cells) builder.add(at, CellKind::number, 1);
    return builder.state();
  };
  using State = SheetBuilder::State;
  EXPECT_EQ(state_after({{0, 0}, {0, 5}, {0, 3}, {1, 0}}), State::sound);
  EXPECT_EQ(state_after({{3, 0}, {3, 0}}), State::out_of_order);
  EXPECT_EQ(state_after({{3, 0}, {2, 0}}), State::out_of_order);
  EXPECT_EQ(state_after({{most_sheet_rows, 0}}), State::out_of_order);
  EXPECT_EQ(state_after({{0, most_sheet_columns}}), State::out_of_order);
  EXPECT_EQ(state_after({{most_sheet_rows - 1, most_sheet_columns - 1}}), State::sound);
}

TEST(SheetBuilder, TakesNothingMoreOnceItIsWrong) {
  SheetBuilder builder;
  builder.add({1, 0}, CellKind::number, 1);
  builder.add({0, 0}, CellKind::number, 2);
  builder.add({2, 0}, CellKind::number, 3);
  EXPECT_EQ(builder.cell_count(), 1U);
}

TEST(SheetText, IsTheShortestOfEachKind) {
  SheetBuilder builder;
  constexpr double day = 86'400'000;
  builder.add({0, 0}, CellKind::number, 0.1);
  builder.add({1, 0}, CellKind::boolean, 1);
  builder.add({2, 0}, CellKind::date, 18'262 * day);
  builder.add({3, 0}, CellKind::date, 18'262 * day + 1000);
  builder.add({4, 0}, CellKind::date, 18'262 * day + 1);
  builder.add({5, 0}, CellKind::time, 45'000'000);
  builder.add({6, 0}, CellKind::error);
  builder.add_text({7, 0}, "007", CellKind::code);
  const Sheet sheet = std::move(builder).finish("s");
  Words texts;
  for (const SheetCell& cell : sheet.columns[0]) texts.push_back(text_in(sheet, cell));
  EXPECT_EQ(texts, (Words{"0.1", "true", "2020-01-01", "2020-01-01 00:00:01",
                          "2020-01-01 00:00:00.001", "12:30:00", "", "007"}));
  EXPECT_EQ(text_in(sheet, sheet.columns[0][0], ','), "0,1");
}

TEST(SheetTable, HasItsNamesInTheFirstRowWithCells) {
  const auto table =
      table_in(sheet_of({{}, {}, {"", "age", "name"}, {"", "31", "Ada"}, {"", "47"}}));
  ASSERT_TRUE(table) << sentence_of(table.error());
  EXPECT_EQ(column_names(*table), (Words{"age", "name"}));
  EXPECT_EQ(testing::cells_of(*table, "age"), (Words{"31", "47"}));
  EXPECT_EQ(testing::cells_of(*table, "name"), (Words{"Ada", ""}));
}

TEST(SheetTable, TakesEachColumnForWhatAllItsCellsAre) {
  const auto table = table_in(sheet_of({{"whole", "part", "text", "told", "gaps"},
                                        {"1", "1.5", "a", "'7", ""},
                                        {"2", "2", "b", "'8", "3"}}));
  ASSERT_TRUE(table) << sentence_of(table.error());
  EXPECT_EQ(name_of(table->columns()[0].type), "integer");
  EXPECT_EQ(name_of(table->columns()[1].type), "real");
  EXPECT_EQ(name_of(table->columns()[2].type), "text");
  EXPECT_EQ(name_of(table->columns()[3].type), "integer");  // digits in quotes are numbers as well
  EXPECT_EQ(testing::cells_of(*table, "gaps"), (Words{"", "3"}));
}

TEST(SheetTable, AsksAboutAFirstRowThatMayBeARecord) {
  const Sheet sheet = sheet_of({{"31", "2000"}, {"47", "1800"}});
  const auto asked = table_of(input(), {}, sheet);
  ASSERT_FALSE(asked);
  EXPECT_EQ(sentence_of(asked.error()),
            "book.xlsx, sheet 'people', row 1: the first row looks like a record, not like names "
            "of columns.");
  ASSERT_EQ(asked.error().remedies.size(), 2U);
  EXPECT_EQ(asked.error().remedies[0].action, Action::say_no_header);
  const auto absent = table_in(sheet, {.header = Header::absent});
  ASSERT_TRUE(absent);
  EXPECT_EQ(column_names(*absent), (Words{"column1", "column2"}));
  EXPECT_EQ(absent->row_count(), 2U);
  EXPECT_EQ(table_in(sheet, {.header = Header::present})->row_count(), 1U);
}

TEST(SheetTable, SaysWhichColumnsHaveNoName) {
  EXPECT_EQ(problem_in(sheet_of({{"", "age"}, {"1", "31"}})), "");  // one: pandas' numbers of rows
  EXPECT_EQ(problem_in(sheet_of({{"", "age", ""}, {"1", "31", "7"}})),
            "book.xlsx, sheet 'people', row 1: the names of the columns should be here, but A, C "
            "have cells below and no name.");
  EXPECT_TRUE(problem_in(sheet_of({{"x"}, {"1", "2", "3", "4", "5", "6", "7"}}))
                  .ends_with("but B, C, D, E, F and more have cells below and no name."));
}

TEST(SheetTable, SkipsRowsAboveTheNames) {
  const Sheet sheet =
      sheet_of({{"A title"}, {"of two rows"}, {"age", "hours", "pay"}, {"31", "40", "9"}});
  EXPECT_NE(problem_in(sheet), "");
  const auto table = table_in(sheet, {.skip = 2});
  ASSERT_TRUE(table) << sentence_of(table.error());
  EXPECT_EQ(column_names(*table), (Words{"age", "hours", "pay"}));
  EXPECT_EQ(problem_in(sheet, {.skip = 9}), "book.xlsx: the sheet 'people' has no cells.");
}

TEST(SheetTable, RefusesMergedCells) {
  Sheet sheet = sheet_of({{"age", "hours"}, {"31", "40"}, {"47", "38"}});
  sheet.merged = {*cell_range("A2:A3")};
  EXPECT_EQ(problem_in(sheet),
            "book.xlsx, sheet 'people', row 2: cells A2 to A3 are merged, so that their columns "
            "cannot be told apart; separate them.");
  sheet.merged = {*cell_range("A1:B1")};
  const auto header = table_of(input(), {}, sheet);
  ASSERT_FALSE(header);
  EXPECT_NE(header.error().message.find("where the names of the columns should be"),
            std::string::npos);
  ASSERT_EQ(header.error().remedies.size(), 1U);
  EXPECT_EQ(header.error().remedies[0].value, "1");
  sheet.merged = {*cell_range("D7:E9")};  // beside the table
  EXPECT_EQ(problem_in(sheet), "");
}

TEST(SheetTable, WithoutRecordsSaysSo) {
  EXPECT_EQ(problem_in(sheet_of({{"age", "hours"}})),
            "book.xlsx: there is a header, but no record below it.");
  EXPECT_EQ(problem_in(sheet_of({})), "book.xlsx: the sheet 'people' has no cells.");
}

TEST(SheetTable, LeavesOutTheRowOfTotalsWhereItIsOne) {
  const Sheet sheet = sheet_of({{"who", "sum"}, {"Ada", "1"}, {"Bo", "2"}, {"Total", "3"}});
  EXPECT_EQ(table_in(sheet)->row_count(), 3U);
  EXPECT_EQ(table_in(sheet, {.last_row = LastRow::totals})->row_count(), 2U);
}

TEST(SheetTable, AsksForTheDecimalSignOfTexts) {
  const Sheet open = sheet_of({{"sum"}, {"'1,234"}, {"'2,345"}});
  EXPECT_EQ(problem_in(open),
            "book.xlsx, sheet 'people', row 2: a number like 1,234 in column 'sum' can be 1234 "
            "(with a decimal point) or 1.234 (with a decimal comma).");
  EXPECT_EQ(testing::cells_of(*table_in(open, {.decimal = ','}), "sum"), (Words{"1.234", "2.345"}));
  EXPECT_EQ(testing::cells_of(*table_in(open, {.decimal = '.'}), "sum"), (Words{"1234", "2345"}));
  const Sheet told = sheet_of({{"sum", "x"}, {"'1,5", "2"}, {"'12,25", "3"}});
  EXPECT_EQ(testing::cells_of(*table_in(told), "sum"), (Words{"1.5", "12.25"}));
}

TEST(SheetTable, SaysWhereACellHasNoValue) {
  for (const auto& [kind, word] : std::vector<std::pair<CellKind, std::string>>{
           {CellKind::error, "error"}, {CellKind::no_result, "formula"}}) {
    SheetBuilder builder;
    builder.add_text({0, 0}, "age");
    builder.add({1, 0}, CellKind::number, 31);
    builder.add({2, 0}, kind);
    const std::string problem = problem_in(std::move(builder).finish("people"));
    EXPECT_TRUE(problem.starts_with("book.xlsx, sheet 'people', row 3")) << problem;
    EXPECT_NE(problem.find(word), std::string::npos) << problem;
  }
}

TEST(SheetNames, AreFoundByNameBeforeNumber) {
  const std::vector<SheetName> sheets = {{"2"}, {"people"}, {"lists", true, true}};
  EXPECT_EQ(sheet_called("people", sheets), 1U);
  EXPECT_EQ(sheet_called("2", sheets), 0U);  // it is called so
  EXPECT_EQ(sheet_called("3", sheets), 2U);
  for (const char* none : {"0", "4", "-1", "People", ""}) {
    EXPECT_EQ(sheet_called(none, sheets), std::nullopt) << none;
  }
  EXPECT_EQ(sentence_of(no_such_sheet(input(), "x", sheets)),
            "book.xlsx: there is no sheet 'x'; there are '2', 'people', 'lists' (hidden).");
}

TEST(SheetNames, AreAskedForWhereSeveralHaveCells) {
  const auto only = only_sheet(input(), {{"a"}, {"b", false, true}});
  ASSERT_TRUE(only);
  EXPECT_EQ(*only, 1U);
  const auto several = only_sheet(input(), {{"a", false, true}, {"b", true, true}, {"c"}});
  ASSERT_FALSE(several);
  EXPECT_EQ(sentence_of(several.error()),
            "book.xlsx: several sheets have cells: 'a', 'b' (hidden).");
  EXPECT_EQ(several.error().remedies[0].columns, (Words{"a", "b"}));
  EXPECT_EQ(sentence_of(only_sheet(input(), {{"a"}}).error()),
            "book.xlsx: no sheet of the workbook has cells.");
}

}  // namespace
}  // namespace overhand::io
