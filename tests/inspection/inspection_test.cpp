#include "overhand/inspection/inspection.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "overhand/table/cell_text.h"
#include "support/tables.h"

namespace overhand::inspection {
namespace {

using Counts = std::vector<std::size_t>;

Inspection inspection_of(std::vector<Column> columns) {
  return *inspect(Table(std::move(columns)));
}
InspectedColumn inspected(Column column) {
  return inspection_of({std::move(column)}).columns.front();
}

// The texts, over and over.
Column texts(const char* name, std::size_t records, const std::vector<std::string>& values) {
  TextsBuilder builder;
  for (std::size_t i = 0; i < records; ++i) builder.append(values[i % values.size()]);
  return {name, std::move(builder).finish()};
}
Column numbers(const char* name, std::size_t records, const std::vector<std::int64_t>& values) {
  Integers cells(records);
  for (std::size_t i = 0; i < records; ++i) cells[i] = values[i % values.size()];
  return {name, cells};
}
template <class Make>
Column made(const char* name, std::size_t records, const Make& make) {
  TextsBuilder builder;
  for (std::size_t i = 0; i < records; ++i) builder.append(make(i));
  return {name, std::move(builder).finish()};
}
Column days(const char* name, std::size_t records, std::size_t distinct) {
  Integers cells(records);
  for (std::size_t i = 0; i < records; ++i) cells[i] = static_cast<std::int64_t>(i % distinct * 31);
  return {name, type::Date{}, cells};
}

std::string found(const Column& column) {
  const InspectedColumn one = inspected(column);
  return name_of(one.type) + " " + name_of(one.role);
}

TEST(Inspection, OfWholeNumbers) {
  const InspectedColumn age = inspected({"age", Integers{20, 40, missing_integer, 20}});
  EXPECT_EQ(age.name, "age");
  EXPECT_EQ(name_of(age.type), "integer");
  EXPECT_EQ(age.role, Treatment::mask);
  EXPECT_EQ(age.missing, 1U);
  EXPECT_EQ(age.distinct, 2U);
  Counts expected(20);
  expected.front() = 2;
  expected.back() = 1;
  EXPECT_EQ(age.histogram, expected);
  EXPECT_EQ(age.range->low, Bound(std::int64_t{20}));
  EXPECT_EQ(age.range->high, Bound(std::int64_t{40}));
  EXPECT_TRUE(age.levels.empty());
}

TEST(Inspection, WholeRealsAreWhatTheSameIntegersAre) {
  const Column whole("pay", Integers{7, 3, missing_integer, 9});
  const InspectedColumn a = inspected(whole);
  const InspectedColumn b = inspected({"pay", reals(whole)});
  EXPECT_EQ(name_of(b.found), "integer");
  EXPECT_EQ(a.range->low, b.range->low);
  EXPECT_EQ(a.histogram, b.histogram);
  EXPECT_EQ(name_of(inspected({"pay", Reals{0.5, 1, 2}}).found), "real");
  EXPECT_EQ(name_of(inspected({"pay", Reals{0x1p53, 1, 2}}).found),
            "real");  // no integer of its own
}

TEST(Inspection, WhatIsInfiniteIsInNoPicture) {
  const InspectedColumn one =
      inspected({"x", Reals{1.5, std::numeric_limits<double>::infinity(), 2.5}});
  EXPECT_EQ(one.range->high, Bound(2.5));
  EXPECT_EQ(one.histogram.front() + one.histogram.back(), 2U);
}

TEST(Inspection, MidnightsAreDatesOtherTimesAreNot) {
  const std::int64_t day = seconds_per_day * 1'000'000;
  const Column midnights("seen", type::Timestamp{}, Integers{0, day, missing_integer});
  EXPECT_EQ(name_of(inspected(midnights).found), "date");
  EXPECT_EQ(inspected(midnights).range->high, Bound(std::string("1970-01-02")));
  const Column later("seen", type::Timestamp{}, Integers{0, day + 1'500'000});
  EXPECT_EQ(name_of(inspected(later).found), "timestamp");
  EXPECT_EQ(inspected(later).range->high, Bound(std::string("1970-01-02 00:00:01.5")));
  const Column zoned("seen", type::Timestamp{.zone = "UTC"}, Integers{0, day});
  EXPECT_EQ(name_of(inspected(zoned).found), "timestamp");
}

TEST(Inspection, TextsOfDatesAndTruthAreThat) {
  EXPECT_EQ(found(texts("seen", 100, {"2026-01-31", "2026-02-28"})), "date mask");
  EXPECT_EQ(found(texts("seen", 100, {"31.01.2026", "1.2.2026"})), "date mask");
  EXPECT_EQ(found(texts("seen", 100, {"03/04/2026", "05/04/2026"})), "category mask");  // which?
  EXPECT_EQ(found(texts("ill", 100, {"TRUE", "FALSE"})), "boolean mask");
  EXPECT_EQ(found(texts("ill", 100, {"true", "yes"})), "category mask");
}

TEST(Inspection, TextOfFewLevelsIsACategoryHoweverItIsStored) {
  Column region = texts("region", 100, {"north", "south"});
  const InspectedColumn as_text = inspected(region);
  region.type = type::Category{};
  const InspectedColumn as_category = inspected(region);
  for (const auto& one : {as_text, as_category}) {
    EXPECT_EQ(name_of(one.type), "category");
    EXPECT_EQ(name_of(one.found), "category");
    EXPECT_EQ(one.role, Treatment::mask);
    EXPECT_EQ(one.histogram, (Counts{50, 50}));
    ASSERT_EQ(one.levels.size(), 2U);
    EXPECT_EQ(one.levels[0].value, "north");
    EXPECT_EQ(one.levels[0].records, 50U);
    EXPECT_FALSE(one.range);
    EXPECT_EQ(one.why, "Text of 2 levels: moved among the records.");
  }
}

TEST(Inspection, ThatSomebodyHasARareLevelIsSaidToGoOut) {
  const auto says_rare = [](const Column& column) {
    return inspected(column).why.find("a rare one, of fewer than 20 records") != std::string::npos;
  };
  EXPECT_FALSE(says_rare(texts("region", 60, {"a", "b", "c"})));
  EXPECT_TRUE(says_rare(texts("region", 59, {"a", "b", "c"})));
  TextsBuilder builder;
  for (std::size_t i = 0; i < 100; ++i) {
    builder.append(i < 5 ? std::nullopt : std::optional<std::string_view>("a"));
  }
  EXPECT_TRUE(says_rare({"region", std::move(builder).finish()})) << "missing is a level too";
}

TEST(Inspection, AOnePersonsLevelIsNeverShown) {
  TextsBuilder builder;
  for (std::size_t i = 0; i < 100; ++i) builder.append(i == 7 ? "Atlantis" : "north");
  const InspectedColumn one = inspected({"region", std::move(builder).finish()});
  EXPECT_EQ(one.distinct, 2U);
  ASSERT_EQ(one.levels.size(), 1U);
  EXPECT_EQ(one.levels[0].value, "north");
}

TEST(Inspection, SmallNumbersThatStandForSomethingAreCategories) {
  EXPECT_EQ(found(numbers("sex", 100, {1, 2})), "category mask");
  EXPECT_EQ(found(numbers("x", 100, {1, 2})), "category mask");        // two
  EXPECT_EQ(found(numbers("x", 100, {1, 2, 3, 4})), "category mask");  // from 1 without a gap
  EXPECT_EQ(found(numbers("x", 100, {0, 1, 2, 3})), "integer mask");   // as counts are
  EXPECT_EQ(found(numbers("x", 100, {10, 20, 40})), "integer mask");
  EXPECT_EQ(found(numbers("education", 100, {0, 10, 20})), "category mask");
  EXPECT_EQ(found(numbers("n_children", 100, {1, 2, 3})), "integer mask");
  EXPECT_EQ(found(numbers("sex", 19, {1, 2})), "integer mask");  // too few records for it
  Integers many(210);
  for (std::size_t i = 0; i < many.size(); ++i) many[i] = static_cast<std::int64_t>(i % 21 + 1);
  EXPECT_EQ(found({"x", many}), "integer mask");
}

TEST(Inspection, CodesHaveTheirLevelsInOrder) {
  const InspectedColumn one = inspected(numbers("grade", 400, {10, 9, 2, 1}));
  std::vector<std::string> values;
  for (const Level& level : one.levels) values.push_back(level.value);
  EXPECT_EQ(values, (std::vector<std::string>{"1", "2", "9", "10"}));
  const InspectedColumn text = inspected(texts("grade", 400, {"10", "9", "2", "1"}));
  EXPECT_EQ(text.levels.front().value, "1");
  EXPECT_EQ(text.levels.back().value, "10");
}

TEST(Inspection, ZipCodesAreNoAmounts) {
  Integers zips(400);
  for (std::size_t i = 0; i < zips.size(); ++i) zips[i] = static_cast<std::int64_t>(10115 + i % 80);
  EXPECT_EQ(found({"plz", zips}), "category mask");
  EXPECT_EQ(found({"home_zip", reals({"x", zips})}), "category mask");
  EXPECT_EQ(found({"price", zips}), "integer mask");
  EXPECT_EQ(found(texts("place", 100, {"01067", "10115", "80331"})), "category mask");
}

TEST(Inspection, WhatTellsPersonsApartIsDropped) {
  const std::size_t n = 100;
  for (const Column& column : {
           made("x", n, [](std::size_t i) { return fmt::format("p{}@mail.example", i % 30); }),
           made("x", n, [](std::size_t i) { return fmt::format("+49 30 12345{:02}", i % 30); }),
           made("x", n, [](std::size_t i) { return fmt::format("DE{:020}", i % 30); }),
           made("x", n,
                [](std::size_t i) {
                  return fmt::format("0b0f6b3a-1d5e-4c2f-9a57-{:012x}", i % 30);
                }),
           made("x", n, [](std::size_t i) { return fmt::format("case-{}", i); }),
           made("x", n,
                [](std::size_t i) {
                  return std::string("Anna ") + static_cast<char>('A' + i % 26) +
                         static_cast<char>('a' + i % 3 * 5) + "nn";
                }),
           texts("vorname", n, {"Anna", "Bert"}),
           texts("Last Name", n, {"Smith", "Jones"}),
           made("patient_id", n, [](std::size_t i) { return fmt::format("P{}", i % 40); }),
       }) {
    const InspectedColumn one = inspected(column);
    EXPECT_TRUE(one.looks_like_identifier) << column.name;
    EXPECT_EQ(one.role, Treatment::drop);
    EXPECT_TRUE(one.levels.empty()) << "no person's text";
    EXPECT_TRUE(one.why.ends_with('.'));
  }
}

TEST(Inspection, NumbersThatTellRecordsApartAreDropped) {
  Integers running(100);
  Integers with_gaps(100);
  Integers visits(100);
  Integers pay(100);
  Integers stepping(100);
  for (std::size_t i = 0; i < 100; ++i) {
    const auto number = static_cast<std::int64_t>(i);
    running[i] = 1000 + number;
    with_gaps[i] = 1000 + number + number / 2;
    visits[i] = 7 * (number / 2);
    pay[i] = 1000 + 37 * number * number + number;
    stepping[i] = 400'000 + 37 * number;
  }
  EXPECT_EQ(found({"x", running}), "integer drop");
  EXPECT_EQ(found({"x", reals({"x", running})}), "integer drop");
  EXPECT_EQ(found({"x", with_gaps}), "integer drop");
  EXPECT_EQ(found({"person_id", visits}), "integer drop");
  EXPECT_EQ(found({"x", visits}), "integer mask");
  EXPECT_EQ(found({"x", stepping}), "integer drop");
  EXPECT_NE(inspected({"hhid", visits}).why.find("it may be the schema's unit"), std::string::npos);
  Column labelled("v1", visits);
  labelled.labels = std::make_shared<const Labels>(Labels{.variable = "Haushaltsnummer"});
  EXPECT_EQ(found(labelled), "integer drop");
  EXPECT_EQ(found({"pay", pay}), "integer mask");
}

TEST(Inspection, DatesAreMovedUnlessTheyTellPersonsApart) {
  EXPECT_EQ(found(days("admitted", 100, 4)), "date mask");
  EXPECT_EQ(found(days("admitted", 100, 20)), "date mask");
  EXPECT_EQ(found(days("birth_date", 100, 4)), "date drop");
  EXPECT_TRUE(inspected(days("x", 100, 100)).looks_like_identifier);
}

TEST(Inspection, OneValueTellsNothingAndNoValueIsNothing) {
  EXPECT_EQ(found(numbers("year", 50, {2026})), "integer keep");
  EXPECT_EQ(found(texts("country", 50, {"NL"})), "category keep");
  EXPECT_EQ(found(texts("country", 10, {"NL"})), "category mask");  // of few, it is theirs
  const InspectedColumn none = inspected({"none", Reals(40, missing_real)});
  EXPECT_EQ(name_of(none.type), "text");
  EXPECT_EQ(none.role, Treatment::drop);
  EXPECT_EQ(none.missing, 40U);
  EXPECT_TRUE(none.histogram.empty());
}

TEST(Inspection, SaysWhatHoldsBetweenNumbersInEveryRecord) {
  const Table table = testing::normal_table(60, 2, 1);
  Reals sum = reals(table.columns()[0]);
  Reals above = sum;
  for (std::size_t i = 0; i < sum.size(); ++i) {
    sum[i] += reals(table.columns()[1])[i];
    above[i] += 0.5;
  }
  const auto all = inspection_of(
      {table.columns()[0], table.columns()[1], Column("sum", sum), Column("above", above)});
  EXPECT_EQ(all.identities, (std::vector<std::string>{"sum = x1 + x2"}));
  EXPECT_EQ(all.rules, (std::vector<std::string>{"x1 <= above"}));
}

TEST(Inspection, ColumnsOfOtherTypesSaySo) {
  const auto one = inspect(Table({Column("tags", Texts(30))}), {"tags"});
  EXPECT_EQ(one->columns.front().why, "It is of a type that can neither be masked nor kept.");
}

TEST(Inspection, ColumnsComeInTheirOrder) {
  const auto all = inspect(testing::normal_table(30, 5, 1));
  ASSERT_EQ(all->columns.size(), 5U);
  EXPECT_EQ(all->rows, 30U);
  for (std::size_t j = 0; j < 5; ++j) {
    EXPECT_EQ(all->columns[j].name, "x" + std::to_string(j + 1));
    EXPECT_EQ(all->columns[j].distinct, 30U);
    EXPECT_EQ(all->columns[j].role, Treatment::mask);
  }
}

TEST(Inspection, StopsWhenItIsAskedTo) {
  const Progress stop(nullptr, [] { return true; });
  const auto stopped = inspect(testing::normal_table(30, 5, 1), {}, stop);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().kind, ErrorKind::cancelled);
}

TEST(Inspection, TheProposalIsASchema) {
  Column size = texts("size", 90, {"small", "large", "middle"});
  size.type = type::Category{true};
  const Schema schema = proposed_schema(inspection_of({size, numbers("pay", 90, {3, 9, 27})}));
  ASSERT_EQ(schema.columns.size(), 2U);
  EXPECT_EQ(
      schema.columns[0],
      (ColumnPlan{"size", type::Category{true}, Treatment::mask, {"small", "large", "middle"}}));
  EXPECT_EQ(schema.columns[1], (ColumnPlan{"pay", type::Integer{}, Treatment::mask}));
}

}  // namespace
}  // namespace overhand::inspection
