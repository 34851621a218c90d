// Every type of Arrow that has a place in a table: what it is here, and that it goes back as it
// came.
#include "exchange/arrow_library.h"

namespace overhand::exchange {
namespace {

using Cells = std::vector<std::string>;

struct TypeCase {
  ArrayPointer array;
  std::string kept_as;
  Cells cells;
  std::string masked_as = {};  // where it is another type
};

using arrow::TimeUnit;

// Decimals that JSON cannot say: 12 and 0 hundreds.
ArrayPointer hundreds() {
  arrow::Decimal128Builder builder(arrow::decimal128(5, -2));
  EXPECT_TRUE(builder.Append(arrow::Decimal128(12)).ok());
  EXPECT_TRUE(builder.AppendNull().ok());
  EXPECT_TRUE(builder.Append(arrow::Decimal128(0)).ok());
  return builder.Finish().ValueOrDie();
}

std::vector<TypeCase> numbers() {
  using namespace arrow;
  const Cells small = {"1.5", "-", "-2", "0.1"};
  return {
      {parsed(float64(), "[1.5, null, -0.25]"), "real", {"1.5", "-", "-0.25"}},
      {parsed(float32(), "[1.5, null, -2, 0.1]"), "real", small},
      {parsed(float16(), "[1.5, null, -2]"), "real", {"1.5", "-", "-2"}},
      {parsed(int8(), "[-128, null, 127]"), "integer", {"-128", "-", "127"}},
      {parsed(uint8(), "[0, null, 255]"), "integer", {"0", "-", "255"}},
      {parsed(int16(), "[-32768, null]"), "integer", {"-32768", "-"}},
      {parsed(uint16(), "[65535, null]"), "integer", {"65535", "-"}},
      {parsed(int32(), "[-7, null]"), "integer", {"-7", "-"}},
      {parsed(uint32(), "[4294967295, null]"), "integer", {"4294967295", "-"}},
      {parsed(int64(), "[9007199254740993, null]"), "integer", {"9007199254740993", "-"}},
      {parsed(int64(), "[-9223372036854775808, null, 5]"),
       "text",
       {"-9223372036854775808", "-", "5"},
       "refused"},
      {parsed(uint64(), "[9223372036854775807, null]"), "integer", {"9223372036854775807", "-"}},
      {parsed(uint64(), "[18446744073709551615, null]"),
       "text",
       {"18446744073709551615", "-"},
       "refused"},
      {parsed(decimal128(10, 2), R"(["12.30", null, "-0.05"])"),
       "text",
       {"12.30", "-", "-0.05"},
       "real"},
      {parsed(decimal128(38, 4), R"(["1234567890123456789012.0001", null])"),
       "text",
       {"1234567890123456789012.0001", "-"},
       "real"},
      {parsed(decimal256(76, 2), R"(["-12345678901234567890123456789012345678901234567890.05"])"),
       "text",
       {"-12345678901234567890123456789012345678901234567890.05"},
       "real"},
      {hundreds(), "text", {"1200", "-", "0"}, "real"},
      {parsed(decimal32(5, 3), R"(["1.250", null])"), "text", {"1.250", "-"}, "real"},
      {parsed(decimal64(12, 3), R"(["-1.250", null])"), "text", {"-1.250", "-"}, "real"},
      {parsed(null(), "[null, null]"), "text", {"-", "-"}, "real"},
      {parsed(float64(), "[null, null]"), "real", {"-", "-"}},
      {parsed(decimal128(10, 2), "[null, null]"), "text", {"-", "-"}, "real"},
  };
}

std::vector<TypeCase> times_and_texts() {
  using namespace arrow;
  const std::string moments = "[1, null]";
  return {
      {parsed(boolean(), "[true, null, false]"), "boolean", {"true", "-", "false"}},
      {parsed(date32(), "[-1, null]"), "date", {"1969-12-31", "-"}},
      {parsed(date64(), "[86400000, null]"), "date", {"1970-01-02", "-"}},
      {parsed(timestamp(TimeUnit::NANO, "Europe/Berlin"), moments),
       "timestamp",
       {"1970-01-01 00:00:00.000000001Z", "-"}},
      {parsed(timestamp(TimeUnit::NANO), "[4611686018427387905]"),
       "timestamp",
       {"2116-02-20 23:53:38.427387905"}},
      {parsed(timestamp(TimeUnit::SECOND), moments), "timestamp", {"1970-01-01 00:00:01", "-"}},
      {parsed(time32(TimeUnit::SECOND), moments), "text", {"00:00:01", "-"}},
      {parsed(time64(TimeUnit::NANO), moments), "text", {"00:00:00.000000001", "-"}},
      {parsed(duration(TimeUnit::MILLI), "[5, null]"), "duration", {"5", "-"}},
      {parsed(utf8(), R"(["a", null, "", "a"])"), "text", {"a", "-", "", "a"}},
      {parsed(large_utf8(), R"(["a", null, ""])"), "text", {"a", "-", ""}},
      {parsed(utf8_view(), R"(["short", null, "longer than twelve bytes", "", "twelve bytes"])"),
       "text",
       {"short", "-", "longer than twelve bytes", "", "twelve bytes"}},
      {parsed(utf8(), "[null, null]"), "text", {"-", "-"}},
      {coded(dictionary(int32(), utf8()), "[0, null, 1, 0]", R"(["f", "m"])"),
       "category",
       {"f", "-", "m", "f"}},
      {coded(dictionary(int8(), utf8(), true), "[1, null, 0]", R"(["low", "high"])"),
       "category",
       {"high", "-", "low"}},
      {coded(dictionary(uint16(), large_utf8()), "[0, null]", R"(["f"])"), "category", {"f", "-"}},
      {coded(dictionary(int64(), utf8_view()), "[0, 0]", R"(["f"])"), "category", {"f", "f"}},
      {coded(dictionary(int8(), int64()), "[0, null, 1]", "[10, 20]"),
       "category",
       {"10", "-", "20"}},
      {coded(dictionary(int8(), int16()), "[0, 1]", "[10, 20]"), "category", {"10", "20"}},
      {coded(dictionary(int8(), float32()), "[0, 1]", "[0.1, 2]"), "category", {"0.1", "2"}},
      {coded(dictionary(int8(), boolean()), "[0, 1]", "[true, false]"),
       "category",
       {"true", "false"}},
      {coded(dictionary(int8(), date32()), "[0]", "[0]"), "category", {"1970-01-01"}},
      {coded(dictionary(int8(), timestamp(TimeUnit::MILLI)), "[0]", "[1000]"),
       "category",
       {"1970-01-01 00:00:01.000"}},
      {coded(dictionary(int8(), decimal128(5, 2)), "[0]", R"(["1.50"])"), "category", {"1.50"}},
  };
}

std::vector<TypeCase> all_types() {
  std::vector<TypeCase> all = numbers();
  for (TypeCase& a_case : times_and_texts()) all.push_back(a_case);
  return all;
}

TEST(Types, AreKeptByTheirMeaning) {
  for (const TypeCase& a_case : all_types()) {
    SCOPED_TRACE(a_case.array->type()->ToString());
    const auto column = imported({a_case.array});
    ASSERT_TRUE(column) << column.error().message;
    EXPECT_EQ(name_of(column->type), a_case.kept_as);
    EXPECT_EQ(texts_of(*column), a_case.cells);
  }
}

TEST(Types, AreMaskedAsNumbersWhereTheyAreNumbers) {
  for (const TypeCase& a_case : all_types()) {
    SCOPED_TRACE(a_case.array->type()->ToString());
    const auto column = imported({a_case.array}, Role::mask);
    ASSERT_EQ(static_cast<bool>(column), a_case.masked_as != "refused");
    if (!column) continue;
    EXPECT_EQ(name_of(column->type), a_case.masked_as.empty() ? a_case.kept_as : a_case.masked_as);
    EXPECT_EQ(column->size(), a_case.cells.size());
  }
}

TEST(Types, GoBackAsTheyCame) {
  for (const TypeCase& a_case : all_types()) {
    SCOPED_TRACE(a_case.array->type()->ToString());
    const auto column = imported({a_case.array});
    ASSERT_TRUE(column);
    const ArrayPointer after = exported(*column);
    EXPECT_EQ(after->null_count(), a_case.array->null_count());
    EXPECT_TRUE(after->Equals(a_case.array)) << after->ToString();
    EXPECT_EQ(texts_of(*imported({after})), a_case.cells);
  }
}

// A masking that only moves values: what the type holds goes back in it.
TEST(Types, GoBackWhenTheyAreMasked) {
  for (const TypeCase& a_case : all_types()) {
    SCOPED_TRACE(a_case.array->type()->ToString());
    const auto column = imported({a_case.array}, Role::mask);
    if (!column || !is_quantity(column->type) || a_case.masked_as == "real") continue;
    EXPECT_TRUE(exported(*column)->Equals(a_case.array));
  }
  const auto prices = parsed(arrow::decimal128(10, 2), R"(["12.30", null, "-0.05"])");
  const auto price = *imported({prices}, Role::mask);
  EXPECT_TRUE(exported(price)->Equals(prices));
  EXPECT_TRUE(exported(with_values(price, Reals{12.3, missing_real, 0.125}))
                  ->Equals(parsed(arrow::float64(), "[12.3, null, 0.125]")));
  EXPECT_EQ(exported(with_values(price, Reals{1e9, 0, 0}))->type_id(), arrow::Type::DOUBLE);
  const auto singles = *imported({parsed(arrow::float32(), "[0.5, 2]")}, Role::mask);
  EXPECT_TRUE(exported(with_values(singles, Reals{0.1, 2}))
                  ->Equals(parsed(arrow::float64(), "[0.1, 2]")));  // no single is 0.1
  const auto bytes = *imported({parsed(arrow::int8(), "[1, 2]")}, Role::mask);
  EXPECT_TRUE(
      exported(with_values(bytes, Integers{1, 300}))->Equals(parsed(arrow::int64(), "[1, 300]")));
}

TEST(Types, OfSlicesAndChunksMakeOneColumn) {
  for (const TypeCase& a_case : all_types()) {
    SCOPED_TRACE(a_case.array->type()->ToString());
    const ArrayPointer& whole = a_case.array;
    const auto column = imported({whole->Slice(1), whole, whole->Slice(0, 1), whole->Slice(0, 0)});
    ASSERT_TRUE(column) << column.error().message;
    Cells expected(a_case.cells.begin() + 1, a_case.cells.end());
    expected.insert(expected.end(), a_case.cells.begin(), a_case.cells.end());
    expected.push_back(a_case.cells.front());
    EXPECT_EQ(texts_of(*column), expected);
    const ArrayPointer after = exported(*column);
    EXPECT_TRUE(after->type()->Equals(*whole->type()));
  }
}

TEST(Types, NotANumberIsNotAMissingOne) {
  const auto nan = std::numeric_limits<double>::quiet_NaN();
  arrow::DoubleBuilder builder;
  ASSERT_TRUE(builder.AppendValues({0.1, nan, 0}, {true, true, false}).ok());
  const ArrayPointer array = builder.Finish().ValueOrDie();
  const auto column = *imported({array});
  EXPECT_EQ(texts_of(column), (Cells{"0.1", "nan", "-"}));
  EXPECT_TRUE(exported(column)->Equals(array, arrow::EqualOptions().nans_equal(true)));
  EXPECT_EQ(missing_count(imported({array}, Role::mask)->values), 2U);
}

TEST(Types, ATimeThatIsNoneIsMissing) {
  const auto array = parsed(arrow::timestamp(TimeUnit::NANO), "[-9223372036854775808, 0]");
  EXPECT_EQ(texts_of(*imported({array})), (Cells{"-", "1970-01-01 00:00:00.000000000"}));
}

TEST(Types, ATimeThatNoTextCanSayIsRefused) {
  const auto far = parsed(arrow::timestamp(TimeUnit::SECOND), "[4611686018427387904]");
  EXPECT_EQ(imported({far}).error().message,
            "a value that is out of range for the years 0 to 9999");
}

TEST(Types, NestedAndBinaryOnesHaveNoPlace) {
  const auto has_place = [](const TypePointer& type) {
    return can_be_imported(Schema(*type).held);
  };
  EXPECT_TRUE(has_place(arrow::utf8()));
  for (const TypePointer& type :
       {arrow::list(arrow::int64()), arrow::struct_({arrow::field("a", arrow::int64())}),
        arrow::binary(), arrow::fixed_size_binary(4), arrow::month_interval(),
        arrow::map(arrow::utf8(), arrow::int64()),
        arrow::dictionary(arrow::int8(), arrow::binary()),
        arrow::run_end_encoded(arrow::int32(), arrow::int64())}) {
    EXPECT_FALSE(has_place(type)) << type->ToString();
  }
  EXPECT_FALSE(imported({parsed(arrow::binary(), R"(["a"])")}));
}

}  // namespace
}  // namespace overhand::exchange
