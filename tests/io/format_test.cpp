#include "overhand/io/format.h"

#include <gtest/gtest.h>

namespace overhand::io {
namespace {

struct Case {
  const char* path;
  FileFormat file;
  Compression compression;
};

TEST(Format, IsToldByTheExtension) {
  for (const auto& [path, file, compression] : {
           Case{"a.csv", FileFormat::csv, Compression::none},
           Case{"a.csv.gz", FileFormat::csv, Compression::gzip},
           Case{"folder.parquet/a.csv.zst", FileFormat::csv, Compression::zstd},
           Case{"a.tsv", FileFormat::tsv, Compression::none},
           Case{"a.tsv.gz", FileFormat::tsv, Compression::gzip},
           Case{"a.parquet", FileFormat::parquet, Compression::none},
           Case{"a.feather", FileFormat::feather, Compression::none},
           Case{"a.arrow", FileFormat::feather, Compression::none},
           Case{"a.xlsx", FileFormat::xlsx, Compression::none},
           Case{"a.XLSM", FileFormat::xlsx, Compression::none},
           Case{"a.ods", FileFormat::ods, Compression::none},
       }) {
    const auto format = format_of(path);
    ASSERT_TRUE(format) << path;
    EXPECT_EQ(format->file, file) << path;
    EXPECT_EQ(format->compression, compression) << path;
  }
}

TEST(Format, IsTheSameInCapitals) {
  const auto format = format_of("SURVEY.CSV.GZ");
  ASSERT_TRUE(format);
  EXPECT_EQ(format->file, FileFormat::csv);
  EXPECT_EQ(format->compression, Compression::gzip);
  EXPECT_EQ(format->extension, ".csv.gz");
}

TEST(Format, OfAStandardStreamIsCsv) {
  ASSERT_TRUE(format_of("-"));
  EXPECT_EQ(format_of("-")->file, FileFormat::csv);
  EXPECT_TRUE(is_standard_stream("-"));
  EXPECT_FALSE(is_standard_stream("./-"));
}

TEST(Format, KnowsWhichFilesAreText) {
  EXPECT_TRUE(format_of("a.csv")->is_text());
  EXPECT_TRUE(format_of("a.tsv.gz")->is_text());
  EXPECT_FALSE(format_of("a.parquet")->is_text());
  EXPECT_FALSE(format_of("a.arrow")->is_text());
  EXPECT_EQ(format_of("a.csv")->delimiter(), ',');
  EXPECT_EQ(format_of("a.tsv")->delimiter(), '\t');
}

TEST(Format, UnknownExtensionsAreRefusedWithTheOnesThereAre) {
  for (const char* path : {"a", "csv", "a.docx", "a.parquet.gz", "a.csv.bz2", "a.gz", "a.csv/"}) {
    const auto format = format_of(path);
    ASSERT_FALSE(format) << path;
    EXPECT_EQ(sentence_of(format.error()),
              std::string(path) +
                  ": the format is told by the extension, which must be .csv, .tsv (also "
                  ".gz, .zst), .parquet, .feather, .arrow, .orc, .dta, .sav, .zsav, .sas7bdat, "
                  ".xlsx, .xlsm or .ods.");
  }
}

TEST(Format, UnknownOnesAreNotWrittenEither) {
  const auto format = output_format_of("a.json");
  ASSERT_FALSE(format);
  EXPECT_EQ(sentence_of(format.error()),
            "a.json: the format is told by the extension, which must be .csv, .tsv (also .gz, "
            ".zst), .parquet, .feather, .arrow, .orc, .dta, .sav, .zsav or .xlsx.");
  ASSERT_EQ(format.error().remedies.size(), 1);
  EXPECT_EQ(format.error().remedies[0].action, Action::say_format);
  EXPECT_EQ(format_of("a.txt").error().remedies.at(0).action, Action::rename);
}

TEST(Format, OfOtherWorkbooksIsToldWithAWayOut) {
  for (const char* path : {"a.XLS", "a.xlsb"}) {
    const auto format = format_of(path);
    ASSERT_FALSE(format) << path;
    EXPECT_NE(sentence_of(format.error()).find("save it as .xlsx"), std::string::npos);
  }
}

TEST(Format, ThatIsOnlyReadIsNotWritten) {
  EXPECT_TRUE(output_format_of("a.xlsx"));
  EXPECT_TRUE(output_format_of("-"));
  ASSERT_FALSE(output_format_of("a.ods"));
  EXPECT_EQ(sentence_of(output_format_of("a.ods").error()),
            "a.ods: .ods is only read, not written; take .xlsx.");
}

}  // namespace
}  // namespace overhand::io
