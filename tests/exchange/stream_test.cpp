// Whole tables, and what is no table.
#include "exchange/arrow_library.h"

namespace overhand::exchange {
namespace {

const Table people({{"age", Integers{30, missing_integer}},
                    {"income", Reals{1.5, 2.5}},
                    {"name", Texts{"a", std::nullopt}}});

TEST(Stream, TakesATableThereAndBack) {
  ArrowArrayStream stream = {};
  export_stream(people, stream);
  const auto back = import_table(stream, {.keep = {"name"}});
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(stream.release, nullptr);
  ASSERT_EQ(back->column_count(), 3U);
  for (std::size_t j = 0; j < 3; ++j) {
    EXPECT_EQ(back->columns()[j].name, people.columns()[j].name);
    EXPECT_EQ(texts_of(back->columns()[j]), texts_of(people.columns()[j]));
  }
  EXPECT_EQ(back->columns()[1].role, Role::mask);
  EXPECT_EQ(back->columns()[2].role, Role::keep);
}

TEST(Stream, KeepsWhatMissingRealsSayOfThemselves) {
  const Table gaps({{"masked", Reals{1.5, tagged_missing('a'), missing_real}},
                    {"kept", Reals{tagged_missing('z'), missing_real, 2.5}}});
  ArrowArrayStream stream = {};
  export_stream(gaps, stream, Gaps::within);
  const auto back = import_table(stream, {.keep = {"kept"}});
  ASSERT_TRUE(back) << back.error().message;
  const auto tags_of = [](const Column& column) {
    std::string tags;
    for (const double value : std::get<Cells<double>>(column.values)) {
      tags += is_missing(value) ? missing_tag(value) : '1';
    }
    return tags;
  };
  EXPECT_EQ(tags_of(back->columns()[0]), std::string("1a\0", 3));
  EXPECT_EQ(tags_of(back->columns()[1]), std::string("z\0"
                                                     "1",
                                                     3));
}

TEST(Stream, TellsOthersOfMissingRealsBesideTheValues) {
  const Table gaps({{"x", Reals{1.5, tagged_missing('a')}}});
  ArrowArrayStream stream = {};
  export_stream(gaps, stream);
  const auto back = import_table(stream, {});
  ASSERT_TRUE(back) << back.error().message;
  const double gap = std::get<Cells<double>>(back->columns()[0].values)[1];
  EXPECT_TRUE(is_missing(gap));
  EXPECT_EQ(missing_tag(gap), '\0');
}

TEST(Stream, IsReadByArrow) {
  ArrowArrayStream stream = {};
  export_stream(people, stream);
  const auto reader = arrow::ImportRecordBatchReader(&stream).ValueOrDie();
  const auto table = reader->ToTable().ValueOrDie();
  ASSERT_TRUE(table->ValidateFull().ok());
  EXPECT_EQ(table->num_rows(), 2);
  EXPECT_EQ(table->schema()->field_names(), (std::vector<std::string>{"age", "income", "name"}));
}

std::shared_ptr<arrow::RecordBatch> batch_of(const char* json) {
  const auto array = parsed(arrow::int64(), json);
  return arrow::RecordBatch::Make(arrow::schema({arrow::field("x", arrow::int64())}),
                                  array->length(), {array});
}

Result<Table> table_of(const std::vector<std::shared_ptr<arrow::RecordBatch>>& batches,
                       const ColumnChoice& choice = {}, const Progress& progress = {}) {
  ArrowArrayStream stream = {};
  const auto reader = arrow::RecordBatchReader::Make(batches).ValueOrDie();
  EXPECT_TRUE(arrow::ExportRecordBatchReader(reader, &stream).ok());
  return import_table(stream, choice, progress);
}

TEST(Stream, JoinsTheBatchesOfAReader) {
  const auto table =
      table_of({batch_of("[1, 2]"), batch_of("[]"), batch_of("[9, 3, null]")->Slice(1)});
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_EQ(std::get<Cells<std::int64_t>>(table->columns()[0].values),
            (Integers{1, 2, 3, missing_integer}));
}

TEST(Stream, NamesAColumnThatHasNoPlace) {
  const auto lists = parsed(arrow::list(arrow::int64()), "[[1]]");
  const auto schema = arrow::schema({arrow::field("visits", lists->type())});
  const auto table = table_of({arrow::RecordBatch::Make(schema, 1, {lists})});
  ASSERT_FALSE(table);
  EXPECT_EQ(table.error().message,
            "Column 'visits': a type that has no place in a table of records (lists, records, "
            "bytes, ...).");
}

TEST(Stream, RefusesTwoColumnsOfOneName) {
  const auto array = parsed(arrow::int64(), "[1]");
  const auto field = arrow::field("x", arrow::int64());
  const auto table =
      table_of({arrow::RecordBatch::Make(arrow::schema({field, field}), 1, {array, array})});
  ASSERT_FALSE(table);
  EXPECT_EQ(table.error().message, "Two columns are named 'x'.");
}

TEST(Stream, RefusesAnUnknownChoice) { EXPECT_FALSE(table_of({batch_of("[1]")}, {.drop = {"y"}})); }

TEST(Stream, StopsWhenAsked) {
  const Progress progress(nullptr, [] { return true; });
  const auto table = table_of({batch_of("[1]")}, {}, progress);
  ASSERT_FALSE(table);
  EXPECT_EQ(table.error().kind, ErrorKind::cancelled);
}

TEST(Stream, SaysWhyTheProducerFailed) {
  ArrowArrayStream stream = {};
  stream.get_schema = [](ArrowArrayStream*, ArrowSchema*) { return 5; };
  stream.get_last_error = [](ArrowArrayStream*) { return "the wire is cut"; };
  stream.release = [](ArrowArrayStream* released) { released->release = nullptr; };
  const auto table = import_table(stream);
  ASSERT_FALSE(table);
  EXPECT_EQ(table.error().message, "The table could not be read: the wire is cut.");
  ArrowArrayStream released = {};
  EXPECT_FALSE(import_table(released));
}

// An array and its schema as a damaged producer would give them.
class Damaged : public ::testing::Test {
 protected:
  bool is_read() { return static_cast<bool>(import_column(schema, {slice()}, Role::keep)); }
  Slice slice() { return {nullptr, &array, array.offset, array.length}; }

  std::int64_t numbers[3] = {1, 2, 3};
  const void* buffers[3] = {nullptr, numbers, nullptr};
  ArrowSchema schema = {.format = "l", .name = "x"};
  ArrowArray array = {.length = 3, .n_buffers = 2, .buffers = buffers};
};

TEST_F(Damaged, NothingIsWrongAtFirst) { EXPECT_TRUE(is_read()); }

TEST_F(Damaged, NegativeSizes) {
  array.length = -1;
  EXPECT_FALSE(is_read());
  array.length = 3;
  array.offset = -1;
  EXPECT_FALSE(is_read());
  array.offset = 0;
  array.null_count = -2;
  EXPECT_FALSE(is_read());
}

TEST_F(Damaged, BuffersAreMissing) {
  array.n_buffers = 1;
  EXPECT_FALSE(is_read());
  array.n_buffers = 2;
  array.null_count = 1;  // without a bit for each value
  EXPECT_FALSE(is_read());
  array.null_count = 0;
  buffers[1] = nullptr;
  EXPECT_FALSE(is_read());
  array.length = 0;
  EXPECT_TRUE(is_read());
}

TEST_F(Damaged, Formats) {
  for (const char* format : {"", "x", "d:", "d:5", "d:5,2,7", "d:5;2", "d:5,2,128,1", "d:9,1000",
                             "ts", "tsx:", "tsu", "td", "w:4", "+s"}) {
    schema.format = format;
    EXPECT_FALSE(is_read()) << format;
  }
  schema.format = nullptr;
  EXPECT_FALSE(is_read());
}

TEST_F(Damaged, CodesWithoutLevels) {
  ArrowSchema level_schema = {.format = "l", .name = ""};
  ArrowArray levels = {.length = 3, .n_buffers = 2, .buffers = buffers};
  schema.dictionary = &level_schema;
  EXPECT_FALSE(is_read());
  array.dictionary = &levels;
  EXPECT_FALSE(is_read());  // the code 3 stands for no level
  numbers[2] = 0;
  EXPECT_TRUE(is_read());
  numbers[0] = -1;
  EXPECT_FALSE(is_read());
  schema.format = "g";
  EXPECT_FALSE(is_read());
}

}  // namespace
}  // namespace overhand::exchange
