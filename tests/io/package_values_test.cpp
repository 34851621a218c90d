// What numbers, labels and names of one statistics package are in another.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "overhand/io/package_table_internal.h"
#include "overhand/io/package_values_internal.h"

namespace overhand::io {
namespace {

TEST(PackageValues, OfWholeNumbersTakeTheSmallestRoom) {
  EXPECT_EQ(whole_format({-127, 100}, ""), "c");
  EXPECT_EQ(whole_format({-128}, ""), "s");
  EXPECT_EQ(whole_format({101}, ""), "s");  // 101 to 127 stand for missing values
  EXPECT_EQ(whole_format({32'740}, ""), "s");
  EXPECT_EQ(whole_format({32'741}, ""), "i");
  EXPECT_EQ(whole_format({2'147'483'620}, ""), "i");
  EXPECT_EQ(whole_format({2'147'483'621}, ""), "g");
  EXPECT_EQ(whole_format({missing_real, tagged_missing('b')}, ""), "c");
}

TEST(PackageValues, StayInTheRoomInWhichTheyCame) {
  EXPECT_EQ(whole_format({1, 2}, "i"), "i");
  EXPECT_EQ(whole_format({1, 2}, "g"), "g");
  EXPECT_EQ(whole_format({1, 2}, "f"), "f");
  EXPECT_EQ(whole_format({1, 1000}, "c"), "s");     // it holds them no more
  EXPECT_EQ(whole_format({16'777'217}, "f"), "i");  // no single is 2^24 + 1
}

TEST(PackageValues, FitSinglesByTheirBitsOrTheirText) {
  EXPECT_TRUE(fit_singles({0.5, -1e10, missing_real}));
  EXPECT_TRUE(fit_singles({0.1, 3.14}));  // as a single says it
  EXPECT_TRUE(fit_singles({static_cast<double>(0.1F)}));
  EXPECT_FALSE(fit_singles({0.123456789012}));
  EXPECT_FALSE(fit_singles({1e300}));
}

TEST(PackageValues, BeyondAPackagesLargestDoNotFit) {
  const double most = std::numeric_limits<double>::max();
  EXPECT_TRUE(fits_stata({8.9e307, missing_real}));
  EXPECT_FALSE(fits_stata({1e308}));
  EXPECT_TRUE(fits_spss({1e308, -1e308}));
  EXPECT_FALSE(fits_spss({most}));
  EXPECT_FALSE(fits_spss({-most}));
}

TEST(PackageValues, KeepTheTagsThatAPackageHas) {
  const Reals tagged = {1, missing_real, tagged_missing('c'), tagged_missing('C')};
  const Reals stata = with_tags_of(Package::stata, tagged);
  EXPECT_EQ(stata[0], 1);
  EXPECT_EQ(missing_tag(stata[1]), '\0');
  EXPECT_EQ(missing_tag(stata[2]), 'c');
  EXPECT_EQ(missing_tag(stata[3]), 'c');  // SAS has capitals
  for (const double value : with_tags_of(Package::spss, tagged)) {
    EXPECT_EQ(missing_tag(value), '\0');
  }
}

Column kept(const std::string& format, Texts texts) {
  Column column("x", std::move(texts), Role::keep);
  column.format = format;
  return column;
}

TEST(PackageValues, InTextsAreNumbersWhereTheirFormatIs) {
  const auto numbers = numbers_in_texts(kept("d:10,2", {"12.50", std::nullopt, "-1.00"}));
  ASSERT_TRUE(numbers);
  EXPECT_EQ((*numbers)[0], 12.5);
  EXPECT_TRUE(is_missing((*numbers)[1]));
  EXPECT_EQ((*numbers)[2], -1);
  EXPECT_TRUE(numbers_in_texts(kept("L", {"18446744073709551615"})));
  EXPECT_FALSE(numbers_in_texts(kept("u", {"12.50"})));
  EXPECT_FALSE(numbers_in_texts(kept("", {"12.50"})));
  EXPECT_FALSE(numbers_in_texts({"x", Reals{1}}));
}

TEST(PackageValues, SayWhereARealLosesDigits) {
  EXPECT_FALSE(has_decimals_beyond_reals(kept("d:10,2", {"12.50", "-0.10", std::nullopt})));
  EXPECT_TRUE(has_decimals_beyond_reals(kept("d:30,2", {"1234567890123456789.01"})));
  EXPECT_FALSE(has_decimals_beyond_reals(kept("u", {"1234567890123456789.01"})));
  EXPECT_FALSE(
      has_integers_beyond_reals({"x", Integers{1LL << 53, -(1LL << 53), missing_integer}}));
  EXPECT_TRUE(has_integers_beyond_reals({"x", Integers{(1LL << 53) + 1}}));
  EXPECT_TRUE(has_integers_beyond_reals(kept("L", {"18446744073709551615"})));
}

TEST(PackageValues, AreShownAsTheOtherPackageDoes) {
  const Labels stata{.package = Package::stata, .display = "%9.2f"};
  const Labels spss{.package = Package::spss, .display = "F9.2"};
  EXPECT_EQ(number_display(stata, Package::stata, {1.5}), "%9.2f");
  EXPECT_EQ(number_display(stata, Package::spss, {1.5}), "F9.2");
  EXPECT_EQ(number_display(spss, Package::stata, {1.5}), "%9.2f");
  EXPECT_EQ(number_display(spss, Package::spss, {1.5}), "F9.2");
  EXPECT_EQ(number_display({}, Package::stata, {1.5}), "");
  EXPECT_EQ(number_display({}, Package::spss, {1.5}), "F8.2");
  EXPECT_EQ(number_display({}, Package::spss, {1, 2}), "F8.0");
  EXPECT_EQ(number_display({}, Package::spss, {12345678901, 2}), "F12.0");  // with a sign
  EXPECT_EQ(number_display({.package = Package::stata, .display = "%12s"}, Package::stata, {1}),
            "");
  EXPECT_EQ(text_display({.package = Package::stata, .display = "%-12s"}, Package::stata, 5),
            "%-12s");
  EXPECT_EQ(text_display({}, Package::spss, 17), "A17");
  EXPECT_EQ(text_display(spss, Package::stata, 17), "");
}

TEST(PackageValues, AreLabelledWhereKeysAllowIt) {
  EXPECT_TRUE(can_be_keys({{1.0, "a"}, {-2.0, "b"}, {tagged_missing('a'), "c"}}));
  EXPECT_FALSE(can_be_keys({{1.5, "a"}}));
  EXPECT_FALSE(can_be_keys({{3e9, "a"}}));
  EXPECT_TRUE(are_numbers({{1.0, "a"}}));
  EXPECT_FALSE(are_numbers({{1.0, "a"}, {std::string("x"), "b"}}));
}

TEST(PackageValues, AreTheSameByTheirBits) {
  const std::vector<ValueLabel> one = {{tagged_missing('a'), "refused"}, {1.0, "yes"}};
  EXPECT_TRUE(are_same(one, one));
  EXPECT_FALSE(are_same(one, {{tagged_missing('b'), "refused"}, {1.0, "yes"}}));
  EXPECT_FALSE(are_same(one, {{tagged_missing('a'), "refused"}, {1.0, "Yes"}}));
  EXPECT_FALSE(are_same(one, {{1.0, "yes"}, {tagged_missing('a'), "refused"}}));
  EXPECT_FALSE(are_same({{1.0, "1"}}, {{std::string("1"), "1"}}));
}

TEST(PackageValues, OfLevelsAreNumberedFromOne) {
  const Texts texts = {"b", std::nullopt, "a", "b"};
  const auto labels = numbered_labels(texts.dictionary());
  ASSERT_EQ(labels.size(), 2U);
  EXPECT_EQ(labels[0], (ValueLabel{1.0, "b"}));
  EXPECT_EQ(labels[1], (ValueLabel{2.0, "a"}));
  const Reals codes = numbered_codes(texts);
  EXPECT_EQ(codes[0], 1);
  EXPECT_TRUE(is_missing(codes[1]));
  EXPECT_EQ(codes[2], 2);
}

TEST(PackageValues, HaveTheUsualMeasureOfTheirType) {
  EXPECT_EQ(usual_measure(type::Real{}), Measure::scale);
  EXPECT_EQ(usual_measure(type::Category{true}), Measure::ordinal);
  EXPECT_EQ(usual_measure(type::Category{false}), Measure::nominal);
  EXPECT_EQ(usual_measure(type::Text{}), Measure::nominal);
}

bool is_allowed(const std::string& name, Package package) {
  return static_cast<bool>(check_names({name}, package));
}

TEST(PackageNames, OfStataAreWordsOf32Letters) {
  for (const std::string& name :
       {std::string("age"), std::string("_x1"), std::string(32, 'a'), std::string("\xc3\xa4lter"),
        std::string("str"), std::string("IF")}) {
    EXPECT_TRUE(is_allowed(name, Package::stata)) << name;
  }
  for (const std::string& name : {std::string(""), std::string("1st"), std::string("a b"),
                                  std::string("a.b"), std::string(33, 'a'), std::string("if"),
                                  std::string("_n"), std::string("str12"), std::string("double")}) {
    EXPECT_FALSE(is_allowed(name, Package::stata)) << name;
  }
}

TEST(PackageNames, OfSpssAreWordsOf64Bytes) {
  for (const std::string& name :
       {std::string("age"), std::string("@x"), std::string("a.b"), std::string("a$b#c@d"),
        std::string(64, 'a'), std::string("if")}) {
    EXPECT_TRUE(is_allowed(name, Package::spss)) << name;
  }
  for (const std::string& name :
       {std::string(""), std::string("1st"), std::string("_x"), std::string("a b"),
        std::string("a."), std::string(65, 'a'), std::string("and"), std::string("With"),
        std::string("$x"), std::string("#x")}) {
    EXPECT_FALSE(is_allowed(name, Package::spss)) << name;
  }
}

TEST(PackageNames, ThatAreRefusedAreNamedAllAtOnceWithTheRule) {
  const auto refused = check_names({"ok", "a b", "2nd"}, Package::stata);
  ASSERT_FALSE(refused);
  const std::string& words = refused.error().message;
  EXPECT_TRUE(words.starts_with("Stata does not allow these names of columns (at most 32 letters"));
  for (const char* part : {"a b", "2nd", ".parquet"}) {
    EXPECT_NE(words.find(part), std::string::npos) << part;
  }
  EXPECT_EQ(words.find("ok"), std::string::npos);
}

TEST(PackageNames, ThatDifferInCapitalsAreOneToSpss) {
  EXPECT_TRUE(check_names({"age", "Age"}, Package::stata));
  const auto refused = check_names({"age", "sex", "AGE"}, Package::spss);
  ASSERT_FALSE(refused);
  EXPECT_TRUE(refused.error().message.starts_with("SPSS takes "));
  EXPECT_NE(refused.error().message.find("AGE"), std::string::npos);
}

}  // namespace
}  // namespace overhand::io
