#include "overhand/table/cell_text.h"

#include <gtest/gtest.h>

namespace overhand {
namespace {

constexpr auto second = TimeUnit::second;
constexpr auto milli = TimeUnit::millisecond;
constexpr auto nano = TimeUnit::nanosecond;

struct Case {
  Type type;
  std::int64_t value;
  const char* text;
};

const std::vector<Case> cases = {
    {type::Integer{}, 9007199254740993, "9007199254740993"},
    {type::Integer{}, -5, "-5"},
    {type::Boolean{}, 1, "true"},
    {type::Boolean{}, 0, "false"},
    {type::Date{}, 0, "1970-01-01"},
    {type::Date{}, -1, "1969-12-31"},
    {type::Date{}, 20772, "2026-11-15"},
    {type::Date{}, -719528, "0000-01-01"},
    {type::Date{}, 2932896, "9999-12-31"},
    {type::Timestamp{second}, 86399, "1970-01-01 23:59:59"},
    {type::Timestamp{second}, 253402300799, "9999-12-31 23:59:59"},
    {type::Timestamp{milli}, -1, "1969-12-31 23:59:59.999"},
    {type::Timestamp{milli, "Europe/Berlin"}, 1704106800000, "2024-01-01 11:00:00.000Z"},
    {type::Timestamp{nano, "UTC"}, 1, "1970-01-01 00:00:00.000000001Z"},
    {type::Timestamp{nano}, 4611686018427387905, "2116-02-20 23:53:38.427387905"},
    {type::Duration{nano}, -7, "-7"},
};

TEST(CellText, ShowsEachTypeAsACsvDoes) {
  for (const Case& a_case : cases) {
    EXPECT_EQ(cell_text({"x", a_case.type, Integers{a_case.value}}, 0), a_case.text);
    EXPECT_EQ(cell_text({"x", a_case.type, Integers{missing_integer}}, 0), std::nullopt);
  }
  EXPECT_EQ(cell_text({"x", Reals{0.1}}, 0), "0.1");
  EXPECT_EQ(cell_text({"x", Reals{missing_real}}, 0), std::nullopt);
  EXPECT_EQ(cell_text({"x", Texts{"a"}}, 0), "a");
}

TEST(CellText, ShowsAKeptSingleAsOne) {
  Column column("x", Reals{0.1F});
  column.format = "f";
  EXPECT_EQ(cell_text(column, 0), "0.10000000149011612");  // masked: as the amount it is
  column.role = Role::keep;
  EXPECT_EQ(cell_text(column, 0), "0.1");
}

TEST(CellText, ReadsItsOwnTextsBack) {
  for (const Case& a_case : cases) {
    EXPECT_EQ(integer_of(a_case.type, a_case.text), a_case.value) << a_case.text;
  }
}

TEST(CellText, ReadsNoOtherTexts) {
  for (const char* text : {"", "x", "1970-1-1", "1970-02-30", "1970-01-01 ", "1970-01-01T00:00:00",
                           "1970-01-01 00:00:00", "9999-12-31 23:59:59.999999999", "True", "01"}) {
    for (const Type& type : {Type(type::Boolean{}), Type(type::Date{}), Type(type::Integer{}),
                             Type(type::Timestamp{nano})}) {
      EXPECT_EQ(integer_of(type, text), std::nullopt) << text << " as " << name_of(type);
    }
  }
}

TEST(CellText, TimesHaveATextInTheYears0To9999) {
  EXPECT_FALSE(has_text(type::Date{}, -719529));
  EXPECT_TRUE(has_text(type::Date{}, -719528));
  EXPECT_TRUE(has_text(type::Date{}, 2932896));
  EXPECT_FALSE(has_text(type::Date{}, 2932897));
  EXPECT_FALSE(has_text(type::Timestamp{second}, std::int64_t{1} << 62));
  EXPECT_TRUE(has_text(type::Timestamp{nano}, std::int64_t{1} << 62));
  EXPECT_TRUE(has_text(type::Duration{second}, std::int64_t{1} << 62));
}

TEST(CellText, TimesOfDay) {
  EXPECT_EQ(time_of_day_text(second, 86399), "23:59:59");
  EXPECT_EQ(time_of_day_text(milli, 1), "00:00:00.001");
  EXPECT_EQ(time_of_day_text(TimeUnit::microsecond, 45000000000), "12:30:00.000000");
}

}  // namespace
}  // namespace overhand
