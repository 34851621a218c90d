// A damaged file of Stata, SPSS, SAS or ORC gives a sentence or a table, never a crash: bits of
// small files are flipped, one in each byte and by turns each of the eight, and the files are cut
// at every byte.
#include <gtest/gtest.h>
#include <readstat.h>

#include <memory>

#include "overhand/io/read_table.h"
#include "overhand/io/write_table.h"
#include "support/folder.h"

namespace overhand::io {
namespace {

// Numbers, texts, a labelled category and dates, with missing values of every kind.
Table table_of_all_kinds(Package package) {
  Column tagged("b", Reals{1, 2, tagged_missing('a'), missing_real, 5});
  Labels labels{.package = package, .variable = "An answer"};
  labels.values = {{1.0, "yes"}, {2.0, "no"}};
  if (package == Package::spss) labels.missing = {{5.0, 9.0}, {99.0, 99.0}};
  tagged.labels = std::make_shared<const Labels>(labels);
  Column level("level", type::Category{}, Texts{"low", "high", std::nullopt, "low", "high"});
  Column day("day", type::Date{}, Integers{0, 18262, missing_integer, -5, 7});
  const std::string far(300, 'y');
  return Table({{"a", Reals{1.5, missing_real, 3, 4, 5.25}},
                tagged,
                {"text", Texts{"ab", "", std::nullopt, "ä", far}},
                level,
                day});
}

ssize_t append(const void* bytes, std::size_t count, void* content) {
  static_cast<std::string*>(content)->append(static_cast<const char*>(bytes), count);
  return static_cast<ssize_t>(count);
}

// By ReadStat itself: nothing else at hand writes files of SAS.
std::string sas_file() {
  std::string content;
  const std::unique_ptr<readstat_writer_t, void (*)(readstat_writer_t*)> writer(
      readstat_writer_init(), readstat_writer_free);
  readstat_set_data_writer(writer.get(), append);
  auto* a = readstat_add_variable(writer.get(), "a", READSTAT_TYPE_DOUBLE, 8);
  auto* b = readstat_add_variable(writer.get(), "b", READSTAT_TYPE_DOUBLE, 8);
  auto* text = readstat_add_variable(writer.get(), "text", READSTAT_TYPE_STRING, 5);
  auto* level = readstat_add_variable(writer.get(), "level", READSTAT_TYPE_STRING, 4);
  auto* day = readstat_add_variable(writer.get(), "day", READSTAT_TYPE_DOUBLE, 8);
  readstat_variable_set_format(day, "DATE9");
  readstat_begin_writing_sas7bdat(writer.get(), &content, 5);
  for (int row = 0; row < 5; ++row) {
    readstat_begin_row(writer.get());
    readstat_insert_double_value(writer.get(), a, row + 0.25);
    row == 2 ? readstat_insert_tagged_missing_value(writer.get(), b, 'A')
             : readstat_insert_double_value(writer.get(), b, row);
    readstat_insert_string_value(writer.get(), text, row == 3 ? "" : "abc");
    readstat_insert_string_value(writer.get(), level, row % 2 == 0 ? "low" : "high");
    readstat_insert_double_value(writer.get(), day, 21915 + row);
    readstat_end_row(writer.get());
  }
  readstat_end_writing(writer.get());
  return content;
}

struct Outcomes {
  std::size_t read = 0;
  std::size_t refused = 0;
};

class DamagedPackages : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    const Package package = GetParam().ends_with("sav") ? Package::spss : Package::stata;
    if (GetParam() == "sas7bdat")
      folder_.write("in.sas7bdat", sas_file());
    else
      ASSERT_TRUE(write_table(table_of_all_kinds(package), path_));
  }

  void read(const std::string& bytes, Outcomes& outcomes) const {
    std::ofstream(path_, std::ios::binary) << bytes;
    const auto table = read_table(path_, {.keep = {"text,level,day"}, .keep_identifiers = true});
    if (!table) {
      ++outcomes.refused;
      EXPECT_TRUE(sentence_of(table.error()).ends_with(".")) << sentence_of(table.error());
      return;
    }
    ++outcomes.read;
    for (const Column& column : table->columns()) EXPECT_EQ(column.size(), table->row_count());
  }

  testing::Folder folder_;
  std::string path_ = folder_.path("in." + GetParam());
};

TEST_P(DamagedPackages, WholeItIsRead) {
  Outcomes outcomes;
  read(testing::content(path_), outcomes);
  EXPECT_EQ(outcomes.read, 1U);
}

TEST_P(DamagedPackages, ABitIsFlipped) {
  const std::string whole = testing::content(path_);
  Outcomes outcomes;
  constexpr std::size_t stride = 7;
  for (std::size_t bit = 0; bit < 8 * whole.size(); bit += stride) {
    std::string damaged = whole;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    read(damaged, outcomes);
  }
  EXPECT_GT(outcomes.refused, 0U);
  EXPECT_GT(outcomes.read, 0U);  // a flipped digit is a digit
}

// What stands after the last record of SPSS is padding.
TEST_P(DamagedPackages, TheEndIsMissing) {
  const std::string whole = testing::content(path_);
  Outcomes outcomes;
  for (std::size_t size = 0; size < whole.size(); ++size) read(whole.substr(0, size), outcomes);
  EXPECT_LE(outcomes.read, GetParam() == "sav" ? 8U : 0U);
}

INSTANTIATE_TEST_SUITE_P(Formats, DamagedPackages,
                         ::testing::Values("dta", "sav", "zsav", "sas7bdat", "orc"),
                         [](const auto& format) { return format.param; });

}  // namespace
}  // namespace overhand::io
