#include "overhand/io/column_source.h"

#include <gtest/gtest.h>

#include "overhand/io/write_table.h"
#include "support/folder.h"
#include "support/mixed.h"
#include "support/same_tables.h"

namespace overhand::io {
namespace {

const Progress silent;

class ColumnSourceTest : public ::testing::TestWithParam<const char*> {
 protected:
  std::string file() const { return folder_.path(std::string("table") + GetParam()); }
  bool is_columnar() const {
    const FileFormat format = format_of(file())->file;
    return format == FileFormat::parquet || format == FileFormat::feather;
  }
  void write(const Table& table) const {
    const auto done = write_table(table, file());
    ASSERT_TRUE(done) << sentence_of(done.error());
  }
  testing::Folder folder_;
};

TEST_P(ColumnSourceTest, OneColumnIsThatOfTheWholeFile) {
  write(testing::mixed_table(2'000, 1));
  const auto whole = read_file(file(), testing::mixed_choice());
  ASSERT_TRUE(whole) << sentence_of(whole.error());
  const auto source = ColumnSource::open(file(), testing::mixed_choice(), {}, silent);
  ASSERT_TRUE(source) << sentence_of(source.error());
  ASSERT_EQ(source->columns().size(), whole->table.column_count());
  for (std::size_t j = 0; j < whole->table.column_count(); ++j) {
    EXPECT_EQ(source->columns()[j].name, whole->table.columns()[j].name);
    EXPECT_EQ(source->columns()[j].role, whole->table.columns()[j].role);
    const auto read = source->read({j});
    ASSERT_TRUE(read) << sentence_of(read.error());
    ASSERT_EQ(read->table.column_count(), 1U);
    testing::expect_same_column(read->table.columns()[0], whole->table.columns()[j]);
    EXPECT_EQ(read->layout.format, whole->layout.format);
  }
}

TEST_P(ColumnSourceTest, AFewAreReadTogetherAndAgain) {
  write(testing::mixed_table(500, 2));
  const auto whole = read_file(file(), testing::mixed_choice());
  ASSERT_TRUE(whole);
  const auto source = ColumnSource::open(file(), testing::mixed_choice(), {}, silent);
  ASSERT_TRUE(source);
  for (int time = 0; time < 2; ++time) {
    const auto read = source->read({1, 3, 5});
    ASSERT_TRUE(read) << sentence_of(read.error());
    const auto& all = whole->table.columns();
    testing::expect_same_table(read->table, Table({all[1], all[3], all[5]}));
  }
}

TEST_P(ColumnSourceTest, KnowsItsSizeBeforeItIsRead) {
  write(testing::mixed_table(321, 3));
  ColumnChoice choice = testing::mixed_choice();
  choice.drop = {"age"};
  const auto source = ColumnSource::open(file(), choice, {}, silent);
  ASSERT_TRUE(source) << sentence_of(source.error());
  EXPECT_EQ(source->name(), file());
  EXPECT_EQ(source->size().columns, 5U);
  const bool is_packed = file().ends_with(".gz") || file().ends_with(".zst");
  EXPECT_EQ(source->size().bytes, std::filesystem::file_size(file()) * (is_packed ? 8 : 1));
  EXPECT_EQ(source->reads_single_columns(), is_columnar());
  EXPECT_EQ(source->size().rows, is_columnar() ? std::optional<std::size_t>(321) : std::nullopt);
}

TEST_P(ColumnSourceTest, ChoosesColumnsAsReadingTheFileDoes) {
  write(Table({{"a", Reals{1, 2}}, {"b", Reals{3, 4}}, {"c", Reals{5, 6}}}));
  const auto source = ColumnSource::open(file(), {.mask = {"c"}, .keep = {"a"}}, {}, silent);
  ASSERT_TRUE(source) << sentence_of(source.error());
  ASSERT_EQ(source->columns().size(), 2U);
  EXPECT_EQ(source->columns()[0].name, "a");
  EXPECT_EQ(source->columns()[0].role, Role::keep);
  EXPECT_EQ(source->columns()[1].name, "c");
  EXPECT_EQ(source->columns()[1].role, Role::mask);
  const auto read = source->read({1});
  ASSERT_TRUE(read) << sentence_of(read.error());
  EXPECT_EQ(reals(read->table.columns()[0]), (Reals{5, 6}));
}

TEST_P(ColumnSourceTest, FailsAsReadingTheFileDoes) {
  const auto none = ColumnSource::open(file(), {}, {}, silent);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().kind, ErrorKind::io);
  write(Table({{"a", Reals{1, 2}}, {"b", Texts{"x", "y"}}}));
  const auto unknown = ColumnSource::open(file(), {.drop = {"d"}}, {}, silent);
  ASSERT_FALSE(unknown);
  EXPECT_EQ(sentence_of(unknown.error()), sentence_of(read_file(file(), {.drop = {"d"}}).error()));
  ColumnChoice choice;
  choice.plans = {{.name = "a"}, {.name = "b", .type = type::Real{}}};
  const auto source = ColumnSource::open(file(), choice, {}, silent);
  ASSERT_TRUE(source) << sentence_of(source.error());
  EXPECT_TRUE(source->read({0}));
  const auto text = source->read({1});
  ASSERT_FALSE(text);
  EXPECT_EQ(sentence_of(text.error()), sentence_of(read_file(file(), choice).error()));
}

INSTANTIATE_TEST_SUITE_P(Formats, ColumnSourceTest,
                         ::testing::Values(".csv", ".csv.gz", ".tsv", ".parquet", ".feather"),
                         [](const auto& format) {
                           std::string name = format.param;
                           std::erase(name, '.');
                           return name;
                         });

}  // namespace
}  // namespace overhand::io
