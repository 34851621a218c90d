#include "overhand/masking/method.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <tuple>

#include "overhand/masking/methods.h"
#include "support/tables.h"

namespace overhand::masking {
namespace {

enum class Word { one, two };

struct TestOptions {
  int whole = 3;
  double real = 1.5;
  Word word = Word::one;
  int free = 0;
  ColumnList columns = {};
};

void describe(TestOptions& options, auto&& option) {
  option("whole", options.whole, "a whole number", {.minimum = 1, .maximum = 9});
  option("real", options.real, "a number", {});
  option("word", options.word, "a word", {.choices = {"one", "two"}});
  option("free", options.free, "any whole number", {});
  option("columns", options.columns, "columns by their names", {});
}

// Gives the options back in a table, and a record without a source.
Result<Masked> echo(const Table&, const TestOptions& options, const Context&) {
  return Masked{Table({{"whole", Integers{options.whole}},
                       {"real", Reals{options.real}},
                       {"is_two", Integers{options.word == Word::two ? 1 : 0}},
                       {options.columns.typed, Reals{0}}}),
                std::nullopt};
}

const Method method = make_method<TestOptions>({.name = "echo"}, echo);

Result<Masked> run(const OptionValues& values) {
  const testing::Seeded seeded(1);
  return method.mask(Table(), values, seeded.context);
}

TEST(Method, ListsItsOptionsWithDefaults) {
  ASSERT_EQ(method.options.size(), 5U);
  EXPECT_EQ(method.options[0].name, "whole");
  EXPECT_EQ(text_of(method.options[0].default_value), "3");
  EXPECT_EQ(text_of(method.options[1].default_value), "1.5");
  EXPECT_EQ(text_of(method.options[2].default_value), "one");
  EXPECT_EQ(text_of(method.options[4].default_value), "");
}

TEST(Method, SetsTheOptionsGiven) {
  const auto masked = run({{"whole", std::int64_t{5}},
                           {"real", std::int64_t{2}},
                           {"word", "two"},
                           {"columns", ColumnList{"age,pay"}}});
  ASSERT_TRUE(masked);
  EXPECT_EQ(std::get<Cells<std::int64_t>>(masked->table.columns()[0].values)[0], 5);
  EXPECT_EQ(std::get<Cells<double>>(masked->table.columns()[1].values)[0], 2);
  EXPECT_EQ(std::get<Cells<std::int64_t>>(masked->table.columns()[2].values)[0], 1);
  EXPECT_EQ(masked->table.columns()[3].name, "age,pay");
}

TEST(Method, RefusesWhatDoesNotFit) {
  EXPECT_EQ(run({{"whole", std::int64_t{0}}}).error().message, "whole must be at least 1, not 0.");
  EXPECT_EQ(run({{"whole", std::int64_t{10}}}).error().message, "whole must be at most 9, not 10.");
  EXPECT_EQ(run({{"whole", std::numeric_limits<std::int64_t>::min()}}).error().message,
            "whole must be at least 1, not -9.22337203685478e+18.");
  for (const auto far : {std::numeric_limits<std::int64_t>::min(), std::int64_t{2147483648}}) {
    EXPECT_EQ(run({{"free", far}}).error().message,
              "free must be between -2147483648 and 2147483647.");
  }
  EXPECT_EQ(run({{"whole", 2.5}}).error().message, "whole must be of the type of its default.");
  EXPECT_EQ(run({{"word", "three"}}).error().message, "word must be one of one, two.");
  EXPECT_EQ(run({{"size", std::int64_t{1}}}).error().message,
            "echo has no option 'size'; its options are: whole, real, word, free, columns.");
  EXPECT_EQ(run({{"columns", "age"}}).error().message,
            "columns must be of the type of its default.");
  EXPECT_EQ(run({{"word", ColumnList{"two"}}}).error().message,
            "word must be of the type of its default.");
}

TEST(Method, RefusesWhatIsNoNumber) {
  for (const double number : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    EXPECT_EQ(run({{"real", number}}).error().message, "real must be a finite number.");
  }
  EXPECT_EQ(run({{"real", *parse_option(method.options[1], "inf")}}).error().message,
            "real must be a finite number.");
}

TEST(Method, BoundsTheBins) {
  const testing::Seeded seeded(1);
  const Table original = testing::normal_table(60, 3, 1);
  const auto masked = mask(**find_method("sjppds"), original, {{{"bins", std::int64_t{100000000}}}},
                           seeded.context);
  ASSERT_FALSE(masked);
  EXPECT_EQ(masked.error().message, "bins must be at most 1000000, not 100000000.");
}

TEST(Method, ParsesWhatAPersonTypes) {
  EXPECT_EQ(std::get<std::int64_t>(*parse_option(method.options[0], "7")), 7);
  EXPECT_EQ(std::get<double>(*parse_option(method.options[1], "0.25")), 0.25);
  EXPECT_EQ(parse_option(method.options[0], "7.5").error().message,
            "whole must be a whole number.");
  EXPECT_EQ(parse_option(method.options[1], "much").error().message, "real must be a number.");
  EXPECT_EQ(std::get<std::string>(*parse_option(method.options[2], "two")), "two");
  EXPECT_EQ(std::get<ColumnList>(*parse_option(method.options[4], "a, b")), ColumnList{"a, b"});
}

TEST(ColumnList, OfNamesHoldsThemWithTheirCommas) {
  EXPECT_EQ(ColumnList::of({"age", "last, first"}).typed, "age,\"last, first\"");
  EXPECT_EQ(text_of(ColumnList::of({"age", "pay"})), "age,pay");
}

// Of every method: what is below the least and above the most that an option may be is refused
// before the table is looked at, which has nothing to mask here.
TEST(Methods, HoldEveryOptionAgainstItsLimits) {
  const testing::Seeded seeded(1);
  std::size_t refused = 0;
  const auto expect_refusal = [&](const Method& each, const Option& option, double number) {
    const OptionValue value = std::holds_alternative<double>(option.default_value)
                                  ? OptionValue(number)
                                  : OptionValue(static_cast<std::int64_t>(number));
    const auto masked = each.mask(Table(), {{option.name, value}}, seeded.context);
    ASSERT_FALSE(masked);
    EXPECT_EQ(masked.error().kind, ErrorKind::invalid_option);
    EXPECT_TRUE(masked.error().message.starts_with(option.name + " must be at "))
        << masked.error().message;
    ++refused;
  };
  for (const Method& each : methods()) {
    for (const Option& option : each.options) {
      const auto& limits = option.limits;
      if (std::isfinite(limits.minimum)) expect_refusal(each, option, limits.minimum - 1);
      if (std::isfinite(limits.maximum)) expect_refusal(each, option, limits.maximum + 1);
    }
  }
  EXPECT_GE(refused, 20U);
}

TEST(Methods, TakeNoChoiceThatIsNotThere) {
  const testing::Seeded seeded(1);
  for (const auto& [name, option, choices] :
       {std::tuple("cell_rotate", "marginals", "exact, smoothed, synthetic, free"),
        std::tuple("sjppds", "marginals", "exact, smoothed, synthetic"),
        std::tuple("rank_swap", "partner", "uniform, argus")}) {
    const auto masked = (*find_method(name))->mask(Table(), {{option, "neither"}}, seeded.context);
    ASSERT_FALSE(masked);
    EXPECT_EQ(masked.error().message, std::string(option) + " must be one of " + choices + ".");
  }
}

TEST(Mask, KeepsNoColumnBesideRecordsWithoutSource) {
  const testing::Seeded seeded(1);
  const Table original({{"a", Reals{1}}, {"b", Reals{2}, Role::keep}});
  EXPECT_EQ(mask(method, original, {}, seeded.context).error().message,
            "echo makes new records without a source, so no column can be kept beside them.");
}

TEST(Mask, PutsKeptColumnsBackInTheirPlaces) {
  const testing::Seeded seeded(1);
  Table original = testing::normal_table(50, 4, 1);
  original.columns()[1].role = Role::keep;
  const auto masked = mask(**find_method("sjppds"), original, {}, seeded.context);
  ASSERT_TRUE(masked);
  ASSERT_EQ(masked->table.columns()[1].name, "x2");
  for (std::size_t i = 0; i < 50; ++i) {
    EXPECT_EQ(testing::reals_of(masked->table, 1)[i],
              testing::reals_of(original, 1)[(*masked->lineage)[i]]);
  }
}

}  // namespace
}  // namespace overhand::masking
