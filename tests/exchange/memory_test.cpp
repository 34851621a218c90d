// What is borrowed and lent instead of copied, what is shared among chunks, and what goes out.
#include "exchange/arrow_library.h"

namespace overhand::exchange {
namespace {

TEST(Import, BorrowsNumbersWithoutGaps) {
  const auto reals = parsed(arrow::float64(), "[1, 2, 3]");
  const auto integers = parsed(arrow::int64(), "[1, 2, 3]");
  const auto real_column = *imported({reals->Slice(1)});
  const auto integer_column = *imported({integers}, Role::mask);
  EXPECT_EQ(std::get<Cells<double>>(real_column.values).data(),
            static_cast<const arrow::DoubleArray&>(*reals).raw_values() + 1);
  EXPECT_EQ(std::get<Cells<std::int64_t>>(integer_column.values).data(),
            static_cast<const arrow::Int64Array&>(*integers).raw_values());
}

TEST(Import, BorrowsCodesWithoutGaps) {
  const auto array =
      coded(arrow::dictionary(arrow::int32(), arrow::utf8()), "[1, 0]", R"(["a", "b"])");
  const auto column = *imported({array});
  const auto& codes = std::get<Texts>(column.values).codes();
  const auto& theirs = static_cast<const arrow::DictionaryArray&>(*array);
  EXPECT_EQ(codes.data(), static_cast<const arrow::Int32Array&>(*theirs.indices()).raw_values());
}

TEST(Import, KeepsBorrowedMemoryAlive) {
  Column column;
  {
    const auto array = parsed(arrow::float64(), "[1, 2, 3]");
    column = *imported({array});
  }
  EXPECT_EQ(reals(column), (Reals{1, 2, 3}));
}

TEST(Import, CopiesWhatHasGapsOrSeveralPieces) {
  const auto array = parsed(arrow::float64(), "[1, null, 3]");
  const auto column = *imported({array});
  EXPECT_NE(std::get<Cells<double>>(column.values).data(),
            static_cast<const arrow::DoubleArray&>(*array).raw_values());
  EXPECT_EQ(missing_count(column.values), 1U);
}

TEST(Export, LendsNumbers) {
  const Column column("x", Reals{1, missing_real});
  const auto array = exported(column);
  EXPECT_EQ(static_cast<const arrow::DoubleArray&>(*array).raw_values(),
            std::get<Cells<double>>(column.values).data());
  EXPECT_TRUE(array->IsNull(1));
}

TEST(Export, OutlivesItsColumn) {
  ArrayPointer array;
  {
    const Column column("x", Integers{1, 2});
    array = exported(column);
  }
  EXPECT_TRUE(array->Equals(parsed(arrow::int64(), "[1, 2]")));
}

TEST(Export, WidensWhatNoLongerFits) {
  const auto type_of = [](const TypePointer& came, Values values) {
    return exported(with_values(*imported({parsed(came, "[1, 2]")}), std::move(values)))->type();
  };
  EXPECT_TRUE(type_of(arrow::int8(), Integers{1, 300})->Equals(arrow::int64()));
  EXPECT_TRUE(type_of(arrow::uint32(), Integers{1, -1})->Equals(arrow::int64()));
  EXPECT_TRUE(type_of(arrow::float32(), Reals{1, 0.1})->Equals(arrow::float64()));
  EXPECT_TRUE(type_of(arrow::float16(), Reals{1, 0.1})->Equals(arrow::float64()));
  EXPECT_TRUE(type_of(arrow::float16(), Reals{1, 65505})->Equals(arrow::float64()));
}

TEST(Export, OfANumberThatIsTextNowIsText) {
  const auto column = *imported({parsed(arrow::decimal128(5, 2), R"(["1.50"])")});
  const auto array = exported(with_values(column, Texts{"1.5"}));
  EXPECT_TRUE(array->Equals(parsed(arrow::utf8(), R"(["1.5"])")));
}

TEST(Category, KeepsTheOrderOfItsLevels) {
  const auto type = arrow::dictionary(arrow::int8(), arrow::utf8(), true);
  const auto column = *imported({coded(type, "[2, null, 1, 0]", R"(["low", "middle", "high"])")});
  EXPECT_EQ(column.type, Type(type::Category{true}));
  const auto& texts = std::get<Texts>(column.values);
  EXPECT_EQ(texts.dictionary()[1], "middle");
  EXPECT_EQ(texts[0], "high");
}

TEST(Category, LevelsThatNoRecordHasDoNotGoOut) {
  for (const auto& levels : {arrow::utf8(), arrow::utf8_view()}) {
    const auto type = arrow::dictionary(arrow::int8(), levels);
    const auto column =
        *imported({coded(type, "[2, 0]", R"(["low", "a long secret level", "high"])")});
    const auto back = std::static_pointer_cast<arrow::DictionaryArray>(exported(column));
    EXPECT_TRUE(back->dictionary()->Equals(parsed(levels, R"(["low", "high"])")));
    EXPECT_EQ(texts_of(*imported({back})), (std::vector<std::string>{"high", "low"}));
  }
}

TEST(Category, UnitesTheLevelsOfChunks) {
  const auto type = arrow::dictionary(arrow::int8(), arrow::utf8());
  const auto column =
      *imported({coded(type, "[0, 1]", R"(["b", "a"])"), coded(type, "[0, 1]", R"(["c", "a"])")});
  EXPECT_EQ(texts_of(column), (std::vector<std::string>{"b", "a", "c", "a"}));
  EXPECT_EQ(std::get<Texts>(column.values).dictionary().size(), 3U);
}

TEST(Category, WidensItsCodesWhereChunksHaveManyLevels) {
  const auto type = arrow::dictionary(arrow::int8(), arrow::int64());
  arrow::ArrayVector chunks;
  for (int chunk = 0; chunk < 3; ++chunk) {
    std::string codes, levels;
    for (int i = 0; i < 100; ++i) {
      codes += (i == 0 ? "[" : ",") + std::to_string(i);
      levels += (i == 0 ? "[" : ",") + std::to_string(1000 * chunk + i);
    }
    chunks.push_back(coded(type, codes + "]", levels + "]"));
  }
  const auto column = *imported(chunks);
  const auto array = exported(column);
  const auto& after = static_cast<const arrow::DictionaryType&>(*array->type());
  EXPECT_TRUE(after.index_type()->Equals(arrow::int64()));
  EXPECT_TRUE(after.value_type()->Equals(arrow::int64()));
  EXPECT_EQ(texts_of(*imported({array}))[299], "2099");
}

TEST(Category, AGapAmongTheLevelsIsAMissingValue) {
  const auto type = arrow::dictionary(arrow::int8(), arrow::utf8());
  const auto column = *imported({coded(type, "[0, 1]", R"([null, "a"])")});
  EXPECT_EQ(texts_of(column), (std::vector<std::string>{"-", "a"}));
  EXPECT_EQ(exported(column)->null_count(), 1);
}

}  // namespace
}  // namespace overhand::exchange
