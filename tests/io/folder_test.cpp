// A table as a folder of Parquet files: written, and read again.
#include "support/folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "overhand/io/column_source.h"
#include "overhand/io/part_writer.h"
#include "overhand/io/write_table.h"
#include "support/people.h"
#include "support/same_tables.h"

namespace overhand::io {
namespace {

namespace fs = std::filesystem;
const Progress silent;

Layout in_folders(std::vector<std::string> partitions) {
  return {.format = FileFormat::parquet, .is_folder = true, .partitions = std::move(partitions)};
}

Table some_people() {
  return Table({{"row", Integers{0, 1, 2, 3, 4, 5, 6, 7}},
                {"year", Integers{2020, 2021, 2020, 2021, 2020, 2021, 2020, missing_integer}},
                {"x", Reals{0.5, 1.5, missing_real, 3.5, 4.5, 5.5, 6.5, 7.5}},
                {"land", Texts{"es", "de", "de", "es", "a/b=c%", "de", std::nullopt, "es"}}});
}

// The records by their numbers, whatever their order and that of the columns.
std::vector<std::string> records_of(const Table& table) {
  std::vector<std::string> records(table.row_count());
  for (const char* name : {"row", "year", "x", "land"}) {
    const auto cells = testing::cells_of(table, name);
    for (std::size_t i = 0; i < records.size(); ++i) records[i] += cells[i] + "|";
  }
  std::ranges::sort(records);
  return records;
}

class FolderOfFilesTest : public testing::FolderTest {
 protected:
  std::string folder() const { return path("people.parquet"); }
  void write_file(const std::string& name, const Table& table) const {
    fs::create_directories(fs::path(folder() + "/" + name).parent_path());
    const auto done = write_table(table, folder() + "/" + name);
    ASSERT_TRUE(done) << sentence_of(done.error());
  }
  std::string problem() const {
    const auto read = read_all_columns(folder());
    return read ? "" : sentence_of(read.error());
  }
  bool refuses(const std::string& words) const {
    return problem().find(words) != std::string::npos;
  }
};

TEST_F(FolderOfFilesTest, ComesBackWithWhatItsFoldersSay) {
  const auto written = write_table(some_people(), folder(), {}, in_folders({"year", "land"}));
  ASSERT_TRUE(written) << sentence_of(written.error());
  EXPECT_TRUE(fs::exists(folder() + "/year=2020/land=es/part-0.parquet"));
  EXPECT_TRUE(fs::exists(folder() + "/year=2021/land=de/part-0.parquet"));
  const auto read = read_all_columns(folder());
  ASSERT_TRUE(read) << sentence_of(read.error());
  EXPECT_EQ(column_names(read->table), (std::vector<std::string>{"row", "x", "year", "land"}));
  EXPECT_EQ(records_of(read->table), records_of(some_people()));
  EXPECT_EQ(testing::column_of(read->table, "year").type, Type(type::Integer{}));
  EXPECT_TRUE(read->layout.is_folder);
  EXPECT_EQ(read->layout.partitions, (std::vector<std::string>{"year", "land"}));
}

TEST_F(FolderOfFilesTest, HoldsNoColumnTwice) {
  ASSERT_TRUE(write_table(some_people(), folder(), {}, in_folders({"land"})));
  const auto file = read_all_columns(folder() + "/land=es/part-0.parquet");
  ASSERT_TRUE(file) << sentence_of(file.error());
  EXPECT_EQ(column_names(file->table), (std::vector<std::string>{"row", "year", "x"}));
  EXPECT_EQ(testing::cells_of(file->table, "row"), (std::vector<std::string>{"0", "3", "7"}));
}

TEST_F(FolderOfFilesTest, WithoutPartitionsIsOneFileInTheSameOrder) {
  ASSERT_TRUE(write_table(some_people(), folder(), {}, in_folders({})));
  const auto read = read_all_columns(folder());
  ASSERT_TRUE(read) << sentence_of(read.error());
  testing::expect_same_table(read->table, some_people());
}

// Zeros in front are lost in a number: 08 is no 8.
TEST_F(FolderOfFilesTest, NamesThatAreNoPlainNumbersAreTexts) {
  write_file("code=08/a.parquet", Table({{"x", Reals{1}}, {"y", Reals{2}}}));
  write_file("code=12/a.parquet", Table({{"x", Reals{3}}, {"y", Reals{4}}}));
  const auto read = read_all_columns(folder());
  ASSERT_TRUE(read) << sentence_of(read.error());
  EXPECT_EQ(testing::cells_of(read->table, "code"), (std::vector<std::string>{"08", "12"}));
}

TEST_F(FolderOfFilesTest, PartsOfOneFolderGoIntoOneFile) {
  auto writer =
      PartWriter::create(folder(), *format_named("parquet"), in_folders({"year"}), silent);
  ASSERT_TRUE(writer) << sentence_of(writer.error());
  for (std::size_t first = 0; first < 8; first += 3) {
    const std::size_t count = std::min<std::size_t>(3, 8 - first);
    ASSERT_TRUE(writer->write(testing::slice_of(some_people(), first, count)));
    EXPECT_FALSE(fs::exists(folder()));
  }
  ASSERT_TRUE(writer->finish());
  const auto read = read_all_columns(folder());
  ASSERT_TRUE(read) << sentence_of(read.error());
  EXPECT_EQ(records_of(read->table), records_of(some_people()));
  std::size_t count = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder())) {
    count += static_cast<std::size_t>(entry.is_regular_file());
  }
  EXPECT_EQ(count, 3U);  // 2020, 2021 and a gap
  EXPECT_EQ(files(), 1U);
}

TEST_F(FolderOfFilesTest, OneThatIsGivenUpLeavesNothing) {
  {
    auto writer =
        PartWriter::create(folder(), *format_named("parquet"), in_folders({"year"}), silent);
    ASSERT_TRUE(writer);
    ASSERT_TRUE(writer->write(some_people()));
  }
  EXPECT_EQ(files(), 0U);
}

TEST_F(FolderOfFilesTest, TakesThePlaceOfNothing) {
  ASSERT_TRUE(write_table(some_people(), folder(), {}, in_folders({})));
  const auto again = write_table(some_people(), folder(), {}, in_folders({"year"}));
  ASSERT_FALSE(again);
  EXPECT_NE(sentence_of(again.error()).find("there is something of that name already"),
            std::string::npos);
  EXPECT_TRUE(fs::exists(folder() + "/part-0.parquet"));
  EXPECT_EQ(files(), 1U);
}

TEST_F(FolderOfFilesTest, PassesOverWhatIsHidden) {
  write_file("a.parquet", some_people());
  write("people.parquet/_SUCCESS", "");
  write("people.parquet/.a.parquet.crc", "x");
  write("people.parquet/_metadata.parquet", "no such file");
  fs::create_directories(folder() + "/_delta_log");
  write("people.parquet/_delta_log/0.json", "{}");
  const auto read = read_all_columns(folder());
  ASSERT_TRUE(read) << sentence_of(read.error());
  EXPECT_EQ(read->table.row_count(), 8U);
}

TEST_F(FolderOfFilesTest, RefusesWhatIsNoParquetFile) {
  fs::create_directories(folder());
  EXPECT_TRUE(refuses("the folder has no Parquet files.")) << problem();
  write_file("a.parquet", some_people());
  write("people.parquet/notes.txt", "x");
  EXPECT_TRUE(refuses("'notes.txt' is no Parquet file")) << problem();
  fs::remove(folder() + "/notes.txt");
  write("people.parquet/b.parquet", "PAR1 damaged");
  EXPECT_TRUE(refuses("b.parquet")) << problem();
}

TEST_F(FolderOfFilesTest, FilesAreReadByNameWhateverTheOrderOfTheirColumns) {
  write_file("a.parquet", Table({{"x", Reals{1, 2}}, {"y", Reals{3, 4}}}));
  write_file("b.parquet", Table({{"y", Reals{7}}, {"x", Reals{5}}}));
  const auto read = read_all_columns(folder());
  ASSERT_TRUE(read) << sentence_of(read.error());
  testing::expect_same_table(read->table, Table({{"x", Reals{1, 2, 5}}, {"y", Reals{3, 4, 7}}}));
}

TEST_F(FolderOfFilesTest, RefusesColumnsThatDrift) {
  write_file("a.parquet", Table({{"x", Reals{1, 2}}, {"y", Reals{3, 4}}}));
  write_file("b.parquet", Table({{"x", Reals{1, 2}}, {"z", Reals{3, 4}}}));
  EXPECT_TRUE(refuses("is not in this file, but in '" + folder() + "/a.parquet'")) << problem();
  write_file("b.parquet", Table({{"x", Reals{1, 2}}, {"y", Integers{3, 4}}}));
  EXPECT_TRUE(refuses("is int64 here and double in '" + folder() + "/a.parquet'")) << problem();
  write_file("b.parquet", Table({{"x", Reals{1}}, {"y", Reals{3}}, {"z", Reals{3}}}));
  EXPECT_TRUE(refuses("is in this file, but not in '" + folder() + "/a.parquet'")) << problem();
  fs::remove(folder() + "/b.parquet");
  write_file("year=2020/b.parquet", Table({{"x", Reals{1}}, {"y", Reals{3}}}));
  EXPECT_TRUE(refuses("the folders above it name other columns")) << problem();
}

TEST_F(FolderOfFilesTest, ReadsSingleColumnsOfAllFiles) {
  ASSERT_TRUE(write_table(some_people(), folder(), {}, in_folders({"year", "land"})));
  const ColumnChoice choice{.keep = {"land"}, .keep_identifiers = true};
  const auto whole = read_table(folder(), choice);
  ASSERT_TRUE(whole) << sentence_of(whole.error());
  const auto source = ColumnSource::open(folder(), choice, {}, silent);
  ASSERT_TRUE(source) << sentence_of(source.error());
  EXPECT_TRUE(source->reads_single_columns());
  EXPECT_EQ(source->size().rows, 8U);
  std::uint64_t bytes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder())) {
    if (entry.is_regular_file()) bytes += entry.file_size();
  }
  EXPECT_EQ(source->size().bytes, bytes);
  for (std::size_t j = 0; j < whole->column_count(); ++j) {
    const auto read = source->read({j});
    ASSERT_TRUE(read) << sentence_of(read.error());
    testing::expect_same_column(read->table.columns()[0], whole->columns()[j]);
  }
}

TEST_F(FolderOfFilesTest, SaysThatAFileWasChangedMeanwhile) {
  write_file("a.parquet", Table({{"x", Reals{1, 2}}, {"y", Reals{3, 4}}}));
  write_file("b.parquet", Table({{"x", Reals{1, 2}}, {"y", Reals{3, 4}}}));
  const auto source = ColumnSource::open(folder(), {}, {}, silent);
  ASSERT_TRUE(source) << sentence_of(source.error());
  EXPECT_TRUE(source->read({0}));
  write_file("b.parquet", Table({{"x", Reals(50, 1.25)}, {"y", Reals(50, 2.25)}}));
  const auto read = source->read({0});
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().kind, ErrorKind::io);
  EXPECT_NE(sentence_of(read.error()).find("b.parquet: it was changed"), std::string::npos);
}

}  // namespace
}  // namespace overhand::io
