// Texts that are longer than the beginning in which types are looked for.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "overhand/io/read_table.h"
#include "support/folder.h"
#include "support/people.h"

namespace overhand::io {
namespace {

constexpr std::size_t rows = 200'000;  // some 9 MB

class LongTextTest : public testing::FolderTest {
 protected:
  // What each column has in most records, and in the last.
  Table read(const std::vector<std::pair<std::string, std::string>>& columns) const {
    std::string text = "number,half";
    for (std::size_t j = 0; j < columns.size(); ++j) text += fmt::format(",c{}", j);
    for (std::size_t row = 0; row < rows; ++row) {
      text += fmt::format("\n{},{}", row * 1'000'003, static_cast<double>(row) / 2 + 0.25);
      for (const auto& [most, last] : columns) text += "," + (row + 1 < rows ? most : last);
    }
    write("long.csv", text + "\n");
    const auto table = read_all_columns(path("long.csv"));
    EXPECT_TRUE(table) << sentence_of(table.error());
    return table->table;
  }
};

TEST_F(LongTextTest, TypesAreThoseOfAllRecords) {
  const Table table = read({{"7", "8"},
                            {"7", "7.5"},
                            {"7", "seven"},
                            {"7.5", "seven"},
                            {"true", "false"},
                            {"true", "perhaps"},
                            {"2020-01-31", "2020-02-01"},
                            {"2020-01-31", "2020-02-01 10:00:00"},
                            {"", "12"}});
  const std::vector<Type> types = {type::Integer{}, type::Real{},    type::Integer{}, type::Real{},
                                   type::Text{},    type::Text{},    type::Boolean{}, type::Text{},
                                   type::Date{},    type::Integer{}, type::Integer{}};
  ASSERT_EQ(table.row_count(), rows);
  for (std::size_t j = 0; j < table.column_count(); ++j) {
    const Column& column = table.columns()[j];
    if (column.name == "c7") {
      EXPECT_TRUE(std::holds_alternative<type::Timestamp>(column.type));
    } else {
      EXPECT_EQ(column.type, types[j]) << column.name;
    }
  }
  EXPECT_EQ(testing::cells_of(table, "c1").back(), "7.5");
  EXPECT_EQ(testing::cells_of(table, "c2").front(), "7");
  EXPECT_EQ(testing::cells_of(table, "c2").back(), "seven");
  EXPECT_EQ(missing_count(testing::column_of(table, "c8").values), rows - 1);
}

TEST_F(LongTextTest, ALineMayBeLongerThanABlock) {
  const std::string letters(1 << 20, 'x');
  const Table table = read({{"short", letters}});
  EXPECT_EQ(testing::cells_of(table, "c0").back(), letters);
}

}  // namespace
}  // namespace overhand::io
