#include <gtest/gtest.h>

#include "overhand/io/text_column_internal.h"
#include "overhand/table/cell_text.h"

namespace overhand::io {
namespace {

Column column_of(std::initializer_list<std::optional<std::string_view>> cells) {
  return {"x", Texts(cells)};
}

// "real 1.5 2 ~" with ~ for a missing value.
std::string told(const Column& column) {
  std::string words = name_of(column.type);
  for (std::size_t row = 0; row < column.size(); ++row)
    words += " " + cell_text(column, row).value_or("~");
  return words;
}

std::string read(const Column& column, const TextRules& rules = {}) {
  bool is_unsure = false;
  const std::string words = told(typed(column, rules, is_unsure));
  return is_unsure ? words + " (unsure)" : words;
}

TEST(TextColumn, BecomesNumbersWhereEveryCellIsOne) {
  EXPECT_EQ(read(column_of({"1,5", "2", std::nullopt}), {.decimal = ','}), "real 1.5 2 ~");
  EXPECT_EQ(read(column_of({"1.234", "17"}), {.decimal = ','}), "integer 1234 17");
  EXPECT_EQ(read(column_of({"1,234.5", "17"})), "real 1234.5 17");
  EXPECT_EQ(read(column_of({"1 234", "1'234"})), "text 1 234 1'234");
  EXPECT_EQ(read(column_of({"1,5", "2"})), "text 1,5 2");
  EXPECT_EQ(read(column_of({"9 223 372 036 854 775 808"})), "real 9.223372036854776e+18");
}

TEST(TextColumn, KeepsCodes) {
  EXPECT_EQ(read(column_of({"01067", "10115"})), "text 01067 10115");
  EXPECT_EQ(read(column_of({"01067", "10115"}), {.codes_are_texts = false}), "integer 1067 10115");
  EXPECT_EQ(read(column_of({"89490200000000000017", "1"})), "text 89490200000000000017 1");
  EXPECT_EQ(read(column_of({"9007199254740993", "0.5"})), "text 9007199254740993 0.5");
  EXPECT_EQ(read(column_of({"9007199254740993", "1"})), "integer 9007199254740993 1");
  EXPECT_EQ(read(column_of({"89490200000000000017"}), {.codes_are_texts = false}),
            "real 8.94902e+19");
}

TEST(TextColumn, TakesWordsForMissingAmongNumbersAndDates) {
  EXPECT_EQ(read(column_of({"1,5", "-", "n/a", ".", "NA", "", "null"}), {.decimal = ','}),
            "real 1.5 ~ ~ ~ ~ ~ ~");
  EXPECT_EQ(read(column_of({"31.12.2020", "-"})), "date 2020-12-31 ~");
  EXPECT_EQ(read(column_of({"x", "-", "n/a", "NA", ""})), "text x - n/a ~ ~");
  EXPECT_EQ(read(column_of({"-", "-"})), "text - -");
  EXPECT_EQ(read(column_of({"1", "99", "?"}), {.missing = {"99", "?"}}), "integer 1 ~ ~");
  EXPECT_EQ(read(column_of({"x", "99"}), {.missing = {"99"}}), "text x ~");
}

TEST(TextColumn, StaysTextWhereDaysAndMonthsCannotBeTold) {
  EXPECT_EQ(read(column_of({"03/04/2020", "05/06/2020"})), "text 03/04/2020 05/06/2020 (unsure)");
}

TEST(TextColumn, CanBeLeftUntyped) {
  EXPECT_EQ(told(untyped(column_of({"1", "NA", "2020-01-01"}), {})), "text 1 ~ 2020-01-01");
}

}  // namespace
}  // namespace overhand::io
