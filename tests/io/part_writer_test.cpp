#include "overhand/io/part_writer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "overhand/io/read_table.h"
#include "overhand/io/write_table.h"
#include "overhand/table/date_layout.h"
#include "support/folder.h"
#include "support/mixed_tables.h"
#include "support/people.h"
#include "support/same_tables.h"

namespace overhand::io {
namespace {

const Progress silent;

// Every type, with gaps, in a fixed order.
Table every_type(std::size_t rows, std::uint64_t seed) {
  random::Stream stream(random::key_from_seed(seed), {random::Purpose::test});
  std::vector<Column> columns;
  for (std::size_t kind = 0; kind < testing::mixed_kinds; ++kind) {
    columns.push_back(testing::mixed_column(kind, rows, testing::Spread::few, true, stream));
  }
  return Table(std::move(columns));
}

Status write_in_parts(const Table& table, const std::string& path, std::size_t rows_at_once,
                      const Layout& like = {}, bool looks_ahead = false) {
  auto writer = PartWriter::create(path, *output_format_of(path), like, silent);
  if (!writer) return writer.error();
  if (looks_ahead) {
    const auto names = writer->look_ahead(table.columns());
    for (std::size_t first = 0; first < table.row_count(); first += rows_at_once) {
      const std::size_t count = std::min(rows_at_once, table.row_count() - first);
      Table part = testing::slice_of(table, first, count);
      std::erase_if(part.columns(), [&](const Column& column) {
        return std::ranges::find(names, column.name) == names.end();
      });
      writer->look(part);
    }
  }
  for (std::size_t first = 0; first < table.row_count(); first += rows_at_once) {
    const std::size_t count = std::min(rows_at_once, table.row_count() - first);
    if (auto done = writer->write(testing::slice_of(table, first, count)); !done) return done;
  }
  return writer->finish();
}

class PartWriterTest : public ::testing::TestWithParam<const char*> {
 protected:
  std::string file(const std::string& name) const { return folder_.path(name + GetParam()); }
  PartWriter writer(const std::string& path, const Progress& progress = silent) const {
    return *PartWriter::create(path, *output_format_of(path), {}, progress);
  }
  testing::Folder folder_;
};

TEST_P(PartWriterTest, PartsMakeTheFileOfTheWhole) {
  const Table table = every_type(1'000, 1);
  ASSERT_TRUE(write_table(table, file("whole")));
  const auto whole = read_all_columns(file("whole"), {.header = Header::present});
  ASSERT_TRUE(whole) << sentence_of(whole.error());
  // Feather has one list of levels for all parts: there each part has every level.
  const bool is_feather = std::string(GetParam()) == ".feather";
  const std::vector<std::size_t> sizes = is_feather ? std::vector<std::size_t>{1'000, 500, 125}
                                                    : std::vector<std::size_t>{1'000, 999, 333, 7};
  for (const std::size_t rows_at_once : sizes) {
    SCOPED_TRACE(rows_at_once);
    const auto done = write_in_parts(table, file("parts"), rows_at_once);
    ASSERT_TRUE(done) << sentence_of(done.error());
    const auto parts = read_all_columns(file("parts"), {.header = Header::present});
    ASSERT_TRUE(parts) << sentence_of(parts.error());
    testing::expect_same_table(parts->table, whole->table);
  }
  EXPECT_EQ(testing::mode_of(file("parts")), testing::mode_of(file("whole")));
}

// Columns that say by their values how they go out, each in one way in the beginning and in
// another at the end.
Table undecided(std::size_t rows) {
  TextsBuilder numbers;
  TextsBuilder words;
  TextsBuilder levels;
  Integers small(rows);
  Reals singles(rows);
  Integers days(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    const bool is_late = i + 10 > rows;
    numbers.append(is_late ? std::to_string(i) + ".5" : std::to_string(i));
    words.append(is_late ? "n/a" : std::to_string(i));
    levels.append(is_late ? "high" : i % 2 == 0 ? "low" : "middle");
    small[i] = is_late ? 1000 : static_cast<std::int64_t>(i % 100);
    singles[i] = is_late ? 0.1 : 0.5;
    days[i] = is_late ? 18'000 : 18'262;
  }
  Column ordered("ordered", type::Category{true}, std::move(levels).finish());
  Column narrow("narrow", small);
  narrow.format = "c";
  Column single("single", singles);
  single.format = "f";
  Column date("date", type::Date{}, days);
  date.date_layout = std::make_shared<const DateLayout>(
      DateLayout{.order = DateOrder::day_first, .separator = '/', .short_year = true});
  return Table({{"numbers", std::move(numbers).finish()},
                {"words", std::move(words).finish()},
                std::move(ordered),
                std::move(narrow),
                std::move(single),
                std::move(date)});
}

TEST_P(PartWriterTest, PartsThatAreLookedAtMakeTheSameBytes) {
  for (const Table& table :
       {undecided(5'000), every_type(5'000, 8), testing::normal_table(70'000, 3, 1)}) {
    ASSERT_TRUE(write_table(table, file("whole")));
    for (const std::size_t rows_at_once : {4'096, 1'024}) {
      const auto done = write_in_parts(table, file("parts"), rows_at_once, {}, true);
      ASSERT_TRUE(done) << sentence_of(done.error());
      EXPECT_EQ(testing::content(file("parts")) == testing::content(file("whole")), true)
          << rows_at_once;
    }
  }
}

TEST_P(PartWriterTest, NothingAppearsBeforeTheEnd) {
  const Table table = every_type(100, 2);
  auto parts = writer(file("t"));
  ASSERT_TRUE(parts.write(table));
  EXPECT_FALSE(std::filesystem::exists(file("t")));
  ASSERT_TRUE(parts.write(table));
  EXPECT_FALSE(std::filesystem::exists(file("t")));
  ASSERT_TRUE(parts.finish());
  const auto read = read_all_columns(file("t"), {.header = Header::present});
  ASSERT_TRUE(read) << sentence_of(read.error());
  EXPECT_EQ(read->table.row_count(), 200U);
  EXPECT_EQ(folder_.file_count(), 1U);
}

TEST_P(PartWriterTest, OneThatIsGivenUpLeavesNothing) {
  {
    auto parts = writer(file("t"));
    ASSERT_TRUE(parts.write(every_type(100, 3)));
  }
  {
    writer(file("t"));
  }
  EXPECT_EQ(folder_.file_count(), 0U);
}

TEST_P(PartWriterTest, WithoutAPartThereIsNoFile) {
  {
    auto parts = writer(file("t"));
    const auto done = parts.finish();
    ASSERT_FALSE(done);
    EXPECT_NE(sentence_of(done.error()).find("there is no part of a table to write."),
              std::string::npos);
  }
  EXPECT_EQ(folder_.file_count(), 0U);
}

TEST_P(PartWriterTest, APartWithoutRecordsIsAFileWithout) {
  {
    auto parts = writer(file("t"));
    ASSERT_TRUE(parts.write(testing::slice_of(every_type(10, 1), 0, 0)));
    ASSERT_TRUE(parts.finish());
  }
  EXPECT_EQ(folder_.file_count(), 1U);
}

TEST_P(PartWriterTest, TheOldFileStaysUntilTheNewOneIsWhole) {
  folder_.write(std::string("t") + GetParam(), "old");
  {
    auto parts = writer(file("t"));
    ASSERT_TRUE(parts.write(every_type(100, 4)));
  }
  EXPECT_EQ(testing::content(file("t")), "old");
  auto parts = writer(file("t"));
  ASSERT_TRUE(parts.write(every_type(100, 4)));
  EXPECT_EQ(testing::content(file("t")), "old");
  ASSERT_TRUE(parts.finish());
  EXPECT_NE(testing::content(file("t")), "old");
  EXPECT_EQ(folder_.file_count(), 1U);
}

TEST_P(PartWriterTest, AMovedWriterGoesOn) {
  const Table table = every_type(100, 5);
  std::optional<PartWriter> from(writer(file("t")));
  ASSERT_TRUE(from->write(table));
  PartWriter to(*std::move(from));
  from.reset();
  ASSERT_TRUE(to.write(table));
  ASSERT_TRUE(to.finish());
  const auto read = read_all_columns(file("t"), {.header = Header::present});
  ASSERT_TRUE(read) << sentence_of(read.error());
  EXPECT_EQ(read->table.row_count(), 200U);
}

TEST_P(PartWriterTest, FailsWhereTheFolderIsNot) {
  const std::string path = folder_.path("nowhere/t") + GetParam();
  const auto parts = PartWriter::create(path, *output_format_of(path), {}, silent);
  ASSERT_FALSE(parts);
  EXPECT_EQ(parts.error().kind, ErrorKind::io);
}

INSTANTIATE_TEST_SUITE_P(Formats, PartWriterTest,
                         ::testing::Values(".csv", ".csv.gz", ".csv.zst", ".tsv", ".parquet",
                                           ".feather"),
                         [](const auto& format) {
                           std::string name = format.param;
                           std::erase(name, '.');
                           return name;
                         });

class TextPartsTest : public testing::FolderTest {};

// No second line of names, no line less, in the original's own way to write.
TEST_F(TextPartsTest, AreTheBytesOfTheWholeInAnyLayout) {
  const Table table = every_type(500, 6);
  Layout foreign;
  foreign.dialect = Dialect{.delimiter = ';', .decimal = ','};
  for (const Layout& like : {Layout{}, foreign}) {
    ASSERT_TRUE(write_table(table, path("whole.csv"), {}, like));
    ASSERT_TRUE(write_in_parts(table, path("parts.csv"), 123, like));
    EXPECT_EQ(testing::content(path("parts.csv")), testing::content(path("whole.csv")));
  }
}

TEST_F(TextPartsTest, StopWhenAskedAndLeaveNothing) {
  for (const char* name : {"t.csv", "t.parquet"}) {
    bool is_stopped = false;
    const Progress progress({}, [&] { return is_stopped; });
    {
      auto parts = PartWriter::create(path(name), *output_format_of(path(name)), {}, progress);
      ASSERT_TRUE(parts);
      ASSERT_TRUE(parts->write(every_type(100, 7)));
      is_stopped = true;
      const auto done = parts->write(every_type(100, 7));
      ASSERT_FALSE(done) << name;
      EXPECT_EQ(done.error().kind, ErrorKind::cancelled);
    }
    EXPECT_EQ(files(), 0U) << name;
  }
}

TEST(HasParts, AreTextsParquetAndFeather) {
  for (const char* name : {"csv", "tsv", "csv.gz", "csv.zst", "parquet", "feather"}) {
    EXPECT_TRUE(has_parts(*format_named(name))) << name;
  }
  for (const char* name : {"xlsx", "orc", "dta", "sav"}) {
    EXPECT_FALSE(has_parts(*format_named(name))) << name;
  }
}

TEST(IsFolderOf, NeedsBothAFolderAndParquet) {
  const Layout folder{.format = FileFormat::parquet, .is_folder = true};
  EXPECT_TRUE(is_folder_of(folder, *format_named("parquet")));
  EXPECT_FALSE(is_folder_of(folder, *format_named("csv")));
  EXPECT_FALSE(is_folder_of({.format = FileFormat::parquet}, *format_named("parquet")));
}

}  // namespace
}  // namespace overhand::io
