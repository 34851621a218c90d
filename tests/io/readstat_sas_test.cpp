// Files of SAS, written by ReadStat itself: nothing else at hand writes them.
#include <gtest/gtest.h>
#include <readstat.h>

#include <memory>

#include "overhand/io/read_table.h"
#include "overhand/table/cell_text.h"
#include "support/folder.h"

namespace overhand::io {
namespace {

ssize_t append(const void* bytes, std::size_t count, void* content) {
  static_cast<std::string*>(content)->append(static_cast<const char*>(bytes), count);
  return static_cast<ssize_t>(count);
}

// One column of reals, shown in `format`.
std::string sas_file(const std::vector<double>& values, const char* format) {
  std::string content;
  const std::unique_ptr<readstat_writer_t, void (*)(readstat_writer_t*)> writer(
      readstat_writer_init(), readstat_writer_free);
  readstat_set_data_writer(writer.get(), append);
  auto* x = readstat_add_variable(writer.get(), "x", READSTAT_TYPE_DOUBLE, 8);
  auto* town = readstat_add_variable(writer.get(), "town", READSTAT_TYPE_STRING, 8);
  readstat_variable_set_format(x, format);
  readstat_variable_set_label(x, "What it is");
  readstat_begin_writing_sas7bdat(writer.get(), &content, static_cast<long>(values.size()));
  for (const double value : values) {
    readstat_begin_row(writer.get());
    if (const char tag = missing_tag(value))
      readstat_insert_tagged_missing_value(writer.get(), x, tag);
    else if (is_missing(value))
      readstat_insert_missing_value(writer.get(), x);
    else
      readstat_insert_double_value(writer.get(), x, value);
    readstat_insert_string_value(writer.get(), town, "Köln");
    readstat_end_row(writer.get());
  }
  readstat_end_writing(writer.get());
  return content;
}

class SasTest : public testing::FolderTest {
 protected:
  Column kept(const std::vector<double>& values, const char* format) {
    const auto table =
        read_table(write("in.sas7bdat", sas_file(values, format)), {.keep = {"x,town"}});
    EXPECT_TRUE(table) << sentence_of(table.error());
    return table->columns()[0];
  }
  std::vector<std::string> texts(const std::vector<double>& values, const char* format) {
    const Column column = kept(values, format);
    std::vector<std::string> all;
    for (std::size_t row = 0; row < column.size(); ++row) {
      all.push_back(cell_text(column, row).value_or("-"));
    }
    return all;
  }
};

using All = std::vector<std::string>;

TEST_F(SasTest, NumbersAndLabelsAreRead) {
  const Column column = kept({1.5, missing_real, -3}, "BEST12");
  EXPECT_EQ(std::get<Cells<double>>(column.values)[0], 1.5);
  EXPECT_TRUE(is_missing(std::get<Cells<double>>(column.values)[1]));
  EXPECT_EQ(column.labels->variable, "What it is");
  EXPECT_EQ(column.labels->package, Package::sas);
}

TEST_F(SasTest, DaysAndMomentsAreCountedFrom1960) {
  EXPECT_EQ(texts({0, 21915, missing_real}, "DATE9"), (All{"1960-01-01", "2020-01-01", "-"}));
  EXPECT_EQ(texts({-1}, "MMDDYY10"), (All{"1959-12-31"}));
  EXPECT_EQ(texts({86400.5}, "DATETIME20"), (All{"1960-01-02 00:00:00.500"}));
  EXPECT_EQ(texts({3723}, "TIME8"), (All{"01:02:03"}));
  EXPECT_EQ(texts({0.5}, "DATE9"), (All{"0.5"}));  // no day: it stays a number
}

TEST_F(SasTest, SpecialMissingValuesAreMissing) {
  const Column column = kept({tagged_missing('A'), 2}, "BEST12");
  EXPECT_EQ(missing_tag(std::get<Cells<double>>(column.values)[0]), 'A');
  const auto masked = read_table(path("in.sas7bdat"), {.mask = {"x"}});
  EXPECT_EQ(missing_tag(std::get<Cells<double>>(masked->columns()[0].values)[0]), '\0');
}

TEST_F(SasTest, TextsAreInUtf8) {
  const auto table = read_table(write("in.sas7bdat", sas_file({1, 2}, "")), {.keep = {"town"}});
  ASSERT_TRUE(table) << sentence_of(table.error());
  EXPECT_EQ(cell_text(table->columns()[1], 0), "Köln");
}

}  // namespace
}  // namespace overhand::io
